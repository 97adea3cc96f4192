//! A segment of the general side as a chain of regions and segments of the specific side.

use super::solve::{Matcher, Pair, Scope};
use crate::{Kind, Links, Object, ObjectId, Segment, Value, Which, content};

/// Longer chains are not looked for: graphs have been abstracted, or are not going to be covered.
const LONGEST: usize = 64;

/// Nodes in the order of the walk, and the values at which it can stop: before the first node, after it, ….
struct Walk {
    nodes: Vec<ObjectId>,
    stops: Vec<Value>,
}

impl<'a> Matcher<'a> {
    fn segment(&self, id: ObjectId) -> Segment {
        self.general.graph.object(id).segment().expect("invariant: postponed pairs are ends of segments")
    }

    /// Where the chain ends, as the general side has it, when it is walked from the end that is pointed to.
    fn border(&self, pair: &Pair) -> Value {
        let Value::Addr(addr) = pair.general else { panic!("postponed pairs are ends of segments") };
        let segment = self.segment(addr.object);
        let link = if addr.which == Which::Last { segment.prev() } else { segment.next() };
        self.general.graph.link(addr.object, link)
    }

    pub fn border_is_known(&self, pair: &Pair) -> bool {
        let Value::Addr(addr) = pair.general else { return true };
        let known = self.scope_of(pair.scope, self.general.graph.object(addr.object).level);
        if known.is_some_and(|scope| self.scopes[scope].chains.contains_key(&addr.object)) {
            return true;
        }
        match self.border(pair) {
            Value::Addr(border) => self.image_of(border.object, pair.scope).is_some(),
            Value::Int(_) | Value::Func(_) | Value::Label(..) => true,
            Value::Sym(_) => false,
        }
    }

    fn image_of(&self, region: ObjectId, scope: usize) -> Option<ObjectId> {
        let scope = self.scope_of(scope, self.general.graph.object(region).level)?;
        self.scopes[scope].objects.get(&region).copied()
    }

