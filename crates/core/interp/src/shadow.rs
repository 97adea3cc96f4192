//! A side car for concolic exploration: tags that travel with values.
//!
//! Every value has a tag; the default tag means "a number like any other". Tags are born at inputs and made from tags
//! by operations: whenever an operand's tag is not the default, the shadow is asked for the result's tag, with the
//! operands' concrete bits. Tags survive in registers and, for whole-value stores that are loaded back whole, in
//! memory (block copies included). Where a tag cannot be kept, the result's tag is the default and
//! [`Shadow::lost`] is told: from then on the recorded conditions describe the run incompletely.
//!
//! `()` is the shadow of an ordinary run and costs nothing.

use std::fmt::Debug;

use ir::{
    BinOp, BitOp, BlockId, CastOp, FloatBinOp, FloatPredicate, FloatUnOp, FuncId, GlobalId, LocId, OverflowOp,
    Predicate, Target, Type,
};

use crate::input::Request;

/// A concrete value and its tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shadowed<T> {
    pub bits: u128,
    pub tag: T,
    /// The bits are an address, or come from one: on another machine they are others.
    pub is_address: bool,
}

/// Where in the program control is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub func: FuncId,
    pub block: BlockId,
    /// Index of the instruction; the number of instructions for the terminator.
    pub inst: u32,
    pub loc: LocId,
}

/// What a tagged value is used for where its concrete bits decide what happens, without a branch in the program. The
/// run goes on with the concrete bits; an explorer may add "the value stays the same" to its path condition, or look
/// for a value that breaks something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// The address of a load, store or block operation of `size` bytes in the object at `base`, of `object_size`
    /// bytes. The access is in bounds for these bits.
    Access { base: u64, object_size: u64, size: u64, write: bool },
    /// The number of bytes of an allocation on heap or stack.
    AllocationSize,
    /// The number of bytes that a block operation touches, and how many there are from its address on.
    Length { available: u64 },
    /// The target of a call or computed goto.
    Target,
    /// Passed to the outside: output, `exit`'s status.
    Effect,
    /// The pointer given to `free` or `realloc`.
    Address,
}

#[allow(unused_variables)]
pub trait Shadow {
    type Tag: Copy + Default + PartialEq + Debug;

    /// Control comes to a block by a branch or a call.
    #[inline]
    fn enter(&mut self, func: FuncId, block: BlockId) {}

    /// `true` makes the run tell the values of the [`Shadow::watched`] globals where a loop of the entry function begins
    /// another round.
    const ROUNDS: bool = false;

    /// Globals of at most eight bytes; `None` when nobody listens any more.
    #[inline]
    fn watched(&self) -> Option<&[GlobalId]> {
        None
    }

    /// Another round begins: a hash of the watched values.
    fn round(&mut self, values: u64) {}

    /// A new input; `index` is its place in [`crate::Run::inputs`].
    fn input(&mut self, request: &Request, index: usize, bits: u128) -> Self::Tag {
        Self::Tag::default()
    }

    /// Also called when the operation is undefined for these operands (the run then ends): a result that overflows
    /// with `nsw`, division by zero, a shift out of range.
    fn binary(
        &mut self,
        at: Point,
        op: BinOp,
        ty: Type,
        nsw: bool,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn overflows(
        &mut self,
        at: Point,
        op: OverflowOp,
        signed: bool,
        ty: Type,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn bits(&mut self, at: Point, op: BitOp, ty: Type, a: Shadowed<Self::Tag>) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn compare(
        &mut self,
        at: Point,
        pred: Predicate,
        ty: Type,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn cast(&mut self, at: Point, op: CastOp, from: Type, to: Type, a: Shadowed<Self::Tag>) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn select(
        &mut self,
        at: Point,
        ty: Type,
        cond: Shadowed<Self::Tag>,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    /// base + Σ value·scale + constant.
    fn offset(
        &mut self,
        at: Point,
        base: Shadowed<Self::Tag>,
        terms: &[(Shadowed<Self::Tag>, i64)],
        constant: i64,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn float_binary(
        &mut self,
        at: Point,
        op: FloatBinOp,
        ty: Type,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn float_unary(&mut self, at: Point, op: FloatUnOp, ty: Type, a: Shadowed<Self::Tag>) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    fn float_compare(
        &mut self,
        at: Point,
        pred: FloatPredicate,
        ty: Type,
        a: Shadowed<Self::Tag>,
        b: Shadowed<Self::Tag>,
    ) -> Self::Tag {
        self.lost(at);
        Self::Tag::default()
    }

    /// A branch on a tagged condition.
    fn branch(&mut self, at: Point, cond: Shadowed<Self::Tag>, taken: bool) {}

    /// A switch on a tagged value; `taken` indexes `cases`, `None` is the default.
    fn switch(
        &mut self,
        at: Point,
        ty: Type,
        value: Shadowed<Self::Tag>,
        cases: &[(u128, Target)],
        taken: Option<usize>,
    ) {
    }

    /// A tagged assumption; the run ends after the call unless it holds.
    fn assume(&mut self, at: Point, cond: Shadowed<Self::Tag>) {}

    /// A tagged value is used concretely.
    fn concretize(&mut self, at: Point, ty: Type, value: Shadowed<Self::Tag>, used: Use) {}

    /// A tag could not be kept: conditions told from now on may miss a dependency on inputs.
    fn lost(&mut self, at: Point) {}
}

impl Shadow for () {
    type Tag = ();
}
