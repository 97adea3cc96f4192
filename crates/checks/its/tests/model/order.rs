//! A system is put into the same order however it was written down.

use its::replay::Simplified;
use its::system::{Location, System};
use proptest::prelude::*;

use crate::rules::system;
use crate::small::random_system;

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let put = |order: &Vec<usize>, at: usize| [&order[..at], &[last], &order[at..]].concat();
    orders(last).iter().flat_map(|order| (0..count).map(move |at| put(order, at))).collect()
}

/// The same system with its locations in this order, and its transitions and constraints in another one.
fn written_differently(system: &System, order: &[usize]) -> System {
    let moved = |location: Location| Location(order[location.index()] as u32);
    let mut other = System { start: moved(system.start), ..system.clone() };
    for (name, at) in system.locations.iter().zip(order) {
        other.locations[*at].clone_from(name);
    }
    for transition in &mut other.transitions {
        (transition.from, transition.to) = (moved(transition.from), moved(transition.to));
        transition.guard.reverse();
    }
    let by = order[0] % other.transitions.len();
    other.transitions.rotate_left(by);
    if order.is_sorted() {
        other.transitions.reverse();
    }
    other
}

#[test]
fn the_order_is_not_that_of_the_text() {
    for rules in [
        // By how far they are from the start.
        "s(x) -> a(x); a(x) -> b(x); b(x) -> c(x)",
        "s(x) -> a(x); b(x) -> a(x); a(x) -> a(x)",
        // By what leads out of them: constraints, values, choices.
        "s(x) -> a(x); s(x) -> b(x); a(x) -> e(x) :|: x > 0; b(x) -> e(x) :|: x < 0",
        "s(x) -> a(x); s(x) -> b(x); a(x) -> e(x + 1); b(x) -> e(x)",
        "s(x,y) -> a(x,y); s(x,y) -> b(x,y); a(x,y) -> e(x,y) :|: x > 0 && y > 0; b(x,y) -> e(x,y) :|: x > 0 && y < 0",
        "s(x,y) -> a(x,y); s(x,y) -> b(x,y); a(x,y) -> e(x,y) :|: x > 1 && y > 5; b(x,y) -> e(x,y) :|: x > 2 && y > 5",
        "s(x,y) -> a(x,y); s(x,y) -> b(x,y); a(x,y) -> e(x,y) :|: x > 1 && y = 5; b(x,y) -> e(x,y) :|: x = 2 && y > 5",
        "s(x,y) -> a(x,y); s(x,y) -> b(x,y); a(x,y) -> e(x,y) :|: x > y && y > 7; b(x,y) -> e(x,y) :|: x > 3 && x = y",
        "s(x) -> a(x); s(x) -> b(x); a(x) -> e(x) :|: x > 2*u; b(x) -> e(x) :|: x > 2*u && u > 2*v",
        // By what leads into them, and by where to.
        "s(x) -> a(x) :|: x > 0; s(x) -> b(x) :|: x < 0; a(x) -> e(x); b(x) -> e(x)",
        "s(x) -> a(x); s(x) -> b(x); a(x) -> a(x); b(x) -> s(x)",
        // By their neighbours, and theirs.
        "s(x) -> a(x); s(x) -> b(x); a(x) -> c(x); b(x) -> d(x); c(x) -> c(x) :|: x > 0; d(x) -> d(x) :|: x < 0",
        "s(x) -> s(x); a(x) -> b(x); b(x) -> c(x); c(x) -> d(x); d(x) -> d(x)",
        // Transitions between the same locations, with several constraints.
        "s(x,y) -> l(x,y) :|: x > y && y > 3; s(x,y) -> l(x,y) :|: y > 3; s(x,y) -> l(x,x) :|: y > 3; s(x,y) -> l(x,y)",
        "s(x,y) -> l(x,y) :|: x > u && 2*u > y; s(x,y) -> l(x,y) :|: x > y; s(x,y) -> l(y,x) :|: x > 2*u && y > 3*u",
    ] {
        let written = system(rules);
        let expected = Simplified::new(&written).system().clone();
        for order in orders(written.locations.len()) {
            let other = written_differently(&written, &order);
            assert_eq!(*Simplified::new(&other).system(), expected, "{rules} as {order:?}");
        }
    }
}

#[test]
fn what_is_near_the_start_comes_first() {
    let names = |rules: &str| Simplified::new(&system(rules)).system().locations.clone();
    assert_eq!(names("s(x) -> s(x); c(x) -> c(x); b(x) -> c(x); a(x) -> b(x); s(x) -> a(x)"), ["s", "a", "b", "c"]);
    assert_eq!(names("s(x) -> l(x); k(x) -> s(x); l(x) -> m(x); m(x) -> s(x)"), ["s", "l", "m", "k"]);
}

proptest! {
    /// Nothing is lost, and what each place and transition was is known.
    #[test]
    fn everything_is_there_once(original in random_system()) {
        let simplified = Simplified::new(&original);
        let system = simplified.system();
        prop_assert_eq!(system.check(), Ok(()));
        prop_assert_eq!(&system.vars, &original.vars);
        let place = |location: Location| simplified.place(location).expect("a location");
        prop_assert_eq!(system.start, place(original.start));
        for at in 0..original.locations.len() {
            let at = Location(at as u32);
            prop_assert_eq!(system.location_name(place(at)), original.location_name(at));
        }
        prop_assert_eq!(simplified.place(Location(original.locations.len() as u32)), None);
        let mut seen: Vec<usize> = Vec::new();
        for (origin, found) in simplified.origins().iter().zip(&system.transitions) {
            let [index] = origin.path.as_slice() else { panic!("one transition") };
            let mut expected = original.transitions[*index].clone();
            (expected.from, expected.to) = (place(expected.from), place(expected.to));
            expected.guard.sort();
            prop_assert_eq!(found, &expected);
            seen.push(*index);
        }
        let all: Vec<usize> = (0..seen.len()).collect();
        prop_assert_eq!(simplified.original_transitions(&[all.clone(), all.clone()].concat()), all.clone());
        prop_assert_eq!(simplified.original_transitions(&all[..1]), [seen[0]]);
        seen.sort_unstable();
        prop_assert_eq!((seen, all.len()), (all, original.transitions.len()));
    }
}
