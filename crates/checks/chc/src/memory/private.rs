//! Which objects are private, and how they are accessed.

use ir::{
    BlockId, Const, FuncId, Function, GlobalId, IdVec, InitPiece, Inst, InstKind, Module, Operand, RegId, Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::{Access, Layout, gcd};
use super::scope::over;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectId {
    Global(GlobalId),
    /// The register of the `alloca`.
    Local(FuncId, RegId),
}

#[derive(Clone, Debug)]
pub struct Object {
    pub size: u64,
    pub layout: Layout,
}

/// A register that holds the address of a place in a private object. Its word is the distance from the object's start.
#[derive(Clone, Copy, Debug)]
struct Derived {
    object: ObjectId,
    constant: i64,
    step: u64,
}

/// The private objects of a program.
#[derive(Debug)]
pub struct Objects {
    objects: FxHashMap<ObjectId, Object>,
    derived: IdVec<FuncId, FxHashMap<RegId, Derived>>,
    /// Accesses of locals that may be out of scope.
    over: IdVec<FuncId, FxHashSet<(BlockId, usize)>>,
}

impl Objects {
    pub fn of(module: &Module) -> Objects {
        let mut scan = Scan { module, shared: FxHashSet::default(), accesses: FxHashMap::default() };
        scan.globals();
        let derived: IdVec<FuncId, _> =
            module.funcs.iter_enumerated().map(|(id, func)| scan.function(id, func)).collect();
        let over = module.funcs.iter_enumerated().map(|(id, func)| {
            over(func, |reg| match derived[id].get(&reg)?.object {
                ObjectId::Local(_, local) => Some(local),
                ObjectId::Global(_) => None,
            })
        });
        let over = over.collect();
        let Scan { shared, accesses, .. } = scan;
        let mut objects = FxHashMap::default();
        for (id, accesses) in accesses {
            if let Some(size) = size(module, id).filter(|_| !shared.contains(&id)) {
                objects.insert(id, Object { size, layout: Layout::of(&accesses) });
            }
        }
        Objects { objects, derived, over }
    }

    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    /// All of them, in a fixed order.
    pub fn ids(&self) -> Vec<ObjectId> {
        let mut ids: Vec<ObjectId> = self.objects.keys().copied().collect();
        ids.sort_unstable();
        ids
    }

    /// May what an operand names not be written to?
    pub fn is_constant(&self, module: &Module, func: FuncId, operand: Operand) -> bool {
        match derived(module, &self.derived[func], operand) {
            Some(Derived { object: ObjectId::Global(global), .. }) => module.globals[global].constant,
            Some(Derived { object: ObjectId::Local(..), .. }) | None => false,
        }
    }

    /// The private object that an operand points into.
    pub fn object(&self, module: &Module, func: FuncId, operand: Operand) -> Option<ObjectId> {
        let id = derived(module, &self.derived[func], operand)?.object;
        self.objects.contains_key(&id).then_some(id)
    }

    /// The private object that an access is of, and the slot, if it has one.
    pub fn slot(&self, module: &Module, func: FuncId, ptr: Operand, bytes: u64) -> Option<(ObjectId, Option<usize>)> {
        let Derived { object, constant, .. } = derived(module, &self.derived[func], ptr)?;
        let layout = &self.objects.get(&object)?.layout;
        Some((object, layout.slot(constant, bytes)))
    }

    /// Where in an element an access of a private array is, if its address may be elsewhere after it wrapped around: the stride,
    /// and the distance from the start of an element. Powers of two divide what addresses wrap around by.
    pub fn residue(&self, module: &Module, func: FuncId, ptr: Operand) -> Option<(u64, u64)> {
        let Derived { object, constant, .. } = derived(module, &self.derived[func], ptr)?;
        let layout = &self.objects.get(&object)?.layout;
        (layout.is_array() && !layout.stride.is_power_of_two()).then(|| (layout.stride, layout.place(constant)))
    }

    /// What an operand names, private or not.
    pub fn named(&self, module: &Module, func: FuncId, operand: Operand) -> Option<ObjectId> {
        derived(module, &self.derived[func], operand).map(|derived| derived.object)
    }

    /// May the object that the instruction accesses be out of scope?
    pub fn may_be_over(&self, func: FuncId, block: BlockId, inst: usize) -> bool {
        self.over[func].contains(&(block, inst))
    }

    /// Are so many bytes inside of an object that is named there, private or not, in every run?
    pub fn is_inside(&self, module: &Module, func: FuncId, ptr: Operand, bytes: u64) -> bool {
        let Some(Derived { object, constant, step: 0 }) = derived(module, &self.derived[func], ptr) else {
            return false;
        };
        if let ObjectId::Global(global) = object
            && has_unsupported(&module.globals[global])
        {
            return false;
        }
        let end = u64::try_from(constant).ok().and_then(|start| start.checked_add(bytes));
        size(module, object).zip(end).is_some_and(|(size, end)| end <= size)
    }

    /// The distance from the object's start, where it is the same in every run.
    pub fn constant(&self, module: &Module, func: FuncId, ptr: Operand) -> Option<i64> {
        let Derived { constant, step, .. } = derived(module, &self.derived[func], ptr)?;
        (step == 0).then_some(constant)
    }
}

/// Of the objects that can be private at all, their sizes.
fn size(module: &Module, id: ObjectId) -> Option<u64> {
    match id {
        ObjectId::Global(id) => {
            let global = &module.globals[id];
            global.init.as_ref().map(|_| global.size)
        }
        ObjectId::Local(func, reg) => {
            let func = &module.funcs[func];
            let alloca = func.blocks[func.entry()].insts.iter().find(|inst| inst.dst == Some(reg))?;
            let InstKind::Alloca { size: Operand::Const(size), dynamic: false, .. } = alloca.kind else { return None };
            let Const::Int { value, .. } = module.consts.get(size) else { return None };
            u64::try_from(value).ok().filter(|size| *size <= module.data_model.max_object_size())
        }
    }
}

/// A distance as addresses have it: modulo their width.
fn distance(module: &Module, constant: i64) -> i64 {
    let width = u16::try_from(module.data_model.pointer_bits()).expect("invariant: 32 or 64");
    i64::try_from(ir::sign_extend(ir::truncate(constant as u128, width), width)).expect("invariant: at most 64 bits")
}

fn has_unsupported(global: &ir::Global) -> bool {
    global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Unsupported { .. }))
}

