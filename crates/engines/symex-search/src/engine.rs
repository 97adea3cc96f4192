//! The engine: executes, proves what it can, and says why not where it cannot.

use std::sync::Arc;

use engine::{Answer, Budget, BugKind, Engine, EngineInfo, Limit, Outcome, Property, Task, Tell, Unknown};
use ir::Places;
use symex::exec::{Finding, Machine, Overflow, Prepared, Problem};
use symex::proof::{Executed, Proof, Uncovered};

use crate::assemble::{Assembled, assemble};
use crate::ending::endings;
use crate::explore::{Effort, explore};

/// Symbolic execution graphs.
#[derive(Debug)]
pub struct Symex;

static INFO: EngineInfo = EngineInfo {
    id: "symex",
    about: "symbolic execution graphs: termination, overflow and memory safety, function by function",
    properties: &[
        Property::ValidMemsafety,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::UnreachCall,
        Property::NoOverflow,
        Property::Termination,
    ],
    settings: &[],
};

impl Engine for Symex {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn analyze(&self, task: &Task<'_>, budget: &Budget, tell: &Tell<'_>) {
        let asked = task.properties.iter().copied().filter(|property| INFO.properties.contains(property));
        let mut open: Vec<(Property, Option<Unknown>)> = asked.map(|property| (property, None)).collect();
        let flows = task.flows();
        let prepared = Prepared::of(task, &flows);
        let mut complete: Vec<Complete> = Vec::new();
        for attempt in ATTEMPTS {
            if complete.iter().any(|complete| attempt.is_pointless_after(complete)) {
                continue;
            }
            let wanted: Vec<Property> = open
                .iter()
                .filter(|(property, _)| attempt.speaks_of(*property))
                .map(|(property, _)| *property)
                .collect();
            if wanted.is_empty() || budget.exhausted().is_some() {
                continue;
            }
            let settled = attempt.run(&prepared, &wanted, budget, tell, &mut complete);
            open.retain_mut(|(property, reason)| match settled.iter().find(|(settled, _)| settled == property) {
                Some((_, None)) => false,
                Some((_, Some(why))) => {
                    // The first attempt's reason is the one that people understand.
                    reason.get_or_insert_with(|| why.clone());
                    true
                }
                None => true,
            });
        }
        for (property, reason) in open {
            let reason = match (reason, budget.exhausted()) {
                (Some(Unknown::Limit(_)) | None, Some(limit)) => Unknown::Limit(limit),
                (Some(reason), _) => reason,
                (None, None) => Unknown::Limit(Limit::Effort),
            };
            tell(Answer::new(property, Outcome::Unknown(reason)));
        }
    }
}

/// A graph that was completed, whatever it shows.
struct Complete {
    overflow: Overflow,
    /// Some signed operation may not fit.
    overflows: bool,
}

/// One way to go about it.
struct Attempt {
    overflow: Overflow,
    effort: Effort,
}

const CAREFUL: Effort = Effort { joins: false, most_states: 2_000, most_kept: 300, most_resumed: 1_000 };
const COARSE: Effort = Effort { joins: true, most_states: 20_000, most_kept: 3_000, most_resumed: 20_000 };

/// What settles most comes first: where nothing overflows, one graph serves all properties.
const ATTEMPTS: [Attempt; 6] = [
    Attempt { overflow: Overflow::Blocks, effort: CAREFUL },
    Attempt { overflow: Overflow::Counts, effort: CAREFUL },
    Attempt { overflow: Overflow::Wraps, effort: CAREFUL },
    Attempt { overflow: Overflow::Blocks, effort: COARSE },
    Attempt { overflow: Overflow::Counts, effort: COARSE },
    Attempt { overflow: Overflow::Wraps, effort: COARSE },
];

type Settled = Vec<(Property, Option<Unknown>)>;

impl Attempt {
    fn speaks_of(&self, property: Property) -> bool {
        match self.overflow {
            Overflow::Blocks => true,
            Overflow::Counts => property == Property::Termination,
            Overflow::Wraps => !matches!(property, Property::Termination | Property::NoOverflow),
        }
    }

    /// The same overflow with less precision shows no more; and where nothing overflows, it does not matter what would become of
    /// it.
    fn is_pointless_after(&self, complete: &Complete) -> bool {
        complete.overflow == self.overflow || complete.overflow == Overflow::Blocks && !complete.overflows
    }

