//! Which regions functions touch, with everything that they call.

use std::collections::BTreeMap;

use engine::CodePlace;
use ir::{FuncId, Id, Inst};
use outside::Summaries;
use rustc_hash::{FxHashMap, FxHashSet};

use super::touches::Touches;
use crate::graph::{Cell, Flags, NodeId};
use crate::result::{Order, PointsTo, TargetFacts};

/// Regions with what is done to them, in the order of their ids.
pub(super) type Touching = BTreeMap<NodeId, Flags>;

/// What a function takes and gives back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// Regions whose contents its callers pass, its own ones first, in the order in which its code leads to them.
    pub inputs: Vec<NodeId>,
    /// Those of them that it modifies.
    pub outputs: Vec<NodeId>,
    /// Regions that nobody else sees: they begin with the call, hold anything, and end with it.
    pub local: Vec<NodeId>,
}

#[derive(Debug)]
pub(super) struct Effects {
    interfaces: Vec<Interface>,
    outside: Outside,
}

/// Code outside of the program, and how far it reaches.
#[derive(Debug, Default)]
struct Outside {
    /// What it may do to regions that all functions share.
    shared: Touching,
    /// Regions that it knows in some context.
    regions: FxHashSet<NodeId>,
    /// Functions that may call it, or call some that may.
    callers: FxHashSet<FuncId>,
}

impl Outside {
    fn new(points_to: &PointsTo<'_>) -> Outside {
        let everything = |region| (region, Flags::READ | Flags::MODIFIED);
        let shared = points_to.shared_outside().into_iter().map(everything).collect();
        // What the caller has given away, the callee cannot see to be known.
        let mut inside: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        let mut work: Vec<NodeId> = Vec::new();
        for target in points_to.calls().iter().flat_map(|call| &call.targets) {
            for (inner, outer) in &target.images {
                let outer = points_to.normal(*outer).node;
                inside.entry(outer).or_default().push(*inner);
                work.extend([*inner, outer]);
            }
        }
        let funcs = points_to.module().funcs.ids();
        work.extend(funcs.flat_map(|func| points_to.regions(func)));
        work.extend(points_to.shared_outside());
        work.retain(|region| points_to.flags(*region).contains(Flags::EXTERNAL));
        let mut regions: FxHashSet<NodeId> = FxHashSet::default();
        while let Some(region) = work.pop() {
            if regions.insert(region) {
                work.extend(inside.get(&region).into_iter().flatten());
            }
        }
        Outside { shared, regions, callers: FxHashSet::default() }
    }
}

impl Effects {
    pub fn new(points_to: &PointsTo<'_>, summaries: &Summaries) -> Effects {
        let funcs = &points_to.module().funcs;
        let visible: Vec<FxHashSet<NodeId>> =
            funcs.ids().map(|func| points_to.visible(func).into_iter().collect()).collect();
        let is_passed = |func: FuncId, region: &NodeId| {
            points_to.flags(*region).contains(Flags::SHARED) || visible[func.index()].contains(region)
        };
        let mut outside = Outside::new(points_to);
        let mut order: Vec<FuncId> = funcs.ids().filter(|func| funcs[*func].is_defined()).collect();
        order.sort_by_key(|func| points_to.component(*func));
        let mut touching = vec![Touching::new(); funcs.len()];
        // Functions call each other, and the unknown calls functions.
        let mut changed = true;
        while changed {
            changed = false;
            for func in &order {
                let mut found = touching[func.index()].clone();
                for (block, code) in funcs[*func].blocks.iter_enumerated() {
                    for (index, inst) in code.insts.iter().enumerate() {
                        let site = CodePlace { func: *func, block, inst: index as u32 };
                        let passed = |callee: FuncId| {
                            let regions = touching[callee.index()].iter();
                            regions
                                .filter(|(region, _)| is_passed(callee, region))
                                .map(|(region, flags)| (*region, *flags))
                                .collect()
                        };
                        if of_inst(points_to, summaries, site, inst, &outside, passed, &mut found) {
                            changed |= outside.callers.insert(*func);
                        }
                    }
                }
                changed |= found != touching[func.index()];
                touching[func.index()] = found;
            }
            for func in points_to.known_outside() {
                let shared = |region: &NodeId| points_to.flags(*region).contains(Flags::SHARED);
                for (region, flags) in touching[func.index()].iter().filter(|(region, _)| shared(region)) {
                    changed |= add(&mut outside.shared, *region, *flags);
                }
            }
        }
        let walk = Order::new(points_to);
        let interface = |func: FuncId| sorted(&walk, func, &touching[func.index()], |region| is_passed(func, region));
        Effects { interfaces: funcs.ids().map(interface).collect(), outside }
    }

