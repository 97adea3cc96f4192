//! Objects whose address others may know, but only inside of the program: which they are, and where they lie.
//!
//! An address is a number: each such object has a window of numbers for itself, with room before and behind it, so that
//! a number tells the object that its pointer was derived from as long as the pointer does not go too far. Where objects really
//! lie is not known, and nothing that depends on it is taken from these numbers.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    BitSet, BlockId, Builtin, CallGraph, Callee, Cfg, Const, DataModel, FuncBody, FuncId, Function, Id, Inst, InstKind,
    Module, Operand, RegId,
};

use super::derived::ObjectId;
use super::layout::{Access, Layout};
use super::objects::size;
use super::targets::{Once, Sets};

/// Objects that have an address.
const MOST_OBJECTS: usize = 500;
const MOST_SIZE: u64 = 1 << 20;
/// Accesses of one object that are told apart.
const MOST_ACCESSES: usize = 2_000;

const MOST_COPIES: usize = 1_000;
const MOST_STAGES: usize = 4;

/// Numbers that belong to one object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub first: u64,
    /// The address of the object.
    pub base: u64,
    pub last: u64,
}

impl Window {
    fn of(model: DataModel, index: usize) -> Window {
        let (width, bits) = match model {
            DataModel::Lp64 => (1u64 << 40, 46),
            DataModel::Ilp32 => (1 << 22, 28),
        };
        let first = (1u64 << bits) + width * index as u64;
        Window { first, base: first + width / 2, last: first + width - 1 }
    }

    /// Is a place at this distance from the base inside, for sure?
    pub fn contains(&self, distance: i64) -> bool {
        let number = i128::from(self.base) + i128::from(distance);
        (i128::from(self.first)..=i128::from(self.last)).contains(&number)
    }
}

/// All windows of so many objects.
pub fn windows(model: DataModel, count: usize) -> Option<Window> {
    let last = Window::of(model, count.checked_sub(1)?);
    Some(Window { last: last.last, ..Window::of(model, 0) })
}

/// The address of a function, which is in no window, nor in the first page.
pub fn code(func: FuncId) -> u64 {
    (1 << 20) + 16 * func.index() as u64
}

/// Objects that may have an address: those that are there once, and that only the program writes to.
pub fn candidates(
    module: &Module,
    entry: FuncId,
    calls: &CallGraph,
    is_private: &dyn Fn(ObjectId) -> bool,
) -> Vec<ObjectId> {
    let once = Once::of(module, entry, calls);
    let globals = module.globals.iter_enumerated().filter(|(_, global)| global.name != ir::ERRNO);
    let mut found: Vec<ObjectId> = globals.map(|(id, _)| ObjectId::Global(id)).collect();
    for (id, func) in module.funcs.iter_enumerated().filter(|(id, _)| once.is_called_once(*id)) {
        for (block, code) in func.blocks.iter_enumerated().filter(|(block, _)| once.contains(id, *block)) {
            let objects = code.insts.iter().enumerate().filter_map(|(index, inst)| match &inst.kind {
                InstKind::Alloca { .. } => inst
                    .dst
                    .filter(|dst| lives_once(func, *dst, |block| once.contains(id, block)))
                    .map(|dst| ObjectId::Local(id, dst)),
                // Any other instruction that makes an object is a call.
                _ => allocation(module, inst).map(|_| ObjectId::Heap(id, block, index)),
            });
            found.extend(objects);
        }
    }
    found.retain(|object| !is_private(*object) && size(module, *object).is_some_and(|size| size <= MOST_SIZE));
    found.truncate(MOST_OBJECTS);
    found
}

/// Has a local one life? Whoever kept its address from an earlier one must not come to it in the next. Where a scope begins nobody can
/// have named it before.
fn lives_once(func: &Function, local: RegId, is_once: impl Fn(BlockId) -> bool) -> bool {
    let cfg = Cfg::of(func);
    for (block, code) in func.blocks.iter_enumerated() {
        for (index, inst) in code.insts.iter().enumerate() {
            let begins = matches!(inst.kind, InstKind::LifetimeStart { ptr } if ptr == Operand::Reg(local));
            if begins && (!is_once(block) || is_named_before(func, &cfg, local, (block, index))) {
                return false;
            }
        }
    }
    true
}

