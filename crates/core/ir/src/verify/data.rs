//! Places, constants and globals.

use rustc_hash::FxHashSet;

use super::Errors;
use crate::constant::{Const, truncate};
use crate::ids::Id;
use crate::module::{Global, InitPiece, Module};
use crate::types::{MAX_INT_WIDTH, Type};

pub(super) fn check(module: &Module, errors: &mut Errors) {
    for loc in module.places.iter() {
        if module.places.files.get(loc.file).is_none() {
            errors.in_module(None, format!("a place is in file f{}, which does not exist", loc.file.index()));
        }
    }
    for constant in module.consts.iter() {
        if let Err(problem) = check_const(module, *constant) {
            errors.in_module(Some(format!("{constant:?}")), problem);
        }
    }
    let mut names = FxHashSet::with_capacity_and_hasher(module.globals.len(), Default::default());
    for global in module.globals.iter() {
        if !names.insert(global.name.as_str()) {
            errors.in_module(at(global), "another global has the same name");
        }
        check_global(module, global, errors);
        if errors.enough() {
            return;
        }
    }
}

pub(super) fn check_const(module: &Module, constant: Const) -> Result<(), &'static str> {
    match constant {
        Const::Int { width, value } => {
            if !(1..=MAX_INT_WIDTH).contains(&width) {
                return Err("integers have 1 to 128 bits");
            }
            if truncate(value, width) != value {
                return Err("the value does not fit the width");
            }
        }
        Const::Null => {}
        Const::Global { id, .. } => {
            module.globals.get(id).ok_or("there is no such global")?;
        }
        Const::Func(id) => {
            module.funcs.get(id).ok_or("there is no such function")?;
        }
        Const::Block { func, block } => {
            let func = module.funcs.get(func).ok_or("there is no such function")?;
            func.blocks.get(block).ok_or("the function has no such block")?;
        }
        Const::Float { kind, bits } => {
            if truncate(bits, kind.bits() as u16) != bits {
                return Err("the bits do not fit the format");
            }
        }
    }
    Ok(())
}

fn at(global: &Global) -> Option<String> {
    Some(format!("global @{}", global.name))
}

fn check_global(module: &Module, global: &Global, errors: &mut Errors) {
    if !global.align.is_power_of_two() {
        errors.in_module(at(global), "the alignment is no power of two");
    }
    if global.ty.is_some_and(|ty| module.types.get(ty).is_none()) {
        errors.in_module(at(global), "there is no such C type");
    }
    if !module.places.contains(global.loc) {
        errors.in_module(at(global), "there is no such place");
    }
    let Some(pieces) = &global.init else {
        return;
    };
    let mut size = Some(0_u64);
    for piece in pieces {
        size = size.and_then(|sum| sum.checked_add(piece.size()));
        if let Err(problem) = check_piece(module, piece) {
            errors.in_module(at(global), problem);
        }
    }
    if size != Some(global.size) {
        let size = size.map_or_else(|| "more than 2^64".to_string(), |size| size.to_string());
        errors.in_module(at(global), format!("the initialiser has {size} bytes, the global {}", global.size));
    }
}

fn check_piece(module: &Module, piece: &InitPiece) -> Result<(), &'static str> {
    let address = |constant: Const| {
        check_const(module, constant)?;
        if constant.ty() == Type::Ptr { Ok(()) } else { Err("a piece of the initialiser needs an address") }
    };
    match piece {
        InitPiece::Address { value, .. } => address(*value),
        InitPiece::Difference { plus, minus, .. } => address(*plus).and_then(|()| address(*minus)),
        InitPiece::Zero(_)
        | InitPiece::Bytes(_)
        | InitPiece::Undef(_)
        | InitPiece::Outside(_)
        | InitPiece::Unsupported { .. } => Ok(()),
    }
}
