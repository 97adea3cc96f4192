//! Short names for regions: `R1`, `R2` … in each function, `G1`, `G2` … for those that all functions share.
//!
//! They depend on the program alone, not on which functions are shown.

use std::cell::OnceCell;
use std::collections::HashMap;

use dsa::graph::{Cell, Flags, NodeId, Site};
use dsa::result::{Names, Order, PointsTo};
use ir::{FuncId, Id, Module};

use super::document::Place;

pub(super) struct Labels<'a, 'm> {
    pub points_to: &'a PointsTo<'m>,
    pub module: &'m Module,
    pub names: Names,
    order: Order<'a, 'm>,
    shared: Numbered,
    /// Of every function, when somebody asks.
    own: Vec<OnceCell<Numbered>>,
    /// There is one graph, so everything is shared.
    one_graph: bool,
}

#[derive(Default)]
struct Numbered {
    nodes: Vec<NodeId>,
    numbers: HashMap<NodeId, usize>,
}

impl Numbered {
    fn new(nodes: Vec<NodeId>) -> Numbered {
        let numbers = nodes.iter().enumerate().map(|(index, node)| (*node, index + 1)).collect();
        Numbered { nodes, numbers }
    }
}

impl<'a, 'm> Labels<'a, 'm> {
    pub fn new(points_to: &'a PointsTo<'m>, one_graph: bool) -> Labels<'a, 'm> {
        let module = points_to.module();
        let mut labels = Labels {
            points_to,
            module,
            names: Names::new(points_to),
            order: Order::new(points_to),
            shared: Numbered::default(),
            own: module.funcs.iter().map(|_| OnceCell::new()).collect(),
            one_graph,
        };
        labels.shared = Numbered::new(labels.all_shared());
        labels
    }

    /// Global variables as they are declared, each before what it leads to; what only library models use comes last.
    fn all_shared(&self) -> Vec<NodeId> {
        let mut roots: Vec<(bool, usize, NodeId)> = Vec::new();
        for (func, function) in self.module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined()) {
            let cells = self.order.cells(func);
            let nodes = cells.iter().map(|cell| cell.node).filter(|node| self.is_shared(*node));
            roots.extend(nodes.map(|node| (function.model, self.first_global(node), node)));
        }
        // Stable, so that the order of the code decides among the rest.
        roots.sort_by_key(|(model, global, _)| (*model, *global));
        self.order.reachable(roots.into_iter().map(|(_, _, node)| node))
    }

    fn first_global(&self, node: NodeId) -> usize {
        let globals = self.points_to.node(node).sites.iter().filter_map(|(site, _)| match site {
            Site::Global(id) => Some(id.index()),
            Site::Inst(_) => None,
        });
        globals.min().unwrap_or(usize::MAX)
    }

    pub fn is_shared(&self, node: NodeId) -> bool {
        self.one_graph || self.points_to.flags(node).contains(Flags::SHARED)
    }

    fn own(&self, func: FuncId) -> &Numbered {
        self.own[func.index()]
            .get_or_init(|| Numbered::new(if self.one_graph { Vec::new() } else { self.order.own_regions(func) }))
    }

    pub fn own_regions(&self, func: FuncId) -> &[NodeId] {
        &self.own(func).nodes
    }

    /// Shared regions that some functions can reach, in the order of their numbers.
    pub fn shared_regions(&self, funcs: &[FuncId]) -> Vec<NodeId> {
        let cells = funcs.iter().flat_map(|func| self.order.cells(*func));
        let mut nodes = self.order.reachable(cells.map(|cell| cell.node));
        nodes.retain(|node| self.shared.numbers.contains_key(node));
        nodes.sort_by_key(|node| self.shared.numbers[node]);
        nodes
    }

    /// The name of a region in a function; `None` for what is not shown.
    pub fn region(&self, func: FuncId, node: NodeId) -> Option<String> {
        if self.is_shared(node) {
            self.shared.numbers.get(&node).map(|number| format!("G{number}"))
        } else {
            self.own(func).numbers.get(&node).map(|number| format!("R{number}"))
        }
    }

    /// To sort shared regions by.
    pub fn number(&self, shared: NodeId) -> Option<usize> {
        self.shared.numbers.get(&shared).copied()
    }

    pub fn place(&self, func: FuncId, cell: Cell) -> Option<Place> {
        let region = self.region(func, cell.node)?;
        Some(Place { region, offset: self.offset(cell) })
    }

    /// A cell's offset from where people think that the region begins.
    pub fn offset(&self, cell: Cell) -> i64 {
        let node = self.points_to.node(cell.node);
        node.normal(cell.offset.wrapping_sub(self.base(cell.node)))
    }

    /// Where the region's type begins, else the object that was allocated, else its first field.
    pub fn base(&self, id: NodeId) -> i64 {
        let node = self.points_to.node(id);
        let typed = self.names.of(id).map(|typed| typed.base);
        typed.or_else(|| Some(node.sites.first()?.1)).or_else(|| Some(node.extent()?.0)).unwrap_or(0)
    }
}
