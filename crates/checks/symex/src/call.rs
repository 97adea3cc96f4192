//! What a function is given when it is called, and what it gives back.
//!
//! Paper: [AProVE] Def. 5, 7 and 8: call abstraction, what the callee cannot come to, intersection.
//! DIVERGENCE: what the callee cannot come to does not become part of its state; nothing has to be taken away again, and only
//! what it was given is changed by what it returns. Since names of the entry state stay in the callee's states, δ and VI are
//! one substitution.

use std::sync::Arc;

use ir::{Call, FuncId, Id, RegId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cover::Match;
use crate::exec::{Machine, reached_by};
use crate::number::{Fact, Linear, Var};
use crate::state::{Object, ObjectId, State, Storage, Value, canonical};

/// A call, seen from the callee.
#[derive(Clone, Debug)]
pub struct Passed {
    /// The entry state: one frame, with the arguments.
    pub entry: State,
    /// What its variables and objects are in the caller.
    pub vars: Vec<Linear>,
    pub objects: FxHashMap<ObjectId, ObjectId>,
}

/// The part of a state that a call of a function gives to it.
pub fn pass(
    machine: &mut Machine<'_, '_>,
    state: &mut State,
    call: &Call,
    func: FuncId,
    live_after: &dyn Fn(RegId) -> bool,
) -> Option<Passed> {
    let function = &machine.module.funcs[func];
    let mut values = Vec::new();
    for (index, ty) in function.signature.params.iter().enumerate() {
        values.push(machine.passed_value(state, call, index, *ty));
    }
    let is_result = |reg: RegId| call.rets.contains(&reg);
    machine.collect(state, &values, &|reg| live_after(reg) && !is_result(reg));
    // Roots: the arguments, and globals that the function can name.
    let mut order: Vec<ObjectId> = Vec::new();
    let footprints = machine.prepared.footprints();
    let named = state.objects().iter().map(|(id, _)| *id);
    order.extend(named.filter(|id| matches!(id, ObjectId::Global(global) if footprints.names(func, *global))));
    for value in &values {
        order.extend(value.mentioned());
    }
    let mut numbers: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    let mut work = std::collections::VecDeque::from(order);
    let mut reached = Vec::new();
    while let Some(id) = work.pop_front() {
        if numbers.contains_key(&id) {
            continue;
        }
        let Some(object) = state.object(id) else { continue };
        let made = numbers.keys().filter(|id| matches!(id, ObjectId::Made(_))).count();
        let number = match id {
            ObjectId::Global(_) => id,
            ObjectId::Made(_) => ObjectId::Made(u32::try_from(made).ok()?),
        };
        numbers.insert(id, number);
        reached.push(id);
        work.extend(object.values().filter_map(Value::mentioned));
        // What its initialiser leads to has no cells as long as nobody has read it.
        if let ObjectId::Global(global) = id {
            work.extend(footprints.initial(machine.module, global).iter().map(|other| ObjectId::Global(*other)));
        }
    }
    // What the function is given it can also change: what only leads through that may be lost in it, whoever calls.
    let outside = |id: ObjectId| !numbers.contains_key(&id);
    let held = reached_by(state, &[], &|reg| live_after(reg) && !is_result(reg), &outside);
    let mut entry = State::default();
    entry.reserve_vars(state.var_bound());
    entry.knowledge = state.knowledge.clone();
    let mut same = |form: &Linear| Some(form.clone());
    for id in &reached {
        let object = state.object(*id)?;
        let mut given = object.map(&mut same, &mut |id| numbers.get(&id).copied())?;
        if given.storage == Storage::Stack {
            given.storage = Storage::Outer;
        }
        given.dynamic = false;
        given.held = !machine.leaks || held.contains(id);
        entry.put_object(numbers[id], Arc::new(given));
    }
    for (param, value) in function.params.iter().zip(&values) {
        let value = value.map(&mut same, &mut |id| numbers.get(&id).copied());
        entry.set_register(*param, value.unwrap_or(Value::Any));
    }
    let (entry, vars) = canonical(&entry, 0)?;
    let objects = numbers.into_iter().map(|(caller, callee)| (callee, caller)).collect();
    Some(Passed { entry, vars, objects })
}

/// Variables that nothing mentions up to which what is known of them may stay.
const MOST_UNMENTIONED: usize = 24;

/// Takes away what nobody can come to any more behind a call: registers that are not needed, and what is known of variables that
/// nothing mentions. Those below `vars` stay.
///
/// Guarantees: the result stands for all that the state stands for.
/// Paper: [AProVE] section 5.1, where it is done at merged states only; functions with hundreds of calls and no loop have none.
pub fn forget_unreachable(state: &mut State, passed: &Passed, live_after: &dyn Fn(RegId) -> bool, vars: u32) {
    state.retain_registers(live_after);
    let mut mentioned: FxHashSet<Var> = FxHashSet::default();
    let mut mention = |form: &Linear| mentioned.extend(form.vars());
    state.registers().iter().for_each(|(_, value)| value.for_each_form(&mut mention));
    state.objects().iter().for_each(|(_, object)| object.for_each_form(&mut mention));
    passed.vars.iter().for_each(mention);
    let keep = |var: Var| var.0 < vars || mentioned.contains(&var);
    let mut unmentioned: FxHashSet<Var> = FxHashSet::default();
    for fact in state.knowledge.facts() {
        unmentioned.extend(fact.form.vars().filter(|var| !keep(*var)));
    }
    if unmentioned.len() > MOST_UNMENTIONED {
        state.knowledge = state.knowledge.project(&keep);
    }
}

/// A call, and the entry state that stands for what it passes.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    pub call: &'a Call,
    pub func: FuncId,
    pub passed: &'a Passed,
    /// How the entry state stands for what was passed.
    pub found: &'a Match,
    /// How many variables and objects the entry state has.
    pub vars: u32,
    pub objects: u32,
}

