//! Clauses from what a walk has seen.

use smt::Term;

use super::condition::Condition;
use super::walker::Walker;
use crate::numbers::Numbers;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// Whoever comes to the source, and on under the condition, comes to the head.
    pub fn emit(&mut self, condition: &Condition, atoms: &[Term], head: Option<Term>) {
        let condition = condition.term(self.terms);
        if condition == self.terms.ff() {
            return;
        }
        let body: Vec<Term> = self.walk.source.into_iter().chain([condition]).chain(atoms.iter().copied()).collect();
        self.clause(body, head);
    }

    /// What must not happen, of the whole walk.
    pub fn emit_broken(&mut self) {
        let broken = std::mem::take(&mut self.walk.broken);
        let ff = self.terms.ff();
        let obligations: Vec<_> = broken.into_iter().filter(|excluded| excluded.condition != ff).collect();
        if obligations.is_empty() {
            return;
        }
        let any = self.terms.or(obligations.iter().map(|excluded| excluded.condition));
        let choice = self.fitting_choice();
        let body = self.walk.source.into_iter().chain([any, choice]).collect();
        self.clause(body, None);
        self.obligations.push(obligations);
    }

    /// With what is given of the variables, as far as it matters.
    fn clause(&mut self, mut body: Vec<Term>, head: Option<Term>) {
        let variables = self.terms.free_vars(body.iter().copied().chain(head));
        body.extend(self.walk.given.about(variables));
        self.walk_of.push(self.inputs.len());
        match head {
            Some(head) => self.horn.rule(body, head),
            None => self.horn.query(body),
        }
    }

    /// What holds of words that were made where this condition holds. Where nothing is misread it holds everywhere, since there are
    /// always such numbers; otherwise it would exclude just the runs in which something was.
    pub fn given(&mut self, condition: &Condition, holds: Term) {
        let holds =
            if self.reading.may_misread() { self.terms.implies(condition.term(self.terms), holds) } else { holds };
        let variables = self.terms.free_vars([holds]);
        self.walk.given.push(holds, variables);
    }

    /// What the reading says of the words that it has made.
    pub fn take_side_conditions(&mut self, condition: &Condition) {
        for holds in self.reading.side_conditions() {
            self.given(condition, holds);
        }
    }
}
