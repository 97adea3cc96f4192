//! Logically constrained rewriting over integers, the `.ari` format of the termination competition.
//!
//! ```text
//! (format LCTRS) (theory Ints)
//! (fun f (-> Int Int Int)) (fun g Int)
//! (entrypoint f)
//! (rule (f x y) (f z (+ y 1)) :guard (and (> x 0) (< z x)))
//! (rule (f x y) g)
//! ```
//!
//! Variables of a rule that are no argument on its left are chosen by the step. Terms are those of [`super::terms`].

use std::fmt::Write;

use super::error::Fault;
use super::formula::Formula;
use super::rules::{Call, Locations, Rule, build};
use super::sexp::{Document, Sexp};
use super::terms::{Reader, Undeclared, integer_binder};
use super::write::{Written, sexp_guard, sexp_poly};
use crate::system::{Location, System};

pub(super) fn read(text: &str) -> Result<System, Fault> {
    let document = Document::read(text)?;
    let mut locations = Locations::default();
    let mut arities: Vec<usize> = Vec::new();
    let mut start = None;
    let mut rules = Vec::new();
    for form in document.top() {
        let (head, args) = form.application()?;
        match (head, args.as_slice()) {
            ("format", [name, ..]) if name.is("LCTRS") => {}
            ("theory", [name]) if name.is("Ints") => {}
            ("format" | "theory", _) => {
                return Err(form.fault("only `(format LCTRS)` with `(theory Ints)` is supported"));
            }
            ("fun", [name, sort]) => {
                if locations.find(name.expect_name()?).is_some() {
                    return Err(name.fault("this function is declared twice"));
                }
                locations.declare(name.expect_name()?);
                arities.push(arity(*sort)?);
            }
            ("entrypoint", [name]) if start.is_none() => start = Some(*name),
            ("entrypoint", _) => return Err(form.fault("one entrypoint is expected, with one name")),
            // Functions may be declared after the rules that use them.
            ("rule", [from, to, attributes @ ..]) => rules.push((*from, *to, attributes.to_vec())),
            (head, _) => return Err(form.fault(format!("`{head}` is not supported, or not with these arguments"))),
        }
    }
    let start = start.ok_or_else(|| Fault::new(text.len(), "there is no entrypoint"))?;
    let signature = Signature { locations: &locations, arities: &arities };
    let (start, _) = signature.function(start)?;
    let read = rules.into_iter().map(|(from, to, attributes)| signature.rule(from, to, &attributes));
    let read = read.collect::<Result<_, _>>()?;
    build(locations, start, arities.into_iter().max().unwrap_or(0), read)
}

/// The number of arguments of `Int` or `(-> Int … Int)`.
fn arity(sort: Sexp<'_>) -> Result<usize, Fault> {
    if sort.is("Int") {
        return Ok(0);
    }
    match sort.expect_list()?.as_slice() {
        [arrow, sorts @ .., result] if arrow.is("->") => {
            match sorts.iter().chain([result]).find(|sort| !sort.is("Int")) {
                None => Ok(sorts.len()),
                Some(other) => Err(other.fault("only the sort `Int` is supported")),
            }
        }
        _ => Err(sort.fault("a sort is expected here, as `Int` or `(-> Int Int)`")),
    }
}

struct Signature<'s> {
    locations: &'s Locations,
    arities: &'s [usize],
}