/// Where objects of the caller lie that are on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    None,
    One { storage: Storage, dynamic: bool },
    Several,
}

impl Origin {
    /// Of those that were passed and may be of that size: in the callee they are all alike, and may become one structure.
    fn of(caller: &State, passed: &Passed, size: &Linear) -> Origin {
        let mut origin = Origin::None;
        for object in passed.objects.values().filter_map(|id| caller.object(*id)) {
            let apart = size.sub(&object.size).map(|apart| caller.knowledge.reduce(&apart));
            let is_other = apart.and_then(|apart| apart.as_constant()).is_some_and(|apart| apart != 0);
            if is_other || !matches!(object.storage, Storage::Stack | Storage::Outer) {
                continue;
            }
            let this = Origin::One { storage: object.storage, dynamic: object.dynamic };
            origin = if origin == Origin::None || origin == this { this } else { Origin::Several };
        }
        origin
    }
}

/// The states of the caller after the function returned: one, or none if that is not possible. `None` if it cannot be said.
pub fn combine(
    machine: &mut Machine<'_, '_>,
    caller: &State,
    entered: Entered<'_>,
    returned: &State,
) -> Option<Vec<State>> {
    let Entered { call, func, passed, found, vars: rigid, objects: given } = entered;
    let mut state = caller.clone();
    // Numbers that stand for addresses of what was passed.
    let mut extra: FxHashMap<Var, Linear> = FxHashMap::default();
    let entry_vars = passed.vars.len();
    let mut in_caller = |form: &Linear, state: &mut State| {
        for var in form.vars() {
            if var.0 as usize >= entry_vars {
                extra.entry(var).or_insert_with(|| state.fresh());
            }
        }
        form.substitute(&|var| passed.vars.get(var.0 as usize).or_else(|| extra.get(&var)).cloned())
    };
    let mut vars: Vec<Linear> = Vec::with_capacity(returned.var_bound() as usize);
    for var in 0..returned.var_bound() {
        let value = match found.vars.get(var as usize) {
            Some(form) if var < rigid => in_caller(form, &mut state)?,
            Some(_) | None => state.fresh(),
        };
        vars.push(value);
    }
    let mut form = |form: &Linear| form.substitute(&|var| vars.get(var.0 as usize).cloned());
    let mut numbers: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    for (id, _) in returned.objects() {
        let number = match id {
            ObjectId::Global(_) => *id,
            ObjectId::Made(number) if *number < given => *passed.objects.get(found.objects.get(id)?)?,
            ObjectId::Made(_) => {
                let number = ObjectId::Made(state.object_bound());
                state.reserve_objects(state.object_bound() + 1);
                number
            }
        };
        numbers.insert(*id, number);
    }
    // Objects of the caller that were passed as parts of structures: what is returned tells of them, and gives them no names.
    for id in &found.absorbed {
        if let Some(absorbed) = passed.objects.get(id) {
            state.forget_object(*absorbed);
        }
    }
    // Which object of a structure is the last may be another one now.
    for id in passed.objects.values() {
        state.replace_last(*id, &|_| Value::Any);
    }
    // What the function may have written and does not tell of: globals that it can name or was given.
    let footprints = machine.prepared.footprints();
    let unknown = caller.objects().iter().filter(|(id, object)| match id {
        ObjectId::Global(global) => {
            let comes_to_it = footprints.names(func, *global) || passed.objects.contains_key(id);
            object.storage == Storage::Global && comes_to_it && returned.object(*id).is_none()
        }
        ObjectId::Made(_) => false,
    });
    for (id, _) in unknown {
        if let Some(object) = state.object_mut(*id) {
            object.cells.clear();
            object.fills.clear();
        }
    }
    // Given objects keep their places in all states of the function.
    let lost = |id: ObjectId| returned.object(id).is_none();
    if (0..given).map(ObjectId::Made).any(lost) {
        return None;
    }
    for (id, object) in returned.objects() {
        let number = numbers[id];
        let mapped = object.map(&mut form, &mut |id| numbers.get(&id).copied())?;
        // Objects of a structure, and those that are told apart from others of it, lie where all lie that it may be made of.
        let before = caller.object(number);
        let origin = match mapped.storage {
            Storage::Outer if before.is_none() || mapped.structure.is_some() => {
                Origin::of(caller, passed, &mapped.size)
            }
            Storage::Outer | Storage::Global | Storage::Constant | Storage::Heap | Storage::Stack => Origin::None,
        };
        let object = match (before, origin) {
            (_, Origin::Several) => return None,
            (Some(before), Origin::None | Origin::One { .. }) => Object {
                storage: before.storage,
                dynamic: before.dynamic,
                held: before.held,
                size: before.size.clone(),
                ..mapped
            },
            (None, Origin::One { storage, dynamic }) => Object { storage, dynamic, held: false, ..mapped },
            (None, Origin::None) => Object { held: false, dynamic: false, ..mapped },
        };
        state.put_object(number, Arc::new(object));
    }
    for fact in returned.knowledge.facts() {
        let fact = Fact { form: form(&fact.form)?, relation: fact.relation };
        if !state.knowledge.learn(fact) {
            return Some(Vec::new());
        }
    }
    let types = &machine.module.funcs[func].signature.rets;
    for (index, reg) in call.rets.iter().enumerate() {
        let value = returned
            .register(RegId::from_index(index))
            .and_then(|value| value.map(&mut form, &mut |id| numbers.get(&id).copied()));
        let value = machine.received(&mut state, value, types.get(index).copied(), *reg);
        state.set_register(*reg, value);
    }
    let possible = !machine.prover.is_contradictory(&state.knowledge);
    Some(if possible { vec![state] } else { Vec::new() })
}
