//! A short search for a combination of facts that shows a bound.
//!
//! To show `form ≥ 0`, a stored `k ≥ 0` is taken away: if `m·form + (m - 1) - f·k ≥ 0` for positive `m` and `f`, then
//! `m·form > -m`, so `form > -1`, and forms are integers. The fact to take away is chosen so that a variable leaves the form,
//! as Fourier and Motzkin would, but from the goal: for differences this walks along a path of bounds.

use smallvec::SmallVec;

use crate::number::fact::{Fact, Relation};
use crate::number::interval::Interval;
use crate::number::knowledge::Content;
use crate::number::linear::{Linear, Var, gcd};

/// How many facts are combined, and how many forms are looked at. What is not found so far is left to the solver.
const DEEPEST: usize = 4;
const MOST_FORMS: u32 = 40;

/// Whether a reduced, normal fact follows, as far as the short search sees.
pub(super) fn shows(content: &Content, fact: &Fact) -> bool {
    if content.shows(fact) {
        return true;
    }
    let at_least = |form: Option<Linear>| form.is_some_and(|form| shows_at_least_zero(content, form));
    match fact.relation {
        Relation::AtLeastZero => at_least(Some(fact.form.clone())),
        Relation::Zero => at_least(Some(fact.form.clone())) && at_least(fact.form.neg()),
        Relation::NotZero => {
            at_least(fact.form.add_constant(-1)) || at_least(fact.form.neg().and_then(|form| form.add_constant(-1)))
        }
    }
}

fn shows_at_least_zero(content: &Content, form: Linear) -> bool {
    let mut search = Search { content, used: SmallVec::new(), left: MOST_FORMS };
    search.shows(&form)
}

/// Whether the facts about the variables exclude each other, as far as the short search sees: some bound is shown to fail.
pub(super) fn shows_contradiction(content: &Content, vars: &[Var]) -> bool {
    let mut search = Search { content, used: SmallVec::new(), left: MOST_FORMS };
    let among = |part: &Linear| part.vars().any(|var| vars.binary_search(&var).is_ok());
    content.parts().iter().filter(|(part, _)| among(part)).any(|(part, interval)| {
        // Less than the low end, or more than the high end.
        let below = interval.low.and_then(|low| part.neg()?.add_constant(low)?.add_constant(-1));
        let above = interval.high.and_then(|high| part.add_constant(-high)?.add_constant(-1));
        below.into_iter().chain(above).any(|form| search.shows(&form))
    })
}

struct Search<'c> {
    content: &'c Content,
    /// Places in the list of parts of those that were taken away on the way here.
    used: SmallVec<[usize; DEEPEST]>,
    /// How many forms may still be looked at.
    left: u32,
}

impl Search<'_> {
    /// Whether `form ≥ 0`; the form is reduced.
    fn shows(&mut self, form: &Linear) -> bool {
        if self.content.interval(form).low.is_some_and(|low| low >= 0) {
            return true;
        }
        if self.used.len() == DEEPEST || self.left == 0 {
            return false;
        }
        // A variable without the bound that the form needs must leave: no other choice of it can succeed instead.
        match form.terms().iter().find(|(var, coefficient)| self.lacks_bound(*var, *coefficient)) {
            Some((var, coefficient)) => self.shows_without(form, *var, *coefficient),
            None => form.terms().iter().any(|(var, coefficient)| self.shows_without(form, *var, *coefficient)),
        }
    }

    fn lacks_bound(&self, var: Var, coefficient: i128) -> bool {
        let Interval { low, high } = self.content.range(var);
        if coefficient > 0 { low.is_none() } else { high.is_none() }
    }

    /// Whether taking away some fact, and with it the variable, shows the form.
    fn shows_without(&mut self, form: &Linear, var: Var, coefficient: i128) -> bool {
        let content = self.content;
        for (at, (part, interval)) in content.parts().iter().enumerate() {
            let own = part.coefficient(var);
            if own == 0 || self.used.contains(&at) {
                continue;
            }
            let Some(rest) = without(form, coefficient, part, own, *interval) else { continue };
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.used.push(at);
            let shown = self.shows(&rest);
            self.used.pop();
            if shown {
                return true;
            }
        }
        false
    }
}

/// What is left to be shown at least zero when the bound of `part` that has the variable with the form's sign is taken away
/// as often as makes the variable vanish.
fn without(form: &Linear, coefficient: i128, part: &Linear, own: i128, interval: Interval) -> Option<Linear> {
    // The bound, `sign·(part - end) ≥ 0`, has the variable with the coefficient `sign·own`.
    let (sign, end) = if (coefficient > 0) == (own > 0) { (1, interval.low?) } else { (-1, interval.high?) };
    let shared = gcd(coefficient.unsigned_abs(), own.unsigned_abs());
    let times = i128::try_from(own.unsigned_abs() / shared).ok()?;
    let factor = i128::try_from(coefficient.unsigned_abs() / shared).ok()?;
    let bound = part.add_constant(-end)?;
    let rest = form.scale(times)?.add_constant(times - 1)?.combine(&bound, -(sign * factor))?;
    Some(rest.tightened())
}
