//! What the tests of whole programs share: annotated programs, native runs, a generator of random programs.
//!
//! Architecture invariant: nothing of Cairn depends on this crate, and it judges Cairn from outside: by what programs
//! do when clang compiles them, and by what they say of themselves.

pub mod again;
pub mod ask;
pub mod case;
pub mod claims;
pub mod covered;
pub mod fuzz;
pub mod generate;
pub mod large;
pub mod lists;
pub mod loops;
pub mod native;
pub mod parallel;
pub mod points_to;
pub mod random;
pub mod ranges;
pub mod sanitizer;
pub mod settled;
pub mod shrink;
pub mod subject;
pub mod ui;

/// What is measured here has the allocator of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
