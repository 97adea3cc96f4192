//! The correctness condition CC, at every call, from the finished graphs.
//!
//! Paper: [SAS17] section 3 (simulation relation), section 4 (CC).
//! Guarantees: no failure means that for every call and callee the simulation relation from the callee's regions to the
//!             caller's is a function; that the caller's region has every field, function, effect, origin, allocation site and
//!             coarseness of the callee's; that no region that the callee modifies is the caller's image of another one it
//!             touches; and that the graphs say of the relation and of effects what is found here.
//! Neither the relation nor the effects of functions are taken from the analysis: both are computed here, the simple way. Only
//! what a number was computed from may be anything unknown in the caller: there the analysis says which, and it is checked.

use ir::{FuncId, Id, InstKind, LocId, Module, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bytes::{fields_over, is_covered};
use super::failure::Failure;
use super::numbers::is_number_of;
use crate::graph::{Cell, Field, Flags, NodeId};
use crate::result::{CallFacts, PointsTo, TargetFacts};

/// Checks every call of the program.
pub fn check_calls(points_to: &PointsTo<'_>) -> Vec<Failure> {
    let mut checker = Checker { points_to, failures: Vec::new() };
    let relations: Vec<Vec<Relation>> = points_to
        .calls()
        .iter()
        .map(|call| call.targets.iter().map(|target| checker.relation(call, target)).collect())
        .collect();
    let effects = checker.effects(&relations);
    checker.said(&effects);
    for (call, of_call) in points_to.calls().iter().zip(&relations) {
        for (target, relation) in call.targets.iter().zip(of_call) {
            checker.injective(call, target, relation);
        }
    }
    checker.failures
}

/// Origins of the callee's regions in the caller.
type Relation = FxHashMap<NodeId, Cell>;
type Effects = FxHashMap<NodeId, Flags>;

struct Checker<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    failures: Vec<Failure>,
}

impl Checker<'_, '_> {
    fn fail(&mut self, call: &CallFacts, callee: FuncId, what: String) {
        let module = self.points_to.module();
        let what = format!("call of {}: {what}", module.funcs[callee].name);
        self.failures.push(Failure { func: Some(call.site.func), at: loc(module, call), what });
    }

    fn is_shared(&self, node: NodeId) -> bool {
        self.points_to.flags(node).contains(Flags::SHARED)
    }

    fn pairs(&self, call: &CallFacts, target: &TargetFacts) -> Vec<(Cell, Cell)> {
        let module = self.points_to.module();
        let callee = &module.funcs[target.callee];
        let inst = &module.funcs[call.site.func].blocks[call.site.block].insts[call.site.inst as usize];
        let InstKind::Call(code) = &inst.kind else { return Vec::new() };
        let formals = callee.params.iter().map(|param| self.points_to.cell(target.callee, Operand::Reg(*param)));
        let actuals = code.args.iter().map(|arg| self.points_to.cell(call.site.func, arg.value));
        let results = (0..callee.signature.rets.len()).map(|index| self.points_to.result(target.callee, index));
        let given = code.rets.iter().map(|ret| self.points_to.cell(call.site.func, Operand::Reg(*ret)));
        let areas = (self.points_to.varargs(target.callee), call.area);
        let all = formals.zip(actuals).chain(results.zip(given)).chain([areas]);
        all.filter_map(|(inner, outer)| Some((inner?, outer?))).collect()
    }

    fn relation(&mut self, call: &CallFacts, target: &TargetFacts) -> Relation {
        let mut relation = Relation::default();
        if !self.points_to.module().funcs[target.callee].is_defined() {
            return relation;
        }
        let mut work = self.pairs(call, target);
        if target.inner {
            for (inner, outer) in work {
                if inner != outer {
                    self.fail(call, target.callee, format!("{inner:?} and {outer:?} are not one"));
                }
            }
            return relation;
        }
        let mut numbers = Vec::new();
        loop {
            self.follow(call, target, &mut work, &mut relation, &mut numbers);
            let Some(number) = numbers.pop() else { break };
            self.came_from(call, target, number, &relation, &mut work);
        }
        let is_said =
            |inner: NodeId| target.image(self.points_to, Cell::new(inner, 0)) == relation.get(&inner).copied();
        let mut unsaid: Vec<NodeId> = relation.keys().copied().filter(|inner| !is_said(*inner)).collect();
        unsaid.sort_unstable();
        for inner in unsaid {
            self.fail(call, target.callee, format!("the graphs do not say what {inner:?} is"));
        }
        relation
    }

