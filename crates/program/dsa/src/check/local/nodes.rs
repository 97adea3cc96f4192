//! What has to hold of every node for itself.

use ir::{FuncId, Operand};

use super::super::failure::Failure;
use crate::graph::{Cell, Flags, Node, NodeId};
use crate::result::PointsTo;

/// Checks all nodes, and the functions that the unknown may call.
pub fn check(points_to: &PointsTo<'_>) -> Vec<Failure> {
    let mut failures = Vec::new();
    let nowhere = ir::Places::nowhere();
    for id in points_to.nodes() {
        let what = wrong_layout(points_to, id).or_else(|| wrong_neighbours(points_to, id));
        let failure = what.map(|what| Failure { func: None, at: nowhere, what: format!("{id:?}: {what}") });
        failures.extend(failure);
    }
    for func in points_to.known_outside() {
        if !takes_from_outside(points_to, *func) {
            let what = "the unknown may call it, and does not choose its arguments".to_string();
            failures.push(Failure { func: Some(*func), at: points_to.module().funcs[*func].loc, what });
        }
    }
    failures
}

/// Fields are where they are looked for.
fn wrong_layout(points_to: &PointsTo<'_>, id: NodeId) -> Option<&'static str> {
    let (node, flags) = (points_to.node(id), points_to.flags(id));
    if flags.contains(Flags::CYCLIC) != (node.modulus != 0) || (node.collapsed && node.modulus != 1) {
        return Some("flags and layout do not agree");
    }
    let outside = |offset: i64| node.modulus != 0 && !(0..node.modulus as i64).contains(&offset);
    for (index, field) in node.fields.iter().enumerate() {
        if field.shape.width <= 0 || field.shape.width > node.widest {
            return Some("a field is wider than the widest");
        }
        if outside(field.offset) || outside(field.end() - 1) {
            return Some("a field is outside of an element");
        }
        if index > 0 && node.fields[index - 1].offset > field.offset {
            return Some("fields are not in order");
        }
        if !flags.contains(field.flags) {
            return Some("a field has effects that the node does not have");
        }
    }
    if !node.origins.is_empty() && flags.intersects(Flags::READ | Flags::MODIFIED) {
        return Some("a number is used as an address, and nothing came of it");
    }
    None
}

/// Who sees a node sees what it leads to.
fn wrong_neighbours(points_to: &PointsTo<'_>, id: NodeId) -> Option<&'static str> {
    let (node, flags) = (points_to.node(id), points_to.flags(id));
    if flags.contains(Flags::SHARED) && !leads_only_to(points_to, node, Flags::SHARED) {
        return Some("what all functions share leads to what they do not");
    }
    if flags.contains(Flags::EXTERNAL) {
        if !leads_only_to(points_to, node, Flags::EXTERNAL | Flags::READ | Flags::MODIFIED) {
            return Some("what is external leads to what is not");
        }
        if node.funcs.iter().any(|func| points_to.known_outside().binary_search(func).is_err()) {
            return Some("the unknown is not said to know the function");
        }
    }
    None
}

fn leads_only_to(points_to: &PointsTo<'_>, node: &Node, flags: Flags) -> bool {
    let next = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
    next.map(|cell| points_to.normal(cell)).all(|cell| points_to.flags(cell.node).contains(flags))
}

fn takes_from_outside(points_to: &PointsTo<'_>, func: FuncId) -> bool {
    let function = &points_to.module().funcs[func];
    if !function.is_defined() {
        return true;
    }
    let params = function.params.iter().filter_map(|param| points_to.cell(func, Operand::Reg(*param)));
    let results = (0..function.signature.rets.len()).filter_map(|index| points_to.result(func, index));
    let is_external = |cell: Cell| points_to.flags(cell.node).contains(Flags::EXTERNAL);
    params.chain(results).chain(points_to.varargs(func)).all(is_external)
}
