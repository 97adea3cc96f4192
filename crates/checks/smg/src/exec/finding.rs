//! What keeps properties from being proved.

use engine::{BugKind, Property};
use ir::{BlockId, LocId};

use crate::graph::{State, TrailEvent};

/// Something that keeps a property from being proved.
#[derive(Clone, Debug)]
pub struct Finding {
    pub problem: Problem,
    pub loc: LocId,
    /// The program's call of the library function in which it happens, if it happens in one.
    pub called: Option<LocId>,
    /// One sentence for people.
    pub message: String,
    /// It happens if one of these holds; always, if there are none.
    pub when: Vec<TrailEvent>,
    /// Where the object that it is about comes from, if it is about one.
    pub allocated: Option<LocId>,
    /// The heap before it, at an instruction of this block, if somebody wants to know.
    pub heap: Option<(BlockId, State)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// May happen, as far as the graphs tell.
    Bug(BugKind),
    /// The engine does not model it.
    Unsupported,
}

impl Finding {
    /// Where people look for it.
    pub fn place(&self) -> LocId {
        self.called.unwrap_or(self.loc)
    }

    /// Does it keep the property from being proved?
    pub fn blocks(&self, property: Property) -> bool {
        let kind = match self.problem {
            Problem::Bug(kind) => kind,
            Problem::Unsupported => return true,
        };
        kind.blocks(property)
    }
}
