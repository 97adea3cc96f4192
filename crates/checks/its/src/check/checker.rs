//! What the checks of a proof's steps share.

use engine::Budget;

use super::logic::Logic;
use crate::replay::Refined;
use crate::system::{Atom, System, Transition, components, during};

pub(super) struct Checker<'a> {
    /// As it was given.
    pub system: &'a System,
    /// What the steps so far made of it, with the proof's invariants.
    pub refined: Refined,
    pub logic: Logic,
    pub budget: &'a Budget,
}

impl Checker<'_> {
    /// What holds during a step.
    pub fn of(&self, transition: &Transition) -> Result<Vec<Atom>, String> {
        let here = self.refined.invariants.get(transition.from.index()).ok_or("a location has no invariant")?;
        Ok(during(transition, here))
    }

    pub fn is_component(&self, component: &Vec<usize>, left: &[usize]) -> Result<(), String> {
        if components(&self.refined.system, left).contains(component) {
            Ok(())
        } else {
            Err(format!("transitions {component:?} are no component of what is left"))
        }
    }
}
