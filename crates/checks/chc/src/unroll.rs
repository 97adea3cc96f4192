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

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Func, SatAnswer, Solver, Sort, Term, Terms, Value};

use crate::system::{Place, System};

/// What can be derived, step by step.
#[derive(Debug)]
pub struct Unrolling {
    /// For each relation in a body, or none.
    groups: FxHashMap<Option<Func>, Vec<Group>>,
    /// Of functions with summaries: they are called, and they have returned.
    entries: FxHashSet<Func>,
    exits: FxHashSet<Func>,
    layers: Vec<Layer>,
    calls: Vec<Call>,
    /// What variables of clauses stand for.
    renamings: Vec<FxHashMap<Term, Term>>,
}

/// Clauses that apply a relation alike.
#[derive(Debug, Default)]
struct Group {
    atom: Option<Term>,
    clauses: Vec<usize>,
    /// Clauses that lead on where a function has returned, each with the atom of its summary.
    returns: Vec<(usize, Term)>,
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

/// What can be derived in so many steps.
#[derive(Debug, Default)]
struct Layer {
    reached: Vec<Reached>,
    broken: Vec<Way>,
}

/// A relation holds of some arguments, in a call.
#[derive(Debug)]
struct Reached {
    fact: Fact,
    /// Of these, the first that was chosen; else the last.
    ways: Vec<Way>,
}

#[derive(Clone, Debug)]
struct Fact {
    relation: Func,
    call: CallId,
    condition: Term,
    args: Vec<Term>,
}

/// A clause, from a fact of the layer before.
#[derive(Debug)]
struct Way {
    clause: usize,
    /// The fact, and what variables stand for, in their lists.
    from: usize,
    renaming: usize,
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

/// A clause that a run uses, and what its variables stand for.
#[derive(Debug)]
pub struct Step<'u> {
    pub clause: usize,
    pub renamed: &'u FxHashMap<Term, Term>,
    /// It leads on where a function has returned: what was before the call is the step of the call.
    pub returns: bool,
}

impl Unrolling {
    /// `None` where a body applies two relations and none of them is a summary.
    pub fn of(system: &System) -> Option<Unrolling> {
        let places = |wanted: fn(&Place) -> bool| -> FxHashSet<Func> {
            let relations = system.relations.iter().filter(|relation| wanted(&relation.place));
            relations.map(|relation| relation.symbol).collect()
        };
        let entries = places(|place| matches!(place, Place::Entry(_)));
        let exits = places(|place| matches!(place, Place::Exit(_)));
        let mut groups: FxHashMap<Option<Func>, Vec<Group>> = FxHashMap::default();
        for (index, clause) in system.horn.clauses().iter().enumerate() {
            let is_exit = |atom: &Term| exits.contains(&system.horn.applied(*atom).0);
            let (summaries, sources): (Vec<Term>, Vec<Term>) =
                system.horn.atoms(clause.body).into_iter().partition(is_exit);
            let (atom, summary) = match (&sources[..], &summaries[..]) {
                ([], []) => (None, None),
                ([source], []) => (Some(*source), None),
                ([], [summary]) => (None, Some(*summary)),
                ([source], [summary]) => (Some(*source), Some(*summary)),
                (_, _) => return None,
            };
            let relation = atom.map(|atom| system.horn.applied(atom).0);
            let groups = groups.entry(relation).or_default();
            let known = groups.iter().position(|group| group.atom == atom).unwrap_or_else(|| {
                groups.push(Group { atom, ..Group::default() });
                groups.len() - 1
            });
            match summary {
                None => groups[known].clauses.push(index),
                Some(summary) => groups[known].returns.push((index, summary)),
            }
        }
        Some(Unrolling { groups, entries, exits, layers: Vec::new(), calls: Vec::new(), renamings: Vec::new() })
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
        let groups = self.groups.get(&relation).map_or(0, Vec::len);
        for group in 0..groups {
            self.apply(system, (relation, group), fact, from, layer);
        }
        if let Some(fact) = fact.filter(|fact| self.exits.contains(&fact.relation))
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
        let group = &self.groups[&relation][index];
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
        let calls = group.clauses.iter().any(|clause| self.is_call(system, *clause));
        let (within, clauses) = (fact.and_then(|fact| fact.call), group.clauses.clone());
        let renaming = self.keep(renaming.renamed);
        if calls {
            self.calls.push(Call { within, relation, group: index, renaming });
        }
        for clause in clauses {
            let call = if self.is_call(system, clause) { self.calls.len().checked_sub(1) } else { within };
            layer.lead(system, Led { clause, from, renaming, common, call }, &done);
        }
    }

