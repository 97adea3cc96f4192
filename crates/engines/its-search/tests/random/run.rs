//! Runs with concrete values, and what a certificate says about them.

use std::collections::BTreeSet;

use its::certificate::{Endless, Geometric, Proof, ProofStep, Ranking, Ray, Recurrence, State};
use its::replay::replay;
use its::system::{Atom, IntVar, Poly, System};

use super::numbers::Numbers;

/// States of a run that are remembered to see whether one comes back.
const REMEMBERED: usize = 2_000;
/// Visits of a location that later ones are compared with.
const MOST_VISITS: usize = 20;
/// Values of a step's own variables that are tried.
const TRIES: usize = 6;

/// Takes up to `most` steps at random; `see` gets each with the transition's number, and may object. How many were taken:
/// a run also ends when no step was found, or a number leaves 128 bits.
pub fn walk(
    system: &System,
    start: Vec<i128>,
    most: usize,
    numbers: &mut Numbers,
    mut see: impl FnMut(&State, usize, &State) -> Result<(), String>,
) -> Result<usize, String> {
    let mut now: State = (system.start, start);
    for taken in 0..most {
        let mut ways: Vec<usize> =
            (0..system.transitions.len()).filter(|index| system.transitions[*index].from == now.0).collect();
        numbers.shuffle(&mut ways);
        let step =
            |index: &usize| Some((*index, (system.transitions[*index].to, step(system, *index, &now.1, numbers)?)));
        let Some((index, next)) = ways.iter().find_map(step) else { return Ok(taken) };
        see(&now, index, &next)?;
        now = next;
    }
    Ok(most)
}

/// The values after a step, with some values of its own variables that allow it.
fn step(system: &System, index: usize, values: &[i128], numbers: &mut Numbers) -> Option<Vec<i128>> {
    let transition = &system.transitions[index];
    let tries = if transition.chosen.is_empty() { 1 } else { TRIES };
    (0..tries).find_map(|_| {
        let mut known = values.to_vec();
        for own in 0..transition.chosen.len() {
            let var = IntVar((values.len() + own) as u32);
            let value = match numbers.below(3) {
                0 => numbers.between(-9, 9),
                1 => values[numbers.below(values.len())] + numbers.between(-1, 1),
                _ => limit(&transition.guard, var, &known, numbers).unwrap_or(0),
            };
            known.push(value);
        }
        transition.step(values, &known[values.len()..])
    })
}

/// Where one of the constraints on the variable stops to hold.
fn limit(guard: &[Atom], var: IntVar, known: &[i128], numbers: &mut Numbers) -> Option<i128> {
    let about: Vec<&Atom> = guard.iter().filter(|atom| atom.poly.coefficient(var).abs() == 1).collect();
    let atom = about.get(numbers.below(about.len().max(1)))?;
    let rest = atom.poly.eval(&|other| known.get(other.index()).copied().unwrap_or(0))?;
    Some(-rest * atom.poly.coefficient(var))
}

/// Follows a run and compares it with a proof that all runs end.
pub struct Watch<'a> {
    system: &'a System,
    proof: &'a Proof,
    seen: BTreeSet<State>,
    /// For each step of the proof that ranks its component at once: how often the run may still go through it.
    left: Vec<Option<i128>>,
    /// For each step of the proof that relates visits of a location: the values at the first ones.
    visits: Vec<Vec<Vec<i128>>>,
}

