//! C types of call results.
//!
//! A result that a variable takes has the variable's type. Others have the type that the callee returns, which is known
//! when the callee's body has been read. Few are asked for while the caller is lowered (`f()->next`); the rest is filled in
//! at the end.

use ir::{CType, FuncId, RegId, TypeId};

use super::Lowering;
use super::function::FuncLower;

/// A register without a C type that holds what the callee returned.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallResult {
    pub caller: FuncId,
    pub reg: RegId,
    pub callee: FuncId,
}

impl Lowering<'_> {
    /// What the function returns in C, if it has been described and returns something.
    fn returned(&self, callee: FuncId) -> Option<TypeId> {
        match self.out.types[self.out.funcs[callee].ty?] {
            CType::Function { ret, .. } => (self.out.types[ret] != CType::Void).then_some(ret),
            CType::Void
            | CType::Base { .. }
            | CType::Pointer { .. }
            | CType::Array { .. }
            | CType::Record(_)
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Qualified { .. } => None,
        }
    }

    /// Gives every result its type. All bodies have been lowered.
    pub(super) fn settle_results(&mut self) {
        for CallResult { caller, reg, callee } in std::mem::take(&mut self.results) {
            let returned = self.returned(callee);
            let of = &mut self.out.funcs[caller].regs[reg].of;
            *of = of.or(returned);
        }
    }
}

impl FuncLower<'_, '_> {
    /// The C type of a call's result. Reads the callee's body if need be.
    pub(super) fn result_type(&mut self, reg: RegId) -> Option<TypeId> {
        let at = self.results.binary_search_by_key(&reg, |&(result, _)| result).ok()?;
        let (_, callee) = self.results[at];
        let function = self.cx.values[callee];
        if !function.is_declaration() {
            self.cx.read_body(function);
            self.cx.describe(function, callee);
        }
        let of = self.cx.returned(callee);
        self.regs[reg].of = of;
        of
    }
}
