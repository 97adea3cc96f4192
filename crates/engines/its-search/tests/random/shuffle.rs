//! The same system, written down differently.

use its::system::{Atom, IntVar, Location, Poly, System, Transition};

use super::numbers::Numbers;

/// Other names, other orders of locations, rules, constraints and values that rules choose.
pub fn reordered(system: &System, numbers: &mut Numbers) -> System {
    let mut places: Vec<u32> = (0..system.locations.len() as u32).collect();
    numbers.shuffle(&mut places);
    let place = |id: Location| Location(places[id.index()]);
    let mut locations = system.locations.clone();
    for (index, name) in system.locations.iter().enumerate() {
        locations[places[index] as usize] = format!("{name}_renamed");
    }
    let mut transitions: Vec<Transition> = system
        .transitions
        .iter()
        .map(|transition| {
            let transition = with_own(transition, system.vars.len(), numbers);
            Transition { from: place(transition.from), to: place(transition.to), ..transition }
        })
        .collect();
    numbers.shuffle(&mut transitions);
    let vars = system.vars.iter().map(|name| format!("{name}_renamed")).collect();
    System { vars, locations, start: place(system.start), transitions }
}

/// The transition with its own variables and its constraints in another order.
fn with_own(transition: &Transition, vars: usize, numbers: &mut Numbers) -> Transition {
    let mut own: Vec<u32> = (0..transition.chosen.len() as u32).collect();
    numbers.shuffle(&mut own);
    let of = |var: IntVar| var.index().checked_sub(vars).map(|at| Poly::var(IntVar(vars as u32 + own[at])));
    let poly = |poly: &Poly| poly.substitute(&of).expect("small numbers");
    let mut guard: Vec<Atom> =
        transition.guard.iter().map(|atom| Atom { poly: poly(&atom.poly), relation: atom.relation }).collect();
    numbers.shuffle(&mut guard);
    let chosen = (0..own.len()).map(|index| format!("o{index}")).collect();
    Transition { chosen, guard, update: transition.update.iter().map(poly).collect(), ..transition.clone() }
}
