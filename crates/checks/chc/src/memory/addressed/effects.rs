//! What functions do to objects through pointers, and how that divides them.

use std::collections::{BTreeMap, BTreeSet};

use ir::{CallGraph, Const, FuncId, Id, Inst, InstKind, Module, Operand};

use crate::memory::derived::ObjectId;
use crate::memory::layout::{Access, Layout};
use crate::memory::targets::Sets;

/// Accesses of one object that are told apart.
const MOST_ACCESSES: usize = 2_000;
const MOST_COPIES: usize = 1_000;
/// Copies of copies that are followed.
const MOST_STAGES: usize = 4;

/// So many bytes of one object become those of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Copied {
    to: (ObjectId, i64),
    from: (ObjectId, i64),
    len: u64,
}

/// What functions do to objects through pointers, whoever's.
#[derive(Debug, Default)]
pub struct Effects {
    accesses: BTreeMap<ObjectId, Vec<Access>>,
    copies: Vec<Copied>,
    /// Of each function with all that it calls, the objects that it may come to.
    touched: Vec<BTreeSet<ObjectId>>,
}

impl Effects {
    pub fn of(module: &Module, calls: &CallGraph, sets: &Sets, is_reached: &dyn Fn(FuncId) -> bool) -> Effects {
        let touched = vec![BTreeSet::new(); module.funcs.len()];
        let mut effects = Effects { accesses: BTreeMap::new(), copies: Vec::new(), touched };
        for (id, func) in module.funcs.iter_enumerated().filter(|(id, _)| is_reached(*id)) {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                effects.inst(module, sets, id, inst);
            }
        }
        loop {
            let mut changed = false;
            for func in calls.sccs().flatten() {
                let mut own = std::mem::take(&mut effects.touched[func.index()]);
                let before = own.len();
                for callee in calls.callees(*func).iter().filter(|callee| *callee != func) {
                    own.extend(effects.touched[callee.index()].iter().copied());
                }
                changed |= own.len() > before;
                effects.touched[func.index()] = own;
            }
            if !changed {
                return effects;
            }
        }
    }

    fn inst(&mut self, module: &Module, sets: &Sets, id: FuncId, inst: &Inst) {
        let (ty, ptr, of) = match &inst.kind {
            InstKind::Load { ty, ptr, of, .. } | InstKind::Store { ty, ptr, of, .. } => (*ty, *ptr, *of),
            // Any other instruction has no part in how objects are divided, but for copies; whatever it is given it may touch.
            _ => {
                self.copy(module, sets, id, inst);
                inst.for_each_operand(|operand| {
                    let targets = sets.operand(module, id, operand);
                    self.touched[id.index()].extend(targets.objects.into_keys());
                });
                inst.for_each_def(|reg| {
                    let targets = sets.operand(module, id, Operand::Reg(reg));
                    self.touched[id.index()].extend(targets.objects.into_keys());
                });
                return;
            }
        };
        let access = Access::of(module, ty, of);
        for (object, place) in sets.operand(module, id, ptr).objects {
            self.touched[id.index()].insert(object);
            let accesses = self.accesses.entry(object).or_default();
            let access = Access { constant: place.constant, step: place.step, ..access };
            if accesses.len() <= MOST_ACCESSES && !accesses.contains(&access) {
                accesses.push(access);
            }
        }
    }

    fn copy(&mut self, module: &Module, sets: &Sets, id: FuncId, inst: &Inst) {
        let InstKind::MemCopy { dst, src, len: Operand::Const(len), .. } = inst.kind else { return };
        let Const::Int { value, .. } = module.consts.get(len) else { return };
        let Ok(len) = u64::try_from(value) else { return };
        for (to, there) in sets.operand(module, id, dst).objects.into_iter().filter(|(_, place)| place.step == 0) {
            for (from, here) in sets.operand(module, id, src).objects.into_iter().filter(|(_, place)| place.step == 0) {
                let copied = Copied { to: (to, there.constant), from: (from, here.constant), len };
                if self.copies.len() < MOST_COPIES && !self.copies.contains(&copied) {
                    self.copies.push(copied);
                }
            }
        }
    }

    /// How objects are divided, these and those that are accessed in the given ways. What is read from a copy divides what
    /// it is a copy of, unless that is divided otherwise there.
    pub fn layouts(
        &self,
        addressed: &[ObjectId],
        private: impl IntoIterator<Item = (ObjectId, Vec<Access>)>,
    ) -> BTreeMap<ObjectId, Layout> {
        let of = |object: &ObjectId| self.accesses.get(object).cloned().unwrap_or_default();
        let mut accesses: BTreeMap<ObjectId, Vec<Access>> = private.into_iter().collect();
        accesses.extend(addressed.iter().map(|object| (*object, of(object))));
        for _ in 0..MOST_STAGES {
            for Copied { to, from, len } in &self.copies {
                let read = accesses.get(&to.0).cloned().unwrap_or_default();
                let Some(known) = accesses.get_mut(&from.0) else { continue };
                for access in read {
                    let distance = i128::from(access.constant) - i128::from(to.1);
                    let is_copied = distance >= 0 && distance + i128::from(access.bytes) <= i128::from(*len);
                    let new = Access { constant: access.constant.wrapping_sub(to.1).wrapping_add(from.1), ..access };
                    let fits = access.step == 0 && is_copied
                        || access.step != 0 && known.iter().all(|other| other.step == access.step);
                    if fits && known.iter().all(|other| !other.meets(&new)) {
                        known.push(new);
                    }
                }
            }
        }
        // Nothing is known of what is accessed in too many ways.
        let most = |accesses: &Vec<Access>| accesses.len() <= MOST_ACCESSES;
        accesses.into_iter().map(|(id, all)| (id, Layout::of(if most(&all) { &all } else { &[] }))).collect()
    }

    pub fn touches(&self, func: FuncId, object: ObjectId) -> bool {
        self.touched.get(func.index()).is_some_and(|touched| touched.contains(&object))
    }
}
