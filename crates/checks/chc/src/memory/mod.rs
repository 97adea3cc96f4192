//! Objects that are known by what they hold.
//!
//! An object is *private* when no run can come to it but by its name: nobody stores, passes, compares or converts its address.
//! Its bytes are then what the accesses that name it have made of them. Other objects hold anything, every time they are
//! read; accesses that might leave an object, or are of one that nobody names, are not modelled.

mod layout;
mod private;
mod scope;

pub use layout::{Layout, Slot};
pub use private::{Object, ObjectId, Objects};
