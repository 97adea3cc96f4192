//! Bytes of objects: read, write and copy, with reinterpretation.
//!
//! Paper: [SAS13] section 3.1 and App. B.
//! Guarantees: `read` does not change what the graph stands for, apart from fixing the value of what it read;
//! after `write`, every concretisation of the old graph with the bytes overwritten is one of the new graph.
//!                                                                                         (tested in tests/content.rs)
//! DIVERGENCE: fields never overlap; a view of other bytes than a field's is computed from the bytes each time. Blocks
//! of zeros and of uninitialised bytes are the object's [`Fill`] or fields of any size.

use ir::{Const, InitPiece, Module};

use crate::graph::{Field, Fill, Graph, ObjectId, Origin, Range, SymInfo, Value};

/// The value of `size` bytes, which lie inside the object. `bits` is the width of the type it is read as.
pub fn read(module: &Module, graph: &mut Graph, id: ObjectId, offset: i64, size: i64, bits: u32) -> Value {
    let object = graph.object(id);
    if let Some(field) = object.field(offset, size) {
        let value = field.value;
        return if i64::from(bits) == size * 8 { value } else { narrowed(graph, value, bits) };
    }
    if !object.overlapping(offset, offset + size).is_empty() {
        let value = mixed(module, graph, id, offset, size);
        return narrowed(graph, value, bits);
    }
    let range = Range::of_width((size as u32).saturating_mul(8));
    let level = object.content_level();
    let value = match object.fill {
        Fill::Zero => return Value::Int(0),
        Fill::Init(global) => {
            let init = module.globals[global].init.as_deref().unwrap_or_default();
            let value = initial(init, offset, size);
            return match value {
                Some(value) => {
                    touch(module, graph, value);
                    narrowed(graph, value, bits)
                }
                None => Value::sym(graph.add_sym(SymInfo { level, ..SymInfo::unknown(Range::of_width(bits)) })),
            };
        }
        Fill::Unknown => Value::sym(graph.add_sym(SymInfo { level, ..SymInfo::unknown(range) })),
        Fill::Uninit => Value::sym(graph.add_sym(SymInfo { level, ..SymInfo::uninit(range) })),
    };
    insert(graph, id, Field { offset, size, value });
    narrowed(graph, value, bits)
}

/// The same where the graph need not change for it: the bytes are one field, read as wide as it is, or zero. They lie
/// inside the object.
pub fn peek(graph: &Graph, id: ObjectId, offset: i64, size: i64) -> Option<Value> {
    let object = graph.object(id);
    if let Some(field) = object.field(offset, size) {
        return Some(field.value);
    }
    (object.fill == Fill::Zero && object.overlapping(offset, offset + size).is_empty()).then_some(Value::Int(0))
}

/// A value read as fewer bits than were stored.
fn narrowed(graph: &mut Graph, value: Value, bits: u32) -> Value {
    let range = Range::of_width(bits);
    match value {
        Value::Int(number) if !range.contains(number) => Value::Int(wrap(number, bits)),
        Value::Sym(_) if !range.includes(graph.range(value)) => {
            let origin = if graph.is_uninit(value) { Origin::Uninit } else { Origin::Unknown };
            let level = graph.level(value);
            Value::sym(graph.add_sym(SymInfo { level, origin, range }))
        }
        Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => value,
    }
}

/// The number that the low bits mean; see [`Value`].
pub fn wrap(number: i64, bits: u32) -> i64 {
    match bits {
        1 => number & 1,
        2..=63 => (number << (64 - bits)) >> (64 - bits),
        _ => number,
    }
}

/// Bytes of several fields or of a part of one.
fn mixed(module: &Module, graph: &mut Graph, id: ObjectId, offset: i64, size: i64) -> Value {
    let known: Option<Vec<u8>> = (offset..offset + size).map(|at| byte(module, graph, id, at)).collect();
    if let Some(bytes) = known
        && (bytes.len() <= 8 || bytes.iter().all(|byte| *byte == 0))
    {
        return from_bytes(&bytes);
    }
    let uninit = |graph: &Graph| {
        let object = graph.object(id);
        let fields = object.overlapping(offset, offset + size);
        let covered: i64 = fields.iter().map(|field| field.end().min(offset + size) - field.offset.max(offset)).sum();
        fields.iter().any(|field| graph.is_uninit(field.value)) || (object.fill == Fill::Uninit && covered < size)
    };
    let origin = if uninit(graph) { Origin::Uninit } else { Origin::Unknown };
    let range = Range::of_width((size as u32).saturating_mul(8));
    let level = graph.object(id).content_level();
    Value::sym(graph.add_sym(SymInfo { level, origin, range }))
}

