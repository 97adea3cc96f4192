//! Numbers without a machine: pure functions on bit patterns.

pub(crate) mod binary;
pub(crate) mod decimal;
pub(crate) mod float;
pub(crate) mod format;
mod sqrt;
