//! What kind of program it is, at a glance: hints for whom to ask first, never for what is true.
//!
//! One walk over the instructions, whatever the program. Library models do not count: half of all programs print something,
//! and the loops inside `printf` say nothing about them.

use ir::{BinOp, Builtin, Callee, CastOp, Cfg, FuncBody, FuncId, Function, Id, InstKind, Module, strongly_connected};

use crate::{Flow, Flows};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// A function calls itself, perhaps through others; calls through pointers are not followed.
    pub recursion: bool,
    /// Calls of `malloc` and its kin.
    pub heap: bool,
    pub loops: bool,
    /// A loop computes numbers: counts, sums.
    pub arithmetic_loops: bool,
    /// Addresses that depend on numbers.
    pub indexing: bool,
    pub floats: bool,
    /// Shifts, masks, counts of bits.
    pub bits: bool,
}

impl Traits {
    pub fn of(flows: &Flows<'_>) -> Traits {
        let module = flows.module();
        let mut traits = Traits::default();
        let mut callees: Vec<Vec<FuncId>> = vec![Vec::new(); module.funcs.len()];
        for (id, func) in module.funcs.iter_enumerated() {
            if func.is_defined() && !func.model {
                traits.look_at(module, flows.func(id), &mut callees[id.index()]);
            }
        }
        let calls_itself = callees.iter().enumerate().any(|(of, called)| called.contains(&FuncId::from_index(of)));
        traits.recursion = calls_itself || strongly_connected(&callees).iter().any(|circle| circle.len() > 1);
        traits
    }

    fn look_at(&mut self, module: &Module, flow: &Flow<'_>, callees: &mut Vec<FuncId>) {
        let func = flow.func();
        let repeated = repeated_blocks(flow.cfg());
        self.loops |= repeated.contains(&true);
        for (block, repeated) in func.blocks.iter().zip(repeated) {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Binary { op, .. } => match op {
                        BinOp::Add
                        | BinOp::Sub
                        | BinOp::Mul
                        | BinOp::UDiv
                        | BinOp::SDiv
                        | BinOp::URem
                        | BinOp::SRem => {
                            self.arithmetic_loops |= repeated;
                        }
                        BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::And | BinOp::Or | BinOp::Xor => {
                            self.bits = true;
                        }
                    },
                    InstKind::Bits { .. } => self.bits = true,
                    InstKind::FloatBinary { .. }
                    | InstKind::FloatUnary { .. }
                    | InstKind::FloatCompare { .. }
                    | InstKind::FloatClass { .. } => self.floats = true,
                    InstKind::Offset { terms, .. } => self.indexing |= !terms.is_empty(),
                    InstKind::Cast { op, .. } => match op {
                        CastOp::PtrToInt | CastOp::IntToPtr => self.indexing = true,
                        CastOp::FloatToSigned
                        | CastOp::FloatToUnsigned
                        | CastOp::SignedToFloat
                        | CastOp::UnsignedToFloat
                        | CastOp::FloatToFloat => self.floats = true,
                        CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast => {}
                    },
                    InstKind::Call(call) => match call.callee {
                        Callee::Direct(callee) => {
                            self.heap |= allocates(&module.funcs[callee]);
                            callees.push(callee);
                        }
                        Callee::Indirect(_) => {}
                    },
                    InstKind::Overflows { .. }
                    | InstKind::Compare { .. }
                    | InstKind::Select { .. }
                    | InstKind::Alloca { .. }
                    | InstKind::StackSave
                    | InstKind::StackRestore { .. }
                    | InstKind::LifetimeStart { .. }
                    | InstKind::LifetimeEnd { .. }
                    | InstKind::Load { .. }
                    | InstKind::Store { .. }
                    | InstKind::MemCopy { .. }
                    | InstKind::MemSet { .. }
                    | InstKind::Nondet { .. }
                    | InstKind::Undef { .. }
                    | InstKind::Assume { .. }
                    | InstKind::Require { .. }
                    | InstKind::VaStart { .. }
                    | InstKind::Bind { .. }
                    | InstKind::Unbind { .. }
                    | InstKind::Unsupported(_) => {}
                }
            }
        }
    }
}

fn allocates(func: &Function) -> bool {
    matches!(func.body, FuncBody::Builtin(Builtin::Malloc | Builtin::Calloc | Builtin::Realloc | Builtin::AlignedAlloc))
}

/// Which blocks lie between the ends of a retreating edge, in reverse post-order: those of every loop, and few others.
fn repeated_blocks(cfg: &Cfg) -> Vec<bool> {
    // How many such edges begin at a place, less those that end before it.
    let mut opened = vec![0i64; cfg.rpo().len() + 1];
    for (from, block) in cfg.rpo().iter().enumerate() {
        for to in cfg.succs(*block).iter().filter_map(|to| cfg.rpo_index(*to)).filter(|to| *to <= from) {
            opened[to] += 1;
            opened[from + 1] -= 1;
        }
    }
    let mut repeated = vec![false; cfg.block_count()];
    let mut open = 0;
    for (index, block) in cfg.rpo().iter().enumerate() {
        open += opened[index];
        repeated[block.index()] = open > 0;
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Traits {
        Traits::of(&Flows::of(&ir::parse(&format!("module lp64\n\n{text}")).expect("the test program parses")))
    }

    #[test]
    fn nothing_special() {
        let plain = "func @main() -> i32 {\nbb0:\n  %0 = add nsw i32 1, 2\n  return %0\n}\n";
        assert_eq!(of(plain), Traits::default());
    }

    #[test]
    fn a_loop_that_counts() {
        let text = "func @main() -> i32 {
bb0:
  jump bb1(i32 0)
bb1(%0: i32):
  %1 = cmp slt i32 %0, 10
  branch %1, bb2, bb3
bb2:
  %2 = add nsw i32 %0, 1
  jump bb1(%2)
bb3:
  return %0
}
";
        assert_eq!(of(text), Traits { loops: true, arithmetic_loops: true, ..Traits::default() });
        let elsewhere = text.replace("  %2 = add nsw i32 %0, 1\n  jump bb1(%2)", "  jump bb1(%0)");
        let elsewhere = elsewhere.replace("  return %0", "  %2 = xor i32 %0, 1\n  return %2");
        assert_eq!(of(&elsewhere), Traits { loops: true, bits: true, ..Traits::default() });
    }

    #[test]
    fn functions_that_call_each_other() {
        let text = "func @a() {\nbb0:\n  call void @b()\n  return\n}\n
func @b() {\nbb0:\n  call void @a()\n  return\n}\n
func @main() -> i32 {\nbb0:\n  call void @a()\n  return i32 0\n}\n";
        assert_eq!(of(text), Traits { recursion: true, ..Traits::default() });
        let once = text.replace("  call void @a()\n  return\n", "  return\n");
        assert_eq!(of(&once), Traits::default());
        let itself = once.replace("  call void @b()\n", "  call void @a()\n");
        assert_eq!(of(&itself), Traits { recursion: true, ..Traits::default() });
    }
}
