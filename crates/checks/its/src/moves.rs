//! Sets at some locations such that a run in one of them can always go on into one of them.
//!
//! Paper: recurrent sets, [Gupta et al., POPL 2008], here over several ways out of which one is possible at a time.

use crate::atom::Atom;
use crate::poly::Poly;
use crate::system::Location;

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
