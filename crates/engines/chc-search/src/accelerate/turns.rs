//! What many turns make of the arguments of a loop.

use rustc_hash::FxHashMap;
use smt::{Node, Sort, Term, Terms};

use super::{Circle, path::Path};

/// Two or more turns at once.
pub struct Many {
    /// How many.
    pub turns: Term,
    pub body: Vec<Term>,
    /// What the arguments are then.
    pub args: Vec<Term>,
}

/// How an argument goes on.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// It stays.
    Same,
    /// The same number is added in each turn.
    By(i128),
    /// It is made of what other arguments were before the turn.
    Made(Term),
}

/// Many turns on the same way, if nothing but counters, and what is made of them, changes on it.
///
/// Conditions are linear in the number of the turn from the second one on, so they hold in all turns if they do in the first two and in
/// the last.
pub fn many(terms: &Terms, circle: &Circle, path: &Path) -> Option<Many> {
    let changes = changes(terms, circle, path)?;
    let turns = terms.fresh_var("turns", Sort::Int);
    let counting = Counting { terms, before: &circle.before, changes: &changes };
    let last = counting.after(terms.sub(turns, terms.int(1)));
    let second = counting.after(terms.int(1));
    let mut body = vec![circle.atom, terms.le(terms.int(2), turns)];
    for condition in &path.conditions {
        let at_last = terms.substitute(*condition, &last);
        if !is_linear(terms, at_last) && terms.free_vars([at_last]).contains(&turns) {
            return None;
        }
        body.extend([*condition, terms.substitute(*condition, &second), at_last]);
    }
    let end = counting.after(turns);
    let args = circle.before.iter().map(|arg| end[arg]).collect();
    Some(Many { turns, body, args })
}

fn changes(terms: &Terms, circle: &Circle, path: &Path) -> Option<Vec<Change>> {
    // What is not an argument is something else in each turn.
    let all = path.conditions.iter().chain(&path.args).copied();
    if terms.free_vars(all).iter().any(|variable| !circle.before.contains(variable)) {
        return None;
    }
    let mut changes: Vec<Option<Change>> =
        circle.before.iter().zip(&path.args).map(|(before, after)| counted(terms, *before, *after)).collect();
    let is_counted = |variable: &Term| {
        circle.before.iter().position(|before| before == variable).is_some_and(|at| changes[at].is_some())
    };
    let made: Vec<bool> = path.args.iter().map(|after| terms.free_vars([*after]).iter().all(is_counted)).collect();
    for ((change, after), is_made) in changes.iter_mut().zip(&path.args).zip(made) {
        if change.is_none() && is_made {
            *change = Some(Change::Made(*after));
        }
    }
    changes.into_iter().collect()
}

fn counted(terms: &Terms, before: Term, after: Term) -> Option<Change> {
    if before == after {
        return Some(Change::Same);
    }
    if terms.sort(before) != Sort::Int {
        return None;
    }
    let (factors, constant) = terms.as_linear(terms.sub(after, before))?;
    factors.iter().all(|(_, factor)| *factor == 0).then_some(Change::By(constant))
}

struct Counting<'a> {
    terms: &'a Terms,
    before: &'a [Term],
    changes: &'a [Change],
}

impl Counting<'_> {
    /// What each argument is after so many turns, at least one.
    fn after(&self, turns: Term) -> FxHashMap<Term, Term> {
        let terms = self.terms;
        let counters = |turns: Term| -> FxHashMap<Term, Term> {
            let pairs = self.before.iter().zip(self.changes);
            let counter = |(before, change): (&Term, &Change)| match change {
                Change::By(by) => Some((*before, terms.add([*before, terms.mul(terms.int(*by), turns)]))),
                Change::Same | Change::Made(_) => None,
            };
            pairs.filter_map(counter).collect()
        };
        let (mut all, earlier) = (counters(turns), counters(terms.sub(turns, terms.int(1))));
        for (before, change) in self.before.iter().zip(self.changes) {
            match change {
                Change::Same => drop(all.insert(*before, *before)),
                Change::By(_) => {}
                Change::Made(of) => drop(all.insert(*before, terms.substitute(*of, &earlier))),
            }
        }
        all
    }
}

/// A comparison of sums.
fn is_linear(terms: &Terms, condition: Term) -> bool {
    match terms.node(condition) {
        Node::Not(inner) => !matches!(terms.node(*inner), Node::Eq(..)) && is_linear(terms, *inner),
        Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b) => {
            [a, b].into_iter().all(|side| terms.sort(*side) == Sort::Int && terms.as_linear(*side).is_some())
        }
        // Any other condition is none.
        _ => false,
    }
}
