//! Calls: of functions, through pointers, of old C whose declaration and definition disagree.

use ir::{Arg, ByValue, Call, Callee, Const, CopyKind, DataModel, FuncId, InstKind, Operand, RegId, Signature, Type};

use super::Lowered;
use super::function::{FuncLower, Parts};
use super::roles::Role;
use super::shape::Lanes;
use super::unnamed::is_unseen;
use crate::llvm::{Value, ValueKind};

impl<'m> FuncLower<'_, 'm> {
    /// A call or invoke.
    pub(super) fn lower_call(&mut self, inst: Value<'m>) -> Lowered<()> {
        let callee = inst.callee();
        match callee.kind() {
            ValueKind::LLVMFunctionValueKind => match self.cx.role(callee) {
                Role::Intrinsic(intrinsic) => self.lower_intrinsic(inst, intrinsic),
                Role::Function | Role::Fatal => self.ordinary_call(inst),
                role => self.lower_special(inst, role),
            },
            ValueKind::LLVMInlineAsmValueKind => self.lower_asm(inst, callee),
            // Any other value is a pointer to a function.
            _ => self.ordinary_call(inst),
        }
    }

    pub(super) fn ordinary_call(&mut self, inst: Value<'m>) -> Lowered<()> {
        let (signature, problem) = self.cx.call_signature(inst.called_type());
        if let Some(problem) = problem {
            return Err(format!("call that passes or returns a {problem}"));
        }
        let callee = inst.callee();
        // Its address is not a constant of the module: whoever is only called this way is never called through a pointer.
        let target = match self.cx.named_function(callee) {
            Some(id) => Callee::Direct(id),
            None => Callee::Indirect(self.one(callee)?),
        };
        let mut args = self.arguments(inst)?;
        let mut mark = self.copy_variable_structs(&mut args, signature.params.len());
        let result = self.result_apart(inst, &mut args, &mut mark);
        let is_pointer =
            matches!(callee.kind(), ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind);
        let results = match target {
            Callee::Direct(id) => self.direct_call(id, args, signature)?,
            Callee::Indirect(pointer) => match self.constant(pointer) {
                // A call through a pointer to the wrong kind of function is an error, also when the pointer is known.
                Some(Const::Func(id)) if !is_pointer || self.agrees(id, &args, &signature) => {
                    self.direct_call(id, args, signature)?
                }
                Some(_) | None => self.emit_call(target, args, signature),
            },
        };
        if let Some(result) = result {
            self.push(None, result);
        }
        if let Some(mark) = mark {
            self.push(None, InstKind::StackRestore { mark });
        }
        self.set_parts(inst, &results);
        Ok(())
    }

    /// Structs among the variable arguments are copied before the call: the callee looks at them late, when the originals
    /// may have changed. The copies end where the stack is taken back to the mark.
    fn copy_variable_structs(&mut self, args: &mut [Arg], named: usize) -> Option<Operand> {
        let mut mark = None;
        for arg in args.iter_mut().skip(named) {
            let Some(ByValue { size, align }) = arg.by_value else { continue };
            let (dst, len) = self.copy_for_call(size, align, &mut mark);
            self.push(None, InstKind::MemCopy { kind: CopyKind::Copy, dst, src: arg.value, len });
            arg.value = dst;
        }
        mark
    }

    /// The place for a struct that a function returns, if it is one that the function may come to by itself, as in
    /// `struct s a = f(&a);`: then the function gets another one, and what it left there is copied when it has returned. Gives
    /// the copy. Clang builds the struct in the caller's object piece by piece, which C does not allow.
    fn result_apart(&mut self, inst: Value<'m>, args: &mut [Arg], mark: &mut Option<Operand>) -> Option<InstKind> {
        let place = (0..inst.num_args()).find(|arg| inst.arg_attr(*arg, self.cx.attrs.sret).is_some())?;
        if self.is_cplusplus || is_unseen(self.cx, inst.operand(place)) {
            return None;
        }
        let ty = inst.arg_attr(place, self.cx.attrs.sret)?.ty();
        let arg = args.get_mut(place as usize)?;
        let (own, len) = self.copy_for_call(self.cx.layout.alloc_size(ty), self.cx.layout.abi_align(ty), mark);
        let dst = std::mem::replace(&mut arg.value, own);
        Some(InstKind::MemCopy { kind: CopyKind::Copy, dst, src: own, len })
    }

    /// An object that ends with a call, and its size.
    fn copy_for_call(&mut self, size: u64, align: u32, mark: &mut Option<Operand>) -> (Operand, Operand) {
        if mark.is_none() {
            *mark = Some(self.def(self.cx.out.data_model.pointer_int(), InstKind::StackSave));
        }
        let len = self.size(size);
        let kind = InstKind::Alloca { size: len, align, dynamic: true, name: None, of: None };
        (self.def(Type::Ptr, kind), len)
    }

    fn arguments(&mut self, inst: Value<'m>) -> Lowered<Vec<Arg>> {
        let count = inst.num_args();
        let named = inst.called_type().params().len() as u32;
        let mut args = Vec::with_capacity(count as usize);
        for index in 0..count {
            let argument = inst.operand(index);
            if index >= named && Lanes::of(argument.ty()).is_some_and(|lanes| !lanes.is_one()) {
                return Err("variable argument that is a large vector".to_string());
            }
            if let Some(value) = self.lowered_one(argument)
                && self.operand_type(value) != Type::Ptr
            {
                let value = self.pass(value, argument.ty());
                args.push(Arg { value, by_value: None });
                continue;
            }
            let by_value = inst.arg_attr(index, self.cx.attrs.byval).map(|attr| {
                let align = inst.arg_attr(index, self.cx.attrs.align).map(|attr| attr.number() as u32);
                let align = align.unwrap_or_else(|| self.cx.layout.abi_align(attr.ty()));
                ByValue { size: self.cx.layout.alloc_size(attr.ty()), align }
            });
            for value in self.parts(argument)? {
                let value = self.pass(value, argument.ty());
                args.push(Arg { value, by_value });
            }
        }
        Ok(args)
    }

    fn emit_call(&mut self, callee: Callee, args: Vec<Arg>, signature: Signature) -> Parts {
        let rets: Vec<RegId> = signature.rets.iter().map(|&ty| self.new_reg(ty)).collect();
        let results = rets.iter().map(|&reg| Operand::Reg(reg)).collect();
        self.push(None, InstKind::Call(Box::new(Call { rets, callee, args, signature })));
        results
    }

    pub(super) fn call_without_arguments(&mut self, callee: FuncId) {
        let signature = self.cx.out.funcs[callee].signature.clone();
        self.emit_call(Callee::Direct(callee), Vec::new(), signature);
    }

    /// A call of a known function. Where the call believes in other types, it is what the compiled program does.
    pub(super) fn direct_call(&mut self, id: FuncId, args: Vec<Arg>, believed: Signature) -> Lowered<Parts> {
        let agrees = self.agrees(id, &args, &believed);
        let actual = self.cx.out.funcs[id].signature.clone();
        if agrees {
            let results = self.emit_call(Callee::Direct(id), args, actual);
            if let [Operand::Reg(result)] = results.as_slice() {
                self.results.push((*result, id));
            }
            return Ok(results);
        }
        let args = self.adapt_arguments(id, args, &actual)?;
        let wanted = believed.rets;
        self.check_results(id, &actual.rets, &wanted)?;
        let results = self.emit_call(Callee::Direct(id), args, actual);
        self.adapt_results(&results, &wanted)
    }

    /// Are the function's types those that the call believes in?
    fn agrees(&self, id: FuncId, args: &[Arg], believed: &Signature) -> bool {
        let actual = &self.cx.out.funcs[id].signature;
        believed.params.starts_with(&actual.params)
            && believed.rets == actual.rets
            && args.len() >= actual.params.len()
            && (actual.variadic || args.len() == actual.params.len())
    }

    fn mismatch(&self, id: FuncId, what: &str) -> String {
        format!("call of '{}' {what}", self.cx.out.funcs[id].name)
    }

    fn adapt_arguments(&mut self, id: FuncId, args: Vec<Arg>, actual: &Signature) -> Lowered<Vec<Arg>> {
        if args.len() < actual.params.len() {
            return Err(self.mismatch(id, "with too few arguments"));
        }
        let mut adapted = Vec::with_capacity(args.len());
        for (index, mut arg) in args.into_iter().enumerate() {
            match actual.params.get(index) {
                Some(&param) => {
                    let from = self.operand_type(arg.value);
                    if !self.is_passed_alike(from, param) {
                        return Err(self.mismatch(id, "with an argument of another type"));
                    }
                    if from != param {
                        // The callee takes the address of the struct for a number.
                        arg.by_value = None;
                    }
                    arg.value = self.reinterpret(arg.value, from, param);
                }
                // Too many arguments are evaluated and ignored.
                None if !actual.variadic => break,
                None => {}
            }
            adapted.push(arg);
        }
        Ok(adapted)
    }

    /// Does the calling convention pass both types in the same place, with the low bits shared?
    fn is_passed_alike(&self, from: Type, to: Type) -> bool {
        let register_bits = match self.cx.out.data_model {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        };
        let bits = |ty: Type| ty.bits(self.cx.out.data_model);
        match (from, to) {
            (Type::Float(a), Type::Float(b)) => a == b,
            (Type::Float(_), _) | (_, Type::Float(_)) => false,
            (Type::Int(_) | Type::Ptr, Type::Int(_) | Type::Ptr) => {
                from == to || (bits(from) <= register_bits && bits(to) <= register_bits)
            }
        }
    }

    /// The same register seen with another type: cut, or extended with the zeros that a 32-bit move leaves.
    fn reinterpret(&mut self, value: Operand, from: Type, to: Type) -> Operand {
        match (from, to) {
            (Type::Int(_), Type::Int(_)) => self.resize(value, from, to),
            (Type::Ptr, Type::Int(_)) => self.pointer_to_int(value, to),
            (Type::Int(_), Type::Ptr) => self.int_to_pointer(value, from),
            (Type::Ptr, Type::Ptr) | (Type::Float(_), _) | (_, Type::Float(_)) => value,
        }
    }

    /// A caller may ignore a result or read less of it; it may not read what is not there.
    fn check_results(&self, id: FuncId, actual: &[Type], wanted: &[Type]) -> Lowered<()> {
        let fits = match (actual, wanted) {
            (_, []) | ([], _) => true,
            (actual, wanted) if actual == wanted => true,
            (&[actual], &[wanted]) => {
                let model = self.cx.out.data_model;
                self.is_passed_alike(actual, wanted) && wanted.bits(model) <= actual.bits(model)
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.mismatch(id, "that expects another type of result")) }
    }

    fn adapt_results(&mut self, results: &Parts, wanted: &[Type]) -> Lowered<Parts> {
        if results.is_empty() {
            // Nothing was returned: whoever reads it reads garbage.
            return Ok(wanted.iter().map(|&ty| self.def(ty, InstKind::Undef { ty })).collect());
        }
        Ok(results
            .iter()
            .zip(wanted)
            .map(|(&result, &ty)| {
                let from = self.operand_type(result);
                self.reinterpret(result, from, ty)
            })
            .collect())
    }
}
