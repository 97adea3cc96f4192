//! Nodes: abstract objects with what is known of their bytes.
//!
//! Paper: [SAS17] section 3. `modulus` is its sequence size, `collapsed` its collapsed flag, and the size by use is
//! the extent of the fields.

use engine::CodePlace;
use ir::{FuncId, GlobalId, TypeId};
use thin_vec::ThinVec;

use super::cell::{Cell, Flags};

/// Longer than any object: a field of this width has no known end.
pub const ENDLESS: i64 = 1 << 60;

/// Where memory comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// The call or alloca at this place.
    Inst(CodePlace),
    Global(GlobalId),
}

/// What an access, or a copy, says about bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// More than 0.
    pub width: i64,
    /// A block operation: may be cut where the node's modulus ends, while a scalar that does not fit collapses the node.
    pub bulk: bool,
    pub class: Class,
    /// The C type of an access, for people.
    pub of: Option<TypeId>,
}

impl Shape {
    pub fn scalar(width: i64) -> Shape {
        Shape { width, bulk: false, class: Class::ANY, of: None }
    }

    pub fn bulk(width: i64) -> Shape {
        Shape { width, bulk: true, class: Class::ANY, of: None }
    }
}

/// The type of a value as far as C's aliasing rule tells it from others; only the type-aware mode has more than one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub u32);

impl Class {
    /// A character, a block operation, or nothing known: may be any other.
    pub const ANY: Class = Class(0);

    pub fn may_be(self, other: Class) -> bool {
        self == other || self == Class::ANY || other == Class::ANY
    }
}

/// Bytes of a node that are accessed, or that hold what is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// In `0..modulus` when the node has one.
    pub offset: i64,
    pub shape: Shape,
    /// What pointers, or numbers that hold addresses, in these bytes refer to. Fields that overlap have one content.
    pub content: Option<Cell>,
    /// `READ` and `MODIFIED`, by instructions of this node's function or of those that it calls.
    pub flags: Flags,
}

impl Field {
    pub fn end(&self) -> i64 {
        self.offset.saturating_add(self.shape.width)
    }

    pub fn overlaps(&self, offset: i64, width: i64) -> bool {
        self.offset < offset.saturating_add(width) && offset < self.end()
    }
}

/// An abstract object. Most have none of the lists, so that a node takes less than a line of the cache.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Bytes whose offsets differ by a multiple of it are one; 0 when all bytes are told apart.
    pub modulus: u64,
    /// All fields are one: accesses did not fit the modulus.
    pub collapsed: bool,
    /// Sorted by offset and width.
    pub fields: ThinVec<Field>,
    /// The widest field, to find overlaps.
    pub widest: i64,
    /// What it was computed from, for a node that stands for a number.
    pub origins: ThinVec<Cell>,
    /// Functions whose address it is. Sorted.
    pub funcs: ThinVec<FuncId>,
    /// Allocation sites with the offset of the allocated object's first byte. Sorted.
    pub sites: ThinVec<(Site, i64)>,
}

const _: () = assert!(size_of::<Node>() < 64 && size_of::<Option<Cell>>() == 12);

impl Node {
    /// The paper's ⊕: the offset as the node's layout sees it.
    pub fn normal(&self, offset: i64) -> i64 {
        match self.modulus {
            0 => offset,
            modulus => offset.rem_euclid(modulus as i64),
        }
    }

    pub fn is_sequence(&self) -> bool {
        self.modulus != 0 && !self.collapsed
    }

    /// Bytes from the first to the last that is used.
    pub fn extent(&self) -> Option<(i64, i64)> {
        let first = self.fields.first()?.offset;
        let last = self.fields.iter().map(Field::end).max()?;
        Some((first, last))
    }

    /// The size by use: of an element of a sequence, 1 when collapsed.
    pub fn size(&self) -> u64 {
        match self.modulus {
            0 => self.extent().map_or(0, |(first, last)| last.abs_diff(first.min(0))),
            modulus => modulus,
        }
    }

    /// Fields that overlap the bytes, by index.
    pub fn overlapping(&self, offset: i64, width: i64) -> impl Iterator<Item = usize> + use<'_> {
        let from = offset.saturating_sub(self.widest);
        let start = self.fields.partition_point(|field| field.offset < from);
        let end = offset.saturating_add(width);
        self.fields[start..]
            .iter()
            .enumerate()
            .take_while(move |(_, field)| field.offset < end)
            .filter(move |(_, field)| field.overlaps(offset, width))
            .map(move |(index, _)| start + index)
    }
}
