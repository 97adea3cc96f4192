//! What must not happen.

use engine::BugKind;
use ir::LocId;
use smt::Term;

use super::state::State;
use super::walker::Walker;
use crate::numbers::Numbers;
use crate::system::{Excluded, Obligation, Trouble};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// Runs in which it does happen are not followed.
    pub fn bug(&mut self, state: &mut State<R::Word>, kind: engine::BugKind, happens: Term, at: LocId) {
        self.never(state, Obligation { trouble: Trouble::Bug(kind), at, object: None }, happens);
    }

    pub fn beyond(&mut self, state: &mut State<R::Word>, what: &'static str, at: LocId) {
        self.beyond_if(state, self.terms.tt(), what, at);
    }

    pub fn beyond_if(&mut self, state: &mut State<R::Word>, happens: Term, what: &'static str, at: LocId) {
        self.never(state, Obligation { trouble: Trouble::Beyond(what), at, object: None }, happens);
    }

    pub fn unsupported(&mut self, state: &mut State<R::Word>, what: String, at: LocId) {
        let trouble = Trouble::Unsupported(what);
        self.never(state, Obligation { trouble, at, object: None }, self.terms.tt());
    }

    /// What the reading has read otherwise than the machine computes it does not happen.
    pub fn exclude_misread(&mut self, state: &mut State<R::Word>, at: LocId) {
        for misread in self.reading.misread() {
            if self.program.follows_misfits {
                self.never(state, Obligation { trouble: Trouble::Misfit, at, object: None }, misread);
            } else {
                state.condition.and(self.terms, self.terms.not(misread));
            }
        }
    }

    /// Runs in which it happens are not followed, whoever asks about it.
    pub fn never(&mut self, state: &mut State<R::Word>, obligation: Obligation, happens: Term) {
        if happens == self.terms.ff() {
            return;
        }
        // What is not modelled here may be elsewhere, and what is misread here may be read right, although the plans differ only in what
        // they ask about: what is known of a value decides it, and of other objects less is known. So each asks.
        let is_guess = match obligation.trouble {
            Trouble::Beyond(_) | Trouble::Unsupported(_) | Trouble::Misfit => true,
            // Whether bytes may overlap is guessed from where pointers may lead.
            Trouble::Bug(kind) => kind == BugKind::OverlappingCopy,
        };
        let is_gap = is_guess && obligation.object.is_none();
        if is_gap || self.program.asks.about(obligation.object) {
            let condition = self.terms.and([state.condition.term(self.terms), happens]);
            self.walk.broken.push(Excluded { condition, happens, obligation });
        } else {
            self.assumed.extend(obligation.object);
        }
        state.condition.and(self.terms, self.terms.not(happens));
    }
}
