//! An order of locations, transitions and constraints that does not depend on how the system was written down.
//!
//! Locations are told apart by how far they are from the start, and by what leads into and out of them, their neighbours
//! told apart in the same way: colours that are refined a few times. Those that are still alike after that keep the order
//! they had, which then hardly matters.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::system::{Location, System, Transition};

/// Times that colours are refined.
const ROUNDS: usize = 8;

/// The new place of every location.
pub fn places(system: &System) -> Vec<Location> {
    let away = distances(system);
    let texts: Vec<u64> = system.transitions.iter().map(text).collect();
    let mut colours: Vec<u64> = away.iter().map(|away| hashed(&away)).collect();
    for _ in 0..ROUNDS.min(system.locations.len()) {
        let mut around: Vec<Vec<(bool, u64, u64)>> = vec![Vec::new(); colours.len()];
        for (transition, text) in system.transitions.iter().zip(&texts) {
            let (from, to) = (transition.from.index(), transition.to.index());
            around[from].push((true, *text, colours[to]));
            around[to].push((false, *text, colours[from]));
        }
        around.iter_mut().for_each(|around| around.sort_unstable());
        colours = colours.iter().zip(&around).map(|(colour, around)| hashed(&(colour, around))).collect();
    }
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_by_key(|location| (away[*location], colours[*location]));
    let mut places = vec![Location(0); order.len()];
    for (place, location) in order.into_iter().enumerate() {
        places[location] = Location(place as u32);
    }
    places
}

/// What the transition demands and does, whatever the order of its constraints.
fn text(transition: &Transition) -> u64 {
    let mut guard: Vec<u64> = transition.guard.iter().map(hashed).collect();
    guard.sort_unstable();
    hashed(&(transition.chosen.len(), guard, &transition.update))
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Steps from the start to each location.
fn distances(system: &System) -> Vec<usize> {
    let mut away = vec![usize::MAX; system.locations.len()];
    let mut out: Vec<Vec<Location>> = vec![Vec::new(); system.locations.len()];
    system.transitions.iter().for_each(|transition| out[transition.from.index()].push(transition.to));
    away[system.start.index()] = 0;
    let mut queue = VecDeque::from([system.start]);
    while let Some(location) = queue.pop_front() {
        for next in &out[location.index()] {
            if away[next.index()] == usize::MAX {
                away[next.index()] = away[location.index()] + 1;
                queue.push_back(*next);
            }
        }
    }
    away
}
