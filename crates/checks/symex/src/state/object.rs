//! Objects in memory.

use ir::GlobalId;
use serde::{Deserialize, Serialize};

use super::structure::Structure;
use super::value::{Reading, Value};
use crate::number::Linear;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ObjectId {
    Global(GlobalId),
    /// Given to the function, or allocated since.
    Made(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Storage {
    /// May be written.
    Global,
    Constant,
    Heap,
    /// Of this activation; it dies when the function returns.
    Stack,
    /// Of a caller.
    Outer,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Life {
    Live,
    Freed,
    /// The scope of the variable has ended.
    OutOfScope,
}

/// A piece of memory. Bytes that neither a cell nor a fill tells of may hold anything.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub storage: Storage,
    pub life: Life,
    /// In bytes.
    pub size: Linear,
    /// Allocated where a scope may end before the function does.
    pub dynamic: bool,
    /// A caller of the function can come to it, too, whatever the function does.
    pub held: bool,
    pub cells: Vec<Cell>,
    pub fills: Vec<Fill>,
    /// It is the first of several.
    pub structure: Option<Structure>,
}

/// What some bytes of an object hold. Cells may overlap: then all of them are right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    pub offset: Linear,
    pub bytes: u64,
    pub value: Value,
}

/// Bytes that have something in common; there may be none of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    pub from: Linear,
    /// The first byte that does not belong to it.
    pub to: Linear,
    pub content: Content,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Content {
    Zero,
    /// As an initialiser says: the byte at a place is the one of the global so far behind that place.
    Initial {
        of: GlobalId,
        behind: i64,
    },
    Words(Box<Words>),
}

/// Words of one size, side by side from where the fill begins; each is a number within the bounds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Of one of them; at least 1.
    pub bytes: u64,
    /// Not mathematical.
    pub reading: Reading,
    pub least: Option<Linear>,
    pub most: Option<Linear>,
}

impl Content {
    /// May what lies behind so many bytes be said of by itself?
    pub fn can_begin_behind(&self, distance: &Linear) -> bool {
        match self {
            Content::Zero | Content::Initial { .. } => true,
            Content::Words(words) => words.is_whole(distance),
        }
    }

    fn for_each_form(&self, f: &mut dyn FnMut(&Linear)) {
        match self {
            Content::Zero | Content::Initial { .. } => {}
            Content::Words(words) => words.least.iter().chain(&words.most).for_each(f),
        }
    }

    pub fn map(&self, form: &mut dyn FnMut(&Linear) -> Option<Linear>) -> Option<Content> {
        Some(match self {
            Content::Zero | Content::Initial { .. } => self.clone(),
            Content::Words(words) => {
                let mut bound = |bound: &Option<Linear>| match bound {
                    Some(bound) => form(bound).map(Some),
                    None => Some(None),
                };
                let (least, most) = (bound(&words.least)?, bound(&words.most)?);
                Content::Words(Box::new(Words { bytes: words.bytes, reading: words.reading, least, most }))
            }
        })
    }
}

impl Fill {
    /// Calls `f` on every linear form in it.
    pub fn for_each_form(&self, f: &mut dyn FnMut(&Linear)) {
        f(&self.from);
        f(&self.to);
        self.content.for_each_form(f);
    }
}

impl Words {
    /// Is the distance one of whole words?
    pub fn is_whole(&self, distance: &Linear) -> bool {
        let whole = |number: i128| self.bytes > 0 && number % i128::from(self.bytes) == 0;
        distance.terms().iter().all(|(_, factor)| whole(*factor)) && whole(distance.constant_term())
    }
}

/// Cells of one object; with more, the oldest are forgotten.
const MOST_CELLS: usize = 64;

impl Object {
    /// Adds what some bytes hold.
    pub fn remember(&mut self, cell: Cell) {
        if self.cells.len() >= MOST_CELLS {
            self.cells.remove(0);
        }
        self.cells.push(cell);
    }

    /// What is known of so many bytes at a place that nothing has to be proved of.
    pub fn word_at(&self, place: u64, bytes: u64) -> Option<Value> {
        let (from, to) = (i128::from(place), i128::from(place) + i128::from(bytes));
        let here = |cell: &&Cell| cell.bytes == bytes && cell.offset.as_constant() == Some(from);
        if let Some(cell) = self.cells.iter().find(here) {
            return Some(cell.value.clone());
        }
        let zero = self.fills.iter().any(|fill| {
            fill.content == Content::Zero
                && fill.from.as_constant().is_some_and(|start| start <= from)
                && fill.to.as_constant().is_some_and(|end| to <= end)
        });
        zero.then(Value::null)
    }

    /// What it holds that is known.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.cells.iter().map(|cell| &cell.value).chain(self.structure.iter().flat_map(Structure::values))
    }

    /// Calls `f` on every linear form in it.
    pub fn for_each_form(&self, f: &mut dyn FnMut(&Linear)) {
        self.for_each_form_but_fills(f);
        self.fills.iter().for_each(|fill| fill.for_each_form(f));
    }

    pub(super) fn for_each_form_but_fills(&self, f: &mut dyn FnMut(&Linear)) {
        f(&self.size);
        if let Some(structure) = &self.structure {
            structure.for_each_form(f);
        }
        for cell in &self.cells {
            f(&cell.offset);
            cell.value.for_each_form(f);
        }
    }

    /// With other forms and objects in the places of its own. What cannot be said any more is forgotten; `None` if the size or
    /// the count of a structure cannot.
    pub fn map(
        &self,
        form: &mut dyn FnMut(&Linear) -> Option<Linear>,
        object: &mut dyn FnMut(ObjectId) -> Option<ObjectId>,
    ) -> Option<Object> {
        let size = form(&self.size)?;
        let cells = self.cells.iter().filter_map(|cell| {
            let value = cell.value.map(form, object)?;
            Some(Cell { offset: form(&cell.offset)?, bytes: cell.bytes, value })
        });
        let cells = cells.collect();
        let fills = self.fills.iter().filter_map(|fill| {
            Some(Fill { from: form(&fill.from)?, to: form(&fill.to)?, content: fill.content.map(form)? })
        });
        let fills = fills.collect();
        let structure = match &self.structure {
            Some(structure) => Some(structure.map(form, object)?),
            None => None,
        };
        Some(Object { size, cells, fills, structure, ..*self })
    }
}
