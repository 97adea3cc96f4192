//! Ranges of one function.
//!
//! One range a register where it is defined, and what conditions make of it below: the blocks are visited in the order of the
//! dominator tree, with an environment that is undone on the way up. What a condition narrows is noted at the block where it
//! begins to hold, and found from the blocks below by going up the tree: nothing is stored twice.
//!
//! Passes ascend from nothing until none of them changes what goes round in a loop, with widening where edges lead back; two
//! more descend. Every pass applies equations whose solutions cover all runs to values that do, so each of the latter is right
//! by itself, whether or not operations are monotone.
//! Loses precision when: several ways meet, and something narrowed on each of them is no parameter of the block.

use engine::{Flow, Range};
use ir::{BlockId, FuncId, Function, Id, InstKind, Module, Operand, RegId, Target, TermKind};

use crate::env::{Env, width_of};
use crate::interval::{WIDEST, exactly, full, hull, includes, widen};

/// Passes in which bounds just grow, in which they stop at thresholds, and after which they go to the limits at once.
const JOINS: u32 = 2;
const THRESHOLDS: u32 = 24;
/// Passes that descend.
const NARROWINGS: u32 = 2;

/// What is known of a function for its callers, whoever they are.
#[derive(Clone, Debug)]
pub enum Summary {
    /// Nothing.
    Any,
    /// No call of it returns.
    NeverReturns,
    Returns {
        values: Vec<Option<Range>>,
        /// What its parameters are when it returns.
        params: Vec<Option<Range>>,
    },
}

/// Arguments of a call that may happen.
#[derive(Debug)]
pub struct CallArgs {
    pub callee: FuncId,
    /// By parameter of the callee; `None` where nothing is known.
    pub args: Vec<Option<Range>>,
}

/// What was found out.
#[derive(Debug)]
pub struct Found {
    pub reached: Vec<bool>,
    /// By register: what it is where it is defined.
    pub defined: Vec<Option<Range>>,
    /// By block: what is narrowed where it begins, and what its instructions narrow; in the order of registers.
    pub narrowed: Vec<Narrowed>,
    pub calls: Vec<CallArgs>,
    pub summary: Summary,
}

#[derive(Clone, Debug, Default)]
pub struct Narrowed {
    pub head: Vec<(RegId, Range)>,
    pub body: Vec<(RegId, Range)>,
}

/// Looks for ranges, given those of the parameters.
pub fn analyze(module: &Module, flow: &Flow<'_>, params: &[Option<Range>], summaries: &[Summary]) -> Found {
    let mut solver = Solver::new(module, flow, params, summaries);
    let mut pass = 0;
    while solver.pass(Some(pass)) {
        pass += 1;
    }
    if solver.edges.iter().any(|edge| edge.returns && edge.taken.is_some()) {
        for _ in 0..NARROWINGS {
            solver.pass(None);
        }
    }
    solver.found
}

pub struct Solver<'a> {
    pub module: &'a Module,
    func: &'a Function,
    params: &'a [Option<Range>],
    pub summaries: &'a [Summary],
    pub env: Env<'a>,
    /// Blocks in the order of visits, with their depth in the dominator tree.
    order: Vec<(BlockId, usize)>,
    /// Of every block in a row, in the terminator's order.
    edges: Vec<Edge>,
    /// By block: the first of its edges.
    first_edge: Vec<usize>,
    /// By block: the edges to it.
    incoming: Vec<Vec<usize>>,
    /// By block, where edges return: its parameters in the last pass.
    widened: Vec<Option<Vec<Option<Range>>>>,
    /// Numbers that the function compares with, and their neighbours.
    thresholds: Vec<i128>,
    pub found: Found,
    /// Something that goes round in a loop grew in this pass.
    grew: bool,
}

struct Edge {
    to: BlockId,
    /// To a block that is visited no later.
    returns: bool,
    /// To a block that dominates where it comes from: it is reached by other edges or not at all.
    closes_loop: bool,
    /// `None` if no run takes it.
    taken: Option<Taken>,
}

