//! Ranges of single variables at every location, by propagation alone: no linear programs, no solver.
//!
//! Paper: intervals, [Cousot & Cousot, POPL 1977]. A falling bound is widened to constants that guards compare the
//! variable with, then given up; afterwards ranges are improved again for a few rounds.
//! Guarantees: none; what is found is a guess.

use std::cmp::Ordering;

use engine::Budget;
use its::system::{Atom, IntVar, Location, Poly, Relation, System, Transition, reachable};

/// Visits of a location after which bounds are widened, and after which they are given up.
const WIDEN_AFTER: u32 = 3;
const GIVE_UP_AFTER: u32 = 10;
/// Rounds in which ranges are improved again.
const NARROWINGS: usize = 2;
/// Times that the atoms of a guard are gone through.
const PROPAGATIONS: usize = 3;
/// Larger bounds are none.
const LARGEST: u128 = 1 << 40;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Range {
    least: Option<i128>,
    most: Option<i128>,
}

impl Range {
    fn constant(value: i128) -> Range {
        Range { least: Some(value), most: Some(value) }
    }

    fn scaled(self, factor: i128) -> Range {
        let times = |bound: Option<i128>| bound.and_then(|bound| bound.checked_mul(factor));
        let (one, other) = (times(self.least), times(self.most));
        if factor >= 0 { Range { least: one, most: other } } else { Range { least: other, most: one } }
    }

    fn plus(self, other: Range) -> Range {
        let sum = |one: Option<i128>, other: Option<i128>| one?.checked_add(other?);
        Range { least: sum(self.least, other.least), most: sum(self.most, other.most) }
    }

    fn joined(self, other: Range) -> Range {
        let both = |one: Option<i128>, other: Option<i128>, best: fn(i128, i128) -> i128| Some(best(one?, other?));
        Range { least: both(self.least, other.least, i128::min), most: both(self.most, other.most, i128::max) }
    }

    fn met(self, other: Range) -> Range {
        let most = [self.most, other.most].into_iter().flatten().min();
        Range { least: self.least.max(other.least), most }
    }

    fn is_empty(self) -> bool {
        matches!((self.least, self.most), (Some(least), Some(most)) if least > most)
    }

    fn moderate(self) -> Range {
        let small = |bound: &i128| bound.unsigned_abs() <= LARGEST;
        Range { least: self.least.filter(small), most: self.most.filter(small) }
    }
}

/// By variable.
type State = Vec<Range>;

/// Bounds of variables at the locations.
pub fn ranges(system: &System, budget: &Budget) -> Vec<(Location, Atom)> {
    let mut search = Search::new(system);
    if search.ascend(budget).is_none() {
        return Vec::new();
    }
    for _ in 0..NARROWINGS {
        search.descend();
    }
    search.facts()
}

struct Search<'a> {
    system: &'a System,
    /// `None` for a location that was not reached yet.
    states: Vec<Option<State>>,
    visits: Vec<u32>,
    /// Constants that each variable is compared with, ascending.
    thresholds: Vec<Vec<i128>>,
    out: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System) -> Search<'a> {
        let count = system.locations.len();
        let mut states = vec![None; count];
        states[system.start.index()] = Some(vec![Range::default(); system.vars.len()]);
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (index, transition) in system.transitions.iter().enumerate() {
            out[transition.from.index()].push(index);
        }
        Search { system, states, visits: vec![0; count], thresholds: thresholds(system), out }
    }

    /// `None` when the budget ends.
    fn ascend(&mut self, budget: &Budget) -> Option<()> {
        let mut changed = vec![false; self.states.len()];
        changed[self.system.start.index()] = true;
        while let Some(location) = changed.iter().position(|changed| *changed) {
            if budget.exhausted().is_some() {
                return None;
            }
            changed[location] = false;
            for index in self.out[location].clone() {
                let transition = &self.system.transitions[index];
                let after = self.states[location].as_ref().and_then(|before| post(transition, before));
                if let Some(after) = after {
                    changed[transition.to.index()] |= self.join(transition.to.index(), after);
                }
            }
        }
        Some(())
    }

    fn join(&mut self, location: usize, new: State) -> bool {
        self.visits[location] += 1;
        let visits = self.visits[location];
        let Some(old) = &mut self.states[location] else {
            self.states[location] = Some(new);
            return true;
        };
        let mut changed = false;
        for ((old, new), thresholds) in old.iter_mut().zip(new).zip(&self.thresholds) {
            let mut joined = old.joined(new);
            if visits > WIDEN_AFTER {
                let known = thresholds.as_slice();
                let below = |bound: i128| known.iter().rev().find(|known| **known <= bound).copied();
                let above = |bound: i128| known.iter().find(|known| **known >= bound).copied();
                let go_on = |bound: Option<i128>| bound.filter(|_| visits <= GIVE_UP_AFTER);
                if joined.least != old.least {
                    joined.least = go_on(joined.least).and_then(below);
                }
                if joined.most != old.most {
                    joined.most = go_on(joined.most).and_then(above);
                }
            }
            changed |= joined != *old;
            *old = joined;
        }
        changed
    }

    /// One round in which every range is what the steps into its location make of it.
    fn descend(&mut self) {
        let mut next: Vec<Option<State>> = vec![None; self.states.len()];
        next[self.system.start.index()] = self.states[self.system.start.index()].clone();
        for transition in &self.system.transitions {
            let before = self.states[transition.from.index()].as_ref();
            let Some(after) = before.and_then(|before| post(transition, before)) else { continue };
            let target = &mut next[transition.to.index()];
            *target = Some(match target.take() {
                None => after,
                Some(state) => state.into_iter().zip(after).map(|(one, other)| one.joined(other)).collect(),
            });
        }
        for (old, new) in self.states.iter_mut().zip(next) {
            if let (Some(old), Some(new)) = (old, new) {
                old.iter_mut().zip(new).for_each(|(old, new)| *old = old.met(new));
            }
        }
    }

    /// Where nobody gets, though the graph has a way, nothing holds.
    fn facts(&self) -> Vec<(Location, Atom)> {
        let mut facts = Vec::new();
        let all: Vec<usize> = (0..self.system.transitions.len()).collect();
        let on_a_way = reachable(self.system, &all);
        for (location, state) in self.states.iter().enumerate() {
            if state.is_none() && on_a_way[location] {
                facts.push((Location(location as u32), Atom::zero(Poly::constant(1))));
            }
            for (var, range) in state.iter().flatten().enumerate() {
                let var = Poly::var(IntVar(var as u32));
                let least = range.least.and_then(|least| Atom::ge(&var, &Poly::constant(least)));
                let most = range.most.and_then(|most| Atom::ge(&Poly::constant(most), &var));
                facts.extend(least.into_iter().chain(most).map(|atom| (Location(location as u32), atom)));
            }
        }
        facts
    }
}

