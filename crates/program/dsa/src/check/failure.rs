//! What a check finds wrong.

use ir::{FuncId, LocId, Module};

/// Something that the graphs deny and that is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// None for what all functions share.
    pub func: Option<FuncId>,
    pub at: LocId,
    pub what: String,
}

impl Failure {
    pub fn render(&self, module: &Module) -> String {
        let at = module.places.render(self.at);
        match self.func {
            Some(func) => format!("{at}: in {}: {}", module.funcs[func].name, self.what),
            None => format!("{at}: {}", self.what),
        }
    }
}
