//! C types as declarations write them.

use crate::ctype::{CType, Qualifier, Record, RecordKind};
use crate::ids::TypeId;
use crate::module::Module;

/// Pointers, arrays, parameters and the like of one type; more is cut off.
const MAX_LAYERS: usize = 32;

/// `struct node *`, `int [10]`, `int (*)(char)`, `const char *const`.
pub fn type_name(module: &Module, id: TypeId) -> String {
    nested(module, id, &mut { MAX_LAYERS })
}

/// Walks from the outside in, as the declarator around the (absent) variable grows.
fn nested(module: &Module, mut id: TypeId, layers: &mut usize) -> String {
    let mut declarator = String::new();
    let mut qualifiers = String::new();
    while *layers > 0 {
        *layers -= 1;
        let Some(ty) = module.types.get(id) else {
            return finish(&qualifiers, "?", &declarator);
        };
        match ty {
            CType::Void => return finish(&qualifiers, "void", &declarator),
            CType::Base { name, .. } | CType::Typedef { name, .. } => return finish(&qualifiers, name, &declarator),
            CType::Record(record) => return finish(&qualifiers, &record_name(record), &declarator),
            CType::Enum { name, .. } => {
                let name = name.as_deref().map_or_else(|| "enum".to_string(), |name| format!("enum {name}"));
                return finish(&qualifiers, &name, &declarator);
            }
            CType::Pointer { to } => {
                declarator = match module.types.get(*to) {
                    Some(CType::Array { .. } | CType::Function { .. }) => format!("(*{declarator})"),
                    Some(_) | None => format!("*{declarator}"),
                };
                id = *to;
            }
            CType::Array { of, count } => {
                declarator.push_str(&count.map_or_else(|| "[]".to_string(), |count| format!("[{count}]")));
                id = *of;
            }
            CType::Function { ret, params, variadic } => {
                declarator.push_str(&parameters(module, params, *variadic, layers));
                id = *ret;
            }
            CType::Qualified { qualifier, of } => {
                let word = keyword(*qualifier);
                match module.types.get(*of) {
                    Some(CType::Pointer { .. }) if declarator.is_empty() => declarator = word.to_string(),
                    Some(CType::Pointer { .. }) => declarator = format!("{word} {declarator}"),
                    Some(_) | None => qualifiers = format!("{qualifiers}{word} "),
                }
                id = *of;
            }
        }
    }
    finish(&qualifiers, "…", &declarator)
}

fn finish(qualifiers: &str, name: &str, declarator: &str) -> String {
    let blank = if declarator.is_empty() { "" } else { " " };
    format!("{qualifiers}{name}{blank}{declarator}")
}

fn record_name(record: &Record) -> String {
    let kind = match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    };
    record.name.as_deref().map_or_else(|| kind.to_string(), |name| format!("{kind} {name}"))
}

fn parameters(module: &Module, params: &[TypeId], variadic: bool, layers: &mut usize) -> String {
    if params.len() > *layers {
        return "(…)".to_string();
    }
    let mut names: Vec<String> = params.iter().map(|param| nested(module, *param, layers)).collect();
    match (names.is_empty(), variadic) {
        (true, true) => {}
        (true, false) => names.push("void".to_string()),
        (false, true) => names.push("...".to_string()),
        (false, false) => {}
    }
    format!("({})", names.join(", "))
}

fn keyword(qualifier: Qualifier) -> &'static str {
    match qualifier {
        Qualifier::Const => "const",
        Qualifier::Volatile => "volatile",
        Qualifier::Restrict => "restrict",
        Qualifier::Atomic => "_Atomic",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctype::Encoding;
    use crate::ids::Id;
    use crate::types::DataModel;

    #[test]
    fn cyclic_types_end() {
        let mut module = Module::new(DataModel::Lp64);
        module.types.push(CType::Pointer { to: TypeId::from_index(0) });
        assert_eq!(type_name(&module, TypeId::from_index(0)), format!("… {}", "*".repeat(MAX_LAYERS)));
        module.types.push(CType::Function {
            ret: TypeId::from_index(1),
            params: vec![TypeId::from_index(1); 4],
            variadic: false,
        });
        assert!(type_name(&module, TypeId::from_index(1)).len() < 1000);
    }

    #[test]
    fn array_of_pointers_is_no_pointer_to_an_array() {
        let mut module = Module::new(DataModel::Lp64);
        let int = module.types.push(CType::Base { name: "int".to_string(), size: 4, encoding: Encoding::Signed });
        let pointer = module.types.push(CType::Pointer { to: int });
        let pointers = module.types.push(CType::Array { of: pointer, count: Some(3) });
        let array = module.types.push(CType::Array { of: int, count: Some(3) });
        let to_array = module.types.push(CType::Pointer { to: array });
        assert_eq!(type_name(&module, pointers), "int *[3]");
        assert_eq!(type_name(&module, to_array), "int (*)[3]");
    }
}
