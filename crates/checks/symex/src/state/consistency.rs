//! What holds of every state, whoever wrote it.

use ir::Module;

use super::{ObjectId, State, Value};
use crate::number::Linear;

/// Variables and objects of one state: what is numbered from here on has room, and lists of all of them fit memory.
const MOST_NAMES: u32 = 1 << 16;

impl State {
    /// Numbers are below their bounds, pointers lead to objects that are there, and everything is in order.
    pub fn check_consistency(&self, module: &Module) -> Result<(), String> {
        let sorted = self.registers.windows(2).all(|pair| pair[0].0 < pair[1].0)
            && self.objects.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !sorted {
            return Err("registers or objects are out of order".to_string());
        }
        if self.next_var > MOST_NAMES || self.next_object > MOST_NAMES {
            return Err("a state has too many variables or objects".to_string());
        }
        let mut known = true;
        let mut form = |form: &Linear| known &= form.vars().all(|var| var.0 < self.next_var);
        self.registers.iter().for_each(|(_, value)| value.for_each_form(&mut form));
        self.objects.iter().for_each(|(_, object)| object.for_each_form(&mut form));
        self.knowledge.facts().for_each(|fact| form(&fact.form));
        if !known {
            return Err("a variable has a number that is not its own".to_string());
        }
        let exists = |id: ObjectId| match id {
            ObjectId::Global(global) => module.globals.get(global).is_some(),
            ObjectId::Made(number) => number < self.next_object && self.object(id).is_some(),
        };
        let leads = |value: &Value| value.target().is_none_or(exists);
        let cells = self.objects.iter().flat_map(|(_, object)| object.values());
        let values = self.registers.iter().map(|(_, value)| value).chain(cells);
        if !self.objects.iter().all(|(id, _)| exists(*id)) || !values.into_iter().all(leads) {
            return Err("a pointer leads to an object that is not there".to_string());
        }
        Ok(())
    }
}
