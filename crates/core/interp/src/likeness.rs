//! Are two states of one run alike: the same but for the names of objects, and for some numbers?
//!
//! Soundness condition: if they are, and what happened between them depends on no address, then the same happens again
//! after the second, as long as the numbers let it.
//!
//! Objects are paired as roots lead to them: globals and code with themselves, stack objects in their order, others by the
//! pointers that stand in the same places. What a paired object holds has to be alike in turn. Registers that are never
//! read again do not count. Whatever is not understood well enough to compare is a difference.
//!
//! A recursion that never ends comes to no stack that it had before. There the second state may have more calls on its stack:
//! when the innermost call of the first has not returned in between, nothing below it was looked at but through pointers, so
//! only that call and the innermost one of the second have to be alike.

use engine::{Cell, Flows};
use ir::{Id, InstKind, Module, Type};
use rustc_hash::FxHashMap;

use crate::exec::{Frame, StackObject, State};
use crate::leak::Roots;
use crate::memory::{self, Fragment, Kind, Object, ObjectId, Pointers, UNINIT};
use crate::shadow::Shadowed;
use crate::value::Value;

/// What is left to be shown, when two states are alike otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Alike<T> {
    /// Of each cell, its value in the second state.
    pub after: Vec<Shadowed<T>>,
    /// Values of the second state that must not depend on the numbers: they equal those of the first only if they are
    /// these bits.
    pub pinned: Vec<Pinned<T>>,
}

/// A value, what it was in the first state, and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pinned<T> {
    pub value: Shadowed<T>,
    pub before: Shadowed<T>,
    pub ty: Type,
}

/// Why they are not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Difference {
    /// Another number stands there.
    Number(Cell),
    Other(String),
}

pub(crate) struct Likeness<'a, 'm, T> {
    flows: &'m Flows<'m>,
    module: &'m Module,
    before: &'a State<T>,
    after: &'a State<T>,
    cells: &'a [Cell],
    found: Vec<Option<Shadowed<T>>>,
    pinned: Vec<Pinned<T>>,
    there: FxHashMap<ObjectId, ObjectId>,
    back: FxHashMap<ObjectId, ObjectId>,
    work: Vec<(ObjectId, ObjectId)>,
    pointer_size: u8,
    /// The innermost call of the first state has not returned before the second.
    stays: bool,
}

type Compared<T = ()> = Result<T, Difference>;

fn other<T>(what: &str) -> Compared<T> {
    Err(Difference::Other(what.to_string()))
}

/// Cells are numbers of the first state. Both states are between two steps. `stays`: the innermost call of the first has not
/// returned before the second.
pub(crate) fn alike<T: Copy + Default + PartialEq>(
    flows: &Flows<'_>,
    before: &State<T>,
    after: &State<T>,
    cells: &[Cell],
    stays: bool,
) -> Compared<Alike<T>> {
    let module = flows.module();
    Likeness {
        flows,
        module,
        before,
        after,
        cells,
        found: vec![None; cells.len()],
        pinned: Vec::new(),
        there: FxHashMap::default(),
        back: FxHashMap::default(),
        work: Vec::new(),
        pointer_size: module.data_model.pointer_size() as u8,
        stays,
    }
    .compare()
}

impl<T: Copy + Default + PartialEq> Likeness<'_, '_, T> {
    fn compare(mut self) -> Compared<Alike<T>> {
        let (before, after) = (self.before, self.after);
        if after.address_dependent || after.unknown_call.is_some() {
            return other("the run depends on something that is not known");
        }
        if before.stdin_used != after.stdin_used || before.stdin_ended != after.stdin_ended {
            return other("standard input is at another place");
        }
        if before.memory.live_heap() != after.memory.live_heap() {
            return other("there are more heap objects, or fewer");
        }
        if before.memory.has_choices() || after.memory.has_choices() {
            return other("bytes that were never initialised have been copied");
        }
        self.frames()?;
        self.lasting_objects()?;
        while let Some((a, b)) = self.work.pop() {
            self.object(a, b)?;
        }
        self.exposed_objects()?;
        match self.found.iter().copied().collect() {
            Some(after) => Ok(Alike { after, pinned: self.pinned }),
            None => other("a number is not part of the state"),
        }
    }

