//! Runs that never end: parts of runs that can be gone round for ever.
//!
//! Of every run, the places are looked at to which it comes back. There are four ways to a lasso, cheapest first: a state
//! that comes back as it was ([`Endless::returns`]); a lap in which only numbers change, which can be gone round whatever
//! they are, or with a narrower recurrent set ([`set`]); and other inputs, for which the lap changes nothing ([`closing`]).
//! Whether the run itself ended does not matter: a lap is gone round again with the inputs that it had.
//!
//! Everything is a guess that `lasso` checks.

mod closing;
mod laps;
mod set;

use engine::{Budget, Cell, Flows, Input, Lasso, Property, Task};
use interp::{Anchor, Compared, Options, Replay, Rerun, Visit, Visits};
use ir::{BlockId, FuncId};
use rustc_hash::{FxHashMap, FxHashSet};

use laps::{Pair, pairs};

/// Steps of a run that are looked at, as far as there are so many: a short stem is better for those who have to read it, and
/// most laps are short.
const HORIZONS: [u64; 3] = [2_000, 20_000, 300_000];
/// Places of one run that are looked at.
const MOST_ANCHORS: usize = 3;
/// Visits of one place that are looked at.
const MOST_VISITS: usize = 4_000;
/// States with the same fingerprint that may turn out not to be the same.
const MOST_RETURNS: usize = 3;
/// How often laps that go the same way are tried: with other inputs it may be another matter.
const MOST_OF_ONE_WAY: u32 = 3;
/// Laps that are gone round before anything is asked about all of them, and their steps.
const MOST_REPEATED: u64 = 300;
const REPEATED_STEPS: u64 = 20_000;
/// Questions about laps with numbers, and about inputs, of all runs together.
const MOST_LAPS: u32 = 25;
const MOST_CLOSINGS: usize = 30;
/// Looks at runs that ended, and at runs that were cut off.
const MOST_LOOKS_AT_ENDED: u32 = 150;
const MOST_LOOKS_AT_LONG: u32 = 60;

pub(crate) struct Endless<'a> {
    task: &'a Task<'a>,
    flows: &'a Flows<'a>,
    budget: &'a Budget,
    options: Options,
    tried: FxHashMap<Way, u32>,
    laps: u32,
    closed: FxHashSet<Way>,
    looks_at_ended: u32,
    looks_at_long: u32,
}

/// Where a part of a run begins and ends, and a hash of the way in between.
type Way = (FuncId, BlockId, u64);

/// A part of a run that may be a lap.
#[derive(Clone, Copy, Debug)]
struct Part<'r> {
    /// Up to its end.
    inputs: &'r [Input],
    /// How many of them are asked for before it.
    stem_inputs: usize,
    stem: u64,
    period: u64,
}

impl Part<'_> {
    fn lasso(&self, cells: &[Cell]) -> Lasso {
        let (inputs, cells) = (self.inputs.to_vec(), cells.to_vec());
        Lasso { inputs, stem: self.stem, period: self.period, cells, set: Vec::new() }
    }
}

impl<'a> Endless<'a> {
    pub fn new(task: &'a Task<'a>, flows: &'a Flows<'a>, budget: &'a Budget) -> Self {
        let usual = Options::for_property(task, Property::Termination);
        Endless {
            task,
            flows,
            budget,
            options: Options { max_steps: u64::MAX, rounds_of_nothing: true, ..usual },
            tried: FxHashMap::default(),
            laps: 0,
            closed: FxHashSet::default(),
            looks_at_ended: 0,
            looks_at_long: 0,
        }
    }

    /// A run that ended after so many steps.
    pub fn look_at_ended(&mut self, inputs: &[Input], steps: u64) -> Option<Lasso> {
        if steps > HORIZONS[1] || self.looks_at_ended >= MOST_LOOKS_AT_ENDED {
            return None;
        }
        self.looks_at_ended += 1;
        self.look(inputs, steps)
    }

    /// A run that did not end within so many steps, or came to a loop that does nothing.
    pub fn look_at_long(&mut self, inputs: &[Input], steps: u64) -> Option<Lasso> {
        if self.looks_at_long >= MOST_LOOKS_AT_LONG {
            return None;
        }
        self.looks_at_long += 1;
        // A few steps more are for a loop that does nothing.
        let horizons = HORIZONS.into_iter().filter(|horizon| *horizon < steps);
        let last = (steps <= HORIZONS[2]).then_some(steps + 10);
        horizons.chain(last).find_map(|horizon| self.look(inputs, horizon))
    }

