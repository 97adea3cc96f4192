//! From a trail to the inputs of a run that takes its path.
//!
//! Several ways, cheapest first: numbers that stand in the conditions; linear arithmetic; bit-vectors. Answers are
//! aims, not truths: `replay` says what a run with them does.

use ir::{DataModel, NondetKind, Type};
use rustc_hash::FxHashMap;
use smt::{BvCmp, Limits, SatAnswer, Session, Solver, Term, Terms};

use super::linear::NotLinear;
use super::{easy, exact, history, linear};
use smg::graph::{Range, SymId, TrailEvent, Value};

/// Work for one question, in the solver's own unit: whether a path is possible, and what its inputs are.
const WORK_FOR_CHECK: u32 = 200_000;
const WORK_FOR_INPUTS: u32 = 500_000;
/// Terms after which the solver starts afresh, to give the memory back.
const MAX_TERMS: usize = 200_000;
/// Events that one question may involve; with bits, each is a circuit.
const MAX_LINEAR: usize = 600;
const MAX_BITS: usize = 200;
/// Events that questions about paths may involve, at first and more for each block that is executed.
const FIRST_CREDIT: usize = 40_000;
const CREDIT: usize = 20;
/// What an event costs when it is a circuit.
const COST_OF_BITS: usize = 10;
/// Inputs of this size are preferred: they make short runs.
const SMALL: Range = Range { lo: -8, hi: 64, align: 0 };

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Easy,
    Linear,
    /// Bits, but nothing of up to 32 bits wraps around: what is signed must not.
    NoWrap,
    Exact,
}

#[derive(Debug)]
pub enum Attempt {
    Solved(Vec<u128>),
    /// There are no such inputs, as far as this way can tell.
    Impossible,
    Open,
}

struct Impossible;

#[derive(Debug)]
pub struct Solving {
    model: DataModel,
    /// Made for the first question: starting it takes longer than many paths.
    solver: Option<Solver>,
    /// Events that questions about paths may still involve: they must not take all the time.
    credit: usize,
}

/// What an input may be, read as signed.
pub fn input_range(model: DataModel, ty: Type, kind: NondetKind) -> Range {
    match kind {
        NondetKind::Bool => Range { lo: 0, hi: 1, align: 0 },
        NondetKind::StdinByte => Range { lo: -1, hi: 255, align: 0 },
        NondetKind::Signed
        | NondetKind::Unsigned
        | NondetKind::Char
        | NondetKind::Pointer
        | NondetKind::Float
        | NondetKind::Outside => Range::of_width(ty.bits(model)),
    }
}

impl Solving {
    pub fn new(model: DataModel) -> Self {
        Solving { model, solver: None, credit: FIRST_CREDIT }
    }

    /// A block was executed.
    pub fn earn(&mut self) {
        self.credit += CREDIT;
    }

    /// The inputs, in the order in which they are asked for; what has no condition is 0.
    pub fn solve(&mut self, events: &[TrailEvent], way: Way) -> Attempt {
        // What no input is connected to cannot be chosen.
        let asked: Vec<SymId> = events.iter().filter_map(input_symbol).collect();
        let needed = history::connected(events, &asked);
        let numbers = match way {
            Way::Easy => easy::solve(&needed),
            // What is easy has been tried.
            Way::Linear | Way::NoWrap | Way::Exact if !needed.iter().any(history::is_condition) => {
                return Attempt::Impossible;
            }
            Way::Linear if needed.len() > MAX_LINEAR => None,
            Way::NoWrap | Way::Exact if needed.len() > MAX_BITS => None,
            Way::Linear | Way::NoWrap | Way::Exact => match self.ask(&needed, way) {
                Ok(numbers) => numbers,
                Err(Impossible) => return Attempt::Impossible,
            },
        };
        numbers.map_or(Attempt::Open, |numbers| Attempt::Solved(inputs(events, &numbers)))
    }

