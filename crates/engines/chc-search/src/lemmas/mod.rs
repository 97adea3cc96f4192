//! Lemmas: what holds of the arguments of every relation, found before Spacer looks for what it needs.
//!
//! A *hull* is the least formula of a simple family (intervals, differences, equations, remainders) that holds of the states
//! that were seen. As long as a clause leads from states within hulls to one outside, that one is seen too; the solver finds it.
//! Where elements of arrays are known, there is a hull for each order of their indices and what they are compared with.
//! In the end the hulls are inductive. After Reps, Sagiv, Yorsh (VMCAI 2004), with widening to the numbers of the program.
//!
//! Nothing rests on them but the time that Spacer takes: they are part of the solution that is checked.

mod find;
mod hull;
mod pairs;
mod regions;

use smt::{Horn, Solution, Term};

pub use find::{Indices, lemmas};

/// The system with what is known of relations wherever they are in the body of a clause.
pub fn strengthened(horn: &Horn, known: &Solution) -> Horn {
    let mut strong = Horn::like(horn);
    for clause in horn.clauses() {
        let holds: Vec<Term> = horn.atoms(clause.body).into_iter().map(|atom| known.apply(atom)).collect();
        let body = std::iter::once(clause.body).chain(holds);
        match clause.head {
            Some(head) => strong.rule(body, head),
            None => strong.query(body),
        }
    }
    strong
}
