//! Modules: reading, linking, walking.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Once;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::*;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::*;
use llvm_sys::prelude::*;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::*;

use super::{Layout, Value, owned};

/// Errors that LLVM reported to its diagnostic handler.
#[derive(Default, Debug)]
struct Reported(String);

/// What LLVM said when it refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

/// A program as an LLVM module, libraries beside it, and the context they live in.
#[derive(Debug)]
pub struct Module {
    context: LLVMContextRef,
    raw: LLVMModuleRef,
    libraries: Vec<LLVMModuleRef>,
    /// Boxed because LLVM holds its address.
    reported: Box<Reported>,
}

// SAFETY: the context belongs to this module alone and LLVM keeps no state per thread.
unsafe impl Send for Module {}

extern "C" fn collect_diagnostic(info: LLVMDiagnosticInfoRef, reported: *mut c_void) {
    // SAFETY: LLVM passes on the pointer given to `LLVMContextSetDiagnosticHandler`, the box of a live `Module`.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) as u32 == LLVMDiagnosticSeverity::LLVMDSError as u32 {
            let text = owned(LLVMGetDiagInfoDescription(info));
            let Reported(reported) = &mut *reported.cast::<Reported>();
            if !reported.is_empty() {
                reported.push('\n');
            }
            reported.push_str(&text);
        }
    }
}

impl Module {
    /// Reads bitcode. LLVM prints nothing; what it has to say is in the failure.
    ///
    /// LLVM would verify the whole module to see whether debug information is broken; what clang 19 wrote is not.
    pub fn read(bitcode: &[u8], name: &str) -> Result<Module, Failure> {
        static SET_UP: Once = Once::new();
        SET_UP.call_once(|| {
            let arguments = [c"cairn".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
            unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), std::ptr::null()) }
        });
        Module::read_by(|context| unsafe {
            LLVMContextSetDiscardValueNames(context, 1);
            parse(context, bitcode, name).ok_or_else(String::new)
        })
    }

    /// Reads bitcode or LLVM's text form, of which clang has made sense.
    pub fn read_any(content: &[u8], name: &str) -> Result<Module, Failure> {
        Module::read_by(|context| unsafe {
            let name = CString::new(name).unwrap_or_default();
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(content.as_ptr().cast(), content.len(), name.as_ptr());
            let mut module = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            // Takes the buffer.
            let failed = LLVMParseIRInContext(context, buffer, &mut module, &mut message) != 0;
            let said = owned(message);
            if failed { Err(said) } else { Ok(module) }
        })
    }

    /// What `parse` says comes before what LLVM reports by itself.
    fn read_by(parse: impl FnOnce(LLVMContextRef) -> Result<LLVMModuleRef, String>) -> Result<Module, Failure> {
        unsafe {
            let context = LLVMContextCreate();
            let mut reported = Box::<Reported>::default();
            let sink: *mut Reported = &mut *reported;
            LLVMContextSetDiagnosticHandler(context, Some(collect_diagnostic), sink.cast());
            match parse(context) {
                Ok(raw) => Ok(Module { context, raw, libraries: Vec::new(), reported }),
                Err(said) => {
                    LLVMContextDispose(context);
                    Err(Failure(said + &reported.0))
                }
            }
        }
    }

    /// Reads more bitcode and links it in.
    pub fn link(&mut self, bitcode: &[u8], name: &str) -> Result<(), Failure> {
        unsafe {
            let linked = match parse(self.context, bitcode, name) {
                Some(other) => LLVMLinkModules2(self.raw, other) == 0,
                None => false,
            };
            let said = std::mem::take(&mut self.reported.0);
            if linked { Ok(()) } else { Err(Failure(said)) }
        }
    }

    /// Reads a library beside the program. It is not linked, which would walk the whole program: whoever reads the
    /// module resolves names.
    pub fn add_library(&mut self, bitcode: &[u8], name: &str) -> Result<(), Failure> {
        match unsafe { parse(self.context, bitcode, name) } {
            Some(library) => {
                self.libraries.push(library);
                Ok(())
            }
            None => Err(Failure(std::mem::take(&mut self.reported.0))),
        }
    }

    /// Is the module well-formed? What clang wrote is; what came from elsewhere may not be.
    pub fn verify(&self) -> Result<(), Failure> {
        unsafe {
            let mut message = std::ptr::null_mut();
            let broken = LLVMVerifyModule(self.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message);
            let said = owned(message);
            if broken == 0 { Ok(()) } else { Err(Failure(said)) }
        }
    }

    /// Turns debug records into calls of debug intrinsics: LLVM 19's C API can read only those.
    pub fn use_debug_intrinsics(&mut self) {
        for &module in std::iter::once(&self.raw).chain(&self.libraries) {
            unsafe { LLVMSetIsNewDbgInfoFormat(module, 0) }
        }
    }

    pub fn layout(&self) -> Layout<'_> {
        Layout::new(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    pub fn triple(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    /// The program's functions.
    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        functions(self.raw)
    }

    /// The program's global variables.
    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        globals(self.raw)
    }

    pub fn library_functions(&self) -> impl Iterator<Item = Value<'_>> {
        self.libraries.iter().flat_map(|&library| functions(library))
    }

    pub fn library_globals(&self) -> impl Iterator<Item = Value<'_>> {
        self.libraries.iter().flat_map(|&library| globals(library))
    }

    /// A value that stands for the node, through which the C API lists a node's operands.
    pub(super) fn wrap(&self, meta: LLVMMetadataRef) -> LLVMValueRef {
        unsafe { LLVMMetadataAsValue(self.context, meta) }
    }

    /// The integer type of `width` bits.
    pub(super) fn int_type(&self, width: u32) -> LLVMTypeRef {
        unsafe { LLVMIntTypeInContext(self.context, width) }
    }
}

