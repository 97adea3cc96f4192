//! Which two arguments are worth comparing.

use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Func, Horn, Node, Term, Terms};

/// With so few numbers, all pairs are compared; else those that some comparison of the program is about.
const FEW: usize = 8;
/// Comparisons of more variables say little about two of them.
const MOST_VARIABLES: usize = 4;
const MOST_PAIRS: usize = 40;

/// For a relation, pairs of positions among its integers.
pub fn pairs(horn: &Horn, terms: &Terms, relation: Func, numbers: &[usize]) -> Vec<(usize, usize)> {
    if numbers.len() <= FEW {
        let of =
            |first: usize| numbers.iter().filter(move |second| first < **second).map(move |second| (first, *second));
        return numbers.iter().flat_map(|first| of(*first)).collect();
    }
    let mut found: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for clause in horn.clauses() {
        for atom in horn.atoms(clause.body) {
            let Node::Apply(symbol, args) = terms.node(atom) else { continue };
            if *symbol == relation {
                compared(terms, clause.body, args, numbers, &mut found);
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable_by_key(|(pair, times)| (usize::MAX - times, *pair));
    found.truncate(MOST_PAIRS);
    found.into_iter().map(|(pair, _)| pair).collect()
}

fn compared(terms: &Terms, body: Term, args: &[Term], numbers: &[usize], found: &mut FxHashMap<(usize, usize), usize>) {
    let position: FxHashMap<Term, usize> = numbers.iter().map(|at| (args[*at], *at)).collect();
    for term in terms.subterms([body]) {
        let (Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b)) = terms.node(term) else { continue };
        let variables = terms.free_vars([*a, *b]);
        if variables.len() > MOST_VARIABLES {
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
