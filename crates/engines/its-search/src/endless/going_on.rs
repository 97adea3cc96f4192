//! The search for sets in which one of several moves is always possible (see [`RecurrentMoves`]).
//!
//! From where a run gets into the component, moves are taken for a while. What holds in all states that were seen at a
//! location, among constraints that the moves mention, is a first set for it; constraints that a move does not keep are
//! dropped until all are kept [Flanagan & Leino, FME 2001]. Then every state in the set must have a move.
//! Guarantees: none; `check_endless` checks the result.

use engine::Budget;
use its::certificate::{Endless, Move, Recurrence, RecurrentMoves, State, Stem};
use its::check::Logic;
use its::system::{Atom, IntVar, Location, Poly, Relation, System, Transition, chain_all};

use super::cycles::simple_cycles;
use super::recurrent::{choices, determined};
use super::stem::stem;

/// Ways to give values to a move's own variables, moves in all, and places where runs come in that are tried.
const MOST_CHOICES: usize = 3;
const MOST_MOVES: usize = 24;
const MOST_STEMS: usize = 10;
/// Moves that are taken from each of them.
const MOST_STEPS: usize = 40;
/// Constraints that are tried at a location.
const MOST_CANDIDATES: usize = 60;

/// A move with what it demands and does: a step that chooses nothing.
struct Known {
    one: Move,
    step: Transition,
}

/// A run that goes on for ever in the component.
pub fn going_on(system: &System, component: &[usize], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    let single: Vec<Vec<usize>> = component.iter().map(|index| vec![*index]).collect();
    let cycles = simple_cycles(system, component);
    let mut heads: Vec<Location> = cycles.iter().map(|cycle| system.transitions[cycle[0]].from).collect();
    heads.sort_unstable();
    heads.dedup();
    if budget.exhausted().is_some() {
        return None;
    }
    if let Some(found) = among(system, &single, logic, budget) {
        return Some(found);
    }
    // Around one location, whole rounds need no set at the others.
    for head in heads {
        let rounds: Vec<Vec<usize>> =
            cycles.iter().filter(|cycle| system.transitions[cycle[0]].from == head).cloned().collect();
        if budget.exhausted().is_none()
            && rounds.iter().any(|round| round.len() > 1)
            && let Some(found) = among(system, &rounds, logic, budget)
        {
            return Some(found);
        }
    }
    None
}

fn among(system: &System, paths: &[Vec<usize>], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    let moves = known(system, paths, logic);
    let mut tried: Vec<(Location, Vec<i128>)> = Vec::new();
    for (location, wanted) in entries(&moves) {
        if tried.len() >= MOST_STEMS || budget.exhausted().is_some() {
            return None;
        }
        let Some(stem) = stem(system, location, &wanted, logic, budget) else { continue };
        let Some(state) = stem.run(system) else { continue };
        if tried.contains(&state) {
            continue;
        }
        tried.push(state.clone());
        let Some((states, used)) = walk(&moves, state) else { continue };
        let all: Vec<usize> = (0..moves.len()).collect();
        for allowed in [used, all] {
            if let Some(sets) = closed(system, &moves, &allowed, &states, logic, budget) {
                return Some(ended(stem, sets, &moves, &allowed));
            }
        }
    }
    None
}

fn ended(stem: Stem, sets: Vec<(Location, Vec<Atom>)>, moves: &[Known], allowed: &[usize]) -> Endless {
    let has = |location: Location| sets.iter().any(|(there, _)| *there == location);
    let inner = allowed.iter().map(|at| &moves[*at]).filter(|known| has(known.step.from) && has(known.step.to));
    let moves = inner.map(|known| known.one.clone()).collect();
    Endless::new(stem, Recurrence::Moves(RecurrentMoves { sets, moves }))
}

fn known(system: &System, paths: &[Vec<usize>], logic: &mut Logic) -> Vec<Known> {
    let mut found = Vec::new();
    for path in paths {
        let Some(whole) = chain_all(system, path) else { continue };
        let mut ways = 0;
        for choices in choices(system, &whole) {
            if ways >= MOST_CHOICES || found.len() >= MOST_MOVES {
                break;
            }
            let Some(step) = determined(system, &whole, &choices) else { continue };
            // The many questions below are too much for the solver when there are products in them.
            if step.is_linear() && logic.may_hold(&step.guard) {
                found.push(Known { one: Move { from: whole.from, path: path.clone(), choices }, step });
                ways += 1;
            }
        }
    }
    found
}

/// Where to come in: with what a move demands, and at the limits of its demands.
fn entries(moves: &[Known]) -> Vec<(Location, Vec<Atom>)> {
    let plain = moves.iter().map(|known| (known.step.from, known.step.guard.clone()));
    let limits = moves.iter().flat_map(|known| {
        let limit = |atom: &Atom| {
            let mut wanted = known.step.guard.clone();
            wanted.push(Atom::zero(atom.poly.clone()));
            (known.step.from, wanted)
        };
        known.step.guard.iter().filter(|atom| atom.relation == Relation::AtLeastZero).map(limit)
    });
    plain.chain(limits).collect()
}

/// States that are visited, and moves that are used, when always the first possible one is taken; if one always is.
fn walk(moves: &[Known], start: State) -> Option<(Vec<State>, Vec<usize>)> {
    let (mut states, mut used) = (vec![start], Vec::new());
    for _ in 0..MOST_STEPS {
        let (location, values) = states.last()?;
        let possible = moves.iter().enumerate().filter(|(_, known)| known.step.from == *location);
        let next = possible.filter_map(|(at, known)| Some((at, known.step.to, known.step.step(values, &[])?))).next();
        let (at, to, after) = next?;
        if !used.contains(&at) {
            used.push(at);
        }
        states.push((to, after));
    }
    used.sort_unstable();
    Some((states, used))
}

