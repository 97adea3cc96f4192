//! Work in threads that have room for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::error::Error;

/// Expressions, statements and types nest as deep as programs like, and clang and we follow them. Only what is used is paid
/// for.
const STACK: usize = 256 * 1024 * 1024;

/// The result of the function.
pub fn with_room<R: Send>(function: impl FnOnce() -> Result<R, Error> + Send) -> Result<R, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("loading".into()).stack_size(STACK).spawn_scoped(scope, function);
        let thread = thread.map_err(|source| Error::NoThread { source })?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The function of every item, in the items' order; as many at once as there are processors.
pub fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Error> {
    let workers = thread::available_parallelism().map_or(1, |count| count.get()).min(items.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            done.push((at, function(item)));
        }
        done
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads: Result<Vec<_>, _> = (0..workers).map(spawn).collect();
        let threads = threads.map_err(|source| Error::NoThread { source })?;
        let of_one = |thread: thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        Ok(threads.into_iter().flat_map(of_one).collect())
    })?;
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
