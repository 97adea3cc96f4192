//! One question: in which order it is tried to be answered.

use std::collections::VecDeque;
use std::sync::Arc;

use chc::library::library;
use chc::memory::ObjectId;
use chc::proof::{Evidence, Proof, Solved};
use chc::system::{Obligation, Trouble};
use chc::{Asks, Plan, Pointers, Words, clauses, fitting_runs};
use engine::{Budget, FiniteTrace, Limit, Outcome, Property, Task, Unknown};
use ir::{BinOp, CallGraph, Callee, Id, InstKind, Module};
use smt::{Guidance, HornAnswer, Session, Terms};

use crate::attempt::{Attempt, formulas};
use crate::bounded::{Bounded, Shown};
use crate::inductive::Inductive;
use crate::narrow;
use crate::plan::plan;
use crate::refute::{Found, Question, refute};
use crate::sites::{MANY, Questions, SEVERAL, one_by_one, sites};
use crate::solve::{Known, Strategy, UNITS_OF_STEP, ask, is_linear, size};
use crate::tried::{Tried, tried};

/// One question.
pub struct Search<'a, 'm> {
    task: &'a Task<'m>,
    property: Property,
    budget: &'a Budget,
    pointers: Pointers,
    asks: Asks,
    /// The program with copies of functions, if calls are told apart.
    copied: Option<&'a Module>,
    attempts: Vec<Attempt>,
    /// Why there is no answer, from the attempt that came closest.
    reason: Option<Unknown>,
    /// The program comes to something that no reading knows.
    is_beyond: bool,
    /// What was spent on each look for runs in which all numbers fit, at most.
    spent_on_fitting: u32,
    /// Words of each reading, and how many elements of arrays are known.
    readings: Vec<(Words, u8)>,
    /// What is left to try: how much the solver may spend, and in which way.
    turns: VecDeque<(u32, Way)>,
    /// There is nothing left to try.
    is_over: bool,
}

/// A way to ask about clauses.
#[derive(Clone, Copy)]
enum Way {
    /// Spacer, without lemmas.
    Plain(Guidance),
    WithLemmas(Guidance),
    /// Spacer, of those variables that matter.
    Narrowed,
    Unrolled,
    /// … with many turns of loops as one step.
    Accelerated,
    /// From what holds after some steps to what does after one more.
    Inductive,
}

/// For programs with arrays: how many of their elements are known, see [`chc::Plan::cells`].
const CELLS: [(Words, u8); 3] = [(Words::Fitting, 1), (Words::Integers, 1), (Words::Fitting, 2)];

/// Clauses in which pointers are not followed are tried first if they are so many times smaller.
const MUCH_SMALLER: usize = 4;

/// With so many arguments, not all of them may matter.
const WIDE: usize = 12;

/// What a first look at those that matter may spend, and which part of a round later ones may.
const NARROW_PART: u32 = 2;
const NARROW_GLANCE: u32 = 3_000_000;

/// What the first look for a run in which all numbers fit may spend.
const FITTING_GLANCE: u32 = 400_000;

/// What unrolling may spend where there is nothing to prove.
const LAST_LOOK: u32 = 2_000_000;

enum Step {
    Settled(Outcome),
    Open,
}

impl<'a, 'm> Search<'a, 'm> {
    pub fn new(task: &'a Task<'m>, property: Property, budget: &'a Budget, pointers: Pointers) -> Self {
        Search {
            task,
            property,
            budget,
            pointers,
            asks: Asks::All,
            copied: None,
            attempts: Vec::new(),
            reason: None,
            is_beyond: false,
            spent_on_fitting: 0,
            readings: Vec::new(),
            turns: VecDeque::new(),
            is_over: false,
        }
    }

    /// Calls of functions that allocate are told apart.
    pub fn in_contexts(self, copied: Option<&'a Module>) -> Self {
        Search { copied, ..self }
    }

