//! Where bounds of numbers may come to rest (thresholds of widening).

use std::sync::Arc;

use ir::{Const, InstKind, Module, Operand, sign_extend};

/// There are tables of numbers to compare with; those near zero serve most loops.
const MOST: usize = 200;

/// The numbers that the program compares with, those next to them, and their negatives, ascending.
pub fn rests(module: &Module) -> Arc<[i128]> {
    let mut found: Vec<i128> = Vec::new();
    let blocks = module.funcs.iter().filter(|func| !func.model).flat_map(|func| func.blocks.iter());
    for inst in blocks.flat_map(|block| &block.insts) {
        let InstKind::Compare { a, b, .. } = &inst.kind else { continue };
        for operand in [*a, *b] {
            let Operand::Const(id) = operand else { continue };
            if let Const::Int { width: width @ 2..=64, value } = module.consts.get(id) {
                found.extend(around(sign_extend(value, width)));
            }
        }
    }
    found.sort_unstable_by_key(|number| (number.unsigned_abs(), *number));
    found.dedup();
    found.truncate(MOST);
    found.sort_unstable();
    found.into()
}

/// The number, those next to it, and their negatives.
pub fn around(number: i128) -> impl Iterator<Item = i128> {
    let near = [-1, 0, 1].into_iter().filter_map(move |apart| number.checked_add(apart));
    near.flat_map(|near| [Some(near), near.checked_neg()]).flatten()
}
