//! Arithmetic on numbers of which a range is known, and on addresses as numbers.
//!
//! Guarantees: the result's range contains every result that the operands' ranges allow.
//! Signed overflow wraps around here. It ends a run (docs/soundness.md, 16), so that nothing has to be proved of what
//! follows, but machines do go on, and a proof that covers both is worth more.

use engine::BugKind;
use ir::{BinOp, BitOp, CastOp, OverflowOp, eval};

use super::Machine;
use crate::graph::{Addr, Computed, Linear, Range, State, SymInfo, TrailEvent, Value};
use crate::operations::compare::offset_value;
use crate::operations::content::wrap;

/// A node has room for a link.
const SMALLEST_NODE: i64 = 4;

impl Machine<'_, '_> {
    /// No state comes back when the operation ends the run.
    pub(super) fn binary(&mut self, mut state: State, op: BinOp, bits: u32, a: Value, b: Value) -> Vec<(State, Value)> {
        self.check_defined(&state, op, bits, a, b);
        if bits > 64 {
            let value = state.graph.unknown(Range::ALL);
            return vec![(state, value)];
        }
        let value = match (a, b) {
            (Value::Int(x), Value::Int(y)) => match constant(op, bits, x, y) {
                Some(value) => Some(Value::Int(value)),
                None => return Vec::new(),
            },
            (Value::Addr(_), _) | (_, Value::Addr(_)) => self.on_address(&mut state, op, bits, a, b),
            (Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..), _) => match op {
                BinOp::Add => {
                    [a, b].into_iter().for_each(|count| self.bound_length(&mut state, count));
                    sum(&state, bits, a, b)
                }
                BinOp::Sub => negated(&state, b).and_then(|b| sum(&state, bits, a, b)),
                BinOp::Mul => times(&state, bits, a, b),
                BinOp::And => and(&state, bits, a, b),
                BinOp::Or => or(bits, a, b),
                BinOp::Xor => xor(&state, bits, a, b),
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr => None,
            },
        };
        if let Some(value) = value {
            note(&mut state, value, op, bits, a, b);
            return vec![(state, value)];
        }
        let operation = Computed { op, bits, a, b };
        if let Some(value) = state.recall(operation) {
            return vec![(state, value)];
        }
        let Some(range) = result_range(&state, op, bits, a, b) else { return Vec::new() };
        let value = match range.as_exact() {
            Some(value) => Value::Int(value),
            None => Value::sym(state.graph.add_sym(SymInfo::unknown(range))),
        };
        state.remember(operation, value);
        note(&mut state, value, op, bits, a, b);
        vec![(state, value)]
    }

    /// A number of nodes is at most that of the nodes that memory has room for.
    fn bound_length(&self, state: &mut State, count: Value) {
        let Value::Sym(counted) = count else { return };
        let lists = state.graph.objects().filter_map(|(_, object)| Some((object.length?, object.size)));
        let bounds: Vec<(Linear, i64)> = lists
            .filter_map(|(length, size)| {
                let Value::Sym(length) = length else { return None };
                let is_counted = length.sym == counted.sym;
                is_counted.then(|| (length, state.graph.range(size).lo.max(SMALLEST_NODE)))
            })
            .collect();
        for (length, size) in bounds {
            // For either half of the address space, and one that lies across its end.
            let hi = (Range::of_width(self.pointer_bits()).hi / size + 1) * 2;
            let to = Range { lo: 0, hi, align: 0 };
            // What is impossible shows when the numbers are looked at.
            let _ = state.restrict(length, to);
        }
    }

    /// Notes divisions by zero and shifts out of range; what goes on is defined.
    fn check_defined(&mut self, state: &State, op: BinOp, bits: u32, a: Value, b: Value) {
        let (x, y) = (clamped(state, a, Range::of_width(bits)), clamped(state, b, Range::of_width(bits)));
        match op {
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => {
                if y.contains(0) && !state.graph.are_known_to_differ(b, Value::Int(0)) {
                    self.bug(BugKind::DivByZero, "a division by zero is possible");
                }
                let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
                // What is 1 in one bit is -1, which is the least number there.
                let (least, minus_one) = if bits == 1 { (1, 1) } else { (Range::of_width(bits).lo, -1) };
                if signed && y.contains(minus_one) && x.contains(least) {
                    self.bug(BugKind::SignedOverflow, "the least number may be divided by -1");
                }
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                if y.lo < 0 || y.hi >= i64::from(bits) {
                    self.bug(BugKind::ShiftOutOfRange, "a shift may be as far as the number is wide");
                }
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor => {}
        }
    }

    /// Notes counts of the leading or trailing zeros of 0, where they are not defined; what goes on is the width.
    pub(super) fn check_nonzero(&mut self, state: &State, bits: u32, a: Value) {
        let range = clamped(state, a, Range::of_width(bits));
        if range.contains(0) && !state.graph.are_known_to_differ(a, Value::Int(0)) {
            self.bug(BugKind::BitScanOfZero, "the leading or trailing zero bits of 0 may be counted");
        }
    }

    /// Addresses as integers of their width: moved, subtracted, rounded down.
    fn on_address(&self, state: &mut State, op: BinOp, bits: u32, a: Value, b: Value) -> Option<Value> {
        if bits != self.pointer_bits() {
            return None;
        }
        match op {
            BinOp::Add => {
                let (addr, by) = with_address(a, b)?;
                self.moved(state, addr, by)
            }
            BinOp::Sub => self.distance(state, bits, a.as_addr()?, b),
            BinOp::And => {
                let (addr, Value::Int(mask)) = with_address(a, b)? else { return None };
                self.aligned_down(state, addr, mask)
            }
            BinOp::Or | BinOp::Xor => a.as_addr().filter(|_| b == Value::Int(0)).map(Value::Addr),
            BinOp::Mul
            | BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr => None,
        }
    }

    /// An address less a number, or less an address of the same object.
    fn distance(&self, state: &mut State, bits: u32, addr: Addr, less: Value) -> Option<Value> {
        match less.as_addr() {
            Some(other) if other.object == addr.object && other.which == addr.which => {
                let (x, y) = (offset_value(addr), negated(state, offset_value(other))?);
                sum(state, bits, x, y)
            }
            Some(_) => None,
            None => {
                let by = negated(state, less)?;
                self.moved(state, addr, by)
            }
        }
    }

    /// Moves an address of a region by a number; `None` where that cannot be written down, or leads once around the address
    /// space. Ends of segments stay.
    pub(super) fn moved(&self, state: &mut State, addr: Addr, by: Value) -> Option<Value> {
        let moved = self.moved_exactly(state, addr, by)?;
        // Not `Graph::offsets`, which leaves out what overflows: such an address is one all the same.
        let unmoved = moved.plus.map_or(Range::exactly(0), |sym| state.graph.sym(sym).range);
        let offsets = unmoved.plus_const(moved.offset)?;
        Range::of_width(self.pointer_bits()).includes(offsets).then_some(Value::Addr(moved))
    }

    fn moved_exactly(&self, state: &mut State, addr: Addr, by: Value) -> Option<Addr> {
        match by {
            Value::Int(0) => Some(addr),
            _ if state.graph.is_segment(addr.object) => None,
            Value::Int(by) => addr.moved(by),
            Value::Sym(Linear { sym, negated: false, add }) if addr.plus.is_none() => {
                Addr { plus: Some(sym), ..addr }.moved(add)
            }
            Value::Sym(_) => {
                let offset = sum(state, 64, offset_value(addr), by);
                let (plus, offset) = match offset {
                    Some(Value::Int(offset)) => (None, offset),
                    Some(Value::Sym(Linear { sym, negated: false, add })) => (Some(sym), add),
                    Some(Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..)) | None => {
                        let range = state.graph.offsets(addr).plus(state.graph.range(by))?;
                        (Some(state.graph.add_sym(SymInfo::unknown(range))), 0)
                    }
                };
                Some(Addr { plus, offset, ..addr })
            }
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        }
    }

    /// `address & -2^k`. Exact where the object is known to be aligned so; otherwise up to 2^k - 1 bytes lower.
    fn aligned_down(&self, state: &mut State, addr: Addr, mask: i64) -> Option<Value> {
        let step = mask.checked_neg()?;
        if step <= 0 || step & (step - 1) != 0 || state.graph.is_segment(addr.object) {
            return None;
        }
        let known = crate::exec::memory::alignment(state.graph.object(addr.object));
        let offsets = state.graph.offsets(addr);
        if step <= known
            && let Some(offset) = offsets.as_exact()
        {
            return Some(Value::Addr(Addr { offset: offset & mask, plus: None, ..addr }));
        }
        let (lo, align) = if step <= known {
            (offsets.lo & mask, step.trailing_zeros() as u8)
        } else {
            (offsets.lo.checked_sub(step - 1)?, 0)
        };
        let range = Range::new(lo, offsets.hi, align)?;
        let sym = state.graph.add_sym(SymInfo::unknown(range));
        Some(Value::Addr(Addr { offset: 0, plus: Some(sym), ..addr }))
    }

    pub(super) fn overflows(
        &self,
        state: State,
        op: OverflowOp,
        signed: bool,
        bits: u32,
        a: Value,
        b: Value,
    ) -> Vec<(State, bool)> {
        let (x, y) = (state.graph.range(a), state.graph.range(b));
        let exact = match op {
            OverflowOp::Add => x.plus(y),
            OverflowOp::Sub => y.negated().and_then(|y| x.plus(y)),
            OverflowOp::Mul => x.times(y),
        };
        // The sign of one bit is not in its range.
        let has_sign = signed && bits > 1;
        if bits <= 63 && (has_sign || !signed && x.lo >= 0 && y.lo >= 0) {
            let fits =
                if signed { Range::of_width(bits) } else { Range { lo: 0, hi: i64::MAX >> (63 - bits), align: 0 } };
            match exact {
                Some(range) if fits.lo <= range.lo && range.hi <= fits.hi => return vec![(state, false)],
                Some(range) if range.hi < fits.lo || range.lo > fits.hi => return vec![(state, true)],
                Some(_) | None => {}
            }
        }
        vec![(state.clone(), false), (state, true)]
    }

    pub(super) fn bit_op(&self, state: &mut State, op: BitOp, bits: u32, a: Value, nonzero: bool) -> Value {
        if let Value::Int(a) = a
            && bits <= 64
        {
            let result = eval::bits(op, bits as u16, u128::from(low(bits, a)));
            return Value::Int(wrap(result as i64, bits));
        }
        let range = match op {
            BitOp::PopCount | BitOp::LeadingZeros | BitOp::TrailingZeros if bits > 8 => {
                Range { lo: 0, hi: i64::from(bits) - i64::from(nonzero), align: 0 }
            }
            BitOp::PopCount | BitOp::LeadingZeros | BitOp::TrailingZeros | BitOp::Bswap | BitOp::Reverse => {
                Range::of_width(bits)
            }
        };
        state.graph.unknown(range)
    }

    pub(super) fn cast(&self, state: &mut State, op: CastOp, from: u32, to: u32, a: Value) -> Value {
        let value = match op {
            // Of an unknown wider number, ranges say nothing.
            CastOp::Trunc if from > 64 && state.graph.range(a) == Range::ALL => None,
            CastOp::Trunc => fitted(state, to, a),
            CastOp::SExt => match a {
                Value::Int(1) if from == 1 => Some(Value::Int(-1)),
                Value::Sym(_) if from == 1 => negated(state, a),
                Value::Int(_) | Value::Sym(_) => Some(a),
                // Addresses have no sign.
                Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
            },
            CastOp::ZExt => match a {
                Value::Int(value) if value >= 0 => Some(a),
                Value::Int(value) if from < 63 => Some(Value::Int(value + (1i64 << from))),
                Value::Sym(_) if state.graph.range(a).lo >= 0 => Some(a),
                Value::Addr(_) | Value::Func(_) | Value::Label(..) if from >= self.pointer_bits() => Some(a),
                Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
            },
            CastOp::Bitcast => Some(a),
            CastOp::PtrToInt | CastOp::IntToPtr if to >= from => match a {
                Value::Int(value) if value < 0 && to > from => (from < 63).then(|| Value::Int(value + (1i64 << from))),
                Value::Sym(_) if to > from && state.graph.range(a).lo < 0 => None,
                Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => Some(a),
            },
            CastOp::PtrToInt | CastOp::IntToPtr => fitted(state, to, a),
            CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => None,
        };
        value.unwrap_or_else(|| {
            let range = match op {
                CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr if from < 63 && to > from => {
                    Range { lo: 0, hi: (1i64 << from) - 1, align: 0 }
                }
                CastOp::Trunc
                | CastOp::ZExt
                | CastOp::SExt
                | CastOp::Bitcast
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToFloat => Range::of_width(to),
            };
            let value = Value::sym(state.graph.add_sym(SymInfo::unknown(range)));
            state.trail.note(TrailEvent::Cast { value, op, from, to, a });
            value
        })
    }
}

