//! Calls of functions of which nothing is known, for those who want to see what happens after them all the same
//! ([`crate::Options::pass_unknown_calls`]).
//!
//! What the run does afterwards happens under every behaviour of the function that comes back: its results, and all that
//! it could have touched, must not be looked at again. It could have touched the globals, what its arguments lead to,
//! what earlier such functions could, and all that can be reached from there.

use ir::{Call, FuncId};

use super::{Exec, Stepped, Stop};
use crate::memory::{Kind, ObjectId};
use crate::observer::Observer;
use crate::options::End;
use crate::shadow::Shadow;
use crate::value::Value;

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    pub(super) fn pass_unknown_call(&mut self, func: FuncId, call: &Call) -> Stepped {
        let at = self.user_loc();
        self.state.unknown_call.get_or_insert((func, at));
        let memory = &self.state.memory;
        let mut work: Vec<ObjectId> = Vec::new();
        for (id, object) in memory.objects() {
            let is_global = matches!(object.kind, Kind::Global(_)) && !object.readonly;
            if object.is_live() && (is_global || object.opaque || object.exposed) {
                work.push(id);
            }
        }
        work.extend(call.args.iter().filter_map(|arg| memory.target(&self.get(arg.value))));
        let mut reached = vec![false; memory.object_count()];
        let mut touched = Vec::new();
        while let Some(id) = work.pop() {
            let object = memory.object(id);
            if std::mem::replace(&mut reached[id.index()], true) || !object.is_live() || object.is_code() {
                continue;
            }
            object.contents.for_each_pointer(|fragment| work.push(fragment.object));
            touched.push(id);
        }
        for id in touched {
            self.state.memory.expose(id);
            if !self.state.memory.object(id).readonly {
                self.state.memory.forget(id);
                self.state.memory.object_mut(id).opaque = true;
            }
        }
        for ret in &call.rets {
            let value = self.unknown_value(self.function.regs[*ret].ty)?;
            if !value.meta.is_unchosen() {
                return Err(self.unknown_call_matters());
            }
            self.state.unknown_results.push(value.lo);
            self.set(*ret, value);
        }
        Ok(())
    }

    /// Is the value what such a function has returned?
    pub fn is_unknown_result(&self, value: &Value<S::Tag>) -> bool {
        value.meta.is_unchosen() && self.is_unknown_slot(value.lo as usize)
    }

    pub(super) fn is_unknown_slot(&self, slot: usize) -> bool {
        self.state.unknown_results.binary_search(&(slot as u64)).is_ok()
    }

    /// What happens next depends on what the function did.
    #[cold]
    pub fn unknown_call_matters(&self) -> Stop {
        let (func, at) = self.state.unknown_call.expect("invariant: somebody has called such a function");
        let name = &self.module.funcs[func].name;
        Stop::end(End::Unsupported { what: format!("call of `{name}`, which has no body"), at })
    }
}
