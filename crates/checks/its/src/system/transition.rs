//! Locations, the transitions between them, and what a step does.

use serde::{Deserialize, Serialize};

use super::atom::Atom;
use super::poly::{IntVar, Poly};

/// A location of a [`System`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location(pub u32);

impl Location {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Locations, transitions between them, and one location where runs start, with any values of the variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// Names of the program variables; every location has all of them.
    pub vars: Vec<String>,
    pub locations: Vec<String>,
    pub start: Location,
    pub transitions: Vec<Transition>,
}

/// A step from one location to another.
///
/// `IntVar(i)` with `i` below the number of program variables is the value before the step; from there on come the
/// transition's own variables, whose values the step chooses. The step is possible when values for them exist that
/// satisfy the guard; `update` gives the values after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub from: Location,
    pub to: Location,
    /// Names of the transition's own variables.
    pub chosen: Vec<String>,
    /// All of them hold.
    pub guard: Vec<Atom>,
    /// One for each program variable.
    pub update: Vec<Poly>,
}

impl System {
    pub fn location_name(&self, id: Location) -> &str {
        &self.locations[id.index()]
    }

    /// The name of a variable in a transition.
    pub fn var_name(&self, transition: &Transition, var: IntVar) -> String {
        match self.vars.get(var.index()) {
            Some(name) => name.clone(),
            None => transition.chosen[var.index() - self.vars.len()].clone(),
        }
    }

    /// What every transition satisfies; says what is wrong otherwise.
    pub fn check(&self) -> Result<(), String> {
        if self.start.index() >= self.locations.len() {
            return Err("the start is no location".to_string());
        }
        for (index, transition) in self.transitions.iter().enumerate() {
            let bound = self.vars.len() + transition.chosen.len();
            let known = |poly: &Poly| poly.vars().iter().all(|var| var.index() < bound);
            let places = [transition.from, transition.to].iter().all(|id| id.index() < self.locations.len());
            let complete = transition.update.len() == self.vars.len();
            if !places || !complete || !transition.update.iter().all(known) {
                return Err(format!("transition {index} does not fit the system"));
            }
            if !transition.guard.iter().all(|atom| known(&atom.poly)) {
                return Err(format!("the guard of transition {index} has an unknown variable"));
            }
        }
        Ok(())
    }
}

impl Transition {
    /// The values after a step, if it is possible with these values of the program's and the transition's variables.
    /// `None` also when a number leaves 128 bits.
    pub fn step(&self, before: &[i128], chosen: &[i128]) -> Option<Vec<i128>> {
        let of = |var: IntVar| {
            let own = || chosen.get(var.index() - before.len());
            before.get(var.index()).or_else(own).copied().unwrap_or(0)
        };
        for atom in &self.guard {
            if !atom.holds(&of)? {
                return None;
            }
        }
        self.update.iter().map(|poly| poly.eval(&of)).collect()
    }

    pub fn is_linear(&self) -> bool {
        self.guard.iter().all(Atom::is_linear) && self.update.iter().all(Poly::is_linear)
    }
}

/// What holds during a step that starts where the invariants do.
pub fn during(transition: &Transition, invariants: &[Atom]) -> Vec<Atom> {
    transition.guard.iter().chain(invariants).cloned().collect()
}

/// A statement about the values after a step, as one about those before it. `None` when a number gets too large.
pub fn after(system: &System, transition: &Transition, poly: &Poly) -> Option<Poly> {
    poly.substitute(&|var| {
        debug_assert!(var.index() < system.vars.len());
        Some(transition.update[var.index()].clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_needs_its_guard() {
        // x > c, x' = x - c with c chosen.
        let (x, c) = (Poly::var(IntVar(0)), Poly::var(IntVar(1)));
        let step = Transition {
            from: Location(0),
            to: Location(0),
            chosen: vec!["c".to_string()],
            guard: vec![Atom::gt(&x, &c).expect("small")],
            update: vec![x.sub(&c).expect("small")],
        };
        assert_eq!(step.step(&[5], &[2]), Some(vec![3]));
        assert_eq!(step.step(&[2], &[2]), None);
        let system = System {
            vars: vec!["x".to_string()],
            locations: vec!["l".to_string()],
            start: Location(0),
            transitions: vec![step],
        };
        assert_eq!(system.check(), Ok(()));
        assert_eq!(system.var_name(&system.transitions[0], IntVar(1)), "c");
    }
}
