//! What code that Cairn cannot see may do to memory.

use super::Machine;
use crate::graph::{Fill, State, Storage, Value, Which};
use crate::operations::content;

impl Machine<'_, '_> {
    /// The outside writes anything to the object that a pointer leads to. Where that holds addresses, they could be
    /// kept, lost or followed: that is not modelled.
    pub(super) fn havoc(&mut self, mut state: State, start: Value) -> Vec<State> {
        match start {
            Value::Int(_) | Value::Func(_) | Value::Label(..) => vec![state],
            Value::Addr(addr) if addr.which == Which::Region => {
                let object = state.graph.object(addr.object);
                if object.storage == (Storage::Global { constant: true }) {
                    return vec![state];
                }
                let addresses = |value: Value| !matches!(value, Value::Int(_) | Value::Sym(_));
                let plain = !matches!(object.fill, Fill::Init(_))
                    && !object.fields.iter().any(|field| addresses(field.value))
                    && object.life == crate::graph::Life::Live;
                if plain {
                    content::havoc_from(&mut state.graph, addr.object, 0);
                    vec![state]
                } else {
                    self.unsupported("a function without body that may change memory that holds addresses");
                    Vec::new()
                }
            }
            Value::Sym(_) | Value::Addr(_) => {
                self.unsupported("a function without body that may change memory that is not known");
                Vec::new()
            }
        }
    }
}
