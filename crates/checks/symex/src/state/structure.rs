//! Linked objects of which there may be any number: lists, trees, and lists of lists.
//!
//! Paper: the list invariants of the authors' later work on lists; [AProVE] itself names single objects only.
//! DIVERGENCE: objects may have several links, so that trees are structures, too. Where the paths to one place in a tree go on
//! is the one link that holds `end`: for a list with one link, it is where the list ends.

use serde::{Deserialize, Serialize};

use super::object::ObjectId;
use super::value::Value;
use crate::number::Linear;

/// Makes an object the first of several, the root of a finite tree. All are as the object says: as large, as alive, of the same
/// kind, and with its cells. To each but the first, a link of exactly one other leads. As far as the state tells, nobody else
/// points to them.
///
/// Every link to a next one that leads to none holds null, except for one of them in the whole tree, which holds `end`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Structure {
    /// How many there are: at least one. Those of other kinds that belong to them do not count.
    pub count: Linear,
    /// For each link to another kind, in their order: how many objects of that kind belong to all of them together.
    pub totals: Vec<Linear>,
    /// What each of them has; in the order of their places, which do not overlap.
    pub links: Vec<Link>,
    pub end: Value,
    pub back: Option<Back>,
}

/// A pointer that every object of a structure has at the same place. It is not among the cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub at: u64,
    /// Where in the object it leads to.
    pub into: u64,
    pub to: Target,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Target {
    /// An object of the same structure.
    Next,
    /// The first object of a structure by itself, which ends with null and belongs to this one alone.
    Other(Box<Inner>),
}

/// Objects on the heap that belong to an object of a structure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inner {
    pub size: u64,
    /// There may be none: the pointer is null.
    pub may_be_none: bool,
    /// Without any, it is a single object.
    pub links: Vec<Link>,
}

/// A pointer of each object to the one whose link leads to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    pub at: u64,
    /// Where in the object before.
    pub into: u64,
    /// What the first one holds, to which no link leads.
    pub first: Value,
}

impl Structure {
    /// With other forms and objects in the places of its own. Values that cannot be said any more are forgotten; `None` if the
    /// count or a total cannot.
    pub fn map(
        &self,
        form: &mut dyn FnMut(&Linear) -> Option<Linear>,
        object: &mut dyn FnMut(ObjectId) -> Option<ObjectId>,
    ) -> Option<Structure> {
        let end = self.end.map(form, object).unwrap_or(Value::Any);
        let back = self.back.as_ref().map(|back| {
            let first = back.first.map(form, object).unwrap_or(Value::Any);
            Back { first, ..*back }
        });
        let totals = self.totals.iter().map(&mut *form).collect::<Option<Vec<Linear>>>()?;
        Some(Structure { count: form(&self.count)?, totals, links: self.links.clone(), end, back })
    }

    /// Links to objects of the same structure.
    pub fn own_links(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.to == Target::Next)
    }

    /// Links to objects of other kinds.
    pub fn inner_links(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.to != Target::Next)
    }

    /// Does one of its links hold something else than null where it leads to no next one?
    pub fn goes_on(&self) -> bool {
        !self.end.is_null() && self.own_links().next().is_some()
    }

    /// What it holds that is known, apart from cells.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        [&self.end].into_iter().chain(self.back.iter().map(|back| &back.first))
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        [&mut self.end].into_iter().chain(self.back.iter_mut().map(|back| &mut back.first))
    }

    /// The only link to a next one: then there is a last object.
    pub fn only_link(&self) -> Option<&Link> {
        let mut own = self.own_links();
        own.next().filter(|_| own.next().is_none())
    }

    /// Forgets values that are as said.
    pub fn forget(&mut self, is: impl Fn(&Value) -> bool) {
        if is(&self.end) {
            self.end = Value::Any;
        }
        if let Some(back) = &mut self.back
            && is(&back.first)
        {
            back.first = Value::Any;
        }
    }

    /// Calls `f` on every linear form in it.
    pub fn for_each_form(&self, f: &mut dyn FnMut(&Linear)) {
        f(&self.count);
        self.totals.iter().for_each(&mut *f);
        self.values().for_each(|value| value.for_each_form(f));
    }
}
