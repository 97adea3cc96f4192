//! The search: run, note the conditions met, turn one of them, run again.

use engine::{
    Answer, Budget, BugKind, FiniteTrace, Flows, Input, Lasso, Limit, Outcome, Property, Task, Tell, Trace, Unknown,
};
use interp::{End, NoObserver, Options, Replay, SeededInputs};

use crate::dead_ends::DeadEnds;
use crate::endless::Endless;
use crate::frontier::{Frontier, Turn};
use crate::record::{Aims, Recorder, Seen};
use crate::rounds::Rounds;
use crate::solve::Solving;
use crate::source::{Planned, Rest};
use crate::unknown;

/// Steps of one run, and runs in a row that show nothing new after which a round ends. The next round comes when one found
/// nothing and was cut short. The first is for programs that wait for events for ever: where something happens at all,
/// it happens soon. The second is for loops that fill large arrays before anything is looked at.
const ROUNDS: [(u64, u32); 5] =
    [(20_000, 1_000), (4_000_000, 8), (300_000, 2_000), (10_000_000, 2_000), (400_000_000, 2_000)];
/// Steps of one run of the first look.
const FIRST_LOOK_STEPS: u64 = 300_000;
/// The same for the first look, which does not watch for leaks.
const FIRST_LOOK_PATIENCE: u32 = 60;
/// One random run for this many planned ones.
const RANDOM_SHARE: u64 = 8;
/// Random runs in a row that show nothing new, when there is nothing else left to try.
const RANDOM_PATIENCE: u32 = 60;
/// What a run costs besides its steps, and what a question to the solver costs, in steps of runs.
const STEPS_TO_START: u64 = 500;
const STEPS_OF_QUESTION: u64 = 5_000;
/// The same when nothing but termination is open: runs that never end show it soon, with the simplest inputs, or hardly ever.
const ROUNDS_FOR_TERMINATION: [(u64, u32); 2] = [(20_000, 30), (300_000, 8)];
/// Memory of the simulated program; a run that needs more says little about ordinary ones.
const RUN_MEMORY: u64 = 256 << 20;

pub(crate) struct Search<'a> {
    task: &'a Task<'a>,
    /// Every run that looks for leaks asks which registers are live.
    flows: &'a Flows<'a>,
    budget: &'a Budget,
    /// Properties without an answer.
    open: Vec<Property>,
    /// Hears of every violation at once.
    tell: &'a Tell<'a>,
    options: Options,
    aims: Aims,
    frontier: Frontier,
    dead_ends: DeadEnds<'a>,
    seen: Seen,
    solving: Solving,
    seed: u64,
    truncated: bool,
    unsupported: Option<Unknown>,
    past_unknown_calls: bool,
    endless: Endless<'a>,
    suspected: Vec<(Property, FiniteTrace)>,
}

impl<'a> Search<'a> {
    pub fn new(
        task: &'a Task<'a>,
        flows: &'a Flows<'a>,
        properties: Vec<Property>,
        budget: &'a Budget,
        tell: &'a Tell<'a>,
    ) -> Self {
        let mut search = Search {
            task,
            flows,
            budget,
            options: Options::default(),
            aims: Aims { overflow: false, access: false },
            open: properties,
            tell,
            frontier: Frontier::default(),
            dead_ends: DeadEnds::of(task),
            seen: Seen { rounds: Rounds::of(task.module), ..Seen::default() },
            solving: Solving::default(),
            seed: 0,
            truncated: false,
            unsupported: None,
            past_unknown_calls: false,
            endless: Endless::new(task, flows, budget),
            suspected: Vec::new(),
        };
        search.aim();
        search
    }

    pub fn run(mut self) -> Vec<Answer> {
        let mut reason = Unknown::Limit(Limit::Effort);
        let mut stopped = self.first_look();
        for round in 0..ROUNDS.len() {
            let about_termination = self.open.iter().all(|&property| property == Property::Termination);
            let rounds = if about_termination { &ROUNDS_FOR_TERMINATION[..] } else { &ROUNDS[..] };
            let (false, Some(&(steps, patience))) = (stopped.is_err(), rounds.get(round)) else { break };
            self.options.max_steps = steps;
            self.truncated = false;
            stopped = self.round(patience);
            if !self.truncated {
                break;
            }
        }
        let in_time = stopped.is_ok();
        if let Err(limit) = stopped {
            reason = limit;
        }
        let reason = self.unsupported.take().unwrap_or(reason);
        let suspected = if in_time && matches!(reason, Unknown::Unsupported { .. }) {
            self.look_past_unknown_calls()
        } else {
            Vec::new()
        };
        let answer = |property: Property| match suspected.iter().find(|(other, _)| *other == property) {
            Some((_, trace)) => Answer::new(property, Outcome::Suspected(trace.clone(), reason.clone())),
            None => unknown(property, reason.clone()),
        };
        self.open.into_iter().map(answer).collect()
    }

