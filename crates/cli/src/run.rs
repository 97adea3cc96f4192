//! `cairn run`.

use std::io::{IsTerminal, Read, Write};

use anyhow::Result;
use engine::{Budget, Limit, Step};
use interp::{End, InputSource, NoObserver, Observer, SeededInputs};
use ir::{InstKind, Module, NondetKind};
use report::{Diagnostics, Severity, Steps, Style};

use crate::args::Run;
use crate::exit;
use crate::inputs::GivenInputs;
use crate::load::{self, Sources};

/// The status that a shell gives a process that aborted.
const ABORTED: u8 = 134;

pub fn command(args: &Run) -> Result<u8> {
    let mut inputs: Box<dyn InputSource> = match args.seed {
        Some(seed) => Box::new(SeededInputs::new(seed)),
        None => Box::new(GivenInputs::parse(&args.inputs)?),
    };
    // Whoever chooses the inputs chooses what is read, too.
    let chosen = args.seed.is_some() || !args.inputs.is_empty();
    let sources = Sources::of(&args.program.inputs)?;
    let loaded = sources.load()?;
    let module = &loaded.module;
    let entry = load::entry(module, args.program.entry.as_deref(), &sources.names())?;
    let options = interp::Options {
        malloc_may_fail: args.program.malloc_may_fail,
        max_steps: args.max_steps,
        check_leaks: true,
        check_cleanup: args.cleanup,
        error_functions: vec!["reach_error".into(), "__VERIFIER_error".into()],
        stdin: if chosen { None } else { read_stdin(module)? },
        ..interp::Options::default()
    };
    let budget = Budget::new();
    let run = if args.trace {
        let mut trace = TraceToStderr { words: Steps::new(module) };
        interp::run(module, entry, &options, &mut *inputs, &mut (), &mut trace, &budget)
    } else {
        interp::run(module, entry, &options, &mut *inputs, &mut (), &mut NoObserver, &budget)
    };
    crate::print(&run.stdout)?;
    std::io::stderr().write_all(&run.stderr)?;
    let style = Style { colour: crate::wants_colour(std::io::stderr().is_terminal()) };
    end(&run.end, module, style)
}

fn end(end: &End, module: &Module, style: Style) -> Result<u8> {
    Ok(match end {
        // The low eight bits, as the kernel keeps them.
        End::Exited(status) => *status as u8,
        End::Aborted => ABORTED,
        End::AssumeFailed => {
            eprintln!("cairn: the run ends at an assumption that does not hold");
            exit::HOLDS
        }
        End::Violation(violation) => {
            let diagnostics = Diagnostics::new(module, style);
            let mut out = std::io::stderr().lock();
            diagnostics.violation(Severity::Error, violation, &mut out)?;
            diagnostics.stack(violation, &mut out)?;
            exit::VIOLATED
        }
        End::Limit(limit) => {
            let which = match limit {
                Limit::Effort => "the limit of steps (--max-steps) or of nested calls was reached",
                Limit::Memory => "the limit of simulated memory was reached",
                Limit::Time | Limit::Cancelled => "it was stopped",
            };
            eprintln!("cairn: the run did not end: {which}");
            exit::UNKNOWN
        }
        End::Unsupported { what, at } => {
            eprintln!(
                "cairn: {}: the run reached something that Cairn does not model: {what}",
                module.places.render(*at)
            );
            exit::UNKNOWN
        }
    })
}

/// Standard input, when the program can ask for it: whoever does not read must not wait for it.
fn read_stdin(module: &Module) -> Result<Option<Vec<u8>>> {
    let stdin_byte = |kind: &InstKind| matches!(kind, InstKind::Nondet { kind: NondetKind::StdinByte, .. });
    let mut insts = module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts);
    if !insts.any(|inst| stdin_byte(&inst.kind)) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
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
        eprintln!("{indent}{place}: {}", self.words.describe(&step));
    }
}
