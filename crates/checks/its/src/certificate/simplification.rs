//! Steps to a smaller system with the same question, as data.
//!
//! [`crate::replay`] says what each of them does, [`crate::check`] when it may be done.

use serde::{Deserialize, Serialize};

use crate::system::{Atom, IntVar, Location, Poly};

/// One step, about the system that the steps before it left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Simplification {
    /// No path of transitions leads from the start to where these begin.
    Unreachable { transitions: Vec<usize> },
    /// No cycle can be reached after one of these.
    Irrelevant { transitions: Vec<usize> },
    /// The guards of these never hold.
    Impossible { transitions: Vec<usize> },
    /// Whatever the first of a pair can do, the second can do as well; the first ones are taken away.
    Subsumed { pairs: Vec<(usize, usize)> },
    /// Each transition into the location becomes one with each transition out of it.
    Chained { location: Location },
    /// A value that the transition chooses is this one without loss.
    Determined { transition: usize, var: IntVar, value: Poly },
    /// No guard needs these variables, neither directly nor through other variables.
    Sliced { vars: Vec<IntVar> },
    /// Whenever a run is at the location, the variable has the value; it is put in the variable's place in what starts
    /// there.
    Equal { values: Vec<(Location, IntVar, Poly)> },
    /// This holds whenever a run is at the location; guards of what starts there get it.
    Strengthened { facts: Vec<(Location, Atom)> },
}
