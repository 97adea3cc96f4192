//! Calls: what goes to functions with a body, and what all others do.

use engine::CodePlace;
use ir::{Builtin, Call, Callee, FuncBody, FuncId, Operand, RegId};
use outside::{Effect, Given};
use rustc_hash::FxHashSet;

use super::super::numbers::is_number_of;
use super::code::Code;
use super::values::Value;
use crate::graph::{Cell, Class, ENDLESS, Flags};
use crate::result::CallFacts;

const BOTH: fn() -> Flags = || Flags::READ | Flags::MODIFIED;

impl Code<'_, '_> {
    pub fn call(&mut self, site: CodePlace, call: &Call) {
        let points_to = self.points_to;
        let Some(facts) = points_to.call(site) else { return self.fail("the graphs do not know the call") };
        match call.callee {
            Callee::Direct(callee) => {
                if !facts.targets.iter().any(|target| target.callee == callee) {
                    self.fail("the graphs do not know the function that is called");
                }
            }
            Callee::Indirect(pointer) => self.indirect(facts, call, pointer),
        }
        for target in &facts.targets {
            let function = &points_to.module().funcs[target.callee];
            match function.body {
                FuncBody::Defined => self.passed(facts, call, target.callee),
                FuncBody::Builtin(builtin) => self.builtin(site, call, builtin),
                FuncBody::External => match points_to.options().summaries.get(&function.name) {
                    Some(effects) => effects.iter().for_each(|effect| self.effect(site, call, effect)),
                    None => self.unknown(call),
                },
            }
        }
    }

    fn indirect(&mut self, facts: &CallFacts, call: &Call, pointer: Operand) {
        let node = match self.values.value(pointer) {
            Value::Address(cell) => cell.node,
            Value::Number => return,
            Value::Lost => return self.fail("a function is called through a pointer that has no cell"),
        };
        let (missing, external) = self.contexts.missing(self.points_to, facts, &call.signature, node);
        for func in missing {
            let name = &self.points_to.module().funcs[func].name;
            self.fail(format!("the graphs do not know that {name} is called"));
        }
        if external {
            if !facts.outside {
                self.fail("the graphs do not know that functions outside of the program may be called");
            }
            self.unknown(call);
        }
    }

    /// The arguments are known to the callee, as far as it does anything with them; what they are there, and what comes back,
    /// is for the check of calls to say.
    fn passed(&mut self, facts: &CallFacts, call: &Call, callee: FuncId) {
        let params = &self.points_to.module().funcs[callee].params;
        for (param, arg) in params.iter().zip(&call.args) {
            let is_known = self.points_to.cell(callee, Operand::Reg(*param)).is_some();
            if is_known && self.values.value(arg.value) == Value::Lost {
                self.fail("an argument is an address that has no cell");
            }
        }
        if self.points_to.varargs(callee).is_none() {
            return;
        }
        let Some(area) = facts.area else { return self.fail("the call has no memory for variable arguments") };
        if self.points_to.node(area.node).modulus != 1 {
            self.fail("variable arguments are told apart");
        }
        for arg in call.args.iter().skip(params.len()) {
            match arg.by_value.map(|by_value| by_value.size as i64) {
                None => self.holds(area, 1, Class::ANY, arg.value),
                Some(0) => {}
                Some(size) => {
                    if let Some(from) = self.block(arg.value, Some(size), Flags::READ) {
                        self.copied(area, from, Some(size));
                    }
                }
            }
        }
    }

    fn argument(&self, call: &Call, index: usize) -> Option<Operand> {
        call.args.get(index).map(|arg| arg.value)
    }

    fn gives_argument(&mut self, call: &Call, index: usize) {
        if let Some(arg) = self.argument(call, index) {
            self.same(call.rets.first().copied(), arg);
        }
    }

    fn allocates(&mut self, site: CodePlace, call: &Call) {
        self.born(call.rets.first().copied(), site, Flags::HEAP);
    }

    fn block_argument(&mut self, call: &Call, index: usize, flags: Flags) {
        if let Some(arg) = self.argument(call, index) {
            self.block(arg, None, flags);
        }
    }

