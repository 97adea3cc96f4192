//! Runs of the program in `interp`: the only evidence.

use engine::{Budget, BugKind, FiniteTrace, Flows, InputKind, Property, Task, Violation};
use interp::{End, InputSource, Layout, NoObserver, Options, Replay, Request, Run};
use rustc_hash::FxHashSet;

/// Steps that a run may take beyond those of the path that it follows.
const SPARE_STEPS: u64 = 200_000;
/// Memory of the simulated program.
const RUN_MEMORY: u64 = 64 << 20;

/// What a run is to be given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    pub inputs: Vec<u128>,
    /// For every allocation, in order, whether it fails; further ones succeed.
    pub fails: Vec<bool>,
}

/// Hands out a plan, then zeros.
struct Planned<'a> {
    plan: &'a Plan,
    next_input: usize,
    next_allocation: usize,
    /// The value of everything that was never initialised.
    uninit: u128,
}

impl InputSource for Planned<'_> {
    fn next(&mut self, request: &Request) -> u128 {
        if let Some(only) = request.only {
            return only;
        }
        match request.kind {
            InputKind::Nondet(_) | InputKind::Argument => {
                self.next_input += 1;
                self.plan.inputs.get(self.next_input - 1).copied().unwrap_or(0)
            }
            InputKind::AllocationFails => {
                self.next_allocation += 1;
                u128::from(self.plan.fails.get(self.next_allocation - 1).copied().unwrap_or(false))
            }
            InputKind::Uninit => self.uninit,
            // Hunters start with an empty name as the only argument.
            InputKind::CommandLine => 0,
        }
    }
}

pub struct Runs<'a> {
    task: &'a Task<'a>,
    flows: &'a Flows<'a>,
    budget: &'a Budget,
    /// Properties without a violation.
    open: Vec<Property>,
    options: Options,
    /// A leak that settles the safety of memory, unless something worse is found soon.
    leak: Option<FiniteTrace>,
    /// Plans that led to nothing, while the same properties are open.
    tried: FxHashSet<Plan>,
}

impl<'a> Runs<'a> {
    pub fn new(task: &'a Task<'a>, flows: &'a Flows<'a>, properties: &[Property], budget: &'a Budget) -> Self {
        let open = properties.to_vec();
        Runs { task, flows, budget, options: options(task, &open), open, leak: None, tried: FxHashSet::default() }
    }

    pub fn open(&self) -> &[Property] {
        &self.open
    }

    /// Would it violate something that is not violated yet?
    pub fn wants(&self, kind: BugKind) -> bool {
        kind.violates().is_some_and(|part| {
            let open = |property: &Property| property.includes(part);
            // Only a bad access is worse than the leak that is known.
            let sought = |property: &Property| {
                self.leak.is_none() || *property != Property::ValidMemsafety || part == Property::ValidDeref
            };
            self.open.iter().any(|property| open(property) && sought(property))
        })
    }

    /// Runs. A violation is given back with the part that it violates.
    pub fn try_plan(&mut self, plan: &Plan, steps: u64) -> Option<(Property, FiniteTrace)> {
        if self.tried.contains(plan) {
            return None;
        }
        let max_steps = steps.saturating_mul(2).saturating_add(SPARE_STEPS);
        let mut complete = true;
        for uninit in [0, 1, u128::MAX] {
            let run = self.follow(plan, uninit, &Options { max_steps, ..self.options.clone() });
            let chose = run.inputs.iter().any(|input| input.kind == InputKind::Uninit);
            complete &= !matches!(run.end, End::Limit(_));
            if let Some(found) = self.confirmed(run, max_steps) {
                return Some(found);
            }
            if !chose || self.budget.exhausted().is_some() {
                break;
            }
        }
        if complete {
            self.tried.insert(plan.clone());
        }
        None
    }

    /// The violation that a run ended in, if it counts.
    fn confirmed(&self, run: Run, max_steps: u64) -> Option<(Property, FiniteTrace)> {
        let End::Violation(violation) = run.end else { return None };
        let part = violation.kind.violates().filter(|_| self.wants(violation.kind))?;
        let trace = FiniteTrace { inputs: run.inputs, violation };
        let counts = !run.address_dependent || self.happens_in_other_layouts(part, &trace, max_steps);
        counts.then_some((part, trace))
    }

    /// The properties that a violation of this part settles. Runs no longer stop for it.
    ///
    /// A leak does not settle the safety of memory at once: a bad access says more about a program, so the leak is kept
    /// until [`Runs::settle_for_leak`].
    pub fn close(&mut self, part: Property, trace: &FiniteTrace) -> Vec<Property> {
        let waits = |property: &Property| part == Property::ValidMemtrack && property.includes(Property::ValidDeref);
        let settles = |property: &Property| property.includes(part) && !waits(property);
        let (broken, open): (Vec<Property>, Vec<Property>) = self.open.drain(..).partition(settles);
        if open.iter().any(|property| property.includes(part)) {
            self.leak = Some(trace.clone());
        }
        self.open = open;
        self.aim();
        broken
    }

    pub fn waits_with_leak(&self) -> bool {
        self.leak.is_some()
    }

    /// Nothing worse was found in time.
    pub fn settle_for_leak(&mut self) -> Option<(Vec<Property>, FiniteTrace)> {
        let trace = self.leak.take()?;
        let settles = |property: &Property| property.includes(Property::ValidMemtrack);
        let (broken, open) = self.open.drain(..).partition(settles);
        self.open = open;
        self.aim();
        Some((broken, trace))
    }

    fn aim(&mut self) {
        self.options = options(self.task, &self.open);
        self.options.check_leaks &= self.leak.is_none();
        self.tried.clear();
    }

    fn follow(&self, plan: &Plan, uninit: u128, options: &Options) -> Run {
        self.run(options, &mut Planned { plan, next_input: 0, next_allocation: 0, uninit })
    }

    fn run(&self, options: &Options, source: &mut dyn InputSource) -> Run {
        interp::run_with(self.flows, self.task.entry, options, source, &mut (), &mut NoObserver, self.budget)
    }

    /// C leaves open where objects lie, so a violation counts only if it does not depend on that.
    fn happens_in_other_layouts(&self, part: Property, trace: &FiniteTrace, max_steps: u64) -> bool {
        let same = |found: &Violation| found.kind == trace.violation.kind && found.loc == trace.violation.loc;
        [Layout::Shifted, Layout::Reversed].into_iter().all(|layout| {
            let options = Options { layout, max_steps, ..options(self.task, &[part]) };
            let run = self.run(&options, &mut Replay::new(&trace.inputs));
            matches!(&run.end, End::Violation(found) if same(found))
        })
    }
}

/// Runs look for violations of these properties only.
fn options(task: &Task<'_>, properties: &[Property]) -> Options {
    Options { max_memory: RUN_MEMORY, ..Options::for_properties(task, properties) }
}