/// One byte, if it is known.
fn byte(module: &Module, graph: &Graph, id: ObjectId, at: i64) -> Option<u8> {
    let object = graph.object(id);
    match object.overlapping(at, at + 1).first() {
        Some(field) => match field.value {
            Value::Int(0) => Some(0),
            Value::Int(value) if field.size <= 8 => Some((value >> (8 * (at - field.offset))) as u8),
            Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => None,
        },
        None => match object.fill {
            Fill::Zero => Some(0),
            Fill::Unknown | Fill::Uninit => None,
            Fill::Init(global) => {
                initial(module.globals[global].init.as_deref()?, at, 1)?.as_int().map(|byte| byte as u8)
            }
        },
    }
}

fn from_bytes(bytes: &[u8]) -> Value {
    if bytes.iter().all(|byte| *byte == 0) {
        return Value::Int(0);
    }
    let number = bytes.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    Value::Int(wrap(number as i64, bytes.len() as u32 * 8))
}

/// What an initialiser puts into `size` bytes; `None` when it does not say.
fn initial(init: &[InitPiece], offset: i64, size: i64) -> Option<Value> {
    let mut start = 0i64;
    let mut bytes = Vec::new();
    for piece in init {
        let end = start.checked_add(i64::try_from(piece.size()).ok()?)?;
        let (from, to) = (offset.max(start), (offset + size).min(end));
        if from < to {
            match piece {
                InitPiece::Zero(_) => bytes.resize(bytes.len() + (to - from) as usize, 0),
                InitPiece::Bytes(given) => {
                    bytes.extend_from_slice(&given[(from - start) as usize..(to - start) as usize]);
                }
                InitPiece::Address { value, .. } if offset == start && offset + size == end => {
                    return of_const(*value);
                }
                InitPiece::Address { .. }
                | InitPiece::Difference { .. }
                | InitPiece::Undef(_)
                | InitPiece::Outside(_)
                | InitPiece::Unsupported { .. } => return None,
            }
        }
        start = end;
        if start >= offset + size {
            break;
        }
    }
    let whole = bytes.len() as i64 == size && (size <= 8 || bytes.iter().all(|byte| *byte == 0));
    whole.then(|| from_bytes(&bytes))
}

/// The value of a constant, unless it is too wide. The global that it may lead to has to be [`touch`]ed.
pub fn of_const(constant: Const) -> Option<Value> {
    match constant {
        Const::Int { value: 0, .. } | Const::Float { bits: 0, .. } | Const::Null => Some(Value::NULL),
        Const::Int { width, value } => (width <= 64).then(|| Value::Int(wrap(value as i64, u32::from(width)))),
        Const::Float { kind, bits } => (kind.bits() <= 64).then(|| Value::Int(wrap(bits as i64, kind.bits()))),
        Const::Global { id, offset } => Some(Value::region(ObjectId::of_global(id), offset)),
        Const::Func(func) => Some(Value::Func(func)),
        Const::Block { func, block } => Some(Value::Label(func, block)),
    }
}

/// What the initialiser leaves in bytes that have not been written.
fn initial_fill(info: &ir::Global, global: ir::GlobalId) -> Fill {
    match &info.init {
        None => Fill::Unknown,
        Some(pieces) if pieces.iter().all(|piece| matches!(piece, InitPiece::Zero(_))) => Fill::Zero,
        Some(_) => Fill::Init(global),
    }
}

/// Puts the global that an address leads to into the graph.
pub fn touch(module: &Module, graph: &mut Graph, value: Value) {
    let Some(global) = value.object().and_then(ObjectId::as_global) else { return };
    let id = ObjectId::of_global(global);
    if graph.has_object(id) {
        return;
    }
    let info = &module.globals[global];
    let object = crate::graph::Object {
        kind: crate::graph::Kind::Region,
        size: Value::Int(i64::try_from(info.size).unwrap_or(i64::MAX)),
        level: 0,
        length: None,
        life: crate::graph::Life::Live,
        storage: crate::graph::Storage::Global { constant: info.constant },
        fill: initial_fill(info, global),
        fields: Vec::new(),
        site: info.loc,
        ty: info.ty,
    };
    graph.insert_object(id, std::sync::Arc::new(object));
}

/// Overwrites `size` bytes, which lie inside the object.
pub fn write(graph: &mut Graph, id: ObjectId, offset: i64, size: i64, value: Value) {
    if size == 0 || graph.object(id).field(offset, size).is_some_and(|field| field.value == value) {
        return;
    }
    carve(graph, id, offset, offset + size);
    let object = graph.object(id);
    if object.fill == Fill::Zero && value == Value::Int(0) {
        return;
    }
    insert(graph, id, Field { offset, size, value });
}

/// Makes bytes unknown.
pub fn havoc(graph: &mut Graph, id: ObjectId, start: i64, end: i64) {
    carve(graph, id, start, end);
    if graph.object(id).fill != Fill::Unknown && start < end {
        let value = Value::sym(graph.add_sym(SymInfo::unknown(Range::ALL)));
        insert(graph, id, Field { offset: start, size: end - start, value });
    }
}

