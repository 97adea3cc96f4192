//! Ways around a loop, and into it.

use rustc_hash::FxHashMap;
use smt::{Clause, Func, Horn, Solution, Term, Terms};

use super::nest::Loop;
use super::{Bounds, Sum};

/// Ways around one loop.
const MOST_TURNS: usize = 16;

/// One way around a loop, through those inside: of these, what never grows in them is known.
pub struct Turn {
    pub body: Term,
    pub before: Vec<Term>,
    pub after: Vec<Term>,
}

/// A way into a loop.
pub struct Entry {
    pub body: Term,
    pub args: Vec<Term>,
}

/// What is known of relations, and of loops which sums never grow in them.
pub struct Facts<'a> {
    pub horn: &'a Horn,
    pub terms: &'a Terms,
    pub known: &'a Solution,
    pub never_grow: FxHashMap<Func, Vec<Sum>>,
}

impl Facts<'_> {
    /// `None` if there are too many.
    pub fn turns(&self, around: &Loop) -> Option<Vec<Turn>> {
        let mut found = Vec::new();
        for clause in self.horn.clauses() {
            for (index, atom) in self.horn.atoms(clause.body).into_iter().enumerate() {
                if self.horn.applied(atom).0 == around.head {
                    let (body, atoms, head) = self.renamed(clause);
                    let Some(head) = head else { continue };
                    let path =
                        Path { before: self.horn.applied(atoms[index]).1, body: vec![body], through: Vec::new() };
                    self.follow(around, head, &path, &mut found);
                }
            }
        }
        (found.len() <= MOST_TURNS).then_some(found)
    }

    fn follow(&self, around: &Loop, fact: Term, path: &Path, found: &mut Vec<Turn>) {
        let (at, args) = self.horn.applied(fact);
        if at == around.head && found.len() <= MOST_TURNS {
            let body = self.terms.and(path.body.iter().copied());
            return found.push(Turn { body, before: path.before.clone(), after: args });
        }
        if !around.members.contains(&at) || path.through.contains(&at) || found.len() > MOST_TURNS {
            return;
        }
        let mut path = path.clone();
        path.through.push(at);
        let here = self.after_turns(at, args, &mut path.body);
        for clause in self.horn.clauses() {
            for (index, atom) in self.horn.atoms(clause.body).into_iter().enumerate() {
                if self.horn.applied(atom).0 != at {
                    continue;
                }
                let (body, atoms, head) = self.renamed(clause);
                let Some(head) = head else { continue };
                let mut path = path.clone();
                let (_, there) = self.horn.applied(atoms[index]);
                path.body.push(body);
                path.body.extend(here.iter().zip(there).map(|(here, there)| self.terms.eq(*here, there)));
                self.follow(around, head, &path, found);
            }
        }
    }

    /// What the arguments of a loop inside are when it has turned as often as it does.
    fn after_turns(&self, at: Func, args: Vec<Term>, body: &mut Vec<Term>) -> Vec<Term> {
        let Some(sums) = self.never_grow.get(&at) else { return args };
        let terms = self.terms;
        let after: Vec<Term> = args.iter().map(|arg| terms.fresh_var("after", terms.sort(*arg))).collect();
        body.extend(sums.iter().map(|sum| terms.le(sum.of(terms, &after), sum.of(terms, &args))));
        after
    }

    /// Ways into a loop. `further` is known, too.
    pub fn entries(&self, around: &Loop, further: &Solution) -> Vec<Entry> {
        let entry = |clause: &Clause| {
            let (to, args) = self.horn.applied(clause.head?);
            let is_inside = |atom: &Term| around.members.contains(&self.horn.applied(*atom).0);
            if to != around.head || self.horn.atoms(clause.body).iter().any(is_inside) {
                return None;
            }
            let body = self.terms.and([self.known.apply(clause.body), further.apply(clause.body)]);
            Some(Entry { body, args })
        };
        self.horn.clauses().iter().filter_map(entry).collect()
    }

    /// Sums of loops around, of the arguments that come into this one as they are.
    pub fn inherited(&self, around: &Loop, outer: &Bounds) -> Vec<Sum> {
        let mut found = Vec::new();
        for clause in self.horn.clauses() {
            let Some((to, args)) = clause.head.map(|head| self.horn.applied(head)) else { continue };
            if to != around.head {
                continue;
            }
            for (from, before) in self.horn.atoms(clause.body).into_iter().map(|atom| self.horn.applied(atom)) {
                let position = |at: &usize| args.iter().position(|arg| *arg == before[*at]);
                let sums = outer.get(&from).into_iter().flatten();
                let moved = sums.filter_map(|(Sum(parts), _)| {
                    parts.iter().map(|(at, factor)| Some((position(at)?, *factor))).collect::<Option<_>>().map(Sum)
                });
                found.extend(moved);
            }
        }
        found.dedup();
        found
    }

    /// What the clause says with other variables, its atoms and its head.
    fn renamed(&self, clause: &Clause) -> (Term, Vec<Term>, Option<Term>) {
        let terms = self.terms;
        let variables = terms.free_vars([clause.body].into_iter().chain(clause.head));
        let others = variables.into_iter().filter(|variable| !self.horn.is_atom(*variable));
        let fresh = others.map(|variable| (variable, terms.fresh_var("turn", terms.sort(variable)))).collect();
        let atoms = self.horn.atoms(clause.body).into_iter().map(|atom| terms.substitute(atom, &fresh)).collect();
        let body = self.known.apply(terms.substitute(clause.body, &fresh));
        (body, atoms, clause.head.map(|head| terms.substitute(head, &fresh)))
    }
}

#[derive(Clone)]
struct Path {
    before: Vec<Term>,
    body: Vec<Term>,
    /// Relations on the way.
    through: Vec<Func>,
}