    /// Contents lead from pairs to pairs. Numbers wait until all that is met.
    fn follow(
        &mut self,
        call: &CallFacts,
        target: &TargetFacts,
        work: &mut Vec<(Cell, Cell)>,
        relation: &mut Relation,
        numbers: &mut Vec<NodeId>,
    ) {
        while let Some((inner, outer)) = work.pop() {
            let (inner, outer) = (self.points_to.normal(inner), self.points_to.normal(outer));
            if self.is_shared(inner.node) {
                if inner != outer {
                    self.fail(call, target.callee, format!("shared {inner:?} is {outer:?} in the caller"));
                }
                continue;
            }
            let origin = self.points_to.normal(outer.plus(inner.offset.wrapping_neg()));
            match relation.get(&inner.node) {
                Some(there) if *there == origin => {}
                Some(there) => {
                    let what = format!("region {:?} is both {there:?} and {origin:?}", inner.node);
                    self.fail(call, target.callee, what);
                }
                None => {
                    relation.insert(inner.node, origin);
                    self.simulated(call, target.callee, inner.node, origin, work);
                    if !self.points_to.node(inner.node).origins.is_empty() {
                        numbers.push(inner.node);
                    }
                }
            }
        }
    }

    /// The caller knows what a number was computed from; what has no other counterpart there is what the analysis says.
    fn came_from(
        &mut self,
        call: &CallFacts,
        target: &TargetFacts,
        number: NodeId,
        relation: &Relation,
        work: &mut Vec<(Cell, Cell)>,
    ) {
        let outer = relation[&number].node;
        for origin in &self.points_to.node(number).origins {
            let origin = self.points_to.normal(*origin);
            let of = if self.is_shared(origin.node) {
                Some(origin)
            } else {
                relation.get(&origin.node).copied().or_else(|| target.image(self.points_to, Cell::new(origin.node, 0)))
            };
            let Some(of) = of else {
                self.fail(call, target.callee, format!("what {number:?} is computed from is not in the caller"));
                continue;
            };
            if !is_number_of(self.points_to, outer, of.node) {
                self.fail(call, target.callee, format!("{outer:?} does not know that it is computed from {of:?}"));
            }
            if !self.is_shared(origin.node) && !relation.contains_key(&origin.node) {
                work.push((Cell::new(origin.node, 0), of));
            }
        }
    }

    /// The caller's node is as coarse as the callee's and has all it has; contents come to `work`.
    fn simulated(
        &mut self,
        call: &CallFacts,
        callee: FuncId,
        inner: NodeId,
        origin: Cell,
        work: &mut Vec<(Cell, Cell)>,
    ) {
        let (small, large) = (self.points_to.node(inner), self.points_to.node(origin.node));
        let coarser = match (small.modulus, large.modulus) {
            (_, 1) | (0, _) => true,
            (_, 0) => false,
            (small, large) => small % large == 0,
        };
        let effects = Flags::READ | Flags::MODIFIED | Flags::EXTERNAL;
        let flags = self.points_to.flags(inner);
        let complete = self.points_to.flags(origin.node).contains(flags.without(flags.without(effects)))
            && small.funcs.iter().all(|func| large.funcs.contains(func))
            && small.sites.iter().all(|(site, base)| {
                large.sites.binary_search(&(*site, large.normal(origin.offset.wrapping_add(*base)))).is_ok()
            })
            && (!small.collapsed || large.collapsed);
        if !coarser || !complete {
            self.fail(call, callee, format!("region {inner:?} is not simulated by {origin:?}"));
        }
        for field in &small.fields {
            let (place, width) = (origin.plus(field.offset), field.shape.width);
            let flags = [Flags::READ, Flags::MODIFIED].into_iter().filter(|flag| field.flags.contains(*flag));
            if !flags.into_iter().all(|flag| is_covered(large, place, width, |other| other.flags.contains(flag))) {
                self.fail(call, callee, format!("a field of {inner:?} at {} is missing", field.offset));
            }
            let Some(content) = field.content else { continue };
            let known = |other: &Field| other.content.filter(|_| other.shape.class.may_be(field.shape.class));
            if !is_covered(large, place, width, |other| known(other).is_some()) {
                self.fail(call, callee, format!("a content of {inner:?} at {} is missing", field.offset));
            }
            work.extend(fields_over(large, place, width).filter_map(known).map(|outer| (content, outer)));
        }
    }

