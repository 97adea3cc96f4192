//! `cairn verify`.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use certify::{Conclusion, Settled, Verdict};
use command::args::Format;
use command::asked::Asked;
use command::{load, output};
use engine::{Budget, Facts, Limit, Property, Task, Unknown};
use ir::Module;
use portfolio::{Limits, Run, Status, Watch};
use report::grounds::Grounds;
use report::{Again, Report, Shapes, Stats};

use crate::args::{Dump, Verify};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::why;
use crate::within::within;

pub fn command(args: &Verify, quiet: bool, started: Instant) -> Result<u8> {
    let asked = Asked::new(&args.question)?;
    let answering = Arc::new(Answering {
        format: args.format,
        files: asked.sources.names(),
        run_options: asked.run_options(&args.question.program),
        clang_args: args.question.program.inputs.clang_args.clone(),
        turn: Mutex::new(()),
    });
    let interrupt = Interrupt::install();

    let (timeout, memory_mib) = (args.effort.most.time(), args.effort.most.memory_mib());
    let limits = Limits { started, timeout, memory_mib, threads: portfolio::cores() };
    let loading = Loading::watch(&answering, &asked, limits)?;
    let loaded = asked.sources.load_in(&args.question.program.world);
    loading.done(&answering);
    if interrupt.happened() {
        let results = unknown(&properties_or_usual(&asked), Limit::Cancelled, started);
        return answering.answer(&Known { results: &results, ..Known::default() });
    }
    let loaded = loaded?;
    let module = &loaded.module;
    if args.dump.contains(&Dump::Ir) {
        report::write_ir(module, &mut std::io::stderr().lock()).context("cannot write to standard error")?;
    }

    let entry = load::entry(module, asked.entry.as_deref(), &answering.files)?;
    let facts = portfolio::ProgramFacts::new(module, entry);
    let task = Task {
        module,
        entry,
        properties: asked.properties.clone().unwrap_or_else(|| portfolio::applicable(module)),
        error_functions: asked.error_functions.clone(),
        malloc_may_fail: args.question.program.malloc_may_fail,
        settings: args.settings(),
        facts: Facts::of(&facts),
    };
    if let Some(file) = &args.emit_chc {
        emit_clauses(file, &task, &until(&limits))?;
    }
    let before = Instant::now();
    let phases = Phases { times: loaded.times, before, started };
    let watching = Watching {
        progress: Progress::new(quiet),
        interrupt,
        answering: &answering,
        task: &task,
        certificate: args.certificate.as_deref(),
        phases: args.stats.then_some(phases),
        is_patient: args.stats || args.shapes || wants_grounds(args),
    };
    let one = portfolio::named(&args.effort.engine);
    let engines = one.as_ref().map_or(portfolio::engines(), std::slice::from_ref);
    let survey = wants_heaps(args).then(|| portfolio::survey(&task, &limits, &watching));
    if let Some(survey) = &survey {
        write_pictures(args, &report::heaps::pictures(survey, module))?;
    }
    let run = portfolio::verify(&task, engines, &limits, &watching);
    watching.progress.clear();
    let stats = watching.stats(&run);
    let results = run.results;
    watching.write_certificate(&results)?;
    // What has been proved does not happen, even if one look at the program could not tell.
    let proved = results.iter().all(|settled| matches!(settled.verdict.conclusion(), Conclusion::True(_)));
    let shown = survey.as_ref().filter(|_| args.shapes);
    let shapes = shown.map(|survey| Shapes { survey, suspects: !proved });
    let grounds = wants_grounds(args).then(|| why::grounds(&task, &results, &until(&limits)));
    if let Some(grounds) = &grounds {
        for folder in args.dump.iter().filter_map(Dump::systems) {
            why::write_systems(folder, &task, grounds)?;
        }
    }
    let grounds = grounds.as_deref().filter(|_| args.explain);
    answering.answer(&Known { module: Some(module), results: &results, shapes, grounds, stats })
}

fn emit_clauses(file: &Path, task: &Task<'_>, budget: &Budget) -> Result<()> {
    let known = portfolio::named("chc").map_or(&[] as &[Property], |engine| engine.info().properties);
    let property = known.iter().copied().find(|property| task.properties.contains(property));
    let property = property.context("termination and shape have no clauses")?;
    let clauses = portfolio::clauses(task, property, budget).map_err(|why| anyhow!("no clauses: {why}"))?;
    std::fs::write(file, clauses).with_context(|| format!("cannot write {}", file.display()))
}

fn wants_grounds(args: &Verify) -> bool {
    args.explain || args.dump.iter().any(|dump| dump.systems().is_some())
}

/// For what comes after the verdicts: the rest of the time, and some when there is none, since verdicts may be late too.
fn until(limits: &Limits) -> Budget {
    let rest = |timeout: Duration| timeout.saturating_sub(limits.started.elapsed()).max(GRACE);
    within(limits.timeout.map_or(Duration::ZERO, rest), Budget::new())
}

fn wants_heaps(args: &Verify) -> bool {
    args.shapes || args.dump.iter().any(|dump| matches!(dump, Dump::Smg(_)))
}

