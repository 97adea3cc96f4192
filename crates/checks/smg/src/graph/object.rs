//! Objects of a graph: regions and list segments.

use ir::{GlobalId, LocId, TypeId};
use serde::{Deserialize, Serialize};

use crate::graph::alternation::Alternation;
use crate::graph::value::{Value, Which};

/// One region, or a list of regions of which it is the pattern.
///
/// Its bytes: those of a field have the field's value, all others what [`Fill`] says. Fields never overlap and are
/// sorted by offset. An object that is not [`Life::Live`] has no fields.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub kind: Kind,
    /// In bytes, of one node; an `Int` or a `Sym` that is never negative.
    pub size: Value,
    /// 0 at the top; an object of level n + 1 exists once per node of its parent segment of level n.
    pub level: u8,
    /// Of a segment of level 0: how many nodes it has, if a number of the program is known to be related to that.
    pub length: Option<Value>,
    pub life: Life,
    pub storage: Storage,
    pub fill: Fill,
    pub fields: Vec<Field>,
    /// Where it was allocated or declared; for people, not part of its identity.
    pub site: LocId,
    /// The C type that the program uses it as; for people too.
    pub ty: Option<TypeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    Region,
    Segment(Segment),
}

/// What a segment stands for: `min` or more nodes (at most one if `optional`), linked as `links` says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    pub min: u8,
    /// The paper's 0/1 objects: none or one node; `min` is 0.
    pub optional: bool,
    /// Where in the first node pointers to it point: the target of the first link.
    pub head: i64,
    pub links: Links,
    pub alternates: Option<Alternation>,
}

/// A field through which a list leads from node to node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where in a node it lies.
    pub at: i64,
    /// Where in the neighbour it points: to the node, to a list head in it, or to its link in turn.
    pub to: i64,
    /// It leads to the node before instead of the next one.
    pub back: bool,
}

/// Two lists through the same nodes, in both directions.
pub const MOST_LINKS: usize = 4;

/// The links of a segment, the first of which leads forwards. Without any it is an optional region: its address is null
/// when it does not exist.
///
/// Of a segment's nodes N₁ … Nₙ, the field at `at` of a forward link is Nᵢ₊₁ + `to` in Nᵢ, and in Nₙ what the segment's
/// field says; that of a link back is Nᵢ₋₁ + `to` in Nᵢ, and in N₁ what the segment's field says. So a segment can be pointed
/// to where its links point: at N₁ + `to` of a forward link, at Nₙ + `to` of a link back. Without nodes, such an
/// address is what the field of that link says (of the first such link, if there are several).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Link>", into = "Vec<Link>")]
pub struct Links([Option<Link>; MOST_LINKS]);

impl Links {
    pub const NONE: Links = Links([None; MOST_LINKS]);

    /// `None` if there are too many of them, or two in one place.
    pub fn new(links: impl IntoIterator<Item = Link>) -> Option<Links> {
        let mut all = Links::NONE;
        for (number, link) in links.into_iter().enumerate() {
            if all.is_link(link.at) {
                return None;
            }
            *all.0.get_mut(number)? = Some(link);
        }
        Some(all)
    }

    /// A list in one direction, its links pointing to `to`.
    pub const fn single(next: i64, to: i64) -> Links {
        Links([Some(Link { at: next, to, back: false }), None, None, None])
    }

    /// A list in both directions, with both kinds of links pointing to the same place.
    pub const fn double(next: i64, prev: i64, to: i64) -> Links {
        Links([Some(Link { at: next, to, back: false }), Some(Link { at: prev, to, back: true }), None, None])
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Link> + use<> {
        self.0.into_iter().flatten()
    }

    pub fn count(&self) -> usize {
        self.iter().count()
    }

    pub fn is_link(&self, offset: i64) -> bool {
        self.iter().any(|link| link.at == offset)
    }

    /// The link that an address of one of the ends is the target of, if there are nodes.
    pub fn toward(&self, which: Which, offset: i64) -> Option<Link> {
        let back = match which {
            Which::First => false,
            Which::Last => true,
            Which::Region | Which::All => return None,
        };
        self.iter().find(|link| link.back == back && link.to == offset)
    }

    /// Are all of these there too?
    pub fn are_among(&self, others: &Links) -> bool {
        self.iter().all(|link| others.iter().any(|other| other == link))
    }

    /// In both directions?
    pub fn is_double(&self) -> bool {
        self.iter().any(|link| link.back)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Life {
    Live,
    Freed,
    /// A local variable whose scope has ended.
    OutOfScope,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Storage {
    Heap,
    Stack,
    /// May not be written if `constant`.
    Global {
        constant: bool,
    },
}

/// The bytes that no field covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Fill {
    Unknown,
    Zero,
    Uninit,
    /// As the global's initialiser says.
    Init(GlobalId),
}

/// `size` bytes at `offset`, little endian.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

impl Link {
    /// Which end of a segment such a link points to from outside.
    pub fn end(&self) -> Which {
        if self.back { Which::Last } else { Which::First }
    }
}

impl Segment {
    /// The first forward link.
    pub fn next(&self) -> Option<Link> {
        self.links.iter().find(|link| !link.back)
    }

    /// The first link back.
    pub fn prev(&self) -> Option<Link> {
        self.links.iter().find(|link| link.back)
    }

    pub fn is_link(&self, offset: i64) -> bool {
        self.links.is_link(offset)
    }

    /// Is this a place at which an end of the list can be pointed to?
    pub fn is_end(&self, which: Which, offset: i64) -> bool {
        self.links.toward(which, offset).is_some()
            || self.links == Links::NONE && which == Which::First && offset == self.head
    }
}

impl Object {
    pub fn segment(&self) -> Option<Segment> {
        match self.kind {
            Kind::Region => None,
            Kind::Segment(segment) => Some(segment),
        }
    }

    /// What is known of it besides its bytes.
    pub fn numbers(&self) -> impl Iterator<Item = Value> + use<> {
        [self.size].into_iter().chain(self.length)
    }

    /// How many regions it stands for, if that is known.
    pub fn count(&self) -> Option<Value> {
        match self.kind {
            Kind::Region => Some(Value::Int(1)),
            Kind::Segment(_) => self.length,
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
