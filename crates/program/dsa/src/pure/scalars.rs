//! Regions of a single cell: one object that is there once, of which one field is used, always with the same type.
//!
//! Such a region is a value. A region of a callee and the caller's that it stands for are passed to each other, so they are
//! values together or not at all: what is no value spreads both ways along calls, and whatever is left is one.

use ir::{Cfg, Dominators, FuncId, InstKind, Loops, Type};
use outside::Summaries;
use rustc_hash::{FxHashMap, FxHashSet};

use engine::CodePlace;

use super::effects::{Effects, image};
use super::touches::Touches;
use crate::graph::{ENDLESS, Field, Flags, NodeId, Site};
use crate::result::PointsTo;

#[derive(Debug, Default)]
pub(super) struct Scalars {
    types: FxHashMap<NodeId, Type>,
}

impl Scalars {
    pub fn new(points_to: &PointsTo<'_>, summaries: &Summaries, effects: &Effects) -> Scalars {
        let mut found = Finding { points_to, types: FxHashMap::default(), arrays: FxHashSet::default() };
        found.accesses(summaries);
        let edges = found.edges(effects);
        found.layouts(effects, &edges);
        let mut next: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        for (inner, outer) in &edges {
            next.entry(*inner).or_default().push(*outer);
            next.entry(*outer).or_default().push(*inner);
        }
        let mut work: Vec<NodeId> = found.arrays.iter().copied().collect();
        while let Some(region) = work.pop() {
            let around = next.get(&region).into_iter().flatten().copied();
            let new: Vec<NodeId> = around.filter(|region| found.arrays.insert(*region)).collect();
            work.extend(new);
        }
        // Values that are only passed on have the type that they have elsewhere.
        let mut work: Vec<(NodeId, Type)> = found.types.iter().map(|(region, ty)| (*region, *ty)).collect();
        let mut differing = Vec::new();
        while let Some((region, ty)) = work.pop() {
            for other in next.get(&region).into_iter().flatten() {
                match found.types.insert(*other, ty) {
                    None => work.push((*other, ty)),
                    Some(there) if there != ty => differing.push(*other),
                    Some(_) => {}
                }
            }
        }
        while let Some(region) = differing.pop() {
            if found.arrays.insert(region) {
                differing.extend(next.get(&region).into_iter().flatten());
            }
        }
        let Finding { mut types, arrays, .. } = found;
        types.retain(|region, _| !arrays.contains(region));
        Scalars { types }
    }

    pub fn of(&self, region: NodeId) -> Option<Type> {
        self.types.get(&region).copied()
    }
}

struct Finding<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    /// Of loads and stores.
    types: FxHashMap<NodeId, Type>,
    /// Regions that are no values.
    arrays: FxHashSet<NodeId>,
}

impl Finding<'_, '_> {
    /// Only loads and stores of one type make a value.
    fn accesses(&mut self, summaries: &Summaries) {
        let points_to = self.points_to;
        for (func, function) in points_to.module().funcs.iter_enumerated() {
            for (block, code) in function.blocks.iter_enumerated() {
                for (index, inst) in code.insts.iter().enumerate() {
                    if let InstKind::Load { ty, ptr, .. } | InstKind::Store { ty, ptr, .. } = &inst.kind {
                        if let Some(cell) = points_to.cell(func, *ptr)
                            && *self.types.entry(cell.node).or_insert(*ty) != *ty
                        {
                            self.arrays.insert(cell.node);
                        }
                    } else if !matches!(inst.kind, InstKind::LifetimeStart { .. }) {
                        let callees: Vec<FuncId> =
                            points_to.callees(CodePlace { func, block, inst: index as u32 }).collect();
                        let touches = Touches::of(points_to, summaries, func, inst, &callees);
                        self.arrays.extend(touches.regions.iter().map(|(region, _)| *region));
                    }
                }
            }
        }
    }

    /// Regions of callees with the regions of callers that are passed for them.
    fn edges(&self, effects: &Effects) -> Vec<(NodeId, NodeId)> {
        let targets = self.points_to.calls().iter().flat_map(|call| &call.targets);
        let outer = targets.filter(|target| !target.inner);
        let pairs = outer.flat_map(|target| {
            let inputs = effects.of(target.callee).inputs.iter();
            inputs.filter_map(|region| Some((*region, image(self.points_to, target, *region)?)))
        });
        pairs.filter(|(inner, outer)| inner != outer).collect()
    }

    /// Whatever may have more than one cell is no value.
    fn layouts(&mut self, effects: &Effects, edges: &[(NodeId, NodeId)]) {
        let points_to = self.points_to;
        let passed: FxHashSet<NodeId> = edges.iter().map(|(inner, _)| *inner).collect();
        let module = points_to.module();
        let (mut recursive, mut called) = (FxHashSet::default(), FxHashSet::default());
        for (call, target) in points_to.calls().iter().flat_map(|call| call.targets.iter().map(move |to| (call, to))) {
            recursive.extend(target.inner.then_some(call.site.func));
            called.insert(target.callee);
        }
        let mut looked_at: FxHashSet<NodeId> = FxHashSet::default();
        for (func, function) in module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined()) {
            let cfg = Cfg::of(function);
            let loops = Loops::of(&cfg, &Dominators::of(&cfg));
            let visible: FxHashSet<NodeId> = points_to.visible(func).into_iter().collect();
            let once = |site: &Site| match site {
                Site::Global(id) => !module.globals[*id].is_open_ended(),
                Site::Inst(place) => {
                    let inst = &function.blocks.get(place.block).and_then(|block| block.insts.get(place.inst as usize));
                    place.func == func
                        && matches!(inst.map(|inst| &inst.kind), Some(InstKind::Alloca { dynamic: false, .. }))
                        && !recursive.contains(&func)
                        && loops.depth(place.block) == 0
                        && loops.irreducible_edges().is_empty()
                }
            };
            if !called.contains(&func) {
                // Nobody knows what it gets.
                self.arrays.extend(points_to.behind_params(func));
            }
            let interface = effects.of(func);
            for region in interface.inputs.iter().chain(&interface.local) {
                looked_at.insert(*region);
                let is_one = match points_to.node(*region).sites.as_slice() {
                    [] => passed.contains(region),
                    [(site @ Site::Global(_), _)] => once(site) && !passed.contains(region),
                    [(site @ Site::Inst(_), _)] => once(site) && !visible.contains(region),
                    [_, _, ..] => false,
                };
                if !is_one || !self.has_one_cell(*region) {
                    self.arrays.insert(*region);
                }
            }
        }
        let passed = edges.iter().flat_map(|(inner, outer)| [*inner, *outer]);
        self.arrays.extend(passed.filter(|region| !looked_at.contains(region)));
    }

    fn has_one_cell(&self, region: NodeId) -> bool {
        let (node, flags) = (self.points_to.node(region), self.points_to.flags(region));
        let strange = Flags::EXTERNAL | Flags::VARARGS | Flags::NUMBER | Flags::ORIGIN;
        let Some(first) = node.fields.first() else { return false };
        let same = |field: &Field| {
            (field.offset, field.shape.width) == (first.offset, first.shape.width) && field.shape.width < ENDLESS
        };
        node.modulus == 0 && !node.collapsed && !flags.intersects(strange) && node.fields.iter().all(same)
    }
}