fn note(state: &mut State, value: Value, op: BinOp, width: u32, a: Value, b: Value) {
    if a.symbol().is_some() || b.symbol().is_some() {
        state.trail.note(TrailEvent::Binary { value, op, width, a, b });
    }
}

/// The low bits, if the value says what they are.
fn fitted(state: &State, bits: u32, a: Value) -> Option<Value> {
    match a {
        Value::Int(value) => Some(Value::Int(wrap(value, bits))),
        Value::Sym(_) if Range::of_width(bits).includes(state.graph.range(a)) => Some(a),
        Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}

/// `None` when the run ends: a division by zero or its like, a bad shift.
fn constant(op: BinOp, bits: u32, x: i64, y: i64) -> Option<i64> {
    let result = eval::narrow::binary(op, bits as u16, false, low(bits, x), low(bits, y)).ok()?;
    Some(wrap(result as i64, bits))
}

/// The bits of a number of at most 64.
fn low(bits: u32, number: i64) -> u64 {
    ir::truncate(number as u128, bits as u16) as u64
}

/// `-value`, exactly.
pub(super) fn negated(state: &State, value: Value) -> Option<Value> {
    match value {
        Value::Int(value) => value.checked_neg().map(Value::Int),
        Value::Sym(linear) => {
            state.graph.range(value).negated()?;
            let add = linear.add.checked_neg()?;
            Some(Value::Sym(Linear { sym: linear.sym, negated: !linear.negated, add }))
        }
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}

/// `a + b` as a number plus a constant; `None` where it is no such thing, or wraps around.
pub(super) fn sum(state: &State, bits: u32, a: Value, b: Value) -> Option<Value> {
    let width = Range::of_width(bits);
    let (linear, by) = match (a, b) {
        (Value::Int(x), Value::Int(y)) => return x.checked_add(y).map(|exact| Value::Int(wrap(exact, bits))),
        (Value::Sym(linear), Value::Int(by)) | (Value::Int(by), Value::Sym(linear)) => (linear, by),
        // x + 1 - x
        (Value::Sym(x), Value::Sym(y)) if x.sym == y.sym && x.negated != y.negated => {
            return x.add.checked_add(y.add).filter(|exact| width.contains(*exact)).map(Value::Int);
        }
        (Value::Sym(_), Value::Sym(_))
        | (Value::Addr(_) | Value::Func(_) | Value::Label(..), _)
        | (_, Value::Addr(_) | Value::Func(_) | Value::Label(..)) => return None,
    };
    let range = state.graph.range(Value::Sym(linear)).plus_const(by)?;
    let fits = width.lo <= range.lo && range.hi <= width.hi;
    fits.then_some(Value::Sym(Linear { add: linear.add.checked_add(by)?, ..linear }))
}

fn times(state: &State, bits: u32, a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(0), _) | (_, Value::Int(0)) => Some(Value::Int(0)),
        (Value::Int(1), other) | (other, Value::Int(1)) => Some(other),
        (Value::Int(-1), other) | (other, Value::Int(-1)) => {
            let value = negated(state, other)?;
            Range::of_width(bits).includes(state.graph.range(value)).then_some(value)
        }
        (Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => None,
    }
}

/// The two values in some order, if one of them is a number.
fn with_number(a: Value, b: Value) -> Option<(Value, i64)> {
    match (a, b) {
        (value, Value::Int(number)) | (Value::Int(number), value) => Some((value, number)),
        (_, Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..)) => None,
    }
}

