//! `cargo xtask phases`: the time of every phase, and whether the project's reaches are met.
//!
//! All ratios compare times of one run of this command: clang and Cairn take turns on the same machine, and medians
//! are compared, so that a busy machine slows both sides alike.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use engine::{Budget, Task};
use harness::generate::of_lines;
use harness::native::CLANG;
use harness::{case, subject};
use interp::{End, ListedInputs, NoObserver};
use ir::{DataModel, Module};
use portfolio::{Limits, Run, Status, Watch};

const USAGE: &str = "usage: cargo xtask phases [--corpus DIR] [FILE.c …]
Times every phase of the given files, of a generated file of 10,000 lines, and of the 200 largest programs below DIR;
the interpreter on a tight loop; and `cairn verify` of a short file beside `clang -c` of it.";

/// Times a file is loaded; the median counts.
const REPEATS: usize = 25;
const LARGEST: usize = 200;
const LOWERING_REACH: f64 = 0.25;
const SPEED_REACH: f64 = 50e6;
const VERIFY_REACH: f64 = 1.5;

const ENGINE_LIMIT: Duration = Duration::from_secs(2);

/// Small enough to be everyday, and deterministic, so that `cairn verify` settles it.
const SHORT: &str = "#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 5; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = i;
    fresh->next = head;
    head = fresh;
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
}
";

const TIGHT_LOOP: &str = "
int main(void) {
  unsigned state = 1, sum = 0;
  for (unsigned i = 0; i < 20000000u; i++) {
    state = state * 1664525u + 1013904223u;
    if (state & 65536u)
      sum += state >> 24;
    else
      sum ^= i;
  }
  return sum == 0;
}
";

/// Medians for one file.
#[derive(Clone, Copy, Default)]
struct Phases {
    clang: f64,
    read: f64,
    link: f64,
    lower: f64,
    verify: f64,
    /// All engines on all properties that apply; one run, as far as [`ENGINE_LIMIT`]. `None`: not asked.
    engines: Option<f64>,
}

impl Phases {
    /// From bitcode in memory to verified IR.
    fn lowering(self) -> f64 {
        self.read + self.lower + self.verify
    }

    fn ratio(self) -> f64 {
        self.lowering() / self.clang
    }

    fn plus(self, other: Phases) -> Phases {
        Phases {
            clang: self.clang + other.clang,
            read: self.read + other.read,
            link: self.link + other.link,
            lower: self.lower + other.lower,
            verify: self.verify + other.verify,
            engines: None,
        }
    }
}

/// A figure of the project and what was measured.
struct Reach {
    what: &'static str,
    wanted: String,
    measured: String,
    met: bool,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let (mut corpus, mut files) = (None, Vec::new());
    let mut rest = arguments.iter().cloned();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--corpus" => corpus = Some(PathBuf::from(rest.next().context(USAGE)?)),
            flag if flag.starts_with('-') => bail!("{USAGE}"),
            file => files.push(PathBuf::from(file)),
        }
    }
    let scratch = tempfile::tempdir()?;
    let mut reaches = Vec::new();

    println!(
        "{:>9} {:>8} {:>8} {:>8} {:>8} {:>9} {:>7}  file (milliseconds, medians of {REPEATS})",
        "clang", "read", "link", "lower", "verify", "engines", "ratio"
    );
    for file in &files {
        row(measure(file, REPEATS, true)?, &file.display().to_string());
    }
    reaches.push(long_file(scratch.path())?);
    if let Some(folder) = &corpus {
        reaches.push(largest(folder)?);
    }
    reaches.push(tight_loop(scratch.path())?);
    reaches.push(short_file(scratch.path())?);

    println!("\n{:<58} {:>14} {:>14}", "figure", "reach", "measured");
    for reach in &reaches {
        let missed = if reach.met { "" } else { "  missed" };
        println!("{:<58} {:>14} {:>14}{missed}", reach.what, reach.wanted, reach.measured);
    }
    match reaches.iter().filter(|reach| !reach.met).count() {
        0 => Ok(()),
        missed => bail!("{missed} of {} reaches are missed", reaches.len()),
    }
}

