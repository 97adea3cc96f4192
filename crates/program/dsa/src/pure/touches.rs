//! Which regions one instruction reads and modifies by itself, calls of functions without a body among them.

use ir::{Builtin, Call, Callee, FuncBody, FuncId, Inst, InstKind, Operand, insts};
use outside::{Effect, Summaries};

use crate::graph::{Flags, NodeId};
use crate::result::PointsTo;

/// One instruction's own doing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Touches {
    /// A region may come several times.
    pub regions: Vec<(NodeId, Flags)>,
    /// It may also do whatever code outside of the program can do.
    pub unknown: bool,
}

const CHANGED: Flags = Flags::MODIFIED;
const READ: Flags = Flags::READ;

impl Touches {
    /// Calls of functions with a body do nothing by themselves.
    pub fn of(
        points_to: &PointsTo<'_>,
        summaries: &Summaries,
        func: FuncId,
        inst: &Inst,
        callees: &[FuncId],
    ) -> Touches {
        let mut one = One { points_to, func, found: Touches::default() };
        match &inst.kind {
            InstKind::Load { ptr, .. } => one.touch(*ptr, READ),
            InstKind::Store { ptr, .. } | InstKind::MemSet { dst: ptr, .. } => one.touch(*ptr, CHANGED),
            InstKind::LifetimeStart { ptr } => one.forget(*ptr),
            InstKind::MemCopy { dst, src, .. } => {
                one.touch(*src, READ);
                one.touch(*dst, CHANGED);
            }
            InstKind::VaStart { list } => {
                one.touch(*list, CHANGED);
                one.found.regions.extend(points_to.varargs(func).map(|area| (area.node, CHANGED)));
            }
            InstKind::Call(call) => {
                callees.iter().for_each(|callee| one.called(call, *callee, summaries));
                // A pointer of which nothing is known.
                one.found.unknown |= callees.is_empty() && matches!(call.callee, Callee::Indirect(_));
            }
            InstKind::Unsupported(unsupported) => {
                unsupported.args.iter().for_each(|arg| one.touch(*arg, READ | CHANGED));
                one.found.unknown = true;
            }
            insts!(words)
            | insts!(floats)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::LifetimeEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Alloca { .. } => {}
        }
        one.found
    }
}

struct One<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    func: FuncId,
    found: Touches,
}

impl One<'_, '_> {
    fn touch(&mut self, pointer: Operand, flags: Flags) {
        self.found.regions.extend(self.points_to.cell(self.func, pointer).map(|cell| (cell.node, flags)));
    }

    /// What the object held before is gone. Where the function and what it calls never write, there is nothing that they could
    /// have left in it, and the region stays as it is.
    fn forget(&mut self, pointer: Operand) {
        let Some(cell) = self.points_to.cell(self.func, pointer) else { return };
        if self.points_to.effect(self.func, cell.node).contains(CHANGED) {
            self.found.regions.push((cell.node, CHANGED));
        }
    }

    fn argument(&mut self, call: &Call, index: usize, flags: Flags) {
        if let Some(arg) = call.args.get(index) {
            self.touch(arg.value, flags);
        }
    }

    fn called(&mut self, call: &Call, callee: FuncId, summaries: &Summaries) {
        let function = &self.points_to.module().funcs[callee];
        match function.body {
            FuncBody::Defined => {}
            FuncBody::Builtin(builtin) => self.builtin(call, builtin),
            FuncBody::External => match summaries.get(&function.name) {
                Some(effects) => effects.iter().for_each(|effect| self.effect(call, effect)),
                None => self.found.unknown = true,
            },
        }
    }

    fn builtin(&mut self, call: &Call, builtin: Builtin) {
        match builtin {
            // A block is new: what it holds is what the array happens to hold there, and `calloc` chooses zeros.
            Builtin::Calloc => {
                if let Some(ret) = call.rets.first() {
                    self.touch(Operand::Reg(*ret), READ);
                }
            }
            Builtin::Realloc => self.argument(call, 0, READ | CHANGED),
            Builtin::Free | Builtin::FormatDouble | Builtin::FormatLongDouble | Builtin::Havoc | Builtin::Memset => {
                self.argument(call, 0, CHANGED);
            }
            Builtin::Memcpy | Builtin::Memmove => {
                self.argument(call, 1, READ);
                self.argument(call, 0, CHANGED);
            }
            Builtin::Write => self.argument(call, 1, READ),
            Builtin::ParseDouble | Builtin::ParseFloat => self.argument(call, 0, READ),
            Builtin::Malloc
            | Builtin::AlignedAlloc
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::AssertFail
            | Builtin::VerifierError
            | Builtin::ReachError => {}
        }
    }

    fn effect(&mut self, call: &Call, effect: &Effect) {
        match *effect {
            // What is kept, and what comes from outside, is external from then on.
            Effect::Returns(_) | Effect::Exits | Effect::Aborts | Effect::Keeps(_) => {}
            Effect::Reads(index) => self.argument(call, index, READ),
            Effect::Writes(index) | Effect::Frees(index) | Effect::Stores { into: index, .. } => {
                self.argument(call, index, CHANGED);
            }
            Effect::Copies { from, to } => {
                self.argument(call, from, READ);
                self.argument(call, to, CHANGED);
            }
        }
    }
}
