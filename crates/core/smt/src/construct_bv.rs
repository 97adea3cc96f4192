//! Constructors of bit-vector terms. As in `construct`: meaning preserved, constants folded where they fit.

use crate::pool::Terms;
use crate::term::{BvCmp, BvOp, Node, Sort, Term};
use crate::value::{self, MAX_BV_WIDTH, Value};

impl Terms {
    /// A constant, from the low bits of `value`; zero above 128 bits.
    pub fn bv(&self, width: u32, value: u128) -> Term {
        assert!(width > 0, "a bit-vector of no bits");
        self.intern(Node::Bv { width, value: value & value::mask(width) }, Sort::BitVec(width))
    }

    /// A constant in two's complement; at most 128 bits.
    pub fn bv_signed(&self, width: u32, value: i128) -> Term {
        assert!(width <= MAX_BV_WIDTH, "signed constants have at most {MAX_BV_WIDTH} bits");
        self.bv(width, value as u128)
    }

    /// The number of bits of a bit-vector term.
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => width,
            other => panic!("ill-sorted term: {other} where a bit-vector is needed"),
        }
    }

    fn as_bits(&self, term: Term) -> Option<u128> {
        self.as_value(term).and_then(Value::as_bits)
    }

    pub fn bv_bin(&self, op: BvOp, a: Term, b: Term) -> Term {
        let width = self.width(a);
        self.expect_sort(b, Sort::BitVec(width));
        let constants = (self.as_bits(a), self.as_bits(b));
        if let (Some(x), Some(y)) = constants
            && let Some(result) = value::bv_binary(op, width, x, y)
        {
            return self.bv(width, result);
        }
        let right_neutral =
            matches!(op, BvOp::Add | BvOp::Sub | BvOp::Or | BvOp::Xor | BvOp::Shl | BvOp::LShr | BvOp::AShr);
        if constants.1 == Some(0) && right_neutral {
            return a;
        }
        let commutes = matches!(op, BvOp::Add | BvOp::Mul | BvOp::And | BvOp::Or | BvOp::Xor);
        let (a, b) = if commutes { (a.min(b), a.max(b)) } else { (a, b) };
        self.intern(Node::BvBin(op, a, b), Sort::BitVec(width))
    }

    pub fn bv_cmp(&self, op: BvCmp, a: Term, b: Term) -> Term {
        let width = self.width(a);
        self.expect_sort(b, Sort::BitVec(width));
        if a == b {
            return self.bool(matches!(op, BvCmp::Ule | BvCmp::Sle));
        }
        let constants = self.as_bits(a).zip(self.as_bits(b));
        match constants.and_then(|(x, y)| value::bv_compare(op, width, x, y)) {
            Some(result) => self.bool(result),
            None => self.intern(Node::BvCmp(op, a, b), Sort::Bool),
        }
    }

    pub fn bv_not(&self, a: Term) -> Term {
        let width = self.width(a);
        match *self.node(a) {
            Node::Bv { value, .. } if width <= MAX_BV_WIDTH => self.bv(width, !value),
            Node::BvNot(inner) => inner,
            // Any other term stays as it is.
            _ => self.intern(Node::BvNot(a), Sort::BitVec(width)),
        }
    }

    pub fn bv_neg(&self, a: Term) -> Term {
        let width = self.width(a);
        match *self.node(a) {
            Node::Bv { value, .. } if width <= MAX_BV_WIDTH => self.bv(width, value.wrapping_neg()),
            Node::BvNeg(inner) => inner,
            // Any other term stays as it is.
            _ => self.intern(Node::BvNeg(a), Sort::BitVec(width)),
        }
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32, arg: Term) -> Term {
        let width = self.width(arg);
        assert!(low <= high && high < width, "bits {high}..{low} of a bit-vector of {width} bits");
        if low == 0 && high + 1 == width {
            return arg;
        }
        match *self.node(arg) {
            Node::Bv { value, .. } => {
                let shifted = if low < MAX_BV_WIDTH { value >> low } else { 0 };
                self.bv(high - low + 1, shifted)
            }
            Node::Extract { low: inner, arg, .. } => self.extract(high + inner, low + inner, arg),
            Node::ZeroExtend { arg, .. } | Node::SignExtend { arg, .. } if high < self.width(arg) => {
                self.extract(high, low, arg)
            }
            // Any other term stays as it is.
            _ => self.intern(Node::Extract { high, low, arg }, Sort::BitVec(high - low + 1)),
        }
    }

    /// `a` becomes the more significant part.
    pub fn concat(&self, a: Term, b: Term) -> Term {
        let (high, low) = (self.width(a), self.width(b));
        let width = high + low;
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) if width <= MAX_BV_WIDTH => self.bv(width, x << low | y),
            (Some(_) | None, _) => self.intern(Node::Concat(a, b), Sort::BitVec(width)),
        }
    }

    /// Zero-extended to `width` bits, which are at least the term's own.
    pub fn zero_extend(&self, width: u32, arg: Term) -> Term {
        let by = self.extension(width, arg);
        match *self.node(arg) {
            _ if by == 0 => arg,
            Node::Bv { value, .. } => self.bv(width, value),
            // Any other term stays as it is.
            _ => self.intern(Node::ZeroExtend { by, arg }, Sort::BitVec(width)),
        }
    }

    /// Sign-extended to `width` bits, which are at least the term's own.
    pub fn sign_extend(&self, width: u32, arg: Term) -> Term {
        let by = self.extension(width, arg);
        match *self.node(arg) {
            _ if by == 0 => arg,
            Node::Bv { width: own, value } if width <= MAX_BV_WIDTH => {
                self.bv(width, value::to_signed(own, value) as u128)
            }
            // Any other term stays as it is.
            _ => self.intern(Node::SignExtend { by, arg }, Sort::BitVec(width)),
        }
    }

    fn extension(&self, width: u32, arg: Term) -> u32 {
        let own = self.width(arg);
        width.checked_sub(own).unwrap_or_else(|| panic!("{own} bits extended to {width}"))
    }

    /// The number that the bits stand for.
    pub fn bv_to_int(&self, signed: bool, arg: Term) -> Term {
        let width = self.width(arg);
        match self.as_bits(arg).and_then(|bits| value::bv_to_int(signed, width, bits)) {
            Some(number) => self.int(number),
            None => self.intern(Node::BvToInt { signed, arg }, Sort::Int),
        }
    }

    /// The number modulo 2 to the width.
    pub fn int_to_bv(&self, width: u32, arg: Term) -> Term {
        assert!(width > 0, "a bit-vector of no bits");
        self.expect_sort(arg, Sort::Int);
        match self.as_int(arg).and_then(|number| value::int_to_bv(width, number)) {
            Some(bits) => self.bv(width, bits),
            None => self.intern(Node::IntToBv { width, arg }, Sort::BitVec(width)),
        }
    }
}
