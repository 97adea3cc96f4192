//! The search for a proof.
//!
//! Components one by one; within one, lexicographic: a function that decreases somewhere takes those transitions away,
//! and what is left falls apart into smaller components. The set of transitions that can be taken away by one function
//! that is bounded everywhere is unique, so names and the order of rules do not matter for how far this gets.

use engine::Budget;

use crate::accelerate::Deep;
use crate::atom::Atom;
use crate::check::{claims, phase_claims};
use crate::cycles::simple_cycles;
use crate::going_on::going_on;
use crate::invariants::{Precision, invariants};
use crate::lasso::lasso;
use crate::logic::{Logic, during};
use crate::premise::Premise;
use crate::proof::{Answer, Endless, Proof, Recurrence, Step};
use crate::rank::{Freedom, Ranking, bounded_everywhere, decreasing_on, phases};
use crate::rays::along_rays;
use crate::recur::recurrent_sets;
use crate::scc::{all_reachable, components, reachable_transitions};
use crate::simplify::simplify;
use crate::stem::stem;
use crate::system::System;

/// Phases that are looked for in one component.
const MOST_PHASES: usize = 4;

/// Transitions times variables from which a ranking function is first looked for in a smaller program.
const LARGE_PROGRAM: usize = 400;

/// Does every run of the system end? The solver does not start only when the installation is broken.
pub fn prove(system: &System, budget: &Budget) -> Result<Answer, smt::Error> {
    let simplified = simplify(system, budget);
    let original = |component: &Vec<usize>| simplified.original_transitions(component);
    Ok(match search(simplified.system(), budget)? {
        Answer::Terminates(proof) => Answer::Terminates(Proof { simplifications: simplified.into_log(), ..proof }),
        Answer::RunsForever(endless) => match simplified.undo(*endless) {
            Some(endless) => Answer::RunsForever(Box::new(endless)),
            // Numbers that are small enough only in the simplified system.
            None => Answer::Maybe { open: vec![(0..system.transitions.len()).collect()] },
        },
        Answer::Maybe { open } => {
            let mut open: Vec<Vec<usize>> = open.iter().map(original).collect();
            open.sort_unstable();
            Answer::Maybe { open }
        }
    })
}

/// Cheap first: without invariants, then with better ones until everything is proved, or some run is found that does not
/// end.
fn search(system: &System, budget: &Budget) -> Result<Answer, smt::Error> {
    let mut logic = Logic::limited()?;
    let none = vec![Vec::new(); system.locations.len()];
    let mut answer = attempt(system, budget, &mut logic, none);
    let mut tried: Vec<Vec<usize>> = Vec::new();
    for precision in [Precision::Guards, Precision::Pairs] {
        if matches!(answer, Answer::Terminates(_)) || budget.exhausted().is_some() {
            break;
        }
        let found = invariants(system, precision, &mut logic, budget);
        answer = attempt(system, budget, &mut logic, found);
        // Better invariants cost much; a run that does not end may be found before.
        if let Answer::Maybe { open } = &answer
            && *open != tried
        {
            if let Some(endless) = endless(system, open, &mut logic, budget) {
                return Ok(Answer::RunsForever(Box::new(endless)));
            }
            tried.clone_from(open);
        }
    }
    if let Answer::Maybe { open } = &answer
        && let Some(endless) = endless_otherwise(system, open, &mut logic, budget)
    {
        answer = Answer::RunsForever(Box::new(endless));
    }
    Ok(answer)
}

/// A run that stays in one of the components forever.
fn endless(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    for component in open {
        if let Some(found) = lasso(system, component, logic, budget) {
            return Some(found);
        }
        for cycle in simple_cycles(system, component) {
            if budget.exhausted().is_some() {
                return None;
            }
            let location = system.transitions[cycle[0]].from;
            for recurrent in recurrent_sets(system, &cycle, logic) {
                if let Some(stem) = stem(system, location, &recurrent.set, logic, budget) {
                    return Some(Endless::new(stem, Recurrence::Cycle(recurrent)));
                }
            }
        }
    }
    None
}

/// As [`endless`], with what takes longer.
fn endless_otherwise(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    for component in open {
        for cycle in simple_cycles(system, component) {
            if let Some(found) = along_rays(system, &cycle, logic, budget) {
                return Some(found);
            }
        }
        if let Some(found) = going_on(system, component, logic, budget) {
            return Some(found);
        }
    }
    endless_deep(system, open, logic, budget)
}

