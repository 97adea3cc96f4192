//! Constants: as operands, and as sums of addresses for initialisers.

use ir::{CastOp, Const, FuncId, InstKind, Operand, Type};

use super::arith::binary_op;
use super::function::{FuncLower, Parts};
use super::shape::{Lanes, Shape};
use super::{Lowered, Lowering};
use crate::llvm::{Opcode, Ty, TypeKind, Value, ValueKind};

/// `plus - minus + addend`, of which `plus` and `minus` are addresses without an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub plus: Option<Const>,
    pub minus: Option<Const>,
    pub addend: i128,
}

impl Linear {
    fn number(addend: i128) -> Linear {
        Linear { plus: None, minus: None, addend }
    }

    fn address(plus: Const) -> Linear {
        Linear { plus: Some(plus), minus: None, addend: 0 }
    }

    fn negated(self) -> Linear {
        Linear { plus: self.minus, minus: self.plus, addend: -self.addend }
    }

    fn plus(self, other: Linear) -> Lowered<Linear> {
        let one = |a: Option<Const>, b: Option<Const>| match (a, b) {
            (Some(_), Some(_)) => Err("sum of addresses".to_string()),
            (a, b) => Ok(a.or(b)),
        };
        let mut plus = one(self.plus, other.plus)?;
        let mut minus = one(self.minus, other.minus)?;
        if plus == minus {
            (plus, minus) = (None, None);
        }
        Ok(Linear { plus, minus, addend: self.addend + other.addend })
    }

    /// The address that it is, if it is one.
    pub fn as_address(self) -> Option<Const> {
        match (self.plus, self.minus) {
            (Some(Const::Global { id, .. }), None) => {
                Some(Const::Global { id, offset: i64::try_from(self.addend).ok()? })
            }
            (Some(address), None) if self.addend == 0 => Some(address),
            (None, None) if self.addend == 0 => Some(Const::Null),
            (Some(_) | None, _) => None,
        }
    }
}

impl<'m> Lowering<'m> {
    /// The value of an integer constant of at most 128 bits.
    pub(super) fn int_value(&self, constant: Value<'m>) -> u128 {
        let width = constant.ty().int_width();
        if width <= 64 {
            return constant.zext_value().into();
        }
        // The C API has no getter for wide integers; printed, they are signed: `i128 -5`.
        let text = constant.text();
        let digits = text.rsplit(' ').next().unwrap_or_default();
        let value: i128 = digits.parse().expect("invariant: LLVM prints wide integers in decimal");
        ir::truncate(value as u128, width as u16)
    }

    /// Constants that are one operand and need no instruction.
    pub(super) fn simple_constant(&mut self, value: Value<'m>, kind: ValueKind) -> Option<Operand> {
        if let Some(&operand) = self.operands.get(&value) {
            return Some(operand);
        }
        let constant = match kind {
            ValueKind::LLVMConstantIntValueKind => {
                let width = u16::try_from(value.ty().int_width()).ok()?;
                if width > ir::MAX_INT_WIDTH {
                    return None;
                }
                Const::Int { width, value: self.int_value(value) }
            }
            ValueKind::LLVMConstantPointerNullValueKind if value.ty().is_default_pointer() => Const::Null,
            ValueKind::LLVMConstantFPValueKind => self.float_constant(value)?,
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind
            | ValueKind::LLVMConstantExprValueKind
            | ValueKind::LLVMBlockAddressValueKind
                if value.ty().kind() == TypeKind::LLVMPointerTypeKind =>
            {
                self.linear(value).ok()?.as_address()?
            }
            // Any other constant takes several operands, or instructions.
            _ => return None,
        };
        let operand = Operand::Const(self.out.consts.intern(constant));
        self.operands.insert(value, operand);
        Some(operand)
    }

    fn float_constant(&mut self, value: Value<'m>) -> Option<Const> {
        let Some(Type::Float(kind)) = self.shapes.scalar(value.ty()) else { return None };
        let bits = value.as_bits(self.module, kind.bits())?;
        Some(Const::Float { kind, bits: self.int_value(bits) })
    }

