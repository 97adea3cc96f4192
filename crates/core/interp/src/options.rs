//! What a run is given besides the program, and what it gives back.

use engine::{Input, Limit, Property, Task, Violation};
use ir::{FuncId, LocId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Allocations ask the input source whether they fail; otherwise they never do (but for absurd sizes).
    pub malloc_may_fail: bool,
    /// Instructions and terminators after which the run ends as `Limit(Effort)`.
    pub max_steps: u64,
    /// Bytes of simulated memory that is really in use, bookkeeping included; beyond, `Limit(Memory)`.
    pub max_memory: u64,
    /// Nested calls; beyond, `Limit(Effort)`: C has no bound, so a deep stack is no violation.
    pub max_depth: usize,
    /// Report the loss of the last pointer to a heap object (`valid-memtrack`).
    pub check_leaks: bool,
    /// Report heap objects that are alive when the program ends (`valid-memcleanup`).
    pub check_cleanup: bool,
    /// A call of one of these is a violation, whether it has a body or not.
    pub error_functions: Vec<String>,
    /// What the program reads from standard input. `None`: every byte is an input.
    pub stdin: Option<Vec<u8>>,
    pub layout: Layout,
    /// Go on after the call of a function of which nothing is known, as long as it does not matter what it did; otherwise
    /// the run ends there. See [`Run::unknown_call`].
    pub pass_unknown_calls: bool,
    /// Go round in a loop that does nothing as in any other. Otherwise the run ends there as `Limit(Effort)`: there is nothing
    /// more to see.
    pub rounds_of_nothing: bool,
}

/// Where objects are put in memory. C leaves it open, so what holds in one layout only holds by chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Later objects lie at higher addresses.
    #[default]
    Usual,
    /// The same order, elsewhere.
    Shifted,
    /// Later objects lie at lower addresses.
    Reversed,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            malloc_may_fail: false,
            max_steps: 100_000_000,
            max_memory: 1 << 30,
            max_depth: 100_000,
            check_leaks: false,
            check_cleanup: false,
            error_functions: Vec::new(),
            stdin: None,
            layout: Layout::Usual,
            pass_unknown_calls: false,
            rounds_of_nothing: false,
        }
    }
}

impl Options {
    /// The options under which a run decides `property`: what the property does not forbid must not end the run, except undefined
    /// behaviour, which ends every run.
    pub fn for_property(task: &Task<'_>, property: Property) -> Options {
        Options::for_properties(task, &[property])
    }

    /// The options under which a run ends at the first violation of any of these properties.
    pub fn for_properties(task: &Task<'_>, properties: &[Property]) -> Options {
        let asked = |part: Property| properties.iter().any(|property| property.includes(part));
        Options {
            malloc_may_fail: task.malloc_may_fail,
            check_leaks: asked(Property::ValidMemtrack),
            check_cleanup: asked(Property::ValidMemcleanup),
            error_functions: if asked(Property::UnreachCall) { task.error_functions.clone() } else { Vec::new() },
            ..Options::default()
        }
    }
}

/// A finished run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub end: End,
    /// Every choice, in the order in which the run asked. Empty: no other inputs exist.
    pub inputs: Vec<Input>,
    /// Instructions and terminators executed.
    pub steps: u64,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Something the program did depended on where objects lie in memory: on another machine, or with another
    /// allocator, the same inputs may lead elsewhere.
    pub address_dependent: bool,
    /// The first call of a function of which nothing is known that the run went past: what came after it is what happens if
    /// the function comes back, and no more.
    pub unknown_call: Option<(FuncId, LocId)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Return of the entry function (its value, when it is an integer) or `exit`.
    Exited(i32),
    Aborted,
    /// An `Assume` did not hold: the run does not count.
    AssumeFailed,
    Violation(Violation),
    Limit(Limit),
    /// The run reached something that Cairn does not model.
    Unsupported {
        what: String,
        at: LocId,
    },
}
