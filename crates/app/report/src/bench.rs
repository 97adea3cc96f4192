//! Benchmark results: CSV that a later run resumes from, and a table with the field's points.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

/// One task and property, measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The folder of the task definition.
    pub category: String,
    /// The task definition, as found.
    pub task: String,
    /// The property file's name without `.prp`.
    pub property: String,
    /// `true`, `false`, or empty when the task does not say.
    pub expected: String,
    pub expected_part: String,
    pub verdict: String,
    pub part: String,
    pub status: Status,
    pub engine: String,
    /// Of the whole process.
    pub wall_s: f64,
    pub peak_mib: u64,
    pub reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Correct,
    /// Violated indeed, but another part than expected.
    WrongPart,
    WrongTrue,
    WrongFalse,
    Unknown,
    /// The process did not answer in time.
    Timeout,
    /// The process ended without an answer.
    Failed,
    /// The task does not say what to expect.
    Unrated,
}

impl Status {
    /// Compares a verdict with what the task expects.
    pub fn of(verdict: &str, part: &str, expected: &str, expected_part: &str) -> Status {
        match (verdict, expected) {
            ("true" | "false", "") => Status::Unrated,
            ("true", "true") => Status::Correct,
            ("true", _) => Status::WrongTrue,
            ("false", "false") if expected_part.is_empty() || part.is_empty() || part == expected_part => {
                Status::Correct
            }
            ("false", "false") => Status::WrongPart,
            ("false", _) => Status::WrongFalse,
            _ => Status::Unknown,
        }
    }

    pub fn is_wrong(self) -> bool {
        match self {
            Status::WrongTrue | Status::WrongFalse => true,
            Status::Correct
            | Status::WrongPart
            | Status::Unknown
            | Status::Timeout
            | Status::Failed
            | Status::Unrated => false,
        }
    }
}

impl Row {
    /// What makes a row the same one for `--resume`.
    pub fn key(&self) -> (String, String) {
        (self.task.clone(), self.property.clone())
    }

    /// The field's points: +2 true, +1 false, -32 wrong true, -16 wrong false.
    pub fn points(&self) -> i64 {
        match self.status {
            Status::Correct if self.verdict == "true" => 2,
            Status::Correct => 1,
            Status::WrongTrue => -32,
            Status::WrongFalse => -16,
            Status::WrongPart | Status::Unknown | Status::Timeout | Status::Failed | Status::Unrated => 0,
        }
    }
}

/// Appends rows to CSV as they come.
pub struct CsvRows<W: Write>(csv::Writer<W>);

impl<W: Write> std::fmt::Debug for CsvRows<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CsvRows")
    }
}

impl<W: Write> CsvRows<W> {
    /// `header`: the output is empty so far.
    pub fn new(out: W, header: bool) -> Self {
        CsvRows(csv::WriterBuilder::new().has_headers(header).from_writer(out))
    }

    /// Written through, so that an interrupted run can be resumed.
    pub fn push(&mut self, row: &Row) -> io::Result<()> {
        self.0.serialize(row).map_err(io::Error::other)?;
        self.0.flush()
    }
}

/// The rows of an earlier run. A last line that was cut off is dropped; anything else that does not parse is an error.
pub fn read_rows(input: impl Read) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut failed: Option<String> = None;
    for row in csv::Reader::from_reader(input).into_deserialize() {
        if let Some(error) = failed {
            return Err(error);
        }
        match row {
            Ok(row) => rows.push(row),
            Err(error) => failed = Some(error.to_string()),
        }
    }
    Ok(rows)
}

#[derive(Default)]
struct Sums {
    tasks: u64,
    correct_true: u64,
    correct_false: u64,
    wrong_part: u64,
    wrong_true: u64,
    wrong_false: u64,
    unknown: u64,
    timeout: u64,
    failed: u64,
    seconds: f64,
    points: i64,
}

