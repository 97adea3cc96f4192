//! The command line, with its help texts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use command::args::{Check, Format, Inputs, Most, Program, Question, Talk, property_parser, seconds};
use engine::{EngineInfo, Property, Setting, Settings};

#[derive(Debug, Parser)]
#[command(
    name = "cairn",
    version,
    about = "Verifies C programs that manipulate memory, without help.",
    max_term_width = 100
)]
#[command(propagate_version = true, subcommand_required = true, arg_required_else_help = true)]
#[command(after_long_help = "Examples:
  cairn verify list.c                          check everything that applies
  cairn verify --property valid-memsafety a.c b.c -- -Iinclude
  cairn run --inputs 3,1,2 --trace list.c      watch one run
  cairn points-to list.c                       which memory every pointer may refer to
  cairn bench tasks/ --timeout 10 --jobs 2     measure over a folder of task definitions

Exit status: 0 every property holds, 1 some violation, 2 nothing violated but something unknown,
64 usage, 65 the input does not compile, 69 something is not installed, 70 an internal error,
74 something cannot be read or written.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    #[command(flatten)]
    pub talk: Talk,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Verify(Verify),
    Check(Check),
    Ir(ShowIr),
    Run(Run),
    PointsTo(PointsTo),
    Bench(Bench),
    Its(Its),
    Chc(Chc),
    Doctor(Doctor),
    Completions(Completions),
}

/// Prove or refute properties of a program
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn verify list.c                           every property that applies
  cairn verify --property unreach-call,termination list.c
  cairn verify --prp valid-memsafety.prp --data-model ilp32 list.i
  cairn verify task.yml                         inputs, data model and properties of the task
  cairn verify --format json --timeout 10 list.c
  cairn verify --shapes list.c                  what the heap looks like at every loop, too
  cairn verify --dump smg=pictures list.c       the same as pictures: dot -Tsvg pictures/main-7-3-1.dot
  cairn verify --explain --property termination loop.c     why every loop ends
  cairn verify --dump its=systems loop.c        the same as transition systems: cairn its systems/main-4-3-1.koat
  cairn verify main.c list.c -- -Iinclude -DN=4

Properties: valid-memsafety (valid-deref, valid-free and valid-memtrack together), valid-memcleanup,
unreach-call, no-overflow, termination, shape.

Exit status: 0 every property holds, 1 some violation, 2 nothing violated but something unknown.")]
pub struct Verify {
    #[command(flatten)]
    pub question: Question,

    #[command(flatten)]
    pub effort: Effort,

    /// Tune an engine, for example smg.exact=100; --help lists what can be set
    #[arg(long, value_name = "ENGINE.SETTING=NUMBER", value_parser = set, long_help = settings_help())]
    pub set: Vec<Set>,

    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Print the time of each phase, and of each engine its stage, its time at work and in line for a core, its memory, its
    /// states, its questions to the solver and what it settled, to standard error; in JSON, too
    #[arg(long)]
    pub stats: bool,

    /// Say why what is TRUE is true: for every loop and recursion why it ends, and what holds at every loop
    #[arg(long)]
    pub explain: bool,

    /// Say what the heap looks like at the head of every loop
    #[arg(long)]
    pub shapes: bool,

    /// Write what the verdicts rest on to a file that can be checked again, without any engine
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Write the program's Horn clauses to a file, for the first property that is asked for and has clauses, in the format
    /// of the CHC competition: `sat` means that the property holds
    #[arg(long, value_name = "FILE.smt2")]
    pub emit_chc: Option<PathBuf>,

    /// Show something of the inside: `ir` prints the intermediate representation to standard error, `smg` writes the
    /// heaps at loop heads as Graphviz files, `its` the transition systems that show why the program ends as KoAT files, to
    /// the folder DIR or here
    #[arg(long, value_parser = dump, value_name = "ir|smg[=DIR]|its[=DIR]")]
    pub dump: Vec<Dump>,
}

/// One `--set` that makes sense.
#[derive(Clone, Debug)]
pub struct Set {
    info: &'static EngineInfo,
    name: String,
    value: i64,
}

