//! Globals, and what their initialisers hold.

use ir::{Const, FuncId, GlobalId, InitPiece};

use super::super::bytes::holds_only;
use super::super::failure::Failure;
use super::values::leads;
use crate::graph::{Cell, Class, Flags, Site};
use crate::result::PointsTo;

/// Checks the regions of all globals.
pub fn check(points_to: &PointsTo<'_>) -> Vec<Failure> {
    let module = points_to.module();
    let mut failures = Vec::new();
    let mut check = |owner: Option<FuncId>, id: GlobalId, cell: Cell| {
        let what =
            wrong_region(points_to, owner, id, cell).into_iter().chain(wrong_contents(points_to, owner, id, cell));
        let (name, at) = (&module.globals[id].name, module.globals[id].loc);
        failures.extend(what.map(|what| Failure { func: owner, at, what: format!("{name} {what}") }));
    };
    for id in module.globals.ids() {
        points_to.global(None, id).into_iter().for_each(|cell| check(None, id, cell));
    }
    for func in module.funcs.ids() {
        points_to.constants(func).into_iter().for_each(|(id, cell)| check(Some(func), id, cell));
    }
    failures
}

fn wrong_region(points_to: &PointsTo<'_>, owner: Option<FuncId>, id: GlobalId, cell: Cell) -> Option<String> {
    let global = &points_to.module().globals[id];
    let (node, flags) = (points_to.node(cell.node), points_to.flags(cell.node));
    if node.sites.binary_search(&(Site::Global(id), cell.offset)).is_err() || !flags.contains(Flags::GLOBAL) {
        return Some("does not begin where its region says".to_string());
    }
    if global.init.is_none() && !flags.contains(Flags::EXTERNAL) {
        return Some("is defined outside, and its region is not".to_string());
    }
    let what = match owner {
        // What nobody writes needs no identity.
        Some(_) => (!global.constant || global.init.is_none()).then_some("is one, and functions have it of their own"),
        // Where all functions have one graph, everything in it is shared.
        None if points_to.options().context_insensitive => None,
        None => (!flags.contains(Flags::SHARED)).then_some("is in a region that is not shared"),
    };
    what.map(str::to_string)
}

fn wrong_contents(points_to: &PointsTo<'_>, owner: Option<FuncId>, id: GlobalId, cell: Cell) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut offset: i64 = 0;
    for piece in points_to.module().globals[id].init.iter().flatten() {
        if let InitPiece::Address { value, size } = piece {
            let is_right = |held| is_address(points_to, owner, *value, held);
            if !holds_only(points_to, cell.plus(offset), *size as i64, Class::ANY, is_right) {
                wrong.push(format!("holds an address at byte {offset}, which its region does not"));
            }
        }
        offset = offset.wrapping_add(piece.size() as i64);
    }
    wrong
}

fn is_address(points_to: &PointsTo<'_>, owner: Option<FuncId>, value: Const, held: Cell) -> bool {
    match value {
        Const::Global { id, offset } => {
            points_to.global(owner, id).is_some_and(|cell| leads(points_to, points_to.normal(cell.plus(offset)), held))
        }
        Const::Func(func) => points_to.node(held.node).funcs.contains(&func),
        Const::Int { .. } | Const::Null | Const::Block { .. } | Const::Float { .. } => true,
    }
}
