//! Recurrent sets: what the numbers of a lap have in common whenever it begins.
//!
//! Method: Houdini. Many comparisons that hold when the lap begins and when it ends are supposed at once, and those that a lap
//! does not keep are dropped, until all that are left are kept. They are the most that can be said with these comparisons;
//! if they do not let the lap be gone round again, nothing weaker does. Then those that are not needed go.

use engine::{Budget, Comparison};
use ir::{Predicate, sign_extend, truncate};
use lasso::Round;
use smt::{Limits, SatAnswer, Session, Solver, Term, Terms, Value};

/// Work the solver may do for one question, in its own unit.
const WORK: u32 = 400_000;
/// Expressions of a lap that is not too long to ask about.
const MOST_NODES: usize = 3_000;
/// Comparisons that are supposed at once.
const MOST_COMPARISONS: usize = 160;
/// Questions until all comparisons that are left are kept.
const MOST_ROUNDS: u32 = 25;
/// Cells of which pairs are compared.
const MOST_PAIRED: usize = 6;
/// Numbers that a cell is compared with.
const MOST_BOUNDS: usize = 12;

/// The set with which the lap can be gone round for ever; empty if that is so wherever it can be gone round at all.
pub fn find(round: &mut Round, budget: &Budget) -> Option<Vec<Comparison>> {
    if round.size() > MOST_NODES {
        return None;
    }
    let mut set = candidates(round);
    let terms = Terms::new();
    let claims = round.claims(&terms, &set)?;
    let wanted = terms.and(claims.stays.iter().chain(&claims.next).copied());
    if terms.as_value(wanted) == Some(Value::Bool(true)) {
        return Some(Vec::new());
    }
    let mut solver = Solver::new(&Session::new(&terms).ok()?);
    solver.set_limits(Limits::work(WORK));
    budget.step(1);
    claims.here.iter().for_each(|formula| solver.assert(*formula));
    if solver.proves(wanted) {
        return Some(Vec::new());
    }
    let mut kept: Vec<usize> = (0..set.len()).filter(|at| terms.as_value(claims.set_at_first[*at]) == TRUE).collect();
    let here = |kept: &[usize]| kept.iter().map(|at| claims.set_here[*at]).collect::<Vec<Term>>();
    let next = |kept: &[usize]| terms.and(kept.iter().map(|at| claims.set_next[*at]));
    // Does it help at all that they hold?
    if !proves(&mut solver, &terms, here(&kept), wanted) {
        return None;
    }
    let mut rounds = 0;
    loop {
        rounds += 1;
        (rounds <= MOST_ROUNDS && budget.exhausted().is_none()).then_some(())?;
        budget.step(1);
        let mut assumed = here(&kept);
        assumed.push(terms.not(next(&kept)));
        match solver.check_assuming(&assumed) {
            SatAnswer::Unsat => break,
            SatAnswer::Unknown(_) => return None,
            SatAnswer::Sat => {
                let before = kept.len();
                kept.retain(|at| solver.value(claims.set_next[*at]) == TRUE);
                if kept.len() == before {
                    return None;
                }
            }
        }
    }
    if !proves(&mut solver, &terms, here(&kept), wanted) {
        return None;
    }
    let mut index = 0;
    while index < kept.len() {
        budget.exhausted().is_none().then_some(())?;
        let fewer: Vec<usize> = kept.iter().copied().filter(|at| *at != kept[index]).collect();
        if proves(&mut solver, &terms, here(&fewer), terms.and([wanted, next(&fewer)])) {
            kept = fewer;
        } else {
            index += 1;
        }
    }
    let mut at = 0..;
    set.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
    Some(set)
}

const TRUE: Option<Value> = Some(Value::Bool(true));

fn proves(solver: &mut Solver, terms: &Terms, mut assumed: Vec<Term>, formula: Term) -> bool {
    assumed.push(terms.not(formula));
    solver.check_assuming(&assumed).is_unsat()
}