    /// What every function does to regions, with everything it calls.
    fn effects(&self, relations: &[Vec<Relation>]) -> Vec<Effects> {
        let module = self.points_to.module();
        let mut effects: Vec<Effects> = vec![Effects::default(); module.funcs.len()];
        for func in module.funcs.ids() {
            effects[func.index()].extend(self.points_to.accessed(func).iter().copied());
        }
        loop {
            let mut changed = false;
            for (call, of_call) in self.points_to.calls().iter().zip(relations) {
                for (target, relation) in call.targets.iter().zip(of_call) {
                    let inner: Vec<(NodeId, Flags)> =
                        effects[target.callee.index()].iter().map(|(node, flags)| (*node, *flags)).collect();
                    for (node, flags) in inner {
                        let outer = if target.inner || self.is_shared(node) {
                            Some(node)
                        } else {
                            relation.get(&node).map(|cell| cell.node)
                        };
                        let Some(outer) = outer else { continue };
                        let entry = effects[call.site.func.index()].entry(outer).or_default();
                        changed |= !entry.contains(flags);
                        *entry |= flags;
                    }
                }
            }
            if !changed {
                return effects;
            }
        }
    }

    /// The graphs know the effects, and who calls a function does to shared regions what it does.
    fn said(&mut self, effects: &[Effects]) {
        let points_to = self.points_to;
        let module = points_to.module();
        for (func, function) in module.funcs.iter_enumerated() {
            let known = |(node, flags): (&NodeId, &Flags)| points_to.effect(func, *node).contains(*flags);
            if !effects[func.index()].iter().all(known) {
                let what = "the graphs do not know what it touches".to_string();
                self.failures.push(Failure { func: Some(func), at: function.loc, what });
            }
        }
        let mut seen = FxHashSet::default();
        for call in points_to.calls() {
            for target in &call.targets {
                let pair = (points_to.component(call.site.func), points_to.component(target.callee));
                let known = |node: &NodeId| {
                    points_to.effect(call.site.func, *node).contains(points_to.effect(target.callee, *node))
                };
                if seen.insert(pair) && !points_to.shared_effects(target.callee).iter().all(known) {
                    self.fail(call, target.callee, "the graphs do not know what it touches".to_string());
                }
            }
        }
    }

    fn injective(&mut self, call: &CallFacts, target: &TargetFacts, relation: &Relation) {
        let mut by_outer: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        for (inner, outer) in relation {
            by_outer.entry(outer.node).or_default().push(*inner);
        }
        let mut problems = Vec::new();
        for (outer, mut inner) in by_outer {
            if self.is_shared(outer) && self.points_to.effect(target.callee, outer) != Flags::NONE {
                inner.push(outer);
            }
            inner.retain(|node| self.is_used(*node));
            let modified = |node: &NodeId| self.points_to.effect(target.callee, *node).contains(Flags::MODIFIED);
            if inner.len() > 1 && inner.iter().any(modified) {
                inner.sort_unstable();
                problems.push(format!("regions {inner:?}, one of them modified, are all {outer:?} in the caller"));
            }
        }
        problems.sort_unstable();
        problems.into_iter().for_each(|what| self.fail(call, target.callee, what));
    }

    fn is_used(&self, node: NodeId) -> bool {
        self.points_to.flags(node).intersects(Flags::READ | Flags::MODIFIED)
    }
}

fn loc(module: &Module, call: &CallFacts) -> LocId {
    module.funcs[call.site.func].blocks[call.site.block].insts[call.site.inst as usize].loc
}
