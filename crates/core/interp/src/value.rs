//! Values of registers: bits, where a pointer came from, whether the bits were ever determined, and a shadow tag.

use crate::memory::ObjectId;

/// A register's value. Bits above the type's width are zero.
///
/// 24 bytes without a tag: registers are copied all the time, and numbers wider than 64 bits are rare.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Value<T> {
    pub lo: u64,
    pub hi: u64,
    pub meta: Meta,
    pub tag: T,
}

/// Provenance and determinacy in one word, zero for a plain number: one comparison takes the fast path.
///
/// A value with provenance holds bytes `first .. first + len` of an address in the object; a *whole* address has them
/// all. Other values with provenance are pieces, such as one byte of a pointer that is being copied byte by byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meta(u64);

const FIRST: u32 = 32;
const LEN: u32 = 40;
const INDETERMINATE: u64 = 1 << 48;
const UNCHOSEN: u64 = 1 << 49;

impl Meta {
    pub const PLAIN: Meta = Meta(0);
    pub const INDETERMINATE: Meta = Meta(INDETERMINATE);
    /// The bits are the index of an `Undef` whose value nobody has read yet.
    pub const UNCHOSEN: Meta = Meta(UNCHOSEN);

    pub fn piece(object: ObjectId, first: u8, len: u8) -> Meta {
        Meta(u64::from(object.raw()) | u64::from(first) << FIRST | u64::from(len) << LEN)
    }

    #[inline]
    pub fn both_plain(self, other: Meta) -> bool {
        self.0 | other.0 == 0
    }

    #[inline]
    pub fn object(self) -> Option<ObjectId> {
        ObjectId::from_raw(self.0 as u32)
    }

    /// The object, if the value is a whole, determinate address of `pointer_size` bytes.
    #[inline]
    pub fn whole_object(self, pointer_size: u8) -> Option<ObjectId> {
        if self.0 >> FIRST == u64::from(pointer_size) << (LEN - FIRST) { self.object() } else { None }
    }

    #[inline]
    pub fn is_unchosen(self) -> bool {
        self.0 & UNCHOSEN != 0
    }

    pub fn first(self) -> u8 {
        (self.0 >> FIRST) as u8
    }

    pub fn len(self) -> u8 {
        (self.0 >> LEN) as u8
    }

    pub fn is_indeterminate(self) -> bool {
        self.0 & INDETERMINATE != 0
    }

    /// The same provenance, indeterminate if `flag`.
    pub fn with_indeterminate(self, flag: bool) -> Meta {
        if flag { Meta(self.0 | INDETERMINATE) } else { Meta(self.0 & !INDETERMINATE) }
    }

    /// Only the determinacy.
    pub fn without_object(self) -> Meta {
        Meta(self.0 & INDETERMINATE)
    }

    /// What remains of the provenance in the low `bytes` bytes of the value.
    pub fn truncated(self, bytes: u8) -> Meta {
        match self.object() {
            Some(object) => {
                Meta::piece(object, self.first(), self.len().min(bytes)).with_indeterminate(self.is_indeterminate())
            }
            None => self,
        }
    }
}

impl<T: Copy + Default> Value<T> {
    #[inline]
    pub fn word(lo: u64) -> Self {
        Value { lo, hi: 0, meta: Meta::PLAIN, tag: T::default() }
    }

    #[inline]
    pub fn wide(bits: u128) -> Self {
        Value { lo: bits as u64, hi: (bits >> 64) as u64, meta: Meta::PLAIN, tag: T::default() }
    }

    #[inline]
    pub fn bool(flag: bool) -> Self {
        Value::word(u64::from(flag))
    }

    /// A whole address in `object`.
    pub fn pointer(address: u64, object: ObjectId, pointer_size: u8) -> Self {
        Value { lo: address, hi: 0, meta: Meta::piece(object, 0, pointer_size), tag: T::default() }
    }

    #[inline]
    pub fn bits(&self) -> u128 {
        u128::from(self.hi) << 64 | u128::from(self.lo)
    }

    #[inline]
    pub fn with_meta(self, meta: Meta) -> Self {
        Value { meta, ..self }
    }

    #[inline]
    pub fn with_tag(self, tag: T) -> Self {
        Value { tag, ..self }
    }
}