impl<'a> Watch<'a> {
    pub fn new(system: &'a System, proof: &'a Proof) -> Watch<'a> {
        let count = proof.steps.len();
        Watch { system, proof, seen: BTreeSet::new(), left: vec![None; count], visits: vec![Vec::new(); count] }
    }

    /// What the proof says wrongly about the step, if anything.
    pub fn see(&mut self, before: &State, index: usize, after: &State) -> Result<(), String> {
        for (location, values) in [before, after] {
            for atom in &self.proof.invariants[location.index()] {
                if atom.holds(&|var| values[var.index()]) == Some(false) {
                    return Err(format!("{atom:?} is no invariant at {location:?}: {values:?}"));
                }
            }
        }
        if self.seen.len() < REMEMBERED && !self.seen.insert(before.clone()) {
            return Err(format!("a run comes back to {before:?}"));
        }
        for number in 0..self.proof.steps.len() {
            self.step(number, before, index, after).map_err(|what| {
                let transition = &self.system.transitions[index];
                format!(
                    "{what}: step {number} of the proof, transition {index}, {before:?} to {after:?}: {transition:?}"
                )
            })?;
        }
        Ok(())
    }

    fn step(&mut self, number: usize, before: &State, index: usize, after: &State) -> Result<(), String> {
        match &self.proof.steps[number] {
            ProofStep::Impossible { transition } if *transition == index => {
                Err("an impossible transition is taken".into())
            }
            ProofStep::Impossible { .. } => Ok(()),
            ProofStep::Ranked { component, ranking, decreasing } => {
                if !component.contains(&index) {
                    self.left[number] = None;
                    return Ok(());
                }
                let Some((old, new)) = value(ranking, before)?.zip(value(ranking, after)?) else { return Ok(()) };
                let least = if decreasing.contains(&index) { 1 } else { 0 };
                if old - new < least || (least == 1 && old < 0) {
                    return Err(format!("from {old} to {new} the function does not fall as promised"));
                }
                // Where every transition decreases, the value when the run came in bounds the rounds.
                if component.iter().all(|one| decreasing.contains(one)) {
                    let left = self.left[number].unwrap_or(old.max(0) + 1);
                    if left <= 0 {
                        return Err("the run takes more steps than the function had to fall".to_string());
                    }
                    self.left[number] = Some(left - 1);
                }
                Ok(())
            }
            ProofStep::Phases { component, functions } => {
                if component.contains(&index) {
                    phases(functions, before, after)
                } else {
                    Ok(())
                }
            }
            // What later steps say of the parts is about transitions that this run does not know; that there is always a
            // part is not. Conditions on what a transition chooses are left to the solver.
            ProofStep::Cases { transition, cases } if *transition == index => {
                let known = |atom: &Atom| atom.poly.vars().iter().all(|var| var.index() < before.1.len());
                let told = cases.iter().flatten().all(known);
                if told && !cases.iter().any(|case| inside(case, before).is_ok()) {
                    return Err("no case holds".to_string());
                }
                Ok(())
            }
            ProofStep::Cases { .. } => Ok(()),
            ProofStep::Regions { component, regions } => {
                let parts = regions.iter().find(|(location, _)| *location == before.0);
                match parts {
                    Some((_, parts)) if component.contains(&index) => {
                        let some = parts.iter().any(|part| inside(part, before).is_ok());
                        if some { Ok(()) } else { Err("no region holds".to_string()) }
                    }
                    Some(_) | None => Ok(()),
                }
            }
            ProofStep::SizeChange { measures, graphs, .. } => {
                let arcs = graphs.iter().filter(|(of, _)| *of == index).flat_map(|(_, arcs)| arcs);
                for arc in arcs {
                    let Some((old, new)) = eval(&measures[arc.from], &before.1).zip(eval(&measures[arc.to], &after.1))
                    else {
                        continue;
                    };
                    if new > old || (arc.strict && (new == old || old < 0)) {
                        return Err(format!("an arc goes from {old} to {new}"));
                    }
                }
                Ok(())
            }
            ProofStep::Disjunction { component, at, relations } => {
                let visits = &mut self.visits[number];
                if !component.contains(&index) {
                    visits.clear();
                    return Ok(());
                }
                if before.0 == *at && visits.len() < MOST_VISITS {
                    visits.push(before.1.clone());
                }
                let related = |first: &Vec<i128>| {
                    let both = (after.0, [first.as_slice(), &after.1].concat());
                    relations.iter().any(|relation| relation.to == after.0 && inside(&relation.atoms, &both).is_ok())
                };
                if visits.iter().all(related) { Ok(()) } else { Err("no relation holds".to_string()) }
            }
        }
    }
}

/// Each function falls by more than the one before it is above zero, and the last is at least zero.
fn phases(functions: &[Ranking], before: &State, after: &State) -> Result<(), String> {
    let mut previous = 0;
    for function in functions {
        let Some((old, new)) = value(function, before)?.zip(value(function, after)?) else { return Ok(()) };
        if old - new + previous < 1 {
            return Err(format!("from {old} to {new} after {previous} a phase does not fall as promised"));
        }
        previous = old;
    }
    if previous < 0 { Err("the last phase is below zero".to_string()) } else { Ok(()) }
}

/// `None` when a number leaves 128 bits.
fn value(ranking: &Ranking, state: &State) -> Result<Option<i128>, String> {
    let poly = ranking.at(state.0).ok_or("the function says nothing about a location")?;
    Ok(eval(poly, &state.1))
}

fn eval(poly: &Poly, values: &[i128]) -> Option<i128> {
    poly.eval(&|var| values[var.index()])
}

