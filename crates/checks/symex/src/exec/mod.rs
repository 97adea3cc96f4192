//! What instructions make of states.
//!
//! Paper: the evaluation and refinement rules of [AProVE] section 3 and of the papers it builds on.
//! Guarantees: every concrete state that an instruction leads to, from one that the state stands for, is one that some
//! successor stands for; or a [`Finding`] tells what may end the run instead.

mod access;
mod arithmetic;
mod bits;
mod block;
mod builtin;
mod cast;
mod compare;
mod control;
mod decide;
mod divide;
mod finding;
mod format;
mod initial;
mod instruction;
mod lost;
mod operand;
mod prepared;
mod print;
mod release;
mod start;
mod text;
mod unfold;

pub use control::Leaving;
pub use finding::{Finding, Problem};
pub use initial::initial_number;
pub use instruction::Step;
pub use lost::reached_by;
pub use prepared::Prepared;
pub use start::initial;

use engine::{Budget, BugKind};
use ir::{FuncId, LocId, Module, Places, Type};
use serde::{Deserialize, Serialize};

use crate::number::{Fact, Linear, Prover};
use crate::state::{Condition, Reading, State, Value};

/// What becomes of a signed operation whose result may not fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Overflow {
    /// It is a finding, and runs go on where it fits.
    Blocks,
    /// The result is the mathematical number: that covers all runs that have a meaning, and no argument can rest on how
    /// a run without one would go on or end.
    Counts,
    /// It wraps around.
    Wraps,
}

/// Executes instructions, and keeps what it finds.
#[derive(Debug)]
pub struct Machine<'p, 'm> {
    pub prepared: &'p Prepared<'m>,
    pub module: &'m Module,
    pub prover: Prover,
    pub overflow: Overflow,
    pub findings: Vec<Finding>,
    /// The function whose code is executed.
    pub func: FuncId,
    /// Objects with numbers below this are part of the entry state.
    pub given_objects: u32,
    /// Whether heap objects are lost matters.
    pub leaks: bool,
    loc: LocId,
}

impl<'p, 'm> Machine<'p, 'm> {
    pub fn new(prepared: &'p Prepared<'m>, overflow: Overflow, budget: &Budget) -> Self {
        Machine {
            prepared,
            module: prepared.module,
            prover: Prover::new(budget),
            overflow,
            findings: Vec::new(),
            func: prepared.entry,
            given_objects: 0,
            leaks: false,
            loc: Places::nowhere(),
        }
    }

    fn bug(&mut self, kind: BugKind, message: impl Into<String>) {
        let (problem, loc, message) = (Problem::Bug(kind), self.loc, message.into());
        self.find(Finding { problem, loc, func: self.func, message });
    }

    pub(crate) fn unsupported(&mut self, what: impl Into<String>) {
        let (problem, loc, message) = (Problem::Unsupported, self.loc, what.into());
        self.find(Finding { problem, loc, func: self.func, message });
    }

    fn find(&mut self, finding: Finding) {
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    fn width(&self, ty: Type) -> u16 {
        u16::try_from(ty.bits(self.module.data_model)).expect("invariant: values have at most 128 bits")
    }

    pub(crate) fn pointer_width(&self) -> u16 {
        self.width(Type::Ptr)
    }

    fn implies(&mut self, state: &State, fact: Option<Fact>) -> bool {
        fact.is_some_and(|fact| self.prover.implies(&state.knowledge, &fact))
    }

    fn at_least(&mut self, state: &State, form: &Linear, least: i128) -> bool {
        self.implies(state, Fact::ge(form, &Linear::constant(least)))
    }

    fn at_most(&mut self, state: &State, form: &Linear, most: i128) -> bool {
        self.implies(state, Fact::le(form, &Linear::constant(most)))
    }

    fn is_within(&mut self, state: &State, form: &Linear, (least, most): (i128, i128)) -> bool {
        self.at_least(state, form, least) && self.at_most(state, form, most)
    }

    /// A value of which nothing is known but its type.
    fn indeterminate(&self, state: &mut State, ty: Type) -> Value {
        match ty {
            Type::Int(1) => Value::Truth(open(state)),
            Type::Int(width) if crate::state::range(width, Reading::Signed).is_some() => {
                state.unknown(width, Reading::Signed)
            }
            Type::Int(_) | Type::Float(_) => Value::Any,
            // Nobody may use it as a pointer.
            Type::Ptr => state.unknown(self.width(ty), Reading::Unsigned),
        }
    }
}

/// A condition of which nothing is known.
fn open(state: &mut State) -> Condition {
    let bit = state.fresh();
    state.learn_range(&bit, 1, Reading::Unsigned);
    Condition::If(Fact::ge(&bit, &Linear::constant(1)).expect("invariant: small numbers can be compared"))
}
