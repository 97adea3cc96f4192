//! Of which clauses a derivation is made.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use smt::{Derivation, Func, Node, Solver, Term};

use super::seen::Narrowed;

/// Steps of a derivation that is looked at.
const MOST_STEPS: usize = 3_000;

/// What a clause of a derivation leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    /// From nothing.
    Query,
    /// One of the derivation.
    Fact(usize),
    /// Some fact of the relation, of which the derivation says nothing.
    Any(Func),
}

/// A clause in a derivation, before those that it needs.
pub struct Used {
    pub clause: usize,
    /// Of each atom in its body, in their order, the place in the list where it follows.
    pub premises: Vec<usize>,
}

impl Narrowed<'_> {
    /// The clauses of a derivation, as a tree from the query on; `None` if they cannot be told.
    pub fn clauses_of(&self, derivation: &Derivation, solver: &mut Solver) -> Option<Vec<Used>> {
        let query = derivation.facts.iter().position(|derived| !self.horn.is_atom(derived.fact));
        let mut known: FxHashMap<Goal, (usize, Vec<Goal>)> = FxHashMap::default();
        let mut used: Vec<Used> = Vec::new();
        let mut open: VecDeque<Goal> = VecDeque::from([query.map_or(Goal::Query, Goal::Fact)]);
        let mut count = 1;
        while let Some(goal) = open.pop_front() {
            let (clause, premises) = match known.get(&goal) {
                Some(known) => known.clone(),
                None => {
                    let found = self.clause_of(derivation, goal, solver)?;
                    known.insert(goal, found.clone());
                    found
                }
            };
            let places = (count..count + premises.len()).collect();
            count += premises.len();
            if count > MOST_STEPS {
                return None;
            }
            used.push(Used { clause, premises: places });
            open.extend(premises);
        }
        Some(used)
    }

    /// The relation of a fact, which may be anything that Z3 says.
    fn symbol(&self, fact: Term) -> Option<Func> {
        match self.system.terms.node(fact) {
            Node::Apply(symbol, _) => Some(*symbol),
            // Any other term is no fact of a relation.
            _ => None,
        }
    }

    /// By which clause a fact follows, and from what, in the order of the atoms.
    fn clause_of(&self, derivation: &Derivation, goal: Goal, solver: &mut Solver) -> Option<(usize, Vec<Goal>)> {
        let terms = &self.system.terms;
        let fact = |fact: usize| derivation.facts[fact].fact;
        let (symbol, reached, given) = match goal {
            Goal::Query => (None, None, &[][..]),
            Goal::Fact(at) if !self.horn.is_atom(fact(at)) => (None, None, &derivation.facts[at].premises[..]),
            Goal::Fact(at) => (self.symbol(fact(at)), Some(fact(at)), &derivation.facts[at].premises[..]),
            Goal::Any(symbol) => (Some(symbol), None, &[][..]),
        };
        let equal = |a: Term, b: Term| {
            let pairs = self.horn.applied(a).1.into_iter().zip(self.horn.applied(b).1);
            // Of arrays, Z3 may tell no more than a name.
            let known = pairs.filter(|(a, b)| terms.sort(*a) == terms.sort(*b));
            known.map(|(a, b)| terms.eq(a, b)).collect::<Vec<Term>>()
        };
        // What follows from nothing Z3 may not tell, so that there may be more atoms than facts; as few as possible.
        let mut candidates: Vec<(usize, usize)> = self
            .horn
            .clauses()
            .iter()
            .enumerate()
            .filter(|(_, clause)| clause.head.map(|head| self.horn.applied(head).0) == symbol)
            .map(|(index, clause)| (self.horn.atoms(clause.body).len(), index))
            .filter(|(atoms, _)| *atoms >= given.len())
            .collect();
        candidates.sort_unstable();
        for (_, index) in candidates {
            let clause = &self.horn.clauses()[index];
            let mut left = given.to_vec();
            let mut goals = Vec::new();
            let mut formulas: Vec<Term> =
                clause.head.zip(reached).map_or_else(Vec::new, |(head, fact)| equal(head, fact));
            let mut hold: FxHashMap<Term, Term> = FxHashMap::default();
            for atom in self.horn.atoms(clause.body) {
                let relation = self.horn.applied(atom).0;
                let at = left.iter().position(|premise| self.symbol(fact(*premise)) == Some(relation));
                goals.push(match at.map(|at| left.swap_remove(at)) {
                    Some(premise) => {
                        formulas.extend(equal(atom, fact(premise)));
                        Goal::Fact(premise)
                    }
                    None => Goal::Any(relation),
                });
                hold.insert(atom, terms.tt());
            }
            formulas.push(terms.substitute(clause.body, &hold));
            if left.is_empty() && solver.check_assuming(&formulas).is_sat() {
                return Some((index, goals));
            }
        }
        None
    }
}
