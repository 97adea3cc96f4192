//! One representative for all states that differ only in the numbers of their objects and unknowns.
//!
//! Objects are numbered in the order in which a walk from the roots meets them, so two states are equal up to
//! renaming exactly if their canonical forms are equal. Where a walk could start anywhere (garbage), there is nothing.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::graph::{Addr, Frame, Graph, Linear, Object, ObjectId, State, SymId, Value};
use crate::operations::reach::globals;

/// Renumbers. Objects and unknowns that nothing reaches are dropped: collect garbage before.
pub fn canonical(state: &State) -> State {
    let mut names = Names::default();
    let roots: Vec<Value> = state.roots().chain(globals(&state.graph)).collect();
    let mut order = Vec::new();
    for root in roots {
        names.name(root, &mut order);
        names.walk(&state.graph, &mut order);
    }
    let mut graph = Graph::default();
    for (old, new) in &names.objects {
        let mut object = state.graph.shared_object(*old);
        if object.fields.iter().any(|field| names.of(field.value) != field.value)
            || object.numbers().any(|number| names.of(number) != number)
        {
            let renamed = Arc::make_mut(&mut object);
            renamed.fields.iter_mut().for_each(|field| field.value = names.of(field.value));
            renamed.size = names.of(renamed.size);
            renamed.length = renamed.length.map(|length| names.of(length));
        }
        graph.insert_object(*new, object);
    }
    for (old, new) in &names.syms {
        graph.insert_sym(*new, state.graph.sym(*old));
    }
    for (a, b) in state.graph.differ() {
        if names.knows(*a) && names.knows(*b) {
            graph.add_differ(names.of(*a), names.of(*b));
        }
    }
    let mut frames = state.frames.clone();
    frames.iter_mut().for_each(|frame| frame.map_values(|value| names.of(value)));
    let cut = state.cut.iter().map(|value| names.of(*value)).collect();
    State { graph, frames, cut, trail: state.trail.clone(), ..State::default() }
}

#[derive(Debug, Default)]
struct Names {
    objects: FxHashMap<ObjectId, ObjectId>,
    syms: FxHashMap<SymId, SymId>,
    next_object: u32,
}

impl Names {
    fn name(&mut self, value: Value, order: &mut Vec<ObjectId>) {
        if let Some(sym) = value.symbol() {
            let next = SymId(self.syms.len() as u32);
            self.syms.entry(sym).or_insert(next);
        }
        if let Some(object) = value.object()
            && !self.objects.contains_key(&object)
        {
            let new = match object.as_global() {
                Some(_) => object,
                None => {
                    self.next_object += 1;
                    ObjectId(self.next_object - 1)
                }
            };
            self.objects.insert(object, new);
            order.push(object);
        }
    }

    fn walk(&mut self, graph: &Graph, order: &mut Vec<ObjectId>) {
        let mut at = 0;
        while let Some(id) = order.get(at).copied() {
            at += 1;
            let object = graph.object(id);
            object.numbers().for_each(|number| self.name(number, order));
            object.fields.iter().for_each(|field| self.name(field.value, order));
        }
        order.clear();
    }

    fn knows(&self, value: Value) -> bool {
        value.symbol().is_none_or(|sym| self.syms.contains_key(&sym))
            && value.object().is_none_or(|object| self.objects.contains_key(&object))
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

/// Equal for equal canonical states.
pub fn fingerprint(state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    for frame in &state.frames {
        (frame.func, &frame.regs, &frame.vars, &frame.locals, &frame.varargs).hash(&mut hasher);
    }
    state.cut.hash(&mut hasher);
    for (id, object) in state.graph.objects() {
        id.hash(&mut hasher);
        identity(object).hash(&mut hasher);
    }
    (state.graph.syms(), state.graph.differ()).hash(&mut hasher);
    hasher.finish()
}

/// Are two canonical states the same?
pub fn same(a: &State, b: &State) -> bool {
    let frames = |a: &Frame, b: &Frame| {
        (a.func, &a.regs, &a.vars, &a.locals, &a.varargs) == (b.func, &b.regs, &b.vars, &b.locals, &b.varargs)
    };
    a.frames.len() == b.frames.len()
        && a.frames.iter().zip(&b.frames).all(|(a, b)| frames(a, b))
        && a.cut == b.cut
        && a.graph.syms() == b.graph.syms()
        && a.graph.differ() == b.graph.differ()
        && a.graph.object_count() == b.graph.object_count()
        && (a.graph.objects().zip(b.graph.objects())).all(|(a, b)| a.0 == b.0 && identity(a.1) == identity(b.1))
}

/// What makes an object what it is; where it came from does not.
fn identity(object: &Object) -> impl Hash + PartialEq + '_ {
    (
        object.kind,
        (object.size, object.length),
        object.level,
        object.life,
        (object.storage, object.fill),
        &object.fields,
    )
}

/// An order of values that depends on how roots lead to them, not on their numbers.
#[derive(Debug)]
pub struct Ranks {
    names: Names,
}

/// Ranks of what the roots reach.
pub fn ranks(graph: &Graph, roots: &[Value]) -> Ranks {
    let mut names = Names::default();
    let mut order = Vec::new();
    for root in roots {
        names.name(*root, &mut order);
        names.walk(graph, &mut order);
    }
    Ranks { names }
}

impl Ranks {
    pub fn of(&self, value: Value) -> impl Ord + use<> {
        let object = value.object().map(|id| self.names.objects.get(&id).map_or(u32::MAX, |new| new.0));
        let sym = value.symbol().map(|id| self.names.syms.get(&id).map_or(u32::MAX, |new| new.0));
        let place = value.as_addr().map(|addr| (addr.which, addr.offset));
        (object, place, sym)
    }
}
