//! Fields at an offset of a type.

use crate::ctype::{CType, Field, Record};
use crate::ids::TypeId;
use crate::module::Module;

/// Nested records and arrays; more is cut off.
const MAX_DEPTH: usize = 16;

/// Which part of a value of type `ty` are the `size` bytes at `offset`? `next`, `a[3].x`, `[2]`; empty for the whole
/// value, `None` if they are no part of it. In a union, the first member that fits. With `size` 0, the largest part
/// that begins there.
pub fn field_path(module: &Module, ty: TypeId, offset: u64, size: u64) -> Option<String> {
    let mut path = String::new();
    part_at(module, ty, offset, size, &mut path).then_some(path)
}

/// The C type of the part that [`field_path`] names.
pub fn field_type(module: &Module, ty: TypeId, offset: u64, size: u64) -> Option<TypeId> {
    let mut path = String::new();
    let mut part = ty;
    part_with_type(module, ty, offset, size, &mut path, &mut part).then_some(part)
}

fn part_at(module: &Module, ty: TypeId, offset: u64, size: u64, path: &mut String) -> bool {
    let mut part = ty;
    part_with_type(module, ty, offset, size, path, &mut part)
}

fn part_with_type(
    module: &Module,
    mut ty: TypeId,
    mut offset: u64,
    size: u64,
    path: &mut String,
    part: &mut TypeId,
) -> bool {
    let mut unnamed = false;
    for _ in 0..MAX_DEPTH {
        ty = plain(module, ty);
        *part = ty;
        if offset == 0 && size == 0 && !unnamed {
            return true;
        }
        match module.types.get(ty) {
            Some(CType::Record(record)) => match field_at(module, record, offset, size) {
                Some(field) => {
                    push_name(path, field);
                    if field.bit_field {
                        *part = field.ty;
                        return true;
                    }
                    unnamed = field.name.is_none();
                    offset -= field.offset_bits / 8;
                    ty = field.ty;
                }
                None => return fits(offset, size, Some(record.size)),
            },
            Some(CType::Array { of, count }) => {
                let whole = count.zip(size_of(module, *of)).and_then(|(count, each)| count.checked_mul(each));
                let Some(each) = size_of(module, *of).filter(|each| *each > 0) else {
                    return false;
                };
                if offset % each + size > each {
                    return fits(offset, size, whole);
                }
                if whole.is_some_and(|whole| offset >= whole) {
                    return false;
                }
                path.push_str(&format!("[{}]", offset / each));
                unnamed = false;
                offset %= each;
                ty = *of;
            }
            Some(
                CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Enum { .. }
                | CType::Typedef { .. }
                | CType::Function { .. }
                | CType::Qualified { .. },
            ) => return fits(offset, size, size_of(module, ty)),
            None => return false,
        }
    }
    true
}

fn fits(offset: u64, size: u64, whole: Option<u64>) -> bool {
    whole.is_some_and(|whole| offset.checked_add(size.max(1)).is_some_and(|end| end <= whole))
}

/// An array at the very start of a value, whose elements have `size` bytes: the path to it, and the elements' type.
pub(super) fn array_at_start(module: &Module, mut ty: TypeId, size: u64) -> Option<(String, TypeId)> {
    let mut path = String::new();
    for _ in 0..MAX_DEPTH {
        ty = plain(module, ty);
        match module.types.get(ty)? {
            CType::Record(record) => {
                let field = record.fields.iter().find(|field| field.offset_bits == 0 && !field.bit_field)?;
                push_name(&mut path, field);
                ty = field.ty;
            }
            CType::Array { of, .. } if size_of(module, *of) == Some(size) => return Some((path, *of)),
            CType::Array { of, .. } => {
                path.push_str("[0]");
                ty = *of;
            }
            CType::Void
            | CType::Base { .. }
            | CType::Pointer { .. }
            | CType::Enum { .. }
            | CType::Typedef { .. }
            | CType::Function { .. }
            | CType::Qualified { .. } => return None,
        }
    }
    None
}

fn push_name(path: &mut String, field: &Field) {
    if let Some(name) = &field.name {
        path.push_str(if path.is_empty() { "" } else { "." });
        path.push_str(name);
    }
}

/// A field around all the bytes, or the first bit-field that has some of them. Where several are around, in unions, the
/// first one that is made of parts of that size, or else the first.
fn field_at<'m>(module: &Module, record: &'m Record, offset: u64, size: u64) -> Option<&'m Field> {
    let start = offset.checked_mul(8)?;
    let end = size.max(1).checked_mul(8).and_then(|bits| start.checked_add(bits))?;
    let field_end = |field: &Field| field.offset_bits.saturating_add(field.size_bits);
    // A flexible array member has no size and goes on as far as the object does.
    let flexible = |field: &Field| field.size_bits == 0 && field.offset_bits <= start;
    let mut around = (record.fields.iter())
        .filter(|field| !field.bit_field)
        .filter(|field| field.offset_bits <= start && end <= field_end(field) || flexible(field));
    let first = around.clone().next();
    let exact = around.find(|field| part_size(module, field.ty) == Some(size));
    let bits =
        || record.fields.iter().find(|field| field.bit_field && field.offset_bits < end && start < field_end(field));
    exact.or(first).or_else(bits)
}

/// The size of a value, of an element if it is an array.
fn part_size(module: &Module, ty: TypeId) -> Option<u64> {
    let mut ty = plain(module, ty);
    for _ in 0..MAX_DEPTH {
        let Some(CType::Array { of, .. }) = module.types.get(ty) else {
            break;
        };
        ty = plain(module, *of);
    }
    size_of(module, ty)
}

/// The type without typedefs and qualifiers around it.
pub(super) fn plain(module: &Module, mut ty: TypeId) -> TypeId {
    for _ in 0..MAX_DEPTH {
        match module.types.get(ty) {
            Some(CType::Typedef { of, .. } | CType::Qualified { of, .. }) => ty = *of,
            Some(
                CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Array { .. }
                | CType::Record(_)
                | CType::Enum { .. }
                | CType::Function { .. },
            )
            | None => return ty,
        }
    }
    ty
}

/// What a pointer type points to.
pub fn pointee(module: &Module, ty: TypeId) -> Option<TypeId> {
    match module.types.get(plain(module, ty))? {
        CType::Pointer { to } => Some(*to),
        CType::Void
        | CType::Base { .. }
        | CType::Array { .. }
        | CType::Record(_)
        | CType::Enum { .. }
        | CType::Typedef { .. }
        | CType::Function { .. }
        | CType::Qualified { .. } => None,
    }
}

/// Bytes of a value of the type; `None` for incomplete types and functions.
pub fn size_of(module: &Module, ty: TypeId) -> Option<u64> {
    let mut ty = ty;
    let mut count = 1_u64;
    for _ in 0..MAX_DEPTH {
        ty = plain(module, ty);
        let size = match module.types.get(ty)? {
            CType::Base { size, .. } | CType::Enum { size, .. } => *size,
            CType::Record(record) => record.size,
            CType::Pointer { .. } => module.data_model.pointer_size(),
            CType::Array { of, count: elements } => {
                count = count.checked_mul((*elements)?)?;
                ty = *of;
                continue;
            }
            CType::Void | CType::Typedef { .. } | CType::Function { .. } | CType::Qualified { .. } => return None,
        };
        return size.checked_mul(count);
    }
    None
}
