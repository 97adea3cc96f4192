//! Comparisons: decided where possible, otherwise both outcomes, each with what it teaches.
//!
//! Paper: [SAS13] section 3.4 and App. E (`proveNeq`, `lookThrough`, refinement by branch conditions).
//! Guarantees: every concretisation of the input in which the comparison has an outcome is one of the states given for
//! that outcome.                                                                    (tested by `comparisons_cover`)
//! DIVERGENCE: the paper removes whole chains of possibly empty segments at once; we look at one segment at a time,
//! empty or not, and compare again. Numbers have ranges, which the paper leaves to its section 4.

use ir::Predicate;

use crate::graph::{Addr, Graph, Life, Linear, ObjectId, Origin, Range, State, Storage, TrailEvent, Value, Which};
use crate::operations::segment;

/// The widest numbers that ranges are about.
const WIDEST: u32 = 64;
/// Objects lie neither in the first page nor across the end of the address space.
const FIRST_PAGE: i64 = 4096;

/// The possible outcomes of `a pred b`, where both have `bits` bits.
pub fn compare(state: State, pred: Predicate, a: Value, b: Value, bits: u32) -> Vec<(State, bool)> {
    // Ranges end where 64 bits do: they say nothing about wider numbers, unless those are known.
    let known = |value: Value| matches!(value, Value::Int(_));
    if bits > WIDEST && !(known(a) && known(b)) {
        return both(state);
    }
    let outcomes = match pred {
        Predicate::Eq => equal(state, a, b),
        Predicate::Ne => negate(equal(state, a, b)),
        Predicate::Slt => less(state, a, b, bits, true),
        Predicate::Sgt => less(state, b, a, bits, true),
        Predicate::Sle => negate(less(state, b, a, bits, true)),
        Predicate::Sge => negate(less(state, a, b, bits, true)),
        Predicate::Ult => less(state, a, b, bits, false),
        Predicate::Ugt => less(state, b, a, bits, false),
        Predicate::Ule => negate(less(state, b, a, bits, false)),
        Predicate::Uge => negate(less(state, a, b, bits, false)),
    };
    note(outcomes, pred, a, b, bits)
}

fn note(mut outcomes: Vec<(State, bool)>, pred: Predicate, a: Value, b: Value, width: u32) -> Vec<(State, bool)> {
    if outcomes.len() > 1 {
        for (state, holds) in &mut outcomes {
            let holds = *holds;
            state.trail.note(TrailEvent::Compared { pred, width, a, b, holds });
        }
    }
    outcomes
}

fn negate(mut outcomes: Vec<(State, bool)>) -> Vec<(State, bool)> {
    outcomes.iter_mut().for_each(|(_, holds)| *holds = !*holds);
    outcomes
}

fn both(state: State) -> Vec<(State, bool)> {
    vec![(state.clone(), true), (state, false)]
}

/// What an address can be: the end of a segment that may be empty, if it is not, or else the value behind it, and so on.
fn look_through(graph: &Graph, value: Value) -> Vec<Value> {
    let mut ways = vec![value];
    let mut seen = Vec::new();
    let mut last = value;
    while let Value::Addr(addr) = last {
        let Some(segment) = graph.object(addr.object).segment() else { break };
        if segment.min > 0 || seen.contains(&addr.object) {
            break;
        }
        last = match addr.which {
            Which::First | Which::Last => graph.behind(addr),
            Which::Region | Which::All => break,
        };
        seen.push(addr.object);
        ways.push(last);
    }
    ways
}

/// Do the two differ in every concretisation? `false` may mean that it was not found out.
pub fn prove_neq(graph: &Graph, a: Value, b: Value) -> bool {
    if a == b {
        return false;
    }
    if graph.are_known_to_differ(a, b) {
        return true;
    }
    let (ways_of_a, ways_of_b) = (look_through(graph, a), look_through(graph, b));
    ways_of_a.iter().all(|a| ways_of_b.iter().all(|b| differ(graph, *a, *b)))
}

/// Do the two differ, if no segment that they are ends of is empty?
fn differ(graph: &Graph, a: Value, b: Value) -> bool {
    if a == b {
        return false;
    }
    match (a, b) {
        (Value::Addr(a), Value::Addr(b)) => addresses_differ(graph, a, b),
        (Value::Addr(addr), Value::Int(number)) | (Value::Int(number), Value::Addr(addr)) => {
            (0..FIRST_PAGE).contains(&number) && stays_inside(graph, addr, true)
        }
        (Value::Func(_) | Value::Label(..), Value::Int(number))
        | (Value::Int(number), Value::Func(_) | Value::Label(..)) => (0..FIRST_PAGE).contains(&number),
        (Value::Func(_), Value::Func(_)) | (Value::Label(..), Value::Label(..)) => true,
        (Value::Int(_) | Value::Sym(_), Value::Int(_) | Value::Sym(_)) => numbers_differ(graph, a, b),
        (Value::Func(_) | Value::Label(..), Value::Addr(addr))
        | (Value::Addr(addr), Value::Func(_) | Value::Label(..)) => stays_inside(graph, addr, false),
        (Value::Func(_), Value::Label(..)) | (Value::Label(..), Value::Func(_)) => true,
        (Value::Sym(_), _) | (_, Value::Sym(_)) => false,
    }
}