    fn plan(&self, words: Words, cells: u8) -> Plan {
        let module = self.copied.unwrap_or(self.task.module);
        let plan = plan(module, words, self.pointers, cells);
        Plan { asks: self.asks, contexts: self.copied.is_some(), ..plan }
    }

    /// One question of several, with words of one kind, once runs were tried.
    pub fn settle_part(mut self, words: Words, asks: Asks) -> Outcome {
        self.asks = asks;
        if let Err(reason) = self.prepare(words) {
            return Outcome::Unknown(reason);
        }
        self.readings.retain(|reading| reading.0 == words);
        self.readings.dedup();
        loop {
            let outcome = self.turn();
            if self.is_over || self.budget.exhausted().is_some() || !matches!(outcome, Outcome::Unknown(_)) {
                return outcome;
            }
        }
    }

    /// Where pointers that are not followed may be in the way of an answer, or functions of the library, one that takes them to be
    /// valid is looked for, too, by turns: first if the clauses are much smaller then.
    pub fn settle(mut self) -> (Outcome, Option<Unknown>) {
        let Tried { trace, breaks_trust } = tried(self.task, self.property, self.budget);
        if let Some(trace) = trace {
            return (Outcome::Refuted(trace.into()), None);
        }
        let mut outcome = match self.prepare(self.first()) {
            Ok(()) => self.give_up(),
            Err(reason) => return (Outcome::Unknown(reason), None),
        };
        if is_memory(self.property) {
            return self.settle_memory();
        }
        let mut searches = vec![self];
        if !breaks_trust && searches[0].may_trust() {
            let Search { task, property, budget, copied, .. } = searches[0];
            let trusting = |trusted| Search::new(task, property, budget, trusted);
            let mut trusting = [trusting(Pointers::Ignored), trusting(Pointers::Trusted).in_contexts(copied)];
            let is_small =
                trusting[0].prepare(Words::Rough).is_ok() && trusting[0].size() < searches[0].size() / MUCH_SMALLER;
            searches.splice(if is_small { 0..0 } else { 1..1 }, trusting);
        }
        while searches.iter().any(|search| !search.is_over) {
            for search in searches.iter_mut().filter(|search| !search.is_over) {
                outcome = search.turn();
                if !matches!(outcome, Outcome::Unknown(_)) || search.budget.exhausted().is_some() {
                    return (outcome, None);
                }
            }
        }
        let followed = searches.into_iter().find(|search| search.pointers == Pointers::Followed);
        (outcome, followed.filter(|search| search.is_beyond).and_then(|search| search.reason))
    }

    /// If there are many objects, each by itself; otherwise the whole is looked at for a moment before.
    fn settle_memory(mut self) -> (Outcome, Option<Unknown>) {
        let sites = sites(&self.attempts[0].system);
        // What is there many times is not looked at in the whole.
        let is_part = !self.attempts[0].system.assumed.is_empty();
        if sites.len() >= MANY {
            return (self.one_by_one(&sites), None);
        }
        while !self.is_over && self.budget.exhausted().is_none() {
            let outcome = self.turn();
            match outcome {
                Outcome::Unknown(_) => {}
                Outcome::Proved(_) if is_part => {}
                Outcome::Proved(_) | Outcome::Refuted(_) | Outcome::Suspected(..) => return (outcome, None),
            }
            if (sites.len() >= SEVERAL || is_part) && !self.is_over {
                return (self.one_by_one(&sites), None);
            }
        }
        let outcome = self.give_up();
        (outcome, self.reason.filter(|_| self.is_beyond))
    }

