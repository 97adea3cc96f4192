//! Loops and recursion that no cycle of the graph goes through: every state that arrives there is kept by itself.

use std::collections::BTreeSet;

use symex::proof::{Cycle, Proof};

use super::Reason;
use super::heads::{Head, Heads, Kind};

/// Where there are none.
pub fn none(heads: &Heads<'_>, proof: &Proof) -> String {
    let mut funcs = proof.contexts.iter().map(|context| context.func);
    match funcs.any(|func| heads.has_loops(func) || heads.may_recurse(func)) {
        true => "no run comes to a loop or a recursion".to_string(),
        false => "there is no loop and no recursion".to_string(),
    }
}

pub fn reasons(heads: &Heads<'_>, proof: &Proof, cycles: &[Cycle]) -> Vec<Reason> {
    let places = cycles.iter().flat_map(|cycle| &cycle.component.places);
    let cyclic: BTreeSet<Head> = places.map(|place| Head::of(proof, *place)).collect();
    let mut reasons = Vec::new();
    let mut reached: BTreeSet<Head> = BTreeSet::new();
    for context in &proof.contexts {
        let arriving = context.cuts.iter().map(|(block, _)| Head { func: context.func, block: Some(*block) });
        reached.extend(arriving.filter(|head| !cyclic.contains(head) && heads.kind(*head) == Kind::Loop));
    }
    for context in &proof.contexts {
        let start = Head { func: context.func, block: None };
        if heads.may_recurse(start.func) && !cyclic.contains(&start) {
            reached.insert(start);
        }
    }
    for head in reached {
        if head.block.is_none() {
            // Without a cycle, no two calls that are open have the same context.
            let most = proof.contexts.iter().filter(|context| context.func == head.func).count();
            let calls = if most == 1 { "1 call is".to_string() } else { format!("{most} calls are") };
            let what =
                format!("the recursion of `{}` ends: at most {calls} open at the same time", heads.function(head));
            reasons.push(Reason { place: heads.place(head), what, details: Vec::new() });
            continue;
        }
        // Without a cycle, no state arrives twice in one activation.
        let here = |context: &symex::proof::Context| {
            context.cuts.iter().filter(|(block, _)| context.func == head.func && Some(*block) == head.block).count()
        };
        let most = proof.contexts.iter().map(here).max().unwrap_or(0);
        let name = heads.function(head);
        let times = if most == 1 { "once".to_string() } else { format!("{most} times") };
        let what =
            format!("the loop of `{name}` ends: it is reached and comes round at most {times} in a call of `{name}`");
        reasons.push(Reason { place: heads.place(head), what, details: Vec::new() });
    }
    reasons
}
