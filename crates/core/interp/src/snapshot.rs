//! What a run has become where a block begins, for those who compare it with what an analysis says of that place.

use ir::{BlockId, FuncId};

use crate::exec::Exec;
use crate::memory::{Kind, ObjectId, State, UNINIT};
use crate::observer::{ObjectKind, Observer};
use crate::shadow::Shadow;
use crate::value::Value;

/// Everything that the function on top can see, and more. Objects are numbered; numbers of dead ones may be used again.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub func: FuncId,
    pub block: BlockId,
    /// Nested calls; 1 in the entry function.
    pub depth: usize,
    /// By number; those without a value yet are zero.
    pub regs: Vec<Word>,
    /// The object that each C variable of the function points into.
    pub vars: Vec<Option<u32>>,
    /// Stack objects of the function, and whether they are dynamic.
    pub locals: Vec<(u32, bool)>,
    pub things: Vec<(u32, Thing)>,
}

/// What was never initialised and never looked at is zero: any value would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Number(u128),
    Address {
        thing: u32,
        offset: i64,
    },
    /// A part of an address.
    Piece,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thing {
    Function(FuncId),
    Label(FuncId, BlockId),
    Object(Object),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub kind: ObjectKind,
    pub size: u64,
    pub life: Life,
    pub readonly: bool,
    /// `None` for objects that are not live, or too large to be looked at.
    pub bytes: Option<Vec<u8>>,
    /// Whole addresses among the bytes: where they begin, and what they are.
    pub addresses: Vec<(u64, Word)>,
    /// Bytes that are parts of addresses, but no whole ones.
    pub pieces: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Live,
    Freed,
    OutOfScope,
}

/// Larger objects are not looked into.
const MOST_BYTES: u64 = 1 << 14;

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// The current frame is not packed away: a block has just begun.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let function = self.current_function();
        let frame = self.state.frames.last().expect("invariant: a running program has a frame");
        let (base, vars_base) = (frame.regs, frame.vars);
        let locals = &self.state.stack_objects[frame.objects..];
        let things = self.state.memory.objects().filter_map(|(id, _)| Some((id.raw(), self.thing(id)?)));
        Snapshot {
            func: self.current_place().0,
            block: self.current_place().1,
            depth: self.state.frames.len(),
            regs: self.state.regs[base..base + function.regs.len()].iter().map(|value| self.word(value)).collect(),
            vars: self.state.vars[vars_base..vars_base + function.vars.len()]
                .iter()
                .map(|raw| ObjectId::from_raw(*raw).map(ObjectId::raw))
                .collect(),
            locals: locals.iter().map(|object| (object.id.raw(), object.dynamic)).collect(),
            things: things.collect(),
        }
    }

    fn word(&self, value: &Value<S::Tag>) -> Word {
        if value.meta.is_unchosen() {
            return match self.state.undefs.get(value.lo as usize) {
                Some(Some(chosen)) => self.word(chosen),
                Some(None) | None => Word::Number(0),
            };
        }
        match (value.meta.whole_object(self.pointer_bytes()), value.meta.object()) {
            (Some(id), _) => self.address(id, value.lo),
            (None, Some(_)) => Word::Piece,
            (None, None) => Word::Number(value.bits()),
        }
    }

    fn address(&self, id: ObjectId, address: u64) -> Word {
        let offset = self.state.memory.signed_offset(self.state.memory.object(id), address);
        Word::Address { thing: id.raw(), offset }
    }

    fn thing(&self, id: ObjectId) -> Option<Thing> {
        let object = self.state.memory.object(id);
        let life = match object.state {
            State::Live => Life::Live,
            State::Freed(_) => Life::Freed,
            State::OutOfScope(_) => Life::OutOfScope,
            State::Vacant => return None,
        };
        let kind = match (object.kind, object.kind.observed()) {
            (Kind::Function(func), _) => return Some(Thing::Function(func)),
            (Kind::Label { func, block }, _) => return Some(Thing::Label(func, block)),
            (_, Some(kind)) => kind,
            (_, None) => unreachable!("invariant: only code is hidden from observers"),
        };
        let seen = life == Life::Live && object.size <= MOST_BYTES && !object.opaque;
        let mut thing = Object {
            kind,
            size: object.size,
            life,
            readonly: object.readonly,
            bytes: seen.then(Vec::new),
            addresses: Vec::new(),
            pieces: Vec::new(),
        };
        if let Some(bytes) = &mut thing.bytes {
            self.look_into(id, bytes, &mut thing.addresses, &mut thing.pieces);
        }
        Some(Thing::Object(thing))
    }

    fn look_into(&self, id: ObjectId, bytes: &mut Vec<u8>, addresses: &mut Vec<(u64, Word)>, pieces: &mut Vec<u64>) {
        let memory = &self.state.memory;
        let (contents, size) = (&memory.object(id).contents, memory.object(id).size);
        let width = usize::from(self.pointer_bytes());
        while (bytes.len() as u64) < size {
            let at = bytes.len() as u64;
            let excerpt = contents.excerpt(at, contents.room(at).min(size - at) as usize);
            for fragment in &excerpt.fragments {
                let from = usize::from(fragment.at);
                if fragment.first == 0 && usize::from(fragment.len) == width {
                    let data = &excerpt.data[from..from + width];
                    let address = data.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
                    addresses.push((at + from as u64, self.address(fragment.object, address)));
                } else {
                    pieces.extend((from..from + usize::from(fragment.len)).map(|byte| at + byte as u64));
                }
            }
            for (index, (byte, state)) in excerpt.data.iter().zip(&excerpt.states).enumerate() {
                let as_copy = (*state == UNINIT).then(|| memory.chosen_as_copy(id, at + index as u64)).flatten();
                bytes.push(as_copy.unwrap_or(*byte));
            }
        }
    }
}
