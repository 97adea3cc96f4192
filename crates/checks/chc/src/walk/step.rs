//! Single instructions.

use encode::inputs::bounds;
use encode::inst::{Cause, Read};
use engine::{BugKind, Property};
use ir::{BinOp, Inst, InstKind, NondetKind, Operand, Predicate, RegId, Type};
use rustc_hash::FxHashMap;
use smt::Sort;

use super::Unencodable;
use super::pointers::Moves;
use super::state::State;
use super::walker::{Point, Walker};
use crate::numbers::Numbers;
use crate::system::{Asked, AskedInput, Obligation, Trouble};

impl<R> Walker<'_, '_, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    /// `false` if control does not go on behind it, at least not now.
    pub fn step(&mut self, at: Point, inst: &Inst, state: &mut State<R::Word>) -> Result<bool, Unencodable> {
        let Point { instance, .. } = at;
        let is_compared = matches!(inst.kind, InstKind::Compare { .. });
        if !is_compared && self.program.objects.may_be_over(self.func_of(instance), at.block, at.inst) {
            self.beyond(state, "a local variable may be used after its scope", inst.loc);
            return Ok(false);
        }
        match &inst.kind {
            InstKind::Binary { op, ty, a, b, nsw } => self.binary(at, inst, (*op, *ty, *nsw), (*a, *b), state),
            InstKind::Offset { .. }
            | InstKind::Overflows { .. }
            | InstKind::Bits { .. }
            | InstKind::Compare { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | ir::insts!(conditions) => self.computation(at, inst, state),
            ir::insts!(floats) => {
                let value = inst.dst.and_then(|dst| self.any_register(instance, dst));
                self.define(instance, inst, value);
            }
            InstKind::Alloca { size, .. } => {
                self.fits_the_stack(at, inst, *size, state);
                // Those of known objects are known without a word.
                let value = inst.dst.and_then(|dst| self.any_register(instance, dst));
                if let Some(value) = value {
                    self.not_null(value);
                }
                self.define(instance, inst, value);
                if let Some(dst) = inst.dst {
                    self.scope(instance, Operand::Reg(dst), false, state);
                }
            }
            InstKind::StackSave => {
                let value = inst.dst.and_then(|dst| self.any_register(instance, dst));
                self.define(instance, inst, value);
            }
            InstKind::LifetimeStart { ptr } => self.scope(instance, *ptr, false, state),
            InstKind::LifetimeEnd { ptr } => self.scope(instance, *ptr, true, state),
            InstKind::Load { ty, ptr, .. } => {
                let value = self.load(at, inst, *ty, *ptr, state);
                self.define(instance, inst, value);
            }
            InstKind::Store { ty, ptr, value, .. } => self.store(at, inst, *ty, *ptr, *value, state),
            InstKind::MemCopy { kind, dst, src, len } => self.copy(at, inst, *kind, (*dst, *src), *len, state),
            InstKind::MemSet { dst, byte, len } => self.set(at, inst, *dst, *byte, *len, state),
            InstKind::Nondet { ty, kind } => {
                let value = self.input(*ty, *kind);
                self.asked(*ty, value, Asked::Input, state);
                self.define(instance, inst, value);
            }
            InstKind::Undef { ty } => {
                let value = self.any(*ty);
                self.asked(*ty, value, Asked::Undef, state);
                self.define(instance, inst, value);
            }
            InstKind::Call(call) => return self.call(at, inst, call, state),
            // What the list leads to is read through it.
            InstKind::VaStart { .. } if self.program.trusts_pointers => {}
            InstKind::VaStart { .. } => {
                self.beyond(state, "variable arguments are not modelled", inst.loc);
                return Ok(false);
            }
            InstKind::StackRestore { .. } | ir::insts!(bindings) => {}
            InstKind::Unsupported(unsupported) => {
                self.unsupported(state, unsupported.what.clone(), inst.loc);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs ask for the value here; one that cannot be told is zero in those that are tried.
    pub fn asked(&mut self, ty: ir::Type, value: Option<R::Word>, asked: Asked, state: &State<R::Word>) {
        let condition = state.condition.term(self.terms);
        let told = value.zip(self.width(ty));
        let told = told.map(|(value, width)| (self.reading.term_of(value, width, true), width));
        let (term, width) = told.unwrap_or((self.terms.int(0), 1));
        self.walk.inputs.push(AskedInput { condition, term, width, asked });
    }

    /// What is larger than any object has no place on the stack.
    fn fits_the_stack(&mut self, at: Point, inst: &Inst, size: Operand, state: &mut State<R::Word>) {
        let larger = self.is_larger(at.instance, size, self.program.module.data_model.max_object_size());
        self.beyond_if(state, larger, "a stack object that may be larger than any can be", inst.loc);
    }

    pub fn define(&mut self, instance: usize, inst: &Inst, value: Option<R::Word>) {
        if let Some(dst) = inst.dst {
            self.set_register(instance, dst, value);
        }
    }

    pub fn any_register(&mut self, instance: usize, reg: RegId) -> Option<R::Word> {
        match self.program.module.funcs[self.func_of(instance)].regs[reg].ty {
            Type::Ptr => self.any_pointer(instance, reg),
            ty @ (Type::Int(_) | Type::Float(_)) => self.any(ty),
        }
    }

    /// A word of the type that nothing is known of; `None` for what has no words.
    pub fn any(&mut self, ty: Type) -> Option<R::Word> {
        let width = self.width(ty)?;
        let sort = self.reading.sort(width)?;
        let variable = self.terms.fresh_var("any", sort);
        let signed = ty != Type::Ptr;
        if let Some(range) = self.reading.range(variable, width, signed) {
            self.walk.given.push(range, vec![variable]);
        }
        Some(self.reading.word_of(variable, width, signed))
    }

    pub fn not_null(&mut self, pointer: R::Word) {
        let width = self.pointer_width();
        let null = self.reading.constant(width, 0);
        let Some(differs) = null.and_then(|null| self.reading.compare(Predicate::Ne, width, pointer, null)) else {
            return;
        };
        if let Some(differs) = self.reading.truth(differs) {
            let variables = self.terms.free_vars([differs]);
            self.walk.given.push(differs, variables);
        }
    }

    fn input(&mut self, ty: Type, kind: NondetKind) -> Option<R::Word> {
        let word = self.any(ty)?;
        let width = self.width(ty)?;
        let Some((least, most)) = bounds(kind, width) else { return Some(word) };
        for (bound, pred) in [(least, Predicate::Sge), (most, Predicate::Sle)] {
            let bound = self.reading.constant(width, bound)?;
            let holds = self.reading.compare(pred, width, word, bound)?;
            let holds = self.reading.truth(holds)?;
            let variables = self.terms.free_vars([holds]);
            self.walk.given.push(holds, variables);
        }
        Some(word)
    }

    /// The word of an operand; anything where nothing is known of it, and `None` where there are no such words.
    pub fn word_of_type(&mut self, instance: usize, operand: Operand, ty: Type) -> Option<R::Word> {
        let module = self.program.module;
        if let Some(constant) = self.private(instance, operand).and_then(|reached| reached.exactly()) {
            return self.reading.constant(self.pointer_width(), i128::from(constant) as u128);
        }
        if ty == Type::Ptr
            && let Some(address) = self.address(instance, operand)
        {
            return self.reading.constant(self.pointer_width(), u128::from(address));
        }
        match operand {
            Operand::Reg(reg) => match self.walk.registers.get(&(instance, reg)) {
                Some(word) => Some(*word),
                None => {
                    // The same every time it is looked at.
                    let word = if ty == Type::Ptr { self.any_pointer(instance, reg)? } else { self.any(ty)? };
                    self.walk.registers.insert((instance, reg), word);
                    Some(word)
                }
            },
            Operand::Const(id) => match module.consts.get(id) {
                ir::Const::Int { width, value } => self.reading.constant(width, value),
                ir::Const::Null => self.reading.constant(self.pointer_width(), 0),
                ir::Const::Global { .. } | ir::Const::Func(_) | ir::Const::Block { .. } => {
                    let word = self.any_outside(Type::Ptr)?;
                    let is_object =
                        matches!(module.consts.get(id), ir::Const::Global { offset: 0, .. } | ir::Const::Func(_));
                    if is_object {
                        self.not_null(word);
                    }
                    Some(word)
                }
                ir::Const::Float { .. } => None,
            },
        }
    }

    pub fn word(&mut self, instance: usize, operand: Operand) -> Option<R::Word> {
        let func = &self.program.module.funcs[self.func_of(instance)];
        let ty = self.program.module.operand_type(func, operand);
        self.word_of_type(instance, operand, ty)
    }

    fn binary(
        &mut self,
        at: Point,
        inst: &Inst,
        (op, ty, nsw): (BinOp, Type, bool),
        (a, b): (Operand, Operand),
        state: &mut State<R::Word>,
    ) {
        let words = (self.word(at.instance, a), self.word(at.instance, b));
        let (Some(width), Some(a), Some(b)) = (self.width(ty), words.0, words.1) else {
            return self.unread(at, inst, op, nsw, state);
        };
        let counts = self.program.property == Property::NoOverflow;
        let least_by_minus_one = matches!(op, BinOp::SDiv | BinOp::SRem);
        let undefined = self.reading.undefined(op, width, false, a, b).and_then(|word| self.reading.truth(word));
        let overflow = if nsw && counts {
            self.reading.undefined(op, width, true, a, b).and_then(|word| self.reading.truth(word))
        } else {
            Some(self.terms.ff())
        };
        let result = self.reading.binary(op, width, a, b);
        let (Some(undefined), Some(overflow), Some(result)) = (undefined, overflow, result) else {
            return self.unread(at, inst, op, nsw, state);
        };
        let kind = match op {
            BinOp::Shl | BinOp::LShr | BinOp::AShr => BugKind::ShiftOutOfRange,
            // Any other operation that has no meaning is a division.
            _ => BugKind::DivByZero,
        };
        if least_by_minus_one && counts {
            let zero = self.reading.constant(width, 0);
            let zero = zero.and_then(|zero| self.reading.compare(Predicate::Eq, width, b, zero));
            if let Some(zero) = zero.and_then(|zero| self.reading.truth(zero)) {
                self.bug(state, BugKind::DivByZero, zero, inst.loc);
            }
            self.bug(state, BugKind::SignedOverflow, undefined, inst.loc);
        } else {
            self.bug(state, kind, undefined, inst.loc);
        }
        self.bug(state, BugKind::SignedOverflow, overflow, inst.loc);
        self.exclude_misread(state, inst.loc);
        self.define(at.instance, inst, Some(result));
    }

    /// An operation on words that are too wide: what may go wrong may go wrong.
    fn unread(&mut self, at: Point, inst: &Inst, op: BinOp, nsw: bool, state: &mut State<R::Word>) {
        let is_total = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
        if !is_total || nsw && self.program.property == Property::NoOverflow {
            let may = self.terms.fresh_var("wide", Sort::Bool);
            self.bug(state, BugKind::DivByZero, may, inst.loc);
            self.bug(state, BugKind::SignedOverflow, may, inst.loc);
        }
        let value = inst.dst.and_then(|dst| self.any_register(at.instance, dst));
        self.define(at.instance, inst, value);
    }

    /// What `encode` reads.
    fn computation(&mut self, at: Point, inst: &Inst, state: &mut State<R::Word>) {
        if let InstKind::Compare { pred, ty: Type::Ptr, a, b } = inst.kind {
            let word = match self.compared(at, pred, (a, b), state) {
                Some(word) => word,
                None => self.compare_addresses(at, pred, (a, b), state).or_else(|| self.any(Type::BOOL)),
            };
            return self.define(at.instance, inst, word);
        }
        if let InstKind::Cast { from, to, a, .. } = inst.kind
            && (from == Type::Ptr) != (to == Type::Ptr)
        {
            return self.cast_address(at, inst, a, state);
        }
        let mut words: FxHashMap<Operand, R::Word> = FxHashMap::default();
        let mut operands = Vec::new();
        inst.for_each_operand(|operand| operands.push(operand));
        for operand in operands {
            if let Some(word) = self.word(at.instance, operand) {
                words.insert(operand, word);
            }
        }
        let model = self.program.module.data_model;
        match encode::inst::read(&mut self.reading, model, inst, |_, operand| words.get(&operand).copied()) {
            Read::Computes(meaning) => {
                for (cause, undefined) in meaning.undefined {
                    let kind = match cause {
                        Cause::BitScanOfZero => BugKind::BitScanOfZero,
                        Cause::Broken(what) => BugKind::of_requirement(what),
                        Cause::Operation(_) => BugKind::DivByZero,
                    };
                    self.bug(state, kind, undefined, inst.loc);
                }
                if let Some(assumed) = meaning.assumed {
                    if assumed != self.terms.tt() {
                        self.nothing_lost(at, state, inst.loc);
                    }
                    state.condition.and(self.terms, assumed);
                }
                self.exclude_misread(state, inst.loc);
                let result = self.moved_on(at, inst, meaning.result, state);
                self.define(at.instance, inst, result);
            }
            Read::Elsewhere | Read::Inexpressible => {
                match &inst.kind {
                    InstKind::Bits { nonzero: true, .. } => {
                        let may = self.terms.fresh_var("wide", Sort::Bool);
                        self.bug(state, BugKind::BitScanOfZero, may, inst.loc);
                    }
                    InstKind::Require { what, .. } => {
                        let may = self.terms.fresh_var("wide", Sort::Bool);
                        self.bug(state, BugKind::of_requirement(*what), may, inst.loc);
                    }
                    // Any other one has a meaning for all operands, and runs for which an assumption fails count, too.
                    _ => {}
                }
                let value = inst.dst.and_then(|dst| self.any_register(at.instance, dst));
                self.define(at.instance, inst, value);
            }
        }
    }
    /// What is made of the result of pointer arithmetic.
    fn moved_on(
        &mut self,
        at: Point,
        inst: &Inst,
        result: Option<R::Word>,
        state: &mut State<R::Word>,
    ) -> Option<R::Word> {
        let InstKind::Offset { base, terms, constant, .. } = &inst.kind else { return result };
        let known = inst.dst.map(Operand::Reg);
        if known.is_some_and(|dst| self.private(at.instance, dst).is_some() || self.address(at.instance, dst).is_some())
        {
            return result;
        }
        let moves = match (terms.is_empty(), *constant) {
            (true, 0) => Moves::Nowhere,
            (true, _) => Moves::Constantly,
            (false, _) => Moves::Anywhere,
        };
        let moved = result.and_then(|result| self.moved(at.instance, *base, result, moves));
        let far = "a pointer may go far beyond its object";
        let Some((result, left)) = moved else {
            if self.program.objects.windows().is_some() {
                self.beyond(state, far, inst.loc);
            }
            return None;
        };
        for (object, left) in left {
            let obligation = Obligation { trouble: Trouble::Beyond(far), at: inst.loc, object: Some(object) };
            self.never(state, obligation, left);
        }
        Some(result)
    }

    /// An address becomes a number, or a number an address.
    fn cast_address(&mut self, at: Point, inst: &Inst, a: Operand, state: &mut State<R::Word>) {
        let InstKind::Cast { op, from, to, .. } = inst.kind else { return };
        let targets = self.targets(at.instance, a);
        let word = self.word(at.instance, a);
        let word = if from == Type::Ptr { word.and_then(|word| self.as_number(word, &targets)) } else { word };
        let widths = self.width(from).zip(self.width(to));
        let word = word.zip(widths).and_then(|(word, (from, to))| self.reading.cast(op, from, to, word));
        self.exclude_misread(state, inst.loc);
        let word = if to == Type::Ptr { word.and_then(|word| self.as_pointer(word)) } else { word };
        let word = word.or_else(|| inst.dst.and_then(|dst| self.any_register(at.instance, dst)));
        self.define(at.instance, inst, word);
    }
}
