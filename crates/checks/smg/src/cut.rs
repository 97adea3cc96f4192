//! The part of a heap that a function can see, and the rest.
//!
//! A callee can only touch what its arguments reach and the globals that it can name. The rest stays with the caller, whose
//! pointers into the callee's part become that part's `cut`: extra roots, so that nothing they hold counts as lost, is
//! merged into a segment unnoticed, or changes without the caller learning of it. A global that no part of a state mentions
//! is as its initialiser says; so a global that the callee can come to must never be set aside: initialisers of what it
//! sees are followed too, as far as they have not been read yet.
//!
//! Guarantees: `combine(split(state))` is `state` up to renaming, and the callee's effect on its part is its effect on
//! the whole.                                                                          (tested by `split_then_combine`)

use ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::substituted;
use crate::graph::{Addr, Fill, Frame, Graph, Linear, ObjectId, Range, State, SymId, SymInfo, Value};
use crate::operations::canon;
use crate::operations::reach::{Reached, globals};
use ir::Footprints;

/// What the caller keeps while the callee runs.
#[derive(Clone, Debug)]
pub struct Residue {
    /// Objects that the callee cannot reach, and the caller's roots. Its values may still name the callee's part.
    state: State,
    /// The values that the two parts share, in the order of the callee's `cut`.
    held: Vec<Value>,
}

/// Takes the callee's part out of a state; `frame` is the callee's and holds its arguments.
pub fn split(mut state: State, frame: Frame, module: &Module, footprints: &Footprints) -> (Residue, State) {
    let named = |id: ObjectId| id.as_global().is_some_and(|global| footprints.names(frame.func, global));
    let globals = globals(&state.graph).filter(|root| root.object().is_some_and(named));
    let mut roots: Vec<Value> = frame.values().chain(globals).collect();
    let mut reached = Reached::from(&state.graph, roots.iter().copied());
    loop {
        let unread = unread(&state.graph, &reached, module, footprints);
        if unread.is_empty() {
            break;
        }
        reached.extend(&state.graph, unread.iter().copied());
        roots.extend(unread);
    }
    let held = shared_values(&state, &mut reached, &roots);

    let mut graph = state.graph.clone();
    graph.retain_objects(|id| reached.objects.contains(&id));
    graph.retain_syms(|sym| reached.syms.contains(&sym));
    let inside = |value: Value| {
        value.object().is_none_or(|id| reached.objects.contains(&id))
            && value.symbol().is_none_or(|sym| reached.syms.contains(&sym))
    };
    graph.retain_differ(|(a, b)| inside(*a) && inside(*b));
    let entry = State { graph, frames: vec![frame], cut: held.clone(), trail: state.trail.clone(), ..State::default() };

    // What is said of a value that only the callee names would be said of nothing after the call.
    let named = |value: Value| match (value.object(), value.symbol()) {
        (Some(id), _) if reached.objects.contains(&id) => held.contains(&value),
        (_, Some(sym)) if reached.syms.contains(&sym) => held.contains(&Value::sym(sym)),
        (Some(_) | None, _) => true,
    };
    state.graph.retain_differ(|(a, b)| !(inside(*a) && inside(*b)) && named(*a) && named(*b));
    state.graph.retain_objects(|id| !reached.objects.contains(&id));
    state.graph.retain_syms(|sym| !reached.syms.contains(&sym));
    (Residue { state, held }, entry)
}

/// Globals of the graph that initialisers of what is reached lead to, and that are not reached yet.
fn unread(graph: &Graph, reached: &Reached, module: &Module, footprints: &Footprints) -> Vec<Value> {
    let initialised = graph.objects().filter(|(id, _)| reached.objects.contains(id)).filter_map(|(_, object)| {
        let Fill::Init(global) = object.fill else { return None };
        Some(global)
    });
    let behind = initialised.flat_map(|global| footprints.initial(module, global)).copied().map(ObjectId::of_global);
    let new = behind.filter(|id| graph.has_object(*id) && !reached.objects.contains(id));
    new.map(|id| Value::region(id, 0)).collect()
}

