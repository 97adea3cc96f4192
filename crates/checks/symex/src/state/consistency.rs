//! What holds of every state, whoever wrote it.

use ir::Module;

use super::{Content, Fill, Link, Object, ObjectId, State, Storage, Target, Value};
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
        let leads = |value: &Value| value.mentioned().is_none_or(exists);
        let cells = self.objects.iter().flat_map(|(_, object)| object.values());
        let values = self.registers.iter().map(|(_, value)| value).chain(cells);
        if !self.objects.iter().all(|(id, _)| exists(*id)) || !values.into_iter().all(leads) {
            return Err("a pointer leads to an object that is not there".to_string());
        }
        let initial = |fill: &Fill| match &fill.content {
            Content::Initial { of, .. } => module.globals.get(*of).is_some(),
            Content::Zero | Content::Words(_) => true,
        };
        if !self.objects.iter().flat_map(|(_, object)| &object.fills).all(initial) {
            return Err("bytes are as in a global that is not there".to_string());
        }
        if self.registers.iter().any(|(_, value)| matches!(value, Value::Last { .. })) {
            return Err("a register holds a pointer to the last of several objects".to_string());
        }
        let owns =
            |object: &Object| object.structure.as_ref().is_some_and(|known| known.inner_links().next().is_some());
        if self.objects.iter().any(|(_, object)| object.storage != Storage::Heap && owns(object)) {
            return Err("objects belong to a structure that is not on the heap".to_string());
        }
        let mut structures = self.objects.iter().filter_map(|(_, object)| object.structure.as_ref());
        if !structures.all(|structure| {
            are_few(&structure.links, MOST_INNER) && structure.totals.len() == structure.inner_links().count()
        }) {
            return Err("a structure has too many links, or they are out of order, or without totals".to_string());
        }
        Ok(())
    }
}

/// Links of a structure: what they hold is combined in all ways.
pub const MOST_LINKS: usize = 4;
/// Structures in structures.
const MOST_INNER: u32 = 3;

fn are_few(links: &[Link], inner: u32) -> bool {
    let ordered = links.windows(2).all(|pair| pair[0].at < pair[1].at);
    let few = |link: &Link| match &link.to {
        Target::Next => true,
        Target::Other(other) => inner > 0 && are_few(&other.links, inner - 1),
    };
    links.len() <= MOST_LINKS && ordered && links.iter().all(few)
}
