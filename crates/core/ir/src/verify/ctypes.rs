//! C types: references lead to types, and no type contains itself except through a pointer.

use super::Errors;
use crate::ctype::CType;
use crate::ids::{Id, TypeId};
use crate::module::Module;

pub(super) fn check(module: &Module, errors: &mut Errors) {
    let before = errors.0.len();
    for (id, ty) in module.types.iter_enumerated() {
        for_each_part(ty, |part, _| {
            if module.types.get(part).is_none() {
                errors.in_module(Some(format!("type #{}", id.index())), format!("there is no type #{}", part.index()));
            }
        });
        if errors.enough() {
            return;
        }
    }
    if errors.0.len() == before {
        check_cycles(module, errors);
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Depth-first over "contains"; meeting an open type again closes a cycle.
fn check_cycles(module: &Module, errors: &mut Errors) {
    let mut marks = vec![Mark::New; module.types.len()];
    let mut stack: Vec<(TypeId, bool)> = Vec::new();
    for root in module.types.ids() {
        stack.push((root, false));
        while let Some((id, leaving)) = stack.pop() {
            if leaving {
                marks[id.index()] = Mark::Done;
                continue;
            }
            if marks[id.index()] != Mark::New {
                continue;
            }
            marks[id.index()] = Mark::Open;
            stack.push((id, true));
            for_each_part(&module.types[id], |part, contained| {
                if contained && marks[part.index()] == Mark::Open {
                    let at = Some(format!("type #{}", id.index()));
                    errors.in_module(at, format!("the type contains itself through #{}", part.index()));
                } else if contained && marks[part.index()] == Mark::New {
                    stack.push((part, false));
                }
            });
        }
        if errors.enough() {
            return;
        }
    }
}

/// Calls `f` on the types that `ty` is made of, and whether a value of it contains one of theirs.
fn for_each_part(ty: &CType, mut f: impl FnMut(TypeId, bool)) {
    match ty {
        CType::Void | CType::Base { .. } | CType::Enum { .. } => {}
        CType::Pointer { to } => f(*to, false),
        CType::Array { of, .. } | CType::Typedef { of, .. } | CType::Qualified { of, .. } => f(*of, true),
        CType::Record(record) => record.fields.iter().for_each(|field| f(field.ty, true)),
        CType::Function { ret, params, .. } => {
            f(*ret, false);
            params.iter().for_each(|param| f(*param, false));
        }
    }
}
