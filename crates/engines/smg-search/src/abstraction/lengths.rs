//! Numbers of nodes are remembered as long as the program counts them too.

use rustc_hash::FxHashSet;

use smg::graph::{Kind, ObjectId, State, SymId, Value};

/// Forgets how long lists are where no number of the program says anything about it: all it could do is to tell states
/// apart.
pub fn forget_useless_lengths(state: &mut State) {
    let lengths: Vec<(ObjectId, Value)> =
        state.graph.objects().filter_map(|(id, object)| Some((id, object.length?))).collect();
    if lengths.is_empty() {
        return;
    }
    let mut numbers: FxHashSet<i64> = FxHashSet::default();
    let mut syms: FxHashSet<SymId> = FxHashSet::default();
    let regions = state.graph.objects().filter(|(_, object)| object.kind == Kind::Region);
    let stored = regions.flat_map(|(_, object)| object.fields.iter().map(|field| field.value));
    for value in state.roots().chain(stored) {
        numbers.extend(value.as_int());
        syms.extend(value.symbol());
    }
    for (id, length) in lengths {
        let useful = match length {
            Value::Int(number) => numbers.contains(&number),
            Value::Sym(linear) => syms.contains(&linear.sym),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => false,
        };
        if !useful {
            state.graph.object_mut(id).length = None;
        }
    }
}
