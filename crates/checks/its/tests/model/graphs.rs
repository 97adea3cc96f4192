//! What follows from the graph of a system, against all paths of small graphs.

use its::system::{
    Location, System, Transition, all_reachable, components, irrelevant, reachable, reachable_transitions, unreachable,
};
use proptest::prelude::*;

const NODES: usize = 5;

fn graph(start: u32, edges: &[(u32, u32)]) -> System {
    let transition = |&(from, to): &(u32, u32)| Transition {
        from: Location(from),
        to: Location(to),
        chosen: Vec::new(),
        guard: Vec::new(),
        update: Vec::new(),
    };
    System {
        vars: Vec::new(),
        locations: (0..NODES).map(|index| format!("l{index}")).collect(),
        start: Location(start),
        transitions: edges.iter().map(transition).collect(),
    }
}

/// Whether a path of these transitions, perhaps without a step, leads from the one to the other.
fn paths(system: &System, transitions: &[usize]) -> [[bool; NODES]; NODES] {
    let mut leads = [[false; NODES]; NODES];
    (0..NODES).for_each(|node| leads[node][node] = true);
    for index in transitions {
        leads[system.transitions[*index].from.index()][system.transitions[*index].to.index()] = true;
    }
    for between in 0..NODES {
        for from in 0..NODES {
            for to in 0..NODES {
                leads[from][to] |= leads[from][between] && leads[between][to];
            }
        }
    }
    leads
}

proptest! {
    #[test]
    fn the_graph_is_that_of_all_paths(
        start in 0..NODES as u32,
        edges in prop::collection::vec((0..NODES as u32, 0..NODES as u32), 0..9),
        used in prop::collection::vec(any::<bool>(), 9),
    ) {
        let system = graph(start, &edges);
        let all: Vec<usize> = (0..edges.len()).collect();
        let some: Vec<usize> = all.iter().copied().filter(|index| used[*index]).collect();
        let ends = |index: usize| (edges[index].0 as usize, edges[index].1 as usize);
        for chosen in [&all, &some] {
            let leads = paths(&system, chosen);
            let cyclic = |index: usize| leads[ends(index).1][ends(index).0];
            // Each transition on a cycle is in one component, together with those that it shares a cycle with.
            let found = components(&system, chosen);
            let mut members: Vec<usize> = found.iter().flatten().copied().collect();
            members.sort_unstable();
            let expected: Vec<usize> = chosen.iter().copied().filter(|index| cyclic(*index)).collect();
            prop_assert_eq!(members, expected);
            for (at, component) in found.iter().enumerate() {
                prop_assert!(!component.is_empty() && component.is_sorted());
                let node = ends(component[0]).0;
                let together = |index: usize| leads[node][ends(index).0] && leads[ends(index).0][node];
                prop_assert!(component.iter().all(|index| together(*index)));
                // What is reached later comes later.
                prop_assert!(found[at + 1..].iter().all(|later| !leads[ends(later[0]).0][node]));
            }
            let from_start: Vec<bool> = (0..NODES).map(|node| leads[start as usize][node]).collect();
            prop_assert_eq!(reachable(&system, chosen), from_start.clone());
            let reached: Vec<usize> = chosen.iter().copied().filter(|index| from_start[ends(*index).0]).collect();
            prop_assert_eq!(reachable_transitions(&system, chosen), reached);
        }
        let leads = paths(&system, &all);
        let (reached, others): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|index| leads[start as usize][ends(**index).0]);
        prop_assert_eq!(all_reachable(&system), reached);
        prop_assert_eq!(unreachable(&system), others);
        let on_cycle = |node: usize| all.iter().any(|index| ends(*index).0 == node && leads[ends(*index).1][node]);
        let useless = |index: &usize| (0..NODES).all(|node| !leads[ends(*index).1][node] || !on_cycle(node));
        prop_assert_eq!(irrelevant(&system), all.iter().copied().filter(useless).collect::<Vec<_>>());
    }
}
