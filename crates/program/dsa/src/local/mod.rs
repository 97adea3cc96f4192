//! One function at a time: what its instructions mean for the graph, whatever its callers pass and its callees do.

mod all;
mod carriers;
mod function;
mod globals;
mod library;

pub(crate) use all::analyse_functions;
pub(crate) use function::Local;
