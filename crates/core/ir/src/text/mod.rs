//! The text form of the IR: one printer, and a parser that is its inverse.
//!
//! ```text
//! module lp64
//!
//! global @head: 8 align 8 of #2 !f0:3:14 = { zero 8 }
//!
//! func @length(%list.0: ptr #2) -> i32 of #4 !f0:5:5 {
//!   var $n.0 of #3 !6:7
//! bb0:
//!   bind $n.0, i32 0 !6:7
//!   jump bb1(%list.0, i32 0) !7:3
//! bb1(%l.1: ptr #2, %n.2: i32 #3):
//!   %3 = cmp ne ptr %l.1, null !7:10
//!   branch %3, bb2, bb3 !7:3
//! bb2:
//!   %next.4 #2 = load ptr %l.1 align 8 of #2 !8:12
//!   %n.5 #3 = add nsw i32 %n.2, 1 !9:6
//!   jump bb1(%next.4, %n.5)
//! bb3:
//!   return %n.2 !11:3
//! }
//!
//! file f0 "list.c"
//! type #2 = pointer #1   // struct node *
//! ```
//!
//! - `%name.3` is register 3 and `$name.3` variable 3 of the function; the names are hints. Where a register is defined,
//!   `: i32` gives its type, unless the instruction does, and `#2` its C type.
//! - `!12:7` is a line and column in the file of the function's own place; `!f0:12:7` names the file.
//! - Integer constants are signed decimals; their type stands before them, unless the instruction gives it. `@x+8` is
//!   an address in a global, `fn @f` that of a function, `label @f:bb3` that of a block.
//! - Everything is numbered from 0 without gaps; files and types come last. Constants and places have no number:
//!   reading interns them again, in the order of the text, so only those that are used survive.
//!
//! Invariant: for a module that verifies, `parse(print(m))` is `m` up to the numbers of constants and places, and prints
//! as the same text.

mod error;
mod lexer;
mod names;
mod parse;
mod parse_func;
mod parse_inst;
mod parse_tables;
mod print;
mod print_func;
mod print_tables;

pub use error::ParseError;
pub use parse::parse;
pub use print_func::{Pieces, symbol};
pub(crate) use print_func::{inst_text, term_text};
