//! What globals hold when the program begins.

use ir::InitPiece;
use smt::Scalar;

use super::state::{Content, Memory, State};
use super::walker::{Walker, width_of};
use crate::memory::{Holds, ObjectId, Slot};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

/// Elements of an initialised array that are written out.
const MOST_ELEMENTS: u64 = 256;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    pub fn initial_memory(&mut self, matters: impl Fn(&ir::Global) -> bool) -> Memory<R::Word> {
        let mut memory = Memory::default();
        for object in &self.program.object_ids {
            let ObjectId::Global(global) = *object else { continue };
            let global = &self.program.module.globals[global];
            if !matters(global) {
                continue;
            }
            let init = global.init.as_deref().unwrap_or(&[]);
            let known = self.program.objects.get(*object).expect("invariant: it is listed");
            let (size, stride) = (known.size.most, known.layout.stride);
            for (index, slot) in known.layout.slots.iter().enumerate() {
                let id = SlotId { object: *object, instance: 0, slot: index, part: Part::All };
                if let Some(cells) = self.program.cells(*object) {
                    let is_zero = init.iter().all(|piece| matches!(piece, InitPiece::Zero(_)));
                    let zero = self.constant(slot, 0).filter(|_| is_zero);
                    for cell in 0..cells {
                        zero.into_iter().for_each(|zero| memory.set(id.with(Part::Element(cell)), Content::Word(zero)));
                    }
                    continue;
                }
                let content = if known.layout.is_array() {
                    self.initial_array(init, size, stride, slot)
                } else {
                    self.initial_slot(init, slot.offset, slot).map(Content::Word)
                };
                if let Some(content) = content {
                    memory.set(id, content);
                }
            }
        }
        memory
    }

    /// Where it has no arrays, or they are known as a whole, or by some elements: it holds zeros.
    pub fn clear(&mut self, id: SlotId, slot: &Slot, state: &mut State<R::Word>) {
        let Some(zero) = self.constant(slot, 0) else { return };
        if let Some(cells) = self.program.cells(id.object) {
            self.set_cells(id, cells, Some(zero), state);
        } else if self.program.objects.get(id.object).is_some_and(|known| known.layout.is_array()) {
            let zeros = self.all_elements(slot, zero);
            zeros.into_iter().for_each(|zeros| state.memory.set(id, zeros));
        } else {
            state.memory.set(id, Content::Word(zero));
        }
    }

    fn constant(&mut self, slot: &Slot, bits: u128) -> Option<R::Word> {
        self.reading.constant(width_of(slot)?, bits)
    }

    /// What a slot holds there.
    fn initial_slot(&mut self, init: &[InitPiece], offset: u64, slot: &Slot) -> Option<R::Word> {
        if let Some(value) = initial_address(init, offset, slot.bytes) {
            let address = self.address_of(value).filter(|_| slot.holds == Holds::Address)?;
            return self.constant(slot, u128::from(address));
        }
        let bits = initial_word(init, offset, slot.bytes)?;
        // Other bytes are no address, unless of nobody.
        self.constant(slot, bits).filter(|_| bits == 0 || slot.holds == Holds::Number)
    }

    pub fn initial_array(
        &mut self,
        init: &[InitPiece],
        size: u64,
        stride: u64,
        slot: &Slot,
    ) -> Option<Content<R::Word>> {
        let width = width_of(slot)?;
        let index_sort: Scalar = self.reading.scalar(self.pointer_width())?;
        let none = self.constant(slot, 0)?;
        let zero = self.reading.term_of(none, width, slot.signed);
        let mut array = self.terms.const_array(index_sort, zero);
        if init.iter().all(|piece| matches!(piece, InitPiece::Zero(_))) {
            return Some(Content::Array(array));
        }
        if size / stride > MOST_ELEMENTS {
            return None;
        }
        let mut offset = slot.offset;
        while offset.checked_add(slot.bytes).is_some_and(|end| end <= size) {
            let word = self.initial_slot(init, offset, slot)?;
            if word != none {
                let value = self.reading.term_of(word, width, slot.signed);
                let index = self.reading.constant(self.pointer_width(), u128::from(offset))?;
                let index = self.reading.term_of(index, self.pointer_width(), true);
                array = self.terms.store(array, index, value);
            }
            offset += stride;
        }
        Some(Content::Array(array))
    }
}

/// The address that fills these bytes of an initialiser.
fn initial_address(init: &[InitPiece], offset: u64, bytes: u64) -> Option<ir::Const> {
    let mut start = 0;
    for piece in init {
        if start == offset {
            return match piece {
                InitPiece::Address { value, size } => (*size == bytes).then_some(*value),
                InitPiece::Zero(_)
                | InitPiece::Bytes(_)
                | InitPiece::Difference { .. }
                | InitPiece::Undef(_)
                | InitPiece::Outside(_)
                | InitPiece::Unsupported { .. } => None,
            };
        }
        start += piece.size();
    }
    None
}

/// The bits of some bytes of an initialiser.
pub(super) fn initial_word(init: &[InitPiece], offset: u64, bytes: u64) -> Option<u128> {
    if bytes > 16 {
        return None;
    }
    let mut bits = 0;
    for index in 0..bytes {
        bits |= u128::from(initial_byte(init, offset.checked_add(index)?)?) << (8 * index);
    }
    Some(bits)
}

fn initial_byte(init: &[InitPiece], offset: u64) -> Option<u8> {
    let mut start = 0;
    for piece in init {
        if offset - start < piece.size() {
            return match piece {
                InitPiece::Zero(_) => Some(0),
                InitPiece::Bytes(bytes) => bytes.get(usize::try_from(offset - start).ok()?).copied(),
                InitPiece::Address { .. }
                | InitPiece::Difference { .. }
                | InitPiece::Undef(_)
                | InitPiece::Outside(_)
                | InitPiece::Unsupported { .. } => None,
            };
        }
        start += piece.size();
    }
    None
}
