//! Memory against a naive model: one record per byte.

use ir::{DataModel, Places};
use proptest::prelude::*;

use super::page::Raw;
use super::{Fill, Kind, Memory, NewObject, ObjectId, Pointers};
use crate::value::{Meta, Value};

/// A small object, one of several pages, and one whose pages are hashed.
const SIZES: [u64; 3] = [24, 3 * 4096 + 5, (1 << 28) + 100];

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Byte {
    data: u8,
    /// 0 uninitialised, 1 chosen, 2 initialised.
    state: u8,
    pointer: Option<(usize, u8)>,
    /// Which arbitrary byte it is while it is uninitialised; `None`: the one that began here.
    identity: Option<Identity>,
}

/// Object, how often it was forgotten, offset.
type Identity = (usize, u32, u64);

#[derive(Clone, Debug)]
enum Op {
    Number { object: usize, at: u64, len: usize, bits: u64 },
    Pointer { object: usize, at: u64, to: usize, first: u8, len: u8 },
    Set { object: usize, at: u64, len: u64, byte: u8 },
    Copy { from: usize, at: u64, to: usize, target: u64, len: u64 },
    Choose { object: usize, at: u64, len: usize, bits: u64 },
    Forget { object: usize },
}

/// Offsets where something interesting happens: the start, the borders of pages, the end.
fn offset(object: usize) -> impl Strategy<Value = u64> {
    let size = SIZES[object];
    let near = |place: u64| place.saturating_sub(20)..(place + 20).min(size);
    if size < 100 {
        prop_oneof![0..size].boxed()
    } else {
        prop_oneof![near(0), near(4096), near(8192), near(size)].boxed()
    }
}

fn place() -> impl Strategy<Value = (usize, u64)> {
    (0..SIZES.len()).prop_flat_map(|object| (Just(object), offset(object)))
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => (place(), 1..=8usize, any::<u64>()).prop_map(|((object, at), len, bits)| Op::Number { object, at, len, bits }),
        4 => (place(), 0..3usize, 0..8u8).prop_map(|((object, at), to, first)| Op::Pointer { object, at, to, first, len: 8 - first }),
        1 => (place(), 0..40u64, any::<u8>()).prop_map(|((object, at), len, byte)| Op::Set { object, at, len, byte }),
        4 => (place(), place(), 0..60u64).prop_map(|((from, at), (to, target), len)| Op::Copy { from, at, to, target, len }),
        2 => (place(), 1..=8usize, any::<u64>()).prop_map(|((object, at), len, bits)| Op::Choose { object, at, len, bits }),
        1 => (0..SIZES.len()).prop_map(|object| Op::Forget { object }),
    ]
}

struct Both {
    memory: Memory<()>,
    ids: Vec<ObjectId>,
    /// Only the bytes that differ from the default.
    model: Vec<std::collections::BTreeMap<u64, Byte>>,
    forgotten: [u32; SIZES.len()],
    chosen: std::collections::BTreeMap<Identity, u8>,
}

impl Both {
    fn new() -> Both {
        let mut memory = Memory::new(DataModel::Lp64, crate::options::Layout::Usual, 1 << 30);
        let ids = SIZES.map(|size| {
            let born = Places::nowhere();
            let new = NewObject { kind: Kind::Heap, size, align: 16, fill: Fill::Uninit, born };
            memory.allocate(new).expect("there is room")
        });
        let model = vec![Default::default(); SIZES.len()];
        Both { memory, ids: ids.to_vec(), model, forgotten: [0; SIZES.len()], chosen: Default::default() }
    }

    fn byte(&self, object: usize, at: u64) -> Byte {
        let byte = self.model[object].get(&at).copied().unwrap_or_default();
        if byte.state != 0 {
            return byte;
        }
        let identity = byte.identity.unwrap_or((object, self.forgotten[object], at));
        match self.chosen.get(&identity) {
            Some(data) => Byte { data: *data, state: 1, pointer: None, identity: None },
            None => Byte { identity: Some(identity), ..byte },
        }
    }

