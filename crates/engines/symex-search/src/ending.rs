//! Why the cycles of a graph end.

use engine::Budget;
use its::certificate::{Proof, SystemAnswer};
use its_search::prove::prove;
use symex::exec::Overflow;
use symex::proof::{Component, Edge, Place, components, system};
use symex::state::State;

/// What is not proved with so many questions to the solver about a cycle is hardly ever proved with more.
const MOST_QUESTIONS: u64 = 3_000;
/// What a question costs, in steps of the budget; the search itself counts it as one.
const STEPS_OF_QUESTION: u64 = 500;

/// A proof for each component, or the first that has none.
pub fn endings<'s>(
    edges: &[Edge],
    overflow: Overflow,
    state: &dyn Fn(Place) -> &'s State,
    budget: &Budget,
) -> Result<Vec<Proof>, Component> {
    let mut proofs = Vec::new();
    for component in components(edges) {
        let Some(system) = system(&component, edges, overflow, state) else { return Err(component) };
        tracing::debug!("a cycle: {} places, {} transitions", component.places.len(), system.transitions.len());
        tracing::debug!("{}", its::format::to_koat(&system));
        let affordable = budget.steps_left().map_or(MOST_QUESTIONS, |left| left / STEPS_OF_QUESTION);
        let part = budget.limited(affordable.min(MOST_QUESTIONS));
        let answer = prove(&system, &part);
        budget.step(part.steps() * (STEPS_OF_QUESTION - 1));
        match answer {
            Ok(SystemAnswer::Terminates(proof)) => proofs.push(proof),
            Ok(SystemAnswer::RunsForever(_) | SystemAnswer::Maybe { .. }) | Err(_) => return Err(component),
        }
    }
    Ok(proofs)
}
