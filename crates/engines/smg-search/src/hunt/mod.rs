//! Hunters: the same symbolic execution as the prover's, without join and abstraction, path by path.
//!
//! Two searches take turns: one goes breadth first, which finds what is near; the other goes deep, with bounds on loops
//! that grow. Where a path meets something wrong, its trail is solved for the inputs, and `interp` runs the program
//! with them.
//!
//! Soundness: only runs count. What is found was seen to happen in `interp`; everything else here (constraints that
//! cannot be expressed, states that are taken for equal, paths that are dropped) can only
//! make it miss something.

mod easy;
mod exact;
mod frontier;
mod history;
mod linear;
mod path;
mod replay;
mod solve;
mod walk;

use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Budget, BugKind, FiniteTrace, Property, Task};
use ir::{LocId, Type};
use rustc_hash::FxHashMap;

use self::frontier::{Breadth, Depth, Search};
use self::path::Path;
use self::replay::{Plan, Runs};
use self::solve::{Attempt, Solving, Way};
use self::walk::{Suspicion, Walker};
use smg::exec::prepared::Prepared;
use smg::exec::start;
use smg::graph::{State, Trail, TrailEvent, Value};

/// Blocks that one search executes before it is the other's turn: at first, and when there is much to see. What is near is
/// found in the first slices, and a leak waits for a round of them until it is told.
const FIRST_SLICE: u32 = 125;
const LAST_SLICE: u32 = 2_000;
/// What a block costs on a path, and what questions to the solver cost, in steps of the interpreter; roughly.
const STEPS_OF_BLOCK: u64 = 100;
const STEPS_OF_EVENT: u64 = 10;
const STEPS_OF_QUESTION: u64 = 5_000;
/// Blocks that follow each other without choice; then others get a turn.
const MOST_STRAIGHT: u32 = 512;
/// Runs that showed nothing, after which a place is no longer suspected.
const MOST_FAILURES: u32 = 20;
/// Failures with all means.
const EXPENSIVE_FAILURES: u32 = 4;

/// Looks for runs that violate the properties; every one is told once, with a run that `interp` has confirmed. Ends when
/// all are violated, nothing is left to look at, or the budget is used up. `nothing_worse` says that no access is bad, as
/// soon as somebody knows: then a leak is told when it is found.
pub fn hunt(
    task: &Task<'_>,
    prepared: &Prepared<'_>,
    properties: &[Property],
    budget: &Budget,
    nothing_worse: &AtomicBool,
    found: &mut dyn FnMut(Property, FiniteTrace),
) {
    let mut hunter = Hunter {
        walker: Walker::new(prepared),
        runs: Runs::new(task, prepared.flows, properties, budget),
        solving: Solving::new(task.module.data_model),
        failures: FxHashMap::default(),
        budget,
        nothing_worse,
        found,
    };
    let start = Path::new(start_state(task, prepared), task.module.funcs[task.entry].entry());
    let mut breadth = Breadth::new(start.clone());
    let mut depth = Depth::new(start);
    let mut slice = FIRST_SLICE;
    while hunter.goes_on() && !breadth.is_finished() && !(breadth.is_empty() && depth.is_empty()) {
        let waited = hunter.runs.waits_with_leak();
        hunter.pursue(&mut breadth, slice);
        hunter.pursue(&mut depth, slice);
        if waited {
            hunter.settle_for_leak();
        }
        slice = LAST_SLICE.min(2 * slice);
    }
    hunter.settle_for_leak();
}

/// As `interp` starts a program: `main` gets one argument, the program's name.
fn start_state(task: &Task<'_>, prepared: &Prepared<'_>) -> State {
    let mut state = start::initial_with(prepared, task.entry, Trail::kept());
    let function = &task.module.funcs[task.entry];
    if function.name != "main" {
        return state;
    }
    for (index, (param, ty)) in function.params.iter().zip(&function.signature.params).enumerate() {
        let known = match (index, ty, state.frame().reg(*param)) {
            (0, Type::Int(_), Value::Sym(count)) => Some((count.sym, 1)),
            (1, Type::Ptr, Value::Addr(list)) => {
                let size = state.graph.object(list.object).size.symbol();
                size.map(|size| (size, 2 * i64::from(task.module.data_model.pointer_bits() / 8)))
            }
            _ => None,
        };
        if let Some((sym, number)) = known {
            let possible = state.substitute(sym, Value::Int(number));
            debug_assert!(possible, "the program starts somehow");
        }
    }
    state
}

struct Hunter<'a, 'f, 'm> {
    walker: Walker<'f, 'm>,
    runs: Runs<'a>,
    solving: Solving,
    /// Per place and kind.
    failures: FxHashMap<(LocId, BugKind), u32>,
    budget: &'a Budget,
    nothing_worse: &'a AtomicBool,
    found: &'a mut dyn FnMut(Property, FiniteTrace),
}

