//! Parts of systems and of certificates as short texts.

use its::system::{Atom, Location, Poly, System};

use crate::rules::system;

/// Constraints over variables with these names, in this order.
pub fn atoms(names: &str, text: &str) -> Vec<Atom> {
    system(&format!("s({names}) -> s({names}) :|: {text}")).transitions[0].guard.clone()
}

/// A polynomial over variables with these names, in this order.
pub fn polynomial(names: &str, text: &str) -> Poly {
    let others = names.split_once(',').map_or(String::new(), |(_, others)| format!(",{others}"));
    system(&format!("s({names}) -> s({text}{others})")).transitions[0].update[0].clone()
}

/// The location of that name.
pub fn place(system: &System, name: &str) -> Location {
    let at = system.locations.iter().position(|known| known == name).expect("a location");
    Location(u32::try_from(at).expect("few"))
}
