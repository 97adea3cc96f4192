//! Functions of the library that need not be read: when their calls are taken to be valid, all that matters is what they can change.

use ir::{Builtin, CallGraph, Callee, FuncBody, FuncId, Function, Id, Module};

/// For each function: is it one of the library that calls nobody back, so that it changes what it is given the address of, what it
/// names itself, and nothing else?
pub fn library(module: &Module, calls: &CallGraph) -> Vec<bool> {
    let mut is_library = vec![false; module.funcs.len()];
    // Callees come first; one that calls itself is not found.
    for func in calls.sccs().flatten() {
        let function = &module.funcs[*func];
        let is_model = function.is_defined() && function.model && function.assumed.is_none();
        is_library[func.index()] = is_model && calls_library(module, function, &is_library);
    }
    is_library
}

fn calls_library(module: &Module, function: &Function, is_library: &[bool]) -> bool {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.filter_map(|inst| inst.kind.as_call()).all(|call| match call.callee {
        Callee::Direct(callee) => is_library[callee.index()] || is_harmless(module, callee),
        Callee::Indirect(_) => false,
    })
}

/// Calls of these are no errors.
fn is_harmless(module: &Module, callee: FuncId) -> bool {
    match module.funcs[callee].body {
        FuncBody::Builtin(builtin) => match builtin {
            Builtin::AssertFail | Builtin::VerifierError | Builtin::ReachError => false,
            Builtin::Malloc
            | Builtin::Calloc
            | Builtin::Realloc
            | Builtin::Free
            | Builtin::AlignedAlloc
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::Write
            | Builtin::FormatDouble
            | Builtin::FormatLongDouble
            | Builtin::ParseDouble
            | Builtin::ParseFloat
            | Builtin::Havoc => true,
        },
        FuncBody::Defined | FuncBody::External => false,
    }
}
