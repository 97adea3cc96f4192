//! Variables that no guard depends on, against all dependencies.

use its::system::{IntVar, System, unneeded};
use proptest::prelude::*;

use crate::rules::system;
use crate::small::random_system;

/// Adds what needed variables depend on until nothing is added any more.
fn expected(system: &System) -> Vec<IntVar> {
    let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
    let mut needed: Vec<IntVar> = guards.flat_map(|atom| atom.poly.vars()).collect();
    for _ in &system.vars {
        for transition in &system.transitions {
            for (var, value) in transition.update.iter().enumerate() {
                if needed.contains(&IntVar(var as u32)) {
                    needed.extend(value.vars());
                }
            }
        }
    }
    let all = (0..system.vars.len()).map(|var| IntVar(var as u32));
    all.filter(|var| !needed.contains(var)).collect()
}

proptest! {
    #[test]
    fn nothing_else_is_unneeded(system in random_system()) {
        prop_assert_eq!(unneeded(&system), expected(&system));
    }
}

/// Dependencies through several variables and several transitions, in either direction.
#[test]
fn dependencies_are_followed() {
    for (rules, left) in [
        ("s(x,y,z,w) -> s(y,z,w,w) :|: x > 0", &[][..]),
        ("s(x,y,z,w) -> s(x,x,y,z) :|: w > 0", &[]),
        ("s(x,y,z,w) -> s(x,x,y,z) :|: z > 0", &[3]),
        ("s(x,y,z,w) -> s(x,x,y,z) :|: x > 0", &[1, 2, 3]),
        ("s(x,y,z,w) -> l(x,z,z,w) :|: x > 0; l(x,y,z,w) -> s(y,y,z,w)", &[3]),
        ("s(x,y,z,w) -> s(x,z,y,w) :|: x > 0", &[1, 2, 3]),
        ("s(x,y,z,w) -> s(x,z,y,w)", &[0, 1, 2, 3]),
        ("s(x,y,z,w) -> s(u,y,z,w) :|: u > y", &[0, 2, 3]),
        ("s(x,y,z,w) -> s(x*y,y,z*w,w) :|: x > 0", &[2, 3]),
    ] {
        let left: Vec<IntVar> = left.iter().copied().map(IntVar).collect();
        assert_eq!(unneeded(&system(rules)), left, "{rules}");
    }
}
