//! What an instruction demands of its operands and its result.

use super::func::Checker;
use crate::ids::{Id, VarId};
use crate::inst::{BinOp, BitOp, Call, Callee, CastOp, Inst, InstKind, NondetKind};
use crate::types::Type;

impl Checker<'_> {
    pub fn inst(&mut self, inst: &Inst) {
        let model = self.module.data_model;
        let word = model.pointer_int();
        match (inst.dst, inst.kind.result_type(model)) {
            (Some(dst), Some(ty)) => {
                if let Some(found) = self.reg_type(dst)
                    && found != ty
                {
                    self.report(format!("the result has type {ty}, its register {found}"));
                }
            }
            (None, None) => {}
            (Some(_), None) => self.report("an instruction without a result has a register for it"),
            (None, Some(_)) => self.report("the result has no register"),
        }
        match &inst.kind {
            InstKind::Binary { op, ty, a, b, nsw } => {
                self.int(*ty);
                self.expect(*a, *ty);
                self.expect(*b, *ty);
                if *nsw && !may_be_nsw(*op) {
                    self.report("`nsw` is for `add`, `sub`, `mul` and `shl`");
                }
            }
            InstKind::Overflows { ty, a, b, .. } => {
                self.int(*ty);
                self.expect(*a, *ty);
                self.expect(*b, *ty);
            }
            InstKind::Bits { op, ty, a, nonzero } => {
                self.bits(*op, *ty, *nonzero);
                self.expect(*a, *ty);
            }
            InstKind::Compare { ty, a, b, .. } => {
                match ty {
                    Type::Int(_) | Type::Ptr => self.ty(*ty),
                    Type::Float(_) => self.report("`cmp` is for integers and pointers"),
                }
                self.expect(*a, *ty);
                self.expect(*b, *ty);
            }
            InstKind::FloatBinary { ty, a, b, .. } | InstKind::FloatCompare { ty, a, b, .. } => {
                self.float(*ty);
                self.expect(*a, *ty);
                self.expect(*b, *ty);
            }
            InstKind::FloatUnary { ty, a, .. } => {
                self.float(*ty);
                self.expect(*a, *ty);
            }
            InstKind::FloatClass { mask, ty, a } => {
                self.float(*ty);
                self.expect(*a, *ty);
                if *mask >= 1 << 10 {
                    self.report("there are only ten classes of floating-point values");
                }
            }
            InstKind::Cast { op, from, to, a } => {
                self.ty(*from);
                self.ty(*to);
                self.expect(*a, *from);
                if !self.castable(*op, *from, *to) {
                    self.report(format!("`{}` cannot turn {from} into {to}", op.name()));
                }
            }
            InstKind::Select { ty, cond, a, b } => {
                self.ty(*ty);
                self.expect(*cond, Type::BOOL);
                self.expect(*a, *ty);
                self.expect(*b, *ty);
            }
            InstKind::Offset { base, terms, of, .. } => {
                self.expect(*base, Type::Ptr);
                terms.iter().for_each(|term| self.expect(term.value, word));
                self.c_type(*of);
            }
            InstKind::Alloca { size, align, of, .. } => {
                self.expect(*size, word);
                self.align(*align);
                self.c_type(*of);
            }
            InstKind::StackSave => {}
            InstKind::StackRestore { mark } => self.expect(*mark, word),
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => self.expect(*ptr, Type::Ptr),
            InstKind::Load { ty, ptr, align, of } => {
                self.ty(*ty);
                self.expect(*ptr, Type::Ptr);
                self.align(*align);
                self.c_type(*of);
            }
            InstKind::Store { ty, ptr, value, align, of } => {
                self.ty(*ty);
                self.expect(*ptr, Type::Ptr);
                self.expect(*value, *ty);
                self.align(*align);
                self.c_type(*of);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.expect(*dst, Type::Ptr);
                self.expect(*src, Type::Ptr);
                self.expect(*len, word);
            }
            InstKind::MemSet { dst, byte, len } => {
                self.expect(*dst, Type::Ptr);
                self.expect(*byte, Type::Int(8));
                self.expect(*len, word);
            }
            InstKind::Call(call) => self.call(call),
            InstKind::Nondet { ty, kind } => {
                self.ty(*ty);
                if !may_be_input(*kind, *ty) {
                    self.report(format!("an input `{}` cannot be of type {ty}", kind.name()));
                }
            }
            InstKind::Undef { ty } => self.ty(*ty),
            InstKind::Assume { cond } | InstKind::Require { cond, .. } => self.expect(*cond, Type::BOOL),
            InstKind::VaStart { list } => {
                self.expect(*list, Type::Ptr);
                if !self.func.signature.variadic {
                    self.report("`va_start` in a function without variable arguments");
                }
            }
            InstKind::Bind { var, value } => {
                self.var(*var);
                self.read(*value);
            }
            InstKind::Unbind { var } => self.var(*var),
            InstKind::Unsupported(unsupported) => {
                for arg in &unsupported.args {
                    self.read(*arg);
                }
            }
        }
    }

    fn int(&mut self, ty: Type) {
        match ty {
            Type::Int(_) => self.ty(ty),
            Type::Ptr | Type::Float(_) => self.report(format!("an integer operation on {ty}")),
        }
    }

    fn float(&mut self, ty: Type) {
        match ty {
            Type::Float(_) => {}
            Type::Int(_) | Type::Ptr => self.report(format!("a floating-point operation on {ty}")),
        }
    }

    fn bits(&mut self, op: BitOp, ty: Type, nonzero: bool) {
        self.int(ty);
        if nonzero && !matches!(op, BitOp::LeadingZeros | BitOp::TrailingZeros) {
            self.report("`nonzero` is for `clz` and `ctz`");
        }
        match (op, ty) {
            (BitOp::Bswap, Type::Int(width)) if width % 16 != 0 => {
                self.report("`bswap` needs a width that is a multiple of 16");
            }
            (
                BitOp::PopCount | BitOp::LeadingZeros | BitOp::TrailingZeros | BitOp::Bswap | BitOp::Reverse,
                Type::Int(_) | Type::Ptr | Type::Float(_),
            ) => {}
        }
    }

    fn castable(&self, op: CastOp, from: Type, to: Type) -> bool {
        let model = self.module.data_model;
        match op {
            CastOp::Trunc => matches!((from, to), (Type::Int(a), Type::Int(b)) if a > b),
            CastOp::ZExt | CastOp::SExt => matches!((from, to), (Type::Int(a), Type::Int(b)) if a < b),
            CastOp::Bitcast => from.bits(model) == to.bits(model) && (from, to) != (Type::Ptr, Type::Ptr),
            CastOp::PtrToInt => matches!((from, to), (Type::Ptr, Type::Int(_))),
            CastOp::IntToPtr => matches!((from, to), (Type::Int(_), Type::Ptr)),
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => matches!((from, to), (Type::Float(_), Type::Int(_))),
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => matches!((from, to), (Type::Int(_), Type::Float(_))),
            CastOp::FloatToFloat => matches!((from, to), (Type::Float(_), Type::Float(_))),
        }
    }

    fn call(&mut self, call: &Call) {
        match call.callee {
            Callee::Direct(func) if func.index() >= self.module.funcs.len() => self.report("there is no such function"),
            Callee::Direct(_) => {}
            Callee::Indirect(target) => self.expect(target, Type::Ptr),
        }
        let signature = &call.signature;
        let (given, wanted) = (call.args.len(), signature.params.len());
        if given < wanted || given > wanted && !signature.variadic {
            self.report(format!("the call passes {given} arguments to a signature of {wanted}"));
        }
        for (index, arg) in call.args.iter().enumerate() {
            match signature.params.get(index) {
                Some(ty) => {
                    self.ty(*ty);
                    self.expect(arg.value, *ty);
                }
                None => {
                    self.read(arg.value);
                }
            }
            if let Some(by_value) = arg.by_value {
                self.align(by_value.align);
                self.expect(arg.value, Type::Ptr);
            }
        }
        if call.rets.len() != signature.rets.len() {
            self.report(format!("{} registers for {} results", call.rets.len(), signature.rets.len()));
        }
        for (reg, ty) in call.rets.iter().zip(&signature.rets) {
            self.ty(*ty);
            if let Some(found) = self.reg_type(*reg)
                && found != *ty
            {
                self.report(format!("a result has type {ty}, its register {found}"));
            }
        }
    }

    fn var(&mut self, var: VarId) {
        if var.index() >= self.func.vars.len() {
            self.report(format!("there is no variable ${}", var.index()));
        }
    }
}

fn may_be_nsw(op: BinOp) -> bool {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => true,
        BinOp::UDiv
        | BinOp::SDiv
        | BinOp::URem
        | BinOp::SRem
        | BinOp::LShr
        | BinOp::AShr
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor => false,
    }
}

fn may_be_input(kind: NondetKind, ty: Type) -> bool {
    match kind {
        NondetKind::Bool | NondetKind::Signed | NondetKind::Unsigned | NondetKind::Char => matches!(ty, Type::Int(_)),
        NondetKind::Pointer => ty == Type::Ptr,
        NondetKind::Float => matches!(ty, Type::Float(_)),
        NondetKind::StdinByte => ty == Type::Int(32),
        NondetKind::Outside => true,
    }
}
