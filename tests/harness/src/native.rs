//! Native runs: what clang's code, plain or under sanitizers, does with a program.
//!
//! Runs are deterministic, so their outcomes are kept across test runs, under a key of everything they depend on.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use ir::DataModel;

pub const CLANG: &str = "clang-19";

/// Old C is tolerated, as the front end does.
const TOLERANT: [&str; 6] = [
    "-std=gnu11",
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
];

/// Definitions of the special functions.
const RUNTIME: &str = include_str!("../../native/native_runtime.c");

const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Build {
    Plain,
    Optimised,
    /// AddressSanitizer with LeakSanitizer, and UndefinedBehaviorSanitizer.
    Address,
    /// MemorySanitizer.
    Memory,
}

impl Build {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &["-O0"],
            Build::Optimised => &["-O2"],
            Build::Address => &[
                "-O0",
                "-g",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=undefined",
                "-fsanitize-address-use-after-return=always",
            ],
            Build::Memory => &["-O0", "-g", "-fsanitize=memory"],
        }
    }
}

/// What to compile.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Reports of sanitizers name it.
    pub path: &'a Path,
    pub data_model: DataModel,
    pub clang_args: &'a [String],
}

/// What a run gets.
#[derive(Clone, Default, Hash, Debug)]
pub struct Given {
    pub inputs: Vec<String>,
    pub stdin: Vec<u8>,
    pub args: Vec<String>,
    /// `LSAN_OPTIONS`.
    pub leaks: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Exited(i32),
    Signalled(i32),
    TimedOut,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Outcome {
    pub fn reports(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

#[derive(Debug)]
pub enum Error {
    /// With clang's messages.
    Compile(String),
    /// clang crashed, or a limit of its own was reached.
    CompilerGivesUp,
    Io(io::Error),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Compile(message) => write!(f, "clang says:\n{message}"),
            Error::CompilerGivesUp => write!(f, "clang gives up"),
            Error::Io(error) => write!(f, "cannot compile or run natively: {error}"),
        }
    }
}

/// Compiles and runs, in a directory of its own.
#[derive(Debug)]
pub struct Native {
    work: PathBuf,
    kept: Option<PathBuf>,
}

impl Native {
    /// Outcomes are kept in `kept`, if given.
    pub fn new(work: &Path, kept: Option<&Path>) -> io::Result<Native> {
        fs::create_dir_all(work)?;
        fs::write(work.join("native_runtime.c"), RUNTIME)?;
        if let Some(kept) = kept {
            fs::create_dir_all(kept)?;
        }
        Ok(Native { work: work.to_path_buf(), kept: kept.map(Path::to_path_buf) })
    }

    /// The outcome of one run, compiled for this run only.
    pub fn run(&self, source: Source<'_>, build: Build, given: &Given) -> Result<Outcome, Error> {
        let text = fs::read(source.path)?;
        let key = key(&text, source, build, given);
        let kept = self.kept.as_ref().map(|dir| dir.join(&key));
        if let Some(outcome) = kept.as_ref().and_then(|file| fs::read(file).ok()).and_then(|bytes| decode(&bytes)) {
            return Ok(outcome);
        }
        let binary = self.work.join(&key);
        self.compile(source, build, &binary)?;
        let outcome = execute(&binary, given)?;
        fs::remove_file(&binary)?;
        if let Some(file) = kept {
            fs::write(file, encode(&outcome))?;
        }
        Ok(outcome)
    }

