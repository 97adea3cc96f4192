//! The engine: asks the prover and the hunters, and gives their evidence to whoever asked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use engine::{Answer, Budget, Engine, EngineInfo, FiniteTrace, Limit, Outcome, Property, Setting, Task, Tell, Unknown};

use crate::abstraction::AbstractionOptions;
use crate::hunt::hunt;
use crate::prove;
use crate::prove::{Explored, Options, Strategy};
use smg::exec::prepared::Prepared;
use smg::exec::start;
use smg::exec::{Finding, Problem};
use smg::proof::Covered;

/// Symbolic memory graphs.
#[derive(Debug)]
pub struct Smg;

static INFO: EngineInfo = EngineInfo {
    id: "smg",
    about: "symbolic memory graphs: memory safety of linked data structures of every size",
    properties: &[
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::UnreachCall,
    ],
    settings: &[EXACT, MERGE_EQUAL, MERGE_COVERED, MERGE_DIFFERENT],
};

const EXACT: Setting = Setting {
    name: "exact",
    about: "numbers up to this one and their negations are never joined with each other",
    default: 10,
    least: 0,
    most: 1 << 32,
};
const MERGE_EQUAL: Setting =
    Setting { name: "merge-equal", about: "so many equal neighbours become a list", default: 2, least: 2, most: 100 };
const MERGE_COVERED: Setting = Setting {
    name: "merge-covered",
    about: "so many neighbours become a list if one covers the other",
    default: 2,
    least: 2,
    most: 100,
};
const MERGE_DIFFERENT: Setting = Setting {
    name: "merge-different",
    about: "so many neighbours become a list if what is known of them differs",
    default: 3,
    least: 2,
    most: 100,
};

impl Engine for Smg {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// Proofs are told before the hunters are done with what cannot be proved, and violations before the prover is.
    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        let asked: Vec<Property> =
            task.properties.iter().copied().filter(|property| INFO.properties.contains(property)).collect();
        let flows = task.flows();
        let prepared = Prepared::of(task, &flows);
        // Each has its own share of the steps: what one comes to does not depend on how fast the other is.
        let (proving, hunting) = (budget.share(2), budget.share(2));
        let caught: Mutex<Vec<Property>> = Mutex::default();
        // The prover has seen that no access is bad: a leak need not wait for one.
        let nothing_worse = AtomicBool::new(false);
        let hunt_all = || {
            let mut found = |property, trace: FiniteTrace| {
                {
                    let mut caught = caught.lock().expect("invariant: nobody panics while holding this lock");
                    caught.push(property);
                    if asked.iter().all(|property| caught.contains(property)) {
                        proving.stop(Limit::Cancelled);
                    }
                }
                tell(Answer::new(property, Outcome::Refuted(trace.into())).after(&hunting));
            };
            // The prover's answers do not depend on the hunter: its failure costs only what it might have found.
            if let Err(panic) = engine::catch(|| hunt(task, &prepared, &asked, &hunting, &nothing_worse, &mut found)) {
                tracing::warn!("the hunter failed: {panic}; this is a bug of Cairn");
                budget.report_failure(&format!("the hunter failed: {panic}"));
            }
            hunting.stop(Limit::Cancelled);
        };
        let reasons = thread::scope(|scope| {
            let hunter = thread::Builder::new().name("smg hunter".to_string()).stack_size(STACK);
            let started = hunter.spawn_scoped(scope, || hunting.work(hunt_all));
            if let Err(error) = &started {
                tracing::warn!("no thread for the hunter: {error}");
            }
            let reasons = prove_all(task, &prepared, &asked, &proving, &nothing_worse, tell);
            proving.stop(Limit::Cancelled);
            if reasons.is_empty() {
                hunting.stop(Limit::Cancelled);
            }
            if let Ok(hunter) = started {
                budget.wait(|| hunter.join()).expect("invariant: what the hunter's thread does is guarded");
            }
            reasons
        });
        let caught = caught.into_inner().expect("invariant: nobody panics while holding this lock");
        let open = reasons.into_iter().filter(|(property, _)| !caught.contains(property));
        let unknown = |(property, why)| {
            let why = match (&why, budget.exhausted()) {
                (Unknown::Limit(_), Some(limit)) => Unknown::Limit(limit),
                _ => why,
            };
            Answer::new(property, Outcome::Unknown(why))
        };
        open.map(unknown).for_each(tell);
    }
}

/// A hunter recurses no deeper than terms do, and those are as deep as the program makes them.
const STACK: usize = 256 << 20;

