//! From a derivation to a run.
//!
//! Facts of the derivation are states of the run at the places of their relations. For each, a solver finds the clause that it
//! follows by, and with it the inputs on the way; put together in the order of the run they are tried by the interpreter.

use std::collections::VecDeque;

use chc::system::{Asked, Obligation, Place, System, Trouble};
use chc::unroll::{Step, Unrolling};
use engine::{Budget, BugKind, FiniteTrace, InputKind, Property, Task};
use interp::{End, InputSource, ListedInputs, NoObserver, Options, Request};
use ir::{LocId, truncate};
use rustc_hash::FxHashMap;
use smt::{BvCmp, Derivation, Func, Limits, Node, Session, Solver, Sort, Term, Terms, Value};

use crate::accelerate::Turns;

/// What the solver may spend on finding the clause of a fact.
const WORK: u32 = 5_000_000;

/// Facts that a run may come through, calls inside calls, and inputs.
const MOST_FACTS: usize = 100_000;
const MOST_DEPTH: usize = 1_000;

/// Steps of a run that is tried: at least, for each fact of its derivation, and at most. One that goes on for longer has left the derivation.
const LEAST_STEPS: u64 = 1_000_000;
const STEPS_OF_FACT: u64 = 10_000;
const MOST_STEPS: u64 = 50_000_000;
/// … and for each turn of a loop without loops inside.
const STEPS_OF_TURN: u64 = 1_000;

/// Inputs up to these are small.
const SMALL: [u32; 2] = [100, 30_000];

/// What a derivation leads to.
pub struct Found {
    /// What goes wrong at its end, if it can be told.
    pub trouble: Option<Obligation>,
    /// A run that violates the property.
    pub trace: Option<FiniteTrace>,
}

/// Looks for the run that a derivation stands for.
pub fn refute(
    task: &Task<'_>,
    property: Property,
    system: &System,
    session: &Session,
    derivation: &Derivation,
    budget: &Budget,
) -> Found {
    let mut solver = Solver::new(session);
    solver.set_limits(Limits::work(WORK));
    let mut runs =
        Runs { system, derivation, solver, trouble: None, known: FxHashMap::default(), facts_left: MOST_FACTS };
    let inputs = runs.all_inputs();
    found(task, property, Proposed { inputs, facts: derivation.facts.len(), turns: 0, trouble: runs.trouble }, budget)
}

/// Looks for the run that unrolling has found: the solver has its model. Should it come to something else on its way, for example to an
/// overflow, it may be another one with small inputs.
pub fn refute_unrolled(
    task: &Task<'_>,
    property: Property,
    unrolled: (&System, &Turns),
    unrolling: &Unrolling,
    solver: &mut Solver,
    budget: &Budget,
) -> Found {
    let (system, _) = unrolled;
    let (mut found, inputs) = run_of_model(task, property, unrolled, unrolling, solver, budget);
    let is_misread = found.trouble.as_ref().is_some_and(|obligation| obligation.trouble == Trouble::Misfit);
    for limit in SMALL.into_iter().filter(|_| !is_misread) {
        if found.trace.is_some() {
            break;
        }
        let small = inputs.iter().map(|input| is_small(&system.terms, *input, limit));
        let formulas: Vec<Term> = small.chain([unrolling.broken(system)]).collect();
        if solver.check_assuming(&formulas).is_sat() {
            found.trace = run_of_model(task, property, unrolled, unrolling, solver, budget).0.trace;
        }
    }
    found
}

/// What is asked of a system, and in the end of the program.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub task: &'a Task<'a>,
    pub property: Property,
    pub system: &'a System,
    pub session: &'a Session,
    pub budget: &'a Budget,
}

/// The run of these clauses, one after the other, for whose variables the solver has values. Where they are no path, it is not tried.
pub fn refute_steps(question: &Question<'_>, steps: &[Step<'_>], is_a_path: bool, solver: &mut Solver) -> Found {
    let Question { task, property, system, budget, .. } = *question;
    let (mut proposed, _) = proposed(system, &Turns::default(), steps, solver);
    if !is_a_path {
        proposed.inputs = None;
    }
    found(task, property, proposed, budget)
}

