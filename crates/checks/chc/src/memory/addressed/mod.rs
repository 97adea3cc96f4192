//! Objects whose address others may know, but only inside of the program: which they are, and where they lie.
//!
//! An address is a number: each such object has a window of numbers for itself, with room before and behind it, so that
//! a number tells the object that its pointer was derived from as long as the pointer does not go too far. Where objects really
//! lie is not known, and nothing that depends on it is taken from these numbers.

mod candidates;
mod effects;
mod windows;

pub use candidates::{Many, allocated, asked, candidates};
pub use effects::Effects;
pub use windows::{Window, code, lay_out, windows};
