//! Systems of constrained Horn clauses, solved by Z3's Spacer.
//!
//! A clause says: whenever its body holds, its head does, for all values of its variables. A clause without a head is a
//! query: its body must never hold. The system is safe when relations exist that satisfy every clause; such relations
//! are the answer, as one formula per relation.
//!
//! Z3 simplifies a system before it solves it, and then gives no formula, or a wrong one, for a relation that fell
//! away. So what would inline or slice relations is switched off, what is trivial is sliced here (`Slice`), and a
//! solution is checked clause by clause before it is handed out.

mod derivation;
mod slice;
mod spacer;

use rustc_hash::FxHashMap;

use crate::pool::Terms;
use crate::session::Session;
use crate::smtlib;
use crate::solver::{SatAnswer, Solver};
use crate::term::{Func, Node, Sort, Term};
use crate::z3::Limits;

pub use derivation::{Derivation, Derived};
use slice::Slice;
use spacer::Engine;
pub use spacer::Guidance;

/// `body` implies `head`, for all values of the variables in both; no head means "never".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub body: Term,
    pub head: Option<Term>,
}

/// A system of clauses. Relations are the functions declared through it.
#[derive(Clone, Debug)]
pub struct Horn {
    terms: Terms,
    relations: Vec<Func>,
    clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
pub enum HornAnswer {
    /// Relations that satisfy every clause.
    Safe(Solution),
    /// Every choice of relations breaks a clause: by these facts, as far as they can be told.
    Unsafe(Derivation),
    Unknown(String),
}

/// One formula per relation, over parameters of its own.
#[derive(Clone, Debug)]
pub struct Solution {
    terms: Terms,
    formulas: FxHashMap<Func, (Vec<Term>, Term)>,
}

impl Horn {
    pub fn new(terms: &Terms) -> Horn {
        Horn { terms: terms.clone(), relations: Vec::new(), clauses: Vec::new() }
    }

    /// Without clauses, with the relations of another one.
    pub fn like(other: &Horn) -> Horn {
        Horn { terms: other.terms.clone(), relations: other.relations.clone(), clauses: Vec::new() }
    }

    /// Declares a relation; it is used in clauses through [`Terms::apply`].
    pub fn relation(&mut self, name: &str, params: &[Sort]) -> Func {
        let func = self.terms.declare(name, params, Sort::Bool);
        if !self.relations.contains(&func) {
            self.relations.push(func);
        }
        func
    }

    /// Whenever the body holds, so does the head, which is an applied relation.
    pub fn rule(&mut self, body: impl IntoIterator<Item = Term>, head: Term) {
        assert!(self.relation_of(head).is_some(), "the head of a clause is an applied relation of the system");
        let body = self.terms.and(body);
        self.clauses.push(Clause { body, head: Some(head) });
    }

    /// The body never holds.
    pub fn query(&mut self, body: impl IntoIterator<Item = Term>) {
        let body = self.terms.and(body);
        self.clauses.push(Clause { body, head: None });
    }

    pub fn relations(&self) -> &[Func] {
        &self.relations
    }

    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Is there anything that must not hold?
    pub fn has_queries(&self) -> bool {
        self.clauses.iter().any(|clause| clause.head.is_none())
    }

    /// The relation that a term applies.
    fn relation_of(&self, term: Term) -> Option<Func> {
        let Node::Apply(func, _) = self.terms.node(term) else { return None };
        self.relations.contains(func).then_some(*func)
    }

    /// The relation of an atom, and what it is applied to.
    pub fn applied(&self, atom: Term) -> (Func, Vec<Term>) {
        match self.terms.node(atom) {
            Node::Apply(relation, args) => (*relation, args.to_vec()),
            // Any other term is no atom.
            _ => panic!("an atom applies a relation"),
        }
    }

    /// Does the term apply a relation?
    pub fn is_atom(&self, term: Term) -> bool {
        self.relation_of(term).is_some()
    }

    /// The relations that are applied in a body: it is one of them, or a conjunction.
    pub fn atoms(&self, body: Term) -> Vec<Term> {
        match self.terms.node(body) {
            Node::And(parts) => parts.iter().copied().filter(|part| self.is_atom(*part)).collect(),
            // Any other body is a single condition or atom.
            _ => Some(body).into_iter().filter(|part| self.is_atom(*part)).collect(),
        }
    }

    /// Does it apply a relation to values?
    pub fn is_ground(&self, fact: Term) -> bool {
        let Node::Apply(relation, args) = self.terms.node(fact) else { return false };
        let sorts = args.iter().map(|arg| self.terms.sort(*arg));
        self.relations.contains(relation)
            && sorts.eq(self.terms.params(*relation).iter().copied())
            && self.terms.free_vars(args.iter().copied()).is_empty()
    }

    /// … or something in it?
    pub(crate) fn mentions(&self, term: Term) -> bool {
        !self.relations_in(term).is_empty()
    }

    fn relations_in(&self, body: Term) -> Vec<Func> {
        self.terms.subterms([body]).into_iter().filter_map(|term| self.relation_of(term)).collect()
    }

    /// Variables that stand for the arguments of a relation.
    fn parameters(&self, relation: Func) -> Vec<Term> {
        self.terms.params(relation).iter().map(|&sort| self.terms.fresh_var("arg", sort)).collect()
    }