/// … and the terms of its inputs.
fn run_of_model(
    task: &Task<'_>,
    property: Property,
    (system, turns): (&System, &Turns),
    unrolling: &Unrolling,
    solver: &mut Solver,
    budget: &Budget,
) -> (Found, Vec<Term>) {
    let steps = unrolling.run(system, solver).unwrap_or_default();
    let (proposed, terms) = proposed(system, turns, &steps, solver);
    (found(task, property, proposed, budget), terms)
}

/// What a run of these clauses is given, and the terms of it.
fn proposed(system: &System, turns: &Turns, steps: &[Step<'_>], solver: &mut Solver) -> (Proposed, Vec<Term>) {
    let mut inputs = Some(Vec::new());
    let (mut trouble, mut terms, mut turned) = (None, Vec::new(), 0);
    for Step { clause, renamed, returns } in steps {
        let mut model = Model { system, solver, renamed: Some(*renamed) };
        trouble = model.broken(*clause);
        let turns = turns.get(clause).and_then(|turns| model.value(*turns)).and_then(Value::as_int);
        turned += turns.and_then(|turns| u64::try_from(turns).ok()).unwrap_or(0);
        // What was asked before a call is among the inputs of the call.
        if !returns {
            let asked = model.asked(*clause);
            inputs = inputs.zip(asked).map(|(before, asked)| [before, asked].concat());
            let asked = &system.inputs[system.walk_of[*clause]];
            terms.extend(asked.iter().map(|input| system.terms.substitute(input.term, renamed)));
        }
    }
    (Proposed { inputs, facts: steps.len(), turns: turned, trouble }, terms)
}

/// The formula: a number is neither negative nor above the limit.
fn is_small(terms: &Terms, number: Term, limit: u32) -> Term {
    match terms.sort(number) {
        Sort::Int => terms.and([terms.le(terms.int(0), number), terms.le(number, terms.int(limit))]),
        Sort::BitVec(width) if width >= u32::BITS => {
            terms.bv_cmp(BvCmp::Ule, number, terms.bv(width, u128::from(limit)))
        }
        Sort::Bool | Sort::BitVec(_) | Sort::Array { .. } => terms.tt(),
    }
}

/// A run that may violate the property.
struct Proposed {
    inputs: Option<Vec<Chosen>>,
    /// The length of its derivation.
    facts: usize,
    /// Turns of loops that are no facts of it.
    turns: u64,
    trouble: Option<Obligation>,
}

fn found(task: &Task<'_>, property: Property, proposed: Proposed, budget: &Budget) -> Found {
    let Proposed { inputs, facts, turns, trouble } = proposed;
    // A run that is read otherwise than the machine computes it is none.
    let is_real = trouble.as_ref().is_none_or(|obligation| obligation.trouble != Trouble::Misfit);
    let steps = LEAST_STEPS
        .saturating_add(STEPS_OF_FACT.saturating_mul(facts as u64))
        .min(MOST_STEPS)
        .saturating_add(STEPS_OF_TURN.saturating_mul(turns));
    let trace = inputs.filter(|_| is_real).and_then(|inputs| try_inputs(task, property, inputs, steps, budget));
    Found { trouble, trace }
}

/// Runs the program with these inputs.
fn try_inputs(
    task: &Task<'_>,
    property: Property,
    inputs: Vec<Chosen>,
    steps: u64,
    budget: &Budget,
) -> Option<FiniteTrace> {
    let options = Options { max_steps: steps, ..Options::for_property(task, property) };
    let of = |asked: Asked| inputs.iter().filter(move |chosen| chosen.asked == asked).map(|chosen| chosen.bits);
    let mut memory: FxHashMap<LocId, VecDeque<u128>> = FxHashMap::default();
    for chosen in &inputs {
        if let Asked::Memory(at) = chosen.asked {
            memory.entry(at).or_default().push_back(chosen.bits);
        }
    }
    let (listed, undefs) = (ListedInputs::new(of(Asked::Input).collect()), of(Asked::Undef).collect());
    let mut source = Source { inputs: listed, undefs, memory };
    let run = interp::run_with(&task.flows(), task.entry, &options, &mut source, &mut (), &mut NoObserver, budget);
    tracing::debug!(end = ?run.end, inputs = run.inputs.len(), "a run was tried");
    match run.end {
        End::Violation(violation) if violates(violation.kind, property) => {
            Some(FiniteTrace { inputs: run.inputs, violation })
        }
        End::Violation(_) | End::Exited(_) | End::Aborted | End::AssumeFailed | End::Limit(_) => None,
        End::Unsupported { .. } => None,
    }
}

/// Is it a violation of the property? A leak is left to others where worse may follow: of the parts of memory safety, people want to
/// see the access that is not valid.
pub fn violates(kind: BugKind, property: Property) -> bool {
    let is_lesser = kind == BugKind::Leak && property == Property::ValidMemsafety;
    !is_lesser && kind.violates().is_some_and(|part| property.includes(part))
}

/// What a run is given at some place.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    bits: u128,
    asked: Asked,
}

