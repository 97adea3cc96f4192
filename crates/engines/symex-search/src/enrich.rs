//! Names for what memory holds.

use symex::cover::Match;
use symex::number::Linear;
use symex::state::{Cell, Reading, State, Value, range};

use crate::generalize::FACTORS;

/// The general state with cells that the special one has at places that the general one can name; `None` if there are none.
pub fn with_cells_of(general: &State, special: &State, found: &Match) -> Option<State> {
    let mut enriched = general.clone();
    let mut added = false;
    for (id, other) in &found.objects {
        let (Some(object), Some(there)) = (general.object(*id), special.object(*other)) else { continue };
        let mut known: Vec<(Linear, u64)> = Vec::new();
        for cell in &object.cells {
            known.extend(found.form(&cell.offset).map(|offset| (special.knowledge.reduce(&offset), cell.bytes)));
        }
        for cell in &there.cells {
            let place = special.knowledge.reduce(&cell.offset);
            let Value::Number { reading, .. } = &cell.value else { continue };
            if known.iter().any(|(offset, bytes)| *offset == place && *bytes == cell.bytes) {
                continue;
            }
            let Some(offset) = named(&place, special, found) else { continue };
            let width = u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX);
            let form = enriched.fresh();
            if *reading != Reading::Mathematical && range(width, *reading).is_some() {
                enriched.learn_range(&form, width, *reading);
            }
            let value = Value::Number { form, reading: *reading };
            known.push((place, cell.bytes));
            if let Some(object) = enriched.object_mut(*id) {
                object.cells.push(Cell { offset, bytes: cell.bytes, value });
                added = true;
            }
        }
    }
    added.then_some(enriched)
}

/// A place of the special state, by variables of the general one.
fn named(place: &Linear, special: &State, found: &Match) -> Option<Linear> {
    if place.as_constant().is_some() {
        return Some(place.clone());
    }
    for (var, value) in found.vars.iter().enumerate() {
        let value = special.knowledge.reduce(value);
        let var = Linear::var(symex::number::Var(u32::try_from(var).ok()?));
        for factor in FACTORS {
            let rest = place.combine(&value, -factor).and_then(|rest| rest.as_constant());
            if let Some(rest) = rest {
                return var.scale(factor)?.add_constant(rest);
            }
        }
    }
    None
}
