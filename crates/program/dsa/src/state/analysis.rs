//! What the analysis knows of the program and of every function while it works.

use ir::{BitSet, DataModel, FuncId, Function, GlobalId, Module, RegId};
use rustc_hash::FxHashMap;

use super::call::{CallState, TargetState};
use super::classes::Classes;
use super::places::{Images, Places};
use crate::graph::{Cell, Flags, Graph, NodeId};
use crate::options::Options;

#[derive(Debug)]
pub(crate) struct Analysis<'m> {
    pub module: &'m Module,
    pub options: Options,
    pub graph: Graph,
    pub classes: Classes,
    /// Cells of the globals that all functions share; made when first needed.
    pub globals: Vec<Option<Cell>>,
    /// Globals whose initialisers have not been looked at.
    pub to_initialise: Vec<(Option<FuncId>, GlobalId, Cell)>,
    pub initialising: bool,
    pub funcs: Vec<FuncState>,
    pub calls: Vec<CallState<'m>>,
    pub targets: Vec<TargetState>,
    /// One for each target.
    pub places: Vec<Places>,
    /// Of the call that is being looked at.
    pub images: Images,
    /// Nodes that there were before calls brought more.
    pub own_nodes: usize,
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
    /// Nodes that it hands to, or gets from, the unknown.
    pub escaped: Vec<NodeId>,
    /// Does it call a function of which nothing is known?
    pub calls_unknown: bool,
    /// Indices into [`Analysis::calls`].
    pub calls: Vec<usize>,
}

impl<'m> Analysis<'m> {
    pub fn new(module: &'m Module, options: &Options) -> Analysis<'m> {
        Analysis {
            module,
            options: options.clone(),
            graph: Graph::default(),
            classes: Classes::default(),
            globals: vec![None; module.globals.len()],
            to_initialise: Vec::new(),
            initialising: false,
            funcs: module.funcs.iter().map(FuncState::of).collect(),
            calls: Vec::new(),
            targets: Vec::new(),
            places: Vec::new(),
            images: Images::default(),
            own_nodes: 0,
        }
    }

    /// The cell this many bytes further on.
    ///
    /// Addresses wrap around, and layouts know nothing of that: going so far that doing it again may come back to the
    /// object is a computation like any other. What holds a piece of an address is not moved by pieces either.
    pub fn moved(&mut self, cell: Cell, bytes: i128) -> Cell {
        let far: i128 = match self.module.data_model {
            DataModel::Lp64 => 1 << 31,
            DataModel::Ilp32 => 1 << 28,
        };
        match i64::try_from(bytes) {
            Ok(near) if (-far..far).contains(&bytes) => cell.plus(near),
            Ok(_) | Err(_) => self.graph.scrambled(cell),
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

    /// Each node once.
    pub fn join_accesses(&mut self) {
        self.accessed.sort_unstable_by_key(|(node, _)| *node);
        self.accessed.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 |= later.1;
            }
            same
        });
    }
}
