//! Tests of the graph by itself.

mod unify;
