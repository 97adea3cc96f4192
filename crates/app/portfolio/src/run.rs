//! A thread for each engine, as many of them at work as there are cores; the calling thread watches.

use std::sync::mpsc;
use std::thread;

use account::process::memory;
use engine::{Budget, Engine, Limit, Task, Traits};

use crate::asked::{Asked, News, Part};
use crate::limits::{Limits, STACK, unknown};
use crate::permits::Permits;
use crate::stages::share;
use crate::watch::{Watch, Watcher};
use crate::work::Run;

/// Asks every engine about the properties it knows. One result per property of the task, in the task's order.
pub fn verify(task: &Task<'_>, engines: &[&dyn Engine], limits: &Limits, watch: &dyn Watch) -> Run {
    // Small programs are settled before anybody looks at the memory.
    if limits.memory_mib.is_some_and(|most| memory().now_mib > most) {
        return Run { results: unknown(task, limits, Limit::Memory), engines: Vec::new() };
    }
    let traits = Traits::of(&task.flows());
    tracing::debug!("{traits:?}");
    let parts: Vec<Part<'_, '_>> = engines.iter().filter_map(|engine| Part::of(task, *engine, &traits)).collect();
    let permits = Permits::new(limits.threads, share(limits, parts.len()), parts.iter().map(Part::stage));
    let asked = parts.into_iter().enumerate().map(|(index, part)| Asked::new(part, &permits, index));
    let asked: Vec<Asked<'_, '_>> = asked.collect();
    let checks = Budget::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for (index, asked) in asked.iter().enumerate() {
            let (sender, checks) = (sender.clone(), &checks);
            let worker = move || {
                asked.work(checks, &|verdict, steps| {
                    let _ = sender.send(News::Judged(index, verdict, steps));
                });
                let _ = sender.send(News::Done(index));
            };
            let builder = thread::Builder::new().name(asked.id().to_string()).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, worker) {
                tracing::error!("no thread for {}: {error}", asked.id());
                permits.give_up(index);
            }
        }
        drop(sender);
        Watcher::new(&task.properties, &asked, limits, watch, &checks, &permits).until_done(&receiver)
    })
}
