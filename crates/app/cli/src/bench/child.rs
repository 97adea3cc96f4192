//! One task: `cairn verify` in a process of its own.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use report::bench::{Row, Status};
use report::{Document, PropertyResult};

use crate::args::Effort;
use crate::bench::tasks::Job;

/// A process that keeps its own limit ends well within this time after it.
const GRACE: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(2);

pub fn run(job: &Job, effort: &Effort) -> Row {
    let started = Instant::now();
    let answer = ask(job, effort);
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

enum Reply {
    Result(Box<PropertyResult>),
    TooLate,
    None(String),
}

fn ask(job: &Job, effort: &Effort) -> Reply {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return Reply::None(format!("cannot find the program to run: {error}")),
    };
    let spawned = Command::new(program)
        .args(["verify", "--quiet", "--format", "json", "--engine", &effort.engine, "--prp"])
        .arg(&job.property_file)
        .args(["--data-model", job.data_model.name()])
        .args([
            "--timeout",
            &effort.most.timeout.as_secs_f64().to_string(),
            "--memory",
            &effort.most.memory.to_string(),
        ])
        .args(&job.inputs)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return Reply::None(format!("cannot start a process: {error}")),
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
                return Reply::TooLate;
            }
            Ok(None) => thread::sleep(POLL),
            Err(error) => return Reply::None(error.to_string()),
        }
    };
    let stdout = stdout.join().unwrap_or_default();
    let first = Document::parse(&stdout).ok().and_then(|document| document.results.into_iter().next());
    match first {
        Some(result) => Reply::Result(Box::new(result)),
        None => {
            let stderr = stderr.join().unwrap_or_default();
            Reply::None(format!("{status}: {}", stderr.lines().next().unwrap_or("no message")))
        }
    }
}