    /// As a load does it.
    fn read(&mut self, object: usize, at: u64, len: usize) -> Raw<()> {
        let missing = self.memory.read(self.ids[object], at, len).missing;
        self.memory.settle(self.ids[object], at, len, missing);
        self.memory.read(self.ids[object], at, len)
    }

    fn fits(object: usize, at: u64, len: u64) -> bool {
        at + len <= SIZES[object]
    }

    fn apply(&mut self, op: &Op) {
        match *op {
            Op::Number { object, at, len, bits } if Self::fits(object, at, len as u64) => {
                let bits = ir::truncate(u128::from(bits), 8 * len as u16) as u64;
                self.memory.write(self.ids[object], at, len, &Value::word(bits));
                for index in 0..len {
                    let data = (bits >> (8 * index)) as u8;
                    self.model[object].insert(at + index as u64, Byte { data, state: 2, ..Byte::default() });
                }
            }
            Op::Pointer { object, at, to, first, len } if Self::fits(object, at, u64::from(len)) => {
                let meta = Meta::piece(self.ids[to], first, len);
                self.memory.write(self.ids[object], at, usize::from(len), &Value::word(0).with_meta(meta));
                for index in 0..len {
                    let byte = Byte { state: 2, pointer: Some((to, first + index)), ..Byte::default() };
                    self.model[object].insert(at + u64::from(index), byte);
                }
            }
            Op::Set { object, at, len, byte } if Self::fits(object, at, len) => {
                self.memory.set(self.ids[object], at, len, byte).expect("there is room");
                for index in 0..len {
                    self.model[object].insert(at + index, Byte { data: byte, state: 2, ..Byte::default() });
                }
            }
            Op::Copy { from, at, to, target, len } if Self::fits(from, at, len) && Self::fits(to, target, len) => {
                let moved = self.memory.copy((self.ids[to], target), (self.ids[from], at), len);
                moved.expect("there is room");
                let bytes: Vec<Byte> = (0..len).map(|index| self.byte(from, at + index)).collect();
                for (index, byte) in bytes.into_iter().enumerate() {
                    self.model[to].insert(target + index as u64, byte);
                }
            }
            Op::Choose { object, at, len, bits } if Self::fits(object, at, len as u64) => {
                let raw = self.read(object, at, len);
                self.memory.choose(self.ids[object], at, len, raw.missing, u128::from(bits), ());
                for index in 0..len {
                    if let Some(identity) = self.byte(object, at + index as u64).identity {
                        self.chosen.insert(identity, (bits >> (8 * index)) as u8);
                    }
                }
            }
            Op::Forget { object } => {
                self.memory.forget(self.ids[object]);
                self.model[object].clear();
                self.forgotten[object] += 1;
            }
            Op::Number { .. } | Op::Pointer { .. } | Op::Set { .. } | Op::Copy { .. } | Op::Choose { .. } => {}
        }
    }

    /// What the model says of a scalar, in the terms of memory.
    fn expected(&self, object: usize, at: u64, len: usize) -> (u128, u16, bool, Pointers) {
        let bytes: Vec<Byte> = (0..len as u64).map(|index| self.byte(object, at + index)).collect();
        let mut bits = 0;
        let mut missing = 0;
        for (index, byte) in bytes.iter().enumerate() {
            bits |= u128::from(byte.data) << (8 * index);
            missing |= u16::from(byte.state == 0) << index;
        }
        let with_pointer: Vec<(usize, (usize, u8))> =
            bytes.iter().enumerate().filter_map(|(index, byte)| Some((index, byte.pointer?))).collect();
        let pointers = match with_pointer.first() {
            None => Pointers::None,
            Some(&(start, (to, first))) => {
                let joined = start == 0
                    && with_pointer
                        .iter()
                        .enumerate()
                        .all(|(index, (at, piece))| *at == index && *piece == (to, first + index as u8));
                if joined {
                    Pointers::One { object: self.ids[to], first, len: with_pointer.len() as u8 }
                } else {
                    Pointers::Mixed(with_pointer.iter().map(|(_, (to, _))| self.ids[*to]).collect())
                }
            }
        };
        (bits, missing, bytes.iter().any(|byte| byte.state == 1), pointers)
    }