    /// What became of each property: nothing more to say, or why it stays open.
    fn run(
        &self,
        prepared: &Prepared<'_>,
        wanted: &[Property],
        budget: &Budget,
        tell: &Tell<'_>,
        complete: &mut Vec<Complete>,
    ) -> Settled {
        let leaks = wanted.iter().any(|property| property.includes(Property::ValidMemtrack));
        let mut machine = Machine::new(prepared, self.overflow, budget);
        machine.leaks = leaks;
        let settled = self.search(&mut machine, wanted, budget, tell, complete);
        let questions = machine.prover.counts();
        budget.count("questions", questions.questions);
        budget.count("questions for the solver", questions.asked_solver);
        settled
    }

    fn search(
        &self,
        machine: &mut Machine<'_, '_>,
        wanted: &[Property],
        budget: &Budget,
        tell: &Tell<'_>,
        complete: &mut Vec<Complete>,
    ) -> Settled {
        let contexts = match explore(machine, self.effort, budget) {
            Ok(contexts) => contexts,
            Err(limit) => {
                tracing::debug!("symex {:?}: exploration stopped by {limit:?}", self.overflow);
                return wanted.iter().map(|property| (*property, Some(Unknown::Limit(limit)))).collect();
            }
        };
        machine.findings.clear();
        let assembled = assemble(machine, contexts, self.effort.most_states, budget);
        let Assembled { contexts, edges } = match assembled {
            Ok(assembled) => assembled,
            Err(why) => {
                tracing::debug!("symex {:?}: not assembled: {why:?}", self.overflow);
                let limit = match why {
                    Uncovered::Stopped(limit) => limit,
                    Uncovered::Missing(_) => Limit::Effort,
                };
                return wanted.iter().map(|property| (*property, Some(Unknown::Limit(limit)))).collect();
            }
        };
        let is_overflow = |finding: &Finding| finding.problem == Problem::Bug(BugKind::SignedOverflow);
        complete.push(Complete { overflow: self.overflow, overflows: machine.findings.iter().any(is_overflow) });
        let mut proof = Proof { overflow: self.overflow, contexts, endings: Vec::new() };
        budget.count("contexts", proof.contexts.len() as u64);
        budget.count("kept states", proof.states() as u64);
        budget.count("edges", edges.len() as u64);
        tracing::debug!(
            "symex {:?}: {} contexts, {} states, {} edges, {} findings, {:?}",
            self.overflow,
            proof.contexts.len(),
            proof.states(),
            edges.len(),
            machine.findings.len(),
            machine.prover.counts()
        );
        for (number, context) in proof.contexts.iter().enumerate() {
            let name = &machine.module.funcs[context.func].name;
            tracing::debug!("context {number}, `{name}`: {}", context.entry);
            for (block, state) in &context.cuts {
                tracing::debug!("  {block:?}: {state}");
            }
            for state in &context.returns {
                tracing::debug!("  return: {state}");
            }
        }
        machine.findings.iter().for_each(|finding| tracing::debug!("{finding:?}"));
        let mut settled: Settled = Vec::new();
        let plain = Arc::new(proof.clone());
        for property in wanted {
            if let Some(finding) = machine.findings.iter().find(|finding| finding.blocks(*property)) {
                settled.push((*property, Some(reason(finding))));
            } else if *property == Property::Termination {
                match endings(&edges, self.overflow, &|place| plain.state(place), budget) {
                    Ok(endings) => {
                        proof.endings = endings;
                        let outcome = Outcome::Proved(Box::new(Executed(Arc::new(proof.clone()))));
                        tell(Answer::new(*property, outcome).after(budget));
                        settled.push((*property, None));
                    }
                    Err(component) => {
                        let why = "no argument was found why a loop or recursion ends".to_string();
                        tracing::debug!("symex: open {component:?}");
                        settled.push((*property, Some(Unknown::Imprecise { why, at: Places::nowhere() })));
                    }
                }
            } else {
                let outcome = Outcome::Proved(Box::new(Executed(plain.clone())));
                tell(Answer::new(*property, outcome).after(budget));
                settled.push((*property, None));
            }
        }
        settled
    }
}

fn reason(finding: &Finding) -> Unknown {
    match finding.problem {
        Problem::Bug(kind) => Unknown::Imprecise { why: format!("{} [{kind}]", finding.message), at: finding.loc },
        Problem::Unsupported => Unknown::Unsupported { what: finding.message.clone(), at: finding.loc },
    }
}
