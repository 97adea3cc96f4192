//! Which path goes on next.
//!
//! Equal states at the same place of the same call stack go on once. Memory is bounded: what is too much is dropped,
//! and then the search is not complete any more.

use std::collections::VecDeque;
use std::hash::BuildHasher;

use ir::{BlockId, FuncId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::path::Path;
use smg::operations::canon;

/// Of all waiting paths of one search.
const MOST_BYTES: usize = 40 << 20;
const MOST_PATHS: usize = 20_000;
/// States remembered by one search.
const MOST_SEEN: usize = 400_000;
/// Rounds of a loop before the first bound; doubled each time.
const FIRST_BOUND: u32 = 2;

pub trait Search {
    fn next(&mut self) -> Option<Path>;

    /// Paths that have come to the start of a block, and whether others may come there too.
    fn add(&mut self, paths: Vec<(Path, bool)>);
}

/// Places and states that were reached.
#[derive(Debug, Default)]
struct Seen {
    prints: FxHashSet<u64>,
}

impl Seen {
    fn is_new(&mut self, path: &Path) -> bool {
        if self.prints.len() >= MOST_SEEN {
            self.prints.clear();
        }
        let print = canon::fingerprint(&canon::canonical(&path.state));
        let place = (path.block, path.from, &path.callers);
        self.prints.insert(FxBuildHasher.hash_one((place, print, path.lost, path.unsaid())))
    }
}

/// Shortest first.
#[derive(Debug)]
pub struct Breadth {
    queue: VecDeque<Path>,
    bytes: usize,
    seen: Seen,
    dropped: bool,
}

impl Breadth {
    pub fn new(start: Path) -> Self {
        Breadth { bytes: start.weight(), queue: VecDeque::from([start]), seen: Seen::default(), dropped: false }
    }

    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Nothing is left to see, here or elsewhere.
    pub fn is_finished(&self) -> bool {
        self.queue.is_empty() && !self.dropped
    }
}

impl Search for Breadth {
    fn next(&mut self) -> Option<Path> {
        let path = self.queue.pop_front()?;
        self.bytes -= path.weight();
        Some(path)
    }

    fn add(&mut self, paths: Vec<(Path, bool)>) {
        for (path, meets_others) in paths {
            if self.bytes > MOST_BYTES || self.queue.len() > MOST_PATHS {
                self.dropped = true;
            } else if !meets_others || self.seen.is_new(&path) {
                self.bytes += path.weight();
                self.queue.push_back(path);
            }
        }
    }
}

/// Last first, within a bound on the rounds of loops; those beyond wait until there are no others.
#[derive(Debug)]
pub struct Depth {
    stack: Vec<Path>,
    beyond: Vec<Path>,
    bytes: usize,
    bound: u32,
    seen: Seen,
    /// How often each block was come to.
    visits: FxHashMap<(FuncId, BlockId), u32>,
}

impl Depth {
    pub fn new(start: Path) -> Self {
        Depth {
            bytes: start.weight(),
            stack: vec![start],
            beyond: Vec::new(),
            bound: FIRST_BOUND,
            seen: Seen::default(),
            visits: FxHashMap::default(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.beyond.is_empty()
    }
}

impl Search for Depth {
    fn next(&mut self) -> Option<Path> {
        if self.stack.is_empty() {
            self.bound = self.bound.saturating_mul(2);
            self.stack = std::mem::take(&mut self.beyond);
            // The first that waited goes first.
            self.stack.reverse();
        }
        let path = self.stack.pop()?;
        self.bytes -= path.weight();
        Some(path)
    }

    fn add(&mut self, paths: Vec<(Path, bool)>) {
        let mut new: Vec<(u32, Path)> = Vec::new();
        for (path, meets_others) in paths {
            let full = self.bytes > MOST_BYTES || self.stack.len() + self.beyond.len() > MOST_PATHS;
            if full || meets_others && !self.seen.is_new(&path) {
                continue;
            }
            self.bytes += path.weight();
            if path.rounds() > self.bound {
                self.beyond.push(path);
            } else {
                let visits = self.visits.entry((path.func(), path.block)).or_insert(0);
                *visits += 1;
                new.push((*visits, path));
            }
        }
        // Where few were before goes first.
        new.sort_by_key(|(visits, _)| std::cmp::Reverse(*visits));
        self.stack.extend(new.into_iter().map(|(_, path)| path));
    }
}
