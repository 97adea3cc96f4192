//! What of a solution the proof needs: a part of it that is a solution, too.
//!
//! What was found says more of states than anybody wants to read. From what must not happen backwards: where a clause needs a
//! fact of a place that it comes from, that fact must follow from all clauses that lead to the place, which need others. What is never
//! asked for is left out.

use std::collections::BTreeSet;

use chc::proof::{Evidence, Part, parameters, read};
use chc::system::System;
use chc::{Unencodable, clauses};
use engine::{Budget, Property, Task, Unknown};
use rustc_hash::FxHashMap;
use smt::{Clause, Func, Limits, Node, Session, Solver, Term, Terms};

/// What the solver may spend on one question, in its own units, and how much they may cost in all.
const WORK: u32 = 4_000_000;
const WORK_IN_ALL: u64 = 400_000_000;
/// Cores of this size are made smaller, one by one.
const SMALL: usize = 24;
/// Parts of one formula; what would have more stays as it is.
const MOST_PARTS: usize = 256;

/// The clauses of a proof.
#[derive(Debug)]
pub struct Needed {
    pub system: System,
    /// For each relation, in their order, what is needed of it, over its parameters.
    pub facts: Vec<Vec<Term>>,
}

/// `None` if this part of a proof has no formulas.
pub fn needed(task: &Task<'_>, property: Property, part: &Part, budget: &Budget) -> Result<Option<Needed>, Unknown> {
    let Evidence::Formulas(formulas) = &part.evidence else { return Ok(None) };
    let internal = |why: String| Unknown::Internal(why);
    let terms = Terms::new();
    let system = clauses(task, property, &part.plan, &terms, budget).map_err(|why| match why {
        Unencodable::Limit(limit) => Unknown::Limit(limit),
        Unencodable::Plan(why) => internal(why),
    })?;
    let solution = read(&system, formulas).map_err(internal)?;
    let session = Session::new(&terms).map_err(|error| internal(error.to_string()))?;
    let stop = || budget.stopped().is_some();
    let (parts, kept) = session.stoppable(&stop, || {
        let mut questions = Questions::new(&session, budget);
        let mut parts = |symbol: Func| {
            solution.formula(symbol).map_or_else(Vec::new, |(_, formula)| facts(&terms, formula, &mut questions))
        };
        let parts: Vec<Vec<Term>> = system.relations.iter().map(|relation| parts(relation.symbol)).collect();
        let kept = Search::new(&system, &parts, questions).kept();
        (parts, kept)
    });
    let chosen = |(parts, kept): (&Vec<Term>, &BTreeSet<usize>)| kept.iter().map(|index| parts[*index]).collect();
    let facts = parts.iter().zip(&kept).map(chosen).collect();
    Ok(Some(Needed { system, facts }))
}

/// A formula as facts that all hold, each as small as possible; also some that follow from it and say the same in fewer words.
fn facts(terms: &Terms, formula: Term, questions: &mut Questions<'_>) -> Vec<Term> {
    let mut found = parts(terms, formula);
    let mut simpler: Vec<Term> = Vec::new();
    for fact in &found {
        match terms.node(*fact) {
            // What holds in every case.
            Node::Or(cases) => simpler.extend(cases),
            Node::Le(a, b) => simpler.push(terms.eq(*a, *b)),
            // Any other fact is simple.
            _ => {}
        }
    }
    let is_bound = |fact: Term| matches!(terms.node(fact), Node::Le(..) | Node::Lt(..));
    simpler.sort_unstable();
    simpler.dedup();
    for fact in simpler.into_iter().take(MOST_PARTS) {
        if !found.contains(&fact) && questions.contradict(terms.not(fact), &[formula]).is_some() {
            found.retain(|other| !is_bound(*other) || questions.contradict(terms.not(*other), &[fact]).is_none());
            found.push(fact);
        }
    }
    found.sort_unstable();
    found.dedup();
    // Simple facts are asked first, and equations before all.
    found.sort_by_key(|fact| (!matches!(terms.node(*fact), Node::Eq(..)), terms.subterms([*fact]).len()));
    found
}

fn parts(terms: &Terms, formula: Term) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let mut left = vec![formula];
    while let Some(fact) = left.pop() {
        match terms.node(fact) {
            Node::Bool(true) => {}
            Node::And(parts) => left.extend(parts),
            Node::Or(parts) if found.len() + left.len() < MOST_PARTS => {
                // `a or (b and c)` is `a or b` and `a or c`.
                match parts.iter().position(|part| matches!(terms.node(*part), Node::And(_))) {
                    Some(at) => {
                        let Node::And(inner) = terms.node(parts[at]) else { unreachable!("found as one") };
                        let others = parts.iter().enumerate().filter(|(index, _)| *index != at);
                        let others: Vec<Term> = others.map(|(_, part)| *part).collect();
                        left.extend(inner.iter().map(|part| terms.or(others.iter().copied().chain([*part]))));
                    }
                    None => found.push(fact),
                }
            }
            // Any other formula is a fact by itself.
            _ => found.push(fact),
        }
    }
    found
}

/// The solver, with what it may spend.
struct Questions<'a> {
    solver: Solver,
    budget: &'a Budget,
    spent: u64,
}

