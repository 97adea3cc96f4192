//! From C to IR: drives clang, which is linked in, reads LLVM's bitcode, lowers both.
//!
//! The only crate that knows LLVM, and one of two with `unsafe` code; all of it is in the module `llvm`.
//!
//! Invariants: clang's and LLVM's words reach the user only through [`Error`] and [`Loaded::warnings`]; nothing is
//! printed. What a program contains and the IR cannot say is an `Unsupported` node, never an error or a gap. The same
//! input gives the same module.

mod bodies;
mod compile;
mod crew;
mod error;
mod flags;
mod folded;
mod foreign;
mod headers;
mod input;
mod llvm;
mod lower;
mod models;
mod old_inline;
mod parallel;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ir::DataModel;

pub use error::Error;
pub use headers::folder as clang_headers;
pub use llvm::clang_version;

use crew::{Crew, Source, Work};
use foreign::{Found, Target};
use input::Kind;

#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes of C's types. A `.cir` file states its own.
    pub data_model: DataModel,
    /// For clang, after our own.
    pub clang_args: Vec<String>,
    /// Threads that read and lower a program of one file; `None`: as many as pay. The module does not depend on it.
    pub threads: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Options { data_model: DataModel::Lp64, clang_args: Vec::new(), threads: None }
    }
}

/// A program that has been read and verified.
#[derive(Debug)]
pub struct Loaded {
    pub module: ir::Module,
    /// What clang said, if the user's arguments made it say something.
    pub warnings: String,
    pub times: Times,
}

/// How long each step took.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// All compilers, side by side.
    pub clang: Duration,
    /// LLVM's reading of the bitcode. Bodies are read one by one while others are lowered; several threads may be at it,
    /// and what counts then is the time of the main one.
    pub read: Duration,
    /// Linking files with each other, reading the library models.
    pub link: Duration,
    pub lower: Duration,
    pub verify: Duration,
    /// Giving LLVM's memory back, when the IR is there already.
    pub release: Duration,
}

impl Times {
    /// From bitcode in memory to verified IR.
    pub fn after_clang(&self) -> Duration {
        self.read + self.link + self.lower + self.verify
    }

    fn add(&mut self, other: &Times) {
        self.clang += other.clang;
        self.read += other.read;
        self.link += other.link;
        self.lower += other.lower;
        self.verify += other.verify;
        self.release += other.release;
    }
}

/// Reads a program from its files.
pub fn load(inputs: &[PathBuf], options: &Options) -> Result<Loaded, Error> {
    let mut kinds = Vec::with_capacity(inputs.len());
    for path in inputs {
        let kind = input::check(path)?;
        if kind == Kind::TextIr {
            return match inputs {
                [_] => load_text(path),
                _ => Err(Error::CombinedTextIr { path: path.clone() }),
            };
        }
        kinds.push((path.clone(), kind));
    }
    if kinds.is_empty() {
        return Err(Error::NoInput);
    }
    parallel::with_room(|| {
        let loaded = load_program(&kinds, options)?;
        Ok(old_inline::with_bodies(&kinds, options, loaded))
    })
}

/// Compiles or reads, links, lowers and verifies.
fn load_program(kinds: &[(PathBuf, Kind)], options: &Options) -> Result<Loaded, Error> {
    let mut times = Times::default();
    let mut warnings = String::new();
    let (mut program, work) = match kinds {
        [(path, kind)] if kind.is_bitcode() => {
            let (program, work, said) = read_one(path, *kind, options, &mut times)?;
            warnings = said;
            (program, work)
        }
        [(path, kind)] => {
            let compiled = timed("clang", &mut times.clang, || compile::compile(path, *kind, options))?;
            warnings = compiled.warnings;
            (compiled.module, Work::alone())
        }
        _ => (link_all(kinds, options, &mut warnings, &mut times)?, Work::alone()),
    };
    check_target(&kinds[0].0, Target::of(&program), options.data_model)?;
    timed("link", &mut times.link, || models::add(&mut program, options.data_model))
        .map_err(|failure| Error::Internal { message: format!("a library model cannot be read: {}", failure.0) })?;
    let module = lower_all(&mut program, &work, options.data_model, &warnings, &mut times);
    verified(&module, &mut times).map_err(|message| Error::Internal { message })?;
    timed("release", &mut times.release, || {
        drop(program);
        work.finish();
    });
    Ok(Loaded { module, warnings, times })
}

/// A program that somebody else has compiled. Large ones are lowered by several threads.
fn read_one(
    path: &Path,
    kind: Kind,
    options: &Options,
    times: &mut Times,
) -> Result<(llvm::Module, Work, String), Error> {
    timed("read", &mut times.read, || {
        let (source, said) = foreign_source(path, kind, options)?;
        let threads = options.threads.unwrap_or_else(|| crew::deserved(source.bitcode.len())).max(1);
        let work = Crew::of(threads, source.bitcode.len()).start(&source, threads);
        llvm::prepare_heap(source.bitcode.len() / threads);
        let program = llvm::Module::read(&source.bitcode, &source.name())
            .map_err(|failure| Error::BadBitcode { path: path.to_path_buf(), message: failure.0 })?;
        Ok((program, work, said))
    })
}