    fn look(&mut self, inputs: &[Input], horizon: u64) -> Option<Lasso> {
        let visits = self.rerun().visits(&mut Replay::new(inputs), horizon)?;
        for (anchor, visits) in chosen(visits, horizon) {
            if self.budget.exhausted().is_some() {
                return None;
            }
            let found = self.returns(inputs, anchor, &visits).or_else(|| self.laps(inputs, anchor, &visits));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn rerun(&self) -> Rerun<'_> {
        Rerun { flows: self.flows, entry: self.task.entry, options: &self.options, budget: self.budget }
    }

    /// A state that comes back as it was.
    fn returns(&self, inputs: &[Input], anchor: Anchor, visits: &[Visit]) -> Option<Lasso> {
        let steps: Vec<u64> = visits.iter().map(|visit| visit.step).collect();
        let prints = self.rerun().fingerprints(&mut Replay::new(inputs), &steps, anchor.depth == 0);
        let mut last: FxHashMap<u64, u64> = FxHashMap::default();
        let mut again = Vec::new();
        for (print, step) in prints.iter().zip(&steps) {
            if let Some(stem) = last.insert(*print, *step) {
                again.push(Lasso { inputs: inputs.to_vec(), stem, period: step - stem, cells: vec![], set: vec![] });
            }
            if again.len() == MOST_RETURNS {
                break;
            }
        }
        again.into_iter().find_map(|lasso| self.checked(lasso))
    }

    /// Laps in which nothing but numbers changes.
    fn laps(&mut self, inputs: &[Input], anchor: Anchor, visits: &[Visit]) -> Option<Lasso> {
        let mut pairs = pairs(visits);
        pairs.retain(|pair| {
            let tried = self.tried.entry((anchor.func, anchor.block, pair.way)).or_insert(0);
            *tried += 1;
            *tried <= MOST_OF_ONE_WAY
        });
        let steps: Vec<(u64, u64)> = pairs.iter().map(|Pair { from, to, .. }| (*from, *to)).collect();
        let differ = self.rerun().compare(&mut Replay::new(inputs), &steps);
        let laps: Vec<(Part<'_>, Vec<Cell>, Way)> = pairs
            .iter()
            .zip(differ)
            .filter_map(|(Pair { from, to, way }, compared)| {
                let Compared { cells, inputs: (stem_inputs, all) } = compared?;
                let part = Part { inputs: &inputs[..all], stem_inputs, stem: *from, period: to - from };
                Some((part, cells, (anchor.func, anchor.block, *way)))
            })
            .collect();
        let direct = laps.iter().find_map(|(part, cells, _)| self.lap(*part, cells));
        direct.or_else(|| laps.iter().find_map(|(part, cells, way)| self.close(*part, cells, *way)))
    }

    /// A lap that can be gone round whatever the numbers are, or where they have something in common that stays.
    fn lap(&mut self, part: Part<'_>, cells: &[Cell]) -> Option<Lasso> {
        if self.laps >= MOST_LAPS || !self.repeats(part, cells) {
            return None;
        }
        self.laps += 1;
        let mut lasso = part.lasso(cells);
        let mut round = lasso::go_round(self.task, &lasso, self.budget).ok()?;
        lasso.set = set::find(&mut round, self.budget)?;
        self.checked(lasso)
    }

    /// Whether some laps can be gone round, at least.
    fn repeats(&self, part: Part<'_>, cells: &[Cell]) -> bool {
        let (stem, lap) = part.inputs.split_at(part.stem_inputs);
        let laps = MOST_REPEATED.min(REPEATED_STEPS / part.period).max(3);
        let plan = [stem, &lap.repeat(laps as usize)].concat();
        let mut inputs = Replay::new(&plan);
        self.rerun().repeats(&mut inputs, (part.stem, part.period), cells, laps) && inputs.mismatch().is_none()
    }

    /// The same lap with other inputs, for which it changes less.
    fn close(&mut self, part: Part<'_>, cells: &[Cell], way: Way) -> Option<Lasso> {
        let hopeless = part.inputs.is_empty() || cells.is_empty();
        if hopeless || self.closed.len() >= MOST_CLOSINGS || !self.closed.insert(way) {
            return None;
        }
        let (inputs, left) = closing::find(&self.rerun(), self.task.module.data_model, part, cells)?;
        self.lap(Part { inputs: &inputs, ..part }, &left)
    }

    /// The lasso with the inputs that it needs, if it is one.
    fn checked(&self, lasso: Lasso) -> Option<Lasso> {
        let checked = lasso::check(self.task, &lasso, self.budget).ok()?;
        Some(Lasso { inputs: checked.inputs, ..lasso })
    }
}

/// The places that a run comes back to for ever, if it does, are those of the innermost call that stays, or functions that
/// call themselves; the outermost loop is the one whose head is visited least.
fn chosen(visits: Visits, horizon: u64) -> Vec<(Anchor, Vec<Visit>)> {
    let (depth, ended) = (visits.depth, visits.end.is_some());
    let late = |visits: &[Visit]| visits.iter().filter(|visit| visit.step >= horizon / 2).count();
    let mut anchors = visits.anchors;
    let stays = |anchor: &Anchor| anchor.depth == depth || anchor.depth == 0;
    anchors.retain(|(anchor, visits)| visits.len() > 1 && (ended || stays(anchor) && late(visits) > 1));
    anchors.sort_by_key(|(anchor, visits)| (anchor.depth, late(visits)));
    anchors.truncate(MOST_ANCHORS);
    anchors.iter_mut().for_each(|(_, visits)| visits.truncate(MOST_VISITS));
    anchors
}
