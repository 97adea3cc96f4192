//! What writers share: names that a format can spell, and terms as s-expressions.

use super::names::Names;
use crate::system::{Atom, Monomial, Poly, Relation, System, Transition};

/// Names of operators, which variables cannot have.
const RESERVED: [&str; 12] =
    ["true", "false", "and", "or", "not", "ite", "exists", "distinct", "let", "Int", "Loc", "Bool"];

/// The names of a system as they are written; all of them differ.
pub(super) struct Written {
    pub locations: Vec<String>,
    pub vars: Vec<String>,
    taken: Names,
    spelling: Spelling,
}

#[derive(Clone, Copy)]
enum Spelling {
    /// Between bars where necessary.
    Symbol,
    /// Letters, digits, underscores and primes.
    Identifier,
}

impl Spelling {
    /// The name without what cannot be written.
    fn clean(self, name: &str) -> String {
        match self {
            Spelling::Symbol => name.replace(['|', '\\'], "_"),
            Spelling::Identifier => {
                let legal = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '\'') { c } else { '_' };
                let name: String = name.chars().map(legal).collect();
                let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
                if starts_well && !name.starts_with("Com_") { name } else { format!("_{name}") }
            }
        }
    }

    fn spell(self, name: String) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_^~!@$%&*+-<>.?/=".contains(c);
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match self {
            Spelling::Symbol if !starts_well || !name.chars().all(plain) => format!("|{name}|"),
            Spelling::Symbol | Spelling::Identifier => name,
        }
    }
}

impl Written {
    pub fn symbols(system: &System) -> Written {
        Written::new(system, Spelling::Symbol)
    }

    pub fn identifiers(system: &System) -> Written {
        Written::new(system, Spelling::Identifier)
    }

    fn new(system: &System, spelling: Spelling) -> Written {
        let taken = Names::without(RESERVED);
        let mut written = Written { locations: Vec::new(), vars: Vec::new(), taken, spelling };
        written.locations = system.locations.iter().map(|name| written.spare(name)).collect();
        written.vars = system.vars.iter().map(|name| written.spare(name)).collect();
        written
    }

    /// A name for something else.
    pub fn spare(&mut self, wish: &str) -> String {
        self.spelling.spell(self.taken.give(&self.spelling.clean(wish)))
    }

    /// The names of a transition's variables: the program's, then its own.
    pub fn names(&self, transition: &Transition) -> Vec<String> {
        let mut taken = self.taken.clone();
        let own = transition.chosen.iter().map(|name| self.spelling.spell(taken.give(&self.spelling.clean(name))));
        self.vars.iter().cloned().chain(own).collect()
    }
}

pub(super) fn sexp_guard(guard: &[Atom], names: &[String]) -> Vec<String> {
    let atoms = guard.iter().map(|atom| {
        let relation = match atom.relation {
            Relation::AtLeastZero => ">=",
            Relation::Zero => "=",
        };
        format!("({relation} {} 0)", sexp_poly(&atom.poly, names))
    });
    atoms.collect()
}

pub(super) fn sexp_poly(poly: &Poly, names: &[String]) -> String {
    let terms: Vec<String> =
        poly.terms().iter().map(|(monomial, factor)| sexp_term(monomial, *factor, names)).collect();
    match terms.as_slice() {
        [] => "0".to_string(),
        [only] => only.clone(),
        several => format!("(+ {})", several.join(" ")),
    }
}

fn sexp_term(monomial: &Monomial, factor: i128, names: &[String]) -> String {
    let number = match factor {
        // Its absolute value is no number of 128 bits.
        i128::MIN => format!("(- (- {}) 1)", i128::MAX),
        negative if negative < 0 => format!("(- {})", negative.unsigned_abs()),
        other => other.to_string(),
    };
    let vars = monomial.iter().map(|var| names[var.index()].clone());
    let factors: Vec<String> = (monomial.is_empty() || factor != 1).then_some(number).into_iter().chain(vars).collect();
    match factors.as_slice() {
        [only] => only.clone(),
        several => format!("(* {})", several.join(" ")),
    }
}
