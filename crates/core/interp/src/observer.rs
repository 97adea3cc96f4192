//! Events of a run: steps for people (`cairn run --trace`, the path of a counterexample), and what the run does with
//! memory, for those who compare it with what an analysis says.

use engine::Step;
use ir::{BlockId, FuncId, GlobalId};

use crate::shadow::Point;
use crate::snapshot::Snapshot;

pub trait Observer {
    /// `false` makes the run skip the work of building steps.
    const ACTIVE: bool = true;
    /// `true` makes the run tell every access, allocation, call and return; loads and stores then go the long way.
    const MEMORY: bool = false;

    /// `true` makes the run tell where blocks begin.
    const BLOCKS: bool = false;

    /// Called in the order of the run. With [`crate::Options::check_leaks`], the steps end where the leak happens,
    /// even though it is found later.
    fn step(&mut self, step: Step);

    /// Called in the order of the run, up to where the steps end. Within one instruction nothing is promised about the
    /// order of steps and memory events.
    fn memory(&mut self, _event: MemoryEvent) {}

    /// Is a [`Snapshot`] wanted where a block of the function begins, this many calls deep? Asked when the program starts
    /// and after every jump.
    fn wants_block(&mut self, _func: FuncId, _depth: usize) -> bool {
        true
    }

    fn block(&mut self, _snapshot: Snapshot) {}
}

/// Objects are told apart by the address of their first byte: addresses are never used twice in a run.
///
/// Only what the program may do is told: an access that is a violation ends the run without an event, and so does a
/// call through a pointer of another type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryEvent {
    /// A defined function begins; `call` is the call instruction in the caller, `None` for the entry function.
    Enter { func: FuncId, call: Option<Point> },
    /// The function on top returns, and its stack objects end. Not told when the program ends otherwise.
    Leave,
    /// The instruction at `at` reads or writes `size` > 0 bytes of one object.
    Access { at: Point, through: Through, object: u64, kind: ObjectKind, offset: u64, size: u64, write: bool },
    /// A new object. Globals and the environment exist before the run and are not told; accesses say what they are.
    Allocate { at: Point, object: u64, size: u64, kind: ObjectKind },
    /// A heap object ends: by `free`, or as the old object of `realloc`.
    Free { at: Point, object: u64 },
    /// A call through a pointer reaches this function, whatever body it has. [`MemoryEvent::Enter`] follows if it has
    /// one of its own and is no error function.
    IndirectCall { at: Point, callee: FuncId },
}

/// Which operand of the instruction leads to the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Through {
    /// The pointer of a load or store.
    Pointer,
    /// Of a block operation, also one that is called as a function.
    Destination,
    /// Of a block operation, also one that is called as a function.
    Source,
    /// The list that `VaStart` fills.
    VaList,
    /// `VaStart` puts this argument, by its index in the call that entered the function, into the argument area: the
    /// area is written, and for an argument by value the object is read that the caller passed. No operand of
    /// `VaStart` leads to either.
    VarArg(u32),
    /// An argument of any other builtin. Text may be told byte for byte.
    Argument(u32),
    /// What a builtin returns: the new object of `realloc`, into which it copies.
    Result,
    /// No operand: a failed allocation sets `errno`.
    Errno,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    Heap,
    /// Of the `Alloca` at this place, also when a scope that is entered again makes it anew.
    Stack {
        func: FuncId,
        block: BlockId,
        inst: u32,
    },
    Global(GlobalId),
    /// What `VaStart` makes of variable arguments.
    VarArgs,
    /// `argv`, its strings and `envp`.
    Environment,
    /// Memory of which a function without body gave the address.
    Outside,
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    const ACTIVE: bool = false;

    fn step(&mut self, _step: Step) {}
}

/// Collects all steps.
impl Observer for Vec<Step> {
    fn step(&mut self, step: Step) {
        self.push(step);
    }
}

/// Collects all memory events, and no steps.
impl Observer for Vec<MemoryEvent> {
    const ACTIVE: bool = false;
    const MEMORY: bool = true;

    fn step(&mut self, _step: Step) {}

    fn memory(&mut self, event: MemoryEvent) {
        self.push(event);
    }
}