impl Verify {
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for Set { info, name, value } in &self.set {
            settings.set(info, name, *value).expect("invariant: what makes no sense was refused");
        }
        settings
    }
}

/// Who works, and for how long.
#[derive(Clone, Debug, Args)]
pub struct Effort {
    /// The engine to ask; auto asks all
    #[arg(long, default_value = "auto", value_parser = engine_parser(), value_name = "ENGINE")]
    pub engine: String,

    #[command(flatten)]
    pub most: Most,
}

/// Print the intermediate representation, as text that the other commands read too
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn ir list.c > list.cir
  cairn verify list.cir
  cairn ir --pure list.c                       memory as values that functions take and give back")]
pub struct ShowIr {
    #[command(flatten)]
    pub program: Program,

    /// Print the program without side effects instead, for people: every function takes the contents of the memory regions
    /// that it touches (see points-to) and gives back those that it changes
    #[arg(long)]
    pub pure: bool,
}

/// Run a program in the interpreter, which notices all undefined behaviour
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn run list.c
  cairn run --inputs 3,-1,0x10 list.c     what __VERIFIER_nondet_* return, then zeros
  cairn run --seed 7 --max-steps 100000 list.c
  cairn run --trace list.c

Inputs: plain values answer __VERIFIER_nondet_* calls in order, and reads of standard input (a byte
each, -1 for its end). `u5` is the value of something never initialised, `a5` an argument of the
entry function (for main: how many arguments follow its name, then the bytes of each string, with a
zero at its end; the same for the environment), `f1` makes an allocation fail (`f0` lets it succeed) under --malloc-may-fail; each
kind has an order of its own. `7:20` is twenty times 7, `x7ff8` the bits of a value,
`@2` says that the last two come over and over. Without --inputs
and --seed the program reads the real standard input.

The program's output is passed through. Exit status: the program's own; 1 when it misbehaves (a
diagnostic on standard error says how), 134 when it aborts, 2 when it did not end within the steps
or reached something that Cairn does not model.")]
pub struct Run {
    #[command(flatten)]
    pub program: Program,

    /// Values for the program's inputs, in order; zeros after them
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, value_name = "V", conflicts_with = "seed")]
    pub inputs: Vec<String>,

    /// Choose inputs pseudo-randomly
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Instructions after which the run is given up
    #[arg(long, default_value_t = report::USUAL_STEPS, value_name = "N")]
    pub max_steps: u64,

    /// Print branches, calls, inputs and allocations to standard error
    #[arg(long)]
    pub trace: bool,

    /// Also report heap objects that are not freed when the program ends
    #[arg(long)]
    pub cleanup: bool,

    /// Stop only for what violates this property, and for undefined behaviour; a failed assertion violates unreach-call
    #[arg(long, value_name = "P", value_parser = property_parser())]
    pub property: Option<Property>,

    /// Function that must not be called, instead of the usual ones; may be given several times
    #[arg(long, value_name = "NAME")]
    pub error_function: Vec<String>,
}

/// Show which memory every pointer may refer to
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn points-to list.c                        every function, with C names
  cairn points-to --function push list.c        this function only
  cairn points-to --format dot list.c | dot -Tsvg > list.svg
  cairn points-to --stats list.c                how precise, with and without contexts
  cairn points-to --check list.c                check the graphs, and compare them with runs of the program
  cairn points-to --summaries lib.txt list.c

A region is memory that one function, with all that it calls, touches through some of its pointers:
R1, R2, … belong to a function, G1, G2, … to all. A call says where the callee's regions are in the
caller.

Summaries say what functions without a body do to memory, one function a line, arguments counted
from 0, as in `find: reads 0; returns within 0`. Effects: returns new, returns N, returns within N,
returns external, reads N, writes N, frees N, copies N to M, stores N in M, keeps N, nothing.

Exit status: 0, or 1 when --check finds something that the graphs deny.")]
pub struct PointsTo {
    #[command(flatten)]
    pub inputs: Inputs,

