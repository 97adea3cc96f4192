//! Transition systems as SMT-LIB scripts, the `.smt2` format of the termination competition.
//!
//! ```text
//! (declare-sort Loc 0)
//! (declare-const l0 Loc) (declare-const l1 Loc)
//! (assert (distinct l0 l1))
//! (define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool (and (= pc src) rel))
//! (define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
//!   (and (= pc src) (= pc1 dst) rel))
//! (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc l0 (> x 0)))
//! (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool
//!   (or (cfg_trans2 pc l0 pc1 l1 (= x1 (- x 1))) …))
//! ```
//!
//! The helpers may be left out, but mean nothing else where they are given. `init_` and `next_` are followed by any one
//! name. The parameters of the latter are those of the former, before and after the step; what the relation does not say
//! about a value after it is chosen by the step. A condition on the start that is not `true` becomes a location of its
//! own, with a step from there. Terms are those of [`super::terms`]. Not supported: calls and returns (`cfg_trans3`, or
//! functions for more than one procedure).

use std::fmt::Write;

use super::error::Fault;
use super::names::Names;
use super::rules::{Call, Locations, Rule, build};
use super::sexp::{Document, Sexp};
use super::terms::{Reader, Undeclared};
use super::write::{Written, sexp_guard, sexp_poly};
use crate::system::{Poly, System, Transition};

pub(super) fn read(text: &str) -> Result<System, Fault> {
    let document = Document::read(text)?;
    let mut locations = Locations::default();
    let (mut init, mut next) = (None, None);
    for form in document.top() {
        let (head, args) = form.application()?;
        match (head, args.as_slice()) {
            ("declare-sort", [sort, _]) if sort.is("Loc") => {}
            ("declare-const", [name, sort]) if sort.is("Loc") => {
                if locations.find(name.expect_name()?).is_some() {
                    return Err(name.fault("this location is declared twice"));
                }
                locations.declare(name.expect_name()?);
            }
            ("declare-fun", [name, none, sort])
                if sort.is("Loc") && none.list().is_some_and(|list| list.is_empty()) =>
            {
                locations.declare(name.expect_name()?);
            }
            ("assert", [condition]) if condition.head() == Some("distinct") => {}
            ("set-logic" | "set-info" | "set-option" | "check-sat" | "exit", _) => {}
            ("define-fun", [name, parameters, sort, body]) if sort.is("Bool") => {
                let function = Function { parameters: parameters_of(*parameters)?, body: *body, at: form.at() };
                match name.expect_name()? {
                    "cfg_init" | "cfg_trans2" | "cfg_trans3" => function.check_helper()?,
                    other if other.starts_with("init_") && init.is_none() => init = Some(function),
                    other if other.starts_with("next_") && next.is_none() => next = Some(function),
                    other => {
                        let why = "only `init_` and `next_` of one procedure are";
                        return Err(name.fault(format!("the function `{other}` is not supported, {why}")));
                    }
                }
            }
            (head, _) => return Err(form.fault(format!("`{head}` is not supported, or not with these arguments"))),
        }
    }
    let missing = |what| Fault::new(text.len(), format!("the function `{what}` is missing"));
    let (init, next) = (init.ok_or_else(|| missing("init_…"))?, next.ok_or_else(|| missing("next_…"))?);
    let next = next.split()?;
    let init = init.initial(next.before.len())?;
    let mut rules = Vec::new();
    for step in init.disjuncts("cfg_init")? {
        rules.push(init.rule(step, &locations)?);
    }
    // A start without a condition needs no location before it.
    let start = match rules.as_slice() {
        [only] if only.guard.is_always() => {
            let start = only.to.location;
            rules.clear();
            start
        }
        _ => {
            let start = locations.declare(&Names::without(locations.names.iter().map(String::as_str)).give("start"));
            rules.iter_mut().for_each(|rule| rule.from.location = start);
            start
        }
    };
    for step in next.disjuncts("cfg_trans2")? {
        rules.push(next.rule(step, &locations)?);
    }
    let arity = next.before.len();
    build(locations, start, arity, rules)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Loc,
    Int,
    Bool,
}

struct Function<'d> {
    parameters: Vec<(&'d str, Sort)>,
    body: Sexp<'d>,
    at: usize,
}

