//! Inline assembly: empty text is a barrier for the compiler and does nothing; a register tied to an input keeps its value.
//! Of any other, the node says what it names.

use ir::{ASSEMBLY, CastOp, Operand, Type};

use super::Lowered;
use super::function::{FuncLower, Parts};
use crate::llvm::Value;

/// Not even its operands are.
const UNKNOWN: &str = "inline assembly with operands that are not modelled";

impl<'m> FuncLower<'_, 'm> {
    pub(super) fn lower_asm(&mut self, inst: Value<'m>, asm: Value<'m>) -> Lowered<()> {
        match self.lower_barrier(inst, asm) {
            Ok(results) => self.set_parts(inst, &results),
            Err(_) => {
                let mut args = Vec::new();
                for index in 0..inst.num_args() {
                    args.push(self.one(inst.operand(index)).map_err(|_| UNKNOWN)?);
                }
                self.unsupported(inst, ASSEMBLY.to_string(), args);
            }
        }
        Ok(())
    }

    fn lower_barrier(&mut self, inst: Value<'m>, asm: Value<'m>) -> Lowered<Parts> {
        let (text, constraints) = asm.asm();
        let empty = text.iter().all(u8::is_ascii_whitespace);
        let constraints = std::str::from_utf8(constraints).ok().filter(|_| empty).ok_or(ASSEMBLY)?;
        let tied = tied_arguments(constraints).ok_or(ASSEMBLY)?;
        let (signature, problem) = self.cx.signature(inst.called_type());
        if problem.is_some() || signature.rets.len() != tied.len() {
            return Err(ASSEMBLY.to_string());
        }
        let mut results = Parts::new();
        for (argument, ty) in tied.into_iter().zip(signature.rets) {
            let value = self.one(inst.operand(argument))?;
            results.push(self.same_register(value, ty)?);
        }
        Ok(results)
    }

    /// The bits of a value, read with another type of the same size: `"=r"` of an integer may be tied to a pointer.
    fn same_register(&mut self, value: Operand, to: Type) -> Lowered<Operand> {
        let from = self.operand_type(value);
        let model = self.cx.out.data_model;
        if from == to {
            return Ok(value);
        }
        if from.bits(model) != to.bits(model) {
            return Err(ASSEMBLY.to_string());
        }
        Ok(match (from, to) {
            (Type::Ptr, Type::Int(_)) => self.pointer_to_int(value, to),
            (Type::Int(_), Type::Ptr) => self.int_to_pointer(value, from),
            (Type::Int(_), Type::Float(_)) | (Type::Float(_), Type::Int(_)) => {
                self.cast_op(CastOp::Bitcast, from, to, value)
            }
            (Type::Ptr, Type::Ptr | Type::Float(_))
            | (Type::Int(_), Type::Int(_))
            | (Type::Float(_), Type::Ptr | Type::Float(_)) => return Err(ASSEMBLY.to_string()),
        })
    }
}

/// Of each result the number of the argument that it is tied to. `None`: one is not tied, and holds what nobody knows.
fn tied_arguments(constraints: &str) -> Option<Vec<u32>> {
    // Of each output, in order: its result, unless it is in memory.
    let mut outputs: Vec<Option<usize>> = Vec::new();
    let mut tied: Vec<Option<u32>> = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
        if let Some(output) = constraint.strip_prefix('=') {
            if output.contains('*') {
                outputs.push(None);
                argument += 1;
            } else {
                outputs.push(Some(tied.len()));
                tied.push(None);
            }
        } else if !constraint.starts_with(['~', '!']) {
            if let Ok(output) = constraint.parse::<usize>()
                && let Some(result) = *outputs.get(output)?
            {
                tied[result] = Some(argument);
            }
            argument += 1;
        }
    }
    tied.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::tied_arguments;

    #[test]
    fn results_and_their_inputs() {
        assert_eq!(tied_arguments(""), Some(vec![]));
        assert_eq!(tied_arguments("~{memory},~{dirflag}"), Some(vec![]));
        assert_eq!(tied_arguments("=r,0,~{memory}"), Some(vec![0]));
        assert_eq!(tied_arguments("=&r,=r,r,1,0"), Some(vec![2, 1]));
        // An output in memory takes an argument and gives no result.
        assert_eq!(tied_arguments("=*m,=r,1,*m"), Some(vec![1]));
        assert_eq!(tied_arguments("=r"), None);
        assert_eq!(tied_arguments("=r,=r,0"), None);
        assert_eq!(tied_arguments("=r,7"), None);
    }
}
