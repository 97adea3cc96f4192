//! Objects of a graph: regions and list segments.

use ir::{GlobalId, LocId, TypeId};

use crate::{Alternation, Value};

/// One region, or a list of regions of which it is the pattern.
///
/// Its bytes: those of a field have the field's value, all others what [`Fill`] says. Fields never overlap and are
/// sorted by offset. An object that is not [`Life::Live`] has no fields.
#[derive(Clone, Debug)]
pub struct Object {
    pub kind: Kind,
    /// In bytes, of one node; an `Int` or a `Sym` that is never negative.
    pub size: Value,
    /// 0 at the top; an object of level n + 1 exists once per node of its parent segment of level n.
    pub level: u8,
    pub life: Life,
    pub storage: Storage,
    pub fill: Fill,
    pub fields: Vec<Field>,
    /// Where it was allocated or declared; for people, not part of its identity.
    pub site: LocId,
    /// The C type that the program uses it as; for people too.
    pub ty: Option<TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Region,
    Segment(Segment),
}

/// What a segment stands for: `min` or more nodes (at most one if `optional`), linked as `links` says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Segment {
    pub min: u8,
    /// The paper's 0/1 objects: none or one node; `min` is 0.
    pub optional: bool,
    /// Where in a node the pointers of its neighbours point.
    pub head: i64,
    pub links: Links,
    pub alternates: Option<Alternation>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Links {
    /// No neighbours: an optional region. Its address is null when it does not exist.
    None,
    Single {
        next: i64,
    },
    Double {
        next: i64,
        prev: i64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Life {
    Live,
    Freed,
    /// A local variable whose scope has ended.
    OutOfScope,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Storage {
    Heap,
    Stack,
    /// May not be written if `constant`.
    Global {
        constant: bool,
    },
}

/// The bytes that no field covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fill {
    Unknown,
    Zero,
    Uninit,
    /// As the global's initialiser says.
    Init(GlobalId),
}

/// `size` bytes at `offset`, little endian.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    pub offset: i64,
    pub size: i64,
    pub value: Value,
}

impl Field {
    pub fn end(&self) -> i64 {
        self.offset + self.size
    }
}

impl Segment {
    pub fn next(&self) -> Option<i64> {
        match self.links {
            Links::None => None,
            Links::Single { next } | Links::Double { next, .. } => Some(next),
        }
    }

    pub fn prev(&self) -> Option<i64> {
        match self.links {
            Links::Double { prev, .. } => Some(prev),
            Links::None | Links::Single { .. } => None,
        }
    }

    pub fn is_link(&self, offset: i64) -> bool {
        self.next() == Some(offset) || self.prev() == Some(offset)
    }
}

impl Object {
    pub fn segment(&self) -> Option<Segment> {
        match self.kind {
            Kind::Region => None,
            Kind::Segment(segment) => Some(segment),
        }
    }

    pub fn is_live_heap(&self) -> bool {
        self.life == Life::Live && self.storage == Storage::Heap
    }

    /// The level of what only one of its regions holds.
    pub fn content_level(&self) -> u8 {
        self.level + u8::from(self.kind != Kind::Region)
    }

    /// The least number of regions it stands for.
    pub fn min_len(&self) -> u8 {
        self.segment().map_or(1, |segment| segment.min)
    }

    /// The field of exactly these bytes.
    pub fn field(&self, offset: i64, size: i64) -> Option<&Field> {
        let at = self.fields.binary_search_by_key(&offset, |field| field.offset).ok()?;
        Some(&self.fields[at]).filter(|field| field.size == size)
    }

    /// Fields that share a byte with `[start, end)`.
    pub fn overlapping(&self, start: i64, end: i64) -> &[Field] {
        let from = self.fields.partition_point(|field| field.end() <= start);
        let to = self.fields.partition_point(|field| field.offset < end);
        &self.fields[from..to.max(from)]
    }

    pub fn set_segment(&mut self, change: impl FnOnce(&mut Segment)) {
        if let Kind::Segment(segment) = &mut self.kind {
            change(segment);
        }
    }
}
