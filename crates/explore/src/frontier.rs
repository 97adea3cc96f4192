//! Which condition of which run to turn next.
//!
//! Best first: an assumption that failed, then directions no run has taken, then hazards and the rest by how often
//! they were tried. Ties go to the older entry, so the order is the same in every run of Cairn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::condition::{Edge, Kind, Path};

/// Entries beyond this are dropped, newest first: a program that makes more has loops to drown in.
const MAX_ENTRIES: usize = 200_000;

#[derive(Debug)]
pub struct Turn {
    pub path: Rc<Path>,
    /// The condition to turn.
    pub index: usize,
}

#[derive(Debug, Default)]
pub struct Frontier {
    heap: BinaryHeap<Reverse<(Rank, usize)>>,
    turns: Vec<Option<Turn>>,
    /// How often each direction was taken or tried.
    counts: FxHashMap<Edge, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    BrokenAssumption,
    NewDirection { depth: usize },
    Tried { times: u32, depth: usize },
}

impl Frontier {
    /// Notes what a run did; its conditions from `first` on can be turned. True if it went where none went before.
    pub fn add(&mut self, path: Path, first: usize) -> bool {
        let mut new = false;
        for condition in &path.conditions {
            let count = self.counts.entry(condition.edge(condition.held)).or_insert(0);
            new |= *count == 0;
            *count += 1;
        }
        let path = Rc::new(path);
        for index in first..path.conditions.len() {
            if self.turns.len() >= MAX_ENTRIES {
                break;
            }
            let condition = &path.conditions[index];
            if condition.kind == Kind::Assume && condition.held {
                continue;
            }
            let turn = Turn { path: path.clone(), index };
            self.heap.push(Reverse((self.rank(&turn), self.turns.len())));
            self.turns.push(Some(turn));
        }
        new
    }

    /// The most promising turn. Ranks get worse as directions are tried, so the first may have to queue again.
    pub fn next(&mut self) -> Option<Turn> {
        while let Some(Reverse((rank, slot))) = self.heap.pop() {
            let turn = self.turns[slot].take().expect("invariant: a slot is in the heap once");
            let now = self.rank(&turn);
            if now > rank {
                self.turns[slot] = Some(turn);
                self.heap.push(Reverse((now, slot)));
                continue;
            }
            let condition = &turn.path.conditions[turn.index];
            *self.counts.entry(condition.edge(!condition.held)).or_insert(0) += 1;
            if self.heap.is_empty() {
                self.turns.clear();
            }
            return Some(turn);
        }
        None
    }

    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    fn rank(&self, turn: &Turn) -> Rank {
        let condition = &turn.path.conditions[turn.index];
        let times = self.counts.get(&condition.edge(!condition.held)).copied().unwrap_or(0);
        match condition.kind {
            Kind::Assume => Rank::BrokenAssumption,
            Kind::Branch | Kind::Hazard if times == 0 => Rank::NewDirection { depth: turn.index },
            Kind::Branch | Kind::Hazard => Rank::Tried { times, depth: turn.index },
        }
    }
}
