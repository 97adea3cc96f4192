//! Modules: reading, linking, walking.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Arc, Once};

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::*;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMStripModuleDebugInfo;
use llvm_sys::linker::*;
use llvm_sys::prelude::*;
use llvm_sys::support::LLVMParseCommandLineOptions;
use llvm_sys::target::*;

use super::clang::{COMPILED, REFUSED, cairn_parse_ir};
use super::{Layout, Meta, Value, owned};

/// Errors that LLVM reported to its diagnostic handler.
#[derive(Default, Debug)]
pub(super) struct Reported(String);

/// What LLVM said when it refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

/// Why there is no module.
enum Unread {
    Refused(String),
    /// Nothing of the context may be touched any more.
    Crashed(String),
}

/// A program as an LLVM module, libraries beside it, and the context they live in.
#[derive(Debug)]
pub struct Module {
    context: LLVMContextRef,
    program: Part,
    libraries: Vec<Part>,
    /// Boxed because LLVM holds its address.
    reported: Box<Reported>,
    /// What the program's bodies are read from.
    _bitcode: Option<Arc<Vec<u8>>>,
}

/// A module of LLVM's, and a pass manager without passes: the C API reads the body of one function only to run passes.
#[derive(Debug)]
struct Part {
    raw: LLVMModuleRef,
    reader: LLVMPassManagerRef,
}

impl Part {
    /// # Safety
    /// `raw` must be a live module that nobody else disposes of.
    unsafe fn new(raw: LLVMModuleRef) -> Part {
        // SAFETY: the module is live by the caller's promise.
        let reader = unsafe { LLVMCreateFunctionPassManagerForModule(raw) };
        Part { raw, reader }
    }

    fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        let mut next = ask!(LLVMGetFirstFunction(self.raw));
        std::iter::from_fn(move || {
            let current = Value::some(next)?;
            next = ask!(LLVMGetNextFunction(next));
            Some(current)
        })
    }

    fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        let mut next = ask!(LLVMGetFirstGlobal(self.raw));
        std::iter::from_fn(move || {
            let current = Value::some(next)?;
            next = ask!(LLVMGetNextGlobal(next));
            Some(current)
        })
    }

    /// The units that debug information describes.
    fn compile_units(&self) -> Vec<LLVMValueRef> {
        const LIST: &CStr = c"llvm.dbg.cu";
        // SAFETY: the name is NUL-terminated, and there is room for as many units as LLVM has counted.
        unsafe {
            let count = LLVMGetNamedMetadataNumOperands(self.raw, LIST.as_ptr()) as usize;
            let mut units = vec![std::ptr::null_mut(); count];
            LLVMGetNamedMetadataOperands(self.raw, LIST.as_ptr(), units.as_mut_ptr());
            units
        }
    }
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
    /// Reads bitcode, except for the bodies of functions. LLVM prints nothing; what it has to say is in the failure.
    ///
    /// LLVM would verify the whole module to see whether debug information is broken; what clang 19 wrote is not.
    pub fn read(bitcode: &Arc<Vec<u8>>, name: &str) -> Result<Module, Failure> {
        set_up();
        let mut module = Module::read_by(|context| {
            // SAFETY: the context is live; the bytes are kept beside the module.
            unsafe {
                LLVMContextSetDiscardValueNames(context, 1);
                parse_lazily(context, bitcode, name).ok_or_else(|| Unread::Refused(String::new()))
            }
        })?;
        module._bitcode = Some(bitcode.clone());
        Ok(module)
    }

    /// Reads bitcode with all bodies, as whoever links or verifies needs it.
    pub fn read_whole(bitcode: &[u8], name: &str) -> Result<Module, Failure> {
        set_up();
        Module::read_by(|context| {
            // SAFETY: the context is live.
            unsafe {
                LLVMContextSetDiscardValueNames(context, 1);
                parse(context, bitcode, name).ok_or_else(|| Unread::Refused(String::new()))
            }
        })
    }

    /// Reads bitcode or LLVM's text form, of which clang has made sense.
    pub fn read_any(content: &[u8], name: &str) -> Result<Module, Failure> {
        set_up();
        let name = CString::new(name).unwrap_or_default();
        Module::read_by(|context| {
            let mut module = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            // SAFETY: the context is live; content and name are copied; the reader takes the buffer, and leaves a module
            // or a message, which is ours.
            let (outcome, said) = unsafe {
                let buffer =
                    LLVMCreateMemoryBufferWithMemoryRangeCopy(content.as_ptr().cast(), content.len(), name.as_ptr());
                let outcome = cairn_parse_ir(context, buffer, &mut module, &mut message);
                (outcome, owned(message))
            };
            match outcome {
                COMPILED => Ok(module),
                REFUSED => Err(Unread::Refused(said)),
                _ => Err(Unread::Crashed(said)),
            }
        })
    }

    /// What `parse` says comes before what LLVM reports by itself.
    fn read_by(parse: impl FnOnce(LLVMContextRef) -> Result<LLVMModuleRef, Unread>) -> Result<Module, Failure> {
        let (context, reported) = new_context();
        // SAFETY: the module that `parse` makes is new, of this context, and nobody else's; where it makes none, nothing
        // is left of the context; after a crash nobody touches it again.
        unsafe {
            match parse(context) {
                Ok(raw) => Ok(Module::new(context, raw, reported)),
                Err(Unread::Refused(said)) => {
                    LLVMContextDispose(context);
                    Err(Failure(said + &reported.0))
                }
                Err(Unread::Crashed(said)) => {
                    std::mem::forget(reported);
                    Err(Failure(format!("LLVM's reader crashed: {said}")))
                }
            }
        }
    }

    /// # Safety
    /// Context and box are those of [`new_context`]; `raw` is a live module of the context. Nobody else disposes of them.
    pub(super) unsafe fn new(context: LLVMContextRef, raw: LLVMModuleRef, reported: Box<Reported>) -> Module {
        // SAFETY: the module is live by the caller's promise.
        let program = unsafe { Part::new(raw) };
        Module { context, program, libraries: Vec::new(), reported, _bitcode: None }
    }

    /// The program as bitcode, for another context.
    pub fn to_bitcode(&self) -> Vec<u8> {
        // SAFETY: the buffer is new; its bytes are copied before it is disposed of.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.program.raw);
            let bytes = super::borrowed(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }

    /// Reads more bitcode and links it in.
    pub fn link(&mut self, bitcode: &[u8], name: &str) -> Result<(), Failure> {
        // SAFETY: both modules are of the live context; linking disposes of the other one.
        let linked = unsafe {
            parse(self.context, bitcode, name).is_some_and(|other| LLVMLinkModules2(self.program.raw, other) == 0)
        };
        let said = std::mem::take(&mut self.reported.0);
        if linked { Ok(()) } else { Err(Failure(said)) }
    }

    /// Reads a library beside the program, except for the bodies of functions. It is not linked, which would walk the
    /// whole program: whoever reads the module resolves names.
    pub fn add_library(&mut self, bitcode: &'static [u8], name: &str) -> Result<(), Failure> {
        // SAFETY: the context is live, the bytes live for ever, and the module is new and nobody else's.
        let library = unsafe { parse_lazily(self.context, bitcode, name).map(|raw| Part::new(raw)) };
        match library {
            Some(library) => {
                self.libraries.push(library);
                Ok(())
            }
            None => Err(Failure(std::mem::take(&mut self.reported.0))),
        }
    }

    /// Reads the body of a function that is defined here, if it has not been read yet. Before that the function has no
    /// blocks and no debug information.
    pub fn read_body(&self, function: Value<'_>) {
        let raw = ask!(LLVMGetGlobalParent(function.raw));
        let part = self.parts().find(|part| part.raw == raw).expect("invariant: the function is of this module");
        ask!(LLVMRunFunctionPassManager(part.reader, function.raw));
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.program).chain(&self.libraries)
    }

    /// Is the module well-formed? What clang wrote is; what came from elsewhere may not be.
    pub fn verify(&self) -> Result<(), Failure> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is live, and the message is new and ours.
        let (broken, said) = unsafe {
            let broken =
                LLVMVerifyModule(self.program.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut message);
            (broken, owned(message))
        };
        if broken == 0 { Ok(()) } else { Err(Failure(said)) }
    }

    pub fn strip_debug_information(&mut self) {
        ask!(LLVMStripModuleDebugInfo(self.program.raw));
    }

    /// Turns debug records into calls of debug intrinsics: LLVM 19's C API can read only those.
    pub fn use_debug_intrinsics(&mut self) {
        for part in self.parts() {
            ask!(LLVMSetIsNewDbgInfoFormat(part.raw, 0))
        }
    }

    pub fn layout(&self) -> Layout<'_> {
        Layout::new(ask!(LLVMGetModuleDataLayout(self.program.raw)))
    }

    /// Does the program say nothing of sizes and alignments?
    pub fn has_no_layout(&self) -> bool {
        let layout = ask!(LLVMGetDataLayoutStr(self.program.raw));
        // SAFETY: a NUL-terminated string of the module, which is not changed meanwhile.
        unsafe { CStr::from_ptr(layout) }.is_empty()
    }

    pub fn set_layout(&mut self, layout: &CStr) {
        // SAFETY: the module is live, and the text NUL-terminated.
        unsafe { LLVMSetDataLayout(self.program.raw, layout.as_ptr()) }
    }

    pub fn triple(&self) -> String {
        let triple = ask!(LLVMGetTarget(self.program.raw));
        // SAFETY: a NUL-terminated string of the module, copied at once.
        unsafe { CStr::from_ptr(triple) }.to_string_lossy().into_owned()
    }

    /// The program's functions.
    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        self.program.functions()
    }

    /// Is the function or global part of a library, or of what a library declares?
    pub fn is_library(&self, value: Value<'_>) -> bool {
        ask!(LLVMGetGlobalParent(value.raw)) != self.program.raw
    }

    /// The program's function of that name.
    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        // SAFETY: the name is NUL-terminated and outlives the call.
        Value::some(unsafe { LLVMGetNamedFunction(self.program.raw, name.as_ptr()) })
    }

    /// The program's second name for something else.
    pub fn alias(&self, name: &str) -> Option<Value<'_>> {
        // SAFETY: the name is given with its length and outlives the call.
        Value::some(unsafe { LLVMGetNamedGlobalAlias(self.program.raw, name.as_ptr().cast(), name.len()) })
    }

    /// The program's global variables.
    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        self.program.globals()
    }

    pub fn library_functions(&self) -> impl Iterator<Item = Value<'_>> {
        self.libraries.iter().flat_map(Part::functions)
    }

    pub fn library_globals(&self) -> impl Iterator<Item = Value<'_>> {
        self.libraries.iter().flat_map(Part::globals)
    }

    /// The units that debug information describes, those of libraries last.
    pub fn compile_units(&self) -> Vec<Meta<'_>> {
        self.parts().flat_map(Part::compile_units).map(|unit| Meta::new(ask!(LLVMValueAsMetadata(unit)))).collect()
    }

    /// A value that stands for the node, through which the C API lists a node's operands.
    pub(super) fn wrap(&self, meta: LLVMMetadataRef) -> LLVMValueRef {
        ask!(LLVMMetadataAsValue(self.context, meta))
    }

    /// The integer type of `width` bits.
    pub(super) fn int_type(&self, width: u32) -> LLVMTypeRef {
        ask!(LLVMIntTypeInContext(self.context, width))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: nothing borrows the module any more.
        unsafe {
            for part in self.parts() {
                LLVMDisposePassManager(part.reader);
                LLVMDisposeModule(part.raw);
            }
            LLVMContextDispose(self.context);
        }
    }
}

