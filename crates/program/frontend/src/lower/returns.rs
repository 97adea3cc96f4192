//! Functions that may end without `return`.
//!
//! That is allowed as long as nobody uses the result (C 6.9.1, paragraph 12). So such a function gets a second result, which
//! says whether the first one is one, and whoever uses the first one requires it. Calls through pointers know nothing of it:
//! a function whose address is taken has to return something.

use ir::{
    Block, BlockId, Callee, Const, FuncId, Function, Global, Id, InitPiece, Inst, InstKind, LocId, Module, Operand,
    RegId, Requirement, Target, TermKind, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// `unreturned`: functions, and the register that each returns where there was no `return`.
pub(super) fn require_results(module: &mut Module, unreturned: &[(FuncId, RegId)]) {
    if unreturned.is_empty() {
        return;
    }
    let (yes, no) = (Operand::Const(module.consts.int(1, 1)), Operand::Const(module.consts.int(1, 0)));
    let called_through_pointers = addressed(module);
    let mut changed = FxHashSet::default();
    for &(id, reg) in unreturned {
        let func = &mut module.funcs[id];
        let [_] = func.signature.rets.as_slice() else { continue };
        let is_value = follow(func, reg, yes, no);
        let strict = called_through_pointers.contains(&id);
        for block in func.blocks.iter_mut() {
            let TermKind::Return(values) = &mut block.term.kind else { continue };
            let cond = match values.first() {
                Some(Operand::Reg(reg)) => is_value.get(reg).copied().unwrap_or(yes),
                Some(Operand::Const(_)) | None => yes,
            };
            if !strict {
                values.push(cond);
            } else if cond != yes {
                block.insts.push(require(cond, block.term.loc));
            }
        }
        if !strict {
            func.signature.rets.push(Type::BOOL);
            changed.insert(id);
        }
    }
    for func in module.funcs.iter_mut().filter(|func| calls_one(func, &changed)) {
        check_calls(func, &changed);
    }
}

fn require(cond: Operand, loc: LocId) -> Inst {
    Inst { dst: None, loc, kind: InstKind::Require { cond, what: Requirement::Result } }
}

/// Functions that are more than called by their name.
fn addressed(module: &Module) -> FxHashSet<FuncId> {
    let of_piece = |piece: &InitPiece| match piece {
        InitPiece::Address { value, .. } => [Some(*value), None],
        InitPiece::Difference { plus, minus, .. } => [Some(*plus), Some(*minus)],
        InitPiece::Zero(_)
        | InitPiece::Bytes(_)
        | InitPiece::Undef(_)
        | InitPiece::Outside(_)
        | InitPiece::Unsupported { .. } => [None, None],
    };
    let pieces = module.globals.iter().flat_map(|global: &Global| global.init.iter().flatten());
    let constants = pieces.flat_map(of_piece).flatten().chain(module.consts.iter().copied());
    constants
        .filter_map(|constant| match constant {
            Const::Func(id) => Some(id),
            Const::Int { .. } | Const::Null | Const::Global { .. } | Const::Block { .. } | Const::Float { .. } => None,
        })
        .collect()
}

/// Gives each block parameter that may hold the register a parameter beside it that says whether it holds something else.
fn follow(func: &mut Function, missing: RegId, yes: Operand, no: Operand) -> FxHashMap<RegId, Operand> {
    let holders = holders(func, missing);
    let mut is_value = FxHashMap::from_iter([(missing, no)]);
    let mut beside: FxHashMap<BlockId, Vec<(usize, RegId)>> = FxHashMap::default();
    for &(block, index) in &holders {
        let holder = func.blocks[block].params[index];
        let flag = func.new_reg(Type::BOOL);
        is_value.insert(holder, Operand::Reg(flag));
        beside.entry(block).or_default().push((index, flag));
    }
    for (&block, flags) in &beside {
        func.blocks[block].params.extend(flags.iter().map(|&(_, flag)| flag));
    }
    for block in func.blocks.iter_mut() {
        for target in targets(block) {
            for &(index, _) in beside.get(&target.block).into_iter().flatten() {
                target.args.push(match target.args[index] {
                    Operand::Reg(reg) => is_value.get(&reg).copied().unwrap_or(yes),
                    Operand::Const(_) => yes,
                });
            }
        }
    }
    is_value
}

/// Block parameters that may hold the register, in a fixed order.
fn holders(func: &Function, missing: RegId) -> Vec<(BlockId, usize)> {
    let mut found: FxHashSet<RegId> = FxHashSet::from_iter([missing]);
    let mut holders = Vec::new();
    loop {
        let before = holders.len();
        for block in func.blocks.iter() {
            block.term.for_each_target(|target| {
                for (index, arg) in target.args.iter().enumerate() {
                    let param = func.blocks[target.block].params[index];
                    if matches!(arg, Operand::Reg(reg) if found.contains(reg)) && found.insert(param) {
                        holders.push((target.block, index));
                    }
                }
            });
        }
        if holders.len() == before {
            holders.sort_by_key(|&(block, index)| (block.index(), index));
            return holders;
        }
    }
}

fn targets(block: &mut Block) -> Vec<&mut Target> {
    match &mut block.term.kind {
        TermKind::Jump(target) => vec![target],
        TermKind::Branch { then, otherwise, .. } => vec![then, otherwise],
        TermKind::Switch { cases, default, .. } => {
            cases.iter_mut().map(|(_, target)| target).chain([default]).collect()
        }
        TermKind::IndirectJump { targets, .. } => targets.iter_mut().collect(),
        TermKind::Return(_) | TermKind::Unreachable | TermKind::Exit { .. } | TermKind::Unsupported { .. } => {
            Vec::new()
        }
    }
}

fn callee(inst: &Inst, changed: &FxHashSet<FuncId>) -> bool {
    matches!(&inst.kind, InstKind::Call(call) if matches!(call.callee, Callee::Direct(id) if changed.contains(&id)))
}

fn calls_one(func: &Function, changed: &FxHashSet<FuncId>) -> bool {
    func.blocks.iter().any(|block| block.insts.iter().any(|inst| callee(inst, changed)))
}

/// Calls get the second result, and look at it where the first one is used.
fn check_calls(func: &mut Function, changed: &FxHashSet<FuncId>) {
    let mut used: FxHashSet<RegId> = FxHashSet::default();
    let mut note = |operand| {
        if let Operand::Reg(reg) = operand {
            used.insert(reg);
        }
    };
    for block in func.blocks.iter() {
        block.insts.iter().for_each(|inst| inst.for_each_operand(&mut note));
        block.term.for_each_operand(&mut note);
    }
    for id in func.blocks.ids() {
        let mut insts = Vec::new();
        for mut inst in std::mem::take(&mut func.blocks[id].insts) {
            let is_one = callee(&inst, changed);
            let mut check = None;
            if let InstKind::Call(call) = &mut inst.kind
                && is_one
            {
                let flag = func.new_reg(Type::BOOL);
                let is_used = call.rets.iter().any(|ret| used.contains(ret));
                check = is_used.then(|| require(Operand::Reg(flag), inst.loc));
                call.rets.push(flag);
                call.signature.rets.push(Type::BOOL);
            }
            insts.push(inst);
            insts.extend(check);
        }
        func.blocks[id].insts = insts;
    }
}
