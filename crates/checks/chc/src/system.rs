//! Relations, clauses, and what must never happen.

use engine::BugKind;
use ir::{BlockId, FuncId, LocId, Module, RegId};
use smt::{Func, Horn, Term, Terms};

use crate::memory::{Object, ObjectId};

/// The clauses of a program.
#[derive(Clone, Debug)]
pub struct System {
    pub terms: Terms,
    pub horn: Horn,
    /// The program with copies of functions, if that is what the clauses are of.
    pub copied: Option<Module>,
    pub relations: Vec<Relation>,
    /// Calls that were read in place, and the functions that have summaries.
    pub instances: Vec<Instance>,
    /// Objects that are known by what they hold, in a fixed order.
    pub objects: Vec<(ObjectId, Object)>,
    /// Those of which the plan does not ask whether their accesses are valid, although that is not plain.
    pub assumed: Vec<ObjectId>,
    /// For each clause without a head, in their order, what it excludes.
    pub obligations: Vec<Vec<Excluded>>,
    /// For each clause, the walk that it is from.
    pub walk_of: Vec<usize>,
    /// For each walk, the inputs that runs ask for on its ways, in this order.
    pub inputs: Vec<Vec<AskedInput>>,
}

/// A run asks for an input.
#[derive(Clone, Copy, Debug)]
pub struct AskedInput {
    /// … where this holds.
    pub condition: Term,
    pub term: Term,
    pub width: u16,
    pub asked: Asked,
}

/// What a run asks for. Each counts apart from the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    Input,
    /// The value of something uninitialised.
    Undef,
    /// What memory that may be uninitialised holds, which is read here.
    Memory(LocId),
}

/// The states that can come to a place.
#[derive(Clone, Debug)]
pub struct Relation {
    pub symbol: Func,
    pub place: Place,
    pub args: Vec<Arg>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A function with a summary is called.
    Entry(FuncId),
    /// It has returned: the summary.
    Exit(FuncId),
    /// A block begins to which control comes back.
    Head { instance: usize, block: BlockId },
    /// A function with a summary has returned to its caller.
    Behind { instance: usize, block: BlockId, inst: usize },
}

/// A function, as it is called from one place, or from all.
#[derive(Clone, Debug)]
pub struct Instance {
    pub func: FuncId,
    /// The call that it is read in place of; `None` for the entry function and those with summaries.
    pub call: Option<CallSite>,
}

/// A call in an instance: which one, the block and the instruction.
pub type CallSite = (usize, BlockId, usize);

/// What an argument of a relation stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    pub what: What,
    pub width: u16,
    pub signed: bool,
    /// All the elements, by their distance from the start of the object.
    pub array: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The number of the elements of arrays that are known, which is chosen before the run and never changes.
    Chosen(u8),
    /// A parameter of the function with a summary, when it was called.
    Parameter(usize),
    /// Memory, when it was called.
    Before(SlotId),
    Register {
        instance: usize,
        reg: RegId,
    },
    Memory(SlotId),
    Result(usize),
}

/// A slot of an object, or a part of it; of locals, those of one instance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotId {
    pub object: ObjectId,
    pub instance: usize,
    pub slot: usize,
    pub part: Part,
}

/// What is known of a slot of an array: all elements, or one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    All,
    /// The one whose number was chosen.
    Element(u8),
    /// Of an object, whether it is there no longer.
    Over,
    /// Of an object, how many bytes it has.
    Size,
}

impl SlotId {
    #[must_use]
    pub fn with(self, part: Part) -> SlotId {
        SlotId { part, ..self }
    }
}

/// What a clause without a head excludes.
#[derive(Clone, Debug)]
pub struct Excluded {
    /// A run comes there, and it happens.
    pub condition: Term,
    /// It happens to a run that comes there.
    pub happens: Term,
    pub obligation: Obligation,
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub trouble: Trouble,
    pub at: LocId,
    /// The object to which it would happen; `None` if to none, or to one that is not known.
    pub object: Option<ObjectId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    Bug(BugKind),
    /// A number does not fit its type, while the plan says that all do.
    Misfit,
    /// It is not modelled.
    Unsupported(String),
    /// It is not modelled here, although it has a meaning that others may know.
    Beyond(&'static str),
}
