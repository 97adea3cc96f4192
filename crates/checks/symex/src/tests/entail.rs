//! Entailment: every clause of a state has a twin that says more than is known, and is not covered.

use super::*;
use crate::cover::{Common, Match, Registers, covers};
use crate::state::{Cell, Content, Fill, ObjectId, Words, canonical};
use ir::GlobalId;

const PROGRAM: &str = "
global @a: 8 align 4 = { zero 8 }
global @b: 8 align 4 = { zero 8 }

func @main(%0: i32, %1: ptr, %2: i1, %3: ptr) -> i32 {
bb0:
  return %0
}

func @f() {
bb0:
  return
}

func @g() {
bb0:
  return
}
";

/// `%0` is a number up to 9 and `%1` leads to a heap object of twelve bytes that holds it and zeros; `%2` is open.
fn special() -> State {
    let mut state = State::default();
    let n = state.unknown(32, Reading::Signed);
    let Value::Number { form: n, .. } = n else { panic!("it is a number") };
    state.learn(Fact::ge(&n, &constant(0)));
    state.learn(Fact::le(&n, &constant(9)));
    let cells = vec![Cell { offset: constant(0), bytes: 4, value: number(n.clone(), Reading::Signed) }];
    let fills = vec![Fill { from: constant(4), to: constant(12), content: Content::Zero }];
    let heap = state.add_object(Object { cells, fills, ..object(Storage::Heap, 12) });
    let bit = state.fresh();
    state.learn_range(&bit, 1, Reading::Unsigned);
    state.set_register(reg(0), number(n, Reading::Signed));
    state.set_register(reg(1), pointer(heap, 0));
    state.set_register(reg(2), Value::Truth(Condition::If(Fact::ge(&bit, &constant(1)).expect("it is small"))));
    state.set_register(reg(3), Value::null());
    state
}

pub(super) fn found(general: &State, special: &State, change: impl FnOnce(&mut Common)) -> Option<Match> {
    let module = parsed(PROGRAM);
    with_machine(&module, Overflow::Blocks, |machine| {
        let registers = Registers::Of(machine.func);
        let mut common = Common { vars: 0, objects: 0, registers, keeps_heap: false };
        change(&mut common);
        covers(machine, general, special, common)
    })
}

pub(super) fn is_covered(general: &State, special: &State) -> bool {
    // What is known only of variables that occur nowhere else is no part of the question.
    let (general, _) = canonical(general, 0).expect("numbers are small");
    found(&general, special, |_| {}).is_some()
}

/// The state after a change of the object that `%1` leads to.
fn with_object(change: impl FnOnce(&mut Object)) -> State {
    let mut state = special();
    change(state.object_mut(HEAP).expect("it is there"));
    state
}

pub(super) const HEAP: ObjectId = ObjectId::Made(0);

fn set_cells(state: &mut State, cells: Vec<Cell>) {
    state.object_mut(HEAP).expect("it is there").cells = cells;
}

fn words(bytes: u64, reading: Reading, least: i128, most: i128) -> Content {
    let words = Words { bytes, reading, least: Some(constant(least)), most: Some(constant(most)) };
    Content::Words(Box::new(words))
}

fn filled(from: i128, to: i128, content: Content) -> State {
    with_object(|object| object.fills = vec![Fill { from: constant(from), to: constant(to), content }])
}

#[test]
fn a_state_covers_itself_and_what_says_less_covers_it() {
    let state = special();
    assert!(is_covered(&state, &state));
    assert!(is_covered(&State::default(), &state));
    let mut less = state.clone();
    less.retain_registers(|each| each == reg(1));
    assert!(is_covered(&less, &state));
    assert!(!is_covered(&state, &less), "registers are not known");
    less.retain_objects(|_, _| false);
    less.retain_registers(|_| false);
    assert!(is_covered(&less, &state));
}

#[test]
fn facts() {
    for (most, expected) in [(9, true), (10, true), (8, false)] {
        let mut general = special();
        general.knowledge =
            [Fact::ge(&var(0), &constant(0)), Fact::le(&var(0), &constant(most))].into_iter().flatten().collect();
        assert_eq!(is_covered(&general, &special()), expected, "at most {most}");
    }
    // The number in the object is the one in the register.
    let mut apart = special();
    let other = apart.unknown(32, Reading::Signed);
    set_cells(&mut apart, vec![Cell { offset: constant(0), bytes: 4, value: other }]);
    assert!(is_covered(&apart, &special()));
    assert!(!is_covered(&special(), &apart));
}

