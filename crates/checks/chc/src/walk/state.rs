//! What is known at a point: under which condition control is there, and what memory holds.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::RegId;
use smt::Term;

use super::condition::Condition;
use crate::system::SlotId;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Content<W> {
    Word(W),
    Array(Term),
}

/// Slots that are not in it hold anything.
#[derive(Clone, Debug)]
pub(super) struct Memory<W>(Rc<BTreeMap<SlotId, Content<W>>>);

impl<W> Default for Memory<W> {
    fn default() -> Self {
        Memory(Rc::default())
    }
}

impl<W: Copy + PartialEq> Memory<W> {
    pub fn get(&self, slot: SlotId) -> Option<Content<W>> {
        self.0.get(&slot).copied()
    }

    pub fn set(&mut self, slot: SlotId, content: Content<W>) {
        Rc::make_mut(&mut self.0).insert(slot, content);
    }

    pub fn forget(&mut self, slot: SlotId) {
        if self.0.contains_key(&slot) {
            Rc::make_mut(&mut self.0).remove(&slot);
        }
    }

    /// Slots of either, with what each has.
    pub fn join(
        &mut self,
        other: &Memory<W>,
        mut joined: impl FnMut(SlotId, Option<Content<W>>, Option<Content<W>>) -> Option<Content<W>>,
    ) {
        if Rc::ptr_eq(&self.0, &other.0) {
            return;
        }
        let mut changes = Vec::new();
        for (slot, mine) in self.0.iter() {
            let theirs = other.0.get(slot);
            if theirs != Some(mine) {
                changes.push((*slot, joined(*slot, Some(*mine), theirs.copied())));
            }
        }
        for (slot, theirs) in other.0.iter().filter(|(slot, _)| !self.0.contains_key(slot)) {
            changes.push((*slot, joined(*slot, None, Some(*theirs))));
        }
        for (slot, content) in changes {
            match content {
                Some(content) => self.set(slot, content),
                None => self.forget(slot),
            }
        }
    }
}

/// Control comes to a point.
#[derive(Clone, Debug)]
pub(super) struct State<W> {
    pub condition: Condition,
    pub memory: Memory<W>,
}

/// … from one or several sides; with values for parameters of a block or results of a call.
#[derive(Clone, Debug)]
pub(super) struct Arrival<W> {
    pub state: State<W>,
    pub values: Vec<(RegId, Option<W>)>,
}
