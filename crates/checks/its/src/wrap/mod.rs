//! Integers of a fixed width, with exact wrap-around.
//!
//! A system over such integers is a [`System`](crate::System) together with [`Types`]. Its meaning is [`step`]: guards
//! compare exact values; a value after a step is the exact value of its polynomial, reduced modulo a power of two into the
//! range of the variable's type. Because reduction respects sums and products, it makes no difference whether intermediate
//! results are reduced as well. Runs start with any values in range, and what a step chooses is in range.
//!
//! [`encode`] finds a system over mathematical integers with the same runs, and [`check_encoding`] says whether it has:
//! what is proved about the one then holds for the other.

mod check;
mod encoding;
mod search;
mod types;

pub use check::check_encoding;
pub use encoding::{WrapEncoding, Wraps};
pub use search::encode;
pub use types::{IntType, Types, step};
