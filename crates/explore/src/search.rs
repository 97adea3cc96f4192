//! The search: run, note the conditions met, turn one of them, run again.

use engine::{Answer, Budget, Limit, Outcome, Property, Task, Trace, Unknown};
use interp::{End, NoObserver, Options, SeededInputs};

use crate::condition::Path;
use crate::frontier::Frontier;
use crate::record::{Aims, Recorder};
use crate::solve::Solving;
use crate::source::{Planned, Rest};
use crate::{run_options, unknown};

/// Steps of one run, in the first round and in the second, which comes when the first found nothing and was cut short.
const ROUND_STEPS: [u64; 3] = [300_000, 10_000_000, 400_000_000];
/// Runs in a row that show nothing new, after which a round ends.
const PATIENCE: u32 = 2_000;
/// The same for the first look, which does not watch for leaks.
const FIRST_LOOK_PATIENCE: u32 = 60;
/// One random run for so many planned ones.
const RANDOM_SHARE: u64 = 8;
/// Random runs in a row that show nothing new, when there is nothing else left to try.
const RANDOM_PATIENCE: u32 = 60;
/// Memory of the simulated program; a run that needs more says little about ordinary ones.
const RUN_MEMORY: u64 = 256 << 20;

pub(crate) struct Search<'a> {
    task: &'a Task<'a>,
    budget: &'a Budget,
    /// Properties without an answer.
    open: Vec<Property>,
    answers: Vec<Answer>,
    options: Options,
    aims: Aims,
    frontier: Frontier,
    solving: Solving,
    seed: u64,
    truncated: bool,
    unsupported: Option<Unknown>,
}

impl<'a> Search<'a> {
    pub fn new(task: &'a Task<'a>, properties: Vec<Property>, budget: &'a Budget) -> Self {
        let mut search = Search {
            task,
            budget,
            options: Options::default(),
            aims: Aims { overflow: false, access: false },
            open: properties,
            answers: Vec::new(),
            frontier: Frontier::default(),
            solving: Solving::default(),
            seed: 0,
            truncated: false,
            unsupported: None,
        };
        search.aim();
        search
    }

    pub fn run(mut self) -> Vec<Answer> {
        // A run can refute everything but termination.
        let hopeless = |open: &[Property]| open.iter().all(|&property| property == Property::Termination);
        let mut reason = Unknown::Limit(Limit::Effort);
        let mut stopped = self.first_look();
        for steps in ROUND_STEPS {
            if stopped.is_err() || hopeless(&self.open) {
                break;
            }
            self.options.max_steps = steps;
            self.truncated = false;
            stopped = self.round(PATIENCE);
            if !self.truncated {
                break;
            }
        }
        if let Err(limit) = stopped {
            reason = limit;
        }
        let reason = self.unsupported.unwrap_or(reason);
        self.answers.extend(self.open.into_iter().map(|property| unknown(property, reason.clone())));
        self.answers
    }

    /// A leak ends a run and would hide what comes after it; a crash matters more to most people, and many programs that
    /// crash leak on the way. So leaks wait until a short search has found nothing worse.
    fn first_look(&mut self) -> Result<(), Unknown> {
        if !self.options.check_leaks {
            return Ok(());
        }
        self.options.check_leaks = false;
        self.options.max_steps = ROUND_STEPS[0];
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
        let mut fruitless = 0;
        let mut fruitless_random = 0;
        for turn_number in 0u64.. {
            if self.open.is_empty() || fruitless > patience {
                break;
            }
            let turn = if turn_number % RANDOM_SHARE == RANDOM_SHARE - 1 { None } else { self.frontier.next() };
            let new = match turn {
                Some(turn) => match self.solving.turn(&turn.path, turn.index, turn.effort) {
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
        let mut recorder = Recorder::new(self.task.module.data_model, self.aims);
        let run = interp::run(
            self.task.module,
            self.task.entry,
            &self.options,
            &mut source,
            &mut recorder,
            &mut NoObserver,
            self.budget,
        );
        self.budget.add_states(1);
        let path: Path = recorder.finish(run.inputs.iter().map(|input| input.bits).collect());
        match run.end {
            End::Violation(violation) => {
                if let Some(part) = violation.kind.violates() {
                    self.refute(part, Trace { inputs: run.inputs, violation });
                }
            }
            End::Limit(Limit::Effort | Limit::Memory) => self.truncated = true,
            End::Limit(Limit::Time | Limit::Cancelled) => self.stopped().map(|_| ())?,
            End::Unsupported { what, at } => {
                self.unsupported.get_or_insert(Unknown::Unsupported { what, at });
            }
            End::Exited(_) | End::Aborted | End::AssumeFailed => {}
        }
        Ok(self.frontier.add(path))
    }

    /// Settles every open property that the violation breaks. Runs no longer stop for what is settled.
    fn refute(&mut self, part: Property, trace: Trace) {
        let (broken, open) = self.open.drain(..).partition(|property| property.includes(part));
        self.open = open;
        for property in broken {
            self.answers.push(Answer { property, outcome: Outcome::Refuted(trace.clone()) });
        }
        self.aim();
    }

    /// Looks for violations of the open properties only.
    fn aim(&mut self) {
        let max_steps = self.options.max_steps;
        self.options = Options { max_steps, max_memory: RUN_MEMORY, ..run_options(self.task, &self.open) };
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
