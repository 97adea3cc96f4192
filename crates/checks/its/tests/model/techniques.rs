//! What a proof is said to rest on.

use its::certificate::{Proof, ProofStep, Ranking, Technique};
use its::replay::strongest_technique;
use its::system::{IntVar, Location, Poly};

use crate::rules::system;
use crate::texts::atoms;

const RULES: &str = "s(x) -> l(x); l(x) -> l(x - 1)";

fn ranking(poly: Poly) -> Ranking {
    Ranking { of: vec![(Location(1), Poly::zero()), (Location(2), poly)] }
}

fn ranked(component: &[usize], poly: Poly) -> ProofStep {
    ProofStep::Ranked { component: component.to_vec(), ranking: ranking(poly), decreasing: component.to_vec() }
}

fn strongest(steps: Vec<ProofStep>) -> Technique {
    strongest_technique(&system(RULES), &Proof { invariants: vec![Vec::new(); 2], steps, ..Proof::default() })
}

/// The loop in two regions, which are transitions 2 (within the first), 3, 4 (between them) and 5 (within the second).
fn regions() -> ProofStep {
    let parts = ["x > 0", "x < 1"].map(|text| atoms("x", text)).to_vec();
    ProofStep::Regions { component: vec![1], regions: vec![(Location(1), parts)] }
}

#[test]
fn the_strongest_step_counts() {
    let x = Poly::var(IntVar(0));
    let square = x.mul(&x).expect("small");
    let phases = |polys: [&Poly; 2]| ProofStep::Phases {
        component: vec![1],
        functions: polys.map(|poly| ranking(poly.clone())).to_vec(),
    };
    let impossible = ProofStep::Impossible { transition: 1 };
    let cases = ProofStep::Cases { transition: 1, cases: vec![Vec::new()] };
    let size_change = ProofStep::SizeChange { component: vec![1], measures: Vec::new(), graphs: Vec::new() };
    let disjunction = ProofStep::Disjunction { component: vec![1], at: Location(1), relations: Vec::new() };
    let linear = ranked(&[1], x.clone());
    for (steps, expected) in [
        (vec![], Technique::NoCycle),
        (vec![impossible.clone()], Technique::NoCycle),
        (vec![linear.clone()], Technique::Linear),
        (vec![ranked(&[1], square.clone())], Technique::Polynomial),
        (vec![phases([&x, &x])], Technique::Phases),
        (vec![phases([&x, &square])], Technique::Polynomial),
        (vec![size_change.clone()], Technique::SizeChange),
        (vec![cases.clone()], Technique::Cases),
        (vec![disjunction.clone()], Technique::Disjunction),
        (vec![regions()], Technique::Eventual),
        (vec![disjunction, linear.clone()], Technique::Disjunction),
        (vec![linear, size_change.clone(), impossible], Technique::SizeChange),
        // About one region, or several of one split.
        (vec![regions(), ranked(&[2], x.clone())], Technique::Eventual),
        (vec![regions(), ranked(&[2, 3], x.clone())], Technique::Eventual),
        (vec![regions(), ranked(&[2, 5], x.clone())], Technique::Piecewise),
        (vec![regions(), ranked(&[5, 3, 4], x.clone())], Technique::Piecewise),
        (vec![regions(), ranked(&[1, 5], x.clone())], Technique::Eventual),
        (vec![regions(), ranked(&[1, 2], x.clone())], Technique::Eventual),
        (vec![regions(), ranked(&[2, 1, 5], x.clone())], Technique::Piecewise),
        (vec![regions(), cases], Technique::Eventual),
        (vec![ranked(&[2, 5], x.clone()), regions()], Technique::Eventual),
    ] {
        let shown = format!("{steps:?}");
        assert_eq!(strongest(steps), expected, "{shown}");
    }
    // The second of two splits counts as the first does.
    let first = ProofStep::Regions { component: vec![1], regions: vec![(Location(1), vec![Vec::new()])] };
    let second = ProofStep::Regions { component: vec![2], regions: vec![(Location(2), vec![Vec::new(); 2])] };
    let both = vec![first.clone(), second.clone(), ranked(&[3, 6], x.clone())];
    assert_eq!(strongest(both), Technique::Piecewise);
    assert_eq!(strongest(vec![first, second, ranked(&[3, 4], x)]), Technique::Eventual);
}
