//! Objects that only one side has: segments that are empty on the other, and regions that exist on one only.
//!
//! Paper: [SAS13] App. C.5, Alg. 9 (`insertLeftDlsAndJoin` and its mirror image), and section 4 (0/1 objects).
//! Guarantees: the other side is the case of no node: what it has where the inserted object's end is pointed to is
//! joined with what lies behind that object.
//! DIVERGENCE: the paper does not look at the other side again when an inserted segment is reached a second time; we
//! demand that the other side has the same value there.

use ir::{CType, TypeId};

use super::Status;
use super::joiner::{Deferred, Fail, Job, Joiner, LEFT, RIGHT};
use smg::graph::{Addr, Field, Fill, Kind, Linear, Link, Links, ObjectId, Segment, Value, Which};

impl Joiner<'_> {
    /// The last ways to join an address with something else.
    pub(super) fn join_with_nothing(&mut self, a: Value, b: Value, at: usize) -> Result<Value, Fail> {
        for (side, this, other) in [(LEFT, a, b), (RIGHT, b, a)] {
            if let Value::Addr(addr) = this
                && let Some(joined) = self.insert(side, addr, other, at)?
            {
                return Ok(joined);
            }
        }
        for (side, this, other) in [(LEFT, a, b), (RIGHT, b, a)] {
            if let Value::Addr(addr) = this
                && self.is_merge()
                && let Some(joined) = self.make_optional(side, addr, other, at)?
            {
                return Ok(joined);
            }
        }
        Err(self.fail())
    }

    fn oriented(&mut self, side: usize, this: Value, other: Value, at: usize) -> Result<Value, Fail> {
        if side == LEFT { self.join_values(this, other, at) } else { self.join_values(other, this, at) }
    }

    /// Sees the other side as if there were an empty segment in front of `other`.
    fn insert(&mut self, side: usize, addr: Addr, other: Value, at: usize) -> Result<Option<Value>, Fail> {
        let Some(segment) = self.sides[side].object(addr.object).segment() else { return Ok(None) };
        let ends = matches!(addr.which, Which::First | Which::Last) && addr.plus.is_none();
        if !ends || !self.is_own(side, addr.object) || !self.is_insertable(side, addr.object) {
            return Ok(None);
        }
        let Some(into) = self.map[side].get(&addr.object).copied() else {
            if self.is_wrong_insertion(side, addr.object) || !self.is_plausible(side, addr, segment, other) {
                return Ok(None);
            }
            let covers = if side == LEFT { Status::LeftCovers } else { Status::RightCovers };
            self.note(if segment.min == 0 { covers } else { Status::Incomparable });
            let level = self.sides[side].object(addr.object).level + self.contexts[at].up[side];
            let into = self.add(side, addr.object, Kind::Segment(Segment { min: 0, ..segment }), level, at);
            self.register(side, addr.object, into);
            self.push(Job::Single { side, from: addr.object, into, at, links: false });
            return self.attach(side, addr, into, other, at).map(Some);
        };
        match self.sources.get(&into) {
            Some([Some(_), Some(_)]) | None => Ok(None),
            Some([Some(_), None] | [None, Some(_)] | [None, None]) => self.reach_again(side, addr, into, other, at),
        }
    }

    fn register(&mut self, side: usize, from: ObjectId, into: ObjectId) {
        let mut sources = [None, None];
        sources[side] = Some(from);
        self.pair_up(sources, into);
    }

    /// Joins what lies behind the end that `addr` is the address of with what the other side has.
    fn attach(&mut self, side: usize, addr: Addr, into: ObjectId, other: Value, at: usize) -> Result<Value, Fail> {
        self.inserted.insert((side, addr.object, addr.which, addr.offset), (other, at));
        let segment = self.dest.object(into).segment().expect("invariant: inserted objects are segments");
        let link = segment.links.toward(addr.which, addr.offset);
        let (behind, size) = self.behind(side, addr.object, link);
        let joined = self.oriented(side, behind, other, at)?;
        match link {
            Some(link) => self.set_field(into, Field { offset: link.at, size, value: joined }),
            None if joined == Value::NULL => {}
            None => return Err(self.fail()),
        }
        Ok(Value::Addr(Addr { object: into, ..addr }))
    }

    /// The value and the size of a link; null if there is none, or if it is part of a block of zeros.
    fn behind(&mut self, side: usize, from: ObjectId, link: Option<Link>) -> (Value, i64) {
        let field = link.and_then(|Link { at: offset, .. }| {
            let object = self.sides[side].object(from);
            object.overlapping(offset, offset + 1).first().copied().filter(|field| field.offset == offset)
        });
        let size = i64::from(self.module.data_model.pointer_bits() / 8);
        field.map_or((Value::NULL, size), |field| (field.value, field.size))
    }

    pub(super) fn set_field(&mut self, into: ObjectId, field: Field) {
        let object = self.dest.object_mut(into);
        let at = object.fields.partition_point(|other| other.offset < field.offset);
        match object.fields.get_mut(at) {
            Some(old) if old.offset == field.offset => *old = field,
            _ => object.fields.insert(at, field),
        }
    }

    /// An inserted object is reached once more: the other side must have the same there.
    fn reach_again(
        &mut self,
        side: usize,
        addr: Addr,
        into: ObjectId,
        other: Value,
        at: usize,
    ) -> Result<Option<Value>, Fail> {
        let segment = self.dest.object(into).segment();
        if !segment.is_some_and(|segment| segment.is_end(addr.which, addr.offset) && segment.min == 0) {
            return Ok(None);
        }
        // Not from nodes of a segment to one thing that they would have to share: only this side's single node has it.
        let level = self.sides[side].object(addr.object).level + self.contexts[at].up[side];
        if level != self.dest.object(into).level || !self.is_near(at, into) {
            return Err(self.fail());
        }
        match self.inserted.get(&(side, addr.object, addr.which, addr.offset)) {
            Some((known, _)) if *known == other => Ok(Some(Value::Addr(Addr { object: into, ..addr }))),
            Some(_) => Ok(None),
            None => self.attach(side, addr, into, other, at).map(Some),
        }
    }

    /// Is there a chance that what lies behind the segment can be joined with `other`?
    fn is_plausible(&mut self, side: usize, addr: Addr, segment: Segment, other: Value) -> bool {
        let link = segment.links.toward(addr.which, addr.offset);
        let (behind, _) = self.behind(side, addr.object, link);
        if link.is_none() {
            return other == Value::NULL;
        }
        let insertable =
            |joiner: &Self, side: usize, value: Value| value.object().is_some_and(|id| joiner.is_insertable(side, id));
        match (behind, other) {
            (Value::Addr(x), Value::Addr(y)) => {
                if self.is_merge() && behind == other && !self.is_own(side, x.object) {
                    return true;
                }
                let mapped = (self.map[side].get(&x.object), self.map[1 - side].get(&y.object));
                match mapped {
                    (Some(x), Some(y)) => x == y || insertable(self, side, behind) || insertable(self, 1 - side, other),
                    _ => true,
                }
            }
            (Value::Addr(_), _) => insertable(self, side, behind) || self.is_merge(),
            (_, Value::Addr(_)) => insertable(self, 1 - side, other) || self.is_merge(),
            (Value::Int(_) | Value::Sym(_), Value::Int(_) | Value::Sym(_)) => {
                behind == other || behind.as_int().is_none() || other.as_int().is_none()
            }
            (Value::Func(_) | Value::Label(..), _) | (_, Value::Func(_) | Value::Label(..)) => behind == other,
        }
    }

    /// A private region that the other node does not have: there is one or none.
    fn make_optional(&mut self, side: usize, addr: Addr, other: Value, at: usize) -> Result<Option<Value>, Fail> {
        let object = self.sides[side].object(addr.object);
        let region = object.kind == Kind::Region && object.is_live_heap() && addr.plus.is_none();
        if !region || !self.is_own(side, addr.object) || self.is_wrong_insertion(side, addr.object) {
            return Ok(None);
        }
        let level = object.level + self.contexts[at].up[side];
        if let Some(into) = self.map[side].get(&addr.object).copied() {
            return match (self.sources.get(&into), self.dest.object(into).segment()) {
                (Some([Some(_), None] | [None, Some(_)]), Some(segment)) => {
                    let which = self.optional_end(side, addr.object, segment, other);
                    self.reach_again(side, Addr { which, ..addr }, into, other, at)
                }
                (Some(_), _) | (None, _) => Ok(None),
            };
        }
        let Some(links) = self.links_to(side, addr, other) else { return Ok(None) };
        self.note(Status::Incomparable);
        let segment = Segment { min: 0, optional: true, head: addr.offset, links, alternates: None };
        let into = self.add(side, addr.object, Kind::Segment(segment), level, at);
        self.register(side, addr.object, into);
        self.push(Job::Single { side, from: addr.object, into, at, links: false });
        let which = self.optional_end(side, addr.object, segment, other);
        self.attach(side, Addr { which, ..addr }, into, other, at).map(Some)
    }

    /// Which end of an optional list does a pointer mean that is now joined with `other`? A pointer that lies in its
    /// object as the links lie in nodes is one of those links; otherwise the first that comes is that to the first node.
    fn optional_end(&mut self, side: usize, id: ObjectId, segment: Segment, other: Value) -> Which {
        let (Some(next), Some(prev)) = (segment.next(), segment.prev()) else { return Which::First };
        let field = self.field;
        if let (Some(field), Value::Addr(to)) = (field, other) {
            if field - to.offset == next.at - next.to {
                return Which::First;
            }
            if field - to.offset == prev.at - prev.to {
                return Which::Last;
            }
        }
        let first = *self.first_fields.entry((side, id)).or_insert(field);
        if first == field { Which::First } else { Which::Last }
    }

    /// Which fields of an optional region lead to what the other side has instead of its address?
    fn links_to(&self, side: usize, at: Addr, other: Value) -> Option<Links> {
        if other == Value::NULL {
            return Some(self.null_links(side, at));
        }
        let Value::Addr(to) = other else { return None };
        let same = |value: Value| {
            let Value::Addr(addr) = value else { return false };
            let shared = addr.object == to.object && !self.is_own(side, addr.object);
            let paired =
                self.map[side].get(&addr.object).is_some_and(|x| self.map[1 - side].get(&to.object) == Some(x));
            (shared || paired) && (addr.offset, addr.plus) == (to.offset, to.plus)
        };
        let fields = &self.sides[side].object(at.object).fields;
        let mut links = fields.iter().filter(|field| same(field.value)).map(|field| field.offset);
        match (links.next(), links.next()) {
            (Some(next), Some(prev)) => Some(Links::double(next, prev, at.offset)),
            (Some(next), None) => Some(Links::single(next, at.offset)),
            (None, _) => None,
        }
    }

    /// The fields that link an optional region to further ones if it is a list that ends with null, as its address is
    /// null if there is none. By its type those that point to its like, without a type the only one there is.
    fn null_links(&self, side: usize, at: Addr) -> Links {
        let types = &self.module.types;
        let plain = |mut ty: TypeId| loop {
            match &types[ty] {
                CType::Typedef { of, .. } | CType::Qualified { of, .. } => ty = *of,
                CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Array { .. }
                | CType::Record(_)
                | CType::Enum { .. }
                | CType::Function { .. } => return ty,
            }
        };
        let object = self.sides[side].object(at.object);
        let size = i64::from(self.module.data_model.pointer_bits() / 8);
        let is_new = |id: ObjectId| {
            let alike = self.sides[side].object(id).size == object.size;
            alike && self.is_own(side, id) && !self.map[side].contains_key(&id)
        };
        let goes_on = |offset: i64| match object.field(offset, size) {
            Some(field) => field.value == Value::NULL || field.value.object().is_some_and(is_new),
            None => object.fill == Fill::Zero && object.overlapping(offset, offset + size).is_empty(),
        };
        let own = object.ty.map(plain);
        let mut links = match own.map(|own| &types[own]) {
            Some(CType::Record(record)) => {
                let like = |ty: TypeId| matches!(&types[plain(ty)], CType::Pointer { to } if Some(plain(*to)) == own);
                let fields = record.fields.iter().filter(|field| like(field.ty));
                fields.map(|field| (field.offset_bits / 8) as i64).filter(|at| goes_on(*at)).collect::<Vec<_>>()
            }
            Some(_) | None => {
                let fields = object.fields.iter().map(|field| field.offset).filter(|at| goes_on(*at));
                Some(fields.collect::<Vec<_>>()).filter(|fields| fields.len() == 1).unwrap_or_default()
            }
        };
        links.sort_unstable();
        match links[..] {
            [next] => Links::single(next, at.offset),
            [next, prev] if object.field(prev, size).is_none_or(|field| field.value == Value::NULL) => {
                Links::double(next, prev, at.offset)
            }
            _ => Links::NONE,
        }
    }

    /// The contents of an object that only one side has.
    pub(super) fn import_contents(
        &mut self,
        side: usize,
        from: ObjectId,
        into: ObjectId,
        at: usize,
        links: bool,
    ) -> Result<(), Fail> {
        let segment = self.dest.object(into).segment();
        let object = self.sides[side].shared_object(from);
        let inner = match segment {
            None => at,
            Some(_) => {
                let mut deeper = [false; 2];
                deeper[side] = object.kind == Kind::Region;
                self.below(at, into, deeper)
            }
        };
        for field in &object.fields {
            let link = segment.is_some_and(|segment| segment.is_link(field.offset));
            if link && !links {
                continue;
            }
            let at = if link { at } else { inner };
            match self.import(side, field.value, end_behind(segment, field.offset), at)? {
                Some(value) => self.set_field(into, Field { value, ..*field }),
                None => self.deferred.push(Deferred { side, into, field: *field, at }),
            }
        }
        let size = self.import(side, object.size, Which::First, inner)?.expect("invariant: sizes are numbers");
        let new = self.dest.object_mut(into);
        new.size = size;
        new.fill = object.fill;
        Ok(())
    }

    /// A value of an object that only one side has. `None` when it leads to something that may yet be paired.
    /// `end`: which end of a list a pointer to a node means that has become a list.
    fn import(&mut self, side: usize, value: Value, end: Which, at: usize) -> Result<Option<Value>, Fail> {
        let addr = match value {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => return Ok(Some(value)),
            Value::Sym(linear) => {
                let sym = self.import_sym(side, linear.sym, at);
                return Ok(Some(Value::Sym(Linear { sym, ..linear })));
            }
            Value::Addr(addr) => addr,
        };
        if !self.is_own(side, addr.object) {
            return Ok(Some(value));
        }
        let plus = addr.plus.map(|sym| self.import_sym(side, sym, at));
        let into = match self.map[side].get(&addr.object).copied() {
            Some(into) if self.is_near(at, into) => into,
            Some(_) => return Err(self.fail()),
            None => {
                let object = self.sides[side].object(addr.object);
                let level = object.level + self.contexts[at].up[side];
                let around = self.contexts[at].segment.map_or(0, |segment| self.dest.object(segment).level);
                if level <= around {
                    return Ok(None);
                }
                let into = self.add(side, addr.object, object.kind, level, at);
                self.register(side, addr.object, into);
                self.push(Job::Single { side, from: addr.object, into, at, links: true });
                into
            }
        };
        let which = match self.dest.object(into).segment() {
            None => Which::Region,
            Some(_) if addr.which != Which::Region => addr.which,
            Some(_) if self.is_inside(at, into) => Which::All,
            Some(segment) => {
                let found = [end, Which::First, Which::Last].into_iter().find(|end| segment.is_end(*end, addr.offset));
                match found.filter(|_| plus.is_none()) {
                    Some(end) => end,
                    None => return Err(self.fail()),
                }
            }
        };
        Ok(Some(Value::Addr(Addr { object: into, which, plus, ..addr })))
    }

    /// When everything has been paired: the links of inserted segments that no walk came along.
    pub(super) fn finish_links(&mut self) -> Result<(), Fail> {
        let mut inserted: Vec<(usize, ObjectId, usize)> =
            self.inserted.iter().map(|((side, id, ..), (_, at))| (*side, *id, *at)).collect();
        inserted.sort_unstable();
        for (side, from, at) in inserted {
            let into = self.map[side][&from];
            let segment = self.dest.object(into).segment().expect("invariant: inserted objects are segments");
            for link in segment.links.iter() {
                if self.dest.object(into).fields.iter().any(|field| field.offset == link.at) {
                    continue;
                }
                let (value, size) = self.behind(side, from, Some(link));
                // What a link to the same place ends at, this one does too.
                let twin = segment.links.toward(link.end(), link.to).filter(|twin| *twin != link);
                let value = match twin {
                    Some(twin) if self.behind(side, from, Some(twin)).0 == value => self.dest.link(into, twin.at),
                    Some(_) | None => match self.import(side, value, link.end(), at)? {
                        Some(value) => value,
                        None => return Err(self.fail()),
                    },
                };
                self.set_field(into, Field { offset: link.at, size, value });
            }
        }
        Ok(())
    }

    /// Last: pointers out of inserted segments must have found their targets.
    pub(super) fn finish_deferred(&mut self) -> Result<(), Fail> {
        for Deferred { side, into, field, at } in std::mem::take(&mut self.deferred) {
            let value = self.import(side, field.value, Which::First, at)?;
            let Some(value) = value else { return Err(self.fail()) };
            self.set_field(into, Field { value, ..field });
        }
        Ok(())
    }
}

/// A link backwards leads to the last node of what comes before.
fn end_behind(segment: Option<Segment>, offset: i64) -> Which {
    let link = segment.and_then(|segment| segment.links.iter().find(|link| link.at == offset));
    link.map_or(Which::First, |link| link.end())
}
