//! Abstract states.
//!
//! Paper: [AProVE] Def. 1 and 2, with variable identities as of section 3.2.1.
//! DIVERGENCE: a pointer is an object and an offset instead of a number; that objects lie apart, and that none is at address
//! 0, needs no formula then. A state belongs to one function under one entry state, and has one frame: what callers hold is
//! kept where the call is ([`crate::call`]). Variables and objects of the entry state keep their names as long as the function
//! runs; that takes the place of VI, and relates what is returned to what was given by any linear fact, not only by equality.

mod consistency;
mod object;
mod renumber;
mod structure;
mod text;
mod value;

pub use consistency::MOST_LINKS;
pub use object::{Cell, Content, Fill, Life, Object, ObjectId, Storage, Words};
pub use renumber::canonical;
pub use structure::{Back, Inner, Link, Structure, Target};
pub use value::{Condition, Reading, Value, range};

use std::sync::Arc;

use ir::RegId;
use serde::{Deserialize, Serialize};

use crate::number::{Fact, Knowledge, Linear, Var};

/// What may be true at one place of a function.
///
/// Stands for all concrete states for which there are values of its variables such that its facts hold, its registers and cells
/// have the values that are given, and its objects exist with their sizes, one by one and apart from each other. There may be
/// more objects, of which nothing is known.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Sorted. A register that is not there may hold anything.
    registers: Vec<(RegId, Value)>,
    /// Sorted.
    objects: Vec<(ObjectId, Arc<Object>)>,
    pub knowledge: Knowledge,
    next_var: u32,
    next_object: u32,
}

impl State {
    pub fn register(&self, reg: RegId) -> Option<&Value> {
        self.registers.binary_search_by_key(&reg, |(each, _)| *each).ok().map(|at| &self.registers[at].1)
    }

    pub fn set_register(&mut self, reg: RegId, value: Value) {
        match self.registers.binary_search_by_key(&reg, |(each, _)| *each) {
            Ok(at) => self.registers[at].1 = value,
            Err(at) => self.registers.insert(at, (reg, value)),
        }
    }

    pub fn registers(&self) -> &[(RegId, Value)] {
        &self.registers
    }

