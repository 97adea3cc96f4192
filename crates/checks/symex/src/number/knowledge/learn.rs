//! Learning: a fact comes in, and everything that is stored is brought up to date with it.
//!
//! Facts wait in a queue. Each is reduced by the equations and stored by its shape; what it changes (facts that mention a
//! variable just solved, sums whose interval became a point) goes back into the queue.
//!
//! Invariant: what is stored and what waits, together, hold exactly where all that was learnt holds. So a fact may be left
//! out whenever what is stored, without it, implies it.
//! Terminates: a variable is solved once (an equation that overflows becomes odd, for good), intervals only shrink by facts
//! that wait, or by propagation, which has a limit.

use crate::number::fact::{Fact, Relation, leads_negative};
use crate::number::interval::{Interval, WIDEST, of_others};
use crate::number::linear::{Linear, Var};

use super::content::{Content, within};

/// How many intervals of variables are narrowed by others, for one fact learnt. A limit is needed: `x ≥ y + 1` and
/// `y ≥ x + 1` would narrow each other up to the ends of the world.
const NARROWED: u32 = 24;

/// Adds a fact to content that is not contradictory.
pub(super) fn learn(content: &mut Content, fact: Fact) {
    let mut learning = Learning { content, waiting: vec![fact], narrowed: 0 };
    while let Some(fact) = learning.waiting.pop() {
        if learning.take(fact).is_err() {
            *learning.content = Content { contradictory: true, ..Content::default() };
            return;
        }
    }
    debug_assert!(content.is_consistent(), "learning keeps knowledge consistent");
}

/// Nothing satisfies the facts.
struct Contradiction;

struct Learning<'c> {
    content: &'c mut Content,
    waiting: Vec<Fact>,
    narrowed: u32,
}

