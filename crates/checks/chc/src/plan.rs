//! How a program is to be read. Whatever the plan says, the clauses cover the program: it decides how hard they are to solve.

use ir::FuncId;
use serde::{Deserialize, Serialize};

use crate::memory::ObjectId;

/// What words of the machine are in logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Words {
    /// Mathematical integers, which wrap around where the machine does.
    Integers,
    /// Mathematical integers that never wrap: that every sum and product fits its type is to be shown, too.
    Fitting,
    /// Mathematical integers; a sum or product that does not fit its type may be anything, and so may a product of two unknown numbers.
    Rough,
    /// Bit-vectors.
    Bits,
}

/// What becomes of accesses through pointers, and of pointers in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pointers {
    /// They are followed to private and addressed objects (`memory`); no proof comes past accesses through others.
    Followed,
    /// They are followed, too, but accesses are taken to be valid, and those through others read anything; so are calls of the
    /// library, which give anything. The verdict says so.
    Trusted,
    /// … and none is followed but to private objects.
    Ignored,
}

impl Pointers {
    pub fn are_trusted(self) -> bool {
        match self {
            Pointers::Followed => false,
            Pointers::Trusted | Pointers::Ignored => true,
        }
    }
}

/// Which of the things that must not happen clauses exclude; the others are excluded by clauses of the same plan but for this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Asks {
    All,
    /// Those that happen to one object: accesses that are not valid, and that it is lost.
    Object(ObjectId),
    /// Those that happen to none. What is not modelled is excluded by all.
    Rest,
}

impl Asks {
    /// Do they exclude what happens to this object, and nothing else?
    pub fn is_of(self, object: ObjectId) -> bool {
        self == Asks::Object(object)
    }

    /// Do they exclude what happens to this object, or to none?
    pub fn about(self, object: Option<ObjectId>) -> bool {
        match self {
            Asks::All => true,
            Asks::Object(one) => object == Some(one),
            Asks::Rest => object.is_none(),
        }
    }
}

/// More elements than this help nobody.
pub const MOST_CELLS: u8 = 4;

/// How a program becomes clauses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub words: Words,
    pub pointers: Pointers,
    /// Elements of each array that are known, each at an index that is the same for all arrays, never changes and may be any; what the
    /// others hold is not. 0: arrays are known as a whole.
    pub cells: u8,
    /// Functions that have summaries; others are read anew at each of their calls. At least one of every cycle of calls.
    pub summarised: Vec<FuncId>,
    /// What is shown by these clauses.
    pub asks: Asks,
    /// Are functions that allocate told apart by how they are called? Then functions are those of the program with copies.
    #[serde(default)]
    pub contexts: bool,
}

impl Plan {
    /// Of all objects, arrays as a whole, and no summaries.
    pub fn new(words: Words, pointers: Pointers) -> Plan {
        Plan { words, pointers, cells: 0, summarised: Vec::new(), asks: Asks::All, contexts: false }
    }
}
