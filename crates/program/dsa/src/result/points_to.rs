//! The finished analysis and the questions it answers.
//!
//! A *region* is a node: it is the memory that one function, with everything it calls, may touch through some of its
//! pointers. Regions of different functions are different nodes unless globals reach them; a call maps those of the callee
//! to those of the caller.

use engine::CodePlace;
use ir::{Const, FuncId, GlobalId, Id, Module, Operand, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::{Program, Touched};
use crate::graph::{Cell, Class, Field, Flags, Graph, Node, NodeId, Site};
use crate::options::Options;
use crate::state::{Analysis, Classes, Places, TargetState};

/// Analyses a whole program; `module` satisfies `ir::verify`.
pub fn analyze<'m>(module: &'m Module, options: &Options) -> PointsTo<'m> {
    let mut program = Program::new(Analysis::new(module, options));
    program.run();
    PointsTo::new(module, program)
}

/// Which memory every pointer of a program may refer to.
#[derive(Debug)]
pub struct PointsTo<'m> {
    module: &'m Module,
    options: Options,
    classes: Classes,
    pub(super) graph: Graph,
    pub(super) funcs: Vec<FuncFacts>,
    globals: Vec<Option<Cell>>,
    pub(super) calls: Vec<CallFacts>,
    by_site: FxHashMap<CodePlace, usize>,
    pub(super) component_of: Vec<usize>,
    /// Calls from outside, by the component they reach: the call and which of its targets.
    pub(super) contexts: Vec<Vec<(usize, usize)>>,
    touched: Touched,
    /// Where the memory that the unknown knows comes from.
    pub(super) external_sites: Vec<Site>,
    /// Functions that code outside of the program may call, sorted.
    pub(super) known_outside: Vec<FuncId>,
    rounds: u32,
}

#[derive(Debug)]
pub(super) struct FuncFacts {
    pub(super) regs: Vec<Option<Cell>>,
    pub(super) rets: Vec<Option<Cell>>,
    varargs: Option<Cell>,
    constants: FxHashMap<GlobalId, Cell>,
    addresses: FxHashMap<FuncId, Cell>,
    pub(super) accessed: Vec<(NodeId, Flags)>,
}

/// A call and where its callees' regions are in the caller.
#[derive(Debug)]
pub struct CallFacts {
    pub site: CodePlace,
    pub indirect: bool,
    /// May it reach functions outside of the program through a pointer from there?
    pub outside: bool,
    /// Memory of the variable arguments.
    pub area: Option<Cell>,
    pub targets: Vec<TargetFacts>,
}

#[derive(Debug)]
pub struct TargetFacts {
    pub callee: FuncId,
    /// Caller and callee have one graph: every region is itself.
    pub inner: bool,
    /// The place of the origin of each of the callee's regions, sorted by region. Shared regions are themselves.
    pub images: Vec<(NodeId, Cell)>,
    /// Those of the callee's regions that more than one pointer of the caller leads to: cells that are different in the
    /// callee may be one when they are in the caller. Sorted.
    pub(super) loose: Vec<NodeId>,
}

impl TargetFacts {
    fn new(graph: &Graph, state: &TargetState, places: Places) -> TargetFacts {
        let images = places.images.into_iter().map(|(node, image)| {
            let (root, delta) = graph.root_of(node);
            (root, graph.normal(image.plus(delta.wrapping_neg())))
        });
        let mut images: Vec<(NodeId, Cell)> =
            images.filter(|(root, _)| !graph.flags(*root).contains(Flags::SHARED)).collect();
        images.sort_unstable();
        images.dedup();
        let mut loose: Vec<NodeId> = places.loose.into_iter().map(|node| graph.root_of(node).0).collect();
        loose.sort_unstable();
        loose.dedup();
        TargetFacts { callee: state.callee, inner: state.inner, images, loose }
    }

    /// The caller's cell for one of the callee's, if anything of the caller can reach it.
    pub fn image(&self, points_to: &PointsTo<'_>, cell: Cell) -> Option<Cell> {
        if self.inner || points_to.flags(cell.node).contains(Flags::SHARED) {
            return Some(cell);
        }
        let at = self.images.binary_search_by_key(&cell.node, |(node, _)| *node).ok()?;
        Some(points_to.graph.normal(self.images[at].1.plus(cell.offset)))
    }
}