impl Signature<'_> {
    fn function(&self, it: Sexp<'_>) -> Result<(Location, usize), Fault> {
        let name = it.expect_name()?;
        let id = self.locations.find(name).ok_or_else(|| it.fault(format!("there is no function `{name}`")))?;
        Ok((id, self.arities[id.index()]))
    }

    fn rule(&self, from: Sexp<'_>, to: Sexp<'_>, attributes: &[Sexp<'_>]) -> Result<Rule, Fault> {
        let mut reader = Reader::new(Undeclared::Variable);
        let from_call = self.call(from, &mut reader)?;
        let to = self.call(to, &mut reader)?;
        let mut at = from.at();
        let mut parts = reader.take_definitions();
        let mut attributes = attributes.iter();
        while let Some(key) = attributes.next() {
            let value = *attributes.next().ok_or_else(|| key.fault("this attribute has no value"))?;
            match key.expect_name()? {
                ":guard" => {
                    at = value.at();
                    parts.push(reader.formula(value)?);
                }
                // Sorts of variables: there is only one.
                ":var" => {
                    for binder in value.expect_list()? {
                        integer_binder(binder)?;
                    }
                }
                other => return Err(key.fault(format!("the attribute `{other}` is not supported"))),
            }
        }
        Ok(Rule { at, from: from_call, to, guard: Formula::All(parts), names: reader.variables.names })
    }

    fn call(&self, it: Sexp<'_>, reader: &mut Reader) -> Result<Call, Fault> {
        let (function, args) = match it.list() {
            None => (it, Vec::new()),
            Some(items) => match items.split_first() {
                Some((function, args)) => (*function, args.to_vec()),
                None => return Err(it.fault("a function with its arguments is expected here")),
            },
        };
        let (location, arity) = self.function(function)?;
        if args.len() != arity {
            return Err(it.fault(format!("{arity} arguments are expected here, and {} are there", args.len())));
        }
        let args = args.into_iter().map(|arg| reader.term(arg)).collect::<Result<_, _>>()?;
        Ok(Call { location, args })
    }
}

