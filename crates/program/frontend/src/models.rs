//! The library models: C files of Cairn, compiled when Cairn is built, added to programs that call them.

use std::collections::BTreeSet;

use ir::{Builtin, DataModel};

use crate::llvm::{Failure, Module};
use crate::lower;

/// What source files of the models are called in debug information; no file of a user can be called so. `build.rs` knows it too.
pub const MODEL_PREFIX: &str = "<cairn>/";

/// One compiled model file.
struct ModelFile {
    bitcode: &'static [u8],
    /// Names that it uses and does not define.
    needs: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

struct Models {
    files: &'static [ModelFile],
    /// Sorted by name; the number is that of the file that defines it.
    names: &'static [(&'static str, usize)],
}

impl Models {
    fn of(model: DataModel) -> Models {
        match model {
            DataModel::Lp64 => Models { files: &LP64_FILES, names: &LP64_NAMES },
            DataModel::Ilp32 => Models { files: &ILP32_FILES, names: &ILP32_NAMES },
        }
    }

    fn defining(&self, name: &str) -> Option<usize> {
        let at = self.names.binary_search_by_key(&name, |&(name, _)| name).ok()?;
        Some(self.names[at].1)
    }
}

/// Adds what defines the program's undefined names, and what that needs. The program's own definitions win.
pub fn add(module: &mut Module, model: DataModel) -> Result<(), Failure> {
    let models = Models::of(model);
    let mut wanted: Vec<usize> = undefined(module).iter().filter_map(|name| models.defining(name)).collect();
    let mut taken = BTreeSet::new();
    while let Some(file) = wanted.pop() {
        if taken.insert(file) {
            wanted.extend(models.files[file].needs.iter().filter_map(|name| models.defining(name)));
        }
    }
    taken.into_iter().try_for_each(|file| module.add_library(models.files[file].bitcode, "library model"))
}

/// Names that the program declares and does not define. Weak references do without a definition.
fn undefined(module: &Module) -> Vec<String> {
    let functions = module.functions().filter(|function| !function.is_intrinsic());
    functions
        .chain(module.globals())
        .filter(|value| value.is_declaration() && !value.is_extern_weak())
        .filter_map(|value| std::str::from_utf8(value.name()).ok())
        .filter(|name| Builtin::named(name).is_none() && !lower::is_replaced(name))
        .map(str::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bodies;

    #[test]
    fn bodies_are_found_without_llvm() {
        for file in LP64_FILES.iter().chain(&ILP32_FILES) {
            let module = Module::read(&Arc::new(file.bitcode.to_vec()), "library model").expect("models are bitcode");
            let definitions = module.functions().filter(|function| !function.is_declaration()).count();
            assert_eq!(bodies::sizes(file.bitcode).map(|sizes| sizes.len()), Some(definitions));
        }
    }
}
