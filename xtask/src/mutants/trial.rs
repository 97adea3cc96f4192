//! One mutant against the tests that reach it, cheap ones first, until one fails.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::compile::Tests;
use super::units::{Baseline, End, Unit, run};

/// Short tests of one program run together, up to so many seconds.
const TOGETHER: f64 = 2.0;
/// What takes longer comes last.
const DEAR: f64 = 30.0;
/// How much longer than without the mutant they may take.
const FACTOR: f64 = 5.0;
const GRACE: f64 = 10.0;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    Caught(String),
    /// By a test that did not end: caught, too.
    TimedOut(String),
    Survived,
    NotReached,
}

impl Fate {
    pub fn is_caught(&self) -> bool {
        match self {
            Fate::Caught(_) | Fate::TimedOut(_) => true,
            Fate::Survived | Fate::NotReached => false,
        }
    }
}

/// Units that run in one process.
#[derive(Default)]
struct Batch<'u> {
    units: Vec<&'u Unit>,
    seconds: f64,
}

/// Tries the mutant, with tests that take so many seconds without it. A test that fails without it, too, says nothing.
pub fn try_mutant(number: u32, seconds: f64, tests: &[Tests], units: &[Unit], baselines: &[Baseline]) -> Result<Fate> {
    let reaching = units.iter().zip(baselines).filter(|(_, before)| before.passes && before.reaches.contains(&number));
    let batches = batches(reaching.collect());
    if batches.is_empty() {
        return Ok(Fate::NotReached);
    }
    let chosen = number.to_string();
    let mut spent = 0.0;
    for batch in &batches {
        spent += batch.seconds;
        if spent > seconds {
            break;
        }
        let patience = Duration::from_secs_f64(batch.seconds * FACTOR + GRACE);
        let end = run(tests, &batch.units, &[("CAIRN_MUTANT", &chosen)], patience)?;
        if end == End::Passed || run(tests, &batch.units, &[], patience)? != End::Passed {
            continue;
        }
        let by = match batch.units.as_slice() {
            [only] => only.key(tests),
            several => format!("{} and {} more", several[0].key(tests), several.len() - 1),
        };
        return Ok(if end == End::TimedOut { Fate::TimedOut(by) } else { Fate::Caught(by) });
    }
    Ok(Fate::Survived)
}

/// Short tests first, then programs, then what takes long.
fn batches<'u>(mut units: Vec<(&'u Unit, &'u Baseline)>) -> Vec<Batch<'u>> {
    // Programs in an order that has nothing to do with what they are.
    let order = |unit: &Unit| unit.program.as_ref().map(|program| scattered(program));
    units.sort_by(|(one, a), (other, b)| order(one).cmp(&order(other)).then(a.seconds.total_cmp(&b.seconds)));
    let mut open: BTreeMap<(usize, &str), Batch<'u>> = BTreeMap::new();
    let mut closed = Vec::new();
    for (unit, before) in units {
        if before.seconds >= TOGETHER {
            closed.push(Batch { units: vec![unit], seconds: before.seconds });
            continue;
        }
        // Tests with programs are told which by one variable, so that none else can run beside them.
        let name = if unit.program.is_some() { unit.test.as_str() } else { "" };
        let batch = open.entry((unit.tests, name)).or_default();
        batch.units.push(unit);
        batch.seconds += before.seconds;
        if batch.seconds >= TOGETHER {
            closed.push(std::mem::take(batch));
        }
    }
    closed.extend(open.into_values().filter(|batch| !batch.units.is_empty()));
    let is_dear = |batch: &Batch<'_>| batch.seconds >= DEAR;
    let has_programs = |batch: &Batch<'_>| batch.units.iter().any(|unit| unit.program.is_some());
    closed.sort_by(|a, b| {
        (is_dear(a), has_programs(a)).cmp(&(is_dear(b), has_programs(b))).then(a.seconds.total_cmp(&b.seconds))
    });
    closed
}

/// FNV-1a.
fn scattered(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_tests_run_together_and_before_programs() {
        let unit = |tests, test: &str, program: Option<&str>| Unit {
            tests,
            test: test.to_string(),
            program: program.map(str::to_string),
        };
        let units = [
            (unit(0, "long", None), 100.0),
            (unit(1, "programs", Some("a.c")), 0.5),
            (unit(1, "programs", Some("b.c")), 0.5),
            (unit(0, "short", None), 0.1),
            (unit(0, "shorter", None), 0.05),
            (unit(0, "longer", None), 5.0),
        ];
        let units = units.map(|(unit, seconds)| (unit, Baseline::passing(seconds)));
        let found: Vec<Vec<&str>> = batches(units.iter().map(|(unit, before)| (unit, before)).collect())
            .iter()
            .map(|batch| batch.units.iter().map(|unit| unit.program.as_deref().unwrap_or(&unit.test)).collect())
            .collect();
        let programs = found.iter().position(|batch| batch.contains(&"a.c")).expect("programs are run");
        assert_eq!(programs, 2, "{found:?}");
        assert_eq!(found[programs].len(), 2, "{found:?}");
        assert_eq!([&found[0], &found[1], &found[3]], [&vec!["shorter", "short"], &vec!["longer"], &vec!["long"]]);
    }
}