    fn frames(&mut self) -> Compared {
        let (before, after) = (self.before, self.after);
        if self.stays && before.frames.len() < after.frames.len() {
            return self.innermost_calls();
        }
        if before.frames.len() != after.frames.len() || before.stack_objects.len() != after.stack_objects.len() {
            return other("the stack is another one");
        }
        let mut roots = Roots::new(self.flows);
        for (depth, (a, b)) in before.frames.iter().zip(&after.frames).enumerate() {
            let place = |frame: &Frame<T>| (frame.func, frame.block, frame.pc, frame.called_at);
            let extent = |frame: &Frame<T>| (frame.regs, frame.vars, frame.objects);
            if place(a) != place(b) || extent(a) != extent(b) || !a.var_args.is_empty() || !b.var_args.is_empty() {
                return other("the run is at another place, or in a function with variable arguments");
            }
            let is_top = depth + 1 == before.frames.len();
            // A call that has not returned yet will define its results.
            let pending =
                match a.pc.checked_sub(1).map(|call| &self.module.funcs[a.func].blocks[a.block].insts[call].kind) {
                    Some(InstKind::Call(call)) if !is_top => &call.rets[..],
                    Some(_) | None => &[],
                };
            for &reg in roots.registers(a.func, a.block, a.pc) {
                if pending.contains(&reg) {
                    continue;
                }
                let ty = self.module.funcs[a.func].regs[reg].ty;
                let cell = Cell::Register { depth: depth as u32, reg };
                self.register(cell, ty, &before.regs[a.regs + reg.index()], &after.regs[b.regs + reg.index()])?;
            }
        }
        self.stack_objects(&before.stack_objects, &after.stack_objects)
    }

    fn stack_objects(&mut self, before: &[StackObject], after: &[StackObject]) -> Compared {
        if before.len() != after.len() {
            return other("the stack is another one");
        }
        for (a, b) in before.iter().zip(after) {
            if a.dynamic != b.dynamic {
                return other("the stack is another one");
            }
            self.pair(a.id, b.id)?;
        }
        Ok(())
    }

    /// The one call and the one inside it.
    fn innermost_calls(&mut self) -> Compared {
        let (before, after) = (self.before, self.after);
        let (Some(a), Some(b)) = (before.frames.last(), after.frames.last()) else {
            return other("the run is at another place");
        };
        let place = |frame: &Frame<T>| (frame.func, frame.block, frame.pc);
        if place(a) != place(b) || !a.var_args.is_empty() || !b.var_args.is_empty() {
            return other("the run is at another place, or in a function with variable arguments");
        }
        // Such a mark is how much is on the stack.
        let marks = |inst: &ir::Inst| matches!(inst.kind, InstKind::StackSave);
        if self.module.funcs.iter().any(|func| func.blocks.iter().any(|block| block.insts.iter().any(marks))) {
            return other("the stack grows, and is marked somewhere");
        }
        let mut roots = Roots::new(self.flows);
        let depth = before.frames.len() as u32 - 1;
        for &reg in roots.registers(a.func, a.block, a.pc) {
            let ty = self.module.funcs[a.func].regs[reg].ty;
            let (x, y) = (&before.regs[a.regs + reg.index()], &after.regs[b.regs + reg.index()]);
            self.register(Cell::Register { depth, reg }, ty, x, y)?;
        }
        self.stack_objects(&before.stack_objects[a.objects..], &after.stack_objects[b.objects..])
    }

    fn register(&mut self, cell: Cell, ty: Type, a: &Value<T>, b: &Value<T>) -> Compared {
        let is_number = |value: &Value<T>| value.meta == crate::value::Meta::PLAIN;
        if let Some(index) = self.cells.iter().position(|other| *other == cell) {
            if !is_number(a) || !is_number(b) || !matches!(ty, Type::Int(_)) {
                return other("what varies is no number");
            }
            self.found[index] = Some(Shadowed { bits: b.bits(), tag: b.tag, is_address: false });
            return Ok(());
        }
        if b.tag != T::default() {
            let shadowed = |value: &Value<T>| Shadowed { bits: value.bits(), tag: value.tag, is_address: false };
            self.pinned.push(Pinned { value: shadowed(b), before: shadowed(a), ty });
        }
        match (a.meta.whole_object(self.pointer_size), b.meta.whole_object(self.pointer_size)) {
            (Some(from), Some(to)) => {
                let (before, after) = (&self.before.memory, &self.after.memory);
                let same = before.offset(before.object(from), a.lo) == after.offset(after.object(to), b.lo);
                if same { self.pair(from, to) } else { other("a pointer leads elsewhere") }
            }
            (None, None) if a.meta == b.meta && a.bits() == b.bits() => match (a.meta.object(), a.meta.is_unchosen()) {
                (Some(piece), _) => self.pair(piece, piece),
                (None, true) if self.undef(a) != self.undef_after(b) => other("something was chosen in between"),
                (None, _) => Ok(()),
            },
            (None, None) if is_number(a) && is_number(b) && matches!(ty, Type::Int(_)) => Err(Difference::Number(cell)),
            (None, None) | (Some(_), None) | (None, Some(_)) => other("a value is of another kind"),
        }
    }

