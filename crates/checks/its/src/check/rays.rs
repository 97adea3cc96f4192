//! The check of a run that grows by rays.

use crate::certificate::{Geometric, Ray};
use crate::system::{Atom, IntVar, Location, Relation, System, Transition, chain_all};

/// The sum of the rays is the first step; see [`Geometric`] for why the conditions suffice.
pub(super) fn check(system: &System, geometric: &Geometric, location: Location, values: &[i128]) -> Result<(), String> {
    let round = round(system, geometric).ok_or("the cycle does not fit together")?;
    if round.from != location || round.to != location {
        return Err("the cycle does not come back".to_string());
    }
    if !round.is_linear() {
        return Err("the cycle is not linear".to_string());
    }
    holds(geometric, &round, values)
}

/// The cycle as one step. `None` when it is none, or a number gets too large.
fn round(system: &System, geometric: &Geometric) -> Option<Transition> {
    let known = geometric.cycle.iter().all(|index| *index < system.transitions.len());
    if known { chain_all(system, &geometric.cycle) } else { None }
}

/// Checks the argument for a round that is linear, from these values; says what is wrong with it.
fn holds(geometric: &Geometric, round: &Transition, start: &[i128]) -> Result<(), String> {
    let fits =
        |values: &[i128], chosen: &[i128]| values.len() == round.update.len() && chosen.len() == round.chosen.len();
    let known = geometric.rays.iter().all(|ray| fits(&ray.values, &ray.chosen));
    if !known || !fits(start, &geometric.chosen) {
        return Err("the rays do not fit the cycle".to_string());
    }
    if geometric.rays.iter().any(|ray| ray.factor < 0 || ray.previous < 0) {
        return Err("a factor of a ray is negative".to_string());
    }
    let first = round.step(start, &geometric.chosen).ok_or("the first round is not possible")?;
    for (index, value) in first.iter().enumerate() {
        let moved = geometric.rays.iter().try_fold(start[index], |sum, ray| sum.checked_add(ray.values[index]));
        if moved != Some(*value) {
            return Err("the first round is not the sum of the rays".to_string());
        }
    }
    let zero = vec![0; start.len()];
    let mut previous = &zero;
    for ray in &geometric.rays {
        is_kept(ray, round, previous).ok_or("a ray is not kept by the cycle")?;
        previous = &ray.values;
    }
    Ok(())
}

/// Does the homogeneous round allow the ray, and map it to λ times itself and μ times the one before it?
fn is_kept(ray: &Ray, round: &Transition, previous: &[i128]) -> Option<()> {
    let of = |var: IntVar| {
        let own = || ray.chosen.get(var.index() - ray.values.len());
        ray.values.get(var.index()).or_else(own).copied().unwrap_or(0)
    };
    for Atom { poly, relation } in &round.guard {
        let value = poly.homogeneous()?.eval(&of)?;
        let holds = match relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        };
        if !holds {
            return None;
        }
    }
    for ((update, value), before) in round.update.iter().zip(&ray.values).zip(previous) {
        let own = ray.factor.checked_mul(*value)?;
        let other = ray.previous.checked_mul(*before)?;
        if update.homogeneous()?.eval(&of)? != own.checked_add(other)? {
            return None;
        }
    }
    Some(())
}
