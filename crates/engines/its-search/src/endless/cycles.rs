//! Simple cycles of a component.

use its::system::{Location, System};

/// Cycles that are looked at in one component.
const MOST_CYCLES: usize = 200;
/// Transitions of the longest one.
const LONGEST: usize = 100;
/// Steps of a search in all.
const MOST_STEPS: usize = 20_000;

/// Cycles that visit no location twice, short ones first; not all of them when there are too many. Each is listed from
/// every location that it visits, because a set may be recurrent at one and not at another.
pub fn simple_cycles(system: &System, component: &[usize]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut steps = 0;
    let mut starts: Vec<Location> = component.iter().map(|index| system.transitions[*index].from).collect();
    starts.sort_unstable();
    starts.dedup();
    for start in starts {
        if steps > MOST_STEPS || found.len() >= MOST_CYCLES {
            break;
        }
        let mut stack: Vec<Vec<usize>> = component
            .iter()
            .filter(|index| system.transitions[**index].from == start)
            .map(|index| vec![*index])
            .collect();
        while let Some(path) = stack.pop() {
            steps += 1;
            if steps > MOST_STEPS || found.len() >= MOST_CYCLES {
                break;
            }
            let end = system.transitions[*path.last().expect("invariant: paths are not empty")].to;
            if end == start {
                found.push(path);
                continue;
            }
            if path.len() >= LONGEST || path.iter().any(|index| system.transitions[*index].from == end) {
                continue;
            }
            for next in component.iter().filter(|index| system.transitions[**index].from == end) {
                let mut longer = path.clone();
                longer.push(*next);
                stack.push(longer);
            }
        }
    }
    found.sort_by_key(Vec::len);
    found
}
