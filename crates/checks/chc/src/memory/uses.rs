//! What a program does with addresses: which objects others may know of, and how the rest is accessed.

use ir::{Callee, Cfg, Const, FuncId, Function, IdVec, InitPiece, Inst, InstKind, Module, Operand, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::derived::{Base, Derived, ObjectId, Registers};
use super::layout::Access;

/// Calls inside calls that an address is followed through, and accesses of one object that are told apart.
const MOST_DEPTH: usize = 200;
const MOST_ACCESSES: usize = 2_000;

/// An object, or what a parameter of a function leads into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Object(ObjectId),
    Param(FuncId, usize),
}

/// An address is passed to a function.
#[derive(Clone, Copy, Debug)]
struct Passed {
    constant: i64,
    step: u64,
    to: (FuncId, usize),
}

#[derive(Default, Debug)]
struct Known {
    /// Others may know the address.
    is_shared: bool,
    accesses: Vec<Access>,
    passed: Vec<Passed>,
}

/// The uses of all addresses that a program has names for.
pub struct Uses<'m> {
    module: &'m Module,
    is_read_in_place: &'m dyn Fn(FuncId) -> bool,
    known: FxHashMap<Owner, Known>,
    /// Of parameters, what was found with all that they are passed on to; `None` if others may know.
    resolved: FxHashMap<(FuncId, usize), Option<Vec<Access>>>,
    open: FxHashSet<(FuncId, usize)>,
}

impl<'m> Uses<'m> {
    /// Calls of functions that are read in place are followed, from all of their callers.
    pub fn of(
        module: &'m Module,
        registers: &IdVec<FuncId, Registers>,
        is_read_in_place: &'m dyn Fn(FuncId) -> bool,
    ) -> Uses<'m> {
        let mut uses = Uses {
            module,
            is_read_in_place,
            known: FxHashMap::default(),
            resolved: FxHashMap::default(),
            open: FxHashSet::default(),
        };
        uses.globals();
        for (id, func) in module.funcs.iter_enumerated().filter(|(_, func)| func.is_defined()) {
            uses.function(id, func, &registers[id]);
        }
        uses
    }

    /// Objects that are named somewhere.
    pub fn objects(&self) -> Vec<ObjectId> {
        let object = |owner: &Owner| if let Owner::Object(object) = owner { Some(*object) } else { None };
        self.known.keys().filter_map(object).collect()
    }

    /// How an object is accessed; `None` if others may know its address.
    pub fn accesses(&mut self, object: ObjectId) -> Option<Vec<Access>> {
        self.all_accesses(Owner::Object(object), 0)
    }

    fn all_accesses(&mut self, owner: Owner, depth: usize) -> Option<Vec<Access>> {
        let Some(known) = self.known.get(&owner) else { return Some(Vec::new()) };
        if known.is_shared {
            return None;
        }
        let mut all = known.accesses.clone();
        for passed in known.passed.clone() {
            for access in self.of_param(passed.to, depth + 1)? {
                let start = Derived { base: Base::Param(0), constant: passed.constant, step: passed.step };
                let there = start.plus(self.module, access.constant, access.step);
                all.push(Access { constant: there.constant, step: there.step, ..access });
            }
        }
        all.sort_unstable_by_key(|access| (access.constant, access.step, access.bytes, access.signed, access.holds));
        all.dedup();
        (all.len() <= MOST_ACCESSES).then_some(all)
    }

    fn of_param(&mut self, param: (FuncId, usize), depth: usize) -> Option<Vec<Access>> {
        if let Some(found) = self.resolved.get(&param) {
            return found.clone();
        }
        // Passed on in a circle, whatever the plan says: nobody follows that.
        if depth > MOST_DEPTH || !self.open.insert(param) {
            return None;
        }
        let found = self.all_accesses(Owner::Param(param.0, param.1), depth);
        self.open.remove(&param);
        self.resolved.insert(param, found.clone());
        found
    }

    /// Addresses in initialisers can be read by anybody.
    fn globals(&mut self) {
        let module = self.module;
        for global in module.globals.iter() {
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
                        self.owner(Owner::Object(ObjectId::Global(id))).is_shared = true;
                    }
                }
            }
        }
        for (id, global) in module.globals.iter_enumerated() {
            // Builtins write the one, and what the other holds is not modelled.
            if global.name == ir::ERRNO || has_unsupported(global) {
                self.owner(Owner::Object(ObjectId::Global(id))).is_shared = true;
            }
        }
    }

    fn owner(&mut self, owner: Owner) -> &mut Known {
        self.known.entry(owner).or_default()
    }

    fn function(&mut self, id: FuncId, func: &Function, registers: &Registers) {
        let cfg = Cfg::of(func);
        for block in cfg.rpo() {
            let block = &func.blocks[*block];
            for inst in &block.insts {
                Place { uses: self, id, func, registers }.inst(inst);
            }
            let mut place = Place { uses: self, id, func, registers };
            let mut followed = Vec::new();
            block.term.for_each_target(|target| {
                for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    if registers.register(*param).is_some() {
                        followed.push(*arg);
                    }
                }
            });
            // An argument that is passed twice is an operand twice.
            block.term.for_each_operand(|operand| match followed.iter().position(|arg| *arg == operand) {
                Some(at) => {
                    followed.swap_remove(at);
                }
                None => place.share(operand),
            });
        }
    }
}