    fn undef(&self, value: &Value<T>) -> Option<Value<T>> {
        self.before.undefs.get(value.lo as usize).copied().flatten()
    }

    fn undef_after(&self, value: &Value<T>) -> Option<Value<T>> {
        self.after.undefs.get(value.lo as usize).copied().flatten()
    }

    /// From now on the one is the other.
    fn pair(&mut self, a: ObjectId, b: ObjectId) -> Compared {
        match (self.there.get(&a), self.back.get(&b)) {
            (None, None) => {
                self.there.insert(a, b);
                self.back.insert(b, a);
                self.work.push((a, b));
                Ok(())
            }
            (Some(known), Some(_)) if *known == b => Ok(()),
            (Some(_), _) | (None, Some(_)) => {
                other("pointers that led to one object lead to two, or the other way round")
            }
        }
    }

    /// What lives as long as the program is itself.
    fn lasting_objects(&mut self) -> Compared {
        for (id, object) in self.before.memory.objects() {
            match object.kind {
                Kind::Global(_) | Kind::Environment | Kind::Function(_) | Kind::Label { .. } => self.pair(id, id)?,
                Kind::Heap | Kind::Stack { .. } | Kind::VarArgs | Kind::Outside => {}
            }
        }
        Ok(())
    }

    /// A number may be a pointer to them, so they have to be where they were.
    fn exposed_objects(&self) -> Compared {
        let exposed = |memory: &memory::Memory<T>| {
            memory
                .objects()
                .filter(|(_, object)| object.exposed && object.is_live())
                .map(|(id, _)| id)
                .collect::<Vec<_>>()
        };
        let (a, b) = (exposed(&self.before.memory), exposed(&self.after.memory));
        if a != b || a.iter().any(|id| self.there.get(id).is_some_and(|other| other != id)) {
            return other("numbers may be pointers to other objects");
        }
        Ok(())
    }

    fn object(&mut self, a: ObjectId, b: ObjectId) -> Compared {
        let (x, y) = (self.before.memory.object(a), self.after.memory.object(b));
        let life = |state: memory::State| match state {
            memory::State::Live => 0,
            memory::State::Freed(_) => 1,
            memory::State::OutOfScope(_) => 2,
            memory::State::Vacant => 3,
        };
        let nature = |object: &Object<T>| {
            (object.size, object.align, object.kind, life(object.state), object.readonly, object.opaque)
        };
        let marks = |object: &Object<T>| (object.outside, object.open_ended, object.exposed);
        if nature(x) != nature(y) || marks(x) != marks(y) {
            return other("a pointer leads to another kind of object");
        }
        if !x.is_live() || x.is_code() {
            return Ok(());
        }
        self.contents(x, y)
    }

    fn contents(&mut self, x: &Object<T>, y: &Object<T>) -> Compared {
        if x.contents.fill() != y.contents.fill() || x.contents.has_copies() || y.contents.has_copies() {
            return other("bytes that were never initialised are others");
        }
        self.cells_of(x, y)?;
        let mut at = 0;
        while at < x.size {
            let left = x.size - at;
            let blank = x.contents.blank_from(at, left).min(y.contents.blank_from(at, left));
            if blank == 0 {
                let len = x.contents.room(at).min(left);
                self.piece(x, y, at, len as usize)?;
                at += len;
            }
            at += blank;
        }
        Ok(())
    }

