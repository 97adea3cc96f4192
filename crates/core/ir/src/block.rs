//! Basic blocks, and what every instruction and terminator reads, defines and reaches.

use crate::ids::RegId;
use crate::inst::{Callee, Inst, InstKind, Operand, Target, TermKind, Terminator};
use crate::insts;

/// Straight-line code. Block parameters take the place of phi nodes: every jump passes their values.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub params: Vec<RegId>,
    pub insts: Vec<Inst>,
    pub term: Terminator,
}

impl Inst {
    /// Calls `f` on every register the instruction defines.
    pub fn for_each_def(&self, mut f: impl FnMut(RegId)) {
        match &self.kind {
            InstKind::Call(call) => call.rets.iter().copied().for_each(f),
            InstKind::Unsupported(unsupported) => unsupported.rets.iter().copied().for_each(f),
            insts!(words)
            | insts!(floats)
            | insts!(accesses)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Alloca { .. } => {
                if let Some(dst) = self.dst {
                    f(dst);
                }
            }
        }
    }

    /// Calls `f` on every operand, in a fixed order.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match &self.kind {
            InstKind::Binary { a, b, .. }
            | InstKind::Overflows { a, b, .. }
            | InstKind::Compare { a, b, .. }
            | InstKind::FloatBinary { a, b, .. }
            | InstKind::FloatCompare { a, b, .. } => {
                f(*a);
                f(*b);
            }
            InstKind::Bits { a, .. }
            | InstKind::FloatUnary { a, .. }
            | InstKind::FloatClass { a, .. }
            | InstKind::Cast { a, .. } => f(*a),
            InstKind::Select { cond, a, b, .. } => {
                f(*cond);
                f(*a);
                f(*b);
            }
            InstKind::Offset { base, terms, .. } => {
                f(*base);
                terms.iter().for_each(|term| f(term.value));
            }
            InstKind::Alloca { size, .. } => f(*size),
            InstKind::StackRestore { mark } => f(*mark),
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } | InstKind::Load { ptr, .. } => f(*ptr),
            InstKind::Store { ptr, value, .. } => {
                f(*ptr);
                f(*value);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                f(*dst);
                f(*src);
                f(*len);
            }
            InstKind::MemSet { dst, byte, len } => {
                f(*dst);
                f(*byte);
                f(*len);
            }
            InstKind::Call(call) => {
                if let Callee::Indirect(target) = call.callee {
                    f(target);
                }
                call.args.iter().for_each(|arg| f(arg.value));
            }
            InstKind::Assume { cond } | InstKind::Require { cond, .. } => f(*cond),
            InstKind::VaStart { list } => f(*list),
            InstKind::Bind { value, .. } => f(*value),
            InstKind::Unsupported(unsupported) => unsupported.args.iter().copied().for_each(f),
            InstKind::StackSave | InstKind::Nondet { .. } | InstKind::Undef { .. } | InstKind::Unbind { .. } => {}
        }
    }
}

impl Terminator {
    /// Calls `f` on every operand, those passed to successors included.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match &self.kind {
            TermKind::Branch { cond, .. } => f(*cond),
            TermKind::Switch { value, .. } => f(*value),
            TermKind::IndirectJump { addr, .. } => f(*addr),
            TermKind::Return(values) => values.iter().copied().for_each(&mut f),
            TermKind::Exit { status, .. } => f(*status),
            TermKind::Jump(_) | TermKind::Unreachable | TermKind::Unsupported { .. } => {}
        }
        self.for_each_target(|target| target.args.iter().copied().for_each(&mut f));
    }

    /// Calls `f` on every edge to a successor, in a fixed order; one block may come several times.
    pub fn for_each_target<'a>(&'a self, mut f: impl FnMut(&'a Target)) {
        match &self.kind {
            TermKind::Jump(target) => f(target),
            TermKind::Branch { then, otherwise, .. } => {
                f(then);
                f(otherwise);
            }
            TermKind::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, target)| f(target));
                f(default);
            }
            TermKind::IndirectJump { targets, .. } => targets.iter().for_each(f),
            TermKind::Return(_) | TermKind::Unreachable | TermKind::Exit { .. } | TermKind::Unsupported { .. } => {}
        }
    }
}
