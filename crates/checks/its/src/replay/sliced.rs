//! Variables that nothing depends on are taken away, and with them the chosen values that then occur nowhere.

use super::simplified::Simplified;
use crate::system::{Atom, IntVar, Poly, System, Transition};

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
        origins.push(simplified.chosen_as(origin, &|own| match numbers.new[gone.len() + own] {
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
