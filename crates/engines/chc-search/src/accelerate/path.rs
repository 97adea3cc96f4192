//! One way through the body of a clause: the one that a model takes.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Node, Solver, Sort, Term, Terms, Value};

/// Wherever these conditions hold, the body does, and its arguments are these, none of which is a choice.
#[derive(Clone, Debug)]
pub struct Path {
    pub conditions: Vec<Term>,
    pub args: Vec<Term>,
}

/// Terms that are looked at, one inside of the other, and in all. Bodies with more are no loops that count.
const MOST_DEPTH: usize = 400;
const MOST_TERMS: usize = 4_000;

impl Path {
    /// The solver has a model of the body.
    pub fn of(terms: &Terms, solver: &mut Solver, body: Term, args: &[Term]) -> Option<Path> {
        let (assumed, chosen) = (FxHashSet::default(), FxHashMap::default());
        let mut chooser = Chooser { terms, solver, conditions: Vec::new(), assumed, chosen, seen: 0 };
        chooser.assume(body, true, MOST_DEPTH)?;
        let args = args.iter().map(|arg| chooser.chosen(*arg, MOST_DEPTH)).collect::<Option<_>>()?;
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
    /// Formulas whose conditions are there, and terms with their choices made: parts are shared.
    assumed: FxHashSet<(Term, bool)>,
    chosen: FxHashMap<Term, Term>,
    seen: usize,
}

impl Chooser<'_> {
    fn is_true(&mut self, condition: Term) -> Option<bool> {
        match self.solver.value(condition)? {
            Value::Bool(is_true) => Some(is_true),
            Value::Int(_) | Value::Bv { .. } => None,
        }
    }

    /// One more term is looked at.
    fn see(&mut self) -> Option<()> {
        self.seen += 1;
        (self.seen <= MOST_TERMS).then_some(())
    }

    /// Conditions by which the formula is what it is in the model.
    fn assume(&mut self, formula: Term, wanted: bool, depth: usize) -> Option<()> {
        if !self.assumed.insert((formula, wanted)) {
            return Some(());
        }
        self.see()?;
        let depth = depth.checked_sub(1)?;
        let terms = self.terms;
        match terms.node(formula) {
            Node::Bool(_) => Some(()),
            Node::Not(inner) => self.assume(*inner, !wanted, depth),
            Node::And(parts) | Node::Or(parts) => {
                let all = matches!(terms.node(formula), Node::And(_)) == wanted;
                if all {
                    return parts.iter().try_for_each(|part| self.assume(*part, wanted, depth));
                }
                for part in parts {
                    if self.is_true(*part)? == wanted {
                        return self.assume(*part, wanted, depth);
                    }
                }
                None
            }
            Node::Ite(condition, yes, no) => {
                let holds = self.is_true(*condition)?;
                self.assume(*condition, holds, depth)?;
                self.assume(if holds { *yes } else { *no }, wanted, depth)
            }
            Node::Eq(a, b) if terms.sort(*a) == Sort::Bool => {
                let (a_holds, b_holds) = (self.is_true(*a)?, self.is_true(*b)?);
                self.assume(*a, a_holds, depth)?;
                self.assume(*b, b_holds, depth)
            }
            Node::Eq(a, b) if terms.sort(*a) == Sort::Int && !wanted => {
                let (a, b) = (*a, *b);
                let less = terms.lt(a, b);
                let (a, b) = if self.is_true(less)? { (a, b) } else { (b, a) };
                let (a, b) = (self.chosen(a, depth)?, self.chosen(b, depth)?);
                self.conditions.push(terms.lt(a, b));
                Some(())
            }
            // Any other formula is an atom.
            _ => {
                let atom = self.chosen(formula, depth)?;
                self.conditions.push(if wanted { atom } else { terms.not(atom) });
                Some(())
            }
        }
    }

    /// The term with every choice made as in the model.
    fn chosen(&mut self, term: Term, depth: usize) -> Option<Term> {
        if let Some(chosen) = self.chosen.get(&term) {
            return Some(*chosen);
        }
        let depth = depth.checked_sub(1)?;
        let terms = self.terms;
        let mut replace = FxHashMap::default();
        for choice in self.outermost_choices(term)? {
            if let Node::Ite(condition, yes, no) = terms.node(choice) {
                let holds = self.is_true(*condition)?;
                self.assume(*condition, holds, depth)?;
                let chosen = self.chosen(if holds { *yes } else { *no }, depth)?;
                replace.insert(choice, chosen);
            }
        }
        let chosen = terms.substitute(term, &replace);
        self.chosen.insert(term, chosen);
        Some(chosen)
    }

    /// Choices in a term that are in no other one.
    fn outermost_choices(&mut self, term: Term) -> Option<Vec<Term>> {
        let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![term]);
        while let Some(at) = work.pop() {
            if !seen.insert(at) {
                continue;
            }
            self.see()?;
            match self.terms.node(at) {
                Node::Ite(..) => found.push(at),
                node => work.extend(node.children()),
            }
        }
        Some(found)
    }
}
