//! Names across the program and its libraries.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::llvm::{Module, Value};

/// Which definition a name means, and which names the IR has used up.
#[derive(Debug)]
pub struct Names<'m> {
    module: &'m Module,
    /// Visible definitions; the program's come before those of libraries.
    definitions: FxHashMap<&'m [u8], Value<'m>>,
    /// Functions that libraries define.
    library: FxHashMap<&'m [u8], Value<'m>>,
    /// One declaration for each name that nothing defines.
    declarations: FxHashMap<&'m [u8], Value<'m>>,
    used: FxHashSet<String>,
}

impl<'m> Names<'m> {
    pub fn of(module: &'m Module) -> Names<'m> {
        let mut definitions = FxHashMap::default();
        let program = module.functions().chain(module.globals());
        let libraries = module.library_functions().chain(module.library_globals());
        for value in program.chain(libraries) {
            if !value.is_declaration() && value.is_visible() {
                definitions.entry(value.name()).or_insert(value);
            }
        }
        let library = module.library_functions().filter(|function| !function.is_declaration() && function.is_visible());
        let library = library.map(|function| (function.name(), function)).collect();
        Names { module, definitions, library, declarations: FxHashMap::default(), used: FxHashSet::default() }
    }

    /// The definition of a function or global; where there is none, always the same declaration.
    pub fn definition(&mut self, value: Value<'m>) -> Value<'m> {
        if !value.is_visible() {
            return value;
        }
        let name = value.name();
        // The C library calls its own functions, whatever the program calls one of its.
        if let Some(&definition) = self.library.get(name)
            && self.module.is_library(value)
        {
            return definition;
        }
        match self.definitions.get(name) {
            // A name that is a function here and a variable there is nobody's definition.
            Some(&definition) if definition.kind() == value.kind() => definition,
            Some(_) => value,
            None => *self.declarations.entry(name).or_insert(value),
        }
    }

    /// A name of its own for each object: static functions of several files may share one, some have none.
    pub fn unique(&mut self, value: Value<'m>, number: usize) -> String {
        let name = String::from_utf8_lossy(value.name());
        let name = if name.is_empty() { format!(".{number}") } else { name.into_owned() };
        if self.used.insert(name.clone()) {
            return name;
        }
        (1..)
            .map(|count| format!("{name}.{count}"))
            .find(|candidate| self.used.insert(candidate.clone()))
            .expect("invariant: some number is free")
    }
}
