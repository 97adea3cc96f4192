//! Clauses, unrolled: what can be derived in so many steps, as formulas without relations (bounded model checking, as in Biere,
//! Cimatti, Clarke, Zhu: TACAS 1999).
//!
//! Soundness: where bodies apply one relation at most, a derivation is a sequence of facts, and each step uses one clause. So the
//! clauses of a step can share variables, if these are not bound to different arguments, and layer `n` covers every fact that a derivation of `n` steps ends in: for some
//! values of the variables its condition holds, and its arguments have the values of the fact. Where several clauses lead to one
//! relation, variables of their own choose between them. If no layer breaks anything and one is empty, nothing is ever broken.

use rustc_hash::FxHashMap;
use smt::{Clause, Func, SatAnswer, Solver, Sort, Term, Terms, Value};

use crate::system::System;

/// What can be derived, step by step.
#[derive(Debug)]
pub struct Unrolling {
    /// For each relation in a body, or none.
    clauses_from: FxHashMap<Option<Func>, Vec<Group>>,
    layers: Vec<Layer>,
}

/// Clauses that apply a relation alike.
#[derive(Debug)]
struct Group {
    atom: Option<Term>,
    clauses: Vec<usize>,
}

/// What can be derived in so many steps.
#[derive(Debug, Default)]
struct Layer {
    reached: Vec<Reached>,
    broken: Vec<Way>,
    /// What variables of clauses stand for.
    renamed: Vec<FxHashMap<Term, Term>>,
}

/// A relation holds of some arguments.
#[derive(Debug)]
struct Reached {
    relation: Func,
    condition: Term,
    args: Vec<Term>,
    /// Of these, the first that was chosen; else the last.
    ways: Vec<Way>,
}

/// A clause, from a fact of the layer before.
#[derive(Debug)]
struct Way {
    clause: usize,
    /// The fact, and what variables stand for, in their lists.
    from: usize,
    renamed: usize,
    /// What its body says, and the fact before it.
    condition: Term,
    /// What its head is about.
    args: Vec<Term>,
    /// A variable.
    chosen: Term,
}

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

/// A clause that a derivation uses, and what its variables stand for.
#[derive(Debug)]
pub struct Step<'u> {
    pub clause: usize,
    pub renamed: &'u FxHashMap<Term, Term>,
}

impl Unrolling {
    /// `None` where a body applies two relations.
    pub fn of(system: &System) -> Option<Unrolling> {
        let mut clauses_from: FxHashMap<Option<Func>, Vec<Group>> = FxHashMap::default();
        for (index, clause) in system.horn.clauses().iter().enumerate() {
            let atom = match *system.horn.atoms(clause.body) {
                [] => None,
                [only] => Some(only),
                [_, _, ..] => return None,
            };
            let relation = atom.map(|atom| system.horn.applied(atom).0);
            let groups = clauses_from.entry(relation).or_default();
            match groups.iter_mut().find(|group| group.atom == atom) {
                Some(group) => group.clauses.push(index),
                None => groups.push(Group { atom, clauses: vec![index] }),
            }
        }
        Some(Unrolling { clauses_from, layers: Vec::new() })
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.layers.len()
    }

    /// One more step. The solver has no assertions.
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
        let mut is_possible = |reached: &Reached| {
            reached.condition == terms.tt() || !solver.check_assuming(&[reached.condition]).is_unsat()
        };
        layer.reached.retain(|reached| is_possible(reached));
        let is_over = layer.reached.is_empty();
        self.layers.push(layer);
        if is_over { Progress::Over } else { Progress::Open }
    }

    fn next(&self, system: &System) -> Layer {
        let mut layer = Layer::default();
        match self.layers.last() {
            None => self.follow(system, None, &mut layer),
            Some(last) => (0..last.reached.len()).for_each(|from| self.follow(system, Some((last, from)), &mut layer)),
        }
        for reached in &mut layer.reached {
            reached.join(&system.terms);
        }
        layer
    }

    /// Adds what follows from a fact of the layer before, or from none.
    fn follow(&self, system: &System, before: Option<(&Layer, usize)>, layer: &mut Layer) {
        let fact = before.map(|(last, from)| &last.reached[from]);
        let from = before.map_or(0, |(_, from)| from);
        for Group { atom, clauses } in self.clauses_from.get(&fact.map(|fact| fact.relation)).into_iter().flatten() {
            layer.apply(system, atom.zip(fact), clauses, from);
        }
    }

    /// After [`Progress::Broken`], by the solver's model: the clauses of the derivation, in its order.
    pub fn derivation(&self, solver: &mut Solver) -> Option<Vec<Step<'_>>> {
        let mut holds = |term: Term| solver.value(term) == Some(Value::Bool(true));
        let (last, before) = self.layers.split_last()?;
        let way = last.broken.iter().find(|way| holds(way.condition))?;
        let mut steps = vec![last.step(way)];
        let mut from = way.from;
        for layer in before.iter().rev() {
            let reached = &layer.reached[from];
            let way = reached.ways.iter().find(|way| holds(way.chosen)).or(reached.ways.last())?;
            steps.push(layer.step(way));
            from = way.from;
        }
        steps.reverse();
        Some(steps)
    }
}

