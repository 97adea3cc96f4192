//! Two neighbours of a list into one segment.
//!
//! Paper: [SAS13] section 3.3 (the elementary merge) and App. C.8, Alg. 11.
//! Guarantees: what is private to both becomes nested below the segment; what they share stays where it is.

use ir::Module;
use rustc_hash::FxHashSet;

use super::LONGEST_MIN;
use super::survey::private_to;
use crate::join::{Fail, Job, JoinOptions, Joiner, Mode, Status, Wrong};
use smg::graph::{
    Addr, Alternation, Field, Fill, Graph, Kind, Link, Links, Object, ObjectId, Segment, State, Value, Which,
    has_empty_cycle,
};
use smg::operations::content;
use smg::operations::segment::plus;

/// How the nodes of a list are linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Binding {
    pub head: i64,
    pub links: Links,
    /// Of the links.
    pub size: i64,
}

/// Two neighbours as a segment that is not linked to its surroundings yet.
#[derive(Debug)]
pub(super) struct Merged {
    pub status: Status,
    /// Small numbers were lost.
    pub blurred: bool,
    pub alternates: Option<Alternation>,
    graph: Graph,
    into: ObjectId,
    from: [ObjectId; 2],
    own: [FxHashSet<ObjectId>; 2],
    binding: Binding,
}

/// How often a merge begins anew after a wrong choice.
const RETRIES: usize = 4;

pub(super) fn merge(
    module: &Module,
    options: &JoinOptions,
    state: &State,
    from: [ObjectId; 2],
    binding: Binding,
) -> Option<Merged> {
    if !ends_agree(&state.graph, from, binding) {
        return None;
    }
    let own = from.map(|id| {
        let mut own = private_to(state, id, binding);
        own.insert(id);
        own
    });
    let mut wrong = Wrong::default();
    for _ in 0..RETRIES {
        let mut dest = state.graph.clone();
        let merged = merged_object(&state.graph, from, binding, options);
        let alternates = merged.segment().and_then(|segment| segment.alternates);
        let into = dest.add_object(merged);
        let level = state.graph.object(from[0]).level;
        let mode = Mode::Merge { own: own.clone(), into, level };
        let sides = [state.graph.clone(), state.graph.clone()];
        let mut joiner = Joiner::new(module, options, mode, sides, dest, wrong);
        joiner.pair_up(from.map(Some), into);
        joiner.push(Job::Pair { from, into, at: 0, links: false });
        match joiner.run() {
            Ok(()) if has_empty_cycle(&unlinked(&joiner.dest, into, binding)) => return None,
            Ok(()) => {
                let was = from.map(|id| state.graph.object(id).segment().and_then(|segment| segment.alternates));
                // Two numbers that alternate are not lost; that a list alternates may be.
                let kept = usize::from(alternates.is_some() && was == [None, None]);
                let blurred = joiner.blurred > kept || alternates.is_none() && was != [None, None];
                let status = joiner.status;
                return Some(Merged { status, blurred, alternates, graph: joiner.dest, into, from, own, binding });
            }
            Err(Fail) => wrong = joiner.lesson()?,
        }
    }
    None
}

/// Links to the same place must lead to the same thing behind the list: see [`smg::graph::links_agree`].
fn ends_agree(graph: &Graph, [first, last]: [ObjectId; 2], binding: Binding) -> bool {
    let value = |link: Link| {
        let object = graph.object(if link.back { first } else { last });
        let zero = object.fill == Fill::Zero && object.overlapping(link.at, link.at + binding.size).is_empty();
        object.field(link.at, binding.size).map(|field| field.value).or(zero.then_some(Value::NULL))
    };
    binding.links.iter().all(|link| {
        let twin = binding.links.toward(link.end(), link.to);
        twin.is_none_or(|twin| twin == link || value(twin).is_some() && value(twin) == value(link))
    })
}

