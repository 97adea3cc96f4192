//! Cycles of the graph as integer transition systems.
//!
//! Paper: [AProVE] section 4. A run that does not end stays in one component of the graph from some time on; where it gets into
//! it, only what is known of the state there holds.
//! Guarantees: every infinite path through a component is, from any of its places on, an infinite run of the component's system.

use its::system::{Atom, IntVar, Location, Poly, System, Transition};

use super::edges::{Edge, Place};
use crate::exec::Overflow;
use crate::number::{Fact, Linear, Relation, Var};
use crate::state::State;

/// Places that can be reached from each other, with the edges between them, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    pub places: Vec<Place>,
    pub edges: Vec<usize>,
}

/// Constants of the size of the least and greatest numbers of a type, or parts of them.
const LARGE: i128 = 1 << 24;

/// Cases of one edge beyond which differences are not written down.
const MOST_CASES: usize = 16;

/// All components with edges, in the order of their first places.
pub fn components(edges: &[Edge]) -> Vec<Component> {
    let mut places: Vec<Place> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    places.sort_unstable();
    places.dedup();
    let number = |place: Place| places.binary_search(&place).expect("invariant: every place of an edge is there");
    let mut successors: Vec<Vec<ir::FuncId>> = vec![Vec::new(); places.len()];
    for edge in edges {
        successors[number(edge.from)].push(ir::Id::from_index(number(edge.to)));
    }
    let mut found: Vec<Component> = Vec::new();
    for members in ir::strongly_connected(&successors) {
        let mut members: Vec<Place> = members.into_iter().map(|member| places[ir::Id::index(member)]).collect();
        members.sort_unstable();
        let inside = |place: Place| members.binary_search(&place).is_ok();
        let within = edges.iter().enumerate().filter(|(_, edge)| inside(edge.from) && inside(edge.to));
        let within: Vec<usize> = within.map(|(index, _)| index).collect();
        if !within.is_empty() {
            found.push(Component { places: members, edges: within });
        }
    }
    found.sort_unstable_by(|a, b| a.places.cmp(&b.places));
    found
}

/// The system of a component; `state` gives the state of a place. `None` when a number gets too large.
///
/// Where overflows count as numbers, no argument is to rest on how large the numbers of a type are: facts with constants of such a
/// size are left out.
pub fn system<'s>(
    component: &Component,
    edges: &[Edge],
    overflow: Overflow,
    state: &dyn Fn(Place) -> &'s State,
) -> Option<System> {
    let counts = |fact: &Fact| overflow != Overflow::Counts || fact.form.constant_term().abs() < LARGE;
    let most = component.places.iter().map(|place| state(*place).var_bound()).max().unwrap_or(0);
    let vars: Vec<String> = (0..most).map(|var| format!("v{var}")).collect();
    let location = |place: Place| {
        let at = component.places.binary_search(&place).expect("invariant: edges of a component are inside");
        Location(at as u32 + 1)
    };
    let mut locations = vec!["start".to_string()];
    locations.extend(component.places.iter().map(|place| match place.cut {
        None => format!("c{}", place.context),
        Some(cut) => format!("c{}_{cut}", place.context),
    }));
    let mut transitions = Vec::new();
    for place in &component.places {
        let facts: Vec<Fact> = state(*place).knowledge.facts().filter(counts).collect();
        let update = (0..most).map(|var| Poly::var(IntVar(var))).collect::<Vec<_>>();
        for guard in guards(&facts, &|form| poly(form, &|var| IntVar(var.0)))? {
            let (chosen, update) = (Vec::new(), update.clone());
            transitions.push(Transition { from: Location(0), to: location(*place), chosen, guard, update });
        }
    }
    for index in &component.edges {
        let edge = &edges[*index];
        let mut own: Vec<Var> = Vec::new();
        let facts: Vec<Fact> = edge.knowledge.facts().filter(counts).collect();
        let update: Vec<Linear> = edge.update.iter().map(|form| edge.knowledge.reduce(form)).collect();
        for form in facts.iter().map(|fact| &fact.form).chain(&update) {
            own.extend(form.vars().filter(|var| var.0 >= edge.vars));
        }
        own.sort_unstable();
        own.dedup();
        let name = |var: Var| match own.binary_search(&var) {
            Ok(at) => IntVar(most + at as u32),
            Err(_) => IntVar(var.0),
        };
        let written = |form: &Linear| poly(form, &name);
        let mut after = Vec::with_capacity(most as usize);
        for var in 0..most {
            after.push(match update.get(var as usize) {
                Some(form) => written(form)?,
                None => Poly::zero(),
            });
        }
        let chosen: Vec<String> = own.iter().map(|var| format!("n{}", var.0)).collect();
        for guard in guards(&facts, &written)? {
            let (from, to) = (location(edge.from), location(edge.to));
            transitions.push(Transition { from, to, chosen: chosen.clone(), guard, update: after.clone() });
        }
    }
    Some(System { vars, locations, start: Location(0), transitions })
}

fn poly(form: &Linear, name: &dyn Fn(Var) -> IntVar) -> Option<Poly> {
    Poly::linear(form.terms().iter().map(|(var, factor)| (name(*var), *factor)), form.constant_term())
}

/// What facts say, as cases: a number that is not zero is more or less. Beyond a number of cases that is left out.
fn guards(facts: &[Fact], written: &dyn Fn(&Linear) -> Option<Poly>) -> Option<Vec<Vec<Atom>>> {
    let mut cases: Vec<Vec<Atom>> = vec![Vec::new()];
    let one = Poly::constant(1);
    for fact in facts {
        let form = written(&fact.form)?;
        match fact.relation {
            Relation::AtLeastZero => cases.iter_mut().for_each(|case| case.push(Atom::at_least_zero(form.clone()))),
            Relation::Zero => cases.iter_mut().for_each(|case| case.push(Atom::zero(form.clone()))),
            Relation::NotZero if cases.len() * 2 <= MOST_CASES => {
                let more = Atom::ge(&form, &one)?;
                let less = Atom::ge(&form.neg()?, &one)?;
                let mut split = Vec::with_capacity(2 * cases.len());
                for atom in [more, less] {
                    split.extend(cases.iter().map(|case| [case.as_slice(), std::slice::from_ref(&atom)].concat()));
                }
                cases = split;
            }
            Relation::NotZero => {}
        }
    }
    Some(cases)
}