pub(super) fn write(system: &System) -> String {
    let written = Written::symbols(system);
    let mut text = "(format LCTRS)\n(theory Ints)\n".to_string();
    let sort = match system.vars.len() {
        0 => "Int".to_string(),
        arity => format!("(->{} Int)", " Int".repeat(arity)),
    };
    for location in &written.locations {
        let _ = writeln!(text, "(fun {location} {sort})");
    }
    let _ = writeln!(text, "(entrypoint {})", written.locations[system.start.index()]);
    let call = |location: Location, args: &[String]| match args {
        [] => written.locations[location.index()].clone(),
        args => format!("({} {})", written.locations[location.index()], args.join(" ")),
    };
    for transition in &system.transitions {
        let names = written.names(transition);
        let after: Vec<String> = transition.update.iter().map(|poly| sexp_poly(poly, &names)).collect();
        let (from, to) = (call(transition.from, &written.vars), call(transition.to, &after));
        let _ = match sexp_guard(&transition.guard, &names).as_slice() {
            [] => writeln!(text, "(rule {from} {to})"),
            [only] => writeln!(text, "(rule {from} {to} :guard {only})"),
            atoms => writeln!(text, "(rule {from} {to} :guard (and {}))", atoms.join(" ")),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::samples::{check_error, check_read};
    use crate::format::Kind;

    const HEAD: &str = "(format LCTRS) (theory Ints)\n";

    #[test]
    fn rules_become_transitions() {
        let text = "; odd names, free whitespace\n(format LCTRS)(theory Ints)(entrypoint |f'|)
            (rule (f' x_1^0 ___cil) (g x_1^post)
              :guard (and (and (= x_1^post (+ 1 x_1^0)) (<= ___cil 0)) (exists ((t Int)) (> t ___cil))))
            (rule (g z) (f' (* z z) w) :guard (not (= z 0)) :var ((z Int)))
            (rule (g z) h)
            (fun f' (-> Int Int Int)) (fun g (-> Int Int)) (fun h Int)";
        check_read(
            Kind::Ari,
            text,
            expect![[r#"
                start f'
                f'(z, ___cil) -> g(z + 1, ___cil_1) if -___cil ≥ 0, -___cil + t - 1 ≥ 0 choosing t, ___cil_1
                g(z, ___cil) -> f'(z·z, w) if z - 1 ≥ 0 choosing w
                g(z, ___cil) -> f'(z·z, w) if -z - 1 ≥ 0 choosing w
                g(z, ___cil) -> h(z_1, ___cil_1) choosing z_1, ___cil_1
            "#]],
        );
    }

    #[test]
    fn left_hand_sides_may_demand_something() {
        let text = format!(
            "{HEAD}(fun f (-> Int Int Int Int)) (entrypoint f) (rule (f x x 3) (f x (ite (> x 0) 1 2) y) :guard (= y 1))"
        );
        check_read(
            Kind::Ari,
            &text,
            expect![[r#"
                start f
                f(x, x_1, v2) -> f(x, 1, 1) if -x + x_1 = 0, v2 - 3 = 0, x - 1 ≥ 0
                f(x, x_1, v2) -> f(x, 2, 1) if -x + x_1 = 0, v2 - 3 = 0, -x ≥ 0
            "#]],
        );
    }

    #[test]
    fn impossible_rules_are_dropped() {
        let text = format!("{HEAD}(fun f (-> Int Int)) (entrypoint f) (rule (f x) (f y) :guard (and (= y x) (> y x)))");
        check_read(Kind::Ari, &text, expect!["start f\n"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let with = |rest: &str| format!("{HEAD}(fun f (-> Int Int))\n(entrypoint f)\n{rest}");
        let check = |text: &str, expected| check_error(Kind::Ari, text, expected);
        check(
            &with("(rule (f x) (f x) :var ((x Real)))"),
            expect!["line 4, column 25: a variable with its sort is expected here, as `(x Int)`"],
        );
        check(&with("(rule (f x)\n  (g x))"), expect!["line 5, column 4: there is no function `g`"]);
        check(
            &with("(rule (f x) (f x x))"),
            expect!["line 4, column 13: 1 arguments are expected here, and 2 are there"],
        );
        check(
            &with("(rule (f x) (f (f x)))"),
            expect!["line 4, column 16: `f` with 1 arguments is no term that is supported"],
        );
        check(&with("(rule (f x) (f x) :guard (or x))"), expect!["line 4, column 30: `x` is no formula"]);
        check(&with("(rule (f x) (f x) :guard)"), expect!["line 4, column 19: this attribute has no value"]);
        check(&with("(rule (f x) (f x"), expect!["line 4, column 13: this parenthesis is never closed"]);
        check(
            &with("(rule (f x) (f 99999999999999999999999999999999999999999))"),
            expect!["line 4, column 16: the number 99999999999999999999999999999999999999999 does not fit 128 bits"],
        );
        check(
            &with("(rule (f x) (f (* x x x x x x x x x)))"),
            expect!["line 4, column 16: a number here does not fit 128 bits, or a product is too large"],
        );
        check(HEAD, expect!["line 2, column 1: there is no entrypoint"]);
        check("(format TRS)", expect!["line 1, column 1: only `(format LCTRS)` with `(theory Ints)` is supported"]);
        check(&with("(fun g (-> Bool Int))"), expect!["line 4, column 12: only the sort `Int` is supported"]);
    }

    #[test]
    fn too_many_cases_are_an_error() {
        let different = "(not (= x y)) ".repeat(10);
        let text = format!("{HEAD}(fun f (-> Int Int)) (entrypoint f) (rule (f x) (f x) :guard (and {different}))");
        check_error(Kind::Ari, &text, expect!["line 2, column 62: this guard is a disjunction of more than 512 cases"]);
    }

    /// Declarations in any order and with what else the format allows.
    #[test]
    fn declarations_are_read() {
        let text = "(format LCTRS :smtlib 2.6) (theory Ints) (fun g Int) (entrypoint g) (fun f (-> Int Int Int))
            (rule g (f 1 2) :guard true :guard (= y 1)) (rule (f x y) g :var ((x Int) (y Int)) :guard (< x y))
            (rule (f x y) (f y (- x)) :guard (or (< x y) (and (> x 3) (>= y 4))))";
        check_read(
            Kind::Ari,
            text,
            expect![[r#"
                start g
                g(x, y) -> f(1, 2)
                f(x, y) -> g(x_1, y_1) if -x + y - 1 ≥ 0 choosing x_1, y_1
                f(x, y) -> f(y, -x) if -x + y - 1 ≥ 0
                f(x, y) -> f(y, -x) if x - 4 ≥ 0, y - 4 ≥ 0
            "#]],
        );
        let error = |text: &str, expected| check_error(Kind::Ari, &format!("(format LCTRS){text}"), expected);
        error(
            "(theory Ints Reals)",
            expect!["line 1, column 15: only `(format LCTRS)` with `(theory Ints)` is supported"],
        );
        error("(theory Reals)", expect!["line 1, column 15: only `(format LCTRS)` with `(theory Ints)` is supported"]);
        error("(format)", expect!["line 1, column 15: only `(format LCTRS)` with `(theory Ints)` is supported"]);
        error("(fun f Int)\n(fun f Int)", expect!["line 2, column 6: this function is declared twice"]);
        error("(fun f Int Int)", expect!["line 1, column 15: `fun` is not supported, or not with these arguments"]);
        error("(fun f (Int Int))", expect!["line 1, column 22: a sort is expected here, as `Int` or `(-> Int Int)`"]);
        error("(fun f (-> Int Real))", expect!["line 1, column 30: only the sort `Int` is supported"]);
        error("(fun f (->))", expect!["line 1, column 22: a sort is expected here, as `Int` or `(-> Int Int)`"]);
        error("(fun f Real)", expect!["line 1, column 22: a list in parentheses is expected here"]);
        error("(fun (f) Int)", expect!["line 1, column 20: a name is expected here"]);
        error(
            "(fun f Int) (entrypoint f) (entrypoint f)",
            expect!["line 1, column 42: one entrypoint is expected, with one name"],
        );
        error("(fun f Int) (entrypoint f f)", expect!["line 1, column 27: one entrypoint is expected, with one name"]);
        error("(fun f Int) (entrypoint g)", expect!["line 1, column 39: there is no function `g`"]);
        error(
            "(fun f Int) (entrypoint f) (rule f)",
            expect!["line 1, column 42: `rule` is not supported, or not with these arguments"],
        );
        error(
            "(fun f Int) (entrypoint f) (rule f ())",
            expect!["line 1, column 50: a function with its arguments is expected here"],
        );
        error(
            "(fun f Int) (entrypoint f) (rule f f :cost 3)",
            expect!["line 1, column 52: the attribute `:cost` is not supported"],
        );
        error(
            "(fun f Int) (entrypoint f) (rule f f :var x)",
            expect!["line 1, column 57: a list in parentheses is expected here"],
        );
        error(
            "(fun f Int) (entrypoint f) (rule f f :var ((x Int Int)))",
            expect!["line 1, column 58: a variable with its sort is expected here, as `(x Int)`"],
        );
        error(
            "(fun f Int) (entrypoint f) (rule f f (:guard) true)",
            expect!["line 1, column 52: a name is expected here"],
        );
        error("()", expect!["line 1, column 15: an empty list means nothing here"]);
        error("f", expect!["line 1, column 15: a list in parentheses is expected here"]);
    }

    #[test]
    fn systems_are_written() {
        let text = format!(
            "{HEAD}(fun f (-> Int Int Int)) (fun |a b| (-> Int Int Int)) (entrypoint |a b|)
            (rule (f x y) (|a b| x y)) (rule (|a b| x y) (f (- 7) (+ (* 3 x) (* (- 1) y) 1)) :guard (> x 0))
            (rule (f x y) (f z (* x x)) :guard (and (= y (* 2 z)) (>= z y)))"
        );
        let system = super::super::read(&text, Kind::Ari).expect("well formed");
        expect![[r#"
            (format LCTRS)
            (theory Ints)
            (fun f (-> Int Int Int))
            (fun |a b| (-> Int Int Int))
            (entrypoint |a b|)
            (rule (f x y) (|a b| x y))
            (rule (|a b| x y) (f (- 7) (+ 1 (* 3 x) (* (- 1) y))) :guard (>= (+ (- 1) x) 0))
            (rule (f x y) (f z (* x x)) :guard (and (= (+ y (* (- 2) z)) 0) (>= (+ (* (- 1) y) z) 0)))
        "#]]
        .assert_eq(&super::write(&system));
    }
}