fn derived(module: &Module, registers: &FxHashMap<RegId, Derived>, operand: Operand) -> Option<Derived> {
    match operand {
        Operand::Reg(reg) => registers.get(&reg).copied(),
        Operand::Const(id) => match module.consts.get(id) {
            Const::Global { id, offset } => {
                Some(Derived { object: ObjectId::Global(id), constant: distance(module, offset), step: 0 })
            }
            Const::Int { .. } | Const::Null | Const::Func(_) | Const::Block { .. } | Const::Float { .. } => None,
        },
    }
}

struct Scan<'m> {
    module: &'m Module,
    /// Others may know the address.
    shared: FxHashSet<ObjectId>,
    accesses: FxHashMap<ObjectId, Vec<Access>>,
}

impl Scan<'_> {
    /// Addresses in initialisers can be read by anybody.
    fn globals(&mut self) {
        for global in self.module.globals.iter() {
            for piece in global.init.iter().flatten() {
                let named = match piece {
                    InitPiece::Address { value, .. } => [Some(*value), None],
                    InitPiece::Difference { plus, minus, .. } => [Some(*plus), Some(*minus)],
                    InitPiece::Zero(_)
                    | InitPiece::Bytes(_)
                    | InitPiece::Undef(_)
                    | InitPiece::Outside(_)
                    | InitPiece::Unsupported { .. } => [None, None],
                };
                for value in named.into_iter().flatten() {
                    if let Const::Global { id, .. } = value {
                        self.shared.insert(ObjectId::Global(id));
                    }
                }
            }
        }
        for (id, global) in self.module.globals.iter_enumerated() {
            // Builtins write the one, and what the other holds is not modelled.
            if global.name == ir::ERRNO || has_unsupported(global) {
                self.shared.insert(ObjectId::Global(id));
            }
        }
    }

    fn function(&mut self, id: FuncId, func: &Function) -> FxHashMap<RegId, Derived> {
        let mut registers = FxHashMap::default();
        if !func.is_defined() {
            return registers;
        }
        // Definitions come before uses, whatever way control takes, but for the parameters of blocks, which are not followed.
        let cfg = ir::Cfg::of(func);
        for block in cfg.rpo() {
            let block = &func.blocks[*block];
            for inst in &block.insts {
                self.inst(id, inst, &mut registers);
            }
            block.term.for_each_operand(|operand| self.share(&registers, operand));
        }
        registers
    }

    fn share(&mut self, registers: &FxHashMap<RegId, Derived>, operand: Operand) {
        if let Some(derived) = derived(self.module, registers, operand) {
            self.shared.insert(derived.object);
        }
    }

    fn inst(&mut self, func: FuncId, inst: &Inst, registers: &mut FxHashMap<RegId, Derived>) {
        match &inst.kind {
            InstKind::Alloca { size, .. } => {
                self.share(registers, *size);
                if let Some(dst) = inst.dst {
                    let object = ObjectId::Local(func, dst);
                    self.accesses.entry(object).or_default();
                    registers.insert(dst, Derived { object, constant: 0, step: 0 });
                }
            }
            InstKind::Offset { base, terms, constant, .. } => {
                terms.iter().for_each(|term| self.share(registers, term.value));
                let Some(base) = derived(self.module, registers, *base) else { return };
                let step = terms.iter().fold(base.step, |step, term| gcd(step, term.scale.unsigned_abs()));
                match (inst.dst, base.constant.checked_add(*constant)) {
                    (Some(dst), Some(constant)) => {
                        let constant = distance(self.module, constant);
                        registers.insert(dst, Derived { object: base.object, constant, step });
                    }
                    (_, None) => {
                        self.shared.insert(base.object);
                    }
                    (None, Some(_)) => {}
                }
            }
            InstKind::Load { ty, ptr, of, .. } => self.access(registers, *ptr, *ty, *of),
            InstKind::Store { ty, ptr, value, of, .. } => {
                self.share(registers, *value);
                self.access(registers, *ptr, *ty, *of);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.share(registers, *len);
                [*dst, *src].into_iter().for_each(|ptr| self.name(registers, ptr));
            }
            InstKind::MemSet { dst, byte, len } => {
                self.share(registers, *byte);
                self.share(registers, *len);
                self.name(registers, *dst);
            }
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => self.name(registers, *ptr),
            ir::insts!(bindings) => {}
            InstKind::Binary { .. }
            | InstKind::Overflows { .. }
            | InstKind::Bits { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | ir::insts!(floats)
            | ir::insts!(choices)
            | ir::insts!(conditions)
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::Call(_)
            | InstKind::Unsupported(_) => inst.for_each_operand(|operand| self.share(registers, operand)),
        }
    }

    fn name(&mut self, registers: &FxHashMap<RegId, Derived>, ptr: Operand) {
        if let Some(derived) = derived(self.module, registers, ptr) {
            self.accesses.entry(derived.object).or_default();
        }
    }

    fn access(&mut self, registers: &FxHashMap<RegId, Derived>, ptr: Operand, ty: Type, of: Option<TypeId>) {
        let Some(Derived { object, constant, step }) = derived(self.module, registers, ptr) else { return };
        let signed = ty != Type::Ptr && !of.is_some_and(|of| ir::is_unsigned(&self.module.types, of));
        let bytes = ty.store_size(self.module.data_model);
        self.accesses.entry(object).or_default().push(Access { constant, step, bytes, signed });
    }
}
