//! Tests of the rules: small functions in text, executed, and compared with what they compute or with states that are expected.

mod bytes;
mod calls;
mod claims;
mod entail;
mod rules;
mod structures;
mod words;

use engine::{Budget, Property, Task};
use ir::{BlockId, FuncId, Id, Module, RegId};

use crate::exec::{Leaving, Machine, Overflow, Prepared, Problem, Step};
use crate::number::{Fact, Linear, Var};
use crate::state::{Condition, Life, Object, Reading, State, Storage, Value};

fn parsed(text: &str) -> Module {
    let text = format!("module lp64\n\n{text}");
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    module
}

/// What is asked of a program whose first function is its entry.
fn task<'m>(module: &'m Module, properties: &[Property]) -> Task<'m> {
    Task {
        error_functions: vec!["reach_error".to_string()],
        ..Task::new(module, FuncId::from_index(0), properties.to_vec())
    }
}

/// Gives `test` a machine for the first function.
fn with_machine<R>(module: &Module, overflow: Overflow, test: impl FnOnce(&mut Machine<'_, '_>) -> R) -> R {
    let task = task(module, &[Property::UnreachCall]);
    let flows = engine::Flows::of(module);
    let prepared = Prepared::of(&task, &flows);
    test(&mut Machine::new(&prepared, overflow, &Budget::new()))
}

/// How a path without calls of defined functions ends.
#[derive(Debug)]
enum End {
    Return(State, Vec<Value>),
    Exit,
}

/// Executes the first function on all paths; it has no loops. Registers are kept, whether they are needed or not.
fn executed(machine: &mut Machine<'_, '_>, state: State) -> Vec<End> {
    let func = &machine.module.funcs[machine.func];
    let mut ends = Vec::new();
    let mut work = vec![(BlockId::from_index(0), 0, state)];
    while let Some((block, index, state)) = work.pop() {
        state.check_consistency(machine.module).unwrap_or_else(|why| panic!("{why}\n{state}"));
        let code = &func.blocks[block];
        match code.insts.get(index) {
            Some(inst) => match machine.step(state, inst, &|_| true) {
                Step::On(states) => work.extend(states.into_iter().map(|state| (block, index + 1, state))),
                Step::Enter(..) => panic!("there are no functions to enter"),
                Step::End(_) => ends.push(End::Exit),
            },
            None => {
                for leaving in machine.leave(state, &code.term) {
                    match leaving {
                        Leaving::To(target, state) => work.push((target, 0, state)),
                        Leaving::Return(state, values) => ends.push(End::Return(state, values)),
                        Leaving::Exit(_) => ends.push(End::Exit),
                    }
                }
            }
        }
    }
    ends
}

/// What was found, in words and in order.
fn findings(machine: &Machine<'_, '_>) -> Vec<String> {
    let mut found: Vec<String> = machine
        .findings
        .iter()
        .map(|finding| match finding.problem {
            Problem::Bug(kind) => format!("{kind}: {}", finding.message),
            Problem::Unsupported => format!("unsupported: {}", finding.message),
        })
        .collect();
    found.sort();
    found
}

fn reg(index: usize) -> RegId {
    RegId::from_index(index)
}

fn var(index: u32) -> Linear {
    Linear::var(Var(index))
}

fn constant(number: i128) -> Linear {
    Linear::constant(number)
}

fn number(form: Linear, reading: Reading) -> Value {
    Value::Number { form, reading }
}

fn pointer(object: crate::state::ObjectId, offset: i128) -> Value {
    Value::Pointer { object, offset: constant(offset) }
}

/// Live, and nothing is known of what it holds.
fn object(storage: Storage, size: i128) -> Object {
    let (life, size) = (Life::Live, constant(size));
    Object { storage, life, size, dynamic: false, held: false, structure: None, cells: Vec::new(), fills: Vec::new() }
}

/// What the bits of a word are as a number.
fn read(bits: u128, width: u16, reading: Reading) -> i128 {
    match reading {
        Reading::Unsigned => i128::try_from(bits).expect("words are narrow here"),
        Reading::Signed | Reading::Mathematical => ir::sign_extend(bits, width),
    }
}

/// The state where the value is these bits; `None` where it cannot be.
fn where_it_is(mut state: State, value: &Value, bits: u128, width: u16) -> Option<State> {
    let fact = match value {
        Value::Number { form, reading } => Fact::eq(form, &constant(read(bits, width, *reading))),
        Value::Truth(Condition::Known(truth)) => {
            return (u128::from(*truth) == bits).then_some(state);
        }
        Value::Truth(Condition::If(fact)) if bits == 1 => Some(fact.clone()),
        Value::Truth(Condition::If(fact)) => fact.negated(),
        Value::Pointer { .. } | Value::Last { .. } | Value::Function(_) | Value::Any => return Some(state),
    };
    state.learn(fact).then_some(state)
}
