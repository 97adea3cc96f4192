//! How fast a number can change, measured by a counter: `x <= 999 * i + 1` where each turn adds at most 999 to `x` and one to `i`.
//!
//! Hulls compare two numbers by their sum and difference only. Where that leaves a number without bounds, the sum of it and of so
//! many times the counter that it cannot grow is bounded by what it is when the loop is entered.

use std::collections::BTreeSet;

use engine::Budget;
use smt::{Clause, Func, Horn, Limits, SatAnswer, Session, Solution, Solver, Term, Terms, Value};

use super::hull::numbers;
use crate::solve::UNITS_OF_STEP;

const WORK: u32 = 300_000;
const STEPS_OF_QUESTION: u64 = 20;
/// Numbers of a relation that are looked at.
const MOST_NUMBERS: usize = 12;
const MOST_COUNTERS: usize = 3;
/// Rates are numbers of the program, and powers of two.
const MOST_BITS_OF_RATE: u32 = 24;
/// How often a bound is raised to what was seen, before it is raised to powers of two, and to which at most.
const PATIENCE: u32 = 3;
const MOST_BITS: u32 = 62;
/// Numbers above are as good as without bounds.
const LARGE: i128 = 1 << 30;

/// Sums that are bounded, given what is known of relations. Thresholds are numbers of the program.
pub fn rates(horn: &Horn, known: &Solution, thresholds: &[i128], session: &Session, budget: &Budget) -> Solution {
    let terms = session.terms();
    let mut solver = Solver::new(session);
    solver.set_limits(Limits::work(WORK));
    let powers = (0..MOST_BITS_OF_RATE).flat_map(|bits| [1 << bits, -1 << bits]);
    let numbers: BTreeSet<i128> = thresholds.iter().copied().chain(powers).collect();
    let mut rates = Rates { horn, known, terms, solver, budget, rates: numbers.into_iter().collect() };
    let found = horn.relations().iter().map(|relation| {
        let params: Vec<Term> = terms.params(*relation).iter().map(|sort| terms.fresh_var("arg", *sort)).collect();
        let at_most =
            rates.of(*relation).into_iter().map(|(sum, most)| terms.le(sum.of(terms, &params), terms.int(most)));
        let formula = terms.and(at_most);
        (*relation, params, formula)
    });
    Solution::proposed(terms, found.collect::<Vec<_>>())
}

/// So many times each of some arguments.
#[derive(Clone, Debug)]
struct Sum(Vec<(usize, i128)>);

impl Sum {
    fn of(&self, terms: &Terms, args: &[Term]) -> Term {
        terms.add(self.0.iter().map(|(at, factor)| terms.mul(terms.int(*factor), args[*at])))
    }
}

/// A clause that comes to a relation, with what is known of its body.
struct Way {
    body: Term,
    /// Arguments before, if it comes from the relation itself, and after.
    before: Option<Vec<Term>>,
    after: Vec<Term>,
}

struct Rates<'a> {
    horn: &'a Horn,
    known: &'a Solution,
    terms: &'a Terms,
    solver: Solver,
    budget: &'a Budget,
    /// How many times a counter may be taken, in ascending order.
    rates: Vec<i128>,
}