#[derive(Clone, PartialEq)]
struct Taken {
    args: Vec<Option<Range>>,
    narrowed: Vec<(RegId, Range)>,
}

impl<'a> Solver<'a> {
    fn new(module: &'a Module, flow: &Flow<'a>, params: &'a [Option<Range>], summaries: &'a [Summary]) -> Self {
        let func = flow.func();
        let order = visits(flow);
        let mut position = vec![usize::MAX; func.blocks.len()];
        order.iter().enumerate().for_each(|(index, (block, _))| position[block.index()] = index);
        let mut edges = Vec::new();
        let mut first_edge = Vec::with_capacity(func.blocks.len());
        let mut incoming = vec![Vec::new(); func.blocks.len()];
        for (from, block) in func.blocks.iter_enumerated() {
            first_edge.push(edges.len());
            let visited = flow.cfg().is_reachable(from);
            block.term.for_each_target(|target| {
                if visited {
                    incoming[target.block.index()].push(edges.len());
                }
                let to = target.block;
                let returns = visited && position[to.index()] <= position[from.index()];
                let closes_loop = returns && flow.dominators().dominates(to, from);
                edges.push(Edge { to, returns, closes_loop, taken: None });
            });
        }
        let loops = edges.iter().any(|edge| edge.returns);
        let found = Found {
            reached: vec![false; func.blocks.len()],
            defined: vec![None; func.regs.len()],
            narrowed: vec![Narrowed::default(); func.blocks.len()],
            calls: Vec::new(),
            summary: Summary::NeverReturns,
        };
        Solver {
            module,
            func,
            params,
            summaries,
            env: Env::new(module, func),
            order,
            edges,
            first_edge,
            incoming,
            widened: vec![None; func.blocks.len()],
            thresholds: if loops { thresholds(module, func) } else { Vec::new() },
            found,
            grew: false,
        }
    }

    /// One visit of every block. `ascending` has the number of the pass while they ascend. True if another one is needed.
    fn pass(&mut self, ascending: Option<u32>) -> bool {
        self.grew = false;
        self.found.calls.clear();
        self.found.summary = Summary::NeverReturns;
        self.found.defined.fill(None);
        let mut marks: Vec<usize> = Vec::new();
        for index in 0..self.order.len() {
            let (block, depth) = self.order[index];
            if let Some(mark) = marks.get(depth) {
                self.env.undo(*mark);
            }
            marks.truncate(depth);
            marks.push(self.env.mark());
            let reached = self.visit(block, ascending);
            self.found.reached[block.index()] = reached;
            if !reached {
                self.found.narrowed[block.index()] = Narrowed::default();
                let first = self.first_edge[block.index()];
                let count = edge_count(self.func, block);
                let edges = &mut self.edges[first..first + count];
                // Ascending, what was possible stays so, as in `take`.
                edges.iter_mut().filter(|edge| !edge.returns || ascending.is_none()).for_each(|edge| edge.taken = None);
            }
        }
        self.env.undo(0);
        self.grew
    }

    fn visit(&mut self, block: BlockId, ascending: Option<u32>) -> bool {
        let mark = self.env.mark();
        if block == self.func.entry() {
            for (reg, range) in self.func.params.iter().zip(self.params) {
                self.define(*reg, *range);
            }
        } else if !self.enter(block, ascending) {
            return false;
        }
        let head = self.env.narrowed_since(mark);
        let mark = self.env.mark();
        let code = &self.func.blocks[block];
        let goes_on = code.insts.iter().all(|inst| self.step(inst));
        let body = self.env.narrowed_since(mark);
        self.found.narrowed[block.index()] = Narrowed { head, body };
        self.leave(block, goes_on, ascending.is_some());
        true
    }

