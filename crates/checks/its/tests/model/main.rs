//! The data and the bookkeeping against models of them: evaluation on small numbers, brute force on small graphs, runs of small
//! systems.

mod atoms;
mod chains;
mod encoded;
mod graphs;
mod order;
mod polynomials;
mod refined;
mod replayed;
#[path = "../rules/mod.rs"]
mod rules;
mod slices;
mod small;
mod steps;
mod techniques;
#[path = "../texts/mod.rs"]
mod texts;
mod types;
