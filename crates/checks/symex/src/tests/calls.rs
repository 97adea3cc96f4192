//! Calls: what a function is given, and what it gives back.

use super::*;
use crate::call::{Entered, Passed, combine, forget_unreachable, pass};
use crate::cover::{Common, Registers, covers};
use crate::state::{Cell, ObjectId};
use ir::{GlobalId, InstKind};

/// `main` calls `f`, which names `@named`; `@hidden` is reached only through pointers, and `@leads` by its initialiser to `@behind`.
const PROGRAM: &str = "
global @named: 8 align 8 = { zero 8 }
global @hidden: 8 align 8 = { zero 8 }
global @leads: 8 align 8 = { address 8 @behind }
global @behind: 8 align 8 = { zero 8 }

func @main(%0: ptr, %1: ptr, %2: i32) -> i32 {
bb0:
  %3 = call i32 @f(ptr %0, ptr %1, i32 %2)
  return %3
}

func @f(%0: ptr, %1: ptr, %2: i32) -> i32 {
bb0:
  store i32 1 to @named align 4
  return %2
}
";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Globals {
    Named,
    Hidden,
    Leads,
    Behind,
}
use Globals::{Behind, Hidden, Leads, Named};

fn global(which: Globals) -> ObjectId {
    ObjectId::Global(GlobalId::from_index(which as usize))
}

fn callee() -> FuncId {
    FuncId::from_index(1)
}

fn holds(target: Value) -> Vec<Cell> {
    vec![Cell { offset: constant(0), bytes: 8, value: target }]
}

/// Globals whose contents are known to be numbers, or what an initialiser says.
fn caller() -> State {
    let mut state = State::default();
    for which in [Named, Hidden, Leads, Behind] {
        let cells = if which == Leads { Vec::new() } else { holds(Value::signed(7)) };
        state.put_object(global(which), std::sync::Arc::new(Object { cells, ..object(Storage::Global, 8) }));
    }
    state.set_register(reg(0), Value::null());
    state.set_register(reg(1), Value::null());
    let count = state.unknown(32, Reading::Signed);
    state.set_register(reg(2), count);
    state
}

/// Gives `test` a machine, the call, and what is passed if registers with these numbers are needed afterwards.
fn with_call<R>(
    mut state: State,
    needed: &[usize],
    test: impl FnOnce(&mut Machine<'_, '_>, &State, Entering<'_>) -> R,
) -> R {
    let module = parsed(PROGRAM);
    with_machine(&module, Overflow::Blocks, |machine| {
        machine.leaks = true;
        let inst = &module.funcs[machine.func].blocks[BlockId::from_index(0)].insts[0];
        let InstKind::Call(call) = &inst.kind else { panic!("it is a call") };
        let live = |each: RegId| needed.contains(&each.index());
        let passed = pass(machine, &mut state, call, callee(), &live).expect("it can be written down");
        test(machine, &state, Entering { call, passed })
    })
}

struct Entering<'c> {
    call: &'c ir::Call,
    passed: Passed,
}

fn passed(state: State, needed: &[usize]) -> Passed {
    with_call(state, needed, |_, _, entering| entering.passed)
}

/// The state after the call, if the function returns what `change` makes of what it was given.
fn after(state: State, change: impl FnOnce(&mut State)) -> Option<Vec<State>> {
    with_call(state, &[0, 1, 2], |machine, state, Entering { call, passed }| {
        let registers = Registers::Of(callee());
        let common = Common { vars: 0, objects: 0, registers, keeps_heap: true };
        let found = covers(machine, &passed.entry, &passed.entry, common).expect("a state covers itself");
        let mut returned = passed.entry.clone();
        returned.retain_registers(|_| false);
        change(&mut returned);
        let (vars, objects) = (passed.entry.var_bound(), passed.entry.object_bound());
        let entered = Entered { call, func: callee(), passed: &passed, found: &found, vars, objects };
        combine(machine, state, entered, &returned)
    })
}

