//! Relations between visits of a location, of which those that lead back are well-founded.

use its::certificate::{Between, ProofStep};
use its::system::{IntVar, Location, Poly};

use crate::support::About;
use crate::texts::{atoms, polynomial};

/// From one visit to a later one: the variables there have a number after their names.
fn between(to: Location, text: &str, measure: Option<&str>) -> Between {
    Between { to, atoms: atoms("x,y,x2,y2", text), measure: measure.map(|text| polynomial("x,y", text)) }
}

/// Either x falls, or y does while x stays.
const RULES: &str =
    "s(x,y) -> l(x,y); l(x,y) -> m(x - 1,u) :|: x > 0; l(x,y) -> m(x,y - 1) :|: y > 0; m(x,y) -> l(x,y)";

#[test]
fn relations_cover_all_later_visits() {
    let about = About::new(RULES, &[]);
    let (l, m) = (about.at("l"), about.at("m"));
    let step =
        |at: Location, relations: Vec<Between>| ProofStep::Disjunction { component: vec![1, 2, 3], at, relations };
    let falls = "x > 0 && x2 < x";
    let slowly = "y > 0 && y2 < y && x2 = x";
    let right = || {
        vec![
            between(l, falls, Some("x")),
            between(l, slowly, Some("y")),
            between(m, falls, None),
            between(m, slowly, None),
        ]
    };
    about.accepted(&[step(l, right())]);
    let left_out = |index: usize| format!("step 1: the relations may leave out what transition {index} does");
    for (gone, index) in [(0, 3), (1, 3), (2, 1), (3, 1)] {
        let mut fewer = right();
        fewer.remove(gone);
        about.refused(&[step(l, fewer)], &left_out(index));
    }
    // Nothing at all is said, neither of the first step.
    about.refused(&[step(l, Vec::new())], &left_out(1));
    let without = |at: usize, measure: Option<&str>| {
        let mut changed = right();
        changed[at].measure = measure.map(|text| polynomial("x,y", text));
        step(l, changed)
    };
    let falls = "step 1: a relation that leads back does not decrease its measure";
    about.refused(&[without(0, None)], "step 1: a relation that leads back has no measure");
    about.refused(&[without(0, Some("y"))], falls);
    about.refused(&[without(1, Some("x"))], falls);
    about.refused(&[without(0, Some("x - 1000"))], falls);
    about.refused(&[without(0, Some("0 - x"))], falls);
    let mut unknown = right();
    unknown[0].measure = Some(Poly::var(IntVar(2)));
    about.refused(&[step(l, unknown)], "step 1: a relation that leads back has no measure");
    let mut unknown = right();
    unknown[3].atoms.push(its::system::Atom::zero(polynomial("x,y,x2,y2,z", "x + z")));
    about.refused(&[step(l, unknown)], "step 1: a relation is about a variable that does not exist");
    // Only what begins at the location is shown to be taken finitely often.
    let other = ProofStep::Disjunction { component: vec![1, 2], at: l, relations: right() };
    about.refused(&[other], "step 1: transitions [1, 2] are no component of what is left");
    about.refused(&[step(about.at("s"), Vec::new())], "transitions [1, 2, 3] are left, and they have a cycle");
}

/// After a location was shown to be visited finitely often, cycles without it are left.
#[test]
fn cycles_elsewhere_are_left() {
    let rules = "s(x,y) -> l(x,y); l(x,y) -> m(x - 1,y) :|: x > 0; m(x,y) -> l(x,y); m(x,y) -> m(x,y + 1)";
    let about = About::new(rules, &[]);
    let (l, m) = (about.at("l"), about.at("m"));
    let relations = vec![between(l, "x > 0 && x2 < x", Some("x")), between(m, "x > 0 && x2 < x", None)];
    let step = ProofStep::Disjunction { component: vec![1, 2, 3], at: l, relations };
    about.refused(&[step], "transitions [3] are left, and they have a cycle");
}

/// What holds at locations is used, before the first step and before later ones.
#[test]
fn relations_use_what_holds() {
    let rules = "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> m(x - y,y) :|: x > 0; m(x,y) -> l(x - y,1)";
    let relations = |about: &About| {
        let (l, m) = (about.at("l"), about.at("m"));
        vec![between(l, "x > 0 && x2 < x", Some("x")), between(m, "x > 0 && x2 < x", None)]
    };
    let step = |about: &About| ProofStep::Disjunction {
        component: vec![1, 2],
        at: about.at("l"),
        relations: relations(about),
    };
    let about = About::new(rules, &[("l", "y > 0"), ("m", "y > 0")]);
    about.accepted(&[step(&about)]);
    let about = About::new(rules, &[("l", "y > 0")]);
    about.refused(&[step(&about)], "step 1: the relations may leave out what transition 2 does");
    let about = About::new(rules, &[]);
    about.refused(&[step(&about)], "step 1: the relations may leave out what transition 1 does");
}