    /// The block's parameters, and what the only way to it says. False if no run comes here.
    fn enter(&mut self, block: BlockId, ascending: Option<u32>) -> bool {
        let taken = |edge: &&usize| self.edges[**edge].taken.is_some();
        let incoming: Vec<usize> = self.incoming[block.index()].iter().filter(taken).copied().collect();
        if incoming.iter().all(|edge| self.edges[*edge].closes_loop) {
            return false;
        }
        let params = &self.func.blocks[block].params;
        let mut values: Option<Vec<Option<Range>>> = None;
        for edge in &incoming {
            let taken = self.edges[*edge].taken.as_ref().expect("invariant: taken");
            values = Some(values.map_or_else(|| taken.args.clone(), |values| join(&values, &taken.args)));
        }
        let mut values = values.expect("invariant: one edge at least");
        if self.incoming[block.index()].iter().any(|edge| self.edges[*edge].returns) {
            if let (Some(pass), Some(before)) = (ascending, &self.widened[block.index()]) {
                for ((param, old), new) in params.iter().zip(before).zip(&mut values) {
                    *new = self.env.width(*param).and_then(|width| {
                        let (old, new) = ((*old)?, (*new)?);
                        Some(self.widen(pass, width, old, new))
                    });
                }
            }
            if ascending.is_some() && self.widened[block.index()].as_ref() != Some(&values) {
                self.grew = true;
            }
            self.widened[block.index()] = Some(values.clone());
        }
        for (param, value) in params.iter().zip(values) {
            self.define(*param, value);
        }
        // What the only way into a loop says holds in all of its rounds: whatever it is about is computed outside.
        let mut entering = incoming.iter().map(|edge| &self.edges[*edge]).filter(|edge| !edge.closes_loop);
        let narrowed = match (entering.next(), entering.next()) {
            (Some(Edge { taken: Some(taken), returns: false, .. }), None) => taken.narrowed.clone(),
            (Some(_) | None, _) => Vec::new(),
        };
        narrowed.into_iter().all(|(reg, range)| {
            let width = self.env.width(reg).expect("invariant: what is narrowed has a range");
            self.env.keep_within(Operand::Reg(reg), width, range)
        })
    }

    fn widen(&self, pass: u32, width: u16, old: Range, new: Range) -> Range {
        if includes(old, new) {
            old
        } else if pass < JOINS {
            hull(old, new)
        } else {
            widen(width, old, hull(old, new), if pass < THRESHOLDS { &self.thresholds } else { &[] })
        }
    }

    /// Where control goes, and with which values.
    fn leave(&mut self, block: BlockId, goes_on: bool, ascending: bool) {
        let func = self.func;
        let first = self.first_edge[block.index()];
        match &func.blocks[block].term.kind {
            TermKind::Jump(target) => self.take(first, target, goes_on, ascending, |_| true),
            TermKind::Branch { cond, then, otherwise } => {
                self.take(first, then, goes_on, ascending, |env| env.assume(*cond, true));
                self.take(first + 1, otherwise, goes_on, ascending, |env| env.assume(*cond, false));
            }
            TermKind::Switch { ty, value, cases, default } => {
                let width = width_of(*ty);
                for (index, (case, target)) in cases.iter().enumerate() {
                    self.take(first + index, target, goes_on, ascending, |env| {
                        width.is_none_or(|width| env.keep_within(*value, width, exactly(width, *case as u64)))
                    });
                }
                self.take(first + cases.len(), default, goes_on, ascending, |env| {
                    let mut sorted: Vec<u64> = cases.iter().map(|(case, _)| *case as u64).collect();
                    sorted.sort_unstable();
                    // From both ends, so that neighbours go one after the other.
                    width.is_none_or(|width| {
                        sorted.iter().chain(sorted.iter().rev()).all(|case| env.differs(*value, width, *case))
                    })
                });
            }
            TermKind::IndirectJump { targets, .. } => {
                for (index, target) in targets.iter().enumerate() {
                    self.take(first + index, target, goes_on, ascending, |_| true);
                }
            }
            TermKind::Return(values) => {
                if goes_on {
                    self.note_return(values);
                }
            }
            TermKind::Unreachable | TermKind::Exit { .. } | TermKind::Unsupported { .. } => {}
        }
    }

