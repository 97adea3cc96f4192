//! When a step of a simplification may be done: it keeps whether there is an infinite run, and every run after it stands for one
//! before it.

use engine::Budget;

use super::logic::Logic;
use super::refusal::within;
use crate::certificate::Simplification;
use crate::replay::{Simplified, apply, by_location, equations, replaced};
use crate::system::{
    Atom, IntVar, Location, Poly, System, Transition, after, all_reachable, during, irrelevant, unneeded, unreachable,
};

/// The system after the steps of a log that need not be right. `Ok` means: if the original system has an infinite run, so has
/// the simplified one.
pub fn check_simplifications<'a>(
    original: &'a System,
    log: &[Simplification],
    logic: &mut Logic,
    budget: &Budget,
) -> Result<Simplified<'a>, String> {
    let mut simplified = Simplified::new(original);
    for (number, step) in log.iter().enumerate() {
        within(budget)?;
        let done = legal(simplified.system(), step, logic).and_then(|()| {
            apply(&mut simplified, step.clone()).ok_or_else(|| "it does not fit the system".to_string())
        });
        done.map_err(|what| format!("simplification {}: {what}", number + 1))?;
    }
    Ok(simplified)
}

/// Says why the step must not be done, if it must not.
fn legal(system: &System, step: &Simplification, logic: &mut Logic) -> Result<(), String> {
    match step {
        Simplification::Unreachable { transitions } => {
            only(system, transitions, &unreachable(system), "can be reached")
        }
        Simplification::Irrelevant { transitions } => {
            only(system, transitions, &irrelevant(system), "leads to a cycle")
        }
        Simplification::Impossible { transitions } => impossible(system, transitions, logic),
        Simplification::Subsumed { pairs } => subsumed(system, pairs, logic),
        Simplification::Chained { location } => chained(system, *location),
        Simplification::Determined { transition, var, value } => determined(system, *transition, *var, value, logic),
        Simplification::Sliced { vars } => sliced(system, vars),
        Simplification::Equal { values } => equal(system, values, logic),
        Simplification::Strengthened { facts } => strengthened(system, facts, logic),
    }
}

/// Transitions that the graph alone says to be of no use. Unreachable: no run gets to where they begin, so no run takes one.
/// Irrelevant: after one of them no cycle can be reached, so a run that takes one ends, and no infinite run takes one. Both
/// kinds leave all infinite runs as they are, and what is left has only runs that were there before.
fn only(system: &System, transitions: &[usize], useless: &[usize], otherwise: &str) -> Result<(), String> {
    known_once(system, transitions)?;
    match transitions.iter().find(|index| useless.binary_search(index).is_err()) {
        None => Ok(()),
        Some(index) => Err(format!("transition {index} {otherwise}")),
    }
}

/// Known transitions, each of them once.
fn known_once(system: &System, transitions: &[usize]) -> Result<(), String> {
    let mut seen = vec![false; system.transitions.len()];
    for index in transitions {
        match seen.get_mut(*index) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(format!("transition {index} is named twice")),
            None => return Err("there is no such transition".to_string()),
        }
    }
    Ok(())
}

/// Transitions whose guard never holds: no run takes one.
fn impossible(system: &System, transitions: &[usize], logic: &mut Logic) -> Result<(), String> {
    known_once(system, transitions)?;
    for index in transitions {
        if logic.may_hold(&system.transitions[*index].guard) {
            return Err(format!("transition {index} may be possible"));
        }
    }
    Ok(())
}

/// Transitions that others make superfluous. The other one leads from and to the same locations, and can with the same chosen
/// values do whatever this one can. So in a run each step of the one can be a step of the other; and what is left has only
/// runs that were there before.
fn subsumed(system: &System, pairs: &[(usize, usize)], logic: &mut Logic) -> Result<(), String> {
    let gone: Vec<usize> = pairs.iter().map(|(gone, _)| *gone).collect();
    known_once(system, &gone)?;
    for (gone_one, by) in pairs {
        let other = system.transitions.get(*by).filter(|_| !gone.contains(by));
        let (Some(one), Some(other)) = (system.transitions.get(*gone_one), other) else {
            return Err(format!("what stands for transition {gone_one} is not there"));
        };
        if !does_the_same(one, other, logic) {
            return Err(format!("transition {by} may not do what transition {gone_one} does"));
        }
    }
    Ok(())
}

/// Whenever the one is possible, so is the other with the same chosen values, and with the same result.
fn does_the_same(one: &Transition, other: &Transition, logic: &mut Logic) -> bool {
    if (one.from, one.to, one.chosen.len()) != (other.from, other.to, other.chosen.len()) {
        return false;
    }
    let results = one.update.iter().zip(&other.update).map(|(one, other)| Atom::eq(one, other));
    let claims: Option<Vec<Atom>> = other.guard.iter().cloned().map(Some).chain(results).collect();
    claims.is_some_and(|claims| logic.implies(&one.guard, &claims))
}

