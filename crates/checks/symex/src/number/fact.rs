//! What can be said of one sum.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::linear::{Linear, Var};

/// How a sum relates to zero.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Relation {
    AtLeastZero,
    Zero,
    NotZero,
}

/// `form ≥ 0`, `form = 0` or `form ≠ 0`, over the mathematical integers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fact {
    pub form: Linear,
    pub relation: Relation,
}

impl Fact {
    pub fn at_least_zero(form: Linear) -> Fact {
        Fact { form, relation: Relation::AtLeastZero }
    }

    pub fn zero(form: Linear) -> Fact {
        Fact { form, relation: Relation::Zero }
    }

    pub fn not_zero(form: Linear) -> Fact {
        Fact { form, relation: Relation::NotZero }
    }

    /// What always holds, as [`Fact::normal`] writes it.
    pub fn always() -> Fact {
        Fact::zero(Linear::constant(0))
    }

    /// What never holds, as [`Fact::normal`] writes it.
    pub fn never() -> Fact {
        Fact::zero(Linear::constant(1))
    }

    pub fn ge(a: &Linear, b: &Linear) -> Option<Fact> {
        Some(Fact::at_least_zero(a.sub(b)?))
    }

    pub fn gt(a: &Linear, b: &Linear) -> Option<Fact> {
        Some(Fact::at_least_zero(a.sub(b)?.add_constant(-1)?))
    }

    pub fn le(a: &Linear, b: &Linear) -> Option<Fact> {
        Fact::ge(b, a)
    }

    pub fn lt(a: &Linear, b: &Linear) -> Option<Fact> {
        Fact::gt(b, a)
    }

    pub fn eq(a: &Linear, b: &Linear) -> Option<Fact> {
        Some(Fact::zero(a.sub(b)?))
    }

    pub fn ne(a: &Linear, b: &Linear) -> Option<Fact> {
        Some(Fact::not_zero(a.sub(b)?))
    }

    /// Holds exactly where this does not; `None` only if a number leaves `i128`.
    pub fn negated(&self) -> Option<Fact> {
        Some(match self.relation {
            Relation::AtLeastZero => Fact::at_least_zero(self.form.neg()?.add_constant(-1)?),
            Relation::Zero => Fact::not_zero(self.form.clone()),
            Relation::NotZero => Fact::zero(self.form.clone()),
        })
    }

    /// Whether it holds, if it is about a constant.
    pub fn truth(&self) -> Option<bool> {
        Some(self.relation.holds_of(self.form.as_constant()?))
    }

    /// Whether it holds for these values; `None` if a number leaves `i128`.
    pub fn holds(&self, of: &dyn Fn(Var) -> i128) -> Option<bool> {
        Some(self.relation.holds_of(self.form.eval(of)?))
    }

    /// With every variable replaced.
    pub fn substitute(&self, of: &dyn Fn(Var) -> Option<Linear>) -> Option<Fact> {
        Some(Fact { form: self.form.substitute(of)?, relation: self.relation })
    }

    /// The same fact, over the integers, in the smallest numbers: divided by the common divisor of the coefficients
    /// (`2x - 1 ≥ 0` is `x - 1 ≥ 0`; `2x = 1` is [`Fact::never`]). The first coefficient of what is, or is not, zero is
    /// positive. Numbers at the end of `i128` may stay as they are.
    pub fn normal(&self) -> Fact {
        match self.truth() {
            Some(true) => return Fact::always(),
            Some(false) => return Fact::never(),
            None => {}
        }
        let Some(divisor) = self.form.content() else { return self.clone() };
        let solvable = divisor == 1 || self.form.constant_term() % divisor == 0;
        match self.relation {
            Relation::AtLeastZero => Fact::at_least_zero(self.form.divide_down(divisor)),
            Relation::Zero if !solvable => Fact::never(),
            Relation::NotZero if !solvable => Fact::always(),
            Relation::Zero | Relation::NotZero => {
                let form = self.form.divide_down(divisor);
                let form = if leads_negative(&form) { form.neg().unwrap_or(form) } else { form };
                Fact { form, relation: self.relation }
            }
        }
    }

    /// For people: `n - m ≥ 0`.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let sign = match self.relation {
            Relation::AtLeastZero => '≥',
            Relation::Zero => '=',
            Relation::NotZero => '≠',
        };
        format!("{} {sign} 0", self.form.show(name))
    }
}

impl Relation {
    fn holds_of(self, value: i128) -> bool {
        match self {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
            Relation::NotZero => value != 0,
        }
    }
}

impl fmt::Debug for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&|var| format!("v{}", var.0)))
    }
}

/// Whether the first coefficient is negative.
pub(super) fn leads_negative(form: &Linear) -> bool {
    form.terms().first().is_some_and(|(_, coefficient)| *coefficient < 0)
}
