//! The table of all programs, the ratios, and what the slowest spend their time on.

use std::time::Duration;

use super::Row;

/// So many of the slowest are shown with their phases.
const SLOWEST: usize = 10;

pub fn head(peers: &[String]) {
    for (number, peer) in peers.iter().enumerate() {
        println!("peer {}: {peer}", number + 1);
    }
    let peers: String =
        (1..=peers.len()).map(|number| format!(" {:>9} {:>7}", format!("peer {number}"), "ratio")).collect();
    println!("{:>9} {:>9} {:>7}{peers}  {:<7}  program", "cairn ms", "clang ms", "ratio", "verdict");
}

pub fn row(row: &Row) {
    let peers: String = row
        .peers
        .iter()
        .map(|peer| match peer {
            Some(time) => format!(" {:>9.1} {:>7.2}", millis(*time), ratio(row.cairn, *time)),
            None => format!(" {:>9} {:>7}", "late", "-"),
        })
        .collect();
    let (cairn, clang) = (millis(row.cairn), millis(row.clang));
    let against_clang = ratio(row.cairn, row.clang);
    println!("{cairn:>9.1} {clang:>9.1} {against_clang:>7.2}{peers}  {:<7}  {}", row.verdict, row.program);
}

/// Ratios of what Cairn decided.
pub fn summary(rows: &[Row], peers: &[String]) {
    let decided: Vec<&Row> = rows.iter().filter(|row| row.verdict != "unknown").collect();
    println!("\n{} of {} decided", decided.len(), rows.len());
    line("clang", decided.iter().map(|row| (row.cairn, row.clang)).collect());
    for number in 0..peers.len() {
        let both = decided.iter().filter_map(|row| Some((row.cairn, row.peers[number]?))).collect();
        line(&format!("peer {}", number + 1), both);
    }
    let mut slowest = decided;
    slowest.sort_by(|a, b| ratio(b.cairn, b.clang).total_cmp(&ratio(a.cairn, a.clang)));
    println!("\nthe slowest, as ratios to clang, with their phases in ms");
    for row in slowest.iter().take(SLOWEST) {
        let phases: Vec<String> = row.phases.iter().map(|(name, time)| format!("{name} {time:.1}")).collect();
        println!("{:>7.2}  {}: {}", ratio(row.cairn, row.clang), row.program, phases.join(", "));
    }
}

fn line(against: &str, times: Vec<(Duration, Duration)>) {
    let mut ratios: Vec<f64> = times.iter().map(|(ours, theirs)| ratio(*ours, *theirs)).collect();
    ratios.sort_by(f64::total_cmp);
    let Some(most) = ratios.last() else { return };
    let (ours, theirs) =
        times.iter().fold((Duration::ZERO, Duration::ZERO), |sum, time| (sum.0 + time.0, sum.1 + time.1));
    println!(
        "{against}: ratio median {:.2}, 90th percentile {:.2}, most {most:.2}; {:.2} s against {:.2} s over {} programs",
        percentile(&ratios, 0.5),
        percentile(&ratios, 0.9),
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        ratios.len()
    );
}

/// The smallest one that is at least as large as this part of all. They are sorted, and there is one.
fn percentile(ratios: &[f64], part: f64) -> f64 {
    ratios[((ratios.len() as f64 * part).ceil() as usize).saturating_sub(1)]
}

fn ratio(ours: Duration, theirs: Duration) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let ratios: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!([0.0, 0.5, 0.9, 1.0].map(|part| percentile(&ratios, part)), [1.0, 5.0, 9.0, 10.0]);
        assert_eq!(percentile(&[7.0], 0.5), 7.0);
    }
}
