//! Steps of a run in words.

use std::collections::BTreeMap;

use engine::{Event, InputKind, Step};
use ir::{BlockId, FuncId, Function, Loc, LocId, Module, TermKind, Type};

use crate::value::show_input;

/// Describes steps of one program.
///
/// A branch is described by where it leads: clang turns conditions around (`!p` branches on `p`), so that "the condition
/// is true" would often be the opposite of what the source says.
#[derive(Debug)]
pub struct Steps<'m> {
    module: &'m Module,
    /// Where the branches at a place lead when their condition is false and when it is true.
    branches: BTreeMap<(FuncId, LocId), [Lead; 2]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    To(Loc),
    /// Several branches share the place, or the target has none.
    Unclear,
}

impl<'m> Steps<'m> {
    pub fn new(module: &'m Module) -> Self {
        let mut branches: BTreeMap<(FuncId, LocId), [Lead; 2]> = BTreeMap::new();
        for (id, func) in module.funcs.iter_enumerated() {
            for block in func.blocks.iter() {
                if let TermKind::Branch { then, otherwise, .. } = &block.term.kind {
                    let leads = [otherwise, then].map(|target| lead(module, func, block.term.loc, target.block));
                    let known = branches.entry((id, block.term.loc)).or_insert(leads);
                    for (known, new) in known.iter_mut().zip(leads) {
                        if *known != new {
                            *known = Lead::Unclear;
                        }
                    }
                }
            }
        }
        Steps { module, branches }
    }

    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// What happened, without the place.
    pub fn describe(&self, step: &Step) -> String {
        match &step.event {
            Event::Input(input) => {
                let value = show_input(input);
                match input.kind {
                    InputKind::Nondet(_) => format!("input {value}"),
                    InputKind::Uninit => format!("uninitialised value, taken as {value}"),
                    InputKind::AllocationFails if input.bits == 0 => "the allocation succeeds".to_string(),
                    InputKind::AllocationFails => "the allocation fails".to_string(),
                    InputKind::Argument => format!("argument {value}"),
                    InputKind::CommandLine => match input.ty {
                        Type::Int(8) => format!("byte {value} of a string that `main` gets"),
                        Type::Int(_) | Type::Ptr | Type::Float(_) => format!("`main` gets {value} further strings"),
                    },
                }
            }
            Event::Branch { taken } => self.branch(step, *taken),
            Event::Switch { value } => format!("switch on {value}"),
            Event::Call { callee } => format!("call of `{}`", self.module.funcs[*callee].name),
            Event::Return { from } => format!("return from `{}`", self.module.funcs[*from].name),
            Event::Allocated { bytes: 1 } => "1 byte allocated".to_string(),
            Event::Allocated { bytes } => format!("{bytes} bytes allocated"),
            Event::Freed => "freed".to_string(),
        }
    }

    fn branch(&self, step: &Step, taken: bool) -> String {
        let lead = self.branches.get(&(step.func, step.loc)).map_or(Lead::Unclear, |leads| leads[usize::from(taken)]);
        match (lead, self.module.places.get(step.loc)) {
            (Lead::To(to), Some(from)) if to.file == from.file && to.line != from.line => {
                format!("branch to line {}", to.line)
            }
            (Lead::To(to), Some(from)) if to.file == from.file && to.column != from.column => {
                format!("branch to column {}", to.column)
            }
            (Lead::To(_) | Lead::Unclear, _) => "branch".to_string(),
        }
    }
}

/// The first place that control comes to, through blocks that are nowhere else than the branch itself.
fn lead(module: &Module, func: &Function, from: LocId, mut at: BlockId) -> Lead {
    const FAR: usize = 8;
    let elsewhere = |loc: LocId| module.places.get(loc).filter(|place| loc != from && place.line != 0);
    for _ in 0..FAR {
        let block = &func.blocks[at];
        let mut visible = block.insts.iter().filter(|inst| !inst.kind.is_bookkeeping());
        if let Some(loc) = visible.find_map(|inst| elsewhere(inst.loc)).or_else(|| elsewhere(block.term.loc)) {
            return Lead::To(loc);
        }
        match &block.term.kind {
            TermKind::Jump(target) => at = target.block,
            TermKind::Branch { .. }
            | TermKind::Switch { .. }
            | TermKind::IndirectJump { .. }
            | TermKind::Return(_)
            | TermKind::Unreachable
            | TermKind::Exit { .. }
            | TermKind::Unsupported { .. } => return Lead::Unclear,
        }
    }
    Lead::Unclear
}
