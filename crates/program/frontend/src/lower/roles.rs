//! What a called function means to the front end, decided once per function from its name.
//!
//! Only functions without a body have a role: a program's own `memcpy` or `__VERIFIER_nondet_int` is an ordinary
//! function whose body counts.

use ir::{Builtin, CopyKind, FloatBinOp, FloatUnOp, NondetKind, OverflowOp, Predicate};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Called as a function.
    Function,
    Intrinsic(Intrinsic),
    /// `__VERIFIER_nondet_*`; the type is the declared one.
    Nondet(NondetKind),
    /// `__VERIFIER_assume`
    Assume,
    StdinByte,
    Copy(CopyKind),
    Set,
    /// `__cairn_exit`
    Exit,
    Abort,
    /// An error function after which the run is over; still a call.
    Fatal,
    /// A library function that is one floating-point instruction.
    FloatUnary(FloatUnOp),
    FloatBinary(FloatBinOp),
    /// `__cairn_math1(op, x)`, for the models.
    FloatUnaryByNumber,
    /// `__cairn_unsupported(what)`, for the models.
    Unsupported,
    /// Raises an exception or catches one.
    Exception,
}

/// LLVM's own functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    DbgDeclare,
    /// Tells the optimiser something, or nothing that the IR keeps.
    Nothing,
    LifetimeStart,
    LifetimeEnd,
    MemCopy(CopyKind),
    MemSet,
    StackSave,
    StackRestore,
    VaStart,
    VaCopy,
    Overflow {
        op: OverflowOp,
        signed: bool,
    },
    Saturating {
        op: OverflowOp,
        signed: bool,
    },
    Bits(ir::BitOp),
    Abs,
    /// `smax` and its family: the predicate under which the first operand is taken.
    Choose(Predicate),
    FunnelLeft,
    FunnelRight,
    /// The first argument, unchanged (`expect`, `launder`, annotations, the address of a thread-local).
    First,
    Assume,
    ObjectSize,
    IsConstant,
    Trap,
    UbsanTrap,
    FloatUnary(FloatUnOp),
    FloatBinary(FloatBinOp),
    MulAdd,
    /// With one rounding, which two instructions do not have.
    Fma,
    FloatClass,
    PtrMask,
    Rounds,
    Unknown,
}

impl Role {
    /// Does nothing run after the call?
    pub fn ends_run(self) -> bool {
        match self {
            Role::Exit | Role::Abort | Role::Fatal | Role::Unsupported | Role::Intrinsic(Intrinsic::Trap) => true,
            Role::Function
            | Role::Intrinsic(_)
            | Role::Nondet(_)
            | Role::Assume
            | Role::StdinByte
            | Role::Copy(_)
            | Role::Set
            | Role::FloatUnary(_)
            | Role::FloatBinary(_)
            | Role::FloatUnaryByNumber
            | Role::Exception => false,
        }
    }

    /// The role of a function without a body.
    pub fn of_declaration(name: &str) -> Role {
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return Role::Intrinsic(Intrinsic::named(intrinsic));
        }
        if let Some(kind) = nondet(name) {
            return Role::Nondet(kind);
        }
        if let Some(role) = math(name) {
            return role;
        }
        match name {
            "__VERIFIER_assume" => Role::Assume,
            "__cairn_stdin_byte" => Role::StdinByte,
            "memcpy" => Role::Copy(CopyKind::Copy),
            "memmove" => Role::Copy(CopyKind::Move),
            "memset" => Role::Set,
            "__cairn_math1" => Role::FloatUnaryByNumber,
            "__cairn_unsupported" => Role::Unsupported,
            "__cxa_throw" | "__cxa_rethrow" | "_Unwind_Resume" | "_Unwind_RaiseException" => Role::Exception,
            _ => match Builtin::named(name) {
                Some(Builtin::Exit) => Role::Exit,
                Some(Builtin::Abort) => Role::Abort,
                Some(Builtin::AssertFail | Builtin::VerifierError) => Role::Fatal,
                Some(_) | None => Role::Function,
            },
        }
    }
}