fn only(states: Option<Vec<State>>) -> State {
    let states = states.expect("it can be written down");
    let [state] = <[State; 1]>::try_from(states).expect("there is one");
    state
}

fn word_of(state: &State, id: ObjectId) -> Option<String> {
    let cells = &state.object(id)?.cells;
    cells.first().map(|cell| cell.value.to_string())
}

#[test]
fn what_is_given() {
    let mut state = caller();
    let next = state.add_object(object(Storage::Heap, 8));
    let first = state.add_object(Object { cells: holds(pointer(next, 0)), ..object(Storage::Heap, 8) });
    let mine = state.add_object(object(Storage::Stack, 8));
    let other = state.add_object(object(Storage::Heap, 8));
    state.set_register(reg(0), pointer(first, 0));
    state.set_register(reg(1), pointer(mine, 4));
    let held = state.add_object(Object { cells: holds(pointer(other, 0)), ..object(Storage::Stack, 8) });
    state.set_register(reg(3), pointer(held, 0));
    let given = passed(state, &[3]);
    let storage: Vec<(String, Storage)> =
        given.entry.objects().iter().map(|(id, object)| (id.to_string(), object.storage)).collect();
    // The global that it names, the two nodes, and the variable, in the order in which they are reached.
    let expected = [("g0", Storage::Global), ("o0", Storage::Heap), ("o1", Storage::Outer), ("o2", Storage::Heap)];
    assert_eq!(storage, expected.map(|(id, storage)| (id.to_string(), storage)));
    assert_eq!(given.objects[&ObjectId::Made(0)], first);
    assert_eq!(given.objects[&ObjectId::Made(2)], next);
    assert_eq!(given.entry.register(reg(1)), Some(&pointer(ObjectId::Made(1), 4)));
}

#[test]
fn one_object_is_given_once() {
    let mut state = caller();
    let block = state.add_object(object(Storage::Heap, 8));
    state.set_register(reg(0), pointer(block, 0));
    state.set_register(reg(1), pointer(block, 4));
    let given = passed(state, &[]);
    assert_eq!(given.entry.register(reg(0)), Some(&pointer(ObjectId::Made(0), 0)));
    assert_eq!(given.entry.register(reg(1)), Some(&pointer(ObjectId::Made(0), 4)));
    // A global is the one that it names, and not another.
    let mut state = caller();
    state.set_register(reg(0), pointer(global(Named), 0));
    state.set_register(reg(1), pointer(global(Hidden), 0));
    let given = passed(state, &[]);
    assert_eq!(given.entry.register(reg(0)), Some(&pointer(global(Named), 0)));
    assert_eq!(given.entry.objects().len(), 2);
    // What an initialiser leads to is given with it.
    let mut state = caller();
    state.set_register(reg(0), pointer(global(Leads), 0));
    assert!(passed(state, &[]).entry.object(global(Behind)).is_some());
}

/// What is passed may be a sum: it gets a name in the function, and none in the caller, where that would be another variable.
#[test]
fn sums_have_names_in_the_function_only() {
    let mut state = caller();
    let other = state.fresh();
    let sum = var(0).scale(2).and_then(|twice| twice.add(&other)).expect("it is small");
    state.set_register(reg(2), number(sum.clone(), Reading::Signed));
    let given = passed(state.clone(), &[]);
    assert_eq!(given.entry.register(reg(2)), Some(&number(var(0), Reading::Signed)));
    assert_eq!(given.vars, std::slice::from_ref(&sum));
    let mut state = only(after(state, |returned| {
        returned.learn(Fact::le(&var(0), &constant(5)));
    }));
    let next = state.fresh();
    assert_eq!(state.knowledge.bounds(&next), (None, None));
    assert_eq!(state.knowledge.bounds(&sum).1, Some(5));
}

