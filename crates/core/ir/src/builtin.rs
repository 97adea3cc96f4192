//! Functions whose meaning is part of the IR.

use crate::inst::Signature;
use crate::types::{DataModel, FloatKind, Type};

/// What the interpreter and the engines know by heart. Everything else in a C library is a C model or unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Builtin {
    Malloc,
    Calloc,
    Realloc,
    Free,
    /// `void *(size_t align, size_t size)`
    AlignedAlloc,
    /// The three below are instructions when called directly; through a pointer they are functions.
    Memcpy,
    Memmove,
    Memset,
    /// Terminators when called directly.
    Exit,
    Abort,
    /// `__assert_fail`: the error function of assertions, then `abort`.
    AssertFail,
    /// `__VERIFIER_error` without a body: the error function, then `abort`.
    VerifierError,
    /// `reach_error` without a body: the error function, then the run goes on.
    ReachError,
    /// `void (int fd, const void *bytes, size_t count)`: output.
    Write,
    /// `int (char *buffer, size_t size, double value, char conversion, int flags, int width, int precision)`, for `printf`.
    FormatDouble,
    /// As `FormatDouble`, of a `long double` in the x87 format.
    FormatLongDouble,
    /// `double (const char *text, size_t length)`, for `strtod`.
    ParseDouble,
    /// `float (const char *text, size_t length)`, for `strtof`: rounding through `double` would be inexact.
    ParseFloat,
    /// `void (void *start, size_t count)`: code that Cairn cannot see may write to these bytes, as far as they exist. They
    /// hold any numbers afterwards; addresses among them may have been kept.
    Havoc,
}

impl Builtin {
    pub const ALL: [Builtin; 19] = [
        Builtin::Malloc,
        Builtin::Calloc,
        Builtin::Realloc,
        Builtin::Free,
        Builtin::AlignedAlloc,
        Builtin::Memcpy,
        Builtin::Memmove,
        Builtin::Memset,
        Builtin::Exit,
        Builtin::Abort,
        Builtin::AssertFail,
        Builtin::VerifierError,
        Builtin::ReachError,
        Builtin::Write,
        Builtin::FormatDouble,
        Builtin::FormatLongDouble,
        Builtin::ParseDouble,
        Builtin::ParseFloat,
        Builtin::Havoc,
    ];

    /// The name that programs and models call it by, which is also its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Malloc => "malloc",
            Builtin::Calloc => "calloc",
            Builtin::Realloc => "realloc",
            Builtin::Free => "free",
            Builtin::AlignedAlloc => "__cairn_aligned_alloc",
            Builtin::Memcpy => "memcpy",
            Builtin::Memmove => "memmove",
            Builtin::Memset => "memset",
            Builtin::Exit => "__cairn_exit",
            Builtin::Abort => "abort",
            Builtin::AssertFail => "__assert_fail",
            Builtin::VerifierError => "__VERIFIER_error",
            Builtin::ReachError => "reach_error",
            Builtin::Write => "__cairn_write",
            Builtin::FormatDouble => "__cairn_format_double",
            Builtin::FormatLongDouble => "__cairn_format_long_double",
            Builtin::ParseDouble => "__cairn_parse_double",
            Builtin::ParseFloat => "__cairn_parse_float",
            Builtin::Havoc => "__cairn_havoc",
        }
    }

    pub fn named(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|builtin| builtin.name() == name)
    }

    /// What it takes and gives, whatever a program's declaration of it says.
    pub fn signature(self, model: DataModel) -> Signature {
        let size = model.pointer_int();
        let (ptr, int) = (Type::Ptr, Type::Int(32));
        let (params, rets): (&[Type], &[Type]) = match self {
            Builtin::Malloc => (&[size], &[ptr]),
            Builtin::Calloc => (&[size, size], &[ptr]),
            Builtin::Realloc => (&[ptr, size], &[ptr]),
            Builtin::Free => (&[ptr], &[]),
            Builtin::AlignedAlloc => (&[size, size], &[ptr]),
            Builtin::Memcpy | Builtin::Memmove => (&[ptr, ptr, size], &[ptr]),
            Builtin::Memset => (&[ptr, int, size], &[ptr]),
            Builtin::Exit => (&[int], &[]),
            Builtin::Abort | Builtin::VerifierError | Builtin::ReachError => (&[], &[]),
            Builtin::AssertFail => (&[ptr, ptr, int, ptr], &[]),
            Builtin::Write => (&[int, ptr, size], &[]),
            Builtin::FormatDouble => (&[ptr, size, Type::Float(FloatKind::F64), Type::Int(8), int, int, int], &[int]),
            Builtin::FormatLongDouble => {
                (&[ptr, size, Type::Float(FloatKind::F80), Type::Int(8), int, int, int], &[int])
            }
            Builtin::ParseDouble => (&[ptr, size], &[Type::Float(FloatKind::F64)]),
            Builtin::ParseFloat => (&[ptr, size], &[Type::Float(FloatKind::F32)]),
            Builtin::Havoc => (&[ptr, size], &[]),
        };
        Signature { params: params.to_vec(), rets: rets.to_vec(), variadic: false }
    }
}