/// The segment before it is filled.
fn merged_object(graph: &Graph, from: [ObjectId; 2], binding: Binding, options: &JoinOptions) -> Object {
    let [a, b] = from.map(|id| graph.object(id));
    let min = a.min_len().saturating_add(b.min_len()).min(LONGEST_MIN);
    let is_link = |offset: i64| binding.links.is_link(offset);
    let alternates = alternation_of(a, b, is_link, options.exact_limit);
    let segment = Segment { min, optional: false, head: binding.head, links: binding.links, alternates };
    let ty = if a.ty == b.ty { a.ty } else { None };
    let counted = a.level == 0;
    let length = a.count().zip(b.count()).filter(|_| counted).and_then(|(a, b)| plus(a, b));
    Object { kind: Kind::Segment(segment), length, fields: Vec::new(), ty, ..a.clone() }
}

/// The graph with harmless links in the new segment, which has none yet.
fn unlinked(graph: &Graph, into: ObjectId, binding: Binding) -> Graph {
    let mut graph = graph.clone();
    for link in binding.links.iter() {
        insert(&mut graph, into, Field { offset: link.at, size: binding.size, value: Value::NULL });
    }
    graph
}

fn insert(graph: &mut Graph, id: ObjectId, field: Field) {
    let object = graph.object_mut(id);
    let at = object.fields.partition_point(|other| other.offset < field.offset);
    object.fields.insert(at, field);
}

impl Merged {
    /// Puts the segment in the place of both.
    pub fn commit(self, module: &Module, state: &mut State) -> ObjectId {
        let Merged { mut graph, into, from: [a, b], own, binding, .. } = self;
        for link in binding.links.iter() {
            let bits = binding.size as u32 * 8;
            let end = if link.back { a } else { b };
            let value = content::read(module, &mut graph, end, link.at, binding.size, bits);
            insert(&mut graph, into, Field { offset: link.at, size: binding.size, value });
        }
        graph.retain_objects(|id| !own[0].contains(&id) && !own[1].contains(&id));
        let is_end = |object: ObjectId, offset: i64| {
            object == a && binding.links.toward(Which::First, offset).is_some()
                || object == b && binding.links.toward(Which::Last, offset).is_some()
        };
        let ends = |value: Value| match value {
            Value::Addr(Addr { object, offset, plus, .. }) if own[0].contains(&object) || own[1].contains(&object) => {
                is_end(object, offset) && plus.is_none()
            }
            Value::Addr(_) | Value::Int(_) | Value::Sym(_) | Value::Func(_) | Value::Label(..) => true,
        };
        graph.retain_differ(|(x, y)| ends(*x) && ends(*y));
        state.graph = graph;
        for (end, which) in [(a, Which::First), (b, Which::Last)] {
            state.rename_object(end, |addr| Value::Addr(Addr { object: into, which, ..addr }));
        }
        into
    }
}

/// The alternation of two neighbours: the one that a segment among them has, or that of the first field in which two regions
/// hold different small numbers.
fn alternation_of(a: &Object, b: &Object, is_link: impl Fn(i64) -> bool, limit: i64) -> Option<Alternation> {
    let known = [a, b].into_iter().find_map(|object| object.segment()?.alternates);
    let pattern = known.or_else(|| {
        if a.kind != Kind::Region || b.kind != Kind::Region {
            return None;
        }
        a.fields.iter().find_map(|field| {
            let small = |number: &i64| number.unsigned_abs() <= limit.unsigned_abs();
            let first = field.value.as_int().filter(small)?;
            let last = b.field(field.offset, field.size)?.value.as_int().filter(small)?;
            let sum = first.checked_add(last)?;
            let fits = field.size <= 8 && first != last && !is_link(field.offset);
            let (first, last) = (Some(first), Some(last));
            fits.then_some(Alternation { offset: field.offset, size: field.size, sum, first, last })
        })
    });
    pattern?.over([a, b].into_iter())
}
