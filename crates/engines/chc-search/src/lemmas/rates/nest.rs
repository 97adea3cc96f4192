//! Which loops are inside of which.

use rustc_hash::FxHashSet;
use smt::{Func, Horn};

/// Relations that lead to each other.
#[derive(Debug)]
pub struct Loop {
    /// The first of them in the program. What is left without it are the loops inside.
    pub head: Func,
    pub members: Vec<Func>,
}

/// All loops; those inside come before those around them.
pub fn nest(horn: &Horn) -> Vec<Loop> {
    let mut edges = Vec::new();
    for clause in horn.clauses() {
        let Some((to, _)) = clause.head.map(|head| horn.applied(head)) else { continue };
        edges.extend(horn.atoms(clause.body).into_iter().map(|atom| (horn.applied(atom).0, to)));
    }
    let backwards: Vec<(Func, Func)> = edges.iter().map(|(from, to)| (*to, *from)).collect();
    let mut found = Vec::new();
    collect(horn.relations().to_vec(), &edges, &backwards, &mut found);
    found
}

fn collect(mut within: Vec<Func>, edges: &[(Func, Func)], backwards: &[(Func, Func)], found: &mut Vec<Loop>) {
    while let Some(head) = within.first().copied() {
        let (after, before) = (reached(head, &within, edges), reached(head, &within, backwards));
        let is_member = |relation: &Func| after.contains(relation) && before.contains(relation);
        let members: Vec<Func> = within.iter().copied().filter(is_member).collect();
        within.retain(|relation| *relation != head && !members.contains(relation));
        if members.contains(&head) {
            collect(members[1..].to_vec(), edges, backwards, found);
            found.push(Loop { head, members });
        }
    }
}

/// What some edges lead to, in one step or more.
fn reached(from: Func, within: &[Func], edges: &[(Func, Func)]) -> FxHashSet<Func> {
    let mut found = FxHashSet::default();
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        let next = edges.iter().filter(|(source, to)| *source == at && within.contains(to));
        work.extend(next.map(|(_, to)| *to).filter(|to| found.insert(*to)));
    }
    found
}
