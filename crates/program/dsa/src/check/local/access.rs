//! Instructions that touch memory.

use ir::{DataModel, Operand, RegId, Type, TypeId, va64};

use super::super::bytes::{content_at, holds_only, is_covered, is_cut, period};
use super::super::numbers::is_number_of;
use super::code::Code;
use super::values::{Value, leads};
use crate::graph::{Cell, Class, ENDLESS, Flags};

impl Code<'_, '_> {
    /// What a pointer leads to that is used: `None` for what leads nowhere, whose use is a violation.
    pub fn pointer(&mut self, operand: Operand) -> Option<Cell> {
        match (self.values.value(operand), operand) {
            (Value::Address(cell), _) => Some(cell),
            (Value::Number, Operand::Const(_)) => None,
            (Value::Number, Operand::Reg(_)) | (Value::Lost, _) => {
                self.fail("a pointer that is used has no cell");
                None
            }
        }
    }

    /// Fields cover the bytes that are touched, and the function is said to touch the node.
    pub fn touches(&mut self, cell: Cell, width: i64, flags: Flags) {
        let node = self.points_to.node(cell.node);
        if !is_covered(node, cell, width, |field| field.flags.contains(flags)) {
            self.fail(format!("no field says that bytes from {cell:?} on are touched"));
        }
        self.has_effect(cell, flags);
    }

    pub fn has_effect(&mut self, cell: Cell, flags: Flags) {
        let accessed = self.points_to.accessed(self.func);
        let known = accessed.binary_search_by_key(&cell.node, |(node, _)| *node).map(|at| accessed[at].1);
        let said = self.points_to.flags(cell.node).contains(flags)
            && known.is_ok_and(|known| known.contains(flags))
            && self.points_to.effect(self.func, cell.node).contains(flags);
        if !said {
            self.fail(format!("the function does not say that it touches {cell:?}"));
        }
    }

    fn scalar(&mut self, cell: Cell, ty: Type, flags: Flags) -> i64 {
        let width = ty.store_size(self.points_to.module().data_model) as i64;
        if is_cut(self.points_to.node(cell.node), cell, width) {
            self.fail(format!("{width} bytes from {cell:?} on do not fit an element"));
        }
        self.touches(cell, width, flags);
        width
    }

    pub fn load(&mut self, dst: Option<RegId>, ty: Type, ptr: Operand, of: Option<TypeId>) {
        let Some(cell) = self.pointer(ptr) else { return };
        let width = self.scalar(cell, ty, Flags::READ);
        let Some(to) = dst.and_then(|dst| self.values.cell(dst)) else { return };
        let class = self.points_to.class(of);
        if !holds_only(self.points_to, cell, width, class, |content| leads(self.points_to, content, to)) {
            self.fail(format!("what is loaded from {cell:?} is not {to:?}"));
        }
    }

    pub fn store(&mut self, ty: Type, ptr: Operand, value: Operand, of: Option<TypeId>) {
        let Some(cell) = self.pointer(ptr) else { return };
        let width = self.scalar(cell, ty, Flags::MODIFIED);
        let class = self.points_to.class(of);
        self.holds(cell, width, class, value);
    }

    /// The bytes hold the value, or a piece of it.
    pub fn holds(&mut self, cell: Cell, width: i64, class: Class, value: Operand) {
        let from = match self.values.value(value) {
            Value::Number => return,
            Value::Lost => return self.fail(format!("an address that has no cell is stored at {cell:?}")),
            Value::Address(from) => from,
        };
        if !holds_only(self.points_to, cell, width, class, |content| leads(self.points_to, from, content)) {
            self.fail(format!("{from:?} is stored at {cell:?}, which holds something else"));
        }
    }

    /// A length that is known; others may be anything.
    fn length(&self, len: Operand) -> Option<i64> {
        self.values.constant(len).filter(|len| (0..ENDLESS).contains(len))
    }

    /// So many bytes behind a pointer are touched, or nobody knows how many.
    pub fn block(&mut self, ptr: Operand, len: Option<i64>, flags: Flags) -> Option<Cell> {
        if len == Some(0) {
            return None;
        }
        let cell = self.pointer(ptr)?;
        self.touches(cell, len.unwrap_or(ENDLESS), flags);
        Some(cell)
    }

    pub fn copy(&mut self, dst: Operand, src: Operand, len: Operand) {
        let len = self.length(len);
        let to = self.block(dst, len, Flags::MODIFIED);
        let from = self.block(src, len, Flags::READ);
        if let (Some(to), Some(from)) = (to, from) {
            self.copied(to, from, len);
        }
    }

    /// Each byte holds what the byte does that it is a copy of.
    pub fn copied(&mut self, to: Cell, from: Cell, len: Option<i64>) {
        let period = period(self.points_to.node(to.node), self.points_to.node(from.node));
        let end = len.unwrap_or(ENDLESS).min(period);
        let mut at = 0;
        while at < end {
            let here = content_at(self.points_to, from.plus(at));
            let there = content_at(self.points_to, to.plus(at));
            let (Some((of, left)), Some((into, room))) = (here, there) else {
                return self.fail(format!("it is not known what is copied from {from:?} to {to:?} after {at} bytes"));
            };
            if !leads(self.points_to, of, into) {
                return self.fail(format!("{of:?} is copied to where {into:?} is"));
            }
            at = at.saturating_add(left.min(room));
        }
    }

    /// The byte may be a piece of an address that is copied byte by byte.
    pub fn fill(&mut self, dst: Operand, byte: Operand, len: Operand) {
        let len = self.length(len);
        let Some(cell) = self.block(dst, len, Flags::MODIFIED) else { return };
        let of = match self.values.value(byte) {
            Value::Number => return,
            Value::Lost => return self.fail(format!("a piece of an address that has no cell is at {cell:?}")),
            Value::Address(of) => of,
        };
        let width = len.unwrap_or(ENDLESS);
        let is_number = |content: Cell| is_number_of(self.points_to, content.node, of.node);
        if !holds_only(self.points_to, cell, width, Class::ANY, is_number) {
            self.fail(format!("bytes from {cell:?} on do not know that they are pieces of {of:?}"));
        }
    }

    /// The list leads to the memory of the variable arguments, which is written.
    pub fn va_start(&mut self, list: Operand) {
        let Some(cell) = self.pointer(list) else { return };
        let model = self.points_to.module().data_model;
        self.touches(cell, model.va_list().size as i64, Flags::MODIFIED);
        let Some(area) = self.points_to.varargs(self.func) else {
            return self.fail("the function has no memory for variable arguments");
        };
        self.has_effect(area, Flags::MODIFIED);
        if self.points_to.node(area.node).modulus != 1 {
            self.fail("variable arguments are told apart");
        }
        let places: &[u64] = match model {
            DataModel::Lp64 => &[va64::OVERFLOW_ARG_AREA, va64::REG_SAVE_AREA],
            DataModel::Ilp32 => &[0],
        };
        for place in places {
            let place = cell.plus(*place as i64);
            let width = model.pointer_size() as i64;
            if !holds_only(self.points_to, place, width, Class::ANY, |content| leads(self.points_to, area, content)) {
                self.fail(format!("{place:?} does not lead to the variable arguments"));
            }
        }
    }
}
