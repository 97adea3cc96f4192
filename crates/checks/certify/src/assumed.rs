//! What a verdict takes for granted: functions without a body that do what the user says of them.

use engine::{Event, Task};
use ir::{CallGraph, FuncId, Id};

use crate::{Conclusion, Path};

/// The functions with a supplied body that a conclusion rests on: of a run those it called, of a proof all that the
/// program may call.
pub(crate) fn functions(task: &Task<'_>, conclusion: &Conclusion) -> Vec<FuncId> {
    let module = task.module;
    if module.funcs.iter().all(|func| func.assumed.is_none()) {
        return Vec::new();
    }
    let used = match conclusion {
        Conclusion::Unknown(_) => return Vec::new(),
        Conclusion::False(refutation) if refutation.path.omitted == 0 => called(&refutation.path),
        Conclusion::False(_) | Conclusion::True(_) => reachable(task),
    };
    let mut used: Vec<FuncId> = used.into_iter().filter(|func| module.funcs[*func].assumed.is_some()).collect();
    used.sort_unstable();
    used.dedup();
    used
}

fn called(path: &Path) -> Vec<FuncId> {
    let callee = |step: &engine::Step| match step.event {
        Event::Call { callee } => Some(callee),
        Event::Input(_)
        | Event::Branch { .. }
        | Event::Switch { .. }
        | Event::Return { .. }
        | Event::Allocated { .. }
        | Event::Freed => None,
    };
    path.steps().filter_map(callee).collect()
}

fn reachable(task: &Task<'_>) -> Vec<FuncId> {
    let calls = CallGraph::of(task.module);
    let mut seen = vec![false; task.module.funcs.len()];
    let mut work = vec![task.entry];
    let mut found = Vec::new();
    while let Some(func) = work.pop() {
        if !std::mem::replace(&mut seen[func.index()], true) {
            found.push(func);
            work.extend(calls.callees(func));
        }
    }
    found
}
