//! Verdicts about integer transition systems.

use engine::{Budget, Unknown};
use its::certificate::{Endless, Proof, SystemAnswer, WrapEncoding};
use its::check::{Refusal, check_encoding, check_endless, check_proof};
use its::system::{System, Types};

use crate::verdict::Conclusion;

/// An answer about a system whose certificate was checked; only [`judge_system`] makes one that says yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemVerdict {
    conclusion: SystemConclusion,
}

/// TRUE: every run ends. FALSE: some run does not.
pub type SystemConclusion = Conclusion<Proof, Endless, SystemDoubt>;

/// Why it is not known whether every run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemDoubt {
    /// Components, by their transitions, about which nothing was found.
    pub open: Vec<Vec<usize>>,
    /// A limit was reached before everything was tried or checked, or what was found does not pass its check.
    pub reason: Option<Unknown>,
}

impl SystemVerdict {
    pub fn conclusion(&self) -> &SystemConclusion {
        &self.conclusion
    }
}

/// Checks what the prover says, with a solver of its own.
pub fn judge_system(system: &System, answer: SystemAnswer, budget: &Budget) -> SystemVerdict {
    let conclusion = match answer {
        SystemAnswer::Terminates(proof) => match check_proof(system, &proof, budget) {
            Ok(()) => Conclusion::True(proof),
            Err(refusal) => refused(refusal),
        },
        SystemAnswer::RunsForever(endless) => match check_endless(system, &endless, budget) {
            Ok(()) => Conclusion::False(endless),
            Err(refusal) => refused(refusal),
        },
        SystemAnswer::Maybe { open, stopped } => unknown(open, stopped.map(Unknown::Limit)),
    };
    SystemVerdict { conclusion }
}

/// Checks that the encoding has the runs of the system with these types, and what the prover says about it.
pub fn judge_typed_system(
    system: &System,
    types: &Types,
    encoding: &WrapEncoding,
    answer: SystemAnswer,
    budget: &Budget,
) -> SystemVerdict {
    match check_encoding(system, types, encoding, budget) {
        Ok(encoded) => judge_system(&encoded, answer, budget),
        Err(refusal) => SystemVerdict { conclusion: refused(refusal) },
    }
}

fn refused(refusal: Refusal) -> SystemConclusion {
    match refusal {
        Refusal::Wrong(why) => unknown(Vec::new(), Some(Unknown::Internal(why))),
        Refusal::Stopped(limit) => unknown(Vec::new(), Some(Unknown::Limit(limit))),
    }
}

fn unknown(open: Vec<Vec<usize>>, reason: Option<Unknown>) -> SystemConclusion {
    Conclusion::Unknown(Box::new(SystemDoubt { open, reason }))
}
