//! Checks a proof with a fresh solver, sharing nothing with the search but the meaning of a transition.
//!
//! Guarantees: `Ok` means that every run of the system ends.

use crate::atom::Atom;
use crate::logic::{Logic, after, during};
use crate::poly::{Poly, Var};
use crate::proof::{Proof, Step};
use crate::rank::Ranking;
use crate::scc::{all_reachable, components, reachable_transitions};
use crate::simplify::Simplified;
use crate::system::{System, Transition};

/// Says which claim does not hold, if one does not.
pub fn check(system: &System, proof: &Proof) -> Result<(), String> {
    system.check()?;
    let mut logic = Logic::new().map_err(|error| format!("the solver does not start: {error}"))?;
    let simplified = Simplified::checked(system, &proof.simplifications, &mut logic)?;
    let system = simplified.system();
    let mut checker = Checker { system, proof, logic };
    checker.invariants()?;
    let mut left = all_reachable(system);
    let mut possible = left.clone();
    for (number, step) in proof.steps.iter().enumerate() {
        checker.step(step, &mut left, &mut possible).map_err(|what| format!("step {}: {what}", number + 1))?;
    }
    match components(system, &left).first() {
        None => Ok(()),
        Some(cycle) => Err(format!("transitions {cycle:?} are left, and they have a cycle")),
    }
}

/// Says which of the invariants is none, if one is not.
pub fn check_invariants(system: &System, invariants: &[Vec<Atom>]) -> Result<(), String> {
    let proof = Proof { invariants: invariants.to_vec(), ..Proof::default() };
    let logic = Logic::new().map_err(|error| format!("the solver does not start: {error}"))?;
    Checker { system, proof: &proof, logic }.invariants()
}

struct Checker<'a> {
    system: &'a System,
    proof: &'a Proof,
    logic: Logic,
}

impl Checker<'_> {
    fn of(&self, transition: &Transition) -> Result<Vec<Atom>, String> {
        let here = self.proof.invariants.get(transition.from.index()).ok_or("a location has no invariant")?;
        Ok(during(transition, here))
    }

    /// They hold at the start, whatever the values are, and every step keeps them.
    fn invariants(&mut self) -> Result<(), String> {
        if self.proof.invariants.len() != self.system.locations.len() {
            return Err("not every location has an invariant".to_string());
        }
        let known = |poly: &Poly| poly.vars().iter().all(|var| var.index() < self.system.vars.len());
        if !self.proof.invariants.iter().flatten().all(|atom| known(&atom.poly)) {
            return Err("an invariant is about a variable that does not exist".to_string());
        }
        let start = &self.proof.invariants[self.system.start.index()];
        if !self.logic.implies(&[], start) {
            return Err("the invariant does not hold at the start".to_string());
        }
        for index in all_reachable(self.system) {
            let transition = &self.system.transitions[index];
            let mut kept = Vec::new();
            for atom in &self.proof.invariants[transition.to.index()] {
                let poly = after(self.system, transition, &atom.poly).ok_or("a number is too large")?;
                kept.push(Atom { poly, relation: atom.relation });
            }
            let premises = self.of(transition)?;
            if !kept.is_empty() && !self.logic.implies(&premises, &kept) {
                return Err(format!("transition {index} does not keep the invariant"));
            }
        }
        Ok(())
    }

    /// Takes away from `left` what is not taken infinitely often, and from `possible` what is not taken at all.
    fn step(&mut self, step: &Step, left: &mut Vec<usize>, possible: &mut Vec<usize>) -> Result<(), String> {
        match step {
            Step::Impossible { transition } => {
                let code = self.system.transitions.get(*transition).ok_or("there is no such transition")?;
                let premises = self.of(code)?;
                if self.logic.may_hold(&premises) {
                    return Err(format!("transition {transition} may be possible"));
                }
                possible.retain(|index| index != transition);
                *possible = reachable_transitions(self.system, possible);
                left.retain(|index| possible.contains(index));
                Ok(())
            }
            Step::Ranked { component, ranking, decreasing } => {
                if !components(self.system, left).contains(component) {
                    return Err(format!("transitions {component:?} are no component of what is left"));
                }
                if decreasing.is_empty() || !decreasing.iter().all(|index| component.contains(index)) {
                    return Err("what decreases is not part of the component".to_string());
                }
                for index in component {
                    self.ranked(*index, ranking, decreasing.contains(index))?;
                }
                left.retain(|index| !decreasing.contains(index));
                Ok(())
            }
            Step::Phases { component, functions } => {
                if !components(self.system, left).contains(component) {
                    return Err(format!("transitions {component:?} are no component of what is left"));
                }
                for index in component {
                    self.phased(*index, functions)?;
                }
                left.retain(|index| !component.contains(index));
                Ok(())
            }
        }
    }

    fn phased(&mut self, index: usize, functions: &[Ranking]) -> Result<(), String> {
        let transition = &self.system.transitions[index];
        let claims = phase_claims(self.system, transition, functions)
            .ok_or_else(|| format!("the functions say nothing about transition {index}"))?;
        let premises = self.of(transition)?;
        if self.logic.implies(&premises, &claims) {
            Ok(())
        } else {
            Err(format!("the functions of the phases fail on transition {index}"))
        }
    }

    fn ranked(&mut self, index: usize, ranking: &Ranking, decreases: bool) -> Result<(), String> {
        let transition = &self.system.transitions[index];
        let claims = claims(self.system, transition, ranking, decreases)
            .ok_or_else(|| format!("the ranking function says nothing about transition {index}"))?;
        let premises = self.of(transition)?;
        if self.logic.implies(&premises, &claims) {
            Ok(())
        } else {
            Err(format!("the ranking function fails on transition {index}"))
        }
    }
}

/// What a ranking function claims about a transition. `None` when it does not cover it, or a number gets too large.
pub fn claims(system: &System, transition: &Transition, ranking: &Ranking, decreases: bool) -> Option<Vec<Atom>> {
    let (before, target) = (ranking.at(transition.from)?, ranking.at(transition.to)?);
    let inside = |poly: &Poly| poly.vars().iter().all(|var: &Var| var.index() < system.vars.len());
    if !inside(before) || !inside(target) {
        return None;
    }
    let difference = before.sub(&after(system, transition, target)?)?;
    Some(if decreases {
        vec![Atom::at_least_zero(difference.sub(&Poly::constant(1))?), Atom::at_least_zero(before.clone())]
    } else {
        vec![Atom::at_least_zero(difference)]
    })
}

/// What the functions of several phases claim about a transition; at least one phase. `None` as for [`claims`].
pub fn phase_claims(system: &System, transition: &Transition, functions: &[Ranking]) -> Option<Vec<Atom>> {
    let mut found = Vec::with_capacity(functions.len() + 1);
    let mut previous = Poly::zero();
    for function in functions {
        let [decrease] = claims(system, transition, function, false)?.try_into().ok()?;
        found.push(Atom::at_least_zero(decrease.poly.add(&previous)?.sub(&Poly::constant(1))?));
        previous = function.at(transition.from)?.clone();
    }
    functions.last()?;
    found.push(Atom::at_least_zero(previous));
    Some(found)
}
