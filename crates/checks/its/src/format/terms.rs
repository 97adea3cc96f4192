//! Terms and formulas in the syntax of SMT-LIB, over integers.
//!
//! Accepted: integer literals, variables, `+`, `-`, `*`, `ite`; `true`, `false`, `and`, `or`, `not`, `=>`, `ite`,
//! `exists`, `=`, `distinct`, `<`, `<=`, `>`, `>=`.

use super::error::Fault;
use super::formula::{Comparison, DEEPEST, Formula, compare, product, sum};
use super::rules::Variables;
use super::sexp::Sexp;
use crate::system::Poly;

/// Arguments of one `distinct`: all its pairs are written out.
const MOST_DISTINCT: usize = 64;

/// What a name means that was not declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Undeclared {
    /// A variable, from there on.
    Variable,
    Error,
}

pub(super) struct Reader {
    pub variables: Variables,
    undeclared: Undeclared,
    /// Definitions of variables that stand for a term's `ite`, until a formula takes them.
    definitions: Vec<Formula>,
    depth: usize,
}

impl Reader {
    pub fn new(undeclared: Undeclared) -> Reader {
        Reader { variables: Variables::default(), undeclared, definitions: Vec::new(), depth: 0 }
    }

    /// The definitions that terms read so far rest on.
    pub fn take_definitions(&mut self) -> Vec<Formula> {
        std::mem::take(&mut self.definitions)
    }

    pub fn formula(&mut self, it: Sexp<'_>) -> Result<Formula, Fault> {
        self.deeper(it, |reader| match it.name() {
            Some("true") => Ok(Formula::always()),
            Some("false") => Ok(Formula::never()),
            Some(name) => Err(it.fault(format!("`{name}` is no formula"))),
            None => reader.connective(it),
        })
    }

    fn connective(&mut self, it: Sexp<'_>) -> Result<Formula, Fault> {
        let (head, args) = it.application()?;
        match (head, args.as_slice()) {
            ("and", _) => Ok(Formula::All(self.flat(it, "and", Reader::formula)?)),
            ("or", _) => Ok(Formula::Any(self.flat(it, "or", Reader::formula)?)),
            ("not", [body]) => Ok(self.formula(*body)?.negated()),
            ("=>", [premise, conclusion]) => {
                Ok(Formula::Any(vec![self.formula(*premise)?.negated(), self.formula(*conclusion)?]))
            }
            ("ite", [condition, then, otherwise]) => {
                let parts = [self.formula(*condition)?, self.formula(*then)?, self.formula(*otherwise)?];
                Ok(Formula::Ite(Box::new(parts)))
            }
            ("exists", [binders, body]) => self.exists(*binders, *body),
            ("=", [_, _, ..]) => self.chain(it, Comparison::Equal, &args),
            ("<", [_, _, ..]) => self.chain(it, Comparison::Less, &args),
            ("<=", [_, _, ..]) => self.chain(it, Comparison::AtMost, &args),
            (">", [_, _, ..]) => self.chain(it, Comparison::Greater, &args),
            (">=", [_, _, ..]) => self.chain(it, Comparison::AtLeast, &args),
            ("distinct", [_, _, ..]) => self.distinct(it, &args),
            (head, args) => {
                Err(it.fault(format!("`{head}` with {} arguments is no formula that is supported", args.len())))
            }
        }
    }

    fn exists(&mut self, binders: Sexp<'_>, body: Sexp<'_>) -> Result<Formula, Fault> {
        let mut hidden = Vec::new();
        for binder in binders.expect_list()? {
            let name = integer_binder(binder)?;
            let var = self.variables.fresh(name, binder.at())?;
            hidden.push((name, self.variables.bind(name, Some(var))));
        }
        let read = self.formula(body)?;
        for (name, var) in hidden.into_iter().rev() {
            self.variables.bind(name, var);
        }
        Ok(Formula::Exists { at: body.at(), body: Box::new(read) })
    }

