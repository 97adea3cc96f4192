//! How a hunter's state came about: the inputs it asked for and the conditions it assumed, in order.
//!
//! States share their past. Values in it are those of the time of the event; unknowns are never renumbered while a
//! trail is kept, and a substitution is an event of its own.

use std::sync::Arc;

use ir::{BinOp, CastOp, NondetKind, Predicate, Type};

use crate::graph::range::Range;
use crate::graph::value::{SymId, Value};

/// Off by default: a prover has no use for the past.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    kept: bool,
    last: Option<Arc<Node>>,
}

#[derive(Debug)]
struct Node {
    event: TrailEvent,
    /// Events up to this one.
    len: usize,
    before: Option<Arc<Node>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TrailEvent {
    /// The program asked for an input and got this value.
    Input {
        value: Value,
        ty: Type,
        kind: NondetKind,
    },
    /// The value is the result of an operation that ranges cannot express.
    Binary {
        value: Value,
        op: BinOp,
        width: u32,
        a: Value,
        b: Value,
    },
    Cast {
        value: Value,
        op: CastOp,
        from: u32,
        to: u32,
        a: Value,
    },
    /// A comparison came out so.
    Compared {
        pred: Predicate,
        width: u32,
        a: Value,
        b: Value,
        holds: bool,
    },
    /// Equal from here on.
    Substituted {
        sym: SymId,
        by: Value,
    },
    /// One of these from here on: in the runs that go on.
    Narrowed {
        sym: SymId,
        to: Range,
    },
    /// An allocation that the run was free to make fail.
    Allocated {
        fails: bool,
    },
}

impl TrailEvent {
    /// The opposite of a comparison's outcome.
    pub fn negated(self) -> Option<TrailEvent> {
        match self {
            TrailEvent::Compared { pred, width, a, b, holds } => {
                Some(TrailEvent::Compared { pred, width, a, b, holds: !holds })
            }
            TrailEvent::Input { .. }
            | TrailEvent::Binary { .. }
            | TrailEvent::Cast { .. }
            | TrailEvent::Substituted { .. }
            | TrailEvent::Narrowed { .. }
            | TrailEvent::Allocated { .. } => None,
        }
    }
}

impl Trail {
    pub fn kept() -> Self {
        Trail { kept: true, last: None }
    }

    pub fn note(&mut self, event: TrailEvent) {
        if self.kept {
            let len = self.count() + 1;
            self.last = Some(Arc::new(Node { event, len, before: self.last.take() }));
        }
    }

    pub fn substituted(&mut self, sym: SymId, by: Value) {
        self.note(TrailEvent::Substituted { sym, by });
    }

    /// How many events there are.
    pub fn count(&self) -> usize {
        self.last.as_ref().map_or(0, |node| node.len)
    }

    /// All events, the first one first.
    pub fn events(&self) -> Vec<TrailEvent> {
        self.events_after(0)
    }

    /// All but the first `len` events.
    pub fn events_after(&self, len: usize) -> Vec<TrailEvent> {
        let mut events = Vec::new();
        let mut at = self.last.as_ref();
        while let Some(node) = at
            && node.len > len
        {
            events.push(node.event);
            at = node.before.as_ref();
        }
        events.reverse();
        events
    }
}

impl Drop for Node {
    /// Iteratively: a long path must not need a deep stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(node) = before {
            match Arc::try_unwrap(node) {
                Ok(mut node) => before = node.before.take(),
                Err(_) => break,
            }
        }
    }
}