    /// What goes wrong after calls of functions of which nothing is known, whatever they do. No verdict, but worth
    /// telling.
    fn look_past_unknown_calls(&mut self) -> Vec<(Property, FiniteTrace)> {
        self.frontier = Frontier::default();
        self.seen.blocks.clear();
        self.seen.rounds.forget();
        self.past_unknown_calls = true;
        self.options.max_steps = ROUNDS[0].0;
        self.aim();
        // Running out of time costs only what might have been found.
        let _ = self.round(FIRST_LOOK_PATIENCE);
        std::mem::take(&mut self.suspected)
    }

    /// A leak ends a run and would hide what comes after it; a crash matters more to most people, and many programs that
    /// crash leak on the way. So leaks wait until a short search has found nothing worse.
    fn first_look(&mut self) -> Result<(), Unknown> {
        if !self.options.check_leaks {
            return Ok(());
        }
        self.options.check_leaks = false;
        self.options.max_steps = FIRST_LOOK_STEPS;
        self.round(FIRST_LOOK_PATIENCE)?;
        self.frontier = Frontier::default();
        self.aim();
        Ok(())
    }

    /// One search with the current step limit, until `patience` runs in a row show nothing new.
    fn round(&mut self, patience: u32) -> Result<(), Unknown> {
        let top = 1u128 << 31;
        let simple = [
            Rest::Always(0),
            Rest::Always(1),
            Rest::Counting(0),
            Rest::Always(u128::MAX),
            Rest::Always(top - 1),
            Rest::Always(2),
            Rest::Always(10),
        ];
        for rest in simple {
            self.execute(Planned::new(Vec::new(), rest))?;
        }
        if self.open.contains(&Property::Termination) {
            // Something happens first, and then nothing more; or the same by turns.
            let by_turns = |first: u128| (0..100).map(|at| (first + at) % 2).collect();
            for plan in [vec![1], vec![1, 1], by_turns(0), by_turns(1)] {
                self.execute(Planned::new(plan, Rest::Always(0)))?;
            }
        }
        let mut fruitless = 0;
        let mut fruitless_random = 0;
        for turn_number in 0u64.. {
            if self.open.is_empty() || fruitless > patience {
                break;
            }
            let turn = if turn_number % RANDOM_SHARE == RANDOM_SHARE - 1 {
                None
            } else {
                self.frontier.next(turn_number % 2 == 0)
            };
            let new = match turn {
                Some(turn) => match self.turned(&turn) {
                    Ok(Some(inputs)) => {
                        let rest = if turn_number % 2 == 0 { Rest::Always(0) } else { self.random() };
                        self.execute(Planned::new(inputs, rest))?
                    }
                    Ok(None) => self.stopped()?,
                    Err(error) => return Err(Unknown::Internal(error.to_string())),
                },
                None if fruitless_random > RANDOM_PATIENCE && self.frontier.is_empty() => break,
                None => {
                    let rest = self.random();
                    let new = self.execute(Planned::new(Vec::new(), rest))?;
                    fruitless_random = if new { 0 } else { fruitless_random + 1 };
                    new
                }
            };
            fruitless = if new { 0 } else { fruitless + 1 };
        }
        Ok(())
    }

    fn turned(&mut self, turn: &Turn) -> Result<Option<Vec<u128>>, smt::Error> {
        self.budget.step(STEPS_OF_QUESTION);
        self.solving.turn(&turn.path, turn.index, turn.effort)
    }

    fn random(&mut self) -> Rest {
        self.seed += 1;
        Rest::Random(SeededInputs::new(self.seed))
    }