    fn one_by_one(&self, sites: &[ObjectId]) -> Outcome {
        let Search { task, property, budget, pointers, copied, .. } = *self;
        let ask = |words: Words, asks: Asks, budget: &Budget| {
            Search::new(task, property, budget, pointers).in_contexts(copied).settle_part(words, asks)
        };
        let words = self.readings.iter().filter(|(_, cells)| *cells == 0).map(|(words, _)| *words);
        let assumed = |plan: &Plan| {
            let system = clauses(task, property, plan, &Terms::new(), budget);
            system.map_or_else(|_| Vec::new(), |system| system.assumed)
        };
        one_by_one(sites, &words.collect::<Vec<_>>(), budget, &Questions { ask: &ask, assumed: &assumed })
    }

    /// Is an answer wanted that takes pointers and calls of the library to be valid? Whether sums overflow that are made from memory of
    /// which nothing is known is never shown so.
    fn may_trust(&self) -> bool {
        let obligations = self.attempts.iter().flat_map(|attempt| attempt.system.obligations.iter().flatten());
        let mut troubles = obligations.map(|excluded| &excluded.obligation.trouble);
        let mut matters =
            || troubles.any(|trouble| matches!(trouble, Trouble::Beyond(_))) || calls_library(self.task.module);
        self.property == Property::UnreachCall && matters()
    }

    /// A run that violates the property may need no number that does not fit, although the first that was found does: the machine
    /// wraps around, and C has no meaning for it.
    fn fitting_run(&mut self, work: u32) -> Option<FiniteTrace> {
        // At first for a moment: where there are none, all of it is in vain.
        let work = if self.spent_on_fitting == 0 { work.min(FITTING_GLANCE) } else { work };
        if self.property != Property::UnreachCall || work / 4 < self.spent_on_fitting {
            return None;
        }
        self.spent_on_fitting = work;
        let terms = Terms::new();
        let plan = self.plan(Words::Fitting, 0);
        let system = fitting_runs(self.task, self.property, &plan, &terms, self.budget).ok()?;
        let session = Session::new(&terms).ok()?;
        let work = work.saturating_mul(4);
        let mut bounded = Bounded::new(&system, &session);
        // What the solver does with products of unknown numbers, it does not count.
        if is_linear(&system.horn, &terms) {
            match bounded.go_on(self.task, self.property, &system, work, self.budget) {
                Shown::Broken(found) => return found.trace,
                // There is none.
                Shown::Ends(_) => {
                    self.spent_on_fitting = u32::MAX;
                    return None;
                }
                Shown::Nothing => {}
            }
        }
        let mut known = Known::default();
        for guidance in Strategy::of(&system.horn, &terms, self.budget).guidances {
            match known.ask(&system.horn, &session, guidance, work, self.budget) {
                HornAnswer::Unsafe(found) => {
                    return refute(self.task, self.property, &system, &session, &found, self.budget).trace;
                }
                HornAnswer::Safe(_) => return None,
                HornAnswer::Unknown(_) => {}
            }
        }
        None
    }