/// The two values in some order, if one of them is an address.
fn with_address(a: Value, b: Value) -> Option<(Addr, Value)> {
    match (a, b) {
        (Value::Addr(addr), other) | (other, Value::Addr(addr)) => Some((addr, other)),
        (_, Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..)) => None,
    }
}

fn and(state: &State, bits: u32, a: Value, b: Value) -> Option<Value> {
    if a == b {
        return Some(a);
    }
    let (value, mask) = with_number(a, b)?;
    match mask {
        0 => Some(Value::Int(0)),
        -1 => Some(value),
        1 if bits == 1 => Some(value),
        // A mask that a number fits anyway.
        _ if mask > 0 && (mask & mask.wrapping_add(1)) == 0 => {
            let range = state.graph.range(value);
            (range.lo >= 0 && range.hi <= mask).then_some(value)
        }
        _ => None,
    }
}

fn or(bits: u32, a: Value, b: Value) -> Option<Value> {
    if a == b {
        return Some(a);
    }
    let (value, number) = with_number(a, b)?;
    match number {
        0 => Some(value),
        1 if bits == 1 => Some(Value::Int(1)),
        _ => None,
    }
}

fn xor(state: &State, bits: u32, a: Value, b: Value) -> Option<Value> {
    if a == b {
        return Some(Value::Int(0));
    }
    let (value, number) = with_number(a, b)?;
    match number {
        0 => Some(value),
        // The negation of a truth value.
        1 if Range::of_width(1).includes(state.graph.range(value)) => {
            let value = negated(state, value)?;
            sum(state, 64, value, Value::Int(1))
        }
        -1 => {
            let value = negated(state, value)?;
            sum(state, bits, value, Value::Int(-1))
        }
        _ => None,
    }
}