/// Makes all bytes from `start` on unknown, however many there are.
pub fn havoc_from(graph: &mut Graph, id: ObjectId, start: i64) {
    carve(graph, id, start, i64::MAX);
    graph.object_mut(id).fill = Fill::Unknown;
}

fn insert(graph: &mut Graph, id: ObjectId, field: Field) {
    let object = graph.object_mut(id);
    let at = object.fields.partition_point(|other| other.offset < field.offset);
    object.fields.insert(at, field);
}

/// Removes the bytes `[start, end)` from all fields. What is left of a field that is cut keeps its bytes where they are
/// known. The bytes removed have the object's fill until the caller says what they are.
pub fn carve(graph: &mut Graph, id: ObjectId, start: i64, end: i64) {
    let touched: Vec<Field> = graph.object(id).overlapping(start, end).to_vec();
    if touched.is_empty() {
        return;
    }
    let mut left = Vec::new();
    for field in &touched {
        for (from, to) in [(field.offset, start.min(field.end())), (end.max(field.offset), field.end())] {
            if from < to {
                left.push(Field { offset: from, size: to - from, value: part(graph, field, from, to) });
            }
        }
    }
    let object = graph.object_mut(id);
    let fill = object.fill;
    object.fields.retain(|field| field.end() <= start || field.offset >= end);
    left.retain(|field| !(fill == Fill::Zero && field.value == Value::Int(0)));
    object.fields.extend(left);
    object.fields.sort_unstable_by_key(|field| field.offset);
}

/// The value of some of a field's bytes.
pub fn part(graph: &mut Graph, field: &Field, from: i64, to: i64) -> Value {
    if from == field.offset && to == field.end() {
        return field.value;
    }
    let bits = ((to - from) as u32).saturating_mul(8);
    match field.value {
        Value::Int(0) => Value::Int(0),
        Value::Int(value) if field.size <= 8 => Value::Int(wrap(value >> (8 * (from - field.offset)), bits)),
        other => {
            let origin = if graph.is_uninit(other) { Origin::Uninit } else { Origin::Unknown };
            let level = graph.level(other);
            Value::sym(graph.add_sym(SymInfo { level, origin, range: Range::of_width(bits) }))
        }
    }
}

/// The bytes `[start, end)` as fields at offsets from `start`, to be written elsewhere. `None` when there are too many
/// known bytes to write down.
pub fn copy_out(module: &Module, graph: &mut Graph, id: ObjectId, start: i64, end: i64) -> Option<Vec<Field>> {
    let object = graph.object(id);
    let fill = object.fill;
    let fields: Vec<Field> = object.overlapping(start, end).to_vec();
    let mut pieces = Vec::new();
    let mut at = start;
    for field in fields.iter().copied().chain([Field { offset: end, size: 0, value: Value::NULL }]) {
        if at < field.offset {
            pieces.extend(gap(module, graph, fill, at, field.offset.min(end))?);
        }
        let (from, to) = (field.offset.max(start), field.end().min(end));
        if from < to {
            let value = part(graph, &field, from, to);
            pieces.push(Field { offset: from, size: to - from, value });
        }
        at = at.max(to);
    }
    pieces.iter_mut().for_each(|piece| piece.offset -= start);
    Some(pieces)
}

/// More known bytes than this are not copied one by one.
const MOST_PIECES: i64 = 1 << 12;

fn gap(module: &Module, graph: &mut Graph, fill: Fill, from: i64, to: i64) -> Option<Vec<Field>> {
    let whole = |value| Some(vec![Field { offset: from, size: to - from, value }]);
    let range = Range::of_width(((to - from).min(16) as u32) * 8);
    match fill {
        Fill::Zero => whole(Value::Int(0)),
        Fill::Unknown => whole(Value::sym(graph.add_sym(SymInfo::unknown(range)))),
        Fill::Uninit => whole(Value::sym(graph.add_sym(SymInfo::uninit(range)))),
        Fill::Init(global) => {
            let init = module.globals[global].init.as_deref()?;
            if let Some(value) = initial(init, from, to - from) {
                touch(module, graph, value);
                return whole(value);
            }
            if to - from > MOST_PIECES {
                return None;
            }
            let mut pieces = Vec::new();
            let mut at = from;
            while at < to {
                let sizes = [8, 4, 2, 1].into_iter().filter(|size| at % size == 0 && at + size <= to);
                let found = sizes.map(|size| (size, initial(init, at, size))).find(|(_, value)| value.is_some());
                let (size, value) = found.unwrap_or((1, None));
                let value = match value {
                    Some(value) => {
                        touch(module, graph, value);
                        value
                    }
                    None => graph.unknown(Range::of_width(8)),
                };
                pieces.push(Field { offset: at, size, value });
                at += size;
            }
            Some(pieces)
        }
    }
}