    /// The first reading: all are of about the same size.
    fn prepare(&mut self, first: Words) -> Result<(), Unknown> {
        self.readings = vec![(first, 0)];
        if first != Words::Integers {
            self.readings.push((Words::Integers, 0));
        }
        if has_bit_operations(self.task.module) {
            self.readings.push((Words::Bits, 0));
        }
        self.attempt(self.readings[0])?;
        if self.attempts[0].system.relations.iter().flat_map(|relation| &relation.args).any(|arg| arg.array) {
            self.readings.splice(1..1, CELLS);
        }
        let Attempt { system, .. } = &self.attempts[0];
        if first != Words::Rough && !is_linear(&system.horn, &system.terms) {
            self.readings.insert(1, (Words::Rough, 0));
        }
        let strategy = self.attempts[0].strategy(self.budget);
        let [first, others @ ..] = strategy.guidances;
        let glance = strategy.glance();
        let is_wide = self.attempts[0].system.relations.iter().any(|relation| relation.args.len() >= WIDE);
        self.turns = VecDeque::from([(glance, Way::Plain(first))]);
        // Of what other objects hold, little matters.
        let parts = if self.asks == Asks::All { 10 } else { 2 };
        let part = |left: u64| u32::try_from(left.saturating_mul(UNITS_OF_STEP) / parts).unwrap_or(u32::MAX);
        let narrow = self.budget.steps_left().map_or(NARROW_GLANCE, |left| part(left).min(NARROW_GLANCE));
        self.turns.extend(is_wide.then_some((narrow, Way::Narrowed)));
        if self.asks != Asks::All && is_wide {
            self.turns.rotate_left(1);
        }
        self.turns.push_back((glance, Way::Unrolled));
        // What happens to one object happens in few turns, or in all.
        let is_whole = self.asks == Asks::All;
        self.turns.extend(is_whole.then_some((glance, Way::Accelerated)));
        for work in strategy.rounds {
            self.turns.push_back((work, Way::WithLemmas(first)));
            self.turns.extend(is_wide.then_some((work / NARROW_PART, Way::Narrowed)));
            self.turns.push_back((work, Way::Unrolled));
            let further = [(work, Way::Accelerated), (work, Way::Inductive)];
            self.turns.extend(further.into_iter().filter(|_| is_whole));
            self.turns.extend(others.map(|guidance| (work, Way::WithLemmas(guidance))));
        }
        Ok(())
    }

    /// Numbers that come from memory of which nothing is known fit nowhere.
    fn first(&self) -> Words {
        if self.pointers.are_trusted() { Words::Rough } else { Words::Fitting }
    }

    /// How large the first reading is.
    fn size(&self) -> usize {
        self.attempts.first().map_or(0, |attempt| size(&attempt.system.horn, &attempt.system.terms))
    }

    /// Asks about all readings, in one way.
    fn turn(&mut self) -> Outcome {
        if self.attempts.is_empty()
            && let Err(reason) = self.prepare(self.first())
        {
            self.is_over = true;
            return Outcome::Unknown(reason);
        }
        let Some((work, way)) = self.turns.pop_front() else {
            self.is_over = true;
            return self.give_up();
        };
        for (index, reading) in self.readings.clone().into_iter().enumerate() {
            if let Some(limit) = self.budget.exhausted() {
                self.is_over = true;
                return Outcome::Unknown(Unknown::Limit(limit));
            }
            if index == self.attempts.len()
                && let Err(reason) = self.attempt(reading)
            {
                self.is_over = true;
                return Outcome::Unknown(reason);
            }
            let is_worth = match way {
                Way::Unrolled | Way::Accelerated | Way::Inductive => self.is_worth_unrolling(index),
                Way::Narrowed => self.is_worth_narrowing(index),
                Way::Plain(_) | Way::WithLemmas(_) => true,
            };
            if !is_worth {
                continue;
            }
            if let Step::Settled(outcome) = self.solve(index, way, work) {
                return outcome;
            }
            if self.is_beyond {
                self.is_over = true;
                break;
            }
            if self.attempts.len() == self.readings.len() && self.is_hopeless() {
                self.is_over = true;
                return self.last_look();
            }
        }
        self.give_up()
    }

    /// There is a derivation in every reading, but no run was found: unrolling may come to another one.
    fn last_look(&mut self) -> Outcome {
        for attempt in self.attempts.iter_mut().filter(|attempt| attempt.plan.cells == 0) {
            let Attempt { system, bounded, .. } = attempt;
            let shown = bounded.go_on(self.task, self.property, system, LAST_LOOK, self.budget);
            if let Shown::Broken(Found { trace: Some(trace), .. }) = shown {
                return Outcome::Refuted(trace.into());
            }
        }
        self.give_up()
    }

    /// Single elements of arrays say nothing about a run, and of mathematical integers, one kind is enough at a time.
    fn is_worth_unrolling(&self, index: usize) -> bool {
        let is_whole = |attempt: &Attempt| attempt.plan.cells == 0;
        let is_integer = |attempt: &Attempt| is_whole(attempt) && attempt.plan.words != Words::Bits;
        let (before, at) = (&self.attempts[..index], &self.attempts[index]);
        is_whole(at) && !(is_integer(at) && before.iter().any(|other| is_integer(other) && !other.is_hopeless))
    }

