//! A segment of the general side as a chain of regions and segments of the specific side.

use super::solve::{Matcher, Pair, Scope};
use crate::graph::{Addr, Kind, Links, Object, ObjectId, Segment, Value, Which};
use crate::operations::content;
use crate::operations::segment::plus;

/// Longer chains are not looked for: graphs have been abstracted, or are not going to be covered.
const LONGEST: usize = 64;

/// Nodes in the order of the walk, and the values at which it can stop: before the first node, after it, ….
struct Walk {
    nodes: Vec<ObjectId>,
    stops: Vec<Value>,
}

impl<'a> Matcher<'a> {
    fn segment(&self, id: ObjectId) -> Segment {
        self.general.object(id).segment().expect("invariant: postponed pairs are ends of segments")
    }

    /// Where the chain ends, as the general side has it, when it is walked from the end that is pointed to.
    fn border(&self, pair: &Pair) -> Value {
        let Value::Addr(addr) = pair.general else { panic!("postponed pairs are ends of segments") };
        self.general.behind(addr)
    }

    pub fn border_is_known(&self, pair: &Pair) -> bool {
        let Value::Addr(addr) = pair.general else { return true };
        let known = self.scope_of(pair.scope, self.general.object(addr.object).level);
        if known.is_some_and(|scope| self.scopes[scope].chains.get(addr.object).is_some()) {
            return true;
        }
        match self.border(pair) {
            Value::Addr(border) => self.image_of(border.object, pair.scope).is_some(),
            Value::Int(_) | Value::Func(_) | Value::Label(..) => true,
            Value::Sym(_) => false,
        }
    }

    fn image_of(&self, region: ObjectId, scope: usize) -> Option<ObjectId> {
        let scope = self.scope_of(scope, self.general.object(region).level)?;
        self.scopes[scope].objects.get(region)
    }

