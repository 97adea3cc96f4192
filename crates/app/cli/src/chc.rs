//! `cairn chc`.

use std::fmt::Write;
use std::fs;

use anyhow::Result;
use certify::Conclusion;
use command::exit::{self, data, usage};
use command::output;
use engine::{Budget, Unknown};
use smt::{Horn, Session, Solution, Terms};

use crate::args::Chc;
use crate::within::within;

pub fn command(args: &Chc) -> Result<u8> {
    let path = args.file.display();
    let text = fs::read_to_string(&args.file).map_err(|error| usage(format!("cannot read {path}: {error}")))?;
    let terms = Terms::new();
    let horn = Horn::from_smtlib(&terms, &text).map_err(|error| data(format!("{path}: {error}")))?;
    let session = Session::new(&terms)?;
    let answer = portfolio::solve(&horn, &session, &within(args.timeout, Budget::new()));
    // What was found at the last moment is still checked.
    let verdict = certify::judge_horn(&terms, &horn, answer, &within(args.timeout, Budget::new()));
    let (mut out, status) = match verdict.conclusion() {
        Conclusion::True(_) => ("sat\n".to_string(), exit::HOLDS),
        Conclusion::False(_) => ("unsat\n".to_string(), exit::VIOLATED),
        Conclusion::Unknown(reason) => {
            let status = if matches!(**reason, Unknown::Internal(_)) { exit::INTERNAL } else { exit::UNKNOWN };
            ("unknown\n".to_string(), status)
        }
    };
    if let (Conclusion::True(solution), true) = (verdict.conclusion(), args.explain) {
        write_relations(&terms, &horn, solution, &mut out)?;
    }
    output::print(out.as_bytes())?;
    Ok(status)
}

/// As a model in SMT-LIB.
fn write_relations(terms: &Terms, horn: &Horn, solution: &Solution, out: &mut String) -> Result<()> {
    for relation in horn.relations() {
        let Some((params, formula)) = solution.formula(*relation) else { continue };
        let names: Vec<_> = params.iter().enumerate().map(|(index, term)| (format!("a{index}"), *term)).collect();
        let declared: Vec<String> =
            names.iter().map(|(name, term)| format!("({name} {})", terms.sort(*term))).collect();
        let formula = terms.to_named_smtlib(formula, &names);
        writeln!(out, "(define-fun {} ({}) Bool {formula})", smt::quoted(terms.name(*relation)), declared.join(" "))?;
    }
    Ok(())
}