#[test]
fn readings() {
    // Up to 9: read either way it is the same number.
    let mut unsigned = special();
    unsigned.set_register(reg(0), number(var(0), Reading::Unsigned));
    assert!(is_covered(&unsigned, &special()));
    let mut open = State::default();
    let value = open.unknown(32, Reading::Signed);
    open.set_register(reg(0), value.clone());
    for (reading, expected) in [(Reading::Signed, true), (Reading::Mathematical, true), (Reading::Unsigned, false)] {
        let mut general = State::default();
        let form = general.fresh();
        general.set_register(reg(0), number(form, reading));
        assert_eq!(is_covered(&general, &open), expected, "a negative number as {reading:?}");
    }
    let mut exact = State::default();
    let form = exact.fresh();
    exact.set_register(reg(0), number(form.clone(), Reading::Mathematical));
    assert!(is_covered(&exact, &exact));
    let mut general = State::default();
    let form = general.fresh();
    general.set_register(reg(0), number(form, Reading::Signed));
    assert!(!is_covered(&general, &exact), "it may have overflowed");
}

#[test]
fn truth() {
    let known = |truth| {
        let mut state = special();
        state.set_register(reg(2), Value::known(truth));
        state
    };
    assert!(is_covered(&special(), &known(true)) && is_covered(&special(), &known(false)));
    assert!(is_covered(&known(true), &known(true)));
    assert!(!is_covered(&known(true), &known(false)) && !is_covered(&known(true), &special()));
    // A condition over other numbers stands for nothing but itself.
    let mut bound = special();
    let fact = Fact::ge(&var(0), &constant(1)).expect("it is small");
    bound.set_register(reg(2), Value::Truth(Condition::If(fact)));
    assert!(is_covered(&special(), &bound));
    assert!(!is_covered(&bound, &special()));
}

#[test]
fn pointers_and_functions() {
    let with = |value: Value| {
        let mut state = special();
        state.set_register(reg(3), value);
        state
    };
    let any_number = || {
        let mut state = special();
        let value = state.unknown(64, Reading::Unsigned);
        state.set_register(reg(3), value);
        state
    };
    let function = |index| with(Value::Function(FuncId::from_index(index)));
    assert!(is_covered(&function(1), &function(1)));
    assert!(!is_covered(&function(1), &function(2)));
    assert!(is_covered(&any_number(), &function(1)) && is_covered(&any_number(), &with(pointer(HEAP, 4))));
    assert!(!is_covered(&with(Value::null()), &function(1)));
    assert!(!is_covered(&with(Value::null()), &with(pointer(HEAP, 0))));
    assert!(is_covered(&with(Value::Any), &with(pointer(HEAP, 0))));
    assert!(!is_covered(&with(pointer(HEAP, 0)), &with(Value::Any)));
    assert!(!is_covered(&with(pointer(HEAP, 0)), &with(pointer(HEAP, 4))));
    // Two objects are not one, and one is not two.
    let two = |state: &mut State| state.add_object(object(Storage::Heap, 12));
    let mut apart = special();
    let other = two(&mut apart);
    apart.set_register(reg(3), pointer(other, 0));
    let same = with(pointer(HEAP, 0));
    assert!(!is_covered(&apart, &same) && !is_covered(&same, &apart));
}

#[test]
fn globals_stand_for_themselves_only() {
    let global = |index| ObjectId::Global(GlobalId::from_index(index));
    let leads_to = |id: ObjectId, there: bool| {
        let mut state = State::default();
        if there {
            state.put_object(id, std::sync::Arc::new(object(Storage::Global, 8)));
        }
        state.set_register(reg(1), pointer(id, 0));
        state
    };
    assert!(is_covered(&leads_to(global(0), true), &leads_to(global(0), true)));
    assert!(is_covered(&leads_to(global(0), false), &leads_to(global(0), true)));
    for there in [false, true] {
        assert!(
            !is_covered(&leads_to(global(0), there), &leads_to(global(1), true)),
            "code names the one and the other"
        );
    }
    let mut made = State::default();
    let id = made.add_object(object(Storage::Global, 8));
    made.set_register(reg(1), pointer(id, 0));
    assert!(!is_covered(&made, &leads_to(global(0), true)), "it would be another object when it is named");
    assert!(!is_covered(&leads_to(global(0), false), &made));
}

#[test]
fn what_objects_are() {
    let same = |change: fn(&mut Object)| is_covered(&with_object(change), &special());
    assert!(!same(|object| object.size = constant(8)));
    assert!(!same(|object| object.size = constant(16)));
    assert!(!same(|object| object.life = Life::Freed));
    assert!(!same(|object| object.life = Life::OutOfScope));
    assert!(!same(|object| object.storage = Storage::Stack));
    assert!(!same(|object| object.storage = Storage::Outer));
    assert!(!same(|object| object.dynamic = true));
    assert!(!same(|object| object.held = true), "callers do not hold it");
    let held = with_object(|object| object.held = true);
    assert!(is_covered(&special(), &held) && is_covered(&held, &held));
}

