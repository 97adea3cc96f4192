//! What every instruction needs of the finished graph of its function.
//!
//! Guarantees: no failure, here and in [`check_calls`](super::check_calls), means that in every run that the graphs cover
//!             each access touches a byte that the cell of the instruction's pointer stands for, and that in one activation
//!             of a function two pointers whose cells are in different nodes touch no byte in common that one of them modifies;
//!             but for external regions and numbers, which may be others ([`PointsTo::may_be_one`]).
//!
//! Why that is enough: in an activation every object that can be reached has a *place*, a cell for its first byte, modulo
//! the node's modulus. The place of a new object is where the node says it was allocated, and a call takes places from
//! one graph to another (`check_calls`). Every rule keeps three sentences true from one instruction to the next:
//!
//! 1. A register that holds an address, or a piece of one, has the cell that is the place of the byte it leads to. What is
//!    computed from addresses has a node that tells no bytes apart, with the object in it; or one that nobody uses as an
//!    address and that knows the object's as an origin.
//! 2. Over bytes that hold an address, or a piece of one, lies a field whose content is that place, and no field with
//!    another one.
//! 3. A register without a cell that may hold an address all the same ([`lost`]) goes to no memory, no call, no result and
//!    no register with a cell.
//!
//! So an access is within the node of its cell, whose bytes and effects it must find there; and an object has one place.
//! Believed is that products of an index and an element size do not wrap around, and that no carry is lost where something
//! is added to a piece of an address.
//!
//! All of it is asked of [`PointsTo`]; nothing is taken from what computed it.

mod access;
mod code;
mod globals;
mod library;
mod lost;
mod nodes;
mod targets;
mod values;

use super::failure::Failure;
use crate::result::PointsTo;
use code::Code;
use targets::Contexts;

/// Checks every instruction of every function, every initialiser and every node.
pub fn check_local(points_to: &PointsTo<'_>) -> Vec<Failure> {
    let mut failures = nodes::check(points_to);
    failures.extend(globals::check(points_to));
    let contexts = Contexts::of(points_to);
    for (func, function) in points_to.module().funcs.iter_enumerated() {
        if function.is_defined() {
            failures.extend(Code::new(points_to, &contexts, func).check());
        }
    }
    failures
}