/// Bounds of a result that is a new unknown; `None` when every result ends the run.
fn result_range(state: &State, op: BinOp, bits: u32, a: Value, b: Value) -> Option<Range> {
    let width = Range::of_width(bits);
    let (x, y) = (clamped(state, a, width), clamped(state, b, width));
    let natural = x.lo >= 0 && y.lo >= 0;
    let exact = match op {
        BinOp::Add => x.plus(y),
        BinOp::Sub => y.negated().and_then(|y| x.plus(y)),
        BinOp::Mul => x.times(y),
        BinOp::Shl => y.as_exact().filter(|by| (0..62).contains(by)).and_then(|by| x.times(Range::exactly(1 << by))),
        BinOp::LShr | BinOp::AShr if x.lo >= 0 => {
            let by = y.lo.clamp(0, 63);
            Range::new(0, x.hi >> by, 0)
        }
        BinOp::UDiv | BinOp::SDiv if natural => {
            if y.hi == 0 {
                return None;
            }
            Range::new(x.lo / y.hi, x.hi / y.lo.max(1), 0)
        }
        BinOp::URem | BinOp::SRem if natural => {
            if y.hi == 0 {
                return None;
            }
            Range::new(0, x.hi.min(y.hi - 1), 0)
        }
        BinOp::SRem => y
            .as_exact()
            .filter(|by| *by != 0 && *by != i64::MIN)
            .and_then(|by| Range::new(1 - by.abs(), by.abs() - 1, 0)),
        BinOp::URem => y.as_exact().filter(|by| *by > 0).and_then(|by| Range::new(0, by - 1, 0)),
        BinOp::And if mask_align(x, y).is_some() => mask_align(x, y),
        BinOp::And if y.lo >= 0 || x.lo >= 0 => {
            let hi = if natural {
                x.hi.min(y.hi)
            } else if y.lo >= 0 {
                y.hi
            } else {
                x.hi
            };
            Range::new(0, hi, 0)
        }
        BinOp::Or | BinOp::Xor if natural => {
            let hi = (x.hi | y.hi) as u64;
            let top = u64::MAX.checked_shr(hi.leading_zeros()).unwrap_or(0) as i64;
            Range::new(0, top, 0)
        }
        BinOp::And | BinOp::Or | BinOp::Xor | BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => None,
    };
    match exact {
        Some(range) if width.lo <= range.lo && range.hi <= width.hi => Some(range),
        Some(_) | None => Some(width),
    }
}

/// Rounding down to a multiple of a power of two.
fn mask_align(x: Range, y: Range) -> Option<Range> {
    let (range, mask) = match (x.as_exact(), y.as_exact()) {
        (_, Some(mask)) => (x, mask),
        (Some(mask), _) => (y, mask),
        (None, None) => return None,
    };
    let step = mask.checked_neg().filter(|step| *step > 0 && step & (step - 1) == 0)?;
    Range::new(range.lo & mask, range.hi & mask, step.trailing_zeros() as u8)
}

fn clamped(state: &State, value: Value, width: Range) -> Range {
    match value {
        Value::Int(_) | Value::Sym(_) => state.graph.range(value).meet(width).unwrap_or(width),
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => width,
    }
}
