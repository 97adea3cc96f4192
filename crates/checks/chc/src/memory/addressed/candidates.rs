//! Which objects may have an address: those that are there once.

use ir::{
    BitSet, BlockId, Builtin, CallGraph, Callee, Cfg, Const, FuncBody, FuncId, Function, Inst, InstKind, Module,
    Operand, RegId,
};

use crate::memory::derived::ObjectId;
use crate::memory::objects::{Size, size};
use crate::memory::targets::Once;

/// Objects that have an address, and how large those are whose size is known.
const MOST_OBJECTS: usize = 500;
const MOST_SIZE: u64 = 1 << 20;

/// What becomes of objects that are there many times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {
    /// They have no address here.
    NotFollowed,
    /// Those of the heap have; one of what this call allocates is looked at.
    Followed(Option<ObjectId>),
}

/// Objects that may have an address: those that are there once, and that only the program writes to; and of those that are there
/// many times, as is wanted.
pub fn candidates(
    module: &Module,
    entry: FuncId,
    calls: &CallGraph,
    many: Many,
    is_private: &dyn Fn(ObjectId) -> bool,
) -> Vec<ObjectId> {
    let once = Once::of(module, entry, calls);
    let globals = module.globals.iter_enumerated().filter(|(_, global)| global.name != ir::ERRNO);
    let mut found: Vec<ObjectId> = globals.map(|(id, _)| ObjectId::Global(id)).collect();
    for (id, func) in module.funcs.iter_enumerated() {
        for (block, code) in func.blocks.iter_enumerated() {
            for (index, inst) in code.insts.iter().enumerate() {
                let is_once = once.contains(id, block);
                if let InstKind::Alloca { .. } = inst.kind
                    && let Some(local) = inst.dst.filter(|_| is_once)
                    && lives_once(func, local, |block| once.contains(id, block))
                {
                    found.push(ObjectId::Local(id, local));
                } else if allocation(module, inst).is_some() {
                    let one = ObjectId::Heap(id, block, index);
                    match many {
                        _ if is_once => found.push(one),
                        Many::Followed(_) if size(module, one).is_some() => {
                            found.push(ObjectId::Others(id, block, index));
                        }
                        Many::Followed(_) | Many::NotFollowed => {}
                    }
                }
            }
        }
    }
    let has_room = |object: ObjectId| {
        let is_exact = size(module, object).is_some_and(|size| size.is_exact);
        size(module, object).is_some_and(|size| !is_exact || size.most <= MOST_SIZE)
    };
    found.retain(|object| !is_private(*object) && has_room(*object));
    found.truncate(MOST_OBJECTS);
    // Whichever is asked about, the others are the same, in the same windows.
    if let Many::Followed(Some(ObjectId::Heap(func, block, inst))) = many
        && found.contains(&ObjectId::Others(func, block, inst))
    {
        found.push(ObjectId::Heap(func, block, inst));
    }
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

/// How many bytes an allocation asks for, where that can be told.
pub fn allocated(module: &Module, func: FuncId, block: BlockId, inst: usize) -> Option<Size> {
    let inst = module.funcs[func].blocks[block].insts.get(inst)?;
    let args = &inst.kind.as_call()?.args;
    let number = |index: usize| match args.get(index)?.value {
        Operand::Const(id) => match module.consts.get(id) {
            Const::Int { value, .. } => u64::try_from(value).ok(),
            // Any other constant is no size.
            _ => None,
        },
        Operand::Reg(_) => None,
    };
    match allocation(module, inst)? {
        // Any other one that is an allocation has its size in one argument.
        Builtin::Calloc => Some(Size::exactly(number(0)?.checked_mul(number(1)?)?)),
        builtin => Some(number(asked(builtin)).map_or(Size::unknown(module), Size::exactly)),
    }
}

/// The argument of an allocation that says how many bytes are wanted.
pub fn asked(builtin: Builtin) -> usize {
    if builtin == Builtin::AlignedAlloc { 1 } else { 0 }
}
