//! Kinds of wrongdoing that a run can show, and one instance of it.

use serde::{Deserialize, Serialize};
use std::fmt;

use ir::{FuncId, LocId, Requirement};

use crate::Property;

/// A kind of bug; its name is the code that diagnostics and test programs use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BugKind {
    NullDeref,
    UseAfterFree,
    /// Through a pointer to a local variable whose scope or function has ended.
    UseAfterScope,
    OutOfBounds,
    UninitDeref,
    /// Through a number that is the address of no object.
    WildDeref,
    ReadonlyWrite,
    /// Through something that is no function, or one of another signature.
    InvalidCall,
    InvalidFree,
    DoubleFree,
    BadRealloc,
    OverlappingCopy,
    /// The last pointer to a heap object is lost.
    Leak,
    /// The program ends with a heap object that was never freed.
    LeakAtExit,
    SignedOverflow,
    DivByZero,
    ShiftOutOfRange,
    /// `__builtin_clz`, `__builtin_ctz` and their kin count no zeros in 0.
    BitScanOfZero,
    /// The error function is called; a failed `assert` too.
    ErrorCall,
    UnreachableReached,
    /// A promise of `__builtin_assume` does not hold.
    BrokenAssumption,
    /// A variable-length array without elements, or with fewer than none.
    ArraySize,
    /// The result of a function is used that ended without `return`.
    MissingReturn,
    NonTermination,
}

impl BugKind {
    pub const ALL: [BugKind; 24] = [
        BugKind::NullDeref,
        BugKind::UseAfterFree,
        BugKind::UseAfterScope,
        BugKind::OutOfBounds,
        BugKind::UninitDeref,
        BugKind::WildDeref,
        BugKind::ReadonlyWrite,
        BugKind::InvalidCall,
        BugKind::InvalidFree,
        BugKind::DoubleFree,
        BugKind::BadRealloc,
        BugKind::OverlappingCopy,
        BugKind::Leak,
        BugKind::LeakAtExit,
        BugKind::SignedOverflow,
        BugKind::DivByZero,
        BugKind::ShiftOutOfRange,
        BugKind::BitScanOfZero,
        BugKind::ErrorCall,
        BugKind::UnreachableReached,
        BugKind::BrokenAssumption,
        BugKind::ArraySize,
        BugKind::MissingReturn,
        BugKind::NonTermination,
    ];

    pub fn code(self) -> &'static str {
        match self {
            BugKind::NullDeref => "null-deref",
            BugKind::UseAfterFree => "use-after-free",
            BugKind::UseAfterScope => "use-after-scope",
            BugKind::OutOfBounds => "out-of-bounds",
            BugKind::UninitDeref => "uninit-deref",
            BugKind::WildDeref => "wild-deref",
            BugKind::ReadonlyWrite => "readonly-write",
            BugKind::InvalidCall => "invalid-call",
            BugKind::InvalidFree => "invalid-free",
            BugKind::DoubleFree => "double-free",
            BugKind::BadRealloc => "bad-realloc",
            BugKind::OverlappingCopy => "overlapping-copy",
            BugKind::Leak => "leak",
            BugKind::LeakAtExit => "leak-at-exit",
            BugKind::SignedOverflow => "signed-overflow",
            BugKind::DivByZero => "div-by-zero",
            BugKind::ShiftOutOfRange => "shift-out-of-range",
            BugKind::BitScanOfZero => "bit-scan-of-zero",
            BugKind::ErrorCall => "error-call",
            BugKind::UnreachableReached => "unreachable-reached",
            BugKind::BrokenAssumption => "broken-assumption",
            BugKind::ArraySize => "array-size",
            BugKind::MissingReturn => "missing-return",
            BugKind::NonTermination => "non-termination",
        }
    }

    /// What it is not to keep to a rule.
    pub fn of_requirement(what: Requirement) -> BugKind {
        match what {
            Requirement::Assumption => BugKind::BrokenAssumption,
            Requirement::ArraySize => BugKind::ArraySize,
            Requirement::Result => BugKind::MissingReturn,
        }
    }

    pub fn with_code(code: &str) -> Option<BugKind> {
        BugKind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Does a proof of the property have to exclude it?
    pub fn blocks(self, property: Property) -> bool {
        match self {
            // A lost object is not freed either.
            BugKind::Leak => property.includes(Property::ValidMemtrack) || property == Property::ValidMemcleanup,
            BugKind::LeakAtExit => property == Property::ValidMemcleanup,
            BugKind::ErrorCall => property == Property::UnreachCall,
            // Everything else ends the run, and what would follow was not looked at: that settles nothing.
            BugKind::NullDeref
            | BugKind::UseAfterFree
            | BugKind::UseAfterScope
            | BugKind::OutOfBounds
            | BugKind::UninitDeref
            | BugKind::WildDeref
            | BugKind::ReadonlyWrite
            | BugKind::InvalidCall
            | BugKind::InvalidFree
            | BugKind::DoubleFree
            | BugKind::BadRealloc
            | BugKind::OverlappingCopy
            | BugKind::SignedOverflow
            | BugKind::DivByZero
            | BugKind::ShiftOutOfRange
            | BugKind::BitScanOfZero
            | BugKind::UnreachableReached
            | BugKind::BrokenAssumption
            | BugKind::ArraySize
            | BugKind::MissingReturn
            | BugKind::NonTermination => true,
        }
    }

    /// The part it violates. `None`: undefined behaviour that no property names. It ends a run all the same, because
    /// nothing that comes after it can be held against the program.
    pub fn violates(self) -> Option<Property> {
        match self {
            BugKind::NullDeref
            | BugKind::UseAfterFree
            | BugKind::UseAfterScope
            | BugKind::OutOfBounds
            | BugKind::UninitDeref
            | BugKind::WildDeref
            | BugKind::ReadonlyWrite
            | BugKind::InvalidCall => Some(Property::ValidDeref),
            BugKind::InvalidFree | BugKind::DoubleFree | BugKind::BadRealloc => Some(Property::ValidFree),
            BugKind::Leak => Some(Property::ValidMemtrack),
            BugKind::LeakAtExit => Some(Property::ValidMemcleanup),
            BugKind::SignedOverflow => Some(Property::NoOverflow),
            BugKind::ErrorCall => Some(Property::UnreachCall),
            BugKind::NonTermination => Some(Property::Termination),
            BugKind::OverlappingCopy
            | BugKind::DivByZero
            | BugKind::ShiftOutOfRange
            | BugKind::BitScanOfZero
            | BugKind::UnreachableReached
            | BugKind::BrokenAssumption
            | BugKind::ArraySize
            | BugKind::MissingReturn => None,
        }
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A bug that happened: what, where, and what a person needs to understand it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub kind: BugKind,
    /// Where it is reported: inside library models, the user's call.
    pub loc: LocId,
    /// One sentence without the place: "`p->next` reads 8 bytes at offset 8 of a freed object of 16 bytes".
    pub message: String,
    /// Other places that matter, with what happened there: "allocated here", "freed here".
    pub related: Vec<(LocId, String)>,
    /// Calls that lead there, innermost last; models included.
    pub stack: Vec<Frame>,
}

/// One level of the call stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub func: FuncId,
    /// Where this function was called; nowhere for the entry.
    pub called_at: LocId,
}
