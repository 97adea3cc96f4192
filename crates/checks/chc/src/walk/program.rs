//! What a walk needs to know of the program.

use engine::{BugKind, Flows, Property, Task};
use ir::{CallGraph, Footprints, FuncId, Id, IdVec, InstKind, Module, Type};

use crate::library::library;
use crate::memory::{Bound, Followed, Many, Object, ObjectId, Objects};
use crate::plan::{Asks, Plan, Pointers};

pub(super) struct Program<'m> {
    pub module: &'m Module,
    pub entry: FuncId,
    pub property: Property,
    pub malloc_may_fail: bool,
    /// What is there many times is looked at one by one.
    pub follows_many: bool,
    /// Whether heap objects are lost is asked.
    pub follows_leaks: bool,
    /// A number that does not fit, while the plan says that all do, is an obligation; otherwise the run is left out.
    pub follows_misfits: bool,
    /// Accesses through pointers that are not followed are taken to be valid.
    pub trusts_pointers: bool,
    /// The user says what functions without a body do.
    pub assumes: bool,
    pub asks: Asks,
    /// Elements of an array that are known; 0: all.
    pub cells: u8,
    /// The number of elements of the largest array, at least one; `None` if distances in an array are negative as numbers with a sign.
    pub most_elements: Option<u64>,
    /// Made here, not taken from the task: no verdict rests on what it was handed.
    pub flows: Flows<'m>,
    pub calls: CallGraph,
    pub footprints: Footprints,
    pub objects: Objects,
    pub bound: IdVec<FuncId, Bound>,
    /// In a fixed order.
    pub object_ids: Vec<ObjectId>,
    /// Do locals of the entry function have scopes?
    has_scopes: bool,
    is_skipped: Vec<bool>,
    is_error: Vec<bool>,
    has_summary: Vec<bool>,
}

impl<'m> Program<'m> {
    pub fn of(task: &Task<'m>, property: Property, plan: &Plan) -> Self {
        let module = task.module;
        let calls = CallGraph::of(module);
        let footprints = Footprints::of(module, &calls);
        let asked = property == Property::UnreachCall;
        let is_error: Vec<bool> =
            module.funcs.iter().map(|func| asked && task.error_functions.contains(&func.name)).collect();
        let trusts_pointers = plan.pointers.are_trusted();
        // Whether the library's own numbers overflow is still asked.
        let is_skipped = if trusts_pointers && property == Property::UnreachCall {
            library(module, &calls, &|func| is_error[func.index()])
        } else {
            vec![false; module.funcs.len()]
        };
        let is_unread = |func: FuncId| is_skipped[func.index()] || plan.summarised.contains(&func);
        let followed = Followed {
            module,
            calls: &calls,
            footprints: &footprints,
            malloc_may_fail: task.malloc_may_fail,
            is_skipped: &|func: FuncId| is_skipped[func.index()],
        };
        let many = match property {
            Property::UnreachCall | Property::NoOverflow | Property::Termination | Property::Shape => Many::NotFollowed,
            Property::ValidMemsafety
            | Property::ValidDeref
            | Property::ValidFree
            | Property::ValidMemtrack
            | Property::ValidMemcleanup => Many::Followed(match plan.asks {
                Asks::Object(object) => Some(object),
                Asks::All | Asks::Rest => None,
            }),
        };
        let objects = Objects::of(&followed, task.entry, &is_unread);
        let objects = match plan.pointers {
            Pointers::Followed | Pointers::Trusted => objects.with_addressed(&followed, task.entry, many),
            Pointers::Ignored => objects,
        };
        let arrays = objects.ids().into_iter().filter_map(|id| objects.get(id)).filter(|known| known.layout.is_array());
        let arrays: Vec<_> = arrays.map(|known| (known.size.most, known.layout.stride)).collect();
        let distances = 1u128 << (Type::Ptr.bits(module.data_model) - 1);
        let has_signs = arrays.iter().any(|(size, _)| u128::from(*size) > distances);
        let most_elements = arrays.iter().map(|(size, stride)| size.div_ceil(*stride)).max().unwrap_or(0).max(1);
        let most_elements = (!has_signs).then_some(most_elements);
        let mut has_summary = vec![false; module.funcs.len()];
        for func in &plan.summarised {
            if let Some(has) = has_summary.get_mut(func.index()) {
                *has = module.funcs[*func].is_defined();
            }
        }
        let insts = module.funcs[task.entry].blocks.iter().flat_map(|block| &block.insts);
        let has_scopes = insts.into_iter().any(|inst| matches!(inst.kind, InstKind::LifetimeEnd { .. }));
        let flows = Flows::of(module);
        let bound = module.funcs.iter_enumerated().map(|(id, func)| match func.is_defined() {
            true => Bound::of(func, flows.func(id).cfg()),
            false => Bound::default(),
        });
        let bound = bound.collect();
        Program {
            has_scopes,
            module,
            entry: task.entry,
            property,
            malloc_may_fail: task.malloc_may_fail,
            follows_many: many != Many::NotFollowed,
            follows_leaks: BugKind::Leak.blocks(property),
            follows_misfits: true,
            trusts_pointers,
            assumes: module.funcs.iter().any(|func| func.assumed.is_some()),
            is_skipped,
            asks: plan.asks,
            cells: plan.cells,
            most_elements,
            flows,
            bound,
            calls,
            footprints,
            object_ids: objects.ids(),
            objects,
            is_error,
            has_summary,
        }
    }

    pub fn known_objects(&self) -> Vec<(ObjectId, Object)> {
        self.object_ids.iter().filter_map(|id| Some((*id, self.objects.get(*id)?.clone()))).collect()
    }

    pub fn is_error(&self, func: FuncId) -> bool {
        self.is_error[func.index()]
    }

    /// Elements of an object's arrays that are known; none if it has no arrays, or all their elements are: those of constants.
    pub fn cells(&self, object: ObjectId) -> Option<u8> {
        let is_constant = matches!(object, ObjectId::Global(global) if self.module.globals[global].constant);
        let is_array = self.objects.get(object).is_some_and(|known| known.layout.is_array());
        (self.cells > 0 && is_array && !is_constant).then_some(self.cells)
    }

    /// May an object that others know of come to its end while the program runs?
    pub fn may_end(&self, object: ObjectId) -> bool {
        match object {
            ObjectId::Global(_) => false,
            ObjectId::Heap(..) => true,
            // Whether they do is not asked.
            ObjectId::Others(..) => false,
            ObjectId::Local(func, _) => func != self.entry || self.has_scopes,
        }
    }

    /// Is its call taken to be valid, and what it does anything?
    pub fn is_skipped(&self, func: FuncId) -> bool {
        self.is_skipped[func.index()]
    }

    pub fn has_summary(&self, func: FuncId) -> bool {
        self.has_summary[func.index()]
    }
}