    /// Which variables matter is the same for all readings.
    fn is_worth_narrowing(&self, index: usize) -> bool {
        let is_whole = |attempt: &Attempt| attempt.plan.cells == 0;
        let (before, at) = (&self.attempts[..index], &self.attempts[index]);
        is_whole(at) && before.iter().all(|other| !is_whole(other) || other.is_hopeless)
    }

    fn is_hopeless(&self) -> bool {
        self.attempts.iter().all(|attempt| attempt.is_hopeless)
    }

    fn give_up(&self) -> Outcome {
        Outcome::Unknown(self.reason.clone().unwrap_or(Unknown::Limit(Limit::Effort)))
    }

    fn attempt(&mut self, (words, cells): (Words, u8)) -> Result<(), Unknown> {
        let plan = self.plan(words, cells);
        self.attempts.push(Attempt::new(self.task, self.property, plan, self.budget)?);
        Ok(())
    }

    fn solve(&mut self, index: usize, way: Way, work: u32) -> Step {
        let Attempt { plan, system, session, known, narrow, bounded, is_hopeless, .. } = &mut self.attempts[index];
        if *is_hopeless {
            return Step::Open;
        }
        let budget = self.budget;
        let answer = match way {
            Way::Unrolled => match bounded.go_on(self.task, self.property, system, work, budget) {
                Shown::Nothing => return Step::Open,
                Shown::Ends(steps) => return proved(plan, Evidence::Steps(steps)),
                Shown::Broken(Found { trace: Some(trace), .. }) => {
                    return Step::Settled(Outcome::Refuted(trace.into()));
                }
                // Others may come to another run.
                Shown::Broken(Found { trace: None, .. }) => {
                    let found = self.fitting_run(work);
                    return found.map_or(Step::Open, |trace| Step::Settled(Outcome::Refuted(trace.into())));
                }
            },
            Way::Accelerated => return self.accelerated(index, work),
            Way::Inductive => return self.inductive(index, work),
            Way::Narrowed => {
                let question = Question { task: self.task, property: self.property, system, session, budget };
                match narrow.go_on(&question, work) {
                    narrow::Shown::Nothing => return Step::Open,
                    narrow::Shown::Solved(solution) => {
                        return proved(plan, Evidence::Formulas(formulas(system, &solution)));
                    }
                    narrow::Shown::Broken(found) => return self.refuted(index, found, work.min(FITTING_GLANCE)),
                }
            }
            Way::Plain(guidance) => ask(&system.horn, session, guidance, work, budget),
            Way::WithLemmas(guidance) => known.ask(&system.horn, session, guidance, work, budget),
        };
        let found = match answer {
            HornAnswer::Safe(solution) => return proved(plan, Evidence::Formulas(formulas(system, &solution))),
            HornAnswer::Unsafe(derivation) => refute(self.task, self.property, system, session, &derivation, budget),
            HornAnswer::Unknown(why) => {
                tracing::debug!(why, "the clauses were not solved");
                return Step::Open;
            }
        };
        self.refuted(index, found, work)
    }

    /// Unrolls with many turns of loops as one step.
    fn accelerated(&mut self, index: usize, work: u32) -> Step {
        let Attempt { plan, system, session, fast, .. } = &mut self.attempts[index];
        let fast = fast.get_or_insert_with(|| Bounded::accelerated(system, session, self.budget));
        let Some(fast) = fast else { return Step::Open };
        match fast.go_on(self.task, self.property, system, work, self.budget) {
            // There are more clauses than the system has: it has no longer derivations.
            Shown::Ends(steps) => proved(plan, Evidence::Steps(steps)),
            Shown::Broken(Found { trace: Some(trace), .. }) => Step::Settled(Outcome::Refuted(trace.into())),
            Shown::Broken(Found { trace: None, .. }) | Shown::Nothing => Step::Open,
        }
    }

