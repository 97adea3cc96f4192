//! Unknowns, links, numbers in turns, what is bound: the parts that graphs are made of.

use super::*;
use crate::graph::{
    Alternation, Computed, Linear, MOST_LINKS, Origin, Range, SymId, SymInfo, Trail, TrailEvent, substituted,
};
use ir::{BinOp, Predicate, VarId};

fn range(lo: i64, hi: i64) -> Range {
    Range { lo, hi, align: 0 }
}

fn linear(sym: SymId, negated: bool, add: i64) -> Value {
    Value::Sym(Linear { sym, negated, add })
}

fn number(linear: Linear, of: i64) -> i64 {
    (if linear.negated { -of } else { of }) + linear.add
}

/// ±x + add: its range holds just what it can be, and restricting it restricts x to what gives no other numbers.
#[test]
fn ranges_of_moved_unknowns() {
    for (negated, add) in (0..2).flat_map(|sign| (-3..4).map(move |add| (sign == 1, add))) {
        for of in [range(-2, 3), Range::new(-4, 4, 1).expect("a range"), Range::new(-8, 8, 2).expect("a range")] {
            let mut state = empty();
            let sym = state.graph.add_sym(SymInfo::unknown(of));
            let it = Linear { sym, negated, add };
            let numbers: Vec<i64> = of.members().map(|x| number(it, x)).collect();
            let found = state.graph.range(Value::Sym(it));
            assert!(numbers.iter().all(|number| found.contains(*number)), "{it:?} {of:?} {found:?}");
            assert_eq!(
                (Some(found.lo), Some(found.hi)),
                (numbers.iter().copied().min(), numbers.iter().copied().max())
            );
            assert!(found.align >= of.align.min(add.trailing_zeros() as u8), "{it:?} {of:?} {found:?}");
            for (lo, hi) in (-9..10).flat_map(|lo| (lo..10).map(move |hi| (lo, hi))) {
                for to in [Some(range(lo, hi)), Range::new(lo, hi, 1)].into_iter().flatten() {
                    let mut state = state.clone();
                    let left: Vec<i64> = of.members().filter(|x| to.contains(number(it, *x))).collect();
                    let possible = state.restrict(it, to);
                    assert!(possible || left.is_empty(), "{it:?} {of:?} {to:?}");
                    if possible {
                        let now = state.graph.sym(sym).range;
                        assert!(left.iter().all(|x| now.contains(*x)), "{it:?} {of:?} {to:?}");
                        assert!(of.includes(now) && now.is_range());
                        if to.align == 0 || add == 0 {
                            assert_eq!(now.members().collect::<Vec<_>>(), left, "{it:?} {of:?} {to:?}");
                        }
                    }
                }
            }
        }
    }
    let mut state = empty();
    let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
    assert_eq!(state.graph.range(linear(sym, false, 5)), range(i64::MIN + 5, i64::MAX));
    assert_eq!(state.graph.range(linear(sym, false, -5)), range(i64::MIN, i64::MAX - 5));
    assert_eq!(state.graph.range(linear(sym, true, 0)), range(i64::MIN + 1, i64::MAX));
    assert!(state.restrict(Linear { sym, negated: false, add: 5 }, range(i64::MIN, 0)));
    assert_eq!(state.graph.sym(sym).range, range(i64::MIN, -5));
    assert!(state.restrict(Linear { sym, negated: true, add: -5 }, range(0, 2)));
    assert_eq!(state.graph.sym(sym).range, range(-7, -5));
}

