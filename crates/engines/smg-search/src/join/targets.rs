//! Values and the objects that they lead to.
//!
//! Paper: [SAS13] App. C.3 and C.4, Alg. 5–8.

use super::Status;
use super::joiner::{Fail, Job, Joiner, LEFT, Lesson, Mode, RIGHT};
use smg::graph::{
    Addr, Alternation, Kind, Linear, Links, Object, ObjectId, Origin, Range, Segment, SymId, SymInfo, Value, Which,
};
use smg::operations::compare::offset_value;

impl Joiner<'_> {
    /// The value that stands for both.
    pub fn join_values(&mut self, a: Value, b: Value, at: usize) -> Result<Value, Fail> {
        if a == b && self.is_shared(a) {
            return Ok(a);
        }
        let joined = match (a, b) {
            (Value::Int(_) | Value::Sym(_), Value::Int(_) | Value::Sym(_)) => self.join_numbers(a, b, at, true)?,
            (Value::Addr(x), Value::Addr(y)) => match self.join_targets(x, y, at)? {
                Some(joined) => joined,
                None => self.join_with_nothing(a, b, at)?,
            },
            (Value::Addr(_), Value::Sym(linear)) if self.is_anything(RIGHT, linear) => self.forget(a, b, at),
            (Value::Sym(linear), Value::Addr(_)) if self.is_anything(LEFT, linear) => self.forget(a, b, at),
            (Value::Addr(_), _) | (_, Value::Addr(_)) => self.join_with_nothing(a, b, at)?,
            (Value::Func(_) | Value::Label(..), _) | (_, Value::Func(_) | Value::Label(..)) => return Err(self.fail()),
        };
        self.suspicion = None;
        self.watch(a, b, joined);
        Ok(joined)
    }

    /// Can the unknown be any pointer?
    fn is_anything(&self, side: usize, linear: Linear) -> bool {
        let info = self.sides[side].sym(linear.sym);
        let any = Range::of_width(self.module.data_model.pointer_bits());
        (linear.negated, linear.add, info.origin) == (false, 0, Origin::Unknown) && info.range.includes(any)
    }

    /// An address that one side has and the other knows nothing of. What only this address led to is missing then, and whoever
    /// compares the result with both sides will see that.
    fn forget(&mut self, a: Value, b: Value, at: usize) -> Value {
        self.note(if a.as_addr().is_some() { Status::RightCovers } else { Status::LeftCovers });
        let level = self.number_level(a, b, at);
        let range = Range::of_width(self.module.data_model.pointer_bits());
        Value::sym(self.dest.add_sym(SymInfo { level, ..SymInfo::unknown(range) }))
    }

    /// Does the value mean the same on both sides and in the result?
    pub(super) fn is_shared(&self, value: Value) -> bool {
        match (value, &self.mode) {
            (Value::Int(_) | Value::Func(_) | Value::Label(..), _) => true,
            (Value::Sym(_) | Value::Addr(_), Mode::Join) => false,
            (Value::Sym(_), Mode::Merge { .. }) => true,
            (Value::Addr(addr), Mode::Merge { .. }) => {
                !self.is_own(LEFT, addr.object) && !self.is_own(RIGHT, addr.object)
            }
        }
    }

    /// Is it one of the objects to be merged, or private to it? In a join, everything is.
    pub fn is_own(&self, side: usize, id: ObjectId) -> bool {
        match &self.mode {
            Mode::Join => true,
            Mode::Merge { own, .. } => own[side].contains(&id),
        }
    }

    /// Pairs the objects that two addresses lead to. `None` when they do not fit at first sight: there may be other ways.
    fn join_targets(&mut self, a: Addr, b: Addr, at: usize) -> Result<Option<Value>, Fail> {
        if !self.is_own(LEFT, a.object) || !self.is_own(RIGHT, b.object) {
            return Ok(None);
        }
        if let Mode::Join = self.mode {
            for id in [a.object, b.object].into_iter().filter(|id| id.as_global().is_some()) {
                self.pair_global(id);
            }
        }
        match (self.map[LEFT].get(&a.object).copied(), self.map[RIGHT].get(&b.object).copied()) {
            (Some(x), Some(y)) if x == y => return self.join_addresses(x, a, b, at),
            (None, None) => {}
            (x, y) => {
                self.suspect(x);
                self.suspect(y);
                return Ok(None);
            }
        }
        let Some((level, context)) = self.common_level(a.object, b.object, at) else { return Ok(None) };
        let Some((kind, status)) = self.match_objects(a.object, b.object) else { return Ok(None) };
        if !self.fits_kind(kind, a, b) {
            return Ok(None);
        }
        // In every node of a list, lists that are long here and short there are more than both.
        self.note(if status == Status::Union && level > 0 { Status::Incomparable } else { status });
        // The segment's description is the more general one.
        let side = if self.sides[LEFT].is_segment(a.object) { LEFT } else { RIGHT };
        let into = self.add(side, [a.object, b.object][side], kind, level, context);
        self.dest.object_mut(into).ty =
            match [self.sides[LEFT].object(a.object).ty, self.sides[RIGHT].object(b.object).ty] {
                [Some(x), Some(y)] if x != y => None,
                [x, y] => x.or(y),
            };
        self.pair_up([Some(a.object), Some(b.object)], into);
        self.push(Job::Pair { from: [a.object, b.object], into, at: context, links: true });
        self.join_addresses(into, a, b, at)
    }

    /// An object that has another counterpart already: was that one the right one?
    fn suspect(&mut self, into: Option<ObjectId>) {
        let Some(from) = into.and_then(|into| self.sources.get(&into)) else { return };
        let lesson = match *from {
            [Some(a), Some(b)] if self.is_insertable(LEFT, a) || self.is_insertable(RIGHT, b) => Lesson::Pair(a, b),
            [Some(a), None] => Lesson::Insertion(LEFT, a),
            [None, Some(b)] => Lesson::Insertion(RIGHT, b),
            [Some(_), Some(_)] | [None, None] => return,
        };
        self.suspicion.get_or_insert(lesson);
    }

    /// The level in the result at which the two are the same kind of thing, and the context that this holds in.
    fn common_level(&self, a: ObjectId, b: ObjectId, at: usize) -> Option<(u8, usize)> {
        let (x, y) = (self.sides[LEFT].object(a).level, self.sides[RIGHT].object(b).level);
        let mut chain = self.chain(at);
        let (found, context) = chain.find(|(_, context)| x + context.up[LEFT] == y + context.up[RIGHT])?;
        Some((x + context.up[LEFT], found))
    }

    /// Can these be one object? With what kind, and how do they compare?
    fn match_objects(&self, a: ObjectId, b: ObjectId) -> Option<(Kind, Status)> {
        let (x, y) = (self.sides[LEFT].object(a), self.sides[RIGHT].object(b));
        let alike = x.life == y.life && x.storage == y.storage && a.as_global() == b.as_global();
        if !alike || self.is_wrong_pair(a, b) || !self.sizes_fit(x, y) || self.fields_conflict(x, y) {
            return None;
        }
        match (x.kind, y.kind) {
            (Kind::Region, Kind::Region) => Some((Kind::Region, Status::Equal)),
            (Kind::Segment(segment), Kind::Region) => {
                let joined = Segment { min: segment.min.min(1), alternates: alternation_with(segment, y), ..segment };
                y.is_live_heap().then_some((Kind::Segment(joined), joined_status(segment, joined, Status::LeftCovers)))
            }
            (Kind::Region, Kind::Segment(segment)) => {
                let joined = Segment { min: segment.min.min(1), alternates: alternation_with(segment, x), ..segment };
                x.is_live_heap().then_some((Kind::Segment(joined), joined_status(segment, joined, Status::RightCovers)))
            }
            (Kind::Segment(s), Kind::Segment(t)) => {
                let joined = join_segments(s, x, t, y)?;
                let status = match (s == joined, t == joined) {
                    (true, true) => Status::Equal,
                    (true, false) => Status::LeftCovers,
                    (false, true) => Status::RightCovers,
                    (false, false) => Status::Incomparable,
                };
                Some((Kind::Segment(joined), status))
            }
        }
    }

    /// Different sizes are joined unless the types say that these are different things.
    fn sizes_fit(&self, a: &Object, b: &Object) -> bool {
        match (a.size, b.size) {
            (Value::Int(a), Value::Int(b)) if a == b => true,
            _ => a.ty == b.ty || a.ty.is_none() || b.ty.is_none(),
        }
    }

    /// Do fields lead to objects that are known to be different?
    fn fields_conflict(&self, a: &Object, b: &Object) -> bool {
        a.fields.iter().any(|field| {
            let (Some(x), Some(other)) = (field.value.object(), b.field(field.offset, field.size)) else {
                return false;
            };
            let Some(y) = other.value.object() else { return false };
            match (self.map[LEFT].get(&x), self.map[RIGHT].get(&y)) {
                (Some(x), Some(y)) => x != y && self.is_two_sided(*x) && self.is_two_sided(*y),
                _ => false,
            }
        })
    }

    fn is_two_sided(&self, into: ObjectId) -> bool {
        matches!(self.sources.get(&into), Some([Some(_), Some(_)]))
            && self.dest.object(into).segment().is_none_or(|segment| segment.min != 0)
    }

    /// Before the objects are paired: will there be an address for both?
    fn fits_kind(&self, kind: Kind, a: Addr, b: Addr) -> bool {
        match kind {
            Kind::Region => self.offsets_fit(a, b),
            Kind::Segment(segment) => self.common_end(a, b).is_some_and(|which| at_end(segment, which, a, b)),
        }
    }

    /// Which end of a segment both addresses are of; `All` for addresses of regions that may belong to inner nodes.
    fn common_end(&self, a: Addr, b: Addr) -> Option<Which> {
        match (self.end(LEFT, a), self.end(RIGHT, b)) {
            (Which::Region, Which::Region) if (a.which, b.which) == (Which::Region, Which::Region) => Some(Which::All),
            (Which::Region, Which::Region) if a.which == Which::Last || b.which == Which::Last => Some(Which::Last),
            (Which::Region, Which::Region) => Some(Which::First),
            (Which::Region, which) | (which, Which::Region) => Some(which),
            (x, y) if x == y => Some(x),
            (Which::First | Which::Last | Which::All, _) => None,
        }
    }

    /// Which end of a segment an address is of; `Region` if it is of both. The only node of an optional segment is both
    /// its first and its last one, and there is no difference when it does not exist if both neighbours are the same.
    fn end(&self, side: usize, addr: Addr) -> Which {
        let graph = &self.sides[side];
        match (addr.which, graph.object(addr.object).segment()) {
            (Which::First | Which::Last, Some(segment)) if segment.optional => {
                let other = if addr.which == Which::Last { Which::First } else { Which::Last };
                let other = Addr { which: other, ..addr };
                let same = segment.links == Links::NONE
                    || segment.is_end(other.which, other.offset) && graph.behind(addr) == graph.behind(other);
                if same { Which::Region } else { addr.which }
            }
            (which, _) => which,
        }
    }

    /// An address of an object of the result that both sides have.
    fn join_addresses(&mut self, into: ObjectId, a: Addr, b: Addr, at: usize) -> Result<Option<Value>, Fail> {
        let object = self.dest.object(into);
        let level = object.level;
        let merged = matches!(self.mode, Mode::Merge { into: merged, .. } if merged == into);
        let native = [self.sides[LEFT].object(a.object).level, self.sides[RIGHT].object(b.object).level];
        let seen = |up: [u8; 2]| native[LEFT] + up[LEFT] == level && native[RIGHT] + up[RIGHT] == level;
        if !merged && (!self.is_near(at, into) || !self.chain(at).any(|(_, context)| seen(context.up))) {
            return Err(self.fail());
        }
        let Some(segment) = object.segment() else {
            return Ok(self
                .join_offsets(a, b, at)?
                .map(|(offset, plus)| Value::Addr(Addr { object: into, which: Which::Region, offset, plus })));
        };
        let Some(which) = self.common_end(a, b) else { return Ok(None) };
        if which == Which::All {
            if !self.is_inside(at, into) {
                return Ok(None);
            }
            return Ok(self
                .join_offsets(a, b, at)?
                .map(|(offset, plus)| Value::Addr(Addr { object: into, which, offset, plus })));
        }
        let joined = Value::Addr(Addr { object: into, which, offset: a.offset, plus: None });
        Ok(at_end(segment, which, a, b).then_some(joined))
    }

    /// Offsets near the start of an object are told apart, as numbers are.
    fn offsets_fit(&self, a: Addr, b: Addr) -> bool {
        match (offset_value(a), offset_value(b)) {
            (Value::Int(a), Value::Int(b)) => {
                let limit = self.options.exact_limit.saturating_mul(8).unsigned_abs();
                a == b || self.is_merge() || a.unsigned_abs().max(b.unsigned_abs()) > limit
            }
            _ => true,
        }
    }

    fn join_offsets(&mut self, a: Addr, b: Addr, at: usize) -> Result<Option<(i64, Option<SymId>)>, Fail> {
        if !self.offsets_fit(a, b) {
            return Ok(None);
        }
        if a.plus.is_none() && b.plus.is_none() && a.offset == b.offset {
            return Ok(Some((a.offset, None)));
        }
        match self.join_numbers(offset_value(a), offset_value(b), at, false)? {
            Value::Int(offset) => Ok(Some((offset, None))),
            Value::Sym(Linear { sym, negated: false, add }) => Ok(Some((add, Some(sym)))),
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => Ok(None),
        }
    }
}

