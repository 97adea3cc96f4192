//! Old links that nobody keeps up to date.
//!
//! A list that is used in one direction only may have nodes that still point back to what once was in front of them and is
//! freed now. No segment says such a thing of its nodes: where it stands between neighbours and a list, it is forgotten.
//! DIVERGENCE: the paper knows no values but addresses for pointers; here they become unknown.
//! Loses precision when: somebody looks at the old links after all.

use ir::Module;

use super::AbstractionOptions;
use super::sequence::best_sequence;
use smg::graph::{
    Addr, Graph, Kind, Life, Link, Links, ObjectId, Origin, Range, State, SymInfo, Value, Which, check_consistency,
};
use smg::operations::reach::collect_garbage;

/// This many nodes in a row make it worthwhile to forget something.
const PIECES: usize = 3;

/// The state without what keeps neighbours from being merged, if they can be merged then.
pub(super) fn forget_stale(module: &Module, state: &State, options: &AbstractionOptions) -> Option<State> {
    let graph = &state.graph;
    let size = i64::from(module.data_model.pointer_bits() / 8);
    if !graph.objects().any(|(_, object)| object.life == Life::Freed) {
        return None;
    }
    for (id, object) in graph.objects().filter(|(_, object)| object.is_live_heap()) {
        for link in object.fields.iter().filter(|field| field.size == size).map(|field| field.offset) {
            let pieces = pieces(graph, id, link, size);
            let stale = stale_fields(graph, &pieces, link, size);
            if stale.is_empty() {
                continue;
            }
            let mut general = state.clone();
            for (piece, at) in pieces.iter().flat_map(|piece| stale.iter().map(|at| (*piece, *at))) {
                forget(&mut general, piece, at, Range::of_width(module.data_model.pointer_bits()));
            }
            collect_garbage(&mut general);
            if keeps_live_heap(graph, &general.graph)
                && check_consistency(&general).is_ok()
                && best_sequence(module, &general, options)
                    .is_some_and(|found| found.nodes.iter().any(|id| pieces.contains(id)))
            {
                return Some(general);
            }
        }
    }
    None
}

/// Garbage is looked for among objects of their own; what belongs to the nodes of a list must not be lost either.
fn keeps_live_heap(before: &Graph, after: &Graph) -> bool {
    before.objects().filter(|(_, object)| object.is_live_heap()).all(|(id, _)| after.has_object(id))
}

/// Nodes in a row, as a link leads from one to the next.
fn pieces(graph: &Graph, first: ObjectId, at: i64, size: i64) -> Vec<ObjectId> {
    let mut pieces = vec![first];
    let object = graph.object(first);
    let follow = |id: ObjectId| -> Option<Addr> {
        let from = graph.object(id);
        let addr = from.field(at, size)?.value.as_addr()?;
        let to = graph.object(addr.object);
        let is_node = |id: ObjectId, end: Which| match graph.object(id).kind {
            Kind::Region => true,
            Kind::Segment(segment) => {
                (segment.links.iter()).any(|link| (link.at, link.to) == (at, addr.offset) && link.end() == end)
            }
        };
        let own_end = from.segment().and_then(|segment| segment.links.iter().find(|link| link.at == at));
        let fits = is_node(id, own_end.map_or(Which::First, |link| link.end())) && is_node(addr.object, addr.which);
        let alike = to.is_live_heap() && to.level == object.level && to.ty == object.ty;
        (fits && alike && addr.plus.is_none()).then_some(addr)
    };
    while pieces.len() < PIECES
        && let Some(next) = follow(pieces[pieces.len() - 1])
        && !pieces.contains(&next.object)
    {
        pieces.push(next.object);
    }
    pieces
}

/// Fields that lead from a node to something freed instead of its neighbour, if there are enough nodes. It takes fewer if
/// something like it has been forgotten before.
fn stale_fields(graph: &Graph, pieces: &[ObjectId], link: i64, size: i64) -> Vec<i64> {
    let fields = |id: ObjectId| {
        graph.object(id).fields.iter().filter(move |field| (field.size, field.offset != link) == (size, true))
    };
    let is_freed = |value: Value| value.object().is_some_and(|id| graph.object(id).life == Life::Freed);
    let is_unknown = |value: Value| {
        value.symbol().is_some_and(|sym| {
            graph.sym(sym).origin == Origin::Unknown && graph.sym(sym).range == Range::of_width(8 * size as u32)
        })
    };
    let mut stale: Vec<i64> = Vec::new();
    for pair in pieces.windows(2) {
        for field in fields(pair[1]) {
            let forgotten = [pair[0], pair[1]]
                .into_iter()
                .any(|id| graph.object(id).field(field.offset, size).is_some_and(|field| is_unknown(field.value)));
            let leads = |id: ObjectId| {
                graph.object(id).field(field.offset, size).is_some_and(|field| field.value.object().is_some())
            };
            let old = is_freed(field.value) && pieces.len() >= PIECES;
            if old || forgotten && pair.iter().any(|id| leads(*id)) {
                stale.push(field.offset);
            }
        }
    }
    stale.sort_unstable();
    stale.dedup();
    stale
}

/// Makes an address in an object unknown. If it was a link, the others remain.
fn forget(state: &mut State, id: ObjectId, at: i64, range: Range) {
    let object = state.graph.object(id);
    let Some(field) = object.fields.iter().position(|field| field.offset == at) else { return };
    let segment = object.segment().filter(|segment| segment.is_link(at));
    if segment.is_none() && object.fields[field].value.object().is_none() {
        return;
    }
    let level = object.content_level();
    let sym = state.graph.add_sym(SymInfo { level, ..SymInfo::unknown(range) });
    state.graph.object_mut(id).fields[field].value = Value::sym(sym);
    let Some(segment) = segment else { return };
    let rest: Vec<Link> = segment.links.iter().filter(|link| link.at != at).collect();
    // The first link leads forwards, whatever the program calls it.
    let turned = rest.first().is_some_and(|link| link.back);
    let links = Links::new(rest.into_iter().map(|link| Link { back: link.back != turned, ..link }));
    let links = links.expect("invariant: there are fewer than before");
    state.graph.object_mut(id).set_segment(|segment| {
        segment.links = links;
        segment.head = links.iter().next().map_or(segment.head, |link| link.to);
        segment.alternates = segment.alternates.filter(|_| !turned);
    });
    if turned {
        state.rename_object(id, |addr| {
            let which = match addr.which {
                Which::First => Which::Last,
                Which::Last => Which::First,
                which @ (Which::Region | Which::All) => which,
            };
            Value::Addr(Addr { which, ..addr })
        });
    }
}
