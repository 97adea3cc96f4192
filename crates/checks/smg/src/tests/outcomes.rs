//! Comparisons: all predicates over all small ranges of unknowns that may depend on each other, and what addresses tell.

use super::*;
use crate::graph::{Linear, Range, SymId, SymInfo};
use crate::operations::compare::{compare, prove_neq};
use ir::Predicate;

const WIDTH: u32 = 4;

fn holds(pred: Predicate, x: i64, y: i64, width: u32) -> bool {
    let bits = |number: i64| ir::truncate(number as u128, width as u16);
    ir::eval::compare(pred, width as u16, bits(x), bits(y))
}

fn number(state: &State, reg: usize, of: &[(SymId, i64)]) -> Option<i64> {
    match state.frame().reg(RegId::from_index(reg)) {
        Value::Int(number) => Some(number),
        Value::Sym(linear) => {
            let of = of.iter().find(|(sym, _)| *sym == linear.sym)?.1;
            Some((if linear.negated { -of } else { of }) + linear.add)
        }
        _ => None,
    }
}

/// Is there a way to choose the unknowns so that the registers are these numbers?
fn allows(state: &State, numbers: [i64; 2]) -> bool {
    let syms = state.graph.syms();
    let mut choices: Vec<Vec<(SymId, i64)>> = vec![Vec::new()];
    for (sym, info) in syms {
        choices = choices
            .into_iter()
            .flat_map(|chosen| info.range.members().map(move |member| [chosen.clone(), vec![(*sym, member)]].concat()))
            .collect();
    }
    choices.iter().any(|chosen| {
        let differ = state.graph.differ().iter().all(|(a, b)| {
            let of = |value: Value| match value {
                Value::Sym(linear) => chosen
                    .iter()
                    .find(|(sym, _)| *sym == linear.sym)
                    .map(|(_, of)| (if linear.negated { -of } else { *of }) + linear.add),
                other => other.as_int(),
            };
            of(*a) != of(*b)
        });
        differ && [0, 1].iter().all(|reg| number(state, *reg, chosen) == Some(numbers[*reg]))
    })
}

/// Values of two registers: numbers, unknowns of a few ranges, and unknowns that are one.
fn pairs() -> Vec<State> {
    let ranges = [
        (-3, -1, 0),
        (-2, 1, 0),
        (0, 2, 0),
        (1, 3, 0),
        (-4, 4, 2),
        (-8, 7, 0),
        (3, 3, 0),
        (-1, -1, 0),
        (0, 0, 0),
        (1, 1, 0),
    ];
    let ranges = ranges.map(|(lo, hi, align)| Range::new(lo, hi, align).expect("a range"));
    let mut states = Vec::new();
    for (a, b) in ranges.into_iter().flat_map(|a| ranges.map(|b| (a, b))) {
        let mut state = empty();
        for (reg, range) in [a, b].into_iter().enumerate() {
            let value = state.graph.unknown(range);
            set_reg(&mut state, reg, value);
        }
        states.push(state);
    }
    for (range, negated, add) in ranges.into_iter().take(5).flat_map(|range| {
        [(false, 1), (false, -1), (false, 2), (true, 0), (true, 1), (true, -2)]
            .map(|(negated, add)| (range, negated, add))
    }) {
        let mut state = empty();
        let sym = state.graph.add_sym(SymInfo::unknown(range));
        set_reg(&mut state, 0, Value::sym(sym));
        set_reg(&mut state, 1, Value::Sym(Linear { sym, negated, add }));
        let fits = |reg| Range::of_width(WIDTH).includes(state.graph.range(state.frame().reg(RegId::from_index(reg))));
        if fits(1) {
            states.push(state);
        }
    }
    let signs = [(false, false), (false, true), (true, false), (true, true)];
    for ((negate_a, negate_b), (add_a, add_b)) in
        signs.into_iter().flat_map(|signs| [(0, 1), (2, 0), (-1, 1)].map(|adds| (signs, adds)))
    {
        let mut state = empty();
        for (reg, (negated, add)) in [(negate_a, add_a), (negate_b, add_b)].into_iter().enumerate() {
            let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: -2, hi: 3, align: 0 }));
            set_reg(&mut state, reg, Value::Sym(Linear { sym, negated, add }));
        }
        states.push(state);
    }
    states
}

