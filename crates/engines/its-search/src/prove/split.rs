//! What divides a component in two closes it, if functions do the rest.

use its::system::{Atom, Component, components};

use super::measures::conditions;
use super::prover::Prover;

/// A condition and its opposite.
pub type Condition = (Atom, Atom);

/// What a component is divided by, and how: gives the transitions in its place, or `None` when there is nothing to divide.
pub struct Split {
    pub most_conditions: usize,
    pub divide: fn(&mut Prover, &[usize], &Condition) -> Option<Vec<usize>>,
}

impl Split {
    /// Closes the component with at most `depth` conditions at a time; nothing of it is left.
    pub fn close(&self, prover: &mut Prover, component: &[usize], depth: usize) -> Option<Vec<Component>> {
        let conditions = conditions(&prover.refined.system, component, self.most_conditions);
        self.closes(prover, component, &conditions, depth).then(Vec::new)
    }

    fn closes(&self, prover: &mut Prover, component: &[usize], conditions: &[Condition], depth: usize) -> bool {
        for (number, condition) in conditions.iter().enumerate() {
            if prover.exhausted() {
                return false;
            }
            let before = prover.moment();
            if let Some(split) = (self.divide)(prover, component, condition) {
                let parts = components(&prover.refined.system, &split);
                let open = prover.close(parts);
                let later = &conditions[number + 1..];
                if open.is_empty() || depth > 1 && open.iter().all(|part| self.closes(prover, part, later, depth - 1)) {
                    return true;
                }
            }
            prover.back_to(before);
        }
        false
    }
}
