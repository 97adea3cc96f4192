//! Checks a proof with a fresh solver, sharing nothing with the search but the meaning of a transition.
//!
//! Guarantees: `Ok` means that every run of the system ends. Each step keeps this: an infinite run would, from some moment
//! on, take only transitions that are left, as a run of the refined system in which the invariants hold.

mod disjunction;
mod size_change;

pub use disjunction::{first_step, measure_claims, step_after};
pub use size_change::arc_claims;

use crate::atom::Atom;
use crate::logic::{Logic, after, during};
use crate::poly::{IntVar, Poly};
use crate::proof::{Proof, ProofStep};
use crate::rank::Ranking;
use crate::refine::{Conjunction, Refined};
use crate::scc::{all_reachable, components, reachable_transitions};
use crate::simplify::Simplified;
use crate::system::{Location, System, Transition};

/// Says which claim does not hold, if one does not.
pub fn check(system: &System, proof: &Proof) -> Result<(), String> {
    system.check()?;
    let mut logic = Logic::for_check()?;
    let simplified = Simplified::checked(system, &proof.simplifications, &mut logic)?;
    let system = simplified.system();
    let mut checker = Checker { system, refined: Refined::new(system, proof.invariants.clone()), logic };
    checker.invariants()?;
    let mut left = all_reachable(system);
    let mut possible = left.clone();
    for (number, step) in proof.steps.iter().enumerate() {
        checker.step(step, &mut left, &mut possible).map_err(|what| format!("step {}: {what}", number + 1))?;
    }
    match components(&checker.refined.system, &left).first() {
        None => Ok(()),
        Some(cycle) => Err(format!("transitions {cycle:?} are left, and they have a cycle")),
    }
}

/// Says which of the invariants is none, if one is not.
pub fn check_invariants(system: &System, invariants: &[Vec<Atom>]) -> Result<(), String> {
    let refined = Refined::new(system, invariants.to_vec());
    Checker { system, refined, logic: Logic::for_check()? }.invariants()
}

struct Checker<'a> {
    /// As it was given.
    system: &'a System,
    /// What the steps so far made of it, with the proof's invariants.
    refined: Refined,
    logic: Logic,
}

impl Checker<'_> {
    fn of(&self, transition: &Transition) -> Result<Vec<Atom>, String> {
        let here = self.refined.invariants.get(transition.from.index()).ok_or("a location has no invariant")?;
        Ok(during(transition, here))
    }

    /// They hold at the start, whatever the values are, and every step keeps them.
    fn invariants(&mut self) -> Result<(), String> {
        if self.refined.invariants.len() != self.system.locations.len() {
            return Err("not every location has an invariant".to_string());
        }
        let known = |poly: &Poly| poly.vars().iter().all(|var| var.index() < self.system.vars.len());
        if !self.refined.invariants.iter().flatten().all(|atom| known(&atom.poly)) {
            return Err("an invariant is about a variable that does not exist".to_string());
        }
        let start = &self.refined.invariants[self.system.start.index()];
        if !self.logic.implies(&[], start) {
            return Err("the invariant does not hold at the start".to_string());
        }
        for index in all_reachable(self.system) {
            let transition = &self.system.transitions[index];
            let mut kept = Vec::new();
            for atom in &self.refined.invariants[transition.to.index()] {
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
    fn step(&mut self, step: &ProofStep, left: &mut Vec<usize>, possible: &mut Vec<usize>) -> Result<(), String> {
        match step {
            ProofStep::Impossible { transition } => {
                let code = self.refined.system.transitions.get(*transition).ok_or("there is no such transition")?;
                let premises = self.of(code)?;
                if self.logic.may_hold(&premises) {
                    return Err(format!("transition {transition} may be possible"));
                }
                possible.retain(|index| index != transition);
                *possible = reachable_transitions(self.system, possible);
                left.retain(|index| index != transition && possible.contains(&self.refined.origin[*index]));
                Ok(())
            }
            ProofStep::Ranked { component, ranking, decreasing } => {
                self.is_component(component, left)?;
                if decreasing.is_empty() || !decreasing.iter().all(|index| component.contains(index)) {
                    return Err("what decreases is not part of the component".to_string());
                }
                for index in component {
                    self.ranked(*index, ranking, decreasing.contains(index))?;
                }
                left.retain(|index| !decreasing.contains(index));
                Ok(())
            }
            ProofStep::Phases { component, functions } => {
                self.is_component(component, left)?;
                for index in component {
                    self.phased(*index, functions)?;
                }
                left.retain(|index| !component.contains(index));
                Ok(())
            }
            ProofStep::Cases { transition, cases } => {
                if !left.contains(transition) {
                    return Err(format!("transition {transition} is not there to be split"));
                }
                let premises = self.of(&self.refined.system.transitions[*transition])?;
                let added = self.refined.add_cases(*transition, cases).ok_or("the cases do not fit the transition")?;
                if !self.logic.covers(&premises, cases) {
                    return Err(format!("the cases may leave out a step of transition {transition}"));
                }
                left.retain(|index| index != transition);
                left.extend(added);
                Ok(())
            }
            ProofStep::Regions { component, regions } => {
                self.is_component(component, left)?;
                for (location, parts) in regions {
                    self.regions(*location, parts)?;
                }
                let added = self.refined.add_regions(component, regions).ok_or("the regions do not fit the system")?;
                left.retain(|index| !component.contains(index));
                left.extend(added);
                Ok(())
            }
            ProofStep::SizeChange { component, measures, graphs } => {
                self.is_component(component, left)?;
                size_change::check(self, component, measures, graphs)?;
                left.retain(|index| !component.contains(index));
                Ok(())
            }
            ProofStep::Disjunction { component, at, relations } => {
                self.is_component(component, left)?;
                disjunction::check(self, component, *at, relations)?;
                let transitions = &self.refined.system.transitions;
                left.retain(|index| !component.contains(index) || transitions[*index].from != *at);
                Ok(())
            }
        }
    }

    fn is_component(&self, component: &Vec<usize>, left: &[usize]) -> Result<(), String> {
        if components(&self.refined.system, left).contains(component) {
            Ok(())
        } else {
            Err(format!("transitions {component:?} are no component of what is left"))
        }
    }

    /// One of the parts holds whenever the location is visited.
    fn regions(&mut self, location: Location, parts: &[Conjunction]) -> Result<(), String> {
        let here = self.refined.invariants.get(location.index()).ok_or("there is no such location")?.clone();
        if self.logic.covers(&here, parts) {
            Ok(())
        } else {
            Err(format!("the regions of location {} may leave out a visit", location.index()))
        }
    }

    fn phased(&mut self, index: usize, functions: &[Ranking]) -> Result<(), String> {
        let transition = &self.refined.system.transitions[index];
        let claims = phase_claims(&self.refined.system, transition, functions)
            .ok_or_else(|| format!("the functions say nothing about transition {index}"))?;
        let premises = self.of(transition)?;
        if self.logic.implies(&premises, &claims) {
            Ok(())
        } else {
            Err(format!("the functions of the phases fail on transition {index}"))
        }
    }

    fn ranked(&mut self, index: usize, ranking: &Ranking, decreases: bool) -> Result<(), String> {
        let transition = &self.refined.system.transitions[index];
        let claims = claims(&self.refined.system, transition, ranking, decreases)
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
    let inside = |poly: &Poly| poly.vars().iter().all(|var: &IntVar| var.index() < system.vars.len());
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