    /// Show this function; may be given several times [default: all but library models]
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// One graph for all functions instead of one for each
    #[arg(long)]
    pub context_insensitive: bool,

    /// Trust that objects are accessed with their own types (C17 6.5p7); wrong for programs that break this rule
    #[arg(long)]
    pub type_aware: bool,

    /// What functions without a body do, in addition to what Cairn knows
    #[arg(long, value_name = "FILE")]
    pub summaries: Option<PathBuf>,

    /// How to show the graphs
    #[arg(long, value_enum, default_value_t = GraphFormat::Text)]
    pub format: GraphFormat,

    /// Count regions, accesses and callees instead, with and without contexts; in JSON, too
    #[arg(long)]
    pub stats: bool,

    /// Check every instruction and call, and runs of the program, against the graphs instead; in JSON, too
    #[arg(long)]
    pub check: bool,

    /// Runs to check, each with inputs of its own
    #[arg(long, default_value_t = 20, value_name = "N", requires = "check")]
    pub seeds: u64,
}

/// Verify a folder of task definitions and compare with the expected verdicts
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn bench tasks/ --timeout 10 --jobs 2
  cairn bench memory.set --csv results.csv
  cairn bench memory.set --csv results.csv --resume
  cairn bench memory.set --engines-table   each engine alone, the portfolio, and the best of them
  cairn bench memory.set --compare-contexts   chc and points-to graphs with contexts and without

A set is a file of globs, one a line, relative to it. Every task runs in a process of its own.
Points are the field's: +2 true, +1 false, -32 wrong true, -16 wrong false.

Exit status: 0, or 1 when a verdict is wrong.")]
pub struct Bench {
    /// A folder (searched for .yml), a .set file, or a task definition
    #[arg(required = true, value_name = "DIR|SET")]
    pub roots: Vec<PathBuf>,

    #[command(flatten)]
    pub effort: Effort,

    /// Only tasks whose property file's name contains this
    #[arg(long, value_name = "TEXT")]
    pub property: Option<String>,

    /// Tasks at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,

    /// Write every result to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Skip what the CSV file already has
    #[arg(long, requires = "csv")]
    pub resume: bool,

    /// Ask each engine alone, too, and compare: correct, wrong and unknown, times, and how near the portfolio comes to the best
    /// engine of every task
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(conflicts_with_all = ["csv", "engine"])]
    pub engines_table: Option<Format>,

    /// Ask the engine chc twice, with functions told apart by how they are called and without, and compare: correct, wrong
    /// and unknown, times, and how precise points-to graphs of the programs are with contexts and without
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(conflicts_with_all = ["csv", "engine", "engines_table"])]
    pub compare_contexts: Option<Format>,
}

/// Answer whether every run of an integer transition system ends
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn its loop.ari                   YES, NO or MAYBE
  cairn its --explain loop.koat        and why
  cairn its --format json loop.smt2
  cairn its --convert koat loop.ari    the same system in another format

Every YES and NO has a certificate that was checked with a solver of its own.

Exit status: 0 every run ends, 1 some run does not, 2 nothing was found.")]
pub struct Its {
    /// A system in the format its name ends with: .ari, .koat or .smt2
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Print the proof, or the run that does not end
    #[arg(long)]
    pub explain: bool,

    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// What values are: Z for mathematical integers, or i or u and a number of bits, for example i32 or u8, for integers
    /// that wrap around
    #[arg(long, default_value = "Z", value_parser = integers, value_name = "TYPE")]
    pub integers: Integers,

    /// Write the system in another format instead of answering
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub convert: Option<SystemFormat>,

    /// Seconds after which the answer is MAYBE; 0 for no limit
    #[arg(long, default_value = "60", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,

    /// Questions to the solver and linear programs after which the answer is MAYBE: a limit that is the same on every
    /// machine
    #[arg(long, value_name = "COUNT")]
    pub steps: Option<u64>,
}

/// Is there a solution of a system of constrained Horn clauses?
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn chc loop.smt2                           sat, unsat or unknown
  cairn chc --explain loop.smt2                 with the relations that satisfy every clause
  cairn verify --emit-chc loop.smt2 loop.c      where such systems come from

