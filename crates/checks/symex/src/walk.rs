//! Paths through a function, from a place where states are kept to the next ones.

use engine::{Budget, Limit};
use ir::{BlockId, FuncId, RegId, Terminator};

use crate::exec::{Leaving, Machine, Step};
use crate::state::{State, Value};

/// Steps of the budget that a block takes: about as much work as so many instructions of the interpreter.
const WEIGHT: u64 = 200;

/// A state before an instruction.
#[derive(Clone, Debug)]
pub struct Point {
    pub block: BlockId,
    pub index: usize,
    pub state: State,
}

/// Where a path ends.
#[derive(Debug)]
pub enum Event {
    /// At the start of a block at which states are kept; its parameters have their values.
    Arrive(BlockId, State),
    /// The registers are the results.
    Return(State),
    /// Before the call of a defined function.
    Call(Point, FuncId),
}

/// Follows all paths of the machine's function from a point. `is_cut` says where states are kept; every cycle has to go
/// through such a block.
pub fn walk(
    machine: &mut Machine<'_, '_>,
    start: Point,
    is_cut: &dyn Fn(BlockId) -> bool,
    most_states: usize,
    budget: &Budget,
) -> Result<Vec<Event>, Limit> {
    let func = machine.func;
    let mut events = Vec::new();
    let mut work = vec![start];
    let mut states = 0;
    while let Some(point) = work.pop() {
        states += 1;
        if states + work.len() + events.len() > most_states {
            return Err(Limit::Effort);
        }
        if let Some(limit) = budget.exhausted() {
            return Err(limit);
        }
        budget.add_states(1);
        budget.step(WEIGHT);
        follow(machine, func, point, is_cut, &mut work, &mut events);
    }
    Ok(events)
}

fn follow(
    machine: &mut Machine<'_, '_>,
    func: FuncId,
    point: Point,
    is_cut: &dyn Fn(BlockId) -> bool,
    work: &mut Vec<Point>,
    events: &mut Vec<Event>,
) {
    let Point { block, mut index, mut state } = point;
    let code = &machine.module.funcs[func].blocks[block];
    let flow = machine.prepared.flow(func);
    while let Some(inst) = code.insts.get(index) {
        let live = |reg: RegId| flow.live_after(block, index).contains(reg);
        match machine.step(state, inst, &live) {
            Step::On(mut states) => {
                let Some(first) = states.pop() else { return };
                work.extend(states.into_iter().map(|state| Point { block, index: index + 1, state }));
                state = first;
            }
            Step::Enter(state, callee) => {
                events.push(Event::Call(Point { block, index, state }, callee));
                return;
            }
            Step::End(mut state) => {
                machine.end(&mut state);
                return;
            }
        }
        index += 1;
    }
    leave(machine, func, state, &code.term, is_cut, work, events);
}

fn leave(
    machine: &mut Machine<'_, '_>,
    func: FuncId,
    state: State,
    term: &Terminator,
    is_cut: &dyn Fn(BlockId) -> bool,
    work: &mut Vec<Point>,
    events: &mut Vec<Event>,
) {
    for leaving in machine.leave(state, term) {
        match leaving {
            Leaving::To(block, mut state) => {
                let live = machine.prepared.is_live_at(func, block);
                state.retain_registers(&live);
                if is_cut(block) {
                    machine.collect(&mut state, &[], &live);
                    events.push(Event::Arrive(block, state));
                } else {
                    work.push(Point { block, index: 0, state });
                }
            }
            Leaving::Return(state, values) => events.push(Event::Return(returned(machine, state, values))),
            Leaving::Exit(mut state) => machine.end(&mut state),
        }
    }
}

/// The state after the function's locals are gone.
fn returned(machine: &mut Machine<'_, '_>, mut state: State, values: Vec<Value>) -> State {
    machine.end_locals(&mut state);
    state.retain_registers(|_| false);
    machine.collect(&mut state, &values, &|_| false);
    for (index, value) in values.into_iter().enumerate() {
        state.set_register(ir::Id::from_index(index), value);
    }
    state
}