    /// Runs once. True if the run went where none went before.
    fn execute(&mut self, mut source: Planned) -> Result<bool, Unknown> {
        self.stopped()?;
        if self.open.is_empty() {
            return Ok(false);
        }
        let seen = std::mem::take(&mut self.seen);
        let mut recorder = Recorder::new(self.task.module.data_model, self.aims, seen);
        let run = interp::run_with(
            self.flows,
            self.task.entry,
            &self.options,
            &mut source,
            &mut recorder,
            &mut NoObserver,
            self.budget,
        );
        self.budget.add_states(1);
        self.budget.step(STEPS_TO_START);
        let (path, seen) = recorder.finish(run.inputs.iter().map(|input| input.bits).collect());
        self.seen = seen;
        match run.end {
            End::Violation(violation) if run.unknown_call.is_some() => {
                self.suspect(FiniteTrace { inputs: run.inputs, violation })
            }
            End::Violation(violation) => {
                if let Some(part) = violation.kind.violates() {
                    self.refute(part, FiniteTrace { inputs: run.inputs, violation });
                }
            }
            End::Limit(Limit::Effort) => {
                self.look_for_laps(&run.inputs, |endless, inputs| endless.look_at_long(inputs, run.steps));
                // A run that goes round in an empty loop gets no longer with more steps.
                self.truncated |= run.steps >= self.options.max_steps;
            }
            End::Limit(Limit::Memory) => self.truncated = true,
            End::Limit(Limit::Time | Limit::Cancelled) => self.stopped().map(|_| ())?,
            End::Unsupported { what, at } => {
                self.unsupported.get_or_insert(Unknown::Unsupported { what, at });
            }
            End::Exited(_) | End::Aborted | End::AssumeFailed => {
                self.look_for_laps(&run.inputs, |endless, inputs| endless.look_at_ended(inputs, run.steps));
            }
        }
        Ok(self.frontier.add(path, &mut self.dead_ends))
    }

    /// Some of the runs that take long never end, and some of those that end could have gone round for ever.
    fn look_for_laps(&mut self, inputs: &[Input], look: impl FnOnce(&mut Endless<'a>, &[Input]) -> Option<Lasso>) {
        if !self.open.contains(&Property::Termination) || self.past_unknown_calls {
            return;
        }
        if let Some(lasso) = look(&mut self.endless, inputs) {
            self.open.retain(|property| *property != Property::Termination);
            let outcome = Outcome::Refuted(Trace::Lasso(lasso));
            (self.tell)(Answer::new(Property::Termination, outcome).after(self.budget));
            self.aim();
        }
    }

    /// Keeps the first warning for every open property that the violation breaks.
    fn suspect(&mut self, trace: FiniteTrace) {
        let Some(part) = trace.violation.kind.violates() else { return };
        for &property in &self.open {
            if property.includes(part) && !self.suspected.iter().any(|(known, _)| *known == property) {
                self.suspected.push((property, trace.clone()));
            }
        }
    }

    /// Settles every open property that the violation breaks. Runs no longer stop for what is settled.
    fn refute(&mut self, part: Property, trace: FiniteTrace) {
        let (broken, open) = self.open.drain(..).partition(|property| property.includes(part));
        self.open = open;
        for property in broken {
            let trace = self.with_earlier_leak(property, &trace).unwrap_or_else(|| trace.clone());
            (self.tell)(Answer::new(property, Outcome::Refuted(trace.into())).after(self.budget));
        }
        self.aim();
    }

    /// The same run, if the property forbids leaks, nobody watched for them, and the run has one before its end.
    fn with_earlier_leak(&self, property: Property, trace: &FiniteTrace) -> Option<FiniteTrace> {
        if self.options.check_leaks || !property.includes(Property::ValidMemtrack) {
            return None;
        }
        let options = Options { max_memory: RUN_MEMORY, ..Options::for_properties(self.task, &[property]) };
        let mut source = Replay::new(&trace.inputs);
        let entry = self.task.entry;
        let run = interp::run_with(self.flows, entry, &options, &mut source, &mut (), &mut NoObserver, self.budget);
        match run.end {
            End::Violation(violation) if violation.kind == BugKind::Leak => {
                Some(FiniteTrace { inputs: run.inputs, violation })
            }
            End::Violation(_)
            | End::Exited(_)
            | End::Aborted
            | End::AssumeFailed
            | End::Limit(_)
            | End::Unsupported { .. } => None,
        }
    }

    /// Looks for violations of the open properties only.
    fn aim(&mut self) {
        let max_steps = self.options.max_steps;
        let pass_unknown_calls = self.past_unknown_calls;
        let max_memory = RUN_MEMORY;
        self.options =
            Options { max_steps, max_memory, pass_unknown_calls, ..Options::for_properties(self.task, &self.open) };
        self.aims = Aims {
            overflow: self.open.contains(&Property::NoOverflow),
            access: self.open.iter().any(|property| property.includes(Property::ValidDeref)),
        };
    }

    fn stopped(&self) -> Result<bool, Unknown> {
        match self.budget.exhausted() {
            Some(limit) => Err(Unknown::Limit(limit)),
            None => Ok(false),
        }
    }
}
