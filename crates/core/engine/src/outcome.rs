//! What engines answer. None of it is a verdict: `certify` makes those.

use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt::Debug;

use ir::LocId;

use crate::{Budget, FiniteTrace, Property, Trace};

/// An engine's answer for one property.
#[derive(Debug)]
pub struct Answer {
    pub property: Property,
    pub outcome: Outcome,
    /// Steps of the work that led to it, see [`Budget::steps`]: the same on every machine and under every load, so that it
    /// can decide between two answers.
    pub steps: u64,
}

impl Answer {
    pub fn new(property: Property, outcome: Outcome) -> Self {
        Answer { property, outcome, steps: 0 }
    }

    /// With the steps of this part of the engine's work.
    #[must_use]
    pub fn after(self, work: &Budget) -> Self {
        Answer { steps: work.steps(), ..self }
    }
}

#[derive(Debug)]
pub enum Outcome {
    Proved(Box<dyn Certificate>),
    Refuted(Trace),
    /// No more than a warning: a run ends in the violation, but on the way it calls a function of which nothing is known.
    /// The reason is why there is no answer.
    Suspected(FiniteTrace, Unknown),
    Unknown(Unknown),
}

/// Evidence for a proof. `certify` downcasts it to the types it knows how to check, and believes no others.
pub trait Certificate: Any + Debug + Send + Sync {}

/// Evidence that the program has exactly one run, which ends and breaks nothing: it asks for no input, and nothing it
/// does depends on where objects lie. Checked by running it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnlyRun {
    /// Instructions that the run took; the check may take no more.
    pub steps: u64,
}

impl Certificate for OnlyRun {}

/// Evidence that every run ends: the program has no loop and no recursion. There is nothing to say beyond that; whoever checks
/// it looks at the program (`ir::repetition`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acyclic {}

impl Certificate for Acyclic {}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// A budget ran out.
    Limit(Limit),
    /// The program uses something that the engine does not model.
    Unsupported { what: String, at: LocId },
    /// The engine's abstraction lost what it would have needed.
    Imprecise { why: String, at: LocId },
    /// Our own bug, caught.
    Internal(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Time,
    Memory,
    /// The engine's own bound (runs, states, depth).
    Effort,
    /// The user stopped the run, or another engine settled the question.
    Cancelled,
}