#[test]
fn cells() {
    let cell = |offset, bytes, value: i128| Cell { offset: constant(offset), bytes, value: Value::signed(value) };
    let covered = |cell: Cell| {
        let mut general = special();
        set_cells(&mut general, vec![cell]);
        is_covered(&general, &special())
    };
    assert!(covered(cell(4, 4, 0)) && covered(cell(4, 8, 0)) && covered(cell(11, 1, 0)), "zeros");
    assert!(!covered(cell(4, 4, 1)), "there are zeros");
    assert!(!covered(cell(12, 4, 0)), "there are no such bytes");
    assert!(!covered(cell(0, 4, 3)), "the number is not known");
    assert!(!covered(cell(0, 2, 0)), "half of it neither");
    // Whatever bytes hold is some number, and only some.
    let some = |offset, bounded: bool| {
        let mut general = special();
        let value = general.unknown(16, Reading::Signed);
        if let (Value::Number { form, .. }, true) = (&value, bounded) {
            general.learn(Fact::ge(form, &constant(0)));
        }
        set_cells(&mut general, vec![Cell { offset: constant(offset), bytes: 2, value }]);
        is_covered(&general, &special())
    };
    assert!(some(1, false) && !some(1, true));
    assert!(!some(-1, false) && !some(11, false), "there are no such bytes");
    let pointer_there = with_object(|object| object.cells[0].value = pointer(HEAP, 0));
    assert!(!is_covered(&pointer_there, &special()));
}

#[test]
fn fills_of_zeros() {
    let zeros = |from, to| is_covered(&filled(from, to, Content::Zero), &special());
    assert!(zeros(4, 12) && zeros(5, 7) && zeros(3, 3) && zeros(3, 1));
    assert!(!zeros(3, 12) && !zeros(4, 13) && !zeros(0, 4));
    assert!(!is_covered(&filled(4, 12, Content::Initial { of: GlobalId::from_index(0), behind: 0 }), &special()));
    // A cell that is zero, and the zeros behind it.
    let longer = with_object(|object| object.cells[0].value = Value::signed(0));
    let whole = with_object(|object| {
        object.cells.clear();
        object.fills[0].from = constant(0);
    });
    assert!(is_covered(&whole, &longer));
    assert!(!is_covered(&whole, &special()));
    let gap = with_object(|object| {
        object.cells[0].value = Value::signed(0);
        object.fills[0].from = constant(5);
    });
    assert!(!is_covered(&whole, &gap));
}

#[test]
fn fills_of_words() {
    let (signed, unsigned) = (Reading::Signed, Reading::Unsigned);
    // Of a number up to 9 and zeros.
    let general = |from, to, content| {
        let mut state = filled(from, to, content);
        state.object_mut(HEAP).expect("it is there").cells.clear();
        is_covered(&state, &special())
    };
    assert!(general(0, 12, words(4, signed, 0, 9)) && general(0, 12, words(4, unsigned, 0, 9)));
    assert!(general(4, 12, words(4, signed, 0, 0)) && general(4, 12, words(2, signed, -1, 0)));
    assert!(!general(0, 12, words(4, signed, 0, 8)) && !general(0, 12, words(4, signed, 1, 9)));
    assert!(!general(4, 12, words(4, signed, 1, 1)), "zeros are not ones");
    assert!(
        !general(0, 12, words(2, signed, 0, 9)) && !general(0, 12, words(8, signed, 0, 9)),
        "words of another size"
    );
    assert!(!general(0, 16, words(4, signed, 0, 9)), "there are no more");
    assert!(!general(2, 12, words(4, signed, 0, 9)), "none begins there");
    // Of words.
    let of =
        |special: Content, from, to, content: Content| is_covered(&filled(from, to, content), &filled(0, 12, special));
    let known = words(4, signed, 2, 5);
    assert!(of(known.clone(), 0, 12, known.clone()));
    assert!(of(known.clone(), 4, 8, words(4, signed, 1, 6)) && of(known.clone(), 8, 12, words(4, signed, 2, 5)));
    assert!(!of(known.clone(), 4, 8, words(4, signed, 3, 6)) && !of(known.clone(), 4, 8, words(4, signed, 1, 4)));
    assert!(!of(known.clone(), 2, 10, known.clone()), "between words");
    assert!(!of(known.clone(), 0, 12, words(4, unsigned, 2, 5)), "read otherwise");
    assert!(!of(words(4, signed, -5, 5), 0, 12, words(4, unsigned, 0, 5)));
    assert!(!of(known.clone(), 0, 12, words(2, signed, 0, 5)), "of another size");
    assert!(!of(known, 0, 12, Content::Zero));
    assert!(of(Content::Zero, 1, 11, words(4, signed, 0, 3)), "zeros are words wherever they begin");
}

