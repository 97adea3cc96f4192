//! Expressions as terms.

use rustc_hash::FxHashMap;

use super::operator::{apply, apply_indexed, bit_constant};
use super::sexp::Sexp;
use crate::pool::Terms;
use crate::term::{Func, Sort, Term};

/// Why it is no term.
pub(crate) type Bad = String;

pub(super) fn bad<T>(what: impl Into<String>) -> Result<T, Bad> {
    Err(what.into())
}

pub(crate) struct Reader<'t> {
    terms: &'t Terms,
    /// Innermost last.
    bound: FxHashMap<String, Vec<Term>>,
    relations: FxHashMap<String, Func>,
}

impl<'t> Reader<'t> {
    pub fn new(terms: &'t Terms) -> Self {
        Reader { terms, bound: FxHashMap::default(), relations: FxHashMap::default() }
    }

    pub fn bind(&mut self, name: &str, term: Term) {
        self.bound.entry(name.to_string()).or_default().push(term);
    }

    pub fn unbind(&mut self, name: &str) {
        if let Some(bound) = self.bound.get_mut(name) {
            bound.pop();
        }
    }

    pub fn declare(&mut self, name: &str, relation: Func) {
        self.relations.insert(name.to_string(), relation);
    }

    pub fn is_declared(&self, name: &str) -> bool {
        self.relations.contains_key(name)
    }

    pub fn term(&mut self, sexp: &Sexp) -> Result<Term, Bad> {
        let mut names = Vec::new();
        let mut at = sexp;
        // A chain of `let` is as long as the term has shared parts.
        while let Some([Sexp::Atom(keyword), Sexp::List(bindings), body]) = at.list()
            && keyword == "let"
        {
            let mut values = Vec::with_capacity(bindings.len());
            for binding in bindings {
                let Some([Sexp::Atom(name), value]) = binding.list() else { return bad("a binding") };
                values.push((name.clone(), self.term(value)?));
            }
            for (name, value) in values {
                self.bind(&name, value);
                names.push(name);
            }
            at = body;
        }
        let term = self.plain(at);
        names.iter().for_each(|name| self.unbind(name));
        term
    }

    fn plain(&mut self, sexp: &Sexp) -> Result<Term, Bad> {
        match sexp {
            Sexp::Atom(text) => self.atom(text),
            Sexp::List(items) => {
                let [head, args @ ..] = &items[..] else { return bad("nothing between parentheses") };
                if let Some([Sexp::Atom(mark), Sexp::Atom(name), indices @ ..]) = sexp.list()
                    && mark == "_"
                {
                    return self.indexed_constant(name, indices);
                }
                let args = args.iter().map(|arg| self.term(arg)).collect::<Result<Vec<_>, _>>();
                match head {
                    Sexp::Atom(operator) => self.applied(operator, &args?),
                    Sexp::List(head) => self.compound(head, &args?),
                }
            }
        }
    }

    fn atom(&self, text: &str) -> Result<Term, Bad> {
        if let Some(term) = self.bound.get(text).and_then(|bound| bound.last()) {
            return Ok(*term);
        }
        let t = self.terms;
        let number = |digits: &str, radix| u128::from_str_radix(digits, radix).map_err(|_| format!("`{text}`"));
        let length =
            |digits: &str, bits: u32| u32::try_from(digits.len()).map(|len| len * bits).map_err(|_| text.to_string());
        match text {
            "true" => Ok(t.tt()),
            "false" => Ok(t.ff()),
            _ if text.starts_with("#x") => bit_constant(t, length(&text[2..], 4)?, number(&text[2..], 16)?),
            _ if text.starts_with("#b") => bit_constant(t, length(&text[2..], 1)?, number(&text[2..], 2)?),
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let value: i128 = text.parse().map_err(|_| format!("the number `{text}`"))?;
                Ok(t.int(value))
            }
            _ => self.applied(text, &[]),
        }
    }

    fn applied(&self, name: &str, args: &[Term]) -> Result<Term, Bad> {
        let Some(relation) = self.relations.get(name) else {
            return if args.is_empty() {
                bad(format!("unknown symbol `{name}`"))
            } else {
                apply(self.terms, name, args)
            };
        };
        let sorts: Vec<Sort> = args.iter().map(|arg| self.terms.sort(*arg)).collect();
        if self.terms.params(*relation) == sorts {
            Ok(self.terms.apply(*relation, args))
        } else {
            bad(format!("arguments of `{name}`"))
        }
    }

    fn indexed_constant(&self, name: &str, indices: &[Sexp]) -> Result<Term, Bad> {
        let value = name.strip_prefix("bv").and_then(|digits| digits.parse().ok());
        match (value, numbers(indices).as_deref()) {
            (Some(value), Some([width])) => bit_constant(self.terms, *width, value),
            // Any other form is refused.
            _ => bad(format!("unknown constant `{name}`")),
        }
    }

    /// `((_ extract 7 0) x)`, `((as const S) x)`.
    fn compound(&self, head: &[Sexp], args: &[Term]) -> Result<Term, Bad> {
        match head {
            [Sexp::Atom(mark), Sexp::Atom(operator), indices @ ..] if mark == "_" => {
                let Some(numbers) = numbers(indices) else { return bad(format!("`{operator}` with no numbers")) };
                apply_indexed(self.terms, operator, &numbers, args)
            }
            [Sexp::Atom(mark), Sexp::Atom(constant), array] if mark == "as" && constant == "const" => {
                match (sort(array)?, args) {
                    (Sort::Array { index, element }, [value]) if self.terms.sort(*value) == Sort::from(element) => {
                        Ok(self.terms.const_array(index, *value))
                    }
                    // Any other form is refused.
                    _ => bad("a constant array"),
                }
            }
            // Any other form is refused.
            _ => bad("an operator that is a list"),
        }
    }
}

fn numbers(indices: &[Sexp]) -> Option<Vec<u32>> {
    indices.iter().map(|index| index.atom()?.parse().ok()).collect()
}

/// A sort.
pub(crate) fn sort(sexp: &Sexp) -> Result<Sort, Bad> {
    match sexp {
        Sexp::Atom(name) if name == "Bool" => Ok(Sort::Bool),
        Sexp::Atom(name) if name == "Int" => Ok(Sort::Int),
        Sexp::List(items) => match &items[..] {
            [Sexp::Atom(mark), Sexp::Atom(name), width] if mark == "_" && name == "BitVec" => {
                let width = width.atom().and_then(|width| width.parse().ok());
                width.filter(|width| (1..=1 << 16).contains(width)).map(Sort::BitVec).ok_or("a width".to_string())
            }
            [Sexp::Atom(name), index, element] if name == "Array" => {
                let scalar = |at| sort(at)?.as_scalar().ok_or("an array of arrays".to_string());
                Ok(Sort::array(scalar(index)?, scalar(element)?))
            }
            // Any other form is refused.
            _ => bad(format!("unknown sort {sexp}")),
        },
        Sexp::Atom(_) => bad(format!("unknown sort {sexp}")),
    }
}
