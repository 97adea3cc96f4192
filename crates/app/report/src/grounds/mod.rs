//! Why verdicts are TRUE, in terms of C: what certificates say, with the names that people gave to things. Decides nothing.

mod argument;
mod ending;
mod heads;
mod invariants;
mod rounds;
mod solved;
mod sum;
mod systems;
mod view;
mod words;

use chc::system::System;
use engine::Property;
use ir::{LocId, Module, Places};
use smt::Term;
use symex::proof::{Cycle, Proof};

use heads::Heads;

pub use systems::{WrittenSystem, systems};

/// What a verdict rests on.
#[derive(Debug)]
pub struct Grounds<'a> {
    pub property: Property,
    pub evidence: Evidence<'a>,
}

#[derive(Debug)]
pub enum Evidence<'a> {
    /// States that cover all runs.
    Executed {
        proof: &'a Proof,
        /// Of a proof that all runs end. `None` when there was no time to find them again.
        cycles: Option<Vec<Cycle>>,
    },
    /// There is one run, and it took so many instructions.
    OnlyRun { steps: u64 },
    /// Nothing happens twice.
    Acyclic,
    /// Heaps that cover all that is reached.
    Heaps,
    /// Horn clauses of the program have a solution; for each relation, what is needed of it. Where objects were looked at one by one,
    /// there are clauses for each.
    Solved { parts: Vec<(System, Vec<Vec<Term>>)> },
    /// Horn clauses of the program have no derivation of more steps than these.
    Unrolled { steps: usize },
    /// Horn clauses of the program break nothing in so many steps, and not in the next one either if they did not in these.
    Induction { steps: usize },
}

/// One thing to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub place: LocId,
    pub what: String,
    /// Below it: a list of lines.
    pub details: Vec<String>,
}

/// Properties that hold for the same reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    pub properties: Vec<Property>,
    pub reasons: Vec<Reason>,
}

pub fn explain(grounds: &[Grounds<'_>], module: &Module) -> Vec<Explained> {
    let mut explained: Vec<Explained> = Vec::new();
    for each in grounds {
        let reasons = reasons(each, module);
        match explained.iter_mut().find(|other| other.reasons == reasons) {
            Some(other) => other.properties.push(each.property),
            None => explained.push(Explained { properties: vec![each.property], reasons }),
        }
    }
    explained
}

pub fn reasons(grounds: &Grounds<'_>, module: &Module) -> Vec<Reason> {
    let nowhere = |what: String| vec![Reason { place: Places::nowhere(), what, details: Vec::new() }];
    let heads = Heads::new(module);
    match &grounds.evidence {
        Evidence::OnlyRun { steps } => {
            nowhere(format!("there is only one run, because nothing is read; it was run, {steps} instructions"))
        }
        Evidence::Acyclic => nowhere("there is no loop and no recursion".to_string()),
        Evidence::Heaps => nowhere("every heap that can arise was followed; --shapes shows those at loops".to_string()),
        Evidence::Solved { parts } => solved::reasons(&heads, parts),
        Evidence::Unrolled { steps } => nowhere(format!(
            "every run ends within {steps} rounds of loops and calls, and all of them were followed to their ends"
        )),
        Evidence::Induction { steps } => nowhere(format!(
            "no violation happens within {steps} rounds of loops, nor in a round after {steps} rounds without one, wherever they begin (k-induction)"
        )),
        Evidence::Executed { proof, cycles: Some(cycles) } if grounds.property == Property::Termination => {
            let mut reasons = ending::reasons(&heads, proof, cycles);
            reasons.extend(rounds::reasons(&heads, proof, cycles));
            reasons.sort_by_key(|reason| module.places.get(reason.place));
            if reasons.is_empty() { nowhere(rounds::none(&heads, proof)) } else { reasons }
        }
        Evidence::Executed { proof, .. } if grounds.property == Property::Termination => {
            nowhere(format!("{} states cover all runs; there was no time to show why cycles end", proof.states()))
        }
        Evidence::Executed { proof, .. } => {
            let reasons = invariants::reasons(&heads, proof);
            if reasons.is_empty() {
                nowhere(format!("every path was followed to its end: {}", rounds::none(&heads, proof)))
            } else {
                reasons
            }
        }
    }
}
