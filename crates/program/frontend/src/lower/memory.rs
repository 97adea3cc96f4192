//! Stack slots, loads, stores, addresses, atomics.

use ir::{BinOp, CopyKind, InstKind, OffsetTerm, Operand, OverflowOp, Predicate, Type};

use super::Lowered;
use super::function::{FuncLower, Parts};
use super::shape::Shape;
use crate::llvm::{Opcode, RmwOp, Ty, TypeKind, Value, ValueKind};

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_alloca(&mut self, inst: Value<'m>) -> Lowered<()> {
        if self.promoted(inst).is_some() {
            return Ok(());
        }
        let allocated = inst.allocated_type();
        if allocated.kind() == TypeKind::LLVMScalableVectorTypeKind {
            return Err(format!("vector {}", allocated.text()));
        }
        let element = self.cx.layout.alloc_size(allocated);
        let count = inst.operand(0);
        let constant = count.kind() == ValueKind::LLVMConstantIntValueKind;
        let size = if constant {
            self.size(element.wrapping_mul(count.zext_value()))
        } else {
            self.array_size(count, element)?
        };
        let in_entry = inst.parent() == self.plan.nodes[0].segments[0].block;
        let slot = self.stack_object(inst, size, inst.align(), !(constant && in_entry));
        self.set(inst, slot);
        if let Operand::Reg(reg) = slot
            && self.plan.unmarked.contains(&inst)
        {
            self.renewed.insert(reg);
        }
        Ok(())
    }

    /// The bytes of this many elements. Where that does not fit the width of a size, it is the largest one: no object has it.
    fn array_size(&mut self, counted: Value<'m>, element: u64) -> Lowered<Operand> {
        let size = self.cx.out.data_model.pointer_int();
        let is_computed = |opcode| counted.kind() == ValueKind::LLVMInstructionValueKind && counted.opcode() == opcode;
        // Clang multiplies the dimensions, and only them, without minding an overflow.
        if is_computed(Opcode::LLVMMul) && counted.nuw() && self.scalar(counted.ty())? == size {
            let inner = self.array_size(counted.operand(0), element)?;
            let by = self.one(counted.operand(1))?;
            let largest = self.size(u64::MAX);
            let kind = InstKind::Overflows { op: OverflowOp::Mul, signed: false, ty: size, a: inner, b: by };
            let cond = self.def(Type::BOOL, kind);
            let product = self.binary(BinOp::Mul, size, inner, by);
            return Ok(self.def(size, InstKind::Select { ty: size, cond, a: largest, b: product }));
        }
        // A number that is wider than a size was cut.
        let whole = if is_computed(Opcode::LLVMTrunc) { counted.operand(0) } else { counted };
        let whole = self.one(whole)?;
        let ty = self.operand_type(whole);
        let count = self.as_size(whole);
        let most = self.cx.out.data_model.max_object_size() / element.max(1);
        let Type::Int(width) = ty else { return Err("array of another size".to_string()) };
        let extended = if is_computed(Opcode::LLVMZExt) { Some(counted.operand(0).ty().int_width()) } else { None };
        let bits = extended.unwrap_or(width.into());
        if element <= 1 && ty == size || bits < 64 && most >> bits != 0 {
            return Ok(self.times(count, element));
        }
        let limit = self.int(width, most.into());
        let cond = self.compare(Predicate::Ugt, ty, whole, limit);
        let largest = self.size(u64::MAX);
        let product = self.times(count, element);
        Ok(self.def(size, InstKind::Select { ty: size, cond, a: largest, b: product }))
    }

    fn times(&mut self, count: Operand, element: u64) -> Operand {
        if element == 1 {
            return count;
        }
        let ty = self.cx.out.data_model.pointer_int();
        let element = self.size(element);
        self.binary(BinOp::Mul, ty, count, element)
    }

    /// A stack object with the C name and type of what LLVM keeps in `slot`.
    fn stack_object(&mut self, slot: Value<'m>, size: Operand, align: u32, dynamic: bool) -> Operand {
        let (mut name, mut of) = (None, None);
        if let Some(declared) = self.plan.declared.get(&slot) {
            let (text, ty) = self.cx.ctypes.variable(&mut self.cx.out.types, declared.variable);
            name = text.map(Box::from);
            of = ty;
            self.loc = self.declared_at(declared);
        }
        let kind = InstKind::Alloca { size, align, dynamic, name: name.clone(), of };
        let address = self.def(Type::Ptr, kind);
        if let Operand::Reg(reg) = address {
            self.regs[reg].name = name;
        }
        if let Some(ty) = of {
            self.shown.push(ty);
            self.cx.fill_records(ty);
            let pointer = self.cx.ctypes.pointer_to(&mut self.cx.out.types, ty);
            self.set_of(address, Some(pointer));
        }
        address
    }

    /// A struct passed in memory: the callee works on its own copy.
    pub(super) fn copy_by_value(&mut self, param: Value<'m>, ty: Ty<'m>, align: u32) {
        let bytes = self.cx.layout.alloc_size(ty);
        let align = self.cx.layout.abi_align(ty).max(align);
        let size = self.size(bytes);
        let src = self.lowered_one(param).expect("invariant: parameters have been given registers");
        let dst = self.stack_object(param, size, align, false);
        self.push(None, InstKind::MemCopy { kind: CopyKind::Copy, dst, src, len: size });
        self.set(param, dst);
    }

    pub(super) fn lower_load(&mut self, inst: Value<'m>) -> Lowered<()> {
        let address = inst.operand(0);
        if let Some(var) = self.promoted(address) {
            let value = self.current(var);
            self.set(inst, value);
            return Ok(());
        }
        let shape = self.cx.shapes.of(inst.ty());
        let ptr = self.one(address)?;
        let align = inst.align();
        match shape {
            Shape::One(ty) => {
                let value = self.load(ty, ptr, align);
                self.set(inst, value);
            }
            Shape::Many(parts) => {
                let mut values = Parts::new();
                for part in parts.iter() {
                    let ptr = self.offset_by(ptr, part.offset);
                    values.push(self.load(part.ty, ptr, part_align(align, part.offset)));
                }
                self.set_parts(inst, &values);
            }
            Shape::Void => {}
            Shape::Unsupported(what) => return Err(what.to_string()),
        }
        Ok(())
    }

    fn load(&mut self, ty: Type, ptr: Operand, align: u32) -> Operand {
        let of = self.accessed(ptr, ty.store_size(self.cx.out.data_model));
        let value = self.def(ty, InstKind::Load { ty, ptr, align, of });
        self.set_of(value, of);
        value
    }

    pub(super) fn lower_store(&mut self, inst: Value<'m>) -> Lowered<()> {
        let (stored, address) = (inst.operand(0), inst.operand(1));
        if let Some(var) = self.promoted(address) {
            return match self.one(stored) {
                Ok(value) => {
                    self.assign_and_bind(var, value);
                    Ok(())
                }
                Err(what) => {
                    // Later reads need something to read, though no run gets past the node that says what is missing.
                    self.make_undef(var);
                    Err(what)
                }
            };
        }
        let shape = self.cx.shapes.of(stored.ty());
        let align = inst.align();
        match shape {
            Shape::One(ty) => {
                let value = self.one(stored)?;
                let ptr = self.one(address)?;
                self.store(ty, ptr, value, align);
            }
            Shape::Many(parts) => {
                let values = self.parts(stored)?;
                let ptr = self.one(address)?;
                for (part, &value) in parts.iter().zip(&values) {
                    let ptr = self.offset_by(ptr, part.offset);
                    self.store(part.ty, ptr, value, part_align(align, part.offset));
                }
            }
            Shape::Void => {}
            Shape::Unsupported(what) => return Err(what.to_string()),
        }
        Ok(())
    }

    fn store(&mut self, ty: Type, ptr: Operand, value: Operand, align: u32) {
        let of = self.accessed(ptr, ty.store_size(self.cx.out.data_model));
        self.push(None, InstKind::Store { ty, ptr, value, align, of });
    }

    fn offset_by(&mut self, base: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return base;
        }
        let kind = InstKind::Offset { base, terms: Box::new([]), constant: offset as i64, of: None };
        self.def(Type::Ptr, kind)
    }

    /// A `getelementptr`, as an instruction or a constant expression.
    pub(super) fn offset(&mut self, gep: Value<'m>) -> Lowered<Operand> {
        if gep.ty().kind() != TypeKind::LLVMPointerTypeKind {
            return Err("vector of addresses".to_string());
        }
        let base = self.one(gep.operand(0))?;
        let mut terms: Vec<OffsetTerm> = Vec::new();
        let mut constant = 0i64;
        let mut ty = gep.gep_source_type();
        for operand in 1..gep.num_operands() {
            let index = gep.operand(operand);
            let is_constant = index.kind() == ValueKind::LLVMConstantIntValueKind;
            if operand > 1 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = index.zext_value() as u32;
                constant = constant.wrapping_add(self.cx.layout.field_offset(ty, field) as i64);
                ty = ty.field(field);
                continue;
            }
            if operand > 1 {
                ty = ty.element();
            }
            let scale = self.cx.layout.alloc_size(ty) as i64;
            if is_constant {
                constant = constant.wrapping_add(index.sext_value().wrapping_mul(scale));
            } else {
                let value = self.index(index)?;
                terms.push(OffsetTerm { value, scale });
            }
        }
        if terms.is_empty() && constant == 0 {
            return Ok(base);
        }
        let (of, result) = self.offset_types(gep, base);
        let address = self.def(Type::Ptr, InstKind::Offset { base, terms: terms.into(), constant, of });
        self.set_of(address, result);
        Ok(address)
    }

    /// An index as a signed integer of pointer width.
    fn index(&mut self, index: Value<'m>) -> Lowered<Operand> {
        let value = self.one(index)?;
        let from = self.operand_type(value);
        let to = self.cx.out.data_model.pointer_int();
        Ok(match (from, to) {
            (Type::Int(old), Type::Int(new)) if old < new => self.cast_op(ir::CastOp::SExt, from, to, value),
            (Type::Int(_) | Type::Ptr | Type::Float(_), _) => self.resize(value, from, to),
        })
    }

    /// One thread: a comparison and a conditional store. Gives the old value and whether it was the expected one.
    pub(super) fn lower_compare_exchange(&mut self, inst: Value<'m>) -> Lowered<()> {
        let ptr = self.one(inst.operand(0))?;
        let expected = self.one(inst.operand(1))?;
        let new = self.one(inst.operand(2))?;
        let ty = self.operand_type(expected);
        let align = inst.align();
        let old = self.load(ty, ptr, align);
        let cond = self.compare(Predicate::Eq, ty, old, expected);
        let value = self.def(ty, InstKind::Select { ty, cond, a: new, b: old });
        self.store(ty, ptr, value, align);
        self.set_parts(inst, &[old, cond]);
        Ok(())
    }

    /// One thread: load, compute, store. Gives the old value.
    pub(super) fn lower_read_modify_write(&mut self, inst: Value<'m>) -> Lowered<()> {
        let ptr = self.one(inst.operand(0))?;
        let operand = self.one(inst.operand(1))?;
        let ty = self.operand_type(operand);
        let align = inst.align();
        let op = inst.rmw_op();
        let old = self.load(ty, ptr, align);
        let new = self.modified(op, ty, old, operand)?;
        self.store(ty, ptr, new, align);
        self.set(inst, old);
        Ok(())
    }

    fn modified(&mut self, op: RmwOp, ty: Type, old: Operand, operand: Operand) -> Lowered<Operand> {
        use RmwOp::*;
        Ok(match op {
            LLVMAtomicRMWBinOpXchg => operand,
            LLVMAtomicRMWBinOpAdd => self.binary(BinOp::Add, ty, old, operand),
            LLVMAtomicRMWBinOpSub => self.binary(BinOp::Sub, ty, old, operand),
            LLVMAtomicRMWBinOpAnd => self.binary(BinOp::And, ty, old, operand),
            LLVMAtomicRMWBinOpOr => self.binary(BinOp::Or, ty, old, operand),
            LLVMAtomicRMWBinOpXor => self.binary(BinOp::Xor, ty, old, operand),
            LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinOp::And, ty, old, operand);
                let Type::Int(width) = ty else { return Err("atomic operation on this type".to_string()) };
                let ones = self.int(width, u128::MAX);
                self.binary(BinOp::Xor, ty, both, ones)
            }
            LLVMAtomicRMWBinOpMax => self.choose(Predicate::Sgt, ty, old, operand),
            LLVMAtomicRMWBinOpMin => self.choose(Predicate::Slt, ty, old, operand),
            LLVMAtomicRMWBinOpUMax => self.choose(Predicate::Ugt, ty, old, operand),
            LLVMAtomicRMWBinOpUMin => self.choose(Predicate::Ult, ty, old, operand),
            LLVMAtomicRMWBinOpFAdd => self.float_binary(ir::FloatBinOp::Add, ty, old, operand),
            LLVMAtomicRMWBinOpFSub => self.float_binary(ir::FloatBinOp::Sub, ty, old, operand),
            LLVMAtomicRMWBinOpFMax => self.float_binary(ir::FloatBinOp::Max, ty, old, operand),
            LLVMAtomicRMWBinOpFMin => self.float_binary(ir::FloatBinOp::Min, ty, old, operand),
            LLVMAtomicRMWBinOpUIncWrap | LLVMAtomicRMWBinOpUDecWrap => {
                return Err("atomic operation with wrap-around".to_string());
            }
        })
    }

    /// `a` where the predicate holds between `a` and `b`, else `b`.
    pub(super) fn choose(&mut self, pred: Predicate, ty: Type, a: Operand, b: Operand) -> Operand {
        let cond = self.compare(pred, ty, a, b);
        self.def(ty, InstKind::Select { ty, cond, a, b })
    }
}

/// The alignment that is known at an offset from an aligned address.
fn part_align(align: u32, offset: u64) -> u32 {
    match offset {
        0 => align,
        _ => align.min(1 << offset.trailing_zeros().min(31)),
    }
}