/// ±(±x + a) + b, and addresses at offsets that turn out.
#[test]
fn values_are_substituted() {
    let (x, y) = (SymId(0), SymId(1));
    for (sign, add) in (0..2).flat_map(|sign| (-2..3).map(move |add| (sign == 1, add))) {
        for of in -3..4 {
            let it = Linear { sym: x, negated: sign, add };
            assert_eq!(substituted(Value::Sym(it), x, Value::Int(of)), Some(Value::Int(number(it, of))));
            assert_eq!(substituted(Value::Sym(it), y, Value::Int(of)), Some(Value::Sym(it)));
        }
        for (inner_sign, inner_add) in (0..2).flat_map(|sign| (-2..3).map(move |add| (sign == 1, add))) {
            let (it, inner) =
                (Linear { sym: x, negated: sign, add }, Linear { sym: y, negated: inner_sign, add: inner_add });
            let Some(Value::Sym(found)) = substituted(Value::Sym(it), x, Value::Sym(inner)) else { panic!("a sum") };
            for of in -3..4 {
                assert_eq!(number(found, of), number(it, number(inner, of)));
            }
        }
    }
    let at = |offset, plus| Value::Addr(Addr { object: ObjectId(0), which: Which::Region, offset, plus });
    assert_eq!(substituted(at(4, Some(x)), x, Value::Int(3)), Some(at(7, None)));
    assert_eq!(substituted(at(4, Some(x)), x, linear(y, false, 3)), Some(at(7, Some(y))));
    assert_eq!(substituted(at(4, Some(x)), x, linear(y, true, 3)), None);
    assert_eq!(substituted(at(4, Some(x)), x, at(0, None)), None);
    assert_eq!(substituted(at(4, Some(x)), y, Value::Int(3)), Some(at(4, Some(x))));
    let func = Value::Func(FuncId::from_index(0));
    let first = Value::Addr(Addr { object: ObjectId(0), which: Which::First, offset: 0, plus: None });
    for (by, unmoved, moved) in
        [(at(4, None), Some(at(4, None)), Some(at(6, None))), (first, Some(first), None), (func, Some(func), None)]
    {
        assert_eq!(substituted(linear(x, false, 0), x, by), unmoved);
        assert_eq!(substituted(linear(x, false, 2), x, by), moved);
        assert_eq!(substituted(linear(x, true, 0), x, by), None);
    }
    assert_eq!(substituted(linear(x, true, 0), x, Value::Int(i64::MIN)), None);
    assert_eq!(substituted(linear(x, false, 1), x, Value::Int(i64::MAX)), None);
    assert_eq!(substituted(linear(x, false, 1), x, linear(y, false, i64::MAX)), None);
    assert_eq!(substituted(linear(x, true, 0), x, linear(y, false, i64::MIN)), None);
}

/// What an unknown turns out to be is known wherever it stands.
#[test]
fn an_unknown_is_replaced_everywhere() {
    let with = |of: Range, other: Range| {
        let mut state = empty();
        let (x, y) = (state.graph.add_sym(SymInfo::unknown(of)), state.graph.add_sym(SymInfo::unknown(other)));
        let cell = node(&mut state, Kind::Region, 64, &[(0, linear(x, false, 1))]);
        let kind = list(0);
        let list = node(&mut state, kind, 64, &[(0, Value::NULL)]);
        state.graph.object_mut(cell).size = linear(x, false, 60);
        state.graph.object_mut(list).length = Some(linear(x, false, 3));
        set_reg(&mut state, 0, linear(x, true, 0));
        set_reg(&mut state, 1, Value::Addr(Addr { object: cell, which: Which::Region, offset: 1, plus: Some(x) }));
        set_reg(&mut state, 2, linear(y, false, 0));
        state.cut.push(linear(x, false, 2));
        state.graph.add_differ(linear(x, false, 0), linear(y, false, 0));
        let computed = Computed { op: BinOp::Mul, bits: 32, a: linear(x, false, 0), b: Value::Int(3) };
        state.remember(computed, linear(x, false, 4));
        (state, x, y)
    };
    let (mut state, x, _) = with(range(0, 9), range(0, 9));
    assert!(state.substitute(x, Value::Int(5)));
    let object = state.graph.object(ObjectId(0));
    assert_eq!((object.fields[0].value, object.size), (Value::Int(6), Value::Int(65)));
    assert_eq!(state.graph.object(ObjectId(1)).length, Some(Value::Int(8)));
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::Int(-5));
    assert_eq!(state.frame().reg(RegId::from_index(1)), Value::region(ObjectId(0), 6));
    assert_eq!(state.cut, [Value::Int(7)]);
    assert_eq!(state.computed[0].0.a, Value::Int(5));
    assert_eq!(state.computed[0].1, Value::Int(9));
    assert!(!state.graph.has_sym(x) && state.graph.differ()[0].0 == Value::Int(5));

    let (mut state, x, y) = with(range(0, 9), range(5, 20));
    assert!(!state.clone().substitute(x, Value::Int(10)), "it is none of its numbers");
    assert!(!state.clone().substitute(x, linear(y, false, 0)), "they are known to differ");
    state.graph.retain_differ(|_| false);
    assert!(!state.clone().substitute(x, linear(y, false, 5)), "they have no number in common");
    assert!(state.clone().substitute(x, linear(x, false, 0)) && !state.clone().substitute(x, linear(x, false, 1)));
    assert!(!state.clone().substitute(x, linear(x, true, 0)));
    // In the other direction nothing can be written down: an offset would be negative. Nothing is lost but knowledge.
    let mut kept = state.clone();
    assert!(kept.substitute(x, linear(y, true, 20)));
    assert!(kept.graph.has_sym(x) && kept.frame().reg(RegId::from_index(0)) == linear(x, true, 0));
    assert!(kept.computed.is_empty() || kept.graph.has_sym(x));
    assert!(state.substitute(x, linear(y, false, -1)));
    assert_eq!(state.graph.sym(y).range, range(5, 10));
    assert!(!state.graph.has_sym(x));
    // Both turn out to be one number.
    let (mut state, x, y) = with(range(0, 5), range(5, 20));
    state.graph.retain_differ(|_| false);
    assert!(state.substitute(x, linear(y, false, 0)));
    assert!(!state.graph.has_sym(x) && !state.graph.has_sym(y));
    assert_eq!(state.frame().reg(RegId::from_index(2)), Value::Int(5));
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::Int(-5));
}

