//! Operations on blocks of memory: `memcpy`, `memmove`, `memset`.

use engine::BugKind;
use ir::CopyKind;

use super::Machine;
use super::scratch::{held, hold, release};
use crate::graph::{Addr, Fill, Range, State, Value};
use crate::operations::compare;
use crate::operations::content;
use crate::operations::content::wrap;

/// Longer fills with something other than zero are remembered as unknown bytes.
const MOST_BYTES: i64 = 256;

impl Machine<'_, '_> {
    /// Splits off the states in which nothing is to be done; in the others the length is positive. `None` for it when
    /// only its range is known.
    fn by_length(&mut self, state: State, len: Value) -> (Vec<State>, Vec<(State, Value)>) {
        let mut nothing = Vec::new();
        let mut some = Vec::new();
        let mut state = state;
        hold(&mut state, 2, len);
        for (mut state, zero) in compare::compare(state, ir::Predicate::Eq, len, Value::Int(0), self.pointer_bits()) {
            let len = release(&mut state, 2);
            if zero { nothing.push(state) } else { some.push((state, len)) }
        }
        (nothing, some)
    }

    /// The most bytes that the length may be; lengths that no object has are out of bounds.
    fn checked_length(&mut self, state: &mut State, len: Value) -> Option<(i64, bool)> {
        let largest = i64::try_from(self.module.data_model.max_object_size()).unwrap_or(i64::MAX);
        let range = match len {
            Value::Int(_) | Value::Sym(_) => state.graph.range(len),
            Value::Addr(_) | Value::Func(_) | Value::Label(..) => Range::ALL,
        };
        if range.lo < 0 || range.hi > largest {
            self.bug(BugKind::OutOfBounds, "a block operation may be longer than any object");
            let Value::Sym(linear) = len else { return None };
            if range.hi <= 0 || !state.narrow(linear, Range { lo: 1, hi: largest, align: 0 }) {
                return None;
            }
            return Some((range.hi.min(largest), false));
        }
        Some((range.hi, range.lo == range.hi))
    }

    pub(super) fn copy_block(
        &mut self,
        mut state: State,
        kind: CopyKind,
        dst: Value,
        src: Value,
        len: Value,
    ) -> Vec<State> {
        hold(&mut state, 3, dst);
        hold(&mut state, 4, src);
        let (mut done, some) = self.by_length(state, len);
        done.iter_mut().for_each(|state| {
            release(state, 3);
            release(state, 4);
        });
        for (mut state, len) in some {
            let Some((len, exact)) = self.checked_length(&mut state, len) else { continue };
            let src = held(&state, 4);
            for (mut state, from) in self.access(state, src, len, false) {
                hold(&mut state, 4, Value::Addr(from));
                let dst = release(&mut state, 3);
                for (mut state, to) in self.access(state, dst, len, true) {
                    let from = release(&mut state, 4).as_addr().expect("invariant: an address of a region stays one");
                    if kind == CopyKind::Copy && may_overlap(from, to, len) {
                        self.bug(BugKind::OverlappingCopy, "a copy may overlap itself");
                        if from.plus == to.plus {
                            continue;
                        }
                    }
                    self.copy(&mut state, from, to, len, exact);
                    done.push(state);
                }
            }
        }
        done
    }

    fn copy(&self, state: &mut State, from: Addr, to: Addr, len: i64, exact: bool) {
        let offsets = state.graph.offsets(to);
        if !exact || from.plus.is_some() || to.plus.is_some() {
            self.forget_bytes(state, to.object, offsets.lo, offsets.hi.saturating_add(len));
            return;
        }
        let (start, end) = (from.offset, from.offset + len);
        match content::copy_out(self.module, &mut state.graph, from.object, start, end) {
            Some(pieces) => {
                for piece in pieces {
                    content::write(&mut state.graph, to.object, to.offset + piece.offset, piece.size, piece.value);
                }
            }
            None => self.forget_bytes(state, to.object, to.offset, to.offset + len),
        }
    }

    pub(super) fn set_block(&mut self, mut state: State, dst: Value, byte: Value, len: Value) -> Vec<State> {
        hold(&mut state, 3, dst);
        let (mut done, some) = self.by_length(state, len);
        done.iter_mut().for_each(|state| {
            release(state, 3);
        });
        for (mut state, len) in some {
            let Some((len, exact)) = self.checked_length(&mut state, len) else { continue };
            let dst = release(&mut state, 3);
            for (mut state, to) in self.access(state, dst, len, true) {
                self.fill(&mut state, to, byte, len, exact);
                done.push(state);
            }
        }
        done
    }

    fn fill(&self, state: &mut State, to: Addr, byte: Value, len: i64, exact: bool) {
        let offsets = state.graph.offsets(to);
        let end = offsets.hi.saturating_add(len);
        let object = state.graph.object(to.object);
        match byte {
            Value::Int(0) if exact && to.plus.is_none() => {
                if to.offset == 0 && object.size == Value::Int(len) {
                    let object = state.graph.object_mut(to.object);
                    object.fields.clear();
                    object.fill = Fill::Zero;
                } else {
                    content::write(&mut state.graph, to.object, to.offset, len, Value::Int(0));
                }
            }
            Value::Int(byte) if exact && to.plus.is_none() && len <= MOST_BYTES => {
                let whole = i64::from_le_bytes([byte as u8; 8]);
                let mut at = 0;
                while at < len {
                    let size = (len - at).min(8);
                    let value = Value::Int(wrap(whole, size as u32 * 8));
                    content::write(&mut state.graph, to.object, to.offset + at, size, value);
                    at += size;
                }
            }
            Value::Int(0)
                if object.fill == Fill::Zero
                    && object.overlapping(offsets.lo, end).iter().all(|field| field.value == Value::Int(0)) => {}
            Value::Int(_) | Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                self.forget_bytes(state, to.object, offsets.lo, end);
            }
        }
    }
}

/// Can they be different ranges of one object that share a byte?
fn may_overlap(from: Addr, to: Addr, len: i64) -> bool {
    from.object == to.object
        && (from.plus != to.plus || from.offset != to.offset && from.offset.abs_diff(to.offset) < len as u64)
}
