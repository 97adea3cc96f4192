//! Types and their layout in memory.

use std::ffi::CStr;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use smallvec::SmallVec;

use super::{Module, TypeKind, owned};

/// A type of the module's context. Equal types are one pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty<'m> {
    pub(super) raw: LLVMTypeRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Ty<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Self {
        Ty { raw, module: PhantomData }
    }

    pub fn kind(self) -> TypeKind {
        ask!(LLVMGetTypeKind(self.raw))
    }

    /// Integers only.
    pub fn int_width(self) -> u32 {
        ask!(LLVMGetIntTypeWidth(self.raw))
    }

    /// Pointers only: into ordinary memory?
    pub fn is_default_pointer(self) -> bool {
        ask!(LLVMGetPointerAddressSpace(self.raw)) == 0
    }

    /// Arrays and vectors only.
    pub fn element(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetElementType(self.raw)))
    }

    /// Arrays only.
    pub fn array_len(self) -> u64 {
        ask!(LLVMGetArrayLength2(self.raw))
    }

    /// Vectors only.
    pub fn vector_len(self) -> u32 {
        ask!(LLVMGetVectorSize(self.raw))
    }

    /// Structs only.
    pub fn fields(self) -> SmallVec<[Ty<'m>; 8]> {
        let count = ask!(LLVMCountStructElementTypes(self.raw)) as usize;
        self.collect(count, |dest| {
            // SAFETY: there is room for as many types as LLVM has counted.
            unsafe { LLVMGetStructElementTypes(self.raw, dest) }
        })
    }

    /// Structs only: field `index`, which must exist.
    pub fn field(self, index: u32) -> Ty<'m> {
        Ty::new(ask!(LLVMStructGetTypeAtIndex(self.raw, index)))
    }

    /// Structs only; `None` for literal ones.
    pub fn struct_name(self) -> Option<&'m [u8]> {
        let name = ask!(LLVMGetStructName(self.raw));
        // SAFETY: LLVM's names are NUL-terminated and live in the context.
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_bytes())
    }

    pub fn is_sized(self) -> bool {
        ask!(LLVMTypeIsSized(self.raw)) != 0
    }

    /// Function types only.
    pub fn params(self) -> SmallVec<[Ty<'m>; 8]> {
        let count = ask!(LLVMCountParamTypes(self.raw)) as usize;
        self.collect(count, |dest| {
            // SAFETY: there is room for as many types as LLVM has counted.
            unsafe { LLVMGetParamTypes(self.raw, dest) }
        })
    }

    /// Function types only.
    pub fn ret(self) -> Ty<'m> {
        Ty::new(ask!(LLVMGetReturnType(self.raw)))
    }

    /// Function types only.
    pub fn is_variadic(self) -> bool {
        ask!(LLVMIsFunctionVarArg(self.raw)) != 0
    }

    /// As LLVM prints it.
    pub fn text(self) -> String {
        // SAFETY: the text is new and ours.
        unsafe { owned(LLVMPrintTypeToString(self.raw)) }
    }

    fn collect(self, count: usize, fill: impl FnOnce(*mut LLVMTypeRef)) -> SmallVec<[Ty<'m>; 8]> {
        let mut raw: SmallVec<[LLVMTypeRef; 8]> = SmallVec::from_elem(std::ptr::null_mut(), count);
        fill(raw.as_mut_ptr());
        raw.into_iter().map(Ty::new).collect()
    }
}

/// Sizes and offsets, as the module's target lays types out. The types asked about must be sized.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Layout<'m> {
    pub(super) fn new(raw: LLVMTargetDataRef) -> Self {
        Layout { raw, module: PhantomData }
    }

    pub fn pointer_bits(self) -> u32 {
        ask!(LLVMPointerSize(self.raw)) * 8
    }

    pub fn is_little_endian(self) -> bool {
        ask!(LLVMByteOrder(self.raw)) as u32 == LLVMByteOrdering::LLVMLittleEndian as u32
    }

    /// Distance of array elements, padding included.
    pub fn alloc_size(self, ty: Ty<'m>) -> u64 {
        ask!(LLVMABISizeOfType(self.raw, ty.raw))
    }

    /// Bits of value, without padding.
    pub fn bits(self, ty: Ty<'m>) -> u64 {
        ask!(LLVMSizeOfTypeInBits(self.raw, ty.raw))
    }

    pub fn abi_align(self, ty: Ty<'m>) -> u32 {
        ask!(LLVMABIAlignmentOfType(self.raw, ty.raw))
    }

    pub fn field_offset(self, ty: Ty<'m>, field: u32) -> u64 {
        ask!(LLVMOffsetOfElement(self.raw, ty.raw, field))
    }
}
