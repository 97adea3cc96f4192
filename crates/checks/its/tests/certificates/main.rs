//! Certificates that are right, and what the check says of each of them with one thing wrong.

mod claims;
mod cycles;
mod logic;
mod moves;
mod proofs;
mod rays;
#[path = "../rules/mod.rs"]
mod rules;
mod simplifications;
mod size_change;
mod splits;
mod support;
#[path = "../texts/mod.rs"]
mod texts;
mod visits;
