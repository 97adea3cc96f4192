//! Runs that do not end.

mod accelerate;
mod cycles;
mod going_on;
mod lasso;
mod rays;
mod recurrent;
mod search;
mod stem;

pub use search::{endless, endless_otherwise};
