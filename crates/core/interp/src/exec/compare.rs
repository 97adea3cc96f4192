//! Comparisons and pointer offsets.
//!
//! Both are defined on addresses, so the interesting part is when the outcome would be another one if objects lay
//! elsewhere.

use ir::{Inst, OffsetTerm, Operand, Predicate, Type};

use super::{Exec, Stepped};
use crate::memory::{Kind, NULL_PAGE, ObjectId};
use crate::observer::Observer;
use crate::shadow::Shadow;
use crate::value::{Meta, Value};

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    #[inline]
    pub(super) fn compare(&mut self, inst: &Inst, pred: Predicate, ty: Type, a: Operand, b: Operand) -> Stepped {
        let (a, b) = (self.get(a), self.get(b));
        if let Type::Int(width @ ..=64) = ty
            && Self::simple(&a, &b)
        {
            self.define(inst, Value::bool(ir::eval::narrow::compare(pred, width, a.lo, b.lo)));
            return Ok(());
        }
        self.general_compare(inst, pred, ty, a, b)
    }

    #[inline(never)]
    fn general_compare(
        &mut self,
        inst: &Inst,
        pred: Predicate,
        ty: Type,
        a: Value<S::Tag>,
        b: Value<S::Tag>,
    ) -> Stepped {
        let (a, b) = (self.read_value(a, ty)?, self.read_value(b, ty)?);
        let width = self.int_width(ty);
        let result = ir::eval::compare(pred, width, a.bits(), b.bits());
        let tag = if Self::tagged(&a) || Self::tagged(&b) {
            let at = self.point();
            self.shadow.compare(at, pred, ty, Self::shadowed(&a), Self::shadowed(&b))
        } else {
            S::Tag::default()
        };
        if self.depends_on_addresses(pred, width, &a, &b) {
            self.state.address_dependent = true;
        }
        let indeterminate = a.meta.is_indeterminate() || b.meta.is_indeterminate();
        self.define(inst, Value::bool(result).with_meta(Meta::PLAIN.with_indeterminate(indeterminate)).with_tag(tag));
        Ok(())
    }

    /// Could the outcome be another one if objects lay elsewhere?
    fn depends_on_addresses(&self, pred: Predicate, width: u16, a: &Value<S::Tag>, b: &Value<S::Tag>) -> bool {
        let whole = |value: &Value<S::Tag>| {
            value.meta.first() == 0
                && value.meta.len() == self.pointer_size
                && width == u16::from(self.pointer_size) * 8
        };
        let equality = matches!(pred, Predicate::Eq | Predicate::Ne);
        match (a.meta.object(), b.meta.object()) {
            (None, None) => false,
            // Beyond the object addresses wrap around somewhere, and then their order is another one.
            (Some(x), Some(y)) if x == y && whole(a) && whole(b) => {
                // With 32 bits an object may lie across the numbers that are negative.
                let signed = matches!(pred, Predicate::Slt | Predicate::Sle | Predicate::Sgt | Predicate::Sge);
                let ordered = self.are_in_one_object(a, b) && !(signed && self.pointer_size == 4);
                !self.state.memory.object(x).is_live() || !equality && !ordered
            }
            (Some(x), Some(y)) if whole(a) && whole(b) => {
                // Bytes inside of different living objects are never the same; the end of one may be the start of
                // another, and the dead leave their place.
                // Compilers and linkers may let one literal be the end of another.
                !equality
                    || !self.is_inside(x, a.lo)
                    || !self.is_inside(y, b.lo)
                    || (self.is_literal(x) && self.is_literal(y))
            }
            (Some(_), Some(_)) => true,
            (Some(object), None) | (None, Some(object)) => {
                let (pointer, number) = if a.meta.object().is_some() { (a, b.lo) } else { (b, a.lo) };
                // No object lies in the first or last page, so no pointer to one compares otherwise with such numbers.
                let top = u64::MAX >> (64 - u32::from(self.pointer_size) * 8);
                let impossible = number < NULL_PAGE || number > top - NULL_PAGE;
                let in_object = {
                    let target = self.state.memory.object(object);
                    self.state.memory.offset(target, pointer.lo) <= target.size
                };
                let unsigned_order =
                    equality || matches!(pred, Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge);
                !(whole(pointer) && impossible && unsigned_order && in_object)
            }
        }
    }

    /// A string literal, or another constant without a name.
    fn is_literal(&self, object: ObjectId) -> bool {
        match self.state.memory.object(object).kind {
            Kind::Global(id) => self.module.globals[id].anonymous && self.module.globals[id].constant,
            Kind::Heap
            | Kind::Stack { .. }
            | Kind::VarArgs
            | Kind::Environment
            | Kind::Outside
            | Kind::Function(_)
            | Kind::Label { .. } => false,
        }
    }

    /// Does the address belong to a byte of the living object? Objects without bytes may lie where others do.
    fn is_inside(&self, object: ObjectId, address: u64) -> bool {
        let object = self.state.memory.object(object);
        object.is_live() && self.state.memory.offset(object, address) < object.size
    }

    /// Whole addresses of bytes of one object, its end included?
    pub(super) fn are_in_one_object(&self, a: &Value<S::Tag>, b: &Value<S::Tag>) -> bool {
        let of = |value: &Value<S::Tag>| {
            let id = value.meta.whole_object(self.pointer_size)?;
            let object = self.state.memory.object(id);
            (self.state.memory.offset(object, value.lo) <= object.size).then_some(id)
        };
        of(a).is_some() && of(a) == of(b)
    }

    #[inline]
    pub(super) fn offset(&mut self, inst: &Inst, base: Operand, terms: &[OffsetTerm], constant: i64) -> Stepped {
        let base = self.get(base);
        let mut address = base.lo.wrapping_add(constant as u64);
        let mut simple = base.tag == S::Tag::default() && !base.meta.is_unchosen();
        for term in terms {
            let value = self.get(term.value);
            simple &= Self::simple(&value, &value);
            address = address.wrapping_add(value.lo.wrapping_mul(term.scale as u64));
        }
        if !simple {
            return self.general_offset(inst, base, terms, constant);
        }
        self.define(inst, Value { lo: self.wrap_address(address), ..base });
        Ok(())
    }

    #[inline]
    fn wrap_address(&self, address: u64) -> u64 {
        if self.pointer_size == 8 { address } else { address & 0xffff_ffff }
    }

    #[inline(never)]
    fn general_offset(&mut self, inst: &Inst, base: Value<S::Tag>, terms: &[OffsetTerm], constant: i64) -> Stepped {
        let base = self.read_value(base, Type::Ptr)?;
        let index = self.module.data_model.pointer_int();
        let mut address = base.lo.wrapping_add(constant as u64);
        let mut meta = base.meta;
        let mut tagged = Self::tagged(&base);
        let mut shadows = Vec::with_capacity(terms.len());
        for term in terms {
            let value = self.read(term.value, index)?;
            address = address.wrapping_add(value.lo.wrapping_mul(term.scale as u64));
            tagged |= Self::tagged(&value);
            shadows.push((Self::shadowed(&value), term.scale));
            if value.meta.object().is_some() {
                // `(char *)0 + address` is the address; an address as an index is a number like any other.
                if meta.object().is_none() && term.scale == 1 {
                    meta = value.meta;
                } else {
                    self.lose_all(value.meta);
                }
            } else if meta.object().is_none() && value.meta.is_indeterminate() {
                meta = meta.with_indeterminate(true);
            }
        }
        let tag = if tagged {
            let at = self.point();
            self.shadow.offset(at, Self::shadowed(&base), &shadows, constant)
        } else {
            S::Tag::default()
        };
        self.define(inst, Value { lo: self.wrap_address(address), hi: 0, meta, tag });
        Ok(())
    }
}
