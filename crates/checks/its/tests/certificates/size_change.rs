//! Size-change arguments, and their closure against all sequences of small graphs.

use std::collections::BTreeSet;

use engine::Budget;
use its::certificate::{ProofStep, SizeChangeArc};
use its::check::{SizeChangeGraph, every_sequence_ends};
use its::system::Location;
use proptest::prelude::*;

use crate::support::About;
use crate::texts::polynomial;

fn arc((from, to, strict): (usize, usize, bool)) -> SizeChangeArc {
    SizeChangeArc { from, to, strict }
}

#[test]
fn arcs_hold_and_leave_no_sequence_without_descent() {
    // The two are exchanged, and one of them falls.
    let about = About::new("s(x,y) -> l(x,y); l(x,y) -> m(y,x - 1) :|: x > 0 && y > 0; m(x,y) -> l(x,y)", &[]);
    let step = |arcs: [&[(usize, usize, bool)]; 2]| ProofStep::SizeChange {
        component: vec![1, 2],
        measures: ["x", "y"].map(|text| polynomial("x,y", text)).to_vec(),
        graphs: vec![(1, arcs[0].iter().copied().map(arc).collect()), (2, arcs[1].iter().copied().map(arc).collect())],
    };
    let stays = &[(0, 0, false), (1, 1, false)];
    let exchanged = [(0, 1, true), (1, 0, false)];
    about.accepted(&[step([&exchanged, stays])]);
    about.accepted(&[step([&[exchanged[0], (0, 1, false), exchanged[1]], stays])]);
    let endless = "step 1: the graphs allow a sequence without descent";
    about.refused(&[step([&[(0, 1, false), (1, 0, false)], stays])], endless);
    about.refused(&[step([&exchanged[..1], stays])], endless);
    about.refused(&[step([&exchanged, &stays[..1]])], endless);
    about.refused(&[step([&exchanged, &[]])], endless);
    let holds = "does not hold";
    about.refused(&[step([&[(0, 1, true), (1, 0, true)], stays])], &format!("step 1: an arc of transition 1 {holds}"));
    about.refused(&[step([&[(0, 0, true), (1, 0, true)], stays])], &format!("step 1: an arc of transition 1 {holds}"));
    about.refused(&[step([&exchanged, &[(0, 0, true)]])], &format!("step 1: an arc of transition 2 {holds}"));
    let nothing = "step 1: the graph of transition 1 has an arc between nothing";
    about.refused(&[step([&[(0, 2, true)], stays])], nothing);
    about.refused(&[step([&[(2, 0, true)], stays])], nothing);
    let ProofStep::SizeChange { component, measures, graphs } = step([&exchanged, stays]) else { panic!("it is one") };
    let fewer = ProofStep::SizeChange { component, measures: measures.clone(), graphs: graphs[..1].to_vec() };
    about.refused(&[fewer], "step 1: transition 2 has no graph");
    // One of several variables does not exist.
    let mut strange = measures.clone();
    strange[1] = polynomial("x,y,z", "x + z");
    let unknown = ProofStep::SizeChange { component: vec![1, 2], measures: strange, graphs: graphs.clone() };
    about.refused(&[unknown], "step 1: a measure is about a variable that does not exist");
    let other = ProofStep::SizeChange { component: vec![1], measures, graphs };
    about.refused(&[other], "step 1: transitions [1] are no component of what is left");
    // A measure that falls without a bound does not end.
    let about = About::new("s(x,y) -> l(x,y); l(x,y) -> m(y,x - 1) :|: y > 0; m(x,y) -> l(x,y)", &[]);
    about.refused(&[step([&exchanged, stays])], &format!("step 1: an arc of transition 1 {holds}"));
    let about = About::new(
        "s(x,y) -> l(x,y) :|: x > 0; l(x,y) -> m(y,x - 1) :|: y > 0 && x > 0; m(x,y) -> l(x,y)",
        &[("l", "x > -7")],
    );
    about.refused(&[step([&exchanged, stays])], "transition 2 does not keep the invariant");
}

type Arcs = BTreeSet<(usize, usize, bool)>;
/// From, to, and the strongest arcs between measures.
type Path = (u32, u32, Arcs);

fn strongest(arcs: Arcs) -> Arcs {
    arcs.iter().copied().filter(|(from, to, strict)| *strict || !arcs.contains(&(*from, *to, true))).collect()
}

fn joined(one: &Path, other: &Path) -> Option<Path> {
    let pairs = one.2.iter().flat_map(|a| other.2.iter().filter(|b| a.1 == b.0).map(move |b| (a.0, b.1, a.2 || b.2)));
    (one.1 == other.0).then(|| (one.0, other.1, strongest(pairs.collect())))
}

/// All paths of whatever length, by joining any two until there are no new ones.
fn model(graphs: &[Path]) -> bool {
    let mut all: BTreeSet<Path> = graphs.iter().map(|(from, to, arcs)| (*from, *to, strongest(arcs.clone()))).collect();
    loop {
        let longer: Vec<Path> = all.iter().flat_map(|one| all.iter().filter_map(|other| joined(one, other))).collect();
        let before = all.len();
        all.extend(longer);
        if all.len() == before {
            break;
        }
    }
    let descends = |arcs: &Arcs| (0..2).any(|measure| arcs.contains(&(measure, measure, true)));
    all.iter().all(|path| joined(path, path).as_ref() != Some(path) || descends(&path.2))
}

proptest! {
    #[test]
    fn the_closure_is_that_of_all_paths(
        graphs in prop::collection::vec((0..2_u32, 0..2_u32, prop::collection::btree_set((0..2_usize, 0..2_usize, any::<bool>()), 0..5)), 1..4),
    ) {
        let made: Vec<SizeChangeGraph> = graphs
            .iter()
            .map(|(from, to, arcs)| SizeChangeGraph::new(Location(*from), Location(*to), arcs.iter().copied().map(arc)))
            .collect();
        for (graph, (_, _, arcs)) in made.iter().zip(&graphs) {
            let found: Arcs = graph.arcs().iter().map(|arc| (arc.from, arc.to, arc.strict)).collect();
            prop_assert_eq!(found, strongest(arcs.clone()));
        }
        prop_assert_eq!(every_sequence_ends(&made, 1000, &Budget::new()), model(&graphs));
    }
}

/// As many graphs as are allowed are enough, and one fewer is not.
#[test]
fn the_closure_has_a_limit() {
    let graph =
        |arcs: &[(usize, usize, bool)]| SizeChangeGraph::new(Location(0), Location(0), arcs.iter().copied().map(arc));
    let swap = graph(&[(0, 1, true), (1, 0, false)]);
    let ends = |limit: usize| every_sequence_ends(std::slice::from_ref(&swap), limit, &Budget::new());
    let least = (1..20).find(|limit| ends(*limit)).expect("the closure is small");
    // The graph itself; both fall once; and both fall with the measures exchanged.
    assert_eq!(least, 3);
    let ended = Budget::new();
    ended.stop(engine::Limit::Time);
    assert!(!every_sequence_ends(&[swap], 1000, &ended), "nothing is said when the budget ends");
}
