//! Functions whose meaning is part of the IR.

/// What interpreter and engines know by heart. Everything else of a C library is a C model or unknown.
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
    /// `reach_error` without a body: the error function, then on.
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
}

impl Builtin {
    pub const ALL: [Builtin; 18] = [
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
        }
    }

    pub fn named(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|builtin| builtin.name() == name)
    }
}
