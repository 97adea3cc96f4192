//! Makes a failing program smaller: deletes what can be deleted while it still fails in the same way.

use crate::generate::Program;
use crate::generate::tree::{self, Item};

/// `fails` must hold for the program, and holds for the result. At most `attempts` candidates are tried.
pub fn shrink(program: &Program, attempts: usize, fails: impl Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut left = attempts;
    loop {
        let before = tree::count(&best.items);
        let mut size = (before / 2).max(1);
        loop {
            remove_pieces(&mut best, size, &mut left, &fails);
            if size == 1 {
                break;
            }
            size /= 2;
        }
        unwrap_blocks(&mut best, &mut left, &fails);
        if left == 0 || tree::count(&best.items) == before {
            return best;
        }
    }
}

fn remove_pieces(best: &mut Program, size: usize, left: &mut usize, fails: &impl Fn(&Program) -> bool) {
    let mut from = 0;
    while from < tree::count(&best.items) && *left > 0 {
        let items = tree::without(&best.items, from, from + size);
        if !try_items(best, items, left, fails) {
            from += size;
        }
    }
}

/// Blocks give way to their bodies.
fn unwrap_blocks(best: &mut Program, left: &mut usize, fails: &impl Fn(&Program) -> bool) {
    let mut at = 0;
    while at < tree::count(&best.items) && *left > 0 {
        let smaller = tree::unwrapped(&best.items, at);
        if !smaller.is_some_and(|items| try_items(best, items, left, fails)) {
            at += 1;
        }
    }
}

fn try_items(best: &mut Program, items: Vec<Item>, left: &mut usize, fails: &impl Fn(&Program) -> bool) -> bool {
    if items == best.items {
        return false;
    }
    *left = left.saturating_sub(1);
    let candidate = best.with_items(items);
    let good = fails(&candidate);
    if good {
        *best = candidate;
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Options, generate};

    #[test]
    fn what_is_needed_stays_and_the_rest_goes() {
        let program = generate(Options::clean(1));
        let needed = |program: &Program| program.source().contains("main(void)") && program.source().contains("mix(");
        let small = shrink(&program, 2000, needed);
        assert!(needed(&small));
        assert!(tree::count(&small.items) <= 4, "{}", small.source());
    }
}
