//! Where people say a loop is.

use crate::ids::LocId;
use crate::loops::Loop;
use crate::module::{Function, Module};

/// The place of a loop of the function.
pub fn loop_place(module: &Module, function: &Function, each: &Loop) -> LocId {
    let place = |loc: LocId| module.places.get(loc).map(|loc| (loc.line, loc.column));
    // The jump back carries the place of the loop; `continue` has its own, further down.
    let jumps = each.latches.iter().map(|latch| function.blocks[*latch].term.loc);
    let own = &function.blocks[each.header];
    let head = own.insts.first().map_or(own.term.loc, |inst| inst.loc);
    jumps.filter(|loc| place(*loc).is_some()).min_by_key(|loc| place(*loc)).unwrap_or(head)
}
