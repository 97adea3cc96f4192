//! What holds at loops and of functions, as a solution of Horn clauses says it, in terms of C.
//!
//! As in ACSL, `\result` is what a function returns and `\old(x)` what `x` was when the function was called. What holds of every
//! element of an array is said of the one with index `k`, whichever it is.

mod formula;
mod names;

use chc::system::{Place, Relation, System, What};
use ir::{LocId, Places};
use smt::Term;

use super::Reason;
use super::heads::{Head, Heads};
use formula::Fact;
use names::Names;

/// More lines of one place are not shown: nobody would read them.
const MOST_LINES: usize = 12;
/// Nor is what is longer than this.
const MOST_TERMS: usize = 200;

pub fn reasons(heads: &Heads<'_>, parts: &[(System, Vec<Vec<Term>>)]) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    for (system, facts) in parts {
        let copied = system.copied.as_ref().map(Heads::new);
        let heads = copied.as_ref().unwrap_or(heads);
        for (relation, facts) in system.relations.iter().zip(facts) {
            let Some((place, what)) = when(heads, system, relation) else { continue };
            let new = lines(&Names::new(heads, system, relation), facts);
            match reasons.iter_mut().find(|reason| (reason.place, &reason.what) == (place, &what)) {
                Some(Reason { details, .. }) => {
                    let new: Vec<String> = new.into_iter().filter(|line| !details.contains(line)).collect();
                    details.extend(new);
                }
                None => reasons.push(Reason { place, what, details: new }),
            }
        }
    }
    reasons
        .sort_by_key(|reason| (!heads.module.places.is_of_user(reason.place), heads.module.places.get(reason.place)));
    if reasons.is_empty() {
        let what = "no run comes to a loop or a recursion, and no path leads to a violation".to_string();
        return vec![Reason { place: Places::nowhere(), what, details: Vec::new() }];
    }
    reasons
}

/// Where the facts hold; `None` for places that only the proof knows.
fn when(heads: &Heads<'_>, system: &System, relation: &Relation) -> Option<(LocId, String)> {
    let module = heads.module;
    match relation.place {
        Place::Entry(func) => {
            Some((module.funcs[func].loc, format!("whenever `{}` is called", module.funcs[func].name)))
        }
        Place::Exit(func) => Some((module.funcs[func].loc, format!("whenever `{}` returns", module.funcs[func].name))),
        Place::Head { instance, block } => {
            let func = system.instances[instance].func;
            let head = Head { func, block: Some(block) };
            let called = called_from(heads, system, instance);
            let what = format!("at the start of each round of the loop of `{}`{called}", heads.function(head));
            Some((heads.place(head), what))
        }
        Place::Behind { .. } => None,
    }
}

/// `, called at line 7 from line 12`, for a function that is called from several places.
fn called_from(heads: &Heads<'_>, system: &System, instance: usize) -> String {
    let func = system.instances[instance].func;
    if system.instances.iter().filter(|other| other.func == func).count() < 2 {
        return String::new();
    }
    let mut calls: Vec<String> = Vec::new();
    let mut at = system.instances[instance].call;
    while let Some((outer, block, inst)) = at {
        let caller = &heads.module.funcs[system.instances[outer].func];
        let place = caller.blocks[block].insts[inst].loc;
        calls.extend(heads.module.places.get(place).map(|place| format!("line {}", place.line)));
        at = system.instances[outer].call;
    }
    if calls.is_empty() { String::new() } else { format!(", called at {}", calls.join(" from ")) }
}

fn lines(names: &Names<'_, '_>, facts: &[Term]) -> Vec<String> {
    let (mut plain, mut lines, mut unnamed) = (Vec::new(), Vec::new(), 0);
    for fact in facts {
        let is_short = names.system.terms.subterms([*fact]).len() <= MOST_TERMS;
        match is_short.then(|| formula::fact(names, *fact)).flatten() {
            // Which elements there are, nobody needs to be told.
            _ if names.speaks_only_of(*fact, |what| matches!(what, What::Chosen(_))) => {}
            Some(Fact::Plain(text)) if !plain.contains(&text) => plain.push(text),
            Some(Fact::Conditional(text)) if !lines.contains(&text) => lines.push(text),
            Some(Fact::Plain(_) | Fact::Conditional(_)) => {}
            None => unnamed += 1,
        }
    }
    if !plain.is_empty() {
        lines.insert(0, plain.join(", "));
    }
    if lines.len() > MOST_LINES {
        let more = lines.len() - MOST_LINES;
        lines.truncate(MOST_LINES);
        lines.push(format!("… and {more} more"));
    }
    match unnamed {
        0 if lines.is_empty() => lines.push("what has a name fits its type, and no more is needed of it".to_string()),
        0 => {}
        1 => lines.push("and a fact that is long or about values that have no name in C".to_string()),
        several => lines.push(format!("and {several} facts that are long or about values that have no name in C")),
    }
    lines
}
