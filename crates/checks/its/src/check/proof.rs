//! Checks a proof, with a fresh solver.
//!
//! Guarantees: `Ok` means that every run of the system ends. Each step keeps this: an infinite run would, from some moment
//! on, take only transitions that are left, as a run of the refined system in which the invariants hold.

use engine::Budget;

use super::checker::Checker;
use super::claims::{phase_claims, ranking_claims};
use super::invariants::check_invariants;
use super::logic::Logic;
use super::refusal::{Refusal, within};
use super::simplification::check_simplifications;
use super::{disjunction, size_change};
use crate::certificate::{Conjunction, Proof, ProofStep, Ranking};
use crate::replay::Refined;
use crate::system::{Location, System, all_reachable, components, reachable_transitions};

/// Says which claim does not hold, if one does not.
pub fn check_proof(system: &System, proof: &Proof, budget: &Budget) -> Result<(), Refusal> {
    check(system, proof, budget).map_err(|why| Refusal::of(why, budget))
}

fn check(system: &System, proof: &Proof, budget: &Budget) -> Result<(), String> {
    system.check()?;
    let mut logic = Logic::for_check(budget)?;
    let simplified = check_simplifications(system, &proof.simplifications, &mut logic, budget)?;
    let system = simplified.system();
    check_invariants(system, &proof.invariants, &mut logic, budget)?;
    let refined = Refined::new(system, proof.invariants.clone());
    let mut checker = Checker { system, refined, logic, budget };
    let mut left = all_reachable(system);
    let mut possible = left.clone();
    for (number, step) in proof.steps.iter().enumerate() {
        within(budget)?;
        checker.step(step, &mut left, &mut possible).map_err(|what| format!("step {}: {what}", number + 1))?;
    }
    match components(&checker.refined.system, &left).first() {
        None => Ok(()),
        Some(cycle) => Err(format!("transitions {cycle:?} are left, and they have a cycle")),
    }
}

impl Checker<'_> {
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
        let claims = ranking_claims(&self.refined.system, transition, ranking, decreases)
            .ok_or_else(|| format!("the ranking function says nothing about transition {index}"))?;
        let premises = self.of(transition)?;
        if self.logic.implies(&premises, &claims) {
            Ok(())
        } else {
            Err(format!("the ranking function fails on transition {index}"))
        }
    }
}