/// Is a register an operand on some way to an instruction?
fn is_named_before(func: &Function, cfg: &Cfg, reg: RegId, (block, index): (BlockId, usize)) -> bool {
    let names = |inst: &Inst| {
        let mut found = false;
        inst.for_each_operand(|operand| found |= operand == Operand::Reg(reg));
        found
    };
    if func.blocks[block].insts[..index].iter().any(names) {
        return true;
    }
    let mut seen = BitSet::new(func.blocks.len());
    let mut work = cfg.preds(block).to_vec();
    while let Some(before) = work.pop() {
        if seen.insert(before) {
            let code = &func.blocks[before];
            let mut leaves = false;
            code.term.for_each_operand(|operand| leaves |= operand == Operand::Reg(reg));
            if leaves || code.insts.iter().any(names) {
                return true;
            }
            work.extend(cfg.preds(before));
        }
    }
    false
}

/// Does the instruction allocate memory, and how?
pub fn allocation(module: &Module, inst: &Inst) -> Option<Builtin> {
    let Callee::Direct(callee) = inst.kind.as_call()?.callee else { return None };
    match module.funcs[callee].body {
        FuncBody::Builtin(builtin @ (Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc)) => Some(builtin),
        FuncBody::Builtin(_) | FuncBody::Defined | FuncBody::External => None,
    }
}

/// How many bytes an allocation asks for, where that is a constant.
pub fn allocated(module: &Module, func: FuncId, block: BlockId, inst: usize) -> Option<u64> {
    let inst = module.funcs[func].blocks[block].insts.get(inst)?;
    let call = inst.kind.as_call()?;
    let number = |index: usize| match call.args.get(index)?.value {
        Operand::Const(id) => match module.consts.get(id) {
            Const::Int { value, .. } => u64::try_from(value).ok(),
            // Any other constant is no size.
            _ => None,
        },
        Operand::Reg(_) => None,
    };
    match allocation(module, inst)? {
        Builtin::Malloc => number(0),
        Builtin::AlignedAlloc => number(1),
        // Any other one that is an allocation is `calloc`.
        _ => number(0)?.checked_mul(number(1)?),
    }
}

/// So many bytes of one object become those of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Copied {
    to: (ObjectId, i64),
    from: (ObjectId, i64),
    len: u64,
}

/// What functions do to objects through pointers, whoever's.
#[derive(Debug, Default)]
pub struct Effects {
    accesses: BTreeMap<ObjectId, Vec<Access>>,
    copies: Vec<Copied>,
    /// Of each function with all that it calls, the objects that it may come to.
    touched: Vec<BTreeSet<ObjectId>>,
}

