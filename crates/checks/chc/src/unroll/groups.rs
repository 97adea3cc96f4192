//! Clauses by what they start from.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Func, Term};

use crate::system::{Place, Relation, System};

/// Clauses, for each relation in a body, or none.
#[derive(Debug)]
pub(super) struct Groups {
    of: FxHashMap<Option<Func>, Vec<Group>>,
    /// Of functions with summaries: they are called, and they have returned.
    entries: FxHashSet<Func>,
    exits: FxHashSet<Func>,
}

/// Clauses that apply a relation alike.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub atom: Option<Term>,
    pub clauses: Vec<usize>,
    /// Clauses that lead on where a function has returned, each with the atom of its summary.
    pub returns: Vec<(usize, Term)>,
}

impl Groups {
    /// `None` where a body applies two relations and none of them is a summary, and where a call is apart from what is behind it.
    pub fn of(system: &System) -> Option<Groups> {
        let places = |wanted: fn(&Place) -> bool| -> FxHashSet<Func> {
            let relations = system.relations.iter().filter(|relation| wanted(&relation.place));
            relations.map(|relation| relation.symbol).collect()
        };
        let entries = places(|place| matches!(place, Place::Entry(_)));
        let exits = places(|place| matches!(place, Place::Exit(_)));
        let mut groups = Groups { of: FxHashMap::default(), entries, exits };
        for (index, clause) in system.horn.clauses().iter().enumerate() {
            let (summaries, sources): (Vec<Term>, Vec<Term>) =
                system.horn.atoms(clause.body).into_iter().partition(|atom| groups.is_exit(system, *atom));
            let (atom, summary) = match (&sources[..], &summaries[..]) {
                ([], []) => (None, None),
                ([source], []) => (Some(*source), None),
                ([], [summary]) => (None, Some(*summary)),
                ([source], [summary]) => (Some(*source), Some(*summary)),
                (_, _) => return None,
            };
            let group = groups.group(atom.map(|atom| system.horn.applied(atom).0), atom);
            match summary {
                None => group.clauses.push(index),
                Some(summary) => group.returns.push((index, summary)),
            }
        }
        let is_whole = groups.of.values().flatten().all(|group| groups.returns_to_calls(system, group));
        is_whole.then_some(groups)
    }

    fn group(&mut self, relation: Option<Func>, atom: Option<Term>) -> &mut Group {
        let groups = self.of.entry(relation).or_default();
        let known = groups.iter().position(|group| group.atom == atom);
        let index = known.unwrap_or_else(|| {
            groups.push(Group { atom, ..Group::default() });
            groups.len() - 1
        });
        &mut groups[index]
    }

    /// The functions that are called are those that it leads on from; where the program begins, nobody waits.
    fn returns_to_calls(&self, system: &System, group: &Group) -> bool {
        let function = |atom: Term| {
            let symbol = system.horn.applied(atom).0;
            let relation: Option<&Relation> = system.relations.iter().find(|relation| relation.symbol == symbol);
            match relation?.place {
                Place::Entry(func) | Place::Exit(func) => Some(func),
                Place::Head { .. } | Place::Behind { .. } => None,
            }
        };
        let calls = group.clauses.iter().copied().filter(|clause| self.is_call(system, *clause));
        let called: FxHashSet<_> = calls.filter_map(|clause| function(system.horn.clauses()[clause].head?)).collect();
        let returned: FxHashSet<_> = group.returns.iter().filter_map(|(_, summary)| function(*summary)).collect();
        called == returned || group.atom.is_none() && returned.is_empty()
    }

    pub fn from(&self, relation: Option<Func>) -> &[Group] {
        self.of.get(&relation).map_or(&[], Vec::as_slice)
    }

    /// Is there no function with a summary? Nobody is called then, and nobody returns.
    pub fn have_no_calls(&self) -> bool {
        let returns = |group: &Group| !group.returns.is_empty();
        self.entries.is_empty() && self.exits.is_empty() && !self.of.values().flatten().any(returns)
    }

    /// Does the clause call a function with a summary?
    pub fn is_call(&self, system: &System, clause: usize) -> bool {
        let head = system.horn.clauses()[clause].head;
        head.is_some_and(|head| self.entries.contains(&system.horn.applied(head).0))
    }

    fn is_exit(&self, system: &System, atom: Term) -> bool {
        self.is_return(system.horn.applied(atom).0)
    }

    /// Has a function returned where the relation holds?
    pub fn is_return(&self, relation: Func) -> bool {
        self.exits.contains(&relation)
    }

    /// Does the clause lead on where a function has returned?
    pub fn leads_on(&self, system: &System, clause: usize) -> bool {
        let atoms = system.horn.atoms(system.horn.clauses()[clause].body);
        atoms.into_iter().any(|atom| self.is_exit(system, atom))
    }
}
