//! What can be asked of a program, and which part of it a bug breaks.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A property as users name it. `ValidMemsafety` stands for the three parts after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Property {
    ValidMemsafety,
    ValidDeref,
    ValidFree,
    ValidMemtrack,
    ValidMemcleanup,
    UnreachCall,
    NoOverflow,
    Termination,
    Shape,
}

impl Property {
    pub const ALL: [Property; 9] = [
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Termination,
        Property::Shape,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Property::ValidMemsafety => "valid-memsafety",
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::Termination => "termination",
            Property::Shape => "shape",
        }
    }

    pub fn named(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|property| property.name() == name)
    }

    /// Is a violation of `part` a violation of this property?
    pub fn includes(self, part: Property) -> bool {
        self == part
            || (self == Property::ValidMemsafety
                && matches!(part, Property::ValidDeref | Property::ValidFree | Property::ValidMemtrack))
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
