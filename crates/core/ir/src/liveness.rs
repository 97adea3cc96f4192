//! Which registers a later instruction may still read.
//!
//! Block parameters are defined at the entry of their block, function parameters at the entry of the first one, and the
//! arguments of a jump are read in the block that jumps. The operand of `Bind` is *not* a read: the binding of a C
//! variable keeps its value reachable by itself until the next `Bind` or `Unbind`, and an engine that looks for leaks
//! counts it as a root of its own. A register that is only bound is therefore dead, and an interpreter must copy its
//! value when it executes the `Bind`.
//!
//! Method: the function is in SSA form, so the blocks where a register is live are those from which a use can be
//! reached backwards without passing the definition. Walking that way, use by use, touches only blocks that it marks:
//! the time is that of writing the answer. Only registers that are read outside of the block that defines them get a
//! column in the tables.

use crate::bitset::BitSet;
use crate::bitset::{BitRows, has_bit, ones};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, RegId};
use crate::inst::{Inst, InstKind, Operand};
use crate::module::Function;

/// Live registers at the boundaries of blocks and, on demand, inside of them. It does not hold on to the function: whoever
/// asks about the inside of a block passes it again, `func`, the same one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Liveness {
    crossing: Crossing,
    live_in: BitRows,
    live_out: BitRows,
}

/// The registers that are live at one boundary of a block.
#[derive(Clone, Copy, Debug)]
pub struct LiveSet<'a> {
    words: &'a [u64],
    crossing: &'a Crossing,
}

/// Registers that are read outside of their block, numbered densely.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Crossing {
    regs: Vec<RegId>,
    column: Vec<u32>,
}

const NO_COLUMN: u32 = u32::MAX;

impl Liveness {
    /// `cfg` is the function's.
    pub fn of(func: &Function, cfg: &Cfg) -> Liveness {
        let defs = definition_blocks(func);
        let crossing = Crossing::of(func, &defs);
        let mut marks = Marks {
            cfg,
            live_in: BitRows::new(func.blocks.len(), crossing.regs.len()),
            live_out: BitRows::new(func.blocks.len(), crossing.regs.len()),
            work: Vec::new(),
        };
        for_each_use(func, |block, reg| {
            let column = crossing.column[reg.index()];
            if column != NO_COLUMN && defs[reg.index()] != Some(block) {
                marks.live_into(block, column as usize, defs[reg.index()]);
            }
        });
        Liveness { live_in: marks.live_in, live_out: marks.live_out, crossing }
    }

    /// Registers live at the entry of the block; its own parameters, defined there, are not among them.
    pub fn live_in(&self, block: BlockId) -> LiveSet<'_> {
        LiveSet { words: self.live_in.row(block.index()), crossing: &self.crossing }
    }

    /// Registers live when the block is left, by whatever edge; what the terminator alone reads is not among them.
    pub fn live_out(&self, block: BlockId) -> LiveSet<'_> {
        LiveSet { words: self.live_out.row(block.index()), crossing: &self.crossing }
    }

    /// Registers that may still be read after the instruction `index` of the block, by its terminator too.
    pub fn live_after(&self, func: &Function, block: BlockId, index: usize) -> BitSet<RegId> {
        let mut live = self.live_at_end(func, block);
        for inst in func.blocks[block].insts[index + 1..].iter().rev() {
            Self::step_back(inst, &mut live);
        }
        live
    }

    /// Registers that may still be read after the block's parameters got their values.
    pub fn live_at_start(&self, func: &Function, block: BlockId) -> BitSet<RegId> {
        let mut live = self.live_at_end(func, block);
        for inst in func.blocks[block].insts.iter().rev() {
            Self::step_back(inst, &mut live);
        }
        live
    }

    /// Registers that the terminator or a successor may still read.
    pub fn live_at_end(&self, func: &Function, block: BlockId) -> BitSet<RegId> {
        assert_eq!(func.regs.len(), self.crossing.column.len(), "invariant: the same function as before");
        let mut live = BitSet::new(func.regs.len());
        self.live_out(block).iter().for_each(|reg| {
            live.insert(reg);
        });
        func.blocks[block].term.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                live.insert(reg);
            }
        });
        live
    }

    /// Calls `f` with every instruction index of the block, last first, and the registers live after it: all the
    /// answers of [`Liveness::live_after`] for the price of one.
    pub fn for_each_live_after(&self, func: &Function, block: BlockId, mut f: impl FnMut(usize, &BitSet<RegId>)) {
        let mut live = self.live_at_end(func, block);
        for (index, inst) in func.blocks[block].insts.iter().enumerate().rev() {
            f(index, &live);
            Self::step_back(inst, &mut live);
        }
    }

    /// From the registers live after an instruction to those live before it.
    pub fn step_back(inst: &Inst, live: &mut BitSet<RegId>) {
        inst.for_each_def(|reg| {
            live.remove(reg);
        });
        for_each_read(inst, |reg| {
            live.insert(reg);
        });
    }
}

