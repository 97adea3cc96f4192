//! Strings that the program itself contains.

use ir::{Global, InitPiece};

use super::Machine;
use crate::number::Linear;
use crate::state::{Cell, ObjectId, Value};

/// The bytes that a global begins with, as far as they are known, up to the first zero; `None` if there is none.
pub(super) fn text_of(global: &Global) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for piece in global.init.as_ref()? {
        match piece {
            InitPiece::Bytes(bytes) => match bytes.iter().position(|byte| *byte == 0) {
                Some(end) => {
                    text.extend_from_slice(&bytes[..end]);
                    return Some(text);
                }
                None => text.extend_from_slice(bytes),
            },
            InitPiece::Zero(0) => {}
            InitPiece::Zero(_) => return Some(text),
            InitPiece::Address { .. }
            | InitPiece::Difference { .. }
            | InitPiece::Undef(_)
            | InitPiece::Outside(_)
            | InitPiece::Unsupported { .. } => return None,
        }
    }
    None
}

/// The zero that ends a string, which is what loops over it look for. Only where it is the last byte: other objects that begin
/// with some bytes and a zero are no strings, and nobody needs to know.
pub(super) fn end_of_text(global: &Global) -> Vec<Cell> {
    let end = text_of(global).map(|text| text.len() as u64).filter(|end| end + 1 == global.size);
    let cell = |end: u64| Cell { offset: Linear::constant(i128::from(end)), bytes: 1, value: Value::signed(0) };
    end.map(cell).into_iter().collect()
}

impl Machine<'_, '_> {
    /// The bytes before the zero, of what nobody can change.
    pub(super) fn literal(&self, pointer: &Value) -> Option<Vec<u8>> {
        let Value::Pointer { object: ObjectId::Global(id), offset } = pointer else { return None };
        let global = Some(&self.module.globals[*id]).filter(|global| global.constant)?;
        let start = usize::try_from(offset.as_constant()?).ok()?;
        Some(text_of(global)?.get(start..)?.to_vec())
    }
}