impl<'m> PointsTo<'m> {
    fn new(module: &'m Module, program: Program<'m>) -> PointsTo<'m> {
        let touched = Touched::of(&program);
        let Program { analysis, components, rounds, known_outside, .. } = program;
        let mut known_outside: Vec<FuncId> = known_outside.into_iter().collect();
        known_outside.sort_unstable();
        let Analysis { options, classes, mut graph, globals, funcs, calls, targets: states, mut places, .. } = analysis;
        graph.finish();
        debug_assert_eq!(graph.check_consistency(), Ok(()));
        let funcs = funcs.into_iter().map(|mut state| {
            state.accessed.iter_mut().for_each(|(node, _)| *node = graph.root_of(*node).0);
            state.join_accesses();
            FuncFacts {
                regs: state.regs,
                rets: state.rets,
                varargs: state.varargs,
                constants: state.constants,
                addresses: state.addresses,
                accessed: state.accessed,
            }
        });
        let funcs: Vec<FuncFacts> = funcs.collect();
        let mut contexts = vec![Vec::new(); components.len()];
        let mut by_site = FxHashMap::default();
        let mut facts = Vec::with_capacity(calls.len());
        for (number, call) in calls.into_iter().enumerate() {
            by_site.insert(call.site, number);
            let target = |target: usize| TargetFacts::new(&graph, &states[target], std::mem::take(&mut places[target]));
            let mut targets: Vec<TargetFacts> = call.targets.into_iter().map(target).collect();
            targets.sort_unstable_by_key(|target| target.callee);
            for (index, target) in targets.iter().enumerate() {
                if !target.inner && module.funcs[target.callee].is_defined() {
                    contexts[components.of[target.callee.index()]].push((number, index));
                }
            }
            let area = call.area.map(|cell| graph.normal(cell));
            let (site, indirect, outside) = (call.site, call.pointer.is_some(), call.outside);
            facts.push(CallFacts { site, indirect, outside, area, targets });
        }
        let external = graph.ids().filter(|id| graph.is_root(*id) && graph.flags(*id).contains(Flags::EXTERNAL));
        let external = external.map(|id| graph.node(id));
        let mut external_sites: Vec<Site> =
            external.flat_map(|node| node.sites.iter().map(|(site, _)| *site)).collect();
        external_sites.sort_unstable();
        external_sites.dedup();
        let globals = globals.into_iter().map(|cell| cell.map(|cell| graph.normal(cell))).collect();
        PointsTo {
            module,
            options,
            classes,
            graph,
            funcs,
            globals,
            calls: facts,
            by_site,
            component_of: components.of,
            contexts,
            touched,
            external_sites,
            known_outside,
            rounds,
        }
    }

    pub fn module(&self) -> &'m Module {
        self.module
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Bottom-up and top-down rounds that the analysis took.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What an operand of a function refers to; `None` for what holds no address.
    pub fn cell(&self, func: FuncId, operand: Operand) -> Option<Cell> {
        let facts = &self.funcs[func.index()];
        match operand {
            Operand::Reg(reg) => self.now(facts.regs[reg.index()]),
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Global { id, offset } => self.now(self.global(Some(func), id).map(|cell| cell.plus(offset))),
                Const::Func(target) => self.now(facts.addresses.get(&target).copied()),
                Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => None,
            },
        }
    }

    /// Where a global begins, as a function sees it, or as the initialisers of those globals do that all functions share.
    pub fn global(&self, func: Option<FuncId>, id: GlobalId) -> Option<Cell> {
        let own = func.and_then(|func| self.funcs[func.index()].constants.get(&id)).copied();
        self.now(own.or(self.globals[id.index()]))
    }

    /// Constants that a function has regions of its own for, with where they begin, in a fixed order.
    pub fn constants(&self, func: FuncId) -> Vec<(GlobalId, Cell)> {
        let constants = self.funcs[func.index()].constants.iter();
        let mut constants: Vec<(GlobalId, Cell)> =
            constants.map(|(id, cell)| (*id, self.graph.normal(*cell))).collect();
        constants.sort_unstable_by_key(|(id, _)| *id);
        constants
    }

    /// What a value that is accessed as this type is told apart from.
    pub fn class(&self, ty: Option<TypeId>) -> Class {
        self.classes.known(ty)
    }

    pub fn result(&self, func: FuncId, index: usize) -> Option<Cell> {
        self.now(self.funcs[func.index()].rets.get(index).copied().flatten())
    }

    /// Cells of the code are as they were found.
    fn now(&self, cell: Option<Cell>) -> Option<Cell> {
        cell.map(|cell| self.graph.normal(cell))
    }

    /// All nodes of all functions.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.graph.ids().filter(|id| self.graph.is_root(*id))
    }

    /// The node of a region.
    pub fn node(&self, region: NodeId) -> &Node {
        self.graph.node(region)
    }

    /// What is known of a region besides its layout.
    pub fn flags(&self, region: NodeId) -> Flags {
        self.graph.flags(region)
    }

    /// Does it stand for memory or code? The others are numbers, or pointers that nobody uses.
    pub fn is_region(&self, id: NodeId) -> bool {
        let node = self.node(id);
        self.flags(id).intersects(Flags::READ | Flags::MODIFIED) || !node.sites.is_empty() || !node.funcs.is_empty()
    }

    /// Memory of a function's variable arguments.
    pub fn varargs(&self, func: FuncId) -> Option<Cell> {
        self.now(self.funcs[func.index()].varargs)
    }

    /// A cell whose offset was computed from another one's.
    pub fn normal(&self, cell: Cell) -> Cell {
        self.graph.normal(cell)
    }

    pub fn calls(&self) -> &[CallFacts] {
        &self.calls
    }

    pub fn call(&self, site: CodePlace) -> Option<&CallFacts> {
        self.by_site.get(&site).map(|number| &self.calls[*number])
    }

    /// Functions that the call may reach.
    pub fn callees(&self, site: CodePlace) -> impl Iterator<Item = FuncId> + '_ {
        self.call(site).into_iter().flat_map(|call| call.targets.iter().map(|target| target.callee))
    }

    /// Regions that a function's pointers reach, in a fixed order.
    pub fn regions(&self, func: FuncId) -> Vec<NodeId> {
        let facts = &self.funcs[func.index()];
        let cells = facts.regs.iter().chain(&facts.rets).flatten().chain(&facts.varargs);
        let cells = cells.chain(facts.constants.values());
        let areas = self.calls.iter().filter(|call| call.site.func == func).filter_map(|call| call.area.as_ref());
        self.reachable(cells.chain(areas))
    }

    /// Regions that callers of a function may see: what its parameters, its results and its variable arguments lead to.
    /// Those that all functions share are left out.
    pub fn visible(&self, func: FuncId) -> Vec<NodeId> {
        let facts = &self.funcs[func.index()];
        let mut visible = self.reachable(self.params(func).chain(facts.rets.iter().flatten()).chain(&facts.varargs));
        visible.retain(|region| !self.flags(*region).contains(Flags::SHARED));
        visible
    }

    /// Regions that a function's parameters lead to.
    pub fn behind_params(&self, func: FuncId) -> Vec<NodeId> {
        self.reachable(self.params(func))
    }

    fn params(&self, func: FuncId) -> impl Iterator<Item = &Cell> {
        let facts = &self.funcs[func.index()];
        self.module.funcs[func].params.iter().filter_map(|param| facts.regs[param.index()].as_ref())
    }

    fn reachable<'a>(&self, cells: impl Iterator<Item = &'a Cell>) -> Vec<NodeId> {
        let mut work: Vec<NodeId> = cells.map(|cell| self.graph.root_of(cell.node).0).collect();
        let mut seen: FxHashSet<NodeId> = work.iter().copied().collect();
        while let Some(node) = work.pop() {
            let node = self.node(node);
            let next = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
            for cell in next {
                let (root, _) = self.graph.root_of(cell.node);
                if seen.insert(root) {
                    work.push(root);
                }
            }
        }
        let mut regions: Vec<NodeId> = seen.into_iter().collect();
        regions.sort_unstable();
        regions
    }

    /// Is the region read or modified by the function, or by what it calls?
    pub fn effect(&self, func: FuncId, region: NodeId) -> Flags {
        let flags = self.flags(region);
        if flags.contains(Flags::SHARED) {
            self.touched.get(self.component_of[func.index()], region)
        } else {
            let mut effect = Flags::NONE;
            for flag in [Flags::READ, Flags::MODIFIED] {
                if flags.contains(flag) {
                    effect |= flag;
                }
            }
            effect
        }
    }

    /// Regions that all functions share and that this one, or what it calls, touches.
    pub fn shared_effects(&self, func: FuncId) -> Vec<NodeId> {
        self.touched.nodes(self.component_of[func.index()])
    }

    /// Functions that code outside of the program may call.
    pub fn known_outside(&self) -> &[FuncId] {
        &self.known_outside
    }

    /// Regions that all functions share and that code outside of the program knows, in a fixed order.
    pub fn shared_outside(&self) -> Vec<NodeId> {
        let known = |id: &NodeId| {
            self.graph.is_root(*id) && self.flags(*id).contains(Flags::SHARED | Flags::EXTERNAL) && self.is_region(*id)
        };
        self.graph.ids().filter(known).collect()
    }

    /// Functions that have one graph have one number; callees come before callers.
    pub fn component(&self, func: FuncId) -> usize {
        self.component_of[func.index()]
    }

    /// Regions that instructions of the function itself read or modify.
    pub fn accessed(&self, func: FuncId) -> &[(NodeId, Flags)] {
        &self.funcs[func.index()].accessed
    }

    /// The field of a region that an access of a cell touches.
    pub fn field_at(&self, cell: Cell, width: i64) -> Option<&Field> {
        let node = self.node(cell.node);
        node.overlapping(cell.offset, width).map(|index| &node.fields[index]).next()
    }
}