/// Takes the run that is said not to end: its stem, then `rounds` times what follows, or until a number leaves 128 bits.
pub fn rounds(system: &System, endless: &Endless, rounds: usize) -> Result<(), String> {
    let (location, values) = endless.stem.run(system).ok_or("the stem is no run")?;
    let log = endless.simplifications.as_deref();
    let simplified = replay(system, log.unwrap_or_default()).ok_or("the simplification does not fit")?;
    let (system, mut state) = match (log, simplified.seen(location, &values)) {
        (None, _) => (system, (location, values)),
        (Some(_), Some(state)) => (simplified.system(), state),
        (Some(_), None) => return Err("the simplification is not right where the stem ends".to_string()),
    };
    let mut grown = match &endless.recurrence {
        Recurrence::Geometric(geometric) => Some(Grown::new(geometric)),
        Recurrence::Cycle(_) | Recurrence::Moves(_) => None,
    };
    for round in 0..rounds {
        let next = match &endless.recurrence {
            Recurrence::Cycle(recurrent) => {
                inside(&recurrent.set, &state)?;
                let choices = recurrent.choices.iter().map(|poly| eval(poly, &state.1)).collect();
                let next = path(system, &recurrent.cycle, choices, &state)?;
                if next.as_ref().is_some_and(|(at, _)| *at != state.0) {
                    return Err("the cycle does not come back".to_string());
                }
                next
            }
            Recurrence::Moves(moves) => {
                let (_, set) = moves.sets.iter().find(|(at, _)| *at == state.0).ok_or("a location has no set")?;
                inside(set, &state)?;
                let here = moves.moves.iter().filter(|one| one.from == state.0);
                let taken = here.map(|one| {
                    let choices = one.choices.iter().map(|poly| eval(poly, &state.1)).collect();
                    path(system, &one.path, choices, &state)
                });
                taken.into_iter().find(Result::is_ok).ok_or("no move is possible")??
            }
            Recurrence::Geometric(geometric) => {
                let Some(grown) = &mut grown else { return Err("invariant: it was made above".to_string()) };
                let (Some(chosen), Some(expected)) = (grown.chosen(), grown.next(&state.1)) else { return Ok(()) };
                let next = path(system, &geometric.cycle, Some(chosen), &state)?;
                if next.as_ref().is_some_and(|(at, values)| *at != state.0 || *values != expected) {
                    return Err(format!("round {round} does not follow the rays: {next:?}, not {expected:?}"));
                }
                next
            }
        };
        match next {
            Some(next) => state = next,
            None => return Ok(()),
        }
    }
    Ok(())
}

fn inside(set: &[Atom], state: &State) -> Result<(), String> {
    let fails = |atom: &&Atom| atom.holds(&|var| state.1[var.index()]) == Some(false);
    set.iter().find(fails).map_or(Ok(()), |atom| Err(format!("{state:?} is outside of the set: {atom:?}")))
}

/// Takes some transitions with values for their own variables; `None` when a number leaves 128 bits.
fn path(
    system: &System,
    path: &[usize],
    choices: Option<Vec<i128>>,
    (location, values): &State,
) -> Result<Option<State>, String> {
    let (mut at, mut values) = (*location, values.clone());
    let Some(choices) = choices else { return Ok(None) };
    let mut choices = choices.into_iter();
    for index in path {
        let transition = &system.transitions[*index];
        let own: Vec<i128> = choices.by_ref().take(transition.chosen.len()).collect();
        let all = |var: IntVar| values.get(var.index()).or_else(|| own.get(var.index() - values.len())).copied();
        if transition.from != at || own.len() != transition.chosen.len() {
            return Err(format!("transition {index} does not continue the cycle"));
        }
        if transition.guard.iter().any(|atom| atom.holds(&|var| all(var).unwrap_or(0)) == Some(false)) {
            return Err(format!("transition {index} is not possible with {values:?}, {own:?}"));
        }
        match transition.step(&values, &own) {
            Some(next) => values = next,
            None => return Ok(None),
        }
        at = transition.to;
    }
    if path.is_empty() { Err("a way without a step leads nowhere".to_string()) } else { Ok(Some((at, values))) }
}

/// A run along rays: how often each of them is added in a round, and what the round chooses.
struct Grown<'a> {
    geometric: &'a Geometric,
    times: Vec<i128>,
    chosen: Option<Vec<i128>>,
}

impl<'a> Grown<'a> {
    fn new(geometric: &'a Geometric) -> Grown<'a> {
        Grown { geometric, times: vec![1; geometric.rays.len()], chosen: Some(geometric.chosen.clone()) }
    }

    /// What this round chooses.
    fn chosen(&self) -> Option<Vec<i128>> {
        self.chosen.clone()
    }

    /// The values after this round.
    fn next(&mut self, values: &[i128]) -> Option<Vec<i128>> {
        let rays = &self.geometric.rays;
        let moved = |old: &[i128], part: &dyn Fn(&Ray) -> &[i128]| -> Option<Vec<i128>> {
            let sum = |(index, old): (usize, &i128)| {
                let mut pairs = rays.iter().zip(&self.times);
                pairs.try_fold(*old, |sum, (ray, times)| sum.checked_add(part(ray)[index].checked_mul(*times)?))
            };
            old.iter().enumerate().map(sum).collect()
        };
        let after = moved(values, &|ray| &ray.values)?;
        self.chosen = moved(self.chosen.as_ref()?, &|ray| &ray.chosen);
        let mut times = Vec::new();
        for (index, ray) in rays.iter().enumerate() {
            let fed = match rays.get(index + 1) {
                Some(later) => later.previous.checked_mul(self.times[index + 1])?,
                None => 0,
            };
            times.push(ray.factor.checked_mul(self.times[index])?.checked_add(fed)?);
        }
        self.times = times;
        Some(after)
    }
}
