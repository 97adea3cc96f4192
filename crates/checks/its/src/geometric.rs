//! Runs that grow by rays.
//!
//! Paper: geometric non-termination arguments, [Leike & Heizmann, TACAS 2018]. One round of a cycle is linear: the guard
//! is G(x, c) ≥ 0 (or = 0) and the values after it are U(x, c), with the chosen values c. An argument consists of values x₀
//! and c₀, and of rays (yᵢ, dᵢ) with factors λᵢ, μᵢ ≥ 0:
//! - the first round is possible with x₀ and c₀, and U(x₀, c₀) = x₀ + Σ yᵢ;
//! - the homogeneous parts of the guard hold for every ray: Gₕ(yᵢ, dᵢ) ≥ 0, or = 0 for equations;
//! - Uₕ(yᵢ, dᵢ) = λᵢ·yᵢ + μᵢ·yᵢ₋₁, where y₋₁ is zero.
//!
//! Guarantees: then round k is possible with xₖ = x₀ + Σ_{j<k} Σᵢ aᵢⱼ·yᵢ and cₖ = c₀ + Σ_{j<k} Σᵢ aᵢⱼ·dᵢ, where aᵢ₀ = 1 and
//! aᵢⱼ₊₁ = λᵢ·aᵢⱼ + μᵢ₊₁·aᵢ₊₁ⱼ: the guard gets G(x₀, c₀) and multiples of Gₕ(yᵢ, dᵢ), none of them negative; and
//! U(xₖ, cₖ) = x₀ + Σ yᵢ + Σ_{j<k} Σᵢ aᵢⱼ·(λᵢ·yᵢ + μᵢ·yᵢ₋₁) = xₖ₊₁. All numbers are integers.
//! DIVERGENCE: the paper solves for λ; here a few values are tried, so that the rest is linear.

use crate::atom::{Atom, Relation};
use crate::chain::chain_all;
use crate::poly::{IntVar, Poly};
use crate::system::{System, Transition};

/// A direction in which values move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ray {
    /// For each program variable.
    pub values: Vec<i128>,
    /// For each of the cycle's own variables.
    pub chosen: Vec<i128>,
    /// λ: by how much the ray itself is multiplied in a round.
    pub factor: i128,
    /// μ: how often the ray before it is added in a round.
    pub previous: i128,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometric {
    pub cycle: Vec<usize>,
    /// Values of the cycle's own variables in the first round, all of them in order.
    pub chosen: Vec<i128>,
    pub rays: Vec<Ray>,
}

/// A polynomial without its constant.
pub fn homogeneous(poly: &Poly) -> Option<Poly> {
    poly.sub(&Poly::constant(poly.constant_term()))
}

impl Geometric {
    /// The cycle as one step. `None` when it is none, or a number gets too large.
    pub fn round(&self, system: &System) -> Option<Transition> {
        let known = self.cycle.iter().all(|index| *index < system.transitions.len());
        if known { chain_all(system, &self.cycle) } else { None }
    }

    /// Checks the argument for a round that is linear, from these values; says what is wrong with it.
    pub fn holds(&self, round: &Transition, start: &[i128]) -> Result<(), String> {
        let fits =
            |values: &[i128], chosen: &[i128]| values.len() == round.update.len() && chosen.len() == round.chosen.len();
        let known = self.rays.iter().all(|ray| fits(&ray.values, &ray.chosen));
        if !known || !fits(start, &self.chosen) {
            return Err("the rays do not fit the cycle".to_string());
        }
        if self.rays.iter().any(|ray| ray.factor < 0 || ray.previous < 0) {
            return Err("a factor of a ray is negative".to_string());
        }
        let first = round.step(start, &self.chosen).ok_or("the first round is not possible")?;
        for (index, value) in first.iter().enumerate() {
            let moved = self.rays.iter().try_fold(start[index], |sum, ray| sum.checked_add(ray.values[index]));
            if moved != Some(*value) {
                return Err("the first round is not the sum of the rays".to_string());
            }
        }
        let zero = vec![0; start.len()];
        let mut previous = &zero;
        for ray in &self.rays {
            ray.holds(round, previous).ok_or("a ray is not kept by the cycle")?;
            previous = &ray.values;
        }
        Ok(())
    }
}

impl Ray {
    /// Does the homogeneous round allow the ray, and map it to λ times itself and μ times the one before it?
    fn holds(&self, round: &Transition, previous: &[i128]) -> Option<()> {
        let of = |var: IntVar| {
            let own = || self.chosen.get(var.index() - self.values.len());
            self.values.get(var.index()).or_else(own).copied().unwrap_or(0)
        };
        for Atom { poly, relation } in &round.guard {
            let value = homogeneous(poly)?.eval(&of)?;
            let holds = match relation {
                Relation::AtLeastZero => value >= 0,
                Relation::Zero => value == 0,
            };
            if !holds {
                return None;
            }
        }
        for ((update, value), before) in round.update.iter().zip(&self.values).zip(previous) {
            let own = self.factor.checked_mul(*value)?;
            let other = self.previous.checked_mul(*before)?;
            if homogeneous(update)?.eval(&of)? != own.checked_add(other)? {
                return None;
            }
        }
        Some(())
    }
}
