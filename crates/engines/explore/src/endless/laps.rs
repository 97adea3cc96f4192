//! Which parts of a run may be laps: parts between two visits of one place, by the ways that were gone in between.

use std::hash::{Hash, Hasher};

use interp::Visit;
use rustc_hash::{FxHashSet, FxHasher};

/// Two visits of a place, by their steps, and a hash of the way between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    pub from: u64,
    pub to: u64,
    pub way: u64,
}

/// Rounds of a loop after which the ways may repeat themselves.
const LONGEST_PERIOD: usize = 64;
/// Ways that are tried for themselves, and with the one after them.
const MOST_SINGLE: usize = 8;
const MOST_DOUBLE: usize = 3;

/// Candidates, in the order of their first steps.
pub fn pairs(visits: &[Visit]) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut add = |from: usize, rounds: usize| {
        let Some(last) = visits.get(from + rounds) else { return };
        let mut hasher = FxHasher::default();
        visits[from + 1..=from + rounds].iter().for_each(|visit| visit.way.hash(&mut hasher));
        let pair = Pair { from: visits[from].step, to: last.step, way: hasher.finish() };
        if !found.contains(&pair) {
            found.push(pair);
        }
    };
    if let Some((from, rounds)) = period(visits) {
        add(from, rounds);
        add(from, 2 * rounds);
        // Numbers need a while sometimes until they are what they stay.
        add(usize::midpoint(from, visits.len() - 1), rounds);
    }
    for (rounds, most) in [(1, MOST_SINGLE), (2, MOST_DOUBLE)] {
        let mut seen = FxHashSet::default();
        let ways = visits[1..].windows(rounds).enumerate();
        let new = ways.filter(|(_, ways)| seen.insert(ways.iter().map(|visit| visit.way).collect::<Vec<_>>()));
        new.take(most).for_each(|(from, _)| add(from, rounds));
    }
    found.sort_by_key(|pair| (pair.from, pair.to));
    found
}

/// From which visit on do the ways repeat themselves to the end, and after how many rounds?
fn period(visits: &[Visit]) -> Option<(usize, usize)> {
    let last = visits.len().checked_sub(1)?;
    (1..=LONGEST_PERIOD.min(last / 2)).find_map(|rounds| {
        let same = |at: &usize| visits[*at].way == visits[*at - rounds].way;
        let repeated = (rounds + 1..=last).rev().take_while(same).count();
        (repeated >= rounds && repeated >= last / 4).then(|| (last - repeated - rounds, rounds))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visits(ways: &[u64]) -> Vec<Visit> {
        (0..).zip(ways).map(|(index, way)| Visit { step: 10 * index, way: *way }).collect()
    }

    #[test]
    fn ways_that_repeat_themselves() {
        assert_eq!(period(&visits(&[0, 5, 5, 5, 5])), Some((0, 1)));
        assert_eq!(period(&visits(&[0, 9, 8, 1, 2, 1, 2, 1, 2])), Some((2, 2)));
        assert_eq!(period(&visits(&[0, 1, 2, 3, 4])), None);
        assert_eq!(period(&visits(&[0])), None);
    }

    #[test]
    fn every_way_is_tried_once_for_itself() {
        let pairs = pairs(&visits(&[0, 1, 2, 3, 1, 2, 4]));
        let single = pairs.iter().filter(|pair| pair.to - pair.from == 10).map(|pair| pair.from);
        assert_eq!(single.collect::<Vec<_>>(), [0, 10, 20, 50]);
    }
}
