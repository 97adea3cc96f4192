//! Which condition of which run to turn next.
//!
//! Best first: an assumption that failed, then directions no run has taken, then what a run met right after it came to a
//! part of the program where none had been, then hazards and the rest by how often they were tried. Ties go to the older
//! entry, so the order is the same in every run of Cairn.
//!
//! A second queue has the directions that no run has taken in the same state of the program's variables (see
//! [`crate::rounds`]), those after few conditions first; the search takes turns between the two.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::condition::{Edge, Kind, Path};
use crate::dead_ends::DeadEnds;
use crate::rounds::StateId;
use crate::solve::Effort;

/// Turns that wait beyond this are dropped, newest first: a program that makes more has loops to drown in.
const MAX_WAITING: usize = 400_000;
/// The same for one direction, and for one direction in one state.
const MAX_OF_ONE: usize = 2_000;
const MAX_IN_STATE: u32 = 8;

#[derive(Debug)]
pub struct Turn {
    pub path: Rc<Path>,
    /// The condition to turn.
    pub index: usize,
    pub effort: Effort,
}

/// Smallest first; of equals, the oldest slot.
type Queue<K> = BinaryHeap<Reverse<(K, usize)>>;

#[derive(Debug, Default)]
pub struct Frontier {
    /// By direction: ranks change with how often it was tried, and so for all of its turns at once.
    waiting: FxHashMap<Edge, Waiting>,
    /// Turns that are new in their state, by their depth.
    new_in_state: Queue<usize>,
    /// Directions that were taken or tried in a state.
    in_state: FxHashSet<(StateId, Edge)>,
    /// How many turns of them were queued.
    queued_in_state: FxHashMap<(StateId, Edge), u32>,
    /// By their slots, which are never used twice. A turn may be in several queues; who comes first takes it.
    turns: FxHashMap<usize, Turn>,
    next_slot: usize,
    /// How often each direction was taken or tried.
    counts: FxHashMap<Edge, u32>,
    /// Ways from the start, taken or queued: the tree of runs, as hashes of its paths. A collision costs one turn.
    ways: FxHashSet<u64>,
}

/// Where a turn is queued. In all of its direction's if anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Places {
    all: bool,
    ahead: Option<usize>,
    in_state: bool,
}

/// The turns of one direction.
#[derive(Debug)]
struct Waiting {
    kind: Kind,
    /// How many were offered.
    count: usize,
    /// By their depth.
    all: Queue<usize>,
    /// Those that lie close behind something new, by how far.
    after_news: Queue<usize>,
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
    /// Notes what a run did, and queues the turns that no run has taken and that may lead somewhere. True if it went where
    /// none went before.
    pub fn add(&mut self, mut path: Path, dead_ends: &mut DeadEnds<'_>) -> bool {
        let mut new = false;
        let mut wanted = Vec::new();
        let mut way = 0;
        for (index, condition) in path.conditions.iter().enumerate() {
            let count = self.counts.entry(condition.edge(condition.held)).or_insert(0);
            new |= *count == 0;
            *count += 1;
            new |= self.in_state.insert((condition.state, condition.edge(condition.held)));

            let turned = extend(way, condition.edge(!condition.held));
            let taken = extend(way, condition.edge(condition.held));
            if condition.kind != Kind::Hazard {
                self.ways.insert(taken);
                way = taken;
            }
            if condition.kind == Kind::Assume && condition.held {
                continue;
            }
            if self.turns.len() < MAX_WAITING && !self.ways.contains(&turned) && !dead_ends.contain(condition) {
                let places = self.places(&path, index);
                if places != Places::default() {
                    self.ways.insert(turned);
                    wanted.push((index, places));
                }
            }
        }
        if let Some((last, _)) = wanted.last() {
            path.forget_after(*last);
        }
        let path = Rc::new(path);
        wanted.into_iter().for_each(|(index, places)| {
            self.queue(Turn { path: path.clone(), index, effort: Effort::Low }, places);
        });
        new
    }

    /// The queues in which there is room for a turn.
    fn places(&mut self, path: &Path, index: usize) -> Places {
        let condition = &path.conditions[index];
        let edge = condition.edge(!condition.held);
        let is_branch = condition.kind == Kind::Branch;
        let key = (condition.state, edge);
        let in_state = is_branch && !self.in_state.contains(&key) && {
            let queued = self.queued_in_state.entry(key).or_insert(0);
            *queued += 1;
            *queued <= MAX_IN_STATE
        };
        let ahead = ahead_of_news(path, index).filter(|_| is_branch);
        let waiting = self.waiting.entry(edge).or_insert_with(|| Waiting::of(condition.kind));
        waiting.count += 1;
        Places { in_state, ahead, all: waiting.count <= MAX_OF_ONE || in_state || ahead.is_some() }
    }

