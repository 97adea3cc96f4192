//! The only place that calls LLVM: thin handles over its C API.
//!
//! Invariants that make the `unsafe` here sound:
//!  - a [`Module`] owns its LLVM context; every handle borrows the module, so none outlives it;
//!  - while handles exist the module only grows: bodies are read into functions that have none yet, constants and
//!    metadata wrappers are created, and nothing moves;
//!  - a module and its handles stay in one thread at a time; threads that work at once have a module each;
//!  - LLVM does not check kinds in a release build. A method that only makes sense for one kind of value says so, and
//!    callers ask for the kind or opcode first.
#![allow(unsafe_code)]

/// One call of the C API that gets handles and numbers, and no memory of ours.
macro_rules! ask {
    ($function:ident($($argument:expr),+)) => {{
        // SAFETY: what the handles point to is alive and used by this thread alone, and of the kind that the function is for:
        // the module's invariants.
        unsafe { $function($($argument),+) }
    }};
}

mod apart;
mod clang;
mod heap;
mod meta;
mod module;
mod ty;
mod value;

pub use apart::apart;
pub use clang::{Compilation, compile, version as clang_version};
pub use heap::{prepare as prepare_heap, prepare_for_clang};
pub use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
pub use meta::{Meta, MetaKind};
pub use module::{AttrKinds, Failure, Module};
pub use ty::{Layout, Ty};
pub use value::{Block, Value};

/// Bytes that LLVM owns; valid as long as the module.
///
/// # Safety
/// `data` must be null or point to `len` bytes that live for `'m`.
unsafe fn borrowed<'m>(data: *const std::ffi::c_char, len: usize) -> &'m [u8] {
    if data.is_null() {
        return &[];
    }
    // SAFETY: as promised by the caller.
    unsafe { std::slice::from_raw_parts(data.cast(), len) }
}

/// A string that LLVM made for us: copied and freed.
///
/// # Safety
/// `message` must be null or a NUL-terminated string made by LLVM and not yet disposed of.
unsafe fn owned(message: *mut std::ffi::c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: as promised by the caller.
    unsafe {
        let text = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}
