//! What code that Cairn cannot see gives and leaves behind.
//!
//! A pointer of the outside is null, or leads to memory that is no object of the program: large enough for every
//! reasonable access on either side, its bytes chosen when they are first read, pointers among them in the same way.
//! Where it ends is not known, so beyond it a run is unknown, never wrong.

use engine::InputKind;
use ir::{Call, Callee, NondetKind, Type};

use super::{Exec, Stepped, Stop};
use crate::memory::{Fill, Kind, NewObject, ObjectId};
use crate::observer::Observer;
use crate::options::End;
use crate::shadow::Shadow;
use crate::value::Value;

/// Bytes of such memory before and behind the address that the program gets: a pointer to a member leads to the struct
/// around it.
const BEFORE: u64 = 1 << 16;
const BEHIND: u64 = 3 << 16;
const ALIGN: u64 = 4096;
/// Of a huge object, no more than this is written to.
const MOST_HAVOC: u64 = 1 << 20;

pub(super) const GIVEN: InputKind = InputKind::Nondet(NondetKind::Outside);

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// A value that the outside decides. Of pointers, the input says whether it is null.
    pub(super) fn outside_value(&mut self, ty: Type) -> Stepped<Value<S::Tag>> {
        match ty {
            Type::Int(_) | Type::Float(_) => self.ask(GIVEN, ty, None),
            Type::Ptr => {
                let null = self.ask(GIVEN, Type::BOOL, None)?;
                if Self::tagged(&null) {
                    let at = self.point();
                    self.shadow.branch(at, Self::shadowed(&null), null.lo != 0);
                }
                if null.lo != 0 {
                    return Ok(Value::word(0));
                }
                let born = self.user_loc();
                let size = BEFORE + BEHIND;
                let new = NewObject { kind: Kind::Outside, size, align: ALIGN, fill: Fill::Uninit, born };
                let id = self.state.memory.allocate(new)?;
                self.state.memory.object_mut(id).outside = true;
                self.tell_allocation(id);
                Ok(Value::pointer(self.state.memory.object(id).base + BEFORE, id, self.pointer_size))
            }
        }
    }

    /// Chooses a pointer in memory that the outside has left to be chosen, unless it holds something already. Copies of
    /// such memory have the same bytes, and nothing says of bytes alone where they lead.
    #[cold]
    pub(super) fn choose_outside_pointer(&mut self, id: ObjectId, offset: u64, missing: u16) -> Stepped {
        let size = self.store_size(Type::Ptr);
        if missing != ((1u32 << size) - 1) as u16 {
            return Ok(());
        }
        if self.state.memory.has_copies(id, offset, size as u64) {
            return Err(self.outside_misuse("a pointer in a copy of"));
        }
        let value = self.outside_value(Type::Ptr)?;
        if self.state.memory.write(id, offset, size, &value) {
            self.lost_tag();
        }
        Ok(())
    }

    /// A call through a pointer of the outside: some function of the outside.
    pub(super) fn call_outside(&mut self, call: &Call) -> Stepped {
        for ret in &call.rets {
            let value = self.outside_value(self.function.regs[*ret].ty)?;
            self.set(*ret, value);
        }
        Ok(())
    }

    /// Does the call go through a pointer of the outside?
    pub(super) fn is_outside_call(&self, call: &Call) -> bool {
        let Callee::Indirect(target) = call.callee else { return false };
        let value = self.get(target);
        let known = !value.meta.is_indeterminate() && !value.meta.is_unchosen();
        known && self.state.memory.target(&value).is_some_and(|id| self.is_outside(id))
    }

    pub fn is_outside(&self, id: ObjectId) -> bool {
        self.state.memory.object(id).kind == Kind::Outside
    }

    /// The outside may write to `count` bytes, and to all that can be reached from there. It keeps the addresses that
    /// it finds: a run in which it does is one of those that are possible.
    pub(super) fn havoc(&mut self, start: &Value<S::Tag>, count: u64) {
        let Some(first) = self.state.memory.target(start) else { return };
        // Only some of what the outside may do is looked at; no run that it is part of is the only one.
        self.state.address_dependent = true;
        let offset = self.state.memory.offset(self.state.memory.object(first), start.lo);
        let mut work = vec![(first, offset, count)];
        let mut seen = Vec::new();
        while let Some((id, offset, count)) = work.pop() {
            let object = self.state.memory.object(id);
            if !object.is_live() || object.is_code() || object.opaque || seen.contains(&id) || offset >= object.size {
                continue;
            }
            seen.push(id);
            let count = count.min(object.size - offset);
            object.contents.for_each_pointer(|fragment| work.push((fragment.object, 0, u64::MAX)));
            if !object.readonly {
                self.state.memory.forget_numbers(id, offset, count.min(MOST_HAVOC));
            }
        }
    }

    /// Memory of the outside that is used in a way of which nothing is known: freed, or beyond what is assumed of it.
    #[cold]
    pub fn outside_misuse(&self, what: &str) -> Stop {
        let what = format!("{what} memory outside of the program, of which nothing is known");
        Stop::end(End::Unsupported { what, at: self.user_loc() })
    }
}