    fn queue(&mut self, turn: Turn, places: Places) {
        let condition = &turn.path.conditions[turn.index];
        let slot = self.next_slot;
        self.next_slot += 1;
        if places.in_state {
            self.new_in_state.push(Reverse((turn.index, slot)));
        }
        let waiting =
            self.waiting.entry(condition.edge(!condition.held)).or_insert_with(|| Waiting::of(condition.kind));
        waiting.all.push(Reverse((turn.index, slot)));
        waiting.after_news.extend(places.ahead.map(|ahead| Reverse((ahead, slot))));
        self.turns.insert(slot, turn);
    }

    /// The most promising turn; of those that are new in their state, if there are any and `in_state`.
    pub fn next(&mut self, in_state: bool) -> Option<Turn> {
        let turn = if in_state { self.next_in_state() } else { None };
        let turn = turn.or_else(|| self.next_of_all())?;
        let condition = &turn.path.conditions[turn.index];
        *self.counts.entry(condition.edge(!condition.held)).or_insert(0) += 1;
        self.in_state.insert(key(&turn));
        Some(turn)
    }

    fn next_in_state(&mut self) -> Option<Turn> {
        while let Some(Reverse((_, slot))) = self.new_in_state.pop() {
            let is_new = self.turns.get(&slot).is_some_and(|turn| !self.in_state.contains(&key(turn)));
            if is_new && let Some(turn) = self.turns.remove(&slot) {
                return Some(Turn { effort: Effort::High, ..turn });
            }
        }
        None
    }

    fn next_of_all(&mut self) -> Option<Turn> {
        let (counts, turns) = (&self.counts, &self.turns);
        self.waiting.values_mut().for_each(|waiting| waiting.forget_taken(turns));
        let ranked =
            self.waiting.iter().filter_map(|(edge, waiting)| waiting.best(counts.get(edge).copied().unwrap_or(0)));
        let (rank, slot) = ranked.min()?;
        let turn = self.turns.remove(&slot).expect("invariant: just looked at");
        let effort = match rank {
            Rank::BrokenAssumption | Rank::NewDirection { .. } => Effort::High,
            Rank::AfterNews { .. } | Rank::Tried { .. } => Effort::Low,
        };
        Some(Turn { effort, ..turn })
    }

    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }
}

impl Waiting {
    fn of(kind: Kind) -> Self {
        Waiting { kind, count: 0, all: Queue::new(), after_news: Queue::new() }
    }

    /// What another queue gave away leaves the front of these.
    fn forget_taken(&mut self, turns: &FxHashMap<usize, Turn>) {
        for queue in [&mut self.all, &mut self.after_news] {
            while queue.peek().is_some_and(|Reverse((_, slot))| !turns.contains_key(slot)) {
                queue.pop();
            }
        }
    }

    /// The first turn of a direction that was tried so often; those at the front are not taken.
    fn best(&self, times: u32) -> Option<(Rank, usize)> {
        let &Reverse((depth, first)) = self.all.peek()?;
        Some(match (self.kind, self.after_news.peek()) {
            (Kind::Assume, _) => (Rank::BrokenAssumption, first),
            (Kind::Branch | Kind::Hazard, _) if times == 0 => (Rank::NewDirection { depth }, first),
            (_, Some(&Reverse((ahead, slot)))) => (Rank::AfterNews { times: times / 4, ahead }, slot),
            (Kind::Branch | Kind::Hazard, None) => (Rank::Tried { times, depth }, first),
        })
    }
}

/// The direction of a turn in its state.
fn key(turn: &Turn) -> (StateId, Edge) {
    let condition = &turn.path.conditions[turn.index];
    (condition.state, condition.edge(!condition.held))
}

/// How far behind the last new thing of its run a turn lies, if it is close.
fn ahead_of_news(path: &Path, index: usize) -> Option<usize> {
    const CLOSE: usize = 64;
    index.checked_sub(path.news?).filter(|ahead| *ahead < CLOSE)
}

fn extend(way: u64, edge: Edge) -> u64 {
    FxBuildHasher.hash_one((way, edge))
}
