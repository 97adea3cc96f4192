//! Clauses, unrolled: what can be derived in so many steps, as formulas without relations (bounded model checking, as in Biere,
//! Cimatti, Clarke, Zhu: TACAS 1999).
//!
//! A run is a sequence of facts, and each step uses one clause. Functions with summaries are followed into: whoever calls waits, and
//! where the function returns, the clauses that have the summary in their bodies lead on from there.
//!
//! Soundness: every run is covered. Layer `n` covers the states that runs come to in `n` steps: for some values of the variables its
//! condition holds, and its arguments have the values of the state. The clauses that start from one fact share their variables,
//! since a run uses one of them; those behind a call share them with the call, because both are about the values that the run had when
//! it called. Where several clauses lead to one relation, variables of their own choose between them. If no layer breaks anything and one is
//! empty, nothing is ever broken.

mod groups;
mod layer;
mod renaming;

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Func, SatAnswer, Solution, Solver, Sort, Term, Value};

use crate::system::System;
use groups::Groups;
use layer::{Fact, Layer, Led, Reached, Way};
use renaming::Renaming;

/// What can be derived, step by step.
#[derive(Debug)]
pub struct Unrolling {
    groups: Groups,
    layers: Vec<Layer>,
    calls: Vec<Call>,
    /// What variables of clauses stand for.
    renamings: Vec<FxHashMap<Term, Term>>,
}

/// A call that has not returned.
#[derive(Debug)]
struct Call {
    /// The one that the caller was called by.
    within: CallId,
    /// Where it is: the group of clauses.
    relation: Option<Func>,
    group: usize,
    renaming: usize,
}

type CallId = Option<usize>;

/// What one more step shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There are facts to go on from.
    Open,
    /// Nothing is broken, and no step follows.
    Over,
    /// Something is broken: the solver has a model.
    Broken,
    Unknown(String),
}

/// A clause that a run uses, and what its variables stand for.
#[derive(Debug)]
pub struct Step<'u> {
    pub clause: usize,
    pub renamed: &'u FxHashMap<Term, Term>,
    /// It leads on where a function has returned: what was before the call is the step of the call.
    pub returns: bool,
}

impl Unrolling {
    /// `None` for clauses of another kind, see [`Groups::of`].
    pub fn of(system: &System) -> Option<Unrolling> {
        let groups = Groups::of(system)?;
        Some(Unrolling { groups, layers: Vec::new(), calls: Vec::new(), renamings: Vec::new() })
    }

    /// From any one state in which the formulas hold, rather than from the start of the program. Not where functions have summaries: who
    /// returns from a state in the middle comes back to nobody knows whom.
    pub fn anywhere(system: &System, known: &Solution) -> Option<Unrolling> {
        let (horn, terms) = (&system.horn, &system.terms);
        let is_linear = horn.clauses().iter().all(|clause| horn.atoms(clause.body).len() <= 1);
        let mut unrolling = Unrolling::of(system).filter(|unrolling| is_linear && unrolling.groups.have_no_calls())?;
        let start = |relation: &Func| {
            let args: Vec<Term> = terms.params(*relation).iter().map(|sort| terms.fresh_var("any", *sort)).collect();
            // At which of the relations the run is. What others lead to says nothing.
            let is_here = terms.fresh_var("here", Sort::Bool);
            let condition = terms.and([is_here, known.apply(terms.apply(*relation, &args))]);
            Reached { fact: Fact { relation: *relation, call: None, condition, args }, ways: Vec::new() }
        };
        let reached = horn.relations().iter().map(start).collect();
        unrolling.layers.push(Layer { reached, broken: Vec::new() });
        Some(unrolling)
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.layers.len()
    }

    /// One more step. What the solver asserts is true of the runs that are looked for.
    pub fn step(&mut self, system: &System, solver: &mut Solver) -> Progress {
        let mut layer = self.next(system);
        let terms = &system.terms;
        let broken = terms.or(layer.broken.iter().map(|way| way.condition));
        let answer = if broken == terms.ff() { SatAnswer::Unsat } else { solver.check_assuming(&[broken]) };
        match answer {
            SatAnswer::Unsat => {}
            SatAnswer::Sat => {
                self.layers.push(layer);
                return Progress::Broken;
            }
            SatAnswer::Unknown(why) => return Progress::Unknown(why),
        }
        // What nobody knows to be impossible stays.
        let mut is_possible =
            |fact: &Fact| fact.condition == terms.tt() || !solver.check_assuming(&[fact.condition]).is_unsat();
        layer.reached.retain(|reached| is_possible(&reached.fact));
        let is_over = layer.reached.is_empty();
        self.layers.push(layer);
        if is_over { Progress::Over } else { Progress::Open }
    }

    fn next(&mut self, system: &System) -> Layer {
        let mut layer = Layer::default();
        match self.layers.last() {
            None => self.follow(system, None, 0, &mut layer),
            Some(last) => {
                let facts: Vec<Fact> = last.reached.iter().map(|reached| reached.fact.clone()).collect();
                for (from, fact) in facts.iter().enumerate() {
                    self.follow(system, Some(fact), from, &mut layer);
                }
            }
        }
        for reached in &mut layer.reached {
            reached.join(&system.terms);
        }
        layer
    }

