//! A hull for each order of two numbers.
//!
//! "All elements below i are zero" says nothing of the others: where an index is below the counter, something else holds of the
//! element than where it is not. After Gopan, Reps, Sagiv: A Framework for Numeric Analysis of Array Operations (POPL 2005).

use std::cmp::Ordering;

use smt::{Sort, Term, Terms, Value};

use super::hull::Hull;

/// What holds of the states of a relation that were seen, in each region.
#[derive(Clone, Debug)]
pub struct Regions(Vec<Part>);

/// What holds in each order of one pair, or without one.
#[derive(Clone, Debug)]
struct Part {
    /// Positions among the arguments.
    cut: Option<(usize, usize)>,
    /// Where the first is below, equal to and above the second.
    hulls: Vec<Hull>,
}

const ORDERS: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];

impl Regions {
    /// Of no state. Pairs are worth comparing; cuts are pairs whose orders are told apart, each for itself.
    pub fn new(sorts: &[Sort], pairs: &[(usize, usize)], cuts: &[(usize, usize)]) -> Regions {
        let hull = Hull::new(sorts, pairs);
        let part = |cut: &(usize, usize)| Part { cut: Some(*cut), hulls: vec![hull.clone(); ORDERS.len()] };
        match cuts {
            [] => Regions(vec![Part { cut: None, hulls: vec![hull] }]),
            [_, ..] => Regions(cuts.iter().map(part).collect()),
        }
    }

    /// Of no state; looks for nothing but equations of products.
    pub fn of_products(sorts: &[Sort]) -> Regions {
        Regions(vec![Part { cut: None, hulls: vec![Hull::of_products(sorts)] }])
    }

    /// All states are possible.
    pub fn top(sorts: &[Sort]) -> Regions {
        Regions(vec![Part { cut: None, hulls: vec![Hull::top(sorts)] }])
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|part| part.hulls.iter().all(Hull::is_empty))
    }

    /// One more state, see [`Hull::add`].
    pub fn add(&mut self, state: &[Option<Value>], thresholds: &[i128]) -> Option<()> {
        self.0.iter_mut().try_for_each(|part| part.hull(state)?.add(state, thresholds))
    }

    /// One more state, see [`Hull::weaken`].
    pub fn weaken(&mut self, state: &[Option<Value>]) -> Option<()> {
        self.0.iter_mut().try_for_each(|part| part.hull(state)?.weaken(state))
    }

    /// See [`Hull::loose`]; none where regions are told apart.
    pub fn loose(&self) -> Vec<(usize, Vec<(usize, i128)>)> {
        self.whole().map_or_else(Vec::new, Hull::loose)
    }

    /// See [`Hull::broken`]; none where regions are told apart.
    pub fn broken(&self, state: &[Option<Value>]) -> Vec<(usize, Vec<(usize, i128)>)> {
        self.whole().map_or_else(Vec::new, |hull| hull.broken(state))
    }

    /// See [`Hull::set`].
    pub fn set(&mut self, bound: usize, most: i128) {
        self.0.iter_mut().flat_map(|part| &mut part.hulls).for_each(|hull| hull.set(bound, most));
    }

    /// See [`Hull::tighten`].
    pub fn tighten(&mut self, bound: usize, most: i128) -> bool {
        self.0.iter_mut().flat_map(|part| &mut part.hulls).any(|hull| hull.tighten(bound, most))
    }

    fn whole(&self) -> Option<&Hull> {
        match self.0.as_slice() {
            [Part { cut: None, hulls }] => hulls.first(),
            _ => None,
        }
    }

    /// What holds, of these arguments.
    pub fn formula(&self, terms: &Terms, args: &[Term]) -> Term {
        terms.and(self.0.iter().map(|part| part.formula(terms, args)))
    }
}

impl Part {
    /// The hull of the region that the state is in.
    fn hull(&mut self, state: &[Option<Value>]) -> Option<&mut Hull> {
        let number = |at: usize| state[at].and_then(Value::as_int);
        let Some((first, second)) = self.cut else { return self.hulls.first_mut() };
        let order = number(first)?.cmp(&number(second)?);
        self.hulls.get_mut(ORDERS.iter().position(|other| *other == order)?)
    }

    fn formula(&self, terms: &Terms, args: &[Term]) -> Term {
        let regions = match self.cut {
            None => vec![terms.tt()],
            Some((first, second)) => {
                let (first, second) = (args[first], args[second]);
                vec![terms.lt(first, second), terms.eq(first, second), terms.lt(second, first)]
            }
        };
        let holds = self.hulls.iter().zip(regions);
        terms.and(holds.map(|(hull, region)| terms.implies(region, hull.formula(terms, args))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt::Scalar;

    #[test]
    fn regions_are_told_apart() {
        let terms = Terms::new();
        let sorts = [Sort::from(Scalar::Int); 3];
        let mut regions = Regions::new(&sorts, &[], &[(0, 1)]);
        assert!(regions.is_empty());
        let states = [[0, 1, 42], [0, 5, 42], [3, 5, 42], [1, 4, 42], [1, 1, 7], [9, 1, -5]];
        for state in states {
            regions.add(&state.map(|number| Some(Value::Int(number))), &[-100, 0, 100]).expect("small");
        }
        let args = ["k", "i", "element"].map(|name| terms.var(name, Sort::Int));
        let formula = regions.formula(&terms, &args);
        let holds = |state: [i128; 3]| {
            let assignment = args.into_iter().zip(state.map(Value::Int)).collect();
            terms.eval(formula, &assignment) == Some(Value::Bool(true))
        };
        assert!(states.into_iter().all(holds) && holds([2, 4, 42]));
        assert!(!holds([2, 4, 7]) && !holds([1, 1, 42]) && !holds([9, 1, 42]));
    }
}
