//! Symbolic memory graphs: values, objects with their fields, and the roots from which a program sees them.
//!
//! Paper: [SAS13] section 3. Every operation leaves a graph that satisfies [`check_consistency`].

mod alternation;
mod consistency;
mod memory;
mod object;
mod range;
mod state;
mod text;
mod trail;
mod value;
mod written;

pub use alternation::Alternation;
pub use consistency::{check_consistency, has_empty_cycle, links_agree};
pub use memory::Graph;
pub use object::{Field, Fill, Kind, Life, Link, Links, MOST_LINKS, Object, Segment, Storage};
pub use range::Range;
pub use state::{ArgClass, Computed, Frame, Local, State, VarArg, substituted};
pub use trail::{Trail, TrailEvent};
pub use value::{Addr, Linear, ObjectId, Origin, SymId, SymInfo, Value, Which};
