//! What came out when the graphs were checked.

use std::io::{self, Write};

use ir::Module;

use super::document::{CheckResult, Failure};
use crate::json::location;
use crate::style::{Paint, Style};

/// Checks of a finished analysis, all of them together.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub calls: usize,
    /// Runs that were watched; `None` when there is no `main` to run.
    pub runs: Option<u64>,
    pub accesses: u64,
    pub failures: Vec<dsa::check::Failure>,
}

pub fn write_check(checked: &Checked, module: &Module, style: Style, out: &mut dyn Write) -> io::Result<()> {
    for failure in &checked.failures {
        writeln!(out, "{}", style.paint(Paint::Error, failure.render(module)))?;
    }
    let failures = match checked.failures.len() {
        0 => style.paint(Paint::Good, "no failure".to_string()),
        1 => style.paint(Paint::Error, "1 failure".to_string()),
        many => style.paint(Paint::Error, format!("{many} failures")),
    };
    let calls = format!("{} calls checked", checked.calls);
    match checked.runs {
        Some(runs) => writeln!(out, "{calls}, {runs} runs with {} accesses: {failures}", checked.accesses),
        None => writeln!(out, "{calls}, no runs because there is no `main`: {failures}"),
    }
}

pub(super) fn result(checked: &Checked, module: &Module) -> CheckResult {
    let failure = |failure: &dsa::check::Failure| Failure {
        function: failure.func.map(|func| module.funcs[func].name.clone()),
        location: location(failure.at, module),
        message: failure.what.clone(),
    };
    CheckResult {
        calls: checked.calls,
        runs: checked.runs.unwrap_or(0),
        accesses: checked.accesses,
        failures: checked.failures.iter().map(failure).collect(),
    }
}
