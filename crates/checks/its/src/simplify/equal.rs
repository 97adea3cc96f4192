//! Variables that have a known value at a location, or the value of another variable.
//!
//! That is an invariant: it holds at the start, where nothing is known, and every step keeps it. So no run changes when
//! the value is put in the variable's place in what starts at the location; the other way round, a run of the new system
//! is one of the old, because the invariant holds on it as well.
//!
//! Found as values of constant propagation [Kildall, POPL 1973], with copies of variables beside constants: the state at a
//! location says for each variable which constant it is, or of which variable it is a copy. States only get weaker, each at
//! most as often as there are variables, so no widening is needed.

use engine::Budget;
use rustc_hash::FxHashMap;

use super::Simplified;
use super::facts::{invariant, remember};
use super::guard::tidy_or_false;
use crate::atom::{Atom, Relation};
use crate::logic::Logic;
use crate::poly::{IntVar, Poly};
use crate::system::{Location, System, Transition};

/// For each variable a constant, or the first of the variables that it is equal to.
type State = Vec<Poly>;

/// What is known at the locations that can be reached; nothing when the budget ends.
pub fn equal(system: &System, budget: &Budget) -> Vec<(Location, IntVar, Poly)> {
    let nothing: State = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    let mut states: Vec<Option<State>> = vec![None; system.locations.len()];
    states[system.start.index()] = Some(nothing);
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); system.locations.len()];
    for (index, transition) in system.transitions.iter().enumerate() {
        out[transition.from.index()].push(index);
    }
    let mut work = vec![system.start.index()];
    while let Some(location) = work.pop() {
        if budget.exhausted().is_some() {
            return Vec::new();
        }
        for index in &out[location] {
            let transition = &system.transitions[*index];
            let Some(after) = states[location].as_ref().map(|state| post(transition, state)) else { continue };
            let target = transition.to.index();
            let joined = match &states[target] {
                None => after,
                Some(old) => join(old, &after),
            };
            if states[target].as_ref() != Some(&joined) {
                states[target] = Some(joined);
                work.push(target);
            }
        }
    }
    let mut values = Vec::new();
    for (location, state) in states.iter().enumerate() {
        let known = state.iter().flatten().enumerate().map(|(index, poly)| (IntVar(index as u32), poly));
        let known = known.filter(|(var, poly)| **poly != Poly::var(*var));
        values.extend(known.map(|(var, poly)| (Location(location as u32), var, poly.clone())));
    }
    values
}

/// What is known after a step. Numbers that get too large are values of which nothing is known: the variable itself
/// stands for such a one. Steps that turn out to be impossible are still taken: what is known behind them must be an
/// invariant, too, until they are removed.
fn post(transition: &Transition, before: &State) -> State {
    let mut before = before.clone();
    for atom in transition.guard.iter().filter(|atom| atom.relation == Relation::Zero) {
        let Some(known) = atom.poly.substitute(&|var| before.get(var.index()).cloned()) else { continue };
        let equation = Atom::zero(known).normal();
        if let Some((var, value)) = solved(&equation.poly, before.len()) {
            for poly in before.iter_mut().filter(|poly| **poly == Poly::var(var)) {
                *poly = value.clone();
            }
        }
    }
    let values: Vec<Option<Poly>> =
        transition.update.iter().map(|poly| poly.substitute(&|var| before.get(var.index()).cloned())).collect();
    let mut known: FxHashMap<&Poly, usize> = FxHashMap::default();
    let after = values.iter().enumerate().map(|(index, value)| match value {
        Some(value) if value.as_constant().is_some() => value.clone(),
        Some(value) => Poly::var(IntVar(*known.entry(value).or_insert(index) as u32)),
        None => Poly::var(IntVar(index as u32)),
    });
    after.collect()
}

/// The equation as a constant or an earlier variable for a program variable.
fn solved(poly: &Poly, count: usize) -> Option<(IntVar, Poly)> {
    let last = poly.vars().last().copied().filter(|var| var.index() < count)?;
    let coefficient = poly.coefficient(last);
    if coefficient.unsigned_abs() != 1 || !poly.is_linear() {
        return None;
    }
    let value = poly.combine(&Poly::var(last), coefficient.checked_neg()?)?.scale(coefficient.checked_neg()?)?;
    let is_var = matches!(value.terms(), [(monomial, 1)] if monomial.len() == 1);
    (is_var || value.as_constant().is_some()).then_some((last, value))
}

/// What is known in both.
fn join(one: &State, other: &State) -> State {
    let mut known: FxHashMap<(&Poly, &Poly), usize> = FxHashMap::default();
    let both = one.iter().zip(other).enumerate().map(|(index, (one, other))| {
        if one == other && one.as_constant().is_some() {
            return one.clone();
        }
        Poly::var(IntVar(*known.entry((one, other)).or_insert(index) as u32))
    });
    both.collect()
}

/// As facts, by location. `None` when a value does not fit the system.
fn facts(system: &System, values: &[(Location, IntVar, Poly)]) -> Option<Vec<Vec<Atom>>> {
    let mut facts = vec![Vec::new(); system.locations.len()];
    for (location, var, value) in values {
        let known = |var: &IntVar| var.index() < system.vars.len();
        let fits = known(var) && value.vars().iter().all(known);
        facts.get_mut(location.index())?.push(Atom::eq(&Poly::var(*var), value).filter(|_| fits)?);
    }
    Some(facts)
}

pub fn legal(system: &System, values: &[(Location, IntVar, Poly)], logic: &mut Logic) -> Result<(), String> {
    let facts = facts(system, values).ok_or("a value does not fit the system")?;
    invariant(system, &facts, logic)
}

pub fn apply(simplified: &mut Simplified<'_>, values: &[(Location, IntVar, Poly)]) -> Option<()> {
    let facts = facts(&simplified.system, values)?;
    let mut known: Vec<Vec<(IntVar, &Poly)>> = vec![Vec::new(); facts.len()];
    for (location, var, value) in values {
        known[location.index()].push((*var, value));
    }
    let mut new = Vec::new();
    for (index, transition) in simplified.system.transitions.iter().enumerate() {
        let here = &known[transition.from.index()];
        if here.is_empty() {
            continue;
        }
        let of = |var: IntVar| here.iter().find(|(known, _)| *known == var).map(|(_, value)| (*value).clone());
        let put = |poly: &Poly| {
            let concerned = poly.vars().into_iter().any(|var| of(var).is_some());
            if concerned { poly.substitute(&of) } else { Some(poly.clone()) }
        };
        let guard = transition.guard.iter().map(|atom| Some(Atom { poly: put(&atom.poly)?, relation: atom.relation }));
        let guard = tidy_or_false(&guard.collect::<Option<Vec<_>>>()?);
        let update = transition.update.iter().map(put).collect::<Option<_>>()?;
        new.push((index, Transition { guard, update, ..transition.clone() }));
    }
    remember(simplified, &facts)?;
    for (index, transition) in new {
        simplified.system.transitions[index] = transition;
    }
    Some(())
}
