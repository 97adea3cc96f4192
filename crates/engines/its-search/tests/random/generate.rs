//! Small systems at random: mostly counters, with a few copies, choices, factors and products.

use its::system::{Atom, IntVar, Location, Poly, System, Transition};

use super::numbers::Numbers;

/// 1 to 4 variables, 1 to 4 locations besides the start, up to 8 transitions between them.
pub fn system(numbers: &mut Numbers) -> System {
    let vars = 1 + numbers.below(4);
    let places = 1 + numbers.below(4);
    let mut transitions = vec![entry(numbers, vars)];
    for _ in 0..1 + numbers.below(7) {
        let (from, to) = (1 + numbers.below(places), 1 + numbers.below(places));
        transitions.push(transition(numbers, vars, from, to));
    }
    // What has no way on or back is of little use: the last locations lead to the first.
    transitions.push(transition(numbers, vars, places, 1));
    let system = System {
        vars: (0..vars).map(|index| format!("x{index}")).collect(),
        locations: (0..=places).map(|index| format!("l{index}")).collect(),
        start: Location(0),
        transitions,
    };
    assert_eq!(system.check(), Ok(()));
    system
}

/// From the start to the first location, perhaps with some values set.
fn entry(numbers: &mut Numbers, vars: usize) -> Transition {
    let mut update = identity(vars);
    for value in &mut update {
        if numbers.chance(20) {
            *value = Poly::constant(numbers.between(-3, 10));
        }
    }
    let guard = if numbers.chance(30) { vec![comparison(numbers, vars, vars)] } else { Vec::new() };
    Transition { from: Location(0), to: Location(1), chosen: Vec::new(), guard, update }
}

fn transition(numbers: &mut Numbers, vars: usize, from: usize, to: usize) -> Transition {
    let chosen = if numbers.chance(25) { 1 + numbers.below(2) } else { 0 };
    let all = vars + chosen;
    let mut guard: Vec<Atom> = (0..numbers.below(3)).map(|_| comparison(numbers, vars, all)).collect();
    let mut update = identity(vars);
    for (index, value) in update.iter_mut().enumerate() {
        if numbers.chance(60) {
            let percent = numbers.below(100);
            *value = changed(numbers, Poly::var(IntVar(index as u32)), all, percent);
        }
    }
    if numbers.chance(60) {
        guard.push(bound(numbers, vars));
    }
    let name = |index: usize| format!("c{index}");
    let place = |index: usize| Location(index as u32);
    Transition { from: place(from), to: place(to), chosen: (0..chosen).map(name).collect(), guard, update }
}

fn identity(vars: usize) -> Vec<Poly> {
    (0..vars).map(|index| Poly::var(IntVar(index as u32))).collect()
}

fn any(numbers: &mut Numbers, count: usize) -> Poly {
    Poly::var(IntVar(numbers.below(count) as u32))
}

fn changed(numbers: &mut Numbers, old: Poly, all: usize, percent: usize) -> Poly {
    let small = Poly::constant(numbers.between(-2, 2));
    let other = any(numbers, all);
    let value = match percent {
        0..70 => old.add(&small),
        70..80 => other.add(&small),
        80..88 => old.combine(&other, numbers.between(-1, 1)),
        88..94 => old.scale(numbers.between(-2, 3)),
        94..97 => Some(small),
        _ => old.mul(&other),
    };
    value.expect("small numbers")
}

/// A variable is above or below a small number.
fn bound(numbers: &mut Numbers, vars: usize) -> Atom {
    let value = any(numbers, vars);
    let small = Poly::constant(numbers.between(-5, 10));
    if numbers.chance(70) { Atom::ge(&value, &small) } else { Atom::ge(&small, &value) }.expect("small numbers")
}

fn comparison(numbers: &mut Numbers, vars: usize, all: usize) -> Atom {
    let (left, right) = (any(numbers, all), any(numbers, all));
    let small = Poly::constant(numbers.between(-4, 4));
    let right = match numbers.below(10) {
        0 => right.mul(&any(numbers, vars)),
        1..4 => right.scale(numbers.between(-2, 3)).and_then(|scaled| scaled.add(&small)),
        4..7 => right.add(&small),
        _ => Some(small),
    };
    let right = right.expect("small numbers");
    match numbers.below(10) {
        0 => Atom::eq(&left, &right),
        1..6 => Atom::ge(&left, &right),
        _ => Atom::gt(&right, &left),
    }
    .expect("small numbers")
}