    /// A constant integer or pointer as a sum of addresses.
    pub(super) fn linear(&mut self, value: Value<'m>) -> Lowered<Linear> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => {
                let width = value.ty().int_width();
                Ok(Linear::number(ir::sign_extend(self.int_value(value), width as u16)))
            }
            ValueKind::LLVMConstantPointerNullValueKind => Ok(Linear::number(0)),
            ValueKind::LLVMFunctionValueKind => Ok(self.function_address(value)),
            ValueKind::LLVMGlobalVariableValueKind => match self.global_id(value) {
                Some(id) => Ok(Linear::address(Const::Global { id, offset: 0 })),
                // Weak, and defined nowhere.
                None => Ok(Linear::number(0)),
            },
            ValueKind::LLVMGlobalAliasValueKind => self.linear(value.aliasee()),
            ValueKind::LLVMBlockAddressValueKind => {
                let (function, block) = value.block_address();
                let label = self.labels.get(&block).copied().ok_or("address of a label that no jump uses")?;
                Ok(Linear::address(Const::Block { func: self.func_id(function), block: label }))
            }
            ValueKind::LLVMConstantExprValueKind => self.linear_expression(value),
            ValueKind::LLVMGlobalIFuncValueKind => Err("function chosen at load time (ifunc)".to_string()),
            // Any other value is not supported here.
            _ => Err("constant expression".to_string()),
        }
    }

    fn function_address(&mut self, function: Value<'m>) -> Linear {
        match self.named_function(function) {
            Some(id) => Linear::address(Const::Func(id)),
            None => Linear::number(0),
        }
    }

    /// The function that a value names, unless it is a weak one that nobody defines.
    pub(super) fn named_function(&mut self, value: Value<'m>) -> Option<FuncId> {
        if value.kind() != ValueKind::LLVMFunctionValueKind {
            return None;
        }
        let definition = self.names.definition(value);
        let absent = definition.is_declaration() && definition.is_extern_weak() && !is_builtin(definition);
        (!absent).then(|| self.func_id(value))
    }

    fn linear_expression(&mut self, value: Value<'m>) -> Lowered<Linear> {
        match value.const_opcode() {
            Opcode::LLVMGetElementPtr => {
                let offset = self.constant_gep_offset(value)?;
                self.linear(value.operand(0))?.plus(Linear::number(offset.into()))
            }
            Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr | Opcode::LLVMBitCast | Opcode::LLVMTrunc => {
                self.linear(value.operand(0))
            }
            Opcode::LLVMAdd => {
                let (a, b) = (self.linear(value.operand(0))?, self.linear(value.operand(1))?);
                a.plus(b)
            }
            Opcode::LLVMSub => {
                let (a, b) = (self.linear(value.operand(0))?, self.linear(value.operand(1))?);
                a.plus(b.negated())
            }
            // Any other operation makes something else of an address.
            _ => Err("constant expression".to_string()),
        }
    }

    /// The number of bytes that a constant `getelementptr` adds.
    fn constant_gep_offset(&mut self, gep: Value<'m>) -> Lowered<i64> {
        let mut offset = 0i64;
        let mut ty = gep.gep_source_type();
        for operand in 1..gep.num_operands() {
            let index = gep.operand(operand);
            if index.kind() != ValueKind::LLVMConstantIntValueKind {
                return Err("address with an unknown index".to_string());
            }
            let index = index.sext_value();
            let step = if operand == 1 {
                index.checked_mul(self.layout.alloc_size(ty) as i64)
            } else {
                let (next, step) = self.gep_step(ty, index)?;
                ty = next;
                step
            };
            offset = step.and_then(|step| offset.checked_add(step)).ok_or("address out of range")?;
        }
        Ok(offset)
    }

    /// One index into an aggregate: the type it leads to and the bytes it skips.
    fn gep_step(&mut self, ty: Ty<'m>, index: i64) -> Lowered<(Ty<'m>, Option<i64>)> {
        match ty.kind() {
            TypeKind::LLVMStructTypeKind => {
                let field = u32::try_from(index).map_err(|_| "address with a negative field".to_string())?;
                Ok((ty.field(field), i64::try_from(self.layout.field_offset(ty, field)).ok()))
            }
            TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                let element = ty.element();
                Ok((element, index.checked_mul(self.layout.alloc_size(element) as i64)))
            }
            // Any other type has no parts.
            _ => Err("address into a scalar".to_string()),
        }
    }
}