    /// Can all of them hold? True when that is not found out.
    pub fn may_hold(&mut self, events: &[TrailEvent]) -> bool {
        if events.len() > MAX_LINEAR.min(self.credit) || easy::solve(events).is_some() {
            return true;
        }
        self.credit -= events.len();
        let (model, credit) = (self.model, self.credit);
        let Some(solver) = self.solver() else { return true };
        let terms = solver.terms().clone();
        solver.set_limits(Limits::work(WORK_FOR_CHECK));
        let mut check = |formulas: Vec<Term>| {
            solver.scoped(|solver| {
                formulas.into_iter().for_each(|formula| solver.assert(formula));
                solver.check()
            })
        };
        // What cannot be without wrapping around may still be with it.
        if let Ok(formulas) = linear::encode(&terms, model, events)
            && !check(formulas).is_unsat()
        {
            return true;
        }
        let cost = events.len() * COST_OF_BITS;
        if events.len() > MAX_BITS || cost > credit {
            return true;
        }
        let possible = !check(exact::encode(&terms, model, events, true)).is_unsat();
        self.credit -= cost;
        possible
    }

    /// Numbers for the inputs among the events; `None` when it is not found out.
    fn ask(&mut self, events: &[TrailEvent], way: Way) -> Result<Option<FxHashMap<SymId, i64>>, Impossible> {
        let model = self.model;
        let Some(solver) = self.solver() else { return Ok(None) };
        let terms = solver.terms().clone();
        let formulas = match way {
            Way::Easy => return Ok(None),
            Way::Linear => match linear::encode(&terms, model, events) {
                Ok(formulas) => formulas,
                Err(NotLinear) => return Ok(None),
            },
            Way::NoWrap => exact::encode(&terms, model, events, false),
            Way::Exact => exact::encode(&terms, model, events, true),
        };
        let variable = if way == Way::Linear { linear::variable } else { exact::variable };
        let asked: Vec<(SymId, Term)> =
            events.iter().filter_map(input_symbol).map(|sym| (sym, variable(&terms, sym))).collect();
        let small: Vec<Term> = asked.iter().map(|(_, variable)| is_small(&terms, *variable, way)).collect();
        solver.set_limits(Limits::work(WORK_FOR_INPUTS));
        solver.scoped(|solver| {
            formulas.into_iter().for_each(|formula| solver.assert(formula));
            if !solver.check_assuming(&small).is_sat() {
                match solver.check() {
                    SatAnswer::Sat => {}
                    SatAnswer::Unsat => return Err(Impossible),
                    SatAnswer::Unknown(_) => return Ok(None),
                }
            }
            Ok(asked.iter().map(|(sym, variable)| Some((*sym, number(solver.value(*variable)?)?))).collect())
        })
    }

    /// `None` when there is no solver to be had.
    fn solver(&mut self) -> Option<&mut Solver> {
        if self.solver.as_ref().is_some_and(|solver| solver.terms().len() > MAX_TERMS) {
            self.solver = None;
        }
        if self.solver.is_none() {
            self.solver = Some(Solver::new(&Session::new(&Terms::new()).ok()?));
        }
        self.solver.as_mut()
    }
}

fn is_small(t: &Terms, variable: Term, way: Way) -> Term {
    match way {
        Way::Easy | Way::Linear => t.and([t.le(t.int(SMALL.lo), variable), t.le(variable, t.int(SMALL.hi))]),
        Way::NoWrap | Way::Exact => {
            let bound = |number: i64| t.bv_signed(64, i128::from(number));
            let lowest = t.bv_cmp(BvCmp::Sle, bound(SMALL.lo), variable);
            t.and([lowest, t.bv_cmp(BvCmp::Sle, variable, bound(SMALL.hi))])
        }
    }
}

fn number(value: smt::Value) -> Option<i64> {
    value.as_int().or_else(|| value.as_signed()).and_then(|number| i64::try_from(number).ok())
}

fn input_symbol(event: &TrailEvent) -> Option<SymId> {
    match event {
        TrailEvent::Input { value, .. } => value.symbol(),
        TrailEvent::Binary { .. }
        | TrailEvent::Cast { .. }
        | TrailEvent::Compared { .. }
        | TrailEvent::Substituted { .. }
        | TrailEvent::Narrowed { .. }
        | TrailEvent::Allocated { .. } => None,
    }
}

fn inputs(events: &[TrailEvent], numbers: &FxHashMap<SymId, i64>) -> Vec<u128> {
    let mut inputs = Vec::new();
    let mut stdin_ended = false;
    for event in events {
        let TrailEvent::Input { value: Value::Sym(linear), kind, .. } = event else { continue };
        let number = numbers.get(&linear.sym).copied().unwrap_or(0);
        if *kind == NondetKind::StdinByte {
            // Behind the end of standard input nothing is asked for.
            if stdin_ended {
                continue;
            }
            stdin_ended = number == -1;
        }
        inputs.push(i128::from(number) as u128);
    }
    inputs
}