/// Each pair of numbers has its outcome; an outcome that no pair has is not given; and what is given fits no worse than
/// the best bounds, where one side is a number.
#[test]
fn numbers_have_the_outcomes_that_they_have() {
    let mut undecided = 0;
    for state in pairs() {
        let values = [0, 1].map(|reg| state.frame().reg(RegId::from_index(reg)));
        let ranges = values.map(|value| state.graph.range(value));
        let possible: Vec<[i64; 2]> = (ranges[0].members())
            .flat_map(|x| ranges[1].members().map(move |y| [x, y]))
            .filter(|numbers| allows(&state, *numbers))
            .collect();
        for pred in Predicate::ALL {
            let outcomes = compare(state.clone(), *pred, values[0], values[1], WIDTH);
            for numbers in &possible {
                let expected = holds(*pred, numbers[0], numbers[1], WIDTH);
                let covered = outcomes.iter().any(|(state, outcome)| *outcome == expected && allows(state, *numbers));
                assert!(covered, "{pred:?} {numbers:?}\n{state}");
            }
            for (outcome, expected) in &outcomes {
                crate::graph::check_consistency(outcome).expect("an outcome is a state");
                undecided += possible
                    .iter()
                    .filter(|numbers| {
                        holds(*pred, numbers[0], numbers[1], WIDTH) != *expected && allows(outcome, **numbers)
                    })
                    .count();
            }
        }
    }
    // Pairs of numbers that are left in the wrong outcome: fewer is better.
    expect_test::expect!["7504"].assert_eq(&undecided.to_string());
}

/// Wide numbers are not what ranges speak of.
#[test]
fn other_widths() {
    let mut state = empty();
    let unknown = state.graph.unknown(Range { lo: 0, hi: 3, align: 0 });
    for pred in Predicate::ALL {
        for (width, ways) in [(64, 1), (65, 2), (128, 2)] {
            let found = compare(state.clone(), *pred, unknown, Value::Int(5), width);
            assert_eq!(found.len(), ways, "{pred:?} {width}");
            let found = compare(state.clone(), *pred, Value::Int(5), unknown, width);
            assert_eq!(found.len(), ways, "{pred:?} {width}");
        }
        assert_eq!(compare(state.clone(), *pred, Value::Int(4), Value::Int(5), 128).len(), 1, "{pred:?}");
    }
}

fn at(object: ObjectId, offset: i64, plus: Option<SymId>) -> Value {
    Value::Addr(Addr { object, which: Which::Region, offset, plus })
}

/// Two places of one object compare as their offsets do; two objects never lie in the same place while both live.
#[test]
fn places_of_objects() {
    let mut state = empty();
    let [a, b, dead] = [16, 16, 16].map(|size| node(&mut state, Kind::Region, size, &[]));
    state.graph.object_mut(dead).life = Life::Freed;
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 2, hi: 5, align: 0 }));
    let other = state.graph.add_sym(SymInfo::unknown(Range { lo: 6, hi: 9, align: 0 }));
    let differ = |a: Value, b: Value| {
        assert_eq!(prove_neq(&state.graph, a, b), prove_neq(&state.graph, b, a));
        prove_neq(&state.graph, a, b)
    };
    for (x, y) in (0..18).flat_map(|x| (0..18).map(move |y| (x, y))) {
        assert_eq!(differ(at(a, x, None), at(a, y, None)), x != y);
        assert_eq!(differ(at(a, x, None), at(b, y, None)), x < 16 && y < 16, "{x} {y}");
        assert!(!differ(at(a, x, None), at(dead, y, None)));
    }
    assert!(!differ(at(a, -1, None), at(b, 0, None)));
    assert!(differ(at(a, 0, Some(sym)), at(a, 1, Some(sym))));
    assert!(differ(at(a, 0, Some(sym)), at(a, 0, Some(other))));
    assert!(!differ(at(a, 1, Some(sym)), at(a, 0, Some(other))));
    assert!(differ(at(a, 0, Some(sym)), at(a, 1, None)) && !differ(at(a, 0, Some(sym)), at(a, 2, None)));
    assert!(differ(at(a, 10, Some(sym)), at(b, 0, None)) && !differ(at(a, 11, Some(sym)), at(b, 0, None)));
    assert!(!differ(at(a, -3, Some(sym)), at(b, 0, None)) && differ(at(a, -2, Some(sym)), at(b, 0, None)));
    let func = |number| Value::Func(FuncId::from_index(number));
    let label = |number| Value::Label(FuncId::from_index(0), ir::BlockId::from_index(number));
    assert!(
        differ(func(0), func(1))
            && !differ(func(0), func(0))
            && differ(func(0), label(0))
            && differ(label(0), label(1))
    );
    for code in [func(0), label(0)] {
        assert!(differ(code, at(a, 15, None)) && !differ(code, at(a, 16, None)) && !differ(code, Value::sym(sym)));
        for (number, different) in [(0, true), (4095, true), (4096, false), (-1, false)] {
            assert_eq!(differ(code, Value::Int(number)), different);
        }
    }
    for (number, different) in [(0, true), (4095, true), (4096, false), (-1, false)] {
        assert_eq!(differ(at(a, 16, None), Value::Int(number)), different, "{number}");
        assert!(!differ(at(a, 17, None), Value::Int(number)) && !differ(at(a, -1, None), Value::Int(number)));
    }
    assert!(differ(at(dead, 0, None), Value::NULL), "it is still no null pointer");
}

