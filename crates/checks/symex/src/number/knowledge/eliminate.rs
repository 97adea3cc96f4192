//! Forgetting variables.
//!
//! Guarantees: the result mentions only variables to keep, and is implied by the content.  (tested by `projection_is_implied`)
//! Loses precision when: an equation cannot be solved for a forgotten variable without division (that it is divisible is
//! lost), coefficients of a step are not ±1 (the rational shadow is taken), a step would grow beyond [`LARGEST`], and for
//! `≠` about forgotten variables.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::number::fact::{Fact, Relation};
use crate::number::linear::{Linear, Var, gcd};

use super::Knowledge;
use super::content::{Content, solved_equation, within};

/// How many facts one step of elimination may make; instead of more, all about the variable is dropped.
const LARGEST: usize = 64;

pub(super) fn project(content: &Content, keep: &dyn Fn(Var) -> bool) -> Knowledge {
    let mut rest = content.clone();
    let mut system = System::extract(&mut rest, keep);
    debug_assert!(rest.is_consistent(), "what is left keeps its shape");
    while system.solve_an_equation(keep) {}
    while let Some(var) = system.cheapest_forgotten(keep) {
        system.eliminate(var);
    }
    let keeps = |fact: &Fact| fact.form.vars().all(keep);
    let gained = system.equations.into_iter().chain(system.others).filter(keeps).chain(bounds(&system.bounds));
    let mut knowledge = Knowledge { content: Arc::new(rest) };
    knowledge.extend(gained);
    knowledge
}

/// Facts from which variables are to vanish.
struct System {
    /// Facts `= 0`.
    equations: Vec<Fact>,
    /// Facts `part + constant ≥ 0`, for each linear part the strongest: with the least constant.
    bounds: BTreeMap<Linear, i128>,
    /// Facts that are only kept or dropped.
    others: Vec<Fact>,
}

impl System {
    /// Takes all facts about forgotten variables out of the content.
    fn extract(content: &mut Content, keep: &dyn Fn(Var) -> bool) -> System {
        let mut system = System { equations: Vec::new(), bounds: BTreeMap::new(), others: Vec::new() };
        let forgets = |form: &Linear| form.vars().any(|var| !keep(var));
        // A solved variable occurs nowhere else but in odd facts, which stay or go as they are: to forget it is to drop
        // its equation.
        content.solved.retain(|(var, _)| keep(*var));
        for (var, sum) in content.solved.extract_if(.., |(_, sum)| forgets(sum)) {
            system.take(solved_equation(var, &sum));
        }
        for (var, interval) in content.ranges.extract_if(.., |(var, _)| !keep(*var)) {
            within(&Linear::var(var), interval).for_each(|fact| system.take(fact));
        }
        for (part, interval) in content.parts.extract_if(.., |(part, _)| forgets(part)) {
            within(&part, interval).for_each(|fact| system.take(fact));
        }
        content.apart.extract_if(.., |form| forgets(form)).for_each(|form| system.take(Fact::not_zero(form)));
        content.odd.extract_if(.., |fact| forgets(&fact.form)).for_each(|fact| system.take(fact));
        system
    }

    fn take(&mut self, fact: Fact) {
        let fact = fact.normal();
        match (fact.truth(), fact.relation) {
            (Some(true), _) => {}
            (Some(false), _) | (None, Relation::NotZero) => self.others.push(fact),
            (None, Relation::Zero) => self.equations.push(fact),
            (None, Relation::AtLeastZero) => {
                let constant = fact.form.constant_term();
                let least = self.bounds.entry(fact.form.linear_part()).or_insert(constant);
                *least = constant.min(*least);
            }
        }
    }

    /// Uses up an equation that gives a forgotten variable without division. Whether there was one.
    fn solve_an_equation(&mut self, keep: &dyn Fn(Var) -> bool) -> bool {
        let gives = |fact: &Fact| {
            let unit = |(var, c): &&(Var, i128)| !keep(*var) && c.unsigned_abs() == 1;
            fact.form.terms().iter().find(unit).copied()
        };
        let found = self.equations.iter().enumerate().find_map(|(at, fact)| Some((at, gives(fact)?)));
        let Some((at, (var, coefficient))) = found else { return false };
        let form = self.equations.remove(at).form;
        let sum = form.combine(&Linear::var(var), -coefficient).and_then(|rest| rest.scale(-coefficient));
        let all = std::mem::take(&mut self.equations).into_iter().chain(bounds(&std::mem::take(&mut self.bounds)));
        for fact in all.chain(std::mem::take(&mut self.others)).collect::<Vec<_>>() {
            if !fact.form.mentions(var) {
                self.take(fact);
            } else if let Some(sum) = &sum
                && let Some(fact) = fact.substitute(&|own| (own == var).then(|| sum.clone()))
            {
                self.take(fact);
            }
        }
        true
    }

    /// The forgotten variable whose elimination makes the fewest facts.
    fn cheapest_forgotten(&mut self, keep: &dyn Fn(Var) -> bool) -> Option<Var> {
        // What equations are left about forgotten variables become bounds on both sides.
        let forgotten = |fact: &Fact| fact.form.vars().any(|var| !keep(var));
        for equation in self.equations.extract_if(.., |fact| forgotten(fact)).collect::<Vec<_>>() {
            let other = equation.form.neg().map(Fact::at_least_zero);
            self.take(Fact::at_least_zero(equation.form));
            other.into_iter().for_each(|fact| self.take(fact));
        }
        let mut sides: BTreeMap<Var, (usize, usize)> = BTreeMap::new();
        for (var, coefficient) in self.bounds.keys().flat_map(|part| part.terms()).filter(|(var, _)| !keep(*var)) {
            let (above, below) = sides.entry(*var).or_default();
            *if *coefficient > 0 { above } else { below } += 1;
        }
        sides.into_iter().min_by_key(|(_, (above, below))| above * below).map(|(var, _)| var)
    }

    /// Fourier and Motzkin's step: every lower bound of the variable is at most every upper one.
    fn eliminate(&mut self, var: Var) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        self.bounds.retain(|part, constant| {
            let coefficient = part.coefficient(var);
            if coefficient == 0 {
                return true;
            }
            let bound = part.add_constant(*constant).expect("invariant: a part has no constant");
            if coefficient > 0 { &mut above } else { &mut below }.push((coefficient.unsigned_abs(), bound));
            false
        });
        if above.len() * below.len() > LARGEST {
            return;
        }
        for (a, lower) in &above {
            for (b, upper) in &below {
                let shared = gcd(*a, *b);
                let sum = i128::try_from(b / shared).ok().zip(i128::try_from(a / shared).ok());
                let sum = sum.and_then(|(times, factor)| lower.scale(times)?.combine(upper, factor));
                sum.into_iter().for_each(|form| self.take(Fact::at_least_zero(form)));
            }
        }
    }
}

fn bounds(bounds: &BTreeMap<Linear, i128>) -> impl Iterator<Item = Fact> + use<> {
    let bound = |(part, constant): (&Linear, &i128)| part.add_constant(*constant);
    let forms: Vec<Option<Linear>> = bounds.iter().map(bound).collect();
    forms.into_iter().map(|form| Fact::at_least_zero(form.expect("invariant: a part has no constant")))
}
