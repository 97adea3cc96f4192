//! Checks that an encoding leaves out nothing and adds nothing, with a fresh solver.
//!
//! Claim: the encoded system has exactly the runs of the system with its types. By induction over a run: values are in
//! range at the beginning and the invariants hold. For a step from there, the checks below say that m·k + least ≤ e ≤
//! m·k' + most for the smallest and the largest k that is claimed, so that the k with which e - m·k is in range is one
//! of those that have a transition; and a transition for one k of several demands that it is the right one. So the step
//! is one of the encoded system and the other way round, values are in range after it, and the invariants hold again
//! because they are inductive for the encoded system.

use engine::Budget;

use super::invariants::check_invariants;
use super::logic::Logic;
use super::refusal::{Refusal, within};
use crate::certificate::{WrapEncoding, Wraps};
use crate::replay::encoded;
use crate::system::{Atom, IntVar, Poly, System, Types};

/// The encoded system; or what is wrong with the encoding.
pub fn check_encoding(
    system: &System,
    types: &Types,
    encoding: &WrapEncoding,
    budget: &Budget,
) -> Result<System, Refusal> {
    check(system, types, encoding, budget).map_err(|why| Refusal::of(why, budget))
}

fn check(system: &System, types: &Types, encoding: &WrapEncoding, budget: &Budget) -> Result<System, String> {
    system.check()?;
    if types.vars.len() != system.vars.len() {
        return Err("not every variable has a type".to_string());
    }
    if encoding.wraps.len() != 2 * system.transitions.len()
        || encoding.invariants.len() != WrapEncoding::location_count(system)
    {
        return Err("the encoding does not fit the system".to_string());
    }
    let encoded = encoded(system, types, encoding).ok_or("the encoding has too many cases")?;
    encoded.check()?;
    let mut logic = Logic::for_check(budget)?;
    for copy in 0..2 {
        for index in 0..system.transitions.len() {
            within(budget)?;
            if copy == 0 || encoding.may_be_wrapped(system, system.transitions[index].from) {
                transition(system, types, encoding, (copy, index), &mut logic)?;
            }
        }
    }
    check_invariants(&encoded, &encoding.invariants, &mut Logic::for_check(budget)?, budget)?;
    Ok(encoded)
}

fn transition(
    system: &System,
    types: &Types,
    encoding: &WrapEncoding,
    (copy, index): (usize, usize),
    logic: &mut Logic,
) -> Result<(), String> {
    let premises =
        encoding_premises(system, types, &encoding.invariants, (copy, index)).ok_or("a number is too large")?;
    let wraps = &encoding.wraps[WrapEncoding::place(system, copy, index)];
    for (position, exact) in system.transitions[index].update.iter().enumerate() {
        let Some(of) = types.vars[position] else { continue };
        let (least, most) = match wraps[position] {
            Wraps::Between(least, most) => (least, most),
            // The guard of the encoded transition says which number it is.
            Wraps::Any => continue,
        };
        if is_in_range(system, types, position, exact) && least <= 0 && most >= 0 {
            continue;
        }
        let limits = || {
            let low = of.count().checked_mul(least)?.checked_add(of.least())?;
            let high = of.count().checked_mul(most)?.checked_add(of.most())?;
            Some([Atom::ge(exact, &Poly::constant(low))?, Atom::ge(&Poly::constant(high), exact)?])
        };
        if !logic.implies(&premises, &limits().ok_or("a number is too large")?) {
            let name = &system.vars[position];
            return Err(format!("{name} may wrap in another way after transition {index}"));
        }
    }
    Ok(())
}

/// What holds before a step from a copy of its location. `None` when a number gets too large.
pub fn encoding_premises(
    system: &System,
    types: &Types,
    invariants: &[Vec<Atom>],
    (copy, index): (usize, usize),
) -> Option<Vec<Atom>> {
    let transition = &system.transitions[index];
    let count = system.vars.len() + transition.chosen.len();
    let mut premises = types.ranges((0..count).map(|index| IntVar(index as u32)))?;
    premises.extend(transition.guard.iter().cloned());
    premises.extend(invariants[WrapEncoding::copied(system, copy, transition.from).index()].iter().cloned());
    Some(premises)
}

/// Is the value a variable or a number that the type contains anyway?
pub fn is_in_range(system: &System, types: &Types, position: usize, exact: &Poly) -> bool {
    let Some(of) = types.vars[position] else { return true };
    let within = |least: i128, most: i128| of.least() <= least && most <= of.most();
    if let Some(value) = exact.as_constant() {
        return within(value, value);
    }
    let single = exact.vars().first().copied().filter(|var| *exact == Poly::var(*var));
    debug_assert!(position < system.vars.len());
    single.and_then(|var| types.of(var)).is_some_and(|other| within(other.least(), other.most()))
}
