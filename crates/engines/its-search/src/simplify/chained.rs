//! Which locations are chained away.

use std::cmp::Reverse;
use std::collections::VecDeque;

use its::system::{Location, System};

/// More transitions than were there before, which one location may cost.
const MOST_GROWTH: usize = 0;

/// A location that can be chained away, the one that leaves the fewest transitions first; of several the one that is
/// furthest `away` from the start, so that of a loop its head stays. `tried` ones are left out.
pub fn candidate(system: &System, away: &[usize], tried: &[bool]) -> Option<Location> {
    let count = system.locations.len();
    let (mut into, mut out, mut looped) = (vec![0_usize; count], vec![0_usize; count], vec![false; count]);
    for transition in &system.transitions {
        out[transition.from.index()] += 1;
        into[transition.to.index()] += 1;
        looped[transition.from.index()] |= transition.from == transition.to;
    }
    let possible = (0..count).filter(|&at| {
        let between = into[at] > 0 && out[at] > 0 && at != system.start.index() && !looped[at];
        between && !tried[at] && into[at] * out[at] <= into[at] + out[at] + MOST_GROWTH
    });
    let left = |at: usize| system.transitions.len() + into[at] * out[at] - into[at] - out[at];
    let at = possible.min_by_key(|&at| (left(at), Reverse(away[at]), at))?;
    Some(Location(u32::try_from(at).ok()?))
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
