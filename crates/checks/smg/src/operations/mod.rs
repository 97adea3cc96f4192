//! Operations on graphs. Each says what it guarantees about the heaps that a graph stands for, and is tested against
//! small graphs with all their heaps written out.

pub mod canon;
pub mod compare;
pub mod content;
pub mod reach;
pub mod segment;
