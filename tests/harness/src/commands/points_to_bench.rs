//! `cargo xtask points-to --bench [DIR]`: how the points-to analysis grows with the program, and how it compares with the
//! compiler.
//!
//! Times are processor times, the least of several: other work on the machine changes them little. The reaches are those of the project: at most half of what the paper's
//! implementation takes for an instruction, n·log n, less than clang takes, less than 1 GiB.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use dsa::Options;
use dsa::result::Stats;
use harness::native::CLANG;
use harness::subject::{data_model, load};
use harness::{case, large};
use ir::{DataModel, Module};

/// Functions of the generated programs; an instruction count of about a hundred times that comes out.
const FUNCTIONS: [usize; 3] = [100, 500, 2000];
const REPEATS: usize = 5;
const LONG_ENOUGH: Duration = Duration::from_millis(100);
const MOST_TIMES: u32 = 1000;
const LARGEST: usize = 20;
/// Half of 1.2 s for 134,000 instructions, which is the fast end of what the paper's implementation takes.
const MICROSECONDS: f64 = 4.5;
/// Noise that growth beyond n·log n may be.
const GROWTH: f64 = 1.5;
const MEBIBYTES: u64 = 1024;

/// What was measured of one program.
struct Row {
    name: String,
    functions: usize,
    instructions: usize,
    clang: Duration,
    with_contexts: Duration,
    without: Duration,
    peak_mib: u64,
    regions: usize,
    rounds: u32,
}

impl Row {
    fn microseconds(&self) -> f64 {
        self.with_contexts.as_secs_f64() * 1e6 / self.instructions.max(1) as f64
    }

    fn per_n_log_n(&self) -> f64 {
        let n = self.instructions.max(2) as f64;
        self.with_contexts.as_secs_f64() / (n * n.log2())
    }

    fn of_clang(&self) -> f64 {
        self.with_contexts.as_secs_f64() / self.clang.as_secs_f64().max(1e-9)
    }
}

pub fn run(arguments: &[String]) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let mut rows = Vec::new();
    for functions in FUNCTIONS {
        let file = scratch.path().join(format!("large-{functions}.c"));
        fs::write(&file, large::program(1, functions))?;
        rows.push(measure(&file, format!("generated, {functions}"), DataModel::Lp64)?);
    }
    let mut problems = Vec::new();
    show(&rows);
    plot(&rows);
    let first = rows.first().context("there are sizes")?.per_n_log_n();
    for row in &rows {
        if row.microseconds() > MICROSECONDS {
            problems.push(format!("{}: {:.2} µs for an instruction", row.name, row.microseconds()));
        }
        if row.per_n_log_n() > GROWTH * first {
            problems.push(format!("{}: {:.2} times n·log n", row.name, row.per_n_log_n() / first));
        }
        if row.peak_mib > MEBIBYTES {
            problems.push(format!("{}: {} MiB", row.name, row.peak_mib));
        }
    }
    if let Some(folder) = arguments.first() {
        let largest = largest(Path::new(&folder))?;
        println!("\nthe {} largest programs below {folder}", largest.len());
        show(&largest);
        rows.extend(largest);
    }
    problems
        .extend(rows.iter().filter(|row| row.of_clang() >= 1.0).map(|row| format!("{}: slower than clang", row.name)));
    if !problems.is_empty() {
        bail!("{}", problems.join("; "));
    }
    Ok(())
}

fn instructions(module: &Module) -> usize {
    module.funcs.iter().flat_map(|func| func.blocks.iter()).map(|block| block.insts.len() + 1).sum()
}

fn largest(folder: &Path) -> Result<Vec<Row>> {
    let mut files = Vec::new();
    case::walk(folder, &mut files).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut sizes: Vec<(u64, PathBuf)> = Vec::new();
    for file in files {
        sizes.push((fs::metadata(&file)?.len(), file));
    }
    sizes.sort_unstable();
    // Text is a fair guess at which programs are large; the exact order comes from their instructions.
    let candidates = sizes.iter().rev().take(3 * LARGEST);
    let mut loaded: Vec<(usize, &PathBuf)> = candidates
        .filter_map(|(_, file)| Some((instructions(&load(file, data_model(file), &[]).ok()?.module), file)))
        .collect();
    loaded.sort_unstable();
    let largest = loaded.iter().rev().take(LARGEST);
    largest.map(|(_, file)| measure(file, name(file), data_model(file))).collect()
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    stem.chars().take(36).collect()
}