fn numbers_differ(graph: &Graph, a: Value, b: Value) -> bool {
    if let (Value::Sym(a), Value::Sym(b)) = (a, b)
        && a.sym == b.sym
        && a.negated == b.negated
    {
        return a.add != b.add;
    }
    let (a, b) = (graph.range(a), graph.range(b));
    a.hi < b.lo
        || b.hi < a.lo
        || a.as_exact().is_some_and(|a| !b.contains(a))
        || b.as_exact().is_some_and(|b| !a.contains(b))
}

fn addresses_differ(graph: &Graph, a: Addr, b: Addr) -> bool {
    if a.object == b.object {
        if a.which == b.which {
            return a.plus == b.plus && a.offset != b.offset
                || a.plus != b.plus && numbers_differ(graph, offset_value(a), offset_value(b));
        }
        let ends = matches!((a.which, b.which), (Which::First, Which::Last) | (Which::Last, Which::First));
        if a.offset == b.offset && a.plus == b.plus {
            return ends && graph.object(a.object).min_len() >= 2;
        }
        // Different bytes of one node, or bytes of two.
        let inside = |addr: Addr| addr.plus.is_none() && stays_inside(graph, addr, false);
        return ends && inside(a) && inside(b);
    }
    let live = |addr: Addr| graph.object(addr.object).life == Life::Live;
    // Compilers may lay one string literal into another.
    let constant = |addr: Addr| graph.object(addr.object).storage == Storage::Global { constant: true };
    live(a)
        && live(b)
        && !(constant(a) && constant(b))
        && stays_inside(graph, a, false)
        && stays_inside(graph, b, false)
}

/// Is it the address of a byte of the object? With `end`, the one behind the last counts too.
fn stays_inside(graph: &Graph, addr: Addr, end: bool) -> bool {
    let (offsets, size) = (graph.offsets(addr), graph.range(graph.object(addr.object).size));
    offsets.lo >= 0 && (offsets.hi < size.lo || end && offsets.hi == size.lo)
}

/// The offset as a number.
pub fn offset_value(addr: Addr) -> Value {
    match addr.plus {
        None => Value::Int(addr.offset),
        Some(sym) => Value::Sym(Linear { sym, negated: false, add: addr.offset }),
    }
}