fn parameters_of(list: Sexp<'_>) -> Result<Vec<(&str, Sort)>, Fault> {
    let mut parameters = Vec::new();
    for it in list.expect_list()? {
        let items = it.expect_list()?;
        let [name, sort] = items.as_slice() else { return Err(it.fault("a name with its sort is expected here")) };
        let sort = match sort.expect_name()? {
            "Loc" => Sort::Loc,
            "Int" => Sort::Int,
            "Bool" => Sort::Bool,
            other => return Err(sort.fault(format!("the sort `{other}` is not supported"))),
        };
        parameters.push((name.expect_name()?, sort));
    }
    Ok(parameters)
}

/// A relation between values, with the program counters it is about.
struct Relation<'d> {
    counters: Vec<&'d str>,
    before: Vec<&'d str>,
    after: Vec<&'d str>,
    body: Sexp<'d>,
}

impl<'d> Function<'d> {
    /// A helper is the conjunction of `(= pc location)` for its pairs of parameters, and of its last parameter.
    fn check_helper(&self) -> Result<(), Fault> {
        let wrong = || Fault::new(self.at, "this helper is not defined as it is everywhere");
        let (last, pairs) = self.parameters.split_last().ok_or_else(wrong)?;
        let (head, conjuncts) = self.body.application()?;
        let (relation, equations) = conjuncts.split_last().ok_or_else(wrong)?;
        let mut fits = head == "and" && relation.is(last.0) && equations.len() * 2 == pairs.len();
        for (equation, pair) in equations.iter().zip(pairs.chunks(2)) {
            let items = equation.expect_list()?;
            let names = items.iter().map(|item| item.name());
            fits &= names.eq([Some("="), Some(pair[0].0), pair.get(1).map(|(name, _)| *name)]);
        }
        if fits { Ok(()) } else { Err(wrong()) }
    }

    /// The names of one location and of integers.
    fn state(&self, parameters: &[(&'d str, Sort)]) -> Result<(&'d str, Vec<&'d str>), Fault> {
        let named = |wanted| parameters.iter().filter(move |(_, sort)| *sort == wanted).map(|(name, _)| *name);
        let counters: Vec<&str> = named(Sort::Loc).collect();
        match counters.as_slice() {
            [counter] if named(Sort::Bool).next().is_none() => Ok((counter, named(Sort::Int).collect())),
            _ => Err(Fault::new(self.at, "its parameters are one location and integers, before and after a step")),
        }
    }

    /// As what a step from values before to values after has to satisfy.
    fn split(self) -> Result<Relation<'d>, Fault> {
        let (before, after) = self.parameters.split_at(self.parameters.len() / 2);
        let ((from, before), (to, after)) = (self.state(before)?, self.state(after)?);
        if before.len() != after.len() {
            return Err(Fault::new(self.at, "there are not as many values after a step as before it"));
        }
        Ok(Relation { counters: vec![from, to], before, after, body: self.body })
    }

    /// As a step that changes nothing.
    fn initial(self, arity: usize) -> Result<Relation<'d>, Fault> {
        let (counter, values) = self.state(&self.parameters)?;
        if values.len() != arity {
            return Err(Fault::new(self.at, "there are not as many values at the start as before a step"));
        }
        Ok(Relation { counters: vec![counter], before: values.clone(), after: values, body: self.body })
    }
}

