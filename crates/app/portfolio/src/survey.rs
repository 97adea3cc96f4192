//! What the heap looks like at loop heads: not a verdict, but found out within the same limits.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use account::process::memory;
use certify::catch;
use engine::{Budget, Limit, Task, Unknown};
use smg::survey::Survey;

use crate::limits::{OVERDUE, STACK, TICK, unknown};
use crate::{Limits, Run, Status, Watch};

/// Explores the program for the heaps at its loop heads. Takes at most half of the time there is: verdicts need some too.
pub fn survey(task: &Task<'_>, limits: &Limits, watch: &dyn Watch) -> Survey {
    let budget = Budget::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let worker = || {
            let _ = sender.send(catch(|| smg_search::survey::survey(task, &budget)));
        };
        let builder = thread::Builder::new().name("heaps".to_string()).stack_size(STACK);
        if let Err(error) = builder.spawn_scoped(scope, worker) {
            return nothing(Unknown::Internal(format!("no thread: {error}")));
        }
        let mut stopped: Option<(Instant, Limit)> = None;
        let mut told = false;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(Ok(survey)) => return survey,
                Ok(Err(panic)) => return nothing(Unknown::Internal(panic)),
                Err(RecvTimeoutError::Disconnected) => {
                    return nothing(Unknown::Internal("the search ended without an answer".to_string()));
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
                    watch.overdue(Run { results: unknown(task, limits, limit), engines: Vec::new() });
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

fn nothing(why: Unknown) -> Survey {
    Survey { heads: Vec::new(), findings: Vec::new(), incomplete: Some(why) }
}