/// A location that is chained away is not the start, and no transition leads from it to itself. An infinite run that gets there
/// came by one transition and goes on with another: both together are one of the new transitions, and the run that takes these
/// instead is infinite, too, since no two of its visits there are next to each other. The other way round, a new transition is
/// its two old ones, with the values that each chooses.
fn chained(system: &System, location: Location) -> Result<(), String> {
    if location == system.start || location.index() >= system.locations.len() {
        return Err("this location cannot be chained away".to_string());
    }
    let looped = |transition: &Transition| transition.from == location && transition.to == location;
    match system.transitions.iter().any(looped) {
        false => Ok(()),
        true => Err(format!("`{}` has a transition to itself", system.location_name(location))),
    }
}

/// A chosen variable c is replaced by a value v over the other variables, when the guard implies itself with v in the place of c,
/// and that the values after the step are the same. Then every step with any c is also one with c = v, with the same result;
/// and a step of the new transition is one of the old with c = v.
fn determined(system: &System, index: usize, var: IntVar, value: &Poly, logic: &mut Logic) -> Result<(), String> {
    let transition = system.transitions.get(index).ok_or("there is no such transition")?;
    let count = system.vars.len();
    let all = count + transition.chosen.len();
    let chosen = (count..all).contains(&var.index());
    if !chosen || value.mentions(var) || value.vars().iter().any(|var| var.index() >= all) {
        return Err(format!("transition {index} chooses no such value"));
    }
    let (mut claims, update) = replaced(transition, var, value).ok_or("a number gets too large")?;
    for (old, new) in transition.update.iter().zip(&update) {
        claims.push(Atom::eq(old, new).ok_or("a number gets too large")?);
    }
    match logic.implies(&transition.guard, &claims) {
        true => Ok(()),
        false => Err(format!("transition {index} may need another chosen value")),
    }
}

/// A variable is needed if a guard mentions it, or the new value of a needed variable does. The others may have any value: which
/// steps a run can take, and what becomes of the needed variables, does not depend on them. So the runs of the system without
/// them are those of the system with them, from any start values of theirs.
fn sliced(system: &System, vars: &[IntVar]) -> Result<(), String> {
    let unneeded = unneeded(system);
    match vars.iter().find(|var| !unneeded.contains(var)) {
        Some(var) => Err(format!("a guard may depend on variable {}", var.index())),
        None => closed(system, vars),
    }
}

/// Not all unneeded variables need to go, but those that stay must not depend on those that go.
fn closed(system: &System, vars: &[IntVar]) -> Result<(), String> {
    let stays = |index: &usize| !vars.contains(&IntVar(*index as u32));
    for transition in &system.transitions {
        for index in (0..system.vars.len()).filter(stays) {
            if transition.update[index].vars().iter().any(|var| vars.contains(var)) {
                return Err(format!("variable {index} depends on one that is to go"));
            }
        }
    }
    Ok(())
}

/// That a variable has a known value is an invariant. So no run changes when the value is put in the variable's place in what
/// starts at the location; the other way round, a run of the new system is one of the old, because the invariant holds on it
/// as well.
fn equal(system: &System, values: &[(Location, IntVar, Poly)], logic: &mut Logic) -> Result<(), String> {
    let facts = equations(system, values).ok_or("a value does not fit the system")?;
    invariant(system, &facts, logic)
}

/// The facts are invariants. So no run loses a step when they are added to guards; and what is left has only runs that were
/// there before.
fn strengthened(system: &System, facts: &[(Location, Atom)], logic: &mut Logic) -> Result<(), String> {
    invariant(system, &by_location(system, facts).ok_or("a fact does not fit the system")?, logic)
}

/// Whether the facts hold whenever a run gets to their location: at the start with any values, and after every step.
fn invariant(system: &System, facts: &[Vec<Atom>], logic: &mut Logic) -> Result<(), String> {
    if !logic.implies(&[], &facts[system.start.index()]) {
        return Err("what is said of the start need not hold".to_string());
    }
    for index in all_reachable(system) {
        let transition = &system.transitions[index];
        let mut claims = Vec::new();
        for atom in &facts[transition.to.index()] {
            let poly = after(system, transition, &atom.poly).ok_or("a number gets too large")?;
            claims.push(Atom { poly, relation: atom.relation });
        }
        if !logic.implies(&during(transition, &facts[transition.from.index()]), &claims) {
            let place = system.location_name(transition.to);
            return Err(format!("transition {index} may not keep what is said of `{place}`"));
        }
    }
    Ok(())
}
