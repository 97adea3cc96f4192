//! The state in which a program starts.

use ir::{FuncId, Places, Type};

use crate::exec::prepared::Prepared;
use crate::graph::{Fill, Frame, Kind, Life, Object, Range, State, Storage, SymInfo, Trail, TrailEvent, Value};

/// Before the first instruction of the entry function. `main` gets some number of arguments of which nothing is known;
/// the parameters of another function are inputs.
pub fn initial(prepared: &Prepared<'_>, entry: FuncId) -> State {
    initial_with(prepared, entry, Trail::default())
}

pub fn initial_with(prepared: &Prepared<'_>, entry: FuncId, trail: Trail) -> State {
    let module = prepared.module;
    let function = &module.funcs[entry];
    let mut state = State { frames: vec![Frame::new(entry, Places::nowhere())], trail, ..State::default() };
    let is_main = function.name == "main";
    for (index, (param, ty)) in function.params.iter().zip(&function.signature.params).enumerate() {
        let bits = ty.bits(module.data_model);
        let value = match (is_main, index, ty) {
            (true, 0, Type::Int(_)) => state.graph.unknown(Range { lo: 1, hi: i64::from(i32::MAX), align: 0 }),
            (true, 1 | 2, Type::Ptr) => {
                // The name of the program and a null pointer; of the environment, which may be empty, only the latter.
                let least = if index == 1 { 2 } else { 1 };
                let least = least * i64::from(module.data_model.pointer_bits() / 8);
                let size =
                    Value::sym(state.graph.add_sym(SymInfo::unknown(Range { lo: least, hi: 1 << 30, align: 0 })));
                let object = Object {
                    kind: Kind::Region,
                    size,
                    level: 0,
                    length: None,
                    life: Life::Live,
                    storage: Storage::Stack,
                    fill: Fill::Unknown,
                    fields: Vec::new(),
                    site: function.loc,
                    ty: None,
                };
                Value::region(state.graph.add_object(object), 0)
            }
            (_, _, Type::Int(_) | Type::Ptr | Type::Float(_)) => {
                let value = Value::sym(state.graph.add_sym(SymInfo::unknown(Range::of_width(bits))));
                state.trail.note(TrailEvent::Input { value, ty: *ty, kind: ir::NondetKind::Signed });
                value
            }
        };
        state.frame_mut().set_reg(*param, value);
    }
    state
}
