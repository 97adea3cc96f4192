//! `cairn run`.

use std::io::{IsTerminal, Read, Write};

use anyhow::{Context, Result};
use command::asked::error_functions;
use command::exit::{self, usage};
use command::load::{self, Sources};
use command::output;
use engine::{Budget, Facts, Limit, Settings, Step, Task};
use interp::{End, InputSource, NoObserver, Observer, SeededInputs};
use ir::{FuncId, Module};
use report::{Diagnostics, GivenInputs, Severity, Steps, Style, reads_stdin};

use crate::args::Run;

/// The status that a shell gives a process that aborted.
const ABORTED: u8 = 134;

pub fn command(args: &Run) -> Result<u8> {
    let mut inputs: Box<dyn InputSource> = match args.seed {
        Some(seed) => Box::new(SeededInputs::new(seed)),
        None => Box::new(GivenInputs::parse(&args.inputs).map_err(|text| {
            usage(format!("`{text}` is no input: expected a number such as 3, -1, 0x10 or 0.5, see `cairn run --help`"))
        })?),
    };
    // Whoever chooses the inputs chooses what is read, too.
    let chosen = args.seed.is_some() || !args.inputs.is_empty();
    let sources = Sources::of(&args.program.inputs)?;
    let loaded = sources.load_in(&args.program.world)?;
    let module = &loaded.module;
    let entry = load::entry(module, args.program.entry.as_deref(), &sources.names())?;
    let options = interp::Options {
        max_steps: args.max_steps,
        stdin: if chosen { None } else { read_stdin(module)? },
        ..checks(args, module, entry)
    };
    let budget = Budget::new();
    let run = if args.trace {
        let mut trace = TraceToStderr { words: Steps::new(module) };
        interp::run(module, entry, &options, &mut *inputs, &mut (), &mut trace, &budget)
    } else {
        interp::run(module, entry, &options, &mut *inputs, &mut (), &mut NoObserver, &budget)
    };
    output::print(&run.stdout)?;
    std::io::stderr().write_all(&run.stderr).context("cannot write to standard error")?;
    let style = Style { colour: output::wants_colour(std::io::stderr().is_terminal()) };
    end(&run.end, module, style)
}

/// What ends the run: everything, or what violates the property that was asked about, as a verdict about it has it.
fn checks(args: &Run, module: &Module, entry: FuncId) -> interp::Options {
    let Some(property) = args.property else {
        let mut error_functions = args.error_function.clone();
        if error_functions.is_empty() {
            error_functions = vec!["reach_error".into(), "__VERIFIER_error".into()];
        }
        return interp::Options {
            malloc_may_fail: args.program.malloc_may_fail,
            check_leaks: true,
            check_cleanup: args.cleanup,
            error_functions,
            ..interp::Options::default()
        };
    };
    let task = Task {
        module,
        entry,
        properties: vec![property],
        error_functions: if args.error_function.is_empty() { error_functions() } else { args.error_function.clone() },
        malloc_may_fail: args.program.malloc_may_fail,
        settings: Settings::default(),
        facts: Facts::none(),
    };
    let checks = interp::Options::for_property(&task, property);
    interp::Options { check_cleanup: checks.check_cleanup || args.cleanup, ..checks }
}

fn end(end: &End, module: &Module, style: Style) -> Result<u8> {
    Ok(match end {
        // The low eight bits, as the kernel keeps them.
        End::Exited(status) => *status as u8,
        End::Aborted => ABORTED,
        End::AssumeFailed => {
            output::say("cairn: the run ends at an assumption that does not hold");
            exit::HOLDS
        }
        End::Violation(violation) => {
            let diagnostics = Diagnostics::new(module, style);
            let mut out = std::io::stderr().lock();
            let shown = diagnostics.violation(Severity::Error, violation, &mut out);
            shown.and_then(|()| diagnostics.stack(violation, &mut out)).context("cannot write to standard error")?;
            exit::VIOLATED
        }
        End::Limit(limit) => {
            let which = match limit {
                Limit::Effort => "the limit of steps (--max-steps) or of nested calls was reached",
                Limit::Memory => "the limit of simulated memory was reached",
                Limit::Time | Limit::Cancelled => "it was stopped",
            };
            output::say(&format!("cairn: the run did not end: {which}"));
            exit::UNKNOWN
        }
        End::Unsupported { what, at } => {
            let place = module.places.render(*at);
            output::say(&format!("cairn: {place}: the run reached something that Cairn does not model: {what}"));
            exit::UNKNOWN
        }
    })
}

/// Standard input, when the program can ask for it: whoever does not read must not wait for it.
fn read_stdin(module: &Module) -> Result<Option<Vec<u8>>> {
    if !reads_stdin(module) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    Ok(Some(bytes))
}

/// Every step as it happens.
struct TraceToStderr<'m> {
    words: Steps<'m>,
}

impl Observer for TraceToStderr<'_> {
    fn step(&mut self, step: Step) {
        let indent = "  ".repeat(step.depth.min(32) as usize);
        let place = self.words.module().places.render(step.loc);
        output::say(&format!("{indent}{place}: {}", self.words.describe(&step)));
    }
}
