//! The search of one task: graphs that are built, and what each of them settles.

use std::sync::Arc;

use engine::{Answer, Budget, BugKind, Limit, Outcome, Property, Tell, Unknown};
use ir::Places;
use its_search::invariants::Precision;
use symex::exec::{Finding, Machine, Overflow, Prepared, Problem};
use symex::proof::{Executed, Proof, Uncovered};

use crate::assemble::{Assembled, assemble};
use crate::ending::endings;
use crate::explore::{Effort, explore};
use crate::strengthen::strengthened;

pub struct Search<'a> {
    prepared: &'a Prepared<'a>,
    budget: &'a Budget,
    tell: &'a Tell<'a>,
    /// What is not settled yet, and why not.
    open: Vec<(Property, Option<Unknown>)>,
    complete: Vec<Complete>,
}

/// A graph that was completed, whatever it shows.
struct Complete {
    overflow: Overflow,
    most_states: usize,
    /// Whether it was asked what gets lost.
    leaks: bool,
    /// Some signed operation may not fit.
    overflows: bool,
    /// Properties that something about numbers is in the way of.
    blocked: Vec<Property>,
    graph: Assembled,
}

impl Complete {
    /// The same overflow with less precision shows no more; and where nothing overflows, it does not matter what would become of
    /// it.
    fn makes_pointless(&self, overflow: Overflow) -> bool {
        self.overflow == overflow || self.overflow == Overflow::Blocks && !self.overflows
    }
}

impl<'a> Search<'a> {
    pub fn new(
        prepared: &'a Prepared<'a>,
        asked: impl Iterator<Item = Property>,
        budget: &'a Budget,
        tell: &'a Tell<'a>,
    ) -> Search<'a> {
        Search { prepared, budget, tell, open: asked.map(|property| (property, None)).collect(), complete: Vec::new() }
    }

    fn wanted(&self, overflow: Overflow) -> Vec<Property> {
        let open = self.open.iter().map(|(property, _)| *property);
        open.filter(|property| speaks_of(overflow, *property)).collect()
    }

    /// Builds a graph, and tells what it settles.
    pub fn explore(&mut self, overflow: Overflow, effort: Effort) {
        let wanted = self.wanted(overflow);
        let pointless = self.complete.iter().any(|complete| complete.makes_pointless(overflow));
        if pointless || wanted.is_empty() || self.budget.exhausted().is_some() {
            return;
        }
        let mut machine = Machine::new(self.prepared, overflow, self.budget);
        machine.leaks = wanted.iter().any(|property| property.includes(Property::ValidMemtrack));
        match graph(&mut machine, effort, self.budget) {
            Ok(graph) => {
                let states: usize = graph.contexts.iter().map(|each| 1 + each.cuts.len() + each.returns.len()).sum();
                self.budget.count("contexts", graph.contexts.len() as u64);
                self.budget.count("kept states", states as u64);
                self.budget.count("edges", graph.edges.len() as u64);
                let found = |kind: BugKind| machine.findings.iter().any(|each| each.problem == Problem::Bug(kind));
                let overflows = found(BugKind::SignedOverflow);
                let blocks =
                    |property: &Property| machine.findings.iter().any(|each| is_about_numbers(each, *property));
                let blocked = wanted.iter().copied().filter(blocks).collect();
                self.settle(&machine, &graph, &wanted);
                let (leaks, most_states) = (machine.leaks, effort.most_states);
                self.complete.push(Complete { overflow, most_states, leaks, overflows, blocked, graph });
            }
            Err(limit) => wanted.iter().for_each(|property| self.stays_open(*property, Unknown::Limit(limit))),
        }
        self.count_questions(&machine);
    }

    /// Tries once more what numbers are in the way of, with all that is known of them.
    pub fn strengthen(&mut self) {
        for mut complete in std::mem::take(&mut self.complete) {
            for precision in [Precision::Guards, Precision::Pairs] {
                let mut wanted = self.wanted(complete.overflow);
                wanted.retain(|property| complete.blocked.contains(property));
                if wanted.is_empty() || self.budget.exhausted().is_some() {
                    break;
                }
                let stronger = strengthened(&complete.graph, complete.overflow, precision, self.budget);
                let Some(stronger) = stronger else { continue };
                let mut machine = Machine::new(self.prepared, complete.overflow, self.budget);
                machine.leaks = complete.leaks;
                match assemble(&mut machine, stronger, complete.most_states, self.budget) {
                    Ok(stronger) => {
                        self.settle(&machine, &stronger, &wanted);
                        complete.graph = stronger;
                    }
                    Err(why) => tracing::debug!("symex: what was found does not hold: {why:?}"),
                }
                self.count_questions(&machine);
            }
            // Once is enough.
            complete.blocked.clear();
            self.complete.push(complete);
        }
    }

    fn settle(&mut self, machine: &Machine<'_, '_>, graph: &Assembled, wanted: &[Property]) {
        let overflow = machine.overflow;
        let mut proof = Proof { overflow, contexts: graph.contexts.clone(), endings: Vec::new() };
        show(machine, &proof, graph.edges.len());
        let plain = Arc::new(proof.clone());
        for property in wanted {
            if let Some(finding) = machine.findings.iter().find(|finding| finding.blocks(*property)) {
                self.stays_open(*property, reason(finding));
            } else if *property != Property::Termination {
                self.is_proved(*property, plain.clone());
            } else {
                match endings(&graph.edges, overflow, &|place| plain.state(place), self.budget) {
                    Ok(endings) => {
                        proof.endings = endings;
                        self.is_proved(*property, Arc::new(proof.clone()));
                    }
                    Err(component) => {
                        let why = "no argument was found why a loop or recursion ends".to_string();
                        tracing::debug!("symex: open {component:?}");
                        self.stays_open(*property, Unknown::Imprecise { why, at: Places::nowhere() });
                    }
                }
            }
        }
    }

    fn is_proved(&mut self, property: Property, proof: Arc<Proof>) {
        let outcome = Outcome::Proved(Box::new(Executed(proof)));
        (self.tell)(Answer::new(property, outcome).after(self.budget));
        self.open.retain(|(open, _)| *open != property);
    }

    /// The first reason is the one that people understand.
    fn stays_open(&mut self, property: Property, why: Unknown) {
        if let Some((_, reason)) = self.open.iter_mut().find(|(open, _)| *open == property) {
            reason.get_or_insert(why);
        }
    }

    fn count_questions(&self, machine: &Machine<'_, '_>) {
        let questions = machine.prover.counts();
        self.budget.count("questions", questions.questions);
        self.budget.count("questions for the solver", questions.asked_solver);
    }

    /// Nothing more is tried.
    pub fn give_up(self) {
        for (property, reason) in self.open {
            let reason = match (reason, self.budget.exhausted()) {
                (Some(Unknown::Limit(_)) | None, Some(limit)) => Unknown::Limit(limit),
                (Some(reason), _) => reason,
                (None, None) => Unknown::Limit(Limit::Effort),
            };
            (self.tell)(Answer::new(property, Outcome::Unknown(reason)));
        }
    }
}

