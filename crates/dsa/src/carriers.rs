//! Which registers may hold an address, or a piece of one, that matters.
//!
//! Pointers always do. A number does when an address may have come to it (from memory, a parameter, a result or a
//! cast) and when it may go where an address is used again (to memory, an argument, a result or a cast). Everything
//! between counts, copies of single bytes and arithmetic alike: tagged pointers, xor lists and byte-wise copies are
//! C programs, too. Counters, sizes and conditions mostly fail one of the two tests and cost nothing.

use ir::{BitSet, Callee, CastOp, Const, Function, Inst, InstKind, Module, Operand, RegId, TermKind, Type};

/// What is known of the functions that are called.
pub trait Callees {
    /// May the value of the parameter be used as an address, or be kept?
    fn parameter_matters(&self, call: &ir::Call, index: usize) -> bool;
    /// May the result hold an address?
    fn result_carries(&self, call: &ir::Call, index: usize) -> bool;
}

/// Registers that get a cell.
pub fn carriers(module: &Module, func: &Function, callees: &dyn Callees) -> BitSet<RegId> {
    let carried = Pass { module, func, callees }.carried();
    let wanted = Pass { module, func, callees }.wanted();
    let mut both = BitSet::new(func.regs.len());
    for reg in func.regs.ids() {
        if func.regs[reg].ty == Type::Ptr || (carried.contains(reg) && wanted.contains(reg)) {
            both.insert(reg);
        }
    }
    both
}

struct Pass<'a> {
    module: &'a Module,
    func: &'a Function,
    callees: &'a dyn Callees,
}

impl Pass<'_> {
    /// Forwards: where addresses may come to.
    fn carried(&self) -> BitSet<RegId> {
        let mut set = BitSet::new(self.func.regs.len());
        self.func.params.iter().for_each(|param| {
            set.insert(*param);
        });
        loop {
            let mut changed = false;
            for block in self.func.blocks.iter() {
                for inst in &block.insts {
                    inst_carries(self, inst, &mut set, &mut changed);
                }
                block.term.for_each_target(|target| {
                    let params = &self.func.blocks[target.block].params;
                    for (param, arg) in params.iter().zip(&target.args) {
                        if self.holds(&set, *arg) {
                            changed |= set.insert(*param);
                        }
                    }
                });
            }
            if !changed {
                return set;
            }
        }
    }

    fn holds(&self, set: &BitSet<RegId>, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => self.func.regs[reg].ty == Type::Ptr || set.contains(reg),
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Global { .. } | Const::Func(_) => true,
                Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => false,
            },
        }
    }

    /// Backwards: from where addresses may be used.
    fn wanted(&self) -> BitSet<RegId> {
        let mut set = BitSet::new(self.func.regs.len());
        loop {
            let mut changed = false;
            for block in self.func.blocks.iter() {
                let mut want = |operand: Operand| {
                    if let Operand::Reg(reg) = operand {
                        changed |= set.insert(reg);
                    }
                };
                if let TermKind::Return(values) = &block.term.kind {
                    values.iter().copied().for_each(&mut want);
                }
                block.term.for_each_target(|target| {
                    let params = &self.func.blocks[target.block].params;
                    for (param, arg) in params.iter().zip(&target.args) {
                        let ty = self.func.regs[*param].ty;
                        if let Operand::Reg(reg) = arg
                            && (ty == Type::Ptr || set.contains(*param))
                        {
                            changed |= set.insert(*reg);
                        }
                    }
                });
                for inst in block.insts.iter().rev() {
                    self.inst_wants(inst, &mut set, &mut changed);
                }
            }
            if !changed {
                return set;
            }
        }
    }

    fn inst_wants(&self, inst: &Inst, set: &mut BitSet<RegId>, changed: &mut bool) {
        let wanted_result = inst.dst.is_some_and(|dst| self.func.regs[dst].ty == Type::Ptr || set.contains(dst));
        let mut want = |operand: Operand| {
            if let Operand::Reg(reg) = operand {
                *changed |= set.insert(reg);
            }
        };
        match &inst.kind {
            InstKind::Store { value, .. } | InstKind::MemSet { byte: value, .. } => want(*value),
            InstKind::Call(call) => {
                for (index, arg) in call.args.iter().enumerate() {
                    if self.callees.parameter_matters(call, index) {
                        want(arg.value);
                    }
                }
                if let Callee::Indirect(target) = call.callee {
                    want(target);
                }
            }
            InstKind::Unsupported(unsupported) => unsupported.args.iter().copied().for_each(want),
            InstKind::Binary { a, b, .. } | InstKind::Select { a, b, .. } if wanted_result => {
                want(*a);
                want(*b);
            }
            InstKind::Bits { a, .. } if wanted_result => want(*a),
            InstKind::Cast { op, a, .. } if wanted_result && keeps_address(*op) => want(*a),
            // `(char *)0 + address`.
            InstKind::Offset { base, terms, .. } if !self.may_have_object(*base) => {
                terms.iter().for_each(|term| want(term.value));
            }
            InstKind::Binary { .. }
            | InstKind::Select { .. }
            | InstKind::Bits { .. }
            | InstKind::Cast { .. }
            | InstKind::Offset { .. }
            | InstKind::Overflows { .. }
            | InstKind::Compare { .. }
            | InstKind::FloatBinary { .. }
            | InstKind::FloatUnary { .. }
            | InstKind::FloatCompare { .. }
            | InstKind::FloatClass { .. }
            | InstKind::Alloca { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::Load { .. }
            | InstKind::MemCopy { .. }
            | InstKind::Nondet { .. }
            | InstKind::Undef { .. }
            | InstKind::Assume { .. }
            | InstKind::VaStart { .. }
            | InstKind::Bind { .. }
            | InstKind::Unbind { .. } => {}
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

fn inst_carries(pass: &Pass<'_>, inst: &Inst, set: &mut BitSet<RegId>, changed: &mut bool) {
    let carries = match &inst.kind {
        InstKind::Load { .. } => true,
        InstKind::Binary { a, b, .. } | InstKind::Select { a, b, .. } => pass.holds(set, *a) || pass.holds(set, *b),
        InstKind::Bits { a, .. } => pass.holds(set, *a),
        InstKind::Cast { op, a, .. } => keeps_address(*op) && pass.holds(set, *a),
        InstKind::Call(call) => {
            for (index, ret) in call.rets.iter().enumerate() {
                if pass.callees.result_carries(call, index) {
                    *changed |= set.insert(*ret);
                }
            }
            return;
        }
        InstKind::Unsupported(unsupported) => {
            for ret in &unsupported.rets {
                *changed |= set.insert(*ret);
            }
            return;
        }
        InstKind::Overflows { .. }
        | InstKind::Compare { .. }
        | InstKind::FloatBinary { .. }
        | InstKind::FloatUnary { .. }
        | InstKind::FloatCompare { .. }
        | InstKind::FloatClass { .. }
        | InstKind::Offset { .. }
        | InstKind::Alloca { .. }
        | InstKind::StackSave
        | InstKind::StackRestore { .. }
        | InstKind::LifetimeStart { .. }
        | InstKind::LifetimeEnd { .. }
        | InstKind::Store { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::Nondet { .. }
        | InstKind::Undef { .. }
        | InstKind::Assume { .. }
        | InstKind::VaStart { .. }
        | InstKind::Bind { .. }
        | InstKind::Unbind { .. } => false,
    };
    if let Some(dst) = inst.dst.filter(|_| carries) {
        *changed |= set.insert(dst);
    }
}
