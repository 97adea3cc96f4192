//! How facts are stored, and looked up.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::number::fact::{Fact, Relation, leads_negative};
use crate::number::interval::{Interval, WIDEST, of_sum};
use crate::number::linear::{Linear, Var};

/// Facts by their shape, each list in ascending order.
///
/// Invariants (`is_consistent` checks them):
/// - a solved variable occurs nowhere but on its own left side and in `odd`;
/// - the sums in `parts` have at least two variables, no constant, coprime coefficients, the first positive; an interval is
///   neither empty nor without ends, and a single point only if no coefficient is ±1 (else it is an equation);
/// - the sums in `apart` are normal facts;
/// - all numbers outside `odd` are within [`WIDEST`];
/// - contradictory content has nothing else.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(in crate::number) struct Content {
    pub(super) contradictory: bool,
    /// Variables, and the sum of others that each equals.
    pub(super) solved: Vec<(Var, Linear)>,
    /// Where variables lie.
    pub(super) ranges: Vec<(Var, Interval)>,
    /// Where sums of several variables lie.
    pub(super) parts: Vec<(Linear, Interval)>,
    /// Sums that are not zero.
    pub(super) apart: Vec<Linear>,
    /// Facts with numbers too large to compute with, as they came.
    pub(super) odd: Vec<Fact>,
}

impl Content {
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    pub fn range(&self, var: Var) -> Interval {
        match self.ranges.binary_search_by_key(&var, |(own, _)| *own) {
            Ok(at) => self.ranges[at].1,
            Err(_) => Interval::default(),
        }
    }

    pub fn parts(&self) -> &[(Linear, Interval)] {
        &self.parts
    }

    pub fn apart(&self) -> &[Linear] {
        &self.apart
    }

    pub fn has_odd_facts(&self) -> bool {
        !self.odd.is_empty()
    }

