//! How precise the graphs are, with and without contexts side by side.

use std::io::{self, Write};

use super::document::{Numbers, StatsOf};
use super::{Comparison, Measured};

pub fn write_stats(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let StatsOf { context_sensitive: with, context_insensitive: without } = numbers(comparison);
    writeln!(out, "{:<24}{:>20}{:>22}", "", "context-sensitive", "context-insensitive")?;
    for (name, show) in ROWS {
        writeln!(out, "{name:<24}{:>20}{:>22}", show(&with), show(&without))?;
    }
    Ok(())
}

type Row = (&'static str, fn(&Numbers) -> String);

const ROWS: [Row; 12] = [
    ("functions", |of| of.functions.to_string()),
    ("instructions", |of| of.instructions.to_string()),
    ("regions", |of| of.regions.to_string()),
    ("collapsed", |of| percent(of.collapsed, of.regions)),
    ("sequences", |of| percent(of.sequences, of.regions)),
    ("accesses", |of| of.accesses.to_string()),
    ("maximum density", |of| format!("{:.3}", of.max_density)),
    ("allocation sites", |of| of.allocation_sites.to_string()),
    ("indirect calls resolved", |of| match of.indirect_calls {
        0 => "none to resolve".to_string(),
        all => format!("{} of {all}, to {:.1}", of.indirect_calls_resolved, of.callees_on_average),
    }),
    ("rounds", |of| of.rounds.to_string()),
    ("time (ms)", |of| format!("{:.1}", of.time_ms)),
    ("peak memory (MiB)", |of| of.peak_mib.to_string()),
];

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * ratio(part, whole))
}

/// 0 where there is nothing.
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

pub(super) fn numbers(comparison: &Comparison) -> StatsOf {
    StatsOf { context_sensitive: of(&comparison.sensitive), context_insensitive: of(&comparison.insensitive) }
}

fn of(measured: &Measured) -> Numbers {
    let stats = &measured.stats;
    let rounded = |value: f64| (value * 1e3).round() / 1e3;
    Numbers {
        functions: stats.functions,
        instructions: stats.instructions,
        regions: stats.regions,
        collapsed: stats.collapsed,
        sequences: stats.sequences,
        accesses: stats.accesses,
        max_density: rounded(ratio(stats.densest, stats.accesses)),
        allocation_sites: stats.sites,
        indirect_calls: stats.indirect_calls,
        indirect_calls_resolved: stats.resolved,
        callees_on_average: rounded(ratio(stats.callees, stats.resolved)),
        rounds: stats.rounds,
        time_ms: rounded(measured.time.as_secs_f64() * 1e3),
        peak_mib: measured.peak_mib,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use expect_test::expect;

    #[test]
    fn the_two_ways_stand_side_by_side() {
        let sensitive = dsa::result::Stats {
            functions: 3,
            instructions: 40,
            regions: 8,
            collapsed: 1,
            sequences: 2,
            accesses: 10,
            densest: 4,
            sites: 5,
            indirect_calls: 2,
            resolved: 2,
            callees: 3,
            rounds: 2,
        };
        let insensitive = dsa::result::Stats { regions: 0, indirect_calls: 0, accesses: 0, ..sensitive };
        let measured = |stats| Measured { stats, time: Duration::from_micros(1234), peak_mib: 30 };
        let comparison = Comparison { sensitive: measured(sensitive), insensitive: measured(insensitive) };
        let mut out = Vec::new();
        write_stats(&comparison, &mut out).expect("a vector takes everything");
        expect![[r#"
                                       context-sensitive   context-insensitive
            functions                                  3                     3
            instructions                              40                    40
            regions                                    8                     0
            collapsed                             12.5 %                 0.0 %
            sequences                             25.0 %                 0.0 %
            accesses                                  10                     0
            maximum density                        0.400                 0.000
            allocation sites                           5                     5
            indirect calls resolved       2 of 2, to 1.5       none to resolve
            rounds                                     2                     2
            time (ms)                                1.2                   1.2
            peak memory (MiB)                         30                    30
        "#]]
        .assert_eq(&String::from_utf8(out).expect("reports are text"));
    }
}