#[test]
fn narrowing_to_one_number_replaces() {
    let mut state = empty();
    let sym = state.graph.add_sym(SymInfo::unknown(range(0, 9)));
    set_reg(&mut state, 0, linear(sym, false, 0));
    let it = Linear { sym, negated: false, add: 2 };
    assert!(!state.clone().narrow(it, range(12, 20)) && !state.clone().restrict(it, range(12, 20)));
    let mut exact = state.clone();
    assert!(exact.restrict(it, range(11, 20)) && exact.graph.has_sym(sym));
    assert!(state.narrow(it, range(11, 20)) && !state.graph.has_sym(sym));
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::Int(9));
}

/// Results are remembered until there are too many of them.
#[test]
fn results_are_recalled() {
    let mut state = empty();
    let operation = |number: i64| Computed { op: BinOp::Mul, bits: 32, a: Value::Int(number), b: Value::Int(3) };
    for number in 0..256 {
        state.remember(operation(number), Value::Int(3 * number));
    }
    assert!((0..256).all(|number| state.recall(operation(number)) == Some(Value::Int(3 * number))));
    assert_eq!(state.recall(operation(256)), None);
    state.remember(operation(256), Value::Int(0));
    assert_eq!(state.computed.len(), 129);
    assert_eq!(state.recall(operation(127)), None);
    assert_eq!(state.recall(operation(128)), Some(Value::Int(384)));
    for other in [
        Computed { op: BinOp::Add, ..operation(200) },
        Computed { bits: 64, ..operation(200) },
        Computed { b: Value::Int(4), ..operation(200) },
    ] {
        assert_eq!(state.recall(other), None);
    }
}

#[test]
fn variables_are_bound_to_addresses() {
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    let var = VarId::from_index;
    let address = |number| Value::region(ObjectId(number), 0);
    for number in [2, 0, 1] {
        frame.bind(var(number), address(number as u32));
    }
    assert_eq!(frame.vars, [(var(0), address(0)), (var(1), address(1)), (var(2), address(2))]);
    frame.bind(var(1), address(7));
    assert_eq!(frame.vars[1], (var(1), address(7)));
    frame.bind(var(1), Value::Int(3));
    assert_eq!(frame.vars, [(var(0), address(0)), (var(2), address(2))]);
    frame.unbind(var(0));
    assert_eq!(frame.vars, [(var(2), address(2))]);
    frame.map_values(|_| Value::NULL);
    assert!(frame.vars.is_empty());
}