/// Can a graph in which overflows are taken so settle the property?
fn speaks_of(overflow: Overflow, property: Property) -> bool {
    match overflow {
        Overflow::Blocks => true,
        Overflow::Counts => property == Property::Termination,
        Overflow::Wraps => !matches!(property, Property::Termination | Property::NoOverflow),
    }
}

/// Is it in the way of the property, and might better bounds take it away?
fn is_about_numbers(finding: &Finding, property: Property) -> bool {
    const KINDS: [BugKind; 7] = [
        BugKind::SignedOverflow,
        BugKind::OutOfBounds,
        BugKind::ErrorCall,
        BugKind::DivByZero,
        BugKind::ShiftOutOfRange,
        BugKind::ArraySize,
        BugKind::OverlappingCopy,
    ];
    finding.blocks(property) && matches!(finding.problem, Problem::Bug(kind) if KINDS.contains(&kind))
}

/// A complete graph; what it cannot exclude stays in the machine.
fn graph(machine: &mut Machine<'_, '_>, effort: Effort, budget: &Budget) -> Result<Assembled, Limit> {
    let overflow = machine.overflow;
    let explored = explore(machine, effort, budget)
        .inspect_err(|limit| tracing::debug!("symex {overflow:?}: exploration stopped by {limit:?}"))?;
    machine.findings.clear();
    assemble(machine, explored, effort.most_states, budget).map_err(|why| {
        tracing::debug!("symex {overflow:?}: not assembled: {why:?}");
        match why {
            Uncovered::Stopped(limit) => limit,
            Uncovered::Missing(_) => Limit::Effort,
        }
    })
}

fn reason(finding: &Finding) -> Unknown {
    match finding.problem {
        Problem::Bug(kind) => Unknown::Imprecise { why: format!("{} [{kind}]", finding.message), at: finding.loc },
        Problem::Unsupported => Unknown::Unsupported { what: finding.message.clone(), at: finding.loc },
    }
}

fn show(machine: &Machine<'_, '_>, proof: &Proof, edges: usize) {
    tracing::debug!(
        "symex {:?}: {} contexts, {} states, {edges} edges, {} findings, {:?}",
        proof.overflow,
        proof.contexts.len(),
        proof.states(),
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
}
