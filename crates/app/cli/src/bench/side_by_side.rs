//! The same work for many things, some of them at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` makes of all of them, in the order in which they are done; `done` hears of each, one after the other, with how
/// many there are by then.
pub fn side_by_side<T: Sync, R: Send>(
    things: &[T],
    at_a_time: u16,
    work: impl Fn(&T) -> R + Sync,
    done: impl FnMut(usize, &T, &R) + Send,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let finished = Mutex::new((Vec::new(), done));
    thread::scope(|scope| {
        for _ in 0..usize::from(at_a_time).min(things.len()) {
            scope.spawn(|| {
                while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(thing);
                    let mut finished = finished.lock().expect("invariant: no worker panics");
                    let (results, done) = &mut *finished;
                    done(results.len() + 1, thing, &result);
                    results.push(result);
                }
            });
        }
    });
    finished.into_inner().expect("invariant: no worker panics").0
}
