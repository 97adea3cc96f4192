//! What a term is: sorts, operators and the node of the hash-consed graph.

use std::fmt;

/// The sorts that array indices and elements can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    Bool,
    Int,
    /// Bit-vectors of this many bits, at least one.
    BitVec(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Bool,
    /// The mathematical integers.
    Int,
    /// Bit-vectors of this many bits, at least one.
    BitVec(u32),
    Array {
        index: Scalar,
        element: Scalar,
    },
}

impl Sort {
    pub fn array(index: Scalar, element: Scalar) -> Sort {
        Sort::Array { index, element }
    }

    /// The sort as an array's index or element; arrays of arrays do not exist here.
    pub fn as_scalar(self) -> Option<Scalar> {
        match self {
            Sort::Bool => Some(Scalar::Bool),
            Sort::Int => Some(Scalar::Int),
            Sort::BitVec(width) => Some(Scalar::BitVec(width)),
            Sort::Array { .. } => None,
        }
    }
}

impl From<Scalar> for Sort {
    fn from(scalar: Scalar) -> Sort {
        match scalar {
            Scalar::Bool => Sort::Bool,
            Scalar::Int => Sort::Int,
            Scalar::BitVec(width) => Sort::BitVec(width),
        }
    }
}

/// The sort as SMT-LIB writes it.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => write!(f, "(Array {} {})", Sort::from(index), Sort::from(element)),
        }
    }
}

/// A term: the index of a node in its [`Terms`](crate::Terms). Equal terms of one `Terms` have equal indices, and the
/// order is that of creation, so it is the same in every run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub(crate) u32);

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A declared symbol: a variable (no parameters), an uninterpreted function, or a relation of a Horn system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Func(pub(crate) u32);

impl fmt::Debug for Func {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.0)
    }
}

/// Bit-vector operators with the total meaning of SMT-LIB: division by zero and over-long shifts have a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BvOp {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BvCmp {
    Ult,
    Ule,
    Slt,
    Sle,
}

/// One node of a term. Built only by the constructors of [`Terms`](crate::Terms), which keep it well-sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Bool(bool),
    Int(i128),
    /// `value` has no bit at or above `width`; constants wider than 128 bits are zero above.
    Bv {
        width: u32,
        value: u128,
    },
    /// A variable when there are no arguments.
    Apply(Func, Box<[Term]>),
    Not(Term),
    /// At least two arguments, no nested conjunction.
    And(Box<[Term]>),
    /// At least two arguments, no nested disjunction.
    Or(Box<[Term]>),
    Eq(Term, Term),
    Ite(Term, Term, Term),
    /// A sum of at least two terms.
    Add(Box<[Term]>),
    /// A constant factor, if any, stands first.
    Mul(Term, Term),
    /// Euclidean quotient: the remainder is never negative.
    Div(Term, Term),
    /// Euclidean remainder.
    Mod(Term, Term),
    Le(Term, Term),
    Lt(Term, Term),
    BvNot(Term),
    BvNeg(Term),
    BvBin(BvOp, Term, Term),
    BvCmp(BvCmp, Term, Term),
    /// Bits `high` down to `low`, both included.
    Extract {
        high: u32,
        low: u32,
        arg: Term,
    },
    /// The first argument is the more significant part.
    Concat(Term, Term),
    ZeroExtend {
        by: u32,
        arg: Term,
    },
    SignExtend {
        by: u32,
        arg: Term,
    },
    BvToInt {
        signed: bool,
        arg: Term,
    },
    /// Modulo 2 to the width.
    IntToBv {
        width: u32,
        arg: Term,
    },
    Select(Term, Term),
    Store(Term, Term, Term),
    ConstArray {
        index: Scalar,
        value: Term,
    },
}

impl Node {
    /// The arguments, in order.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = Term> + '_ {
        let (few, many): ([Option<Term>; 3], &[Term]) = match self {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } => ([None; 3], &[]),
            Node::Apply(_, args) | Node::And(args) | Node::Or(args) | Node::Add(args) => ([None; 3], args),
            Node::Not(a)
            | Node::BvNot(a)
            | Node::BvNeg(a)
            | Node::Extract { arg: a, .. }
            | Node::ZeroExtend { arg: a, .. }
            | Node::SignExtend { arg: a, .. }
            | Node::BvToInt { arg: a, .. }
            | Node::IntToBv { arg: a, .. }
            | Node::ConstArray { value: a, .. } => ([Some(*a), None, None], &[]),
            Node::Eq(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Mod(a, b)
            | Node::Le(a, b)
            | Node::Lt(a, b)
            | Node::BvBin(_, a, b)
            | Node::BvCmp(_, a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => ([Some(*a), Some(*b), None], &[]),
            Node::Ite(a, b, c) | Node::Store(a, b, c) => ([Some(*a), Some(*b), Some(*c)], &[]),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }
}
