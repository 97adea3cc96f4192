//! Which objects may have an address: those that are there once.

use ir::{
    BitSet, BlockId, Builtin, CallGraph, Callee, Cfg, Const, FuncBody, FuncId, Function, Inst, InstKind, Module,
    Operand, RegId,
};

use crate::memory::derived::ObjectId;
use crate::memory::objects::size;
use crate::memory::targets::Once;

/// Objects that have an address, and how large they are.
const MOST_OBJECTS: usize = 500;
const MOST_SIZE: u64 = 1 << 20;

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
fn allocation(module: &Module, inst: &Inst) -> Option<Builtin> {
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
