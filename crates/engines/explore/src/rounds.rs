//! Programs that wait for events: a loop in the entry function, and variables that say what was done already.
//!
//! What an event can do depends on those before it, which show in global variables and not in conditions over the inputs
//! of the event. So a direction counts as new when no run has taken it in the state that the program's variables had when
//! the round began: the search then goes through the states of such a program as one goes through an automaton.

use ir::{Const, GlobalId, InstKind, Module, Operand, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// States in the order in which runs met them; 0 before the first round, and for all of those beyond [`MOST_STATES`].
pub type StateId = u32;

/// A program that counts has more than are worth telling apart.
const MOST_STATES: usize = 1_000;

/// Rounds of all runs.
#[derive(Debug, Default)]
pub struct Rounds {
    watched: Vec<GlobalId>,
    states: FxHashMap<u64, StateId>,
}

impl Rounds {
    pub fn of(module: &Module) -> Rounds {
        Rounds { watched: variables(module), states: FxHashMap::default() }
    }

    pub fn watched(&self) -> &[GlobalId] {
        &self.watched
    }

    pub fn state(&mut self, values: u64) -> StateId {
        let next = self.states.len();
        if next >= MOST_STATES {
            return self.states.get(&values).copied().unwrap_or(0);
        }
        *self.states.entry(values).or_insert(next as StateId + 1)
    }

    pub fn forget(&mut self) {
        self.states.clear();
    }
}

/// Global numbers that the program both writes and reads by their names.
fn variables(module: &Module) -> Vec<GlobalId> {
    let global = |pointer: Operand| match pointer {
        Operand::Const(id) => match module.consts.get(id) {
            Const::Global { id, offset: 0 } => Some(id),
            _ => None,
        },
        Operand::Reg(_) => None,
    };
    let (mut written, mut read) = (FxHashSet::default(), FxHashSet::default());
    let functions = module.funcs.iter().filter(|func| !func.model);
    for inst in functions.flat_map(|func| func.blocks.iter()).flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::Store { ptr, ty: Type::Int(_), .. } => written.extend(global(*ptr)),
            InstKind::Load { ptr, ty: Type::Int(_), .. } => read.extend(global(*ptr)),
            _ => {}
        }
    }
    let mut both: Vec<GlobalId> = written.intersection(&read).copied().collect();
    both.retain(|id| (1..=8).contains(&module.globals[*id].size) && module.globals[*id].init.is_some());
    both.sort_unstable();
    both
}