impl Sums {
    fn add(&mut self, row: &Row) {
        self.tasks += 1;
        self.seconds += row.wall_s;
        self.points += row.points();
        match row.status {
            Status::Correct if row.verdict == "true" => self.correct_true += 1,
            Status::Correct => self.correct_false += 1,
            Status::WrongPart => self.wrong_part += 1,
            Status::WrongTrue => self.wrong_true += 1,
            Status::WrongFalse => self.wrong_false += 1,
            Status::Unknown | Status::Unrated => self.unknown += 1,
            Status::Timeout => self.timeout += 1,
            Status::Failed => self.failed += 1,
        }
    }

    fn write(&self, category: &str, property: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{category:<36} {property:<28} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>8.1}",
            self.tasks,
            self.correct_true,
            self.correct_false,
            self.wrong_part,
            self.wrong_true,
            self.wrong_false,
            self.unknown,
            self.timeout,
            self.failed,
            self.points,
            self.seconds,
        )
    }
}

/// One line per category and property, every wrong verdict by name, and the sum.
pub fn write_table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<36} {:<28} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>8}",
        "category",
        "property",
        "tasks",
        "true",
        "false",
        "part",
        "WTRUE",
        "WFALSE",
        "unkn",
        "t/o",
        "fail",
        "points",
        "seconds",
    )?;
    let mut groups: BTreeMap<(&str, &str), Sums> = BTreeMap::new();
    let mut total = Sums::default();
    for row in rows {
        groups.entry((&row.category, &row.property)).or_default().add(row);
        total.add(row);
    }
    for ((category, property), sums) in &groups {
        sums.write(category, property, out)?;
    }
    total.write("total", "", out)?;
    for row in rows.iter().filter(|row| row.status.is_wrong() || row.status == Status::WrongPart) {
        let status = if row.status.is_wrong() { "WRONG" } else { "wrong part" };
        let expected = with_part(&row.expected, &row.expected_part);
        let got = with_part(&row.verdict, &row.part);
        writeln!(out, "{status}: {} {}: expected {expected}, got {got} from {}", row.task, row.property, row.engine)?;
    }
    Ok(())
}

fn with_part(verdict: &str, part: &str) -> String {
    if part.is_empty() { verdict.to_string() } else { format!("{verdict}({part})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn row(task: &str, expected: &str, verdict: &str) -> Row {
        Row {
            category: "lists".into(),
            task: task.into(),
            property: "unreach-call".into(),
            expected: expected.into(),
            expected_part: String::new(),
            verdict: verdict.into(),
            part: String::new(),
            status: Status::of(verdict, "", expected, ""),
            engine: "explore".into(),
            wall_s: 0.25,
            peak_mib: 12,
            reason: "a, \"quoted\"\nreason".into(),
        }
    }

    fn some_rows() -> Vec<Row> {
        vec![row("a.yml", "true", "true"), row("b.yml", "true", "false"), row("c.yml", "false", "unknown")]
    }

    #[test]
    fn csv_comes_back() {
        let mut file = Vec::new();
        let mut csv = CsvRows::new(&mut file, true);
        some_rows().iter().for_each(|row| csv.push(row).expect("a vector takes everything"));
        drop(csv);
        assert_eq!(read_rows(file.as_slice()), Ok(some_rows()));
        let cut = &file[..file.len() - 60];
        assert_eq!(read_rows(cut), Ok(some_rows()[..2].to_vec()));
    }

    #[test]
    fn table_of_a_run() {
        let mut table = Vec::new();
        write_table(&some_rows(), &mut table).expect("a vector takes everything");
        expect![[r#"
            category                             property                     tasks  true false  part  WTRUE WFALSE  unkn   t/o  fail points  seconds
            lists                                unreach-call                     3     1     0     0      0      1     1     0     0    -14      0.8
            total                                                                 3     1     0     0      0      1     1     0     0    -14      0.8
            WRONG: b.yml unreach-call: expected true, got false from explore
        "#]].assert_eq(&String::from_utf8(table).expect("the table is text"));
    }

    #[test]
    fn a_violation_of_another_part_is_not_correct() {
        assert_eq!(Status::of("false", "valid-free", "false", "valid-deref"), Status::WrongPart);
        assert_eq!(Status::of("false", "valid-free", "true", ""), Status::WrongFalse);
        assert_eq!(Status::of("true", "", "false", ""), Status::WrongTrue);
    }
}
