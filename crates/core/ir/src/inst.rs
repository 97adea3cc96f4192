//! Instructions and terminators.
//!
//! Every operation is on whole registers or on untyped bytes. What a C compiler may assume (no signed overflow, no
//! bad shift, …) is a condition that the interpreter checks and engines must prove, never an optimisation.

use crate::ids::{BlockId, ConstId, FuncId, LocId, RegId, TypeId, VarId};
use crate::types::Type;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Reg(RegId),
    Const(ConstId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// The register it defines. `Call` and `Unsupported` may define several and keep them in `rets` instead.
    pub dst: Option<RegId>,
    pub loc: LocId,
    pub kind: InstKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    /// Integer arithmetic modulo 2^width. With `nsw`, a result that differs from the exact signed one is a
    /// signed overflow (for `Shl`: C's rule, negative operands and lost bits); `SDiv`/`SRem` of minimum by -1
    /// always is. Division by zero and shift amounts of at least the width are undefined behaviour.
    Binary {
        op: BinOp,
        ty: Type,
        a: Operand,
        b: Operand,
        nsw: bool,
    },
    /// Would the operation leave the type's range? Gives an `i1`; the operation itself is a `Binary` without `nsw`.
    Overflows {
        op: OverflowOp,
        signed: bool,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    /// `ty` is an integer type; for `Bswap` its width is a multiple of 16. Leading and trailing zeros of 0: the width,
    /// or, with `nonzero`, undefined behaviour.
    Bits {
        op: BitOp,
        ty: Type,
        a: Operand,
        nonzero: bool,
    },
    /// Integers or pointers; pointers compare by address. Gives an `i1`.
    Compare {
        pred: Predicate,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    FloatBinary {
        op: FloatBinOp,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    FloatUnary {
        op: FloatUnOp,
        ty: Type,
        a: Operand,
    },
    FloatCompare {
        pred: FloatPredicate,
        ty: Type,
        a: Operand,
        b: Operand,
    },
    /// LLVM's `is.fpclass`: is `a` in one of the classes of the mask? Gives an `i1`.
    FloatClass {
        mask: u16,
        ty: Type,
        a: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        to: Type,
        a: Operand,
    },
    /// `cond` is an `i1`; both values are evaluated.
    Select {
        ty: Type,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// base + Σ value·scale + constant. The values have pointer width and are signed. Leaving the object is no
    /// violation; using such a pointer is.
    Offset {
        base: Operand,
        terms: Box<[OffsetTerm]>,
        constant: i64,
        of: Option<TypeId>,
    },
    /// A new stack object of `size` bytes (pointer width), alive until the function returns, or, if `dynamic`, until
    /// a `StackRestore` of an older mark. Contents are indeterminate.
    Alloca {
        size: Operand,
        align: u32,
        dynamic: bool,
        name: Option<Box<str>>,
        of: Option<TypeId>,
    },
    /// A mark (pointer width integer) of the stack's height, for `StackRestore`.
    StackSave,
    StackRestore {
        mark: Operand,
    },
    /// The scope of the C variable that lives in the stack object begins: contents are indeterminate again.
    LifetimeStart {
        ptr: Operand,
    },
    /// … ends: pointers into it dangle.
    LifetimeEnd {
        ptr: Operand,
    },
    Load {
        ty: Type,
        ptr: Operand,
        align: u32,
        of: Option<TypeId>,
    },
    Store {
        ty: Type,
        ptr: Operand,
        value: Operand,
        align: u32,
        of: Option<TypeId>,
    },
    /// `len` bytes, pointer width. `Copy` with overlapping, different ranges is undefined behaviour.
    MemCopy {
        kind: CopyKind,
        dst: Operand,
        src: Operand,
        len: Operand,
    },
    /// `byte` is an `i8`.
    MemSet {
        dst: Operand,
        byte: Operand,
        len: Operand,
    },
    Call(Box<Call>),
    /// Any value of the type that the kind allows.
    Nondet {
        ty: Type,
        kind: NondetKind,
    },
    /// An indeterminate value, fixed once it is read: an uninitialised variable.
    Undef {
        ty: Type,
    },
    /// The run ends quietly unless `cond` (`i1`) holds.
    Assume {
        cond: Operand,
    },
    /// Undefined behaviour unless `cond` (`i1`) holds; `what` says which rule is broken.
    Require {
        cond: Operand,
        what: Requirement,
    },
    /// Fills the `va_list` at `list` (layout of the data model's System V ABI) with the function's variable arguments.
    VaStart {
        list: Operand,
    },
    /// From here on the C variable holds the value; the value is a root for leaks until the next `Bind` or `Unbind`.
    Bind {
        var: VarId,
        value: Operand,
    },
    /// The variable's scope ends.
    Unbind {
        var: VarId,
    },
    /// A construct that Cairn does not model: whoever reaches it says UNKNOWN.
    Unsupported(Box<Unsupported>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OffsetTerm {
    pub value: Operand,
    pub scale: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// C functions return at most one value, but a struct in registers arrives as several.
    pub rets: Vec<RegId>,
    pub callee: Callee,
    pub args: Vec<Arg>,
    /// Types the call site believes in; those of a direct callee may differ in old C.
    pub signature: Signature,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    pub value: Operand,
    /// The argument is a struct passed in memory and `value` its address. A declared parameter is copied by the
    /// callee's own code; for a variable argument `VaStart` copies these bytes into the argument area.
    pub by_value: Option<ByValue>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByValue {
    pub size: u64,
    pub align: u32,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Signature {
    pub params: Vec<Type>,
    pub rets: Vec<Type>,
    pub variadic: bool,
}

/// Inline assembly, as [`Unsupported::what`]: the operands are all that it names.
pub const ASSEMBLY: &str = "inline assembly";

#[derive(Clone, PartialEq, Debug)]
pub struct Unsupported {
    /// Says what it is to a C programmer: "inline assembly", "vector shuffle", …
    pub what: String,
    pub args: Vec<Operand>,
    pub rets: Vec<RegId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOp {
    Add,
    Sub,
    Mul,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitOp {
    PopCount,
    LeadingZeros,
    TrailingZeros,
    Bswap,
    Reverse,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CopySign,
    Min,
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Round,
    RoundEven,
}

/// Ordered (`O…`): false when an operand is NaN; unordered (`U…`): true then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    /// Between types of the same number of bits that are not both pointers.
    Bitcast,
    PtrToInt,
    IntToPtr,
    FloatToSigned,
    FloatToUnsigned,
    SignedToFloat,
    UnsignedToFloat,
    /// Between floating-point formats, either way.
    FloatToFloat,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CopyKind {
    /// `memcpy`, and assignment of structs, whose ranges may also be the same one.
    Copy,
    /// `memmove`.
    Move,
}

/// Which values a `Nondet` may take, and how to print them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NondetKind {
    /// 0 or 1.
    Bool,
    Signed,
    Unsigned,
    Char,
    Pointer,
    Float,
    /// The next byte of standard input: 0 to 255, or -1 for its end (`i32`).
    StdinByte,
    /// What a function that Cairn cannot see gives back: any number; for a pointer, null or memory of the outside, which
    /// is no object of the program and holds anything.
    Outside,
}

/// What a program has to obey, apart from what its operations need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Requirement {
    /// What `__builtin_assume` promises.
    Assumption,
    /// A variable-length array has at least one element.
    ArraySize,
    /// A function whose result is used has returned one.
    Result,
}

/// Where control goes, and what the target's block parameters get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub block: BlockId,
    pub args: Vec<Operand>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Terminator {
    pub loc: LocId,
    pub kind: TermKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TermKind {
    Jump(Target),
    /// `cond` is an `i1`.
    Branch {
        cond: Operand,
        then: Target,
        otherwise: Target,
    },
    /// Case values are distinct and fit the type.
    Switch {
        ty: Type,
        value: Operand,
        cases: Vec<(u128, Target)>,
        default: Target,
    },
    /// Computed goto: `addr` must be the address of one of the targets' labels.
    IndirectJump {
        addr: Operand,
        targets: Vec<Target>,
    },
    Return(Vec<Operand>),
    /// Undefined behaviour when reached.
    Unreachable,
    /// The run ends here, with its status (`i32`).
    Exit {
        kind: ExitKind,
        status: Operand,
    },
    Unsupported {
        what: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExitKind {
    /// Ordinary end.
    Exit,
    /// `abort`, and what ends a run the same way; the status is not used.
    Abort,
}
