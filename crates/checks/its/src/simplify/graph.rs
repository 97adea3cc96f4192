//! Transitions that the graph alone says to be of no use.
//!
//! Unreachable: no run gets to where they begin, so no run takes one. Irrelevant: after one of them no cycle can be
//! reached, so a run that takes one ends, and no infinite run takes one. Both kinds leave all infinite runs as they are,
//! and what is left has only runs that were there before.

use std::collections::VecDeque;

use super::known_once;
use crate::scc::{all_reachable, components};
use crate::system::System;

/// Transitions that begin where no path from the start leads.
pub fn unreachable(system: &System) -> Vec<usize> {
    let reached = all_reachable(system);
    let mut rest = reached.iter().peekable();
    (0..system.transitions.len()).filter(|index| rest.next_if(|next| *next == index).is_none()).collect()
}

/// Transitions after which no cycle can be reached.
pub fn irrelevant(system: &System) -> Vec<usize> {
    let all: Vec<usize> = (0..system.transitions.len()).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); system.locations.len()];
    for transition in &system.transitions {
        before[transition.to.index()].push(transition.from.index());
    }
    let cyclic = components(system, &all).into_iter().flatten();
    let mut work: Vec<usize> = cyclic.map(|index| system.transitions[index].from.index()).collect();
    let mut leads = vec![false; system.locations.len()];
    while let Some(location) = work.pop() {
        if !std::mem::replace(&mut leads[location], true) {
            work.extend(&before[location]);
        }
    }
    all.into_iter().filter(|index| !leads[system.transitions[*index].to.index()]).collect()
}

/// The least number of transitions from the start to each location; 0 where no path leads.
pub fn distances(system: &System) -> Vec<usize> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); system.locations.len()];
    for transition in &system.transitions {
        next[transition.from.index()].push(transition.to.index());
    }
    let mut away = vec![None; system.locations.len()];
    let mut work = VecDeque::from([(system.start.index(), 0)]);
    while let Some((location, distance)) = work.pop_front() {
        if away[location].is_none() {
            away[location] = Some(distance);
            work.extend(next[location].iter().map(|target| (*target, distance + 1)));
        }
    }
    away.into_iter().map(Option::unwrap_or_default).collect()
}

pub fn legal_unreachable(system: &System, transitions: &[usize]) -> Result<(), String> {
    only(system, transitions, &unreachable(system), "can be reached")
}

pub fn legal_irrelevant(system: &System, transitions: &[usize]) -> Result<(), String> {
    only(system, transitions, &irrelevant(system), "leads to a cycle")
}

fn only(system: &System, transitions: &[usize], useless: &[usize], otherwise: &str) -> Result<(), String> {
    known_once(system, transitions)?;
    match transitions.iter().find(|index| useless.binary_search(index).is_err()) {
        None => Ok(()),
        Some(index) => Err(format!("transition {index} {otherwise}")),
    }
}
