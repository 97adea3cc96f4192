//! The search for hulls that clauses do not lead out of.

use std::collections::BTreeSet;

use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Clause, Func, Horn, Limits, Node, SatAnswer, Session, Solution, Solver, Sort, Term, Terms, Value};

use super::hull::numbers;
use super::pairs::{cuts, pairs};
use super::rates::rates;
use super::regions::Regions;
use super::{STEPS_OF_QUESTION, WORK, assumed};
use crate::solve::{UNITS_OF_STEP, is_linear};

/// How many questions there are until what does not hold is given up rather than adapted, and how many in all.
const MOST_ADAPTING: u32 = 1_000;
const MOST_ADAPTING_WITH_REGIONS: u32 = 3_500;
const MOST_QUESTIONS: u32 = 5_000;
/// How often bounds are made tighter.
const MOST_TIGHTENED: usize = 2;
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
    let found = search.run().and_then(|()| search.tighten());
    tracing::debug!(questions = search.questions, found = found.is_some(), "lemmas");
    found?;
    let thresholds = search.thresholds.clone();
    let solution = search.solution();
    let solution = solution.and(&rates(horn, &solution, &thresholds, session, budget));
    // Where nothing is multiplied, equations are linear.
    let products = (!is_linear(horn, session.terms())).then(|| products(horn, &solution, session, budget)).flatten();
    Some(products.map_or_else(|| solution.clone(), |products| solution.and(&products)))
}

/// Equations between products, given what is known.
fn products(horn: &Horn, known: &Solution, session: &Session, budget: &Budget) -> Option<Solution> {
    let mut given = Horn::like(horn);
    for clause in horn.clauses() {
        if let Some(head) = clause.head {
            given.rule(assumed(horn, clause, known), head);
        }
    }
    let mut search = Search::of_products(&given, session, budget);
    let found = search.run();
    tracing::debug!(questions = search.questions, found = found.is_some(), "products");
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

    /// Looks for equations of products, and for nothing else.
    fn of_products(horn: &'a Horn, session: &'a Session, budget: &'a Budget) -> Self {
        let mut search = Search::new(horn, &Indices::default(), session, budget);
        let terms = &search.terms;
        let hulls = horn.relations().iter().map(|relation| (*relation, Regions::of_products(terms.params(*relation))));
        search.hulls = hulls.collect();
        search
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

    /// Bounds that were raised further than they had to be: what clauses lead to from states that satisfy all of them is less, and holds,
    /// too (narrowing).
    fn tighten(&mut self) -> Option<()> {
        for _ in 0..MOST_TIGHTENED {
            let mut tighter = Vec::new();
            for relation in self.horn.relations() {
                if self.questions >= self.most_adapting {
                    return Some(());
                }
                for (bound, form) in self.hulls[relation].loose() {
                    tighter.extend(self.least(*relation, &form)?.map(|most| (*relation, bound, most)));
                }
            }
            let mut changed = false;
            for (relation, bound, most) in tighter {
                changed |= self.hulls.get_mut(&relation)?.tighten(bound, most);
            }
            if !changed {
                break;
            }
        }
        Some(())
    }

    /// The least threshold that no clause leads above, for a sum of arguments.
    fn least(&mut self, relation: Func, form: &[(usize, i128)]) -> Option<Option<i128>> {
        let mut enough = 0;
        for clause in self.horn.clauses() {
            let Some((to, args)) = clause.head.map(|head| self.horn.applied(head)) else { continue };
            let atoms = self.horn.atoms(clause.body);
            if to != relation || atoms.iter().any(|atom| self.hull(*atom).is_empty()) {
                continue;
            }
            let holds = atoms.iter().map(|atom| (*atom, self.formula(*atom))).collect();
            let body = self.terms.substitute(clause.body, &holds);
            self.solver.push();
            self.solver.assert(body);
            let found = self.least_above(sum(&self.terms, &args, form), enough);
            self.solver.pop();
            enough = found?;
        }
        Some(self.thresholds.get(enough).copied())
    }

    /// The first threshold from this one on that the sum is never above; their number if there is none.
    fn least_above(&mut self, sum: Term, from: usize) -> Option<usize> {
        let (mut below, mut enough) = (from, self.thresholds.len());
        while below < enough {
            let middle = if enough == self.thresholds.len() { enough - 1 } else { below.midpoint(enough) };
            let above = self.terms.lt(self.terms.int(self.thresholds[middle]), sum);
            let (answer, _) = self.ask(above, &[])?;
            if answer.is_unsat() {
                enough = middle;
            } else if enough == self.thresholds.len() {
                break;
            } else {
                below = middle + 1;
            }
        }
        Some(enough)
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
        let is_entry = !atoms.iter().any(|atom| self.horn.applied(*atom).0 == symbol);
        let mut changed = false;
        loop {
            let outside = self.terms.not(self.formula(head));
            let (answer, state) = self.ask(outside, &args)?;
            if answer.is_unsat() {
                return Some(changed);
            }
            // What a loop begins with is known at once.
            let exact = match &state {
                Some(state) if is_entry && self.questions < self.most_adapting => self.exact(symbol, &args, state)?,
                Some(_) | None => Vec::new(),
            };
            let added = state.and_then(|state| {
                let hull = self.hulls.get_mut(&symbol)?;
                if self.questions >= self.most_adapting {
                    return hull.weaken(&state);
                }
                hull.add(&state, &self.thresholds)?;
                exact.into_iter().for_each(|(bound, most)| hull.set(bound, most));
                Some(())
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

    /// Of bounds that a state breaks, what the clause leads to at most: its body is asserted.
    fn exact(&mut self, relation: Func, args: &[Term], state: &State) -> Option<Vec<(usize, i128)>> {
        let mut found = Vec::new();
        for (bound, form) in self.hulls[&relation].broken(state) {
            let enough = self.least_above(sum(&self.terms, args, &form), 0)?;
            found.extend(self.thresholds.get(enough).map(|most| (bound, *most)));
        }
        Some(found)
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

fn sum(terms: &Terms, args: &[Term], form: &[(usize, i128)]) -> Term {
    terms.add(form.iter().map(|(at, factor)| terms.mul(terms.int(*factor), args[*at])))
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
