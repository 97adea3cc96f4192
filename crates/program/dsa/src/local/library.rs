//! Functions without a body: builtins, whose meaning the IR defines, and what summaries say of all others.

use engine::CodePlace;
use ir::{Builtin, Call, FuncBody, FuncId, Id, Operand};

use super::function::Local;
use crate::graph::{Cell, ENDLESS, Flags, Shape, Site};
use crate::state::{Places, TargetState};
use outside::{Effect, Given};

impl Local<'_, '_> {
    /// A call of this function may reach `callee`. What has no body takes effect at once.
    pub fn reaches(&mut self, number: usize, callee: FuncId) {
        let state = &mut self.analysis.calls[number];
        let Err(at) = state.reached.binary_search(&callee) else { return };
        state.reached.insert(at, callee);
        state.targets.push(self.analysis.targets.len());
        self.analysis.targets.push(TargetState::new(number, state.site.func, callee));
        self.analysis.places.push(Places::default());
        let (site, call) = (state.site, state.call);
        let function = self.analysis.function(callee);
        match function.body {
            FuncBody::Defined => {}
            FuncBody::Builtin(builtin) => self.builtin(site, call, builtin),
            FuncBody::External => match self.analysis.options.summaries.get(&function.name).map(<[Effect]>::to_vec) {
                Some(effects) => effects.iter().for_each(|effect| self.effect(site, call, effect)),
                None => self.unknown(call),
            },
        }
    }

    fn argument(&self, call: &Call, index: usize) -> Option<Operand> {
        call.args.get(index).map(|arg| arg.value)
    }

    fn gives(&mut self, call: &Call, cell: Cell) {
        if let Some(ret) = call.rets.first() {
            self.assign(*ret, cell);
        }
    }

    fn gives_argument(&mut self, call: &Call, index: usize) {
        if let Some(cell) = self.argument(call, index).and_then(|arg| self.value(arg)) {
            self.gives(call, cell);
        }
    }

    fn allocates(&mut self, site: CodePlace, call: &Call) {
        let cell = self.analysis.graph.fresh(Flags::HEAP);
        self.analysis.graph.add_site(cell, Site::Inst(site));
        self.gives(call, cell);
    }

    fn touches(&mut self, call: &Call, index: usize, flags: Flags) {
        if let Some(arg) = self.argument(call, index) {
            self.block_access(arg, None, flags);
        }
    }

    fn builtin(&mut self, site: CodePlace, call: &Call, builtin: Builtin) {
        match builtin {
            Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc => self.allocates(site, call),
            Builtin::Realloc => {
                // The new object holds what the old one held; that they are one region keeps growing arrays together.
                self.allocates(site, call);
                self.gives_argument(call, 0);
                self.touches(call, 0, Flags::READ | Flags::MODIFIED);
            }
            Builtin::Free => self.frees(call, 0),
            Builtin::Memcpy | Builtin::Memmove => {
                if let [dst, src, len, ..] = call.args.as_slice() {
                    self.copy(dst.value, src.value, len.value);
                }
                self.gives_argument(call, 0);
            }
            Builtin::Memset => {
                if let [dst, byte, len, ..] = call.args.as_slice() {
                    self.fill(dst.value, byte.value, len.value);
                }
                self.gives_argument(call, 0);
            }
            Builtin::Write => self.touches(call, 1, Flags::READ),
            Builtin::FormatDouble | Builtin::FormatLongDouble => self.touches(call, 0, Flags::MODIFIED),
            Builtin::ParseDouble | Builtin::ParseFloat => self.touches(call, 0, Flags::READ),
            Builtin::Havoc => {
                // What lies there may be kept, and memory of the outside may come in its place.
                self.touches(call, 0, Flags::MODIFIED);
                if let Some(cell) = self.argument(call, 0).and_then(|arg| self.value(arg)) {
                    self.external(cell);
                }
            }
            Builtin::Exit | Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError | Builtin::ReachError => {}
        }
    }

    /// The end of an object is a change of it.
    fn frees(&mut self, call: &Call, index: usize) {
        if let Some(cell) = self.argument(call, index).and_then(|arg| self.value(arg)) {
            self.analysis.graph.add_flags(cell, Flags::MODIFIED);
            self.analysis.funcs[self.func.index()].accessed.push((cell.node, Flags::MODIFIED));
        }
    }

    fn effect(&mut self, site: CodePlace, call: &Call, effect: &Effect) {
        match *effect {
            Effect::Returns(Given::New(_)) => self.allocates(site, call),
            Effect::Returns(Given::Argument(index)) => self.gives_argument(call, index),
            Effect::Returns(Given::Null | Given::Between(..) | Given::Any) | Effect::Exits | Effect::Aborts => {}
            Effect::Returns(Given::Within(index)) => {
                if let Some(cell) = self.argument(call, index).and_then(|arg| self.value(arg)) {
                    self.analysis.graph.make_sequence(cell, 1);
                    self.gives(call, cell);
                }
            }
            Effect::Returns(Given::External) => self.gives_external(call),
            Effect::Reads(index) => self.touches(call, index, Flags::READ),
            Effect::Writes(index) => self.touches(call, index, Flags::MODIFIED),
            Effect::Frees(index) => self.frees(call, index),
            Effect::Copies { from, to } => {
                if let (Some(to), Some(from)) = (self.argument(call, to), self.argument(call, from)) {
                    let to = self.block_access(to, None, Flags::MODIFIED);
                    let from = self.block_access(from, None, Flags::READ);
                    if let (Some(to), Some(from)) = (to, from) {
                        self.analysis.graph.copy(to, from, None, 1);
                    }
                }
            }
            Effect::Stores { value, into } => {
                let value = self.argument(call, value).and_then(|value| self.value(value));
                let into = self.argument(call, into).and_then(|into| self.block_access(into, None, Flags::MODIFIED));
                if let (Some(value), Some(into)) = (value, into) {
                    self.analysis.graph.set_content(into, Shape::bulk(ENDLESS), value);
                }
            }
            Effect::Keeps(index) => {
                if let Some(cell) = self.argument(call, index).and_then(|arg| self.value(arg)) {
                    self.external(cell);
                }
            }
        }
    }

    /// Nothing is known of the function: it may read, write, keep and give back whatever it gets.
    pub fn unknown(&mut self, call: &Call) {
        self.analysis.funcs[self.func.index()].calls_unknown = true;
        for arg in &call.args {
            if let Some(cell) = self.value(arg.value) {
                self.external(cell);
            }
        }
        self.gives_external(call);
    }

    fn gives_external(&mut self, call: &Call) {
        for ret in &call.rets {
            if self.is_tracked(*ret) {
                let cell = self.register(*ret);
                self.external(cell);
            }
        }
    }
}
