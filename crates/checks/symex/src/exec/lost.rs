//! Heap objects that nobody can come to any more.

use engine::BugKind;
use ir::RegId;
use rustc_hash::FxHashSet;

use super::Machine;
use super::instruction::end_life;
use crate::state::{Life, ObjectId, State, Storage, Value};

impl Machine<'_, '_> {
    /// Takes away objects that neither the registers, nor globals, nor other roots lead to. A live heap object among them is a
    /// leak.
    ///
    /// What memory holds is not always known, so an object may be taken for lost that is not.
    pub fn collect(&mut self, state: &mut State, roots: &[Value], live: &dyn Fn(RegId) -> bool) {
        let reached = reached_by(state, roots, live, &|_| true);
        let mut lost = false;
        state.retain_objects(|id, object| {
            let kept = reached.contains(&id) || matches!(id, ObjectId::Global(_)) || self.is_given(id);
            lost |= !kept && object.life == Life::Live && object.storage == Storage::Heap;
            kept
        });
        state.forget_missing();
        if lost {
            self.bug(BugKind::Leak, "a heap object may be lost");
        }
        if self.leaks {
            let given = state.objects().iter().filter(|(id, _)| self.is_given(*id) && !reached.contains(id));
            if given.into_iter().any(|(_, object)| object.life == Life::Live && object.storage == Storage::Heap) {
                self.bug(BugKind::Leak, "a heap object may be lost");
            }
        }
    }

    /// The program ends here; `exit` and its kin lose nothing, but what was lost before stays lost.
    pub fn end(&mut self, state: &mut State) {
        if self.leaks {
            self.collect(state, &[], &|_| false);
        }
    }

    /// The function returns: its locals die.
    pub fn end_locals(&mut self, state: &mut State) {
        let own = state.objects().iter().filter(|(id, object)| object.storage == Storage::Stack && !self.is_given(*id));
        let own: Vec<ObjectId> = own.map(|(id, _)| *id).collect();
        own.into_iter().for_each(|id| end_life(state, id, Life::OutOfScope));
    }

    /// Is it part of the entry state? Those keep their places.
    pub(crate) fn is_given(&self, id: ObjectId) -> bool {
        match id {
            ObjectId::Global(_) => true,
            ObjectId::Made(number) => number < self.given_objects,
        }
    }
}

/// Objects that can be reached, through what callers hold, too; what is in an object counts if `through` says so.
pub fn reached_by(
    state: &State,
    roots: &[Value],
    live: &dyn Fn(RegId) -> bool,
    through: &dyn Fn(ObjectId) -> bool,
) -> FxHashSet<ObjectId> {
    let mut reached = FxHashSet::default();
    let mut work: Vec<ObjectId> = Vec::new();
    // From the last object of a structure, all others can be reached if each points back.
    let goes_back = |id: &ObjectId| {
        state.object(*id).and_then(|object| object.structure.as_ref()).is_some_and(|structure| structure.back.is_some())
    };
    let push = |value: &Value, work: &mut Vec<ObjectId>| match value {
        Value::Pointer { object, .. } => work.push(*object),
        // … unless somebody may change these pointers.
        Value::Last { of, .. } => work.extend(Some(*of).filter(|of| goes_back(of) && through(*of))),
        Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => {}
    };
    roots.iter().for_each(|value| push(value, &mut work));
    state.registers().iter().filter(|(reg, _)| live(*reg)).for_each(|(_, value)| push(value, &mut work));
    for (id, object) in state.objects() {
        if matches!(id, ObjectId::Global(_)) || object.held || object.storage == Storage::Outer {
            work.push(*id);
        }
    }
    while let Some(id) = work.pop() {
        if reached.insert(id)
            && let Some(object) = state.object(id)
            && object.life == Life::Live
            && through(id)
        {
            object.values().for_each(|value| push(value, &mut work));
        }
    }
    reached
}
