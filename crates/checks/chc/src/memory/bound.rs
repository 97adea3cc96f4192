//! Which C variables are in scope, and in which register each is: such a variable keeps what it points to from being lost.

use ir::{BlockId, Cfg, Function, Id, Inst, InstKind, Operand, RegId, VarId};

/// Registers that C variables are bound to, in every run that comes there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Bindings(Vec<(VarId, RegId)>);

impl Bindings {
    /// What a register held, no variable is known to hold when the register gets another value.
    fn define(&mut self, reg: RegId) {
        self.0.retain(|(_, bound)| *bound != reg);
    }

    fn step(&mut self, inst: &Inst) {
        inst.for_each_def(|reg| self.define(reg));
        match inst.kind {
            InstKind::Bind { var, value } => {
                self.0.retain(|(bound, _)| *bound != var);
                if let Operand::Reg(reg) = value {
                    self.0.push((var, reg));
                }
            }
            InstKind::Unbind { var } => self.0.retain(|(bound, _)| *bound != var),
            // Any other instruction changes no variable but by what it defines.
            _ => {}
        }
    }

    fn meet(&mut self, other: &Bindings) {
        self.0.retain(|pair| other.0.contains(pair));
    }
}

/// Of a function, at the start of each block; nothing of those that no run comes to.
#[derive(Debug, Default)]
pub struct Bound(Vec<Option<Bindings>>);

impl Bound {
    pub fn of(func: &Function, cfg: &Cfg) -> Bound {
        let mut starts: Vec<Option<Bindings>> = vec![None; func.blocks.len()];
        starts[func.entry().index()] = Some(Bindings::default());
        // Bindings only ever get fewer, so this ends.
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.rpo() {
                let Some(mut end) = starts[block.index()].clone() else { continue };
                func.blocks[*block].insts.iter().for_each(|inst| end.step(inst));
                for next in cfg.succs(*block) {
                    let mut after = end.clone();
                    func.blocks[*next].params.iter().for_each(|param| after.define(*param));
                    if let Some(before) = &starts[next.index()] {
                        after.meet(before);
                    }
                    let start = &mut starts[next.index()];
                    changed |= start.as_ref() != Some(&after);
                    *start = Some(after);
                }
            }
        }
        Bound(starts)
    }

    /// Registers of variables before an instruction, or, after the last one, before the terminator.
    pub fn registers(&self, func: &Function, block: BlockId, inst: usize) -> Vec<RegId> {
        let mut bindings = self.0[block.index()].clone().unwrap_or_default();
        func.blocks[block].insts.iter().take(inst).for_each(|inst| bindings.step(inst));
        bindings.0.into_iter().map(|(_, reg)| reg).collect()
    }
}