/// Constants may share their bytes.
#[test]
fn constants_may_lie_in_each_other() {
    let text = "module lp64\n\nglobal @a: 8 align 1 const = { zero 8 }\nglobal @b: 8 align 1 const = { zero 8 }\nglobal @c: 8 align 1 = { zero 8 }\n";
    let module = ir::parse(text).expect("it is a module");
    let mut state = empty();
    let [a, b, c] = [0, 1, 2].map(|number| {
        let address = Value::region(ObjectId::of_global(ir::GlobalId::from_index(number)), 0);
        crate::operations::content::touch(&module, &mut state.graph, address);
        address
    });
    assert!(!prove_neq(&state.graph, a, b) && prove_neq(&state.graph, a, c) && prove_neq(&state.graph, c, b));
}

/// Places of one object that lie near it are ordered by their offsets.
#[test]
fn order_of_places() {
    let mut state = empty();
    let [a, b] = [16, 16].map(|size| node(&mut state, Kind::Region, size, &[]));
    let ways = |pred, x: Value, y: Value| {
        compare(state.clone(), pred, x, y, 64).iter().map(|(_, holds)| *holds).collect::<Vec<_>>()
    };
    for (x, y) in [0, 1, 15, 16, -4095].into_iter().flat_map(|x| [0, 1, 15, 16, 4112].map(|y| (x, y))) {
        assert_eq!(ways(Predicate::Ult, at(a, x, None), at(a, y, None)), [x < y], "{x} {y}");
        assert_eq!(ways(Predicate::Uge, at(a, x, None), at(a, y, None)), [x >= y], "{x} {y}");
        if x != y {
            assert_eq!(ways(Predicate::Slt, at(a, x, None), at(a, y, None)).len(), 2);
        }
        assert_eq!(ways(Predicate::Ult, at(a, x, None), at(b, y, None)).len(), 2);
    }
    assert_eq!(ways(Predicate::Ult, at(a, -4096, None), at(a, 0, None)).len(), 2);
    assert_eq!(ways(Predicate::Ult, at(a, 0, None), at(a, 4113, None)).len(), 2);
    assert_eq!(ways(Predicate::Ult, at(a, 4113, None), at(a, 0, None)).len(), 2);
}

/// Lists with one or both ends compared, empty ones and not, against all heaps that they stand for.
#[test]
fn ends_of_lists_compare_as_their_nodes_do() {
    let segment = |links, min, optional| Kind::Segment(Segment { min, optional, head: 0, links, alternates: None });
    let optional = segment(Links::NONE, 0, true);
    let linked = segment(Links::single(0, 0), 0, true);
    for kinds in [
        vec![list(0), Kind::Region],
        vec![list(0), list(1)],
        vec![list(0), list(0), list(0)],
        vec![list(1), list(0)],
        vec![Kind::Region, list(0)],
        vec![linked, list(0)],
        vec![linked, linked, Kind::Region],
        vec![optional],
    ] {
        let mut state = empty();
        let ids = chain(&mut state, 0, &kinds);
        let mut ends: Vec<Value> = ids.iter().map(|id| end(&state, *id, Which::First)).collect();
        ends.push(Value::NULL);
        ends.iter().enumerate().for_each(|(reg, value)| set_reg(&mut state, reg, *value));
        let heaps = concretise(&state, 2);
        for (a, b) in (0..ends.len()).flat_map(|a| (0..ends.len()).map(move |b| (a, b))) {
            let outcomes = compare(state.clone(), Predicate::Eq, ends[a], ends[b], 64);
            let found: Vec<(Vec<State>, bool)> =
                outcomes.iter().map(|(outcome, holds)| (concretise(outcome, 3), *holds)).collect();
            for heap in &heaps {
                let value = |reg| heap.frame().reg(RegId::from_index(reg));
                let expected = value(a) == value(b);
                let covered = found
                    .iter()
                    .any(|(heaps, holds)| *holds == expected && heaps.iter().any(|other| canon::same(heap, other)));
                assert!(covered, "{kinds:?} {a} {b}");
            }
            for (heaps, holds) in &found {
                let value = |heap: &State, reg| heap.frame().reg(RegId::from_index(reg));
                assert!(heaps.iter().all(|heap| (value(heap, a) == value(heap, b)) == *holds), "{kinds:?} {a} {b}");
            }
        }
    }
}

