//! Random systems, and runs of them.

#![allow(dead_code, reason = "each test uses its part")]

pub mod generate;
pub mod numbers;
pub mod run;
pub mod shuffle;
