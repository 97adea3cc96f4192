//! Integer arithmetic and casts, with provenance.
//!
//! A number derived from one address stays a pointer as long as the operation is one that programs use to keep
//! addresses in numbers: adding, subtracting, masking, setting low bits. The low bits up to the object's alignment are
//! known whatever the address is, so tags kept there do not make a run depend on addresses. Anything else *loses* the
//! address, such as mixing it with another one: the object is exposed (a plain number may point to it from now on) and
//! the run depends on addresses.

use ir::{BinOp, BitOp, CastOp, Inst, Operand, OverflowOp, Type, eval, truncate};

use super::{Exec, Stepped};
use crate::memory::ObjectId;
use crate::number::float as number_float;
use crate::observer::Observer;
use crate::shadow::Shadow;
use crate::shadow::Shadowed;
use crate::value::{Meta, Value};

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// Nothing but bits: neither provenance nor tags nor an unchosen value.
    #[inline]
    pub(super) fn simple(a: &Value<S::Tag>, b: &Value<S::Tag>) -> bool {
        a.meta.both_plain(b.meta) && a.tag == S::Tag::default() && b.tag == S::Tag::default()
    }

    pub(super) fn shadowed(value: &Value<S::Tag>) -> Shadowed<S::Tag> {
        Shadowed { bits: value.bits(), tag: value.tag, is_address: value.meta.object().is_some() }
    }

    pub(super) fn tagged(value: &Value<S::Tag>) -> bool {
        value.tag != S::Tag::default()
    }

    pub(super) fn int_width(&self, ty: Type) -> u16 {
        ty.bits(self.module.data_model) as u16
    }

    #[inline]
    pub(super) fn binary(&mut self, inst: &Inst, op: BinOp, ty: Type, a: Operand, b: Operand, nsw: bool) -> Stepped {
        let (a, b) = (self.get(a), self.get(b));
        if let Type::Int(width @ ..=64) = ty
            && Self::simple(&a, &b)
        {
            return match eval::narrow::binary(op, width, nsw, a.lo, b.lo) {
                Ok(result) => {
                    self.define(inst, Value::word(result));
                    Ok(())
                }
                Err(trouble) => Err(self.arithmetic_trouble(trouble, op, ty, &a, &b)),
            };
        }
        self.general_binary(inst, op, ty, a, b, nsw)
    }

    #[inline(never)]
    fn general_binary(
        &mut self,
        inst: &Inst,
        op: BinOp,
        ty: Type,
        a: Value<S::Tag>,
        b: Value<S::Tag>,
        nsw: bool,
    ) -> Stepped {
        let (a, b) = (self.read_value(a, ty)?, self.read_value(b, ty)?);
        let tag = if Self::tagged(&a) || Self::tagged(&b) {
            let at = self.point();
            self.shadow.binary(at, op, ty, nsw, Self::shadowed(&a), Self::shadowed(&b))
        } else {
            S::Tag::default()
        };
        let width = self.int_width(ty);
        match eval::binary(op, width, nsw, a.bits(), b.bits()) {
            Ok(result) => {
                let meta = self.binary_meta(op, width, &a, &b, result);
                self.define(inst, Value::wide(result).with_meta(meta).with_tag(tag));
                Ok(())
            }
            Err(trouble) => Err(self.arithmetic_trouble(trouble, op, ty, &a, &b)),
        }
    }

    /// A whole address in a number as wide as a pointer.
    fn is_whole(&self, meta: Meta, width: u16) -> bool {
        meta.first() == 0 && meta.len() == self.pointer_size && width == u16::from(self.pointer_size) * 8
    }

    fn binary_meta(&mut self, op: BinOp, width: u16, a: &Value<S::Tag>, b: &Value<S::Tag>, result: u128) -> Meta {
        // Bit fields are written by masking what was there before: a masked number too narrow for an address counts as given.
        let masked = op == BinOp::And && width < u16::from(self.pointer_size) * 8;
        let indeterminate = !masked && (a.meta.is_indeterminate() || b.meta.is_indeterminate());
        let plain = Meta::PLAIN.with_indeterminate(indeterminate);
        match (a.meta.object(), b.meta.object()) {
            (None, None) => plain,
            (Some(object), None) => self.carried(op, width, object, a, b.lo, true, result).unwrap_or(plain),
            (None, Some(object)) => self.carried(op, width, object, b, a.lo, false, result).unwrap_or(plain),
            (Some(x), Some(y)) => {
                let same = x == y && self.is_whole(a.meta, width) && self.is_whole(b.meta, width);
                if same && op == BinOp::Sub {
                    return plain;
                }
                self.lose(x);
                self.lose(y);
                plain
            }
        }
    }

    /// What an operation on an address (or a piece of one) and a plain number leaves of the provenance.
    #[allow(clippy::too_many_arguments)]
    fn carried(
        &mut self,
        op: BinOp,
        width: u16,
        object: ObjectId,
        carrier: &Value<S::Tag>,
        number: u64,
        carrier_first: bool,
        result: u128,
    ) -> Option<Meta> {
        let meta = carrier.meta;
        if !self.is_whole(meta, width) {
            // A piece of an address survives only what leaves it alone, such as a mask of the byte it is.
            if result == carrier.bits() {
                return Some(meta);
            }
            self.lose(object);
            return None;
        }
        let known = self.state.memory.object(object).align - 1;
        match op {
            BinOp::Add => self.moved(object, meta, result as u64),
            BinOp::Sub if carrier_first => self.moved(object, meta, result as u64),
            BinOp::And if number & !known == 0 => None,
            BinOp::URem if carrier_first && number.is_power_of_two() && (number - 1) & !known == 0 => None,
            BinOp::Xor if number & !known != 0 => {
                self.lose(object);
                None
            }
            BinOp::And | BinOp::Or | BinOp::Xor => {
                let touched = if op == BinOp::And { truncate(u128::from(!number), width) as u64 } else { number };
                self.state.address_dependent |= touched & !known != 0;
                Some(meta)
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr if carrier_first && number == 0 => Some(meta),
            BinOp::Mul | BinOp::UDiv | BinOp::SDiv if number == 1 && result == carrier.bits() => Some(meta),
            BinOp::Sub
            | BinOp::Mul
            | BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr => {
                self.lose(object);
                None
            }
        }
    }

    /// An address plus or minus a number. When the number is a distance between objects (their addresses were mixed
    /// before), the sum is an address in another one.
    fn moved(&mut self, object: ObjectId, meta: Meta, address: u64) -> Option<Meta> {
        let memory = &self.state.memory;
        let from = memory.object(object);
        if from.exposed && memory.offset(from, address) > from.size && memory.lookup(address).is_some() {
            self.lose(object);
            return None;
        }
        Some(meta)
    }

    /// An address enters a computation that cannot carry its provenance.
    #[cold]
    pub(super) fn lose(&mut self, object: ObjectId) {
        self.state.memory.expose(object);
        self.state.address_dependent = true;
    }

    /// Loses whatever provenance a value has; only its determinacy remains.
    pub(super) fn lose_all(&mut self, meta: Meta) -> Meta {
        if let Some(object) = meta.object() {
            self.lose(object);
        }
        meta.without_object()
    }

    pub(super) fn overflows(
        &mut self,
        inst: &Inst,
        op: OverflowOp,
        signed: bool,
        ty: Type,
        a: Operand,
        b: Operand,
    ) -> Stepped {
        let (a, b) = (self.read(a, ty)?, self.read(b, ty)?);
        let result = eval::overflows(op, signed, self.int_width(ty), a.bits(), b.bits());
        let mut value = Value::bool(result);
        if !Self::simple(&a, &b) {
            let tag = if Self::tagged(&a) || Self::tagged(&b) {
                let at = self.point();
                self.shadow.overflows(at, op, signed, ty, Self::shadowed(&a), Self::shadowed(&b))
            } else {
                S::Tag::default()
            };
            let same = op == OverflowOp::Sub && !signed && self.are_in_one_object(&a, &b);
            let mut meta = Meta::PLAIN;
            for operand in [&a, &b] {
                let left = if same { operand.meta.without_object() } else { self.lose_all(operand.meta) };
                meta = meta.with_indeterminate(meta.is_indeterminate() || left.is_indeterminate());
            }
            value = value.with_meta(meta).with_tag(tag);
        }
        self.define(inst, value);
        Ok(())
    }

    pub(super) fn bits(&mut self, inst: &Inst, op: BitOp, ty: Type, a: Operand, nonzero: bool) -> Stepped {
        let a = self.read(a, ty)?;
        if nonzero && a.bits() == 0 {
            return Err(self.scan_of_zero(op, ty));
        }
        let result = eval::bits(op, self.int_width(ty), a.bits());
        let tag = if Self::tagged(&a) {
            let at = self.point();
            self.shadow.bits(at, op, ty, Self::shadowed(&a))
        } else {
            S::Tag::default()
        };
        let meta = self.lose_all(a.meta);
        self.define(inst, Value::wide(result).with_meta(meta).with_tag(tag));
        Ok(())
    }

    #[inline]
    pub(super) fn cast(&mut self, inst: &Inst, op: CastOp, from: Type, to: Type, a: Operand) -> Stepped {
        let a = self.read(a, from)?;
        if let (Type::Int(from @ ..=64), Type::Int(to @ ..=64)) = (from, to)
            && Self::simple(&a, &a)
        {
            let bits = match op {
                CastOp::SExt => eval::narrow::signed(a.lo, from) as u64,
                CastOp::Trunc
                | CastOp::ZExt
                | CastOp::Bitcast
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToFloat => a.lo,
            };
            self.define(inst, Value::word(bits & (u64::MAX >> (64 - to))));
            return Ok(());
        }
        self.general_cast(inst, op, from, to, &a)
    }

    #[inline(never)]
    fn general_cast(&mut self, inst: &Inst, op: CastOp, from: Type, to: Type, a: &Value<S::Tag>) -> Stepped {
        let (from_width, to_width) = (self.int_width(from), self.int_width(to));
        let bits = match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr => {
                eval::cast(op, from_width, to_width, a.bits()).expect("invariant: no floats are involved")
            }
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => {
                let kind = float_kind(from);
                number_float::to_int(kind, a.bits(), to_width, op == CastOp::FloatToSigned)
            }
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => {
                let kind = float_kind(to);
                number_float::from_int(kind, a.bits(), from_width, op == CastOp::SignedToFloat)
            }
            CastOp::FloatToFloat => number_float::convert(float_kind(from), float_kind(to), a.bits()),
        };
        let meta = match op {
            CastOp::Trunc | CastOp::PtrToInt => self.truncated_meta(a.meta, to_width),
            CastOp::ZExt | CastOp::Bitcast => a.meta,
            // The sign of an address, or of a part of one, is another where objects lie elsewhere.
            CastOp::SExt if from_width < to_width => self.lose_all(a.meta),
            CastOp::SExt => a.meta,
            CastOp::IntToPtr => {
                let meta = self.truncated_meta(a.meta, to_width);
                if meta.object().is_some() && !self.is_whole(meta, to_width) { self.lose_all(meta) } else { meta }
            }
            CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => self.lose_all(a.meta),
        };
        let tag = if Self::tagged(a) {
            let at = self.point();
            self.shadow.cast(at, op, from, to, Self::shadowed(a))
        } else {
            S::Tag::default()
        };
        self.define(inst, Value::wide(bits).with_meta(meta).with_tag(tag));
        Ok(())
    }

    /// The low `width` bits of an address keep the bytes of it that they have, if these are whole.
    fn truncated_meta(&mut self, meta: Meta, width: u16) -> Meta {
        let cut = meta.truncated((width / 8) as u8);
        let in_parts = !width.is_multiple_of(8) && width / 8 < u16::from(meta.len());
        if meta.object().is_some() && (cut.len() == 0 || in_parts) { self.lose_all(meta) } else { cut }
    }

    pub(super) fn select(&mut self, inst: &Inst, ty: Type, cond: Operand, a: Operand, b: Operand) -> Stepped {
        let cond = self.read(cond, Type::BOOL)?;
        let (a, b) = (self.get(a), self.get(b));
        let mut value = if cond.lo != 0 { a } else { b };
        if Self::tagged(&cond) {
            let (a, b) = (self.read_value(a, ty)?, self.read_value(b, ty)?);
            let at = self.point();
            let tag = self.shadow.select(at, ty, Self::shadowed(&cond), Self::shadowed(&a), Self::shadowed(&b));
            value = if cond.lo != 0 { a } else { b }.with_tag(tag);
        }
        self.define(inst, value);
        Ok(())
    }
}

pub(super) fn float_kind(ty: Type) -> ir::FloatKind {
    match ty {
        Type::Float(kind) => kind,
        Type::Int(_) | Type::Ptr => panic!("a verified module has a float type here, not {ty}"),
    }
}
