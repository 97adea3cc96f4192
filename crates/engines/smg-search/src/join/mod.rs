//! Join of two symbolic program configurations.
//!
//! Paper: [SAS13] section 3.2 and App. C (`joinSubSMGs`, `joinValues`, `joinTargetObjects`, `matchObjects`,
//! `insertLeft/RightDlsAndJoin`); our `join` is its `joinSPCs`.
//! Input:      both states are consistent, free of garbage, and of the same function at the same place.
//! Guarantees: γ(a) ∪ γ(b) ⊆ γ(join(a, b)).                                        (tested by `join_covers_both`)
//! Not trusted: whoever proves something with the result checks it with `covers`.
//! DIVERGENCE: the paper walks depth first; we walk breadth first from all roots at once, so that what roots point to
//! is paired before what lies behind it. Where the paper repairs a premature insertion by a delayed join (C.6), we
//! start again, knowing which insertion or which pair of objects was wrong; a few times at most.
//! DIVERGENCE: the paper's levels are one difference; we keep for either side how much deeper the result is, which
//! stays right when segments face regions on both sides in turn.
//! Loses precision when: numbers beyond `exact_limit` meet (intervals, widened); one object has two counterparts.

mod fields;
mod insert;
mod joiner;
mod lengths;
mod numbers;
mod targets;

use ir::Module;
use rustc_hash::FxHashSet;

use smg::graph::{Frame, Graph, Local, ObjectId, State, Value, VarArg, has_empty_cycle, links_agree};
use smg::operations::content;
use smg::operations::reach::globals;

pub(crate) use joiner::{Fail, Job, Joiner, Mode, Wrong};

/// How what two graphs stand for compares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    Equal,
    LeftCovers,
    RightCovers,
    /// Neither covers the other, but the join is nothing else than both: a list is one node long on one side and longer
    /// on the other, and that is all.
    Union,
    Incomparable,
}

