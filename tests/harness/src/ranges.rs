//! Ranges against runs: where a block begins, every register has a value in its range.

use std::sync::Arc;

use engine::{Budget, Flows, Range, Ranges, Step};
use interp::{Observer, SeededInputs, Snapshot, Word};
use ir::{BlockId, FuncId, Id, Module, RegId, Type};
use ranges::ProgramRanges;

use crate::subject::ERROR_FUNCTIONS;

/// Steps of one run, and blocks of it that are looked at; later ones less and less often.
const STEPS: u64 = 20_000;
const MOST_BLOCKS: u64 = 80;

/// What was compared, and what did not agree.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Beginnings of blocks, and registers there.
    pub blocks: u64,
    pub registers: u64,
    /// Registers of which more is known than their type says.
    pub bounded: u64,
    /// Blocks that edges lead to and no run.
    pub unreachable: usize,
    pub failures: Vec<String>,
}

impl Checked {
    pub fn add(&mut self, other: Checked) {
        self.blocks += other.blocks;
        self.registers += other.registers;
        self.bounded += other.bounded;
        self.unreachable += other.unreachable;
        self.failures.extend(other.failures);
    }
}

/// Runs that begin in `entry` against the ranges of the program.
pub fn check(module: &Module, entry: FuncId, seeds: u64) -> Checked {
    let flows = Arc::new(Flows::of(module));
    let ranges = ranges::analyze(&flows, entry);
    let mut watcher = Watcher { flows: &flows, ranges: &ranges, heads: 0, checked: Checked::default() };
    for (func, body) in module.funcs.iter_enumerated() {
        let unreachable =
            |block: &BlockId| flows.func(func).cfg().is_reachable(*block) && !ranges.is_reachable(func, *block);
        watcher.checked.unreachable += body.blocks.ids().filter(unreachable).count();
    }
    for seed in 0..seeds {
        let options = interp::Options {
            max_steps: STEPS,
            max_memory: 1 << 28,
            error_functions: ERROR_FUNCTIONS.map(str::to_string).into(),
            pass_unknown_calls: seed % 2 == 1,
            ..interp::Options::default()
        };
        watcher.heads = 0;
        let mut inputs = SeededInputs::new(seed);
        interp::run(module, entry, &options, &mut inputs, &mut (), &mut watcher, &Budget::new());
    }
    watcher.checked
}

struct Watcher<'a, 'm> {
    flows: &'a Flows<'m>,
    ranges: &'a ProgramRanges<'m>,
    heads: u64,
    checked: Checked,
}

impl Observer for Watcher<'_, '_> {
    const ACTIVE: bool = false;
    const BLOCKS: bool = true;

    fn step(&mut self, _step: Step) {}

    fn wants_block(&mut self, _func: FuncId, _depth: usize) -> bool {
        self.heads += 1;
        self.heads < MOST_BLOCKS / 2 || self.heads.is_multiple_of(self.heads * 4 / MOST_BLOCKS)
    }

    fn block(&mut self, snapshot: Snapshot) {
        let (func, block) = (snapshot.func, snapshot.block);
        let name = &self.flows.module().funcs[func].name;
        self.checked.blocks += 1;
        if !self.ranges.is_reachable(func, block) {
            self.checked.failures.push(format!("`{name}` {block:?}: a run comes to a block that no run comes to"));
            return;
        }
        for reg in self.dominating(func, block) {
            let Type::Int(width @ 1..=64) = self.flows.module().funcs[func].regs[reg].ty else { continue };
            let Some(range) = self.ranges.range(func, block, reg) else {
                self.checked.failures.push(format!("`{name}` {block:?}: {reg:?} has a value and no range"));
                continue;
            };
            self.checked.registers += 1;
            self.checked.bounded += u64::from(is_bounded(range, width));
            if let Word::Number(bits) = snapshot.regs[reg.index()] {
                let value = ir::sign_extend(bits, width) as i64;
                let signed = range.signed.0 <= value && value <= range.signed.1;
                let unsigned = range.unsigned.0 <= bits as u64 && bits as u64 <= range.unsigned.1;
                if !(signed && unsigned) {
                    self.checked.failures.push(format!("`{name}` {block:?}: {reg:?} is {value}, not in {range:?}"));
                }
            }
        }
    }
}

impl Watcher<'_, '_> {
    /// Registers that surely have a value where the block begins.
    fn dominating(&self, func: FuncId, block: BlockId) -> Vec<RegId> {
        let body = &self.flows.module().funcs[func];
        let mut regs = body.params.clone();
        regs.extend(&body.blocks[block].params);
        for above in self.flows.func(func).dominators().dominators(block).skip(1) {
            regs.extend(&body.blocks[above].params);
            body.blocks[above].insts.iter().for_each(|inst| inst.for_each_def(|reg| regs.push(reg)));
        }
        regs
    }
}

fn is_bounded(range: Range, width: u16) -> bool {
    let least = i64::MIN >> (64 - width);
    range.signed != (least, !least) || range.unsigned != (0, u64::MAX >> (64 - width))
}