    pub fn compile(&self, source: Source<'_>, build: Build, binary: &Path) -> Result<(), Error> {
        let mut command = Command::new(CLANG);
        command.args(TOLERANT).args(build.flags()).args(source.clang_args);
        if source.data_model == DataModel::Ilp32 {
            command.arg("-m32");
        }
        command.arg(source.path).arg(self.work.join("native_runtime.c")).arg("-lm").arg("-o").arg(binary);
        let output = command.stdin(Stdio::null()).output()?;
        if output.status.success() {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let gives_up = ["PLEASE submit a bug report", "nesting level exceeded maximum"];
        let gave_up = gives_up.iter().any(|sign| message.contains(sign));
        Err(if gave_up { Error::CompilerGivesUp } else { Error::Compile(message) })
    }

    /// Does clang accept the file?
    pub fn accepts(&self, source: Source<'_>) -> Result<bool, Error> {
        let mut command = Command::new(CLANG);
        command.args(TOLERANT).args(source.clang_args).arg("-fsyntax-only").arg(source.path);
        Ok(command.stdin(Stdio::null()).output()?.status.success())
    }
}

pub fn execute(binary: &Path, given: &Given) -> Result<Outcome, Error> {
    let mut child = Command::new(binary)
        .args(&given.args)
        .env("CAIRN_INPUTS", given.inputs.join(" "))
        .env(
            "ASAN_OPTIONS",
            "detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1:color=never:strict_string_checks=1",
        )
        .env("UBSAN_OPTIONS", "print_stacktrace=0:color=never")
        .env("MSAN_OPTIONS", "color=never")
        .env("LSAN_OPTIONS", given.leaks)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().expect("invariant: piped");
    let mut stdout = child.stdout.take().expect("invariant: piped");
    let mut stderr = child.stderr.take().expect("invariant: piped");
    thread::scope(|scope| {
        let given = &given.stdin;
        scope.spawn(move || {
            // A program need not read its input.
            let _ = stdin.write_all(given);
        });
        let out = scope.spawn(move || read_all(&mut stdout));
        let err = scope.spawn(move || read_all(&mut stderr));
        let status = wait(&mut child)?;
        let stdout = out.join().expect("invariant: readers do not panic")?;
        let stderr = err.join().expect("invariant: readers do not panic")?;
        Ok(Outcome { status, stdout, stderr })
    })
}

fn read_all(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn wait(child: &mut Child) -> io::Result<Status> {
    use std::os::unix::process::ExitStatusExt;
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match (status.code(), status.signal()) {
                (Some(code), _) => Status::Exited(code),
                (None, signal) => Status::Signalled(signal.unwrap_or(0)),
            });
        }
        if started.elapsed() > TIMEOUT {
            child.kill()?;
            child.wait()?;
            return Ok(Status::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn key(text: &[u8], source: Source<'_>, build: Build, given: &Given) -> String {
    let mut hasher = DefaultHasher::new();
    (text, source.path, source.data_model, source.clang_args, build, build.flags(), given, RUNTIME).hash(&mut hasher);
    let name = source.path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{name}-{:016x}", hasher.finish())
}

/// The status as three words, then both outputs with their lengths before them.
fn encode(outcome: &Outcome) -> Vec<u8> {
    let status = match outcome.status {
        Status::Exited(code) => format!("exited {code}"),
        Status::Signalled(signal) => format!("signalled {signal}"),
        Status::TimedOut => "timed-out 0".to_string(),
    };
    let mut bytes = format!("{status} {} {}\n", outcome.stdout.len(), outcome.stderr.len()).into_bytes();
    bytes.extend(&outcome.stdout);
    bytes.extend(&outcome.stderr);
    bytes
}

fn decode(bytes: &[u8]) -> Option<Outcome> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let words: Vec<&str> = std::str::from_utf8(&bytes[..end]).ok()?.split(' ').collect();
    let [word, number, out, err] = words[..] else { return None };
    let number: i32 = number.parse().ok()?;
    let (out, err): (usize, usize) = (out.parse().ok()?, err.parse().ok()?);
    let rest = &bytes[end + 1..];
    let status = match word {
        "exited" => Status::Exited(number),
        "signalled" => Status::Signalled(number),
        "timed-out" => Status::TimedOut,
        _ => return None,
    };
    (rest.len() == out + err).then(|| Outcome { status, stdout: rest[..out].to_vec(), stderr: rest[out..].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_outcomes_come_back() {
        for status in [Status::Exited(3), Status::Signalled(6), Status::TimedOut] {
            let outcome = Outcome { status, stdout: b"a\nb".to_vec(), stderr: b"\n".to_vec() };
            assert_eq!(decode(&encode(&outcome)), Some(outcome));
        }
        assert_eq!(decode(b"exited 0 5 0\nabc"), None);
    }
}
