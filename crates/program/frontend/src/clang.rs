//! Drives clang: one process per input, bitcode through a pipe.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use ir::DataModel;

use crate::Options;
use crate::error::Error;
use crate::flags::{BITCODE_FLAGS, CLANG_CANDIDATES, CLANG_VARIABLE, DEFAULT_STANDARD};
use crate::input::Kind;

/// Longer messages help nobody.
const MAX_MESSAGE: usize = 64 * 1024;

/// How clang says that it computed a constant expression that overflows, and that bitcode shows only its wrapped result.
const FOLDED_OVERFLOW: &str = "[-Winteger-overflow]";

/// With these, such an expression leaves a check that fails.
const OVERFLOW_CHECKS: [&str; 2] = ["-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"];

/// What clang made of one input.
#[derive(Debug)]
pub struct Compiled {
    pub bitcode: Vec<u8>,
    pub warnings: String,
}

/// Names under which clang may be found.
fn candidates() -> Vec<PathBuf> {
    match std::env::var_os(CLANG_VARIABLE) {
        Some(path) if !path.is_empty() => vec![PathBuf::from(path)],
        Some(_) | None => CLANG_CANDIDATES.iter().map(PathBuf::from).collect(),
    }
}

/// Runs the first clang that is there, and something of ours beside it.
fn run(arguments: &[OsString], meanwhile: impl FnOnce()) -> Result<Output, Error> {
    for path in candidates() {
        let mut clang = Command::new(&path);
        clang.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match clang.spawn() {
            Ok(child) => {
                meanwhile();
                return child.wait_with_output().map_err(|source| Error::ClangUnusable { path, source });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(source) => return Err(Error::ClangUnusable { path, source }),
        }
    }
    Err(Error::ClangMissing)
}

/// The first line of `clang --version`.
pub fn version() -> Result<String, Error> {
    let output = run(&["--version".into()], || ())?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string())
}

/// Compiles the inputs, as many at once as there are processors, and calls `meanwhile` on this thread. The first input
/// that fails decides the error.
pub fn compile_all(
    inputs: &[(PathBuf, Kind)],
    options: &Options,
    meanwhile: impl FnOnce(),
) -> Result<Vec<Compiled>, Error> {
    if let [(path, kind)] = inputs {
        return Ok(vec![compile(path, *kind, options, meanwhile)?]);
    }
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get()).min(inputs.len());
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Result<Compiled, Error>>> = inputs.iter().map(|_| None).collect();
    let done: Vec<(usize, Result<Compiled, Error>)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some((path, kind)) = inputs.get(index) else { return done };
                done.push((index, compile(path, *kind, options, || ())));
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        meanwhile();
        threads.into_iter().flat_map(|thread| thread.join().expect("invariant: workers do not panic")).collect()
    });
    for (index, result) in done {
        results[index] = Some(result);
    }
    results.into_iter().map(|result| result.expect("invariant: every input was taken by a worker")).collect()
}

fn compile(path: &Path, kind: Kind, options: &Options, meanwhile: impl FnOnce()) -> Result<Compiled, Error> {
    let output = run(&arguments(path, kind, options, &[]), meanwhile)?;
    let message = clip(&output.stderr);
    if output.status.success() {
        let bitcode = if message.contains(FOLDED_OVERFLOW) {
            run(&arguments(path, kind, options, &OVERFLOW_CHECKS), || ())?.stdout
        } else {
            output.stdout
        };
        return Ok(Compiled { bitcode, warnings: message });
    }
    let path = path.to_path_buf();
    // The driver passes a crash of the compiler on as a status above 128, or dies itself.
    if output.status.code().is_none_or(|code| code > 128) {
        return Err(Error::ClangCrashed { path, message });
    }
    if kind.is_bitcode() {
        let message = message.lines().find(|line| line.contains("error:")).unwrap_or(&message).trim().to_string();
        return Err(Error::BadBitcode { path, message });
    }
    Err(Error::CompileError { path, message })
}

fn arguments(path: &Path, kind: Kind, options: &Options, checks: &[&str]) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = BITCODE_FLAGS.iter().map(OsString::from).collect();
    // Old C is compiled, silently; whoever wants warnings asks for them.
    arguments.extend(["-Wno-everything", "-Winteger-overflow"].map(OsString::from));
    arguments.extend(checks.iter().map(OsString::from));
    if kind.is_c() && !options.clang_args.iter().any(|argument| argument.starts_with("-std=")) {
        arguments.push(DEFAULT_STANDARD.into());
    }
    if !kind.is_bitcode() {
        arguments.push(
            match options.data_model {
                DataModel::Lp64 => "-m64",
                DataModel::Ilp32 => "-m32",
            }
            .into(),
        );
    }
    // Silence is the rule already, and would hide what has to be seen.
    arguments.extend(options.clang_args.iter().filter(|argument| *argument != "-w").map(OsString::from));
    arguments.extend(["-x", kind.language(), "-o", "-"].map(OsString::from));
    // A name that starts with a dash is no option.
    arguments.push(if path.is_relative() && starts_with_dash(path) {
        Path::new(".").join(path).into()
    } else {
        path.into()
    });
    arguments
}

fn starts_with_dash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().first() == Some(&b'-')
}

fn clip(message: &[u8]) -> String {
    let text = String::from_utf8_lossy(&message[..message.len().min(MAX_MESSAGE)]);
    text.trim_end().to_string()
}
