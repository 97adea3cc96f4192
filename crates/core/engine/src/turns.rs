//! Taking turns, when more threads want to work than the machine has cores.
//!
//! Who is next is the owner's business: a [`Budget`](crate::Budget) only passes on what its threads do. An engine sees
//! nothing of it as long as it asks its budget in every loop, lets its own threads work through
//! [`Budget::work`](crate::Budget::work), and waits for them through [`Budget::wait`](crate::Budget::wait).

use std::fmt::Debug;

use crate::Budget;

/// The owner's side. Every method is called by the thread that it is about.
///
/// A thread may be asked for its turn while it holds a lock, and waits then; whoever needs that lock waits with it. So no
/// engine asks its budget while it holds a lock that another of its threads needs.
pub trait Turns: Send + Sync + Debug {
    /// This thread works for the engine from now on, as long as the budget lasts; returns when it is its turn.
    fn begin(&self, budget: &Budget);

    /// It does no longer. Called by `Drop`, after a panic too.
    fn end(&self);

    /// It has been asked for its turn, see [`Budget::ask_for_turn`](crate::Budget::ask_for_turn): others go first.
    fn pass(&self);

    /// It is about to wait for something that other threads do, and needs no turn for that.
    fn rest(&self);

    /// It goes on; returns when it is its turn. Called by `Drop`, after a panic too.
    fn resume(&self);

    /// A budget of the engine, or a part of it, has been stopped, by whatever thread: to come to an end nobody waits for his
    /// turn.
    fn stopped(&self);
}

/// A thread at work.
pub(crate) struct Working<'t>(&'t dyn Turns);

impl<'t> Working<'t> {
    pub(crate) fn begin(turns: &'t dyn Turns, budget: &Budget) -> Self {
        turns.begin(budget);
        Working(turns)
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A thread that waits for others.
pub(crate) struct Resting<'t>(&'t dyn Turns);

impl<'t> Resting<'t> {
    pub(crate) fn begin(turns: &'t dyn Turns) -> Self {
        turns.rest();
        Resting(turns)
    }
}

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.resume();
    }
}
