//! Objects: what C calls an object of its own lifetime, plus functions and labels, which have addresses too.

use std::num::NonZeroU32;

use ir::{BlockId, FuncId, GlobalId, LocId};

use super::contents::Contents;
use crate::observer::ObjectKind;

/// An object of a run. Ids of dead objects are given to new ones only after no value refers to the dead one any more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(NonZeroU32);

impl ObjectId {
    pub fn raw(self) -> u32 {
        self.0.get()
    }

    #[inline]
    pub fn from_raw(raw: u32) -> Option<ObjectId> {
        NonZeroU32::new(raw).map(ObjectId)
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub fn from_index(index: usize) -> ObjectId {
        let raw = u32::try_from(index + 1).expect("invariant: the memory limit is below 2^32 objects");
        ObjectId(NonZeroU32::new(raw).expect("invariant: one more than an index is not zero"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Heap,
    /// Of the `Alloca` at this place.
    Stack {
        func: FuncId,
        block: BlockId,
        inst: u32,
    },
    Global(GlobalId),
    /// Variable arguments of a call, and what `va_start` makes of them.
    VarArgs,
    /// `argv`, its strings and `envp`.
    Environment,
    /// Memory that is no object of the program; a function without body gave its address.
    Outside,
    Function(FuncId),
    Label {
        func: FuncId,
        block: BlockId,
    },
}

impl Kind {
    /// What observers know it as; `None` for what has no bytes.
    pub fn observed(self) -> Option<ObjectKind> {
        match self {
            Kind::Heap => Some(ObjectKind::Heap),
            Kind::Stack { func, block, inst } => Some(ObjectKind::Stack { func, block, inst }),
            Kind::Global(global) => Some(ObjectKind::Global(global)),
            Kind::VarArgs => Some(ObjectKind::VarArgs),
            Kind::Environment => Some(ObjectKind::Environment),
            Kind::Outside => Some(ObjectKind::Outside),
            Kind::Function(_) | Kind::Label { .. } => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Live,
    /// Freed, or moved by `realloc`, there.
    Freed(LocId),
    /// A local whose scope or function ended there.
    OutOfScope(LocId),
    /// The id is free.
    Vacant,
}

#[derive(Clone, Debug)]
pub(crate) struct Object<T> {
    pub base: u64,
    pub size: u64,
    /// A power of two that divides the base.
    pub align: u64,
    pub kind: Kind,
    pub state: State,
    /// Where it was allocated or declared.
    pub born: LocId,
    pub readonly: bool,
    /// Something about it is not modelled: its contents must not be used.
    pub opaque: bool,
    /// Bytes that were never written are the outside's to decide, not uninitialised.
    pub outside: bool,
    /// Nobody knows where it ends: no access can be told to be inside or outside.
    pub open_ended: bool,
    /// Its address became part of a number that does not say so; a number may be a pointer to it.
    pub exposed: bool,
    pub contents: Contents<T>,
}

impl<T> Object<T> {
    #[inline]
    pub fn is_live(&self) -> bool {
        self.state == State::Live
    }

    pub fn is_heap(&self) -> bool {
        self.kind == Kind::Heap
    }

    /// Functions and labels have an address but no bytes to look at.
    pub fn is_code(&self) -> bool {
        match self.kind {
            Kind::Function(_) | Kind::Label { .. } => true,
            Kind::Heap | Kind::Stack { .. } | Kind::Global(_) | Kind::VarArgs | Kind::Environment | Kind::Outside => {
                false
            }
        }
    }
}
