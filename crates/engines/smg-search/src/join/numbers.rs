//! Unknowns and numbers: one unknown of the result for every pair that the sides have in one place.
//!
//! DIVERGENCE: in the paper, a value with two counterparts makes the join fail; here it becomes two unknowns. What is
//! equal on both sides stays equal, and so do constant differences.
//! Loses precision when: a bound grows; it then jumps to the next threshold, so that joins in a loop come to an end.

use super::Status;
use super::joiner::{Fail, Joiner, LEFT, Mode, RIGHT};
use smg::graph::{Linear, Origin, Range, SymId, SymInfo, Value};

/// Bounds of the usual types stop widening too.
const LOWER: [i64; 6] = [i64::MIN, i32::MIN as i64, i16::MIN as i64, i8::MIN as i64, -1, 0];
const UPPER: [i64; 7] =
    [i8::MAX as i64, u8::MAX as i64, i16::MAX as i64, u16::MAX as i64, i32::MAX as i64, u32::MAX as i64, i64::MAX];

impl Joiner<'_> {
    /// `keep_small`: small numbers are kept apart; a join then fails, a merge remembers it.
    pub fn join_numbers(&mut self, a: Value, b: Value, at: usize, keep_small: bool) -> Result<Value, Fail> {
        if let (Value::Int(x), Value::Int(y)) = (a, b) {
            let limit = self.options.exact_limit.unsigned_abs();
            if x == y {
                return Ok(a);
            }
            if keep_small && x.unsigned_abs() <= limit && y.unsigned_abs() <= limit {
                if !self.is_merge() {
                    return Err(self.fail());
                }
                self.blurred += 1;
            }
        }
        let level = self.number_level(a, b, at);
        let joined = match (a, b) {
            (Value::Sym(x), _) => match solved(x, b) {
                Some(other) => {
                    self.partner(LEFT, x.sym, other);
                    if let Value::Sym(y) = b
                        && let Some(other) = solved(y, a)
                    {
                        self.partner(RIGHT, y.sym, other);
                    }
                    let sym = self.number((Value::sym(x.sym), other, level), Value::sym(x.sym), other);
                    Linear { sym, ..x }
                }
                None => self.unrelated(a, b, level),
            },
            (_, Value::Sym(y)) => match solved(y, a) {
                Some(other) => {
                    self.partner(RIGHT, y.sym, other);
                    let sym = self.number((other, Value::sym(y.sym), level), other, Value::sym(y.sym));
                    Linear { sym, ..y }
                }
                None => self.unrelated(a, b, level),
            },
            (Value::Int(x), Value::Int(y)) => match y.checked_sub(x) {
                Some(difference) => {
                    let key = (Value::Int(0), Value::Int(difference), level);
                    let sym = self.number(key, a, b);
                    let base = self.numbers[&key].1;
                    match x.checked_sub(base) {
                        Some(add) => Linear { sym, negated: false, add },
                        None => self.unrelated(a, b, level),
                    }
                }
                None => self.unrelated(a, b, level),
            },
            (Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => return Err(self.fail()),
        };
        Ok(Value::Sym(joined))
    }

    /// The unknown for a pair.
    fn number(&mut self, key: (Value, Value, u8), a: Value, b: Value) -> SymId {
        if let Some((sym, _)) = self.numbers.get(&key) {
            return *sym;
        }
        let sym = self.new_number(a, b, key.2);
        self.numbers.insert(key, (sym, a.as_int().unwrap_or(0)));
        sym
    }

    fn unrelated(&mut self, a: Value, b: Value, level: u8) -> Linear {
        Linear { sym: self.new_number(a, b, level), negated: false, add: 0 }
    }

    fn new_number(&mut self, a: Value, b: Value, level: u8) -> SymId {
        let ranges = [self.sides[LEFT].range(a), self.sides[RIGHT].range(b)];
        let uninit = [self.sides[LEFT].is_uninit(a), self.sides[RIGHT].is_uninit(b)];
        self.note(match (ranges[LEFT].includes(ranges[RIGHT]), ranges[RIGHT].includes(ranges[LEFT])) {
            (true, true) => Status::Equal,
            (true, false) => Status::LeftCovers,
            (false, true) => Status::RightCovers,
            (false, false) => Status::Incomparable,
        });
        self.note(match uninit {
            // Two nodes of which one was not filled yet are not much alike.
            [true, false] | [false, true] if self.is_merge() => Status::Incomparable,
            [true, false] => Status::LeftCovers,
            [false, true] => Status::RightCovers,
            [true, true] | [false, false] => Status::Equal,
        });
        let origin = if uninit[LEFT] || uninit[RIGHT] { Origin::Uninit } else { Origin::Unknown };
        let range = self.join_ranges(ranges[LEFT], ranges[RIGHT]);
        self.dest.add_sym(SymInfo { level, origin, range })
    }

    /// An unknown that is another thing elsewhere loses that it is the same thing there.
    fn partner(&mut self, side: usize, sym: SymId, other: Value) {
        if *self.partners[side].entry(sym).or_insert(other) != other {
            self.note(if side == LEFT { Status::RightCovers } else { Status::LeftCovers });
        }
    }

    /// The level at which one unknown can stand for both.
    pub(super) fn number_level(&self, a: Value, b: Value, at: usize) -> u8 {
        let of = |side: usize, value: Value| value.symbol().map(|sym| self.sides[side].sym(sym).level);
        let up = self.contexts[at].up;
        let level = match (of(LEFT, a), of(RIGHT, b)) {
            (Some(x), Some(y)) => {
                let mut chain = self.chain(at).map(|(_, context)| context.up);
                let equal = chain.find(|up| x + up[LEFT] == y + up[RIGHT]);
                equal.map_or((x + up[LEFT]).max(y + up[RIGHT]), |up| x + up[LEFT])
            }
            (Some(x), None) => x + up[LEFT],
            (None, Some(y)) => y + up[RIGHT],
            (None, None) => 0,
        };
        match self.mode {
            Mode::Join => level,
            // Two nodes of one list hold different values: one for each.
            Mode::Merge { level: merged, .. } => level.max(merged + 1),
        }
    }

    fn join_ranges(&self, a: Range, b: Range) -> Range {
        if a.includes(b) {
            return a;
        }
        let hull = a.hull(b);
        // Which one grows? A join's left side is the older one; of two nodes, the one that is a list already.
        let old = if !self.is_merge() {
            a
        } else if b.includes(a) {
            return b;
        } else if a.as_exact().is_some() && b.as_exact().is_some() {
            return hull;
        } else if a.as_exact().is_some() {
            b
        } else {
            a
        };
        let user = &self.options.thresholds;
        let lower = |at: i64| {
            let usual = LOWER.iter().copied().filter(|limit| *limit <= at).max().unwrap_or(i64::MIN);
            user.iter().copied().rev().find(|limit| *limit <= at).map_or(usual, |limit| limit.max(usual))
        };
        let upper = |at: i64| {
            let usual = UPPER.iter().copied().find(|limit| *limit >= at).unwrap_or(i64::MAX);
            user.iter().copied().find(|limit| *limit >= at).map_or(usual, |limit| limit.min(usual))
        };
        let lo = if hull.lo < old.lo { lower(hull.lo) } else { hull.lo };
        let hi = if hull.hi > old.hi { upper(hull.hi) } else { hull.hi };
        Range::new(lo, hi, hull.align).unwrap_or(Range::ALL)
    }

    /// An unknown that only one side has.
    pub fn import_sym(&mut self, side: usize, sym: SymId, at: usize) -> SymId {
        let mut info = self.sides[side].sym(sym);
        info.level += self.contexts[at].up[side];
        let dest = &mut self.dest;
        *self.imported.entry((side, sym, info.level)).or_insert_with(|| dest.add_sym(info))
    }
}

/// The value of the unknown for which `±sym + add` is `value`.
fn solved(linear: Linear, value: Value) -> Option<Value> {
    match value {
        Value::Int(number) => {
            let difference = number.checked_sub(linear.add)?;
            Some(Value::Int(if linear.negated { difference.checked_neg()? } else { difference }))
        }
        Value::Sym(other) => {
            let add = other.add.checked_sub(linear.add)?;
            let add = if linear.negated { add.checked_neg()? } else { add };
            Some(Value::Sym(Linear { sym: other.sym, negated: other.negated != linear.negated, add }))
        }
        Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
    }
}
