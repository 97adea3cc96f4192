//! What a function may answer without doing anything, by its type as written.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// Expressions of the type; the empty one for functions without a result.
pub fn values(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, ty) => of_type(ty),
    }
}

fn of_type(ty: &Type) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => texts(&["()"]),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            match last.ident.to_string().as_str() {
                "bool" => texts(&["true", "false"]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                    texts(&["0", "1"])
                }
                "Option" => texts(&["None"]),
                "Vec" | "String" | "BTreeSet" | "BTreeMap" | "HashSet" | "HashMap" | "FxHashSet" | "FxHashMap"
                | "SmallVec" | "ThinVec" => texts(&["Default::default()"]),
                "Result" => first_argument(&last.arguments)
                    .map_or(Vec::new(), |ty| of_type(ty).iter().map(|value| format!("Ok({value})")).collect()),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn first_argument(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_the_type() {
        let values = |text: &str| values(&syn::parse_str(text).expect("a return type"));
        assert_eq!(values("-> bool"), ["true", "false"]);
        assert_eq!(values("-> Result<(), Refusal>"), ["Ok(())"]);
        assert_eq!(values("-> Result<Option<Value>, Refusal>"), ["Ok(None)"]);
        assert_eq!(values("-> std::vec::Vec<u8>"), ["Default::default()"]);
        assert_eq!(values("-> State"), [""; 0]);
        assert_eq!(values(""), [""]);
    }
}
