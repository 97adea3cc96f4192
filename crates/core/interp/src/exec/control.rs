//! Terminators.

use std::hash::Hasher;

use engine::{BugKind, Event, Limit};
use ir::{ExitKind, Id, Operand, Target, TermKind, Type};
use rustc_hash::FxHasher;

use super::start::global_object;
use super::{Exec, Stepped, Stop};
use crate::memory::Kind;
use crate::observer::Observer;
use crate::options::End;
use crate::shadow::Shadow;
use crate::shadow::Use;
use crate::value::Value;

impl<'a, S: Shadow, O: Observer> Exec<'a, S, O> {
    #[inline]
    pub(super) fn terminate(&mut self) -> Stepped {
        match &self.code.term.kind {
            TermKind::Jump(target) => {
                // `for (;;) ;`: there is nothing more to see.
                let does_nothing = target.block == self.block && self.code.insts.is_empty() && target.args.is_empty();
                if does_nothing && !self.options.rounds_of_nothing {
                    return Err(Stop::end(End::Limit(Limit::Effort)));
                }
                self.jump(target);
                Ok(())
            }
            TermKind::Branch { cond, then, otherwise } => self.branch(*cond, then, otherwise),
            TermKind::Switch { ty, value, cases, default } => self.switch(*ty, *value, cases, default),
            TermKind::IndirectJump { addr, targets } => self.indirect_jump(*addr, targets),
            TermKind::Return(values) => self.return_values(values),
            TermKind::Unreachable => Err(self.violation(
                BugKind::UnreachableReached,
                "the program reaches a point that the compiler was promised is never reached".to_string(),
                Vec::new(),
            )),
            TermKind::Exit { kind, status } => self.exit(*kind, *status),
            TermKind::Unsupported { what } => Err(self.unsupported(what.clone())),
        }
    }

    /// All arguments are read before any parameter is written.
    #[inline]
    fn jump(&mut self, target: &'a Target) {
        let code = &self.function.blocks[target.block];
        match (code.params.as_slice(), target.args.as_slice()) {
            ([], _) => {}
            ([param], [arg]) => {
                let value = self.get(*arg);
                self.set(*param, value);
            }
            ([first, second], [a, b]) => {
                let (a, b) = (self.get(*a), self.get(*b));
                self.set(*first, a);
                self.set(*second, b);
            }
            (params, args) => {
                let mut scratch = std::mem::take(&mut self.scratch);
                scratch.clear();
                scratch.extend(args.iter().map(|arg| self.get(*arg)));
                for (param, value) in params.iter().zip(&scratch) {
                    self.set(*param, *value);
                }
                self.scratch = scratch;
            }
        }
        // Backwards in the order of the text: where clang puts the heads of loops.
        if S::ROUNDS && target.block <= self.block && self.state.frames.len() == 1 {
            self.tell_round();
        }
        self.block = target.block;
        self.code = code;
        self.pc = 0;
        self.tell_block();
    }

    /// Numbers count exactly while they are small, as states and counters are; others by their sign.
    fn tell_round(&mut self) {
        const SMALL: u128 = 16;
        let (module, memory) = (self.module, &self.state.memory);
        let Some(watched) = self.shadow.watched() else { return };
        let mut hasher = FxHasher::default();
        for global in watched {
            let object = memory.object(global_object(module, *global));
            let raw = object.contents.read(0, object.size as usize);
            let negative = raw.bits >> (8 * object.size - 1) & 1 != 0;
            hasher.write_u64(if negative { u64::MAX } else { raw.bits.min(SMALL) as u64 });
        }
        self.shadow.round(hasher.finish());
    }

    #[inline]
    fn branch(&mut self, cond: Operand, then: &'a Target, otherwise: &'a Target) -> Stepped {
        let value = self.read(cond, Type::BOOL)?;
        let taken = value.lo != 0;
        if Self::tagged(&value) {
            let at = self.point();
            self.shadow.branch(at, Self::shadowed(&value), taken);
        }
        self.observe(|| Event::Branch { taken });
        self.jump(if taken { then } else { otherwise });
        self.shadow.enter(self.func, self.block);
        Ok(())
    }

    fn switch(&mut self, ty: Type, value: Operand, cases: &'a [(u128, Target)], default: &'a Target) -> Stepped {
        let value = self.read(value, ty)?;
        let bits = value.bits();
        let taken = cases.iter().position(|(case, _)| *case == bits);
        if Self::tagged(&value) {
            let at = self.point();
            self.shadow.switch(at, ty, Self::shadowed(&value), cases, taken);
        }
        if value.meta.object().is_some() {
            self.state.address_dependent = true;
        }
        self.observe(|| Event::Switch { value: bits });
        self.jump(taken.map_or(default, |index| &cases[index].1));
        self.shadow.enter(self.func, self.block);
        Ok(())
    }

    fn indirect_jump(&mut self, addr: Operand, targets: &'a [Target]) -> Stepped {
        let addr = self.read(addr, Type::Ptr)?;
        self.concretize(&addr, Type::Ptr, Use::Target);
        match targets.iter().find(|target| self.is_label(addr.lo, target.block)) {
            Some(target) => {
                self.jump(target);
                Ok(())
            }
            None if self.comes_from_label(&addr) => Err(self.unsupported("sum of a label and a number".to_string())),
            None => Err(self.violation(
                BugKind::UnreachableReached,
                "a computed goto jumps to something that is no label of this function".to_string(),
                Vec::new(),
            )),
        }
    }

    /// Is it the address of the block's label? GNU C computes such addresses from others: `goto *(&&first + distance[i])`.
    fn is_label(&self, address: u64, block: ir::BlockId) -> bool {
        let memory = &self.state.memory;
        memory
            .lookup(address)
            .map(|id| memory.object(id))
            .is_some_and(|object| object.base == address && object.kind == (Kind::Label { func: self.func, block }))
    }

    fn comes_from_label(&self, addr: &Value<S::Tag>) -> bool {
        let memory = &self.state.memory;
        memory.target(addr).is_some_and(|id| matches!(memory.object(id).kind, Kind::Label { .. }))
    }

    pub(super) fn exit(&mut self, kind: ExitKind, status: Operand) -> Stepped {
        match kind {
            ExitKind::Exit => {
                let status = self.read(status, Type::Int(32))?;
                self.concretize(&status, Type::Int(32), Use::Effect);
                Err(Stop::end(End::Exited(status.lo as i32)))
            }
            ExitKind::Abort => Err(Stop::end(End::Aborted)),
        }
    }

    fn return_values(&mut self, values: &'a [Operand]) -> Stepped {
        let from = self.func;
        self.scratch.clear();
        for value in values {
            let value = self.get(*value);
            self.scratch.push(value);
        }
        if self.state.frames.len() == 1 {
            return self.return_from_entry();
        }
        self.observe(|| Event::Return { from });
        self.pop_frame();
        self.unpack_frame();
        self.receive(from)
    }

    fn return_from_entry(&mut self) -> Stepped {
        let status = match (self.scratch.first().copied(), self.function.signature.rets.first()) {
            (Some(value), Some(&ty @ Type::Int(width))) => {
                let value = self.read_value(value, ty)?;
                ir::sign_extend(value.bits(), width.min(32)) as i32
            }
            (Some(_), Some(Type::Ptr | Type::Float(_)) | None) | (None, _) => 0,
        };
        self.pop_frame();
        Err(Stop::end(End::Exited(status)))
    }

    /// The register of the current frame's variable in the table of bindings.
    #[inline]
    pub(super) fn var_slot(&self, var: ir::VarId) -> usize {
        self.vars_base + var.index()
    }
}