fn row(phases: Phases, name: &str) {
    let Phases { clang, read, link, lower, verify, engines } = phases;
    let engines = engines.map_or("-".to_string(), |time| format!("{time:.2}"));
    let ratio = phases.ratio() * 100.0;
    println!("{clang:>9.2} {read:>8.2} {link:>8.2} {lower:>8.2} {verify:>8.2} {engines:>9} {ratio:>6.1}%  {name}");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn measure(file: &Path, repeats: usize, engines: bool) -> Result<Phases> {
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..repeats {
        let loaded =
            subject::load(file, data_model(file), &[]).with_context(|| format!("cannot load {}", file.display()))?;
        times.push(loaded.times);
        last = Some(loaded.module);
    }
    let phase = |of: fn(&frontend::Times) -> Duration| {
        median(times.iter().map(|times| of(times).as_secs_f64() * 1e3).collect())
    };
    Ok(Phases {
        clang: phase(|times| times.clang),
        read: phase(|times| times.read),
        link: phase(|times| times.link),
        lower: phase(|times| times.lower),
        verify: phase(|times| times.verify),
        engines: last.filter(|_| engines).and_then(|module| ask(&module)),
    })
}

/// Milliseconds that the engines take, in programs that have a `main`.
fn ask(module: &Module) -> Option<f64> {
    let entry = module.func_named("main").filter(|main| module.funcs[*main].is_defined())?;
    let started = Instant::now();
    let facts = portfolio::ProgramFacts::new(module, entry);
    let task = Task {
        error_functions: subject::ERROR_FUNCTIONS.map(str::to_string).into(),
        facts: engine::Facts::of(&facts),
        ..Task::new(module, entry, portfolio::applicable(module))
    };
    for engine in portfolio::engines() {
        let (started, timeout) = (Instant::now(), Some(ENGINE_LIMIT));
        let limits = Limits { started, timeout, memory_mib: None, threads: portfolio::cores() };
        portfolio::verify(&task, std::slice::from_ref(engine), &limits, &Patient);
    }
    Some(started.elapsed().as_secs_f64() * 1e3)
}

struct Patient;

impl Watch for Patient {
    fn progress(&self, _running: &[Status]) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn settled(&self, _run: Run) {}

    fn overdue(&self, _run: Run) {}
}

/// As the task definition beside the program says; 64 bits without one.
fn data_model(file: &Path) -> DataModel {
    let task = fs::read_to_string(file.with_extension("yml")).unwrap_or_default();
    if task.lines().any(|line| line.trim() == "data_model: ILP32") { DataModel::Ilp32 } else { DataModel::Lp64 }
}

fn lowering_reach(what: &'static str, phases: Phases) -> Reach {
    Reach {
        what,
        wanted: format!("<= {:.0} %", LOWERING_REACH * 100.0),
        measured: format!("{:.1} %", phases.ratio() * 100.0),
        met: phases.ratio() <= LOWERING_REACH,
    }
}

fn long_file(scratch: &Path) -> Result<Reach> {
    let file = scratch.join("long.c");
    let text = of_lines(1, 10_000).source();
    fs::write(&file, &text)?;
    let phases = measure(&file, REPEATS, true)?;
    row(phases, &format!("generated, {} lines", text.lines().count()));
    Ok(lowering_reach("lowering / clang, 10,000 generated lines", phases))
}

fn largest(folder: &Path) -> Result<Reach> {
    let mut files = Vec::new();
    case::walk(folder, &mut files).with_context(|| format!("cannot read {}", folder.display()))?;
    let size = |file: &PathBuf| fs::metadata(file).map_or(0, |metadata| metadata.len());
    files.sort_by_key(|file| (std::cmp::Reverse(size(file)), file.clone()));
    files.truncate(LARGEST);
    let mut all = Vec::new();
    for file in &files {
        all.push(measure(file, 3, false)?);
    }
    let sum = all.iter().fold(Phases::default(), |sum, phases| sum.plus(*phases));
    row(sum, &format!("sum over the {} largest below {}", files.len(), folder.display()));
    let ratios: Vec<f64> = all.iter().map(|phases| phases.ratio()).collect();
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    println!("{:>57} ratio of one program: median {:.1} %, worst {:.1} %", "", median(ratios) * 100.0, worst * 100.0);
    Ok(lowering_reach("lowering / clang, largest programs of the folder", sum))
}

fn tight_loop(scratch: &Path) -> Result<Reach> {
    let file = scratch.join("loop.c");
    fs::write(&file, TIGHT_LOOP)?;
    let loaded = subject::load(&file, DataModel::Lp64, &[])?;
    let entry = loaded.module.func_named("main").context("no main")?;
    let options = interp::Options { max_steps: u64::MAX, ..interp::Options::default() };
    let mut speeds = Vec::new();
    for _ in 0..3 {
        let started = Instant::now();
        let mut inputs = ListedInputs::default();
        let run = interp::run(&loaded.module, entry, &options, &mut inputs, &mut (), &mut NoObserver, &Budget::new());
        if !matches!(run.end, End::Exited(_)) {
            bail!("the loop ended badly: {:?}", run.end);
        }
        speeds.push(run.steps as f64 / started.elapsed().as_secs_f64());
    }
    let speed = median(speeds);
    Ok(Reach {
        what: "interpreter, IR instructions a second on a tight loop",
        wanted: format!(">= {:.0} M/s", SPEED_REACH / 1e6),
        measured: format!("{:.1} M/s", speed / 1e6),
        met: speed >= SPEED_REACH,
    })
}

/// Beside this program stands `cairn`, when both were built with the same profile.
fn cairn() -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name("cairn");
    if path.exists() { Ok(path) } else { bail!("{} is missing: `cargo build --release --package cli`", path.display()) }
}

fn short_file(scratch: &Path) -> Result<Reach> {
    const RUNS: usize = 21;
    let file = scratch.join("short.c");
    fs::write(&file, SHORT)?;
    let mut verify = Command::new(cairn()?);
    verify.arg("verify").arg(&file);
    let mut compile = Command::new(CLANG);
    compile.arg("-c").arg(&file).arg("-o").arg(scratch.join("short.o"));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        ours.push(wall(&mut verify, &[0])?);
        theirs.push(wall(&mut compile, &[0])?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{theirs:>9.2} ms for `clang -c`, {ours:.2} ms for `cairn verify` of {} lines (medians of {RUNS})",
        SHORT.lines().count()
    );
    let ratio = ours / theirs;
    Ok(Reach {
        what: "cairn verify / clang -c, a short file",
        wanted: format!("<= {VERIFY_REACH} x"),
        measured: format!("{ratio:.2} x"),
        met: ratio <= VERIFY_REACH,
    })
}

/// Milliseconds from start to end.
fn wall(command: &mut Command, good: &[i32]) -> Result<f64> {
    let started = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let time = started.elapsed().as_secs_f64() * 1e3;
    if output.status.code().is_some_and(|code| good.contains(&code)) {
        return Ok(time);
    }
    bail!("{command:?} failed: {}\n{}", output.status, String::from_utf8_lossy(&output.stdout))
}
