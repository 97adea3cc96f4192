//! Systems as short texts.

use its::format::{self, Kind};
use its::system::System;

/// Rules separated by `;`, the first location is the start. Variables are those of the first rule; `u`, `v` and `w` are
/// chosen.
pub fn system(rules: &str) -> System {
    let head = rules.split("->").next().expect("there is a rule");
    let (start, vars) = head.split_once('(').expect("the start has variables");
    let vars = vars.trim().trim_end_matches(')').replace(',', " ");
    let lines: Vec<&str> = rules.split(';').map(str::trim).collect();
    let text = format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS {}))\n(VAR {vars} u v w)\n(RULES\n{}\n)",
        start.trim(),
        lines.join("\n")
    );
    format::read(&text, Kind::Koat).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}