/// One file for each, in the folders asked for.
fn write_pictures(args: &Verify, pictures: &[report::heaps::Picture]) -> Result<()> {
    for dump in &args.dump {
        let Dump::Smg(folder) = dump else { continue };
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        for picture in pictures {
            let file = folder.join(format!("{}.dot", picture.name));
            std::fs::write(&file, &picture.dot).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(())
}

/// For answers about a program that could not be read in time.
fn properties_or_usual(asked: &Asked) -> Vec<Property> {
    let usual = || portfolio::applicable(&Module::new(asked.sources.options.data_model));
    asked.properties.clone().unwrap_or_else(usual)
}

fn unknown(properties: &[Property], limit: Limit, started: Instant) -> Vec<Settled> {
    let settled = |property: &Property| Settled {
        verdict: Verdict::unknown(*property, Unknown::Limit(limit)),
        engine: None,
        time: started.elapsed(),
        peak_mib: account::process::memory().peak_mib,
        states: 0,
        limit: Some(limit),
    };
    properties.iter().map(settled).collect()
}

/// Writes the report, exactly once.
struct Answering {
    format: Format,
    files: Vec<String>,
    run_options: Vec<String>,
    clang_args: Vec<String>,
    /// Held while answering, by whoever ends the process until the end.
    turn: Mutex<()>,
}

impl Answering {
    /// Waits forever when somebody else has answered and is about to end the process.
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().expect("invariant: whoever answers does not panic")
    }

    fn answer(&self, known: &Known<'_>) -> Result<u8> {
        let _turn = self.lock();
        self.write(known)
    }

    /// Answers and ends the process, whatever else is going on in it.
    fn answer_and_exit(&self, known: &Known<'_>) -> ! {
        let _turn = self.lock();
        output::finish(self.write(known).unwrap_or_else(|error| output::refused(&error)))
    }

    fn write(&self, known: &Known<'_>) -> Result<u8> {
        let &Known { module, results, shapes, grounds, ref stats } = known;
        if let Some(stats) = stats {
            let mut text = Vec::new();
            report::write_stats(stats, &mut text)?;
            output::say(String::from_utf8_lossy(&text).trim_end());
        }
        let again = Again { options: &self.run_options, files: &self.files, clang_args: &self.clang_args };
        output::answer(&Report { again, module, results, shapes, grounds, stats: stats.as_ref() }, self.format)
    }
}

/// What there is to report.
#[derive(Default)]
struct Known<'a> {
    /// `None` when the program could not be read in time.
    module: Option<&'a Module>,
    results: &'a [Settled],
    shapes: Option<Shapes<'a>>,
    grounds: Option<&'a [Grounds<'a>]>,
    stats: Option<Stats>,
}

/// Keeps the limits while the program is being read: clang and the readers know nothing of them.
struct Loading(Option<mpsc::Sender<()>>);

/// Beyond the limit, until reading is given up: what is nearly done may still end well.
const GRACE: Duration = Duration::from_millis(500);
/// Between two looks at the memory.
const LOOK: Duration = Duration::from_millis(50);

impl Loading {
    fn watch(answering: &Arc<Answering>, asked: &Asked, limits: Limits) -> Result<Loading> {
        let (sender, receiver) = mpsc::channel();
        let (answering, properties) = (answering.clone(), properties_or_usual(asked));
        let started = limits.started;
        thread::Builder::new().name("loading".into()).spawn(move || {
            while receiver.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let late = limits.timeout.is_some_and(|timeout| started.elapsed() >= timeout + GRACE);
                let large = limits.memory_mib.is_some_and(|most| account::process::memory().now_mib > most);
                if late || large {
                    let limit = if late { Limit::Time } else { Limit::Memory };
                    let results = unknown(&properties, limit, started);
                    answering.answer_and_exit(&Known { results: &results, ..Known::default() });
                }
            }
        })?;
        Ok(Loading(Some(sender)))
    }

    /// The program is read, or cannot be; the watching thread ends. If it has begun to answer, this does not return.
    fn done(self, answering: &Answering) {
        drop(self.0);
        drop(answering.lock());
    }
}

/// The command line's side of the portfolio's run.
struct Watching<'a> {
    progress: Progress,
    interrupt: Interrupt,
    answering: &'a Answering,
    task: &'a Task<'a>,
    certificate: Option<&'a Path>,
    /// When somebody asks what the run costs.
    phases: Option<Phases>,
    /// There is more to tell than verdicts, and engines that are done with those may have a part in it.
    is_patient: bool,
}

impl Watching<'_> {
    fn stats(&self, run: &Run) -> Option<Stats> {
        let phases = self.phases.as_ref()?;
        Some(Stats { phases: phases.until_now(), engines: run.engines.clone() })
    }

    /// What the verdicts rest on, if somebody wants it.
    fn write_certificate(&self, results: &[Settled]) -> Result<()> {
        let Some(path) = self.certificate else { return Ok(()) };
        let text = certify::file::write(self.task, results.iter().map(|settled| &settled.verdict));
        std::fs::write(path, text).with_context(|| format!("cannot write the certificate {}", path.display()))
    }
}

impl Watch for Watching<'_> {
    fn progress(&self, running: &[Status]) {
        self.progress.engines(running);
    }

    fn cancelled(&self) -> bool {
        self.interrupt.happened()
    }

    fn settled(&self, run: Run) {
        if !self.is_patient {
            self.overdue(run);
        }
    }

    fn overdue(&self, run: Run) {
        self.progress.clear();
        let (module, stats) = (Some(self.task.module), self.stats(&run));
        if let Err(error) = self.write_certificate(&run.results) {
            output::finish(output::refused(&error));
        }
        self.answering.answer_and_exit(&Known { module, results: &run.results, shapes: None, grounds: None, stats })
    }
}

/// How long everything takes.
struct Phases {
    times: frontend::Times,
    started: Instant,
    /// The engines began.
    before: Instant,
}

impl Phases {
    fn until_now(&self) -> Vec<(&'static str, Duration)> {
        let frontend::Times { clang, read, link, lower, verify, .. } = self.times;
        vec![
            ("clang", clang),
            ("read", read),
            ("link", link),
            ("lower", lower),
            ("verify IR", verify),
            ("engines", self.before.elapsed()),
            ("total", self.started.elapsed()),
        ]
    }
}
