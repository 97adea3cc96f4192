//! Is a module what its types promise?
//!
//! Checks every invariant that the data types state: ids in range, types of operands and results, static single
//! assignment with definitions that dominate their uses, jumps that pass what their targets want, signatures, sizes of
//! initialisers, distinct names and cases. Engines and the interpreter rely on it and do not check again.
//!
//! In addition: the first block of a function has neither parameters nor predecessors, so that function parameters are
//! set exactly once per call.
//!
//! It runs on every program, so it is linear, allocates per function rather than per instruction, and spends nothing on
//! words until something is wrong.

mod ctypes;
mod data;
mod func;
mod inst;
mod term;

use std::fmt;

use crate::ids::{BlockId, Id};
use crate::module::Module;

/// After this many errors the rest is of no use to anybody.
const MAX_ERRORS: usize = 50;

/// One broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function it is in, if it is in one.
    pub func: Option<String>,
    pub block: Option<BlockId>,
    /// The text of the instruction, global or type.
    pub at: Option<String>,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(func) = &self.func {
            write!(f, "@{func}: ")?;
        }
        if let Some(block) = self.block {
            write!(f, "bb{}: ", block.index())?;
        }
        if let Some(at) = &self.at {
            write!(f, "`{at}`: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Checks a module; the errors come in the order of the module.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors(Vec::new());
    ctypes::check(module, &mut errors);
    data::check(module, &mut errors);
    func::check(module, &mut errors);
    if errors.0.is_empty() { Ok(()) } else { Err(errors.0) }
}

struct Errors(Vec<VerifyError>);

impl Errors {
    #[cold]
    fn push(&mut self, error: VerifyError) {
        if !self.enough() {
            self.0.push(error);
        }
    }

    /// An error outside of functions.
    #[cold]
    fn in_module(&mut self, at: Option<String>, message: impl Into<String>) {
        self.push(VerifyError { func: None, block: None, at, message: message.into() });
    }

    fn enough(&self) -> bool {
        self.0.len() >= MAX_ERRORS
    }
}
