//! Solving without a solver: most conditions compare an input with a number, and one of the numbers around does it.

use ir::{BinOp, OverflowOp, Predicate, sign_extend, truncate};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::Path;
use crate::node::{Arg, Node, Tag};

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
fn numbers_around(path: &Path, nodes: &[Tag]) -> Vec<u128> {
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

fn satisfies(path: &Path, nodes: &[Tag], wanted: &[(Arg, bool)], inputs: &[u128]) -> bool {
    let mut values = FxHashMap::default();
    for &tag in nodes {
        let Some(value) = evaluate(path, tag, &values, inputs) else { return false };
        values.insert(tag, value);
    }
    wanted.iter().all(|&(arg, holds)| read(arg, 1, &values) == u128::from(holds))
}

fn read(arg: Arg, width: u16, values: &FxHashMap<Tag, u128>) -> u128 {
    match arg {
        Arg::Bits(bits) => truncate(bits, width),
        Arg::Node(tag) => values[&tag],
    }
}

/// The value of a node whose operands are known; `None` where it has none.
fn evaluate(path: &Path, tag: Tag, values: &FxHashMap<Tag, u128>, inputs: &[u128]) -> Option<u128> {
    let (node, width) = path.nodes.get(tag);
    let value = match node {
        Node::Input { index } => inputs[index as usize],
        Node::Binary { op, a, b } => binary(op, width, read(a, width, values), read(b, width, values))?,
        Node::Overflows { op, signed, operand_width: w, a, b } => {
            u128::from(overflows(op, signed, w, read(a, w, values), read(b, w, values))?)
        }
        Node::ShiftOverflows { operand_width: w, a, b } => {
            let (a, b) = (sign_extend(read(a, w, values), w), read(b, w, values));
            let by = u32::try_from(b).ok().filter(|&by| by < u32::from(w))?;
            u128::from(a < 0 || sign_extend(truncate((a as u128) << by, w), w) >> by != a)
        }
        Node::Compare { pred, operand_width: w, a, b } => {
            u128::from(compare(pred, w, read(a, w, values), read(b, w, values)))
        }
        Node::Cast { op, from, a } => match op {
            ir::CastOp::SExt => sign_extend(read(a, from, values), from) as u128,
            ir::CastOp::Trunc
            | ir::CastOp::ZExt
            | ir::CastOp::Bitcast
            | ir::CastOp::PtrToInt
            | ir::CastOp::IntToPtr
            | ir::CastOp::FloatToSigned
            | ir::CastOp::FloatToUnsigned
            | ir::CastOp::SignedToFloat
            | ir::CastOp::UnsignedToFloat
            | ir::CastOp::FloatToFloat => read(a, from, values),
        },
        Node::Select { cond, a, b } => {
            let chosen = if read(cond, 1, values) == 1 { a } else { b };
            read(chosen, width, values)
        }
    };
    Some(truncate(value, width))
}

fn binary(op: BinOp, width: u16, a: u128, b: u128) -> Option<u128> {
    let (signed_a, signed_b) = (sign_extend(a, width), sign_extend(b, width));
    let shift = || u32::try_from(b).ok().filter(|&by| by < u32::from(width));
    Some(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b)?,
        BinOp::URem => a.checked_rem(b)?,
        BinOp::SDiv => signed_a.checked_div(signed_b)? as u128,
        BinOp::SRem => signed_a.checked_rem(signed_b)? as u128,
        BinOp::Shl => a << shift()?,
        BinOp::LShr => a >> shift()?,
        BinOp::AShr => (signed_a >> shift()?) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
    })
}

fn overflows(op: OverflowOp, signed: bool, width: u16, a: u128, b: u128) -> Option<bool> {
    if width > 64 {
        return None;
    }
    let read = |bits| if signed { sign_extend(bits, width) } else { bits as i128 };
    let (a, b) = (read(a), read(b));
    let exact = match op {
        OverflowOp::Add => a.checked_add(b),
        OverflowOp::Sub => a.checked_sub(b),
        OverflowOp::Mul => a.checked_mul(b),
    };
    Some(exact.is_none_or(|exact| read(truncate(exact as u128, width)) != exact))
}

fn compare(pred: Predicate, width: u16, a: u128, b: u128) -> bool {
    let (signed_a, signed_b) = (sign_extend(a, width), sign_extend(b, width));
    match pred {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Slt => signed_a < signed_b,
        Predicate::Sle => signed_a <= signed_b,
        Predicate::Sgt => signed_a > signed_b,
        Predicate::Sge => signed_a >= signed_b,
    }
}
