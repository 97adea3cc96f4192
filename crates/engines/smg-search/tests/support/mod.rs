//! Heaps built by hand.

#![allow(dead_code)]

use ir::{DataModel, FuncId, Id, LocId, Module, RegId};
use smg::graph::{
    Addr, Field, Fill, Frame, Kind, Life, Links, Object, ObjectId, Range, Segment, State, Storage, SymInfo, Value,
    Which, check_consistency,
};

pub const SINGLE: Links = Links::single(0, 0);
pub const DOUBLE: Links = Links::double(0, 8, 0);

pub fn module() -> Module {
    Module::new(DataModel::Lp64)
}

pub fn empty() -> State {
    let frame = Frame::new(FuncId::from_index(0), LocId::from_index(0));
    State { frames: vec![frame], ..State::default() }
}

/// Names for the steps in which a heap is built.
pub trait Build {
    fn object(&mut self, kind: Kind, size: i64, fill: Fill) -> ObjectId;
    fn node(&mut self, size: i64) -> ObjectId;
    fn list(&mut self, size: i64, min: u8, links: Links) -> ObjectId;
    fn set(&mut self, id: ObjectId, offset: i64, value: Value);
    fn set_sized(&mut self, id: ObjectId, offset: i64, size: i64, value: Value);
    fn reg(&mut self, reg: usize, value: Value);
    fn local(&mut self, id: ObjectId);
    fn below(&mut self, id: ObjectId, level: u8);
    fn unknown(&mut self, lo: i64, hi: i64, level: u8) -> Value;
    fn checked(self) -> Self;
}

impl Build for State {
    fn object(&mut self, kind: Kind, size: i64, fill: Fill) -> ObjectId {
        self.graph.add_object(Object {
            kind,
            size: Value::Int(size),
            level: 0,
            length: None,
            life: Life::Live,
            storage: Storage::Heap,
            fill,
            fields: Vec::new(),
            site: LocId::from_index(0),
            ty: None,
        })
    }

    fn node(&mut self, size: i64) -> ObjectId {
        self.object(Kind::Region, size, Fill::Uninit)
    }

    fn list(&mut self, size: i64, min: u8, links: Links) -> ObjectId {
        let segment = Segment { min, optional: links == Links::NONE, head: 0, links, alternates: None };
        let id = self.object(Kind::Segment(segment), size, Fill::Uninit);
        for link in segment.links.iter() {
            self.set(id, link.at, Value::NULL);
        }
        id
    }

    fn set(&mut self, id: ObjectId, offset: i64, value: Value) {
        self.set_sized(id, offset, 8, value);
    }

    fn set_sized(&mut self, id: ObjectId, offset: i64, size: i64, value: Value) {
        let fields = &mut self.graph.object_mut(id).fields;
        fields.retain(|field| field.offset != offset);
        fields.push(Field { offset, size, value });
        fields.sort_by_key(|field| field.offset);
    }

    fn reg(&mut self, reg: usize, value: Value) {
        self.frame_mut().set_reg(RegId::from_index(reg), value);
    }

    fn local(&mut self, id: ObjectId) {
        self.graph.object_mut(id).storage = Storage::Stack;
        self.frame_mut().locals.push(smg::graph::Local { address: Value::region(id, 0), dynamic: false });
    }

    fn below(&mut self, id: ObjectId, level: u8) {
        self.graph.object_mut(id).level = level;
    }

    fn unknown(&mut self, lo: i64, hi: i64, level: u8) -> Value {
        let info = SymInfo { level, ..SymInfo::unknown(Range { lo, hi, align: 0 }) };
        Value::sym(self.graph.add_sym(info))
    }

    fn checked(self) -> Self {
        if let Err(error) = check_consistency(&self) {
            panic!("{error}\n{}", show(&self));
        }
        self
    }
}

/// The address of an object's first byte, or of the end of a segment.
pub fn to(state: &State, id: ObjectId, which: Which) -> Value {
    match state.graph.object(id).kind {
        Kind::Region => Value::region(id, 0),
        Kind::Segment(segment) => Value::Addr(Addr { object: id, which, offset: segment.head, plus: None }),
    }
}

