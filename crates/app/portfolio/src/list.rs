//! The one list of engines, and which properties a program can be asked about.

use engine::{Engine, Property};
use ir::{Callee, Module};

/// Every engine that Cairn has, in the order in which their answers are preferred.
pub fn engines() -> &'static [&'static dyn Engine] {
    &[&smg_search::engine::Smg, &symex_search::engine::Symex, &explore::Explore, &chc_search::engine::Chc]
}

/// The engine with this id.
pub fn named(id: &str) -> Option<&'static dyn Engine> {
    engines().iter().copied().find(|engine| engine.info().id == id)
}

/// Functions by which a program states the shape of its data structures.
const SHAPE_ASSERTION: &str = "cairn_assert_shape";

/// The properties that are checked when none is asked for.
pub fn applicable(module: &Module) -> Vec<Property> {
    let mut properties = vec![
        Property::ValidMemsafety,
        Property::ValidMemcleanup,
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Termination,
    ];
    if asserts_shape(module) {
        properties.push(Property::Shape);
    }
    properties
}

fn asserts_shape(module: &Module) -> bool {
    let Some(assertion) = module.func_named(SHAPE_ASSERTION) else { return false };
    let insts = module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| inst.kind.as_call().is_some_and(|call| call.callee == Callee::Direct(assertion)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::DataModel;

    #[test]
    fn ids_are_unique_and_found() {
        for (index, engine) in engines().iter().enumerate() {
            let id = engine.info().id;
            assert_eq!(engines().iter().position(|other| other.info().id == id), Some(index), "{id}");
            assert!(named(id).is_some());
        }
        assert!(named("auto").is_none(), "`auto` means all of them");
    }

    #[test]
    fn shape_is_asked_only_of_programs_that_assert_it() {
        let module = Module::new(DataModel::Lp64);
        assert!(!applicable(&module).contains(&Property::Shape));
        assert_eq!(applicable(&module)[0], Property::ValidMemsafety);
    }
}