/// A context, and the box to which it reports. The box is disposed of after the context.
pub(super) fn new_context() -> (LLVMContextRef, Box<Reported>) {
    let mut reported = Box::<Reported>::default();
    let sink: *mut Reported = &mut *reported;
    // SAFETY: the context is new; the sink lives as long as the context does, by the promise of whoever gets both.
    let context = unsafe {
        let context = LLVMContextCreate();
        LLVMContextSetDiagnosticHandler(context, Some(collect_diagnostic), sink.cast());
        context
    };
    (context, reported)
}

/// Once, before anything is read.
pub(super) fn set_up() {
    static SET_UP: Once = Once::new();
    SET_UP.call_once(|| {
        let arguments = [c"cairn".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: two NUL-terminated arguments; options are written once, and whoever reads bitcode in another
        // thread waits for that.
        unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), std::ptr::null()) }
    });
}

/// # Safety
/// `context` must be live, and the bytes must outlive the module.
unsafe fn parse_lazily(context: LLVMContextRef, bitcode: &[u8], name: &str) -> Option<LLVMModuleRef> {
    let name = CString::new(name).unwrap_or_default();
    let mut module = std::ptr::null_mut();
    // SAFETY: the buffer refers to bytes that outlive the module by the caller's promise, and the reader takes it.
    unsafe {
        let buffer =
            LLVMCreateMemoryBufferWithMemoryRange(bitcode.as_ptr().cast::<c_char>(), bitcode.len(), name.as_ptr(), 0);
        let failed = LLVMGetBitcodeModuleInContext2(context, buffer, &mut module) != 0;
        (!failed).then_some(module)
    }
}

/// # Safety
/// `context` must be live. The bytes are copied by nobody: the module is materialised whole before this returns.
unsafe fn parse(context: LLVMContextRef, bitcode: &[u8], name: &str) -> Option<LLVMModuleRef> {
    let name = CString::new(name).unwrap_or_default();
    let mut module = std::ptr::null_mut();
    // SAFETY: the buffer refers to bytes that outlive it, and nothing refers to it once the module is read.
    unsafe {
        let buffer =
            LLVMCreateMemoryBufferWithMemoryRange(bitcode.as_ptr().cast::<c_char>(), bitcode.len(), name.as_ptr(), 0);
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
        let kind = |name: &str| {
            // SAFETY: the name is given with its length and outlives the call.
            unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
        };
        AttrKinds { byval: kind("byval"), sret: kind("sret"), align: kind("align") }
    }
}
