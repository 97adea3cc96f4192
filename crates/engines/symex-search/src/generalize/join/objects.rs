//! Objects of both states.

use symex::exec::initial_number;
use symex::number::Linear;
use symex::state::{Cell, Content, Fill, Object, ObjectId, Reading, Value};

use super::Joining;
use crate::generalize::fills;

/// Bytes of objects whose parts all get names.
const MOST_NAMED: i128 = 64;

impl Joining<'_, '_, '_> {
    pub(super) fn object(&mut self, old: ObjectId, new: ObjectId) -> Option<Object> {
        let (mut old, mut new) = (self.old.object(old)?.clone(), self.new.object(new)?.clone());
        if old.storage != new.storage || old.life != new.life {
            return None;
        }
        self.name_cells_of(&new, &mut old);
        self.name_cells_of(&old, &mut new);
        let size = self.form(&old.size, &new.size);
        let structure = self.structure(&old, &new)?;
        let is_link = |cell: &Cell| {
            let at = |place: u64| cell.offset.as_constant() == Some(i128::from(place));
            structure.as_ref().is_some_and(|structure| {
                let back = structure.back.as_ref();
                structure.links.iter().any(|link| at(link.at)) || back.is_some_and(|back| at(back.at))
            })
        };
        let mut cells = Vec::new();
        let mut used = vec![false; new.cells.len()];
        for cell in old.cells.iter().filter(|cell| !is_link(cell)) {
            let Some((at, offset)) = self.partner(cell, &new.cells, &used) else {
                self.is_like_zeros(cell, &new)?;
                continue;
            };
            let width = u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX);
            let value = self.value(&cell.value, &new.cells[at].value, width)?;
            used[at] = true;
            if value != Value::Any {
                cells.push(Cell { offset, bytes: cell.bytes, value });
            }
        }
        for (_, cell) in new.cells.iter().enumerate().filter(|(at, cell)| !used[*at] && !is_link(cell)) {
            self.is_like_zeros(cell, &old)?;
        }
        // What only one of them knows is some number in the other. Arrays have too many places for that.
        let few = size.as_constant().is_some_and(|size| size <= MOST_NAMED);
        let alone = |cells: &[Cell], cell: &Cell| {
            let same = |other: &Cell| other.offset == cell.offset && other.bytes == cell.bytes;
            cell.offset.as_constant().is_some() && !cells.iter().any(same)
        };
        for (one, other) in [(&old.cells, &new.cells), (&new.cells, &old.cells)] {
            for cell in one.iter().filter(|cell| few && structure.is_none() && alone(other, cell)) {
                if let Value::Number { reading, .. } = &cell.value
                    && alone(&cells, cell)
                {
                    let form = Linear::var(self.pairs.fresh_open());
                    let value = Value::Number { form, reading: *reading };
                    cells.push(Cell { value, ..cell.clone() });
                }
            }
        }
        let mut fills = Vec::new();
        if structure.is_none() {
            fills = fills::common(&self.pairs, (self.old, &old), (self.new, &new));
        }
        Some(Object { size, cells, fills, structure, held: old.held && new.held, ..old })
    }

    /// Numbers that the other object has cells for, and this one only knows among others: zeros, and what initialisers say.
    fn name_cells_of(&self, other: &Object, object: &mut Object) {
        for cell in &other.cells {
            let Some(place) = cell.offset.as_constant() else { continue };
            let Value::Number { reading, .. } = &cell.value else { continue };
            let is_there = |known: &Cell| known.offset == cell.offset && known.bytes == cell.bytes;
            if object.cells.iter().any(is_there) {
                continue;
            }
            let end = place.saturating_add(i128::from(cell.bytes));
            let covers = |fill: &&Fill| {
                fill.from.as_constant().is_some_and(|from| from <= place)
                    && fill.to.as_constant().is_some_and(|to| end <= to)
            };
            let number = object.fills.iter().filter(covers).find_map(|fill| match &fill.content {
                Content::Zero => Some(0),
                Content::Initial { of, behind } => {
                    let at = u64::try_from(place.checked_add(i128::from(*behind))?).ok()?;
                    initial_number(self.machine.module, *of, at, cell.bytes)
                }
                Content::Words(_) => None,
            });
            if let Some(number) = number {
                let reading = if number == 0 { *reading } else { Reading::Signed };
                let value = Value::Number { form: Linear::constant(number), reading };
                object.cells.push(Cell { value, ..cell.clone() });
            }
        }
    }

    /// A pointer where the other object has zeros is something else; `None` if that keeps them apart.
    fn is_like_zeros(&self, cell: &Cell, other: &Object) -> Option<()> {
        let place = cell.offset.as_constant().and_then(|place| u64::try_from(place).ok());
        let Some(place) = place.filter(|_| cell.value.mentioned().is_some()) else { return Some(()) };
        let differs = other.word_at(place, cell.bytes).is_some_and(|value| value.is_null());
        (!differs || self.manner.forgets_shapes).then_some(())
    }

    /// The cell at the same place, and the place.
    fn partner(&mut self, cell: &Cell, others: &[Cell], used: &[bool]) -> Option<(usize, Linear)> {
        let here = self.old.knowledge.reduce(&cell.offset);
        let fitting = |at: &usize| !used[*at] && others[*at].bytes == cell.bytes;
        if here.as_constant().is_some()
            && let Some(at) = (0..others.len()).filter(fitting).find(|at| others[*at].offset == here)
        {
            return Some((at, here));
        }
        for at in (0..others.len()).filter(fitting) {
            let there = self.new.knowledge.reduce(&others[at].offset);
            if let Some(offset) = self.pairs.express(&here, &there) {
                return Some((at, offset));
            }
        }
        // A constant that is somewhere in both, such as the end of a string.
        let constant = |value: &Value| match value {
            Value::Number { form, .. } => form.as_constant(),
            Value::Pointer { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => None,
        };
        let wanted = constant(&cell.value)?;
        let at = (0..others.len()).filter(fitting).find(|at| constant(&others[*at].value) == Some(wanted))?;
        let there = self.new.knowledge.reduce(&others[at].offset);
        Some((at, self.pairs.form(&here, &there)))
    }
}