/// Comparisons that hold at both ends of the lap, those that are likely to be needed first.
fn candidates(round: &Round) -> Vec<Comparison> {
    let cells: Vec<(u16, u128, u128)> = round.numbers().collect();
    let compared = round.compared();
    let mut found = Vec::new();
    for (index, (width, before, after)) in (0..).zip(&cells).filter(|(_, (width, ..))| *width <= 64) {
        parity(&mut found, index, (*width, *before, *after));
        bounds(&mut found, index, (*width, *before, *after), &compared);
    }
    let paired: Vec<(u32, (u16, u128, u128))> =
        (0..).zip(cells).filter(|(_, (width, ..))| (2..=64).contains(width)).take(MOST_PAIRED).collect();
    for (at, (first, x)) in paired.iter().enumerate() {
        for (second, y) in paired[at + 1..].iter().filter(|(_, y)| y.0 == x.0) {
            pair(&mut found, (*first, *x), (*second, *y));
        }
    }
    found.truncate(MOST_COMPARISONS);
    found
}

fn compare(terms: Vec<(u32, i64)>, width: u16, pred: Predicate, bound: u128) -> Comparison {
    Comparison { terms, width, signed: true, pred, bound: sign_extend(truncate(bound, width), width) as i64 }
}

/// Low bits that stay as they are.
fn parity(found: &mut Vec<Comparison>, cell: u32, (width, before, after): (u16, u128, u128)) {
    let same = (before ^ after).trailing_zeros().min(u32::from(width)) as u16;
    let widths = (1..=same).filter(|bits| *bits <= 4 || *bits == same);
    found.extend(widths.map(|bits| compare(vec![(cell, 1)], bits, Predicate::Eq, before)));
}

/// Numbers that it stays above or below.
fn bounds(found: &mut Vec<Comparison>, cell: u32, (width, before, after): (u16, u128, u128), compared: &[(u16, u128)]) {
    if width < 2 {
        return;
    }
    let near = |number: u128| [number, number.wrapping_sub(1), number.wrapping_add(1)];
    let seen = compared.iter().filter(|(other, _)| *other == width).flat_map(|(_, number)| near(*number));
    let mut numbers: Vec<u128> = Vec::new();
    for number in [0, 1, before, after].into_iter().chain(seen).map(|number| truncate(number, width)) {
        if !numbers.contains(&number) && numbers.len() < MOST_BOUNDS {
            numbers.push(number);
        }
    }
    let signed = |number: u128| sign_extend(number, width);
    for number in numbers {
        let (low, high) = (before.min(after), before.max(after));
        let (least, most) = (signed(before).min(signed(after)), signed(before).max(signed(after)));
        let holds = [
            (Predicate::Ule, high <= number),
            (Predicate::Uge, low >= number && number != 0),
            (Predicate::Sle, most <= signed(number)),
            (Predicate::Sge, least >= signed(number)),
            (Predicate::Ne, before != number && after != number),
        ];
        let true_ones = holds.into_iter().filter(|(_, holds)| *holds);
        found.extend(true_ones.map(|(pred, _)| compare(vec![(cell, 1)], width, pred, number)));
    }
}

/// Sums and differences that stay as they are, and their signs.
fn pair(found: &mut Vec<Comparison>, (first, x): (u32, (u16, u128, u128)), (second, y): (u32, (u16, u128, u128))) {
    let width = x.0;
    for sign in [-1i64, 1] {
        let value = |x: u128, y: u128| truncate(x.wrapping_add(y.wrapping_mul(i128::from(sign) as u128)), width);
        let (before, after) = (value(x.1, y.1), value(x.2, y.2));
        let terms = vec![(first, 1), (second, sign)];
        if before == after {
            found.push(compare(terms.clone(), width, Predicate::Eq, before));
        }
        let same = (before ^ after).trailing_zeros().min(u32::from(width)) as u16;
        if (1..width).contains(&same) {
            found.push(compare(terms.clone(), same, Predicate::Eq, before));
        }
        for (pred, holds) in [
            (Predicate::Sge, sign_extend(before, width) >= 0 && sign_extend(after, width) >= 0),
            (Predicate::Sle, sign_extend(before, width) <= 0 && sign_extend(after, width) <= 0),
            (Predicate::Ne, before != 0 && after != 0),
        ] {
            if holds {
                found.push(compare(terms.clone(), width, pred, 0));
            }
        }
    }
}
