//! One way through the body of a clause: the one that a model takes.

use rustc_hash::FxHashMap;
use smt::{Node, Solver, Sort, Term, Terms, Value};

/// Wherever these conditions hold, the body does, and its arguments are these, none of which is a choice.
#[derive(Clone, Debug)]
pub struct Path {
    pub conditions: Vec<Term>,
    pub args: Vec<Term>,
}

impl Path {
    /// The solver has a model of the body.
    pub fn of(terms: &Terms, solver: &mut Solver, body: Term, args: &[Term]) -> Option<Path> {
        let mut chooser = Chooser { terms, solver, conditions: Vec::new() };
        chooser.assume(body, true)?;
        let args = args.iter().map(|arg| chooser.chosen(*arg)).collect::<Option<_>>()?;
        let mut conditions = chooser.conditions;
        conditions.sort_unstable();
        conditions.dedup();
        Some(Path { conditions, args })
    }
}

struct Chooser<'a> {
    terms: &'a Terms,
    solver: &'a mut Solver,
    conditions: Vec<Term>,
}

impl Chooser<'_> {
    fn is_true(&mut self, condition: Term) -> Option<bool> {
        match self.solver.value(condition)? {
            Value::Bool(is_true) => Some(is_true),
            Value::Int(_) | Value::Bv { .. } => None,
        }
    }

    /// Conditions by which the formula is what it is in the model.
    fn assume(&mut self, formula: Term, wanted: bool) -> Option<()> {
        let terms = self.terms;
        match terms.node(formula) {
            Node::Bool(_) => Some(()),
            Node::Not(inner) => self.assume(*inner, !wanted),
            Node::And(parts) | Node::Or(parts) => {
                let all = matches!(terms.node(formula), Node::And(_)) == wanted;
                if all {
                    return parts.iter().try_for_each(|part| self.assume(*part, wanted));
                }
                for part in parts {
                    if self.is_true(*part)? == wanted {
                        return self.assume(*part, wanted);
                    }
                }
                None
            }
            Node::Ite(condition, yes, no) => {
                let holds = self.is_true(*condition)?;
                self.assume(*condition, holds)?;
                self.assume(if holds { *yes } else { *no }, wanted)
            }
            Node::Eq(a, b) if terms.sort(*a) == Sort::Bool => {
                let (a_holds, b_holds) = (self.is_true(*a)?, self.is_true(*b)?);
                self.assume(*a, a_holds)?;
                self.assume(*b, b_holds)
            }
            Node::Eq(a, b) if terms.sort(*a) == Sort::Int && !wanted => {
                let (a, b) = (*a, *b);
                let less = terms.lt(a, b);
                let (a, b) = if self.is_true(less)? { (a, b) } else { (b, a) };
                let (a, b) = (self.chosen(a)?, self.chosen(b)?);
                self.conditions.push(terms.lt(a, b));
                Some(())
            }
            // Any other formula is an atom.
            _ => {
                let atom = self.chosen(formula)?;
                self.conditions.push(if wanted { atom } else { terms.not(atom) });
                Some(())
            }
        }
    }

    /// The term with every choice made as in the model.
    fn chosen(&mut self, term: Term) -> Option<Term> {
        let terms = self.terms;
        let mut choices = Vec::new();
        outermost_choices(terms, term, &mut choices);
        let mut replace = FxHashMap::default();
        for choice in choices {
            if let Node::Ite(condition, yes, no) = terms.node(choice) {
                let holds = self.is_true(*condition)?;
                self.assume(*condition, holds)?;
                let chosen = self.chosen(if holds { *yes } else { *no })?;
                replace.insert(choice, chosen);
            }
        }
        Some(terms.substitute(term, &replace))
    }
}

fn outermost_choices(terms: &Terms, term: Term, found: &mut Vec<Term>) {
    if matches!(terms.node(term), Node::Ite(..)) {
        if !found.contains(&term) {
            found.push(term);
        }
    } else {
        terms.node(term).children().for_each(|child| outermost_choices(terms, child, found));
    }
}
