//! Whether heap objects are lost, or left when the program ends.
//!
//! What is lost stays lost, and cannot be freed any more. So it is enough to look where runs end, and where those pass that never do:
//! at heads of loops and calls of functions with summaries. There, an object must be over, or one of the variables in scope or of
//! the globals must point to it, or to an object that does, and so on a few times: these are among the ways in which it is kept
//! (soundness 13).

use engine::{BugKind, Property};
use ir::{LocId, Operand, Type};
use smt::Term;

use super::state::{Content, State};
use super::walker::{Point, Walker};
use crate::memory::{Holds, ObjectId, Window};
use crate::numbers::Numbers;
use crate::system::{Part, SlotId};

/// Heap objects through which others are kept, one after the other.
const STAGES: usize = 3;

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The program begins.
    pub fn nothing_allocated(&mut self, state: &mut State<R::Word>) {
        for (object, _) in self.heap().collect::<Vec<_>>() {
            self.set_over(object, self.terms.tt(), state);
        }
    }

    /// Control may end here, or go on for ever: nothing has been lost until now.
    pub fn nothing_lost(&mut self, at: Point, state: &mut State<R::Word>, loc: LocId) {
        if self.program.follows_leaks && self.heap().next().is_some() {
            let mut roots = self.held_by_named(at, state);
            roots.extend(self.held_by_variables(at));
            self.kept(&roots, state, loc);
        }
    }

    /// The program ends, without ending the lives of its variables.
    pub fn ends(&mut self, at: Point, state: &mut State<R::Word>, loc: LocId) {
        self.nothing_lost(at, state, loc);
        self.nothing_left(state, loc);
    }

    /// … and they end.
    pub fn ends_with_locals(&mut self, state: &mut State<R::Word>, loc: LocId) {
        if self.program.follows_leaks && self.heap().next().is_some() {
            let roots = self.held_by_globals(state);
            self.kept(&roots, state, loc);
        }
        self.nothing_left(state, loc);
    }

    fn nothing_left(&mut self, state: &mut State<R::Word>, loc: LocId) {
        if self.program.property == Property::ValidMemcleanup {
            for (object, _) in self.heap().collect::<Vec<_>>() {
                let over = self.is_over(object, state);
                let left = over.map(|over| self.terms.not(over));
                self.misused(state, object, BugKind::LeakAtExit, (self.terms.tt(), left), loc);
            }
        }
    }

    /// Every heap object is over, or one of these leads to it, maybe through others.
    fn kept(&mut self, roots: &[R::Word], state: &mut State<R::Word>, loc: LocId) {
        let heap: Vec<(ObjectId, Window)> = self.heap().collect();
        let mut kept: Vec<Term> = heap.iter().map(|(_, window)| self.lead_into(*window, roots)).collect();
        for _ in 0..STAGES.min(heap.len().saturating_sub(1)) {
            let before = kept.clone();
            for ((_, window), kept) in heap.iter().zip(&mut kept) {
                for ((other, _), holder) in heap.iter().zip(&before) {
                    let Some(over) = self.is_over(*other, state) else { continue };
                    let held = self.held_by(&[(*other, 0)], state);
                    let leads = self.lead_into(*window, &held);
                    *kept = self.terms.or([*kept, self.terms.and([*holder, self.terms.not(over), leads])]);
                }
            }
        }
        for ((object, _), kept) in heap.into_iter().zip(kept) {
            let over = self.is_over(object, state).unwrap_or(self.terms.ff());
            let lost = self.terms.not(self.terms.or([over, kept]));
            self.misused(state, object, BugKind::Leak, (self.terms.tt(), Some(lost)), loc);
        }
    }

    /// The formula: one of them is in the window.
    fn lead_into(&mut self, window: Window, pointers: &[R::Word]) -> Term {
        let inside: Vec<Term> =
            pointers.iter().filter_map(|pointer| self.is_between(*pointer, window.first, window.last)).collect();
        self.terms.or(inside)
    }

    fn heap(&self) -> impl Iterator<Item = (ObjectId, Window)> {
        let objects = &self.program.objects;
        let window = |object: &ObjectId| Some((*object, objects.get(*object)?.window?));
        self.program.object_ids.iter().filter(|object| matches!(object, ObjectId::Heap(..))).filter_map(window)
    }

    fn held_by_variables(&mut self, at: Point) -> Vec<R::Word> {
        let mut found = Vec::new();
        for (instance, waits) in self.chain(at.instance) {
            let func = self.func_of(instance);
            let (block, inst) = waits.unwrap_or((at.block, at.inst));
            let function = &self.program.module.funcs[func];
            for reg in self.program.bound[func].registers(function, block, inst) {
                let is_pointer = function.regs[reg].ty == Type::Ptr;
                if is_pointer && self.private(instance, Operand::Reg(reg)).is_none() {
                    let known = self.walk.registers.get(&(instance, reg)).copied();
                    let address = self.address(instance, Operand::Reg(reg));
                    let address = address.and_then(|at| self.reading.constant(self.pointer_width(), u128::from(at)));
                    found.extend(address.or(known));
                }
            }
        }
        found
    }

    fn held_by_globals(&mut self, state: &mut State<R::Word>) -> Vec<R::Word> {
        let globals = self.program.object_ids.iter().filter(|object| matches!(object, ObjectId::Global(_)));
        let globals: Vec<_> = globals.map(|object| (*object, 0)).collect();
        self.held_by(&globals, state)
    }

    /// Of globals, and of locals that are there for sure.
    fn held_by_named(&mut self, at: Point, state: &mut State<R::Word>) -> Vec<R::Word> {
        let chain = self.chain(at.instance);
        let mut named = Vec::new();
        for object in &self.program.object_ids {
            match *object {
                ObjectId::Global(_) => named.push((*object, 0)),
                ObjectId::Local(..) if self.is_addressed(*object) => {
                    named.extend((!self.program.may_end(*object)).then_some((*object, 0)));
                }
                ObjectId::Local(func, _) => {
                    let instances = chain.iter().map(|(instance, _)| *instance);
                    let owners = instances.filter(|instance| self.func_of(*instance) == func);
                    named.extend(owners.map(|instance| (*object, instance)));
                }
                ObjectId::Heap(..) | ObjectId::Others(..) => {}
            }
        }
        self.held_by(&named, state)
    }

    /// Pointers in objects, as far as these are no arrays, each of an instance.
    fn held_by(&mut self, objects: &[(ObjectId, usize)], state: &mut State<R::Word>) -> Vec<R::Word> {
        let mut found = Vec::new();
        for (object, instance) in objects.iter().copied() {
            let Some(known) = self.program.objects.get(object).filter(|known| !known.layout.is_array()) else {
                continue;
            };
            for (index, slot) in known.layout.slots.iter().enumerate() {
                let is_pointer = slot.holds == Holds::Address && u64::from(self.pointer_width()) == 8 * slot.bytes;
                let id = SlotId { object, instance, slot: index, part: Part::All };
                if let Some(Content::Word(word)) = state.memory.get(id).filter(|_| is_pointer) {
                    found.push(word);
                }
            }
        }
        found
    }
}
