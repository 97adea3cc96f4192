//! Runs from beginning to end, leak checks included.

use engine::{Budget, Flows, Limit};
use ir::{FuncId, Module};

use crate::exec::{Exec, Reason, Stop, load};
use crate::input::{InputSource, Replay};
use crate::leak::{Loss, Roots, locate};
use crate::observer::{NoObserver, Observer};
use crate::options::{End, Options, Run};
use crate::shadow::Shadow;

/// Steps after which the first look for lost objects is taken; the next ones come at twice the steps each.
const FIRST_LOOK: u64 = 1 << 14;

/// Runs `entry` until the program ends, misbehaves or hits a limit.
///
/// `module` satisfies `ir::verify`; `entry` is a defined function.
///
/// What it needs to know of the control flow, it computes for itself.
pub fn run<S: Shadow, O: Observer>(
    module: &Module,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    observer: &mut O,
    budget: &Budget,
) -> Run {
    run_with(&Flows::of(module), entry, options, inputs, shadow, observer, budget)
}

/// As [`run`], for whoever runs a program many times and keeps what is known of its control flow.
pub fn run_with<S: Shadow, O: Observer>(
    flows: &Flows<'_>,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    observer: &mut O,
    budget: &Budget,
) -> Run {
    if !((O::ACTIVE || O::MEMORY || O::BLOCKS) && options.check_leaks) {
        return run_once(flows, entry, options, inputs, shadow, observer, budget);
    }
    // Where a leak happens is known only afterwards; the observer sees a repetition up to there.
    let run = run_once(flows, entry, options, inputs, shadow, &mut NoObserver, budget);
    let shown = Options { max_steps: run.steps, check_leaks: false, check_cleanup: false, ..options.clone() };
    run_once(flows, entry, &shown, &mut Replay::new(&run.inputs), &mut (), observer, budget);
    run
}

fn run_once<S: Shadow, O: Observer>(
    flows: &Flows<'_>,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    observer: &mut O,
    budget: &Budget,
) -> Run {
    let Ok((program, state)) = load(flows.module(), options) else {
        return Run {
            end: End::Limit(Limit::Memory),
            inputs: Vec::new(),
            steps: 0,
            stdout: Vec::new(),
            stderr: Vec::new(),
            address_dependent: false,
            unknown_call: None,
        };
    };
    let mut exec = Exec::new(&program, state, entry, inputs, shadow, observer, budget);
    let mut roots = Roots::new(flows);
    let mut next_look = if options.check_leaks { FIRST_LOOK } else { u64::MAX };
    let mut stop = exec.enter_entry().map(|()| exec.pack_frame()).err().map(Stop::reason);
    // What a `free` loses, while a pointer to the freed object is still there: a use of it would be the worse mistake.
    let mut pending: Option<Loss> = None;
    let mut end = loop {
        match stop.take().unwrap_or_else(|| exec.go(next_look)) {
            Reason::Pause => next_look = next_look.saturating_mul(2),
            Reason::End(end) => break end,
        }
        if exec.state.memory.live_heap() == 0 {
            continue;
        }
        let search = roots.search(&exec.state, false);
        if search.lost.is_empty() {
            continue;
        }
        if pending.is_none() {
            match locate(flows, entry, options, &exec.state.inputs, exec.state.steps, None, Vec::new(), budget) {
                Ok(loss) => pending = loss,
                Err(limit) => break End::Limit(limit),
            }
        }
        match pending.take() {
            Some(loss) if loss.freed.is_some_and(|freed| search.reaches(freed)) => pending = Some(loss),
            Some(loss) => return loss.run,
            None => panic!("invariant: a repeated run loses what the first one lost"),
        }
    };
    if options.check_leaks && exec.state.memory.live_heap() > 0 {
        // The last step is complete when the entry function has returned.
        let complete = exec.state.frames.is_empty();
        let search = roots.search(&exec.state, !complete);
        // Whether the parts lead to the object depends on what else the program knows of its address.
        exec.state.address_dependent |= search.doubtful;
        if !search.lost.is_empty() {
            let last = if complete { exec.state.steps } else { exec.state.steps.saturating_sub(1) };
            let in_hand = match end {
                End::Violation(_) => roots.in_hand(&exec.state, &search.lost),
                End::Exited(_) | End::Aborted | End::AssumeFailed | End::Limit(_) | End::Unsupported { .. } => {
                    Vec::new()
                }
            };
            let used = exec.state.freed_use;
            match pending.filter(|loss| loss.freed != used) {
                Some(loss) => return loss.run,
                None => match locate(flows, entry, options, &exec.state.inputs, last, used, in_hand, budget) {
                    Ok(Some(loss)) => return loss.run,
                    Ok(None) => {}
                    Err(limit) => end = End::Limit(limit),
                },
            }
        }
    }
    let end = if options.check_cleanup { exec.checked_cleanup(end) } else { end };
    let state = exec.state;
    Run {
        end,
        inputs: state.inputs,
        steps: state.steps,
        stdout: state.stdout,
        stderr: state.stderr,
        address_dependent: state.address_dependent,
        unknown_call: state.unknown_call,
    }
}
