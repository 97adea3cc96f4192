//! What the parts of a proof claim, as constraints over the values before a step.

use its::certificate::{Between, SizeChangeArc};
use its::check::{arc_claims, first_obligation, later_obligation, measure_claims, phase_claims, ranking_claims};
use its::system::{Atom, IntVar, Poly};

use crate::support::About;
use crate::texts::{atoms, polynomial};

const RULES: &str = "s(x,y) -> l(x,y); l(x,y) -> m(x - u,2*y) :|: u > y; m(x,y) -> m(x,y)";

fn at_least_zero(texts: &[&str]) -> Option<Vec<Atom>> {
    Some(texts.iter().map(|text| Atom::at_least_zero(polynomial("x,y,u", text))).collect())
}

#[test]
fn functions_and_arcs_claim_that_they_fall() {
    let about = About::new(RULES, &[]);
    let (system, step) = (&about.system, &about.system.transitions[1]);
    let ranking = about.ranking(&[("l", "x + y"), ("m", "x - y")]);
    // x + y before, and (x - u) - 2y after.
    let difference = "u + 3*y";
    assert_eq!(ranking_claims(system, step, &ranking, false), at_least_zero(&[difference]));
    assert_eq!(ranking_claims(system, step, &ranking, true), at_least_zero(&[&format!("{difference} - 1"), "x + y"]));
    assert_eq!(ranking_claims(system, step, &about.ranking(&[("l", "x")]), true), None);
    assert_eq!(ranking_claims(system, step, &about.ranking(&[("m", "x")]), true), None);
    for at in 0..2 {
        let mut strange = ranking.clone();
        strange.of[at].1 = Poly::var(IntVar(2));
        assert_eq!(ranking_claims(system, step, &strange, false), None);
    }
    let phases = [ranking.clone(), about.ranking(&[("l", "y"), ("m", "y")]), about.ranking(&[("l", "x"), ("m", "x")])];
    let expected = [&format!("{difference} - 1"), "x + y - y - 1", "u + y - 1", "x"];
    assert_eq!(phase_claims(system, step, &phases), at_least_zero(&expected));
    assert_eq!(phase_claims(system, step, &[]), None);
    let measures = [polynomial("x,y", "x + y"), polynomial("x,y", "x - y")];
    let arc = |from, to, strict| arc_claims(system, step, &measures, SizeChangeArc { from, to, strict });
    assert_eq!(arc(0, 1, false), at_least_zero(&[difference]));
    assert_eq!(arc(0, 1, true), at_least_zero(&[&format!("{difference} - 1"), "x + y"]));
    assert_eq!(arc(1, 0, false), at_least_zero(&["u - 3*y"]));
    assert_eq!((arc(2, 0, false), arc(0, 2, false)), (None, None));
    let falls = Some(vec![
        Atom::at_least_zero(polynomial("x,y,x2,y2", "x + y")),
        Atom::at_least_zero(polynomial("x,y,x2,y2", "x + y - x2 - y2 - 1")),
    ]);
    assert_eq!(measure_claims(2, &measures[0]), falls);
}

#[test]
fn relations_are_followed_by_one_step_more() {
    let about = About::new(RULES, &[]);
    let (system, step) = (&about.system, &about.system.transitions[1]);
    let here = atoms("x,y", "x > 3");
    let relation = |to: &str, text: &str| Between { to: about.at(to), atoms: atoms("x,y,x2,y2", text), measure: None };
    let relations = [relation("m", "x > x2 && y2 > y"), relation("l", "x > 0"), relation("m", "y2 = x")];
    let first = first_obligation(system, step, &here, &relations).expect("small");
    assert_eq!(first.premises, [step.guard.clone(), here.clone()].concat());
    // The values at the second visit are those after the step.
    let normal =
        |texts: &[&str], names: &str| -> Vec<Atom> { texts.iter().flat_map(|text| atoms(names, text)).collect() };
    let cases: Vec<Vec<Atom>> = first.cases.iter().map(|case| case.iter().map(Atom::normal).collect()).collect();
    assert_eq!(cases, [normal(&["x > x - u", "2*y > y"], "x,y,u"), normal(&["2*y = x"], "x,y,u")]);
    let later = later_obligation(system, &relations[1], step, &here, &relations).expect("small");
    let names = "x,y,x2,y2,u";
    assert_eq!(later.premises, normal(&["x > 0", "u > y2", "x2 > 3"], names));
    let cases: Vec<Vec<Atom>> = later.cases.iter().map(|case| case.iter().map(Atom::normal).collect()).collect();
    assert_eq!(cases, [normal(&["x > x2 - u", "2*y2 > y"], names), normal(&["2*y2 = x"], names)]);
}
