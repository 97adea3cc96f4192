//! The finished analysis: the questions it answers, and what is told of it to engines and to people.

mod alias;
#[cfg(test)]
mod broken;
mod facts;
mod names;
mod order;
mod points_to;
mod stats;

#[cfg(test)]
pub(crate) use broken::Break;
pub use names::{Names, Typed};
pub use order::Order;
pub use points_to::{CallFacts, PointsTo, TargetFacts, analyze};
pub use stats::Stats;