/// Compiles or reads all inputs, as many at once as there are processors, and links them. The first input that fails decides
/// the error.
fn link_all(
    kinds: &[(PathBuf, Kind)],
    options: &Options,
    warnings: &mut String,
    times: &mut Times,
) -> Result<llvm::Module, Error> {
    let units = timed("clang", &mut times.clang, || parallel::map(kinds, |(path, kind)| unit(path, *kind, options)))?;
    let mut program: Option<llvm::Module> = None;
    timed("link", &mut times.link, || {
        for ((path, _), unit) in kinds.iter().zip(units) {
            let (bitcode, said) = unit?;
            if !said.is_empty() {
                warnings.push_str(&said);
                warnings.push('\n');
            }
            let name = path.to_string_lossy();
            match &mut program {
                None => {
                    let read = llvm::Module::read_whole(&bitcode, &name);
                    program =
                        Some(read.map_err(|failure| Error::BadBitcode { path: path.clone(), message: failure.0 })?);
                }
                Some(program) => program
                    .link(&bitcode, &name)
                    .map_err(|failure| Error::Link { path: path.clone(), message: failure.0 })?,
            }
        }
        Ok(())
    })?;
    program.ok_or(Error::NoInput)
}

/// One of several inputs: its bitcode, which alone can go from one context of LLVM's to another, and what clang said.
fn unit(path: &Path, kind: Kind, options: &Options) -> Result<(Arc<Vec<u8>>, String), Error> {
    if kind.is_bitcode() {
        let (source, said) = foreign_source(path, kind, options)?;
        return Ok((source.bitcode, said));
    }
    let compiled = compile::compile(path, kind, options)?;
    Ok((Arc::new(compiled.module.to_bitcode()), compiled.warnings))
}

fn lower_all(
    program: &mut llvm::Module,
    work: &Work,
    data_model: DataModel,
    warnings: &str,
    times: &mut Times,
) -> ir::Module {
    let (module, reading) = timed("lower", &mut times.lower, || {
        program.use_debug_intrinsics();
        let definitions = program.functions().filter(|function| !function.is_declaration()).count();
        let parts = work.parts(definitions);
        let mut lowered = lower::lower(program, data_model, &parts, |part| work.share(part));
        folded::mark_unplaced(&mut lowered.module, warnings);
        (lowered.module, lowered.reading)
    });
    times.read += reading;
    times.lower -= reading;
    module
}

/// Bitcode that another compiler made, or LLVM's text form of it. LLVM's reader looks at little more than its form and may
/// crash, so that it is read in another process first.
fn foreign_source(path: &Path, kind: Kind, options: &Options) -> Result<(Source, String), Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_path_buf(), source };
    let bad = |message: &str| Error::BadBitcode {
        path: path.to_path_buf(),
        message: message.lines().next().unwrap_or_default().to_string(),
    };
    let content = std::fs::read(path).map_err(unreadable)?;
    let name = path.to_string_lossy();
    let said = llvm::apart(|| {
        llvm::prepare_heap(content.len());
        match foreign::look(&content, &name) {
            Ok(found) => found.to_line(),
            Err(failure) => failure.0,
        }
    });
    let said = said.map_err(unreadable)?.ok_or_else(|| bad("LLVM crashes on it"))?;
    let Found { target, is_misplaced } = Found::of_line(&said).ok_or_else(|| bad(&said))?;
    check_target(path, target, options.data_model)?;
    let bitcode = if kind == Kind::TextBitcode || is_misplaced {
        foreign::assembled(&content, &name, is_misplaced, options.data_model).map_err(|failure| bad(&failure.0))?
    } else {
        content
    };
    let said = if is_misplaced { format!("warning: ignoring invalid debug info in {name}") } else { String::new() };
    Ok((Source { bitcode: Arc::new(bitcode), path: path.to_path_buf(), data_model: options.data_model }, said))
}

fn check_target(path: &Path, target: Target, data_model: DataModel) -> Result<(), Error> {
    let path = path.to_path_buf();
    if !target.is_modelled() {
        return Err(Error::Target { path, target: target.triple });
    }
    match target.pointer_bits {
        found if found == data_model.pointer_bits() => Ok(()),
        found => Err(Error::DataModel { path, found, wanted: data_model }),
    }
}

/// Reads Cairn's own text form.
fn load_text(path: &Path) -> Result<Loaded, Error> {
    let owned = || path.to_path_buf();
    let bytes = std::fs::read(path).map_err(|source| Error::Unreadable { path: owned(), source })?;
    let text = String::from_utf8(bytes).map_err(|_| Error::NotText { path: owned() })?;
    let mut times = Times::default();
    let module = timed("lower", &mut times.lower, || ir::parse(&text))
        .map_err(|error| Error::TextIr { path: owned(), error })?;
    verified(&module, &mut times).map_err(|message| Error::InvalidTextIr { path: owned(), message })?;
    Ok(Loaded { module, warnings: String::new(), times })
}

fn verified(module: &ir::Module, times: &mut Times) -> Result<(), String> {
    timed("verify", &mut times.verify, || ir::verify(module))
        .map_err(|errors| errors.iter().map(|error| error.to_string()).collect::<Vec<_>>().join("\n"))
}

fn timed<T>(step: &'static str, total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let _span = tracing::debug_span!("frontend", step).entered();
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}
