//! What initialisers of globals say.

use ir::{GlobalId, InitPiece, Module, Type, sign_extend};

use super::Machine;
use super::access::zero;
use crate::number::Linear;
use crate::state::{Cell, Content, Fill, ObjectId, Reading, State, Value, range};

/// What a global holds that nobody has written. Zeros are common, and more is known of them.
pub(super) fn initial_content(module: &Module, id: GlobalId) -> Content {
    let is_zero = |pieces: &Vec<InitPiece>| pieces.iter().all(|piece| matches!(piece, InitPiece::Zero(_)));
    if module.globals[id].init.as_ref().is_some_and(is_zero) {
        Content::Zero
    } else {
        Content::Initial { of: id, behind: 0 }
    }
}

/// The number with sign that some bytes of an initialiser are, if they are all known.
pub fn initial_number(module: &Module, of: GlobalId, at: u64, bytes: u64) -> Option<i128> {
    let width = u16::try_from(bytes.checked_mul(8)?).ok()?;
    range(width, Reading::Signed)?;
    let pieces = module.globals[of].init.as_ref()?;
    let mut word = 0u128;
    for index in (at..at.checked_add(bytes)?).rev() {
        let mut start = 0;
        let piece = pieces.iter().find(|piece| {
            start += piece.size();
            index < start
        })?;
        let byte = match piece {
            InitPiece::Zero(_) => 0,
            InitPiece::Bytes(data) => data[usize::try_from(index - (start - piece.size())).ok()?],
            InitPiece::Address { .. }
            | InitPiece::Difference { .. }
            | InitPiece::Undef(_)
            | InitPiece::Outside(_)
            | InitPiece::Unsupported { .. } => return None,
        };
        word = word << 8 | u128::from(byte);
    }
    Some(sign_extend(word, width))
}

impl Machine<'_, '_> {
    /// From the initialiser of a global; `None` where the bytes are not of one kind.
    pub(super) fn initial_value(
        &mut self,
        state: &mut State,
        id: GlobalId,
        at: u64,
        bytes: u64,
        ty: Type,
    ) -> Option<Value> {
        let pieces = self.module.globals[id].init.as_ref()?;
        let mut start = 0;
        let last = at.checked_add(bytes)?;
        for piece in pieces {
            let end = start + piece.size();
            if at >= start && last <= end {
                return match piece {
                    InitPiece::Zero(_) => Some(zero(ty)),
                    InitPiece::Bytes(data) => {
                        let from = usize::try_from(at - start).ok()?;
                        let word = data[from..from + usize::try_from(bytes).ok()?].iter().rev();
                        let word = word.fold(0u128, |word, byte| word << 8 | u128::from(*byte));
                        match ty {
                            Type::Int(width) if range(width, Reading::Signed).is_some() => {
                                Some(Value::signed(sign_extend(word, width)))
                            }
                            Type::Int(_) | Type::Float(_) | Type::Ptr => None,
                        }
                    }
                    InitPiece::Address { value, size } if *size == bytes && at == start => {
                        Some(self.constant(state, *value))
                    }
                    InitPiece::Unsupported { what, .. } => {
                        self.unsupported(what.clone());
                        None
                    }
                    InitPiece::Address { .. }
                    | InitPiece::Difference { .. }
                    | InitPiece::Undef(_)
                    | InitPiece::Outside(_) => None,
                };
            }
            start = end;
        }
        // Zeros and bytes side by side.
        match ty {
            Type::Int(width) if u64::from(width) == 8 * bytes => {
                initial_number(self.module, id, at, bytes).map(Value::signed)
            }
            Type::Int(_) | Type::Float(_) | Type::Ptr => None,
        }
    }

    /// What initialisers say of the bytes that are copied, where all is known of their places.
    pub(super) fn copy_initial(
        &mut self,
        state: &mut State,
        object: ObjectId,
        (from, to, len): (&Linear, &Linear, &Linear),
        copied: &mut (Vec<Cell>, Vec<Fill>),
    ) {
        let (Some(from), Some(to), Some(len)) = (from.as_constant(), to.as_constant(), len.as_constant()) else {
            return;
        };
        let Some(moved) = to.checked_sub(from) else { return };
        let fills = state.object(object).map(|object| object.fills.clone()).unwrap_or_default();
        for fill in fills {
            let Content::Initial { of, behind } = fill.content else { continue };
            let (Some(start), Some(end)) = (fill.from.as_constant(), fill.to.as_constant()) else { continue };
            let there = i128::from(behind).checked_sub(moved).and_then(|behind| i64::try_from(behind).ok());
            let (Some(there), Some(pieces)) = (there, &self.module.globals[of].init) else { continue };
            // In the global.
            let least = start.max(from).saturating_add(i128::from(behind));
            let most = end.min(from.saturating_add(len)).saturating_add(i128::from(behind));
            let mut next = 0;
            for piece in pieces {
                let (start, end) = (next, next + i128::from(piece.size()));
                next = end;
                // From the global to where it comes.
                let place = |place: i128| Linear::constant(place - i128::from(there));
                let (first, last) = (start.max(least), end.min(most));
                match piece {
                    InitPiece::Zero(_) | InitPiece::Bytes(_) if first < last => {
                        let content = Content::Initial { of, behind: there };
                        copied.1.push(Fill { from: place(first), to: place(last), content });
                    }
                    InitPiece::Address { value, size } if least <= start && end <= most => {
                        let value = self.constant(state, *value);
                        copied.0.push(Cell { offset: place(start), bytes: *size, value });
                    }
                    InitPiece::Zero(_)
                    | InitPiece::Bytes(_)
                    | InitPiece::Address { .. }
                    | InitPiece::Difference { .. }
                    | InitPiece::Undef(_)
                    | InitPiece::Outside(_)
                    | InitPiece::Unsupported { .. } => {}
                }
            }
        }
    }
}
