//! A state with its variables numbered anew, and nothing else.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Fill, State};
use crate::number::{Fact, Linear, Var};

/// Variables below `rigid` keep their numbers; those that registers and objects mention follow, in the order of first mention.
/// What is known of all others is forgotten. Gives also what the variables are in the state as it was. `None` when a number gets
/// too large.
///
/// Guarantees: the result stands for all that the state stands for.
pub fn canonical(state: &State, rigid: u32) -> Option<(State, Vec<Linear>)> {
    let (state, names) = determinable(&with_known_ends(reduced(state)?, rigid), rigid)?;
    let mut numbers: FxHashMap<Var, Var> = FxHashMap::default();
    let mut next = rigid;
    let mut before: Vec<Linear> = (0..rigid).map(|var| Linear::var(Var(var))).collect();
    let mut number = |form: &Linear| {
        for var in form.vars() {
            if var.0 >= rigid {
                numbers.entry(var).or_insert_with(|| {
                    next += 1;
                    // A name means nothing in the state as it was: there may be another variable of that number soon.
                    before.push(names.get(&var).cloned().unwrap_or_else(|| Linear::var(var)));
                    Var(next - 1)
                });
            }
        }
    };
    state.registers.iter().for_each(|(_, value)| value.for_each_form(&mut number));
    state.objects.iter().for_each(|(_, object)| object.for_each_form(&mut number));
    let kept = |var: Var| var.0 < rigid || numbers.contains_key(&var);
    let of = |var: Var| Linear::var(if var.0 < rigid { var } else { numbers.get(&var).copied().unwrap_or(var) });
    let knowledge = state.knowledge.project(&kept).rename(&of)?;
    let mut renamed = mapped(&state, &mut |form| form.substitute(&|var| Some(of(var))))?;
    renamed.knowledge = knowledge;
    renamed.next_var = next;
    Some((renamed, before))
}

/// With what equations determine put in its place.
fn reduced(state: &State) -> Option<State> {
    let mut reduced = mapped(state, &mut |form| Some(state.knowledge.reduce(form)))?;
    reduced.knowledge = state.knowledge.clone();
    Some(reduced)
}

/// Without fills whose ends nothing else tells: who compares states would look for them in vain.
fn with_known_ends(mut state: State, rigid: u32) -> State {
    let mut known: FxHashSet<Var> = FxHashSet::default();
    let mut know = |form: &Linear| known.extend(form.vars());
    state.registers.iter().for_each(|(_, value)| value.for_each_form(&mut know));
    for (_, object) in &state.objects {
        object.for_each_form_but_fills(&mut know);
    }
    for (_, object) in &mut state.objects {
        let is_known = |fill: &Fill| {
            let mut all = true;
            fill.for_each_form(&mut |form| all &= form.vars().all(|var| var.0 < rigid || known.contains(&var)));
            all
        };
        if !object.fills.iter().all(is_known) {
            Arc::make_mut(object).fills.retain(is_known);
        }
    }
    state
}

/// With names for sums whose parts occur nowhere by themselves: who compares states finds the values of variables by looking at
/// registers and cells, one after the other. Gives also what has the names.
fn determinable(state: &State, rigid: u32) -> Option<(State, FxHashMap<Var, Linear>)> {
    let mut known: FxHashSet<Var> = FxHashSet::default();
    let mut names: FxHashMap<Var, Linear> = FxHashMap::default();
    let (mut next, mut knowledge) = (state.next_var, state.knowledge.clone());
    let mut form = |form: &Linear| {
        let mut open = form.terms().iter().filter(|(var, _)| var.0 >= rigid && !known.contains(var));
        match (open.next(), open.next()) {
            (None, _) => Some(form.clone()),
            (Some((var, _)), None) => {
                known.insert(*var);
                Some(form.clone())
            }
            (Some(_), _) => {
                let named = names.iter().find_map(|(name, of)| by_name(form, *name, of));
                if let Some(named) = named.filter(|named| named.vars().all(|var| var.0 < rigid || known.contains(&var)))
                {
                    return Some(named);
                }
                let name = Var(next);
                next += 1;
                known.insert(name);
                names.insert(name, form.clone());
                knowledge.learn(Fact::eq(&Linear::var(name), form)?);
                Some(Linear::var(name))
            }
        }
    };
    let mut named = mapped(state, &mut form)?;
    named.knowledge = knowledge;
    named.next_var = next;
    Some((named, names))
}

/// The form as a multiple of what has a name, and the rest.
fn by_name(form: &Linear, name: Var, of: &Linear) -> Option<Linear> {
    let (var, once) = of.terms().first()?;
    let times = form.coefficient(*var).checked_div(*once)?;
    let rest = form.combine(of, times.checked_neg()?)?;
    (times != 0 && !rest.mentions(*var)).then(|| rest.combine(&Linear::var(name), times)).flatten()
}

/// Registers and objects with other forms; nothing is known of them.
fn mapped(state: &State, form: &mut dyn FnMut(&Linear) -> Option<Linear>) -> Option<State> {
    let mut result = State { next_var: state.next_var, next_object: state.next_object, ..State::default() };
    for (reg, value) in &state.registers {
        result.registers.push((*reg, value.map(form, &mut Some)?));
    }
    for (id, object) in &state.objects {
        result.objects.push((*id, Arc::new(object.map(form, &mut Some)?)));
    }
    Some(result)
}
