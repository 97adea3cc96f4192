//! Verdicts about integer transition systems.

use engine::Limit;
use its::wrap::{Types, WrapEncoding, check_encoding};
use its::{Endless, Proof, System, SystemAnswer};

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
    /// Nothing was found, for these components by their transitions.
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
pub fn judge_system(system: &System, answer: SystemAnswer) -> SystemVerdict {
    let rejected = |why| SystemConclusion::Rejected { why };
    let conclusion = match answer {
        SystemAnswer::Terminates(proof) => match its::check(system, &proof) {
            Ok(()) => SystemConclusion::Yes(proof),
            Err(why) => rejected(why),
        },
        SystemAnswer::RunsForever(endless) => match its::check_endless(system, &endless) {
            Ok(()) => SystemConclusion::No(endless),
            Err(why) => rejected(why),
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
) -> SystemVerdict {
    match check_encoding(system, types, encoding) {
        Ok(encoded) => judge_system(&encoded, answer),
        Err(why) => SystemVerdict { conclusion: SystemConclusion::Rejected { why } },
    }
}
