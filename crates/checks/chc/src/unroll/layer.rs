//! What can be derived in so many steps.

use rustc_hash::FxHashMap;
use smt::{Func, Sort, Term, Terms};

use super::CallId;
use crate::system::System;

/// What can be derived in so many steps.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub reached: Vec<Reached>,
    pub broken: Vec<Way>,
}

/// A relation holds of some arguments, in a call.
#[derive(Debug)]
pub(super) struct Reached {
    pub fact: Fact,
    /// Of these, the first that was chosen; else the last.
    pub ways: Vec<Way>,
}

#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub relation: Func,
    pub call: CallId,
    pub condition: Term,
    pub args: Vec<Term>,
}

/// A clause, from a fact of the layer before.
#[derive(Debug)]
pub(super) struct Way {
    pub clause: usize,
    /// The fact, and what variables stand for, in their lists.
    pub from: usize,
    pub renaming: usize,
    /// What its body says, and the fact before it.
    pub condition: Term,
    /// What its head is about.
    pub args: Vec<Term>,
    /// A variable.
    pub chosen: Term,
}

/// Where a clause leads to, and from where.
pub(super) struct Led {
    pub clause: usize,
    pub from: usize,
    pub renaming: usize,
    /// What is true besides its body.
    pub common: Term,
    /// The call in which its head is.
    pub call: CallId,
}

impl Layer {
    pub fn lead(&mut self, system: &System, led: Led, done: &FxHashMap<Term, Term>) {
        let terms = &system.terms;
        let Led { clause, from, renaming, common, call } = led;
        let at = &system.horn.clauses()[clause];
        let condition = terms.and([common, done[&at.body]]);
        if condition == terms.ff() {
            return;
        }
        let head = at.head.map(|head| system.horn.applied(head));
        let args = head.iter().flat_map(|(_, args)| args).map(|arg| done[arg]).collect();
        let way = Way { clause, from, renaming, condition, args, chosen: terms.fresh_var("chosen", Sort::Bool) };
        let Some((relation, _)) = head else { return self.broken.push(way) };
        let is_same = |reached: &&mut Reached| reached.fact.relation == relation && reached.fact.call == call;
        match self.reached.iter_mut().find(is_same) {
            Some(reached) => reached.ways.push(way),
            None => {
                let fact = Fact { relation, call, condition, args: way.args.clone() };
                self.reached.push(Reached { fact, ways: vec![way] });
            }
        }
    }
}

impl Reached {
    /// By one of the ways.
    pub fn join(&mut self, terms: &Terms) {
        let Some((last, others)) = self.ways.split_last() else { return };
        let (mut condition, mut args) = (last.condition, last.args.clone());
        for way in others.iter().rev() {
            condition = terms.ite(way.chosen, way.condition, condition);
            let joined = way.args.iter().zip(&args).map(|(this, other)| terms.ite(way.chosen, *this, *other));
            args = joined.collect();
        }
        (self.fact.condition, self.fact.args) = (condition, args);
    }
}
