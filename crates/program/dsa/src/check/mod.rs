//! Checks of a finished analysis that share no code with it.
//!
//! [`calls`] looks at every call and computes its simulation relation anew; [`runs`] watches the interpreter.

mod calls;
mod runs;

use ir::{FuncId, LocId, Module};

pub use calls::check_calls;
pub use runs::{RunChecks, check_run};

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
