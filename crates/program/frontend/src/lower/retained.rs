//! Records that a program casts to: clang lists them with the unit, because no variable need show them.

use rustc_hash::FxHashMap;

use crate::llvm::{Meta, MetaKind, Module};

/// Operand numbers of LLVM's debug-information nodes.
const UNIT_RETAINED: usize = 5;
const TYPE_NAME: usize = 2;
const TYPE_BASE: usize = 3;

/// Pointers to pointers to records, at most: debug information may go in circles.
const MAX_DEPTH: usize = 16;

#[derive(Debug)]
pub struct Retained<'m> {
    module: &'m Module,
    /// Made when it is first needed.
    by_name: Option<FxHashMap<&'m str, Meta<'m>>>,
}

impl<'m> Retained<'m> {
    pub fn new(module: &'m Module) -> Self {
        Retained { module, by_name: None }
    }

    pub fn record(&mut self, name: &str) -> Option<Meta<'m>> {
        let module = self.module;
        self.by_name.get_or_insert_with(|| collect(module)).get(name).copied()
    }
}

fn collect(module: &Module) -> FxHashMap<&str, Meta<'_>> {
    let mut by_name = FxHashMap::default();
    for unit in module.compile_units() {
        let Some(list) = unit.operands(module).node(UNIT_RETAINED) else { continue };
        let list = list.operands(module);
        for ty in (0..list.len()).filter_map(|index| list.node(index)) {
            if let Some(record) = record_behind(module, ty)
                && let Some(name) = record.operands(module).string(TYPE_NAME)
            {
                by_name.entry(name).or_insert(record);
            }
        }
    }
    by_name
}

/// The record that a type is or points to.
fn record_behind<'m>(module: &'m Module, mut ty: Meta<'m>) -> Option<Meta<'m>> {
    for _ in 0..MAX_DEPTH {
        match ty.kind() {
            MetaKind::CompositeType => return Some(ty),
            MetaKind::DerivedType => ty = ty.operands(module).node(TYPE_BASE)?,
            // Any other node is no record and leads to none.
            _ => return None,
        }
    }
    None
}
