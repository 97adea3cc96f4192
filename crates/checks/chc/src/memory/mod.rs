//! Objects that are known by what they hold.
//!
//! An object is *private* when no run can come to it but by its name: nobody stores, returns or converts its address. It may be
//! passed to functions that are read in place, moved on and compared. Its bytes are then what the accesses that its name leads to
//! have made of them. Other objects hold anything, every time they are read; accesses that might leave an object, or are of one
//! that nobody names, are not modelled.

mod derived;
mod layout;
mod private;
mod scope;
mod uses;

pub use derived::{Base, ObjectId, distance};
pub use layout::{Layout, Slot, gcd};
pub use private::{Object, Objects, size};
pub use uses::passes;
