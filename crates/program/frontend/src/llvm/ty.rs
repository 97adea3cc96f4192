//! Types and their layout in memory.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use smallvec::SmallVec;

use super::{Module, TypeKind, borrowed};

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
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// Integers only.
    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.raw) }
    }

    /// Pointers only: into ordinary memory?
    pub fn is_default_pointer(self) -> bool {
        unsafe { LLVMGetPointerAddressSpace(self.raw) == 0 }
    }

    /// Arrays and vectors only.
    pub fn element(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetElementType(self.raw) })
    }

    /// Arrays only.
    pub fn array_len(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.raw) }
    }

    /// Vectors only.
    pub fn vector_len(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.raw) }
    }

    /// Structs only.
    pub fn fields(self) -> SmallVec<[Ty<'m>; 8]> {
        let count = unsafe { LLVMCountStructElementTypes(self.raw) } as usize;
        self.collect(count, |dest| unsafe { LLVMGetStructElementTypes(self.raw, dest) })
    }

    /// Structs only: field `index`, which must exist.
    pub fn field(self, index: u32) -> Ty<'m> {
        Ty::new(unsafe { LLVMStructGetTypeAtIndex(self.raw, index) })
    }

    /// Structs only; `None` for literal ones.
    pub fn struct_name(self) -> Option<&'m [u8]> {
        unsafe {
            let name = LLVMGetStructName(self.raw);
            (!name.is_null()).then(|| borrowed(name, libc_strlen(name)))
        }
    }

    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Function types only.
    pub fn params(self) -> SmallVec<[Ty<'m>; 8]> {
        let count = unsafe { LLVMCountParamTypes(self.raw) } as usize;
        self.collect(count, |dest| unsafe { LLVMGetParamTypes(self.raw, dest) })
    }

    /// Function types only.
    pub fn ret(self) -> Ty<'m> {
        Ty::new(unsafe { LLVMGetReturnType(self.raw) })
    }

    /// Function types only.
    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// As LLVM prints it.
    pub fn text(self) -> String {
        unsafe { super::owned(LLVMPrintTypeToString(self.raw)) }
    }

    fn collect(self, count: usize, fill: impl FnOnce(*mut LLVMTypeRef)) -> SmallVec<[Ty<'m>; 8]> {
        let mut raw: SmallVec<[LLVMTypeRef; 8]> = SmallVec::from_elem(std::ptr::null_mut(), count);
        fill(raw.as_mut_ptr());
        raw.into_iter().map(Ty::new).collect()
    }
}

unsafe fn libc_strlen(text: *const std::ffi::c_char) -> usize {
    // SAFETY: LLVM's names are NUL-terminated.
    unsafe { std::ffi::CStr::from_ptr(text).count_bytes() }
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
        unsafe { LLVMPointerSize(self.raw) * 8 }
    }

    pub fn is_little_endian(self) -> bool {
        unsafe { LLVMByteOrder(self.raw) as u32 == LLVMByteOrdering::LLVMLittleEndian as u32 }
    }

    /// Distance of array elements, padding included.
    pub fn alloc_size(self, ty: Ty<'m>) -> u64 {
        unsafe { LLVMABISizeOfType(self.raw, ty.raw) }
    }

    /// Bits of value, without padding.
    pub fn bits(self, ty: Ty<'m>) -> u64 {
        unsafe { LLVMSizeOfTypeInBits(self.raw, ty.raw) }
    }

    pub fn abi_align(self, ty: Ty<'m>) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) }
    }

    pub fn field_offset(self, ty: Ty<'m>, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw, field) }
    }
}
