//! What calls do with addresses.

use std::collections::BTreeMap;

use ir::{BlockId, Builtin, Call, Callee, FuncBody, FuncId, Type};

use super::flow::{Flow, Followed};
use super::set::Targets;
use crate::memory::derived::ObjectId;
use crate::memory::place::Place;

impl Flow<'_> {
    pub(super) fn call(&mut self, caller: FuncId, call: &Call, at: (BlockId, usize)) {
        if let Callee::Indirect(target) = call.callee {
            let targets = self.operand(caller, target);
            self.give_away(&targets);
        }
        let Followed { module, calls, .. } = *self.program;
        for callee in self.sets.callees(module, calls, caller, call) {
            let function = &self.program.module.funcs[callee];
            match function.body {
                FuncBody::Builtin(builtin) => self.builtin(caller, call, builtin, at),
                FuncBody::Defined if !(self.program.is_skipped)(callee) => self.enter(caller, call, callee),
                FuncBody::External | FuncBody::Defined => {
                    self.give_away_all(caller, call);
                    // It may return the address of what it names, or keep it.
                    for (id, _) in self.program.module.globals.iter_enumerated() {
                        if self.program.footprints.names(callee, id) {
                            let named = self.sets.object(ObjectId::Global(id));
                            self.give_away(&named);
                        }
                    }
                }
            }
        }
    }

    fn enter(&mut self, caller: FuncId, call: &Call, callee: FuncId) {
        let function = &self.program.module.funcs[callee];
        self.reach(callee);
        for (index, arg) in call.args.iter().enumerate() {
            let is_address =
                self.program.module.operand_type(&self.program.module.funcs[caller], arg.value) == Type::Ptr;
            let targets = if is_address { self.operand(caller, arg.value) } else { Targets::outside() };
            match function.params.get(index) {
                Some(param) if function.regs[*param].ty == Type::Ptr => self.set(callee, *param, &targets),
                // A number, or a variable argument.
                Some(_) | None => self.give_away(&targets),
            }
        }
        for param in function.params.iter().skip(call.args.len()) {
            self.set(callee, *param, &Targets::outside());
        }
        for (index, ret) in call.rets.iter().enumerate() {
            let is_pointer = function.signature.rets.get(index) == Some(&Type::Ptr);
            let result = if is_pointer { self.sets.result(callee, index) } else { Targets::outside() };
            if self.program.module.funcs[caller].regs[*ret].ty == Type::Ptr {
                self.set(caller, *ret, &result);
            } else {
                self.give_away(&result);
            }
        }
    }

    fn give_away_all(&mut self, caller: FuncId, call: &Call) {
        for arg in &call.args {
            let targets = self.operand(caller, arg.value);
            self.give_away(&targets);
        }
        for ret in &call.rets {
            self.set(caller, *ret, &Targets::outside());
        }
    }

    fn builtin(&mut self, caller: FuncId, call: &Call, builtin: Builtin, (block, inst): (BlockId, usize)) {
        match builtin {
            Builtin::Malloc | Builtin::AlignedAlloc | Builtin::Calloc => {
                let ids = [ObjectId::Heap(caller, block, inst), ObjectId::Others(caller, block, inst)];
                let inside = ids.into_iter().filter(|id| self.sets.is_inside(*id));
                let objects: BTreeMap<_, _> = inside.map(|id| (id, Place::START)).collect();
                let object = Targets { outside: objects.is_empty(), objects, ..Targets::default() };
                let first = if builtin == Builtin::Calloc { Targets::null() } else { Targets::outside() };
                self.put_anywhere(&object, &first);
                // One of which it is not known how large it is has no place in sets.
                let result = Targets { null: self.program.malloc_may_fail, ..object };
                call.rets.iter().for_each(|ret| self.set(caller, *ret, &result));
            }
            Builtin::Free => {}
            Builtin::Realloc
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::AssertFail
            | Builtin::VerifierError
            | Builtin::ReachError
            | Builtin::Write
            | Builtin::FormatDouble
            | Builtin::FormatLongDouble
            | Builtin::ParseDouble
            | Builtin::ParseFloat
            | Builtin::Havoc => self.give_away_all(caller, call),
        }
    }
}
