//! What holds of the numbers of a complete graph, and its states do not say.
//!
//! States are generalised one by one, and what is lost on the way does not come back. Seen as one transition system, the graph
//! has invariants that `its-search` finds: bounds that hold wherever a run gets to a place.
//! Guarantees: none; the graph with them is walked through again.

use engine::Budget;
use its::system::{Atom, Location, Relation, System};
use its_search::invariants::{Precision, find};
use symex::exec::Overflow;
use symex::number::{Fact, Linear, Var};
use symex::proof::{Component, Context, Place, places, system};
use symex::state::State;

use crate::assemble::Assembled;

/// Steps of the search for invariants; most graphs take a few hundred.
const MOST_STEPS: u64 = 12_000;
/// What such a step costs, in steps of the budget.
const STEPS_OF_ONE: u64 = 2_000;

/// The contexts with states that say more; `None` if nothing more was found.
pub fn strengthened(
    assembled: &Assembled,
    overflow: Overflow,
    precision: Precision,
    budget: &Budget,
) -> Option<Vec<Context>> {
    let Assembled { contexts, edges } = assembled;
    let state = |place: Place| -> &State {
        let context = &contexts[place.context];
        place.cut.map_or(&context.entry, |cut| &context.cuts[cut].1)
    };
    let all = Component { places: places(contexts), edges: (0..edges.len()).collect() };
    let system = from_the_entry(system(&all, edges, overflow, &state)?);
    let affordable = budget.steps_left().map_or(MOST_STEPS, |left| left / STEPS_OF_ONE);
    let part = budget.limited(affordable.min(MOST_STEPS));
    let found = find(&system, precision, &part);
    tracing::debug!("{precision:?} of a graph: {} steps, {:?}", part.steps(), part.exhausted());
    budget.step(part.steps() * (STEPS_OF_ONE - 1));
    let mut contexts = contexts.clone();
    let mut learnt = false;
    // The first location is where the system starts; the others are the places, in order.
    for (place, atoms) in all.places.iter().zip(found.iter().skip(1)) {
        let context = &mut contexts[place.context];
        let state = match place.cut {
            None => &mut context.entry,
            Some(cut) => &mut context.cuts[cut].1,
        };
        let (before, bound) = (state.knowledge.clone(), state.var_bound());
        for fact in atoms.iter().filter_map(|atom| fact(atom, bound)) {
            state.knowledge.learn(fact);
        }
        learnt |= state.knowledge != before;
    }
    learnt.then_some(contexts)
}

/// A system of a cycle may be entered anywhere; the whole graph only where the program starts.
fn from_the_entry(system: System) -> System {
    let (start, entry) = (system.start, Location(1));
    let possible = |from: Location, to: Location| from != start || to == entry;
    let transitions = system.transitions.into_iter().filter(|step| possible(step.from, step.to)).collect();
    System { transitions, ..system }
}

/// What an atom says of variables that the place has.
fn fact(atom: &Atom, bound: u32) -> Option<Fact> {
    let mut form = Linear::constant(atom.poly.constant_term());
    for var in atom.poly.vars() {
        let known = Some(var.0).filter(|var| *var < bound)?;
        form = form.combine(&Linear::var(Var(known)), atom.poly.coefficient(var))?;
    }
    match atom.relation {
        Relation::AtLeastZero => Some(Fact::at_least_zero(form)),
        Relation::Zero => Some(Fact::zero(form)),
    }
}