#[test]
fn registers_are_set_and_taken() {
    let mut frame = Frame::new(FuncId::from_index(0), Places::nowhere());
    let reg = RegId::from_index;
    for number in [5, 1, 3] {
        frame.set_reg(reg(number), Value::Int(number as i64));
    }
    frame.set_reg(reg(3), Value::Int(9));
    assert_eq!(frame.regs, [(reg(1), Value::Int(1)), (reg(3), Value::Int(9)), (reg(5), Value::Int(5))]);
    assert_eq!((frame.get(reg(3)), frame.get(reg(2))), (Some(Value::Int(9)), None));
    assert_eq!(frame.take_reg(reg(3)), Value::Int(9));
    assert_eq!(frame.get(reg(3)), None);
}

#[test]
fn links_of_a_segment() {
    let link = |at, to, back| Link { at, to, back };
    let all = [link(0, 0, false), link(8, 0, true), link(16, 16, false), link(24, 24, true)];
    let links = Links::new(all).expect("there are as many as may be");
    assert_eq!(links.count(), MOST_LINKS);
    assert_eq!(Links::new(all.into_iter().chain([link(32, 0, false)])), None);
    assert_eq!(Links::new([link(0, 0, false), link(0, 8, true)]), None);
    assert_eq!(links.iter().collect::<Vec<_>>(), all);
    assert!((0..32).all(|at| links.is_link(at) == (at % 8 == 0)));
    for (which, offset, expected) in [
        (Which::First, 0, Some(all[0])),
        (Which::Last, 0, Some(all[1])),
        (Which::First, 16, Some(all[2])),
        (Which::Last, 24, Some(all[3])),
        (Which::First, 24, None),
        (Which::Last, 16, None),
        (Which::Region, 0, None),
        (Which::All, 0, None),
    ] {
        assert_eq!(links.toward(which, offset), expected, "{which:?} {offset}");
    }
    let some = |chosen: &[usize]| Links::new(chosen.iter().map(|at| all[*at])).expect("there are few");
    assert!(some(&[0, 2]).are_among(&links) && !links.are_among(&some(&[0, 2])) && Links::NONE.are_among(&links));
    assert!(!some(&[0, 1]).are_among(&some(&[0, 2])));
    assert!(links.is_double() && !some(&[0, 2]).is_double() && !Links::NONE.is_double());
    let segment = |links| Segment { min: 0, optional: false, head: 0, links, alternates: None };
    assert_eq!((segment(links).next(), segment(links).prev()), (Some(all[0]), Some(all[1])));
    assert_eq!((segment(some(&[1, 2])).next(), segment(some(&[0])).prev()), (Some(all[2]), None));
    assert!(segment(links).is_end(Which::First, 16) && !segment(links).is_end(Which::First, 8));
    assert!(segment(Links::NONE).is_end(Which::First, 0));
    for (which, offset) in [(Which::First, 8), (Which::Last, 0), (Which::All, 0), (Which::Region, 0)] {
        assert!(!segment(Links::NONE).is_end(which, offset));
    }
    assert!(!segment(some(&[2])).is_end(Which::First, 0), "its head alone is no end");
}

#[test]
fn fields_are_found() {
    let mut state = empty();
    let id = node(&mut state, Kind::Region, 64, &[]);
    let fields: Vec<Field> =
        [(4, 4), (8, 8), (20, 1), (24, 8)].map(|(offset, size)| Field { offset, size, value: Value::NULL }).into();
    state.graph.object_mut(id).fields = fields.clone();
    let object = state.graph.object(id);
    for (start, end) in (0..40).flat_map(|start| (start..40).map(move |end| (start, end))) {
        let expected: Vec<Field> = if start == end {
            object.overlapping(start, end).to_vec()
        } else {
            fields.iter().copied().filter(|field| field.offset < end && start < field.end()).collect()
        };
        assert_eq!(object.overlapping(start, end), expected, "{start} {end}");
        let exact = fields.iter().find(|field| (field.offset, field.size) == (start, end - start));
        assert_eq!(object.field(start, end - start), exact, "{start} {end}");
    }
}

