//! C types of addresses and accesses, for display only.

use ir::{CType, FuncId, TypeId};

use super::Lowering;
use super::function::FuncLower;
use crate::llvm::{Ty, TypeKind, Value};

/// How deep a search for the accessed member goes.
const MAX_DEPTH: u32 = 8;

impl<'m> Lowering<'m> {
    /// The type without typedefs and qualifiers.
    pub(super) fn plain(&self, mut ty: TypeId) -> TypeId {
        // Bounded: a broken description could be cyclic.
        for _ in 0..64 {
            match &self.out.types[ty] {
                CType::Typedef { of, .. } | CType::Qualified { of, .. } => ty = *of,
                CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Array { .. }
                | CType::Record(_)
                | CType::Enum { .. }
                | CType::Function { .. } => break,
            }
        }
        ty
    }

    /// Makes sure that the fields of a record, and of the elements of an array, are known.
    pub(super) fn fill_records(&mut self, ty: TypeId) {
        let mut ty = self.plain(ty);
        while let CType::Array { of, .. } = self.out.types[ty] {
            ty = self.plain(of);
        }
        self.ctypes.fill(&mut self.out.types, ty);
    }

    pub(super) fn pointee(&self, pointer: TypeId) -> Option<TypeId> {
        match self.out.types[self.plain(pointer)] {
            CType::Pointer { to } => Some(to),
            CType::Void
            | CType::Base { .. }
            | CType::Array { .. }
            | CType::Record(_)
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Function { .. }
            | CType::Qualified { .. } => None,
        }
    }

    /// The type of the member that starts at `offset` bytes, bit fields excluded.
    fn field_at(&mut self, record: TypeId, offset: u64) -> Option<TypeId> {
        let record = self.plain(record);
        self.ctypes.fill(&mut self.out.types, record);
        let CType::Record(record) = &self.out.types[record] else { return None };
        record.fields.iter().find(|field| field.offset_bits == offset * 8 && !field.bit_field).map(|field| field.ty)
    }

    fn element_of(&self, array: TypeId) -> Option<TypeId> {
        match self.out.types[self.plain(array)] {
            CType::Array { of, .. } => Some(of),
            CType::Void
            | CType::Base { .. }
            | CType::Pointer { .. }
            | CType::Record(_)
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Function { .. }
            | CType::Qualified { .. } => None,
        }
    }

    /// The array that a record starts with: the address of its first member is the record's own.
    fn array_at_start(&mut self, ty: TypeId) -> TypeId {
        let mut inner = ty;
        for _ in 0..MAX_DEPTH {
            match self.out.types[self.plain(inner)] {
                CType::Record(_) => match self.field_at(inner, 0) {
                    Some(field) => inner = field,
                    None => return ty,
                },
                CType::Array { .. } => return inner,
                CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Enum { .. }
                | CType::Typedef { .. }
                | CType::Function { .. }
                | CType::Qualified { .. } => return ty,
            }
        }
        ty
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        match &self.out.types[self.plain(ty)] {
            CType::Base { size, .. } | CType::Enum { size, .. } => Some(*size),
            CType::Pointer { .. } => Some(self.out.data_model.pointer_size()),
            CType::Record(record) => Some(record.size),
            CType::Array { of, count } => Some(self.size_of(*of)? * (*count)?),
            CType::Void | CType::Typedef { .. } | CType::Function { .. } | CType::Qualified { .. } => None,
        }
    }

    /// The C types of what a described function returns and takes.
    pub(super) fn signature_types(&self, id: FuncId) -> Vec<TypeId> {
        let Some(ty) = self.out.funcs[id].ty else { return Vec::new() };
        match &self.out.types[ty] {
            CType::Function { ret, params, .. } => std::iter::once(*ret).chain(params.iter().copied()).collect(),
            CType::Void
            | CType::Base { .. }
            | CType::Pointer { .. }
            | CType::Array { .. }
            | CType::Record(_)
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Qualified { .. } => Vec::new(),
        }
    }

    /// Is the type, or what it points to, a record of that name?
    fn shows_record(&self, mut ty: TypeId, name: &str) -> Option<TypeId> {
        for _ in 0..MAX_DEPTH {
            ty = self.plain(ty);
            match &self.out.types[ty] {
                CType::Record(record) => return (record.name.as_deref() == Some(name)).then_some(ty),
                CType::Pointer { to: of } | CType::Array { of, .. } => ty = *of,
                CType::Void
                | CType::Base { .. }
                | CType::Enum { .. }
                | CType::Typedef { .. }
                | CType::Function { .. }
                | CType::Qualified { .. } => return None,
            }
        }
        None
    }

