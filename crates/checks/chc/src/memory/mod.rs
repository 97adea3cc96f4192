//! Objects that are known by what they hold.
//!
//! An object is *private* when no run can come to it but by its name: nobody stores, returns or converts its address. It may be
//! passed to functions that are read in place, moved on and compared. Its bytes are then what the accesses that its name leads to
//! have made of them. One whose address is stored, but that is there once and does not leave the program, is *addressed*: pointers to
//! it are numbers. Other objects hold anything, every time they are read; accesses that might leave an object, or are of one
//! that nobody names, are not modelled.

mod addressed;
mod bound;
mod derived;
mod layout;
mod objects;
mod place;
mod scope;
mod targets;
mod uses;

pub use addressed::{Many, Window, asked, code};
pub use bound::Bound;
pub use derived::{Base, ObjectId, distance};
pub use layout::{Holds, Layout, Slot, gcd};
pub use objects::{Object, Objects, Size, size};
pub use place::Place;
pub use targets::{Followed, Sets, Targets};
pub use uses::passes;
