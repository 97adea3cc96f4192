//! What people call things: C expressions for operands, C names for types, fields for offsets, places of loops.
//!
//! For diagnostics and comments only. Everything here is a best effort with bounded depth, since types may be cyclic and
//! chains of definitions long.

mod expr;
mod loop_place;
mod path;
mod type_name;

pub use expr::{Describer, operand, pointed_to};
pub use loop_place::loop_place;
pub use path::{field_path, field_type, pointee, size_of};
pub use type_name::type_name;
