//! Small systems are tested against all points of a box.

mod facts;
mod knowledge;
mod linear;
mod projection;
mod prover;
mod wild;
mod written;

use proptest::prelude::*;

use super::fact::{Fact, Relation};
use super::knowledge::Knowledge;
use super::linear::{Linear, Var};

const X: Var = Var(0);
const Y: Var = Var(1);
const Z: Var = Var(2);
const W: Var = Var(3);

/// How many variables random systems have, and how far from zero a value is.
const COUNT: usize = 4;
const FARTHEST: i128 = 4;

type Point = [i128; COUNT];

/// Coefficients of `X`, `Y`, …, and a constant.
fn sum(coefficients: &[i128], constant: i128) -> Linear {
    let scaled = |(index, c): (usize, &i128)| Linear::var(Var(index as u32)).scale(*c).expect("once the coefficient");
    let terms = coefficients.iter().enumerate().map(scaled);
    terms.fold(Linear::constant(constant), |sum, term| sum.add(&term).expect("variables differ"))
}

fn at_least_zero(coefficients: &[i128], constant: i128) -> Fact {
    Fact::at_least_zero(sum(coefficients, constant))
}

fn zero(coefficients: &[i128], constant: i128) -> Fact {
    Fact::zero(sum(coefficients, constant))
}

fn not_zero(coefficients: &[i128], constant: i128) -> Fact {
    Fact::not_zero(sum(coefficients, constant))
}

fn knowing(facts: impl IntoIterator<Item = Fact>) -> Knowledge {
    facts.into_iter().collect()
}

fn points() -> impl Iterator<Item = Point> {
    let side = 2 * FARTHEST + 1;
    let coordinate = move |number: i128, index: usize| number / side.pow(index as u32) % side - FARTHEST;
    (0..side.pow(COUNT as u32)).map(move |number| std::array::from_fn(|index| coordinate(number, index)))
}

fn holds(fact: &Fact, point: &Point) -> bool {
    fact.holds(&|var| point[var.0 as usize]).expect("numbers are small")
}

fn satisfying(facts: &[Fact]) -> Vec<Point> {
    points().filter(|point| facts.iter().all(|fact| holds(fact, point))).collect()
}

/// Every variable is in the box of the points.
fn in_the_box() -> Vec<Fact> {
    let var = |index: usize| Linear::var(Var(index as u32));
    let far = Linear::constant(FARTHEST);
    let least = Linear::constant(-FARTHEST);
    let bounds = |index: usize| [Fact::ge(&var(index), &least), Fact::le(&var(index), &far)];
    (0..COUNT).flat_map(bounds).map(|fact| fact.expect("numbers are small")).collect()
}

/// Half of the coefficients are zero, so that facts have few variables in common.
fn a_coefficient() -> impl Strategy<Value = i128> {
    prop_oneof![3 => Just(0), 2 => prop_oneof![Just(-1), Just(1)], 1 => -3..=3_i128]
}

fn a_form() -> impl Strategy<Value = Linear> {
    (proptest::collection::vec(a_coefficient(), COUNT), -6..=6_i128).prop_map(|(coefficients, k)| sum(&coefficients, k))
}

fn a_fact() -> impl Strategy<Value = Fact> {
    let relation =
        prop_oneof![4 => Just(Relation::AtLeastZero), 1 => Just(Relation::Zero), 1 => Just(Relation::NotZero)];
    (a_form(), relation).prop_map(|(form, relation)| Fact { form, relation })
}

fn some_facts() -> impl Strategy<Value = Vec<Fact>> {
    proptest::collection::vec(a_fact(), 0..8)
}