/// A multiple of one variable needs no name: what is known to be so many times something stays that in the function.
#[test]
fn multiples_keep_their_parts() {
    let mut state = caller();
    let twice = var(0).scale(2).expect("it is small");
    state.set_register(reg(2), number(twice.clone(), Reading::Signed));
    let given = passed(state.clone(), &[]);
    assert_eq!(given.entry.register(reg(2)), Some(&number(twice.clone(), Reading::Signed)));
    assert_eq!(given.vars, [var(0)]);
    let state = only(after(state, |returned| {
        returned.learn(Fact::le(&twice, &constant(5)));
    }));
    assert_eq!(state.knowledge.bounds(&var(0)).1, Some(2), "twice the number is at most 5");
}

/// Who else than the function leads to an object: what the function can change does not count.
#[test]
fn what_is_held() {
    let held = |prepare: &dyn Fn(&mut State, ObjectId), needed: &[usize]| {
        let mut state = caller();
        let block = state.add_object(object(Storage::Heap, 8));
        state.set_register(reg(0), pointer(block, 0));
        prepare(&mut state, block);
        let given = passed(state, needed);
        let id = given.objects.iter().find(|(_, caller)| **caller == block).map(|(id, _)| *id).expect("it is given");
        given.entry.object(id).expect("it is given").held
    };
    let in_global = |which: Globals| {
        move |state: &mut State, block: ObjectId| {
            state.object_mut(global(which)).expect("it is there").cells = holds(pointer(block, 0));
        }
    };
    assert!(!held(&|_, _| {}, &[]), "only the argument leads to it");
    assert!(held(&|_, _| {}, &[0]), "the caller needs it");
    assert!(held(&in_global(Hidden), &[]), "the function does not come to the global");
    assert!(!held(&in_global(Named), &[]), "the function may write the global");
    let in_mine = |also_passed: bool| {
        move |state: &mut State, block: ObjectId| {
            let mine = state.add_object(Object { cells: holds(pointer(block, 0)), ..object(Storage::Stack, 8) });
            state.set_register(reg(4), pointer(mine, 0));
            if also_passed {
                state.set_register(reg(1), pointer(mine, 0));
            }
        }
    };
    assert!(held(&in_mine(false), &[4]), "a variable of the caller leads to it");
    assert!(!held(&in_mine(true), &[4]), "the function may write the variable");
    let by_a_caller = |state: &mut State, block: ObjectId| state.object_mut(block).expect("it is there").held = true;
    assert!(held(&by_a_caller, &[]), "the caller's callers hold it");
}

#[test]
fn what_is_given_back() {
    let mut state = caller();
    let block = state.add_object(Object { cells: holds(Value::signed(1)), ..object(Storage::Heap, 8) });
    let mine = state.add_object(Object { cells: holds(pointer(block, 0)), dynamic: true, ..object(Storage::Stack, 8) });
    state.set_register(reg(0), pointer(block, 0));
    state.set_register(reg(1), pointer(mine, 0));
    let before = state.clone();
    let state = only(after(state, |returned| {
        returned.object_mut(ObjectId::Made(0)).expect("it is given").cells = holds(Value::signed(2));
        returned.object_mut(global(Named)).expect("it is given").cells = holds(Value::signed(3));
        let new = returned.add_object(object(Storage::Heap, 16));
        returned.object_mut(ObjectId::Made(1)).expect("it is given").cells = holds(pointer(new, 8));
        // One more than the argument.
        let count = var(0).add_constant(1).expect("it is small");
        returned.set_register(reg(0), number(count, Reading::Signed));
    }));
    assert_eq!(word_of(&state, block).as_deref(), Some("2"));
    assert_eq!(word_of(&state, global(Named)).as_deref(), Some("3"));
    assert_eq!(word_of(&state, global(Hidden)).as_deref(), Some("7"));
    assert_eq!(state.register(reg(3)).map(Value::to_string).as_deref(), Some("v0 + 1"));
    let made = state.objects().len() - before.objects().len();
    assert_eq!(made, 1);
    assert_eq!(word_of(&state, mine).as_deref(), Some("&o2[8]"));
    let kept = state.object(mine).expect("it is there");
    assert_eq!((kept.storage, kept.dynamic), (Storage::Stack, true), "it is still the caller's");
}