/// Places of one object are equal if their offsets are; of two objects, nobody knows once one is gone.
#[test]
fn equal_places_teach_offsets() {
    let mut state = empty();
    let [a, dead] = [16, 16].map(|size| node(&mut state, Kind::Region, size, &[]));
    state.graph.object_mut(dead).life = Life::Freed;
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 2, hi: 5, align: 0 }));
    set_reg(&mut state, 0, Value::sym(sym));
    let found = |x: Value, y: Value| {
        let outcomes = compare(state.clone(), Predicate::Eq, x, y, 64);
        let number = |state: &State| state.graph.range(state.frame().reg(RegId::from_index(0)));
        outcomes.iter().map(|(state, holds)| (*holds, number(state).lo, number(state).hi)).collect::<Vec<_>>()
    };
    assert_eq!(found(at(a, 0, Some(sym)), at(a, 3, None)), [(true, 3, 3), (false, 2, 5)]);
    assert_eq!(found(at(a, 0, Some(sym)), at(a, 2, None)), [(true, 2, 2), (false, 3, 5)]);
    assert_eq!(found(at(a, 0, None), at(dead, 0, None)), [(true, 2, 5), (false, 2, 5)]);
    assert_eq!(found(at(a, 0, None), at(dead, 4, None)), [(true, 2, 5), (false, 2, 5)]);
    let func = Value::Func(FuncId::from_index(0));
    assert_eq!(
        compare(state.clone(), Predicate::Ult, func, func, 64).iter().map(|(_, holds)| *holds).collect::<Vec<_>>(),
        [false]
    );
}

/// A list whose ends are one node has one, and the number that counts its nodes says so.
#[test]
fn ends_of_counted_lists() {
    let mut state = empty();
    let ids = double_chain(&mut state, 0, &[double_list(1)]);
    let sym = state.graph.add_sym(SymInfo::unknown(Range { lo: 0, hi: 9, align: 0 }));
    state.graph.object_mut(ids[0]).length = Some(Value::sym(sym));
    set_reg(&mut state, 2, Value::sym(sym));
    let (first, last) = (state.frame().reg(RegId::from_index(0)), state.frame().reg(RegId::from_index(1)));
    let outcomes = compare(state, Predicate::Eq, first, last, 64);
    outcomes.iter().for_each(|(state, _)| assert_eq!(crate::graph::check_consistency(state), Ok(())));
    let count = |state: &State| state.graph.range(state.frame().reg(RegId::from_index(2)));
    let found: Vec<(bool, i64, i64)> =
        outcomes.iter().map(|(state, holds)| (*holds, count(state).lo, count(state).hi)).collect();
    assert_eq!(found, [(true, 1, 1), (false, 2, 9)]);
}

/// An unknown that is the end of a list becomes it; one that lies in front of it stays what it is.
#[test]
fn unknowns_that_are_ends_of_lists() {
    for add in [0, 8] {
        let mut state = empty();
        let ids = chain(&mut state, 0, &[list(1)]);
        let first = state.frame().reg(RegId::from_index(0));
        let sym = state.graph.add_sym(SymInfo::unknown(Range::ALL));
        set_reg(&mut state, 1, Value::sym(sym));
        let moved = Value::Sym(Linear { sym, negated: false, add });
        for (outcome, holds) in compare(state, Predicate::Eq, moved, first, 64) {
            assert_eq!(crate::graph::check_consistency(&outcome), Ok(()), "{outcome}");
            let is_end = outcome.frame().reg(RegId::from_index(1)).object() == Some(ids[0]);
            assert_eq!(is_end, holds && add == 0, "{outcome}");
        }
    }
}
