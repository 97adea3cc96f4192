//! Pointers to locals that may be out of scope where they are used.

use ir::{BitSet, BlockId, Cfg, Function, Id, Inst, InstKind, Operand, RegId};
use rustc_hash::FxHashSet;

/// Accesses through registers that may dangle: since they got their value, the scope of the local that they lead into has ended on some
/// way there; calls that pass such registers, and comparisons of them. A new life of the local gives its name back, and no other
/// pointer. `local` tells which one a register leads into.
pub(super) fn over(func: &Function, cfg: &Cfg, local: impl Fn(RegId) -> Option<RegId>) -> FxHashSet<(BlockId, usize)> {
    let mut found = FxHashSet::default();
    let mut dangling: Vec<BitSet<RegId>> = func.blocks.iter().map(|_| BitSet::new(func.regs.len())).collect();
    let mut work: Vec<BlockId> = cfg.rpo().iter().rev().copied().collect();
    while let Some(block) = work.pop() {
        let mut here = dangling[block.index()].clone();
        func.blocks[block].insts.iter().for_each(|inst| step(func, inst, &local, &mut here));
        func.blocks[block].term.for_each_target(|target| {
            // All arguments are read before any parameter gets its value.
            let mut there = here.clone();
            for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                set(&mut there, *param, register(*arg).is_some_and(|arg| here.contains(arg)));
            }
            if dangling[target.block.index()].union_with(&there) {
                work.push(target.block);
            }
        });
    }
    for block in cfg.rpo() {
        let mut here = dangling[block.index()].clone();
        for (index, inst) in func.blocks[*block].insts.iter().enumerate() {
            let accessed = match &inst.kind {
                InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => vec![*ptr],
                InstKind::MemCopy { dst, src, .. } => vec![*dst, *src],
                InstKind::MemSet { dst, .. } => vec![*dst],
                InstKind::Compare { a, b, .. } => vec![*a, *b],
                InstKind::Call(call) => call.args.iter().map(|arg| arg.value).collect(),
                // Any other instruction accesses nothing that is named here.
                _ => Vec::new(),
            };
            if accessed.into_iter().filter_map(register).any(|reg| here.contains(reg)) {
                found.insert((*block, index));
            }
            step(func, inst, &local, &mut here);
        }
    }
    found
}

fn register(operand: Operand) -> Option<RegId> {
    if let Operand::Reg(reg) = operand { Some(reg) } else { None }
}

fn step(func: &Function, inst: &Inst, local: &impl Fn(RegId) -> Option<RegId>, dangling: &mut BitSet<RegId>) {
    match &inst.kind {
        InstKind::LifetimeEnd { ptr } => {
            if let Some(ended) = register(*ptr).and_then(local) {
                func.regs.ids().filter(|reg| local(*reg) == Some(ended)).for_each(|reg| {
                    dangling.insert(reg);
                });
            }
        }
        InstKind::LifetimeStart { ptr } => {
            if let Some(begun) = register(*ptr).and_then(local) {
                dangling.remove(begun);
            }
        }
        InstKind::Alloca { .. } => {
            if let Some(dst) = inst.dst {
                dangling.remove(dst);
            }
        }
        InstKind::Offset { base, .. } => {
            if let Some(dst) = inst.dst {
                let dangles = register(*base).is_some_and(|base| dangling.contains(base));
                set(dangling, dst, dangles);
            }
        }
        InstKind::Select { a, b, .. } => {
            if let Some(dst) = inst.dst {
                let dangles = [a, b].into_iter().filter_map(|operand| register(*operand));
                let dangles = dangles.into_iter().any(|reg| dangling.contains(reg));
                set(dangling, dst, dangles);
            }
        }
        // Any other instruction begins and ends no scope, and makes no pointer into a named object.
        _ => {}
    }
}

fn set(dangling: &mut BitSet<RegId>, reg: RegId, dangles: bool) {
    if dangles {
        dangling.insert(reg);
    } else {
        dangling.remove(reg);
    }
}
