//! The system that an encoding of integers of fixed width describes.

use crate::certificate::{WrapEncoding, Wraps};
use crate::system::{IntVar, Location, Poly, System, Transition, Types};

/// Cases of one transition beyond which it is not encoded.
pub const MOST_CASES: usize = 64;

/// The encoded system. `None` when a number gets too large, or there are too many cases.
pub fn encoded(system: &System, types: &Types, encoding: &WrapEncoding) -> Option<System> {
    let count = system.locations.len();
    let mut locations = system.locations.clone();
    locations.extend(system.locations.iter().map(|name| format!("{name}_wrapped")));
    locations.push("begin".to_string());
    let begin = Location(2 * count as u32);
    let all = || (0..system.vars.len()).map(|index| IntVar(index as u32));
    let mut transitions = vec![Transition {
        from: begin,
        to: WrapEncoding::copied(system, 0, system.start),
        chosen: Vec::new(),
        guard: types.ranges(all())?,
        update: all().map(Poly::var).collect(),
    }];
    for copy in 0..2 {
        for index in 0..system.transitions.len() {
            if copy == 0 || encoding.may_be_wrapped(system, system.transitions[index].from) {
                transitions.extend(cases(system, types, encoding, (copy, index))?);
            }
        }
    }
    Some(System { vars: system.vars.clone(), locations, start: begin, transitions })
}

/// One transition for every combination of cases.
fn cases(
    system: &System,
    types: &Types,
    encoding: &WrapEncoding,
    (copy, index): (usize, usize),
) -> Option<Vec<Transition>> {
    let transition = &system.transitions[index];
    let wraps = encoding.wraps.get(WrapEncoding::place(system, copy, index))?;
    let from = WrapEncoding::copied(system, copy, transition.from);
    let mut guard = transition.guard.clone();
    for atom in types.ranges(touched(system, transition))? {
        if !guard.contains(&atom) {
            guard.push(atom);
        }
    }
    let whole = Transition { from, guard, update: Vec::new(), ..transition.clone() };
    // With the number of wraps of each variable that was dealt with, to know the copy where it ends.
    let mut cases = vec![(whole, false)];
    for (position, exact) in transition.update.iter().enumerate() {
        let Some(of) = types.vars.get(position).copied().flatten() else {
            cases.iter_mut().for_each(|(case, _)| case.update.push(exact.clone()));
            continue;
        };
        let mut next = Vec::new();
        for (case, wrapped) in cases {
            match wraps.get(position)? {
                Wraps::Any => {
                    let times = Poly::var(IntVar((system.vars.len() + case.chosen.len()) as u32));
                    let value = exact.combine(&times, of.count().checked_neg()?)?;
                    let mut case = case;
                    case.chosen.push(format!("wraps_{}", system.vars[position]));
                    case.guard.extend(of.contains(&value)?);
                    case.update.push(value);
                    next.push((case, true));
                }
                Wraps::Between(least, most) => {
                    let many = usize::try_from(most.checked_sub(*least)?).ok()?;
                    if many >= MOST_CASES {
                        return None;
                    }
                    for times in *least..=*most {
                        let value = exact.sub(&Poly::constant(of.count().checked_mul(times)?))?;
                        let mut case = case.clone();
                        if least != most {
                            case.guard.extend(of.contains(&value)?);
                        }
                        case.update.push(value);
                        next.push((case, wrapped || times != 0));
                    }
                }
            }
        }
        if next.len() > MOST_CASES {
            return None;
        }
        cases = next;
    }
    let ended = |(case, wrapped): (Transition, bool)| Transition {
        to: WrapEncoding::copied(system, usize::from(wrapped), transition.to),
        ..case
    };
    Some(cases.into_iter().map(ended).collect())
}

/// Variables that a transition looks at or changes, and its own.
fn touched(system: &System, transition: &Transition) -> Vec<IntVar> {
    let mut vars: Vec<IntVar> = transition.guard.iter().flat_map(|atom| atom.poly.vars()).collect();
    for (index, value) in transition.update.iter().enumerate() {
        let var = IntVar(index as u32);
        if *value != Poly::var(var) {
            vars.extend(value.vars());
        }
    }
    vars.extend((0..transition.chosen.len()).map(|own| IntVar((system.vars.len() + own) as u32)));
    vars.sort_unstable();
    vars.dedup();
    vars
}