    pub fn of(&self, func: FuncId) -> &Interface {
        &self.interfaces[func.index()]
    }

    /// What one instruction touches, with what it calls.
    pub fn of_inst(&self, points_to: &PointsTo<'_>, summaries: &Summaries, site: CodePlace, inst: &Inst) -> Touching {
        let passed = |callee: FuncId| {
            let Interface { inputs, outputs, .. } = self.of(callee);
            let flags = |region| if outputs.contains(region) { Flags::READ | Flags::MODIFIED } else { Flags::READ };
            inputs.iter().map(|region| (*region, flags(region))).collect()
        };
        let mut found = Touching::new();
        of_inst(points_to, summaries, site, inst, &self.outside, passed, &mut found);
        found
    }

    pub fn is_known_outside(&self, region: NodeId) -> bool {
        self.outside.regions.contains(&region)
    }

    pub fn calls_outside(&self, func: FuncId) -> bool {
        self.outside.callers.contains(&func)
    }
}

fn add(touching: &mut Touching, region: NodeId, flags: Flags) -> bool {
    let there = touching.entry(region).or_default();
    let before = std::mem::replace(there, *there | flags);
    before != *there
}

/// The caller's region for one of the callee's; `None` for memory that the caller cannot reach.
pub(super) fn image(points_to: &PointsTo<'_>, target: &TargetFacts, region: NodeId) -> Option<NodeId> {
    target.image(points_to, Cell::new(region, 0)).map(|cell| points_to.normal(cell).node)
}

/// `passed` are the regions that a callee gets, with what it does to them. May code outside of the program run meanwhile?
fn of_inst(
    points_to: &PointsTo<'_>,
    summaries: &Summaries,
    site: CodePlace,
    inst: &Inst,
    outside: &Outside,
    passed: impl Fn(FuncId) -> Vec<(NodeId, Flags)>,
    found: &mut Touching,
) -> bool {
    let targets: &[TargetFacts] = points_to.call(site).map_or(&[], |call| &call.targets);
    let callees: Vec<FuncId> = targets.iter().map(|target| target.callee).collect();
    let mut own = Touches::of(points_to, summaries, site.func, inst, &callees);
    own.unknown |= points_to.call(site).is_some_and(|call| call.outside);
    for (region, flags) in own.regions {
        add(found, region, flags);
    }
    for target in targets {
        for (region, flags) in passed(target.callee) {
            if let Some(outer) = image(points_to, target, region) {
                add(found, outer, flags);
            }
        }
    }
    let leaves = own.unknown || callees.iter().any(|callee| outside.callers.contains(callee));
    if leaves {
        let known = |region: &NodeId| outside.regions.contains(region) && points_to.is_region(*region);
        for region in points_to.regions(site.func).into_iter().filter(known) {
            add(found, region, Flags::READ | Flags::MODIFIED);
        }
        for (region, flags) in &outside.shared {
            add(found, *region, *flags);
        }
    }
    leaves
}

fn sorted(order: &Order<'_, '_>, func: FuncId, touching: &Touching, is_passed: impl Fn(&NodeId) -> bool) -> Interface {
    let own: FxHashMap<NodeId, usize> = order.own_regions(func).into_iter().zip(0..).collect();
    let place = |region: &NodeId| (own.get(region).copied().unwrap_or(own.len()), *region);
    let mut regions: Vec<(NodeId, Flags)> = touching.iter().map(|(region, flags)| (*region, *flags)).collect();
    regions.sort_by_cached_key(|(region, _)| place(region));
    let mut interface = Interface::default();
    for (region, flags) in regions {
        if !is_passed(&region) {
            interface.local.push(region);
            continue;
        }
        interface.inputs.push(region);
        if flags.contains(Flags::MODIFIED) {
            interface.outputs.push(region);
        }
    }
    interface
}
