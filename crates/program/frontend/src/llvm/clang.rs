//! Clang as a library (`clang/compile.cpp`).

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use llvm_sys::core::{LLVMContextDispose, LLVMContextSetDiscardValueNames};
use llvm_sys::prelude::*;

use super::module::{Module, new_context, set_up};

unsafe extern "C" {
    fn cairn_clang_compile(
        arguments: *const *const c_char,
        count: usize,
        context: LLVMContextRef,
        module: *mut LLVMModuleRef,
        listen: extern "C" fn(*mut c_void, *const c_char, usize),
        listener: *mut c_void,
    ) -> c_int;
    fn cairn_clang_version() -> *const c_char;
    /// As `LLVMParseIRInContext`; [`COMPILED`], [`REFUSED`], or a crash.
    pub(super) fn cairn_parse_ir(
        context: LLVMContextRef,
        buffer: LLVMMemoryBufferRef,
        module: *mut LLVMModuleRef,
        message: *mut *mut c_char,
    ) -> c_int;
    pub(super) fn cairn_is_cplusplus(function: LLVMValueRef) -> c_int;
}

/// What `clang/compile.cpp` returns.
pub(super) const COMPILED: c_int = 0;
pub(super) const REFUSED: c_int = 1;

/// What became of a compilation.
#[derive(Debug)]
pub enum Compilation {
    Compiled(Box<Module>),
    Refused,
    /// Clang met a mistake of its own. What it held is lost.
    Crashed,
}

/// Compiles what the arguments name, as `clang` would; what it says comes along. The first argument is the path of a
/// clang, which need not be there: its folder tells where headers are looked for.
///
/// A crash is survived where the thread has a stack for signals, as all threads of Rust's have.
pub fn compile(arguments: &[CString]) -> (Compilation, Vec<u8>) {
    set_up();
    let pointers: Vec<*const c_char> = arguments.iter().map(|argument| argument.as_ptr()).collect();
    let mut said: Vec<u8> = Vec::new();
    let listener: *mut Vec<u8> = &mut said;
    let mut raw = std::ptr::null_mut();
    let (context, reported) = new_context();
    // SAFETY: the arguments are NUL-terminated and outlive the call, as do the places for the module and the words. The
    // module is new and of this context, which nobody else knows; after a crash the context is never touched again.
    unsafe {
        LLVMContextSetDiscardValueNames(context, 1);
        let outcome =
            cairn_clang_compile(pointers.as_ptr(), pointers.len(), context, &mut raw, listen, listener.cast());
        let compilation = match outcome {
            COMPILED => Compilation::Compiled(Box::new(Module::new(context, raw, reported))),
            REFUSED => {
                LLVMContextDispose(context);
                Compilation::Refused
            }
            _ => {
                std::mem::forget(reported);
                Compilation::Crashed
            }
        };
        (compilation, said)
    }
}

/// Which clang it is.
pub fn version() -> String {
    // SAFETY: a NUL-terminated string that lives for ever.
    unsafe { CStr::from_ptr(cairn_clang_version()) }.to_string_lossy().into_owned()
}

extern "C" fn listen(listener: *mut c_void, words: *const c_char, size: usize) {
    // SAFETY: the listener is the vector of the running call of `compile`; the words are there while this runs.
    unsafe { (*listener.cast::<Vec<u8>>()).extend_from_slice(super::borrowed(words, size)) }
}