    /// `(< a b c)` is a < b and b < c.
    fn chain(&mut self, it: Sexp<'_>, comparison: Comparison, args: &[Sexp<'_>]) -> Result<Formula, Fault> {
        let terms = args.iter().map(|arg| self.term(*arg)).collect::<Result<Vec<_>, _>>()?;
        let pairs = terms.windows(2).map(|pair| compare(comparison, &pair[0], &pair[1], it.at()));
        let mut pairs: Vec<Formula> = pairs.collect::<Result<_, _>>()?;
        let one = if pairs.len() == 1 { pairs.pop() } else { None };
        Ok(self.defined(one.unwrap_or(Formula::All(pairs))))
    }

    fn distinct(&mut self, it: Sexp<'_>, args: &[Sexp<'_>]) -> Result<Formula, Fault> {
        if args.len() > MOST_DISTINCT {
            return Err(it.fault(format!("`distinct` of more than {MOST_DISTINCT} terms is not supported")));
        }
        let terms = args.iter().map(|arg| self.term(*arg)).collect::<Result<Vec<_>, _>>()?;
        let mut pairs = Vec::new();
        for (index, a) in terms.iter().enumerate() {
            for b in &terms[index + 1..] {
                pairs.push(compare(Comparison::Different, a, b, it.at())?);
            }
        }
        Ok(self.defined(Formula::All(pairs)))
    }

    fn defined(&mut self, body: Formula) -> Formula {
        match self.take_definitions() {
            none if none.is_empty() => body,
            definitions => Formula::Where { definitions, body: Box::new(body) },
        }
    }

    pub fn term(&mut self, it: Sexp<'_>) -> Result<Poly, Fault> {
        if let Some(number) = it.number() {
            return Ok(Poly::constant(number?));
        }
        self.deeper(it, |reader| match it.name() {
            Some(name) => reader.variable(it, name),
            None => reader.operation(it),
        })
    }

    fn variable(&mut self, it: Sexp<'_>, name: &str) -> Result<Poly, Fault> {
        match (self.variables.find(name), self.undeclared) {
            (Some(var), Undeclared::Variable | Undeclared::Error) => Ok(Poly::var(var)),
            (None, Undeclared::Variable) => Ok(Poly::var(self.variables.declare(name, it.at())?)),
            (None, Undeclared::Error) => Err(it.fault(format!("there is no variable `{name}`"))),
        }
    }

    fn operation(&mut self, it: Sexp<'_>) -> Result<Poly, Fault> {
        let (head, args) = it.application()?;
        let overflow = || Fault::arithmetic(it.at());
        match (head, args.as_slice()) {
            ("+", [_, ..]) => sum(self.flat(it, "+", Reader::term)?, it.at()),
            ("-", [only]) => self.term(*only)?.neg().ok_or_else(overflow),
            ("-", [first, others @ ..]) => {
                let first = self.term(*first)?;
                let others = others.iter().map(|other| self.term(*other)).collect::<Result<_, _>>()?;
                first.sub(&sum(others, it.at())?).ok_or_else(overflow)
            }
            ("*", [first, others @ ..]) => {
                let mut all = self.term(*first)?;
                for other in others {
                    all = product(&all, &self.term(*other)?, it.at())?;
                }
                Ok(all)
            }
            ("ite", [condition, then, otherwise]) => self.conditional(it, [*condition, *then, *otherwise]),
            (head, args) => {
                Err(it.fault(format!("`{head}` with {} arguments is no term that is supported", args.len())))
            }
        }
    }

    /// A variable of its own that has the value of one branch or the other.
    fn conditional(&mut self, it: Sexp<'_>, [condition, then, otherwise]: [Sexp<'_>; 3]) -> Result<Poly, Fault> {
        // The condition's own definitions belong into it, those of the term around it do not.
        let outer = self.take_definitions();
        let condition = self.formula(condition)?;
        self.definitions = outer;
        let (then, otherwise) = (self.term(then)?, self.term(otherwise)?);
        let value = Poly::var(self.variables.fresh("ite", it.at())?);
        let is = |branch| compare(Comparison::Equal, &value, &branch, it.at());
        self.definitions.push(Formula::Ite(Box::new([condition, is(then)?, is(otherwise)?])));
        Ok(value)
    }

    /// The operands of nested applications of one associative operator, which people and tools nest as deep as there
    /// are operands.
    fn flat<T>(
        &mut self,
        it: Sexp<'_>,
        operator: &str,
        mut read: impl FnMut(&mut Reader, Sexp<'_>) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let mut operands = Vec::new();
        let mut waiting = vec![it];
        while let Some(next) = waiting.pop() {
            match next.head() {
                Some(head) if head == operator => waiting.extend(next.application()?.1.into_iter().rev()),
                Some(_) | None => operands.push(read(self, next)?),
            }
        }
        Ok(operands)
    }

    fn deeper<T>(&mut self, it: Sexp<'_>, read: impl FnOnce(&mut Reader) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            return Err(it.fault(format!("this is nested more than {DEEPEST} levels deep")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

/// The name in `(name Int)`.
pub(super) fn integer_binder(it: Sexp<'_>) -> Result<&str, Fault> {
    match it.expect_list()?.as_slice() {
        [name, sort] if sort.is("Int") => name.expect_name(),
        _ => Err(it.fault("a variable with its sort is expected here, as `(x Int)`")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::cases;
    use super::super::sexp::Document;
    use super::*;
    use crate::system::{Atom, IntVar};

    /// The cases of a formula, with names.
    fn shown(text: &str) -> Result<Vec<String>, String> {
        let document = Document::read(text).map_err(|fault| fault.what)?;
        let mut reader = Reader::new(Undeclared::Variable);
        let only = document.top().next().expect("a formula");
        let cases = reader.formula(only).and_then(|formula| cases(&formula, 0));
        let name = |var: IntVar| reader.variables.names[var.index()].clone();
        let show =
            |case: &Vec<Atom>| case.iter().map(|atom| atom.show(&name).to_string()).collect::<Vec<_>>().join(", ");
        cases.map(|cases| cases.iter().map(show).collect()).map_err(|fault| fault.what)
    }

    #[test]
    fn arithmetic_becomes_polynomials() {
        assert_eq!(shown("(= (- (* 2 x y) (- x) 4 -1) (+ (+ 1 x) 2))").expect("fine"), ["x·y - 3 = 0"]);
        assert_eq!(shown("(< 0 x 9)").expect("fine"), ["x - 1 ≥ 0, -x + 8 ≥ 0"]);
        assert_eq!(shown("(= (* 2 x) 5)").expect("fine"), [""; 0]);
    }

    #[test]
    fn connectives_become_cases() {
        assert_eq!(shown("(=> (> x 0) (not (= y 0)))").expect("fine"), ["-x ≥ 0", "y - 1 ≥ 0", "-y - 1 ≥ 0"]);
        assert_eq!(shown("(and true (or false (distinct x 0)))").expect("fine"), ["x - 1 ≥ 0", "-x - 1 ≥ 0"]);
        assert_eq!(
            shown("(ite (>= x 0) (= y 1) (= y 2))").expect("fine"),
            ["x ≥ 0, y - 1 = 0", "-x - 1 ≥ 0, y - 2 = 0"]
        );
    }

    #[test]
    fn conditional_terms_get_a_value() {
        let expected = ["x ≥ 0, ite - 1 = 0, y - ite ≥ 0", "-x - 1 ≥ 0, ite - 2 = 0, y - ite ≥ 0"];
        assert_eq!(shown("(>= y (ite (>= x 0) 1 2))").expect("fine"), expected);
        assert_eq!(shown("(not (< y (ite (>= x 0) 1 2)))").expect("fine"), expected);
    }

    #[test]
    fn bound_names_hide_others() {
        assert_eq!(
            shown("(and (= x 1) (exists ((x Int)) (= x 2)) (= x 3))").expect("fine"),
            ["x - 1 = 0, x - 2 = 0, x - 3 = 0"]
        );
        let mut reader = Reader::new(Undeclared::Variable);
        let document = Document::read("(and (= x 1) (exists ((x Int)) (= x 2)) (= x 3))").expect("well formed");
        let formula = reader.formula(document.top().next().expect("one")).expect("fine");
        let vars: Vec<_> = cases(&formula, 0).expect("one case")[0].iter().flat_map(|atom| atom.poly.vars()).collect();
        assert_eq!(vars.iter().map(|var| var.0).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!(
            shown("(not (exists ((x Int)) (= x y)))"),
            Err("`exists` under a negation is not supported".to_string())
        );
    }

    #[test]
    fn depth_is_limited_where_it_costs() {
        let deep = 10_000;
        let nested = |open: &str, inner: &str| format!("{}{inner}{}", open.repeat(deep), ")".repeat(deep));
        assert!(shown(&nested("(and (= x 1) ", "true")).is_ok());
        assert!(shown(&format!("(= x {})", nested("(+ 1 ", "y"))).is_ok());
        // As deep as it may be, and one level more.
        let levels = |count: usize| shown(&format!("{}true{}", "(not ".repeat(count), ")".repeat(count))).is_ok();
        assert_eq!((1..400).rev().find(|count| levels(*count)), Some(199));
        let expected = Err("this is nested more than 200 levels deep".to_string());
        assert_eq!(shown(&nested("(not ", "true")), expected);
        assert_eq!(shown(&format!("(= x {})", nested("(- ", "y"))), expected);
        assert_eq!(shown(&nested("(", "")), Err("a name is expected here".to_string()));
    }

    #[test]
    fn operators_take_some_arguments() {
        for (text, expected) in [
            ("(= (+ x) 1)", "x - 1 = 0"),
            ("(= (+ x 1 (+ y 2) 3) z)", "x + y - z + 6 = 0"),
            ("(= (- x y z) 0)", "x - y - z = 0"),
            ("(= (- x) 0)", "-x = 0"),
            ("(= (* x) 3)", "x - 3 = 0"),
            ("(= (* x y 2) 4)", "x·y - 2 = 0"),
            ("(= x y 3)", "x - y = 0, y - 3 = 0"),
            ("(>= x y)", "x - y ≥ 0"),
            ("(<= x y)", "-x + y ≥ 0"),
            ("(> x y z)", "x - y - 1 ≥ 0, y - z - 1 ≥ 0"),
            ("(and)", ""),
            ("(and true (and (> x 0) (and)) (< x 9))", "x - 1 ≥ 0, -x + 8 ≥ 0"),
            ("(not (or (> x 0) (or (< x -5))))", "-x ≥ 0, x + 5 ≥ 0"),
            ("(exists ((a Int) (b Int)) (= a b))", "a - b = 0"),
            ("(not (not (exists ((a Int)) (> a 0))))", "a - 1 ≥ 0"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(&[expected.to_string()][..]), "{text}");
        }
        assert_eq!(shown("(or)"), Ok(Vec::new()));
        let three = ["x - y - 1 ≥ 0, x - z - 1 ≥ 0, y - z - 1 ≥ 0".to_string()];
        let cases = shown("(distinct x y z)").expect("fine");
        assert_eq!((cases.len(), &cases[..1]), (8, &three[..]));
    }

    #[test]
    fn what_is_no_term_is_an_error() {
        let formula =
            |head: &str, count: usize| format!("`{head}` with {count} arguments is no formula that is supported");
        let term = |head: &str, count: usize| format!("`{head}` with {count} arguments is no term that is supported");
        let many = format!("(distinct{})", " x".repeat(65));
        for (text, expected) in [
            ("(not)", formula("not", 0)),
            ("(not true true)", formula("not", 2)),
            ("(=> true)", formula("=>", 1)),
            ("(ite true true)", formula("ite", 2)),
            ("(= x)", formula("=", 1)),
            ("(< x)", formula("<", 1)),
            ("(<= x)", formula("<=", 1)),
            ("(> x)", formula(">", 1)),
            ("(>= x)", formula(">=", 1)),
            ("(distinct x)", formula("distinct", 1)),
            ("(forall ((x Int)) true)", formula("forall", 2)),
            ("(exists ((x Int)))", formula("exists", 1)),
            ("(= (+) 1)", term("+", 0)),
            ("(= (-) 1)", term("-", 0)),
            ("(= (*) 1)", term("*", 0)),
            ("(= (ite true 1) 1)", term("ite", 2)),
            ("(= (div x 2) 1)", term("div", 2)),
            ("(= () 1)", "an empty list means nothing here".to_string()),
            ("(exists (x) true)", "a list in parentheses is expected here".to_string()),
            ("(exists ((x Bool)) true)", "a variable with its sort is expected here, as `(x Int)`".to_string()),
            ("x", "`x` is no formula".to_string()),
            ("((not) true)", "a name is expected here".to_string()),
            (&many, "`distinct` of more than 64 terms is not supported".to_string()),
        ] {
            assert_eq!(shown(text), Err(expected), "{text}");
        }
        let most = format!("(distinct{})", (0..64).map(|name| format!(" {name}")).collect::<String>());
        assert_eq!(shown(&most), Ok(vec![String::new()]));
    }

    /// Definitions of conditional terms stay with the formula that they are in.
    #[test]
    fn conditional_terms_nest() {
        let nested = shown("(and (> y (ite (> (ite (> x 0) 1 2) 1) 3 4)) (> z 0))").expect("fine");
        let expected = [
            "x - 1 ≥ 0, ite - 1 = 0, ite - 2 ≥ 0, ite - 3 = 0, y - ite - 1 ≥ 0, z - 1 ≥ 0",
            "-x ≥ 0, ite - 2 = 0, ite - 2 ≥ 0, ite - 3 = 0, y - ite - 1 ≥ 0, z - 1 ≥ 0",
            "x - 1 ≥ 0, ite - 1 = 0, -ite + 1 ≥ 0, ite - 4 = 0, y - ite - 1 ≥ 0, z - 1 ≥ 0",
            "-x ≥ 0, ite - 2 = 0, -ite + 1 ≥ 0, ite - 4 = 0, y - ite - 1 ≥ 0, z - 1 ≥ 0",
        ];
        assert_eq!(nested, expected);
        let different = shown("(distinct y (ite (> x 0) 1 2))").expect("fine");
        let expected = [
            "x - 1 ≥ 0, ite - 1 = 0, y - ite - 1 ≥ 0",
            "x - 1 ≥ 0, ite - 1 = 0, -y + ite - 1 ≥ 0",
            "-x ≥ 0, ite - 2 = 0, y - ite - 1 ≥ 0",
            "-x ≥ 0, ite - 2 = 0, -y + ite - 1 ≥ 0",
        ];
        assert_eq!(different, expected);
        // Of the terms of one operation, each keeps its own.
        let sum = shown("(= (+ (ite (> x 0) 1 2) (ite (> x 5) 3 4)) 7)").expect("fine");
        assert_eq!(sum.len(), 4);
        assert!(sum.iter().all(|case| case.matches("ite").count() == 4), "{sum:?}");
    }
}
