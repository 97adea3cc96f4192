//! What a run cost: the time of each phase, and what each engine did. For people who tune engines; nothing here is the same
//! twice, so it is printed only when asked for.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use engine::{Property, Work};
use serde::{Deserialize, Serialize};

use crate::reason::limit_words;

#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// In the order in which they happened.
    pub phases: Vec<(&'static str, Duration)>,
    /// Those that were asked, in the order of the list.
    pub engines: Vec<Work>,
}

/// As [`Stats`], in JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StatsDocument {
    pub phases: Vec<PhaseDocument>,
    pub engines: Vec<EngineDocument>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PhaseDocument {
    pub phase: String,
    pub time_s: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineDocument {
    pub engine: String,
    pub stage: u8,
    pub worked_s: f64,
    pub waited_s: f64,
    pub peak_mib: f64,
    pub states: u64,
    pub queries: u64,
    /// What the engine itself counts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u64>,
    pub settled: Vec<String>,
    pub stopped: Option<String>,
}

impl Stats {
    pub(crate) fn document(&self) -> StatsDocument {
        let phase =
            |(phase, time): &(&str, Duration)| PhaseDocument { phase: phase.to_string(), time_s: seconds(*time) };
        let engine = |stats: &Work| EngineDocument {
            engine: stats.engine.to_string(),
            stage: stage(stats),
            worked_s: seconds(stats.worked),
            waited_s: seconds(stats.waited),
            peak_mib: mib(stats.peak_bytes),
            states: stats.states,
            queries: stats.queries,
            counts: stats.counts.iter().map(|(what, number)| (what.replace(' ', "_"), *number)).collect(),
            settled: stats.settled.iter().map(Property::to_string).collect(),
            stopped: stats.stopped.map(|limit| limit_words(limit).to_string()),
        };
        StatsDocument {
            phases: self.phases.iter().map(phase).collect(),
            engines: self.engines.iter().map(engine).collect(),
        }
    }
}

/// People count from 1.
fn stage(work: &Work) -> u8 {
    work.stage.0 + 1
}

/// To the microsecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

fn mib(bytes: u64) -> f64 {
    (bytes as f64 / f64::from(1 << 20) * 10.0).round() / 10.0
}

/// One line for each phase, then one for each engine, then what engines count themselves.
pub fn write_stats(stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    for (phase, time) in &stats.phases {
        writeln!(out, "{phase:<10} {:>10.3} ms", time.as_secs_f64() * 1e3)?;
    }
    if stats.engines.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{:<10} {:>5} {:>13} {:>13} {:>11} {:>10} {:>8}  settled",
        "engine", "stage", "worked", "waited", "memory", "states", "queries"
    )?;
    for engine in &stats.engines {
        let settled: Vec<&str> = engine.settled.iter().map(|property| property.name()).collect();
        let settled = if settled.is_empty() { "nothing".to_string() } else { settled.join(", ") };
        let stopped = engine.stopped.map_or(String::new(), |limit| format!(" ({})", limit_words(limit)));
        writeln!(
            out,
            "{:<10} {:>5} {:>10.3} ms {:>10.3} ms {:>7.1} MiB {:>10} {:>8}  {settled}{stopped}",
            engine.engine,
            stage(engine),
            engine.worked.as_secs_f64() * 1e3,
            engine.waited.as_secs_f64() * 1e3,
            mib(engine.peak_bytes),
            engine.states,
            engine.queries,
        )?;
    }
    for engine in stats.engines.iter().filter(|engine| !engine.counts.is_empty()) {
        let counts: Vec<String> = engine.counts.iter().map(|count| counted(count, &engine.counts)).collect();
        writeln!(out, "{:<10} {}", engine.engine, counts.join(", "))?;
    }
    Ok(())
}

/// `12 kept states`; of what comes to the solver also how much of the whole that is.
fn counted((what, number): &(&str, u64), all: &[(&str, u64)]) -> String {
    let whole = what.strip_suffix(" for the solver");
    match whole.and_then(|whole| all.iter().find(|(other, _)| *other == whole)) {
        Some((_, whole)) if *whole > 0 => {
            format!("{number} {what} ({:.1} %)", *number as f64 / *whole as f64 * 100.0)
        }
        Some(_) | None => format!("{number} {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Limit, Stage};
    use expect_test::expect;

    fn some() -> Stats {
        let prover = Work {
            engine: "prover",
            stage: Stage(0),
            worked: Duration::from_micros(1_234_567),
            waited: Duration::ZERO,
            peak_bytes: 3 << 19,
            states: 42,
            queries: 7,
            counts: vec![("kept states", 12), ("questions", 200), ("questions for the solver", 3)],
            settled: vec![Property::ValidMemsafety, Property::UnreachCall],
            stopped: None,
        };
        let hunter = Work {
            engine: "hunter",
            stage: Stage(1),
            counts: vec![],
            settled: vec![],
            stopped: Some(Limit::Memory),
            ..prover.clone()
        };
        Stats { phases: vec![("clang", Duration::from_micros(12_345))], engines: vec![prover, hunter] }
    }

    #[test]
    fn a_line_for_each_engine() {
        let mut text = Vec::new();
        write_stats(&some(), &mut text).expect("a vector takes everything");
        expect![[r#"
            clang          12.345 ms
            engine     stage        worked        waited      memory     states  queries  settled
            prover         1   1234.567 ms      0.000 ms     1.5 MiB         42        7  valid-memsafety, unreach-call
            hunter         2   1234.567 ms      0.000 ms     1.5 MiB         42        7  nothing (memory limit reached)
            prover     12 kept states, 200 questions, 3 questions for the solver (1.5 %)
        "#]]
        .assert_eq(&String::from_utf8(text).expect("statistics are text"));
    }

    #[test]
    fn the_same_in_json() {
        let json = |index: usize| serde_json::to_value(&some().document().engines[index]).expect("it can be written");
        let counts = serde_json::json!({ "kept_states": 12, "questions": 200, "questions_for_the_solver": 3 });
        assert_eq!(json(0)["counts"], counts);
        let json = serde_json::to_string(&some().document().engines[1]).expect("it can be written");
        expect![[r#"{"engine":"hunter","stage":2,"worked_s":1.234567,"waited_s":0.0,"peak_mib":1.5,"states":42,"queries":7,"settled":[],"stopped":"memory limit reached"}"#]].assert_eq(&json);
    }
}
