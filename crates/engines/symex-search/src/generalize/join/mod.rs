//! Registers and objects of two states, joined.
//!
//! What is the same value in both gets one name: each variable of the result is one form in the old state and one in the new.

mod objects;
mod structures;
mod values;

use std::sync::Arc;

use ir::{FuncId, RegId, Type};
use rustc_hash::FxHashMap;
use symex::cover::Registers;
use symex::exec::Machine;
use symex::number::Linear;
use symex::state::{ObjectId, State};

use super::pairs::Pairs;
use super::{Manner, facts};

/// `None` if they are too different.
pub(super) fn join(machine: &mut Machine<'_, '_>, old: &State, new: &State, manner: Manner<'_>) -> Option<State> {
    let mut result = State::default();
    result.reserve_vars(manner.vars);
    result.reserve_objects(manner.objects);
    let mut joining = Joining {
        machine,
        old,
        new,
        manner,
        pairs: Pairs::new(manner.vars),
        result,
        objects: FxHashMap::default(),
        taken: FxHashMap::default(),
        work: Vec::new(),
    };
    joining.join()?;
    let Joining { machine, mut result, pairs, .. } = joining;
    result.reserve_vars(pairs.bound());
    facts::learn_common(machine, &mut result, &pairs, old, new, manner)?;
    Some(result)
}

struct Joining<'a, 'p, 'm> {
    machine: &'a mut Machine<'p, 'm>,
    old: &'a State,
    new: &'a State,
    manner: Manner<'a>,
    pairs: Pairs,
    result: State,
    /// Objects of both states, and the one that stands for them.
    objects: FxHashMap<(ObjectId, ObjectId), ObjectId>,
    taken: FxHashMap<ObjectId, ()>,
    work: Vec<(ObjectId, ObjectId, ObjectId)>,
}

impl Joining<'_, '_, '_> {
    fn join(&mut self) -> Option<()> {
        // Given objects and globals first: they keep their names.
        for (id, _) in self.old.objects() {
            let given = match id {
                ObjectId::Global(_) => true,
                ObjectId::Made(number) => *number < self.manner.objects,
            };
            if given && self.new.object(*id).is_some() {
                self.objects.insert((*id, *id), *id);
                self.work.push((*id, *id, *id));
            }
        }
        for (reg, value) in self.old.registers() {
            let Some(other) = self.new.register(*reg) else { continue };
            let width = self.width(*reg)?;
            let value = self.value(value, other, width)?;
            self.result.set_register(*reg, value);
        }
        self.pairs.are_of_registers();
        while let Some((old, new, id)) = self.work.pop() {
            let object = self.object(old, new)?;
            self.result.put_object(id, Arc::new(object));
        }
        Some(())
    }

    fn width(&self, reg: RegId) -> Option<u16> {
        let ty: Type = match self.manner.registers {
            Registers::Of(func) => self.func(func).regs.get(reg)?.ty,
            Registers::ResultsOf(func) => *self.func(func).signature.rets.get(ir::Id::index(reg))?,
        };
        u16::try_from(ty.bits(self.machine.module.data_model)).ok()
    }

    fn func(&self, func: FuncId) -> &ir::Function {
        &self.machine.module.funcs[func]
    }

    fn form(&mut self, old: &Linear, new: &Linear) -> Linear {
        let (old, new) = (self.old.knowledge.reduce(old), self.new.knowledge.reduce(new));
        self.pairs.form(&old, &new)
    }

    /// The object that stands for both.
    fn pair(&mut self, old: ObjectId, new: ObjectId) -> Option<ObjectId> {
        if let Some(known) = self.objects.get(&(old, new)) {
            return Some(*known);
        }
        let given = |id| match id {
            ObjectId::Global(_) => true,
            ObjectId::Made(number) => number < self.manner.objects,
        };
        if given(old) || given(new) || self.taken.contains_key(&old) {
            return None;
        }
        if self.objects.keys().any(|(_, other)| *other == new) {
            return None;
        }
        let (a, b) = (self.old.object(old)?, self.new.object(new)?);
        if a.storage != b.storage || a.life != b.life || a.dynamic != b.dynamic {
            return None;
        }
        let id = ObjectId::Made(self.result.object_bound());
        self.result.reserve_objects(self.result.object_bound() + 1);
        self.objects.insert((old, new), id);
        self.taken.insert(old, ());
        self.work.push((old, new, id));
        Some(id)
    }
}
