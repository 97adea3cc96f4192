//! What people call things: C expressions for operands, C names for types, fields for offsets.
//!
//! For diagnostics and comments only. Everything here is a best effort with bounded depth, since types may be cyclic and
//! chains of definitions long.

mod expr;
mod path;
mod type_name;

pub use expr::{Describer, operand, pointed_to};
pub use path::{field_path, field_type, pointee, size_of};
pub use type_name::type_name;
