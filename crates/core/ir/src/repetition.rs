//! Can a program do anything again and again? If not, all its runs end, whatever its memory holds.
//!
//! Memory has a say in it only where calls go through pointers. Those may lead to any function whose address is taken here, also to
//! one of another type, which a call has no right to reach.

use crate::bitset::BitSet;
use crate::callgraph::{address_taken, strongly_connected};
use crate::cfg::Cfg;
use crate::ids::{BlockId, FuncId, Id, LocId};
use crate::inst::{Callee, InstKind, TermKind};
use crate::module::{FuncBody, Function, InitPiece, Module};

/// What may go on for ever, as far as the shape of the program tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Control comes back to the block.
    Loop(FuncId, BlockId),
    /// The function may be called by what it calls.
    Recursion(FuncId),
    /// Nobody knows what happens here: a function without a body, or a construct that is not modelled.
    Unknown(LocId),
}

/// The first that is found among all that `entry` may come to; `None` if every run ends.
///
/// Then control flow goes forward in every function, and calls go down: a run executes an instruction at most once for each of the
/// finitely many ways to it.
pub fn repetition(module: &Module, entry: FuncId) -> Option<Repetition> {
    let taken: Vec<FuncId> = address_taken(module).iter().collect();
    let mut callees = vec![Vec::new(); module.funcs.len()];
    let mut seen = BitSet::new(module.funcs.len());
    let mut work = vec![entry];
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let func = &module.funcs[id];
        match func.body {
            FuncBody::Builtin(_) => continue,
            FuncBody::External => return Some(Repetition::Unknown(func.loc)),
            FuncBody::Defined => {}
        }
        if let Some(block) = again(func) {
            return Some(Repetition::Loop(id, block));
        }
        let mut called = Vec::new();
        for block in func.blocks.iter() {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Unsupported(_) => return Some(Repetition::Unknown(inst.loc)),
                    kind => match kind.as_call().map(|call| call.callee) {
                        Some(Callee::Direct(callee)) => called.push(callee),
                        Some(Callee::Indirect(_)) if hides_addresses(module) => {
                            return Some(Repetition::Unknown(inst.loc));
                        }
                        Some(Callee::Indirect(_)) => called.extend(&taken),
                        None => {}
                    },
                }
            }
            if let TermKind::Unsupported { .. } = block.term.kind {
                return Some(Repetition::Unknown(block.term.loc));
            }
        }
        work.extend(&called);
        callees[id.index()] = called;
    }
    let again = |component: &Vec<FuncId>| component.len() > 1 || callees[component[0].index()].contains(&component[0]);
    strongly_connected(&callees).iter().find(|component| again(component)).map(|found| Repetition::Recursion(found[0]))
}

/// May initialisers hold addresses of functions that are not seen?
fn hides_addresses(module: &Module) -> bool {
    let mut pieces = module.globals.iter().flat_map(|global| global.init.iter().flatten());
    pieces.any(|piece| matches!(piece, InitPiece::Unsupported { .. }))
}

/// A block that control may come back to.
fn again(func: &Function) -> Option<BlockId> {
    let cfg = Cfg::of(func);
    let is_behind = |from: BlockId, to: BlockId| cfg.rpo_index(to) > cfg.rpo_index(from);
    let back = |&from: &BlockId| cfg.succs(from).iter().copied().find(|&to| !is_behind(from, to));
    cfg.rpo().iter().find_map(back)
}
