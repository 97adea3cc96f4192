//! What keeps properties from being proved.

use engine::{BugKind, Property};
use ir::{FuncId, LocId};

/// Something that keeps a property from being proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub problem: Problem,
    pub loc: LocId,
    pub func: FuncId,
    /// One sentence for people.
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// May happen, as far as the states tell.
    Bug(BugKind),
    /// The engine does not model it.
    Unsupported,
}

impl Finding {
    /// Does it keep the property from being proved?
    pub fn blocks(&self, property: Property) -> bool {
        let kind = match self.problem {
            Problem::Bug(kind) => kind,
            Problem::Unsupported => return true,
        };
        kind.blocks(property)
    }
}