impl<'a> Questions<'a> {
    fn new(session: &Session, budget: &'a Budget) -> Questions<'a> {
        let mut solver = Solver::new(session);
        solver.set_limits(Limits::work(WORK));
        Questions { solver, budget, spent: 0 }
    }

    /// Which of these facts are in the way of the formula, if they are.
    fn contradict(&mut self, formula: Term, facts: &[Term]) -> Option<Vec<Term>> {
        if self.spent > WORK_IN_ALL || self.budget.exhausted().is_some() {
            return None;
        }
        let solver = &mut self.solver;
        let session = solver.session().clone();
        let ask = || {
            solver.scoped(|solver| {
                solver.assert(formula);
                solver.check_assuming(facts).is_unsat().then(|| solver.core().to_vec())
            })
        };
        let (core, spent) = session.counted(ask);
        self.spent += u64::from(spent);
        core
    }
}

/// A fact of a relation: which of them.
type Fact = (usize, usize);

struct Search<'a> {
    system: &'a System,
    parts: &'a [Vec<Term>],
    relation_of: FxHashMap<Func, usize>,
    params: Vec<Vec<Term>>,
    kept: Vec<BTreeSet<usize>>,
    open: Vec<Fact>,
    questions: Questions<'a>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, parts: &'a [Vec<Term>], questions: Questions<'a>) -> Search<'a> {
        let relations = system.relations.iter();
        Search {
            system,
            parts,
            relation_of: relations.clone().enumerate().map(|(index, relation)| (relation.symbol, index)).collect(),
            params: relations
                .map(|relation| parameters(&system.terms, relation).into_iter().map(|(_, term)| term).collect())
                .collect(),
            kept: vec![BTreeSet::new(); parts.len()],
            open: Vec::new(),
            questions,
        }
    }

    fn kept(mut self) -> Vec<BTreeSet<usize>> {
        let clauses = self.system.horn.clauses();
        for clause in clauses.iter().filter(|clause| clause.head.is_none()) {
            self.support(clause, None);
        }
        while let Some((relation, fact)) = self.open.pop() {
            for clause in clauses {
                let Some(head) = clause.head else { continue };
                let (symbol, args) = self.system.horn.applied(head);
                if self.relation_of[&symbol] == relation {
                    let goal = self.instance((relation, fact), &args);
                    self.support(clause, Some(goal));
                }
            }
        }
        self.drop_what_follows();
        self.kept
    }

    /// Of the facts of one relation, what follows from the others says nothing.
    fn drop_what_follows(&mut self) {
        for (parts, kept) in self.parts.iter().zip(&mut self.kept) {
            for fact in kept.clone().into_iter().rev() {
                let others: Vec<Term> =
                    kept.iter().filter(|other| **other != fact).map(|other| parts[*other]).collect();
                if self.questions.contradict(self.system.terms.not(parts[fact]), &others).is_some() {
                    kept.remove(&fact);
                }
            }
        }
    }

    fn instance(&self, (relation, fact): Fact, args: &[Term]) -> Term {
        let replace = self.params[relation].iter().copied().zip(args.iter().copied()).collect();
        self.system.terms.substitute(self.parts[relation][fact], &replace)
    }

    /// Keeps facts of the places that a clause comes from, by which it leads to the goal, or nowhere.
    fn support(&mut self, clause: &Clause, goal: Option<Term>) {
        let terms = &self.system.terms;
        let mut given: Vec<(Fact, Term)> = Vec::new();
        let mut nothing: FxHashMap<Term, Term> = FxHashMap::default();
        for atom in self.system.horn.atoms(clause.body) {
            let (symbol, args) = self.system.horn.applied(atom);
            let relation = self.relation_of[&symbol];
            let facts = (0..self.parts[relation].len()).map(|fact| (relation, fact));
            given.extend(facts.map(|fact| (fact, self.instance(fact, &args))));
            nothing.insert(atom, terms.tt());
        }
        let body =
            terms.and([terms.substitute(clause.body, &nothing)].into_iter().chain(goal.map(|goal| terms.not(goal))));
        let (known, new): (Vec<_>, Vec<_>) =
            given.iter().partition(|((relation, fact), _)| self.kept[*relation].contains(fact));
        let known: Vec<Term> = known.into_iter().map(|(_, term)| term).collect();
        if self.questions.contradict(body, &known).is_some() {
            return;
        }
        let all: Vec<Term> = new.iter().map(|(_, term)| *term).collect();
        let core = match self.questions.contradict(body, &[&known[..], &all].concat()) {
            Some(core) => self.smaller(body, &known, core.into_iter().filter(|term| !known.contains(term)).collect()),
            // The check of the proof could tell, with more time.
            None => all,
        };
        for (fact, _) in new.into_iter().filter(|(_, term)| core.contains(term)) {
            if self.kept[fact.0].insert(fact.1) {
                self.open.push(fact);
            }
        }
    }

    /// As few as possible of those that contradict together with what is known.
    fn smaller(&mut self, body: Term, known: &[Term], mut core: Vec<Term>) -> Vec<Term> {
        if core.len() > SMALL {
            return core;
        }
        for index in (0..core.len()).rev() {
            if index >= core.len() {
                continue;
            }
            let fewer = [known, &core[..index], &core[index + 1..]].concat();
            if let Some(found) = self.questions.contradict(body, &fewer) {
                core.retain(|term| found.contains(term));
            }
        }
        core
    }
}
