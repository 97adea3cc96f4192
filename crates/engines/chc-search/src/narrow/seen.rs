//! Clauses without the variables that are not seen.

use chc::proof::parameters;
use chc::system::{Relation, System, What};
use rustc_hash::FxHashMap;
use smt::{Func, Horn, Solution, Term};

/// Which relation an atom applies.
pub struct Relations<'a> {
    system: &'a System,
    numbers: FxHashMap<Func, usize>,
}

impl<'a> Relations<'a> {
    pub fn of(system: &'a System) -> Relations<'a> {
        let numbers = system.relations.iter().enumerate().map(|(number, relation)| (relation.symbol, number)).collect();
        Relations { system, numbers }
    }

    pub fn of_atom(&self, atom: Term) -> usize {
        let (symbol, _) = self.system.horn.applied(atom);
        *self.numbers.get(&symbol).expect("invariant: atoms apply relations of the system")
    }
}

/// Clauses of which some arguments are left out, one for each of the system.
pub struct Narrowed<'a> {
    pub system: &'a System,
    numbers: Relations<'a>,
    pub horn: Horn,
    pub relations: Vec<Seen>,
}

/// What is left of a relation.
pub struct Seen {
    pub symbol: Func,
    /// Which arguments are seen.
    pub kept: Vec<usize>,
}

impl<'a> Narrowed<'a> {
    pub fn of(system: &'a System, visible: &[What]) -> Narrowed<'a> {
        let terms = &system.terms;
        let mut horn = Horn::new(terms);
        let mut relations = Vec::with_capacity(system.relations.len());
        for relation in &system.relations {
            let args = relation.args.iter().enumerate();
            let kept: Vec<usize> = args.filter(|(_, arg)| visible.contains(&arg.what)).map(|(at, _)| at).collect();
            let sorts = terms.params(relation.symbol);
            let sorts: Vec<_> = kept.iter().map(|at| sorts[*at]).collect();
            let name = format!("{} of {} variables", terms.name(relation.symbol), visible.len());
            relations.push(Seen { symbol: horn.relation(&name, &sorts), kept });
        }
        let mut narrowed = Narrowed { system, numbers: Relations::of(system), horn, relations };
        for clause in system.horn.clauses() {
            let atoms = system.horn.atoms(clause.body);
            let seen = atoms.into_iter().map(|atom| (atom, narrowed.atom(atom))).collect();
            let body = terms.substitute(clause.body, &seen);
            match clause.head.map(|head| narrowed.atom(head)) {
                Some(head) => narrowed.horn.rule([body], head),
                None => narrowed.horn.query([body]),
            }
        }
        narrowed
    }

    pub fn relation_of(&self, atom: Term) -> usize {
        self.numbers.of_atom(atom)
    }

    fn atom(&self, atom: Term) -> Term {
        let Seen { symbol, kept } = &self.relations[self.relation_of(atom)];
        let args = self.system.horn.applied(atom).1;
        let kept: Vec<Term> = kept.iter().map(|at| args[*at]).collect();
        self.system.terms.apply(*symbol, &kept)
    }

    /// A solution of these is one of all clauses.
    pub fn widened(&self, solution: &Solution) -> Solution {
        let terms = &self.system.terms;
        let formula = |(relation, Seen { symbol, kept }): (&Relation, &Seen)| {
            let params: Vec<Term> = parameters(terms, relation).into_iter().map(|(_, param)| param).collect();
            let seen: Vec<Term> = kept.iter().map(|at| params[*at]).collect();
            (relation.symbol, params, solution.apply(terms.apply(*symbol, &seen)))
        };
        Solution::proposed(terms, self.system.relations.iter().zip(&self.relations).map(formula))
    }
}
