//! The sequence of neighbours that is merged next.
//!
//! Paper: [SAS13] section 3.3 (candidate entries, costs, the choice) and App. D (longest mergeable sequences).

use ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use super::AbstractionOptions;
use super::merge::{Binding, Merged, merge};
use super::survey::{Place, Survey, private_to};
use crate::join::Status;
use smg::graph::{Kind, Link, Links, MOST_LINKS, ObjectId, State, Value, Which};

#[derive(Debug)]
pub(super) struct Sequence {
    pub nodes: Vec<ObjectId>,
    pub binding: Binding,
    /// The first two, merged: that was done to find out what it costs.
    pub first_two: Merged,
}

/// What decides between sequences, the least first: what lies inside of the nodes, the cost, how many nodes and links are
/// missing.
type Rank = (usize, usize, usize, usize);

/// The innermost sequence that is long enough, of these the cheapest, of these the longest, those with most links first.
///
/// DIVERGENCE: in the paper, the cheapest one comes first. Once an outer list has been merged, the lists that are
/// private to its nodes are nested and cannot be merged any more, so we begin with those.
pub(super) fn best_sequence(module: &Module, state: &State, options: &AbstractionOptions) -> Option<Sequence> {
    let entries = entries(state);
    if entries.is_empty() {
        return None;
    }
    let mut search = Search {
        module,
        state,
        options,
        survey: Survey::of(state),
        merged: FxHashMap::default(),
        private: FxHashMap::default(),
    };
    let mut best: Option<(Rank, Vec<ObjectId>, Binding)> = None;
    for (entry, binding) in entries {
        let (nodes, costs) = search.longest(entry, binding);
        let fewer = MOST_LINKS - binding.links.count();
        for (cost, threshold) in options.len_thresholds.iter().enumerate() {
            let len = 1 + costs.iter().take_while(|each| **each <= cost).count();
            if len < (*threshold).max(2) {
                continue;
            }
            let inside = nodes[..len].iter().map(|id| search.private[&(*id, binding)].len()).max().unwrap_or(0);
            let rank = (inside, cost, usize::MAX - len, fewer);
            if best.as_ref().is_none_or(|(other, ..)| rank < *other) {
                best = Some((rank, nodes[..len].to_vec(), binding));
            }
        }
    }
    let (_, nodes, binding) = best?;
    let first_two = search.merged.remove(&(nodes[0], nodes[1], binding)).flatten();
    Some(Sequence { nodes, binding, first_two: first_two.expect("invariant: what has a cost was merged") })
}

/// Objects that have a neighbour, and how they are linked to it.
fn entries(state: &State) -> Vec<(ObjectId, Binding)> {
    let graph = &state.graph;
    let mut entries = Vec::new();
    for (id, object) in graph.objects().filter(|(_, object)| object.is_live_heap()) {
        let is_node = |other: ObjectId| graph.object(other).is_live_heap() && graph.object(other).level == object.level;
        for field in &object.fields {
            let Value::Addr(addr) = field.value else { continue };
            if addr.object == id || !is_node(addr.object) || addr.plus.is_some() || addr.which == Which::Last {
                continue;
            }
            let next = Link { at: field.offset, to: addr.offset, back: false };
            for links in ways_to_link(state, id, addr.object, next) {
                let binding = Binding { head: addr.offset, links, size: field.size };
                if fits(state, id, binding) && fits(state, addr.object, binding) {
                    entries.push((id, binding));
                }
            }
        }
    }
    entries
}

/// The links between two neighbours that `next` can be the first of: alone, with a link back, and with all others there are.
fn ways_to_link(state: &State, from: ObjectId, to: ObjectId, next: Link) -> Vec<Links> {
    let leads = |object: ObjectId, back: bool, target: ObjectId| {
        let fields = state.graph.object(object).fields.iter().filter(move |field| field.offset > next.at);
        fields.filter_map(move |field| {
            let addr = field.value.as_addr()?;
            let wrong_end = if back { Which::First } else { Which::Last };
            let leads = addr.object == target && addr.plus.is_none() && addr.which != wrong_end;
            leads.then_some(Link { at: field.offset, to: addr.offset, back })
        })
    };
    let mut ways: Vec<Links> = Vec::new();
    let forth: Vec<Link> = leads(from, false, to).collect();
    let back: Vec<Link> = leads(to, true, from).collect();
    let more = forth.len() + back.len() > 1 || !forth.is_empty();
    if more {
        let mut all: Vec<Link> = forth.into_iter().chain(back.iter().copied()).collect();
        all.sort_unstable();
        ways.extend(Links::new([next].into_iter().chain(all)));
    }
    ways.extend(back.into_iter().filter_map(|back| Links::new([next, back])));
    ways.extend(Links::new([next]));
    ways
}

