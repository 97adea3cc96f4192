//! The search for a proof.
//!
//! Components one by one; within one, lexicographic: a function that decreases somewhere takes those transitions away,
//! and what is left falls apart into smaller components. The set of transitions that can be taken away by one function
//! that is bounded everywhere is unique, so names and the order of rules do not matter for how far this gets.
//! What stays open goes through the list of further techniques, cheap ones first.

use engine::Budget;
use its::certificate::{Proof, SystemAnswer, Technique};
use its::check::Logic;
use its::system::{Atom, Component, System, components};

use super::prover::Prover;
use super::{cases, disjunction, parallel, quadratic, regions, size_change};
use crate::endless::endless_otherwise;
use crate::invariants::{Precision, invariants};
use crate::simplify::{simplify, undo};
use crate::solver::for_search;

/// A technique for components that linear functions and phases leave open.
struct Further {
    technique: Technique,
    /// Gives what is left of the component, after it added its steps. `None`, and no step, when it has nothing to say.
    attempt: fn(&mut Prover, &[usize]) -> Option<Vec<Component>>,
    /// Questions that it may ask about one component.
    questions: usize,
}

/// Cheap first.
const FURTHER: &[Further] = &[
    Further { technique: Technique::SizeChange, attempt: size_change::attempt, questions: 2_000 },
    Further { technique: Technique::Polynomial, attempt: quadratic::attempt, questions: 200 },
    Further { technique: Technique::Cases, attempt: cases::by_one, questions: 2_000 },
    Further { technique: Technique::Piecewise, attempt: regions::by_one, questions: 4_000 },
    Further { technique: Technique::Cases, attempt: cases::by_two, questions: 2_000 },
    Further { technique: Technique::Piecewise, attempt: regions::by_two, questions: 4_000 },
    Further { technique: Technique::Disjunction, attempt: disjunction::attempt, questions: 20_000 },
];

/// Does every run of the system end? The solver does not start only when the installation is broken.
pub fn prove(system: &System, budget: &Budget) -> Result<SystemAnswer, smt::Error> {
    prove_up_to(system, budget, Technique::Disjunction)
}

/// As [`prove`], with techniques up to a given one, to see what the others are good for.
pub fn prove_up_to(system: &System, budget: &Budget, strongest: Technique) -> Result<SystemAnswer, smt::Error> {
    let simplified = simplify(system, budget);
    let original = |component: &Vec<usize>| simplified.original_transitions(component);
    Ok(match search(simplified.system(), budget, strongest)? {
        SystemAnswer::Terminates(proof) => {
            SystemAnswer::Terminates(Proof { simplifications: simplified.into_log(), ..proof })
        }
        SystemAnswer::RunsForever(endless) => match undo(&simplified, *endless) {
            Some(endless) => SystemAnswer::RunsForever(Box::new(endless)),
            // Numbers that are small enough only in the simplified system.
            None => SystemAnswer::Maybe { open: vec![(0..system.transitions.len()).collect()], stopped: None },
        },
        SystemAnswer::Maybe { open, stopped } => {
            let mut open: Vec<Vec<usize>> = open.iter().map(original).collect();
            open.sort_unstable();
            SystemAnswer::Maybe { open, stopped }
        }
    })
}

/// Cheap first: without invariants, then with better ones until everything is proved, or some run is found that does not
/// end; then the further techniques.
fn search(system: &System, budget: &Budget, strongest: Technique) -> Result<SystemAnswer, smt::Error> {
    let mut logic = for_search(budget)?;
    let none = vec![Vec::new(); system.locations.len()];
    let (mut proof, mut open) = attempt(system, budget, &mut logic, none);
    let mut tried: Vec<Component> = Vec::new();
    for precision in [Precision::Guards, Precision::Pairs] {
        if open.is_empty() || budget.exhausted().is_some() {
            break;
        }
        let found = invariants(system, precision, &mut logic, budget);
        (proof, open) = attempt(system, budget, &mut logic, found);
        // Better invariants cost much; a run that does not end may be found before.
        if !open.is_empty() && open != tried {
            if let Some(endless) = parallel::endless_in_one(system, &open, &mut logic, budget) {
                return Ok(SystemAnswer::RunsForever(Box::new(endless)));
            }
            tried.clone_from(&open);
        }
    }
    if open.is_empty() {
        return Ok(SystemAnswer::Terminates(proof));
    }
    let techniques: Vec<&Further> = FURTHER.iter().filter(|further| further.technique <= strongest).collect();
    let proof = further(system, budget, &mut logic, proof, &open, &techniques);
    let open = match proof {
        Ok(proof) => return Ok(SystemAnswer::Terminates(proof)),
        Err(open) => open,
    };
    Ok(match endless_otherwise(system, &open, &mut logic, budget) {
        Some(endless) => SystemAnswer::RunsForever(Box::new(endless)),
        None => SystemAnswer::Maybe { open, stopped: budget.exhausted() },
    })
}

/// Linear functions and phases with these invariants, and the components that stay open.
fn attempt(system: &System, budget: &Budget, logic: &mut Logic, invariants: Vec<Vec<Atom>>) -> (Proof, Vec<Component>) {
    let mut prover = Prover::new(system, Proof { invariants, ..Proof::default() }, logic, budget);
    let left = prover.possible();
    let found = components(system, &left);
    let together = if parallel::is_worth(&found) {
        parallel::close(system, &prover.refined.invariants, &found, budget)
    } else {
        None
    };
    let open = match together {
        Some((steps, open)) => {
            prover.steps.extend(steps);
            open
        }
        None => prover.close(found),
    };
    (prover.into_proof(system), open)
}

/// The proof with all open components closed by the techniques, or those that stay open.
fn further(
    system: &System,
    budget: &Budget,
    logic: &mut Logic,
    proof: Proof,
    open: &[Component],
    techniques: &[&Further],
) -> Result<Proof, Vec<Component>> {
    let mut prover = Prover::new(system, proof, logic, budget);
    let mut still_open = Vec::new();
    for component in open {
        let mut work = vec![component.clone()];
        while let Some(part) = work.pop() {
            let rest = techniques.iter().find_map(|further| {
                prover.allow(further.questions);
                (further.attempt)(&mut prover, &part)
            });
            let Some(rest) = rest else {
                still_open.push(component.clone());
                break;
            };
            work.extend(prover.close(rest));
        }
    }
    if still_open.is_empty() { Ok(prover.into_proof(system)) } else { Err(still_open) }
}
