//! The search for rays along which a cycle can be taken for ever (see [`Geometric`]).
//!
//! With numbers for λ and μ, everything about a run through one path into the cycle is linear in its values and the rays,
//! and the solver finds them together. Guarantees: none; `check_endless` checks the result.
//! DIVERGENCE: the paper solves for λ; here a few values are tried, so that the rest is linear.

use engine::Budget;
use its::certificate::{Endless, Geometric, Ray, Recurrence};
use its::check::Logic;
use its::system::{Atom, IntVar, Poly, System, Transition, chain_all};

use super::stem::along_paths;

/// λ and μ of each ray.
type Shape = Vec<(i128, i128)>;

/// Factors that are tried for λ.
const MOST_FACTORS: usize = 4;
const LARGEST_FACTOR: i128 = 16;

/// A run into the cycle from which it is taken for ever, along rays.
pub fn along_rays(system: &System, cycle: &[usize], logic: &mut Logic, budget: &Budget) -> Option<Endless> {
    let round = chain_all(system, cycle).filter(Transition::is_linear)?;
    let anywhere: Vec<Poly> = (0..system.vars.len()).map(|index| Poly::var(IntVar(index as u32))).collect();
    for shape in shapes(&round) {
        if budget.exhausted().is_some() {
            return None;
        }
        let free = demands(&round, &shape, &anywhere, system.vars.len())?;
        if !logic.may_hold(&free) {
            continue;
        }
        let found = along_paths(system, round.from, logic, budget, |path, logic| {
            let offset = path.vars(system);
            let mut wanted = path.guard.clone();
            wanted.extend(demands(&round, &shape, &path.values, offset)?);
            let width = system.vars.len() + round.chosen.len();
            let values = logic.values(&wanted, offset + round.chosen.len() + shape.len() * width)?;
            let (run, rest) = values.split_at(offset);
            let (chosen, rays) = rest.split_at(round.chosen.len());
            let ray = |(numbers, (factor, previous)): (&[i128], &(i128, i128))| Ray {
                values: numbers[..system.vars.len()].to_vec(),
                chosen: numbers[system.vars.len()..].to_vec(),
                factor: *factor,
                previous: *previous,
            };
            let rays = rays.chunks(width.max(1)).zip(&shape).map(ray).collect();
            let geometric = Geometric { cycle: cycle.to_vec(), chosen: chosen.to_vec(), rays };
            Some(Endless::new(path.stem(system, run), Recurrence::Geometric(geometric)))
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Few rays first; chains of rays in which each feeds the one before it are polynomials in the number of rounds.
fn shapes(round: &Transition) -> Vec<Shape> {
    let mut factors = vec![1, 2];
    for (index, update) in round.update.iter().enumerate() {
        factors.push(update.coefficient(IntVar(index as u32)));
    }
    factors.retain(|factor| (0..=LARGEST_FACTOR).contains(factor));
    let mut seen = Vec::new();
    factors.retain(|factor| {
        !seen.contains(factor) && {
            seen.push(*factor);
            true
        }
    });
    factors.truncate(MOST_FACTORS);
    let mut shapes: Vec<Shape> = factors.iter().map(|factor| vec![(*factor, 0)]).collect();
    shapes.push(vec![(1, 0), (1, 1)]);
    for (index, a) in factors.iter().enumerate() {
        shapes.extend(factors[..index].iter().map(|b| vec![(*a, 0), (*b, 0)]));
    }
    shapes.push(vec![(1, 0), (1, 1), (1, 1)]);
    shapes.extend(factors.iter().filter(|a| **a != 1).map(|a| vec![(*a, 0), (1, 0), (1, 1)]));
    shapes
}

/// What has to hold for the variables of a run that ends with `values`, then those of the first round, then those of each
/// ray; from `offset` on they are not the run's. `None` when a number gets too large.
fn demands(round: &Transition, shape: &Shape, values: &[Poly], offset: usize) -> Option<Vec<Atom>> {
    let (vars, own) = (round.update.len(), round.chosen.len());
    let at = |position: usize| Poly::var(IntVar((offset + position) as u32));
    let ray = |number: usize, var: usize| at(own + number * (vars + own) + var);
    let mut atoms = Vec::new();
    let first = |var: IntVar| Some(values.get(var.index()).cloned().unwrap_or_else(|| at(var.index() - vars)));
    for atom in &round.guard {
        atoms.push(atom.substitute(&first)?);
    }
    for (index, update) in round.update.iter().enumerate() {
        let mut moved = values[index].clone();
        for number in 0..shape.len() {
            moved = moved.add(&ray(number, index))?;
        }
        atoms.push(Atom::eq(&update.substitute(&first)?, &moved)?);
    }
    for (number, (factor, previous)) in shape.iter().enumerate() {
        let of = |var: IntVar| Some(ray(number, var.index()));
        for atom in &round.guard {
            atoms.push(Atom { poly: atom.poly.homogeneous()?.substitute(&of)?, relation: atom.relation });
        }
        for (index, update) in round.update.iter().enumerate() {
            let mut kept = ray(number, index).scale(*factor)?;
            if number > 0 {
                kept = kept.combine(&ray(number - 1, index), *previous)?;
            }
            atoms.push(Atom::eq(&update.homogeneous()?.substitute(&of)?, &kept)?);
        }
    }
    atoms.retain(|atom| atom.truth() != Some(true));
    Some(atoms)
}
