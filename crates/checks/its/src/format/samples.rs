//! Random systems, and what tests of readers share.

use expect_test::Expect;
use proptest::prelude::*;

use super::{Kind, read};
use crate::system::{Atom, IntVar, Location, Poly, System, Transition};

pub(super) const VARIABLES: usize = 2;
pub(super) const CHOSEN: usize = 2;
pub(super) const CHOSEN_NAMES: [&str; CHOSEN] = ["c", "d'"];
const LOCATIONS: u32 = 3;

fn poly() -> impl Strategy<Value = Poly> {
    let all = u32::try_from(VARIABLES + CHOSEN).expect("few");
    let monomial = prop_oneof![
        2 => Just(Vec::new()),
        6 => (0..all).prop_map(|var| vec![IntVar(var)]),
        1 => (0..all, 0..all).prop_map(|(a, b)| vec![IntVar(a), IntVar(b)]),
    ];
    prop::collection::vec((monomial, -2_i128..3), 0..4).prop_map(|terms| {
        terms.into_iter().fold(Poly::zero(), |sum, (monomial, factor)| {
            let product = monomial
                .into_iter()
                .fold(Poly::constant(factor), |product, var| product.mul(&Poly::var(var)).expect("a small degree"));
            sum.add(&product).expect("small numbers")
        })
    })
}

pub(super) fn transition() -> impl Strategy<Value = Transition> {
    let atom = (poly(), any::<bool>()).prop_map(|(poly, equal)| match equal {
        true => Atom::zero(poly),
        false => Atom::at_least_zero(poly),
    });
    let update = prop::collection::vec(poly(), VARIABLES);
    (0..LOCATIONS, 0..LOCATIONS, prop::collection::vec(atom, 0..4), update).prop_map(|(from, to, guard, update)| {
        let chosen = CHOSEN_NAMES.map(str::to_string).to_vec();
        Transition { from: Location(from), to: Location(to), chosen, guard, update }
    })
}

pub(super) fn system() -> impl Strategy<Value = System> {
    (0..LOCATIONS, prop::collection::vec(transition(), 0..5)).prop_map(|(start, transitions)| System {
        vars: ["x", "y"].map(str::to_string).to_vec(),
        locations: ["f", "g", "h"].map(str::to_string).to_vec(),
        start: Location(start),
        transitions,
    })
}

pub(super) fn check_read(kind: Kind, text: &str, expected: Expect) {
    let system = read(text, kind).expect("well formed");
    assert_eq!(system.check(), Ok(()));
    expected.assert_eq(&shown(&system));
}

pub(super) fn check_error(kind: Kind, text: &str, expected: Expect) {
    expected.assert_eq(&read(text, kind).expect_err("something is wrong").to_string());
}

fn shown(system: &System) -> String {
    let mut text = format!("start {}\n", system.location_name(system.start));
    for step in &system.transitions {
        let name = |var: IntVar| system.var_name(step, var);
        let after: Vec<String> = step.update.iter().map(|poly| poly.show(&name).to_string()).collect();
        let guard: Vec<String> = step.guard.iter().map(|atom| atom.show(&name).to_string()).collect();
        let [from, to] = [step.from, step.to].map(|id| system.location_name(id));
        text += &format!("{from}({}) -> {to}({})", system.vars.join(", "), after.join(", "));
        text += &if guard.is_empty() { String::new() } else { format!(" if {}", guard.join(", ")) };
        text += &match step.chosen.as_slice() {
            [] => "\n".to_string(),
            chosen => format!(" choosing {}\n", chosen.join(", ")),
        };
    }
    text
}
