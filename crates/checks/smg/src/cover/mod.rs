//! Entailment: does one state cover another?
//!
//! DIVERGENCE: the paper asks its join for this (the join status). We walk both graphs from their roots at once and
//! look for a way to see the specific one as an instance of the general one: regions stand for regions one to one, a
//! segment for a chain of regions and segments. This is independent of join and abstraction, which are not trusted:
//! the check of a certificate rests on it.
//!
//! Guarantees: if `covers(g, s)`, every concretisation of `s` is one of `g`.            (tested by `covers_is_sound`)
//! Loses precision when: two segments of `g` follow each other and the border between them in `s` is not marked by
//! anything but their number of nodes (borders are tried, longest first); a disequality of `g` is known in `s` only
//! through reasoning.

mod chain;
mod content;
mod few;
mod solve;

use std::borrow::Cow;

use ir::Module;

use crate::graph::{State, Value};
use crate::operations::content as bytes;
use crate::operations::reach::globals;

use solve::Matcher;

/// How many times an answer is looked for behind the end of a segment: where borders can be guessed in many ways, trying all
/// of them takes for ever.
const MOST_CHAINS: u32 = 500;

/// Is every concretisation of `specific` one of `general`? `false` may mean that it was not found out.
pub fn covers(module: &Module, general: &State, specific: &State) -> bool {
    let Some(pairs) = root_pairs(general, specific) else { return false };
    // Most states differ in a number: no need to look further.
    let known = |value: &Value| matches!(value, Value::Int(_) | Value::Func(_) | Value::Label(..));
    if pairs.iter().any(|(general, specific)| known(general) && general != specific) {
        return false;
    }
    // A global that one side does not mention is as its initialiser says.
    let missing = |of: &State, other: &State| {
        globals(&other.graph).any(|root| root.object().is_some_and(|id| !of.graph.has_object(id)))
    };
    let mut touched;
    let general = if missing(general, specific) {
        touched = general.clone();
        globals(&specific.graph).for_each(|root| bytes::touch(module, &mut touched.graph, root));
        &touched
    } else {
        general
    };
    let mut graph = Cow::Borrowed(&specific.graph);
    if missing(specific, general) {
        globals(&general.graph).for_each(|root| bytes::touch(module, graph.to_mut(), root));
    }
    let mut matcher = Matcher::new(module, &general.graph, graph);
    let of_globals: Vec<(Value, Value)> = globals(&general.graph).map(|root| (root, root)).collect();
    pairs
        .into_iter()
        .chain(of_globals)
        .for_each(|(general, specific)| matcher.demand(general, specific, Matcher::ROOT));
    let mut effort = MOST_CHAINS;
    matcher.solve(&mut effort)
}

/// What both sides hold in the same place. What only the specific state holds need not be covered by itself: its
/// objects have to be found elsewhere.
fn root_pairs(general: &State, specific: &State) -> Option<Vec<(Value, Value)>> {
    let mut pairs = Vec::new();
    let same_shape = general.frames.len() == specific.frames.len() && general.cut.len() == specific.cut.len();
    if !same_shape {
        return None;
    }
    for (g, s) in general.frames.iter().zip(&specific.frames) {
        if g.func != s.func || g.locals.len() != s.locals.len() || g.varargs.len() != s.varargs.len() {
            return None;
        }
        for (reg, value) in &g.regs {
            let at = s.regs.binary_search_by_key(reg, |(reg, _)| *reg).ok()?;
            pairs.push((*value, s.regs[at].1));
        }
        for (var, value) in &g.vars {
            let at = s.vars.binary_search_by_key(var, |(var, _)| *var).ok()?;
            pairs.push((*value, s.vars[at].1));
        }
        for (g, s) in g.locals.iter().zip(&s.locals) {
            if g.dynamic != s.dynamic {
                return None;
            }
            pairs.push((g.address, s.address));
        }
        for (g, s) in g.varargs.iter().zip(&s.varargs) {
            if g.class != s.class {
                return None;
            }
            pairs.push((g.value, s.value));
        }
    }
    pairs.extend(general.cut.iter().copied().zip(specific.cut.iter().copied()));
    Some(pairs)
}
