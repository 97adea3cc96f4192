//! `cairn verify`.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use certify::{Conclusion, Settled, Verdict};
use command::args::Format;
use command::asked::Asked;
use command::{load, output};
use engine::{Facts, Limit, Property, Task, Unknown};
use ir::Module;
use portfolio::{Limits, Status, Watch};
use report::{Again, Report, Shapes};

use crate::args::{Dump, Verify};
use crate::children;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

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

    let limits = Limits { started, timeout: args.effort.timeout(), memory_mib: args.effort.memory_mib() };
    let loading = Loading::watch(&answering, &asked, limits)?;
    let loaded = asked.sources.load_in(&args.question.program.world);
    loading.done(&answering);
    if interrupt.happened() {
        let results = unknown(&properties_or_usual(&asked), Limit::Cancelled, started);
        return answering.answer(None, &results, None);
    }
    let loaded = loaded?;
    let module = &loaded.module;
    if args.dump.contains(&Dump::Ir) {
        report::write_ir(module, &mut std::io::stderr().lock()).context("cannot write to standard error")?;
    }

    let facts = portfolio::ProgramFacts::new(module);
    let task = Task {
        module,
        entry: load::entry(module, asked.entry.as_deref(), &answering.files)?,
        properties: asked.properties.clone().unwrap_or_else(|| portfolio::applicable(module)),
        error_functions: asked.error_functions.clone(),
        malloc_may_fail: args.question.program.malloc_may_fail,
        settings: args.settings(),
        facts: Facts::of(&facts),
    };
    let watching = Watching { progress: Progress::new(quiet), interrupt, answering: &answering, module };
    let one = portfolio::named(&args.effort.engine);
    let engines = one.as_ref().map_or(portfolio::engines(), std::slice::from_ref);
    let before = Instant::now();
    let survey = wants_heaps(args).then(|| portfolio::survey(&task, &limits, &watching));
    if let Some(survey) = &survey {
        write_pictures(args, &report::heaps::pictures(survey, module))?;
    }
    let results = portfolio::verify(&task, engines, &limits, &watching);
    watching.progress.clear();
    if args.stats {
        print_stats(&loaded.times, before.elapsed(), started.elapsed(), &results);
    }
    if let Some(path) = &args.certificate {
        let text = certify::file::write(&task, results.iter().map(|settled| &settled.verdict));
        std::fs::write(path, text).with_context(|| format!("cannot write the certificate {}", path.display()))?;
    }
    // What has been proved does not happen, even if one look at the program could not tell.
    let proved = results.iter().all(|settled| matches!(settled.verdict.conclusion(), Conclusion::True(_)));
    let shown = survey.as_ref().filter(|_| args.shapes);
    let shapes = shown.map(|survey| Shapes { survey, suspects: !proved });
    answering.answer(Some(module), &results, shapes)
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
        peak_mib: portfolio::memory().peak_mib,
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

    fn answer(&self, module: Option<&Module>, results: &[Settled], shapes: Option<Shapes<'_>>) -> Result<u8> {
        let _turn = self.lock();
        self.write(module, results, shapes)
    }

    /// Answers and ends the process, whatever else is going on in it. `first` runs when nobody else can answer any more.
    fn answer_and_exit(&self, module: Option<&Module>, results: &[Settled], first: impl FnOnce()) -> ! {
        let _turn = self.lock();
        first();
        output::finish(self.write(module, results, None).unwrap_or_else(|error| output::refused(&error)))
    }

    fn write(&self, module: Option<&Module>, results: &[Settled], shapes: Option<Shapes<'_>>) -> Result<u8> {
        let again = Again { options: &self.run_options, files: &self.files, clang_args: &self.clang_args };
        output::answer(&Report { again, module, results, shapes }, self.format)
    }
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
                let large = limits.memory_mib.is_some_and(|most| portfolio::memory().now_mib > most);
                if late || large {
                    let limit = if late { Limit::Time } else { Limit::Memory };
                    answering.answer_and_exit(None, &unknown(&properties, limit, started), children::end_all);
                }
            }
        })?;
        Ok(Loading(Some(sender)))
    }

    /// The program is read, or cannot be; the watching thread ends. If it has begun to answer, this does not return:
    /// the compiler failed because it was stopped.
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
    module: &'a Module,
}

impl Watch for Watching<'_> {
    fn progress(&self, running: &[Status]) {
        self.progress.engines(running);
    }

    fn cancelled(&self) -> bool {
        self.interrupt.happened()
    }

    fn overdue(&self, results: Vec<Settled>) {
        self.progress.clear();
        self.answering.answer_and_exit(Some(self.module), &results, || ())
    }
}

fn print_stats(times: &frontend::Times, engines: Duration, total: Duration, results: &[Settled]) {
    let rows = [
        ("clang", times.clang),
        ("read", times.read),
        ("link", times.link),
        ("lower", times.lower),
        ("verify IR", times.verify),
        ("engines", engines),
        ("total", total),
    ];
    for (phase, time) in rows {
        output::say(&format!("{phase:<10} {:>10.3} ms", time.as_secs_f64() * 1e3));
    }
    let states = results.iter().map(|settled| settled.states).max().unwrap_or(0);
    output::say(&format!("{:<10} {states:>10}", "states"));
}
