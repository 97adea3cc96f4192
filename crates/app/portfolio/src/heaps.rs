//! What the heap looks like at loop heads: not a verdict, but found out within the same limits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use certify::catch;
use engine::{Budget, Limit, Task, Unknown};

use crate::run::{OVERDUE, STACK, TICK, unknown};
use crate::{Limits, Status, Watch, memory};

/// Every heap at the loop heads of a program.
#[derive(Debug)]
pub struct Heaps {
    survey: smg::Survey,
    shapes: Vec<Shape>,
    suspects: Vec<Suspect>,
}

/// A picture of one heap at one loop head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Says which loop and which heap; fit for a file's name.
    pub name: String,
    /// In Graphviz's language.
    pub dot: String,
}

pub use smg::{Shape, Suspect};

/// Explores the program for the heaps at its loop heads. Takes at most half of the time there is: verdicts need some too.
pub fn heaps(task: &Task<'_>, limits: &Limits, watch: &dyn Watch) -> Heaps {
    let budget = Budget::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let worker = || {
            let _ = sender.send(catch(|| {
                let survey = smg::survey(task, &budget);
                let (shapes, suspects) = (survey.shapes(task.module), survey.suspects(task.module));
                Heaps { survey, shapes, suspects }
            }));
        };
        let builder = thread::Builder::new().name("heaps".to_string()).stack_size(STACK);
        if let Err(error) = builder.spawn_scoped(scope, worker) {
            return Heaps::none(Unknown::Internal(format!("no thread: {error}")));
        }
        let mut stopped: Option<(Instant, Limit)> = None;
        let mut told = false;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(heaps)) => return heaps,
                Ok(Err(panic)) => return Heaps::none(Unknown::Internal(panic)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Heaps::none(Unknown::Internal("the search ended without an answer".to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            match stopped {
                None => {
                    if let Some(limit) = reached(limits, watch) {
                        budget.stop(limit);
                        stopped = Some((Instant::now(), limit));
                    }
                }
                Some((since, limit)) if since.elapsed() >= OVERDUE && !told => {
                    told = true;
                    watch.overdue(unknown(task, limits, limit));
                }
                Some(_) => {}
            }
            let elapsed = limits.started.elapsed();
            watch.progress(&[Status { engine: "heaps", functions_done: 0, states: budget.states(), elapsed }]);
        }
    })
}

fn reached(limits: &Limits, watch: &dyn Watch) -> Option<Limit> {
    if watch.cancelled() {
        Some(Limit::Cancelled)
    } else if limits.timeout.is_some_and(|most| limits.started.elapsed() >= most / 2) {
        Some(Limit::Time)
    } else if limits.memory_mib.is_some_and(|most| memory().now_mib > most) {
        Some(Limit::Memory)
    } else {
        None
    }
}

impl Heaps {
    fn none(why: Unknown) -> Heaps {
        let survey = smg::Survey { heads: Vec::new(), findings: Vec::new(), incomplete: Some(why) };
        Heaps { survey, shapes: Vec::new(), suspects: Vec::new() }
    }

    /// Why there may be more than these.
    pub fn incomplete(&self) -> Option<&Unknown> {
        self.survey.incomplete.as_ref()
    }

    /// In words.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// What may go wrong there, in words.
    pub fn suspects(&self) -> &[Suspect] {
        &self.suspects
    }

    /// As pictures, one for each heap that the prover keeps apart.
    pub fn pictures(&self, module: &ir::Module) -> Vec<Picture> {
        let mut pictures = Vec::new();
        for head in &self.survey.heads {
            let function = &module.funcs[head.func].name;
            let place = module.places.get(head.loc).map_or((0, 0), |loc| (loc.line, loc.column));
            for (number, state) in head.states.iter().enumerate() {
                let number = number + 1;
                let name: String = format!("{function}-{}-{}-{number}", place.0, place.1)
                    .chars()
                    .map(|letter| if letter.is_ascii_alphanumeric() || "_-.".contains(letter) { letter } else { '_' })
                    .collect();
                let title = format!("{function}, loop at {}, heap {number}", module.places.render(head.loc));
                pictures.push(Picture { name, dot: smg::dot(module, state, head.block, &title) });
            }
        }
        pictures
    }
}
