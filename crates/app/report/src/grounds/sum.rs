//! Sums of things that people can name.

use symex::number::Var;
use symex::state::ObjectId;

/// Linked objects, or those that belong to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Counted {
    List,
    Tree,
    /// Objects of another kind, to which the first or a later link of this sort leads.
    Inside(usize),
}

/// A number that a state knows of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The value of a C expression.
    Value(String),
    /// How far a place is from the start of an object: in bytes, but for what [`Aim::unit`] says.
    Position(ObjectId, Spot),
    /// How many linked objects there are, of which this is the first.
    Count(ObjectId, Counted),
    /// What something was when the function began, in words.
    Given(String),
    /// Nothing that has a name holds it.
    Unnamed(Var),
}

/// A place in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    Pointer(Aim),
    End,
    /// A place that holds zero.
    Zero,
}

/// Where a pointer points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// A C expression.
    pub name: String,
    /// Bytes that its arithmetic counts in.
    pub step: u64,
    /// Bytes that its distance from the start is counted in: one, or a step.
    pub unit: u64,
}

impl Aim {
    /// So many times the distance between two such places, in C's own units.
    pub fn in_steps(&self, factor: i128) -> i128 {
        factor.saturating_mul(i128::from(self.step / self.unit.max(1)))
    }

    pub fn is_like(&self, other: &Aim) -> bool {
        (self.step, self.unit) == (other.step, other.unit)
    }

    /// What the distance counts.
    pub fn units(&self) -> &'static str {
        if self.unit == 1 { "bytes" } else { "elements" }
    }
}

/// Σ factor·quantity + constant. Every quantity occurs once, and no factor is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    pub terms: Vec<(Quantity, i128)>,
    pub constant: i128,
}

impl Sum {
    pub fn constant(constant: i128) -> Sum {
        Sum { terms: Vec::new(), constant }
    }

    pub fn of(quantity: Quantity) -> Sum {
        Sum { terms: vec![(quantity, 1)], constant: 0 }
    }

    /// self + factor·other; `None` when a number gets too large.
    pub fn plus(mut self, other: &Sum, factor: i128) -> Option<Sum> {
        for (quantity, times) in &other.terms {
            self = self.plus_term(quantity, times.checked_mul(factor)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    pub fn plus_term(mut self, quantity: &Quantity, factor: i128) -> Option<Sum> {
        match self.terms.iter_mut().find(|(own, _)| own == quantity) {
            Some((_, own)) => *own = own.checked_add(factor)?,
            None => self.terms.push((quantity.clone(), factor)),
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }

    /// An exact quotient.
    pub fn divided(&self, by: i128) -> Option<Sum> {
        let exact = |number: i128| if by != 0 && number % by == 0 { Some(number / by) } else { None };
        let terms: Option<Vec<_>> =
            self.terms.iter().map(|(quantity, factor)| Some((quantity.clone(), exact(*factor)?))).collect();
        Some(Sum { terms: terms?, constant: exact(self.constant)? })
    }

    /// Does everything in it have a name?
    pub fn is_named(&self) -> bool {
        !self.terms.iter().any(|(quantity, _)| matches!(quantity, Quantity::Unnamed(_)))
    }
}
