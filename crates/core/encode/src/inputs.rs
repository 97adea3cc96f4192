//! Inputs of runs as unknowns, and from a model back to inputs.

use ir::{NondetKind, truncate};
use smt::{Solver, Term};

use crate::reading::Reading;

/// The least and the most that an input of this kind can be, with sign; `None` if its width says it all.
pub fn bounds(kind: NondetKind, width: u16) -> Option<(u128, u128)> {
    match kind {
        NondetKind::Bool if width > 1 => Some((0, 1)),
        NondetKind::StdinByte => Some((truncate(u128::MAX, width), 255)),
        NondetKind::Bool
        | NondetKind::Signed
        | NondetKind::Unsigned
        | NondetKind::Char
        | NondetKind::Pointer
        | NondetKind::Float
        | NondetKind::Outside => None,
    }
}

/// The inputs that some formulas speak of.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    known: Vec<Input>,
}

#[derive(Clone, Copy, Debug)]
struct Input {
    index: u32,
    width: u16,
    term: Term,
}

impl Inputs {
    /// The input with this index. `seen`: see [`Reading::unknown`].
    pub fn unknown<R: Reading>(
        &mut self,
        reading: &mut R,
        index: u32,
        width: u16,
        seen: Option<u128>,
    ) -> Option<R::Word> {
        let unknown = reading.unknown(index, width, seen)?;
        self.known.push(Input { index, width, term: unknown.term });
        Some(unknown.word)
    }

    /// After an answer `Sat`: puts the bits that the model gives to the inputs in their places; others stay as they are.
    pub fn from_model<R: Reading>(&self, solver: &mut Solver, values: &mut Vec<u128>) -> Option<()> {
        for input in &self.known {
            let at = input.index as usize;
            if values.len() <= at {
                values.resize(at + 1, 0);
            }
            values[at] = R::bits_of(solver.value(input.term)?, input.width)?;
        }
        Some(())
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Forgets all inputs after the first so many.
    pub fn truncate(&mut self, len: usize) {
        self.known.truncate(len);
    }
}
