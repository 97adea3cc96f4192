//! Conditions: what is known decides, or the state falls into two.

use super::Machine;
use crate::number::{Fact, Knowledge, Linear, Var};
use crate::state::{Cell, Condition, Object, Reading, State, Value};

/// Variables of a new fact whose places in memory are compared with others.
const MOST_COMPARED: usize = 3;

impl Machine<'_, '_> {
    /// Where the condition holds, and where it does not.
    pub fn decide(&mut self, state: State, condition: &Condition) -> (Option<State>, Option<State>) {
        let fact = match condition {
            Condition::Known(true) => return (Some(state), None),
            Condition::Known(false) => return (None, Some(state)),
            Condition::If(fact) => fact,
        };
        let negated = fact.negated();
        if self.prover.implies(&state.knowledge, fact) {
            return (Some(state), None);
        }
        if negated.as_ref().is_some_and(|negated| self.prover.implies(&state.knowledge, negated)) {
            return (None, Some(state));
        }
        let otherwise = self.assumed(state.clone(), negated);
        (self.assumed(state, Some(fact.clone())), otherwise)
    }

    /// The state where the fact holds; `None` if it cannot.
    pub(super) fn assumed(&mut self, mut state: State, fact: Option<Fact>) -> Option<State> {
        let vars: Vec<Var> = fact.iter().flat_map(|fact| fact.form.vars()).take(MOST_COMPARED).collect();
        if !state.learn(fact) || self.prover.is_contradictory(&state.knowledge) {
            return None;
        }
        for var in vars {
            // By an equation it may have another name now.
            let number = state.knowledge.reduce(&Linear::var(var));
            if !self.tell_cells_apart(&mut state, &number) {
                return None;
            }
        }
        Some(state)
    }

    /// Paper: [AProVE] Def. 2, last line: where values differ, addresses do.
    fn tell_cells_apart(&mut self, state: &mut State, number: &Linear) -> bool {
        let mut apart = Vec::new();
        for (_, object) in state.objects() {
            apart.extend(different_places(&state.knowledge, object, number));
        }
        for (here, there, value) in apart {
            let (Some(same), Some(places)) = (Fact::eq(number, &value), Fact::ne(&here, &there)) else { continue };
            let differ = same.negated().is_some_and(|differ| self.prover.implies(&state.knowledge, &differ));
            if differ && !state.learn(Some(places)) {
                return false;
            }
        }
        true
    }
}

/// Places in one object of the number and of another one, as wide as it and read in the same way: the same bits are one number
/// with sign and another without, except for small ones.
fn different_places(knowledge: &Knowledge, object: &Object, number: &Linear) -> Vec<(Linear, Linear, Linear)> {
    let numbers: Vec<(&Cell, &Linear, Reading)> = object.cells.iter().filter_map(in_cell).collect();
    let mut places = Vec::new();
    for (here, form, reading) in &numbers {
        if *form != number && knowledge.reduce(form) != *number {
            continue;
        }
        for (there, other, read) in &numbers {
            let alike = read == reading || is_small(other, there.bytes) && is_word(*read) && is_word(*reading);
            if there.bytes == here.bytes && alike && other != form && there.offset != here.offset {
                places.push((here.offset.clone(), there.offset.clone(), (*other).clone()));
            }
        }
    }
    places
}

fn in_cell(cell: &Cell) -> Option<(&Cell, &Linear, Reading)> {
    match &cell.value {
        Value::Number { form, reading } => Some((cell, form, *reading)),
        Value::Pointer { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any => None,
    }
}

/// The same number with sign and without.
fn is_small(form: &Linear, bytes: u64) -> bool {
    let most = u32::try_from((8 * bytes).saturating_sub(1)).ok().and_then(|bits| 1i128.checked_shl(bits));
    form.as_constant().is_some_and(|number| number >= 0 && most.is_some_and(|most| number < most))
}

fn is_word(reading: Reading) -> bool {
    match reading {
        Reading::Signed | Reading::Unsigned => true,
        Reading::Mathematical => false,
    }
}