/// Words may lie behind each other, in pieces of which the first ends where a word does.
#[test]
fn fills_of_pieces() {
    let state = |fills: &[(i128, i128, i128)]| {
        let fill = |(from, to, most): &(i128, i128, i128)| Fill {
            from: constant(*from),
            to: constant(*to),
            content: words(4, Reading::Signed, 0, *most),
        };
        let fills = fills.iter().map(fill).collect();
        with_object(|object| (object.cells, object.fills) = (Vec::new(), fills))
    };
    assert!(is_covered(&state(&[(0, 12, 5)]), &state(&[(0, 4, 5), (4, 12, 3)])));
    assert!(is_covered(&state(&[(0, 12, 5)]), &state(&[(4, 12, 3), (0, 8, 5)])));
    assert!(!is_covered(&state(&[(0, 12, 5)]), &state(&[(0, 4, 5), (4, 12, 6)])));
    assert!(!is_covered(&state(&[(0, 12, 5)]), &state(&[(0, 4, 5), (8, 12, 3)])), "one is missing");
    assert!(!is_covered(&state(&[(0, 12, 5)]), &state(&[(0, 6, 5), (6, 12, 5)])), "one is in two pieces");
    assert!(!is_covered(&state(&[(0, 12, 5)]), &state(&[(0, 8, 5)])), "too short");
}

/// What belongs to the entry state is the same in both.
#[test]
fn names_of_the_entry() {
    let state = |form: Linear| {
        let mut state = State::default();
        state.reserve_vars(2);
        state.set_register(reg(0), number(form, Reading::Mathematical));
        state
    };
    let with_vars =
        |general: &State, special: &State, vars| found(general, special, |common| common.vars = vars).is_some();
    assert!(with_vars(&state(var(0)), &state(var(1)), 0));
    assert!(!with_vars(&state(var(0)), &state(var(1)), 2));
    assert!(with_vars(&state(var(1)), &state(var(1)), 2));
    // Given objects are at their places.
    let swapped = |first: u32| {
        let mut state = State::default();
        state.add_object(object(Storage::Heap, 12));
        state.add_object(object(Storage::Heap, 12));
        state.set_register(reg(1), pointer(ObjectId::Made(first), 0));
        state
    };
    let with_objects = |objects| found(&swapped(0), &swapped(1), |common| common.objects = objects).is_some();
    assert!(with_objects(0) && !with_objects(2));
    let mut without = swapped(0);
    without.retain_objects(|id, _| id == HEAP);
    assert!(found(&swapped(0), &without, |common| common.objects = 2).is_none(), "one is gone");
}

#[test]
fn the_heap_is_kept() {
    let keeps = |general: &State, special: &State| {
        let (general, _) = canonical(general, 0).expect("numbers are small");
        found(&general, special, |common| common.keeps_heap = true).is_some()
    };
    let mut less = special();
    less.set_register(reg(1), Value::Any);
    less.retain_objects(|_, _| false);
    assert!(is_covered(&less, &special()));
    assert!(!keeps(&less, &special()), "it would be forgotten and not lost");
    assert!(keeps(&special(), &special()));
    let freed = with_object(|object| (object.life, object.cells, object.fills) = (Life::Freed, Vec::new(), Vec::new()));
    assert!(keeps(&less, &freed), "nobody needs to free it");
}

/// The update is what variables of the general state are in the special one.
#[test]
fn the_match() {
    let mut counted = State::default();
    let n = counted.fresh();
    counted.set_register(reg(0), number(n.add_constant(3).expect("it is small"), Reading::Mathematical));
    let mut general = State::default();
    let form = general.fresh();
    general.set_register(reg(0), number(form.scale(-1).expect("it is small"), Reading::Mathematical));
    let found = found(&general, &counted, |_| {}).expect("it is covered");
    assert_eq!(format!("{:?}", found.vars), "[-v0 - 3]");
    // Twice a number is no number that is odd.
    let mut even = State::default();
    let form = even.fresh();
    even.set_register(reg(0), number(form.scale(2).expect("it is small"), Reading::Mathematical));
    assert!(self::found(&even, &counted, |_| {}).is_none());
}
