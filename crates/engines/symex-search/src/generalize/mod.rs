//! A state that stands for two others.
//!
//! Paper: [AProVE] section 3.1 and 5.1, merging.
//! DIVERGENCE: what is kept of the numbers is not only what the first state says and the second confirms: equations that
//! hold in both are computed as for affine hulls, and bounds of sums and differences are tried.
//! Guarantees: none; the result is compared with both before it is used.

mod affine;
mod facts;
mod fills;
mod fold;
mod join;
mod kinds;
mod links;
mod pairs;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use symex::cover::Registers;
use symex::exec::Machine;
use symex::number::Linear;
use symex::state::{ObjectId, State};

pub use fold::Folding;
pub use kinds::Kinds;
pub use pairs::FACTORS;

use join::join;

/// What both states have, and how they are generalised.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// Variables and objects with numbers below these are the same in both and in the result.
    pub vars: u32,
    pub objects: u32,
    /// Variables with numbers below this are the same in both, but need not occur in the result: the new state was reached from
    /// the old one.
    pub shared: u32,
    pub registers: Registers,
    /// Shapes that differ are forgotten; otherwise they keep states apart.
    pub forgets_shapes: bool,
    pub keeps: Keeps,
    /// The new state comes from the old one, and others will come from both: bounds that have moved will move on.
    pub widens: bool,
    /// Where bounds may come to rest, ascending: the program compares with these.
    pub rests: &'a [i128],
    pub kinds: &'a Kinds,
}

/// What is known in common: what is tried gets less with every try, so that there is a last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Whatever either state says and the other confirms.
    All,
    /// … unless it gets less with every round.
    Steady,
    /// No bounds of single numbers but the old ones.
    Relations,
    /// What the old state says and the new one confirms.
    Old,
}

impl Keeps {
    pub fn after(tries: u32) -> Keeps {
        match tries {
            0 => Keeps::All,
            1 => Keeps::Steady,
            2..=4 => Keeps::Relations,
            _ => Keeps::Old,
        }
    }
}

/// `None` if they are too different: also when linked objects are taken as structures.
pub fn generalize(machine: &mut Machine<'_, '_>, old: &State, new: &State, manner: Manner<'_>) -> Option<State> {
    let exactly = Manner { forgets_shapes: false, ..manner };
    if let Some(general) = join(machine, old, new, exactly) {
        return Some(general);
    }
    let bytes = machine.module.data_model.pointer_size();
    for folding in [Folding::Strict, Folding::Loose] {
        let [first, second] = [old, new].map(|state| fold::folded(state, manner.objects, bytes, manner.kinds, folding));
        if first.is_some() || second.is_some() {
            let (old, new) = (first.as_ref().unwrap_or(old), second.as_ref().unwrap_or(new));
            if let Some(general) = join(machine, old, new, exactly) {
                return Some(general);
            }
        }
    }
    if manner.forgets_shapes { join(machine, old, new, manner) } else { None }
}

/// The state with structures as large as they can be without forgetting much; `None` if they are. It has to be compared with the
/// state before it is used.
pub fn tidied(state: &State, given: u32, pointer_bytes: u64, kinds: &Kinds, folding: Folding) -> Option<State> {
    renumbered(&fold::folded(state, given, pointer_bytes, kinds, folding)?, given)
}

/// With objects numbered one by one: those of an entry state are.
fn renumbered(state: &State, given: u32) -> Option<State> {
    let mut result = State::default();
    result.reserve_vars(state.var_bound());
    result.knowledge = state.knowledge.clone();
    let mut next = given;
    let mut names: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    for (id, _) in state.objects() {
        let name = match id {
            ObjectId::Made(number) if *number >= given => {
                next += 1;
                ObjectId::Made(next - 1)
            }
            ObjectId::Made(_) | ObjectId::Global(_) => *id,
        };
        names.insert(*id, name);
    }
    let mut same = |form: &Linear| Some(form.clone());
    let mut name = |id: ObjectId| Some(names.get(&id).copied().unwrap_or(id));
    for (reg, value) in state.registers() {
        result.set_register(*reg, value.map(&mut same, &mut name)?);
    }
    for (id, object) in state.objects() {
        result.put_object(names[id], Arc::new(object.map(&mut same, &mut name)?));
    }
    result.reserve_objects(next);
    Some(result)
}
