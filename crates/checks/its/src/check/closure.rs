//! Size-change graphs: how the values of measures after a step compare with those before it.
//!
//! Paper: [Lee, Jones & Ben-Amram, POPL 2001]. An arc from measure i to measure j says that j after the step is at most i
//! before it; a strict one, that it is less, and that i is at least zero before it. If in the closure of the graphs under
//! composition every graph from a location to itself that is its own square has a strict arc from some measure to itself,
//! then (by Ramsey's theorem) along every infinite sequence of the steps some thread of arcs has infinitely many strict
//! ones: its values never increase, so they end below zero, where a strict arc is not possible. No such run exists.

use std::collections::BTreeSet;

use engine::Budget;

use crate::certificate::SizeChangeArc;
use crate::system::Location;

/// What a path from one location to another does to the measures.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SizeChangeGraph {
    pub from: Location,
    pub to: Location,
    /// Sorted; of a strict and a weak arc between the same measures only the strict one.
    arcs: Vec<SizeChangeArc>,
}

impl SizeChangeGraph {
    pub fn new(from: Location, to: Location, arcs: impl IntoIterator<Item = SizeChangeArc>) -> SizeChangeGraph {
        let mut arcs: Vec<SizeChangeArc> = arcs.into_iter().collect();
        // A strict arc comes before the weak one between the same measures, which is dropped.
        arcs.sort_unstable_by_key(|arc| (arc.from, arc.to, !arc.strict));
        arcs.dedup_by_key(|arc| (arc.from, arc.to));
        SizeChangeGraph { from, to, arcs }
    }

    pub fn arcs(&self) -> &[SizeChangeArc] {
        &self.arcs
    }

    /// First this path, then the other one.
    fn then(&self, other: &SizeChangeGraph) -> SizeChangeGraph {
        let pairs = self.arcs.iter().flat_map(|first| {
            let next = other.arcs.iter().filter(|second| second.from == first.to);
            next.map(|second| SizeChangeArc { from: first.from, to: second.to, strict: first.strict || second.strict })
        });
        SizeChangeGraph::new(self.from, other.to, pairs)
    }

    fn descends(&self) -> bool {
        self.arcs.iter().any(|arc| arc.from == arc.to && arc.strict)
    }
}

/// Does every sequence of these steps end? `false` also when the closure has more than `limit` graphs, or the budget
/// ends.
pub fn every_sequence_ends(graphs: &[SizeChangeGraph], limit: usize, budget: &Budget) -> bool {
    let mut closure: BTreeSet<SizeChangeGraph> = graphs.iter().cloned().collect();
    let steps: Vec<SizeChangeGraph> = closure.iter().cloned().collect();
    let mut work = steps.clone();
    while let Some(path) = work.pop() {
        if budget.exhausted().is_some() {
            return false;
        }
        if path.from == path.to && !path.descends() && path.then(&path) == path {
            return false;
        }
        for longer in steps.iter().filter(|step| step.from == path.to).map(|step| path.then(step)) {
            if closure.insert(longer.clone()) {
                if closure.len() > limit {
                    return false;
                }
                work.push(longer);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(graphs: &[SizeChangeGraph], limit: usize) -> bool {
        every_sequence_ends(graphs, limit, &Budget::new())
    }

    fn graph(arcs: &[(usize, usize, bool)]) -> SizeChangeGraph {
        let arcs = arcs.iter().map(|&(from, to, strict)| SizeChangeArc { from, to, strict });
        SizeChangeGraph::new(Location(0), Location(0), arcs)
    }

    #[test]
    fn a_thread_descends_or_there_is_a_way_without() {
        let swap = graph(&[(0, 1, true), (1, 0, false)]);
        assert!(ends(std::slice::from_ref(&swap), 100));
        let weak = graph(&[(0, 1, false), (1, 0, false)]);
        assert!(!ends(&[swap.clone(), weak.clone()], 100));
        assert!(!ends(&[weak], 100));
        // Lexicographic: the first falls, or it stays and the second falls.
        let (first, second) = (graph(&[(0, 0, true)]), graph(&[(0, 0, false), (1, 1, true)]));
        assert!(ends(&[first, second.clone()], 100));
        let other = graph(&[(0, 0, true), (1, 0, true)]);
        assert!(!ends(&[second, other, graph(&[(1, 1, true)])], 100));
        assert!(!ends(&[swap], 1), "too many graphs");
    }

    #[test]
    fn only_paths_that_meet_are_joined() {
        let there = SizeChangeGraph::new(Location(0), Location(1), [SizeChangeArc { from: 0, to: 0, strict: true }]);
        let back = SizeChangeGraph::new(Location(1), Location(0), [SizeChangeArc { from: 0, to: 0, strict: false }]);
        assert!(ends(&[there, back.clone()], 100));
        assert!(!ends(&[back, SizeChangeGraph::new(Location(0), Location(1), [])], 100));
    }
}