/// As [`endless`], for sets that a run gets into only after many rounds of a cycle.
fn endless_deep(system: &System, open: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    let deep = Deep::new(system, logic)?;
    for cycle in open.iter().flat_map(|component| simple_cycles(system, component)) {
        let location = system.transitions[cycle[0]].from;
        for recurrent in recurrent_sets(system, &cycle, logic) {
            if budget.exhausted().is_some() {
                return None;
            }
            if let Some(stem) = deep.stem(location, &recurrent.set, logic, budget) {
                return Some(Endless::new(stem, Recurrence::Cycle(recurrent)));
            }
        }
    }
    None
}

fn attempt(system: &System, budget: &Budget, logic: &mut Logic, invariants: Vec<Vec<Atom>>) -> Answer {
    let mut prover = Prover { system, budget, logic, proof: Proof { invariants, ..Proof::default() } };
    let left = prover.possible();
    let mut open = Vec::new();
    let mut work = components(system, &left);
    while let Some(component) = work.pop() {
        let Some(premises) = prover.premises(&component) else {
            open.push(component);
            continue;
        };
        if let Some((ranking, decreasing)) = prover.rank(&component, &premises) {
            let rest: Vec<usize> = component.iter().copied().filter(|index| !decreasing.contains(index)).collect();
            prover.proof.steps.push(Step::Ranked { component, ranking, decreasing });
            work.extend(components(system, &rest));
        } else if let Some(functions) = prover.phases(&component, &premises) {
            prover.proof.steps.push(Step::Phases { component, functions });
        } else {
            open.push(component);
        }
    }
    open.sort_unstable();
    if open.is_empty() { Answer::Terminates(prover.proof) } else { Answer::Maybe { open } }
}

struct Prover<'a> {
    system: &'a System,
    budget: &'a Budget,
    logic: &'a mut Logic,
    proof: Proof,
}

impl Prover<'_> {
    fn invariants_before(&self, index: usize) -> &[Atom] {
        &self.proof.invariants[self.system.transitions[index].from.index()]
    }

    /// Transitions that some run may take.
    fn possible(&mut self) -> Vec<usize> {
        let mut possible = Vec::new();
        for index in all_reachable(self.system) {
            let transition = &self.system.transitions[index];
            let premises = during(transition, self.invariants_before(index));
            if self.logic.may_hold(&premises) {
                possible.push(index);
            } else {
                self.proof.steps.push(Step::Impossible { transition: index });
            }
        }
        reachable_transitions(self.system, &possible)
    }

    fn premises(&self, component: &[usize]) -> Option<Vec<(usize, Premise)>> {
        let premise = |index: &usize| {
            let transition = &self.system.transitions[*index];
            Some((*index, Premise::new(self.system, transition, self.invariants_before(*index))?))
        };
        component.iter().map(premise).collect()
    }

    /// Functions for several phases that hold what they promise.
    fn phases(&mut self, component: &[usize], premises: &[(usize, Premise)]) -> Option<Vec<Ranking>> {
        for count in 2..=MOST_PHASES {
            if self.budget.exhausted().is_some() {
                return None;
            }
            let Some(functions) = phases(self.system, premises, count) else { continue };
            let mut holds = true;
            for index in component {
                let transition = &self.system.transitions[*index];
                let claims = phase_claims(self.system, transition, &functions)?;
                let facts = during(transition, self.invariants_before(*index));
                holds &= self.logic.implies(&facts, &claims);
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
        let large = component.len() * self.system.vars.len() >= LARGE_PROGRAM;
        let freedoms = if large { [Freedom::Constants, Freedom::All].as_slice() } else { &[Freedom::All] };
        for freedom in freedoms.iter().copied() {
            let everywhere = bounded_everywhere(self.system, premises, freedom);
            if let Some(found) = everywhere.and_then(|ranking| self.confirmed(component, ranking)) {
                return Some(found);
            }
            for index in component {
                if self.budget.exhausted().is_some() {
                    return None;
                }
                let ranking = decreasing_on(self.system, premises, *index, freedom);
                if let Some(found) = ranking.and_then(|ranking| self.confirmed(component, ranking)) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Where the function decreases, if it never increases.
    fn confirmed(&mut self, component: &[usize], ranking: Ranking) -> Option<(Ranking, Vec<usize>)> {
        let mut decreasing = Vec::new();
        for index in component {
            let transition = &self.system.transitions[*index];
            let premises = during(transition, self.invariants_before(*index));
            let strict = claims(self.system, transition, &ranking, true)?;
            let weak = claims(self.system, transition, &ranking, false)?;
            if self.logic.implies(&premises, &strict) {
                decreasing.push(*index);
            } else if !self.logic.implies(&premises, &weak) {
                return None;
            }
        }
        (!decreasing.is_empty()).then_some((ranking, decreasing))
    }
}
