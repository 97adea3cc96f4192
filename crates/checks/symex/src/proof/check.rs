//! The check of a proof: every path is executed once, and whatever comes out has to be covered by what is claimed.

use engine::{Budget, Flows, Property, Task, Unknown};
use its::system::System;

use super::edges::{Edge, Place, Uncovered, Walker};
use super::ending::{Component, components, system};
use super::{Context, Proof};
use crate::cover::{Common, Registers, covers};
use crate::exec::{Machine, Overflow, Prepared, initial};

/// Can a proof speak of the property?
pub fn settles(property: Property) -> bool {
    match property {
        Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::UnreachCall
        | Property::NoOverflow
        | Property::Termination => true,
        // What callers of a function have allocated is not seen where the program ends; shapes are not looked at.
        Property::ValidMemcleanup | Property::Shape => false,
    }
}

/// Paths between two kept states beyond which a proof is refused.
const MOST_STATES: usize = 1 << 20;

/// Does the proof hold, and does it show the property? The reason if not.
pub fn check(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Result<(), Unknown> {
    let edges = executed(task, property, proof, budget)?;
    if property == Property::Termination { check_endings(&cycles_of(proof, &edges)?, proof, budget) } else { Ok(()) }
}

/// A cycle of the graph, and the system that its argument is about.
#[derive(Clone, Debug)]
pub struct Cycle {
    pub component: Component,
    pub system: System,
}

/// The cycles of a proof of termination, in the order of its arguments, as its check finds them.
pub fn cycles(task: &Task<'_>, proof: &Proof, budget: &Budget) -> Result<Vec<Cycle>, Unknown> {
    cycles_of(proof, &executed(task, Property::Termination, proof, budget)?)
}

fn refused<T>(why: String) -> Result<T, Unknown> {
    Err(Unknown::Internal(format!("the proof was refused: {why}")))
}

/// All edges between the states of the proof. The reason if something is not covered, or goes wrong.
fn executed(task: &Task<'_>, property: Property, proof: &Proof, budget: &Budget) -> Result<Vec<Edge>, Unknown> {
    let fits = match property {
        Property::NoOverflow => proof.overflow == Overflow::Blocks,
        Property::Termination => proof.overflow != Overflow::Wraps,
        Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack
        | Property::ValidMemcleanup
        | Property::UnreachCall
        | Property::Shape => proof.overflow != Overflow::Counts,
    };
    if !fits {
        return refused(format!("it says nothing of {property}"));
    }
    // Not those of `task.facts`, which whoever searched for the proof may have used too: they are computed from the program.
    let flows = Flows::of(task.module);
    let prepared = Prepared::of(task, &flows);
    let mut machine = Machine::new(&prepared, proof.overflow, budget);
    machine.leaks = property.includes(Property::ValidMemtrack);
    if let Err(why) = is_consistent(task, proof) {
        return refused(why);
    }
    let Some(root) = proof.contexts.first() else { return refused("it is empty".to_string()) };
    let start = initial(&prepared, task.entry);
    let common = Common { vars: 0, objects: 0, registers: Registers::Of(task.entry), keeps_heap: machine.leaks };
    if root.func != task.entry || covers(&mut machine, &root.entry, &start, common).is_none() {
        return refused("it does not start where the program does".to_string());
    }
    let mut edges: Vec<Edge> = Vec::new();
    let places = places(&proof.contexts);
    for place in &places {
        let mut walker = Walker { machine: &mut machine, contexts: &proof.contexts, budget, most_states: MOST_STATES };
        match walker.edges(*place) {
            Ok(found) => edges.extend(found),
            Err(Uncovered::Stopped(limit)) => return Err(Unknown::Limit(limit)),
            Err(Uncovered::Missing(why)) => return refused(why),
        }
        if let Some(finding) = machine.findings.iter().find(|finding| finding.blocks(property)) {
            return refused(finding.message.clone());
        }
    }
    Ok(edges)
}

fn cycles_of(proof: &Proof, edges: &[Edge]) -> Result<Vec<Cycle>, Unknown> {
    let cycle = |component: Component| match system(&component, edges, proof.overflow, &|place| proof.state(place)) {
        Some(system) => Ok(Cycle { component, system }),
        None => refused("a cycle cannot be written down".to_string()),
    };
    components(edges).into_iter().map(cycle).collect()
}

fn check_endings(cycles: &[Cycle], proof: &Proof, budget: &Budget) -> Result<(), Unknown> {
    if cycles.len() != proof.endings.len() {
        return refused("not every cycle has an argument".to_string());
    }
    for (Cycle { system, .. }, ending) in cycles.iter().zip(&proof.endings) {
        match its::check::check_proof(system, ending, budget) {
            Ok(()) => {}
            Err(its::check::Refusal::Stopped(limit)) => return Err(Unknown::Limit(limit)),
            Err(its::check::Refusal::Wrong(why)) => return refused(why),
        }
    }
    Ok(())
}

/// All states that are kept, in order.
pub fn places(contexts: &[Context]) -> Vec<Place> {
    let of = |(context, claimed): (usize, &Context)| {
        let cuts = (0..claimed.cuts.len()).map(Some);
        std::iter::once(None).chain(cuts).map(move |cut| Place { context, cut }).collect::<Vec<_>>()
    };
    contexts.iter().enumerate().flat_map(of).collect()
}

/// Whatever a file may say: names are of things that are there.
fn is_consistent(task: &Task<'_>, proof: &Proof) -> Result<(), String> {
    for context in &proof.contexts {
        let Some(function) = task.module.funcs.get(context.func) else {
            return Err("there is no such function".to_string());
        };
        if !function.is_defined() {
            return Err("a function has no body".to_string());
        }
        if context.cuts.iter().any(|(block, _)| function.blocks.get(*block).is_none()) {
            return Err("there is no such block".to_string());
        }
        let states = context.cuts.iter().map(|(_, state)| state).chain(&context.returns).chain([&context.entry]);
        for state in states {
            state.check_consistency(task.module)?;
            // Names of the entry state are taken.
            let entry = &context.entry;
            if state.var_bound() < entry.var_bound() || state.object_bound() < entry.object_bound() {
                return Err("a state has names that are the entry state's".to_string());
            }
        }
    }
    Ok(())
}