/// Sets that contain the states, are kept by the allowed moves, and always allow one.
fn closed(
    system: &System,
    moves: &[Known],
    allowed: &[usize],
    states: &[State],
    logic: &mut Logic,
    budget: &Budget,
) -> Option<Vec<(Location, Vec<Atom>)>> {
    let mut locations: Vec<Location> = states.iter().map(|(location, _)| *location).collect();
    locations.sort_unstable();
    locations.dedup();
    let candidates = candidates(system, moves);
    let mut sets: Vec<(Location, Vec<Atom>)> =
        locations.iter().map(|location| (*location, holding(system, &candidates, *location, states))).collect();
    let place = |location: Location| locations.iter().position(|there| *there == location);
    let inner: Vec<(&Transition, usize, usize)> = allowed
        .iter()
        .filter_map(|at| Some((&moves[*at].step, place(moves[*at].step.from)?, place(moves[*at].step.to)?)))
        .collect();
    loop {
        let mut dropped = false;
        for (step, from, to) in &inner {
            if budget.exhausted().is_some() {
                return None;
            }
            let premises: Vec<Atom> = sets[*from].1.iter().chain(&step.guard).cloned().collect();
            let after = |atom: &Atom| atom.substitute(&|var| step.update.get(var.index()).cloned());
            let whole: Option<Vec<Atom>> = sets[*to].1.iter().map(after).collect();
            if whole.is_some_and(|whole| logic.implies(&premises, &whole)) {
                continue;
            }
            let old = std::mem::take(&mut sets[*to].1);
            let count = old.len();
            let kept = |atom: &Atom| after(atom).is_some_and(|after| logic.implies(&premises, &[after]));
            sets[*to].1 = retained(old, kept);
            dropped |= sets[*to].1.len() != count;
        }
        if !dropped {
            break;
        }
    }
    for (at, (_, set)) in sets.iter().enumerate() {
        let guards: Vec<Vec<Atom>> =
            inner.iter().filter(|(_, from, _)| *from == at).map(|(step, _, _)| step.guard.clone()).collect();
        if !logic.covers(set, &guards) {
            return None;
        }
    }
    sets.iter_mut().for_each(|(_, set)| *set = needed(std::mem::take(set), logic));
    Some(sets)
}

fn retained(atoms: Vec<Atom>, mut keep: impl FnMut(&Atom) -> bool) -> Vec<Atom> {
    atoms.into_iter().filter(|atom| keep(atom)).collect()
}

/// The same set without what follows from the rest.
fn needed(mut set: Vec<Atom>, logic: &mut Logic) -> Vec<Atom> {
    for at in (0..set.len()).rev() {
        let one = set.remove(at);
        if !logic.implies(&set, std::slice::from_ref(&one)) {
            set.insert(at, one);
        }
    }
    set
}

/// Those of the candidates that hold in all states seen at the location, and values that were always the same.
fn holding(system: &System, candidates: &[Atom], location: Location, states: &[State]) -> Vec<Atom> {
    let seen: Vec<&Vec<i128>> =
        states.iter().filter(|(there, _)| *there == location).map(|(_, values)| values).collect();
    let holds = |atom: &Atom| seen.iter().all(|values| atom.holds(&|var| values[var.index()]) == Some(true));
    let mut found: Vec<Atom> = candidates.iter().filter(|atom| holds(atom)).cloned().collect();
    for index in 0..system.vars.len() {
        let Some(value) = seen.first().map(|values| values[index]) else { continue };
        let same = Atom::eq(&Poly::var(IntVar(index as u32)), &Poly::constant(value));
        found.extend(same.filter(|atom| holds(atom) && !candidates.contains(atom)));
    }
    found
}

/// What moves demand, the opposite and the limit of it, what they demand after another move, whether they make a variable
/// larger or smaller, and the signs and the order of variables.
fn candidates(system: &System, moves: &[Known]) -> Vec<Atom> {
    let mut forms: Vec<Poly> = Vec::new();
    for known in moves {
        forms.extend(known.step.guard.iter().map(|atom| atom.poly.clone()));
    }
    let vars: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    forms.extend(vars.iter().cloned());
    for known in moves {
        let growth = known.step.update.iter().zip(&vars).filter_map(|(after, before)| after.sub(before));
        forms.extend(growth);
    }
    for first in moves {
        for second in moves.iter().filter(|second| second.step.from == first.step.to) {
            let of = |var: IntVar| first.step.update.get(var.index()).cloned();
            forms.extend(second.step.guard.iter().filter_map(|atom| atom.poly.substitute(&of)));
        }
    }
    for (index, a) in vars.iter().enumerate() {
        forms.extend(vars[index + 1..].iter().filter_map(|b| a.sub(b)));
    }
    let mut found: Vec<Atom> = Vec::new();
    for form in forms {
        let opposite = form.neg().and_then(|form| form.sub(&Poly::constant(1)));
        let at_most = form.neg().map(Atom::at_least_zero);
        let all = [Some(Atom::at_least_zero(form)), at_most, opposite.map(Atom::at_least_zero)];
        for atom in all.into_iter().flatten().map(|atom| atom.normal()) {
            if found.len() < MOST_CANDIDATES && atom.truth().is_none() && !found.contains(&atom) {
                found.push(atom);
            }
        }
    }
    found
}