fn is_builtin(function: Value<'_>) -> bool {
    std::str::from_utf8(function.name()).is_ok_and(|name| ir::Builtin::named(name).is_some())
}

impl<'m> FuncLower<'_, 'm> {
    /// The register or constant that an LLVM value of one part is.
    pub(super) fn one(&mut self, value: Value<'m>) -> Lowered<Operand> {
        if let Some(operand) = self.lowered_one(value) {
            return Ok(operand);
        }
        let kind = value.kind();
        if let Some(operand) = self.cx.simple_constant(value, kind) {
            return Ok(operand);
        }
        match self.parts(value)?.as_slice() {
            [one] => Ok(*one),
            _ => match self.scalar(value.ty()) {
                Ok(_) => Err("value of another kind".to_string()),
                Err(what) => Err(what),
            },
        }
    }

    /// All registers or constants of an LLVM value; makes those of constants that need instructions.
    pub(super) fn parts(&mut self, value: Value<'m>) -> Lowered<Parts> {
        if let Some(parts) = self.lowered(value) {
            return Ok(parts);
        }
        let kind = value.kind();
        if let Some(operand) = self.cx.simple_constant(value, kind) {
            return Ok(Parts::from_iter([operand]));
        }
        match kind {
            // What clang's folding leaves of a division of constants by zero, or of one shifted too far.
            ValueKind::LLVMPoisonValueKind if value.ty().kind() == TypeKind::LLVMIntegerTypeKind => {
                Err("constant expression whose value C does not define".to_string())
            }
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => self.undef_parts(value.ty()),
            ValueKind::LLVMConstantExprValueKind => Ok(Parts::from_iter([self.constant_expression(value)?])),
            ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => self.aggregate_constant(value),
            ValueKind::LLVMConstantIntValueKind => Err(format!("integer of {} bits", value.ty().int_width())),
            ValueKind::LLVMGlobalIFuncValueKind => Err("function chosen at load time (ifunc)".to_string()),
            ValueKind::LLVMBlockAddressValueKind => Err("address of a label that no jump uses".to_string()),
            ValueKind::LLVMInlineAsmValueKind => Err("inline assembly".to_string()),
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind => {
                // Only values whose type has no shape are missing.
                match self.cx.shapes.of(value.ty()) {
                    Shape::Unsupported(what) => Err(what.to_string()),
                    Shape::Void | Shape::One(_) | Shape::Many(_) => Err("value of unreachable code".to_string()),
                }
            }
            // Any other constant is not supported.
            _ => Err(format!("constant {}", value.text())),
        }
    }

    fn aggregate_constant(&mut self, value: Value<'m>) -> Lowered<Parts> {
        if let Some(lanes) = Lanes::of(value.ty()) {
            let mut parts = Vec::with_capacity(lanes.count as usize);
            for index in 0..lanes.count {
                let lane = value.aggregate_element(index).ok_or("vector constant")?;
                parts.push(self.one(lane)?);
            }
            return Ok(self.made_of_lanes(&parts, lanes));
        }
        if let Shape::Unsupported(what) = self.cx.shapes.of(value.ty()) {
            return Err(what.to_string());
        }
        let mut parts = Parts::new();
        let mut index = 0;
        while let Some(element) = value.aggregate_element(index) {
            parts.extend(self.parts(element)?);
            index += 1;
        }
        Ok(parts)
    }

    /// A constant expression that is not simply an address: computed where it is used.
    fn constant_expression(&mut self, value: Value<'m>) -> Lowered<Operand> {
        let opcode = value.const_opcode();
        match opcode {
            Opcode::LLVMGetElementPtr => self.offset(value),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMXor | Opcode::LLVMShl => {
                let ty = self.scalar(value.ty())?;
                let (a, b) = (self.one(value.operand(0))?, self.one(value.operand(1))?);
                Ok(self.binary(binary_op(opcode), ty, a, b))
            }
            Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => match self.cast(value, opcode)?.as_slice() {
                [one] => Ok(*one),
                _ => Err(format!("constant expression {}", value.text())),
            },
            // Any other expression is not supported.
            _ => Err(format!("constant expression {}", value.text())),
        }
    }

    pub(super) fn cast_op(&mut self, op: CastOp, from: Type, to: Type, a: Operand) -> Operand {
        self.def(to, InstKind::Cast { op, from, to, a })
    }
}