impl<'a> LiveSet<'a> {
    pub fn contains(&self, reg: RegId) -> bool {
        let column = self.crossing.column[reg.index()];
        column != NO_COLUMN && has_bit(self.words, column as usize)
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = RegId> + use<'a> {
        let crossing = self.crossing;
        ones(self.words).map(move |column| crossing.regs[column])
    }

    pub fn len(&self) -> usize {
        ones(self.words).count()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }
}

impl Crossing {
    fn of(func: &Function, defs: &[Option<BlockId>]) -> Crossing {
        let mut column = vec![NO_COLUMN; func.regs.len()];
        for_each_use(func, |block, reg| {
            if defs[reg.index()] != Some(block) {
                column[reg.index()] = 0;
            }
        });
        let mut regs = Vec::new();
        for reg in func.regs.ids() {
            if column[reg.index()] != NO_COLUMN {
                column[reg.index()] = regs.len() as u32;
                regs.push(reg);
            }
        }
        Crossing { regs, column }
    }
}

struct Marks<'a> {
    cfg: &'a Cfg,
    live_in: BitRows,
    live_out: BitRows,
    work: Vec<BlockId>,
}

impl Marks<'_> {
    fn live_into(&mut self, block: BlockId, column: usize, def: Option<BlockId>) {
        if !self.live_in.set(block.index(), column) {
            return;
        }
        self.work.push(block);
        while let Some(block) = self.work.pop() {
            for &pred in self.cfg.preds(block) {
                let new = self.live_out.set(pred.index(), column);
                if new && def != Some(pred) && self.live_in.set(pred.index(), column) {
                    self.work.push(pred);
                }
            }
        }
    }
}

fn definition_blocks(func: &Function) -> Vec<Option<BlockId>> {
    let mut defs = vec![None; func.regs.len()];
    for (id, block) in func.blocks.iter_enumerated() {
        block.params.iter().for_each(|reg| defs[reg.index()] = Some(id));
        block.insts.iter().for_each(|inst| inst.for_each_def(|reg| defs[reg.index()] = Some(id)));
    }
    func.params.iter().for_each(|reg| defs[reg.index()] = Some(func.entry()));
    defs
}

fn for_each_use(func: &Function, mut f: impl FnMut(BlockId, RegId)) {
    for (id, block) in func.blocks.iter_enumerated() {
        block.insts.iter().for_each(|inst| for_each_read(inst, |reg| f(id, reg)));
        block.term.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                f(id, reg);
            }
        });
    }
}

fn for_each_read(inst: &Inst, mut f: impl FnMut(RegId)) {
    if matches!(inst.kind, InstKind::Bind { .. }) {
        return;
    }
    inst.for_each_operand(|operand| {
        if let Operand::Reg(reg) = operand {
            f(reg);
        }
    });
}
