//! Rules with infix arithmetic, the `.koat` format.
//!
//! ```text
//! (GOAL COMPLEXITY)
//! (STARTTERM (FUNCTIONSYMBOLS f))
//! (VAR x y z)
//! (RULES
//!   f(x, y) -> g(x - 1, y + z) :|: x >= 0 && z = 2*y     # a comment
//!   g(x, y) -> Com_1(f(x, y)) [ x > 0 /\ !(y < 0 || y^2 = 4) ]
//! )
//! ```
//!
//! Variables of a rule that are no argument on its left are chosen by the step, whether `VAR` lists them or not. Costs
//! on an arrow, as `-{2}>`, are skipped: they say nothing about termination.

use std::fmt::Write;

use super::error::Fault;
use super::formula::Formula;
use super::infix::Expressions;
use super::rules::{Call, Locations, Rule, Variables, build};
use super::tokens::{Token, Tokens};
use super::write::Written;
use crate::system::{Location, Monomial, Poly, Relation, System};

pub(super) fn read(text: &str) -> Result<System, Fault> {
    let mut tokens = Tokens::new(text);
    let mut locations = Locations::default();
    let mut start = None;
    let mut rules = Vec::new();
    while !tokens.next_if(Token::End)? {
        tokens.expect(Token::Open)?;
        let at = tokens.at()?;
        match tokens.name()? {
            "GOAL" | "VAR" => {
                while tokens.peek_name()?.is_some() {
                    tokens.name()?;
                }
                tokens.expect(Token::Close)?;
            }
            "COMMENT" => tokens.skip_to_closing(at)?,
            "STARTTERM" => {
                start = Some(start_term(&mut tokens, &mut locations)?);
                tokens.expect(Token::Close)?;
            }
            "RULES" => {
                while !tokens.next_if(Token::Close)? {
                    rules.push(rule(&mut tokens, &mut locations)?);
                }
            }
            other => return Err(Fault::new(at, format!("the section `{other}` is not supported"))),
        }
    }
    let start = start.ok_or_else(|| Fault::new(text.len(), "there is no `(STARTTERM (FUNCTIONSYMBOLS …))`"))?;
    build(locations, start, 0, rules)
}

fn start_term(tokens: &mut Tokens<'_>, locations: &mut Locations) -> Result<Location, Fault> {
    tokens.expect(Token::Open)?;
    let at = tokens.at()?;
    if tokens.name()? != "FUNCTIONSYMBOLS" {
        return Err(Fault::new(at, "only a start of the form `(FUNCTIONSYMBOLS f)` is supported"));
    }
    let start = locations.declare(tokens.name()?);
    tokens.expect(Token::Close)?;
    Ok(start)
}

fn rule(tokens: &mut Tokens<'_>, locations: &mut Locations) -> Result<Rule, Fault> {
    let mut variables = Variables::default();
    let mut at = tokens.at()?;
    let from = call(tokens, locations, &mut variables)?;
    tokens.expect(Token::Arrow)?;
    let to = right_hand_side(tokens, locations, &mut variables)?;
    let mut guard = Formula::always();
    if tokens.next_if(Token::If)? {
        at = tokens.at()?;
        guard = Expressions::new(tokens, &mut variables).formula()?;
    } else if tokens.next_if(Token::OpenBracket)? {
        at = tokens.at()?;
        if !tokens.next_if(Token::CloseBracket)? {
            guard = Expressions::new(tokens, &mut variables).formula()?;
            tokens.expect(Token::CloseBracket)?;
        }
    }
    Ok(Rule { at, from, to, guard, names: variables.names })
}

