//! The product as a whole: annotated and random programs, native runs, and the rules that its crates keep.
//!
//! One program, because each contains LLVM and takes a while to link; `cargo test -p harness ui::` runs a part.

mod addresses;
mod covered;
mod dead_ends;
mod exact;
mod faults;
mod fuzz;
mod lassos;
mod layers;
mod lists;
mod loops;
mod points_to;
mod random;
mod ranges;
mod ui;
