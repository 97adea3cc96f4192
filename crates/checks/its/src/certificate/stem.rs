//! A concrete run from the start, and what taking it means.

use engine::Budget;

use crate::system::{Location, System};

/// A transition, with the values that it chooses.
pub type Taken = (usize, Vec<i128>);

/// A location, with the values of the program variables there.
pub type State = (Location, Vec<i128>);

/// A part of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leg {
    Step(Taken),
    /// All of the steps, again and again.
    Repeat {
        steps: Vec<Taken>,
        times: u64,
    },
}

/// A run: the values at the start, and what is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stem {
    pub start: Vec<i128>,
    pub legs: Vec<Leg>,
}

/// Steps of a run that are taken before it counts as too long to be believed.
const MOST_STEPS: u64 = 1 << 21;

impl Stem {
    /// Takes the run; the location and the values where it ends. `None` when a step is not possible, or it is too long.
    pub fn run(&self, system: &System) -> Option<State> {
        self.run_within(system, &Budget::new())
    }

    /// As [`Stem::run`]; `None` also when the budget ends.
    pub fn run_within(&self, system: &System, budget: &Budget) -> Option<State> {
        let mut state = (system.start, self.start.clone());
        if self.start.len() != system.vars.len() {
            return None;
        }
        let mut left = MOST_STEPS;
        for leg in &self.legs {
            state = leg.run_within(system, state, &mut left, budget)?;
        }
        Some(state)
    }
}

impl Leg {
    /// Takes this part of a run. `None` when a step is not possible, or fewer are `left`.
    pub fn run(&self, system: &System, from: State, left: &mut u64) -> Option<State> {
        self.run_within(system, from, left, &Budget::new())
    }

    /// As [`Leg::run`]; `None` also when the budget ends.
    fn run_within(&self, system: &System, from: State, left: &mut u64, budget: &Budget) -> Option<State> {
        let (steps, times) = match self {
            Leg::Step(taken) => (std::slice::from_ref(taken), 1),
            Leg::Repeat { steps, times } => (steps.as_slice(), *times),
        };
        *left = left.checked_sub(times.checked_mul(steps.len() as u64)?)?;
        let (mut location, mut values) = from;
        for _ in 0..if steps.is_empty() { 0 } else { times } {
            if budget.exhausted().is_some() {
                return None;
            }
            for (index, chosen) in steps {
                let transition = system.transitions.get(*index)?;
                if transition.from != location || chosen.len() != transition.chosen.len() {
                    return None;
                }
                values = transition.step(&values, chosen)?;
                location = transition.to;
            }
        }
        Some((location, values))
    }
}