    /// All ways to go on from a pair of a segment's end and a value; the most promising last.
    pub fn chain_ways(self, pair: Pair) -> Vec<Matcher<'a>> {
        let Value::Addr(addr) = pair.general else { panic!("postponed pairs are ends of segments") };
        let level = self.general.graph.object(addr.object).level;
        let Some(scope) = self.scope_of(pair.scope, level) else { return Vec::new() };
        let segment = self.segment(addr.object);
        let graph = &self.general.graph;
        let (next, prev) = (graph.link(addr.object, segment.next()), graph.link(addr.object, segment.prev()));
        if let Some(known) = self.scopes[scope].chains.get(&addr.object).copied() {
            let mut way = self;
            let fits = match (known, addr.which) {
                (Some((_, last)), Which::Last) => last == pair.specific,
                (Some((first, _)), _) => first == pair.specific,
                (None, which) => {
                    way.demand(if which == Which::Last { prev } else { next }, pair.specific, scope);
                    true
                }
            };
            return if fits { vec![way] } else { Vec::new() };
        }
        let walk = self.walk(addr.object, segment, addr.which, pair.specific, scope);
        let border = self.border(&pair);
        let lengths = (0..=walk.nodes.len()).filter(|length| self.can_stop(border, walk.stops[*length], pair.scope));
        let mut lengths: Vec<usize> = lengths.collect();
        let Some(longest) = lengths.pop() else { return Vec::new() };
        let end = (addr.object, segment, addr.which);
        let mut ways: Vec<Matcher<'a>> = (lengths.into_iter())
            .filter_map(|length| self.clone().with_chain(end, &walk, length, pair.specific, scope))
            .collect();
        ways.extend(self.with_chain(end, &walk, longest, pair.specific, scope));
        ways
    }

    /// Could the walk end at this value?
    fn can_stop(&self, border: Value, at: Value, scope: usize) -> bool {
        match border {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => border == at,
            Value::Addr(addr) => match (addr.which, self.image_of(addr.object, scope)) {
                (Which::Region, Some(image)) => at.object() == Some(image),
                (Which::Region, None) => at.as_addr().is_some_and(|at| at.which == Which::Region),
                (Which::First | Which::Last | Which::All, _) => true,
            },
            Value::Sym(_) => true,
        }
    }

    /// Follows links on the specific side while there are objects that may be nodes.
    fn walk(&self, general: ObjectId, segment: Segment, from: Which, start: Value, scope: usize) -> Walk {
        let mut walk = Walk { nodes: Vec::new(), stops: vec![start] };
        let mut at = start;
        let backwards = from == Which::Last;
        while let Value::Addr(addr) = at {
            let object = self.specific.graph.object(addr.object);
            let end = match object.kind {
                Kind::Region => addr.which == Which::Region,
                Kind::Segment(other) => {
                    // An optional region is a list of one node or none if its link is null, as its address is then.
                    let last = |next| self.link_of(addr.object, Some(next)) == Some(Value::NULL);
                    let alone =
                        matches!((other.links, segment.links), (Links::None, Links::Single { next }) if last(next));
                    addr.which == from && (other.links == segment.links || alone) && other.head == segment.head
                }
            };
            let fits = end
                && addr.offset == segment.head
                && addr.plus.is_none()
                && object.is_live_heap()
                && object.level == self.scopes[scope].specific_level
                && !self.used.contains(&addr.object)
                && !walk.nodes.contains(&addr.object)
                && walk.nodes.len() < LONGEST
                && self.same_size(general, addr.object);
            if !fits {
                break;
            }
            let link = if backwards { segment.prev() } else { segment.next() };
            let Some(next) = self.link_of(addr.object, link) else { break };
            walk.nodes.push(addr.object);
            walk.stops.push(next);
            at = next;
            if segment.optional {
                break;
            }
        }
        walk
    }

    fn same_size(&self, general: ObjectId, specific: ObjectId) -> bool {
        let general = self.general.graph.range(self.general.graph.object(general).size);
        general.includes(self.specific.graph.range(self.specific.graph.object(specific).size))
    }

    /// The value of a link field on the specific side; null if the segment has no such link.
    fn link_of(&self, id: ObjectId, offset: Option<i64>) -> Option<Value> {
        let Some(offset) = offset else { return Some(Value::NULL) };
        let size = i64::from(self.module.data_model.pointer_bits() / 8);
        if let Some(field) = self.specific.graph.object(id).field(offset, size) {
            return Some(field.value);
        }
        let mut graph = self.specific.graph.clone();
        let room = graph.range(graph.object(id).size);
        (offset >= 0 && offset + size <= room.lo)
            .then(|| content::read(self.module, &mut graph, id, offset, size, size as u32 * 8))
            .filter(|value| value.symbol().is_none_or(|sym| self.specific.graph.has_sym(sym)))
    }

    /// The first `length` nodes of the walk are the segment's; `end` is the segment's end that the walk started from.
    fn with_chain(
        mut self,
        end: (ObjectId, Segment, Which),
        walk: &Walk,
        length: usize,
        start: Value,
        scope: usize,
    ) -> Option<Matcher<'a>> {
        let (general, segment, from) = end;
        let mut nodes = walk.nodes[..length].to_vec();
        if from == Which::Last {
            nodes.reverse();
        }
        let least: u32 = nodes.iter().map(|id| u32::from(self.specific.graph.object(*id).min_len())).sum();
        let single =
            nodes.iter().all(|id| self.specific.graph.object(*id).segment().is_none_or(|other| other.optional));
        if least < u32::from(segment.min) || segment.optional && !(nodes.len() <= 1 && single) {
            return None;
        }
        let graph = &self.general.graph;
        let (next, prev) = (graph.link(general, segment.next()), graph.link(general, segment.prev()));
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            self.scopes[scope].chains.insert(general, None);
            self.demand(if from == Which::Last { prev } else { next }, start, scope);
            return Some(self);
        };
        if let Some(alternation) = segment.alternates {
            let objects: Vec<&Object> = nodes.iter().map(|id| self.specific.graph.object(*id)).collect();
            if !alternation.over(objects.into_iter()).is_some_and(|found| alternation.covers(&found)) {
                return None;
            }
        }
        let ends = (self.node_end(segment, first, Which::First), self.node_end(segment, last, Which::Last));
        self.scopes[scope].chains.insert(general, Some(ends));
        if segment.next().is_some() {
            let value = self.link_of(last, segment.next())?;
            self.demand(next, value, scope);
        }
        if let Links::Double { prev: at, .. } = segment.links {
            let value = self.link_of(first, Some(at))?;
            self.demand(prev, value, scope);
            // Both directions lead along the same nodes.
            for pair in nodes.windows(2) {
                let linked = self.link_of(pair[1], Some(at))? == self.node_end(segment, pair[0], Which::Last)
                    && self.link_of(pair[0], segment.next())? == self.node_end(segment, pair[1], Which::First);
                if !linked {
                    return None;
                }
            }
        }
        for node in nodes {
            self.used.insert(node);
            let object = self.specific.graph.object(node);
            let inner = Scope {
                parent: Some(scope),
                level: self.general.graph.object(general).level + 1,
                specific_level: object.level + u8::from(object.kind != Kind::Region),
                node: Some((general, node)),
                ..Scope::default()
            };
            self.scopes.push(inner);
            let inner = self.scopes.len() - 1;
            if !self.same_contents(general, node, inner, Some(segment)) {
                return None;
            }
        }
        Some(self)
    }

    /// The address of a node's end as its neighbours know it.
    fn node_end(&self, segment: Segment, id: ObjectId, which: Which) -> Value {
        match self.specific.graph.object(id).kind {
            Kind::Region => Value::region(id, segment.head),
            Kind::Segment(_) => self.specific.graph.end_of(id, which),
        }
    }
}
