//! Pieces of work that go on at the same time.

use std::thread;

use crate::Budget;

/// What there is to do is dealt out to so many hands, on every machine: what a solver was asked before may matter for what it
/// answers.
const HANDS: usize = 4;

/// Engines recurse on what the program nests; pages are committed only when touched.
const STACK: usize = 256 << 20;

/// What becomes of each piece of work, in order. `None` when no thread can be started, or one of them broke down.
pub fn dealt<T: Send>(count: usize, budget: &Budget, work: &(impl Fn(usize) -> T + Sync)) -> Option<Vec<T>> {
    let mut results: Vec<(usize, T)> = Vec::with_capacity(count);
    thread::scope(|scope| {
        let mut hands = Vec::new();
        for hand in 0..HANDS.min(count) {
            let all = move || {
                let mine = (hand..count).step_by(HANDS).map(|number| (number, work(number)));
                budget.work(|| mine.collect::<Vec<_>>())
            };
            let thread = thread::Builder::new().name(format!("hand {hand}")).stack_size(STACK);
            hands.push(thread.spawn_scoped(scope, all).ok()?);
        }
        budget.wait(|| {
            for hand in hands {
                results.extend(hand.join().ok()?);
            }
            Some(())
        })
    })?;
    results.sort_unstable_by_key(|(number, _)| *number);
    Some(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let squares = dealt(11, &Budget::new(), &|number| number * number);
        assert_eq!(squares, Some((0..11).map(|number| number * number).collect()));
        assert_eq!(dealt(0, &Budget::new(), &|number| number), Some(Vec::new()));
    }
}
