//! Counterexamples among differences: where all facts bound a variable or the difference of two, the shortest ways between variables
//! are values that satisfy them (Bellman and Ford), if any do.
//!
//! Guarantees: what is found satisfies all facts and not the conclusion; it is evaluated, whatever led to it.

use crate::number::fact::{Fact, Relation};
use crate::number::linear::{Linear, Var};

use super::models::Assignment;

/// With more variables, the solver is asked.
const MOST_VARS: usize = 24;

/// Values for which the facts hold and the conclusion does not; `None` if there are none, or something else than differences
/// matters.
pub(super) fn counterexample(facts: &[Fact], conclusion: &Fact) -> Option<Assignment> {
    let mut vars: Vec<Var> = facts.iter().chain([conclusion]).flat_map(|fact| fact.form.vars()).collect();
    vars.sort_unstable();
    vars.dedup();
    if vars.len() > MOST_VARS {
        return None;
    }
    let mut bounds = Bounds { vars, edges: Vec::new() };
    facts.iter().try_for_each(|fact| bounds.take(fact))?;
    let ways = match conclusion.relation {
        Relation::AtLeastZero | Relation::NotZero => vec![conclusion.negated()?],
        Relation::Zero => {
            let above = conclusion.form.add_constant(-1)?;
            let below = conclusion.form.neg()?.add_constant(-1)?;
            vec![Fact::at_least_zero(above), Fact::at_least_zero(below)]
        }
    };
    ways.into_iter().find_map(|way| {
        let mut bounds = bounds.clone();
        bounds.take(&way)?;
        let found = Assignment::new(bounds.vars.iter().copied().zip(bounds.values()?).collect());
        let of = |var: Var| found.get(var).unwrap_or(0);
        let holds = |fact: &Fact| fact.holds(&of) == Some(true);
        (facts.iter().all(holds) && conclusion.holds(&of) == Some(false)).then_some(found)
    })
}

/// `values[to] ≤ values[from] + most`. Behind the variables there is one more place, for zero.
#[derive(Clone)]
struct Edge {
    from: usize,
    to: usize,
    most: i128,
}

#[derive(Clone)]
struct Bounds {
    vars: Vec<Var>,
    edges: Vec<Edge>,
}

impl Bounds {
    /// `None` if the fact is about something else. What differs from zero is left to chance.
    fn take(&mut self, fact: &Fact) -> Option<()> {
        match fact.relation {
            Relation::AtLeastZero => self.at_least_zero(&fact.form),
            Relation::Zero => {
                self.at_least_zero(&fact.form)?;
                self.at_least_zero(&fact.form.neg()?)
            }
            Relation::NotZero => Some(()),
        }
    }

    fn at_least_zero(&mut self, form: &Linear) -> Option<()> {
        let zero = self.vars.len();
        let place = |var: Var| self.vars.binary_search(&var).ok();
        let (from, to) = match form.terms() {
            [] => return (form.constant_term() >= 0).then_some(()),
            [(var, 1)] => (place(*var)?, zero),
            [(var, -1)] => (zero, place(*var)?),
            [(plus, 1), (minus, -1)] | [(minus, -1), (plus, 1)] => (place(*plus)?, place(*minus)?),
            _ => return None,
        };
        self.edges.push(Edge { from, to, most: form.constant_term() });
        Some(())
    }

    /// A value for each variable; `None` if the bounds exclude each other.
    fn values(&self) -> Option<Vec<i128>> {
        let zero = self.vars.len();
        let mut values = vec![0_i128; zero + 1];
        for _ in 0..=zero + 1 {
            let mut changed = false;
            for Edge { from, to, most } in &self.edges {
                let bound = values[*from].checked_add(*most)?;
                if values[*to] > bound {
                    values[*to] = bound;
                    changed = true;
                }
            }
            if !changed {
                return values[..zero].iter().map(|value| value.checked_sub(values[zero])).collect();
            }
        }
        None
    }
}
