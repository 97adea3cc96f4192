//! One task: `cairn verify` in a process of its own; or one program's points-to graphs, in the same way.

use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use report::bench::{Row, Status};
use report::points_to::{self, StatsOf};
use report::{Document, PropertyResult};

use crate::args::Effort;
use crate::bench::tasks::{Job, Source};

/// A process that keeps its own limit ends well within this time after it.
const GRACE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(2);

/// `set` is what `--set` says, if anything.
pub fn run(job: &Job, effort: &Effort, set: Option<&str>) -> Row {
    let started = Instant::now();
    let answer = ask(job, effort, set);
    let mut row = Row {
        category: job.category.clone(),
        task: job.task.clone(),
        property: job.property.clone(),
        expected: job.expected.map(|expected| expected.to_string()).unwrap_or_default(),
        expected_part: job.expected_part.clone().unwrap_or_default(),
        verdict: "unknown".to_string(),
        part: String::new(),
        status: Status::Failed,
        engine: String::new(),
        wall_s: (started.elapsed().as_secs_f64() * 1e3).round() / 1e3,
        peak_mib: 0,
        reason: String::new(),
    };
    match answer {
        Reply::Result(result) => {
            row.verdict = result.verdict;
            row.part = result.subproperty.unwrap_or_default();
            row.engine = result.engine.unwrap_or_default();
            row.peak_mib = result.peak_mib;
            row.reason = result.reason.unwrap_or_default();
            row.status = Status::of(&row.verdict, &row.part, &row.expected, &row.expected_part);
        }
        Reply::TooLate => {
            row.status = Status::Timeout;
            row.reason = "no answer in time".to_string();
        }
        Reply::None(reason) => row.reason = reason,
    }
    row
}

/// How precise the points-to graphs of a program are; none if it does not compile, or not in time.
pub fn graphs(source: &Source, effort: &Effort) -> Option<StatsOf> {
    let mut asked = cairn().ok()?;
    asked.args(["points-to", "--quiet", "--stats", "--format", "json", "--data-model", source.data_model.name()]);
    match finish(asked.args(&source.inputs), effort) {
        End::Itself { stdout, .. } => points_to::Document::parse(&stdout).ok()?.stats,
        End::TooLate | End::Failed(_) => None,
    }
}

enum Reply {
    Result(Box<PropertyResult>),
    TooLate,
    None(String),
}

fn ask(job: &Job, effort: &Effort, set: Option<&str>) -> Reply {
    let mut asked = match cairn() {
        Ok(asked) => asked,
        Err(reason) => return Reply::None(reason),
    };
    let Source { inputs, data_model } = &job.source;
    asked
        .args(["verify", "--quiet", "--format", "json", "--engine", &effort.engine, "--prp"])
        .arg(&job.property_file)
        .args(["--data-model", data_model.name()])
        .args([
            "--timeout",
            &effort.most.timeout.as_secs_f64().to_string(),
            "--memory",
            &effort.most.memory.to_string(),
        ])
        .args(set.iter().flat_map(|set| ["--set", set]))
        .args(inputs);
    let (status, stdout, stderr) = match finish(&mut asked, effort) {
        End::Itself { status, stdout, stderr } => (status, stdout, stderr),
        End::TooLate => return Reply::TooLate,
        End::Failed(reason) => return Reply::None(reason),
    };
    let first = Document::parse(&stdout).ok().and_then(|document| document.results.into_iter().next());
    match first {
        Some(result) => Reply::Result(Box::new(result)),
        None => Reply::None(format!("{status}: {}", stderr.lines().next().unwrap_or("no message"))),
    }
}

fn cairn() -> Result<Command, String> {
    std::env::current_exe().map(Command::new).map_err(|error| format!("cannot find the program to run: {error}"))
}

/// How a process ended.
enum End {
    Itself { status: ExitStatus, stdout: String, stderr: String },
    TooLate,
    Failed(String),
}

/// Runs the command to its end, or ends it some time after the limit that it was told.
fn finish(command: &mut Command, effort: &Effort) -> End {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return End::Failed(format!("cannot start a process: {error}")),
    };
    let read = |pipe: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.expect("invariant: the pipe is there").read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = read(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let deadline = effort.most.time().map(|timeout| Instant::now() + timeout + GRACE);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                let _ = child.kill();
                let _ = child.wait();
                return End::TooLate;
            }
            Ok(None) => thread::sleep(POLL),
            Err(error) => return End::Failed(error.to_string()),
        }
    };
    End::Itself { status, stdout: stdout.join().unwrap_or_default(), stderr: stderr.join().unwrap_or_default() }
}
