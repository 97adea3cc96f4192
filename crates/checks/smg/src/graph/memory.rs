//! The graph: objects, unknowns and what is known about them. Copies share their objects.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::graph::object::{Field, Kind, Object};
use crate::graph::range::Range;
use crate::graph::value::{Addr, Linear, ObjectId, Origin, SymId, SymInfo, Value, Which};
use crate::graph::written::WrittenGraph;

/// A symbolic memory graph without its roots; see [`crate::graph::consistency::check_consistency`] for what it obeys.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "WrittenGraph", into = "WrittenGraph")]
pub struct Graph {
    /// Sorted by id.
    objects: Vec<(ObjectId, Arc<Object>)>,
    /// Sorted by id.
    syms: Vec<(SymId, SymInfo)>,
    /// Pairs that are known to differ, the smaller first; sorted.
    differ: Vec<(Value, Value)>,
    next_object: u32,
    next_sym: u32,
}

impl Graph {
    pub fn objects(&self) -> impl DoubleEndedIterator<Item = (ObjectId, &Object)> {
        self.objects.iter().map(|(id, object)| (*id, &**object))
    }

    pub fn syms(&self) -> &[(SymId, SymInfo)] {
        &self.syms
    }

    pub fn differ(&self) -> &[(Value, Value)] {
        &self.differ
    }

    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    fn find(&self, id: ObjectId) -> Result<usize, usize> {
        self.objects.binary_search_by_key(&id, |(id, _)| *id)
    }

    pub fn has_object(&self, id: ObjectId) -> bool {
        self.find(id).is_ok()
    }

    #[track_caller]
    pub fn object(&self, id: ObjectId) -> &Object {
        let at = self.find(id).expect("invariant: every address leads to an object of the graph");
        &self.objects[at].1
    }