/// Do both point to where this end of the segment can be pointed to?
fn at_end(segment: Segment, which: Which, a: Addr, b: Addr) -> bool {
    (a.offset, a.plus, b.plus) == (b.offset, None, None) && segment.is_end(which, a.offset)
}

/// Of a segment and a region.
fn joined_status(segment: Segment, joined: Segment, covers: Status) -> Status {
    match segment {
        segment if segment == joined => covers,
        Segment { min: 2, .. } if (Segment { min: 1, ..segment }) == joined => Status::Union,
        _ => Status::Incomparable,
    }
}

/// What is left of a segment's alternation next to a list of one node.
fn alternation_with(segment: Segment, region: &Object) -> Option<Alternation> {
    let alternation = segment.alternates?;
    alternation.joined(alternation.part(region, true)?)
}

/// One description for two segments. An optional region may turn out to be a list of at most one node.
fn join_segments(s: Segment, x: &Object, t: Segment, y: &Object) -> Option<Segment> {
    let as_list = |optional: &Object, list: Segment| {
        list.links.iter().map(|link| link.at).all(|at| {
            optional.overlapping(at, at + 1).first().is_none_or(|field| field.offset == at)
                && optional.overlapping(at, at + 1).iter().all(|field| field.value == Value::NULL)
        })
    };
    // Links that one of them has are unknown in the other.
    let is_open = |object: &Object, links: Links, others: Links| {
        let mut missing = others.iter().filter(|link| !links.is_link(link.at));
        links != Links::NONE
            && missing.all(|link| {
                object.fields.iter().any(|field| field.offset == link.at && matches!(field.value, Value::Sym(_)))
            })
    };
    let links = match (s.links, t.links) {
        (Links::NONE, links) if as_list(x, t) => links,
        (links, Links::NONE) if as_list(y, s) => links,
        (links, other) if links == other => links,
        (links, other) if links.are_among(&other) && is_open(x, links, other) => links,
        (other, links) if links.are_among(&other) && is_open(y, links, other) => links,
        _ => return None,
    };
    let alternates = s.alternates.zip(t.alternates).and_then(|(s, t)| s.joined(t));
    let joined = Segment { min: s.min.min(t.min), optional: s.optional && t.optional, head: s.head, links, alternates };
    (s.head == t.head).then_some(joined)
}
