//! The stem and one lap, run with names for the numbers that vary.

use encode::bits::Bits;
use encode::node::Arg;
use encode::reading::Reading;
use encode::translate::Translator;
use engine::{Budget, Comparison, Lasso, Property, Task};
use interp::{End, NoLap, Options, Replay, lap};
use smt::{Term, Terms};

use crate::conditions::{Conditions, arg};
use crate::recurrent::{Checked, Refusal, wrong};

/// A lap that was gone round once.
#[derive(Debug)]
pub struct Round {
    conditions: Conditions,
    /// Of each cell its width, its number when the lap begins, and when it ends.
    cells: Vec<(u16, u128, Arg, u128)>,
    /// Values that have to be these bits.
    pinned: Vec<(u16, Arg, u128)>,
    pub(crate) checked: Checked,
}

/// What has to be shown of a lap, over the numbers x in its cells when it begins.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The numbers x.
    pub cells: Vec<Term>,
    /// C(x): the lap can be gone round.
    pub here: Vec<Term>,
    /// P(x): what is no cell is the same at its end.
    pub stays: Vec<Term>,
    /// C(f(x)).
    pub next: Vec<Term>,
    /// Of each comparison: S(x), S(f(x)), and S of the numbers after the stem, which is a truth value.
    pub set_here: Vec<Term>,
    pub set_next: Vec<Term>,
    pub set_at_first: Vec<Term>,
}

/// Runs the stem and a lap of a lasso; nothing is said yet about its recurrent set.
pub fn go_round(task: &Task<'_>, lasso: &Lasso, budget: &Budget) -> Result<Round, Refusal> {
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
    Ok(Round {
        conditions,
        cells: lap.cells.iter().map(|(width, before, after)| (*width, *before, arg(*after), after.bits)).collect(),
        pinned: lap.pinned.iter().map(|(width, value)| (*width, arg(*value), value.bits)).collect(),
        checked: Checked { loc: lap.loc, stack: lap.stack, inputs: lap.inputs, stem_inputs: lap.stem_inputs },
    })
}

impl Round {
    /// Of each cell its width, and its numbers when the lap begins and ends.
    pub fn numbers(&self) -> impl Iterator<Item = (u16, u128, u128)> + '_ {
        self.cells.iter().map(|(width, before, _, after)| (*width, *before, *after))
    }

    /// How much there is to be shown: expressions that the numbers went into.
    pub fn size(&self) -> usize {
        self.conditions.nodes.len()
    }

    /// Numbers that the lap compares something with, and the widths of the comparisons.
    pub fn compared(&self) -> Vec<(u16, u128)> {
        self.conditions.compared()
    }

    /// `None` if something of it cannot be expressed, or the set speaks of what is no cell.
    pub fn claims(&mut self, terms: &Terms, set: &[Comparison]) -> Option<Claims> {
        let set: Vec<(Arg, bool)> = set
            .iter()
            .map(|comparison| Some((self.conditions.comparison(comparison)?, true)))
            .collect::<Option<_>>()?;
        if self.conditions.incomplete {
            return None;
        }
        let (nodes, met) = (&self.conditions.nodes, &self.conditions.met);
        let variable = |reading: &mut Bits<'_>, index: u32, width: u16| {
            reading.unknown(index, width, None).map(|unknown| unknown.word)
        };
        let mut now = Translator::new(nodes, terms, Bits { terms }, variable);
        let (here, set_here) = (all(met, &mut now)?, all(&set, &mut now)?);
        let mut stays = Vec::new();
        for (width, value, bits) in &self.pinned {
            let value = now.word(*value, *width)?;
            let bits = now.word(Arg::Bits(ir::truncate(*bits, *width)), *width)?;
            stays.push(terms.eq(value, bits));
        }
        let words: Vec<Term> =
            self.cells.iter().map(|(width, _, after, _)| now.word(*after, *width)).collect::<Option<_>>()?;
        let moved = |_: &mut Bits<'_>, index: u32, _: u16| words.get(index as usize).copied();
        let mut later = Translator::new(nodes, terms, Bits { terms }, moved);
        let (next, set_next) = (all(met, &mut later)?, all(&set, &mut later)?);
        let begun = |reading: &mut Bits<'_>, index: u32, width: u16| {
            let (_, before, _, _) = self.cells.get(index as usize)?;
            reading.constant(width, ir::truncate(*before, width))
        };
        let set_at_first = all(&set, &mut Translator::new(nodes, terms, Bits { terms }, begun))?;
        let mut reading = Bits { terms };
        let cells = (0..).zip(&self.cells).map(|(index, (width, ..))| variable(&mut reading, index, *width));
        Some(Claims { cells: cells.collect::<Option<_>>()?, here, stays, next, set_here, set_next, set_at_first })
    }
}

fn all<'t, F>(conditions: &[(Arg, bool)], translator: &mut Translator<'_, Bits<'t>, F>) -> Option<Vec<Term>>
where
    F: FnMut(&mut Bits<'t>, u32, u16) -> Option<Term>,
{
    conditions.iter().map(|(value, holds)| translator.condition(*value, *holds)).collect()
}