/// Tells what it proves; for everything else it has a reason.
fn prove_all(
    task: &Task<'_>,
    prepared: &Prepared<'_>,
    asked: &[Property],
    budget: &Budget,
    nothing_worse: &AtomicBool,
    tell: &Tell<'_>,
) -> Vec<(Property, Unknown)> {
    let mut open = asked.to_vec();
    let mut reasons: Vec<(Property, Unknown)> = Vec::new();
    for (number, attempt) in ATTEMPTS.iter().enumerate() {
        if open.is_empty() || budget.exhausted().is_some() {
            break;
        }
        let start = start::initial(prepared, task.entry);
        // A leak does not end the first attempt: whether there is worse is worth knowing.
        let aim = |property: &Property| match property {
            Property::ValidMemsafety if number == 0 => Property::ValidDeref,
            other => *other,
        };
        let options = attempt.options(task, &open.iter().map(aim).collect::<Vec<_>>());
        let Explored { proof, findings, limit } = prove::explore(prepared, start, &options, budget);
        tracing::debug!(
            "{:?}: {} contexts, {} states, {} findings, limit {limit:?}",
            attempt.strategy,
            proof.contexts.len(),
            proof.states(),
            findings.len()
        );
        if limit.is_none() && !findings.iter().any(|finding| finding.blocks(Property::ValidDeref)) {
            nothing_worse.store(true, Ordering::Relaxed);
        }
        let proof = Arc::new(proof);
        open.retain(|property| {
            let blocking = findings.iter().find(|finding| finding.blocks(*property));
            let why = match (limit, blocking) {
                (_, Some(finding)) => reason(finding),
                (Some(limit), None) => Unknown::Limit(limit),
                (None, None) => {
                    let outcome = Outcome::Proved(Box::new(Covered(proof.clone())));
                    tell(Answer::new(*property, outcome).after(budget));
                    return false;
                }
            };
            // The first attempt's reason is the one that people understand.
            if !reasons.iter().any(|(known, _)| known == property) {
                reasons.push((*property, why));
            }
            true
        });
    }
    reasons.retain(|(property, _)| open.contains(property));
    for property in open {
        if !reasons.iter().any(|(known, _)| *known == property) {
            reasons.push((property, Unknown::Limit(Limit::Effort)));
        }
    }
    reasons
}

/// What the prover sees of a program: the first attempt that ends, else the first. Those that abstract little are left
/// out, because people read the result.
pub fn best_attempt(task: &Task<'_>, prepared: &Prepared<'_>, budget: &Budget) -> Explored {
    let explore = |attempt: &Attempt| {
        prove::explore(prepared, start::initial(prepared, task.entry), &attempt.options(task, &[]), budget)
    };
    let mut attempts =
        ATTEMPTS.iter().filter(|attempt| matches!(attempt.strategy, Strategy::Abstract { .. })).map(explore);
    let first = attempts.next().expect("invariant: there is an attempt that abstracts");
    if first.limit.is_none() {
        return first;
    }
    attempts.find(|explored| explored.limit.is_none()).unwrap_or(first)
}

/// How hard the prover abstracts. The first attempt is the paper's; where it loses something or gets lost itself, the
/// second joins more, and the third follows loops of few iterations one by one, which takes next to nothing for a state.
/// The last two are the first two with time.
struct Attempt {
    strategy: Strategy,
    most_states: u64,
    most_comparisons: u64,
}

const ATTEMPTS: [Attempt; 5] = [
    Attempt { strategy: Strategy::Abstract { most_apart: 4 }, most_states: 4_000, most_comparisons: 20_000 },
    Attempt { strategy: Strategy::Abstract { most_apart: 0 }, most_states: 40_000, most_comparisons: 20_000 },
    Attempt { strategy: Strategy::Unroll, most_states: 60_000, most_comparisons: u64::MAX },
    Attempt { strategy: Strategy::Abstract { most_apart: 4 }, most_states: 4_000, most_comparisons: 100_000 },
    Attempt { strategy: Strategy::Abstract { most_apart: 0 }, most_states: 40_000, most_comparisons: u64::MAX },
];

impl Attempt {
    /// `goals`: see [`Options`]; without any, it is people who look at the result.
    fn options(&self, task: &Task<'_>, goals: &[Property]) -> Options {
        let mut abstraction = AbstractionOptions::default();
        abstraction.join.exact_limit = task.settings.get(&INFO, &EXACT);
        for (threshold, setting) in
            abstraction.len_thresholds.iter_mut().zip([MERGE_EQUAL, MERGE_COVERED, MERGE_DIFFERENT])
        {
            *threshold = usize::try_from(task.settings.get(&INFO, &setting)).expect("invariant: settings have bounds");
        }
        let &Attempt { strategy, most_states, most_comparisons } = self;
        let keep_heaps = goals.is_empty();
        Options { abstraction, strategy, most_states, most_comparisons, keep_heaps, goals: goals.to_vec() }
    }
}

pub fn reason(finding: &Finding) -> Unknown {
    match &finding.problem {
        Problem::Unsupported => Unknown::Unsupported { what: finding.message.clone(), at: finding.place() },
        Problem::Bug(kind) => {
            Unknown::Imprecise { why: format!("possible {kind}: {}", finding.message), at: finding.place() }
        }
    }
}
