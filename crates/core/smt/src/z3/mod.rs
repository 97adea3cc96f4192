//! Everything `unsafe`: Z3's C interface, our terms into it and its terms back.

mod context;
mod decode;
mod encode;
mod heap;

pub use context::Limits;
pub(crate) use context::{Context, Param, loaded_version};
pub(crate) use decode::{decode, decode_value};
pub(crate) use encode::Encoder;