/// Ranges after a step; `None` when it is impossible.
fn post(transition: &Transition, before: &State) -> Option<State> {
    let mut now = before.clone();
    now.resize(before.len() + transition.chosen.len(), Range::default());
    for _ in 0..PROPAGATIONS {
        let known = now.clone();
        for atom in transition.guard.iter().filter(|atom| atom.is_linear()) {
            narrow(atom, &mut now)?;
        }
        if known == now {
            break;
        }
    }
    Some(transition.update.iter().map(|poly| value(poly, &now).moderate()).collect())
}

fn value(poly: &Poly, now: &State) -> Range {
    poly.terms().iter().fold(Range::constant(0), |sum, (monomial, factor)| {
        sum.plus(match monomial.as_slice() {
            [] => Range::constant(*factor),
            [var] => now[var.index()].scaled(*factor),
            _ => Range::default(),
        })
    })
}

/// What a linear atom says of each of its variables, given the others; `None` when it cannot hold.
fn narrow(atom: &Atom, now: &mut State) -> Option<()> {
    for (monomial, factor) in atom.poly.terms() {
        let [var] = monomial.as_slice() else { continue };
        let rest = atom.poly.combine(&Poly::var(*var), factor.checked_neg()?);
        let Some(rest) = rest.map(|rest| value(&rest, now)) else { continue };
        let (factor, opposite) = (*factor, factor.checked_neg()?);
        let mut bound =
            rest.most.and_then(i128::checked_neg).map_or_else(Range::default, |bound| at_least(factor, bound));
        if atom.relation == Relation::Zero {
            bound = bound.met(rest.least.map_or_else(Range::default, |bound| at_least(opposite, bound)));
        }
        let range = now[var.index()].met(bound.moderate());
        if range.is_empty() {
            return None;
        }
        now[var.index()] = range;
    }
    Some(())
}

/// The values whose product with the factor is at least the bound.
fn at_least(factor: i128, bound: i128) -> Range {
    let Some(opposite) = bound.checked_neg() else { return Range::default() };
    match factor.cmp(&0) {
        Ordering::Greater => Range { least: opposite.div_euclid(factor).checked_neg(), most: None },
        Ordering::Less => {
            let most = factor.checked_neg().map(|positive| opposite.div_euclid(positive));
            Range { least: None, most }
        }
        Ordering::Equal => Range::default(),
    }
}

/// Constants that each variable by itself is compared with, one more and one less, and small ones.
fn thresholds(system: &System) -> Vec<Vec<i128>> {
    let mut found = vec![vec![-1, 0, 1]; system.vars.len()];
    for atom in system.transitions.iter().flat_map(|transition| &transition.guard) {
        let constant = atom.poly.constant_term();
        let rest: Vec<_> = atom.poly.terms().iter().filter(|(monomial, _)| !monomial.is_empty()).collect();
        if let [(monomial, 1 | -1)] = rest.as_slice()
            && let [var] = monomial.as_slice()
            && let Some(known) = found.get_mut(var.index())
            && constant.unsigned_abs() <= LARGEST
        {
            known.extend([constant, -constant].iter().flat_map(|near| [near - 1, *near, near + 1]));
        }
    }
    for known in &mut found {
        known.sort_unstable();
        known.dedup();
    }
    found
}