    /// All ways to go on from a pair of a segment's end and a value; the most promising last.
    pub fn chain_ways(self, pair: Pair) -> Vec<Matcher<'a>> {
        let Value::Addr(addr) = pair.general else { panic!("postponed pairs are ends of segments") };
        let level = self.general.object(addr.object).level;
        let Some(scope) = self.scope_of(pair.scope, level) else { return Vec::new() };
        let segment = self.segment(addr.object);
        let border = self.border(&pair);
        if let Some(known) = self.scopes[scope].chains.get(addr.object) {
            let mut way = self;
            let fits = match known {
                Some(nodes) => way.end_of_chain(nodes, addr) == pair.specific,
                None => {
                    way.demand(border, pair.specific, scope);
                    true
                }
            };
            return if fits { vec![way] } else { Vec::new() };
        }
        let walk = self.walk(addr, segment, pair.specific, scope);
        let lengths = (0..=walk.nodes.len()).filter(|length| self.can_stop(border, walk.stops[*length], pair.scope));
        let mut lengths: Vec<usize> = lengths.collect();
        let Some(longest) = lengths.pop() else { return Vec::new() };
        let mut ways: Vec<Matcher<'a>> = (lengths.into_iter())
            .filter_map(|length| self.clone().with_chain(addr, &walk, length, pair.specific, scope))
            .collect();
        ways.extend(self.with_chain(addr, &walk, longest, pair.specific, scope));
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
    fn walk(&self, end: Addr, segment: Segment, start: Value, scope: usize) -> Walk {
        let mut walk = Walk { nodes: Vec::new(), stops: vec![start] };
        let mut at = start;
        let link = segment.links.toward(end.which, end.offset);
        while let Value::Addr(addr) = at {
            let object = self.specific.object(addr.object);
            let is_end = match object.kind {
                Kind::Region => addr.which == Which::Region,
                Kind::Segment(other) => {
                    // An optional region is a list of one node or none if its link is null, as its address is then.
                    let alone = other.links == Links::NONE
                        && segment.links.count() == 1
                        && link.is_some_and(|next| self.link_of(addr.object, next.at) == Some(Value::NULL));
                    let linked = segment.links != Links::NONE && segment.links.are_among(&other.links);
                    addr.which == end.which
                        && (linked || other.links == segment.links || alone)
                        && other.head == segment.head
                }
            };
            let fits = is_end
                && addr.offset == end.offset
                && addr.plus.is_none()
                && object.is_live_heap()
                && object.level == self.scopes[scope].specific_level
                && self.used.get(addr.object).is_none()
                && !walk.nodes.contains(&addr.object)
                && walk.nodes.len() < LONGEST
                && self.same_size(end.object, addr.object);
            if !fits {
                break;
            }
            let next = link.map_or(Some(Value::NULL), |link| self.link_of(addr.object, link.at));
            let Some(next) = next else { break };
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
        let general = self.general.range(self.general.object(general).size);
        general.includes(self.specific.range(self.specific.object(specific).size))
    }

    /// The value of a link field on the specific side.
    fn link_of(&self, id: ObjectId, offset: i64) -> Option<Value> {
        let size = i64::from(self.module.data_model.pointer_bits() / 8);
        let object = self.specific.object(id);
        if let Some(field) = object.field(offset, size) {
            return Some(field.value);
        }
        if offset < 0 || offset + size > self.specific.range(object.size).lo {
            return None;
        }
        content::peek(&self.specific, id, offset, size).or_else(|| {
            let mut graph = self.specific.clone().into_owned();
            let value = content::read(self.module, &mut graph, id, offset, size, size as u32 * 8);
            value.symbol().is_none_or(|sym| self.specific.has_sym(sym)).then_some(value)
        })
    }

    /// The first `length` nodes of the walk are the segment's; `end` is the segment's end that the walk started from.
    fn with_chain(mut self, end: Addr, walk: &Walk, length: usize, start: Value, scope: usize) -> Option<Matcher<'a>> {
        let general = end.object;
        let segment = self.segment(general);
        let mut nodes = walk.nodes[..length].to_vec();
        if end.which == Which::Last {
            nodes.reverse();
        }
        let least: u32 = nodes.iter().map(|id| u32::from(self.specific.object(*id).min_len())).sum();
        let single = nodes.iter().all(|id| self.specific.object(*id).segment().is_none_or(|other| other.optional));
        if least < u32::from(segment.min) || segment.optional && !(nodes.len() <= 1 && single) {
            return None;
        }
        if let Some(length) = self.general.object(general).length {
            let count = |id: &ObjectId| self.specific.object(*id).count();
            let total = nodes.iter().try_fold(Value::Int(0), |total, id| plus(total, count(id)?))?;
            self.demand(length, total, scope);
        }
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            self.scopes[scope].chains.add(general, None);
            self.demand(self.general.behind(end), start, scope);
            return Some(self);
        };
        if let Some(alternation) = segment.alternates {
            let objects: Vec<&Object> = nodes.iter().map(|id| self.specific.object(*id)).collect();
            if !alternation.over(objects.into_iter()).is_some_and(|found| alternation.covers(&found)) {
                return None;
            }
        }
        self.scopes[scope].chains.add(general, Some((first, last)));
        for link in segment.links.iter() {
            let outward = if link.back { first } else { last };
            let value = self.link_of(outward, link.at)?;
            self.demand(self.general.link(general, link.at), value, scope);
            // All links lead along the same nodes.
            for pair in nodes.windows(2) {
                let (from, to) = if link.back { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
                if self.link_of(from, link.at)? != self.node_end(to, link.end(), link.to) {
                    return None;
                }
            }
        }
        for node in nodes {
            self.used.add(node, ());
            let object = self.specific.object(node);
            let inner = Scope {
                parent: Some(scope),
                level: self.general.object(general).level + 1,
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

    /// What the address of a segment's end is on the specific side, given its first and last node there.
    pub fn end_of_chain(&self, (first, last): (ObjectId, ObjectId), end: Addr) -> Value {
        let node = if end.which == Which::Last { last } else { first };
        self.node_end(node, end.which, end.offset)
    }

    /// The address of a node's end as its neighbours know it.
    fn node_end(&self, id: ObjectId, which: Which, offset: i64) -> Value {
        match self.specific.object(id).kind {
            Kind::Region => Value::region(id, offset),
            Kind::Segment(_) => Value::Addr(Addr { object: id, which, offset, plus: None }),
        }
    }
}