impl<'d> Relation<'d> {
    /// The arguments of the helper, for each of its uses.
    fn disjuncts(&self, helper: &str) -> Result<Vec<Vec<Sexp<'d>>>, Fault> {
        let mut found = Vec::new();
        let mut waiting = vec![self.body];
        while let Some(next) = waiting.pop() {
            if next.is("false") {
                continue;
            }
            let (head, args) = next.application()?;
            match head {
                "or" => waiting.extend(args.into_iter().rev()),
                _ if head == helper => found.push(args),
                "cfg_trans3" => return Err(next.fault("`cfg_trans3`: calls and returns are not supported")),
                other => return Err(next.fault(format!("`{helper}` is expected here instead of `{other}`"))),
            }
        }
        Ok(found)
    }

    fn rule(&self, args: Vec<Sexp<'d>>, locations: &Locations) -> Result<Rule, Fault> {
        let wrong = || self.body.fault("a helper here has the wrong number of arguments");
        let (condition, pairs) = args.split_last().ok_or_else(wrong)?;
        if pairs.len() != 2 * self.counters.len() {
            return Err(condition.fault("there are too many or too few arguments before this"));
        }
        let mut places = Vec::new();
        for (pair, counter) in pairs.chunks(2).zip(&self.counters) {
            if !pair[0].is(counter) {
                return Err(pair[0].fault(format!("`{counter}` is expected here")));
            }
            let name = pair[1].expect_name()?;
            places.push(locations.find(name).ok_or_else(|| pair[1].fault(format!("there is no location `{name}`")))?);
        }
        let (from, to) = match places.as_slice() {
            [only] => (*only, *only),
            [from, to, ..] => (*from, *to),
            [] => return Err(wrong()),
        };
        let mut reader = Reader::new(Undeclared::Error);
        let mut values = |names: &[&str]| -> Result<Vec<Poly>, Fault> {
            names.iter().map(|name| Ok(Poly::var(reader.variables.declare(name, condition.at())?))).collect()
        };
        let (before, after) = (values(&self.before)?, values(&self.after)?);
        let guard = reader.formula(*condition)?;
        Ok(Rule {
            at: condition.at(),
            from: Call { location: from, args: before },
            to: Call { location: to, args: after },
            guard,
            names: reader.variables.names,
        })
    }
}

const HELPERS: &str = "\
(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool
  (and (= pc src) rel))
(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
  (and (= pc src) (= pc1 dst) rel))
";

pub(super) fn write(system: &System) -> String {
    let mut written = Written::symbols(system);
    let (counter, counter_after) = (written.spare("pc"), written.spare("pc^post"));
    let after: Vec<String> = system.vars.iter().map(|name| written.spare(&format!("{name}^post"))).collect();
    let mut text = "(declare-sort Loc 0)\n".to_string();
    for location in &written.locations {
        let _ = writeln!(text, "(declare-const {location} Loc)");
    }
    if written.locations.len() > 1 {
        let _ = writeln!(text, "(assert (distinct {}))", written.locations.join(" "));
    }
    text.push_str(HELPERS);
    let state = |counter: &str, vars: &[String]| {
        let values = vars.iter().map(|name| format!(" ({name} Int)")).collect::<String>();
        format!("({counter} Loc){values}")
    };
    let (start, before) = (&written.locations[system.start.index()], state(&counter, &written.vars));
    let _ = writeln!(text, "(define-fun init_main ({before}) Bool\n  (cfg_init {counter} {start} true))");
    let _ = writeln!(text, "(define-fun next_main ({before} {}) Bool\n  (or", state(&counter_after, &after));
    for transition in &system.transitions {
        let [from, to] = [transition.from, transition.to].map(|id| &written.locations[id.index()]);
        let relation = relation(transition, &written, &after);
        let _ = writeln!(text, "    (cfg_trans2 {counter} {from} {counter_after} {to} {relation})");
    }
    text.push_str("    false))\n");
    text
}