Exit status: 0 there is a solution, 1 there is none, 2 nothing was found.")]
pub struct Chc {
    /// A system in the format of the CHC competition: SMT-LIB, logic HORN
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,

    /// Print the relations
    #[arg(long)]
    pub explain: bool,

    /// Seconds after which the answer is unknown; 0 for no limit
    #[arg(long, default_value = "60", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,
}

/// The values of a system's variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integers {
    Mathematical,
    Wrapping(its::system::IntType),
}

fn integers(text: &str) -> Result<Integers, String> {
    if text == "Z" { Ok(Integers::Mathematical) } else { text.parse().map(Integers::Wrapping) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SystemFormat {
    /// The termination competition's rewriting rules
    Ari,
    /// Rules with infix arithmetic
    Koat,
    /// An SMT-LIB script
    Smt2,
}

impl From<SystemFormat> for its::format::Kind {
    fn from(format: SystemFormat) -> Self {
        match format {
            SystemFormat::Ari => its::format::Kind::Ari,
            SystemFormat::Koat => its::format::Kind::Koat,
            SystemFormat::Smt2 => its::format::Kind::Smt2,
        }
    }
}

/// Check that everything Cairn needs is installed
#[derive(Debug, Args)]
#[command(after_long_help = "Exit status: 0 all is there, 69 something is missing.")]
pub struct Doctor {}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn completions bash > ~/.local/share/bash-completion/completions/cairn
  cairn completions zsh > ~/.zfunc/_cairn
  cairn completions fish > ~/.config/fish/completions/cairn.fish")]
pub struct Completions {
    pub shell: clap_complete::Shell,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GraphFormat {
    /// Function by function, for people
    Text,
    /// One object for programs
    Json,
    /// A picture for Graphviz
    Dot,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dump {
    /// The intermediate representation
    Ir,
    /// Symbolic memory graphs, one file each, in a folder
    Smg(PathBuf),
    /// Integer transition systems, one file each, in a folder
    Its(PathBuf),
}

impl Dump {
    /// The folder for transition systems.
    pub fn systems(&self) -> Option<&Path> {
        match self {
            Dump::Its(folder) => Some(folder),
            Dump::Ir | Dump::Smg(_) => None,
        }
    }
}

fn engine_parser() -> PossibleValuesParser {
    std::iter::once("auto").chain(portfolio::engines().iter().map(|engine| engine.info().id)).into()
}

fn set(text: &str) -> Result<Set, String> {
    let wrong = || "expected an engine, a setting of it and a number, such as smg.exact=100".to_string();
    let (what, value) = text.split_once('=').ok_or_else(wrong)?;
    let (engine, name) = what.split_once('.').ok_or_else(wrong)?;
    let value = value.parse().map_err(|_| wrong())?;
    let info = portfolio::named(engine).ok_or_else(|| format!("no engine `{engine}`"))?.info();
    Settings::default().set(info, name, value)?;
    Ok(Set { info, name: name.to_string(), value })
}

fn settings_help() -> String {
    let mut help = "Tune an engine:".to_string();
    for info in portfolio::engines().iter().map(|engine| engine.info()) {
        for Setting { name, about, default, .. } in info.settings {
            help += &format!("\n  {}.{name}: {about} [default: {default}]", info.id);
        }
    }
    help
}

fn dump(text: &str) -> Result<Dump, String> {
    match text.split_once('=') {
        None if text == "ir" => Ok(Dump::Ir),
        None if text == "smg" => Ok(Dump::Smg(PathBuf::from("."))),
        Some(("smg", folder)) if !folder.is_empty() => Ok(Dump::Smg(PathBuf::from(folder))),
        None if text == "its" => Ok(Dump::Its(PathBuf::from("."))),
        Some(("its", folder)) if !folder.is_empty() => Ok(Dump::Its(PathBuf::from(folder))),
        None | Some(_) => Err("expected ir, smg, smg=DIR, its or its=DIR".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_help_text() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            assert!(command.get_after_long_help().is_some(), "{}", command.get_name());
        }
    }
}
