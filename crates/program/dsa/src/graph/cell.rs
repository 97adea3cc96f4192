//! Abstract cells: a byte of a node.

use std::num::NonZeroU32;
use std::ops::{BitOr, BitOrAssign};

/// A node of the arena. Merged nodes keep their ids; [`super::Graph::find`] says what became of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(
    /// One more than the index: "no cell" takes no memory of its own, and there are as many of those as registers.
    NonZeroU32,
);

impl NodeId {
    pub(crate) fn new(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("invariant: fewer than 2^32 nodes"))
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A place in a node, in bytes from the node's origin. Origins are arbitrary: an offset may be negative, as that of a
/// structure around a list head whose address came first.
///
/// Packed, since the analysis passes over lists of pairs of nodes and cells that do not fit the cache: 16 bytes instead
/// of 24.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(C, packed(4))]
pub struct Cell {
    pub node: NodeId,
    pub offset: i64,
}

impl Cell {
    pub fn new(node: NodeId, offset: i64) -> Cell {
        Cell { node, offset }
    }

    pub fn plus(self, bytes: i64) -> Cell {
        Cell { offset: self.offset.wrapping_add(bytes), ..self }
    }
}

/// What is known of a node besides its layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u16);

impl Flags {
    pub const NONE: Flags = Flags(0);
    pub const HEAP: Flags = Flags(1);
    pub const STACK: Flags = Flags(1 << 1);
    pub const GLOBAL: Flags = Flags(1 << 2);
    /// Handed to, or got from, a function that Cairn does not see, or reachable from there: it may be any other external
    /// region.
    pub const EXTERNAL: Flags = Flags(1 << 3);
    pub const READ: Flags = Flags(1 << 4);
    pub const MODIFIED: Flags = Flags(1 << 5);
    /// Some pointer to it points to a function.
    pub const FUNCTION: Flags = Flags(1 << 6);
    /// Reachable from a global variable: one node for all functions, which no call copies.
    pub const SHARED: Flags = Flags(1 << 7);
    /// A number computed from addresses; see [`super::Graph::scrambled`].
    pub const NUMBER: Flags = Flags(1 << 8);
    /// Variable arguments of a call.
    pub const VARARGS: Flags = Flags(1 << 9);
    /// What a number came from in functions that are called, when it has no other place in the caller.
    pub const ORIGIN: Flags = Flags(1 << 10);

    /// Some of its bytes are one: [`super::Node::modulus`] is not 0.
    pub const CYCLIC: Flags = Flags(1 << 11);

    /// What holds of everything that can be reached from a node with these flags: who sees a pointer sees what it points to.
    pub fn spreading(self) -> Flags {
        let mut flags = Flags::NONE;
        if self.contains(Flags::SHARED) {
            flags |= Flags::SHARED;
        }
        if self.contains(Flags::EXTERNAL) {
            flags |= Flags::EXTERNAL | Flags::READ | Flags::MODIFIED;
        }
        flags
    }

    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn intersects(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}
