//! What the integers of a program may be.

use ir::{BlockId, FuncId, RegId};

/// Bounds, both inclusive, of an integer of up to 64 bits, in both ways of reading its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// As two's complement: a bit that is set is -1.
    pub signed: (i64, i64),
    pub unsigned: (u64, u64),
}

/// Ranges of registers where blocks begin.
///
/// Soundness condition: in every run from the task's entry function, whatever its inputs, wherever a block begins, the block is
/// reachable, and every integer register whose definition dominates it has a value in its range. Undefined behaviour and
/// assumptions that fail end a run, and functions without a body may return anything.
///
/// A hint: no check of a certificate rests on it.
pub trait Ranges: Send + Sync {
    /// What the register may be where the block begins, after the block's parameters got their values; `None` where
    /// nothing is known: no integer, too wide, or never defined.
    fn range(&self, func: FuncId, block: BlockId, reg: RegId) -> Option<Range>;

    /// May a run come to the block? `false` is a proof.
    fn is_reachable(&self, func: FuncId, block: BlockId) -> bool;
}