    fn take(
        &mut self,
        edge: usize,
        target: &Target,
        goes_on: bool,
        ascending: bool,
        condition: impl FnOnce(&mut Env<'a>) -> bool,
    ) {
        let mark = self.env.mark();
        let taken = (goes_on && condition(&mut self.env)).then(|| Taken {
            args: target.args.iter().map(|arg| self.env.operand(*arg)).collect(),
            narrowed: self.env.narrowed_since(mark),
        });
        self.env.undo(mark);
        debug_assert_eq!(self.edges[edge].to, target.block);
        let edge = &mut self.edges[edge];
        if !(edge.returns && ascending) {
            edge.taken = taken;
            return;
        }
        // Otherwise what goes round in a loop could come and go for ever.
        let joined = match (&edge.taken, taken) {
            (None, taken) => taken,
            (Some(before), None) => Some(before.clone()),
            (Some(before), Some(taken)) => Some(Taken { args: join(&before.args, &taken.args), narrowed: Vec::new() }),
        };
        let args = |taken: &Option<Taken>| taken.as_ref().map(|taken| taken.args.clone());
        self.grew |= args(&edge.taken) != args(&joined);
        edge.taken = joined;
    }

    fn note_return(&mut self, values: &[Operand]) {
        let values: Vec<_> = values.iter().map(|value| self.env.operand(*value)).collect();
        let params: Vec<_> = self.func.params.iter().map(|param| self.env.operand(Operand::Reg(*param))).collect();
        self.found.summary = match &self.found.summary {
            Summary::Any => Summary::Any,
            Summary::NeverReturns => Summary::Returns { values, params },
            Summary::Returns { values: others, params: before } => {
                Summary::Returns { values: join(others, &values), params: join(before, &params) }
            }
        };
    }

    pub fn define(&mut self, reg: RegId, value: Option<Range>) {
        if let Some(width) = self.env.width(reg) {
            let range = value.unwrap_or_else(|| full(width));
            self.env.define(reg, range);
            self.found.defined[reg.index()] = Some(range);
        }
    }
}

/// By place; nothing is known where one of them knows nothing.
pub fn join(a: &[Option<Range>], b: &[Option<Range>]) -> Vec<Option<Range>> {
    a.iter().zip(b).map(|(a, b)| Some(hull((*a)?, (*b)?))).collect()
}

fn edge_count(func: &Function, block: BlockId) -> usize {
    let mut count = 0;
    func.blocks[block].term.for_each_target(|_| count += 1);
    count
}

/// Blocks that edges lead to, each before those it dominates and, but for edges that return, before its successors.
fn visits(flow: &Flow<'_>) -> Vec<(BlockId, usize)> {
    let (cfg, dominators) = (flow.cfg(), flow.dominators());
    let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.block_count()];
    for &block in cfg.rpo() {
        if let Some(parent) = dominators.idom(block) {
            children[parent.index()].push(block);
        }
    }
    let mut order = Vec::with_capacity(cfg.rpo().len());
    let mut open: Vec<(BlockId, usize)> = cfg.rpo().first().map(|entry| (*entry, 0)).into_iter().collect();
    while let Some((block, depth)) = open.pop() {
        order.push((block, depth));
        open.extend(children[block.index()].iter().rev().map(|child| (*child, depth + 1)));
    }
    order
}

fn thresholds(module: &Module, func: &Function) -> Vec<i128> {
    let mut found = vec![-1, 0, 1];
    let mut note = |width: u16, value: u128| {
        let readings = [ir::sign_extend(value, width), value as i128];
        found.extend(readings.into_iter().flat_map(|each| [each - 1, each, each + 1]));
    };
    for block in func.blocks.iter() {
        for inst in &block.insts {
            if let InstKind::Compare { a, b, .. } = inst.kind {
                for operand in [a, b] {
                    if let Operand::Const(id) = operand
                        && let ir::Const::Int { width, value } = module.consts.get(id)
                        && width <= WIDEST
                    {
                        note(width, value);
                    }
                }
            }
        }
        if let TermKind::Switch { ty, cases, .. } = &block.term.kind
            && let Some(width) = width_of(*ty)
        {
            cases.iter().for_each(|(case, _)| note(width, *case));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