impl Effects {
    pub fn of(module: &Module, calls: &CallGraph, sets: &Sets, is_reached: &dyn Fn(FuncId) -> bool) -> Effects {
        let touched = vec![BTreeSet::new(); module.funcs.len()];
        let mut effects = Effects { accesses: BTreeMap::new(), copies: Vec::new(), touched };
        for (id, func) in module.funcs.iter_enumerated().filter(|(id, _)| is_reached(*id)) {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                effects.inst(module, sets, id, inst);
            }
        }
        loop {
            let mut changed = false;
            for func in calls.sccs().flatten() {
                let mut own = std::mem::take(&mut effects.touched[func.index()]);
                let before = own.len();
                for callee in calls.callees(*func).iter().filter(|callee| *callee != func) {
                    own.extend(effects.touched[callee.index()].iter().copied());
                }
                changed |= own.len() > before;
                effects.touched[func.index()] = own;
            }
            if !changed {
                return effects;
            }
        }
    }

    fn inst(&mut self, module: &Module, sets: &Sets, id: FuncId, inst: &Inst) {
        let (ty, ptr, of) = match &inst.kind {
            InstKind::Load { ty, ptr, of, .. } | InstKind::Store { ty, ptr, of, .. } => (*ty, *ptr, *of),
            // Any other instruction has no part in how objects are divided, but for copies; whatever it is given it may touch.
            _ => {
                self.copy(module, sets, id, inst);
                inst.for_each_operand(|operand| {
                    let targets = sets.operand(module, id, operand);
                    self.touched[id.index()].extend(targets.objects.into_keys());
                });
                inst.for_each_def(|reg| {
                    let targets = sets.operand(module, id, Operand::Reg(reg));
                    self.touched[id.index()].extend(targets.objects.into_keys());
                });
                return;
            }
        };
        let access = Access::of(module, ty, of);
        for (object, place) in sets.operand(module, id, ptr).objects {
            self.touched[id.index()].insert(object);
            let accesses = self.accesses.entry(object).or_default();
            let access = Access { constant: place.constant, step: place.step, ..access };
            if accesses.len() <= MOST_ACCESSES && !accesses.contains(&access) {
                accesses.push(access);
            }
        }
    }

    fn copy(&mut self, module: &Module, sets: &Sets, id: FuncId, inst: &Inst) {
        let InstKind::MemCopy { dst, src, len: Operand::Const(len), .. } = inst.kind else { return };
        let Const::Int { value, .. } = module.consts.get(len) else { return };
        let Ok(len) = u64::try_from(value) else { return };
        for (to, there) in sets.operand(module, id, dst).objects.into_iter().filter(|(_, place)| place.step == 0) {
            for (from, here) in sets.operand(module, id, src).objects.into_iter().filter(|(_, place)| place.step == 0) {
                let copied = Copied { to: (to, there.constant), from: (from, here.constant), len };
                if self.copies.len() < MOST_COPIES && !self.copies.contains(&copied) {
                    self.copies.push(copied);
                }
            }
        }
    }

    /// How objects are divided, these and those that are accessed in the given ways. What is read from a copy divides what
    /// it is a copy of, unless that is divided otherwise there.
    pub fn layouts(
        &self,
        addressed: &[ObjectId],
        private: impl IntoIterator<Item = (ObjectId, Vec<Access>)>,
    ) -> BTreeMap<ObjectId, Layout> {
        let of = |object: &ObjectId| self.accesses.get(object).cloned().unwrap_or_default();
        let mut accesses: BTreeMap<ObjectId, Vec<Access>> = private.into_iter().collect();
        accesses.extend(addressed.iter().map(|object| (*object, of(object))));
        // Copies of copies are rarely of copies.
        for _ in 0..MOST_STAGES {
            for Copied { to, from, len } in &self.copies {
                let read = accesses.get(&to.0).cloned().unwrap_or_default();
                let Some(known) = accesses.get_mut(&from.0) else { continue };
                for access in read {
                    let distance = i128::from(access.constant) - i128::from(to.1);
                    let is_copied = distance >= 0 && distance + i128::from(access.bytes) <= i128::from(*len);
                    let new = Access { constant: access.constant.wrapping_sub(to.1).wrapping_add(from.1), ..access };
                    let fits = access.step == 0 && is_copied
                        || access.step != 0 && known.iter().all(|other| other.step == access.step);
                    if fits && known.iter().all(|other| !other.meets(&new)) {
                        known.push(new);
                    }
                }
            }
        }
        // Nothing is known of what is accessed in too many ways.
        let most = |accesses: &Vec<Access>| accesses.len() <= MOST_ACCESSES;
        accesses.into_iter().map(|(id, all)| (id, Layout::of(if most(&all) { &all } else { &[] }))).collect()
    }

    pub fn touches(&self, func: FuncId, object: ObjectId) -> bool {
        self.touched.get(func.index()).is_some_and(|touched| touched.contains(&object))
    }
}

/// Where objects lie.
pub fn lay_out(model: DataModel, objects: &[ObjectId]) -> BTreeMap<ObjectId, Window> {
    objects.iter().enumerate().map(|(index, object)| (*object, Window::of(model, index))).collect()
}
