//! Work shared among the cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What programs nest, the tools under test may recurse on; pages are committed only when touched.
const STACK: usize = 512 << 20;

/// The function of every item, in the items' order.
pub fn map<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    thread::scope(|scope| {
        for _ in 0..workers {
            let work = || {
                while let Some((at, item)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    items.get(at).map(|item| (at, item))
                } {
                    let result = function(item);
                    results.lock().expect("invariant: pushing does not panic").push((at, result));
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("the system has threads");
        }
    });
    let mut results = results.into_inner().expect("invariant: pushing does not panic");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn order_is_kept() {
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(super::map(&items, |item| item * 2), (0..100).map(|item| item * 2).collect::<Vec<u32>>());
    }
}
