//! SMT-LIB text as terms. Whatever the text is, the answer is a term or a message.

mod horn;
mod operator;
mod sexp;
mod term;

pub(crate) use sexp::{Sexp, parse};

use crate::pool::Terms;
use crate::term::{Sort, Term};

impl Terms {
    /// One term of that sort, over these variables, by name.
    pub fn from_smtlib(&self, text: &str, variables: &[(&str, Term)], sort: Sort) -> Result<Term, String> {
        let [sexp]: [Sexp; 1] = parse(text)?.try_into().map_err(|_| "not one term".to_string())?;
        let mut reader = term::Reader::new(self);
        variables.iter().for_each(|(name, term)| reader.bind(name, *term));
        let term = reader.term(&sexp)?;
        if self.sort(term) == sort { Ok(term) } else { Err(format!("a term of sort {}", self.sort(term))) }
    }
}