    /// Unshares the object.
    #[track_caller]
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let at = self.find(id).expect("invariant: every address leads to an object of the graph");
        Arc::make_mut(&mut self.objects[at].1)
    }

    pub fn add_object(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        self.insert_object(id, Arc::new(object));
        id
    }

    pub fn insert_object(&mut self, id: ObjectId, object: Arc<Object>) {
        if id.as_global().is_none() {
            self.next_object = self.next_object.max(id.0 + 1);
        }
        match self.find(id) {
            Ok(at) => self.objects[at].1 = object,
            Err(at) => self.objects.insert(at, (id, object)),
        }
    }

    #[track_caller]
    pub fn shared_object(&self, id: ObjectId) -> Arc<Object> {
        let at = self.find(id).expect("invariant: every address leads to an object of the graph");
        self.objects[at].1.clone()
    }

    pub fn retain_objects(&mut self, mut keep: impl FnMut(ObjectId) -> bool) {
        self.objects.retain(|(id, _)| keep(*id));
    }

    pub fn add_sym(&mut self, info: SymInfo) -> SymId {
        let id = SymId(self.next_sym);
        self.next_sym += 1;
        self.syms.push((id, info));
        id
    }

    pub fn insert_sym(&mut self, id: SymId, info: SymInfo) {
        self.next_sym = self.next_sym.max(id.0 + 1);
        match self.syms.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => self.syms[at].1 = info,
            Err(at) => self.syms.insert(at, (id, info)),
        }
    }

    pub fn retain_syms(&mut self, mut keep: impl FnMut(SymId) -> bool) {
        self.syms.retain(|(id, _)| keep(*id));
    }

    pub fn has_sym(&self, id: SymId) -> bool {
        self.syms.binary_search_by_key(&id, |(id, _)| *id).is_ok()
    }

    #[track_caller]
    pub fn sym(&self, id: SymId) -> SymInfo {
        let at = self.syms.binary_search_by_key(&id, |(id, _)| *id);
        self.syms[at.expect("invariant: every unknown is in the graph's table")].1
    }

    #[track_caller]
    pub fn set_sym(&mut self, id: SymId, info: SymInfo) {
        let at = self.syms.binary_search_by_key(&id, |(id, _)| *id);
        self.syms[at.expect("invariant: every unknown is in the graph's table")].1 = info;
    }

    /// A new unknown of level 0.
    pub fn unknown(&mut self, range: Range) -> Value {
        match range.as_exact() {
            Some(value) => Value::Int(value),
            None => Value::sym(self.add_sym(SymInfo::unknown(range))),
        }
    }

    /// The numbers that a value may be; everything for addresses.
    pub fn range(&self, value: Value) -> Range {
        match value {
            Value::Int(value) => Range::exactly(value),
            Value::Sym(linear) => self.linear_range(linear),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => Range::ALL,
        }
    }

    fn linear_range(&self, linear: Linear) -> Range {
        let range = self.sym(linear.sym).range;
        if !linear.negated && linear.add == 0 {
            return range;
        }
        // Concretisations that do not fit are none, so bounds may be cut off at the widest number.
        let (lo, hi) = if linear.negated {
            (-(range.hi as i128), -(range.lo as i128))
        } else {
            (range.lo as i128, range.hi as i128)
        };
        let clamp = |at: i128| (at + linear.add as i128).clamp(i64::MIN as i128, i64::MAX as i128) as i64;
        let align = if linear.add == 0 { range.align } else { range.align.min(linear.add.trailing_zeros() as u8) };
        Range::new(clamp(lo), clamp(hi), align).unwrap_or(Range::ALL)
    }

    /// Restricts what a number may be. `false` when nothing is left.
    #[must_use]
    pub fn restrict(&mut self, linear: Linear, to: Range) -> bool {
        let info = self.sym(linear.sym);
        let bound = |at: i64| {
            let at = (at as i128) - (linear.add as i128);
            (if linear.negated { -at } else { at }).clamp(i64::MIN as i128, i64::MAX as i128) as i64
        };
        let (lo, hi) = if linear.negated { (bound(to.hi), bound(to.lo)) } else { (bound(to.lo), bound(to.hi)) };
        let align = if linear.add == 0 { to.align } else { 0 };
        let Some(range) = Range::new(lo, hi, align).and_then(|range| range.meet(info.range)) else { return false };
        self.set_sym(linear.sym, SymInfo { range, ..info });
        true
    }

    /// The offsets that an address may have.
    pub fn offsets(&self, addr: Addr) -> Range {
        match addr.plus {
            None => Range::exactly(addr.offset),
            Some(sym) => self.linear_range(Linear { sym, negated: false, add: addr.offset }),
        }
    }

    /// Nesting level of a value: how many segments it is private to a node of.
    pub fn level(&self, value: Value) -> u8 {
        match value {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => 0,
            Value::Sym(linear) => self.sym(linear.sym).level,
            Value::Addr(addr) => {
                let object = self.object(addr.object).level + u8::from(addr.which == Which::All);
                object.max(addr.plus.map_or(0, |sym| self.sym(sym).level))
            }
        }
    }

    pub fn is_uninit(&self, value: Value) -> bool {
        match value {
            Value::Sym(linear) => self.sym(linear.sym).origin == Origin::Uninit,
            Value::Int(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => false,
        }
    }

    /// That two numbers differ goes without saying.
    pub fn add_differ(&mut self, a: Value, b: Value) {
        if matches!((a, b), (Value::Int(a), Value::Int(b)) if a != b) {
            return;
        }
        let pair = if a <= b { (a, b) } else { (b, a) };
        if let Err(at) = self.differ.binary_search(&pair) {
            self.differ.insert(at, pair);
        }
    }

    pub fn are_known_to_differ(&self, a: Value, b: Value) -> bool {
        let pair = if a <= b { (a, b) } else { (b, a) };
        self.differ.binary_search(&pair).is_ok()
    }

    pub fn retain_differ(&mut self, keep: impl FnMut(&(Value, Value)) -> bool) {
        self.differ.retain(keep);
    }

    /// Replaces every value in fields, sizes and disequalities. `f` must map addresses to values at the same bytes.
    pub fn map_values(&mut self, mut f: impl FnMut(Value) -> Value) {
        for (_, object) in &mut self.objects {
            let changed = f(object.size) != object.size
                || object.length.is_some_and(|length| f(length) != length)
                || object.fields.iter().any(|field| f(field.value) != field.value);
            if changed {
                let object = Arc::make_mut(object);
                object.size = f(object.size);
                object.length =
                    object.length.map(&mut f).filter(|length| matches!(length, Value::Int(_) | Value::Sym(_)));
                object.fields.iter_mut().for_each(|field| field.value = f(field.value));
            }
        }
        if !self.differ.is_empty() {
            let old = std::mem::take(&mut self.differ);
            old.into_iter().for_each(|(a, b)| self.add_differ(f(a), f(b)));
        }
    }

    /// The value of a link field of a segment.
    #[track_caller]
    pub fn link(&self, id: ObjectId, offset: i64) -> Value {
        let object = self.object(id);
        let at = object.fields.partition_point(|field: &Field| field.offset < offset);
        let field = object.fields.get(at).filter(|field| field.offset == offset);
        field.expect("invariant: a segment has its link fields").value
    }

    /// What the address of a segment's end is when there are no nodes: null for an optional region.
    #[track_caller]
    pub fn behind(&self, end: Addr) -> Value {
        let segment = self.object(end.object).segment().expect("invariant: only segments have ends");
        match segment.links.toward(end.which, end.offset) {
            Some(link) => self.link(end.object, link.at),
            None => Value::NULL,
        }
    }

    /// The address of the segment's first or last node, as a link of its neighbours has it.
    pub fn end_of(&self, id: ObjectId, which: Which) -> Value {
        let segment = self.object(id).segment();
        let link = segment.and_then(|segment| if which == Which::Last { segment.prev() } else { segment.next() });
        let head = segment.map_or(0, |segment| segment.head);
        Value::Addr(Addr { object: id, which, offset: link.map_or(head, |link| link.to), plus: None })
    }

    pub fn is_segment(&self, id: ObjectId) -> bool {
        matches!(self.object(id).kind, Kind::Segment(_))
    }
}
