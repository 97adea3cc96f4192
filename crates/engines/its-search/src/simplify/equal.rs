//! Variables that have a known value at a location, or the value of another variable.
//!
//! Found as values of constant propagation [Kildall, POPL 1973], with copies of variables beside constants: the state at a
//! location says for each variable which constant it is, or of which variable it is a copy. States only get weaker, each at
//! most as often as there are variables, so no widening is needed.

use engine::Budget;
use its::system::{Atom, IntVar, Location, Poly, Relation, System, Transition};
use rustc_hash::FxHashMap;

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
