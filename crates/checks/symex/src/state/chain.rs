//! Linked objects of which there may be any number.
//!
//! Paper: the list invariants of the authors' later work on lists; [AProVE] itself names single objects only.

use serde::{Deserialize, Serialize};

use super::object::ObjectId;
use super::value::Value;
use crate::number::Linear;

/// Makes an object the first of several, each of which points to the next. All are as the object says: as large, as alive, of the
/// same kind, and with its cells. Nobody points to the others, apart from those before them in the chain, as far as the state
/// tells; the pointer of each to the next is not among the cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// How many there are: at least one.
    pub length: Linear,
    /// Where in each the pointer to the next is.
    pub next: u64,
    /// Where in the next it points to.
    pub into: u64,
    /// What the last one holds in its place.
    pub end: Value,
}

impl Chain {
    /// With other forms and objects in the places of its own. An end that cannot be said any more is forgotten; `None` if the
    /// length cannot.
    pub fn map(
        &self,
        form: &mut dyn FnMut(&Linear) -> Option<Linear>,
        object: &mut dyn FnMut(ObjectId) -> Option<ObjectId>,
    ) -> Option<Chain> {
        let end = self.end.map(form, object).unwrap_or(Value::Any);
        Some(Chain { length: form(&self.length)?, end, ..*self })
    }

    /// Are they linked in the same way?
    pub fn is_linked_as(&self, other: &Chain) -> bool {
        (self.next, self.into) == (other.next, other.into)
    }
}