impl Hunter<'_, '_, '_> {
    fn goes_on(&mut self) -> bool {
        if self.runs.waits_with_leak() && self.nothing_worse.load(Ordering::Relaxed) {
            self.settle_for_leak();
        }
        !self.runs.open().is_empty() && self.budget.exhausted().is_none()
    }

    fn settle_for_leak(&mut self) {
        if let Some((properties, trace)) = self.runs.settle_for_leak() {
            properties.into_iter().for_each(|property| (self.found)(property, trace.clone()));
        }
    }

    /// One slice of a search.
    fn pursue(&mut self, search: &mut impl Search, blocks: u32) {
        let mut left = blocks;
        let mut arrived = Vec::new();
        while left > 0
            && self.goes_on()
            && let Some(path) = search.next()
        {
            let mut straight = 0;
            let mut now = Some(path);
            while let Some(path) = now.take() {
                if !self.goes_on() {
                    return;
                }
                self.budget.add_states(1);
                self.budget.step(STEPS_OF_BLOCK);
                self.solving.earn();
                left = left.saturating_sub(1);
                straight += 1;
                let mut next = self.walker.advance(path);
                for suspicion in self.walker.take_suspicions() {
                    self.examine(&suspicion);
                }
                if next.len() == 1 && straight < MOST_STRAIGHT && !self.walker.meets_others(&next[0]) {
                    now = next.pop();
                } else {
                    for path in next {
                        let meets_others = self.walker.meets_others(&path);
                        arrived.extend(self.arrive(path).map(|path| (path, meets_others)));
                    }
                    search.add(std::mem::take(&mut arrived));
                }
            }
        }
    }

    /// What the path has learnt is taken stock of; `None` when no run takes it.
    fn arrive(&mut self, mut path: Path) -> Option<Path> {
        let news = path.learn();
        if news.is_empty() || !path.is_worth_a_check() {
            return Some(path);
        }
        let events = history::connected(&path.state.trail.events(), &news);
        self.budget.step(STEPS_OF_EVENT * events.len() as u64);
        self.solving.may_hold(&events).then_some(path)
    }

    /// Does a run show it?
    fn examine(&mut self, suspicion: &Suspicion) {
        let place = (suspicion.loc, suspicion.kind);
        // What is found may be another violation than the suspected one, which is then looked for again.
        for _ in 0..3 {
            if !self.runs.wants(suspicion.kind)
                || self.failures.get(&place).is_some_and(|count| *count >= MOST_FAILURES)
            {
                return;
            }
            if !self.show(suspicion) {
                *self.failures.entry(place).or_insert(0) += 1;
                return;
            }
        }
    }

    /// What has failed before is not worth much.
    fn ways(&self, place: (LocId, BugKind)) -> &'static [Way] {
        match self.failures.get(&place) {
            Some(EXPENSIVE_FAILURES..) => &[Way::Easy, Way::Linear],
            Some(_) | None => &[Way::Easy, Way::Linear, Way::NoWrap, Way::Exact],
        }
    }

    fn show(&mut self, suspicion: &Suspicion) -> bool {
        let past = suspicion.trail.events();
        let alternatives: Vec<&[TrailEvent]> = match suspicion.when.as_slice() {
            [] => vec![&[]],
            ways => ways.chunks(1).collect(),
        };
        let likely: &[&[TrailEvent]] = if suspicion.also.is_empty() { &[&[]] } else { &[&suspicion.also, &[]] };
        for also in likely {
            for alternative in &alternatives {
                let events = past.iter().chain(*also).chain(*alternative).copied();
                let events: Vec<TrailEvent> = events.filter(history::says_something).collect();
                if self.show_under(suspicion, &events) {
                    return true;
                }
            }
        }
        false
    }

    /// Does a run show it that satisfies all these?
    fn show_under(&mut self, suspicion: &Suspicion, events: &[TrailEvent]) -> bool {
        let mut is_open = true;
        for way in self.ways((suspicion.loc, suspicion.kind)) {
            if self.budget.exhausted().is_some() {
                return false;
            }
            // What cannot be in numbers cannot be in bits that do not wrap around.
            if *way == Way::NoWrap && !is_open {
                continue;
            }
            self.budget.step(if *way == Way::Easy { STEPS_OF_EVENT } else { STEPS_OF_QUESTION });
            let attempt = self.solving.solve(events, *way);
            is_open = matches!(attempt, Attempt::Open);
            let Attempt::Solved(inputs) = attempt else { continue };
            let plan = Plan { inputs, fails: history::failing_allocations(events) };
            if let Some((part, trace)) = self.runs.try_plan(&plan, suspicion.steps) {
                for property in self.runs.close(part, &trace) {
                    (self.found)(property, trace.clone());
                }
                return true;
            }
        }
        false
    }
}
