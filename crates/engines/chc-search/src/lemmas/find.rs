//! The search for hulls that clauses do not lead out of.

use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Clause, Func, Horn, Limits, Node, SatAnswer, Session, Solution, Solver, Sort, Term, Terms, Value};

use super::hull::{Hull, numbers};
use super::pairs::pairs;
use crate::solve::UNITS_OF_STEP;

/// What the solver may spend on one question, how many there are until what does not hold is given up rather than adapted, and
/// how many in all.
const WORK: u32 = 300_000;
const MOST_ADAPTING: u32 = 1_000;
const MOST_QUESTIONS: u32 = 5_000;
/// What a question costs besides, in steps of the budget.
const STEPS_OF_QUESTION: u64 = 20;
/// Larger ones are bounds of types.
const MOST_THRESHOLD: i128 = 1 << 30;
const MOST_THRESHOLDS: usize = 100;

/// A formula for each relation, which together satisfy every clause with a head.
///
/// `None` when the budget or the patience came to its end before.
pub fn lemmas(horn: &Horn, session: &Session, budget: &Budget) -> Option<Solution> {
    let mut search = Search::new(horn, session, budget);
    let found = search.run();
    tracing::debug!(questions = search.questions, found = found.is_some(), "lemmas");
    found?;
    Some(search.solution())
}

struct Search<'a> {
    horn: &'a Horn,
    session: &'a Session,
    terms: Terms,
    solver: Solver,
    budget: &'a Budget,
    hulls: FxHashMap<Func, Hull>,
    thresholds: Vec<i128>,
    questions: u32,
}

impl<'a> Search<'a> {
    fn new(horn: &'a Horn, session: &'a Session, budget: &'a Budget) -> Self {
        let terms = session.terms().clone();
        let mut solver = Solver::new(session);
        solver.set_limits(Limits::work(WORK));
        let hull = |relation: &Func| {
            let sorts = terms.params(*relation);
            (*relation, Hull::new(sorts, &pairs(horn, &terms, *relation, &numbers(sorts))))
        };
        let hulls = horn.relations().iter().map(hull).collect();
        let thresholds = thresholds(horn, &terms);
        Search { horn, session, terms, solver, budget, hulls, thresholds, questions: 0 }
    }

    /// Clauses are gone through, again and again, until none leads outside.
    fn run(&mut self) -> Option<()> {
        let clauses: Vec<&Clause> = self.horn.clauses().iter().filter(|clause| clause.head.is_some()).collect();
        loop {
            let mut changed = false;
            for clause in &clauses {
                changed |= self.close(clause)?;
            }
            if !changed {
                return Some(());
            }
        }
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
        let (symbol, args) = applied(&self.terms, head);
        let mut changed = false;
        loop {
            if self.budget.exhausted().is_some() || self.questions == MOST_QUESTIONS {
                return None;
            }
            self.questions += 1;
            self.budget.step(STEPS_OF_QUESTION);
            let outside = self.terms.not(self.formula(head));
            if outside == self.terms.ff() {
                return Some(changed);
            }
            self.solver.push();
            self.solver.assert(outside);
            let (answer, spent) = self.session.counted(|| self.solver.check());
            self.budget.step(u64::from(spent) / UNITS_OF_STEP);
            let state: Option<Vec<Option<Value>>> =
                answer.is_sat().then(|| args.iter().map(|arg| self.solver.value(*arg)).collect());
            self.solver.pop();
            let thresholds = std::mem::take(&mut self.thresholds);
            let added = match (&answer, &state) {
                (SatAnswer::Unsat, _) => {
                    self.thresholds = thresholds;
                    return Some(changed);
                }
                (_, Some(state)) => self.hulls.get_mut(&symbol).and_then(|hull| match self.questions {
                    ..MOST_ADAPTING => hull.add(state, &thresholds),
                    MOST_ADAPTING.. => hull.weaken(state),
                }),
                (_, None) => None,
            };
            self.thresholds = thresholds;
            changed = true;
            if added.is_none() {
                self.give_up_on(symbol);
            }
            // What is assumed of the body has changed with it.
            if atoms.iter().any(|atom| applied(&self.terms, *atom).0 == symbol) {
                return Some(true);
            }
        }
    }

    fn give_up_on(&mut self, symbol: Func) {
        let sorts: Vec<Sort> = self.terms.params(symbol).to_vec();
        self.hulls.insert(symbol, Hull::top(&sorts));
    }

    fn hull(&self, atom: Term) -> &Hull {
        &self.hulls[&applied(&self.terms, atom).0]
    }

    fn formula(&self, atom: Term) -> Term {
        let (symbol, args) = applied(&self.terms, atom);
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

fn applied(terms: &Terms, atom: Term) -> (Func, Vec<Term>) {
    match terms.node(atom) {
        Node::Apply(symbol, args) => (*symbol, args.to_vec()),
        // Any other term is no atom.
        _ => unreachable!("invariant: atoms apply relations"),
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
