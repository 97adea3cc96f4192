//! Numbers that alternate from node to node of a list.
//!
//! DIVERGENCE: the paper's segments know of their nodes only what all of them share. Lists whose nodes are marked in turn
//! are common enough to be worth this one relation between neighbours.

use crate::graph::object::{Kind, Object, Segment};
use serde::{Deserialize, Serialize};

/// Every node's field at `offset` is `sum` minus that of the node before it. Says nothing about a segment without nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alternation {
    pub offset: i64,
    pub size: i64,
    pub sum: i64,
    /// The fields of the first and of the last node; at least one of them is known.
    pub first: Option<i64>,
    pub last: Option<i64>,
}

impl Alternation {
    /// What comes before and behind a number.
    fn beside(&self, number: Option<i64>) -> Option<i64> {
        self.sum.checked_sub(number?)
    }

    /// The same without its first node.
    #[must_use]
    pub fn without_first(self) -> Option<Alternation> {
        Alternation { first: self.beside(self.first), ..self }.if_known()
    }

    /// The same without its last node.
    #[must_use]
    pub fn without_last(self) -> Option<Alternation> {
        Alternation { last: self.beside(self.last), ..self }.if_known()
    }

    fn if_known(self) -> Option<Alternation> {
        (self.first.is_some() || self.last.is_some()).then_some(self)
    }

    /// Is it about the same bytes and numbers?
    fn is_like(&self, other: &Alternation) -> bool {
        (self.offset, self.size, self.sum) == (other.offset, other.size, other.sum)
    }

    /// Without its nodes, is what comes before it followed by what comes behind?
    fn is_even(&self) -> bool {
        self.first.is_some() && self.beside(self.last) == self.first
    }

    /// Is every list that alternates as `specific` says one that alternates as this says?
    pub fn covers(&self, specific: &Alternation) -> bool {
        let covers = |general: Option<i64>, specific: Option<i64>| general.is_none() || general == specific;
        self.is_like(specific) && covers(self.first, specific.first) && covers(self.last, specific.last)
    }

    /// What lists of both kinds have in common.
    #[must_use]
    pub fn joined(self, other: Alternation) -> Option<Alternation> {
        let common = |a: Option<i64>, b: Option<i64>| a.filter(|_| a == b);
        let (first, last) = (common(self.first, other.first), common(self.last, other.last));
        self.is_like(&other).then_some(Alternation { first, last, ..self })?.if_known()
    }

    /// What one object, region or segment, is as a part of such a list; `None` if it is none. In company, what may be
    /// empty must leave no gap.
    pub fn part(&self, object: &Object, alone: bool) -> Option<Alternation> {
        match object.kind {
            Kind::Region => {
                let number = Some(object.field(self.offset, self.size)?.value.as_int()?);
                Some(Alternation { first: number, last: number, ..*self })
            }
            Kind::Segment(Segment { alternates, min, .. }) => {
                alternates.filter(|part| part.is_like(self) && (alone || min > 0 || part.is_even()))
            }
        }
    }

    /// Both, one after the other.
    fn followed_by(self, next: Alternation) -> Option<Alternation> {
        let fits = self.is_like(&next) && next.first.is_some() && self.beside(self.last) == next.first;
        fits.then_some(Alternation { last: next.last, ..self })?.if_known()
    }

    /// The objects as such a list, in their order.
    pub fn over<'o>(&self, objects: impl ExactSizeIterator<Item = &'o Object>) -> Option<Alternation> {
        let alone = objects.len() == 1;
        let mut parts = objects.map(|object| self.part(object, alone));
        let first = parts.next()??;
        parts.try_fold(first, |all, part| all.followed_by(part?))
    }
}
