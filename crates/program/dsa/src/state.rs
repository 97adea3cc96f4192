//! What the analysis knows of every function while it works.

use ir::{BitSet, BlockId, Call, DataModel, FuncId, Function, GlobalId, Module, RegId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Options;
use crate::cell::{Cell, Flags, NodeId};
use crate::classes::Classes;
use crate::graph::Graph;
use crate::images::Images;

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

#[derive(Debug)]
pub(crate) struct CallState<'m> {
    pub site: CallSite,
    pub call: &'m Call,
    /// The called pointer, for an indirect call.
    pub pointer: Option<Cell>,
    /// Memory for variable arguments.
    pub area: Option<Cell>,
    /// Indices into [`Analysis::targets`].
    pub targets: Vec<usize>,
    /// The callees of `targets`. Sorted.
    pub reached: SmallVec<[FuncId; 1]>,
}

/// One function that a call may reach: what has to be known of it in every round.
#[derive(Clone, Debug)]
pub(crate) struct TargetState {
    /// An index into [`Analysis::calls`].
    pub call: usize,
    pub caller: FuncId,
    pub callee: FuncId,
    /// Caller and callee have one graph: they are mutually recursive, or the analysis is context-insensitive.
    pub inner: bool,
    /// They have to have one graph, since separate ones would be too large.
    pub joined: bool,
    /// The version of the callee's graph when it was last brought into the caller's,
    pub absorbed: u64,
    /// and the time, as [`Graph::changed_since`] has it.
    pub absorbed_at: u64,
    /// The versions of the caller's and the callee's graph when it was last made sure that regions stay apart,
    pub kept_apart: (u64, u64),
    /// and when [`Places::shared`] was found.
    pub shared_in: (u64, u64),
    /// Is there anything in it?
    pub has_shared: bool,
}

impl TargetState {
    pub fn new(call: usize, caller: FuncId, callee: FuncId) -> TargetState {
        TargetState {
            call,
            caller,
            callee,
            inner: false,
            joined: false,
            absorbed: 0,
            absorbed_at: 0,
            kept_apart: (0, 0),
            shared_in: (0, 0),
            has_shared: false,
        }
    }
}

/// Where the regions of a called function are in the caller.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The callee's nodes in the caller's graph: the simulation relation, a function once it is stable.
    pub images: Vec<(NodeId, Cell)>,
    /// Those of the callee's nodes that more than one pointer of the caller leads to.
    pub loose: Vec<NodeId>,
    /// Pairs of cells, of the callee and of the caller, that led to them.
    pub pairs: usize,
    /// Those of the images that all functions share.
    pub shared: Vec<(NodeId, Cell)>,
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

    /// The cell so many bytes further on.
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
