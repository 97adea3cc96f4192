//! Who points to what, and what is private to a node of a list.

use rustc_hash::{FxHashMap, FxHashSet};

use super::merge::Binding;
use smg::graph::{Addr, Graph, ObjectId, State, Storage, Value, Which};
use smg::operations::reach::globals;

/// Where an address is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Root,
    Field { object: ObjectId, offset: i64 },
}

/// All addresses of each object.
#[derive(Debug, Default)]
pub(super) struct Survey {
    incoming: FxHashMap<ObjectId, Vec<(Source, Addr)>>,
}

/// The place of a node in a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    First { next: ObjectId },
    Inner { prev: ObjectId, next: ObjectId },
    Last { prev: ObjectId },
}

impl Survey {
    pub fn of(state: &State) -> Survey {
        let mut survey = Survey::default();
        state.roots().for_each(|root| survey.add(Source::Root, root));
        for (object, content) in state.graph.objects() {
            for field in &content.fields {
                survey.add(Source::Field { object, offset: field.offset }, field.value);
            }
        }
        survey
    }

    fn add(&mut self, source: Source, value: Value) {
        if let Value::Addr(addr) = value {
            self.incoming.entry(addr.object).or_default().push((source, addr));
        }
    }

    /// May a node be where it is in a sequence? Paper: App. D, condition 4. Its neighbours point to where their links
    /// should; what is private to it may point anywhere into it; everybody else may point only to the first node and, in a
    /// doubly linked list, to the last, at the places where links point.
    pub fn allows(&self, id: ObjectId, place: Place, binding: Binding, private: &FxHashSet<ObjectId>) -> bool {
        let (prev, next) = match place {
            Place::First { next } => (None, Some(next)),
            Place::Inner { prev, next } => (Some(prev), Some(next)),
            Place::Last { prev } => (Some(prev), None),
        };
        let incoming = self.incoming.get(&id).map_or(&[][..], Vec::as_slice);
        incoming.iter().all(|(source, addr)| {
            let from_neighbour = match source {
                Source::Root => false,
                Source::Field { object, offset } => {
                    if private.contains(object) || *object == id && !binding.links.is_link(*offset) {
                        return matches!(addr.which, Which::Region | Which::All);
                    }
                    if *object == id {
                        return false;
                    }
                    binding.links.iter().any(|link| {
                        let from = if link.back { next } else { prev };
                        Some(*object) == from
                            && (link.at, link.to) == (*offset, addr.offset)
                            && (addr.which == Which::Region || addr.which == link.end())
                    })
                }
            };
            let is_end = |which: Which| binding.links.toward(which, addr.offset).is_some();
            let (first, last) = (prev.is_none() && is_end(Which::First), next.is_none() && is_end(Which::Last));
            let at_end = match addr.which {
                Which::Region => first || last,
                Which::First => first,
                Which::Last => last,
                Which::All => false,
            };
            addr.plus.is_none() && (from_neighbour || at_end)
        })
    }
}

/// Heap objects that can be reached only through fields of this node other than its links.
pub(super) fn private_to(state: &State, id: ObjectId, binding: Binding) -> FxHashSet<ObjectId> {
    let graph = &state.graph;
    let is_link = |offset: i64| binding.links.is_link(offset);
    let node = graph.object(id);
    let own = node.fields.iter().filter(|field| !is_link(field.offset)).filter_map(|field| field.value.object());
    let own: Vec<ObjectId> = own.filter(|target| *target != id).collect();
    if own.is_empty() {
        return FxHashSet::default();
    }
    let links = node.fields.iter().filter(|field| is_link(field.offset)).map(|field| field.value);
    let roots = state.roots().chain(globals(graph)).chain(links);
    let elsewhere = reach(graph, roots.filter_map(Value::object), id);
    let mut private = reach(graph, own, id);
    private.retain(|other| *other != id && !elsewhere.contains(other) && graph.object(*other).storage == Storage::Heap);
    private
}

/// What can be reached without going through `wall`.
fn reach(graph: &Graph, from: impl IntoIterator<Item = ObjectId>, wall: ObjectId) -> FxHashSet<ObjectId> {
    let mut seen: FxHashSet<ObjectId> = FxHashSet::default();
    let mut work: Vec<ObjectId> = from.into_iter().filter(|id| seen.insert(*id)).collect();
    while let Some(id) = work.pop() {
        if id != wall {
            let targets = graph.object(id).fields.iter().filter_map(|field| field.value.object());
            work.extend(targets.filter(|target| seen.insert(*target)));
        }
    }
    seen
}
