//! Components at the same time.
//!
//! Guarantees: results are the same on every machine. Each component has its share of the steps, and what one finds does
//! not depend on what others do: work is dealt out to a fixed number of hands, since what a solver was asked before may
//! matter for what it answers.

use engine::{Budget, Limit, dealt};
use its::certificate::{Endless, Proof, ProofStep};
use its::check::Logic;
use its::system::{Atom, Component, System};

use super::prover::Prover;
use crate::endless::endless;
use crate::solver::for_search;

/// Transitions of components from which on it is worthwhile to start solvers for them.
const WORTH: usize = 60;

/// Is there enough to do at the same time?
pub fn is_worth(components: &[Component]) -> bool {
    components.len() > 1 && components.iter().map(Vec::len).sum::<usize>() >= WORTH
}

/// As [`Prover::close`]; the steps, and what stays open. `None` when the machine does not give what is needed.
pub fn close(
    system: &System,
    invariants: &[Vec<Atom>],
    components: &[Component],
    budget: &Budget,
) -> Option<(Vec<ProofStep>, Vec<Component>)> {
    let parts: Vec<Budget> = components.iter().map(|_| budget.share(components.len())).collect();
    let one = |number: usize| {
        let mut logic = for_search(&parts[number]).ok()?;
        let proof = Proof { invariants: invariants.to_vec(), ..Proof::default() };
        let mut prover = Prover::new(system, proof, &mut logic, &parts[number]);
        let open = prover.close(vec![components[number].clone()]);
        Some((prover.steps, open))
    };
    let (mut steps, mut open) = (Vec::new(), Vec::new());
    for found in dealt(components.len(), budget, &one)? {
        let (more, left) = found?;
        steps.extend(more);
        open.extend(left);
    }
    open.sort_unstable();
    Some((steps, open))
}

/// As [`endless`], for several components; of several runs that of the first one.
pub fn endless_in_one(system: &System, open: &[Component], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    if !is_worth(open) {
        return endless(system, open, logic, budget);
    }
    let parts: Vec<Budget> = open.iter().map(|_| budget.share(open.len())).collect();
    let one = |number: usize| {
        let mut logic = for_search(&parts[number]).ok()?;
        let found = endless(system, &open[number..=number], &mut logic, &parts[number])?;
        parts[number + 1..].iter().for_each(|later| later.stop(Limit::Cancelled));
        Some(found)
    };
    match dealt(open.len(), budget, &one) {
        Some(found) => found.into_iter().flatten().next(),
        None => endless(system, open, logic, budget),
    }
}
