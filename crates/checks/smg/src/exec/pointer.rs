//! Addresses computed from addresses.

use ir::{OffsetTerm, Operand, TypeId};

use super::Machine;
use super::arith::sum;
use crate::graph::{Computed, Range, State, SymInfo, TrailEvent, Value, Which};
use crate::operations::segment;

impl Machine<'_, '_> {
    /// `base + Σ term·scale + constant`.
    pub(super) fn offset(
        &mut self,
        mut state: State,
        base: Operand,
        terms: &[OffsetTerm],
        constant: i64,
        of: Option<TypeId>,
    ) -> Vec<(State, Value)> {
        let base = self.eval(&mut state, base);
        let mut by = Value::Int(constant);
        for term in terms {
            let value = self.eval(&mut state, term.value);
            let scaled = self.scaled(&mut state, value, term.scale);
            by = match sum(&state, 64, by, scaled) {
                Some(value) => value,
                None => {
                    let (a, b) = (state.graph.range(by), state.graph.range(scaled));
                    let value = state.graph.unknown(a.plus(b).unwrap_or(Range::ALL));
                    state.trail.note(TrailEvent::Binary { value, op: ir::BinOp::Add, width: 64, a: by, b: scaled });
                    value
                }
            };
        }
        if let (Value::Addr(addr), Some(ty)) = (base, of)
            && addr.offset == 0
            && addr.plus.is_none()
            && state.graph.object(addr.object).ty.is_none()
        {
            state.graph.object_mut(addr.object).ty = Some(ty);
        }
        self.displaced(state, base, by)
    }

    fn displaced(&mut self, mut state: State, base: Value, by: Value) -> Vec<(State, Value)> {
        let value = match base {
            _ if by == Value::Int(0) => Some(base),
            // A segment's ends are known at their head only: other places need the node.
            Value::Addr(addr) if matches!(addr.which, Which::First | Which::Last) => {
                let opened = segment::open(state, addr);
                return opened.into_iter().flat_map(|(state, base)| self.displaced(state, base, by)).collect();
            }
            Value::Addr(addr) => self.moved(&mut state, addr, by),
            Value::Int(_) | Value::Sym(_) => sum(&state, self.pointer_bits(), base, by),
            Value::Func(_) | Value::Label(..) => None,
        };
        let value = match value {
            Some(value) => value,
            None => {
                let uninit = state.graph.is_uninit(base);
                let range = Range::of_width(self.pointer_bits());
                let info = if uninit { SymInfo::uninit(range) } else { SymInfo::unknown(range) };
                Value::sym(state.graph.add_sym(info))
            }
        };
        vec![(state, value)]
    }

    /// `value · scale`, a number of pointer width.
    fn scaled(&self, state: &mut State, value: Value, scale: i64) -> Value {
        match value {
            Value::Int(value) => match value.checked_mul(scale) {
                Some(product) => Value::Int(product),
                None => state.graph.unknown(Range::ALL),
            },
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) if scale == 1 => value,
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => {
                let operation = Computed { op: ir::BinOp::Mul, bits: 64, a: value, b: Value::Int(scale) };
                if let Some(product) = state.recall(operation) {
                    return product;
                }
                let range = state.graph.range(value).times(Range::exactly(scale)).unwrap_or(Range::ALL);
                let product = state.graph.unknown(range);
                state.remember(operation, product);
                let event = TrailEvent::Binary {
                    value: product,
                    op: ir::BinOp::Mul,
                    width: 64,
                    a: value,
                    b: Value::Int(scale),
                };
                state.trail.note(event);
                product
            }
        }
    }
}
