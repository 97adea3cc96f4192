//! Constraints: a polynomial that is at least zero, or equal to it.

use serde::{Deserialize, Serialize};

use std::fmt;

use super::poly::{IntVar, Poly};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Relation {
    AtLeastZero,
    Zero,
}

/// A constraint over integers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Atom {
    pub poly: Poly,
    pub relation: Relation,
}

impl Atom {
    /// a ≥ 0.
    pub fn at_least_zero(poly: Poly) -> Atom {
        Atom { poly, relation: Relation::AtLeastZero }
    }

    /// a = 0.
    pub fn zero(poly: Poly) -> Atom {
        Atom { poly, relation: Relation::Zero }
    }

    /// a ≥ b.
    pub fn ge(a: &Poly, b: &Poly) -> Option<Atom> {
        Some(Atom::at_least_zero(a.sub(b)?))
    }

    /// a > b, which for integers is a ≥ b + 1.
    pub fn gt(a: &Poly, b: &Poly) -> Option<Atom> {
        Some(Atom::at_least_zero(a.sub(b)?.sub(&Poly::constant(1))?))
    }

    pub fn eq(a: &Poly, b: &Poly) -> Option<Atom> {
        Some(Atom::zero(a.sub(b)?))
    }

    /// Always true, always false, or neither as far as one can see.
    pub fn truth(&self) -> Option<bool> {
        let value = self.poly.as_constant()?;
        Some(match self.relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        })
    }

    /// The same integers with the smallest coefficients; an equation without solutions becomes one between constants.
    pub fn normal(&self) -> Atom {
        let content = match i128::try_from(self.poly.content()) {
            Ok(content) if content > 1 => content,
            Ok(_) | Err(_) => return self.clone(),
        };
        match self.relation {
            Relation::AtLeastZero => Atom::at_least_zero(self.poly.divide_floor(content)),
            Relation::Zero if self.poly.constant_term() % content != 0 => Atom::zero(Poly::constant(1)),
            Relation::Zero => Atom::zero(self.poly.divide_floor(content)),
        }
    }

    pub fn holds(&self, of: &dyn Fn(IntVar) -> i128) -> Option<bool> {
        let value = self.poly.eval(of)?;
        Some(match self.relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        })
    }

    pub fn substitute(&self, of: &dyn Fn(IntVar) -> Option<Poly>) -> Option<Atom> {
        Some(Atom { poly: self.poly.substitute(of)?, relation: self.relation })
    }

    pub fn is_linear(&self) -> bool {
        self.poly.is_linear()
    }

    /// As linear inequalities, each at least zero: an equation is two.
    pub fn inequalities(&self) -> Option<Vec<Poly>> {
        Some(match self.relation {
            Relation::AtLeastZero => vec![self.poly.clone()],
            Relation::Zero => vec![self.poly.clone(), self.poly.neg()?],
        })
    }

    /// With names for its variables.
    pub fn show<'a>(&'a self, name: &'a dyn Fn(IntVar) -> String) -> impl fmt::Display + 'a {
        let relation = match self.relation {
            Relation::AtLeastZero => "≥",
            Relation::Zero => "=",
        };
        format!("{} {relation} 0", self.poly.show(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_tightened_to_integers() {
        let x = Poly::var(IntVar(0));
        // 2x - 1 ≥ 0 is x - 1 ≥ 0.
        let atom = Atom::at_least_zero(x.scale(2).and_then(|p| p.sub(&Poly::constant(1))).expect("small"));
        assert_eq!(atom.normal(), Atom::at_least_zero(x.sub(&Poly::constant(1)).expect("small")));
        // 2x - 1 = 0 has no solution.
        let atom = Atom::zero(atom.poly);
        assert_eq!(atom.normal().truth(), Some(false));
    }
}
