//! How good the choice of engines is: each engine alone, all of them together, and the best of them for every task, which is
//! as good as a choice among them can be.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::bench::{Row, Status};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EnginesTable {
    /// The engines in the order of the list, then `portfolio`, then `virtual best`.
    pub lines: Vec<Line>,
    /// Correct answers of the portfolio, in percent of the virtual best's; none when that has none.
    pub correct_percent: Option<f64>,
    /// Of tasks that both the portfolio and some engine settle: the portfolio's time as a multiple of the fastest engine's
    /// time, the median.
    pub time_ratio: Option<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    pub who: String,
    pub correct: u64,
    pub wrong: u64,
    /// Everything else: no answer, another violated part than expected, tasks that do not say what to expect.
    pub unknown: u64,
    /// Seconds, of tasks that it answers; none when there are none.
    pub median_s: Option<f64>,
    /// Seconds, of all tasks.
    pub sum_s: f64,
}

/// Rows of the portfolio, and of each engine alone: the same tasks in the same order.
pub fn engines_table(portfolio: &[Row], engines: &[(&str, Vec<Row>)]) -> EnginesTable {
    let best: Vec<Row> = (0..portfolio.len())
        .filter_map(|task| engines.iter().map(|(_, rows)| &rows[task]).min_by(|a, b| order(a).total_cmp(&order(b))))
        .cloned()
        .collect();
    let (own, ideal) = (line("portfolio", portfolio), line("virtual best", &best));
    let correct_percent = (ideal.correct > 0).then(|| 100.0 * own.correct as f64 / ideal.correct as f64);
    let settles = |row: &Row| row.status == Status::Correct;
    let ratios = portfolio.iter().zip(&best).filter(|(own, ideal)| settles(own) && settles(ideal));
    let time_ratio = median(ratios.map(|(own, ideal)| own.wall_s / ideal.wall_s.max(1e-3)).collect());
    let alone = engines.iter().map(|(who, rows)| line(who, rows));
    EnginesTable { lines: alone.chain([own, ideal]).collect(), correct_percent, time_ratio }
}

/// What is better comes first: a correct answer before none before a wrong one, then the faster.
fn order(row: &Row) -> f64 {
    let worth = match row.status {
        Status::Correct => 0.0,
        Status::WrongPart | Status::Unknown | Status::Timeout | Status::Failed | Status::Unrated => 1e9,
        Status::WrongTrue | Status::WrongFalse => 2e9,
    };
    worth + row.wall_s
}

pub(crate) fn line(who: &str, rows: &[Row]) -> Line {
    let count = |which: fn(&Row) -> bool| rows.iter().filter(|row| which(row)).count() as u64;
    let correct = count(|row| row.status == Status::Correct);
    let wrong = count(|row| row.status.is_wrong());
    let answered = rows.iter().filter(|row| row.status == Status::Correct || row.status.is_wrong());
    Line {
        who: who.to_string(),
        correct,
        wrong,
        unknown: rows.len() as u64 - correct - wrong,
        median_s: median(answered.map(|row| row.wall_s).collect()),
        sum_s: (rows.iter().map(|row| row.wall_s).sum::<f64>() * 1e3).round() / 1e3,
    }
}

/// Of an even number the lower one of the two in the middle: a time that was measured.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied()
}

/// For people.
pub fn write_engines_table(table: &EnginesTable, out: &mut dyn Write) -> io::Result<()> {
    let width = table.lines.iter().map(|line| line.who.len()).max().unwrap_or(0);
    writeln!(
        out,
        "{:<width$} {:>8} {:>8} {:>8} {:>12} {:>12}",
        "", "correct", "wrong", "unknown", "median s", "sum s"
    )?;
    for line in &table.lines {
        let median = line.median_s.map_or("-".to_string(), |seconds| format!("{seconds:.3}"));
        let Line { who, correct, wrong, unknown, sum_s, .. } = line;
        writeln!(out, "{who:<width$} {correct:>8} {wrong:>8} {unknown:>8} {median:>12} {sum_s:>12.3}")?;
    }
    let shown = |value: Option<f64>, unit: &str| value.map_or("-".to_string(), |value| format!("{value:.2}{unit}"));
    writeln!(out, "correct answers of the portfolio: {} of the virtual best's", shown(table.correct_percent, " %"))?;
    writeln!(out, "time of the portfolio: {} the fastest engine's, in the median", shown(table.time_ratio, " times"))
}

/// For programs: one object on a line.
pub fn write_engines_json(table: &EnginesTable, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, table)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn rows(verdicts: [(&str, f64); 4]) -> Vec<Row> {
        let row = |(index, (verdict, wall_s)): (usize, (&str, f64))| Row {
            category: "lists".into(),
            task: format!("{index}.yml"),
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
        };
        verdicts.into_iter().enumerate().map(row).collect()
    }

    fn some() -> EnginesTable {
        let prover = rows([("true", 0.2), ("true", 0.4), ("unknown", 9.0), ("unknown", 1.0)]);
        let hunter = rows([("true", 0.1), ("unknown", 8.0), ("true", 0.3), ("false", 0.1)]);
        let both = rows([("true", 0.15), ("true", 0.4), ("unknown", 9.0), ("unknown", 1.0)]);
        engines_table(&both, &[("prover", prover), ("hunter", hunter)])
    }

    #[test]
    fn the_virtual_best_is_the_best_of_every_task() {
        let mut text = Vec::new();
        write_engines_table(&some(), &mut text).expect("a vector takes everything");
        expect![[r#"
                          correct    wrong  unknown     median s        sum s
            prover              2        0        2        0.200       10.600
            hunter              2        1        1        0.100        8.500
            portfolio           2        0        2        0.150       10.550
            virtual best        3        0        1        0.300        1.800
            correct answers of the portfolio: 66.67 % of the virtual best's
            time of the portfolio: 1.00 times the fastest engine's, in the median
        "#]]
        .assert_eq(&String::from_utf8(text).expect("tables are text"));
    }

    #[test]
    fn the_same_in_json() {
        let mut json = Vec::new();
        write_engines_json(&some(), &mut json).expect("a vector takes everything");
        let read: EnginesTable = serde_json::from_slice(&json).expect("it is JSON");
        assert_eq!(read, some());
    }

    #[test]
    fn nothing_is_no_division_by_zero() {
        let table = engines_table(&[], &[("prover", vec![])]);
        assert_eq!((table.correct_percent, table.time_ratio, table.lines[0].median_s), (None, None, None));
    }
}
