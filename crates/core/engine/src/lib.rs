//! The vocabulary that engines, interpreter and judge share: properties, bugs, traces, outcomes, budgets.
//!
//! Invariants: no I/O, no clock, no serialisation; nothing here is a verdict.

mod budget;
mod bug;
mod facts;
mod flow;
mod guard;
mod hands;
mod outcome;
mod property;
mod ranges;
mod settings;
mod task;
mod trace;
mod traits;
mod turns;
mod work;

pub use budget::Budget;
pub use bug::{BugKind, Frame, Violation};
pub use facts::{CodePlace, FactSource, Facts, Origin, RegionByte, RegionId, Regions, Touch};
pub use flow::{Flow, Flows};
pub use guard::catch;
pub use hands::dealt;
pub use outcome::{Acyclic, Answer, Certificate, Limit, OnlyRun, Outcome, Unknown};
pub use property::Property;
pub use ranges::{Range, Ranges};
pub use settings::{Setting, Settings};
pub use task::{Engine, EngineInfo, Stage, Task, Tell, answers};
pub use trace::{Cell, Comparison, Event, FiniteTrace, Input, InputKind, Lasso, Step, Trace};
pub use traits::Traits;
pub use turns::Turns;
pub use work::Work;
