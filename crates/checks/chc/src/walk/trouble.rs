//! What must not happen.

use ir::LocId;
use smt::Term;

use super::state::State;
use super::walker::Walker;
use crate::numbers::Numbers;
use crate::system::{Obligation, Trouble};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// Runs in which it does happen are not followed.
    pub fn bug(&mut self, state: &mut State<R::Word>, kind: engine::BugKind, happens: Term, at: LocId) {
        self.never(state, Trouble::Bug(kind), happens, at);
    }

    pub fn beyond(&mut self, state: &mut State<R::Word>, what: &'static str, at: LocId) {
        self.beyond_if(state, self.terms.tt(), what, at);
    }

    pub fn beyond_if(&mut self, state: &mut State<R::Word>, happens: Term, what: &'static str, at: LocId) {
        self.never(state, Trouble::Beyond(what), happens, at);
    }

    pub fn unsupported(&mut self, state: &mut State<R::Word>, what: String, at: LocId) {
        self.never(state, Trouble::Unsupported(what), self.terms.tt(), at);
    }

    /// What the reading has read otherwise than the machine computes it does not happen.
    pub fn exclude_misread(&mut self, state: &mut State<R::Word>, at: LocId) {
        for misread in self.reading.misread() {
            if self.program.follows_misfits {
                self.never(state, Trouble::Misfit, misread, at);
            } else {
                state.condition.and(self.terms, self.terms.not(misread));
            }
        }
    }

    fn never(&mut self, state: &mut State<R::Word>, trouble: Trouble, happens: Term, at: LocId) {
        if happens == self.terms.ff() {
            return;
        }
        let condition = self.terms.and([state.condition.term(self.terms), happens]);
        self.walk.broken.push((condition, Obligation { trouble, at }));
        state.condition.and(self.terms, self.terms.not(happens));
    }
}
