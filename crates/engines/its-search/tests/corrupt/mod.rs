//! Certificates with something wrong in them.

use its::certificate::{Endless, Geometric, Leg, Recurrence, Recurrent, RecurrentMoves};
use its::system::{Atom, Location, Poly, System};

/// The same run with something wrong in it, in every place where that can be.
pub fn runs(system: &System, endless: &Endless) -> Vec<Endless> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Endless)| {
        let mut bad = endless.clone();
        change(&mut bad);
        all.push(bad);
    };
    with(&|bad| bad.stem.start.push(0));
    let no_transition = system.transitions.len();
    with(&|bad| bad.stem.legs.push(Leg::Step((no_transition, Vec::new()))));
    for (at, leg) in endless.stem.legs.iter().enumerate() {
        if let Leg::Repeat { steps, times } = leg {
            let again = Leg::Repeat { steps: steps.clone(), times: times * 2 + 1 };
            with(&|bad| bad.stem.legs[at] = again.clone());
        }
    }
    with(&|bad| bad.stem.legs.push(Leg::Repeat { steps: vec![(0, Vec::new())], times: u64::MAX }));
    match &endless.recurrence {
        Recurrence::Cycle(good) => {
            let mut with = |recurrent: Recurrent| {
                with(&|bad| bad.recurrence = Recurrence::Cycle(recurrent.clone()));
            };
            with(Recurrent { cycle: Vec::new(), ..good.clone() });
            with(Recurrent { cycle: [good.cycle.clone(), vec![no_transition]].concat(), ..good.clone() });
            with(Recurrent { set: [good.set.clone(), vec![Atom::zero(Poly::constant(1))]].concat(), ..good.clone() });
        }
        Recurrence::Moves(good) => {
            let mut with = |moves: RecurrentMoves| with(&|bad| bad.recurrence = Recurrence::Moves(moves.clone()));
            with(RecurrentMoves { moves: Vec::new(), ..good.clone() });
            with(RecurrentMoves { sets: Vec::new(), ..good.clone() });
            let nowhere = (Location(system.locations.len() as u32), Vec::new());
            with(RecurrentMoves { sets: [good.sets.clone(), vec![nowhere]].concat(), ..good.clone() });
            for at in 0..good.moves.len() {
                let mut bad = good.clone();
                bad.moves[at].path.clear();
                with(bad);
                let mut bad = good.clone();
                bad.moves[at].path.push(no_transition);
                with(bad);
            }
            for at in 0..good.sets.len() {
                let mut bad = good.clone();
                bad.sets[at].1.push(Atom::zero(Poly::constant(1)));
                with(bad);
            }
        }
        Recurrence::Geometric(good) => {
            let mut with = |change: &dyn Fn(&mut Geometric)| {
                let mut geometric = good.clone();
                change(&mut geometric);
                with(&|bad| bad.recurrence = Recurrence::Geometric(geometric.clone()));
            };
            with(&|bad| bad.cycle.clear());
            with(&|bad| bad.cycle.push(no_transition));
            with(&|bad| bad.chosen.push(0));
            for at in 0..good.rays.len() {
                with(&|bad| bad.rays[at].factor = -1);
                with(&|bad| bad.rays[at].previous = -1);
                with(&|bad| bad.rays[at].values.truncate(0));
                with(&|bad| bad.rays[at].values.iter_mut().for_each(|value| *value += 1));
            }
        }
    }
    all
}