/// `__VERIFIER_nondet_X`: which values, by the name's last part.
fn nondet(name: &str) -> Option<NondetKind> {
    let suffix = name.strip_prefix("__VERIFIER_nondet_").or_else(|| name.strip_prefix("__VERIFIER_nondet"))?;
    Some(match suffix {
        "bool" | "_Bool" => NondetKind::Bool,
        "char" => NondetKind::Char,
        "pointer" | "charp" | "voidp" | "ptr" => NondetKind::Pointer,
        "float" | "double" | "longdouble" | "long_double" => NondetKind::Float,
        "size_t" | "sector_t" | "unsigned" | "pthread_t" | "u8" | "u16" | "u32" | "u64" | "u128" => {
            NondetKind::Unsigned
        }
        _ if suffix.starts_with('u') => NondetKind::Unsigned,
        _ => NondetKind::Signed,
    })
}

/// Functions of `math.h` whose result IEEE 754 fixes, for `double`, `float` (`f`) and `long double` (`l`).
fn math(name: &str) -> Option<Role> {
    let stem = match name {
        "ceil" | "rint" | "fmin" | "fmax" => name,
        _ => name.strip_suffix(['f', 'l']).unwrap_or(name),
    };
    Some(match stem {
        "sqrt" => Role::FloatUnary(FloatUnOp::Sqrt),
        "fabs" => Role::FloatUnary(FloatUnOp::Abs),
        "floor" => Role::FloatUnary(FloatUnOp::Floor),
        "ceil" => Role::FloatUnary(FloatUnOp::Ceil),
        "trunc" => Role::FloatUnary(FloatUnOp::Trunc),
        "round" => Role::FloatUnary(FloatUnOp::Round),
        "rint" | "nearbyint" | "roundeven" => Role::FloatUnary(FloatUnOp::RoundEven),
        "fmod" => Role::FloatBinary(FloatBinOp::Rem),
        "fmin" => Role::FloatBinary(FloatBinOp::Min),
        "fmax" => Role::FloatBinary(FloatBinOp::Max),
        "copysign" => Role::FloatBinary(FloatBinOp::CopySign),
        _ => return None,
    })
}