/// Values of the caller that lead into the callee's part, in an order that does not depend on the caller.
fn shared_values(state: &State, reached: &mut Reached, roots: &[Value]) -> Vec<Value> {
    let outside = state.graph.objects().filter(|(id, _)| !reached.objects.contains(id));
    let stored = outside.flat_map(|(_, object)| object.fields.iter().map(|field| field.value).chain(object.numbers()));
    let mut seen = FxHashSet::default();
    let mut shared = Vec::new();
    let mut add = |value: Value| {
        if seen.insert(value) {
            shared.push(value);
        }
    };
    for value in state.roots().chain(stored) {
        if value.object().is_some_and(|id| reached.objects.contains(&id)) {
            add(value);
            if let Some(sym) = value.symbol() {
                add(Value::sym(sym));
            }
        } else if let Some(sym) = value.symbol()
            && reached.syms.contains(&sym)
        {
            add(Value::sym(sym));
        }
    }
    reached.syms.extend(shared.iter().filter_map(|value| value.symbol()));
    let rank = canon::ranks(&state.graph, roots);
    shared.sort_by_key(|value| rank.of(*value));
    shared
}

impl Residue {
    /// Is there a heap object that only the caller knows?
    pub fn has_live_heap(&self) -> bool {
        self.state.graph.objects().any(|(_, object)| object.is_live_heap())
    }

    /// The caller's state after the callee ended in `exit`, and the callee's results.
    pub fn combine(&self, exit: &State) -> (State, Vec<Value>) {
        let mut state = self.state.clone();
        let names = Imported::new(&mut state.graph, &exit.graph);
        let becomes: FxHashMap<Value, Value> =
            self.held.iter().zip(&exit.cut).map(|(old, new)| (*old, names.of(*new))).collect();
        let mut fresh = Vec::new();
        let next = state.graph.add_sym(SymInfo::unknown(Range::ALL));
        let mut made = 0;
        state.map_values(|value| {
            renewed(value, &becomes).unwrap_or_else(|| {
                // What it has become cannot be written down: a new unknown.
                made += 1;
                let sym = SymId(next.0 + made);
                fresh.push(sym);
                Value::sym(sym)
            })
        });
        fresh.into_iter().for_each(|sym| state.graph.insert_sym(sym, SymInfo::unknown(Range::ALL)));
        state.trail = exit.trail.clone();
        let results = exit.frame().regs.iter().map(|(_, value)| names.of(*value)).collect();
        (state, results)
    }
}

/// A value of the caller after the call.
fn renewed(value: Value, becomes: &FxHashMap<Value, Value>) -> Option<Value> {
    if let Some(new) = becomes.get(&value) {
        return Some(*new);
    }
    let Some(sym) = value.symbol() else { return Some(value) };
    match becomes.get(&Value::sym(sym)) {
        Some(new) => substituted(value, sym, *new),
        None => Some(value),
    }
}

/// The callee's part under names that are free in the caller's graph.
struct Imported {
    objects: FxHashMap<ObjectId, ObjectId>,
    syms: FxHashMap<SymId, SymId>,
}

impl Imported {
    fn new(into: &mut Graph, from: &Graph) -> Self {
        let mut names = Imported { objects: FxHashMap::default(), syms: FxHashMap::default() };
        for (sym, info) in from.syms() {
            let new = into.add_sym(*info);
            names.syms.insert(*sym, new);
        }
        for (id, object) in from.objects() {
            let new = match id.as_global() {
                Some(_) => id,
                None => into.add_object(object.clone()),
            };
            names.objects.insert(id, new);
        }
        // Of a global that was set aside, the callee has seen nothing. Where it has one, that is another caller's.
        let set_aside = |id: ObjectId, into: &Graph| id.as_global().is_some() && into.has_object(id);
        let own: Vec<_> = from.objects().filter(|(id, _)| !set_aside(*id, into)).collect();
        for (id, object) in own {
            let mut object = object.clone();
            object.size = names.of(object.size);
            object.length = object.length.map(|length| names.of(length));
            object.fields.iter_mut().for_each(|field| field.value = names.of(field.value));
            into.insert_object(names.objects[&id], std::sync::Arc::new(object));
        }
        for (a, b) in from.differ() {
            into.add_differ(names.of(*a), names.of(*b));
        }
        names
    }

    fn of(&self, value: Value) -> Value {
        match value {
            Value::Sym(linear) => Value::Sym(Linear { sym: self.syms[&linear.sym], ..linear }),
            Value::Addr(addr) => Value::Addr(Addr {
                object: self.objects[&addr.object],
                plus: addr.plus.map(|sym| self.syms[&sym]),
                ..addr
            }),
            Value::Int(_) | Value::Func(_) | Value::Label(..) => value,
        }
    }
}