#[test]
fn what_is_freed_stays_so() {
    let mut state = caller();
    let block = state.add_object(object(Storage::Heap, 8));
    state.set_register(reg(0), pointer(block, 0));
    let state = only(after(state, |returned| {
        returned.object_mut(ObjectId::Made(0)).expect("it is given").life = Life::Freed;
    }));
    assert_eq!(state.object(block).map(|object| object.life), Some(Life::Freed));
    assert_eq!(state.register(reg(0)), Some(&pointer(block, 0)));
}

/// Of globals that the function can come to and does not tell of, nothing is known any more.
#[test]
fn what_is_not_told() {
    let forget = |returned: &mut State| returned.retain_objects(|_, _| false);
    let state = only(after(caller(), forget));
    assert_eq!(word_of(&state, global(Named)), None);
    assert_eq!(word_of(&state, global(Hidden)).as_deref(), Some("7"));
    for given in [Hidden, Behind, Leads] {
        let mut state = caller();
        state.set_register(reg(0), pointer(global(given), 0));
        let state = only(after(state, forget));
        assert_eq!(word_of(&state, global(given)), None, "it was given {given:?}");
        assert_eq!(word_of(&state, global(Behind)).is_none(), given != Hidden, "{given:?} leads to it");
    }
    let mut state = caller();
    let block = state.add_object(object(Storage::Heap, 8));
    state.set_register(reg(0), pointer(block, 0));
    assert!(after(state, forget).is_none(), "what was given has to be there");
}

#[test]
fn what_cannot_return() {
    let never = after(caller(), |returned| {
        returned.learn(Fact::ge(&var(0), &constant(5)));
        returned.learn(Fact::le(&var(0), &constant(4)));
    });
    assert_eq!(never.expect("it can be written down").len(), 0);
    let mut state = caller();
    if let Some(Value::Number { form, .. }) = state.register(reg(2)).cloned() {
        state.learn(Fact::le(&form, &constant(3)));
    }
    let narrow = |least: i128| {
        let state = state.clone();
        after(state, |returned| {
            returned.learn(Fact::ge(&var(0), &constant(least)));
        })
    };
    assert_eq!(narrow(3).expect("it can be written down").len(), 1);
    assert_eq!(narrow(4).expect("it can be written down").len(), 0, "the argument is at most 3");
}

#[test]
fn losing_on_the_way() {
    let found = |needed: &[usize], also: usize| {
        let mut state = caller();
        let block = state.add_object(object(Storage::Heap, 8));
        state.set_register(reg(also), pointer(block, 0));
        with_call(state, needed, |machine, _, _| findings(machine))
    };
    assert_eq!(found(&[], 0), [""; 0], "it is an argument");
    assert_eq!(found(&[3], 3), ["leak: a heap object may be lost"], "the result takes its place");
    assert_eq!(found(&[4], 4), [""; 0], "it is needed afterwards");
}

/// Behind a call, what is known of numbers that nothing mentions goes; what that says of others stays.
#[test]
fn what_nothing_mentions_is_forgotten() {
    let mut state = caller();
    let first = state.fresh();
    let mut last = first.clone();
    for _ in 0..40 {
        let next = state.fresh();
        assert!(state.learn(Fact::gt(&next, &last)), "it is possible");
        last = next;
    }
    state.set_register(reg(2), Value::Number { form: last.clone(), reading: Reading::Signed });
    let vars = state.var_bound() - 40;
    with_call(state, &[2], |machine, state, Entering { passed, .. }| {
        let mut less = state.clone();
        forget_unreachable(&mut less, &passed, &|each| each == reg(2), vars);
        let of_others = |fact: Fact| fact.form.vars().any(|var| var.0 >= vars && !last.mentions(var));
        assert!(state.knowledge.facts().any(of_others));
        assert!(!less.knowledge.facts().any(of_others), "{less}");
        let grows = first.add_constant(40).and_then(|least| Fact::ge(&last, &least)).expect("these are small");
        assert!(machine.prover.implies(&less.knowledge, &grows), "{less}");
    });
}