/// A call, also as the only one of `Com_1(…)`.
fn right_hand_side(
    tokens: &mut Tokens<'_>,
    locations: &mut Locations,
    variables: &mut Variables,
) -> Result<Call, Fault> {
    let number = tokens.peek_name()?.and_then(|name| name.strip_prefix("Com_"));
    let number = number.filter(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
    match number {
        None => call(tokens, locations, variables),
        Some("1") => {
            tokens.name()?;
            tokens.expect(Token::Open)?;
            let only = call(tokens, locations, variables)?;
            tokens.expect(Token::Close)?;
            Ok(only)
        }
        Some(other) => {
            let what = format!("`Com_{other}` is not supported: a rule has one call on its right");
            Err(Fault::new(tokens.at()?, what))
        }
    }
}

fn call(tokens: &mut Tokens<'_>, locations: &mut Locations, variables: &mut Variables) -> Result<Call, Fault> {
    let location = locations.declare(tokens.name()?);
    let mut args = Vec::new();
    if tokens.next_if(Token::Open)? {
        while !tokens.next_if(Token::Close)? {
            if !args.is_empty() {
                tokens.expect(Token::Comma)?;
            }
            args.push(Expressions::new(tokens, variables).term()?);
        }
    }
    Ok(Call { location, args })
}

pub(super) fn write(system: &System) -> String {
    let written = Written::identifiers(system);
    let mut rules = String::new();
    let mut vars = written.vars.clone();
    for transition in &system.transitions {
        let names = written.names(transition);
        let after: Vec<String> = transition.update.iter().map(|poly| infix(poly, &names)).collect();
        let [from, to] = [transition.from, transition.to].map(|id| &written.locations[id.index()]);
        let _ = write!(rules, "  {from}({}) -> Com_1({to}({}))", written.vars.join(", "), after.join(", "));
        let atoms = transition.guard.iter().map(|atom| {
            let relation = match atom.relation {
                Relation::AtLeastZero => ">=",
                Relation::Zero => "=",
            };
            format!("{} {relation} 0", infix(&atom.poly, &names))
        });
        let atoms: Vec<String> = atoms.collect();
        let _ = if atoms.is_empty() { writeln!(rules) } else { writeln!(rules, " :|: {}", atoms.join(" && ")) };
        vars.extend_from_slice(&names[written.vars.len()..]);
    }
    // Rules may share the names of what they choose.
    vars.sort_unstable();
    vars.dedup();
    let start = &written.locations[system.start.index()];
    let vars: String = vars.iter().map(|name| format!(" {name}")).collect();
    format!("(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS {start}))\n(VAR{vars})\n(RULES\n{rules})\n")
}

fn infix(poly: &Poly, names: &[String]) -> String {
    let mut text = String::new();
    for (monomial, factor) in poly.terms() {
        let sign = match (text.is_empty(), *factor < 0 && *factor != i128::MIN) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(&infix_term(monomial, *factor, names));
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// Without a minus in front, but for the one number that has no absolute value among those of 128 bits.
fn infix_term(monomial: &Monomial, factor: i128, names: &[String]) -> String {
    let number = match factor {
        i128::MIN => format!("(-{} - 1)", i128::MAX),
        other => other.unsigned_abs().to_string(),
    };
    let vars = monomial.iter().map(|var| names[var.index()].clone());
    let shown = monomial.is_empty() || factor.unsigned_abs() != 1;
    shown.then_some(number).into_iter().chain(vars).collect::<Vec<_>>().join("*")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::samples::{check_error, check_read};
    use crate::format::Kind;

    #[test]
    fn rules_become_transitions() {
        let text = "(GOAL COMPLEXITY) # a comment (
            (STARTTERM (FUNCTIONSYMBOLS f))
            (COMMENT anything (at all) %$)
            (VAR x y z)
            (RULES
              f(x,y) -> g(x-1, y+z) :|: x >= 0 && z = 2*y
              g(x,y) -{2}> Com_1(f(x, -y^2*3)) [ x>0 /\\ !(y<0 || y == x) ]
              g(a, b) -> f(1, w) []
              f(x, x) -> h :|: true && (x + 1) * (x - 1) < 2 \\/ x != 3
            )";
        check_read(
            Kind::Koat,
            text,
            expect![[r#"
            start f
            f(x, y) -> g(x - 1, 3·y) if x ≥ 0
            g(x, y) -> f(x, -3·y·y) if x - 1 ≥ 0, y ≥ 0, -x + y - 1 ≥ 0
            g(x, y) -> f(x, -3·y·y) if x - 1 ≥ 0, y ≥ 0, x - y - 1 ≥ 0
            g(x, y) -> f(1, w) choosing w
            f(x, y) -> h(x_1, y_1) if -x + y = 0, -x·x + 2 ≥ 0 choosing x_1, y_1
            f(x, y) -> h(x_1, y_1) if -x + y = 0, x - 4 ≥ 0 choosing x_1, y_1
            f(x, y) -> h(x_1, y_1) if -x + y = 0, -x + 2 ≥ 0 choosing x_1, y_1
        "#]],
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let with = |rules: &str| format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(RULES\n{rules})");
        let check = |text: &str, expected| check_error(Kind::Koat, text, expected);
        check(
            &with("f(x) -> Com_2(f(x), f(x))"),
            expect!["line 3, column 9: `Com_2` is not supported: a rule has one call on its right"],
        );
        check(
            &with("f(x) -> f(x) :|: x > 0 && y + 1"),
            expect!["line 3, column 27: a formula is expected here, not a term"],
        );
        check(&with("f(x) -> f(x > 0)"), expect!["line 3, column 11: a term is expected here, not a formula"]);
        check(
            &with("f(x) -> f(x) :|: x > 0 + (y < 1)"),
            expect!["line 3, column 26: a term is expected here, not a formula"],
        );
        check(&with("f(x) -> f(x^y)"), expect!["line 3, column 13: an exponent is a constant from 0 to 255"]);
        check(
            &with("f(x) -> f(x^9)"),
            expect!["line 3, column 13: a number here does not fit 128 bits, or a product is too large"],
        );
        check(&with("f(x) -> f(x @ 1)"), expect!["line 3, column 13: `@` means nothing here"]);
        check(&with("f(x) -> f((x + 1)"), expect!["line 3, column 19: a name is expected here"]);
        check(&with("f(x) f(x)"), expect!["line 3, column 6: `->` is expected here"]);
        check(
            &with("f(x) -> f(999999999999999999999999999999999999999999)"),
            expect!["line 3, column 11: the number 999999999999999999999999999999999999999999 does not fit 128 bits"],
        );
        check("(RULES f(x) -> f(x))", expect!["line 1, column 21: there is no `(STARTTERM (FUNCTIONSYMBOLS …))`"]);
        check(
            "(STARTTERM (CONSTRUCTOR-BASED))",
            expect!["line 1, column 13: only a start of the form `(FUNCTIONSYMBOLS f)` is supported"],
        );
        check("(RULES f(x) -> f(x)", expect!["line 1, column 20: a name is expected here"]);
    }

    #[test]
    fn depth_is_limited_where_it_costs() {
        let deep = 10_000;
        let with = |guard: String| format!("(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(x) -> f(x) :|: {guard})");
        for guard in ["(".repeat(deep), "-".repeat(deep), "!".repeat(deep), "-(".repeat(deep)] {
            let error = super::super::read(&with(guard), Kind::Koat).expect_err("too deep");
            assert_eq!(error.what, "this is nested more than 200 levels deep");
        }
        // As deep as it may be, and one level more.
        let nested = |levels: usize| super::super::read(&with("-".repeat(levels) + "x > 0"), Kind::Koat).is_ok();
        let deepest = (1..400).rev().find(|levels| nested(*levels));
        assert_eq!(deepest, Some(199));
        let long = "x > 0 && ".repeat(deep) + "x = " + &"1 + ".repeat(deep) + "y";
        assert!(super::super::read(&with(long), Kind::Koat).is_ok());
    }

    /// One rule with this guard; what becomes of it.
    fn check_guard(guard: &str, expected: expect_test::Expect) {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(RULES f(x, y) -> f(x, y) :|: {guard})");
        check_read(Kind::Koat, &text, expected);
    }

    #[test]
    fn operators_bind_as_usual() {
        check_guard(
            "x + 2 * y - 3 - 4 >= x * y ^ 2 * 2",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - 2·x·y·y + 2·y - 7 ≥ 0
        "#]],
        );
        check_guard(
            "-x ^ 2 * -3 - -y > - 4 - 5",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if 3·x·x + y + 8 ≥ 0
        "#]],
        );
        check_guard(
            "x > 0 && y > 1 || x < 0 && y < 1",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - 1 ≥ 0, y - 2 ≥ 0
            f(x, y) -> f(x, y) if -x - 1 ≥ 0, -y ≥ 0
        "#]],
        );
        check_guard(
            "x > 0 && (y > 1 || x < 9) && y < 1",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - 1 ≥ 0, y - 2 ≥ 0, -y ≥ 0
            f(x, y) -> f(x, y) if x - 1 ≥ 0, -x + 8 ≥ 0, -y ≥ 0
        "#]],
        );
        check_guard(
            "!x > 0 && y > 0",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if -x ≥ 0, y - 1 ≥ 0
        "#]],
        );
        check_guard(
            "!(x > 0 && y > 0)",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if -x ≥ 0
            f(x, y) -> f(x, y) if -y ≥ 0
        "#]],
        );
        check_guard(
            "! x = y & y = 2",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - y - 1 ≥ 0, y - 2 = 0
            f(x, y) -> f(x, y) if -x + y - 1 ≥ 0, y - 2 = 0
        "#]],
        );
        check_guard(
            "(x + 1) ^ 0 + 0 ^ 255 + 2 ^ 10 = x",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if -x + 1025 = 0
        "#]],
        );
        check_guard(
            "TRUE && FALSE || true && x = 1",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - 1 = 0
        "#]],
        );
        check_guard(
            "x <> 1 \\/ x == y /\\ y =< 4",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if x - 2 ≥ 0
            f(x, y) -> f(x, y) if -x ≥ 0
            f(x, y) -> f(x, y) if x - y = 0, -y + 4 ≥ 0
        "#]],
        );
        check_guard(
            "x <= y && x >= y - 9 && x != y",
            expect![[r#"
            start f
            f(x, y) -> f(x, y) if -x + y ≥ 0, x - y + 9 ≥ 0, x - y - 1 ≥ 0
            f(x, y) -> f(x, y) if -x + y ≥ 0, x - y + 9 ≥ 0, -x + y - 1 ≥ 0
        "#]],
        );
    }

    #[test]
    fn calls_and_sections_are_read() {
        let text = "(COMMENT (()) ())(VAR)(GOAL)(STARTTERM(FUNCTIONSYMBOLS f.1))(RULES f.1(a', _b) -{1}> Com_1(Com_x(b))# to the end
            Com_x -> Com_(3) [ ] Com_(x) -{ x > 1 }> f.1() [ x > 0 && x < 9 ]) # and here";
        check_read(
            Kind::Koat,
            text,
            expect![[r#"
            start f.1
            f.1(a', _b) -> Com_x(b, _b_1) choosing b, _b_1
            Com_x(a', _b) -> Com_(3, _b_1) choosing _b_1
            Com_(a', _b) -> f.1(a'_1, _b_1) if a' - 1 ≥ 0, -a' + 8 ≥ 0 choosing a'_1, _b_1
        "#]],
        );
        let names =
            "(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(x) -> Com_1x(x) Com_1x(x) -> Com_x1(x) Com_x1(x) -> f(x))";
        check_read(
            Kind::Koat,
            names,
            expect![[r#"
            start f
            f(x) -> Com_1x(x)
            Com_1x(x) -> Com_x1(x)
            Com_x1(x) -> f(x)
        "#]],
        );
        let error = |rules: &str, expected| {
            let rules = rules.replace("DIFFERENT", &" && x != 1".repeat(10));
            check_error(Kind::Koat, &format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(RULES {rules}"), expected);
        };
        error("f(x) -> f(x > 0 || x > 1))", expect!["line 2, column 18: a term is expected here, not a formula"]);
        error(
            "f(x) -> f(x) :|:  x != 1DIFFERENT)",
            expect!["line 2, column 26: this guard is a disjunction of more than 512 cases"],
        );
        error(
            "f(x) -> f(x) [   x != 1DIFFERENT ])",
            expect!["line 2, column 25: this guard is a disjunction of more than 512 cases"],
        );
        error("f(x) -{1 f(x))", expect!["line 2, column 13: this arrow has no end"]);
        error(
            "f(x) -> Com_12(f(x)))",
            expect!["line 2, column 16: `Com_12` is not supported: a rule has one call on its right"],
        );
        error("f(x) -> Com_1(f(x), f(x)))", expect!["line 2, column 26: `)` is expected here"]);
        error("f(x) -> Com_1 f(x))", expect!["line 2, column 22: `(` is expected here"]);
        error("f(x) -> f(x y))", expect!["line 2, column 20: `,` is expected here"]);
        error("f(x,) -> f(x))", expect!["line 2, column 12: a term or a formula is expected here"]);
        error("f(x) -> f(x) [ x > 0 )", expect!["line 2, column 29: `]` is expected here"]);
        error("f(x) -> f(x) :|: )", expect!["line 2, column 25: a term or a formula is expected here"]);
        error("f(x) -> f(x) :|: x > 0 > 1)", expect!["line 2, column 25: a term is expected here, not a formula"]);
        error("f(x) -> f(x) :|: x ! 1)", expect!["line 2, column 25: a formula is expected here, not a term"]);
        error("f(x) -> f(x) :|: -(x > 1))", expect!["line 2, column 25: a term is expected here, not a formula"]);
        error("f(x) -> f(x) :|: !x)", expect!["line 2, column 25: a formula is expected here, not a term"]);
        error("f(x) -> f(x) :|: x || x > 0)", expect!["line 2, column 25: a formula is expected here, not a term"]);
        error("f(x) -> f(x) :|: x > 0 || x)", expect!["line 2, column 34: a formula is expected here, not a term"]);
        error("f(x) -> f(x) :|: x && x > 0)", expect!["line 2, column 25: a formula is expected here, not a term"]);
        error("f(x) -> f(x) :|: (x > 0) = 1)", expect!["line 2, column 25: a term is expected here, not a formula"]);
        error("f(x) -> f(x) :|: 1 = (x > 0))", expect!["line 2, column 29: a term is expected here, not a formula"]);
        error("f(x) -> f((x > 0) + 1))", expect!["line 2, column 18: a term is expected here, not a formula"]);
        error("f(x) -> f(x ^ 256))", expect!["line 2, column 22: an exponent is a constant from 0 to 255"]);
        error("f(x) -> f(x ^ -1))", expect!["line 2, column 22: an exponent is a constant from 0 to 255"]);
        error(
            "f(x) -> f(2 ^ 127))",
            expect!["line 2, column 22: a number here does not fit 128 bits, or a product is too large"],
        );
        error(
            "f(x) -> f(-170141183460469231731687303715884105727 - 2))",
            expect!["line 2, column 61: a number here does not fit 128 bits, or a product is too large"],
        );
        error(
            "f(x) -> f(170141183460469231731687303715884105727 + 1))",
            expect!["line 2, column 60: a number here does not fit 128 bits, or a product is too large"],
        );
        error("(x) -> f(x))", expect!["line 2, column 8: a name is expected here"]);
        error(") (OTHER)", expect!["line 2, column 11: the section `OTHER` is not supported"]);
        error(") (VAR x", expect!["line 2, column 16: `)` is expected here"]);
        error(") (COMMENT (x)", expect!["line 2, column 11: this section is never closed"]);
        error(") (GOAL x 1)", expect!["line 2, column 18: `)` is expected here"]);
        error(") RULES", expect!["line 2, column 10: `(` is expected here"]);
        error(") (STARTTERM (FUNCTIONSYMBOLS f g))", expect!["line 2, column 40: `)` is expected here"]);
        error(") (STARTTERM FUNCTIONSYMBOLS f)", expect!["line 2, column 21: `(` is expected here"]);
        error(") (STARTTERM (FUNCTIONSYMBOLS f)", expect!["line 2, column 40: `)` is expected here"]);
    }

    #[test]
    fn systems_are_written() {
        let text = "(STARTTERM (FUNCTIONSYMBOLS f)) (RULES g(x, y) -> f(0, w) f(x, y) -> g(1 - x, 2*x*y - 3) :|: x > 0 && w = 2*z + x && z > y
            f(x, y) -> f(-2*x + y, z) [ x = y && z > 1 ])";
        let system = super::super::read(text, Kind::Koat).expect("well formed");
        expect![[r#"
            (GOAL COMPLEXITY)
            (STARTTERM (FUNCTIONSYMBOLS f))
            (VAR w x y z)
            (RULES
              g(x, y) -> Com_1(f(0, w))
              f(x, y) -> Com_1(g(1 - x, -3 + 2*x*y)) :|: -1 + x >= 0 && -1 - y + z >= 0
              f(x, y) -> Com_1(f(-2*x + y, z)) :|: x - y = 0 && -2 + z >= 0
            )
        "#]]
        .assert_eq(&super::write(&system));
    }
}