#[test]
fn what_objects_stand_for() {
    let mut state = empty();
    let [region, list] = [Kind::Region, list(2)].map(|kind| node(&mut state, kind, 16, &[(0, Value::NULL)]));
    let (one, many) = (state.graph.object(region).clone(), state.graph.object(list).clone());
    assert_eq!((one.min_len(), many.min_len()), (1, 2));
    assert_eq!((one.count(), many.count()), (Some(Value::Int(1)), None));
    assert_eq!((one.content_level(), many.content_level()), (0, 1));
    assert!(one.is_live_heap() && many.is_live_heap());
    assert!(!Object { life: Life::Freed, ..one.clone() }.is_live_heap());
    assert!(!Object { storage: Storage::Stack, ..one.clone() }.is_live_heap());
    let counted = Object { length: Some(Value::Int(4)), ..many };
    assert_eq!(counted.count(), Some(Value::Int(4)));
    assert_eq!(counted.numbers().collect::<Vec<_>>(), [Value::Int(16), Value::Int(4)]);
    assert_eq!(one.numbers().collect::<Vec<_>>(), [Value::Int(16)]);
    assert!(state.has_live_heap() && !empty().has_live_heap());
}

/// Alternations as lists of numbers: those of up to five nodes.
fn numbers_of(it: Alternation) -> Vec<Vec<i64>> {
    let turn = |start: i64, len: usize| -> Vec<i64> {
        std::iter::successors(Some(start), |at| Some(it.sum - at)).take(len).collect()
    };
    let all = (1..6).flat_map(|len| (0..4).map(move |start| turn(start, len)));
    all.filter(|list| it.first.is_none_or(|first| list.first() == Some(&first)))
        .filter(|list| it.last.is_none_or(|last| list.last() == Some(&last)))
        .collect()
}

#[test]
fn alternations_are_sets_of_lists() {
    let ends = [None, Some(1), Some(2)];
    let all: Vec<Alternation> = ends
        .into_iter()
        .flat_map(|first| ends.map(|last| Alternation { offset: 8, size: 8, sum: 3, first, last }))
        .filter(|it| it.first.is_some() || it.last.is_some())
        .collect();
    for it in &all {
        let lists = numbers_of(*it);
        for (rest, cut) in [(it.without_first(), true), (it.without_last(), false)] {
            let rest = numbers_of(rest.expect("one end is known"));
            for list in lists.iter().filter(|list| list.len() > 1) {
                let left = if cut { &list[1..] } else { &list[..list.len() - 1] };
                assert!(rest.contains(&left.to_vec()), "{it:?} {list:?}");
            }
        }
        assert_eq!(it.without_first().and_then(Alternation::without_first), Some(*it));
        assert_eq!(it.without_last().and_then(Alternation::without_last), Some(*it));
        for other in &all {
            if it.covers(other) {
                assert!(numbers_of(*other).iter().all(|list| lists.contains(list)), "{it:?} {other:?}");
            }
            let same = (it.first.is_none() || it.first == other.first) && (it.last.is_none() || it.last == other.last);
            assert_eq!(it.covers(other), same, "{it:?} {other:?}");
            if let Some(joined) = it.joined(*other) {
                assert!(joined.covers(it) && joined.covers(other), "{it:?} {other:?}");
            }
            let common = it.first == other.first && it.first.is_some() || it.last == other.last && it.last.is_some();
            assert_eq!(it.joined(*other).is_some(), common, "{it:?} {other:?}");
        }
        for strange in [Alternation { offset: 0, ..*it }, Alternation { size: 4, ..*it }, Alternation { sum: 4, ..*it }]
        {
            assert!(!it.covers(&strange) && it.joined(strange).is_none());
        }
    }
}