    /// Solved variables replaced, as [`super::Knowledge::reduce`]; `None` if a number leaves `i128`.
    pub fn reduce<'f>(&self, form: &'f Linear) -> Option<Cow<'f, Linear>> {
        let solution = |var: Var| {
            let at = self.solved.binary_search_by_key(&var, |(own, _)| *own).ok()?;
            Some(&self.solved[at].1)
        };
        if self.solved.is_empty() {
            return Some(Cow::Borrowed(form));
        }
        let solutions: SmallVec<[Option<&Linear>; 4]> = form.vars().map(solution).collect();
        if solutions.iter().all(Option::is_none) {
            return Some(Cow::Borrowed(form));
        }
        form.replace(|index| solutions[index]).map(Cow::Owned)
    }

    /// The fact about a reduced form, in normal form.
    pub fn reduce_fact(&self, fact: &Fact) -> Option<Fact> {
        let form = self.reduce(&fact.form)?.into_owned();
        Some(Fact { form, relation: fact.relation }.normal())
    }

    /// Where a reduced form lies: by the intervals of its variables, and by what is known of the very form.
    pub fn interval(&self, form: &Linear) -> Interval {
        if let [(var, coefficient)] = form.terms() {
            return self.range(*var).scale(*coefficient).shift(form.constant_term());
        }
        let of_parts = of_sum(form, |var| self.range(var));
        match self.known_of(form) {
            Some(known) => of_parts.meet(known),
            None => of_parts,
        }
    }

    /// What is stored of the form's variables in just this proportion.
    fn known_of(&self, form: &Linear) -> Option<Interval> {
        if self.parts.is_empty() || form.terms().len() < 2 || !form.is_within(WIDEST) {
            return None;
        }
        let divisor = form.content()?;
        let sign = if leads_negative(form) { -1 } else { 1 };
        let factor = sign * divisor;
        let divided = |c: i128| if divisor == 1 { c * sign } else { c / factor };
        let sought = || form.terms().iter().map(|(var, coefficient)| (*var, divided(*coefficient)));
        let at = self.parts.binary_search_by(|(own, _)| own.terms().iter().copied().cmp(sought())).ok()?;
        Some(self.parts[at].1.scale(factor).shift(form.constant_term()))
    }

    /// Whether a reduced, normal fact is known by looking it up.
    pub fn shows(&self, fact: &Fact) -> bool {
        if let Some(truth) = fact.truth() {
            return truth;
        }
        let interval = self.interval(&fact.form);
        match fact.relation {
            Relation::AtLeastZero => interval.low.is_some_and(|low| low >= 0),
            Relation::Zero => interval.as_point() == Some(0),
            Relation::NotZero => !interval.contains(0) || self.apart.binary_search(&fact.form).is_ok(),
        }
    }

    /// See [`super::Knowledge::facts`].
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        let never = self.contradictory.then(Fact::never);
        never.into_iter().chain(self.equations()).chain(self.unsolved_facts())
    }

    /// Every variable that occurs, perhaps several times.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        let sums = self.solved.iter().map(|(_, sum)| sum).chain(self.parts.iter().map(|(part, _)| part));
        let sums = sums.chain(&self.apart).chain(self.odd.iter().map(|fact| &fact.form));
        let alone = self.solved.iter().map(|(var, _)| *var).chain(self.ranges.iter().map(|(var, _)| *var));
        alone.chain(sums.flat_map(|sum| sum.vars()))
    }

    /// The equations that are solved for a variable.
    pub fn equations(&self) -> impl Iterator<Item = Fact> {
        self.solved.iter().map(|(var, sum)| solved_equation(*var, sum))
    }

    /// All but the solved equations. Without odd facts, no solved variable occurs in them: whatever satisfies them
    /// satisfies the equations too, with the right values for the solved variables.
    pub fn unsolved_facts(&self) -> impl Iterator<Item = Fact> {
        let ranges = self.ranges.iter().flat_map(|(var, interval)| within(&Linear::var(*var), *interval));
        let parts = self.parts.iter().flat_map(|(part, interval)| within(part, *interval));
        let apart = self.apart.iter().map(|form| Fact::not_zero(form.clone()));
        ranges.chain(parts).chain(apart).chain(self.odd.iter().cloned())
    }

    /// The unsolved facts whose variables are among these (ascending); odd ones are left out.
    pub fn facts_among(&self, vars: &[Var]) -> impl Iterator<Item = Fact> {
        let among = |form: &Linear| form.vars().all(|var| vars.binary_search(&var).is_ok());
        let var = |(var, interval): &(Var, Interval)| (Linear::var(*var), *interval);
        let ranges = self.ranges.iter().filter(|(var, _)| vars.binary_search(var).is_ok()).map(var);
        let parts = self.parts.iter().filter(move |(part, _)| among(part)).cloned();
        let bounds = ranges.chain(parts).flat_map(|(part, interval)| within(&part, interval));
        bounds.chain(self.apart.iter().filter(move |form| among(form)).cloned().map(Fact::not_zero))
    }

    /// Whether the values satisfy all of [`Content::facts_among`]. `false` also if a number leaves `i128`.
    pub fn admits(&self, vars: &[Var], of: &dyn Fn(Var) -> i128) -> bool {
        let among = |form: &Linear| form.vars().all(|var| vars.binary_search(&var).is_ok());
        vars.iter().all(|var| self.range(*var).contains(of(*var)))
            && self
                .parts
                .iter()
                .filter(|(part, _)| among(part))
                .all(|(part, interval)| part.eval(of).is_some_and(|value| interval.contains(value)))
            && self.apart.iter().filter(|form| among(form)).all(|form| form.eval(of).is_some_and(|value| value != 0))
    }

    /// Whether the invariants hold. For what is read, and for tests.
    pub fn is_consistent(&self) -> bool {
        let solved = |var: Var| self.solved.binary_search_by_key(&var, |(own, _)| *own).is_ok();
        let fine = |form: &Linear| form.is_within(WIDEST) && !form.vars().any(solved);
        let narrow = |interval: Interval| Interval::new(interval.low, interval.high) == interval;
        let proper = |interval: Interval| narrow(interval) && !interval.is_empty() && interval != Interval::default();
        let has_unit = |form: &Linear| form.terms().iter().any(|(_, c)| c.abs() == 1);
        let is_part = |part: &Linear, interval: Interval| {
            let shape = part.terms().len() > 1 && part.constant_term() == 0 && !leads_negative(part);
            shape && part.content() == Some(1) && (interval.as_point().is_none() || !has_unit(part))
        };
        let ascend = self.solved.is_sorted_by(|a, b| a.0 < b.0)
            && self.ranges.is_sorted_by(|a, b| a.0 < b.0)
            && self.parts.is_sorted_by(|a, b| a.0 < b.0)
            && self.apart.is_sorted_by(|a, b| a < b)
            && self.odd.is_sorted_by(|a, b| a < b);
        let range =
            |(var, interval): &(Var, Interval)| !solved(*var) && proper(*interval) && interval.as_point().is_none();
        let part = |(part, interval): &(Linear, Interval)| fine(part) && proper(*interval) && is_part(part, *interval);
        let apart = |form: &Linear| {
            let fact = Fact::not_zero(form.clone());
            fine(form) && fact.truth().is_none() && fact.normal() == fact
        };
        let stored = ascend
            && self.solved.iter().all(|(_, sum)| fine(sum))
            && self.ranges.iter().all(range)
            && self.parts.iter().all(part)
            && self.apart.iter().all(apart);
        let only = *self == Content { contradictory: true, ..Content::default() };
        if self.contradictory { only } else { stored }
    }
}

/// `var = sum`.
pub(super) fn solved_equation(var: Var, sum: &Linear) -> Fact {
    Fact::zero(Linear::var(var).sub(sum).expect("invariant: stored numbers can be negated")).normal()
}

/// The interval of a sum without constant, as facts.
pub(super) fn within(part: &Linear, interval: Interval) -> impl Iterator<Item = Fact> + use<> {
    const FITS: &str = "invariant: stored numbers can be negated";
    let low = interval.low.map(|low| part.add_constant(-low).expect(FITS));
    let high = interval.high.map(|high| part.neg().expect(FITS).add_constant(high).expect(FITS));
    low.into_iter().chain(high).map(Fact::at_least_zero)
}