impl Intrinsic {
    /// `name` is without `llvm.`; types stand at its end (`ctpop.i32`).
    fn named(name: &str) -> Intrinsic {
        use OverflowOp::{Add, Mul, Sub};
        let words: Vec<&str> = name.split('.').collect();
        match words.as_slice() {
            ["dbg", "declare", ..] => Intrinsic::DbgDeclare,
            ["dbg", ..] => Intrinsic::Nothing,
            ["lifetime", "start", ..] => Intrinsic::LifetimeStart,
            ["lifetime", "end", ..] => Intrinsic::LifetimeEnd,
            ["memcpy", ..] => Intrinsic::MemCopy(CopyKind::Copy),
            ["memmove", ..] => Intrinsic::MemCopy(CopyKind::Move),
            ["memset", ..] => Intrinsic::MemSet,
            ["stacksave", ..] => Intrinsic::StackSave,
            ["stackrestore", ..] => Intrinsic::StackRestore,
            ["va_start", ..] => Intrinsic::VaStart,
            ["va_copy", ..] => Intrinsic::VaCopy,
            ["va_end", ..] | ["prefetch", ..] | ["donothing", ..] => Intrinsic::Nothing,
            ["invariant", "start" | "end", ..] | ["experimental", "noalias", ..] | ["var", "annotation", ..] => {
                Intrinsic::Nothing
            }
            ["sadd", "with", "overflow", ..] => Intrinsic::Overflow { op: Add, signed: true },
            ["ssub", "with", "overflow", ..] => Intrinsic::Overflow { op: Sub, signed: true },
            ["smul", "with", "overflow", ..] => Intrinsic::Overflow { op: Mul, signed: true },
            ["uadd", "with", "overflow", ..] => Intrinsic::Overflow { op: Add, signed: false },
            ["usub", "with", "overflow", ..] => Intrinsic::Overflow { op: Sub, signed: false },
            ["umul", "with", "overflow", ..] => Intrinsic::Overflow { op: Mul, signed: false },
            ["sadd", "sat", ..] => Intrinsic::Saturating { op: Add, signed: true },
            ["ssub", "sat", ..] => Intrinsic::Saturating { op: Sub, signed: true },
            ["uadd", "sat", ..] => Intrinsic::Saturating { op: Add, signed: false },
            ["usub", "sat", ..] => Intrinsic::Saturating { op: Sub, signed: false },
            ["ctpop", ..] => Intrinsic::Bits(ir::BitOp::PopCount),
            ["ctlz", ..] => Intrinsic::Bits(ir::BitOp::LeadingZeros),
            ["cttz", ..] => Intrinsic::Bits(ir::BitOp::TrailingZeros),
            ["bswap", ..] => Intrinsic::Bits(ir::BitOp::Bswap),
            ["bitreverse", ..] => Intrinsic::Bits(ir::BitOp::Reverse),
            ["abs", ..] => Intrinsic::Abs,
            ["smax", ..] => Intrinsic::Choose(Predicate::Sgt),
            ["smin", ..] => Intrinsic::Choose(Predicate::Slt),
            ["umax", ..] => Intrinsic::Choose(Predicate::Ugt),
            ["umin", ..] => Intrinsic::Choose(Predicate::Ult),
            ["fshl", ..] => Intrinsic::FunnelLeft,
            ["fshr", ..] => Intrinsic::FunnelRight,
            ["expect", ..] | ["launder" | "strip", "invariant", "group", ..] | ["ssa", "copy", ..] => Intrinsic::First,
            ["annotation", ..] | ["ptr", "annotation", ..] | ["threadlocal", "address", ..] => Intrinsic::First,
            ["arithmetic", "fence", ..] => Intrinsic::First,
            ["assume", ..] => Intrinsic::Assume,
            ["objectsize", ..] => Intrinsic::ObjectSize,
            ["is", "constant", ..] => Intrinsic::IsConstant,
            ["trap" | "debugtrap"] => Intrinsic::Trap,
            ["ubsantrap"] => Intrinsic::UbsanTrap,
            ["fabs", ..] => Intrinsic::FloatUnary(FloatUnOp::Abs),
            ["sqrt", ..] => Intrinsic::FloatUnary(FloatUnOp::Sqrt),
            ["floor", ..] => Intrinsic::FloatUnary(FloatUnOp::Floor),
            ["ceil", ..] => Intrinsic::FloatUnary(FloatUnOp::Ceil),
            ["trunc", ..] => Intrinsic::FloatUnary(FloatUnOp::Trunc),
            ["round", ..] => Intrinsic::FloatUnary(FloatUnOp::Round),
            ["rint" | "nearbyint" | "roundeven", ..] => Intrinsic::FloatUnary(FloatUnOp::RoundEven),
            ["copysign", ..] => Intrinsic::FloatBinary(FloatBinOp::CopySign),
            ["minnum", ..] => Intrinsic::FloatBinary(FloatBinOp::Min),
            ["maxnum", ..] => Intrinsic::FloatBinary(FloatBinOp::Max),
            ["fmuladd", ..] => Intrinsic::MulAdd,
            ["fma", ..] => Intrinsic::Fma,
            ["is", "fpclass", ..] => Intrinsic::FloatClass,
            ["ptrmask", ..] => Intrinsic::PtrMask,
            ["get", "rounding"] => Intrinsic::Rounds,
            _ => Intrinsic::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_competition() {
        let kind = |name: &str| match Role::of_declaration(name) {
            Role::Nondet(kind) => Some(kind),
            _ => None,
        };
        assert_eq!(kind("__VERIFIER_nondet_int"), Some(NondetKind::Signed));
        assert_eq!(kind("__VERIFIER_nondet_uchar"), Some(NondetKind::Unsigned));
        assert_eq!(kind("__VERIFIER_nondet_bool"), Some(NondetKind::Bool));
        assert_eq!(kind("__VERIFIER_nondet_pointer"), Some(NondetKind::Pointer));
        assert_eq!(kind("__VERIFIER_nondet_loff_t"), Some(NondetKind::Signed));
        assert_eq!(kind("__VERIFIER_error"), None);
    }

    #[test]
    fn math_in_three_types() {
        for name in ["sqrt", "sqrtf", "sqrtl"] {
            assert_eq!(Role::of_declaration(name), Role::FloatUnary(FloatUnOp::Sqrt), "{name}");
        }
        assert_eq!(Role::of_declaration("ceil"), Role::FloatUnary(FloatUnOp::Ceil));
        assert_eq!(Role::of_declaration("ceill"), Role::FloatUnary(FloatUnOp::Ceil));
        assert_eq!(Role::of_declaration("fmaxf"), Role::FloatBinary(FloatBinOp::Max));
        assert_eq!(Role::of_declaration("sqr"), Role::Function);
    }
}
