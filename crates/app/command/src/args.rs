//! Arguments that several commands take, with their help texts.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use engine::Property;

/// How much is said beside the report.
#[derive(Debug, Args)]
pub struct Talk {
    /// Say more on standard error; twice for every detail
    #[arg(short, long, global = true, action = clap::ArgAction::Count, conflicts_with = "quiet")]
    pub verbose: u8,

    /// Say nothing on standard error but errors, and show no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// A program, and what is asked about it.
#[derive(Debug, Args)]
pub struct Question {
    #[command(flatten)]
    pub program: Program,

    /// Properties to check, separated by commas [default: all that apply]
    #[arg(long, value_name = "P", value_delimiter = ',', value_parser = property_parser(), conflicts_with = "prp")]
    pub property: Vec<Property>,

    /// Property file that says what to check, and from which function
    #[arg(long, value_name = "FILE.prp")]
    pub prp: Option<PathBuf>,
}

/// Check a certificate that `verify --certificate` wrote, in a process that contains no engine
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cairn verify --certificate list.cert list.c
  cairn check list.c list.cert
  cairn check --prp valid-memsafety.prp --data-model ilp32 list.i list.cert

The program is read anew; data model, entry, functions without a body and the arguments for clang must
be as they were. Nothing in the file is believed: proofs are checked, and runs are run.

Exit status: 0 every property that the certificate speaks of (or that was asked) holds, 1 some
violation, 2 something is not shown by the certificate, 65 it is no certificate, or one of another
program.")]
pub struct Check {
    /// The last file is the certificate.
    #[command(flatten)]
    pub question: Question,

    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    #[command(flatten)]
    pub most: Most,
}

/// How much a question may cost.
#[derive(Clone, Copy, Debug, Args)]
pub struct Most {
    /// Seconds after which the answer is UNKNOWN; 0 for no limit
    #[arg(long, default_value = "60", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,

    /// Memory after which the answer is UNKNOWN; 0 for no limit
    #[arg(long, default_value_t = 4096, value_name = "MIB")]
    pub memory: u64,
}

impl Most {
    pub fn time(&self) -> Option<Duration> {
        (!self.timeout.is_zero()).then_some(self.timeout)
    }

    pub fn memory_mib(&self) -> Option<u64> {
        (self.memory != 0).then_some(self.memory)
    }
}

/// What `verify`, `ir` and `run` read, and where they start.
#[derive(Debug, Args)]
pub struct Program {
    #[command(flatten)]
    pub inputs: Inputs,

    /// Function to start from [default: the property file's, else main]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Let every allocation also fail
    #[arg(long)]
    pub malloc_may_fail: bool,

    #[command(flatten)]
    pub world: World,
}

/// The world outside of the program.
#[derive(Debug, Args)]
pub struct World {
    /// What functions without a body do; a verdict that rests on it says so
    #[arg(long, value_enum, default_value_t = Externs::Unknown)]
    pub externs: Externs,

    /// What functions without a body do, one a line: `name: returns fresh arg0 bytes or null, frees arg1, …`
    #[arg(long, value_name = "FILE")]
    pub summaries: Option<PathBuf>,
}

/// A program in files.
#[derive(Debug, Args)]
pub struct Inputs {
    /// C or C++ source (.c .i .cpp), LLVM bitcode (.bc .ll), Cairn's IR (.cir), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Sizes of the basic types [default: the task definition's, else lp64]
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: Option<DataModel>,

    /// Arguments for clang
    #[arg(last = true, value_name = "CLANG-ARGS")]
    pub clang_args: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Diagnostics for people
    Text,
    /// One object for programs
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Externs {
    /// Nothing is known: what happens after such a call is no verdict
    Unknown,
    /// Return anything, change nothing
    Pure,
    /// Return anything, write anything to memory that their arguments lead to
    Havoc,
}

impl From<Externs> for outside::Externs {
    fn from(externs: Externs) -> Self {
        match externs {
            Externs::Unknown => outside::Externs::Unknown,
            Externs::Pure => outside::Externs::Pure,
            Externs::Havoc => outside::Externs::Havoc,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModel {
    /// 64-bit long and pointers
    Lp64,
    /// 32-bit long and pointers
    Ilp32,
}

impl From<DataModel> for ir::DataModel {
    fn from(model: DataModel) -> Self {
        match model {
            DataModel::Lp64 => ir::DataModel::Lp64,
            DataModel::Ilp32 => ir::DataModel::Ilp32,
        }
    }
}

pub fn property_parser() -> impl TypedValueParser<Value = Property> {
    PossibleValuesParser::new(Property::ALL.map(Property::name))
        .map(|name| Property::named(&name).expect("invariant: only names of properties pass"))
}

pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 10 or 0.5".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
