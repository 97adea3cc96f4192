//! Runs along rays, against the rounds of the cycle.

use its::certificate::{Geometric, Leg, Ray, Recurrence, Stem};
use its::system::{Atom, System};

use crate::rules::system;
use crate::support::endless;

/// One round: x' = 2x + y + u, y' = 3y, with u above y.
const RULES: &str =
    "s(x,y) -> l(x,y); l(x,y) -> m(2*x,y) :|: x > 0; m(x,y) -> l(x + y + u,3*y) :|: u > y; k(x,y) -> k(x*y,y)";

fn stem(start: [i128; 2]) -> Stem {
    Stem { start: start.to_vec(), legs: vec![Leg::Step((0, vec![]))] }
}

fn ray(values: [i128; 2], chosen: i128, factor: i128, previous: i128) -> Ray {
    Ray { values: values.to_vec(), chosen: vec![chosen], factor, previous }
}

/// From x = 1, y = 1 with u = 2: to (5, 3), which is (2, 0) and (2, 2) further. (2, 0) becomes (4, 0) when nothing more is chosen;
/// (2, 2) becomes (4 + 2 + c, 6) = 3·(2, 2) for c = 0, which is not above y: so c is 2, and (8, 6) is 3·(2, 2) and once (2, 0).
fn good() -> Geometric {
    Geometric { cycle: vec![1, 2], chosen: vec![2], rays: vec![ray([2, 0], 0, 2, 0), ray([2, 2], 2, 3, 1)] }
}

#[test]
fn rays_are_kept_by_every_round() {
    let system = system(RULES);
    let why = |geometric: Geometric| endless(&system, &stem([1, 1]), Recurrence::Geometric(geometric));
    assert_eq!(why(good()), "");
    let with = |change: &dyn Fn(&mut Geometric)| {
        let mut bad = good();
        change(&mut bad);
        why(bad)
    };
    let kept = "a ray is not kept by the cycle";
    let fits = "the rays do not fit the cycle";
    assert_eq!(with(&|bad| bad.rays[0].factor = 3), kept);
    assert_eq!(with(&|bad| bad.rays[1].factor = 2), kept);
    assert_eq!(with(&|bad| bad.rays[1].previous = 0), kept);
    assert_eq!(with(&|bad| bad.rays[1].previous = 2), kept);
    assert_eq!(with(&|other| other.rays[0].previous = 5), "", "there is none before the first");
    assert_eq!(with(&|bad| bad.rays[1].chosen[0] = 1), kept, "the guard is not kept");
    assert_eq!(with(&|bad| bad.rays[1].chosen[0] = 3), kept, "the values are others");
    assert_eq!(with(&|bad| bad.rays.swap(0, 1)), kept);
    assert_eq!(with(&|bad| bad.rays[0].factor = -1), "a factor of a ray is negative");
    assert_eq!(with(&|bad| bad.rays[1].previous = -1), "a factor of a ray is negative");
    assert_eq!(with(&|bad| bad.rays[0].values[0] = 3), "the first round is not the sum of the rays");
    assert_eq!(with(&|bad| bad.rays[1].values[1] = 1), "the first round is not the sum of the rays");
    assert_eq!(with(&|bad| drop(bad.rays.pop())), "the first round is not the sum of the rays");
    assert_eq!(with(&|bad| bad.chosen[0] = 1), "the first round is not possible");
    assert_eq!(with(&|bad| bad.chosen[0] = 3), "the first round is not the sum of the rays");
    assert_eq!(with(&|bad| bad.chosen.push(0)), fits);
    assert_eq!(with(&|bad| bad.chosen.clear()), fits);
    assert_eq!(with(&|bad| bad.rays[0].chosen.clear()), fits);
    assert_eq!(with(&|bad| bad.rays[1].chosen.push(0)), fits);
    assert_eq!(with(&|bad| bad.rays[0].values.truncate(1)), fits);
    assert_eq!(with(&|bad| bad.rays[1].values.push(0)), fits);
    assert_eq!(with(&|bad| bad.cycle = vec![1]), "the cycle does not come back");
    assert_eq!(with(&|bad| bad.cycle = vec![2, 1]), "the cycle does not come back");
    for cycle in [vec![], vec![1, 1], vec![1, 2, 4], vec![4]] {
        assert_eq!(with(&|bad| bad.cycle = cycle.clone()), "the cycle does not fit together", "{cycle:?}");
    }
    let elsewhere = Stem { start: vec![1, 1], legs: vec![] };
    assert_eq!(endless(&system, &elsewhere, Recurrence::Geometric(good())), "the cycle does not come back");
}

/// Equations of the guard stay equations along every ray.
#[test]
fn equations_are_kept() {
    let doubled = |guard: &str| {
        let mut system = system("s(x,y) -> l(x,y); l(x,y) -> l(2*x,2*y) :|: x > 0");
        system.transitions[1].guard.extend(crate::texts::atoms("x,y", guard));
        let one = Ray { values: vec![1, 1], chosen: vec![], factor: 2, previous: 0 };
        let geometric = Geometric { cycle: vec![1], chosen: vec![], rays: vec![one] };
        endless(&system, &stem([1, 1]), Recurrence::Geometric(geometric))
    };
    assert_eq!(doubled("x = y"), "");
    assert_eq!(doubled("x + y = 2"), "a ray is not kept by the cycle");
    assert_eq!(doubled("x + y > 2"), "the first round is not possible");
    assert_eq!(doubled("x + y < 3"), "a ray is not kept by the cycle");
    assert_eq!(doubled("x = 2*y - 1"), "a ray is not kept by the cycle");
}

#[test]
fn only_linear_rounds_have_rays() {
    let mut system = system("s(x,y) -> l(x,y); l(x,y) -> l(x*y,y)");
    let none = Geometric { cycle: vec![1], chosen: vec![], rays: vec![] };
    let why = |system: &System| endless(system, &stem([1, 1]), Recurrence::Geometric(none.clone()));
    assert_eq!(why(&system), "the cycle is not linear");
    system.transitions[1].update[0] = its::system::Poly::var(its::system::IntVar(0));
    assert_eq!(why(&system), "", "nothing changes in a round");
    let square = system.transitions[1].update[0].mul(&system.transitions[1].update[1]).expect("small");
    system.transitions[1].guard.push(Atom::at_least_zero(square));
    assert_eq!(why(&system), "the cycle is not linear");
}

/// A ray may vanish in the next round: what it is multiplied by is 0.
#[test]
fn rays_may_vanish() {
    let system = system("s(x,y) -> l(x,y); l(x,y) -> l(5,y) :|: x > 0");
    let why = |factor: i128| {
        let one = Ray { values: vec![4, 0], chosen: vec![], factor, previous: 0 };
        let geometric = Geometric { cycle: vec![1], chosen: vec![], rays: vec![one] };
        endless(&system, &stem([1, 1]), Recurrence::Geometric(geometric))
    };
    assert_eq!(why(0), "");
    assert_eq!(why(1), "a ray is not kept by the cycle");
}
