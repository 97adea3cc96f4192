//! Calls that are read in place.

use ir::{BlockId, FuncId};

use super::Unencodable;
use super::walker::Walker;
use crate::numbers::Numbers;
use crate::system::{CallSite, Instance};

/// Calls inside calls that are read in place, and how many in all.
const MOST_DEPTH: usize = 100;
const MOST_INSTANCES: usize = 20_000;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// A function as it is called from there.
    pub fn instance(&mut self, call: Option<CallSite>, func: FuncId) -> Result<usize, Unencodable> {
        if let Some(instance) = self.by_call.get(&(call, func)) {
            return Ok(*instance);
        }
        let mut depth = 0;
        let mut at = call;
        while let Some((outer, ..)) = at {
            let Instance { func: outer, call } = self.instances[outer];
            depth += 1;
            if outer == func || depth > MOST_DEPTH {
                let name = &self.program.module.funcs[func].name;
                return Err(Unencodable::Plan(format!("`{name}` is read in place inside of itself, or too deep")));
            }
            at = call;
        }
        if self.instances.len() == MOST_INSTANCES {
            return Err(Unencodable::Plan("too many calls are read in place".to_string()));
        }
        let id = self.instances.len();
        self.instances.push(Instance { func, call });
        self.by_call.insert((call, func), id);
        Ok(id)
    }

    pub fn func_of(&self, instance: usize) -> FuncId {
        self.instances[instance].func
    }

    /// The instance and those around it, from the outermost on, each with the point where it stands, if it waits for a call.
    pub fn chain(&self, instance: usize) -> Vec<(usize, Option<(BlockId, usize)>)> {
        let mut chain = vec![(instance, None)];
        let mut at = self.instances[instance].call;
        while let Some((outer, block, inst)) = at {
            chain.push((outer, Some((block, inst))));
            at = self.instances[outer].call;
        }
        chain.reverse();
        chain
    }
}
