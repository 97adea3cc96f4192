//! The program and the certificate are read, then every claim is judged.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use account::process::memory;
use anyhow::Result;
use certify::file::Certificates;
use certify::{Settled, Verdict};
use command::args::Check;
use command::asked::Asked;
use command::exit::{data, usage};
use command::{load, output};
use engine::{Budget, Limit, Property, Task, Unknown};
use ir::Module;
use report::{Again, Report};

/// The interpreter and the checks may recurse on what the program nests; pages are committed only when touched.
const STACK: usize = 512 << 20;
/// More is not read: a device may have no end.
const LARGEST: u64 = 1 << 30;
/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// Beyond the limit, until the process ends without an answer from whoever still works.
const GRACE: Duration = Duration::from_secs(2);

pub fn command(args: &Check, started: Instant) -> Result<u8> {
    let mut asked = Asked::new(&args.question)?;
    let Some(certificate) = asked.sources.files.pop().filter(|_| !asked.sources.files.is_empty()) else {
        return Err(usage("which certificate? Give the program's files first, then the certificate"));
    };
    let limits = Limits { time: args.most.time().map(|timeout| started + timeout), memory_mib: args.most.memory_mib() };
    let (module, results) = within(limits, |budget| judged(args, &asked, &certificate, started, budget))??;
    let (options, files) = (asked.run_options(&args.question.program), asked.sources.names());
    let again = Again { options: &options, files: &files, clang_args: &args.question.program.inputs.clang_args };
    output::answer(
        &Report { again, module: Some(&module), results: &results, shapes: None, grounds: None, stats: None },
        args.format,
    )
}

/// The program, and what is left of the certificate's claims.
fn judged(
    args: &Check,
    asked: &Asked,
    certificate: &Path,
    started: Instant,
    budget: &Budget,
) -> Result<(Module, Vec<Settled>)> {
    let certificates = read(certificate)?;
    let module = asked.sources.load_in(&args.question.program.world)?.module;
    let task = Task {
        error_functions: asked.error_functions.clone(),
        malloc_may_fail: args.question.program.malloc_may_fail,
        ..Task::new(
            &module,
            load::entry(&module, asked.entry.as_deref(), &asked.sources.names())?,
            asked.properties.clone().unwrap_or_else(|| certificates.properties()),
        )
    };
    let verdicts = certificates.check(&task, budget);
    let verdicts = verdicts.map_err(|refused| data(format!("{}: {refused}", certificate.display())))?;
    let results = results(&task.properties, verdicts, started);
    Ok((module, results))
}

fn read(path: &Path) -> Result<Certificates> {
    let shown = path.display();
    let mut text = Vec::new();
    let file = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text));
    let size = file.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => usage(format!("{shown}: no such certificate; check the path")),
        _ => usage(format!("{shown}: cannot read the certificate: {error}")),
    })?;
    if size as u64 > LARGEST {
        return Err(data(format!("{shown}: no certificate: it is larger than {} MiB", LARGEST >> 20)));
    }
    let text = String::from_utf8(text).map_err(|_| data(format!("{shown}: no certificate: it is not text")))?;
    Certificates::read(&text).map_err(|refused| data(format!("{shown}: {refused}")))
}

#[derive(Clone, Copy)]
struct Limits {
    time: Option<Instant>,
    memory_mib: Option<u64>,
}

impl Limits {
    fn reached(self) -> Option<Limit> {
        if self.time.is_some_and(|time| Instant::now() >= time) {
            return Some(Limit::Time);
        }
        self.memory_mib.is_some_and(|most| memory().now_mib > most).then_some(Limit::Memory)
    }
}

/// Does the work in a thread with a large stack, and ends the process if it ignores a limit.
fn within<T: Send>(limits: Limits, work: impl FnOnce(&Budget) -> T + Send) -> Result<T> {
    let budget = Budget::new();
    let (done, news) = mpsc::channel::<()>();
    let stop = || {
        budget.stop(limits.reached()?);
        Some(Instant::now())
    };
    // A limit that is exceeded from the beginning is kept, too.
    let mut stopped = stop();
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("checks".to_string()).stack_size(STACK);
        let worker = builder.spawn_scoped(scope, || {
            let result = work(&budget);
            drop(done);
            result
        })?;
        // The channel ends with the work.
        while matches!(news.recv_timeout(TICK), Err(mpsc::RecvTimeoutError::Timeout)) {
            match stopped {
                None => stopped = stop(),
                Some(since) if since.elapsed() > GRACE => {
                    output::complain(
                        "the certificate could not be checked within its limits; --timeout and --memory allow more",
                    );
                    output::finish(command::exit::UNKNOWN);
                }
                Some(_) => {}
            }
        }
        worker.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

/// A result for every property, in order. What the certificate says nothing about is unknown.
fn results(properties: &[Property], verdicts: Vec<Verdict>, started: Instant) -> Vec<Settled> {
    let settled = |property: &Property| Settled {
        verdict: agreed(&verdicts, *property).unwrap_or_else(|| {
            let why = "the certificate says nothing about it".to_string();
            Verdict::unknown(*property, Unknown::Imprecise { why, at: ir::Places::nowhere() })
        }),
        engine: None,
        time: started.elapsed(),
        peak_mib: memory().peak_mib,
        states: 0,
        limit: None,
    };
    properties.iter().map(settled).collect()
}

/// What is left of all claims about one property: one that was confirmed, before others. A proof and a run that contradict
/// each other have both passed their checks, so one of the checks is wrong, and everybody is told.
fn agreed(verdicts: &[Verdict], property: Property) -> Option<Verdict> {
    let mut claims: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.property() == property).collect();
    claims.sort_by_key(|verdict| !verdict.is_settled());
    let first = *claims.first()?;
    let against = verdicts.iter().find(|other| other.contradicts(first));
    Some(match against {
        Some(other) => first.clone().contradicted(other, ["one claim", "another claim"]),
        None => first.clone(),
    })
}
