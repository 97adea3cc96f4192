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
