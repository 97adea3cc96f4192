//! Functions without a body that are instructions of the IR.

use ir::{CopyKind, FloatUnOp, InstKind, NondetKind, Operand, Predicate, Type, Unsupported};

use super::Lowered;
use super::function::FuncLower;
use super::roles::Role;
use super::shape::Shape;
use crate::llvm::{Value, ValueKind};

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_special(&mut self, inst: Value<'m>, role: Role) -> Lowered<()> {
        match role {
            Role::Nondet(kind) => self.lower_nondet(inst, kind),
            Role::Assume if inst.num_args() == 1 => self.lower_assume(inst),
            Role::StdinByte => self.lower_nondet(inst, NondetKind::StdinByte),
            Role::Copy(kind) => self.lower_copy(inst, kind),
            Role::Set => self.lower_set(inst),
            Role::FloatUnary(op) => self.lower_math(inst, 1, |lower, ty, args| lower.float_unary(op, ty, args[0])),
            Role::FloatBinary(op) => {
                self.lower_math(inst, 2, |lower, ty, args| lower.float_binary(op, ty, args[0], args[1]))
            }
            Role::FloatUnaryByNumber => self.lower_math_by_number(inst),
            Role::Exception => Err("exception".to_string()),
            Role::Assume
            | Role::Function
            | Role::Intrinsic(_)
            | Role::Exit
            | Role::Abort
            | Role::Fatal
            | Role::Unsupported => self.ordinary_call(inst),
        }
    }

    /// The type decides where it contradicts the name.
    fn lower_nondet(&mut self, inst: Value<'m>, kind: NondetKind) -> Lowered<()> {
        let shape = self.cx.shapes.of(inst.ty());
        let Shape::One(ty) = shape else { return self.ordinary_call(inst) };
        let is_declared_otherwise = kind == NondetKind::StdinByte && ty != Type::Int(32);
        if inst.num_args() != 0 || is_declared_otherwise {
            return self.ordinary_call(inst);
        }
        let kind = match (ty, kind) {
            (Type::Ptr, _) => NondetKind::Pointer,
            (Type::Float(_), _) => NondetKind::Float,
            (Type::Int(1), _) => NondetKind::Bool,
            (Type::Int(_), NondetKind::Pointer | NondetKind::Float) => NondetKind::Signed,
            (Type::Int(_), kind) => kind,
        };
        let value = self.def(ty, InstKind::Nondet { ty, kind });
        self.set(inst, value);
        Ok(())
    }

    fn lower_assume(&mut self, inst: Value<'m>) -> Lowered<()> {
        let value = self.one(inst.operand(0))?;
        let ty = self.operand_type(value);
        let zero = match ty {
            Type::Int(width) => self.int(width, 0),
            Type::Ptr => Operand::Const(self.cx.out.consts.intern(ir::Const::Null)),
            Type::Float(_) => return Err("assumption about a floating-point value".to_string()),
        };
        let cond = self.compare(Predicate::Ne, ty, value, zero);
        self.push(None, InstKind::Assume { cond });
        Ok(())
    }

    /// `memcpy`, `memmove`: the result is the destination. Declared otherwise, they are called as functions.
    fn lower_copy(&mut self, inst: Value<'m>, kind: CopyKind) -> Lowered<()> {
        if inst.num_args() != 3 {
            return self.ordinary_call(inst);
        }
        let (dst, src, len) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?, self.one(inst.operand(2))?);
        let types = (self.operand_type(dst), self.operand_type(src), self.operand_type(len));
        if !matches!(types, (Type::Ptr, Type::Ptr, Type::Int(_))) {
            return self.ordinary_call(inst);
        }
        let len = self.as_size(len);
        self.push(None, InstKind::MemCopy { kind, dst, src, len });
        self.set_destination(inst, dst)
    }

    fn lower_set(&mut self, inst: Value<'m>) -> Lowered<()> {
        if inst.num_args() != 3 {
            return self.ordinary_call(inst);
        }
        let (dst, byte, len) = (self.one(inst.operand(0))?, self.one(inst.operand(1))?, self.one(inst.operand(2))?);
        let types = (self.operand_type(dst), self.operand_type(byte), self.operand_type(len));
        let (Type::Ptr, byte_type @ Type::Int(_), Type::Int(_)) = types else { return self.ordinary_call(inst) };
        let byte = self.low_byte(byte, byte_type);
        let len = self.as_size(len);
        self.push(None, InstKind::MemSet { dst, byte, len });
        self.set_destination(inst, dst)
    }

    fn low_byte(&mut self, value: Operand, ty: Type) -> Operand {
        match self.constant(value) {
            Some(ir::Const::Int { value, .. }) => self.int(8, value),
            Some(_) | None => self.resize(value, ty, Type::Int(8)),
        }
    }

    fn set_destination(&mut self, inst: Value<'m>, dst: Operand) -> Lowered<()> {
        let shape = self.cx.shapes.of(inst.ty());
        match shape {
            Shape::Void => {}
            Shape::One(Type::Ptr) => self.set(inst, dst),
            // Not declared: the result is believed to be an `int`.
            Shape::One(ty @ Type::Int(_)) => {
                let number = self.pointer_to_int(dst, ty);
                self.set(inst, number);
            }
            Shape::One(Type::Float(_)) | Shape::Many(_) | Shape::Unsupported(_) => {
                return Err("memory function with another type of result".to_string());
            }
        }
        Ok(())
    }

    /// A function of `math.h` whose arguments have the type of its result.
    fn lower_math(
        &mut self,
        inst: Value<'m>,
        arity: u32,
        make: impl Fn(&mut Self, Type, &[Operand]) -> Operand,
    ) -> Lowered<()> {
        let Some(ty @ Type::Float(_)) = self.cx.shapes.scalar(inst.ty()) else { return self.ordinary_call(inst) };
        if inst.num_args() != arity {
            return self.ordinary_call(inst);
        }
        let mut args = Vec::with_capacity(arity as usize);
        for index in 0..arity {
            let arg = self.one(inst.operand(index))?;
            if self.operand_type(arg) != ty {
                return self.ordinary_call(inst);
            }
            args.push(arg);
        }
        let value = make(self, ty, &args);
        self.set(inst, value);
        Ok(())
    }

    /// The models' own notation, see `models/include/cairn.h`.
    fn lower_math_by_number(&mut self, inst: Value<'m>) -> Lowered<()> {
        let number = inst.operand(0);
        if number.kind() != ValueKind::LLVMConstantIntValueKind {
            return Err("math function with a computed number".to_string());
        }
        let op = match number.zext_value() {
            0 => FloatUnOp::Sqrt,
            1 => FloatUnOp::Floor,
            2 => FloatUnOp::Ceil,
            3 => FloatUnOp::Trunc,
            4 => FloatUnOp::Round,
            5 => FloatUnOp::Abs,
            other => return Err(format!("math function number {other}")),
        };
        let ty = self.scalar(inst.ty())?;
        let a = self.one(inst.operand(1))?;
        let value = self.float_unary(op, ty, a);
        self.set(inst, value);
        Ok(())
    }

    /// What a model says it does not describe.
    pub(super) fn unsupported_text(&self, inst: Value<'m>) -> String {
        let text = (inst.num_args() > 0).then(|| inst.operand(0)).and_then(|argument| {
            let is_global = argument.kind() == ValueKind::LLVMGlobalVariableValueKind;
            is_global.then(|| argument.initializer()).flatten()?.string_bytes()
        });
        match text {
            Some(bytes) => String::from_utf8_lossy(bytes).trim_end_matches('\0').to_string(),
            None => "library call outside of its model".to_string(),
        }
    }

    pub(super) fn note_unsupported(&mut self, what: &str) {
        let node = Unsupported { what: what.to_string(), args: Vec::new(), rets: Vec::new() };
        self.push(None, InstKind::Unsupported(Box::new(node)));
    }
}