    /// Notes what the cells in the object have become.
    fn cells_of(&mut self, x: &Object<T>, y: &Object<T>) -> Compared {
        for (index, cell) in self.cells.iter().enumerate() {
            let Cell::Memory { address, bytes } = *cell else { continue };
            let Some(offset) = inside(x, address, bytes) else { continue };
            let (before, after) =
                (x.contents.read(offset, usize::from(bytes)), y.contents.read(offset, usize::from(bytes)));
            for raw in [&before, &after] {
                if raw.missing != 0 || raw.indeterminate || raw.pointers != Pointers::None {
                    return other("what varies is no number");
                }
            }
            let Some(tag) = after.tag else { return other("a number was written in parts") };
            self.found[index] = Some(Shadowed { bits: after.bits, tag, is_address: false });
        }
        Ok(())
    }

    fn piece(&mut self, x: &Object<T>, y: &Object<T>, at: u64, len: usize) -> Compared {
        let (p, q) = (x.contents.excerpt(at, len), y.contents.excerpt(at, len));
        if p.states != q.states || p.fragments.len() != q.fragments.len() || q.lost_tag {
            return other("bytes are initialised that were not, or pointers are elsewhere");
        }
        let varies = |offset: u64| {
            self.cells.iter().any(|cell| match *cell {
                Cell::Memory { address, bytes } => {
                    inside(x, address, bytes).is_some_and(|from| (from..from + u64::from(bytes)).contains(&offset))
                }
                Cell::Register { .. } => false,
            })
        };
        let mut pointers = vec![false; len];
        let pairs: Vec<(Fragment, Fragment)> = p.fragments.iter().copied().zip(q.fragments.iter().copied()).collect();
        for (a, b) in &pairs {
            let from = usize::from(a.at);
            pointers[from..from + usize::from(a.len)].fill(true);
            if (a.at, a.len, a.first) != (b.at, b.len, b.first) {
                return other("pointers are elsewhere");
            }
        }
        for tag in &q.tags {
            let (from, bytes) = (usize::from(tag.at), usize::from(tag.len));
            if !varies(at + from as u64) {
                let number = |data: &[u8], tag: T| {
                    let bits =
                        data[from..from + bytes].iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
                    Shadowed { bits, tag, is_address: false }
                };
                let known = p.tags.iter().find(|known| (known.at, known.len) == (tag.at, tag.len));
                let before = known.map_or(T::default(), |known| known.tag);
                let ty = Type::Int(8 * bytes as u16);
                self.pinned.push(Pinned { value: number(&q.data, tag.tag), before: number(&p.data, before), ty });
            }
        }
        let differs = |index: usize| {
            p.data[index] != q.data[index]
                && !pointers[index]
                && p.states[index] != UNINIT
                && !varies(at + index as u64)
        };
        if let Some(index) = (0..len).find(|index| differs(*index)) {
            return Err(Difference::Number(likely_cell(x, at + index as u64)));
        }
        for (a, b) in pairs {
            self.fragment(a, b, &p.data, &q.data)?;
        }
        Ok(())
    }

    /// A pointer among the bytes, or a part of one.
    fn fragment(&mut self, a: Fragment, b: Fragment, p: &[u8], q: &[u8]) -> Compared {
        let range = usize::from(a.at)..usize::from(a.at) + usize::from(a.len);
        let number = |data: &[u8]| data.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        if a.first != 0 || a.len != self.pointer_size {
            let same = a.object == b.object && p[range.clone()] == q[range];
            return if same { self.pair(a.object, b.object) } else { other("a part of a pointer is another one") };
        }
        let (before, after) = (&self.before.memory, &self.after.memory);
        let from = before.offset(before.object(a.object), number(&p[range.clone()]));
        let to = after.offset(after.object(b.object), number(&q[range]));
        if from == to { self.pair(a.object, b.object) } else { other("a pointer leads elsewhere") }
    }
}

/// The offset of a cell in an object, if it lies there.
pub(crate) fn inside<T>(object: &Object<T>, address: u64, bytes: u8) -> Option<u64> {
    let offset = address.checked_sub(object.base)?;
    (offset < object.size && object.size - offset >= u64::from(bytes)).then_some(offset)
}

/// Most numbers that vary are variables of their own, or words.
fn likely_cell<T>(object: &Object<T>, offset: u64) -> Cell {
    let bytes = match object.size {
        size @ (1 | 2 | 4 | 8) => size,
        size if size % 4 == 0 => 4,
        _ => 1,
    };
    Cell::Memory { address: object.base + offset / bytes * bytes, bytes: bytes as u8 }
}
