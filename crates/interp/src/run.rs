//! Runs from beginning to end, leak checks included.

use engine::{Budget, Limit};
use ir::{FuncId, Module};

use crate::exec::{Exec, Reason, Stop, load};
use crate::leak::{Roots, locate};
use crate::{End, InputSource, NoObserver, Observer, Options, Replay, Run, Shadow};

/// Steps after which the first look for lost objects is taken; the next ones come at twice the steps each.
const FIRST_LOOK: u64 = 1 << 14;

/// Runs `entry` until the program ends, misbehaves or hits a limit.
///
/// `module` satisfies `ir::verify`; `entry` is a defined function.
pub fn run<S: Shadow, O: Observer>(
    module: &Module,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    observer: &mut O,
    budget: &Budget,
) -> Run {
    if !((O::ACTIVE || O::MEMORY) && options.check_leaks) {
        return run_once(module, entry, options, inputs, shadow, observer, budget);
    }
    // Where a leak happens is known only afterwards; the observer sees a repetition up to there.
    let run = run_once(module, entry, options, inputs, shadow, &mut NoObserver, budget);
    let shown = Options { max_steps: run.steps, check_leaks: false, check_cleanup: false, ..options.clone() };
    run_once(module, entry, &shown, &mut Replay::new(&run.inputs), &mut (), observer, budget);
    run
}

fn run_once<S: Shadow, O: Observer>(
    module: &Module,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    observer: &mut O,
    budget: &Budget,
) -> Run {
    let Ok((program, state)) = load(module, options) else {
        return Run {
            end: End::Limit(Limit::Memory),
            inputs: Vec::new(),
            steps: 0,
            stdout: Vec::new(),
            stderr: Vec::new(),
            address_dependent: false,
        };
    };
    let mut exec = Exec::new(&program, state, entry, inputs, shadow, observer, budget);
    let mut roots = Roots::new(module);
    let mut next_look = if options.check_leaks { FIRST_LOOK } else { u64::MAX };
    let mut stop = exec.enter_entry().map(|()| exec.pack_frame()).err().map(Stop::reason);
    // `None`: something is lost.
    let end = loop {
        match stop.take().unwrap_or_else(|| exec.go(next_look)) {
            Reason::Pause if exec.state.memory.live_heap() > 0 && !roots.search(&exec.state, false).lost.is_empty() => {
                break None;
            }
            Reason::Pause => next_look = next_look.saturating_mul(2),
            Reason::End(end) => break Some(end),
        }
    };
    // The last step is complete in a pause and when the entry function has returned.
    let complete = end.is_none() || exec.state.frames.is_empty();
    let mut lost = end.is_none();
    if !lost && options.check_leaks && exec.state.memory.live_heap() > 0 {
        let search = roots.search(&exec.state, !complete);
        lost = !search.lost.is_empty();
        // Whether the parts lead to the object depends on what else the program knows of its address.
        exec.state.address_dependent |= search.doubtful;
    }
    let mut end = end;
    if lost {
        let last = if complete { exec.state.steps } else { exec.state.steps.saturating_sub(1) };
        match locate(module, entry, options, &exec.state.inputs, last, budget) {
            Ok(Some(run)) => return run,
            Ok(None) => {}
            Err(limit) => end = Some(End::Limit(limit)),
        }
    }
    let end = end.expect("invariant: a repeated run loses what the first one lost");
    let end = if options.check_cleanup { exec.checked_cleanup(end) } else { end };
    let state = exec.state;
    Run {
        end,
        inputs: state.inputs,
        steps: state.steps,
        stdout: state.stdout,
        stderr: state.stderr,
        address_dependent: state.address_dependent,
    }
}