impl Layer {
    /// Adds what clauses make of a fact that they all have in their bodies, or of nothing.
    fn apply(&mut self, system: &System, given: Option<(Term, &Reached)>, clauses: &[usize], from: usize) {
        let terms = &system.terms;
        let clauses = || clauses.iter().map(|index| (*index, &system.horn.clauses()[*index]));
        let mut renamed: FxHashMap<Term, Term> = FxHashMap::default();
        let mut bound: Vec<(Term, Term)> = Vec::new();
        if let Some((atom, fact)) = given {
            bound.extend(system.horn.applied(atom).1.into_iter().zip(fact.args.iter().copied()));
            for (arg, value) in bound.iter().filter(|(arg, _)| terms.as_var(*arg).is_some()) {
                renamed.entry(*arg).or_insert(*value);
            }
            renamed.insert(atom, terms.tt());
        }
        let head_args = |head: Option<Term>| head.map_or_else(Vec::new, |head| system.horn.applied(head).1);
        let parts = clauses().flat_map(|(_, clause)| head_args(clause.head).into_iter().chain([clause.body]));
        let roots: Vec<Term> = parts.chain(bound.iter().map(|(arg, _)| *arg)).collect();
        for variable in terms.free_vars(roots.iter().copied()) {
            renamed.entry(variable).or_insert_with(|| terms.fresh_var("step", terms.sort(variable)));
        }
        let done = terms.substituted(roots, &renamed);
        // Arguments that are no variables, and variables that are there twice.
        let equations = bound.iter().map(|(arg, value)| terms.eq(done[arg], *value));
        let common = terms.and(equations.chain(given.map(|(_, fact)| fact.condition)));
        for (clause, Clause { body, head }) in clauses() {
            let condition = terms.and([common, done[body]]);
            if condition == terms.ff() {
                continue;
            }
            let args = head_args(*head).iter().map(|arg| done[arg]).collect();
            let chosen = terms.fresh_var("chosen", Sort::Bool);
            let way = Way { clause, from, renamed: self.renamed.len(), condition, args, chosen };
            match head {
                None => self.broken.push(way),
                Some(head) => self.lead_to(system.horn.applied(*head).0, way),
            }
        }
        self.renamed.push(renamed);
    }

    fn lead_to(&mut self, relation: Func, way: Way) {
        match self.reached.iter_mut().find(|reached| reached.relation == relation) {
            Some(reached) => reached.ways.push(way),
            None => {
                let (condition, args) = (way.condition, way.args.clone());
                self.reached.push(Reached { relation, condition, args, ways: vec![way] });
            }
        }
    }

    fn step(&self, way: &Way) -> Step<'_> {
        Step { clause: way.clause, renamed: &self.renamed[way.renamed] }
    }
}

impl Reached {
    /// By one of the ways.
    fn join(&mut self, terms: &Terms) {
        let Some((last, others)) = self.ways.split_last() else { return };
        let (mut condition, mut args) = (last.condition, last.args.clone());
        for way in others.iter().rev() {
            condition = terms.ite(way.chosen, way.condition, condition);
            let joined = way.args.iter().zip(&args).map(|(this, other)| terms.ite(way.chosen, *this, *other));
            args = joined.collect();
        }
        (self.condition, self.args) = (condition, args);
    }
}
