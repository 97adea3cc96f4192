//! Which registers a C variable is in where a block begins.
//!
//! `bind` says it where a variable is assigned. Where paths meet, it is the block's parameter that every path gives the
//! variable's value.

use ir::{BlockId, Cfg, Function, Inst, InstKind, Operand, Target, VarId};
use rustc_hash::FxHashMap;

/// Operands that all have the variable's value.
pub type Bound = FxHashMap<VarId, Vec<Operand>>;

/// The variables bound at the start of every block that can be reached; the block's own parameters come first.
pub fn at_blocks(func: &Function) -> FxHashMap<BlockId, Bound> {
    let cfg = Cfg::of(func);
    let mut starts: FxHashMap<BlockId, Bound> = FxHashMap::default();
    starts.insert(func.entry(), Bound::default());
    // A path that was not looked at yet may take something away, never add.
    loop {
        let mut changed = false;
        for &block in cfg.rpo() {
            let Some(start) = starts.get(&block) else { continue };
            let end = after(&func.blocks[block].insts, start.clone());
            let mut targets: Vec<&Target> = Vec::new();
            func.blocks[block].term.for_each_target(|target| targets.push(target));
            for target in targets {
                let given = through(func, target, &end);
                let Some(known) = starts.get_mut(&target.block) else {
                    starts.insert(target.block, given);
                    changed = true;
                    continue;
                };
                known.retain(|var, operands| {
                    let before = operands.len();
                    operands.retain(|operand| given.get(var).is_some_and(|given| given.contains(operand)));
                    changed |= operands.len() != before;
                    !operands.is_empty()
                });
            }
        }
        if !changed {
            return starts;
        }
    }
}

/// Behind these instructions.
pub fn after(insts: &[Inst], mut bound: Bound) -> Bound {
    for inst in insts {
        if let InstKind::Bind { var, value } = inst.kind {
            bound.insert(var, vec![value]);
        }
        if let InstKind::Unbind { var } = inst.kind {
            bound.remove(&var);
        }
    }
    bound
}

/// Beyond an edge, a value is also in the parameters that it is given to.
fn through(func: &Function, target: &Target, end: &Bound) -> Bound {
    let params = &func.blocks[target.block].params;
    let operands = |operands: &[Operand]| -> Vec<Operand> {
        let given = params.iter().zip(&target.args).filter(|(_, arg)| operands.contains(arg));
        // A register of a block may have another value when it is entered again, so parameters are not carried along.
        let kept = operands.iter().filter(|operand| !params.iter().any(|param| **operand == Operand::Reg(*param)));
        given.map(|(param, _)| Operand::Reg(*param)).chain(kept.copied()).collect()
    };
    let bound = end.iter().map(|(var, before)| (*var, operands(before)));
    bound.filter(|(_, operands)| !operands.is_empty()).collect()
}
