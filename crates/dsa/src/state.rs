//! What the analysis knows of every function while it works.

use ir::{BitSet, BlockId, Call, FuncId, Function, GlobalId, Module, RegId};
use rustc_hash::FxHashMap;

use crate::Options;
use crate::cell::{Cell, Flags, NodeId};
use crate::classes::Classes;
use crate::graph::Graph;

/// A place in the program where a function is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallSite {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

#[derive(Debug)]
pub(crate) struct Analysis<'m> {
    pub module: &'m Module,
    pub options: Options,
    pub graph: Graph,
    pub classes: Classes,
    /// Cells of the globals that all functions share; made when first needed.
    pub globals: Vec<Option<Cell>>,
    pub funcs: Vec<FuncState>,
    pub calls: Vec<CallState<'m>>,
}

/// A function's environment: the paper's σ.
#[derive(Debug, Default)]
pub(crate) struct FuncState {
    pub analysed: bool,
    /// Registers that get a cell.
    pub tracked: Option<BitSet<RegId>>,
    pub regs: Vec<Option<Cell>>,
    pub rets: Vec<Option<Cell>>,
    /// Memory that holds the variable arguments.
    pub varargs: Option<Cell>,
    /// Addresses of functions and of constants: each function has its own nodes for them, since what nobody writes
    /// needs no identity. It keeps apart what virtual calls on different objects may reach.
    pub constants: FxHashMap<GlobalId, Cell>,
    pub addresses: FxHashMap<FuncId, Cell>,
    /// Nodes that its own instructions touch.
    pub accessed: Vec<(NodeId, Flags)>,
    /// Indices into [`Analysis::calls`].
    pub calls: Vec<usize>,
}

#[derive(Debug)]
pub(crate) struct CallState<'m> {
    pub site: CallSite,
    pub call: &'m Call,
    /// The called pointer, for an indirect call.
    pub pointer: Option<Cell>,
    /// Memory for variable arguments.
    pub area: Option<Cell>,
    pub targets: Vec<TargetState>,
}

/// One function that a call may reach.
#[derive(Clone, Debug)]
pub(crate) struct TargetState {
    pub callee: FuncId,
    /// Caller and callee have one graph: they are mutually recursive, or the analysis is context-insensitive.
    pub inner: bool,
    /// Where the callee's nodes are in the caller's graph: the simulation relation, a function once it is stable.
    pub images: Vec<(NodeId, Cell)>,
    /// Versions of both graphs when this was last brought up to date.
    pub absorbed: u64,
    pub checked: (u64, u64, u64),
}

impl TargetState {
    pub fn new(callee: FuncId) -> TargetState {
        TargetState { callee, inner: false, images: Vec::new(), absorbed: 0, checked: (0, 0, 0) }
    }
}

impl<'m> Analysis<'m> {
    pub fn new(module: &'m Module, options: &Options) -> Analysis<'m> {
        Analysis {
            module,
            options: options.clone(),
            graph: Graph::default(),
            classes: Classes::default(),
            globals: vec![None; module.globals.len()],
            funcs: module.funcs.iter().map(FuncState::of).collect(),
            calls: Vec::new(),
        }
    }

    pub fn function(&self, func: FuncId) -> &'m Function {
        &self.module.funcs[func]
    }
}

impl FuncState {
    fn of(func: &Function) -> FuncState {
        FuncState {
            regs: vec![None; func.regs.len()],
            rets: vec![None; func.signature.rets.len()],
            ..FuncState::default()
        }
    }
}
