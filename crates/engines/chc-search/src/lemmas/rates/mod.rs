//! How fast a number can change, measured by a counter: `x <= 999 * i + 1` where each turn adds at most 999 to `x` and one to `i`.
//!
//! Hulls compare two numbers by their sum and difference only. Where that leaves a number without bounds, the sum of it and of so
//! many times the counter that it cannot grow is bounded by what it is when the loop is entered. A turn of a loop around others goes through
//! them, and what never grows there is no larger behind them; so rates are found from the inside out, and bounds from the outside in.

mod nest;
mod turns;

use std::collections::BTreeSet;

use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Func, Horn, Limits, SatAnswer, Session, Solution, Solver, Term, Terms, Value};

use self::nest::{Loop, nest};
use self::turns::{Entry, Facts, Turn};
use super::hull::numbers;
use super::{STEPS_OF_QUESTION, WORK};
use crate::solve::UNITS_OF_STEP;

/// Relations of a system, and numbers of a relation, that are looked at.
const MOST_RELATIONS: usize = 40;
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
    let facts = Facts { horn, terms, known, never_grow: FxHashMap::default() };
    let mut rates = Rates { facts, solver, budget, rates: numbers.into_iter().collect() };
    let nest = if horn.relations().len() > MOST_RELATIONS { Vec::new() } else { nest(horn) };
    for around in &nest {
        let sums = rates.never_grow(around);
        rates.facts.never_grow.insert(around.head, sums);
    }
    // What loops begin with follows from what holds in those around them.
    let mut bounded = Bounds::default();
    for around in nest.iter().rev() {
        let known = rates.solution(&bounded);
        let bounds = rates.bounds(around, &known, &bounded);
        bounded.insert(around.head, bounds);
    }
    rates.keep_what_lasts(&mut bounded);
    rates.solution(&bounded)
}

/// Sums of each relation, and what they are at most.
type Bounds = FxHashMap<Func, Vec<(Sum, i128)>>;

/// So many times each of some arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum(Vec<(usize, i128)>);

impl Sum {
    fn of(&self, terms: &Terms, args: &[Term]) -> Term {
        terms.add(self.0.iter().map(|(at, factor)| terms.mul(terms.int(*factor), args[*at])))
    }
}

struct Rates<'a> {
    facts: Facts<'a>,
    solver: Solver,
    budget: &'a Budget,
    /// How many times a counter may be taken, in ascending order.
    rates: Vec<i128>,
}

