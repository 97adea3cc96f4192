//! LLVM's own functions that the machine has no instruction for.
//!
//! clang turns calls of `memset`, `floor` and others into intrinsics, and those that x86 does not do in place back into calls
//! of the library. A program that defines such a function itself has its own one called there, in object files and here;
//! where the compiled program computes the result itself (`fabs`, copies of a few bytes), its definition does not matter.

use ir::{Arg, Const, CopyKind, DataModel, FuncId, Operand, Signature, Type};

use super::function::FuncLower;
use super::roles::Intrinsic;
use super::{Lowered, Lowering};
use crate::llvm::{Value, ValueKind};

/// clang at `-O0` copies this many bytes in place, by data model.
const SMALL_COPY_LP64: u64 = 32;
const SMALL_COPY_ILP32: u64 = 16;

/// Moves, and copies of volatile structs, are done in place with this many pairs of loads and stores.
const MAX_STORES: u64 = 8;

impl<'m> Lowering<'m> {
    /// The program's definition of the function that an intrinsic becomes a call of.
    fn own_function(&mut self, intrinsic: Value<'m>) -> Option<FuncId> {
        if let Some(&own) = self.own_functions.get(&intrinsic) {
            return own;
        }
        let name = std::str::from_utf8(intrinsic.name()).ok();
        let symbol = name.and_then(|name| library_symbol(name, self.out.data_model));
        let own = symbol.and_then(|symbol| self.program_function(&symbol));
        self.own_functions.insert(intrinsic, own);
        own
    }

    fn program_function(&mut self, name: &str) -> Option<FuncId> {
        let named = self.module.function(name).filter(|function| !function.is_declaration() && function.is_visible());
        let named = named.or_else(|| self.module.alias(name))?;
        match self.linear(named).ok()?.as_address()? {
            Const::Func(id) => Some(id),
            Const::Int { .. } | Const::Float { .. } | Const::Null | Const::Global { .. } | Const::Block { .. } => None,
        }
    }
}

impl<'m> FuncLower<'_, 'm> {
    /// Calls the program's definition of what the intrinsic stands for, if the compiled program does.
    pub(super) fn call_own(&mut self, inst: Value<'m>, intrinsic: Intrinsic) -> Lowered<bool> {
        // The C library does not call what the program defines.
        if self.is_model {
            return Ok(false);
        }
        let Some(own) = self.cx.own_function(inst.callee()) else { return Ok(false) };
        match intrinsic {
            Intrinsic::MemCopy(kind) => {
                let (dst, src, len) = self.three(inst)?;
                let len = self.as_size(len);
                if is_copied_in_place(inst, kind, self.cx.out.data_model) {
                    return Ok(false);
                }
                self.call_with(own, &[dst, src, len], &[])?;
            }
            Intrinsic::MemSet => {
                let (dst, byte, len) = self.three(inst)?;
                let byte = self.resize(byte, Type::Int(8), Type::Int(32));
                let len = self.as_size(len);
                self.call_with(own, &[dst, byte, len], &[])?;
            }
            // A result that nobody wants is not computed.
            _ if inst.users().next().is_none() => return Ok(false),
            // Any other one is a function of numbers.
            _ => {
                let args = (0..inst.num_args()).map(|index| self.one(inst.operand(index)));
                let args: Vec<Operand> = args.collect::<Lowered<_>>()?;
                let ty = self.scalar(inst.ty())?;
                let results = self.call_with(own, &args, &[ty])?;
                self.set_parts(inst, &results);
            }
        }
        Ok(true)
    }

    fn call_with(&mut self, own: FuncId, args: &[Operand], rets: &[Type]) -> Lowered<super::function::Parts> {
        let params = args.iter().map(|&arg| self.operand_type(arg)).collect();
        let believed = Signature { params, rets: rets.to_vec(), variadic: false };
        let args = args.iter().map(|&value| Arg { value, by_value: None }).collect();
        self.direct_call(own, args, believed)
    }
}

/// Only a size that is written as a constant is one at `-O0`.
fn is_copied_in_place(inst: Value<'_>, kind: CopyKind, model: DataModel) -> bool {
    let len = inst.operand(2);
    if len.kind() != ValueKind::LLVMConstantIntValueKind {
        return false;
    }
    let len = len.zext_value();
    let (small, word) = match model {
        DataModel::Lp64 => (SMALL_COPY_LP64, 16),
        DataModel::Ilp32 => (SMALL_COPY_ILP32, 4),
    };
    let is_volatile = inst.operand(3).zext_value() != 0;
    match kind {
        CopyKind::Copy if !is_volatile => len <= small,
        CopyKind::Copy | CopyKind::Move => len / word + u64::from((len % word).count_ones()) <= MAX_STORES,
    }
}

/// The name of the library's function that x86 without further instructions calls for an intrinsic.
fn library_symbol(intrinsic: &str, model: DataModel) -> Option<String> {
    let words: Vec<&str> = intrinsic.strip_prefix("llvm.")?.split('.').collect();
    match words.as_slice() {
        // Others are done in place (`inline`), or have names of their own (`element`).
        [name @ ("memcpy" | "memmove" | "memset"), ty, ..] if ty.starts_with('p') => Some(name.to_string()),
        [name, ty] => {
            let suffix = match *ty {
                "f32" => "f",
                "f64" => "",
                "f80" => "l",
                _ => return None,
            };
            let stem = match *name {
                "floor" | "ceil" | "trunc" | "round" | "rint" | "nearbyint" | "roundeven" | "fma" => name,
                "minnum" if *ty == "f80" || model == DataModel::Ilp32 => "fmin",
                "maxnum" if *ty == "f80" || model == DataModel::Ilp32 => "fmax",
                _ => return None,
            };
            Some(format!("{stem}{suffix}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_calls() {
        let symbol = |name| library_symbol(name, DataModel::Lp64);
        assert_eq!(symbol("llvm.memset.p0.i64").as_deref(), Some("memset"));
        assert_eq!(symbol("llvm.memcpy.inline.p0.p0.i64"), None);
        assert_eq!(symbol("llvm.memcpy.element.unordered.atomic.p0.p0.i64"), None);
        assert_eq!(symbol("llvm.floor.f32").as_deref(), Some("floorf"));
        assert_eq!(symbol("llvm.fma.f80").as_deref(), Some("fmal"));
        assert_eq!(symbol("llvm.fabs.f64"), None);
        assert_eq!(symbol("llvm.maxnum.f64"), None);
        assert_eq!(library_symbol("llvm.maxnum.f64", DataModel::Ilp32).as_deref(), Some("fmax"));
    }
}
