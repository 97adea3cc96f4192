//! Where control goes from the end of a block.

use engine::BugKind;
use ir::{BlockId, ExitKind, Target, TermKind, Terminator};

use super::Machine;
use crate::number::{Fact, Linear};
use crate::state::{State, Value};

/// Of a switch: every case is a state of its own.
const MOST_CASES: usize = 1_000;
/// Cases that are remembered not to be the one, in those that come later.
const MOST_EXCLUDED: usize = 40;

/// What a state becomes at the end of a block.
#[derive(Debug)]
pub enum Leaving {
    To(BlockId, State),
    Return(State, Vec<Value>),
    Exit(State),
}

impl Machine<'_, '_> {
    pub fn leave(&mut self, mut state: State, term: &Terminator) -> Vec<Leaving> {
        self.loc = term.loc;
        match &term.kind {
            TermKind::Jump(target) => vec![self.jump(state, target)],
            TermKind::Branch { cond, then, otherwise } => {
                let cond = self.eval(&mut state, *cond);
                let mut leaving = Vec::new();
                for (state, truth) in self.as_bit(state, &cond) {
                    leaving.push(self.jump(state, if truth { then } else { otherwise }));
                }
                leaving
            }
            TermKind::Switch { ty, value, cases, default } => {
                let width = self.width(*ty);
                let value = self.eval(&mut state, *value);
                self.switch(state, width, value, cases, default)
            }
            TermKind::IndirectJump { .. } => {
                self.unsupported("computed goto");
                Vec::new()
            }
            TermKind::Return(values) => {
                let values = values.iter().map(|value| self.eval(&mut state, *value)).collect();
                vec![Leaving::Return(state, values)]
            }
            TermKind::Unreachable => {
                self.bug(BugKind::UnreachableReached, "what the compiler calls unreachable may be reached");
                Vec::new()
            }
            TermKind::Exit { kind: ExitKind::Exit | ExitKind::Abort, .. } => vec![Leaving::Exit(state)],
            TermKind::Unsupported { what } => {
                self.unsupported(what.clone());
                Vec::new()
            }
        }
    }

    fn jump(&mut self, mut state: State, target: &Target) -> Leaving {
        let params = &self.module.funcs[self.func].blocks[target.block].params;
        let values: Vec<Value> = target.args.iter().map(|arg| self.eval(&mut state, *arg)).collect();
        for (param, value) in params.iter().zip(values) {
            state.set_register(*param, value);
        }
        Leaving::To(target.block, state)
    }

    fn switch(
        &mut self,
        state: State,
        width: u16,
        value: Value,
        cases: &[(u128, Target)],
        default: &Target,
    ) -> Vec<Leaving> {
        let mut leaving = Vec::new();
        if cases.len() > MOST_CASES {
            self.unsupported(format!("a choice between more than {MOST_CASES} cases"));
            return leaving;
        }
        if width == 1 {
            for (state, bit) in self.as_bit(state, &value) {
                let target = cases.iter().find(|(case, _)| *case == u128::from(bit)).map_or(default, |(_, to)| to);
                leaving.push(self.jump(state, target));
            }
            return leaving;
        }
        for (state, number) in self.as_signed(state, value, width) {
            let mut rest = Some(state);
            for (index, (case, target)) in cases.iter().enumerate() {
                let Some(state) = rest.take() else { break };
                let case = Linear::constant(ir::sign_extend(*case, width));
                let taken = self.assumed(state.clone(), Fact::eq(&number, &case));
                leaving.extend(taken.map(|state| self.jump(state, target)));
                rest = if index < MOST_EXCLUDED { self.assumed(state, Fact::ne(&number, &case)) } else { Some(state) };
            }
            leaving.extend(rest.map(|state| self.jump(state, default)));
        }
        leaving
    }
}