fn functions<'m>(module: LLVMModuleRef) -> impl Iterator<Item = Value<'m>> {
    let mut next = unsafe { LLVMGetFirstFunction(module) };
    std::iter::from_fn(move || {
        let current = Value::some(next)?;
        next = unsafe { LLVMGetNextFunction(next) };
        Some(current)
    })
}

fn globals<'m>(module: LLVMModuleRef) -> impl Iterator<Item = Value<'m>> {
    let mut next = unsafe { LLVMGetFirstGlobal(module) };
    std::iter::from_fn(move || {
        let current = Value::some(next)?;
        next = unsafe { LLVMGetNextGlobal(next) };
        Some(current)
    })
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: nothing borrows the module any more.
        unsafe {
            self.libraries.iter().for_each(|&library| LLVMDisposeModule(library));
            LLVMDisposeModule(self.raw);
            LLVMContextDispose(self.context);
        }
    }
}

/// # Safety
/// `context` must be live. The bytes are copied by nobody: the module is materialised whole before this returns.
unsafe fn parse(context: LLVMContextRef, bitcode: &[u8], name: &str) -> Option<LLVMModuleRef> {
    let name = CString::new(name).unwrap_or_default();
    unsafe {
        let buffer =
            LLVMCreateMemoryBufferWithMemoryRange(bitcode.as_ptr().cast::<c_char>(), bitcode.len(), name.as_ptr(), 0);
        let mut module = std::ptr::null_mut();
        let failed = LLVMParseBitcodeInContext2(context, buffer, &mut module) != 0;
        LLVMDisposeMemoryBuffer(buffer);
        (!failed).then_some(module)
    }
}

/// Numbers of the attributes that decide how arguments are passed.
#[derive(Clone, Copy, Debug)]
pub struct AttrKinds {
    pub byval: u32,
    pub sret: u32,
    pub align: u32,
}

impl AttrKinds {
    pub fn new() -> AttrKinds {
        let kind = |name: &str| unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
        AttrKinds { byval: kind("byval"), sret: kind("sret"), align: kind("align") }
    }
}
