//! A proof under construction, and what every technique needs: taking transitions away one after the other.

use engine::{Budget, Limit};
use its::certificate::{Conjunction, Proof, ProofStep, Ranking};
use its::check::{Logic, phase_claims, ranking_claims};
use its::replay::Refined;
use its::system::{Atom, Component, Location, System, all_reachable, components, during, reachable_transitions};

use crate::linear::{Freedom, Premise, bounded_everywhere, decreasing_on, phases};

/// Phases that are looked for in one component.
const MOST_PHASES: usize = 4;
/// Transitions times variables from which a ranking function is first looked for in a smaller program.
const LARGE_PROGRAM: usize = 400;

#[derive(Debug)]
pub struct Prover<'a> {
    /// What the steps so far made of the system.
    pub refined: Refined,
    pub steps: Vec<ProofStep>,
    pub logic: &'a mut Logic,
    whole: &'a Budget,
    /// What the technique at work may use.
    budget: Budget,
    /// Questions that it may still ask.
    questions: Option<usize>,
}

/// A proof at some moment, to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    transitions: usize,
    locations: usize,
    steps: usize,
}

impl<'a> Prover<'a> {
    pub fn new(system: &System, proof: Proof, logic: &'a mut Logic, whole: &'a Budget) -> Prover<'a> {
        let refined = Refined::new(system, proof.invariants);
        Prover { refined, steps: proof.steps, logic, whole, budget: whole.part(), questions: None }
    }

    /// What was found; the invariants are those of the system's own locations.
    pub fn into_proof(mut self, system: &System) -> Proof {
        self.refined.invariants.truncate(system.locations.len());
        Proof { invariants: self.refined.invariants, steps: self.steps, ..Proof::default() }
    }

    /// From now on only this many questions may be asked.
    pub fn allow(&mut self, questions: usize) {
        self.budget = self.whole.part();
        self.questions = Some(questions);
    }

    /// To be asked in every loop that may be long.
    pub fn exhausted(&self) -> bool {
        self.budget.exhausted().is_some()
    }

    /// Counts questions to the solver, or linear programs.
    pub fn asks(&mut self, questions: usize) {
        if let Some(left) = &mut self.questions {
            *left = left.saturating_sub(questions);
            if *left == 0 {
                self.budget.stop(Limit::Effort);
            }
        }
    }

    /// Counts a linear program.
    pub fn solves(&mut self) {
        self.asks(1);
        self.whole.step(1);
    }

    pub fn moment(&self) -> Moment {
        let system = &self.refined.system;
        Moment { transitions: system.transitions.len(), locations: system.locations.len(), steps: self.steps.len() }
    }

    /// What splits add has the highest numbers, so that it can be cut off.
    pub fn back_to(&mut self, moment: Moment) {
        self.refined.system.transitions.truncate(moment.transitions);
        self.refined.origin.truncate(moment.transitions);
        self.refined.system.locations.truncate(moment.locations);
        self.refined.invariants.truncate(moment.locations);
        self.steps.truncate(moment.steps);
    }

    /// What holds during a step.
    pub fn facts(&self, index: usize) -> Vec<Atom> {
        during(&self.refined.system.transitions[index], self.refined.invariants_before(index))
    }

    pub fn implies(&mut self, index: usize, claims: &[Atom]) -> bool {
        self.asks(1);
        let facts = self.facts(index);
        self.logic.implies(&facts, claims)
    }

    /// Transitions that some run may take.
    pub fn possible(&mut self) -> Vec<usize> {
        let possible = self.not_impossible(all_reachable(&self.refined.system));
        reachable_transitions(&self.refined.system, &possible)
    }

    fn not_impossible(&mut self, transitions: Vec<usize>) -> Vec<usize> {
        let mut possible = Vec::with_capacity(transitions.len());
        for index in transitions {
            self.asks(1);
            let facts = self.facts(index);
            if self.logic.may_hold(&facts) {
                possible.push(index);
            } else {
                self.steps.push(ProofStep::Impossible { transition: index });
            }
        }
        possible
    }

    /// Splits transitions; gives what is possible of the cases. `None` when they do not fit.
    pub fn split_transition(&mut self, transition: usize, cases: Vec<Conjunction>) -> Option<Vec<usize>> {
        let added = self.refined.add_cases(transition, &cases)?;
        self.steps.push(ProofStep::Cases { transition, cases });
        Some(self.not_impossible(added))
    }

    /// Splits locations of a component; gives what is possible between the regions. `None` when they do not fit.
    pub fn split_locations(
        &mut self,
        component: &[usize],
        regions: Vec<(Location, Vec<Conjunction>)>,
    ) -> Option<Vec<usize>> {
        let added = self.refined.add_regions(component, &regions)?;
        self.steps.push(ProofStep::Regions { component: component.to_vec(), regions });
        Some(self.not_impossible(added))
    }

    /// Lexicographic linear functions and phases, as far as they get; gives the components that stay open.
    pub fn close(&mut self, mut work: Vec<Component>) -> Vec<Component> {
        let mut open = Vec::new();
        while let Some(component) = work.pop() {
            let Some(premises) = self.premises(&component) else {
                open.push(component);
                continue;
            };
            if let Some((ranking, decreasing)) = self.rank(&component, &premises) {
                work.extend(self.take_away(component, ranking, decreasing));
            } else if let Some(functions) = self.phases(&component, &premises) {
                self.steps.push(ProofStep::Phases { component, functions });
            } else {
                open.push(component);
            }
        }
        open.sort_unstable();
        open
    }

    /// Takes away what decreases; gives the components of the rest.
    pub fn take_away(&mut self, component: Component, ranking: Ranking, decreasing: Vec<usize>) -> Vec<Component> {
        let rest: Vec<usize> = component.iter().copied().filter(|index| !decreasing.contains(index)).collect();
        self.steps.push(ProofStep::Ranked { component, ranking, decreasing });
        components(&self.refined.system, &rest)
    }

    fn premises(&self, component: &[usize]) -> Option<Vec<(usize, Premise)>> {
        let system = &self.refined.system;
        let premise = |index: &usize| {
            let transition = &system.transitions[*index];
            Some((*index, Premise::new(system, transition, self.refined.invariants_before(*index))?))
        };
        component.iter().map(premise).collect()
    }

    /// Functions for several phases that hold what they promise.
    fn phases(&mut self, component: &[usize], premises: &[(usize, Premise)]) -> Option<Vec<Ranking>> {
        for count in 2..=MOST_PHASES {
            if self.exhausted() {
                return None;
            }
            self.solves();
            let Some(functions) = phases(&self.refined.system, premises, count) else { continue };
            let mut holds = true;
            for index in component {
                let transition = &self.refined.system.transitions[*index];
                let claims = phase_claims(&self.refined.system, transition, &functions)?;
                holds = holds && self.implies(*index, &claims);
            }
            if holds {
                return Some(functions);
            }
        }
        None
    }

    /// A function that holds what it promises, and the transitions on which it decreases.
    fn rank(&mut self, component: &[usize], premises: &[(usize, Premise)]) -> Option<(Ranking, Vec<usize>)> {
        // Large programs last: what needs no difference between locations is found in a small one.
        let large = component.len() * self.refined.system.vars.len() >= LARGE_PROGRAM;
        let freedoms = if large { [Freedom::Constants, Freedom::All].as_slice() } else { &[Freedom::All] };
        for freedom in freedoms.iter().copied() {
            self.solves();
            let everywhere = bounded_everywhere(&self.refined.system, premises, freedom);
            if let Some(found) = everywhere.and_then(|ranking| self.confirmed(component, ranking)) {
                return Some(found);
            }
            for index in component {
                if self.exhausted() {
                    return None;
                }
                self.solves();
                let ranking = decreasing_on(&self.refined.system, premises, *index, freedom);
                if let Some(found) = ranking.and_then(|ranking| self.confirmed(component, ranking)) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Where the function decreases, if it never increases.
    pub fn confirmed(&mut self, component: &[usize], ranking: Ranking) -> Option<(Ranking, Vec<usize>)> {
        let mut decreasing = Vec::new();
        for index in component {
            let transition = &self.refined.system.transitions[*index];
            let strict = ranking_claims(&self.refined.system, transition, &ranking, true)?;
            let weak = ranking_claims(&self.refined.system, transition, &ranking, false)?;
            if self.implies(*index, &strict) {
                decreasing.push(*index);
            } else if !self.implies(*index, &weak) {
                return None;
            }
        }
        (!decreasing.is_empty()).then_some((ranking, decreasing))
    }
}

#[cfg(test)]
mod tests {
    use its::system::{IntVar, Poly, Transition};

    use super::*;
    use crate::solver::for_search;

    #[test]
    fn splits_can_be_undone() {
        let x = Poly::var(IntVar(0));
        let (low, high) = (Atom::gt(&Poly::zero(), &x).expect("small"), Atom::at_least_zero(x.clone()));
        let parts = || vec![vec![high.clone()], vec![low.clone()]];
        let (from, update) = (Location(0), vec![x.sub(&Poly::constant(1)).expect("small")]);
        let step = Transition { from, to: from, chosen: Vec::new(), guard: Vec::new(), update };
        let system = System {
            vars: vec!["x".to_string()],
            locations: vec!["l".to_string()],
            start: from,
            transitions: vec![step],
        };
        let budget = Budget::new();
        let mut logic = for_search(&budget).expect("the solver starts");
        let proof = Proof { invariants: vec![Vec::new()], ..Proof::default() };
        let mut prover = Prover::new(&system, proof, &mut logic, &budget);
        let before = prover.moment();
        prover.split_transition(0, parts()).expect("it fits");
        prover.split_locations(&[0, 1], vec![(from, parts())]).expect("it fits");
        prover.back_to(before);
        assert_eq!((&prover.refined.system, prover.steps.len()), (&system, 0));
        assert_eq!((prover.refined.invariants.len(), prover.refined.origin.len()), (1, 1));
    }
}