    /// The variables of a clause; a relation without parameters is none of them.
    fn variables(&self, clause: &Clause) -> Vec<Term> {
        let mut variables = self.terms.free_vars([clause.body].into_iter().chain(clause.head));
        variables.retain(|&term| self.terms.as_var(term).is_some_and(|func| !self.relations.contains(&func)));
        variables
    }

    /// Looks for relations that satisfy every clause. What it finds has been checked; what fails the check is unknown.
    pub fn solve(&self, session: &Session, guidance: Guidance, limits: Limits) -> HornAnswer {
        assert!(session.terms().same_store(&self.terms), "a system is solved in a session over its own terms");
        let slice = Slice::new(self);
        let engine = Engine::new(session, guidance, limits);
        for &relation in &slice.relations {
            engine.register(relation);
        }
        let goal = self.terms.fresh_var("reached", Sort::Bool);
        let goal_relation = self.terms.as_var(goal).expect("a variable is its own symbol");
        engine.register(goal_relation);
        for &clause in &slice.clauses {
            engine.add(clause.body, clause.head.unwrap_or(goal), &self.variables(clause));
        }
        match engine.query(goal) {
            SatAnswer::Sat => return HornAnswer::Unsafe(engine.derivation()),
            SatAnswer::Unknown(why) => return HornAnswer::Unknown(why),
            SatAnswer::Unsat => {}
        }
        let mut formulas = slice.formulas;
        for &relation in &slice.relations {
            let params = self.parameters(relation);
            match engine.formula(relation, &params) {
                Ok(formula) => formulas.insert(relation, (params, formula)),
                Err(what) => return HornAnswer::Unknown(what),
            };
        }
        let solution = Solution { terms: self.terms.clone(), formulas };
        let mut solver = Solver::new(session);
        solver.set_limits(limits);
        match solution.check(self, &mut solver) {
            Ok(()) => HornAnswer::Safe(solution),
            Err(clause) => HornAnswer::Unknown(format!("the solution found does not satisfy clause {clause}")),
        }
    }

    /// The system as a script for any solver of the logic HORN, where `sat` means safe.
    pub fn to_smtlib(&self) -> String {
        let mut out = String::from("(set-logic HORN)\n");
        let all = self.clauses.iter().flat_map(|clause| [clause.body].into_iter().chain(clause.head));
        let others: Vec<Func> = self.terms.applied(all).into_iter().filter(|f| !self.relations.contains(f)).collect();
        for &func in self.relations.iter().chain(&others) {
            smtlib::write_declaration(&self.terms, &mut out, func);
        }
        for clause in &self.clauses {
            let variables: Vec<String> = self
                .variables(clause)
                .into_iter()
                .map(|term| format!("({} {})", self.terms.to_smtlib(term), self.terms.sort(term)))
                .collect();
            let body = self.terms.to_smtlib(clause.body);
            let head = clause.head.map_or_else(|| "false".to_string(), |head| self.terms.to_smtlib(head));
            let implication = format!("(=> {body} {head})");
            out.push_str(&match *variables {
                [] => format!("(assert {implication})\n"),
                [_, ..] => format!("(assert (forall ({}) {implication}))\n", variables.join(" ")),
            });
        }
        out.push_str("(check-sat)\n");
        out
    }
}

impl Solution {
    /// Formulas that somebody proposes: each with its relation and the parameters, variables of the relation's sorts.
    pub fn proposed(terms: &Terms, formulas: impl IntoIterator<Item = (Func, Vec<Term>, Term)>) -> Solution {
        let formulas = formulas.into_iter().map(|(relation, params, formula)| (relation, (params, formula)));
        Solution { terms: terms.clone(), formulas: formulas.collect() }
    }

    /// The parameters and the formula of a relation.
    pub fn formula(&self, relation: Func) -> Option<(&[Term], Term)> {
        self.formulas.get(&relation).map(|(params, formula)| (&params[..], *formula))
    }

    /// Both: of every relation, what either says.
    #[must_use]
    pub fn and(&self, other: &Solution) -> Solution {
        let mut formulas = self.formulas.clone();
        for (relation, (params, formula)) in &mut formulas {
            let theirs = other.apply(self.terms.apply(*relation, params));
            *formula = self.terms.and([*formula, theirs]);
        }
        Solution { terms: self.terms.clone(), formulas }
    }

    /// A term with every relation replaced by its formula.
    pub fn apply(&self, term: Term) -> Term {
        let mut replace = FxHashMap::default();
        for at in self.terms.subterms([term]) {
            if let Node::Apply(func, args) = self.terms.node(at)
                && let Some((params, formula)) = self.formulas.get(func)
            {
                let arguments = params.iter().copied().zip(args.iter().copied()).collect();
                replace.insert(at, self.terms.substitute(*formula, &arguments));
            }
        }
        self.terms.substitute(term, &replace)
    }

    /// Whether the relations satisfy every clause of the system: `Err` names the first clause (by its place) that was
    /// not proved. Asks one question per clause and trusts nothing of the search.
    pub fn check(&self, horn: &Horn, solver: &mut Solver) -> Result<(), usize> {
        match horn.clauses.iter().position(|clause| !self.holds(clause, solver)) {
            Some(index) => Err(index),
            None => Ok(()),
        }
    }

    /// Whether the relations satisfy one clause; `false` may mean that the solver does not know.
    pub fn holds(&self, clause: &Clause, solver: &mut Solver) -> bool {
        let head = clause.head.map_or_else(|| self.terms.ff(), |head| self.apply(head));
        solver.proves(self.terms.implies(self.apply(clause.body), head))
    }
}
