//! What operations are called in the text form; one table per enum serves the printer and the parser.

use crate::ctype::{Encoding, Qualifier};
use crate::inst::{
    BinOp, BitOp, CastOp, ExitKind, FloatBinOp, FloatPredicate, FloatUnOp, NondetKind, OverflowOp, Predicate,
    Requirement,
};
use crate::module::Assumed;
use crate::types::{FloatKind, Type};

macro_rules! names {
    ($($type:ident { $($variant:ident $name:literal),* $(,)? })*) => {$(
        impl $type {
            /// In the order of their definition.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }

            pub fn named(name: &str) -> Option<$type> {
                match name {
                    $($name => Some($type::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

names! {
    BinOp {
        Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem", Shl "shl", LShr "lshr",
        AShr "ashr", And "and", Or "or", Xor "xor",
    }
    OverflowOp { Add "add", Sub "sub", Mul "mul" }
    BitOp {
        PopCount "popcount", LeadingZeros "clz", TrailingZeros "ctz", Bswap "bswap", Reverse "bitreverse",
    }
    Predicate {
        Eq "eq", Ne "ne", Ult "ult", Ule "ule", Ugt "ugt", Uge "uge", Slt "slt", Sle "sle", Sgt "sgt", Sge "sge",
    }
    FloatBinOp {
        Add "fadd", Sub "fsub", Mul "fmul", Div "fdiv", Rem "frem", CopySign "fcopysign", Min "fmin", Max "fmax",
    }
    FloatUnOp {
        Neg "fneg", Abs "fabs", Sqrt "fsqrt", Floor "ffloor", Ceil "fceil", Trunc "ftrunc", Round "fround",
        RoundEven "froundeven",
    }
    FloatPredicate {
        False "false", Oeq "oeq", Ogt "ogt", Oge "oge", Olt "olt", Ole "ole", One "one", Ord "ord", Uno "uno",
        Ueq "ueq", Ugt "ugt", Uge "uge", Ult "ult", Ule "ule", Une "une", True "true",
    }
    CastOp {
        Trunc "trunc", ZExt "zext", SExt "sext", Bitcast "bitcast", PtrToInt "ptrtoint", IntToPtr "inttoptr",
        FloatToSigned "fptosi", FloatToUnsigned "fptoui", SignedToFloat "sitofp", UnsignedToFloat "uitofp",
        FloatToFloat "fpcast",
    }
    NondetKind {
        Bool "bool", Signed "signed", Unsigned "unsigned", Char "char", Pointer "pointer", Float "float",
        StdinByte "stdin", Outside "outside",
    }
    Requirement { Assumption "assumption", ArraySize "array_size", Result "result" }
    ExitKind { Exit "exit", Abort "abort" }
    Assumed { Pure "pure", Havoc "havoc", Summary "summary" }
    Encoding {
        Signed "signed", Unsigned "unsigned", Bool "bool", SignedChar "signed_char", UnsignedChar "unsigned_char",
        Float "float", Complex "complex",
    }
    Qualifier { Const "const", Volatile "volatile", Restrict "restrict", Atomic "atomic" }
}

impl Type {
    /// The type with this name: `i32`, `ptr`, `f64`, …; widths are not checked.
    pub fn named(name: &str) -> Option<Type> {
        if name == "ptr" {
            return Some(Type::Ptr);
        }
        if let Some(width) = name.strip_prefix('i') {
            let canonical = !width.starts_with('0') && width.bytes().all(|byte| byte.is_ascii_digit());
            return if canonical { width.parse().ok().map(Type::Int) } else { None };
        }
        FloatKind::ALL.into_iter().find(|kind| kind.name() == name).map(Type::Float)
    }
}
