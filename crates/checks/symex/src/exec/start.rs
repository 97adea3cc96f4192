//! The state in which a program starts.

use std::sync::Arc;

use engine::Budget;
use ir::{FuncId, Type};

use super::initial::initial_content;
use super::text::end_of_text;
use super::{Machine, Overflow, Prepared};
use crate::number::{Fact, Linear};
use crate::state::{Fill, Life, Object, ObjectId, Reading, State, Storage, Value};

/// Before the first instruction of the entry function. `main` gets some number of arguments of which nothing is known; the
/// parameters of another function are any values, and pointers among them point to nothing.
pub fn initial(prepared: &Prepared<'_>, entry: FuncId) -> State {
    let machine = Machine::new(prepared, Overflow::Blocks, &Budget::new());
    let module = prepared.module;
    let mut state = State::default();
    for (id, global) in module.globals.iter_enumerated() {
        if global.constant || !prepared.footprints().names(entry, id) {
            continue;
        }
        let size = Linear::constant(i128::from(global.size));
        let fill = Fill { from: Linear::constant(0), to: size.clone(), content: initial_content(module, id) };
        let fills = if global.init.is_some() && global.size > 0 { vec![fill] } else { Vec::new() };
        let (storage, life, cells) = (Storage::Global, Life::Live, end_of_text(global));
        let object = Object { storage, life, size, dynamic: false, held: false, cells, fills, structure: None };
        state.put_object(ObjectId::Global(id), Arc::new(object));
    }
    let function = &module.funcs[entry];
    let is_main = function.name == "main";
    for (index, (param, ty)) in function.params.iter().zip(&function.signature.params).enumerate() {
        let value = match (is_main, index, ty) {
            (true, 0, Type::Int(width)) => {
                let count = state.unknown(*width, Reading::Signed);
                if let Value::Number { form, .. } = &count {
                    state.learn(Fact::ge(form, &Linear::constant(1)));
                }
                count
            }
            (true, 1 | 2, Type::Ptr) => {
                // The name of the program and a null pointer; of the environment, which may be empty, only the latter.
                let least = if index == 1 { 2 } else { 1 };
                let least = least * i128::from(module.data_model.pointer_size());
                let size = state.fresh();
                state.learn(Fact::ge(&size, &Linear::constant(least)));
                state.learn(Fact::le(&size, &Linear::constant(1 << 30)));
                let (storage, life) = (Storage::Outer, Life::Live);
                let (cells, fills) = (Vec::new(), Vec::new());
                let object = Object { storage, life, size, dynamic: false, held: true, cells, fills, structure: None };
                Value::Pointer { object: state.add_object(object), offset: Linear::constant(0) }
            }
            (_, _, Type::Int(_) | Type::Ptr | Type::Float(_)) => machine.indeterminate(&mut state, *ty),
        };
        state.set_register(*param, value);
    }
    state
}