    pub fn retain_registers(&mut self, keep: impl Fn(RegId) -> bool) {
        self.registers.retain(|(reg, _)| keep(*reg));
    }

    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.binary_search_by_key(&id, |(each, _)| *each).ok().map(|at| &*self.objects[at].1)
    }

    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let at = self.objects.binary_search_by_key(&id, |(each, _)| *each).ok()?;
        Some(Arc::make_mut(&mut self.objects[at].1))
    }

    pub fn objects(&self) -> &[(ObjectId, Arc<Object>)] {
        &self.objects
    }

    pub fn retain_objects(&mut self, mut keep: impl FnMut(ObjectId, &Object) -> bool) {
        self.objects.retain(|(id, object)| keep(*id, object));
    }

    /// Puts an object at its place; one that was there is gone.
    pub fn put_object(&mut self, id: ObjectId, object: Arc<Object>) {
        match self.objects.binary_search_by_key(&id, |(each, _)| *each) {
            Ok(at) => self.objects[at].1 = object,
            Err(at) => self.objects.insert(at, (id, object)),
        }
        if let ObjectId::Made(number) = id {
            self.next_object = self.next_object.max(number.saturating_add(1));
        }
    }

    pub fn add_object(&mut self, object: Object) -> ObjectId {
        let id = ObjectId::Made(self.next_object);
        self.put_object(id, Arc::new(object));
        id
    }

    /// How much there is to compare.
    pub fn weight(&self) -> usize {
        let parts = |object: &Object| 1 + object.cells.len() + object.fills.len();
        self.registers.len() + self.objects.iter().map(|(_, object)| parts(object)).sum::<usize>()
    }

    /// Takes an object away; what points to it may be anything from now on.
    pub fn forget_object(&mut self, id: ObjectId) {
        self.objects.retain(|(each, _)| *each != id);
        let points = |value: &Value| value.mentioned() == Some(id);
        self.registers.retain(|(_, value)| !points(value));
        for (_, object) in &mut self.objects {
            if object.values().any(points) {
                let object = Arc::make_mut(object);
                object.cells.retain(|cell| !points(&cell.value));
                if let Some(structure) = &mut object.structure {
                    structure.forget(points);
                }
            }
        }
    }

    /// Puts something else in the place of pointers into the last object of a structure: what is made of the place in it.
    pub fn replace_last(&mut self, of: ObjectId, by: &dyn Fn(&Linear) -> Value) {
        self.replace(&|value| match value {
            Value::Last { of: other, offset } if *other == of => Some(by(offset)),
            // Any other value leads elsewhere.
            _ => None,
        });
    }

    /// … and of pointers that objects hold into an object.
    pub fn replace_pointers(&mut self, to: ObjectId, by: &dyn Fn(&Linear) -> Value) {
        self.replace(&|value| match value {
            Value::Pointer { object, offset } if *object == to => Some(by(offset)),
            // Any other value leads elsewhere.
            _ => None,
        });
    }

    /// Forgets pointers of objects to objects that are not there any more.
    pub fn forget_missing(&mut self) {
        let known: Vec<ObjectId> = self.objects.iter().map(|(id, _)| *id).collect();
        let is_missing = |id: ObjectId| matches!(id, ObjectId::Made(_)) && known.binary_search(&id).is_err();
        self.replace(&|value| value.mentioned().filter(|id| is_missing(*id)).map(|_| Value::Any));
    }

    /// Puts something else in the place of values in objects for which there is something.
    fn replace(&mut self, by: &dyn Fn(&Value) -> Option<Value>) {
        for (_, object) in &mut self.objects {
            if !object.values().any(|value| by(value).is_some()) {
                continue;
            }
            let object = Arc::make_mut(object);
            let cells = object.cells.iter_mut().map(|cell| &mut cell.value);
            for value in cells.chain(object.structure.iter_mut().flat_map(Structure::values_mut)) {
                if let Some(other) = by(value) {
                    *value = other;
                }
            }
            object.cells.retain(|cell| cell.value != Value::Any);
        }
    }

    pub fn fresh_var(&mut self) -> Var {
        let var = Var(self.next_var);
        self.next_var += 1;
        var
    }

    pub fn fresh(&mut self) -> Linear {
        Linear::var(self.fresh_var())
    }

    /// Variables have numbers below this.
    pub fn var_bound(&self) -> u32 {
        self.next_var
    }

    /// Numbers from here on are fresh.
    pub fn reserve_vars(&mut self, bound: u32) {
        self.next_var = self.next_var.max(bound);
    }

    pub fn object_bound(&self) -> u32 {
        self.next_object
    }

    pub fn reserve_objects(&mut self, bound: u32) {
        self.next_object = self.next_object.max(bound);
    }

    /// `false` when nothing satisfies the state any more, as far as can be seen at once. A fact that cannot be written down is
    /// not learnt.
    pub fn learn(&mut self, fact: Option<Fact>) -> bool {
        fact.is_none_or(|fact| self.knowledge.learn(fact))
    }

    /// A number of which only the range is known.
    pub fn unknown(&mut self, width: u16, reading: Reading) -> Value {
        let form = self.fresh();
        self.learn_range(&form, width, reading);
        Value::Number { form, reading }
    }

    /// That a number is in the range of its reading.
    pub fn learn_range(&mut self, form: &Linear, width: u16, reading: Reading) -> bool {
        match range(width, reading) {
            Some((least, most)) => {
                self.learn(Fact::ge(form, &Linear::constant(least)))
                    && self.learn(Fact::le(form, &Linear::constant(most)))
            }
            None => true,
        }
    }
}
