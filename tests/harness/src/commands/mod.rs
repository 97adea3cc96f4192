//! The commands by their names.

mod bless;
mod fuzz;
mod its;
mod phases;
mod points_to;
mod points_to_bench;
mod random;
mod roundtrip;

use anyhow::Result;

pub type Run = fn(&[String]) -> Result<()>;

pub fn named(name: &str) -> Option<Run> {
    Some(match name {
        "bless" => bless::run,
        "fuzz" => fuzz::run,
        "its" => its::run,
        "phases" => phases::run,
        "points-to" => points_to::run,
        "points-to-bench" => points_to_bench::run,
        "random" => random::run,
        "roundtrip" => roundtrip::run,
        _ => return None,
    })
}
