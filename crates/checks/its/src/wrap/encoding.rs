//! A system over mathematical integers with the runs of one over fixed widths.
//!
//! A variable of a type with m values becomes, for every k with which that is in range, e - m·k instead of e. What is
//! known about k decides how that is written: one transition for each of a few values, or a value that the step chooses
//! and its guard determines. Locations have a second copy that is entered by steps in which something may wrap: what
//! holds right after a wrap is often that the loop is over, and the copy is where an invariant can say so. Forgetting
//! which copy a run is in, the runs are the same.

use crate::atom::Atom;
use crate::poly::{IntVar, Poly};
use crate::system::{Location, System, Transition};

use super::types::Types;

/// How often a value after a step may wrap: e - m·k for which k.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wraps {
    /// From the one to the other.
    Between(i128, i128),
    Any,
}

impl Wraps {
    pub const NEVER: Wraps = Wraps::Between(0, 0);
}

/// What is claimed about a system with types; [`super::check_encoding`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrapEncoding {
    /// For each transition and program variable, first all transitions from the first copies of their locations, then
    /// all from the second.
    pub wraps: Vec<Vec<Wraps>>,
    /// What holds at each location of the encoded system and shows that nothing else can happen.
    pub invariants: Vec<Vec<Atom>>,
}

/// Cases of one transition beyond which it is not encoded.
pub const MOST_CASES: usize = 64;

/// Locations of the encoded system: first copies, second copies, and where runs start.
pub fn location_count(system: &System) -> usize {
    2 * system.locations.len() + 1
}

/// The transition that starts at the given copy, by its place in [`WrapEncoding::wraps`].
pub fn place(system: &System, copy: usize, transition: usize) -> usize {
    copy * system.transitions.len() + transition
}

pub fn copied(system: &System, copy: usize, location: Location) -> Location {
    Location((copy * system.locations.len() + location.index()) as u32)
}

impl WrapEncoding {
    /// The encoded system. `None` when a number gets too large, or there are too many cases.
    pub fn system(&self, system: &System, types: &Types) -> Option<System> {
        let count = system.locations.len();
        let mut locations = system.locations.clone();
        locations.extend(system.locations.iter().map(|name| format!("{name}_wrapped")));
        locations.push("begin".to_string());
        let begin = Location(2 * count as u32);
        let all = || (0..system.vars.len()).map(|index| IntVar(index as u32));
        let mut transitions = vec![Transition {
            from: begin,
            to: copied(system, 0, system.start),
            chosen: Vec::new(),
            guard: types.ranges(all())?,
            update: all().map(Poly::var).collect(),
        }];
        for copy in 0..2 {
            for index in 0..system.transitions.len() {
                if copy == 0 || self.may_be_wrapped(system, system.transitions[index].from) {
                    transitions.extend(self.cases(system, types, copy, index)?);
                }
            }
        }
        Some(System { vars: system.vars.clone(), locations, start: begin, transitions })
    }

    /// Is the second copy of the location entered?
    pub fn may_be_wrapped(&self, system: &System, location: Location) -> bool {
        let into = |at: &usize| system.transitions[at % system.transitions.len()].to == location;
        (0..self.wraps.len()).filter(into).any(|at| self.wraps[at].iter().any(|wraps| *wraps != Wraps::NEVER))
    }

    /// One transition for every combination of cases.
    fn cases(&self, system: &System, types: &Types, copy: usize, index: usize) -> Option<Vec<Transition>> {
        let transition = &system.transitions[index];
        let wraps = self.wraps.get(place(system, copy, index))?;
        let from = copied(system, copy, transition.from);
        let mut guard = transition.guard.clone();
        for atom in types.ranges(touched(system, transition))? {
            if !guard.contains(&atom) {
                guard.push(atom);
            }
        }
        let whole = Transition { from, guard, update: Vec::new(), ..transition.clone() };
        // With the number of wraps of each variable that was dealt with, to know the copy where it ends.
        let mut cases = vec![(whole, false)];
        for (position, exact) in transition.update.iter().enumerate() {
            let Some(of) = types.vars.get(position).copied().flatten() else {
                cases.iter_mut().for_each(|(case, _)| case.update.push(exact.clone()));
                continue;
            };
            let mut next = Vec::new();
            for (case, wrapped) in cases {
                match wraps.get(position)? {
                    Wraps::Any => {
                        let times = Poly::var(IntVar((system.vars.len() + case.chosen.len()) as u32));
                        let value = exact.combine(&times, of.count().checked_neg()?)?;
                        let mut case = case;
                        case.chosen.push(format!("wraps_{}", system.vars[position]));
                        case.guard.extend(of.contains(&value)?);
                        case.update.push(value);
                        next.push((case, true));
                    }
                    Wraps::Between(least, most) => {
                        let many = usize::try_from(most.checked_sub(*least)?).ok()?;
                        if many >= MOST_CASES {
                            return None;
                        }
                        for times in *least..=*most {
                            let value = exact.sub(&Poly::constant(of.count().checked_mul(times)?))?;
                            let mut case = case.clone();
                            if least != most {
                                case.guard.extend(of.contains(&value)?);
                            }
                            case.update.push(value);
                            next.push((case, wrapped || times != 0));
                        }
                    }
                }
            }
            if next.len() > MOST_CASES {
                return None;
            }
            cases = next;
        }
        let ended = |(case, wrapped): (Transition, bool)| Transition {
            to: copied(system, usize::from(wrapped), transition.to),
            ..case
        };
        Some(cases.into_iter().map(ended).collect())
    }
}

/// Variables that a transition looks at or changes, and its own.
fn touched(system: &System, transition: &Transition) -> Vec<IntVar> {
    let mut vars: Vec<IntVar> = transition.guard.iter().flat_map(|atom| atom.poly.vars()).collect();
    for (index, value) in transition.update.iter().enumerate() {
        let var = IntVar(index as u32);
        if *value != Poly::var(var) {
            vars.extend(value.vars());
        }
    }
    vars.extend((0..transition.chosen.len()).map(|own| IntVar((system.vars.len() + own) as u32)));
    vars.sort_unstable();
    vars.dedup();
    vars
}