/// Regions and segments one behind the other as one list.
#[test]
fn alternations_of_objects_in_a_row() {
    let asked = Alternation { offset: 8, size: 8, sum: 3, first: None, last: None };
    let region = |number: i64| {
        let mut state = empty();
        let id = node(&mut state, Kind::Region, 16, &[(0, Value::NULL), (8, Value::Int(number))]);
        state.graph.object(id).clone()
    };
    let segment = |min: u8, first: Option<i64>, last: Option<i64>, sum: i64| {
        let alternates = Some(Alternation { sum, first, last, ..asked });
        Object {
            kind: Kind::Segment(Segment { min, optional: false, head: 0, links: Links::single(0, 0), alternates }),
            ..region(0)
        }
    };
    let over = |objects: &[Object]| asked.over(objects.iter()).map(|found| (found.first, found.last));
    assert_eq!(over(&[region(1)]), Some((Some(1), Some(1))));
    assert_eq!(over(&[region(1), region(2)]), Some((Some(1), Some(2))));
    assert_eq!(over(&[region(1), region(1)]), None);
    assert_eq!(over(&[region(1), region(2), region(1)]), Some((Some(1), Some(1))));
    assert_eq!(over(&[segment(0, Some(1), None, 3)]), Some((Some(1), None)));
    assert_eq!(over(&[segment(0, Some(1), None, 4)]), None);
    assert_eq!(over(&[segment(1, None, Some(1), 3), region(2)]), Some((None, Some(2))));
    assert_eq!(over(&[segment(1, None, Some(1), 3), region(1)]), None);
    assert_eq!(over(&[segment(1, Some(1), None, 3), region(1)]), None, "nobody knows how it ends");
    assert_eq!(over(&[region(1), segment(1, Some(2), None, 3)]), Some((Some(1), None)));
    assert_eq!(over(&[region(1), segment(1, None, Some(2), 3)]), None, "nobody knows how it begins");
    assert_eq!(over(&[region(1), segment(0, Some(2), Some(1), 3)]), Some((Some(1), Some(1))));
    assert_eq!(over(&[region(1), segment(0, Some(2), Some(2), 3), region(1)]), None, "without its nodes, 1 follows 1");
    assert_eq!(over(&[region(1), segment(0, Some(2), Some(1), 3), region(2)]), Some((Some(1), Some(2))));
    assert_eq!(over(&[]), None);
    let mut unknown = region(1);
    unknown.fields[1].value = Value::Func(FuncId::from_index(0));
    assert_eq!(over(&[unknown]), None);
    let mut missing = region(1);
    missing.fields.pop();
    assert_eq!(over(&[missing]), None);
}

/// Events come out in the order in which they were noted, if anybody wants them.
#[test]
fn events_are_told_in_their_order() {
    let event = |fails| TrailEvent::Allocated { fails };
    let mut kept = Trail::kept();
    let mut not = Trail::default();
    for trail in [&mut kept, &mut not] {
        assert_eq!(trail.count(), 0);
        [true, false, false].into_iter().for_each(|fails| trail.note(event(fails)));
        trail.substituted(SymId(3), Value::Int(4));
    }
    assert_eq!((not.count(), not.events()), (0, Vec::new()));
    let substituted = TrailEvent::Substituted { sym: SymId(3), by: Value::Int(4) };
    assert_eq!(kept.events(), [event(true), event(false), event(false), substituted]);
    assert_eq!(kept.count(), 4);
    assert_eq!(kept.events_after(2), [event(false), substituted]);
    assert_eq!(kept.events_after(4), []);
    let mut other = kept.clone();
    other.note(event(true));
    assert_eq!((kept.count(), other.count()), (4, 5));
    let compared =
        |holds| TrailEvent::Compared { pred: Predicate::Slt, width: 8, a: Value::Int(1), b: Value::Int(2), holds };
    assert_eq!(compared(true).negated(), Some(compared(false)));
    assert_eq!(compared(false).negated(), Some(compared(true)));
    assert_eq!(substituted.negated(), None);
    // A long past does not need a deep stack to be forgotten.
    for _ in 0..300_000 {
        kept.note(event(true));
    }
    drop(kept);
    assert_eq!(other.count(), 5);
}

