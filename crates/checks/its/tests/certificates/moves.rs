//! Several ways to go on, of which one is always possible.

use its::certificate::{Leg, Move, Recurrence, RecurrentMoves, Stem};
use its::system::{Atom, IntVar, Location, Poly};

use crate::rules::system;
use crate::support::endless;
use crate::texts::{atoms, place, polynomial};

/// At l one of two ways is possible; from m one leads back.
const RULES: &str = "s(x) -> l(x); l(x) -> l(x - 1) :|: x > 5; l(x) -> m(x) :|: x < 6 && x > 0; m(x) -> l(x + u) :|: u > 2; m(x) -> k(x)";

#[test]
fn from_every_set_a_move_leads_into_another() {
    let system = system(RULES);
    let [l, m, k] = ["l", "m", "k"].map(|name| place(&system, name));
    let stem = Stem { start: vec![3], legs: vec![Leg::Step((0, vec![]))] };
    let why = |moves: RecurrentMoves| endless(&system, &stem, Recurrence::Moves(moves));
    let step = |from: Location, path: &[usize], choices: &[&str]| Move {
        from,
        path: path.to_vec(),
        choices: choices.iter().map(|text| polynomial("x", text)).collect(),
    };
    let positive = atoms("x", "x > 0");
    let good = RecurrentMoves {
        sets: vec![(l, positive.clone()), (m, positive.clone())],
        moves: vec![step(l, &[1], &[]), step(l, &[2], &[]), step(m, &[3], &["x + 2"])],
    };
    assert_eq!(why(good.clone()), "");
    let without = |at: usize| {
        let mut fewer = good.clone();
        fewer.moves.remove(at);
        why(fewer)
    };
    assert_eq!(without(0), "at l there may be no move");
    assert_eq!(without(1), "at l there may be no move");
    assert_eq!(without(2), "at m there may be no move");
    let with = |change: &dyn Fn(&mut RecurrentMoves)| {
        let mut bad = good.clone();
        change(&mut bad);
        why(bad)
    };
    // Several steps as one move, and one that only the values before it make possible.
    assert_eq!(with(&|other| other.moves[1] = step(l, &[2, 3], &["x + 2"])), "");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[3], &["x + 1"])), "at m there may be no move");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[3], &["2"])), "at m there may be no move");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[3], &[])), "values for the cycle's own variables are missing");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[4], &[])), "a move leads to a location without a set");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[1], &[])), "transition 1 does not continue the cycle");
    assert_eq!(with(&|bad| bad.moves[2] = step(m, &[], &[])), "a way without a step leads nowhere");
    assert_eq!(with(&|bad| bad.moves[2].choices[0] = Poly::var(IntVar(1))), "transition 3 does not continue the cycle");
    assert_eq!(with(&|bad| bad.sets[0].1 = atoms("x", "x > -1")), "at l there may be no move");
    assert_eq!(with(&|bad| bad.sets[0].1 = atoms("x", "x > 0 && x < 9")), "at m there may be no move");
    assert_eq!(with(&|bad| bad.sets[1].1 = atoms("x", "x > 1")), "at l there may be no move");
    assert_eq!(with(&|bad| bad.sets[1].1 = atoms("x", "x > -7")), "at m there may be no move");
    let end = "the run does not end in the set";
    assert_eq!(with(&|bad| bad.sets[0].1 = atoms("x", "x > 3")), end);
    assert_eq!(with(&|bad| drop(bad.sets.remove(0))), end);
    let strange = "a set is about a location or a variable that does not exist";
    assert_eq!(with(&|bad| bad.sets.push((Location(4), vec![]))), strange);
    assert_eq!(with(&|bad| bad.sets.insert(0, (k, vec![Atom::zero(Poly::var(IntVar(1)))]))), strange);
    // A set of a place from where nothing leads on, unless there is nothing in it.
    assert_eq!(with(&|bad| bad.sets.push((k, vec![]))), "at k there may be no move");
    assert_eq!(with(&|other| other.sets.push((k, atoms("x", "x > 0 && x < 1")))), "");
}
