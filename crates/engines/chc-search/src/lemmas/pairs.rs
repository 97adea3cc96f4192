//! Which two arguments are worth comparing, and by which states are told apart.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Func, Horn, Node, Term, Terms};

use super::find::Indices;
use super::hull::numbers;

/// With so few numbers, all pairs are compared; else those that some comparison of the program is about.
const FEW: usize = 8;
/// Comparisons of more variables say little about two of them.
const MOST_VARIABLES: usize = 4;
const MOST_PAIRS: usize = 40;
const MOST_CUTS: usize = 4;

/// For a relation, pairs of positions among its integers.
pub fn pairs(horn: &Horn, terms: &Terms, relation: Func, numbers: &[usize]) -> Vec<(usize, usize)> {
    if numbers.len() <= FEW {
        let of =
            |first: usize| numbers.iter().filter(move |second| first < **second).map(move |second| (first, *second));
        return numbers.iter().flat_map(|first| of(*first)).collect();
    }
    let mut found = compared_in(horn, terms, relation, numbers, &|_| true);
    found.truncate(MOST_PAIRS);
    found
}

/// For each relation, pairs of an index of arrays and something else that the program compares it with, here or before.
pub fn cuts(horn: &Horn, terms: &Terms, indices: &Indices) -> FxHashMap<Func, Vec<(usize, usize)>> {
    let mut found: FxHashMap<Func, Vec<(usize, usize)>> = FxHashMap::default();
    // An element may be in the comparison of what was read, which is a choice between it and others.
    let is_plain = |side: Term| terms.as_linear(side).is_some();
    for (relation, indices) in indices.iter().filter(|(_, indices)| !indices.is_empty()) {
        let mut pairs = compared_in(horn, terms, *relation, &numbers(terms.params(*relation)), &is_plain);
        pairs.retain(|(first, second)| indices.contains(first) || indices.contains(second));
        pairs.truncate(MOST_CUTS);
        found.insert(*relation, pairs);
    }
    while inherit(horn, &mut found) {}
    found
}

/// What was compared before, and is still there, as far as there is room; was there any?
fn inherit(horn: &Horn, cuts: &mut FxHashMap<Func, Vec<(usize, usize)>>) -> bool {
    let mut changed = false;
    for clause in horn.clauses() {
        let Some((to, new)) = clause.head.map(|head| horn.applied(head)) else { continue };
        for (from, old) in horn.atoms(clause.body).into_iter().map(|atom| horn.applied(atom)) {
            let position = |at: usize| new.iter().position(|arg| *arg == old[at]);
            let kept = cuts.get(&from).into_iter().flatten();
            let kept: Vec<_> = kept.filter_map(|(first, second)| position(*first).zip(position(*second))).collect();
            let here = cuts.entry(to).or_default();
            for (first, second) in kept {
                let pair = (first.min(second), first.max(second));
                if here.len() < MOST_CUTS && !here.contains(&pair) {
                    here.push(pair);
                    changed = true;
                }
            }
        }
    }
    changed
}

/// Pairs of numbers in comparisons, those that are compared most often first.
fn compared_in(
    horn: &Horn,
    terms: &Terms,
    relation: Func,
    numbers: &[usize],
    matters: &dyn Fn(Term) -> bool,
) -> Vec<(usize, usize)> {
    let mut found: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for clause in horn.clauses() {
        for atom in horn.atoms(clause.body) {
            let Node::Apply(symbol, args) = terms.node(atom) else { continue };
            if *symbol == relation {
                let position: FxHashMap<Term, usize> = numbers.iter().map(|at| (args[*at], *at)).collect();
                let parts = [clause.body].into_iter().chain(clause.head);
                compared(terms, &terms.subterms(parts), &position, matters, &mut found);
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable_by_key(|(pair, times)| (usize::MAX - times, *pair));
    found.into_iter().map(|(pair, _)| pair).collect()
}

fn compared(
    terms: &Terms,
    parts: &[Term],
    position: &FxHashMap<Term, usize>,
    matters: &dyn Fn(Term) -> bool,
    found: &mut FxHashMap<(usize, usize), usize>,
) {
    for term in parts {
        let (Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b)) = *terms.node(*term) else { continue };
        let variables = terms.free_vars([a, b]);
        if variables.len() > MOST_VARIABLES || ![a, b].into_iter().all(matters) {
            continue;
        }
        let named: FxHashSet<usize> = variables.iter().filter_map(|variable| position.get(variable).copied()).collect();
        for first in &named {
            for second in named.iter().filter(|second| *second > first) {
                *found.entry((*first, *second)).or_default() += 1;
            }
        }
    }
}
