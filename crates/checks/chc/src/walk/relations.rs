//! Relations, their arguments, and their atoms where a way begins or ends.

use ir::{FuncId, Id, Operand, RegId, Type};
use smt::{Sort, Term};

use super::access::over;
use super::sizes::size_slot;
use super::state::{Content, State};
use super::walker::{Walker, width_of};
use crate::memory::ObjectId;
use crate::numbers::Numbers;
use crate::system::{Arg, Part, Place, Relation, SlotId, What};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// The relation of a place; its clauses are made in turn.
    pub fn relation(&mut self, place: Place) -> usize {
        if let Some(relation) = self.by_place.get(&place) {
            return *relation;
        }
        let args = self.args(place);
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(arg)).collect();
        let id = self.relations.len();
        let symbol = self.horn.relation(&self.name(place, id), &sorts);
        self.relations.push(Relation { symbol, place, args });
        self.by_place.insert(place, id);
        match place {
            Place::Exit(_) => {}
            Place::Entry(_) | Place::Head { .. } | Place::Behind { .. } => self.sources.push_back(id),
        }
        id
    }

    fn name(&self, place: Place, id: usize) -> String {
        let name = |func: FuncId| &self.program.module.funcs[func].name;
        match place {
            Place::Entry(func) => format!("{}.entry", name(func)),
            Place::Exit(func) => format!("{}.exit", name(func)),
            Place::Head { instance, block } => {
                format!("{}.bb{}.{id}", name(self.func_of(instance)), block.index())
            }
            Place::Behind { instance, block, inst } => {
                format!("{}.bb{}.{inst}.{id}", name(self.func_of(instance)), block.index())
            }
        }
    }

    fn sort(&self, arg: &Arg) -> Sort {
        let element = self.reading.scalar(arg.width).expect("invariant: arguments have a reading");
        if !arg.array {
            return element.into();
        }
        let index = self.reading.scalar(self.pointer_width()).expect("invariant: so have addresses");
        Sort::array(index, element)
    }

    fn args(&self, place: Place) -> Vec<Arg> {
        let chosen =
            |cell: u8| Arg { what: What::Chosen(cell), width: self.pointer_width(), signed: true, array: false };
        let mut args: Vec<Arg> = (0..self.program.cells).map(chosen).collect();
        match place {
            Place::Entry(func) => self.called_args(func, &mut args),
            Place::Exit(func) => {
                self.called_args(func, &mut args);
                let rets = &self.program.module.funcs[func].signature.rets;
                for (index, ret) in rets.iter().enumerate() {
                    self.word_arg(What::Result(index), *ret, true, &mut args);
                }
                self.global_args(func, What::Memory, &mut args);
            }
            Place::Head { instance, block } => {
                let flow = self.program.flows.func(self.func_of(instance));
                self.chain_args(instance, &flow.live_at_start(block), &mut args);
            }
            Place::Behind { instance, block, inst } => {
                let flow = self.program.flows.func(self.func_of(instance));
                self.chain_args(instance, &flow.live_after(block, inst), &mut args);
            }
        }
        args
    }

    fn called_args(&self, func: FuncId, args: &mut Vec<Arg>) {
        let function = &self.program.module.funcs[func];
        for (index, param) in function.params.iter().enumerate() {
            self.word_arg(What::Parameter(index), function.regs[*param].ty, self.is_signed(func, *param), args);
        }
        self.global_args(func, What::Before, args);
    }

    fn chain_args(&self, instance: usize, live: &ir::BitSet<RegId>, args: &mut Vec<Arg>) {
        let chain = self.chain(instance);
        let root = self.func_of(chain[0].0);
        if self.program.has_summary(root) {
            self.called_args(root, args);
        }
        for (instance, waits) in &chain {
            let func = self.func_of(*instance);
            let function = &self.program.module.funcs[func];
            let mut registers = match waits {
                None => live.clone(),
                Some((block, inst)) => self.program.flows.func(func).live_after(*block, *inst),
            };
            if let Some((block, inst)) = waits
                && let Some(call) = function.blocks[*block].insts[*inst].kind.as_call()
            {
                call.rets.iter().for_each(|ret| {
                    registers.remove(*ret);
                });
            }
            for reg in registers.iter() {
                // What leads to one place of an object is known without a word.
                let reached = self.reached(*instance, Operand::Reg(reg));
                let is_known = reached.is_some_and(|reached| reached.exactly().is_some())
                    || self.address(*instance, Operand::Reg(reg)).is_some();
                if !is_known {
                    let what = What::Register { instance: *instance, reg };
                    self.word_arg(what, function.regs[reg].ty, self.is_signed(func, reg), args);
                }
            }
        }
        self.global_args(root, What::Memory, args);
        for (instance, _) in &chain {
            let func = self.func_of(*instance);
            for object in &self.program.object_ids {
                if matches!(object, ObjectId::Local(of, _) if *of == func) && !self.is_addressed(*object) {
                    self.object_args(*object, *instance, What::Memory, args);
                }
            }
        }
    }

    fn global_args(&self, func: FuncId, what: impl Fn(SlotId) -> What + Copy, args: &mut Vec<Arg>) {
        for object in &self.program.object_ids {
            let is_named = match *object {
                ObjectId::Global(global) if self.program.module.globals[global].constant => false,
                object if self.program.follows_leaks && (self.is_addressed(object) || is_global(object)) => true,
                object if self.is_addressed(object) => self.program.objects.touches(func, object),
                ObjectId::Global(global) => self.program.footprints.names(func, global),
                ObjectId::Local(..) | ObjectId::Heap(..) | ObjectId::Others(..) => false,
            };
            if is_named {
                self.object_args(*object, 0, what, args);
            }
        }
    }

    fn object_args(&self, object: ObjectId, instance: usize, what: impl Fn(SlotId) -> What, args: &mut Vec<Arg>) {
        let Some(known) = self.program.objects.get(object) else { return };
        if known.window.is_some() && self.program.may_end(object) {
            args.push(Arg { what: what(over(object)), width: 1, signed: false, array: false });
        }
        if !known.size.is_exact && !matches!(object, ObjectId::Others(..)) {
            args.push(Arg { what: what(size_slot(object)), width: self.pointer_width(), signed: false, array: false });
        }
        for (index, slot) in known.layout.slots.iter().enumerate() {
            let Some(width) = width_of(slot).filter(|width| self.reading.scalar(*width).is_some()) else { continue };
            let id = SlotId { object, instance, slot: index, part: Part::All };
            let Some(cells) = self.program.cells(object) else {
                args.push(Arg { what: what(id), width, signed: slot.signed, array: known.layout.is_array() });
                continue;
            };
            for cell in 0..cells {
                let element = what(id.with(Part::Element(cell)));
                args.push(Arg { what: element, width, signed: slot.signed, array: false });
            }
        }
    }

    fn word_arg(&self, what: What, ty: Type, signed: bool, args: &mut Vec<Arg>) {
        if let Some(width) = self.width(ty).filter(|width| self.reading.scalar(*width).is_some()) {
            args.push(Arg { what, width, signed, array: false });
        }
    }

    fn is_signed(&self, func: FuncId, reg: RegId) -> bool {
        let info = &self.program.module.funcs[func].regs[reg];
        info.ty != Type::Ptr && !info.of.is_some_and(|of| ir::is_unsigned(&self.program.module.types, of))
    }

    pub fn variable(&self, arg: &Arg) -> Term {
        let module = self.program.module;
        let name = |func: FuncId, reg: RegId| module.funcs[func].regs[reg].name.as_deref().unwrap_or("r").to_string();
        let name = match arg.what {
            What::Register { instance, reg } => name(self.func_of(instance), reg),
            What::Chosen(_) => "chosen".to_string(),
            What::Parameter(_) => "param".to_string(),
            What::Before(slot) | What::Memory(slot) => match slot.object {
                ObjectId::Global(id) => module.globals[id].name.clone(),
                ObjectId::Local(func, reg) => name(func, reg),
                ObjectId::Heap(..) | ObjectId::Others(..) => "heap".to_string(),
            },
            What::Result(_) => "result".to_string(),
        };
        self.terms.fresh_var(&name, self.sort(arg))
    }

    pub fn given_range(&mut self, variable: Term, arg: &Arg) {
        if let What::Chosen(_) = arg.what {
            let is_element = self.is_number_of_element(variable);
            is_element.into_iter().for_each(|range| self.walk.given.push(range, vec![variable]));
        }
        if !arg.array
            && let Some(range) = self.reading.range(variable, arg.width, arg.signed)
        {
            self.walk.given.push(range, vec![variable]);
        }
        if let What::Memory(slot) | What::Before(slot) = arg.what
            && slot.part == Part::Size
        {
            let word = self.reading.word_of(variable, arg.width, arg.signed);
            self.believe_size(slot.object, word);
        }
        let targets = match arg.what {
            _ if arg.array || arg.width != self.pointer_width() => None,
            What::Register { instance, reg } => {
                let is_pointer = self.program.module.funcs[self.func_of(instance)].regs[reg].ty == Type::Ptr;
                is_pointer.then(|| self.targets(instance, Operand::Reg(reg)))
            }
            What::Memory(slot) | What::Before(slot) => self.held_targets(slot),
            What::Chosen(_) | What::Parameter(_) | What::Result(_) => None,
        };
        if let Some(targets) = targets {
            let word = self.reading.word_of(variable, arg.width, arg.signed);
            self.believe(word, &targets);
        }
    }

    /// Any value for an argument.
    pub fn any_term(&mut self, arg: &Arg) -> Term {
        let variable = self.variable(arg);
        self.given_range(variable, arg);
        variable
    }

    /// The atom of a relation at the end of a way; `special` are registers that get values there.
    pub fn head(
        &mut self,
        relation: usize,
        state: &State<R::Word>,
        special: impl Fn((usize, RegId)) -> Option<Option<R::Word>>,
    ) -> Term {
        let Relation { symbol, args, .. } = self.relations[relation].clone();
        let called_with = self.walk.called_with.clone();
        let mut terms = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let term = match arg.what {
                // What was chosen comes first, and then the arguments of a function with a summary, in all its relations.
                What::Chosen(_) | What::Parameter(_) | What::Before(_) => called_with.get(index).copied(),
                What::Register { instance, reg } => {
                    let word =
                        special((instance, reg)).unwrap_or_else(|| self.walk.registers.get(&(instance, reg)).copied());
                    word.map(|word| self.reading.term_of(word, arg.width, arg.signed))
                }
                What::Memory(slot) => self.content_term(state, slot, arg),
                What::Result(_) => None,
            };
            terms.push(term.unwrap_or_else(|| self.any_term(arg)));
        }
        self.terms.apply(symbol, &terms)
    }

    pub fn content_term(&self, state: &State<R::Word>, slot: SlotId, arg: &Arg) -> Option<Term> {
        state.memory.get(slot).map(|content| match content {
            Content::Array(array) => array,
            Content::Word(word) => self.reading.term_of(word, arg.width, arg.signed),
        })
    }
}

fn is_global(object: ObjectId) -> bool {
    matches!(object, ObjectId::Global(_))
}
