//! Small polynomials, constraints and systems, random or from a text.

use its::system::{Atom, IntVar, Location, Poly, System, Transition};
use proptest::prelude::*;

/// Program variables of random systems; two values are chosen by each of their steps.
pub const VARS: usize = 2;
pub const CHOSEN: usize = 2;
const LOCATIONS: u32 = 3;

/// Over as many variables; some of the terms may cancel each other.
pub fn poly(vars: u32) -> impl Strategy<Value = Poly> {
    let monomial = prop::collection::vec(0..vars, 0..3);
    prop::collection::vec((monomial, -6_i128..=6), 0..5).prop_map(|terms| {
        terms.into_iter().fold(Poly::zero(), |sum, (monomial, factor)| {
            let product = monomial.into_iter().fold(Poly::constant(factor), |product, var| {
                product.mul(&Poly::var(IntVar(var))).expect("a small degree")
            });
            sum.add(&product).expect("small numbers")
        })
    })
}

pub fn atom(vars: u32) -> impl Strategy<Value = Atom> {
    (poly(vars), any::<bool>())
        .prop_map(|(poly, equal)| if equal { Atom::zero(poly) } else { Atom::at_least_zero(poly) })
}

pub fn transition() -> impl Strategy<Value = Transition> {
    let all = (VARS + CHOSEN) as u32;
    let (guard, update) = (prop::collection::vec(atom(all), 0..3), prop::collection::vec(poly(all), VARS));
    (0..LOCATIONS, 0..LOCATIONS, guard, update).prop_map(|(from, to, guard, update)| Transition {
        from: Location(from),
        to: Location(to),
        chosen: ["c", "d"].map(str::to_string).to_vec(),
        guard,
        update,
    })
}

pub fn random_system() -> impl Strategy<Value = System> {
    (0..LOCATIONS, prop::collection::vec(transition(), 1..5)).prop_map(|(start, transitions)| System {
        vars: ["x", "y"].map(str::to_string).to_vec(),
        locations: ["f", "g", "h"].map(str::to_string).to_vec(),
        start: Location(start),
        transitions,
    })
}

/// All values of so many variables from the range.
pub fn points(count: usize, range: std::ops::RangeInclusive<i128>) -> Vec<Vec<i128>> {
    (0..count).fold(vec![Vec::new()], |all, _| {
        let longer = |point: &Vec<i128>, value: i128| [point.as_slice(), &[value]].concat();
        all.iter().flat_map(|point| range.clone().map(move |value| longer(point, value))).collect()
    })
}