/// Can the object be a node of such a list?
fn fits(state: &State, id: ObjectId, binding: Binding) -> bool {
    let object = state.graph.object(id);
    let room = state.graph.range(object.size).lo;
    let kind = match object.kind {
        Kind::Region => true,
        Kind::Segment(segment) => segment.head == binding.head && segment.links == binding.links,
    };
    kind && binding.links.iter().all(|link| link.at + binding.size <= room)
}

/// What it costs to merge two neighbours.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Which of the thresholds holds.
    class: usize,
    /// The bytes and the sum of numbers that alternate.
    alternates: Option<(i64, i64)>,
}

/// Small numbers are lost.
const BLURRED: usize = 3;

struct Search<'a> {
    module: &'a Module,
    state: &'a State,
    options: &'a AbstractionOptions,
    survey: Survey,
    merged: FxHashMap<(ObjectId, ObjectId, Binding), Option<Merged>>,
    private: FxHashMap<(ObjectId, Binding), FxHashSet<ObjectId>>,
}

impl Search<'_> {
    /// The longest sequence from an entry on, with what merging each pair of neighbours costs.
    fn longest(&mut self, entry: ObjectId, binding: Binding) -> (Vec<ObjectId>, Vec<usize>) {
        let (mut nodes, mut costs, mut alternates) = (vec![entry], Vec::new(), None);
        let mut at = entry;
        while let Some(next) = self.neighbour(at, binding) {
            let place = match nodes.len() {
                1 => Place::First { next },
                len => Place::Inner { prev: nodes[len - 2], next },
            };
            if nodes.contains(&next)
                || !self.allows(at, place, binding)
                || !self.allows(next, Place::Last { prev: at }, binding)
            {
                break;
            }
            let Some(cost) = self.cost(at, next, binding) else { break };
            // What alternates does so from the first pair on, or that is lost.
            let in_turn = *alternates.get_or_insert(cost.alternates) == cost.alternates;
            costs.push(if in_turn { cost.class } else { BLURRED });
            nodes.push(next);
            at = next;
        }
        (nodes, costs)
    }

    fn allows(&mut self, id: ObjectId, place: Place, binding: Binding) -> bool {
        let state = self.state;
        let private = self.private.entry((id, binding)).or_insert_with(|| private_to(state, id, binding));
        self.survey.allows(id, place, binding, private)
    }

    /// The next node, if both are linked as they should.
    fn neighbour(&self, id: ObjectId, binding: Binding) -> Option<ObjectId> {
        let graph = &self.state.graph;
        let link = |id: ObjectId, offset: i64| graph.object(id).field(offset, binding.size)?.value.as_addr();
        let leads = |from: ObjectId, to: ObjectId, by: Link| {
            link(from, by.at).is_some_and(|addr| {
                (addr.object, addr.offset, addr.plus) == (to, by.to, None)
                    && (addr.which == Which::Region || addr.which == by.end())
            })
        };
        let to = link(id, binding.links.iter().next()?.at)?;
        let other = graph.object(to.object);
        let linked =
            (binding.links.iter()).all(|by| if by.back { leads(to.object, id, by) } else { leads(id, to.object, by) });
        let alike = graph.object(id).ty == other.ty;
        let node = to.object != id && other.is_live_heap() && other.level == graph.object(id).level;
        (linked && alike && node && fits(self.state, to.object, binding)).then_some(to.object)
    }

    fn cost(&mut self, a: ObjectId, b: ObjectId, binding: Binding) -> Option<Cost> {
        let (module, state, options) = (self.module, self.state, self.options);
        let merged = self.merged.entry((a, b, binding));
        let merged = merged.or_insert_with(|| merge(module, &options.join, state, [a, b], binding)).as_ref()?;
        let class = match merged.status {
            _ if merged.blurred => BLURRED,
            Status::Equal => 0,
            Status::LeftCovers | Status::RightCovers => 1,
            Status::Union | Status::Incomparable => 2,
        };
        Some(Cost { class, alternates: merged.alternates.map(|alternation| (alternation.offset, alternation.sum)) })
    }
}