impl Rates<'_> {
    /// Of each relation, that its sums are at most what was found.
    fn solution(&self, bounded: &Bounds) -> Solution {
        let terms = self.facts.terms;
        let formula = |relation: &Func| {
            let params: Vec<Term> = terms.params(*relation).iter().map(|sort| terms.fresh_var("arg", *sort)).collect();
            let bounds = bounded.get(relation).into_iter().flatten();
            let formula = terms.and(bounds.map(|(sum, most)| terms.le(sum.of(terms, &params), terms.int(*most))));
            (*relation, params, formula)
        };
        Solution::proposed(terms, self.facts.horn.relations().iter().map(formula).collect::<Vec<_>>())
    }

    /// Sums of arguments that no turn of the loop makes larger: single ones, and those without bounds less so many times a counter.
    fn never_grow(&mut self, around: &Loop) -> Vec<Sum> {
        let relation = around.head;
        let numbers = numbers(self.facts.terms.params(relation));
        if numbers.len() > MOST_NUMBERS {
            return Vec::new();
        }
        let both = |at: &usize| [1, -1].map(|sign| Sum(vec![(*at, sign)]));
        let mut free: Vec<Sum> = numbers.iter().flat_map(both).collect();
        free.retain(|number| !self.is_bounded(relation, number));
        if free.is_empty() {
            return Vec::new();
        }
        let Some(turns) = self.facts.turns(around) else { return Vec::new() };
        let (mut sums, mut counters) = (Vec::new(), Vec::new());
        for at in numbers {
            let [rises, falls] = both(&at);
            let (never_rises, never_falls) = (self.never_grows(&turns, &rises), self.never_grows(&turns, &falls));
            match (never_rises, never_falls) {
                (false, true) => counters.push(rises.clone()),
                (true, false) => counters.push(falls.clone()),
                (true, true) | (false, false) => {}
            }
            sums.extend(never_rises.then_some(rises));
            sums.extend(never_falls.then_some(falls));
        }
        for number in free {
            let less =
                counters.iter().take(MOST_COUNTERS).filter_map(|counter| self.least_rate(&turns, &number, counter));
            sums.extend(less.collect::<Vec<_>>());
        }
        sums
    }

    /// The number less the least times the counter that no turn adds to.
    fn least_rate(&mut self, turns: &[Turn], number: &Sum, counter: &Sum) -> Option<Sum> {
        let [(at, sign)] = *counter.0 else { return None };
        if number.0.iter().any(|(other, _)| *other == at) {
            return None;
        }
        let less = |rate: i128| {
            let counter = [(at, -rate * sign)].into_iter().filter(|(_, factor)| *factor != 0);
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
        Some(less(self.rates[enough]))
    }

    /// Sums that never grow, those of the loop itself and of loops around it, with what they are at most when the loop is entered.
    fn bounds(&mut self, around: &Loop, known: &Solution, outer: &Bounds) -> Vec<(Sum, i128)> {
        let own = self.facts.never_grow[&around.head].clone();
        let counters: Vec<Sum> = own.iter().filter(|sum| sum.0.len() == 1).cloned().collect();
        let mut sums: Vec<Sum> = Vec::new();
        for sum in own {
            if !sums.contains(&sum) && (sum.0.len() > 1 || !self.is_bounded(around.head, &sum)) {
                sums.push(sum);
            }
        }
        let inherited = self.facts.inherited(around, outer);
        if !inherited.is_empty()
            && let Some(turns) = self.facts.turns(around)
        {
            for sum in inherited {
                if self.never_grows(&turns, &sum) {
                    sums.push(sum);
                    continue;
                }
                // A counter that never falls is one whose negation never grows.
                let rising =
                    counters.iter().map(|Sum(falls)| Sum(falls.iter().map(|(at, sign)| (*at, -sign)).collect()));
                let less = rising.take(2 * MOST_COUNTERS).filter_map(|counter| self.least_rate(&turns, &sum, &counter));
                sums.extend(less.collect::<Vec<_>>());
            }
        }
        let entries = self.facts.entries(around, known);
        sums.into_iter().filter_map(|sum| self.most(&entries, &sum).map(|most| (sum, most))).collect()
    }

    /// Drops bounds that some clause leads out of.
    fn keep_what_lasts(&mut self, bounded: &mut Bounds) {
        let terms = self.facts.terms;
        loop {
            let known = self.solution(bounded);
            let mut lost = false;
            for (relation, bounds) in bounded.iter_mut().filter(|(_, bounds)| !bounds.is_empty()) {
                for clause in self.facts.horn.clauses() {
                    let Some((to, args)) = clause.head.map(|head| self.facts.horn.applied(head)) else { continue };
                    if to != *relation {
                        continue;
                    }
                    let body = terms.and([self.facts.known.apply(clause.body), known.apply(clause.body)]);
                    let before = bounds.len();
                    bounds.retain(|(sum, most)| {
                        let is_above = terms.lt(terms.int(*most), sum.of(terms, &args));
                        matches!(self.ask(&[body, is_above], None), Asked::Never)
                    });
                    lost |= bounds.len() < before;
                }
            }
            if !lost {
                break;
            }
        }
    }

    /// Is that plain from what is known?
    fn is_bounded(&mut self, relation: Func, sum: &Sum) -> bool {
        let terms = self.facts.terms;
        let args: Vec<Term> = terms.params(relation).iter().map(|sort| terms.fresh_var("arg", *sort)).collect();
        let known = self.facts.known.apply(terms.apply(relation, &args));
        let is_large = terms.lt(terms.int(LARGE), sum.of(terms, &args));
        matches!(self.ask(&[known, is_large], None), Asked::Never)
    }

    fn never_grows(&mut self, turns: &[Turn], sum: &Sum) -> bool {
        let terms = self.facts.terms;
        turns.iter().all(|turn| {
            let added = terms.sub(sum.of(terms, &turn.after), sum.of(terms, &turn.before));
            matches!(self.ask(&[turn.body, terms.lt(terms.int(0), added)], None), Asked::Never)
        })
    }

    /// What a sum that no turn adds to is at most: it is when the loop is entered.
    fn most(&mut self, entries: &[Entry], sum: &Sum) -> Option<i128> {
        let terms = self.facts.terms;
        let mut most = None;
        let mut raised = 0;
        for entry in entries {
            let value = sum.of(terms, &entry.args);
            loop {
                let above = most.map_or(terms.tt(), |most| terms.lt(terms.int(most), value));
                match self.ask(&[entry.body, above], Some(value)) {
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
