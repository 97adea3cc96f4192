//! Why a system has no solution: facts that follow from each other, and at last what must not hold.

use rustc_hash::FxHashMap;
use z3_sys::*;

use super::{Clause, Horn};
use crate::pool::Terms;
use crate::term::{Node, Term};
use crate::z3::{Context, decode};

/// Facts, each after those that it follows from; the last one is the query. Empty if Z3 does not tell.
#[derive(Clone, Debug, Default)]
pub struct Derivation {
    pub facts: Vec<Derived>,
}

/// A relation of given values.
#[derive(Clone, Debug)]
pub struct Derived {
    pub fact: Term,
    /// The facts in the body of the clause that it follows by.
    pub premises: Vec<usize>,
}

impl Horn {
    /// Does the fact (none: the query) follow from others by the clause? If these formulas have a model, which it does then;
    /// `None` if the clause is about other relations.
    ///
    /// Of arrays, Z3 may tell no more than a name: nothing is said of such arguments.
    pub fn step(&self, clause: &Clause, fact: Option<Term>, premises: &[Term]) -> Option<Vec<Term>> {
        let terms = &self.terms;
        let atoms = self.atoms(clause.body);
        if atoms.len() != premises.len() || clause.head.is_some() != fact.is_some() {
            return None;
        }
        let mut formulas = Vec::new();
        let mut left = premises.to_vec();
        for atom in &atoms {
            let relation = self.relation_of(*atom);
            let at = left.iter().position(|premise| self.relation_of(*premise) == relation)?;
            self.equations(*atom, left.swap_remove(at), &mut formulas);
        }
        if let (Some(head), Some(fact)) = (clause.head, fact) {
            if self.relation_of(head) != self.relation_of(fact) {
                return None;
            }
            self.equations(head, fact, &mut formulas);
        }
        // The atoms hold: what is left are conditions.
        let hold = atoms.into_iter().map(|atom| (atom, terms.tt())).collect();
        formulas.push(terms.substitute(clause.body, &hold));
        Some(formulas)
    }

    fn equations(&self, atom: Term, fact: Term, formulas: &mut Vec<Term>) {
        let terms = &self.terms;
        if let (Node::Apply(_, args), Node::Apply(_, values)) = (terms.node(atom), terms.node(fact)) {
            let known = args.iter().zip(values).filter(|(arg, value)| terms.sort(**arg) == terms.sort(**value));
            formulas.extend(known.map(|(arg, value)| terms.eq(*arg, *value)));
        }
    }
}

pub(super) fn derivation(ctx: &Context, terms: &Terms, proof: Z3_ast) -> Derivation {
    let mut found = Derivation::default();
    let mut done: FxHashMap<Z3_ast, usize> = FxHashMap::default();
    let mut open = vec![proof];
    while let Some(&at) = open.last() {
        if done.contains_key(&at) {
            open.pop();
            continue;
        }
        let (kind, args) = application(ctx, at);
        let (premises, conclusion) = match (kind, &args[..]) {
            // The rule, proofs of its premises, and what follows.
            (Some(DeclKind::PrHyperResolve), [_, premises @ .., conclusion]) => (premises.to_vec(), *conclusion),
            // What is around them: the rest of the proof is in it.
            (Some(_), [first, ..]) => {
                open.pop();
                open.push(*first);
                continue;
            }
            // Any other term is no proof that can be read.
            _ => return Derivation::default(),
        };
        let missing: Vec<Z3_ast> = premises.iter().copied().filter(|premise| !done.contains_key(premise)).collect();
        if !missing.is_empty() {
            open.extend(missing);
            continue;
        }
        let Ok(fact) = decode(ctx, terms, conclusion, &[]) else { return Derivation::default() };
        done.insert(at, found.facts.len());
        found.facts.push(Derived { fact, premises: premises.iter().map(|premise| done[premise]).collect() });
        open.pop();
    }
    found
}

fn application(ctx: &Context, ast: Z3_ast) -> (Option<DeclKind>, Vec<Z3_ast>) {
    let c = ctx.raw();
    // SAFETY: a live term of the context; what is asked fits its kind, and every index is below its arity.
    unsafe {
        if Z3_get_ast_kind(c, ast) != AstKind::App {
            return (None, Vec::new());
        }
        let app = ctx.made(Z3_to_app(c, ast));
        let kind = Z3_get_decl_kind(c, ctx.made(Z3_get_app_decl(c, app)));
        let args = (0..Z3_get_app_num_args(c, app)).map(|index| ctx.made(Z3_get_app_arg(c, app, index)));
        (Some(kind), args.collect())
    }
}
