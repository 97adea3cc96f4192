//! Cycles that are taken many times, for the search of a stem.
//!
//! Paper: loop acceleration, [Frohn, TACAS 2020]. A cycle that adds a number to each variable has, after n rounds,
//! added n times that much; what a linear guard says holds in all rounds if it holds in the first and the last. Any other
//! cycle is taken 2, 4, 8, … times, by composing it with itself. Such a step is a guess about what many rounds do: in the
//! run that is found with it, it is replaced by the rounds, and the run is taken step by step.
//!
//! Input: a system. Guarantees: none; what [`Deep::stem`] returns was run.

use engine::Budget;
use its::certificate::{Leg, Stem, Taken};
use its::check::Logic;
use its::system::{Atom, IntVar, Location, Poly, System, Transition, all_reachable, chain, chain_all, components};

use super::cycles::simple_cycles;
use super::recurrent::{choices, determined};
use super::stem::deep_stem;

/// Cycles that are accelerated.
const MOST_CYCLES: usize = 12;
/// Other cycles are composed with themselves so often: 2⁶ rounds.
const MOST_DOUBLINGS: u32 = 6;

/// A system with steps that stand for many rounds of its cycles.
#[derive(Debug)]
pub struct Deep<'a> {
    system: &'a System,
    more: System,
    /// What the additional transitions stand for.
    rounds: Vec<Rounds>,
}

#[derive(Debug)]
struct Rounds {
    steps: Vec<Taken>,
    /// How often; `None` when the step chooses it.
    times: Option<u64>,
}

impl<'a> Deep<'a> {
    /// `None` when no cycle can be accelerated, or the budget ends.
    pub fn new(system: &'a System, logic: &mut Logic, budget: &Budget) -> Option<Deep<'a>> {
        let mut deep = Deep { system, more: system.clone(), rounds: Vec::new() };
        let mut cycles = 0;
        for component in components(system, &all_reachable(system)) {
            for cycle in simple_cycles(system, &component) {
                if budget.exhausted().is_some() {
                    return None;
                }
                if cycles >= MOST_CYCLES {
                    break;
                }
                cycles += usize::from(deep.accelerate(&cycle, logic));
            }
        }
        (!deep.rounds.is_empty()).then_some(deep)
    }

    /// Adds steps for the cycle; says whether there are any.
    fn accelerate(&mut self, cycle: &[usize], logic: &mut Logic) -> bool {
        let Some(whole) = chain_all(self.system, cycle) else { return false };
        for choices in choices(self.system, &whole) {
            // What a repeated step chooses is the same every time.
            let Some(numbers) = choices.iter().map(Poly::as_constant).collect::<Option<Vec<i128>>>() else { continue };
            let Some(round) = determined(self.system, &whole, &choices) else { continue };
            if !logic.may_hold(&round.guard) {
                continue;
            }
            let steps = taken(self.system, cycle, &numbers);
            let added = if let Some(many) = summed(self.system, &round) {
                vec![(many, None)]
            } else {
                doubled(self.system, &round)
            };
            for (transition, times) in &added {
                self.more.transitions.push(transition.clone());
                self.rounds.push(Rounds { steps: steps.clone(), times: *times });
            }
            return !added.is_empty();
        }
        false
    }

    /// A run that ends at the location with values in the set, also with many rounds of a cycle in between.
    pub fn stem(&self, location: Location, set: &[Atom], logic: &mut Logic, budget: &Budget) -> Option<Stem> {
        let found = deep_stem(&self.more, location, set, logic, budget)?;
        let legs = found.legs.into_iter().map(|leg| self.expanded(leg)).collect::<Option<_>>()?;
        let stem = Stem { start: found.start, legs };
        let (end, values) = stem.run(self.system)?;
        let inside = set.iter().all(|atom| atom.holds(&|var| values[var.index()]) == Some(true));
        (end == location && inside).then_some(stem)
    }

    fn expanded(&self, leg: Leg) -> Option<Leg> {
        let Leg::Step((index, chosen)) = leg else { return Some(leg) };
        let Some(rounds) = index.checked_sub(self.system.transitions.len()).and_then(|at| self.rounds.get(at)) else {
            return Some(Leg::Step((index, chosen)));
        };
        let times = match rounds.times {
            Some(times) => times,
            None => u64::try_from(*chosen.first()?).ok()?,
        };
        Some(Leg::Repeat { steps: rounds.steps.clone(), times })
    }
}

fn taken(system: &System, cycle: &[usize], numbers: &[i128]) -> Vec<Taken> {
    let mut rest = numbers;
    let mut steps = Vec::with_capacity(cycle.len());
    for index in cycle {
        let (own, later) = rest.split_at(system.transitions[*index].chosen.len().min(rest.len()));
        steps.push((*index, own.to_vec()));
        rest = later;
    }
    steps
}

/// n ≥ 1 rounds that add, n being chosen by the step.
fn summed(system: &System, round: &Transition) -> Option<Transition> {
    let count = system.vars.len();
    let mut added = Vec::with_capacity(count);
    for (index, update) in round.update.iter().enumerate() {
        // A product of the number of rounds with a variable would be too much for the solver.
        added.push(update.sub(&Poly::var(IntVar(index as u32)))?.as_constant()?);
    }
    let rounds = Poly::var(IntVar(count as u32));
    let after = |times: &Poly| -> Option<Vec<Poly>> {
        let sum = |(index, more): (usize, &i128)| Poly::var(IntVar(index as u32)).combine(times, *more);
        added.iter().enumerate().map(sum).collect()
    };
    let last = after(&rounds.sub(&Poly::constant(1))?)?;
    let mut guard = round.guard.clone();
    guard.push(Atom::ge(&rounds, &Poly::constant(1))?);
    for atom in &round.guard {
        guard.push(atom.substitute(&|var| last.get(var.index()).cloned())?);
    }
    Some(Transition { chosen: vec!["rounds".to_string()], guard, update: after(&rounds)?, ..round.clone() })
}

/// …, 8, 4, 2 rounds, with the guard of each; many first, because paths are tried in that order.
fn doubled(system: &System, round: &Transition) -> Vec<(Transition, Option<u64>)> {
    let mut found = Vec::new();
    let mut many = round.clone();
    for power in 1..=MOST_DOUBLINGS {
        let Some(twice) = chain(system, &many, &many) else { break };
        many = twice;
        found.push((many.clone(), Some(1 << power)));
    }
    found.reverse();
    found
}
