//! The search for hulls that clauses do not lead out of.

use std::collections::BTreeSet;

use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Clause, Func, Horn, Limits, Node, SatAnswer, Session, Solution, Solver, Sort, Term, Terms, Value};

use super::hull::numbers;
use super::pairs::{cuts, pairs};
use super::regions::Regions;
use crate::solve::UNITS_OF_STEP;

/// What the solver may spend on one question, how many there are until what does not hold is given up rather than adapted, and
/// how many in all.
const WORK: u32 = 300_000;
const MOST_ADAPTING: u32 = 1_000;
const MOST_ADAPTING_WITH_REGIONS: u32 = 3_500;
const MOST_QUESTIONS: u32 = 5_000;
/// What a question costs besides, in steps of the budget.
const STEPS_OF_QUESTION: u64 = 20;
/// Larger ones are bounds of types.
const MOST_THRESHOLD: i128 = 1 << 30;
const MOST_THRESHOLDS: usize = 100;

/// Of relations, the positions of those arguments that are indices of arrays.
pub type Indices = FxHashMap<Func, Vec<usize>>;

/// A formula for each relation, which together satisfy every clause with a head.
///
/// `None` when the budget or the patience came to its end before.
pub fn lemmas(horn: &Horn, indices: &Indices, session: &Session, budget: &Budget) -> Option<Solution> {
    let mut search = Search::new(horn, indices, session, budget);
    let found = search.run();
    tracing::debug!(questions = search.questions, found = found.is_some(), "lemmas");
    found?;
    Some(search.solution())
}

/// Values of arguments, as far as they can be told.
type State = Vec<Option<Value>>;

struct Search<'a> {
    horn: &'a Horn,
    session: &'a Session,
    terms: Terms,
    solver: Solver,
    budget: &'a Budget,
    hulls: FxHashMap<Func, Regions>,
    thresholds: Vec<i128>,
    questions: u32,
    most_adapting: u32,
}

impl<'a> Search<'a> {
    fn new(horn: &'a Horn, indices: &Indices, session: &'a Session, budget: &'a Budget) -> Self {
        let terms = session.terms().clone();
        let mut solver = Solver::new(session);
        solver.set_limits(Limits::work(WORK));
        let cuts = cuts(horn, &terms, indices);
        let hull = |relation: &Func| {
            let sorts = terms.params(*relation);
            let cuts = cuts.get(relation).map_or(&[][..], Vec::as_slice);
            (*relation, Regions::new(sorts, &pairs(horn, &terms, *relation, &numbers(sorts)), cuts))
        };
        let hulls = horn.relations().iter().map(hull).collect();
        let thresholds = thresholds(horn, &terms);
        let has_regions = indices.values().any(|indices| !indices.is_empty());
        let most_adapting = if has_regions { MOST_ADAPTING_WITH_REGIONS } else { MOST_ADAPTING };
        Search { horn, session, terms, solver, budget, hulls, thresholds, questions: 0, most_adapting }
    }