impl Learning<'_> {
    fn take(&mut self, fact: Fact) -> Result<(), Contradiction> {
        let Some(reduced) = self.content.reduce_fact(&fact).filter(|fact| fact.form.is_within(WIDEST)) else {
            self.keep_odd(fact);
            return Ok(());
        };
        match reduced.truth() {
            Some(true) => return Ok(()),
            Some(false) => return Err(Contradiction),
            None => {}
        }
        if self.content.shows(&reduced) {
            return Ok(());
        }
        match reduced.relation {
            Relation::Zero => self.equate(reduced.form),
            Relation::AtLeastZero => self.bound(reduced.form),
            Relation::NotZero => self.exclude(reduced.form),
        }
    }

    fn keep_odd(&mut self, fact: Fact) {
        if let Err(at) = self.content.odd.binary_search(&fact) {
            self.content.odd.insert(at, fact);
        }
    }

    /// `form = 0`: solved for the youngest variable that needs no division, else kept as an interval of one point.
    fn equate(&mut self, form: Linear) -> Result<(), Contradiction> {
        let Some(&(var, coefficient)) = form.terms().iter().rev().find(|(_, c)| c.abs() == 1) else {
            let value = -form.constant_term();
            return self.narrow_part(form.linear_part(), Interval { low: Some(value), high: Some(value) });
        };
        let alone = form.combine(&Linear::var(var), -coefficient);
        let sum = alone.and_then(|rest| rest.scale(-coefficient)).expect("invariant: numbers within the widest turn");
        self.release(var);
        self.substitute_in_solutions(var, &sum);
        let solved = &mut self.content.solved;
        let at = solved.binary_search_by_key(&var, |(own, _)| *own).expect_err("invariant: a reduced form is unsolved");
        solved.insert(at, (var, sum));
        Ok(())
    }

    /// All that is stored about the variable waits again.
    fn release(&mut self, var: Var) {
        let content = &mut *self.content;
        if let Ok(at) = content.ranges.binary_search_by_key(&var, |(own, _)| *own) {
            let (_, interval) = content.ranges.remove(at);
            self.waiting.extend(within(&Linear::var(var), interval));
        }
        for (part, interval) in content.parts.extract_if(.., |(part, _)| part.mentions(var)) {
            self.waiting.extend(within(&part, interval));
        }
        self.waiting.extend(content.apart.extract_if(.., |form| form.mentions(var)).map(Fact::not_zero));
    }

    fn substitute_in_solutions(&mut self, var: Var, sum: &Linear) {
        let mut odd = Vec::new();
        self.content.solved.retain_mut(|(own, solution)| {
            let coefficient = solution.coefficient(var);
            if coefficient == 0 {
                return true;
            }
            let without = solution.combine(&Linear::var(var), -coefficient);
            let replaced = without.and_then(|rest| rest.combine(sum, coefficient));
            match replaced.filter(|replaced| replaced.is_within(WIDEST)) {
                Some(replaced) => *solution = replaced,
                None => {
                    let form = Linear::var(*own).sub(solution).expect("invariant: numbers within the widest turn");
                    odd.push(Fact::zero(form));
                    return false;
                }
            }
            true
        });
        odd.into_iter().for_each(|fact| self.keep_odd(fact));
    }

    /// `form ≥ 0`.
    fn bound(&mut self, form: Linear) -> Result<(), Contradiction> {
        let constant = form.constant_term();
        if leads_negative(&form) {
            let part = form.linear_part().neg().expect("invariant: numbers within the widest turn");
            self.narrow_part(part, Interval { low: None, high: Some(constant) })
        } else {
            self.narrow_part(form.linear_part(), Interval { low: Some(-constant), high: None })
        }
    }

    /// A normal linear part lies in the interval.
    fn narrow_part(&mut self, part: Linear, interval: Interval) -> Result<(), Contradiction> {
        if let Some(var) = part.as_var() {
            return self.narrow_var(var, interval);
        }
        let parts = &mut self.content.parts;
        let at = parts.binary_search_by(|(own, _)| own.cmp(&part));
        let narrowed = match at {
            Ok(at) => parts[at].1.meet(interval),
            Err(_) => interval,
        };
        let narrowed = without_excluded_ends(&self.content.apart, &part, narrowed);
        if narrowed.is_empty() {
            return Err(Contradiction);
        }
        let solvable = part.terms().iter().any(|(_, c)| c.abs() == 1);
        if let Some(value) = narrowed.as_point().filter(|_| solvable) {
            if let Ok(at) = at {
                parts.remove(at);
            }
            self.waiting.push(equals(&part, value));
            return Ok(());
        }
        match at {
            Ok(at) => parts[at].1 = narrowed,
            Err(at) => parts.insert(at, (part.clone(), narrowed)),
        }
        self.content.apart.retain(|form| !excludes_outside(form, &part, narrowed));
        let changed = self.narrow_by(&part, narrowed)?;
        self.propagate(changed)
    }

    /// A variable lies in the interval; what follows for others is followed too.
    fn narrow_var(&mut self, var: Var, interval: Interval) -> Result<(), Contradiction> {
        if self.store_range(var, interval)? { self.propagate(vec![var]) } else { Ok(()) }
    }

    /// Whether anything changed.
    fn store_range(&mut self, var: Var, interval: Interval) -> Result<bool, Contradiction> {
        let ranges = &mut self.content.ranges;
        let at = ranges.binary_search_by_key(&var, |(own, _)| *own);
        let before = at.map_or(Interval::default(), |at| ranges[at].1);
        let met = before.meet(interval);
        if met == before {
            return Ok(false);
        }
        let part = Linear::var(var);
        let narrowed = without_excluded_ends(&self.content.apart, &part, met);
        if narrowed.is_empty() {
            return Err(Contradiction);
        }
        if let Some(value) = narrowed.as_point() {
            self.waiting.push(equals(&part, value));
            if let Ok(at) = at {
                ranges.remove(at);
            }
            return Ok(false);
        }
        match at {
            Ok(at) => ranges[at].1 = narrowed,
            Err(at) => ranges.insert(at, (var, narrowed)),
        }
        self.content.apart.retain(|form| !excludes_outside(form, &part, narrowed));
        Ok(true)
    }

    /// `form ≠ 0`: becomes a bound where zero is an end of what the form can be.
    fn exclude(&mut self, form: Linear) -> Result<(), Contradiction> {
        match self.as_bound(&form) {
            Some(bound) => self.waiting.push(bound),
            None => {
                if let Err(at) = self.content.apart.binary_search(&form) {
                    self.content.apart.insert(at, form);
                }
            }
        }
        Ok(())
    }

    /// The bound that `form ≠ 0` is when zero is the least or the greatest value of the form.
    fn as_bound(&self, form: &Linear) -> Option<Fact> {
        let interval = self.content.interval(form);
        if interval.low == Some(0) {
            return form.add_constant(-1).map(Fact::at_least_zero);
        }
        let turned = (interval.high == Some(0)).then(|| form.neg()).flatten()?;
        turned.add_constant(-1).map(Fact::at_least_zero)
    }

    /// The part's variables, narrowed by where the part lies and where its other variables lie; those that changed.
    fn narrow_by(&mut self, part: &Linear, interval: Interval) -> Result<Vec<Var>, Contradiction> {
        let mut changed = Vec::new();
        for (var, coefficient) in part.terms() {
            let others = of_others(part, *var, |var| self.content.range(var));
            if others == Interval::default() {
                continue;
            }
            let own = interval.add(others.scale(-1)).divide(*coefficient);
            if self.store_range(*var, own)? {
                changed.push(*var);
            }
        }
        Ok(changed)
    }

    /// What follows from narrower ranges, up to the limit.
    fn propagate(&mut self, changed: Vec<Var>) -> Result<(), Contradiction> {
        let mut changed = std::collections::VecDeque::from(changed);
        while let Some(var) = changed.pop_front() {
            self.bound_what_is_apart(var);
            if self.narrowed >= NARROWED {
                continue;
            }
            let touched = |(part, _): &&(Linear, Interval)| part.mentions(var);
            let touched: Vec<(Linear, Interval)> = self.content.parts.iter().filter(touched).cloned().collect();
            for (part, interval) in touched {
                let more = self.narrow_by(&part, interval)?;
                self.narrowed += more.len() as u32;
                changed.extend(more);
            }
        }
        Ok(())
    }

    /// Sums with the variable that are not zero: some have become bounds, some follow from where the variable lies.
    fn bound_what_is_apart(&mut self, var: Var) {
        let mut apart = std::mem::take(&mut self.content.apart);
        apart.retain(|form| {
            if !form.mentions(var) {
                return true;
            }
            let bound = self.as_bound(form);
            let stays = bound.is_none() && self.content.interval(form).contains(0);
            self.waiting.extend(bound);
            stays
        });
        self.content.apart = apart;
    }
}

/// `part = value`.
fn equals(part: &Linear, value: i128) -> Fact {
    Fact::zero(part.add_constant(-value).expect("invariant: a part has no constant"))
}

/// The interval of the part without ends at which the part is known not to be.
fn without_excluded_ends(apart: &[Linear], part: &Linear, mut interval: Interval) -> Interval {
    let is_excluded = |value: i128| {
        let form = part.add_constant(-value).expect("invariant: a part has no constant");
        apart.binary_search(&form).is_ok()
    };
    while let Some(low) = interval.low.filter(|low| *low < WIDEST && !interval.is_empty() && is_excluded(*low)) {
        interval.low = Some(low + 1);
    }
    while let Some(high) = interval.high.filter(|high| *high > -WIDEST && !interval.is_empty() && is_excluded(*high)) {
        interval.high = Some(high - 1);
    }
    interval
}

/// Whether `form ≠ 0` follows from where its linear part lies.
fn excludes_outside(form: &Linear, part: &Linear, interval: Interval) -> bool {
    form.terms() == part.terms() && !interval.contains(-form.constant_term())
}