/// Inputs in the order in which runs ask for them, uninitialised values in the order in which they come to be.
struct Source {
    inputs: ListedInputs,
    undefs: Vec<u128>,
    /// What was read at a place. Not all of it was uninitialised; a run that takes the wrong one is none that was looked for.
    memory: FxHashMap<LocId, VecDeque<u128>>,
}

impl InputSource for Source {
    fn next(&mut self, request: &Request) -> u128 {
        match (request.undef, request.kind) {
            (Some(index), _) => self.undefs.get(index).copied().unwrap_or(0),
            (None, InputKind::Uninit) => self.memory.get_mut(&request.loc).and_then(VecDeque::pop_front).unwrap_or(0),
            (None, _) => self.inputs.next(request),
        }
    }
}

struct Runs<'a> {
    system: &'a System,
    derivation: &'a Derivation,
    solver: Solver,
    trouble: Option<Obligation>,
    /// Inputs on the way to a fact; several calls may have the same one.
    known: FxHashMap<usize, Vec<Chosen>>,
    facts_left: usize,
}

impl Runs<'_> {
    fn symbol(&self, atom: Term) -> Option<(Func, Vec<Term>)> {
        match self.system.terms.node(atom) {
            Node::Apply(func, args) => Some((*func, args.to_vec())),
            _ => None,
        }
    }

    fn relation(&self, fact: usize) -> Option<usize> {
        let (symbol, _) = self.symbol(self.derivation.facts[fact].fact)?;
        self.system.relations.iter().position(|relation| relation.symbol == symbol)
    }

    /// Neither a relation of the program nor the frame that Z3 puts around everything: the goal.
    fn is_query(&self, fact: Term) -> bool {
        self.symbol(fact).is_some_and(|(symbol, args)| {
            args.is_empty()
                && !self.system.relations.iter().any(|relation| relation.symbol == symbol)
                && self.system.terms.name(symbol).starts_with("reached")
        })
    }

    fn all_inputs(&mut self) -> Option<Vec<Chosen>> {
        // What follows from nothing Z3 may not tell.
        let Some(goal) = self.derivation.facts.iter().position(|derived| self.is_query(derived.fact)) else {
            return self.clause_of(None, &[]);
        };
        let mut inputs = Vec::new();
        self.inputs(goal, false, MOST_DEPTH, &mut inputs)?;
        Some(inputs)
    }

    /// The inputs of the run that comes to a fact; `inside`: since the function was called whose summary it belongs to.
    fn inputs(&mut self, fact: usize, inside: bool, depth: usize, inputs: &mut Vec<Chosen>) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        // From the end to the start.
        let mut parts: Vec<Vec<Chosen>> = Vec::new();
        let mut at = Some(fact);
        while let Some(fact) = at {
            let place = self.relation(fact).map(|relation| self.system.relations[relation].place);
            if inside && matches!(place, Some(Place::Entry(_))) {
                break;
            }
            let premises = self.derivation.facts[fact].premises.clone();
            let is_exit = |runs: &Self, premise: &usize| {
                let relation = runs.relation(*premise);
                relation.is_some_and(|relation| matches!(runs.system.relations[relation].place, Place::Exit(_)))
            };
            let source = premises.iter().copied().find(|premise| !is_exit(self, premise));
            let summary = premises.iter().copied().find(|premise| is_exit(self, premise));
            self.facts_left = self.facts_left.checked_sub(1)?;
            let mut part = match self.known.get(&fact) {
                Some(known) => known.clone(),
                None => {
                    let found = self.step(fact, &premises)?;
                    self.known.insert(fact, found.clone());
                    found
                }
            };
            if let Some(summary) = summary {
                self.inputs(summary, true, depth, &mut part)?;
            }
            parts.push(part);
            at = source;
        }
        parts.into_iter().rev().for_each(|part| inputs.extend(part));
        Some(())
    }

    /// The inputs on the way from the premises to a fact.
    fn step(&mut self, fact: usize, premises: &[usize]) -> Option<Vec<Chosen>> {
        let reached = self.relation(fact).map(|_| self.derivation.facts[fact].fact);
        let premises: Vec<Term> = premises.iter().map(|premise| self.derivation.facts[*premise].fact).collect();
        self.clause_of(reached, &premises)
    }

    /// The inputs of the clause by which a fact, or the query, follows.
    fn clause_of(&mut self, reached: Option<Term>, premises: &[Term]) -> Option<Vec<Chosen>> {
        for (index, clause) in self.system.horn.clauses().iter().enumerate() {
            let Some(formulas) = self.system.horn.step(clause, reached, premises) else { continue };
            self.solver.push();
            formulas.into_iter().for_each(|formula| self.solver.assert(formula));
            let found = self.solver.check().is_sat().then(|| self.asked(index));
            self.solver.pop();
            if let Some(found) = found {
                return found;
            }
        }
        None
    }

    /// After an answer `Sat`: what the model gives to the inputs that are asked for.
    fn asked(&mut self, clause: usize) -> Option<Vec<Chosen>> {
        let mut model = Model { system: self.system, solver: &mut self.solver, renamed: None };
        let asked = model.asked(clause);
        self.trouble = model.broken(clause).or(self.trouble.take());
        asked
    }
}