    /// Adds what follows from a fact of the layer before, or from none.
    fn follow(&mut self, system: &System, fact: Option<&Fact>, from: usize, layer: &mut Layer) {
        let relation = fact.map(|fact| fact.relation);
        let groups = self.groups.from(relation).len();
        for group in 0..groups {
            self.apply(system, (relation, group), fact, from, layer);
        }
        if let Some(fact) = fact.filter(|fact| self.groups.is_return(fact.relation))
            && let Some(call) = fact.call
        {
            self.come_back(system, call, fact, from, layer);
        }
    }

    /// Adds what a group of clauses makes of a fact.
    fn apply(
        &mut self,
        system: &System,
        (relation, index): (Option<Func>, usize),
        fact: Option<&Fact>,
        from: usize,
        layer: &mut Layer,
    ) {
        let terms = &system.terms;
        let group = &self.groups.from(relation)[index];
        let mut renaming = Renaming { system, renamed: FxHashMap::default() };
        let bound = group.atom.zip(fact).map(|(atom, fact)| renaming.bind(atom, fact));
        // What is behind calls is about the same values, but for what the function returns.
        let returned = group.returns.iter().flat_map(|(_, summary)| system.horn.applied(*summary).1);
        let returned: FxHashSet<Term> = returned.filter(|arg| terms.as_var(*arg).is_some()).collect();
        let here = renaming.roots(&group.clauses, bound.iter().flatten().map(|(arg, _)| *arg));
        let behind: Vec<usize> = group.returns.iter().map(|(clause, _)| *clause).collect();
        renaming.complete(&here, |_| true);
        let later = renaming.roots(&behind, []);
        renaming.complete(&later, |variable| !returned.contains(&variable));
        let done = terms.substituted(here, &renaming.renamed);
        let equations = bound.iter().flatten().map(|(arg, value)| terms.eq(done[arg], *value));
        let common = terms.and(equations.chain(fact.map(|fact| fact.condition)));
        let calls = group.clauses.iter().any(|clause| self.groups.is_call(system, *clause));
        let (within, clauses) = (fact.and_then(|fact| fact.call), group.clauses.clone());
        let renaming = self.keep(renaming.renamed);
        if calls {
            self.calls.push(Call { within, relation, group: index, renaming });
        }
        for clause in clauses {
            let call = if self.groups.is_call(system, clause) { self.calls.len().checked_sub(1) } else { within };
            layer.lead(system, Led { clause, from, renaming, common, call }, &done);
        }
    }

    fn keep(&mut self, renamed: FxHashMap<Term, Term>) -> usize {
        self.renamings.push(renamed);
        self.renamings.len() - 1
    }

    /// Adds what the caller makes of what a function returns.
    fn come_back(&mut self, system: &System, call: usize, fact: &Fact, from: usize, layer: &mut Layer) {
        let terms = &system.terms;
        let Call { within, relation, group, renaming } = self.calls[call];
        let returns = self.groups.from(relation)[group].returns.clone();
        for (clause, summary) in returns {
            if system.horn.applied(summary).0 != fact.relation {
                continue;
            }
            let renamed = self.renamings[renaming].clone();
            let mut renaming = Renaming { system, renamed };
            let bound = renaming.bind(summary, fact);
            let roots = renaming.roots(&[clause], bound.iter().map(|(arg, _)| *arg));
            renaming.complete(&roots, |_| true);
            let done = terms.substituted(roots, &renaming.renamed);
            let equations = bound.iter().map(|(arg, value)| terms.eq(done[arg], *value));
            let common = terms.and(equations.chain([fact.condition]));
            let renaming = self.keep(renaming.renamed);
            layer.lead(system, Led { clause, from, renaming, common, call: within }, &done);
        }
    }

    /// The formula: something is broken in the last step.
    pub fn broken(&self, system: &System) -> Term {
        system.terms.or(self.layers.last().into_iter().flat_map(|layer| &layer.broken).map(|way| way.condition))
    }

    /// After [`Progress::Broken`], by the solver's model: the clauses of the run, in its order.
    pub fn run(&self, system: &System, solver: &mut Solver) -> Option<Vec<Step<'_>>> {
        let mut holds = |term: Term| solver.value(term) == Some(Value::Bool(true));
        let step = |way: &Way| {
            let returns = self.groups.leads_on(system, way.clause);
            Step { clause: way.clause, renamed: &self.renamings[way.renaming], returns }
        };
        let (last, before) = self.layers.split_last()?;
        let way = last.broken.iter().find(|way| holds(way.condition))?;
        let mut steps = vec![step(way)];
        let mut from = way.from;
        for layer in before.iter().rev() {
            let reached = &layer.reached[from];
            let way = reached.ways.iter().find(|way| holds(way.chosen)).or(reached.ways.last())?;
            steps.push(step(way));
            from = way.from;
        }
        steps.reverse();
        Some(steps)
    }
}
