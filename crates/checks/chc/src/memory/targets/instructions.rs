//! What instructions do with addresses.

use ir::{CastOp, Cfg, Const, FuncId, Inst, InstKind, Operand, TermKind, Type};

use super::flow::Flow;
use super::set::Targets;
use crate::memory::derived::ObjectId;
use crate::memory::layout::gcd;

impl Flow<'_> {
    pub(super) fn function(&mut self, id: FuncId) {
        let func = &self.program.module.funcs[id];
        if !func.is_defined() || (self.program.is_skipped)(id) {
            return;
        }
        for block in Cfg::of(func).rpo() {
            let block_id = *block;
            let block = &func.blocks[block_id];
            for (index, inst) in block.insts.iter().enumerate() {
                self.inst(id, inst, (block_id, index));
            }
            if let TermKind::Return(values) = &block.term.kind {
                for (index, value) in values.iter().enumerate() {
                    let targets = self.operand(id, *value);
                    self.returns(id, index, &targets);
                }
            }
            block.term.for_each_target(|target| {
                for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    let targets = self.operand(id, *arg);
                    self.set(id, *param, &targets);
                }
            });
        }
    }

    fn inst(&mut self, id: FuncId, inst: &Inst, at: (ir::BlockId, usize)) {
        let module = self.program.module;
        match &inst.kind {
            InstKind::Offset { base, terms, constant, .. } => {
                let step = terms.iter().fold(0, |step, term| gcd(step, term.scale.unsigned_abs()));
                let targets = self.operand(id, *base).plus(module, *constant, step);
                self.define(id, inst, &targets);
            }
            InstKind::Select { a, b, .. } => {
                for operand in [*a, *b] {
                    let targets = self.operand(id, operand);
                    self.define(id, inst, &targets);
                }
            }
            InstKind::Alloca { .. } => {
                let Some(dst) = inst.dst else { return };
                let object = self.sets.object(ObjectId::Local(id, dst));
                // Nobody knows what it holds at first.
                self.put_anywhere(&object, &Targets::outside());
                self.define(id, inst, &object);
            }
            InstKind::Load { ty, ptr, .. } => {
                let from = self.operand(id, *ptr);
                let held = self.get(&from, ty.store_size(module.data_model));
                // An address that is read as a number can be made an address again.
                if *ty == Type::Ptr { self.define(id, inst, &held) } else { self.give_away(&held) }
            }
            InstKind::Store { ty, ptr, value, .. } => {
                let to = self.operand(id, *ptr);
                let value = if *ty == Type::Ptr { self.operand(id, *value) } else { Targets::outside() };
                self.put(&to, ty.store_size(module.data_model), &value);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let (to, from) = (self.operand(id, *dst), self.operand(id, *src));
                let len = match len {
                    Operand::Const(len) => match module.consts.get(*len) {
                        Const::Int { value, .. } => u64::try_from(value).ok(),
                        // Any other constant is no length.
                        _ => None,
                    },
                    Operand::Reg(_) => None,
                };
                self.copy(&to, &from, len);
            }
            InstKind::MemSet { dst, .. } => {
                let to = self.operand(id, *dst);
                self.put_anywhere(&to, &Targets::outside());
            }
            InstKind::Call(call) => self.call(id, call, at),
            InstKind::VaStart { list } => {
                let list = self.operand(id, *list);
                self.put_anywhere(&list, &Targets::outside());
            }
            // An integer that comes to be an address again leads outside: whose address became an integer is given away.
            InstKind::Cast { op: CastOp::IntToPtr, .. } => self.define(id, inst, &Targets::outside()),
            // Who compares addresses learns nothing that leads to an object.
            InstKind::Compare { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | ir::insts!(bindings) => {}
            InstKind::Binary { .. }
            | InstKind::Overflows { .. }
            | InstKind::Bits { .. }
            | InstKind::Cast { .. }
            | ir::insts!(floats)
            | ir::insts!(choices)
            | ir::insts!(conditions)
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Unsupported(_) => {
                let mut operands = Vec::new();
                inst.for_each_operand(|operand| operands.push(operand));
                for operand in operands {
                    let targets = self.operand(id, operand);
                    self.give_away(&targets);
                }
                inst.for_each_def(|reg| self.set(id, reg, &Targets::outside()));
            }
        }
    }

    fn define(&mut self, id: FuncId, inst: &Inst, targets: &Targets) {
        if let Some(dst) = inst.dst {
            self.set(id, dst, targets);
        }
    }
}
