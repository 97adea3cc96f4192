//! Transitions in cases, and locations in regions.

use its::certificate::ProofStep;
use its::system::Location;

use crate::support::About;
use crate::texts::atoms;

fn parts(texts: &[&str]) -> Vec<its::certificate::Conjunction> {
    texts.iter().map(|text| atoms("x,y", text)).collect()
}

/// Falls or rises towards zero: no function of it is linear.
const TO_ZERO: &str = "s(x,y) -> l(x,y); l(x,y) -> l(x - y,y) :|: x*y > 0 && y > -2 && y < 2";

#[test]
fn each_case_is_looked_at() {
    let about = About::new(TO_ZERO, &[]);
    let split = |cases: &[&str]| ProofStep::Cases { transition: 1, cases: parts(cases) };
    // Within the component of both cases: |x| falls, by what each case says.
    let both = about.ranked(&[2, 3], &[("l", "x*y")], &[2, 3]);
    about.accepted(&[split(&["y = 1", "y = 0 - 1"]), both.clone()]);
    about.refused(&[split(&["y = 1", "y = 0 - 1"])], "transitions [2, 3] are left, and they have a cycle");
    let left_out = "step 1: the cases may leave out a step of transition 1";
    about.refused(&[split(&["y = 1"]), both.clone()], left_out);
    about.refused(&[split(&[])], left_out);
    about.refused(&[split(&["y = 1", "y = 0 - 2"]), both], left_out);
    let gone = ProofStep::Cases { transition: 4, cases: parts(&["y > 0", "y < 1"]) };
    about.refused(&[gone], "step 1: transition 4 is not there to be split");
    let twice = [split(&["y = 1", "y = 0 - 1"]), split(&["y = 1", "y = 0 - 1"])];
    about.refused(&twice, "step 2: transition 1 is not there to be split");
}

#[test]
fn cases_may_use_what_holds() {
    let rules = "s(x,y) -> l(x,y) :|: y > 0; l(x,y) -> l(x - y,y) :|: x > 0";
    let split = ProofStep::Cases { transition: 1, cases: parts(&["y > 1", "y = 1"]) };
    let about = About::new(rules, &[("l", "y > 0")]);
    about.accepted(&[split.clone(), about.ranked(&[2, 3], &[("l", "x")], &[2, 3])]);
    About::new(rules, &[]).refused(&[split], "step 1: the cases may leave out a step of transition 1");
}

#[test]
fn each_region_is_looked_at() {
    // Falls while y is positive; then y stays as it is.
    let rules = "s(x,y) -> l(x,y); l(x,y) -> l(x - y,y) :|: x > 0 && y > 0; l(x,y) -> l(x + y,y) :|: x > 0 && y < 0";
    let about = About::new(rules, &[]);
    let regions =
        |texts: &[&str]| ProofStep::Regions { component: vec![1, 2], regions: vec![(about.at("l"), parts(texts))] };
    // In each region one transition is possible, and runs do not leave it. What has `y < 0` comes first: transitions 3 to 6
    // are that one between the regions, 7 to 10 the other one.
    let split = regions(&["y > 0", "y < 1"]);
    let impossible = |transition: usize| ProofStep::Impossible { transition };
    let gone: Vec<ProofStep> = [3, 4, 5, 8, 9, 10].map(impossible).to_vec();
    let first = About::ranked(&about, &[3], &[], &[3]);
    about.refused(&[split.clone(), first], "step 2: transitions [3] are no component of what is left");
    let steps = [vec![split.clone()], gone].concat();
    about.refused(&steps, "transitions [6] are left, and they have a cycle");
    let falling = |transition: usize, place: u32| ProofStep::Ranked {
        component: vec![transition],
        ranking: its::certificate::Ranking { of: vec![(Location(place), crate::texts::polynomial("x,y", "x"))] },
        decreasing: vec![transition],
    };
    about.accepted(&[steps.clone(), vec![falling(7, 2), falling(6, 3)]].concat());
    about.refused(&[steps, vec![falling(7, 2)]].concat(), "transitions [6] are left, and they have a cycle");
    let visit = "step 1: the regions of location 1 may leave out a visit";
    about.refused(&[regions(&["y > 0", "y < 0"])], visit);
    about.refused(&[regions(&[])], visit);
    let nowhere = ProofStep::Regions { component: vec![1, 2], regions: vec![(Location(7), vec![])] };
    about.refused(&[nowhere], "step 1: there is no such location");
    let other = ProofStep::Regions { component: vec![1], regions: vec![] };
    about.refused(&[other], "step 1: transitions [1] are no component of what is left");
    // What holds at the location holds in its regions.
    let about = About::new(&rules.replace("s(x,y) -> l(x,y)", "s(x,y) -> l(x,y) :|: y > 0"), &[("l", "y > 0")]);
    let only = ProofStep::Regions { component: vec![1, 2], regions: vec![(about.at("l"), parts(&["y > 0"]))] };
    about.accepted(&[only, impossible(3), falling(4, 2)]);
}
