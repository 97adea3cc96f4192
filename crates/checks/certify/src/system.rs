//! Verdicts about integer transition systems.

use engine::{Budget, Limit};
use its::certificate::{Endless, Proof, SystemAnswer, WrapEncoding};
use its::check::{Refusal, check_encoding, check_endless, check_proof};
use its::system::{System, Types};

/// An answer about a system whose certificate was checked; only [`judge_system`] makes one that says yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemVerdict {
    conclusion: SystemConclusion,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SystemConclusion {
    /// Every run ends.
    Yes(Proof),
    /// Some run does not.
    No(Box<Endless>),
    /// Nothing was found, for these components by their transitions; or a limit was reached before what was found was
    /// checked.
    Maybe { open: Vec<Vec<usize>>, stopped: Option<Limit> },
    /// What was found does not pass its check: our bug.
    Rejected { why: String },
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
            Ok(()) => SystemConclusion::Yes(proof),
            Err(refusal) => refused(refusal),
        },
        SystemAnswer::RunsForever(endless) => match check_endless(system, &endless, budget) {
            Ok(()) => SystemConclusion::No(endless),
            Err(refusal) => refused(refusal),
        },
        SystemAnswer::Maybe { open, stopped } => SystemConclusion::Maybe { open, stopped },
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
        Refusal::Wrong(why) => SystemConclusion::Rejected { why },
        Refusal::Stopped(limit) => SystemConclusion::Maybe { open: Vec::new(), stopped: Some(limit) },
    }
}
