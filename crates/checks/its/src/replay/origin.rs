//! What a simplified transition stands for.
//!
//! A simplified transition is a path of original ones. What these choose is given by the values of the original variables
//! where the path begins, and by what the simplified transition chooses. So no step of a simplification needs to be undone by
//! itself: with the values of all original variables at hand, each path is taken on the original system.

use crate::system::{IntVar, Poly, System};

/// A path of original transitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OriginalPath {
    pub path: Vec<usize>,
    /// What the path's transitions choose, all in order: over the original variables where the path begins, and from
    /// their number on what the simplified transition chooses.
    pub choices: Vec<Poly>,
}

impl OriginalPath {
    /// A transition that stands for itself.
    pub(super) fn of(original: &System, index: usize) -> OriginalPath {
        let vars = original.vars.len();
        let own = 0..original.transitions[index].chosen.len();
        OriginalPath { path: vec![index], choices: own.map(|own| Poly::var(IntVar((vars + own) as u32))).collect() }
    }

    /// This path and then the other one; `chosen` is the number of values that the first transition chooses. `None` when
    /// a number gets too large.
    pub(super) fn then(&self, original: &System, chosen: usize, other: &OriginalPath) -> Option<OriginalPath> {
        let vars = original.vars.len();
        let depends = other.choices.iter().any(|poly| poly.vars().iter().any(|var| var.index() < vars));
        // Rarely needed, and long for systems with many variables.
        let start = || (0..vars).map(|index| Poly::var(IntVar(index as u32))).collect();
        let between = if depends { self.after(original, start())? } else { Vec::new() };
        let of = |var: IntVar| match between.get(var.index()) {
            Some(value) => Some(value.clone()),
            None => Some(Poly::var(IntVar(var.0 + chosen as u32))),
        };
        let path = self.path.iter().chain(&other.path).copied().collect();
        let mut choices = self.choices.clone();
        for poly in &other.choices {
            choices.push(poly.substitute(&of)?);
        }
        Some(OriginalPath { path, choices })
    }

    /// The values of the original variables after the path, from those before it.
    pub fn after(&self, original: &System, start: Vec<Poly>) -> Option<Vec<Poly>> {
        let (mut now, mut choices) = (start, self.choices.as_slice());
        for index in &self.path {
            let transition = &original.transitions[*index];
            let (own, later) = choices.split_at_checked(transition.chosen.len())?;
            choices = later;
            let of = |var: IntVar| now.get(var.index()).or_else(|| own.get(var.index() - now.len())).cloned();
            now = transition.update.iter().map(|poly| poly.substitute(&of)).collect::<Option<_>>()?;
        }
        Some(now)
    }

    /// The same path with other values in what it chooses.
    pub fn substitute(&self, of: &dyn Fn(IntVar) -> Option<Poly>) -> Option<OriginalPath> {
        let choices = self.choices.iter().map(|poly| poly.substitute(of)).collect::<Option<_>>()?;
        Some(OriginalPath { path: self.path.clone(), choices })
    }
}
