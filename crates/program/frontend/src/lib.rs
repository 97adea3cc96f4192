//! From C to IR: drives clang, reads LLVM's bitcode, lowers it.
//!
//! The only crate that knows LLVM, and one of two with `unsafe` code; all of it is in the module `llvm`.
//!
//! Invariants: clang's and LLVM's words reach the user only through [`Error`] and [`Loaded::warnings`]; nothing is
//! printed. What a program contains and the IR cannot say is an `Unsupported` node, never an error or a gap. The same
//! input gives the same module.

mod bodies;
mod clang;
mod crew;
mod error;
mod flags;
mod folded;
mod foreign;
mod input;
mod llvm;
mod lower;
mod models;
mod old_inline;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ir::DataModel;

pub use clang::version as clang_version;
pub use error::Error;

use crew::{Crew, Source, Work};
use foreign::Target;
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
    let loaded = load_program(&kinds, options)?;
    Ok(old_inline::with_bodies(&kinds, options, loaded))
}

/// Bytes of bitcode that a byte of source becomes, at most as a rule.
const BITCODE_PER_BYTE: usize = 2;

fn total_size(inputs: &[(PathBuf, Kind)]) -> usize {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len() as usize);
    inputs.iter().map(|(path, _)| size(path)).sum()
}

/// Compiles, reads, links, lowers and verifies.
fn load_program(kinds: &[(PathBuf, Kind)], options: &Options) -> Result<Loaded, Error> {
    let mut times = Times::default();
    let mut crew = None;
    let compiled = timed("clang", &mut times.clang, || {
        clang::compile_all(kinds, options, || {
            let size = BITCODE_PER_BYTE * total_size(kinds);
            let threads = threads(kinds.len(), size, options);
            crew = Some(Crew::of(threads, size));
            llvm::prepare_heap(size / threads);
        })
    })?;
    let mut warnings = String::new();
    for compiled in compiled.iter().filter(|compiled| !compiled.warnings.is_empty()) {
        warnings.push_str(&compiled.warnings);
        warnings.push('\n');
    }
    for ((path, kind), compiled) in kinds.iter().zip(&compiled) {
        if kind.is_bitcode() {
            timed("read", &mut times.read, || check_foreign(path, &compiled.bitcode, options.data_model))?;
        }
    }
    let sources: Vec<Source> = kinds
        .iter()
        .zip(compiled)
        .map(|((path, _), compiled)| Source {
            bitcode: Arc::new(compiled.bitcode),
            path: path.clone(),
            data_model: options.data_model,
        })
        .collect();
    let work = match (crew, sources.as_slice()) {
        (Some(crew), [source]) => {
            timed("read", &mut times.read, || crew.start(source, threads(1, source.bitcode.len(), options)))
        }
        (Some(_) | None, _) => Work::alone(),
    };
    let mut program = read_all(&sources, &mut times)?;
    let module = lower_all(&mut program, &work, options.data_model, &warnings, &mut times);
    verified(&module, &mut times).map_err(|message| Error::Internal { message })?;
    timed("release", &mut times.release, || {
        drop(program);
        work.finish();
    });
    Ok(Loaded { module, warnings, times })
}

/// Linked programs are read whole, which only one thread can do.
fn threads(inputs: usize, bitcode: usize, options: &Options) -> usize {
    match inputs {
        1 => options.threads.unwrap_or_else(|| crew::deserved(bitcode)).max(1),
        _ => 1,
    }
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

/// Bitcode that another compiler made. Clang gives it a target of its own, so the original has to be read once more; and
/// neither LLVM's reader nor clang looks at more than its form, so that either may crash where the other does not.
fn check_foreign(path: &Path, bitcode: &[u8], data_model: DataModel) -> Result<(), Error> {
    let unreadable = |source| Error::Unreadable { path: path.to_path_buf(), source };
    let original = std::fs::read(path).map_err(unreadable)?;
    let said = llvm::apart(|| match foreign::target(&original, bitcode, &path.to_string_lossy()) {
        Ok(target) => target.to_line(),
        Err(failure) => failure.0,
    });
    let said = said.map_err(unreadable)?.unwrap_or_else(|| "LLVM crashes on it".to_string());
    match Target::of_line(&said) {
        Some(target) => check_target(path, target, data_model),
        None => {
            let message = said.lines().next().unwrap_or_default().to_string();
            Err(Error::BadBitcode { path: path.to_path_buf(), message })
        }
    }
}

/// Reads what clang wrote, links it, and adds the library models.
fn read_all(sources: &[Source], times: &mut Times) -> Result<llvm::Module, Error> {
    let (first, rest) = sources.split_first().ok_or(Error::NoInput)?;
    let mut program = timed("read", &mut times.read, || {
        llvm::prepare_heap(sources.iter().map(|source| source.bitcode.len()).sum());
        let read = match rest {
            [] => llvm::Module::read(&first.bitcode, &first.name()),
            _ => llvm::Module::read_whole(&first.bitcode, &first.name()),
        };
        read.map_err(|failure| Error::BadBitcode { path: first.path.clone(), message: failure.0 })
    })?;
    check_target(&first.path, Target::of(&program), first.data_model)?;
    timed("link", &mut times.link, || {
        for source in rest {
            program
                .link(&source.bitcode, &source.name())
                .map_err(|failure| Error::Link { path: source.path.clone(), message: failure.0 })?;
        }
        models::add(&mut program, first.data_model)
            .map_err(|failure| Error::Internal { message: format!("a library model cannot be read: {}", failure.0) })
    })?;
    Ok(program)
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
