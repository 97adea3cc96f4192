//! What the tests of several kinds of certificates share.

use engine::Budget;
use its::certificate::{Conjunction, Endless, Proof, ProofStep, Ranking, Recurrence, Stem};
use its::check::{Refusal, check_endless, check_proof};
use its::system::{Location, System};

use crate::texts::{atoms, place, polynomial};

/// A system with what holds at its locations.
pub struct About {
    pub system: System,
    invariants: Vec<Conjunction>,
}

impl About {
    /// Invariants by location.
    pub fn new(rules: &str, invariants: &[(&str, &str)]) -> About {
        let system = crate::rules::system(rules);
        let mut all = vec![Vec::new(); system.locations.len()];
        for (name, text) in invariants {
            all[place(&system, name).index()] = atoms(&system.vars.join(","), text);
        }
        About { system, invariants: all }
    }

    pub fn at(&self, name: &str) -> Location {
        place(&self.system, name)
    }

    /// A function by location; locations are in the order in which they are given.
    pub fn ranking(&self, of: &[(&str, &str)]) -> Ranking {
        let names = self.system.vars.join(",");
        Ranking { of: of.iter().map(|(at, text)| (self.at(at), polynomial(&names, text))).collect() }
    }

    pub fn ranked(&self, component: &[usize], of: &[(&str, &str)], decreasing: &[usize]) -> ProofStep {
        let (component, decreasing) = (component.to_vec(), decreasing.to_vec());
        ProofStep::Ranked { component, ranking: self.ranking(of), decreasing }
    }

    pub fn check(&self, steps: &[ProofStep]) -> Result<(), Refusal> {
        let proof = Proof { invariants: self.invariants.clone(), steps: steps.to_vec(), ..Proof::default() };
        check_proof(&self.system, &proof, &Budget::new())
    }

    pub fn accepted(&self, steps: &[ProofStep]) {
        assert_eq!(self.check(steps), Ok(()), "{steps:?}");
    }

    pub fn refused(&self, steps: &[ProofStep], why: &str) {
        assert_eq!(self.check(steps), Err(Refusal::Wrong(why.to_string())), "{steps:?}");
    }
}

/// The run with this stem and recurrence: nothing if it is accepted, and why not otherwise.
pub fn endless(system: &System, stem: &Stem, recurrence: Recurrence) -> String {
    match check_endless(system, &Endless::new(stem.clone(), recurrence), &Budget::new()) {
        Ok(()) => String::new(),
        Err(refusal) => refusal.to_string(),
    }
}
