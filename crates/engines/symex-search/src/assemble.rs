//! What was explored, walked through once more: the edges between kept states, and what is not reached taken away.

use engine::Budget;
use symex::exec::Machine;
use symex::proof::{Context, Edge, Place, Uncovered, Walker};

/// A graph, and all edges of it.
#[derive(Debug)]
pub struct Assembled {
    pub contexts: Vec<Context>,
    pub edges: Vec<Edge>,
}

/// Findings stay in the machine.
pub fn assemble(
    machine: &mut Machine<'_, '_>,
    contexts: Vec<Context>,
    most_states: usize,
    budget: &Budget,
) -> Result<Assembled, Uncovered> {
    let mut reached = vec![Place { context: 0, cut: None }];
    let mut edges: Vec<Edge> = Vec::new();
    let mut next = 0;
    while let Some(place) = reached.get(next).copied() {
        next += 1;
        let found = Walker { machine: &mut *machine, contexts: &contexts, budget, most_states }.edges(place)?;
        for edge in found {
            if !reached.contains(&edge.to) {
                reached.push(edge.to);
            }
            edges.push(edge);
        }
    }
    reached.sort_unstable();
    Ok(renumbered(contexts, edges, &reached))
}

fn renumbered(contexts: Vec<Context>, mut edges: Vec<Edge>, reached: &[Place]) -> Assembled {
    let entered: Vec<usize> = reached.iter().filter(|place| place.cut.is_none()).map(|place| place.context).collect();
    let renamed = |place: Place| {
        let context = entered.iter().position(|each| *each == place.context);
        let before = |other: &&Place| other.context == place.context && other.cut.is_some() && other.cut < place.cut;
        let cut = place.cut.map(|_| reached.iter().filter(before).count());
        Place { context: context.expect("invariant: cuts are reached through their entry"), cut }
    };
    for edge in &mut edges {
        (edge.from, edge.to) = (renamed(edge.from), renamed(edge.to));
    }
    // In the order in which the check finds them.
    edges.sort_by_key(|edge| edge.from);
    let kept = contexts.into_iter().enumerate().filter(|(context, _)| entered.contains(context));
    let kept = kept.map(|(context, claims)| {
        let is_reached = |cut: usize| reached.binary_search(&Place { context, cut: Some(cut) }).is_ok();
        let cuts = claims.cuts.into_iter().enumerate().filter(|(cut, _)| is_reached(*cut)).map(|(_, cut)| cut);
        Context { cuts: cuts.collect(), ..claims }
    });
    Assembled { contexts: kept.collect(), edges }
}
