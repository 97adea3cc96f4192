//! What a check finds wrong.

use ir::{FuncId, LocId, Module};

/// Something that the graphs deny and that is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub func: FuncId,
    pub at: LocId,
    pub what: String,
}

impl Failure {
    pub fn render(&self, module: &Module) -> String {
        format!("{}: in {}: {}", module.places.render(self.at), module.funcs[self.func].name, self.what)
    }
}
