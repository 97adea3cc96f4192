//! The stem and a lap are run, and a solver shows that the lap can be gone round for ever.

use encode::bits::Bits;
use encode::node::Arg;
use encode::reading::Reading;
use encode::translate::Translator;
use engine::{Budget, Frame, Input, Lasso, Limit, Property, Task};
use interp::{End, NoLap, Options, Replay, lap};
use ir::LocId;
use smt::{Limits, Session, Solver, Term, Terms};

use crate::conditions::{Conditions, arg};

/// What the solver may spend, in its own units.
const WORK: u32 = 50_000_000;

/// A run that never ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Where the lap begins.
    pub loc: LocId,
    pub stack: Vec<Frame>,
    /// As the run asked for them, in the stem and one lap.
    pub inputs: Vec<Input>,
    /// How many of them are asked for in the stem.
    pub stem_inputs: usize,
}

/// Why a lasso shows nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    Wrong(String),
    Stopped(Limit),
    /// The run reaches something that is not modelled.
    Unsupported {
        what: String,
        at: LocId,
    },
}

fn wrong<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Wrong(why.to_string()))
}

/// Accepts a lasso only if the program has a run that never ends and begins with its stem.
pub fn check(task: &Task<'_>, lasso: &Lasso, budget: &Budget) -> Result<Checked, Refusal> {
    let usual = Options::for_property(task, Property::Termination);
    let options = Options { max_steps: u64::MAX, rounds_of_nothing: true, ..usual };
    let mut inputs = Replay::new(&lasso.inputs);
    let mut conditions = Conditions::new(task.module.data_model);
    let name = |conditions: &mut Conditions, index: usize, width: u16, _: u128| conditions.cell(index, width);
    let length = (lasso.stem, lasso.period);
    let run = lap(task.module, task.entry, &options, &mut inputs, &mut conditions, length, &lasso.cells, name, budget);
    if let Some(limit) = budget.exhausted() {
        return Err(Refusal::Stopped(limit));
    }
    if inputs.mismatch().is_some() {
        return wrong("the run asks for other inputs");
    }
    let lap = run.map_err(|why| match why {
        NoLap::Ended(End::Limit(limit)) => Refusal::Stopped(limit),
        NoLap::Ended(End::Unsupported { what, at }) => Refusal::Unsupported { what, at },
        NoLap::Ended(end) => Refusal::Wrong(format!("the run ends: {end:?}")),
        NoLap::Differs(what) => Refusal::Wrong(format!("the lap does not lead back: {what}")),
    })?;
    if conditions.incomplete {
        return wrong("not everything that the lap does with its numbers can be expressed");
    }
    let after: Vec<(u16, Arg)> = lap.cells.iter().map(|(width, _, after)| (*width, arg(*after))).collect();
    let pinned: Vec<(u16, Arg, u128)> =
        lap.pinned.iter().map(|(width, value)| (*width, arg(*value), value.bits)).collect();
    if goes_on(&conditions, &after, &pinned, budget)? {
        Ok(Checked { loc: lap.loc, stack: lap.stack, inputs: lap.inputs, stem_inputs: lap.stem_inputs })
    } else {
        wrong("the lap cannot be shown to come back to where it can be gone round again")
    }
}

/// Does C(x) imply P(x) and C(f(x))?
fn goes_on(
    conditions: &Conditions,
    after: &[(u16, Arg)],
    pinned: &[(u16, Arg, u128)],
    budget: &Budget,
) -> Result<bool, Refusal> {
    if conditions.met.is_empty() && pinned.iter().all(|(_, value, _)| value.node().is_none()) {
        return Ok(true);
    }
    let terms = Terms::new();
    let session =
        Session::new(&terms).map_err(|error| Refusal::Wrong(format!("the solver does not start: {error}")))?;
    let Some((here, next)) = formulas(&terms, conditions, after, pinned) else {
        return wrong("a condition cannot be expressed");
    };
    let mut solver = Solver::new(&session);
    solver.set_limits(Limits::work(WORK));
    budget.step(1);
    here.into_iter().for_each(|formula| solver.assert(formula));
    let goes_on = solver.proves(terms.and(next));
    match budget.exhausted() {
        Some(limit) => Err(Refusal::Stopped(limit)),
        None => Ok(goes_on),
    }
}

/// C(x); and P(x) with C(f(x)).
fn formulas(
    terms: &Terms,
    conditions: &Conditions,
    after: &[(u16, Arg)],
    pinned: &[(u16, Arg, u128)],
) -> Option<(Vec<Term>, Vec<Term>)> {
    let variable = |reading: &mut Bits<'_>, index: u32, width: u16| {
        reading.unknown(index, width, None).map(|unknown| unknown.word)
    };
    let mut now = Translator::new(&conditions.nodes, terms, Bits { terms }, variable);
    let here: Vec<Term> = met(conditions, &mut now)?;
    let mut next = Vec::new();
    for (width, value, bits) in pinned {
        let value = now.word(*value, *width)?;
        let bits = now.word(Arg::Bits(ir::truncate(*bits, *width)), *width)?;
        next.push(terms.eq(value, bits));
    }
    let words: Vec<Term> = after.iter().map(|(width, value)| now.word(*value, *width)).collect::<Option<_>>()?;
    let moved = |_: &mut Bits<'_>, index: u32, _: u16| words.get(index as usize).copied();
    let mut later = Translator::new(&conditions.nodes, terms, Bits { terms }, moved);
    next.extend(met(conditions, &mut later)?);
    Some((here, next))
}

fn met<'t, F>(conditions: &Conditions, translator: &mut Translator<'_, Bits<'t>, F>) -> Option<Vec<Term>>
where
    F: FnMut(&mut Bits<'t>, u32, u16) -> Option<Term>,
{
    conditions.met.iter().map(|(value, holds)| translator.condition(*value, *holds)).collect()
}