    /// Clauses are gone through until none leads outside: those first whose heads are at earlier places of the program, so that what comes
    /// later is about states that stay.
    fn run(&mut self) -> Option<()> {
        let horn = self.horn;
        let place = |atom: Term| horn.relations().iter().position(|relation| *relation == horn.applied(atom).0);
        let heads: Vec<Option<usize>> = horn.clauses().iter().map(|clause| clause.head.and_then(place)).collect();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); horn.relations().len()];
        for (index, clause) in horn.clauses().iter().enumerate() {
            horn.atoms(clause.body).into_iter().filter_map(place).for_each(|relation| users[relation].push(index));
        }
        let entry = |clause: usize| heads[clause].map(|head| (head, clause));
        let mut open: BTreeSet<(usize, usize)> = (0..heads.len()).filter_map(entry).collect();
        while let Some((head, clause)) = open.pop_first() {
            if self.close(&horn.clauses()[clause])? {
                open.extend(users[head].iter().filter_map(|user| entry(*user)));
            }
        }
        Some(())
    }

    /// Adds what the clause leads to; did it lead outside?
    fn close(&mut self, clause: &Clause) -> Option<bool> {
        let Some(head) = clause.head else { return Some(false) };
        let atoms = self.horn.atoms(clause.body);
        if atoms.iter().any(|atom| self.hull(*atom).is_empty()) {
            return Some(false);
        }
        let holds = atoms.iter().map(|atom| (*atom, self.formula(*atom))).collect();
        let body = self.terms.substitute(clause.body, &holds);
        self.solver.push();
        self.solver.assert(body);
        let changed = self.close_head(head, &atoms);
        self.solver.pop();
        changed
    }

    fn close_head(&mut self, head: Term, atoms: &[Term]) -> Option<bool> {
        let (symbol, args) = self.horn.applied(head);
        let mut changed = false;
        loop {
            let outside = self.terms.not(self.formula(head));
            let (answer, state) = self.ask(outside, &args)?;
            if answer.is_unsat() {
                return Some(changed);
            }
            let added = state.and_then(|state| {
                let hull = self.hulls.get_mut(&symbol)?;
                if self.questions < self.most_adapting {
                    hull.add(&state, &self.thresholds)
                } else {
                    hull.weaken(&state)
                }
            });
            changed = true;
            if added.is_none() {
                self.give_up_on(symbol);
            }
            // What is assumed of the body has changed with it.
            if atoms.iter().any(|atom| self.horn.applied(*atom).0 == symbol) {
                return Some(true);
            }
        }
    }

    /// Is there a state with this, beside what was asserted? The values of these terms in one; `None` if patience is at its end.
    fn ask(&mut self, formula: Term, args: &[Term]) -> Option<(SatAnswer, Option<State>)> {
        if self.budget.exhausted().is_some() || self.questions == MOST_QUESTIONS {
            return None;
        }
        if formula == self.terms.ff() {
            return Some((SatAnswer::Unsat, None));
        }
        self.questions += 1;
        self.budget.step(STEPS_OF_QUESTION);
        self.solver.push();
        self.solver.assert(formula);
        let (answer, spent) = self.session.counted(|| self.solver.check());
        self.budget.step(u64::from(spent) / UNITS_OF_STEP);
        let state = answer.is_sat().then(|| args.iter().map(|arg| self.solver.value(*arg)).collect());
        self.solver.pop();
        Some((answer, state))
    }

    fn give_up_on(&mut self, symbol: Func) {
        let sorts: Vec<Sort> = self.terms.params(symbol).to_vec();
        self.hulls.insert(symbol, Regions::top(&sorts));
    }

    fn hull(&self, atom: Term) -> &Regions {
        &self.hulls[&self.horn.applied(atom).0]
    }

    fn formula(&self, atom: Term) -> Term {
        let (symbol, args) = self.horn.applied(atom);
        self.hulls[&symbol].formula(&self.terms, &args)
    }

    fn solution(self) -> Solution {
        let Search { horn, terms, hulls, .. } = self;
        let found = horn.relations().iter().map(|relation| {
            let fresh = |sort: &Sort| terms.fresh_var("arg", *sort);
            let params: Vec<Term> = terms.params(*relation).iter().map(fresh).collect();
            let formula = hulls[relation].formula(&terms, &params);
            (*relation, params, formula)
        });
        Solution::proposed(&terms, found.collect::<Vec<_>>())
    }
}

/// The numbers of the program, and their neighbours, in ascending order.
fn thresholds(horn: &Horn, terms: &Terms) -> Vec<i128> {
    let roots = horn.clauses().iter().flat_map(|clause| [clause.body].into_iter().chain(clause.head));
    let mut found = vec![-1, 0, 1];
    for term in terms.subterms(roots) {
        if let Node::Int(number) = terms.node(term)
            && number.unsigned_abs() < MOST_THRESHOLD.unsigned_abs()
        {
            for sign in [1, -1] {
                found.extend([sign * number - 1, sign * number, sign * number + 1]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    // Of too many, those nearest to zero.
    found.sort_by_key(|number| number.unsigned_abs());
    found.truncate(MOST_THRESHOLDS);
    found.sort_unstable();
    found
}