    /// The scalar of `size` bytes at the start of the type.
    fn scalar_at_start(&mut self, ty: TypeId, size: u64, depth: u32) -> Option<TypeId> {
        if depth == MAX_DEPTH {
            return None;
        }
        match &self.out.types[self.plain(ty)] {
            CType::Record(_) => {
                let field = self.field_at(ty, 0)?;
                self.scalar_at_start(field, size, depth + 1)
            }
            CType::Array { of, .. } => {
                let of = *of;
                self.scalar_at_start(of, size, depth + 1)
            }
            CType::Base { .. } | CType::Enum { .. } | CType::Pointer { .. } => {
                (self.size_of(ty) == Some(size)).then_some(ty)
            }
            CType::Void | CType::Typedef { .. } | CType::Function { .. } | CType::Qualified { .. } => None,
        }
    }
}

impl<'m> FuncLower<'_, 'm> {
    /// The C type of what an access of `size` bytes through `ptr` touches.
    pub(super) fn accessed(&mut self, ptr: ir::Operand, size: u64) -> Option<TypeId> {
        let pointer = self.operand_of(ptr)?;
        let pointee = self.cx.pointee(pointer)?;
        self.cx.scalar_at_start(pointee, size, 0)
    }

    /// The C types along a `getelementptr`: what the base points to, and what the result points to.
    pub(super) fn offset_types(&mut self, gep: Value<'m>, base: ir::Operand) -> (Option<TypeId>, Option<TypeId>) {
        let source = gep.gep_source_type();
        let pointee = self.operand_of(base).and_then(|pointer| self.cx.pointee(pointer));
        let of = match (pointee, source.kind()) {
            (Some(pointee), TypeKind::LLVMStructTypeKind) if self.is_record_of_size(pointee, source) => Some(pointee),
            (_, TypeKind::LLVMStructTypeKind) => source.struct_name().and_then(|name| self.record_named(name)),
            (pointee, _) => pointee,
        };
        let Some(of) = of else { return (None, None) };
        self.cx.fill_records(of);
        let first = if source.kind() == TypeKind::LLVMArrayTypeKind { self.cx.array_at_start(of) } else { of };
        let result = self.follow(gep, source, first).map(|to| self.cx.ctypes.pointer_to(&mut self.cx.out.types, to));
        (Some(of), result)
    }

    /// The record that LLVM calls `struct.name` or `union.name`, if this function's type or a variable shows it or the program
    /// casts to it. What other functions show does not count: they may not have been lowered, or elsewhere.
    fn record_named(&mut self, llvm_name: &[u8]) -> Option<TypeId> {
        let name = llvm_name.strip_prefix(b"struct.").or_else(|| llvm_name.strip_prefix(b"union."))?;
        let name = std::str::from_utf8(name).ok()?;
        let shown = self.shown.iter().find_map(|&ty| self.cx.shows_record(ty, name));
        shown.or_else(|| self.cx.ctypes.retained_record(&mut self.cx.out.types, name))
    }

    fn is_record_of_size(&mut self, ty: TypeId, llvm: Ty<'m>) -> bool {
        match &self.cx.out.types[self.cx.plain(ty)] {
            CType::Record(record) => llvm.is_sized() && record.size == self.cx.layout.alloc_size(llvm),
            CType::Void
            | CType::Base { .. }
            | CType::Pointer { .. }
            | CType::Array { .. }
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Function { .. }
            | CType::Qualified { .. } => false,
        }
    }

    /// Takes the steps of the indices after the first in the C type.
    fn follow(&mut self, gep: Value<'m>, source: Ty<'m>, of: TypeId) -> Option<TypeId> {
        let (mut llvm, mut ty) = (source, of);
        for operand in 2..gep.num_operands() {
            if llvm.kind() == TypeKind::LLVMStructTypeKind {
                let field = gep.operand(operand).zext_value() as u32;
                ty = self.cx.field_at(ty, self.cx.layout.field_offset(llvm, field))?;
                llvm = llvm.field(field);
            } else {
                ty = self.cx.element_of(ty)?;
                llvm = llvm.element();
            }
        }
        Some(ty)
    }
}
