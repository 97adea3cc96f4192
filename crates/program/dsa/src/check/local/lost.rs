//! Registers without a cell into which an address may flow.
//!
//! Numbers mostly get no cell, because no address comes to them or because they go nowhere that matters. Which of the two,
//! the analysis decided beforehand (`local::carriers`); here the first half is computed again with what it found, and
//! whoever uses such a register makes sure of the second.

use ir::{Call, Callee, FuncBody, FuncId, Inst, InstKind, Operand, RegId, insts};

use super::values::{Value, Values, keeps_bytes};
use crate::result::PointsTo;

/// The values of a function, with what is lost.
pub fn values<'a, 'm>(points_to: &'a PointsTo<'m>, func: FuncId) -> Values<'a, 'm> {
    let mut values = Values::new(points_to, func);
    let function = values.function;
    for param in &function.params {
        values.lose(*param, true);
    }
    loop {
        let mut changed = false;
        for block in function.blocks.iter() {
            for inst in &block.insts {
                changed |= values.flow(inst);
            }
            block.term.for_each_target(|target| {
                for (param, arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    changed |= values.cell(*param).is_none() && values.lose(*param, values.carries(*arg));
                }
            });
        }
        if !changed {
            return values;
        }
    }
}

impl Values<'_, '_> {
    /// Does it get lost just now?
    fn lose(&mut self, reg: RegId, carries: bool) -> bool {
        carries && self.cell(reg).is_none() && self.lost.insert(reg)
    }

    fn carries(&self, operand: Operand) -> bool {
        self.value(operand) != Value::Number
    }

    /// Does a register get lost here?
    fn flow(&mut self, inst: &Inst) -> bool {
        if inst.dst.is_some_and(|dst| self.lost.contains(dst) || self.cell(dst).is_some()) {
            return false;
        }
        let carries = match &inst.kind {
            InstKind::Binary { op: ir::BinOp::Sub, a, b, .. } if self.is_distance(*a, *b) => false,
            InstKind::Binary { a, b, .. } | InstKind::Select { a, b, .. } => self.carries(*a) || self.carries(*b),
            InstKind::Bits { a, .. } => self.carries(*a),
            InstKind::Cast { op, a, .. } => keeps_bytes(*op) && self.carries(*a),
            InstKind::Offset { base, terms, .. } => {
                self.carries(*base) || terms.iter().any(|term| self.carries(term.value))
            }
            InstKind::Alloca { .. } | InstKind::Load { .. } => true,
            InstKind::Call(call) => {
                let mut changed = false;
                for (index, ret) in call.rets.iter().enumerate() {
                    changed |= self.lose(*ret, self.result_carries(call, index));
                }
                return changed;
            }
            InstKind::Unsupported(unsupported) => {
                return unsupported.rets.iter().fold(false, |changed, ret| self.lose(*ret, true) | changed);
            }
            insts!(floats)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Overflows { .. }
            | InstKind::Compare { .. }
            | InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::VaStart { .. } => false,
        };
        inst.dst.is_some_and(|dst| self.lose(dst, carries))
    }

    fn result_carries(&self, call: &Call, index: usize) -> bool {
        let Callee::Direct(callee) = call.callee else { return true };
        match self.points_to.module().funcs[callee].body {
            FuncBody::Defined => self.points_to.result(callee, index).is_some(),
            FuncBody::Builtin(_) | FuncBody::External => true,
        }
    }
}
