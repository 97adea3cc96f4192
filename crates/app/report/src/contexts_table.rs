//! What contexts are worth: tasks of one engine with and without them, and how precise the points-to graphs of the same
//! programs are.
//!
//! Paper: [SAS17] section 5: graphs in Table 1, verification with them in Tables 2 and 3.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::bench::Row;
use crate::engines_table::{Line, line};
use crate::points_to::{Numbers, StatsOf};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ContextsTable {
    pub context_sensitive: Way,
    pub context_insensitive: Way,
    /// Different programs of the tasks.
    pub programs: u64,
    /// Those whose graphs are counted.
    pub programs_with_graphs: u64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Way {
    pub correct: u64,
    pub wrong: u64,
    /// Everything else: no answer, another violated part than expected, tasks that do not say what to expect.
    pub unknown: u64,
    /// Seconds, of all tasks.
    pub sum_s: f64,
    /// Regions of all programs' graphs.
    pub regions: usize,
    pub collapsed: usize,
}

/// Rows of the same tasks both ways, and of every program its graphs both ways, where there are some.
pub fn contexts_table(with: &[Row], without: &[Row], graphs: &[Option<StatsOf>]) -> ContextsTable {
    let way = |rows: &[Row], of: fn(&StatsOf) -> Numbers| {
        let Line { correct, wrong, unknown, sum_s, .. } = line("", rows);
        let sum = |what: fn(Numbers) -> usize| graphs.iter().flatten().map(|stats| what(of(stats))).sum();
        Way {
            correct,
            wrong,
            unknown,
            sum_s,
            regions: sum(|numbers| numbers.regions),
            collapsed: sum(|numbers| numbers.collapsed),
        }
    };
    ContextsTable {
        context_sensitive: way(with, |stats| stats.context_sensitive),
        context_insensitive: way(without, |stats| stats.context_insensitive),
        programs: graphs.len() as u64,
        programs_with_graphs: graphs.iter().flatten().count() as u64,
    }
}

/// For people.
pub fn write_contexts_table(table: &ContextsTable, out: &mut dyn Write) -> io::Result<()> {
    let ContextsTable { context_sensitive: with, context_insensitive: without, .. } = table;
    writeln!(out, "{:<12}{:>20}{:>22}", "", "context-sensitive", "context-insensitive")?;
    for (name, show) in ROWS {
        writeln!(out, "{name:<12}{:>20}{:>22}", show(with), show(without))?;
    }
    match table.programs - table.programs_with_graphs {
        0 => Ok(()),
        missing => writeln!(out, "no points-to graphs of {missing} of {} programs", table.programs),
    }
}

type Shown = (&'static str, fn(&Way) -> String);

const ROWS: [Shown; 6] = [
    ("correct", |way| way.correct.to_string()),
    ("wrong", |way| way.wrong.to_string()),
    ("unknown", |way| way.unknown.to_string()),
    ("sum s", |way| format!("{:.3}", way.sum_s)),
    ("regions", |way| way.regions.to_string()),
    ("collapsed", |way| way.collapsed.to_string()),
];

/// For programs: one object on a line.
pub fn write_contexts_json(table: &ContextsTable, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, table)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Status;
    use expect_test::expect;

    fn row(verdict: &str, wall_s: f64) -> Row {
        Row {
            category: "lists".into(),
            task: "a.yml".into(),
            property: "unreach-call".into(),
            expected: "true".into(),
            expected_part: String::new(),
            verdict: verdict.into(),
            part: String::new(),
            status: Status::of(verdict, "", "true", ""),
            engine: String::new(),
            wall_s,
            peak_mib: 1,
            reason: String::new(),
        }
    }

    fn graphs(regions: usize, collapsed: usize) -> Numbers {
        Numbers {
            functions: 1,
            instructions: 1,
            regions,
            collapsed,
            sequences: 0,
            accesses: 0,
            max_density: 0.0,
            allocation_sites: 0,
            indirect_calls: 0,
            indirect_calls_resolved: 0,
            callees_on_average: 0.0,
            rounds: 1,
            time_ms: 0.0,
            peak_mib: 1,
        }
    }

    fn some() -> ContextsTable {
        let both = StatsOf { context_sensitive: graphs(5, 1), context_insensitive: graphs(3, 2) };
        let with = [row("true", 0.5), row("true", 0.25), row("unknown", 9.0)];
        let without = [row("true", 0.25), row("unknown", 8.0), row("false", 1.0)];
        contexts_table(&with, &without, &[Some(both), None, Some(both)])
    }

    #[test]
    fn the_two_ways_stand_side_by_side() {
        let mut text = Vec::new();
        write_contexts_table(&some(), &mut text).expect("a vector takes everything");
        expect![[r#"
                           context-sensitive   context-insensitive
            correct                        2                     1
            wrong                          0                     1
            unknown                        1                     1
            sum s                      9.750                 9.250
            regions                       10                     6
            collapsed                      2                     4
            no points-to graphs of 1 of 3 programs
        "#]]
        .assert_eq(&String::from_utf8(text).expect("tables are text"));
    }

    #[test]
    fn the_same_in_json() {
        let mut json = Vec::new();
        write_contexts_json(&some(), &mut json).expect("a vector takes everything");
        let read: ContextsTable = serde_json::from_slice(&json).expect("it is JSON");
        assert_eq!(read, some());
    }
}