/// The guard, and what the values after the step are.
fn relation(transition: &Transition, written: &Written, after: &[String]) -> String {
    let names = written.names(transition);
    let mut conjuncts = sexp_guard(&transition.guard, &names);
    let updates = after.iter().zip(&transition.update);
    conjuncts.extend(updates.map(|(name, poly)| format!("(= {name} {})", sexp_poly(poly, &names))));
    let relation = match conjuncts.as_slice() {
        [] => "true".to_string(),
        [only] => only.clone(),
        several => format!("(and {})", several.join(" ")),
    };
    match &names[written.vars.len()..] {
        [] => relation,
        chosen => {
            let binders: Vec<String> = chosen.iter().map(|name| format!("({name} Int)")).collect();
            format!("(exists ({}) {relation})", binders.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::samples::{check_error, check_read};
    use super::*;
    use crate::format::Kind;

    const HEAD: &str = "(declare-sort Loc 0) (declare-const a Loc) (declare-const b Loc) (assert (distinct a b))\n";

    #[test]
    fn a_script_is_read() {
        let text = format!(
            "{HEAD}{HELPERS}
            (define-fun init_main ((pc^0 Loc) (x^0 Int) (y^0 Int)) Bool (cfg_init pc^0 a true))
            (define-fun next_main ((pc^0 Loc) (x^0 Int) (y^0 Int) (pc^1 Loc) (x^1 Int) (y^1 Int)) Bool
              (or
                (cfg_trans2 pc^0 a pc^1 b (and (> x^0 0) (= x^1 (+ x^0 y^0)) (= y^0 y^1)))
                (cfg_trans2 pc^0 b pc^1 a (exists ((n Int)) (and (= x^1 (+ n 1)) (< n x^0))))))"
        );
        check_read(
            Kind::Smt2,
            &text,
            expect![[r#"
                start a
                a(x^0, y^0) -> b(x^0 + y^0, y^0) if x^0 - 1 ≥ 0
                b(x^0, y^0) -> a(n + 1, y^1) if x^0 - n - 1 ≥ 0 choosing y^1, n
            "#]],
        );
    }

    #[test]
    fn a_condition_on_the_start_is_a_step() {
        let text = format!(
            "{HEAD}
            (define-fun init_f ((pc Loc) (x Int)) Bool (cfg_init pc b (distinct x 0)))
            (define-fun next_f ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool (cfg_trans2 pc b pc1 b (= x1 x)))"
        );
        check_read(
            Kind::Smt2,
            &text,
            expect![[r#"
                start start
                start(x) -> b(x) if x - 1 ≥ 0
                start(x) -> b(x) if -x - 1 ≥ 0
                b(x) -> b(x)
            "#]],
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let with = |init: &str, next: &str| {
            format!(
                "{HEAD}(define-fun init_main ((pc Loc) (x Int)) Bool {init})\n\
                (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool {next})"
            )
        };
        let good = "(cfg_init pc a true)";
        let check = |text: &str, expected| check_error(Kind::Smt2, text, expected);
        check(&with(good, "(cfg_trans2 pc a pc1 c true)"), expect!["line 3, column 87: there is no location `c`"]);
        check(&with(good, "(cfg_trans2 pc1 a pc b true)"), expect!["line 3, column 78: `pc` is expected here"]);
        check(&with(good, "(cfg_trans2 pc a pc1 b (= y 1))"), expect!["line 3, column 92: there is no variable `y`"]);
        check(
            &with(good, "(cfg_trans3 pc a pc1 b pc b true)"),
            expect!["line 3, column 66: `cfg_trans3`: calls and returns are not supported"],
        );
        check(&with(good, "(and true)"), expect!["line 3, column 66: `cfg_trans2` is expected here instead of `and`"]);
        check(HEAD, expect!["line 2, column 1: the function `init_…` is missing"]);
        let fewer = "(define-fun next_main ((pc Loc) (pc1 Loc) (x1 Int)) Bool false)";
        check(
            &format!("{HEAD}(define-fun init_main ((pc Loc) (x Int)) Bool {good})\n{fewer}"),
            expect!["line 3, column 1: there are not as many values after a step as before it"],
        );
        let fewer = "(define-fun next_main ((pc Loc) (x Int) (y Int) (pc1 Loc) (x1 Int) (z Loc)) Bool false)";
        check(
            &format!("{HEAD}(define-fun init_main ((pc Loc) (x Int)) Bool {good})\n{fewer}"),
            expect!["line 3, column 1: its parameters are one location and integers, before and after a step"],
        );
        check(
            "(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool (or (= pc src) rel))",
            expect!["line 1, column 1: this helper is not defined as it is everywhere"],
        );
        check(
            &format!("{}(define-fun next_f () Bool false)", with(good, "false")),
            expect![
                "line 3, column 84: the function `next_f` is not supported, only `init_` and `next_` of one procedure are"
            ],
        );
    }

    const NEXT: &str =
        "(define-fun next_f ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool (cfg_trans2 pc a pc1 b (= x1 x)))";

    #[test]
    fn declarations_are_read() {
        let text = format!(
            "(set-logic LIA)(set-info :status sat)(set-option :x true)(declare-sort Loc 0)(declare-fun a () Loc)
            (declare-const b Loc)(assert (distinct a b))
            (define-fun init_f ((pc Loc) (x Int)) Bool (or (cfg_init pc a (> x 0)) (or (cfg_init pc b true) false)))
            {NEXT}(check-sat)(exit)"
        );
        check_read(
            Kind::Smt2,
            &text,
            expect![[r#"
                start start
                start(x) -> a(x) if x - 1 ≥ 0
                start(x) -> b(x)
                a(x) -> b(x)
            "#]],
        );
        // A name that is taken already.
        let text = text
            .replace("a () Loc", "start () Loc")
            .replace("pc a", "pc start")
            .replace("distinct a", "distinct start");
        check_read(
            Kind::Smt2,
            &text,
            expect![[r#"
                start start_1
                start_1(x) -> start(x) if x - 1 ≥ 0
                start_1(x) -> b(x)
                start(x) -> b(x)
            "#]],
        );
    }

    #[test]
    fn declarations_that_say_something_else_are_errors() {
        let error = |text: &str, expected| check_error(Kind::Smt2, &format!("{HEAD}{text}"), expected);
        error("(declare-const a Loc)", expect!["line 2, column 16: this location is declared twice"]);
        error(
            "(declare-const x Int)",
            expect!["line 2, column 1: `declare-const` is not supported, or not with these arguments"],
        );
        error(
            "(declare-fun c (Int) Loc)",
            expect!["line 2, column 1: `declare-fun` is not supported, or not with these arguments"],
        );
        error(
            "(declare-fun c () Int)",
            expect!["line 2, column 1: `declare-fun` is not supported, or not with these arguments"],
        );
        error(
            "(declare-fun c d Loc)",
            expect!["line 2, column 1: `declare-fun` is not supported, or not with these arguments"],
        );
        error(
            "(declare-sort Place 0)",
            expect!["line 2, column 1: `declare-sort` is not supported, or not with these arguments"],
        );
        error("(assert (= a b))", expect!["line 2, column 1: `assert` is not supported, or not with these arguments"]);
        error(
            "(define-fun init_f () Int 0)",
            expect!["line 2, column 1: `define-fun` is not supported, or not with these arguments"],
        );
        error(
            "(define-fun other () Bool true)",
            expect![
                "line 2, column 13: the function `other` is not supported, only `init_` and `next_` of one procedure are"
            ],
        );
        error(
            "(define-fun init_f (pc) Bool true)",
            expect!["line 2, column 21: a list in parentheses is expected here"],
        );
        error(
            "(define-fun init_f ((pc Loc Loc)) Bool true)",
            expect!["line 2, column 21: a name with its sort is expected here"],
        );
        error(
            "(define-fun init_f ((pc Real)) Bool true)",
            expect!["line 2, column 25: the sort `Real` is not supported"],
        );
        error(
            "(define-fun init_f ((pc Loc)) Bool false) (define-fun init_g ((pc Loc)) Bool false)",
            expect![
                "line 2, column 55: the function `init_g` is not supported, only `init_` and `next_` of one procedure are"
            ],
        );
        error(
            "(define-fun init_f ((pc Loc)) Bool false)",
            expect!["line 2, column 42: the function `next_…` is missing"],
        );
        error(
            &format!("(define-fun init_f ((pc Loc)) Bool false)\n{NEXT}"),
            expect!["line 2, column 1: there are not as many values at the start as before a step"],
        );
        error(
            &format!("(define-fun init_f ((pc Loc) (b Bool) (x Int)) Bool false)\n{NEXT}"),
            expect!["line 2, column 1: its parameters are one location and integers, before and after a step"],
        );
        error(
            &format!("(define-fun init_f ((pc Loc) (q Loc) (x Int)) Bool false)\n{NEXT}"),
            expect!["line 2, column 1: its parameters are one location and integers, before and after a step"],
        );
        error(
            &format!("(define-fun init_f ((x Int)) Bool false)\n{NEXT}"),
            expect!["line 2, column 1: its parameters are one location and integers, before and after a step"],
        );
        let init = |body: &str| format!("(define-fun init_f ((pc Loc) (x Int)) Bool {body})\n{NEXT}");
        error(&init("(cfg_init)"), expect!["line 2, column 44: a helper here has the wrong number of arguments"]);
        error(
            &init("(cfg_init true)"),
            expect!["line 2, column 54: there are too many or too few arguments before this"],
        );
        error(
            &init("(cfg_init pc a pc a true)"),
            expect!["line 2, column 64: there are too many or too few arguments before this"],
        );
        error(&init("(cfg_init x a true)"), expect!["line 2, column 54: `pc` is expected here"]);
        error(&init("(cfg_init pc (a) true)"), expect!["line 2, column 57: a name is expected here"]);
        error(&init("(cfg_init pc a x)"), expect!["line 2, column 59: `x` is no formula"]);
        error(
            &init("(cfg_trans2 pc a pc a true)"),
            expect!["line 2, column 44: `cfg_init` is expected here instead of `cfg_trans2`"],
        );
        error(&init("true"), expect!["line 2, column 44: a list in parentheses is expected here"]);
    }

    #[test]
    fn helpers_mean_one_thing() {
        let fine = |text: &str| {
            let text = format!("{HEAD}{text}(define-fun init_f ((pc Loc) (x Int)) Bool (cfg_init pc a true)){NEXT}");
            super::super::read(&text, Kind::Smt2).is_ok()
        };
        assert!(fine(HELPERS));
        assert!(fine(
            "(define-fun cfg_trans3 ((a Loc) (b Loc) (c Loc) (d Loc) (e Loc) (f Loc) (r Bool)) Bool (and (= a b) (= c d) (= e f) r))"
        ));
        let init = |body: &str| fine(&format!("(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool {body})"));
        assert!(init("(and (= pc src) rel)"));
        for wrong in [
            "(or (= pc src) rel)",
            "(and (= src pc) rel)",
            "(and (= pc pc) rel)",
            "(and (distinct pc src) rel)",
            "(and (= pc src) src)",
            "(and rel (= pc src))",
            "(and (= pc src) (= pc src) rel)",
            "(and (= pc src src) rel)",
            "(and (= pc) rel)",
            "(and rel)",
            "(and)",
            "(and x rel)",
            "rel",
        ] {
            assert!(!init(wrong), "{wrong}");
        }
        assert!(!fine("(define-fun cfg_init () Bool (and true))"));
        assert!(!fine("(define-fun cfg_init ((pc Loc) (rel Bool)) Bool (and (= pc src) rel))"));
        assert!(!fine(
            "(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool (and (= pc src) rel))"
        ));
        let trans = "(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool (and (= pc src) (= pc dst) rel))";
        assert!(!fine(trans));
    }

    #[test]
    fn systems_are_written() {
        let text = format!(
            "{HEAD}(define-fun init_f ((pc Loc) (x Int) (y Int)) Bool (cfg_init pc b true))
            (define-fun next_f ((pc Loc) (x Int) (y Int) (q Loc) (x1 Int) (y1 Int)) Bool (or
              (cfg_trans2 pc b q a (and (= x1 x) (= y1 (- y 1)) (> x 0)))
              (cfg_trans2 pc a q b (and (= x1 (* 2 x)) (= x (* 3 y1)) (> y 0)))))"
        );
        let system = super::super::read(&text, Kind::Smt2).expect("well formed");
        expect![[r#"
            (declare-sort Loc 0)
            (declare-const a Loc)
            (declare-const b Loc)
            (assert (distinct a b))
            (define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool
              (and (= pc src) rel))
            (define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
              (and (= pc src) (= pc1 dst) rel))
            (define-fun init_main ((pc Loc) (x Int) (y Int)) Bool
              (cfg_init pc b true))
            (define-fun next_main ((pc Loc) (x Int) (y Int) (pc^post Loc) (x^post Int) (y^post Int)) Bool
              (or
                (cfg_trans2 pc b pc^post a (and (>= (+ (- 1) x) 0) (= x^post x) (= y^post (+ (- 1) y))))
                (cfg_trans2 pc a pc^post b (exists ((y1 Int)) (and (= (+ x (* (- 3) y1)) 0) (>= (+ (- 1) y) 0) (= x^post (* 2 x)) (= y^post y1))))
                false))
        "#]].assert_eq(&write(&system));
        let one = System {
            locations: vec!["a".to_string()],
            transitions: vec![],
            vars: vec![],
            start: crate::system::Location(0),
        };
        expect![[r#"
            (declare-sort Loc 0)
            (declare-const a Loc)
            (define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool
              (and (= pc src) rel))
            (define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
              (and (= pc src) (= pc1 dst) rel))
            (define-fun init_main ((pc Loc)) Bool
              (cfg_init pc a true))
            (define-fun next_main ((pc Loc) (pc^post Loc)) Bool
              (or
                false))
        "#]]
        .assert_eq(&write(&one));
    }
}