    fn check(&mut self, object: usize, at: u64, len: usize) {
        let raw = self.read(object, at, len);
        let (bits, missing, indeterminate, pointers) = self.expected(object, at, len);
        assert_eq!((raw.missing, raw.indeterminate), (missing, indeterminate), "object {object} at {at}, {len} bytes");
        assert_eq!(raw.bits, bits, "object {object} at {at}, {len} bytes");
        match (raw.pointers, pointers) {
            (Pointers::Mixed(mut found), Pointers::Mixed(mut wanted)) => {
                found.sort();
                found.dedup();
                wanted.sort();
                wanted.dedup();
                assert!(found.iter().all(|id| wanted.contains(id)), "{found:?} {wanted:?}");
            }
            (found, wanted) => assert_eq!(found, wanted, "object {object} at {at}, {len} bytes"),
        }
        // The fast paths say the same or nothing.
        let base = self.memory.object(self.ids[object]).base;
        let pointer = Value::pointer(base + at, self.ids[object], 8);
        let plain = missing == 0 && !indeterminate && self.expected(object, at, len).3 == Pointers::None;
        if len == 8 {
            let loaded = self.memory.load_plain::<8>(&pointer).map(u64::from_le_bytes);
            assert!(loaded.is_none() || (plain && loaded == Some(bits as u64)));
            if let Some((address, target)) = self.memory.load_pointer(&pointer) {
                let whole = Pointers::One { object: target, first: 0, len: 8 };
                assert_eq!((u128::from(address), whole), (bits, self.expected(object, at, len).3));
            }
        }
        if len == 1 {
            let loaded = self.memory.load_plain::<1>(&pointer);
            assert!(loaded.is_none() || (plain && loaded == Some([bits as u8])));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn agrees_with_a_map_of_bytes(ops in prop::collection::vec(op(), 1..40), looks in prop::collection::vec((place(), 1..=8usize), 20)) {
        let mut both = Both::new();
        for op in &ops {
            both.apply(op);
        }
        for ((object, at), len) in looks {
            if Both::fits(object, at, len as u64) {
                both.check(object, at, len);
            }
        }
        for object in 0..SIZES.len() {
            let mut pointed: Vec<ObjectId> = Vec::new();
            both.memory.object(both.ids[object]).contents.for_each_pointer(|fragment| pointed.push(fragment.object));
            pointed.sort();
            pointed.dedup();
            let mut expected: Vec<ObjectId> =
                both.model[object].values().filter_map(|byte| Some(both.ids[byte.pointer?.0])).collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(pointed, expected);
        }
    }
}

#[test]
fn ids_are_reused_only_when_nothing_points_to_the_dead() {
    let mut memory: Memory<()> = Memory::new(DataModel::Lp64, crate::options::Layout::Usual, 1 << 30);
    let new = |memory: &mut Memory<()>| {
        let new = NewObject { kind: Kind::Heap, size: 16, align: 16, fill: Fill::Uninit, born: Places::nowhere() };
        memory.allocate(new).expect("there is room")
    };
    let holder = new(&mut memory);
    let (kept, in_register, forgotten) = (new(&mut memory), new(&mut memory), new(&mut memory));
    let pointer = Value::pointer(memory.object(kept).base, kept, 8);
    memory.write(holder, 0, 8, &pointer);
    for id in [kept, in_register, forgotten] {
        memory.kill(id, super::State::Freed(Places::nowhere()));
    }
    memory.collect([in_register].into_iter());
    let reused = new(&mut memory);
    assert_eq!(reused, forgotten);
    assert_ne!(new(&mut memory), kept);
    assert!(memory.object(reused).base > memory.object(in_register).base, "addresses are never reused");
}
