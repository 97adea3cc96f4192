//! Sets of values from which a run can always go on.
//!
//! Paper: recurrent sets, [Gupta et al., POPL 2008]; closed ones, [Chen et al., TACAS 2014]. Either one cycle that can be taken
//! from the whole set and leads back into it, or sets at some locations, with several ways out of which one is possible at a
//! time.

use crate::system::{Atom, Location, Poly};

/// A set, and a cycle that can be taken from each of its elements and leads back into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrent {
    /// Transitions, from the location where the set is.
    pub cycle: Vec<usize>,
    /// Values of the transitions' own variables in one round, all of them in order, from the values at its beginning.
    pub choices: Vec<Poly>,
    /// Over the program variables.
    pub set: Vec<Atom>,
}

/// Some transitions in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Location,
    pub path: Vec<usize>,
    /// Values of the transitions' own variables, all of them in order, from the values at the beginning.
    pub choices: Vec<Poly>,
}

/// From every value in the set of a location, one of the moves from there is possible and leads into the set of the
/// location where it ends. So a run that gets into a set can go on for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecurrentMoves {
    /// Over the program variables.
    pub sets: Vec<(Location, Vec<Atom>)>,
    pub moves: Vec<Move>,
}
