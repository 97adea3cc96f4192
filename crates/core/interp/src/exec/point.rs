//! Where the run is: for shadows, observers and messages.

use engine::{Event, Frame as StackFrame, Step};
use ir::{Block, BlockId, FuncId, Function, LocId, Places};

use super::Exec;
use crate::memory::ObjectId;
use crate::observer::{MemoryEvent, Observer, Through};
use crate::shadow::{Point, Shadow};

/// The place of the instruction or, at the end of the block, of the terminator.
fn loc_of(block: &Block, index: usize) -> LocId {
    block.insts.get(index).map_or(block.term.loc, |inst| inst.loc)
}

/// The nearest known place at or before an instruction: compilers make up instructions that have none.
fn known_loc_of(block: &Block, index: usize) -> LocId {
    (0..=index.min(block.insts.len()))
        .rev()
        .map(|index| loc_of(block, index))
        .find(|loc| *loc != Places::nowhere())
        .unwrap_or(block.term.loc)
}

impl<S: Shadow, O: Observer> Exec<'_, S, O> {
    /// The place of the instruction under execution.
    pub(super) fn loc(&self) -> LocId {
        loc_of(self.code, self.current_index())
    }

    pub(super) fn point(&self) -> Point {
        Point { func: self.func, block: self.block, inst: self.current_index() as u32, loc: self.loc() }
    }

    /// Where to report what happens now: inside of models, the user's call.
    pub fn user_loc(&self) -> LocId {
        if !self.function.model {
            return self.best_loc();
        }
        let frames = &self.state.frames;
        // The outermost of the model frames on top of the stack was called by the user.
        let models = frames.iter().rev().take_while(|frame| self.module.funcs[frame.func].model).count();
        match frames.get(frames.len() - models).map(|frame| frame.called_at) {
            Some(loc) if loc != Places::nowhere() => loc,
            Some(_) | None => self.function.loc,
        }
    }

    fn best_loc(&self) -> LocId {
        match known_loc_of(self.code, self.current_index()) {
            loc if loc == Places::nowhere() => self.function.loc,
            loc => loc,
        }
    }

    /// The index of the instruction under execution; before the first step, of the first.
    pub fn current_index(&self) -> usize {
        self.pc.saturating_sub(1)
    }

    pub fn current_block(&self) -> &Block {
        self.code
    }

    pub fn current_function(&self) -> &Function {
        self.function
    }

    /// Where the step happens that comes next, and the calls that lead there. The machine is between two steps.
    pub fn next_place(&mut self) -> (LocId, Vec<StackFrame>) {
        self.unpack_frame();
        self.pc += 1;
        let place = (self.user_loc(), self.stack());
        self.pc -= 1;
        place
    }

    /// Where the step happened that the current frame did last: a call that has returned.
    pub fn last_place(&mut self) -> (LocId, Vec<StackFrame>) {
        self.unpack_frame();
        (self.user_loc(), self.stack())
    }

    pub fn stack(&self) -> Vec<StackFrame> {
        self.state.frames.iter().map(|frame| StackFrame { func: frame.func, called_at: frame.called_at }).collect()
    }

    /// The same, when the entry function may have returned.
    pub fn stack_at_end(&self) -> Vec<StackFrame> {
        let mut stack = self.stack();
        if stack.is_empty() {
            stack.push(StackFrame { func: self.func, called_at: Places::nowhere() });
        }
        stack
    }

    #[inline]
    pub(super) fn observe(&mut self, event: impl FnOnce() -> Event) {
        if O::ACTIVE {
            self.observer.step(Step {
                loc: self.loc(),
                func: self.func,
                depth: self.state.frames.len().saturating_sub(1) as u32,
                event: event(),
            });
        }
    }

    /// Tells what the instruction under execution does with memory.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce(Point) -> MemoryEvent) {
        if O::MEMORY {
            let at = self.point();
            self.observer.memory(event(at));
        }
    }

    /// A block begins.
    #[inline]
    pub fn tell_block(&mut self) {
        if O::BLOCKS && self.observer.wants_block(self.func, self.state.frames.len()) {
            let snapshot = self.snapshot();
            self.observer.block(snapshot);
        }
    }

    /// The function and the block under execution.
    pub fn current_place(&self) -> (FuncId, BlockId) {
        (self.func, self.block)
    }

    pub fn pointer_bytes(&self) -> u8 {
        self.pointer_size
    }

    #[inline]
    pub(super) fn tell_access(&mut self, id: ObjectId, offset: u64, size: u64, write: bool, through: Through) {
        if O::MEMORY {
            let object = self.state.memory.object(id);
            let base = object.base;
            let kind = object.kind.observed().expect("invariant: code is never accessed");
            self.tell(|at| MemoryEvent::Access { at, through, object: base, kind, offset, size, write });
        }
    }

    #[inline]
    pub(super) fn tell_allocation(&mut self, id: ObjectId) {
        if O::MEMORY {
            let object = self.state.memory.object(id);
            let (base, size) = (object.base, object.size);
            let kind = object.kind.observed().expect("invariant: code is never allocated by a run");
            self.tell(|at| MemoryEvent::Allocate { at, object: base, size, kind });
        }
    }
}
