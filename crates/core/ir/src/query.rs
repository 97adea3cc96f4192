//! Questions about instructions, and names for groups of them.

use crate::inst::{Call, InstKind};

/// A pattern for a group of instructions.
///
/// A match over [`InstKind`] names every kind, so that a new one is thought about wherever it matters. With these patterns
/// it does so without twenty lines on what it has nothing to say about. No kind is in two groups; those that most matches tell
/// apart are in none.
#[macro_export]
macro_rules! insts {
    // Integers, conditions and addresses that are computed from operands alone.
    (words) => {
        $crate::InstKind::Binary { .. }
            | $crate::InstKind::Overflows { .. }
            | $crate::InstKind::Bits { .. }
            | $crate::InstKind::Compare { .. }
            | $crate::InstKind::Cast { .. }
            | $crate::InstKind::Select { .. }
            | $crate::InstKind::Offset { .. }
    };
    // The same for floating-point numbers.
    (floats) => {
        $crate::InstKind::FloatBinary { .. }
            | $crate::InstKind::FloatUnary { .. }
            | $crate::InstKind::FloatCompare { .. }
            | $crate::InstKind::FloatClass { .. }
    };
    // Bytes are read or written through a pointer.
    (accesses) => {
        $crate::InstKind::Load { .. }
            | $crate::InstKind::Store { .. }
            | $crate::InstKind::MemCopy { .. }
            | $crate::InstKind::MemSet { .. }
            | $crate::InstKind::VaStart { .. }
    };
    // Where the lives of stack objects begin and end.
    (lifetimes) => {
        $crate::InstKind::StackSave
            | $crate::InstKind::StackRestore { .. }
            | $crate::InstKind::LifetimeStart { .. }
            | $crate::InstKind::LifetimeEnd { .. }
    };
    // What those C variables hold that live in registers.
    (bindings) => {
        $crate::InstKind::Bind { .. } | $crate::InstKind::Unbind { .. }
    };
    // Values that nothing before them determines.
    (choices) => {
        $crate::InstKind::Nondet { .. } | $crate::InstKind::Undef { .. }
    };
    // A run goes on only if a condition holds.
    (conditions) => {
        $crate::InstKind::Assume { .. } | $crate::InstKind::Require { .. }
    };
}

impl InstKind {
    pub fn as_call(&self) -> Option<&Call> {
        if let InstKind::Call(call) = self { Some(call) } else { None }
    }

    /// Does it only tell what variables there are and what they hold? Such instructions have places in the source, but nobody
    /// would say that control comes to them.
    pub fn is_bookkeeping(&self) -> bool {
        match self {
            insts!(lifetimes) | insts!(bindings) => true,
            insts!(words)
            | insts!(floats)
            | insts!(accesses)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Alloca { .. }
            | InstKind::Call(_)
            | InstKind::Unsupported(_) => false,
        }
    }
}
