//! Linear programs, solved in floating point.
//!
//! Whatever comes out of here is a guess: it is rounded to integers and checked exactly before anything rests on it.

use its::system::gcd;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// A variable of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(Variable);

/// Maximises a linear function under linear constraints.
#[derive(Debug)]
pub struct Program {
    problem: Problem,
    rows: usize,
}

/// Rows beyond which a program is not solved: nothing can be asked while it is solved, and the time grows faster than
/// the square of the rows.
const MOST_ROWS: usize = 6_000;

/// Σ coefficient·unknown.
pub type Row = Vec<(Column, f64)>;

impl Program {
    pub fn new() -> Program {
        Program { problem: Problem::new(OptimizationDirection::Maximize), rows: 0 }
    }

    /// Any value; it counts with `weight` in what is maximised.
    pub fn free(&mut self, weight: f64) -> Column {
        Column(self.problem.add_var(weight, (f64::NEG_INFINITY, f64::INFINITY)))
    }

    /// At least zero.
    pub fn positive(&mut self, weight: f64) -> Column {
        Column(self.problem.add_var(weight, (0.0, f64::INFINITY)))
    }

    pub fn between(&mut self, weight: f64, least: f64, most: f64) -> Column {
        Column(self.problem.add_var(weight, (least, most)))
    }

    /// row = value.
    pub fn equal(&mut self, row: &Row, value: f64) {
        self.add(row, ComparisonOp::Eq, value);
    }

    /// row ≤ value.
    pub fn at_most(&mut self, row: &Row, value: f64) {
        self.add(row, ComparisonOp::Le, value);
    }

    fn add(&mut self, row: &Row, operator: ComparisonOp, value: f64) {
        let expression: Vec<(Variable, f64)> = row.iter().map(|(unknown, factor)| (unknown.0, *factor)).collect();
        self.rows += 1;
        if self.rows <= MOST_ROWS {
            self.problem.add_constraint(expression.as_slice(), operator, value);
        }
    }

    /// `None` when there is no solution, or no best one, the numbers were too bad, or there are too many rows.
    pub fn solve(&self) -> Option<Solution> {
        if self.rows > MOST_ROWS {
            return None;
        }
        let solution = self.problem.solve().ok()?.into_solution().ok()?;
        Some(Solution { solution })
    }
}

#[derive(Debug)]
pub struct Solution {
    solution: microlp::Solution,
}

impl Solution {
    pub fn value(&self, unknown: Column) -> f64 {
        self.solution.var_value(unknown.0)
    }

    pub fn objective(&self) -> f64 {
        self.solution.objective()
    }
}

/// Every unknown once.
pub fn merged(row: &Row) -> Row {
    let mut merged: Row = Vec::with_capacity(row.len());
    for (unknown, factor) in row {
        match merged.iter_mut().find(|(there, _)| there == unknown) {
            Some((_, sum)) => *sum += factor,
            None => merged.push((*unknown, *factor)),
        }
    }
    merged
}

/// Largest denominator that a solution's numbers are taken to have.
const LARGEST_DENOMINATOR: i128 = 1000;
/// Numbers that are further from a fraction are not one.
const TOLERANCE: f64 = 1e-6;
/// Larger numbers come from unbounded directions and mean nothing.
const LARGEST: f64 = 1e12;

/// The numbers times a common factor that makes them integers, if they look like fractions.
pub fn integers(values: &[f64]) -> Option<Vec<i128>> {
    let fractions: Vec<(i128, i128)> = values.iter().map(|value| fraction(*value)).collect::<Option<_>>()?;
    let mut common: i128 = 1;
    for (_, denominator) in &fractions {
        let divisor = gcd(common.unsigned_abs(), denominator.unsigned_abs()) as i128;
        common = (common / divisor).checked_mul(*denominator)?;
    }
    fractions.iter().map(|(numerator, denominator)| numerator.checked_mul(common / denominator)).collect()
}

/// The simplest fraction near a number, by continued fractions.
fn fraction(value: f64) -> Option<(i128, i128)> {
    if !value.is_finite() || value.abs() > LARGEST {
        return None;
    }
    let (mut rest, mut numerators, mut denominators) = (value, (1_i128, 0_i128), (0_i128, 1_i128));
    loop {
        let whole = rest.floor();
        let digit = whole as i128;
        numerators = (digit.checked_mul(numerators.0)?.checked_add(numerators.1)?, numerators.0);
        denominators = (digit.checked_mul(denominators.0)?.checked_add(denominators.1)?, denominators.0);
        if denominators.0 > LARGEST_DENOMINATOR {
            return None;
        }
        let near = numerators.0 as f64 / denominators.0 as f64;
        if (near - value).abs() <= TOLERANCE * value.abs().max(1.0) {
            return Some((numerators.0, denominators.0));
        }
        rest = 1.0 / (rest - whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_found_again() {
        assert_eq!(fraction(0.333_333_333), Some((1, 3)));
        assert_eq!(fraction(-2.75), Some((-11, 4)));
        assert_eq!(fraction(0.0), Some((0, 1)));
        assert_eq!(fraction(7.000_000_000_1), Some((7, 1)));
        assert_eq!(fraction(f64::NAN), None);
        assert_eq!(integers(&[0.5, -0.333_333_333_3, 2.0]), Some(vec![3, -2, 12]));
    }

    #[test]
    fn the_best_point_is_found() {
        let mut program = Program::new();
        let (x, y) = (program.positive(1.0), program.positive(2.0));
        program.at_most(&vec![(x, 1.0), (y, 1.0)], 4.0);
        program.at_most(&vec![(y, 1.0)], 3.0);
        let solution = program.solve().expect("there is a best point");
        assert!((solution.objective() - 7.0).abs() < 1e-6 && (solution.value(x) - 1.0).abs() < 1e-6);
    }
}