impl Rates<'_> {
    fn of(&mut self, relation: Func) -> Vec<(Sum, i128)> {
        let terms = self.terms;
        let ways = self.ways(relation);
        let turns: Vec<&Way> = ways.iter().filter(|way| way.before.is_some()).collect();
        let numbers = numbers(terms.params(relation));
        if turns.is_empty() || numbers.len() > MOST_NUMBERS {
            return Vec::new();
        }
        let mut free: Vec<Sum> = numbers.iter().flat_map(|at| [1, -1].map(|sign| Sum(vec![(*at, sign)]))).collect();
        free.retain(|number| !self.is_bounded(relation, number));
        if free.is_empty() {
            return Vec::new();
        }
        let counters: Vec<Sum> =
            numbers.iter().filter_map(|at| self.counter(&turns, *at)).take(MOST_COUNTERS).collect();
        let mut found = Vec::new();
        for number in free {
            let others = counters.iter().filter(|counter| counter.0[0].0 != number.0[0].0);
            found.extend(others.filter_map(|counter| self.bound(&ways, &turns, &number, counter)));
        }
        found
    }

    /// The number with the sign by which no turn makes it smaller, and some larger.
    fn counter(&mut self, turns: &[&Way], at: usize) -> Option<Sum> {
        let signs = [1, -1].map(|sign| self.never_grows(turns, &Sum(vec![(at, sign)])));
        match signs {
            [true, true] | [false, false] => None,
            [rises_never, _] => Some(Sum(vec![(at, if rises_never { -1 } else { 1 })])),
        }
    }

    /// The number less so many times the counter that no turn adds to it, and what that is at most.
    fn bound(&mut self, ways: &[Way], turns: &[&Way], number: &Sum, counter: &Sum) -> Option<(Sum, i128)> {
        let less = |rate: i128| {
            let counter = counter.0.iter().map(|(at, factor)| (*at, -rate * factor)).filter(|(_, factor)| *factor != 0);
            Sum(number.0.iter().copied().chain(counter).collect())
        };
        let (mut below, mut enough) = (0, self.rates.len().checked_sub(1)?);
        // The larger the rate, the less is added.
        if !self.never_grows(turns, &less(self.rates[enough])) {
            return None;
        }
        while below < enough {
            let middle = below.midpoint(enough);
            if self.never_grows(turns, &less(self.rates[middle])) { enough = middle } else { below = middle + 1 }
        }
        let sum = less(self.rates[enough]);
        self.most(ways, &sum).map(|most| (sum, most))
    }

    fn ways(&self, relation: Func) -> Vec<Way> {
        let clauses = self.horn.clauses().iter();
        let way = |clause: &Clause| {
            let (to, after) = self.horn.applied(clause.head.filter(|head| self.horn.applied(*head).0 == relation)?);
            let atoms = self.horn.atoms(clause.body);
            let before = atoms.iter().map(|atom| self.horn.applied(*atom)).find(|(from, _)| *from == to);
            let body = self.known.apply(clause.body);
            Some(Way { body, before: before.map(|(_, before)| before), after })
        };
        clauses.filter_map(way).collect()
    }

    /// Is that plain from what is known?
    fn is_bounded(&mut self, relation: Func, sum: &Sum) -> bool {
        let terms = self.terms;
        let args: Vec<Term> = terms.params(relation).iter().map(|sort| terms.fresh_var("arg", *sort)).collect();
        let known = self.known.apply(terms.apply(relation, &args));
        let is_large = terms.lt(terms.int(LARGE), sum.of(terms, &args));
        matches!(self.ask(&[known, is_large], None), Asked::Never)
    }

    fn never_grows(&mut self, turns: &[&Way], sum: &Sum) -> bool {
        let terms = self.terms;
        turns.iter().all(|way| {
            let Some(before) = &way.before else { return false };
            let added = terms.sub(sum.of(terms, &way.after), sum.of(terms, before));
            matches!(self.ask(&[way.body, terms.lt(terms.int(0), added)], None), Asked::Never)
        })
    }

    /// What a sum that no turn adds to is at most: it is when the loop is entered.
    fn most(&mut self, ways: &[Way], sum: &Sum) -> Option<i128> {
        let terms = self.terms;
        let mut most = None;
        let mut raised = 0;
        for way in ways.iter().filter(|way| way.before.is_none()) {
            let value = sum.of(terms, &way.after);
            loop {
                let above = most.map_or(terms.tt(), |most| terms.lt(terms.int(most), value));
                match self.ask(&[way.body, above], Some(value)) {
                    Asked::Never => break,
                    Asked::Seen(Some(seen)) => {
                        raised += 1;
                        most = Some(if raised <= PATIENCE { seen } else { power_above(seen)? });
                    }
                    Asked::Seen(None) | Asked::Unknown => return None,
                }
            }
        }
        most
    }

    /// Can all of this be, and what is the number then?
    fn ask(&mut self, conditions: &[Term], number: Option<Term>) -> Asked {
        if self.budget.exhausted().is_some() {
            return Asked::Unknown;
        }
        self.solver.push();
        conditions.iter().for_each(|condition| self.solver.assert(*condition));
        let session = self.solver.session().clone();
        let (answer, spent) = session.counted(|| self.solver.check());
        self.budget.step(STEPS_OF_QUESTION + u64::from(spent) / UNITS_OF_STEP);
        let asked = match answer {
            SatAnswer::Sat => Asked::Seen(number.and_then(|number| self.solver.value(number)).and_then(Value::as_int)),
            SatAnswer::Unsat => Asked::Never,
            SatAnswer::Unknown(_) => Asked::Unknown,
        };
        self.solver.pop();
        asked
    }
}

enum Asked {
    Never,
    Seen(Option<i128>),
    Unknown,
}

/// … or zero; `None` if it is too large.
fn power_above(number: i128) -> Option<i128> {
    match number {
        ..0 => Some(0),
        0.. => (0..=MOST_BITS).map(|bits| 1 << bits).find(|power| *power > number),
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;
    use smt::Sort;

    use super::*;

    #[test]
    fn a_sum_of_what_is_counted_is_bounded_by_the_counter() {
        let terms = Terms::new();
        let mut horn = Horn::new(&terms);
        let head = horn.relation("head", &[Sort::Int, Sort::Int]);
        let [x, i] = ["x", "i"].map(|name| terms.var(name, Sort::Int));
        let at = |x: Term, i: Term| terms.apply(head, &[x, i]);
        horn.rule([terms.eq(x, terms.int(7))], at(x, terms.int(0)));
        // Each turn adds what was counted.
        horn.rule([at(x, i), terms.lt(i, terms.int(10))], at(terms.add([x, i]), terms.add([i, terms.int(1)])));
        let within = terms.and([terms.le(terms.int(0), i), terms.le(i, terms.int(10))]);
        let known = Solution::proposed(&terms, [(head, vec![x, i], within)]);
        let session = Session::new(&terms).expect("a solver");
        let found = rates(&horn, &known, &[-1, 0, 1, 9, 10, 11], &session, &Budget::new());
        let holds = |x: i128, i: i128| {
            let fact = found.apply(at(terms.int(x), terms.int(i)));
            terms.eval(fact, &FxHashMap::default()) == Some(Value::Bool(true))
        };
        assert!(holds(7, 0) && holds(97, 10) && holds(7, 10));
        assert!(!holds(98, 10) && !holds(6, 10));
    }
}
