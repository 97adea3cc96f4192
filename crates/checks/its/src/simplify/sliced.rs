//! Variables that nothing depends on.
//!
//! A variable is needed if a guard mentions it, or the new value of a needed variable does. The others may have any
//! value: which steps a run can take, and what becomes of the needed variables, does not depend on them. So the runs of
//! the system without them are those of the system with them, from any start values of theirs. With them go the chosen
//! values that then occur nowhere.

use super::Simplified;
use crate::atom::Atom;
use crate::poly::{IntVar, Poly};
use crate::system::{System, Transition};

/// Variables that are not needed.
pub fn unneeded(system: &System) -> Vec<IntVar> {
    let count = system.vars.len();
    let mut needed = vec![false; count];
    let program = |poly: &Poly| poly.vars().into_iter().map(IntVar::index).filter(|index| *index < count).collect();
    let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
    let mut work: Vec<usize> = guards.flat_map(|atom| -> Vec<usize> { program(&atom.poly) }).collect();
    while let Some(var) = work.pop() {
        if !std::mem::replace(&mut needed[var], true) {
            let values = system.transitions.iter().map(|transition| &transition.update[var]);
            work.extend(values.flat_map(|poly| -> Vec<usize> { program(poly) }).filter(|other| !needed[*other]));
        }
    }
    (0..count).filter(|index| !needed[*index]).map(|index| IntVar(index as u32)).collect()
}

pub fn legal(system: &System, vars: &[IntVar]) -> Result<(), String> {
    let unneeded = unneeded(system);
    match vars.iter().find(|var| !unneeded.contains(var)) {
        Some(var) => Err(format!("a guard may depend on variable {}", var.index())),
        None => closed(system, vars),
    }
}

/// Not all unneeded variables need to go, but those that stay must not depend on those that go.
fn closed(system: &System, vars: &[IntVar]) -> Result<(), String> {
    let stays = |index: &usize| !vars.contains(&IntVar(*index as u32));
    for transition in &system.transitions {
        for index in (0..system.vars.len()).filter(stays) {
            if transition.update[index].vars().iter().any(|var| vars.contains(var)) {
                return Err(format!("variable {index} depends on one that is to go"));
            }
        }
    }
    Ok(())
}

/// New numbers of a transition's variables, and which of its own stay.
struct Numbers {
    new: Vec<Option<IntVar>>,
    own: Vec<usize>,
}

impl Numbers {
    fn of(system: &System, gone: &[bool], transition: &Transition) -> Numbers {
        let count = system.vars.len();
        let mut used = vec![false; count + transition.chosen.len()];
        let updates = transition.update.iter().zip(gone).filter(|(_, gone)| !**gone).map(|(poly, _)| poly);
        for var in transition.guard.iter().map(|atom| &atom.poly).chain(updates).flat_map(Poly::vars) {
            used[var.index()] = true;
        }
        let mut next = 0;
        let mut number = |stays: bool| {
            next += u32::from(stays);
            stays.then(|| IntVar(next - 1))
        };
        let program = gone.iter().map(|gone| number(!gone)).collect::<Vec<_>>();
        let chosen = used[count..].iter().map(|used| number(*used)).collect::<Vec<_>>();
        let own = (0..transition.chosen.len()).filter(|own| chosen[*own].is_some()).collect();
        Numbers { new: program.into_iter().chain(chosen).collect(), own }
    }

    /// `None` when a variable occurs that is gone.
    fn rename(&self, poly: &Poly) -> Option<Poly> {
        if poly.vars().iter().any(|var| self.new[var.index()].is_none()) {
            return None;
        }
        poly.substitute(&|var| self.new[var.index()].map(Poly::var))
    }

    fn transition(&self, gone: &[bool], old: &Transition) -> Option<Transition> {
        let guard = old.guard.iter().map(|atom| Some(Atom { poly: self.rename(&atom.poly)?, relation: atom.relation }));
        let update = old.update.iter().zip(gone).filter(|(_, gone)| !**gone).map(|(poly, _)| self.rename(poly));
        let chosen = self.own.iter().map(|own| old.chosen[*own].clone()).collect();
        Some(Transition {
            from: old.from,
            to: old.to,
            chosen,
            guard: guard.collect::<Option<_>>()?,
            update: update.collect::<Option<_>>()?,
        })
    }
}

pub fn apply(simplified: &mut Simplified<'_>, vars: &[IntVar]) -> Option<()> {
    let system = &simplified.system;
    let mut gone = vec![false; system.vars.len()];
    for var in vars {
        *gone.get_mut(var.index())? = true;
    }
    let left = gone.iter().filter(|gone| !**gone).count();
    let (mut transitions, mut origins) = (Vec::new(), Vec::new());
    for (old, origin) in system.transitions.iter().zip(&simplified.origins) {
        let numbers = Numbers::of(system, &gone, old);
        transitions.push(numbers.transition(&gone, old)?);
        // The variables are still numbered as before, for a moment: only what is chosen counts here.
        origins.push(origin.chosen_as(simplified, &|own| match numbers.new[gone.len() + own] {
            Some(new) => Poly::var(IntVar((new.index() - left + gone.len()) as u32)),
            None => Poly::zero(),
        })?);
    }
    let mut stays = gone.iter();
    simplified.system.vars.retain(|_| stays.next() == Some(&false));
    let mut stays = gone.iter();
    simplified.vars.retain(|_| stays.next() == Some(&false));
    simplified.system.transitions = transitions;
    simplified.origins = origins;
    Some(())
}