fn measure(file: &Path, name: String, model: DataModel) -> Result<Row> {
    let clang = least((0..3).map(|_| compile(file, model)).collect::<Result<_>>()?);
    let loaded = load(file, model, &[])?;
    let module = &loaded.module;
    let time = |options: &Options| {
        least((0..REPEATS).map(|_| timed(|| drop(std::hint::black_box(dsa::analyze(module, options))))).collect())
    };
    let insensitive = Options { context_insensitive: true, ..Options::default() };
    let without = time(&insensitive);
    reset_peak();
    let with_contexts = time(&Options::default());
    let peak_mib = peak_mib();
    let stats = Stats::of(&dsa::analyze(module, &Options::default()));
    Ok(Row {
        name,
        functions: stats.functions,
        instructions: instructions(module),
        clang,
        with_contexts,
        without,
        peak_mib,
        regions: stats.regions,
        rounds: stats.rounds,
    })
}

/// The mean of so many times that the system's clock, which may tick only every few milliseconds, is exact enough.
fn timed(work: impl Fn()) -> Duration {
    let started = processor_time();
    for times in 1.. {
        work();
        let taken = processor_time() - started;
        if taken >= LONG_ENOUGH || times == MOST_TIMES {
            return taken / times;
        }
    }
    Duration::ZERO
}

/// Of this thread. The first number in the file is in nanoseconds.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0))
}

/// Of all programs that this one has run: the 16th and 17th field, the first two being a number and a name in brackets.
fn processor_time_of_children() -> Duration {
    const TICKS_IN_A_SECOND: u64 = 100;
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|number| number.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_IN_A_SECOND)
}

fn least(times: Vec<Duration>) -> Duration {
    times.into_iter().min().unwrap_or_default()
}

fn compile(file: &Path, model: DataModel) -> Result<Duration> {
    let mut command = Command::new(CLANG);
    command.args(["-O0", "-g", "-c", "-emit-llvm", "-w", "-std=gnu11", "-Wno-error", "-o", "/dev/null"]).arg(file);
    command.args(["-Wno-implicit-function-declaration", "-Wno-int-conversion", "-Wno-implicit-int"]);
    if model == DataModel::Ilp32 {
        command.arg("-m32");
    }
    let started = processor_time_of_children();
    let status = command.stderr(Stdio::null()).status().context("clang does not start")?;
    if !status.success() {
        bail!("clang does not compile {}", file.display());
    }
    Ok(processor_time_of_children() - started)
}

/// The system forgets the highest use of memory so far.
fn reset_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The highest use of memory since then, the loaded program included.
fn peak_mib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|text| text.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn show(rows: &[Row]) {
    println!(
        "{:<36} {:>9} {:>12} {:>9} {:>9} {:>8} {:>8} {:>8} {:>9} {:>7} {:>6}",
        "program",
        "functions",
        "instructions",
        "ms",
        "ms (ci)",
        "µs/inst",
        "clang",
        "of it",
        "regions",
        "rounds",
        "MiB"
    );
    for row in rows {
        println!(
            "{:<36} {:>9} {:>12} {:>9.2} {:>9.2} {:>8.2} {:>6.0}ms {:>7.1}% {:>9} {:>7} {:>6}",
            row.name,
            row.functions,
            row.instructions,
            row.with_contexts.as_secs_f64() * 1e3,
            row.without.as_secs_f64() * 1e3,
            row.microseconds(),
            row.clang.as_secs_f64() * 1e3,
            row.of_clang() * 100.0,
            row.regions,
            row.rounds,
            row.peak_mib
        );
    }
}

/// Time against n, `*`, with the line of n·log n through the first point, `.`.
fn plot(rows: &[Row]) {
    const WIDTH: f64 = 60.0;
    let Some(first) = rows.first() else { return };
    let expected = |row: &Row| first.per_n_log_n() * row.instructions as f64 * (row.instructions.max(2) as f64).log2();
    let most = rows.iter().map(|row| row.with_contexts.as_secs_f64().max(expected(row))).fold(f64::MIN, f64::max);
    println!("\ntime (*) and n·log n from the smallest size (.)");
    for row in rows {
        let place = |seconds: f64| (seconds / most * WIDTH).round() as usize;
        let (time, line) = (place(row.with_contexts.as_secs_f64()), place(expected(row)));
        let bar: String = (0..=WIDTH as usize)
            .map(|at| {
                if at == time {
                    '*'
                } else if at == line {
                    '.'
                } else {
                    ' '
                }
            })
            .collect();
        println!("{:>8} |{bar}| {:.2} of n·log n", row.instructions, row.per_n_log_n() / first.per_n_log_n());
    }
}