#[test]
fn disequalities_are_kept_in_order() {
    let mut state = empty();
    let sym = |number| Value::sym(SymId(number));
    for (a, b) in [(3, 1), (0, 2), (1, 3), (0, 1)] {
        state.graph.add_differ(sym(a), sym(b));
    }
    state.graph.add_differ(Value::Int(1), Value::Int(2));
    assert_eq!(state.graph.differ(), [(sym(0), sym(1)), (sym(0), sym(2)), (sym(1), sym(3))]);
    assert!(state.graph.are_known_to_differ(sym(2), sym(0)) && state.graph.are_known_to_differ(sym(0), sym(2)));
    assert!(!state.graph.are_known_to_differ(sym(2), sym(3)));
    state.graph.add_differ(Value::Int(1), Value::Int(1));
    assert!(!state.is_possible());
}

#[test]
fn names_are_not_used_twice() {
    let mut state = empty();
    let first = node(&mut state, Kind::Region, 8, &[]);
    let again = state.graph.object(first).clone();
    state.graph.insert_object(ObjectId(7), std::sync::Arc::new(again.clone()));
    state.graph.insert_object(ObjectId::of_global(ir::GlobalId::from_index(3)), std::sync::Arc::new(again.clone()));
    let next = state.graph.add_object(again);
    assert!(![first, ObjectId(7)].contains(&next) && next.as_global().is_none());
    assert_eq!(state.graph.object_count(), 4);
    let sym = state.graph.add_sym(SymInfo::unknown(range(0, 1)));
    state.graph.insert_sym(SymId(5), SymInfo::unknown(range(0, 2)));
    state.graph.insert_sym(SymId(3), SymInfo::unknown(range(0, 3)));
    state.graph.insert_sym(SymId(3), SymInfo::unknown(range(0, 4)));
    let last = state.graph.add_sym(SymInfo::uninit(range(0, 5)));
    assert!(![sym, SymId(5), SymId(3)].contains(&last));
    let ranges: Vec<i64> = state.graph.syms().iter().map(|(_, info)| info.range.hi).collect();
    assert_eq!(ranges, [1, 4, 2, 5]);
    assert_eq!(state.graph.sym(last).origin, Origin::Uninit);
    let global = ObjectId::of_global(ir::GlobalId::from_index(3));
    assert_eq!((global.as_global(), ObjectId(3).as_global()), (Some(ir::GlobalId::from_index(3)), None));
}

/// An address of an end points where the links of its neighbours do.
#[test]
fn ends_are_where_links_point() {
    let links =
        Links::new([Link { at: 0, to: 8, back: false }, Link { at: 8, to: 16, back: true }]).expect("there are two");
    let mut state = empty();
    let id = node(&mut state, linked_list(links, 1), 32, &[(0, Value::NULL), (8, Value::NULL)]);
    for (which, offset) in [(Which::First, 8), (Which::Last, 16)] {
        assert_eq!(state.graph.end_of(id, which), Value::Addr(Addr { object: id, which, offset, plus: None }));
    }
    set_reg(&mut state, 0, Value::Int(3));
    state.redirect(Value::Int(3), Value::Int(4));
    assert_eq!(state.frame().reg(RegId::from_index(0)), Value::Int(4));
}

/// A result that cannot be said any more is forgotten.
#[test]
fn results_go_with_what_they_were_computed_of() {
    let mut state = empty();
    let cell = node(&mut state, Kind::Region, 8, &[]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
    let other = state.graph.add_sym(SymInfo::unknown(Range::ALL));
    set_reg(&mut state, 0, linear(sym, false, 0));
    let operation = |a, b| Computed { op: BinOp::Mul, bits: 64, a, b };
    let (negative, plain) = (linear(sym, true, 0), linear(other, false, 0));
    state.remember(operation(negative, plain), plain);
    state.remember(operation(plain, negative), plain);
    state.remember(operation(plain, plain), negative);
    state.remember(operation(plain, Value::Int(1)), linear(sym, false, 0));
    assert!(state.substitute(sym, Value::region(cell, 0)));
    assert_eq!(state.computed, [(operation(plain, Value::Int(1)), Value::region(cell, 0))]);
}
