//! Which condition of which run to turn next.
//!
//! Best first: an assumption that failed, then directions no run has taken, then what a run met right after it came to a
//! part of the program where none had been, then hazards and the rest by how often they were tried. Ties go to the older
//! entry, so the order is the same in every run of Cairn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::condition::{Edge, Kind, Path};
use crate::solve::Effort;

/// Entries beyond this are dropped, newest first: a program that makes more has loops to drown in.
const MAX_ENTRIES: usize = 200_000;

#[derive(Debug)]
pub struct Turn {
    pub path: Rc<Path>,
    /// The condition to turn.
    pub index: usize,
    pub effort: Effort,
}

#[derive(Debug, Default)]
pub struct Frontier {
    heap: BinaryHeap<Reverse<(Rank, usize)>>,
    turns: Vec<Option<Turn>>,
    /// How often each direction was taken or tried.
    counts: FxHashMap<Edge, u32>,
    /// Ways from the start, taken or queued: the tree of runs, as hashes of its paths. A collision costs one turn.
    ways: FxHashSet<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    BrokenAssumption,
    NewDirection {
        depth: usize,
    },
    /// `ahead` conditions behind the place where something new was seen; a program that waits for events decides there
    /// what comes next.
    AfterNews {
        times: u32,
        ahead: usize,
    },
    Tried {
        times: u32,
        depth: usize,
    },
}

impl Frontier {
    /// Notes what a run did, and queues the turns that no run has taken. True if it went where none went before.
    pub fn add(&mut self, path: Path) -> bool {
        let mut new = false;
        let path = Rc::new(path);
        let mut way = 0;
        for (index, condition) in path.conditions.iter().enumerate() {
            let count = self.counts.entry(condition.edge(condition.held)).or_insert(0);
            new |= *count == 0;
            *count += 1;

            let turned = extend(way, condition.edge(!condition.held));
            let taken = extend(way, condition.edge(condition.held));
            if condition.kind != Kind::Hazard {
                self.ways.insert(taken);
                way = taken;
            }
            if condition.kind == Kind::Assume && condition.held {
                continue;
            }
            if self.turns.len() < MAX_ENTRIES && self.ways.insert(turned) {
                let turn = Turn { path: path.clone(), index, effort: Effort::Low };
                self.heap.push(Reverse((self.rank(&turn), self.turns.len())));
                self.turns.push(Some(turn));
            }
        }
        new
    }

    /// The most promising turn. Ranks get worse as directions are tried, so the first may have to queue again.
    pub fn next(&mut self) -> Option<Turn> {
        while let Some(Reverse((rank, slot))) = self.heap.pop() {
            let mut turn = self.turns[slot].take().expect("invariant: a slot is in the heap once");
            let now = self.rank(&turn);
            if now > rank {
                self.turns[slot] = Some(turn);
                self.heap.push(Reverse((now, slot)));
                continue;
            }
            turn.effort = match now {
                Rank::BrokenAssumption | Rank::NewDirection { .. } => Effort::High,
                Rank::AfterNews { .. } | Rank::Tried { .. } => Effort::Low,
            };
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
            Kind::Branch if let Some(ahead) = ahead_of_news(turn) => Rank::AfterNews { times: times / 4, ahead },
            Kind::Branch | Kind::Hazard => Rank::Tried { times, depth: turn.index },
        }
    }
}

/// How far behind the last new thing of its run a turn lies, if it is close.
fn ahead_of_news(turn: &Turn) -> Option<usize> {
    const CLOSE: usize = 64;
    turn.index.checked_sub(turn.path.news?).filter(|ahead| *ahead < CLOSE)
}

fn extend(way: u64, edge: Edge) -> u64 {
    FxBuildHasher.hash_one((way, edge))
}
