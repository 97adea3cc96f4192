//! Many turns of a loop as one step (acceleration of counting loops, as in Finkel, Leroux: FSTTCS 2002).
//!
//! A clause that leads from a relation back to itself is a loop without loops inside. On one way through its body, counters change by
//! constants; then what holds after `n` turns can be said for all `n` at once, and unrolling comes to runs of thousands of turns.
//!
//! Nothing rests on it but that such runs are found: clauses are added, and what they lead to is tried by the interpreter.

mod path;
mod turns;

use chc::system::System;
use engine::Budget;
use rustc_hash::FxHashMap;
use smt::{Clause, Horn, Limits, Session, Solver, Sort, Term, Terms};

use crate::solve::UNITS_OF_STEP;
use path::Path;

/// What the solver may spend on looking for a way, and ways through one loop.
const WORK: u32 = 300_000;
const MOST_PATHS: usize = 4;

/// Of clauses that stand for many turns, the term that says how many.
pub type Turns = FxHashMap<usize, Term>;

/// A system in which loops may turn many times in one step.
#[derive(Debug)]
pub struct Accelerated {
    pub system: System,
    pub turns: Turns,
}

impl Accelerated {
    /// `None` where no loop counts.
    pub fn of(system: &System, session: &Session, budget: &Budget) -> Option<Accelerated> {
        let mut solver = Solver::new(session);
        solver.set_limits(Limits::work(WORK));
        let horn = &system.horn;
        let mut ways = Vec::new();
        for (index, clause) in horn.clauses().iter().enumerate() {
            let Some(circle) = Circle::of(&system.terms, horn, clause) else { continue };
            if budget.exhausted().is_some() {
                return None;
            }
            let (found, spent) = session.counted(|| circle.paths(&system.terms, &mut solver));
            budget.step(u64::from(spent) / UNITS_OF_STEP);
            let many = found.iter().filter_map(|path| turns::many(&system.terms, &circle, path));
            ways.extend(many.map(|many| (index, many)));
        }
        if ways.is_empty() {
            return None;
        }
        let mut system = System { copied: None, ..system.clone() };
        let mut turns = Turns::default();
        // It asks for nothing.
        system.inputs.push(Vec::new());
        for (index, many) in ways {
            let Some(head) = horn.clauses()[index].head else { continue };
            let (relation, _) = horn.applied(head);
            turns.insert(system.horn.clauses().len(), many.turns);
            system.horn.rule(many.body, system.terms.apply(relation, &many.args));
            system.walk_of.push(system.inputs.len() - 1);
        }
        tracing::debug!(ways = turns.len(), "loops are accelerated");
        Some(Accelerated { system, turns })
    }
}

/// A clause that leads from a relation back to itself.
struct Circle {
    atom: Term,
    /// Variables, and what they are a turn later.
    before: Vec<Term>,
    after: Vec<Term>,
    /// What the turn needs.
    condition: Term,
}

impl Circle {
    fn of(terms: &Terms, horn: &Horn, clause: &Clause) -> Option<Circle> {
        let (to, after) = horn.applied(clause.head?);
        let [atom] = *horn.atoms(clause.body) else { return None };
        let (from, before) = horn.applied(atom);
        let is_new = |index: usize| terms.as_var(before[index]).is_some() && !before[..index].contains(&before[index]);
        if from != to || !(0..before.len()).all(is_new) {
            return None;
        }
        let condition = terms.substitute(clause.body, &FxHashMap::from_iter([(atom, terms.tt())]));
        Some(Circle { atom, before, after, condition })
    }

    /// Ways through the body on which something changes.
    fn paths(&self, terms: &Terms, solver: &mut Solver) -> Vec<Path> {
        let mut found = Vec::new();
        let pairs = self.before.iter().zip(&self.after);
        let scalars = pairs.filter(|(before, _)| !matches!(terms.sort(**before), Sort::Array { .. }));
        let changes = terms.or(scalars.map(|(before, after)| terms.not(terms.eq(*before, *after))));
        solver.push();
        solver.assert(self.condition);
        solver.assert(changes);
        while found.len() < MOST_PATHS && solver.check().is_sat() {
            let Some(path) = Path::of(terms, solver, self.condition, &self.after) else { break };
            solver.assert(terms.not(terms.and(path.conditions.iter().copied())));
            found.push(path);
        }
        solver.pop();
        found
    }
}
