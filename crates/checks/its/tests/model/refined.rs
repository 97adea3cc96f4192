//! Systems in cases and regions, against steps of the system that was split.

use its::certificate::ProofStep;
use its::replay::Refined;
use its::system::{Atom, IntVar, Location};

use crate::rules::system;
use crate::small::points;
use crate::texts::{atoms, place};

const RULES: &str = "s(x,y) -> l(x,y); l(x,y) -> m(x - u,y) :|: x > 0; m(x,y) -> l(x,y + 1); m(x,y) -> m(x,x)";

fn refined() -> Refined {
    let system = system(RULES);
    let invariants = ["y > x", "x > 0", "y > 1"].map(|text| atoms("x,y", text)).to_vec();
    Refined::new(&system, invariants)
}

fn hold(atoms: &[Atom], values: &[i128]) -> bool {
    atoms.iter().all(|atom| atom.holds(&|var: IntVar| values[var.index()]) == Some(true))
}

#[test]
fn cases_are_the_transition_with_more_to_hold() {
    let mut refined = refined();
    let before = refined.system.clone();
    // Over what the transition chooses, too.
    let cases = ["u > 0", "u < 1 && y > 0"].map(|text| atoms("x,y,u", text)).to_vec();
    let added = refined.add_cases(1, &cases).expect("it fits");
    assert_eq!(added, [4, 5]);
    assert_eq!(refined.system.transitions[..4], before.transitions);
    for (index, case) in added.iter().zip(&cases) {
        let mut expected = before.transitions[1].clone();
        expected.guard.extend(case.iter().cloned());
        assert_eq!(refined.system.transitions[*index], expected);
    }
    assert_eq!(refined.origin, [0, 1, 2, 3, 1, 1]);
    // Cases of a case stand for the same transition.
    assert_eq!(refined.add_cases(5, &[Vec::new()]), Some(vec![6]));
    assert_eq!(refined.origin, [0, 1, 2, 3, 1, 1, 1]);
    assert_eq!(refined.add_cases(7, &[Vec::new()]), None);
    assert_eq!(refined.add_cases(2, &cases), None, "this one chooses nothing");
    assert_eq!(refined.add_cases(2, &[atoms("x,y,u", "u > x")]), None, "nor does it with a variable that is there");
    assert_eq!(refined.system.locations, before.locations);
}

/// A step of the component is one between the regions that hold before and after it.
#[test]
fn regions_are_places_with_a_condition() {
    let mut refined = refined();
    let before = refined.system.clone();
    let parts = ["x > y", "x < y + 1"].map(|text| atoms("x,y", text)).to_vec();
    let (l, m) = (place(&before, "l"), place(&before, "m"));
    let added = refined.add_regions(&[1, 2, 3], &[(m, parts.clone())]).expect("it fits");
    assert_eq!(refined.system.check(), Ok(()));
    let names = ["s", "l", "m", "m with x - y - 1 ≥ 0", "m with -x + y ≥ 0"];
    assert_eq!(refined.system.locations, names);
    assert_eq!(refined.invariants[3], [atoms("x,y", "y > 1"), parts[0].clone()].concat());
    assert_eq!(refined.invariants[4], [atoms("x,y", "y > 1"), parts[1].clone()].concat());
    assert_eq!(refined.invariants_before(2), atoms("x,y", "y > 1"));
    assert_eq!(added, (4..12).collect::<Vec<_>>());
    assert_eq!(refined.origin[4..], [1, 1, 2, 2, 3, 3, 3, 3]);
    assert_eq!(refined.system.transitions[..4], before.transitions);
    let region = |part: usize| Location(3 + part as u32);
    for values in points(2, -2..=2) {
        for (index, old) in before.transitions.iter().enumerate().skip(1) {
            for chosen in points(old.chosen.len(), -2..=2) {
                let mut expected = Vec::new();
                if let Some(after) = old.step(&values, &chosen) {
                    let held = |at: Location, values: &[i128]| match at == m {
                        true => (0..2).filter(|part| hold(&parts[*part], values)).map(region).collect(),
                        false => vec![l],
                    };
                    for from in held(old.from, &values) {
                        expected.extend(held(old.to, &after).into_iter().map(|to| (from, to, after.clone())));
                    }
                }
                let made = added.iter().filter(|made| refined.origin[**made] == index);
                let steps = made.filter_map(|made| {
                    let step = &refined.system.transitions[*made];
                    Some((step.from, step.to, step.step(&values, &chosen)?))
                });
                assert_eq!(steps.collect::<Vec<_>>(), expected, "transition {index} from {values:?}");
            }
        }
    }
    assert_eq!(refined.add_regions(&[99], &[]), None);
    assert_eq!(refined.add_regions(&[1], &[(Location(9), vec![])]), None);
    assert_eq!(refined.add_regions(&[1], &[(m, vec![atoms("x,y,u", "u > 0")])]), None);
    assert_eq!(refined.add_regions(&[1], &[(m, vec![atoms("x,y,u", "u > x")])]), None);
    assert!(!refined.is_of_state(&atoms("x,y,u", "u > x")[0].poly));
    assert!(refined.is_of_state(&parts[0][0].poly) && !refined.is_of_state(&its::system::Poly::var(IntVar(2))));
}

#[test]
fn only_splits_add_something() {
    let mut refined = refined();
    let counts = |refined: &Refined| (refined.system.locations.len(), refined.system.transitions.len());
    refined.apply(&ProofStep::Impossible { transition: 1 });
    refined.apply(&ProofStep::Phases { component: vec![1, 2, 3], functions: Vec::new() });
    assert_eq!(counts(&refined), (3, 4));
    refined.apply(&ProofStep::Cases { transition: 1, cases: vec![Vec::new(); 3] });
    assert_eq!(counts(&refined), (3, 7));
    let m = place(&refined.system, "m");
    refined.apply(&ProofStep::Regions { component: vec![3], regions: vec![(m, vec![Vec::new(); 2])] });
    assert_eq!(counts(&refined), (5, 11));
}