fn equal(state: State, a: Value, b: Value) -> Vec<(State, bool)> {
    if a == b {
        return vec![(state, true)];
    }
    if prove_neq(&state.graph, a, b) {
        return vec![(state, false)];
    }
    for (value, other) in [(a, b), (b, a)] {
        let Value::Addr(addr) = value else { continue };
        let Some(segment) = state.graph.object(addr.object).segment() else { continue };
        if segment.min == 0 {
            return empty_or_not(state, addr, value, other);
        }
        if other.object() == Some(addr.object) && segment.min == 1 {
            return one_or_more(state, addr.object, a, b);
        }
    }
    match (a, b) {
        (Value::Addr(x), Value::Addr(y)) if x.object == y.object && x.which == y.which => {
            equal(state, offset_value(x), offset_value(y))
        }
        (Value::Sym(linear), other) | (other, Value::Sym(linear)) => equal_to_unknown(state, linear, other),
        (Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => both(state),
    }
}

/// A segment of no node or of some: compared again in either case.
fn empty_or_not(state: State, addr: Addr, value: Value, other: Value) -> Vec<(State, bool)> {
    let mut outcomes = Vec::new();
    let segment = state.graph.object(addr.object).segment().expect("invariant: asked of segments only");
    let mut without = state.clone();
    let replaced = |value: Value, state: &State| match value {
        Value::Addr(other) if other.object == addr.object => state.graph.behind(other),
        Value::Addr(_) | Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => value,
    };
    let (new_value, new_other) = (replaced(value, &state), replaced(other, &state));
    if segment::remove(&mut without, addr).is_some() {
        outcomes.extend(equal(without, new_value, new_other));
    }
    let mut with = state;
    if segment.optional {
        segment::make_region(&mut with, addr.object, segment);
        let as_region = |value: Value| match value {
            Value::Addr(other) if other.object == addr.object => Value::Addr(Addr { which: Which::Region, ..other }),
            Value::Addr(_) | Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => value,
        };
        outcomes.extend(equal(with, as_region(value), as_region(other)));
    } else {
        with.graph.object_mut(addr.object).set_segment(|segment| segment.min = 1);
        if segment::at_least(&mut with, addr.object, 1) {
            outcomes.extend(equal(with, value, other));
        }
    }
    outcomes
}

/// Both ends of one segment: they are the same node exactly if it is the only one.
fn one_or_more(mut state: State, id: ObjectId, a: Value, b: Value) -> Vec<(State, bool)> {
    let end = |value: Value| value.as_addr().filter(|addr| matches!(addr.which, Which::First | Which::Last));
    let alike = matches!((end(a), end(b)), (Some(a), Some(b)) if (a.offset, a.plus) == (b.offset, b.plus));
    if !alike {
        return both(state);
    }
    let mut outcomes = Vec::new();
    let mut one = state.clone();
    let segment = one.graph.object(id).segment().expect("invariant: asked of segments only");
    if segment::has_length(&mut one, id, Range::exactly(1)) {
        segment::make_region(&mut one, id, segment);
        outcomes.push((one, true));
    }
    state.graph.object_mut(id).set_segment(|segment| segment.min = 2);
    if segment::at_least(&mut state, id, 2) {
        outcomes.push((state, false));
    }
    outcomes
}

fn equal_to_unknown(state: State, linear: Linear, other: Value) -> Vec<(State, bool)> {
    let mut outcomes = Vec::new();
    let mut same = state.clone();
    if assume_equal(&mut same, linear, other) {
        outcomes.push((same, true));
    }
    let mut different = state;
    let this = Value::Sym(linear);
    if exclude(&mut different, linear, other) {
        if let Value::Sym(kept) = this
            && different.graph.has_sym(kept.sym)
            && other.symbol().is_none_or(|sym| different.graph.has_sym(sym))
        {
            different.graph.add_differ(this, other);
        }
        outcomes.push((different, false));
    }
    outcomes
}

/// `±sym + add = other`: the unknown is replaced. `false` when it is impossible.
fn assume_equal(state: &mut State, linear: Linear, other: Value) -> bool {
    let solved = match other {
        Value::Int(number) => {
            let difference = number
                .checked_sub(linear.add)
                .and_then(|difference| if linear.negated { difference.checked_neg() } else { Some(difference) });
            match difference {
                Some(number) => Value::Int(number),
                None => return false,
            }
        }
        Value::Sym(other) => {
            // sym = ±(±other + other.add - add)
            let Some(add) = other.add.checked_sub(linear.add) else { return true };
            let Some(add) = (if linear.negated { add.checked_neg() } else { Some(add) }) else { return true };
            Value::Sym(Linear { sym: other.sym, negated: other.negated != linear.negated, add })
        }
        Value::Addr(addr) if linear.negated || addr.which != Which::Region && linear.add != 0 => return true,
        Value::Addr(addr) => match linear.add.checked_neg().and_then(|by| addr.moved(by)) {
            Some(addr) => Value::Addr(addr),
            None => return true,
        },
        Value::Func(_) | Value::Label(..) if linear.negated || linear.add != 0 => return true,
        Value::Func(_) | Value::Label(..) => other,
    };
    if let Value::Sym(other) = solved
        && other.sym == linear.sym
    {
        return true;
    }
    let info = state.graph.sym(linear.sym);
    // A pointer stays uninitialised, whatever it happens to be.
    if info.origin == Origin::Uninit && matches!(solved, Value::Addr(_) | Value::Func(_) | Value::Label(..)) {
        return true;
    }
    if state.graph.level(solved) != info.level {
        return true;
    }
    state.substitute(linear.sym, solved)
}

/// `±sym + add != other`: bounds move by one step where the excluded number is a bound.
fn exclude(state: &mut State, linear: Linear, other: Value) -> bool {
    let Value::Int(number) = other else { return true };
    let range = state.graph.range(Value::Sym(linear));
    let step = 1i64 << range.align;
    if number == range.lo {
        match range.lo.checked_add(step) {
            Some(lo) => state.narrow(linear, Range { lo, hi: i64::MAX, align: 0 }),
            None => true,
        }
    } else if number == range.hi {
        match range.hi.checked_sub(step) {
            Some(hi) => state.narrow(linear, Range { lo: i64::MIN, hi, align: 0 }),
            None => true,
        }
    } else {
        true
    }
}

/// `a < b`.
fn less(state: State, a: Value, b: Value, bits: u32, signed: bool) -> Vec<(State, bool)> {
    if a == b {
        return vec![(state, false)];
    }
    match (a, b) {
        // As signed numbers, addresses of one object may lie on both sides of the middle.
        (Value::Addr(x), Value::Addr(y)) if !signed && x.object == y.object && x.which == y.which => {
            let near = |addr: Addr| {
                let (offsets, size) =
                    (state.graph.offsets(addr), state.graph.range(state.graph.object(addr.object).size));
                offsets.lo > -FIRST_PAGE && offsets.hi <= size.hi.saturating_add(FIRST_PAGE)
            };
            if near(x) && near(y) {
                return less_number(state, offset_value(x), offset_value(y), 64, true);
            }
            both(state)
        }
        (Value::Int(number), Value::Addr(addr))
            if !signed && prove_neq(&state.graph, Value::Addr(addr), Value::NULL) =>
        {
            if (0..FIRST_PAGE).contains(&number) { vec![(state, true)] } else { both(state) }
        }
        (Value::Addr(addr), Value::Int(number))
            if !signed && prove_neq(&state.graph, Value::Addr(addr), Value::NULL) =>
        {
            if (0..=FIRST_PAGE).contains(&number) { vec![(state, false)] } else { both(state) }
        }
        (Value::Int(_) | Value::Sym(_), Value::Int(_) | Value::Sym(_)) => less_number(state, a, b, bits, signed),
        (Value::Addr(_), Value::Int(0)) if !signed => vec![(state, false)],
        (Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..), _) => both(state),
    }
}

