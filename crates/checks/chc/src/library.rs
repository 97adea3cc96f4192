//! Functions of the library that need not be read: when their calls are taken to be valid, all that matters is what they can change.

use ir::{Builtin, CType, CallGraph, Callee, FuncBody, FuncId, Function, Id, Module, TypeId};

/// For each function: is it one of the library that calls nobody back, neither now nor later, and no error, so that it changes
/// what it is given the address of, what it names itself, and nothing else?
pub fn library(module: &Module, calls: &CallGraph, is_error: &dyn Fn(FuncId) -> bool) -> Vec<bool> {
    let mut is_library = vec![false; module.funcs.len()];
    // Callees come first; one that calls itself is not found.
    for func in calls.sccs().flatten() {
        let function = &module.funcs[*func];
        let is_model = function.is_defined() && function.model && function.assumed.is_none();
        is_library[func.index()] =
            is_model && !takes_functions(module, function) && calls_library(module, function, &is_library, is_error);
    }
    is_library
}

/// What is passed to it may be called later.
fn takes_functions(module: &Module, function: &Function) -> bool {
    match function.ty.map(|ty| &module.types[ty]) {
        Some(CType::Function { params, .. }) => params.iter().any(|param| leads_to_function(module, *param)),
        // Any other type, or none, says nothing.
        _ => true,
    }
}

fn leads_to_function(module: &Module, of: TypeId) -> bool {
    let mut at = of;
    // A type that leads back to itself is no C.
    for _ in 0..=module.types.len() {
        match &module.types[at] {
            CType::Pointer { to } | CType::Typedef { of: to, .. } | CType::Qualified { of: to, .. } => at = *to,
            CType::Function { .. } => return true,
            CType::Void | CType::Base { .. } | CType::Array { .. } | CType::Record(_) | CType::Enum { .. } => {
                return false;
            }
        }
    }
    true
}

fn calls_library(module: &Module, function: &Function, is_library: &[bool], is_error: &dyn Fn(FuncId) -> bool) -> bool {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.filter_map(|inst| inst.kind.as_call()).all(|call| match call.callee {
        Callee::Direct(callee) => !is_error(callee) && (is_library[callee.index()] || is_harmless(module, callee)),
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
