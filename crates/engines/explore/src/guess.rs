//! Solving without a solver: most conditions compare an input with a number, and one of the numbers around does it.

use ir::eval::{self, Trouble};
use ir::{BinOp, sign_extend, truncate};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::Path;
use encode::node::{Arg, Node, NodeId};

/// Beyond these, the solver is quicker.
const MAX_NODES: usize = 400;
const MAX_VARIABLES: usize = 3;
const MAX_CANDIDATES: usize = 40;

/// Inputs that keep the `related` conditions and turn the one at `index`, differing in one input only.
pub fn guess(path: &Path, related: &[usize], index: usize) -> Option<Vec<u128>> {
    let wanted: Vec<(Arg, bool)> = related
        .iter()
        .map(|&earlier| (path.conditions[earlier].value, path.conditions[earlier].held))
        .chain([(path.conditions[index].value, !path.conditions[index].held)])
        .collect();
    let mut seen = FxHashSet::default();
    let mut nodes = Vec::new();
    let mut variables = Vec::new();
    // The turned condition first, so that its own inputs are tried first.
    for (value, _) in wanted.iter().rev() {
        if let Arg::Node(root) = value {
            path.nodes.walk(*root, &mut seen, &mut nodes, &mut Vec::new(), &mut variables);
        }
        if nodes.len() > MAX_NODES {
            return None;
        }
    }
    nodes.sort_unstable();
    variables.truncate(MAX_VARIABLES);
    let numbers = numbers_around(path, &nodes);
    let mut inputs = path.inputs.clone();
    for variable in variables {
        let before = inputs[variable as usize];
        for &candidate in &numbers {
            inputs[variable as usize] = candidate;
            if satisfies(path, &nodes, &wanted, &inputs) {
                // Bits above the input's width are ignored by whoever reads it.
                return Some(inputs);
            }
        }
        inputs[variable as usize] = before;
    }
    None
}

/// Constants of the conditions and their neighbours, and the ends of the common ranges.
fn numbers_around(path: &Path, nodes: &[NodeId]) -> Vec<u128> {
    let mut numbers = vec![0, 1, u128::MAX, 2];
    let mut around = |arg: Arg, width: u16| {
        if let Arg::Bits(bits) = arg {
            let value = sign_extend(bits, width) as u128;
            numbers.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        }
    };
    for &tag in nodes {
        let (node, width) = path.nodes.get(tag);
        match node {
            Node::Compare { operand_width, a, b, .. } => {
                around(a, operand_width);
                around(b, operand_width);
            }
            Node::Binary { a, b, .. } => {
                around(a, width);
                around(b, width);
            }
            Node::Input { .. }
            | Node::Overflows { .. }
            | Node::Undefined { .. }
            | Node::ShiftOverflows { .. }
            | Node::Cast { .. }
            | Node::Select { .. } => {}
        }
    }
    numbers.extend([(1 << 31) - 1, 1 << 31, (1 << 63) - 1, 1 << 63]);
    let mut seen = FxHashSet::default();
    numbers.retain(|&number| seen.insert(number));
    numbers.truncate(MAX_CANDIDATES);
    numbers
}

fn satisfies(path: &Path, nodes: &[NodeId], wanted: &[(Arg, bool)], inputs: &[u128]) -> bool {
    let mut values = FxHashMap::default();
    for &tag in nodes {
        let Some(value) = evaluate(path, tag, &values, inputs) else { return false };
        values.insert(tag, value);
    }
    wanted.iter().all(|&(arg, holds)| read(arg, 1, &values) == u128::from(holds))
}

fn read(arg: Arg, width: u16, values: &FxHashMap<NodeId, u128>) -> u128 {
    match arg {
        Arg::Bits(bits) => truncate(bits, width),
        Arg::Node(tag) => values[&tag],
    }
}

/// The value of a node whose operands are known; `None` where it has none.
fn evaluate(path: &Path, tag: NodeId, values: &FxHashMap<NodeId, u128>, inputs: &[u128]) -> Option<u128> {
    let (node, width) = path.nodes.get(tag);
    let value = match node {
        Node::Input { index } => inputs[index as usize],
        Node::Binary { op, a, b } => {
            eval::binary(op, width, false, read(a, width, values), read(b, width, values)).ok()?
        }
        Node::Overflows { op, signed, operand_width: w, a, b } => {
            u128::from(eval::overflows(op, signed, w, read(a, w, values), read(b, w, values)))
        }
        Node::Undefined { op, nsw, operand_width: w, a, b } => {
            u128::from(eval::binary(op, w, nsw, read(a, w, values), read(b, w, values)).is_err())
        }
        Node::ShiftOverflows { operand_width: w, a, b } => {
            match eval::binary(BinOp::Shl, w, true, read(a, w, values), read(b, w, values)) {
                Ok(_) => 0,
                Err(Trouble::Overflow) => 1,
                Err(Trouble::ShiftOutOfRange | Trouble::DivisionByZero) => return None,
            }
        }
        Node::Compare { pred, operand_width: w, a, b } => {
            u128::from(eval::compare(pred, w, read(a, w, values), read(b, w, values)))
        }
        Node::Cast { op, from, a } => eval::cast(op, from, width, read(a, from, values))?,
        Node::Select { cond, a, b } => {
            let chosen = if read(cond, 1, values) == 1 { a } else { b };
            read(chosen, width, values)
        }
    };
    Some(truncate(value, width))
}