pub fn all(id: ObjectId, offset: i64) -> Value {
    Value::Addr(Addr { object: id, which: Which::All, offset, plus: None })
}

pub fn show(state: &State) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for frame in &state.frames {
        writeln!(out, "regs {:?}\nlocals {:?}", frame.regs, frame.locals).unwrap();
    }
    for (id, object) in state.graph.objects() {
        let kind = match object.kind {
            Kind::Region => "region".to_string(),
            Kind::Segment(segment) => format!("{segment:?}"),
        };
        writeln!(
            out,
            "{id:?} {kind} level {} size {:?} {:?} {:?}",
            object.level, object.size, object.life, object.fill
        )
        .unwrap();
        for field in &object.fields {
            writeln!(out, "    {:+} ({}) {:?}", field.offset, field.size, field.value).unwrap();
        }
    }
    writeln!(out, "{:?}\n{:?}", state.graph.syms(), state.graph.differ()).unwrap();
    out
}

/// Links a chain of nodes and segments, and ends it with null on both sides. Gives back the addresses of both ends.
pub fn chain(state: &mut State, items: &[ObjectId], links: Links) -> (Value, Value) {
    for pair in items.windows(2) {
        let (forward, backward) = (to(state, pair[1], Which::First), to(state, pair[0], Which::Last));
        state.set(pair[0], 0, forward);
        if links == DOUBLE {
            state.set(pair[1], 8, backward);
        }
    }
    let (Some(first), Some(last)) = (items.first(), items.last()) else { return (Value::NULL, Value::NULL) };
    state.set(*last, 0, Value::NULL);
    if links == DOUBLE {
        state.set(*first, 8, Value::NULL);
    }
    (to(state, *first, Which::First), to(state, *last, Which::Last))
}

/// The segments of a state, by least length.
pub fn segments(state: &State) -> Vec<Segment> {
    state.graph.objects().filter_map(|(_, object)| object.segment()).collect()
}

/// Numbers that look random and are the same every time.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % sides as u64) as usize
    }
}

/// A heap of a few nodes that are linked this way and that, mostly as lists are, and blocks that they may have.
pub fn scramble(seed: u64) -> State {
    let mut dice = Dice(seed);
    let mut state = empty();
    let count = 1 + dice.roll(6);
    let nodes: Vec<ObjectId> = (0..count).map(|_| state.node(32)).collect();
    let double = dice.roll(2) == 0;
    let ring = dice.roll(4) == 0;
    for (at, id) in nodes.iter().enumerate() {
        let wild = dice.roll(12) == 0;
        let after = if wild { nodes.get(dice.roll(count)) } else { nodes.get(at + 1).or(ring.then(|| &nodes[0])) };
        let before = if at == 0 { ring.then(|| &nodes[count - 1]) } else { nodes.get(at - 1) };
        let address = |id: Option<&ObjectId>| id.map_or(Value::NULL, |id| Value::region(*id, 0));
        state.set(*id, 0, address(after));
        if double {
            state.set(*id, 8, address(before));
        }
        let shared = Value::region(nodes[dice.roll(count)], [0, 0, 4][dice.roll(3)]);
        let data = match dice.roll(9) {
            0 => Value::Int(dice.roll(3) as i64),
            1 => Value::Int(100 * dice.roll(3) as i64),
            2 => state.unknown(0, 50 * dice.roll(3) as i64 + 1, 0),
            3 | 4 => {
                let block = state.node(16);
                let back = Value::region(*id, [0, 4][dice.roll(2)]);
                state.set(block, 0, [Value::NULL, back, back][dice.roll(3)]);
                Value::region(block, 0)
            }
            5 if dice.roll(4) == 0 => shared,
            _ => Value::NULL,
        };
        state.set(*id, 16, data);
    }
    state.reg(0, Value::region(nodes[0], 0));
    let marked = if dice.roll(2) == 0 { Value::NULL } else { Value::region(nodes[dice.roll(count)], 0) };
    state.reg(1, marked);
    smg::operations::reach::collect_garbage(&mut state);
    state.checked()
}
