//! What roots reach, and what is lost.
//!
//! An object is reached by an address of any of its bytes. Globals and live locals are roots through their frames and
//! through themselves.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::graph::{Fill, Graph, Life, Object, ObjectId, State, Storage, SymId, Value};

/// Objects and unknowns that the values lead to.
#[derive(Debug, Default)]
pub struct Reached {
    pub objects: FxHashSet<ObjectId>,
    pub syms: FxHashSet<SymId>,
    work: Vec<ObjectId>,
}

impl Reached {
    pub fn from(graph: &Graph, roots: impl IntoIterator<Item = Value>) -> Self {
        let mut reached = Reached::default();
        reached.extend(graph, roots);
        reached
    }

    pub fn extend(&mut self, graph: &Graph, roots: impl IntoIterator<Item = Value>) {
        roots.into_iter().for_each(|root| self.visit(root));
        while let Some(id) = self.work.pop() {
            let object = graph.object(id);
            object.numbers().for_each(|number| self.visit(number));
            object.fields.iter().for_each(|field| self.visit(field.value));
        }
    }

    fn visit(&mut self, value: Value) {
        if let Some(sym) = value.symbol() {
            self.syms.insert(sym);
        }
        if let Some(object) = value.object()
            && self.objects.insert(object)
        {
            self.work.push(object);
        }
    }
}

/// The global objects of the graph, as roots.
pub fn globals(graph: &Graph) -> impl Iterator<Item = Value> {
    graph.objects().filter(|(id, _)| id.as_global().is_some()).map(|(id, _)| Value::region(id, 0))
}

/// Drops what nothing reaches; gives back the live heap objects among it, which are leaks.
///
/// A segment that may be empty is lost only if it is not: it is given back all the same.
pub fn collect_garbage(state: &mut State) -> Vec<Arc<Object>> {
    // Old results keep nothing alive.
    state.computed.clear();
    drop_pristine_globals(state);
    let reached = Reached::from(&state.graph, state.roots().chain(globals(&state.graph)));
    let graph = &mut state.graph;
    let lost = (graph.objects())
        .filter(|(id, object)| !reached.objects.contains(id) && object.is_live_heap() && object.level == 0)
        .map(|(id, _)| graph.shared_object(id))
        .collect();
    graph.retain_objects(|id| reached.objects.contains(&id));
    graph.retain_syms(|id| reached.syms.contains(&id));
    drop_idle_differences(graph);
    lost
}

/// A global that nobody has written is as its initialiser says, whether it is in the graph or not.
fn drop_pristine_globals(state: &mut State) {
    let pristine = |object: &crate::graph::Object| {
        object.fields.is_empty()
            && object.life == Life::Live
            && matches!((object.storage, object.fill), (Storage::Global { .. }, Fill::Init(_)))
    };
    if !state.graph.objects().any(|(id, object)| id.as_global().is_some() && pristine(object)) {
        return;
    }
    let written = globals(&state.graph)
        .filter(|root| !pristine(state.graph.object(root.object().expect("invariant: the root is an address"))));
    let reached = Reached::from(&state.graph, state.roots().chain(written));
    state.graph.retain_objects(|id| id.as_global().is_none() || reached.objects.contains(&id));
}

/// A disequality about something that is gone says nothing.
fn drop_idle_differences(graph: &mut Graph) {
    let gone = |graph: &Graph, value: Value| {
        value.symbol().is_some_and(|sym| !graph.has_sym(sym))
            || value.object().is_some_and(|object| !graph.has_object(object))
    };
    let idle: Vec<(Value, Value)> =
        graph.differ().iter().copied().filter(|(a, b)| gone(graph, *a) || gone(graph, *b)).collect();
    if !idle.is_empty() {
        graph.retain_differ(|pair| !idle.contains(pair));
    }
}