/// The values of variables in a clause.
struct Model<'a> {
    system: &'a System,
    /// After an answer `Sat`.
    solver: &'a mut Solver,
    /// What the variables are in the solver, if they are others.
    renamed: Option<&'a FxHashMap<Term, Term>>,
}

impl Model<'_> {
    fn value(&mut self, term: Term) -> Option<Value> {
        let term = self.renamed.map_or(term, |renamed| self.system.terms.substitute(term, renamed));
        self.solver.value(term)
    }

    fn asked(&mut self, clause: usize) -> Option<Vec<Chosen>> {
        let mut inputs = Vec::new();
        for input in &self.system.inputs[self.system.walk_of[clause]] {
            if self.value(input.condition)? == Value::Bool(true) {
                let bits = match self.value(input.term)? {
                    Value::Bool(set) => u128::from(set),
                    Value::Int(number) => truncate(number as u128, input.width),
                    Value::Bv { value, .. } => value,
                };
                inputs.push(Chosen { bits, asked: input.asked });
            }
        }
        Some(inputs)
    }

    /// Of a query: what it is that happens.
    fn broken(&mut self, clause: usize) -> Option<Obligation> {
        let (before, at) = (&self.system.horn.clauses()[..clause], &self.system.horn.clauses()[clause]);
        if at.head.is_some() {
            return None;
        }
        let queries = before.iter().filter(|clause| clause.head.is_none()).count();
        let obligations = &self.system.obligations[queries];
        let happens = |model: &mut Self, condition: Term| model.value(condition) == Some(Value::Bool(true));
        obligations
            .iter()
            .find(|excluded| happens(self, excluded.condition))
            .map(|excluded| excluded.obligation.clone())
    }
}