    /// Goes from what holds in some steps to the next one.
    fn inductive(&mut self, index: usize, work: u32) -> Step {
        let Attempt { plan, system, session, known, bounded, inductive, .. } = &mut self.attempts[index];
        let Some(lemmas) = known.lemmas() else { return Step::Open };
        let inductive = inductive.get_or_insert_with(|| Inductive::new(system, session, lemmas.clone()));
        match inductive.go_on(system, bounded.safe(), work, self.budget) {
            None => Step::Open,
            Some((steps, known)) => proved(plan, Evidence::Induction { formulas: formulas(system, known), steps }),
        }
    }

    /// There is a derivation, and no proof of this reading.
    fn refuted(&mut self, index: usize, found: Found, work: u32) -> Step {
        let Attempt { plan, is_hopeless, .. } = &mut self.attempts[index];
        *is_hopeless = true;
        // Where numbers wrap around, what is known of their low bits may help.
        let bits = (Words::Bits, 0);
        let is_number = plan.words == Words::Fitting && plan.cells == 0 && !is_memory(self.property);
        if is_number && !self.readings.contains(&bits) {
            self.readings.push(bits);
        }
        // What is not known of memory may be at fault.
        let (knows_arrays, knows_objects) = (plan.cells == 0, plan.pointers == Pointers::Followed);
        let Found { trouble, trace } = found;
        if let Some(trace) = trace {
            return Step::Settled(Outcome::Refuted(trace.into()));
        }
        if knows_arrays
            && knows_objects
            && let Some(trace) = self.fitting_run(work)
        {
            return Step::Settled(Outcome::Refuted(trace.into()));
        }
        if knows_arrays && let Some(trouble) = trouble {
            self.is_beyond |= matches!(trouble.trouble, Trouble::Beyond(_) | Trouble::Unsupported(_));
            self.reason = reason(trouble).or(self.reason.take());
        }
        Step::Open
    }
}

fn proved(plan: &Plan, evidence: Evidence) -> Step {
    let proof = Proof::of(plan.clone(), evidence);
    Step::Settled(Outcome::Proved(Box::new(Solved(Arc::new(proof)))))
}

/// Are there functions that need not be read when pointers are trusted?
fn calls_library(module: &Module) -> bool {
    let is_library = library(module, &CallGraph::of(module), &|_| false);
    let users = module.funcs.iter().filter(|func| !func.model);
    let mut calls =
        users.flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts).filter_map(|inst| inst.kind.as_call());
    calls.any(|call| matches!(call.callee, Callee::Direct(callee) if is_library[callee.index()]))
}

/// Mathematical integers have no exact words for them.
fn has_bit_operations(module: &Module) -> bool {
    let insts = module.funcs.iter().flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| match inst.kind {
        InstKind::Binary { op, .. } => match op {
            BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl | BinOp::LShr | BinOp::AShr => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul => false,
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => true,
        },
        InstKind::Bits { .. } => true,
        // Any other instruction reads alike.
        _ => false,
    })
}

/// Why something that is not excluded leaves the question open; nothing where it is the reading's fault.
fn reason(obligation: Obligation) -> Option<Unknown> {
    let at = obligation.at;
    match obligation.trouble {
        Trouble::Bug(kind) => Some(Unknown::Imprecise { why: format!("{kind} is not excluded"), at }),
        Trouble::Unsupported(what) => Some(Unknown::Unsupported { what, at }),
        Trouble::Beyond(what) => Some(Unknown::Imprecise { why: what.to_string(), at }),
        Trouble::Misfit => None,
    }
}

fn is_memory(property: Property) -> bool {
    !matches!(property, Property::UnreachCall | Property::NoOverflow)
}
