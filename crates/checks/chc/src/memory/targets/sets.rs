//! The sets of all registers, results and contents.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Call, CallGraph, Callee, Const, FuncId, Id, Module, Operand};

use super::contents::Contents;
use super::set::Targets;
use crate::memory::derived::ObjectId;
use crate::memory::place::Place;

/// What pointers may lead to.
#[derive(Debug, Default)]
pub struct Sets {
    /// Objects that have a place in sets.
    pub(super) inside: BTreeSet<ObjectId>,
    pub(super) registers: Vec<Vec<Targets>>,
    pub(super) results: Vec<Vec<Targets>>,
    pub(super) contents: BTreeMap<ObjectId, Contents>,
}

impl Sets {
    /// What an operand of a function may lead to.
    pub fn operand(&self, module: &Module, func: FuncId, operand: Operand) -> Targets {
        match operand {
            Operand::Reg(reg) => {
                let registers = self.registers.get(func.index());
                registers.map_or_else(Targets::outside, |registers| self.inside(&registers[reg.index()]))
            }
            Operand::Const(id) => self.constant(module, module.consts.get(id)),
        }
    }

    pub fn result(&self, func: FuncId, index: usize) -> Targets {
        let result = self.results.get(func.index()).and_then(|results| results.get(index));
        result.map_or_else(Targets::outside, |targets| self.inside(targets))
    }

    /// What so many bytes of an object may hold.
    pub fn held(&self, object: ObjectId, place: Place, bytes: u64) -> Targets {
        if !self.is_inside(object) {
            return Targets::outside();
        }
        let held = self.contents.get(&object).map(|contents| contents.get(place, bytes));
        self.inside(&held.unwrap_or_default())
    }

    pub fn is_inside(&self, object: ObjectId) -> bool {
        self.inside.contains(&object)
    }

    /// Functions that a call may lead to.
    pub fn callees(&self, module: &Module, calls: &CallGraph, caller: FuncId, call: &Call) -> Vec<FuncId> {
        match call.callee {
            Callee::Direct(func) => vec![func],
            Callee::Indirect(target) => {
                let targets = self.operand(module, caller, target);
                if targets.is_open() || !targets.objects.is_empty() {
                    calls.may_call(call).to_vec()
                } else {
                    targets.functions.into_iter().collect()
                }
            }
        }
    }

    /// Without what has been given away since.
    pub(super) fn inside(&self, targets: &Targets) -> Targets {
        let mut inside = targets.clone();
        inside.objects.retain(|object, _| self.is_inside(*object));
        inside.outside |= inside.objects.len() < targets.objects.len();
        inside
    }

    /// What a constant may lead to.
    pub fn constant(&self, module: &Module, value: Const) -> Targets {
        match value {
            Const::Global { id, offset } => self.object(ObjectId::Global(id)).plus(module, offset, 0),
            Const::Func(func) => Targets { functions: [func].into(), ..Targets::default() },
            Const::Null => Targets::null(),
            Const::Int { .. } | Const::Block { .. } | Const::Float { .. } => Targets::outside(),
        }
    }

    /// The start of an object.
    pub(super) fn object(&self, object: ObjectId) -> Targets {
        if self.is_inside(object) { Targets::object(object, Place::START) } else { Targets::outside() }
    }
}
