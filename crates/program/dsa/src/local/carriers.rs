//! Which registers may hold an address, or a piece of one, that matters.
//!
//! Pointers always do. A number does when an address may have come to it (from memory, a parameter, a result or a
//! cast) and when it may go where an address is used again (to memory, an argument, a result or a cast). Everything
//! between counts, copies of single bytes and arithmetic alike: tagged pointers, xor lists and byte-wise copies are
//! C programs, too. Counters, sizes and conditions mostly fail one of the two tests and cost nothing.

use ir::{BitSet, Callee, CastOp, Const, Function, Inst, InstKind, Module, Operand, RegId, TermKind, Type, insts};

/// What is known of the functions that are called.
pub trait Callees {
    /// May the value of the parameter be used as an address, or be kept?
    fn parameter_matters(&self, call: &ir::Call, index: usize) -> bool;
    /// May the result hold an address?
    fn result_carries(&self, call: &ir::Call, index: usize) -> bool;
}

/// Registers that get a cell.
pub fn carriers(module: &Module, func: &Function, callees: &dyn Callees) -> BitSet<RegId> {
    let mut flow = Flow { module, edges: Vec::new(), sources: Vec::new(), uses: Vec::new() };
    flow.sources.extend(func.params.iter().copied());
    for reg in func.regs.ids().filter(|reg| func.regs[*reg].ty == Type::Ptr) {
        flow.sources.push(reg);
        flow.uses.push(reg);
    }
    for block in func.blocks.iter() {
        block.insts.iter().for_each(|inst| flow.inst(inst, callees));
        if let TermKind::Return(values) = &block.term.kind {
            values.iter().for_each(|value| flow.used(*value));
        }
        block.term.for_each_target(|target| {
            for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                flow.flows(*arg, *param);
            }
        });
    }
    let carried = reached(func, &flow.sources, &mut flow.edges);
    flow.edges.iter_mut().for_each(|(from, to)| std::mem::swap(from, to));
    let wanted = reached(func, &flow.uses, &mut flow.edges);
    let mut both = BitSet::new(func.regs.len());
    for reg in func.regs.ids() {
        if func.regs[reg].ty == Type::Ptr || (carried.contains(reg) && wanted.contains(reg)) {
            both.insert(reg);
        }
    }
    both
}

/// Registers that edges lead to.
fn reached(func: &Function, from: &[RegId], edges: &mut [(RegId, RegId)]) -> BitSet<RegId> {
    edges.sort_unstable();
    let mut set = BitSet::new(func.regs.len());
    let mut work = from.to_vec();
    while let Some(reg) = work.pop() {
        if set.insert(reg) {
            let start = edges.partition_point(|(from, _)| *from < reg);
            work.extend(edges[start..].iter().take_while(|(from, _)| *from == reg).map(|(_, to)| *to));
        }
    }
    set
}

/// Where bytes of addresses go in a function.
struct Flow<'a> {
    module: &'a Module,
    edges: Vec<(RegId, RegId)>,
    /// Where addresses come from.
    sources: Vec<RegId>,
    /// Where addresses are used, or leave the registers.
    uses: Vec<RegId>,
}

impl Flow<'_> {
    fn flows(&mut self, from: Operand, to: RegId) {
        match from {
            Operand::Reg(from) => self.edges.push((from, to)),
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Global { .. } | Const::Func(_) => self.sources.push(to),
                Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => {}
            },
        }
    }

    fn used(&mut self, operand: Operand) {
        if let Operand::Reg(reg) = operand {
            self.uses.push(reg);
        }
    }

    fn inst(&mut self, inst: &Inst, callees: &dyn Callees) {
        match &inst.kind {
            InstKind::Load { .. } => self.sources.extend(inst.dst),
            InstKind::Store { value, .. } | InstKind::MemSet { byte: value, .. } => self.used(*value),
            InstKind::Binary { a, b, .. } | InstKind::Select { a, b, .. } => {
                if let Some(dst) = inst.dst {
                    self.flows(*a, dst);
                    self.flows(*b, dst);
                }
            }
            InstKind::Bits { a, .. } => inst.dst.into_iter().for_each(|dst| self.flows(*a, dst)),
            InstKind::Cast { op, a, .. } => {
                if let Some(dst) = inst.dst.filter(|_| keeps_address(*op)) {
                    self.flows(*a, dst);
                }
            }
            InstKind::Call(call) => {
                for (index, arg) in call.args.iter().enumerate() {
                    if callees.parameter_matters(call, index) {
                        self.used(arg.value);
                    }
                }
                if let Callee::Indirect(target) = call.callee {
                    self.used(target);
                }
                for (index, ret) in call.rets.iter().enumerate() {
                    if callees.result_carries(call, index) {
                        self.sources.push(*ret);
                    }
                }
            }
            InstKind::Unsupported(unsupported) => {
                unsupported.args.iter().for_each(|arg| self.used(*arg));
                self.sources.extend(&unsupported.rets);
            }
            // `(char *)0 + address`.
            InstKind::Offset { base, terms, .. } if !self.may_have_object(*base) => {
                terms.iter().for_each(|term| self.used(term.value));
            }
            insts!(floats)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Offset { .. }
            | InstKind::Overflows { .. }
            | InstKind::Compare { .. }
            | InstKind::Alloca { .. }
            | InstKind::MemCopy { .. }
            | InstKind::VaStart { .. } => {}
        }
    }

    fn may_have_object(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(_) => true,
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Global { .. } | Const::Func(_) | Const::Block { .. } => true,
                Const::Int { .. } | Const::Null | Const::Float { .. } => false,
            },
        }
    }
}

/// Casts whose result still holds the bytes of the operand.
pub fn keeps_address(op: CastOp) -> bool {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => true,
        CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => false,
    }
}