    fn builtin(&mut self, site: CodePlace, call: &Call, builtin: Builtin) {
        match builtin {
            Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc => self.allocates(site, call),
            Builtin::Realloc => {
                // The contents of the old object are in the new one: both are at one place.
                self.allocates(site, call);
                self.gives_argument(call, 0);
                self.block_argument(call, 0, BOTH());
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
            Builtin::Write => self.block_argument(call, 1, Flags::READ),
            Builtin::FormatDouble | Builtin::FormatLongDouble => self.block_argument(call, 0, Flags::MODIFIED),
            Builtin::ParseDouble | Builtin::ParseFloat => self.block_argument(call, 0, Flags::READ),
            Builtin::Havoc => {
                self.block_argument(call, 0, Flags::MODIFIED);
                self.argument(call, 0).into_iter().for_each(|arg| self.escapes(arg));
            }
            Builtin::Exit | Builtin::Abort | Builtin::AssertFail | Builtin::VerifierError | Builtin::ReachError => {}
        }
    }

    /// The end of an object is a change of it.
    fn frees(&mut self, call: &Call, index: usize) {
        if let Some(cell) = self.argument(call, index).and_then(|arg| self.pointer(arg)) {
            self.has_effect(cell, Flags::MODIFIED);
        }
    }

    fn effect(&mut self, site: CodePlace, call: &Call, effect: &Effect) {
        match *effect {
            Effect::Returns(Given::New(_)) => self.allocates(site, call),
            Effect::Returns(Given::Argument(index)) => self.gives_argument(call, index),
            Effect::Returns(Given::Within(index)) => self.gives_within(call, index),
            Effect::Returns(Given::External) => call.rets.iter().for_each(|ret| self.comes_from_outside(*ret)),
            Effect::Returns(Given::Null | Given::Between(..) | Given::Any) | Effect::Exits | Effect::Aborts => {}
            Effect::Reads(index) => self.block_argument(call, index, Flags::READ),
            Effect::Writes(index) => self.block_argument(call, index, Flags::MODIFIED),
            Effect::Frees(index) => self.frees(call, index),
            Effect::Copies { from, to } => {
                if let (Some(to), Some(from)) = (self.argument(call, to), self.argument(call, from)) {
                    let to = self.block(to, None, Flags::MODIFIED);
                    let from = self.block(from, None, Flags::READ);
                    if let (Some(to), Some(from)) = (to, from) {
                        self.copied(to, from, None);
                    }
                }
            }
            Effect::Stores { value, into } => {
                let into = self.argument(call, into).and_then(|into| self.block(into, None, Flags::MODIFIED));
                if let (Some(value), Some(into)) = (self.argument(call, value), into) {
                    self.holds(into, ENDLESS, Class::ANY, value);
                }
            }
            Effect::Keeps(index) => self.argument(call, index).into_iter().for_each(|arg| self.escapes(arg)),
        }
    }

    /// The result is somewhere in what the argument leads to.
    fn gives_within(&mut self, call: &Call, index: usize) {
        let ret = call.rets.first().and_then(|ret| self.values.cell(*ret));
        let arg = self.argument(call, index).map(|arg| self.values.value(arg));
        match (ret, arg) {
            (Some(to), Some(Value::Address(of))) if !is_number_of(self.points_to, to.node, of.node) => {
                self.fail(format!("{to:?} may be anywhere in what {of:?} is in"));
            }
            (Some(_), Some(Value::Lost)) => self.fail("an argument is an address that has no cell"),
            (_, _) => {}
        }
    }

    /// Nothing is known of the function: it may read, write, keep and give back whatever it gets.
    fn unknown(&mut self, call: &Call) {
        self.leaves = true;
        call.args.iter().for_each(|arg| self.escapes(arg.value));
        call.rets.iter().for_each(|ret| self.comes_from_outside(*ret));
    }

    /// The value is handed to the unknown.
    pub fn escapes(&mut self, operand: Operand) {
        match self.values.value(operand) {
            Value::Number => {}
            Value::Lost => self.fail("an address that has no cell is handed to the unknown"),
            Value::Address(cell) => self.is_external(cell),
        }
    }

    pub fn comes_from_outside(&mut self, reg: RegId) {
        if let Some(cell) = self.values.cell(reg) {
            self.is_external(cell);
        }
    }

    fn is_external(&mut self, cell: Cell) {
        if !self.points_to.flags(cell.node).contains(Flags::EXTERNAL) {
            self.fail(format!("{cell:?} is known to the unknown"));
        }
        self.has_effect(cell, BOTH());
        self.escaped.insert(cell.node);
    }

    /// The unknown touches all that it can reach, and does what the functions do that it may call.
    pub fn outside(&mut self) {
        if self.leaves && !self.contexts.is_called_back(self.points_to, self.func) {
            self.fail("the unknown, which is called, calls functions whose effects are not said");
        }
        let mut work: Vec<_> = self.escaped.iter().copied().collect();
        let mut seen: FxHashSet<_> = std::mem::take(&mut self.escaped);
        let mut untouched = Vec::new();
        while let Some(id) = work.pop() {
            if !self.points_to.effect(self.func, id).contains(BOTH()) {
                untouched.push(id);
            }
            let node = self.points_to.node(id);
            let next = node.fields.iter().filter_map(|field| field.content).chain(node.origins.iter().copied());
            work.extend(next.map(|cell| self.points_to.normal(cell).node).filter(|node| seen.insert(*node)));
        }
        untouched.sort_unstable();
        untouched.into_iter().for_each(|id| self.fail(format!("the unknown, which is called, reaches {id:?}")));
    }
}