fn less_number(state: State, a: Value, b: Value, bits: u32, signed: bool) -> Vec<(State, bool)> {
    if signed && bits == 1 {
        // What is 1 here has the sign, and is -1.
        return less_number(state, b, a, bits, false);
    }
    let (x, y) = (clamped(&state, a, bits), clamped(&state, b, bits));
    if signed || bits == 1 || x.lo >= 0 && y.lo >= 0 || x.hi < 0 && y.hi < 0 {
        return less_signed(state, a, b, x, y);
    }
    // Unsigned, with negative numbers: those are above all others.
    if x.lo >= 0 && y.hi < 0 {
        return vec![(state, true)];
    }
    if x.hi < 0 && y.lo >= 0 {
        return vec![(state, false)];
    }
    let mut outcomes = Vec::new();
    if y.lo >= 0 {
        // x below a number that is not negative: x is not negative either.
        let mut holds = state.clone();
        if restrict(&mut holds, a, Range { lo: 0, hi: y.hi.saturating_sub(1), align: 0 }) {
            outcomes.push((holds, true));
        }
        outcomes.push((state, false));
    } else if x.lo >= 0 {
        // Not below x: the other is not negative and at most x.
        let mut fails = state.clone();
        outcomes.push((state, true));
        if restrict(&mut fails, b, Range { lo: 0, hi: x.hi, align: 0 }) {
            outcomes.push((fails, false));
        }
    } else {
        outcomes = both(state);
    }
    outcomes
}

fn clamped(state: &State, value: Value, bits: u32) -> Range {
    let range = state.graph.range(value);
    range.meet(Range::of_width(bits)).unwrap_or(range)
}

fn less_signed(state: State, a: Value, b: Value, x: Range, y: Range) -> Vec<(State, bool)> {
    if x.hi < y.lo {
        return vec![(state, true)];
    }
    if x.lo >= y.hi {
        return vec![(state, false)];
    }
    if let (Value::Sym(p), Value::Sym(q)) = (a, b)
        && p.sym == q.sym
        && p.negated == q.negated
    {
        return vec![(state, p.add < q.add)];
    }
    let mut outcomes = Vec::new();
    let mut holds = state.clone();
    if restrict(&mut holds, a, Range { lo: i64::MIN, hi: y.hi.saturating_sub(1), align: 0 })
        && restrict(&mut holds, b, Range { lo: x.lo.saturating_add(1), hi: i64::MAX, align: 0 })
    {
        outcomes.push((holds, true));
    }
    let mut fails = state;
    if restrict(&mut fails, a, Range { lo: y.lo, hi: i64::MAX, align: 0 })
        && restrict(&mut fails, b, Range { lo: i64::MIN, hi: x.hi, align: 0 })
    {
        outcomes.push((fails, false));
    }
    outcomes
}

/// Narrows a number; an earlier restriction may have made it exact.
fn restrict(state: &mut State, value: Value, to: Range) -> bool {
    match value {
        Value::Sym(linear) if state.graph.has_sym(linear.sym) => state.narrow(linear, to),
        Value::Int(number) => to.contains(number),
        Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => true,
    }
}
