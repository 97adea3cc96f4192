//! Ends of blocks.

use ir::{BlockId, ExitKind, Id, Operand, Target, TermKind};

use super::Lowered;
use super::function::FuncLower;
use super::roles::Role;
use super::shape::Shape;
use crate::llvm::{Block, Opcode, Value};

/// What a shell sees of a program that aborted; nobody reads it.
const ABORT_STATUS: u128 = 134;

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_end(&mut self, end: Value<'m>) -> Lowered<TermKind> {
        use Opcode::*;
        match end.opcode() {
            LLVMCall => self.final_call(end),
            LLVMRet => {
                let values = match end.num_operands() {
                    0 => Vec::new(),
                    _ => self.parts(end.operand(0))?.to_vec(),
                };
                self.call_at_end();
                Ok(TermKind::Return(values))
            }
            LLVMBr if end.is_conditional() => {
                let cond = self.one(end.condition())?;
                let then = self.target(end, end.successor(0))?;
                let otherwise = self.target(end, end.successor(1))?;
                Ok(TermKind::Branch { cond, then, otherwise })
            }
            LLVMBr => Ok(TermKind::Jump(self.target(end, end.successor(0))?)),
            LLVMSwitch => self.lower_switch(end),
            LLVMIndirectBr => self.lower_indirect_jump(end),
            LLVMInvoke => {
                if let Err(what) = self.lower_call(end) {
                    self.unsupported(end, what, Vec::new());
                }
                Ok(TermKind::Jump(self.target(end, end.successor(0))?))
            }
            LLVMUnreachable => Ok(TermKind::Unreachable),
            LLVMCallBr => Err("inline assembly with jumps".to_string()),
            // Any other terminator belongs to exceptions.
            _ => Err("exception handler".to_string()),
        }
    }

    /// A call after which nothing runs.
    fn final_call(&mut self, call: Value<'m>) -> Lowered<TermKind> {
        match self.cx.role(call.callee()) {
            Role::Exit if call.num_args() == 1 => {
                let status = self.one(call.operand(0))?;
                let ty = self.operand_type(status);
                let status = self.resize(status, ty, ir::Type::Int(32));
                self.call_at_end();
                Ok(TermKind::Exit { kind: ExitKind::Exit, status })
            }
            Role::Abort | Role::Intrinsic(_) => Ok(self.aborts()),
            Role::Unsupported => Err(self.unsupported_text(call)),
            Role::Function
            | Role::Nondet(_)
            | Role::Assume
            | Role::StdinByte
            | Role::Copy(_)
            | Role::Set
            | Role::Exit
            | Role::Fatal
            | Role::FloatUnary(_)
            | Role::FloatBinary(_)
            | Role::FloatUnaryByNumber
            | Role::Exception => {
                if let Err(what) = self.ordinary_call(call) {
                    self.unsupported(call, what, Vec::new());
                }
                Ok(TermKind::Unreachable)
            }
        }
    }

    fn call_at_end(&mut self) {
        let functions = std::mem::take(&mut self.at_end);
        self.call_all(&functions);
        self.at_end = functions;
    }

    fn aborts(&mut self) -> TermKind {
        TermKind::Exit { kind: ExitKind::Abort, status: self.int(32, ABORT_STATUS) }
    }

    fn lower_switch(&mut self, end: Value<'m>) -> Lowered<TermKind> {
        let value = self.one(end.operand(0))?;
        let ty = self.operand_type(value);
        let default = self.target(end, end.successor(0))?;
        let mut cases = Vec::with_capacity(end.num_successors() as usize - 1);
        for index in 1..end.num_successors() {
            let case = self.cx.int_value(end.operand(index * 2));
            cases.push((case, self.target(end, end.successor(index))?));
        }
        Ok(TermKind::Switch { ty, value, cases, default })
    }

    fn lower_indirect_jump(&mut self, end: Value<'m>) -> Lowered<TermKind> {
        let addr = self.one(end.operand(0))?;
        let mut targets: Vec<Target> = Vec::new();
        for index in 0..end.num_successors() {
            let target = self.target(end, end.successor(index))?;
            if targets.iter().all(|other| other.block != target.block) {
                targets.push(target);
            }
        }
        Ok(TermKind::IndirectJump { addr, targets })
    }

    /// An edge: phi nodes of the successor get their values, then the variables that meet there.
    fn target(&mut self, end: Value<'m>, successor: Block<'m>) -> Lowered<Target> {
        let plan = self.plan;
        let node = plan.node_of[&successor];
        let from = end.parent();
        let mut args: Vec<Operand> = Vec::new();
        for phi in successor.instructions().take_while(|inst| inst.opcode() == Opcode::LLVMPHI) {
            if let Shape::Unsupported(_) = self.cx.shapes.of(phi.ty()) {
                continue;
            }
            let incoming = phi.incoming().find(|&(_, block)| block == from);
            let (value, _) = incoming.expect("invariant: a phi node has a value for every predecessor");
            args.extend(self.parts(value)?);
        }
        for &var in &plan.nodes[node as usize].params {
            args.push(self.current(var));
        }
        Ok(Target { block: BlockId::from_index(node as usize), args })
    }
}
