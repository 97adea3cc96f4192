//! Calls and returns.

use engine::BugKind;
use ir::{Call, Callee, FuncBody, FuncId, Inst, Operand, RegId, Type};
use smt::Term;

use super::Unencodable;
use super::state::{Arrival, Content, State};
use super::walker::{Point, Walker};
use crate::memory::ObjectId;
use crate::numbers::Numbers;
use crate::system::{Place, Relation, What};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    pub fn call(
        &mut self,
        at: Point,
        inst: &Inst,
        call: &Call,
        state: &mut State<R::Word>,
    ) -> Result<bool, Unencodable> {
        match call.callee {
            Callee::Direct(func) => self.call_function(at, inst, call, func, state),
            Callee::Indirect(target) => self.call_any(at, inst, call, target, state),
        }
    }

    /// A call through a pointer, which leads to one of the functions that the pointer may be the address of.
    fn call_any(
        &mut self,
        at: Point,
        inst: &Inst,
        call: &Call,
        target: Operand,
        state: &mut State<R::Word>,
    ) -> Result<bool, Unencodable> {
        let module = self.program.module;
        let called = self.called(at, call, target);
        if !self.program.trusts_pointers {
            let elsewhere = self.terms.not(self.terms.or(called.iter().map(|(_, is_it)| *is_it)));
            self.beyond_if(state, elsewhere, "a call through a pointer is not modelled", inst.loc);
        }
        for (func, is_it) in called {
            let mut way = state.clone();
            way.condition.and(self.terms, is_it);
            if way.condition.is_false(self.terms) {
                continue;
            }
            if self.program.trusts_pointers && !self.program.calls.may_call(call).contains(&func) {
                continue;
            }
            if module.funcs[func].signature != call.signature {
                self.beyond(&mut way, "a call through a pointer of another type is not modelled", inst.loc);
                continue;
            }
            if self.call_function(at, inst, call, func, &mut way)? {
                // A builtin has come back.
                let values = call.rets.iter().map(|ret| (*ret, self.walk.registers.get(&(at.instance, *ret)).copied()));
                let arrival = Arrival { values: values.collect(), state: way };
                self.come(Point { inst: at.inst + 1, ..at }, arrival);
            }
        }
        Ok(false)
    }

    fn call_function(
        &mut self,
        at: Point,
        inst: &Inst,
        call: &Call,
        func: FuncId,
        state: &mut State<R::Word>,
    ) -> Result<bool, Unencodable> {
        if self.program.is_error(func) {
            self.bug(state, BugKind::ErrorCall, self.terms.tt(), inst.loc);
            return Ok(false);
        }
        let callee = &self.program.module.funcs[func];
        match callee.body {
            FuncBody::Builtin(builtin) => Ok(self.builtin(at, inst, call, builtin, state)),
            FuncBody::External => {
                let what = format!("call of `{}`, which has no body", callee.name);
                self.unsupported(state, what, inst.loc);
                Ok(false)
            }
            FuncBody::Defined if self.program.is_skipped(func) => {
                self.skip(at, call, func, state);
                Ok(true)
            }
            FuncBody::Defined => {
                let args = self.passed(at, call, func);
                if self.program.has_summary(func) {
                    self.nothing_lost(at, state, inst.loc);
                    self.call_summary(at, call, func, &args, state);
                } else {
                    let instance = self.instance(Some((at.instance, at.block, at.inst)), func)?;
                    let values = callee.params.iter().copied().zip(args).collect();
                    let point = Point { instance, block: callee.entry(), inst: 0 };
                    self.come(point, Arrival { state: state.clone(), values });
                }
                Ok(false)
            }
        }
    }

    /// A function of the library: what it is given the address of is not private, and what it names holds anything now.
    fn skip(&mut self, at: Point, call: &Call, func: FuncId, state: &mut State<R::Word>) {
        for object in self.program.object_ids.clone() {
            if let ObjectId::Global(global) = object
                && self.program.footprints.names(func, global)
            {
                self.forget_object(object, 0, state);
            }
        }
        for ret in &call.rets {
            let value = self.any_register(at.instance, *ret);
            self.set_register(at.instance, *ret, value);
        }
    }

    /// Arguments, as the function wants them.
    fn passed(&mut self, at: Point, call: &Call, func: FuncId) -> Vec<Option<R::Word>> {
        let module = self.program.module;
        let wanted = &module.funcs[func].signature.params;
        let passed = wanted.iter().enumerate().map(|(index, wanted)| {
            let value = call.args.get(index)?.value;
            let from = module.operand_type(&module.funcs[self.func_of(at.instance)], value);
            self.converted(at.instance, value, from, *wanted)
        });
        passed.collect()
    }

    /// A value of another type; `None`: anything.
    fn converted(&mut self, instance: usize, value: Operand, from: Type, to: Type) -> Option<R::Word> {
        let fits = self.width(from).is_some() && self.width(from) == self.width(to);
        let fits = fits && (from == Type::Ptr) == (to == Type::Ptr);
        fits.then(|| self.word_of_type(instance, value, from)).flatten()
    }

    fn call_summary(&mut self, at: Point, call: &Call, func: FuncId, args: &[Option<R::Word>], state: &State<R::Word>) {
        let entry = self.entry_head(func, args, state);
        self.emit(&state.condition, &[], Some(entry));
        let given = self.arguments(entry);
        // What it returns, and what memory holds then.
        let exit = self.relation(Place::Exit(func));
        let Relation { symbol, args, .. } = self.relations[exit].clone();
        let mut after = state.clone();
        let mut results: Vec<Option<R::Word>> = vec![None; self.program.module.funcs[func].signature.rets.len()];
        let mut terms = given;
        for arg in args.iter().skip(terms.len()) {
            let term = self.any_term(arg);
            terms.push(term);
            match arg.what {
                What::Result(index) => {
                    let word = self.reading.word_of(term, arg.width, arg.signed);
                    if self.program.module.funcs[func].signature.rets.get(index) == Some(&Type::Ptr) {
                        self.believe(word, &self.program.objects.sets().result(func, index));
                    }
                    results[index] = Some(word);
                }
                What::Memory(slot) => {
                    let word = self.reading.word_of(term, arg.width, arg.signed);
                    after.memory.set(slot, if arg.array { Content::Array(term) } else { Content::Word(word) });
                }
                What::Chosen(_) | What::Parameter(_) | What::Before(_) | What::Register { .. } => {}
            }
        }
        let returned = self.terms.apply(symbol, &terms);
        let rets = self.given_back(at, call, func, &results);
        let behind = self.relation(Place::Behind { instance: at.instance, block: at.block, inst: at.inst });
        let head = self
            .head(behind, &after, |reg| rets.iter().find(|(ret, _)| reg == (at.instance, *ret)).map(|(_, word)| *word));
        self.emit(&after.condition, &[returned], Some(head));
    }

    fn arguments(&self, atom: Term) -> Vec<Term> {
        match self.terms.node(atom) {
            smt::Node::Apply(_, args) => args.to_vec(),
            // Any other term is no atom.
            _ => Vec::new(),
        }
    }

    /// Results, as the call wants them.
    fn given_back(
        &mut self,
        at: Point,
        call: &Call,
        func: FuncId,
        results: &[Option<R::Word>],
    ) -> Vec<(RegId, Option<R::Word>)> {
        let module = self.program.module;
        let caller = &module.funcs[self.func_of(at.instance)];
        let given = &module.funcs[func].signature.rets;
        let back = call.rets.iter().enumerate().map(|(index, ret)| {
            let wanted = caller.regs[*ret].ty;
            let fits = given.get(index).is_some_and(|given| {
                self.width(wanted) == self.width(*given) && (wanted == Type::Ptr) == (*given == Type::Ptr)
            });
            let word = results.get(index).copied().flatten();
            (*ret, word.filter(|_| fits && self.width(wanted).is_some()))
        });
        back.collect()
    }

    /// The atom: the function is called with these arguments.
    pub fn entry_head(&mut self, func: FuncId, args: &[Option<R::Word>], state: &State<R::Word>) -> Term {
        let relation = self.relation(Place::Entry(func));
        let Relation { symbol, args: wanted, .. } = self.relations[relation].clone();
        let mut terms = Vec::with_capacity(wanted.len());
        for arg in &wanted {
            let term = match arg.what {
                What::Parameter(index) => {
                    let word = args.get(index).copied().flatten();
                    word.map(|word| self.reading.term_of(word, arg.width, arg.signed))
                }
                What::Before(slot) => self.content_term(state, slot, arg),
                What::Chosen(cell) => self.chosen(cell),
                What::Register { .. } | What::Memory(_) | What::Result(_) => None,
            };
            terms.push(term.unwrap_or_else(|| self.any_term(arg)));
        }
        self.terms.apply(symbol, &terms)
    }

    /// A function returns.
    pub fn come_back(
        &mut self,
        point: Point,
        func: FuncId,
        mut state: State<R::Word>,
        (values, loc): (&[Operand], ir::LocId),
    ) -> Result<(), Unencodable> {
        let module = self.program.module;
        let rets = &module.funcs[func].signature.rets;
        let results: Vec<Option<R::Word>> =
            values.iter().zip(rets).map(|(value, ty)| self.word_of_type(point.instance, *value, *ty)).collect();
        match self.instances[point.instance].call {
            Some((instance, block, inst)) => {
                self.end_locals(func, point.instance, &mut state);
                let caller = Point { instance, block, inst };
                let code = &module.funcs[self.func_of(instance)].blocks[block].insts[inst];
                let Some(call) = code.kind.as_call() else { return Ok(()) };
                let values = self.given_back(caller, call, func, &results);
                self.come(Point { inst: inst + 1, ..caller }, Arrival { state, values });
            }
            None if self.program.has_summary(func) => {
                self.end_locals(func, point.instance, &mut state);
                self.emit_exit(func, &state, &results);
            }
            // The program ends.
            None => self.ends_with_locals(&mut state, loc),
        }
        Ok(())
    }

    fn end_locals(&mut self, func: FuncId, instance: usize, state: &mut State<R::Word>) {
        for object in self.program.object_ids.clone() {
            if matches!(object, ObjectId::Local(of, _) if of == func) {
                let is_addressed = self.is_addressed(object);
                self.forget_object(object, if is_addressed { 0 } else { instance }, state);
                if is_addressed {
                    self.set_over(object, self.terms.tt(), state);
                }
            }
        }
    }

    fn emit_exit(&mut self, func: FuncId, state: &State<R::Word>, results: &[Option<R::Word>]) {
        let exit = self.relation(Place::Exit(func));
        let Relation { symbol, args, .. } = self.relations[exit].clone();
        let called_with = self.walk.called_with.clone();
        let mut terms = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let term = match arg.what {
                What::Chosen(_) | What::Parameter(_) | What::Before(_) => called_with.get(index).copied(),
                What::Result(index) => {
                    let word = results.get(index).copied().flatten();
                    word.map(|word| self.reading.term_of(word, arg.width, arg.signed))
                }
                What::Memory(slot) => self.content_term(state, slot, arg),
                What::Register { .. } => None,
            };
            terms.push(term.unwrap_or_else(|| self.any_term(arg)));
        }
        let head = self.terms.apply(symbol, &terms);
        self.emit(&state.condition, &[], Some(head));
    }
}
