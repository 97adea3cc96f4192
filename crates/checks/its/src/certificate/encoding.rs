//! A system over mathematical integers with the runs of one over fixed widths.
//!
//! A variable of a type with m values becomes, for every k with which that is in range, e - m·k instead of e. What is
//! known about k decides how that is written: one transition for each of a few values, or a value that the step chooses
//! and its guard determines. Locations have a second copy that is entered by steps in which something may wrap: what
//! holds right after a wrap is often that the loop is over, and the copy is where an invariant can say so. Forgetting
//! which copy a run is in, the runs are the same.

use crate::system::{Atom, Location, System};

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

/// What is claimed about a system with types; [`crate::check::check_encoding`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrapEncoding {
    /// For each transition and program variable, first all transitions from the first copies of their locations, then
    /// all from the second.
    pub wraps: Vec<Vec<Wraps>>,
    /// What holds at each location of the encoded system and shows that nothing else can happen.
    pub invariants: Vec<Vec<Atom>>,
}

impl WrapEncoding {
    /// Locations of the encoded system: first copies, second copies, and where runs start.
    pub fn location_count(system: &System) -> usize {
        2 * system.locations.len() + 1
    }

    /// The transition that starts at the given copy, by its place in [`WrapEncoding::wraps`].
    pub fn place(system: &System, copy: usize, transition: usize) -> usize {
        copy * system.transitions.len() + transition
    }

    /// The copy of a location.
    pub fn copied(system: &System, copy: usize, location: Location) -> Location {
        Location((copy * system.locations.len() + location.index()) as u32)
    }

    /// Is the second copy of the location entered?
    pub fn may_be_wrapped(&self, system: &System, location: Location) -> bool {
        let into = |at: &usize| system.transitions[at % system.transitions.len()].to == location;
        (0..self.wraps.len()).filter(into).any(|at| self.wraps[at].iter().any(|wraps| *wraps != Wraps::NEVER))
    }
}