/// Where an address is used.
struct Place<'a, 'm> {
    uses: &'a mut Uses<'m>,
    id: FuncId,
    func: &'a Function,
    registers: &'a Registers,
}

impl Place<'_, '_> {
    fn known(&mut self, operand: Operand) -> Option<(Derived, &mut Known)> {
        let derived = self.registers.get(self.uses.module, operand)?;
        let owner = match derived.base {
            Base::Object(object) => Owner::Object(object),
            Base::Param(index) => Owner::Param(self.id, index),
        };
        Some((derived, self.uses.owner(owner)))
    }

    /// It is there, whether it is accessed or not.
    fn name(&mut self, operand: Operand) {
        let _named = self.known(operand);
    }

    fn share(&mut self, operand: Operand) {
        if let Some((_, known)) = self.known(operand) {
            known.is_shared = true;
        }
    }

    fn access(&mut self, ptr: Operand, ty: Type, of: Option<TypeId>) {
        let access = Access::of(self.uses.module, ty, of);
        if let Some((Derived { constant, step, .. }, known)) = self.known(ptr) {
            known.accesses.push(Access { constant, step, ..access });
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match &inst.kind {
            InstKind::Alloca { size, .. } => {
                self.share(*size);
                inst.dst.into_iter().for_each(|dst| self.name(Operand::Reg(dst)));
            }
            InstKind::Offset { base, terms, .. } => {
                terms.iter().for_each(|term| self.share(term.value));
                // Where it leads to is followed further.
                if inst.dst.is_none_or(|dst| self.registers.register(dst).is_none()) {
                    self.share(*base);
                }
            }
            InstKind::Select { cond, a, b, .. } => {
                self.share(*cond);
                if inst.dst.is_none_or(|dst| self.registers.register(dst).is_none()) {
                    self.share(*a);
                    self.share(*b);
                }
            }
            InstKind::Load { ty, ptr, of, .. } => self.access(*ptr, *ty, *of),
            InstKind::Store { ty, ptr, value, of, .. } => {
                self.share(*value);
                self.access(*ptr, *ty, *of);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.share(*len);
                [*dst, *src].into_iter().for_each(|ptr| self.name(ptr));
            }
            InstKind::MemSet { dst, byte, len } => {
                self.share(*byte);
                self.share(*len);
                self.name(*dst);
            }
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => self.name(*ptr),
            // Who compares addresses learns nothing that leads to the object.
            InstKind::Compare { .. } | ir::insts!(bindings) => {}
            InstKind::Call(call) => self.call(call),
            InstKind::Binary { .. }
            | InstKind::Overflows { .. }
            | InstKind::Bits { .. }
            | InstKind::Cast { .. }
            | ir::insts!(floats)
            | ir::insts!(choices)
            | ir::insts!(conditions)
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::Unsupported(_) => inst.for_each_operand(|operand| self.share(operand)),
        }
    }

    fn call(&mut self, call: &ir::Call) {
        let module = self.uses.module;
        let followed = match call.callee {
            Callee::Direct(callee) => Some(callee).filter(|callee| (self.uses.is_read_in_place)(*callee)),
            Callee::Indirect(target) => {
                self.share(target);
                None
            }
        };
        for (index, arg) in call.args.iter().enumerate() {
            let to = followed.filter(|callee| passes(module, self.func, call, index, *callee));
            match (to, self.known(arg.value)) {
                (Some(to), Some((Derived { constant, step, .. }, known))) => {
                    known.passed.push(Passed { constant, step, to: (to, index) });
                }
                (None, Some((_, known))) => known.is_shared = true,
                (_, None) => {}
            }
        }
    }
}

/// Is the argument of the call, an address, what the parameter of the function gets?
pub fn passes(module: &Module, caller: &Function, call: &ir::Call, index: usize, callee: FuncId) -> bool {
    let param = module.funcs[callee].params.get(index).map(|param| module.funcs[callee].regs[*param].ty);
    let arg = call.args.get(index).map(|arg| module.operand_type(caller, arg.value));
    param == Some(Type::Ptr) && arg == Some(Type::Ptr)
}

pub fn has_unsupported(global: &ir::Global) -> bool {
    global.init.iter().flatten().any(|piece| matches!(piece, InitPiece::Unsupported { .. }))
}