    fn is_call(&self, system: &System, clause: usize) -> bool {
        let head = system.horn.clauses()[clause].head;
        head.is_some_and(|head| self.entries.contains(&system.horn.applied(head).0))
    }

    fn keep(&mut self, renamed: FxHashMap<Term, Term>) -> usize {
        self.renamings.push(renamed);
        self.renamings.len() - 1
    }

    /// Adds what the caller makes of what a function returns.
    fn come_back(&mut self, system: &System, call: usize, fact: &Fact, from: usize, layer: &mut Layer) {
        let terms = &system.terms;
        let Call { within, relation, group, renaming } = self.calls[call];
        let returns = self.groups[&relation][group].returns.clone();
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

    /// After [`Progress::Broken`], by the solver's model: the clauses of the run, in its order.
    pub fn run(&self, system: &System, solver: &mut Solver) -> Option<Vec<Step<'_>>> {
        let mut holds = |term: Term| solver.value(term) == Some(Value::Bool(true));
        let step = |way: &Way| {
            let body = system.horn.clauses()[way.clause].body;
            let returns = system.horn.atoms(body).iter().any(|atom| self.exits.contains(&system.horn.applied(*atom).0));
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

/// What variables stand for.
struct Renaming<'a> {
    system: &'a System,
    renamed: FxHashMap<Term, Term>,
}

impl Renaming<'_> {
    /// An atom holds of a fact: variables among its arguments stand for those of the fact, and the pairs are equal.
    fn bind(&mut self, atom: Term, fact: &Fact) -> Vec<(Term, Term)> {
        let terms = &self.system.terms;
        let args = self.system.horn.applied(atom).1;
        let bound: Vec<(Term, Term)> = args.into_iter().zip(fact.args.iter().copied()).collect();
        for (arg, value) in bound.iter().filter(|(arg, _)| terms.as_var(*arg).is_some()) {
            self.renamed.entry(*arg).or_insert(*value);
        }
        self.renamed.insert(atom, terms.tt());
        bound
    }

    /// The terms of clauses, and these.
    fn roots(&self, clauses: &[usize], others: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let horn = &self.system.horn;
        let mut roots: Vec<Term> = others.into_iter().collect();
        for clause in clauses.iter().map(|clause| &horn.clauses()[*clause]) {
            roots.push(clause.body);
            roots.extend(clause.head.into_iter().flat_map(|head| horn.applied(head).1));
        }
        roots
    }

    /// All other variables that are wanted stand for new ones.
    fn complete(&mut self, roots: &[Term], is_wanted: impl Fn(Term) -> bool) {
        let terms = &self.system.terms;
        for variable in terms.free_vars(roots.iter().copied()).into_iter().filter(|variable| is_wanted(*variable)) {
            self.renamed.entry(variable).or_insert_with(|| terms.fresh_var("step", terms.sort(variable)));
        }
    }
}

/// Where a clause leads to, and from where.
struct Led {
    clause: usize,
    from: usize,
    renaming: usize,
    /// What is true besides its body.
    common: Term,
    /// The call in which its head is.
    call: CallId,
}

impl Layer {
    fn lead(&mut self, system: &System, led: Led, done: &FxHashMap<Term, Term>) {
        let terms = &system.terms;
        let Led { clause, from, renaming, common, call } = led;
        let at = &system.horn.clauses()[clause];
        let condition = terms.and([common, done[&at.body]]);
        if condition == terms.ff() {
            return;
        }
        let head = at.head.map(|head| system.horn.applied(head));
        let args = head.iter().flat_map(|(_, args)| args).map(|arg| done[arg]).collect();
        let way = Way { clause, from, renaming, condition, args, chosen: terms.fresh_var("chosen", Sort::Bool) };
        let Some((relation, _)) = head else { return self.broken.push(way) };
        let is_same = |reached: &&mut Reached| reached.fact.relation == relation && reached.fact.call == call;
        match self.reached.iter_mut().find(is_same) {
            Some(reached) => reached.ways.push(way),
            None => {
                let fact = Fact { relation, call, condition, args: way.args.clone() };
                self.reached.push(Reached { fact, ways: vec![way] });
            }
        }
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
        (self.fact.condition, self.fact.args) = (condition, args);
    }
}
