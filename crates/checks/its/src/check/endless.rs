//! Checks a run that is said not to end, with a fresh solver.
//!
//! Guarantees: `Ok` means that the system has a run without end: the stem is taken step by step, and from where it ends
//! one of the arguments of [`Recurrence`] shows that some step is possible for ever.

use engine::Budget;

use super::logic::Logic;
use super::rays;
use super::refusal::{Refusal, within};
use super::simplification::check_simplifications;
use crate::certificate::{Endless, Recurrence, Recurrent, RecurrentMoves};
use crate::system::{Atom, IntVar, Location, Poly, System};

/// Says what is wrong with a run that is said not to end, if anything is.
pub fn check_endless(system: &System, endless: &Endless, budget: &Budget) -> Result<(), Refusal> {
    check(system, endless, budget).map_err(|why| Refusal::of(why, budget))
}

fn check(system: &System, endless: &Endless, budget: &Budget) -> Result<(), String> {
    system.check()?;
    let run = endless.stem.run_within(system, budget);
    let (location, values) = run.ok_or("the run into the set is not possible")?;
    let Some(log) = &endless.simplifications else {
        return goes_on(system, &endless.recurrence, (location, &values), budget);
    };
    // A run of the simplified system from here is one of the original, if what the simplification used holds here.
    let simplified = check_simplifications(system, log, &mut Logic::for_check(budget)?, budget)?;
    let seen = simplified.seen(location, &values);
    let (location, values) = seen.ok_or("the run does not end where the simplification is right")?;
    goes_on(simplified.system(), &endless.recurrence, (location, &values), budget)
}

fn goes_on(
    system: &System,
    recurrence: &Recurrence,
    (location, values): (Location, &[i128]),
    budget: &Budget,
) -> Result<(), String> {
    match recurrence {
        Recurrence::Cycle(recurrent) => cycle(system, recurrent, (location, values), budget),
        Recurrence::Moves(moves) => all_moves(system, moves, (location, values), budget),
        Recurrence::Geometric(geometric) => rays::check(system, geometric, location, values),
    }
}

const TOO_LARGE: &str = "a number is too large";

/// Constraints over the program variables that hold for the values.
fn inside(system: &System, set: &[Atom], values: &[i128]) -> bool {
    let holds = |atom: &Atom| atom.holds(&|var| values.get(var.index()).copied().unwrap_or(0)) == Some(true);
    set.iter().all(|atom| is_known(system, &atom.poly) && holds(atom))
}

/// Is it about program variables only?
fn is_known(system: &System, poly: &Poly) -> bool {
    poly.vars().iter().all(|var| var.index() < system.vars.len())
}

fn substituted(set: &[Atom], values: &[Poly]) -> Result<Vec<Atom>, String> {
    let atoms: Option<Vec<Atom>> =
        set.iter().map(|atom| atom.substitute(&|var| values.get(var.index()).cloned())).collect();
    atoms.ok_or_else(|| TOO_LARGE.to_string())
}

/// What some transitions in a row demand and do, from the values at their beginning.
struct Way {
    guard: Vec<Atom>,
    values: Vec<Poly>,
    end: Location,
}

impl Way {
    /// `choices` are the values of the transitions' own variables, in order.
    fn new(system: &System, from: Location, path: &[usize], choices: &[Poly]) -> Result<Way, String> {
        let values = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
        let mut way = Way { guard: Vec::new(), values, end: from };
        let mut choices = choices;
        for index in path {
            let transition = system.transitions.get(*index).ok_or("there is no such transition")?;
            let own =
                choices.get(..transition.chosen.len()).ok_or("values for the cycle's own variables are missing")?;
            choices = &choices[own.len()..];
            if transition.from != way.end || !own.iter().all(|poly| is_known(system, poly)) {
                return Err(format!("transition {index} does not continue the cycle"));
            }
            let all: Vec<Poly> = way.values.iter().chain(own).cloned().collect();
            way.guard.extend(substituted(&transition.guard, &all)?);
            let of = |var: IntVar| all.get(var.index()).cloned();
            let after: Option<Vec<Poly>> = transition.update.iter().map(|poly| poly.substitute(&of)).collect();
            way.values = after.ok_or(TOO_LARGE)?;
            way.end = transition.to;
        }
        if path.is_empty() { Err("a way without a step leads nowhere".to_string()) } else { Ok(way) }
    }
}

/// The cycle is possible from the whole set, and leads back into it.
fn cycle(
    system: &System,
    recurrent: &Recurrent,
    (location, values): (Location, &[i128]),
    budget: &Budget,
) -> Result<(), String> {
    if !inside(system, &recurrent.set, values) {
        return Err("the run does not end in the set".to_string());
    }
    let way = Way::new(system, location, &recurrent.cycle, &recurrent.choices)?;
    if way.end != location {
        return Err("the cycle does not come back".to_string());
    }
    let mut logic = Logic::for_check(budget)?;
    if !logic.implies(&recurrent.set, &way.guard) {
        return Err("the cycle may not be possible".to_string());
    }
    if !logic.implies(&recurrent.set, &substituted(&recurrent.set, &way.values)?) {
        return Err("the cycle may leave the set".to_string());
    }
    Ok(())
}

/// Does everything that the check of the cycle computes fit into 128 bits?
pub fn is_computable(system: &System, recurrent: &Recurrent) -> bool {
    let first = recurrent.cycle.first().and_then(|index| system.transitions.get(*index));
    let way = first.map(|first| Way::new(system, first.from, &recurrent.cycle, &recurrent.choices));
    way.is_some_and(|way| way.is_ok_and(|way| substituted(&recurrent.set, &way.values).is_ok()))
}

/// From every value of every set, one of the moves is possible and leads into the set at its end.
fn all_moves(
    system: &System,
    moves: &RecurrentMoves,
    (location, values): (Location, &[i128]),
    budget: &Budget,
) -> Result<(), String> {
    let set = |location: Location| moves.sets.iter().find(|(there, _)| *there == location).map(|(_, set)| set);
    if !set(location).is_some_and(|set| inside(system, set, values)) {
        return Err("the run does not end in the set".to_string());
    }
    let mut logic = Logic::for_check(budget)?;
    for (here, atoms) in &moves.sets {
        within(budget)?;
        if here.index() >= system.locations.len() || !atoms.iter().all(|atom| is_known(system, &atom.poly)) {
            return Err("a set is about a location or a variable that does not exist".to_string());
        }
        let mut cases = Vec::new();
        for one in moves.moves.iter().filter(|one| one.from == *here) {
            let way = Way::new(system, *here, &one.path, &one.choices)?;
            let target = set(way.end).ok_or("a move leads to a location without a set")?;
            let mut demanded = way.guard;
            demanded.extend(substituted(target, &way.values)?);
            cases.push(demanded);
        }
        if !logic.covers(atoms, &cases) {
            return Err(format!("at {} there may be no move", system.location_name(*here)));
        }
    }
    Ok(())
}
