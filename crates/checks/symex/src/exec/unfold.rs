//! The first object of a chain, told apart from the others before something is done with it.

use ir::{Callee, FuncBody, Inst, InstKind, Operand};

use super::Machine;
use crate::number::{Fact, Linear};
use crate::state::{Cell, Chain, Object, ObjectId, State, Value};

impl Machine<'_, '_> {
    /// States that together stand for what the state stands for, in which no object that the instruction accesses is several.
    pub(super) fn unfolded(&mut self, mut state: State, inst: &Inst) -> Vec<State> {
        if state.objects().iter().all(|(_, object)| object.chain.is_none()) {
            return vec![state];
        }
        let mut accessed: Vec<Operand> = Vec::new();
        match &inst.kind {
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => accessed.push(*ptr),
            InstKind::MemCopy { dst, src, .. } => accessed.extend([*dst, *src]),
            InstKind::MemSet { dst, .. } => accessed.push(*dst),
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => accessed.push(*ptr),
            InstKind::Call(call) => {
                let enters = match call.callee {
                    Callee::Direct(func) => matches!(self.module.funcs[func].body, FuncBody::Defined),
                    Callee::Indirect(_) => false,
                };
                if !enters {
                    accessed.extend(call.args.iter().map(|arg| arg.value));
                }
            }
            // Any other instruction leaves memory alone.
            _ => return vec![state],
        }
        let mut firsts: Vec<ObjectId> = Vec::new();
        for operand in accessed {
            firsts.extend(self.eval(&mut state, operand).target());
        }
        firsts.sort_unstable();
        firsts.dedup();
        let mut states = vec![state];
        for first in firsts {
            states = states.into_iter().flat_map(|state| self.unfold(state, first)).collect();
        }
        states
    }

    /// The chain is one object, or there is another behind the first.
    fn unfold(&mut self, state: State, id: ObjectId) -> Vec<State> {
        let Some((object, chain)) = state.object(id).and_then(|object| Some((object.clone(), object.chain.clone()?)))
        else {
            return vec![state];
        };
        let (one, two) = (Linear::constant(1), Linear::constant(2));
        let mut states = Vec::new();
        if let Some(mut state) = self.assumed(state.clone(), Fact::eq(&chain.length, &one)) {
            self.put_first(&mut state, id, &object, &chain, chain.end.clone());
            states.push(state);
        }
        if let Some(mut state) = self.assumed(state, Fact::ge(&chain.length, &two)) {
            let length = chain.length.add_constant(-1).unwrap_or_else(|| {
                let length = state.fresh();
                state.learn(Fact::ge(&length, &one));
                length
            });
            let rest = Object { held: false, chain: Some(Chain { length, ..chain.clone() }), ..object.clone() };
            let rest = state.add_object(rest);
            let next = Value::Pointer { object: rest, offset: Linear::constant(i128::from(chain.into)) };
            self.put_first(&mut state, id, &object, &chain, next);
            states.push(state);
        }
        states
    }

    fn put_first(&self, state: &mut State, id: ObjectId, object: &Object, chain: &Chain, next: Value) {
        let mut first = Object { chain: None, ..object.clone() };
        let bytes = u64::from(self.pointer_width() / 8);
        if next != Value::Any {
            first.remember(Cell { offset: Linear::constant(i128::from(chain.next)), bytes, value: next });
        }
        state.put_object(id, std::sync::Arc::new(first));
    }
}