impl Status {
    /// The status of a whole of which these are the statuses of two parts.
    #[must_use]
    pub fn update(self, other: Status) -> Status {
        match (self, other) {
            (Status::Equal, status) | (status, Status::Equal) => status,
            (Status::LeftCovers, Status::LeftCovers) => Status::LeftCovers,
            (Status::RightCovers, Status::RightCovers) => Status::RightCovers,
            // Of two lists, the join has the first long and the second short, too.
            (Status::LeftCovers | Status::RightCovers | Status::Union | Status::Incomparable, _) => {
                Status::Incomparable
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// Numbers up to this one, and their negations, are never joined with each other.
    pub exact_limit: i64,
    /// Sorted: where bounds stop that have to give way.
    pub thresholds: Vec<i64>,
    /// May a segment that cannot be empty be paired with nothing? Merging always does that.
    pub insert_nonempty: bool,
}

impl Default for JoinOptions {
    fn default() -> Self {
        JoinOptions { exact_limit: 10, thresholds: Vec::new(), insert_nonempty: false }
    }
}

/// How often a walk begins anew after a wrong choice.
const RETRIES: usize = 6;

/// A state that covers both, and how they compare. `a` is the older one: bounds that `b` exceeds are widened.
pub fn join(module: &Module, a: &State, b: &State, options: &JoinOptions) -> Option<(Status, State)> {
    if !same_roots(a, b) || small_numbers_differ(a, b, options) {
        return None;
    }
    let sides = with_all_globals(module, a, b);
    let mut wrong = Wrong::default();
    for _ in 0..RETRIES {
        let mut joiner = Joiner::new(module, options, Mode::Join, sides.clone(), Graph::default(), wrong);
        match join_roots(&mut joiner, a, b) {
            Ok(state) => return Some((joiner.status, state)),
            Err(Fail) => wrong = joiner.lesson()?,
        }
    }
    None
}

fn same_roots(a: &State, b: &State) -> bool {
    let frames = |a: &Frame, b: &Frame| {
        a.func == b.func
            && a.regs.iter().map(|(reg, _)| reg).eq(b.regs.iter().map(|(reg, _)| reg))
            && a.vars.iter().map(|(var, _)| var).eq(b.vars.iter().map(|(var, _)| var))
            && a.locals.iter().map(|local| local.dynamic).eq(b.locals.iter().map(|local| local.dynamic))
            && a.varargs.iter().map(|arg| arg.class).eq(b.varargs.iter().map(|arg| arg.class))
    };
    a.frames.len() == b.frames.len()
        && a.cut.len() == b.cut.len()
        && a.frames.iter().zip(&b.frames).all(|(a, b)| frames(a, b))
}

/// Does a register hold two numbers that are kept apart? The walk would find out too, but not as fast.
fn small_numbers_differ(a: &State, b: &State, options: &JoinOptions) -> bool {
    let limit = options.exact_limit.unsigned_abs();
    let small = |value: Value| value.as_int().filter(|number| number.unsigned_abs() <= limit);
    let differ = |a: Value, b: Value| matches!((small(a), small(b)), (Some(a), Some(b)) if a != b);
    let mut frames = a.frames.iter().zip(&b.frames);
    frames.any(|(a, b)| a.regs.iter().zip(&b.regs).any(|((_, a), (_, b))| differ(*a, *b)))
}

/// A global that one side does not mention is as its initialiser says.
fn with_all_globals(module: &Module, a: &State, b: &State) -> [Graph; 2] {
    let (mut left, mut right) = (a.graph.clone(), b.graph.clone());
    globals(&b.graph).for_each(|root| content::touch(module, &mut left, root));
    globals(&a.graph).for_each(|root| content::touch(module, &mut right, root));
    [left, right]
}

fn join_roots(joiner: &mut Joiner<'_>, a: &State, b: &State) -> Result<State, Fail> {
    // Objects that are roots themselves are paired before anything that may lead to them.
    let globals: FxHashSet<ObjectId> = globals(&joiner.sides[0]).filter_map(Value::object).collect();
    let mut globals: Vec<ObjectId> = globals.into_iter().collect();
    globals.sort_unstable();
    globals.into_iter().for_each(|id| joiner.pair_global(id));
    for (x, y) in a.frames.iter().zip(&b.frames) {
        for (x, y) in x.locals.iter().zip(&y.locals) {
            joiner.root(x.address, y.address)?;
        }
    }
    let mut frames = Vec::with_capacity(a.frames.len());
    for (x, y) in a.frames.iter().zip(&b.frames) {
        let mut frame = Frame::new(x.func, x.called_at);
        for ((reg, x), (_, y)) in x.regs.iter().zip(&y.regs) {
            frame.regs.push((*reg, joiner.root(*x, *y)?));
        }
        for ((var, x), (_, y)) in x.vars.iter().zip(&y.vars) {
            frame.vars.push((*var, joiner.root(*x, *y)?));
        }
        for (x, y) in x.locals.iter().zip(&y.locals) {
            frame.locals.push(Local { address: joiner.root(x.address, y.address)?, ..*x });
        }
        for (x, y) in x.varargs.iter().zip(&y.varargs) {
            frame.varargs.push(VarArg { value: joiner.root(x.value, y.value)?, ..*x });
        }
        frames.push(frame);
    }
    let mut cut = Vec::with_capacity(a.cut.len());
    for (x, y) in a.cut.iter().zip(&b.cut) {
        cut.push(joiner.root(*x, *y)?);
    }
    joiner.run()?;
    joiner.join_lengths();
    joiner.join_differences();
    let agree = |(id, _)| links_agree(&joiner.dest, id);
    if has_empty_cycle(&joiner.dest) || !joiner.dest.objects().all(agree) {
        return Err(Fail);
    }
    Ok(State { graph: std::mem::take(&mut joiner.dest), frames, cut, ..State::default() })
}

#[cfg(test)]
mod tests {
    use super::Status::{self, *};

    #[test]
    fn the_order_of_parts_does_not_matter() {
        let all = [Equal, LeftCovers, RightCovers, Union, Incomparable];
        for a in all {
            assert_eq!((a.update(Equal), a.update(Incomparable)), (a, Incomparable));
            assert_eq!(a.update(a), if a == Union { Incomparable } else { a });
            for b in all {
                assert_eq!(a.update(b), b.update(a));
                for c in all {
                    assert_eq!(a.update(b).update(c), a.update(b.update(c)));
                }
            }
        }
        assert_eq!(Status::update(LeftCovers, RightCovers), Incomparable);
    }
}
