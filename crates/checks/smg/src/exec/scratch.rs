//! Registers that no function has: a value waits in one while its state forks or learns something, and comes out as
//! what it has become.

use ir::{Id, RegId};

use crate::graph::{State, Value};

fn scratch(slot: usize) -> RegId {
    RegId::from_index(u32::MAX as usize - slot)
}

pub(super) fn hold(state: &mut State, slot: usize, value: Value) {
    state.frame_mut().set_reg(scratch(slot), value);
}

pub(super) fn held(state: &State, slot: usize) -> Value {
    state.frame().reg(scratch(slot))
}

pub(super) fn release(state: &mut State, slot: usize) -> Value {
    state.frame_mut().take_reg(scratch(slot))
}
