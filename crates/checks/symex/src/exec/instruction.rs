//! One instruction.

use engine::BugKind;
use ir::{BinOp, Call, Callee, FuncBody, FuncId, Inst, InstKind, NondetKind, Operand, OverflowOp, RegId, Type};

use super::Machine;
use super::arithmetic::Results;
use crate::number::{Fact, Linear};
use crate::state::{Content, Fill, Life, Object, ObjectId, Reading, State, Storage, Value, range};

/// What a state becomes by an instruction.
#[derive(Debug)]
pub enum Step {
    On(Vec<State>),
    /// A call of a defined function.
    Enter(State, FuncId),
    /// The program ends.
    End(State),
}

impl Machine<'_, '_> {
    /// `live` says which registers may be read later.
    pub fn step(&mut self, state: State, inst: &Inst, live: &dyn Fn(RegId) -> bool) -> Step {
        self.loc = inst.loc;
        let mut states = self.unfolded(state, inst);
        if states.len() == 1
            && let Some(state) = states.pop()
        {
            return self.execute(state, inst, live);
        }
        let mut on = Vec::new();
        for state in states {
            match self.execute(state, inst, live) {
                Step::On(states) => on.extend(states),
                Step::Enter(..) => self.unsupported("call of a function through a pointer, with a list"),
                Step::End(mut state) => self.end(&mut state),
            }
        }
        Step::On(on)
    }

    fn execute(&mut self, mut state: State, inst: &Inst, live: &dyn Fn(RegId) -> bool) -> Step {
        let results: Results = match &inst.kind {
            InstKind::Binary { op, ty, a, b, nsw } => {
                let width = self.width(*ty);
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                self.binary(state, *op, width, *nsw, a, b)
            }
            InstKind::Overflows { op, signed, ty, a, b } => {
                let width = self.width(*ty);
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                self.overflows(state, *op, *signed, width, a, b)
            }
            InstKind::Bits { op, ty, a, nonzero } => {
                let (width, a) = (self.width(*ty), self.eval(&mut state, *a));
                self.bit_op(state, *op, width, a, *nonzero)
            }
            InstKind::Compare { pred, ty, a, b } => {
                let width = self.width(*ty);
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                self.compare(state, *pred, width, a, b)
            }
            InstKind::Cast { op, from, to, a } => {
                let a = self.eval(&mut state, *a);
                let regs = &self.module.funcs[self.func].regs;
                let of = inst.dst.and_then(|dst| regs.get(dst)).and_then(|reg| reg.of);
                self.cast(state, *op, (*from, *to), of, a)
            }
            InstKind::Select { cond, a, b, .. } => {
                let cond = self.eval(&mut state, *cond);
                let (a, b) = (self.eval(&mut state, *a), self.eval(&mut state, *b));
                let split = self.as_bit(state, &cond).into_iter();
                split.map(|(state, truth)| (state, if truth { a.clone() } else { b.clone() })).collect()
            }
            InstKind::Offset { base, terms, constant, .. } => {
                let terms = terms.iter().map(|term| (term.value, term.scale));
                self.offset(state, *base, terms.collect(), *constant)
            }
            InstKind::FloatBinary { .. } | InstKind::FloatUnary { .. } => vec![(state, Value::Any)],
            InstKind::FloatCompare { .. } | InstKind::FloatClass { .. } => {
                let value = self.indeterminate(&mut state, Type::BOOL);
                vec![(state, value)]
            }
            InstKind::Alloca { size, dynamic, .. } => self.alloca(state, *size, *dynamic),
            InstKind::StackSave => {
                let value = state.unknown(self.pointer_width(), Reading::Unsigned);
                vec![(state, value)]
            }
            InstKind::Load { ty, ptr, of, .. } => self.load(state, *ptr, *ty, *of).into_iter().collect(),
            InstKind::Nondet { ty, kind } => {
                let value = self.input(&mut state, *ty, *kind);
                vec![(state, value)]
            }
            InstKind::Undef { ty } => {
                let value = self.indeterminate(&mut state, *ty);
                vec![(state, value)]
            }
            InstKind::Call(call) => return self.call(state, call),
            InstKind::StackRestore { .. }
            | InstKind::LifetimeStart { .. }
            | InstKind::LifetimeEnd { .. }
            | InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::Assume { .. }
            | InstKind::Require { .. }
            | InstKind::VaStart { .. }
            | InstKind::Bind { .. }
            | InstKind::Unbind { .. }
            | InstKind::Unsupported(_) => return Step::On(self.effect(state, inst, live)),
        };
        let define = |(mut state, value): (State, Value)| {
            if let Some(dst) = inst.dst {
                state.set_register(dst, value);
            }
            state
        };
        Step::On(results.into_iter().map(define).collect())
    }

    /// Instructions that define no register.
    fn effect(&mut self, mut state: State, inst: &Inst, live: &dyn Fn(RegId) -> bool) -> Vec<State> {
        match &inst.kind {
            InstKind::StackRestore { .. } => {
                // Which of them are older than the mark is not kept: none may be used any more.
                let dynamic = state.objects().iter().filter(|(id, object)| object.dynamic && !self.is_given(*id));
                let dynamic: Vec<_> = dynamic.map(|(id, _)| *id).collect();
                for id in dynamic {
                    end_life(&mut state, id, Life::OutOfScope);
                }
                vec![state]
            }
            InstKind::LifetimeStart { ptr } => {
                let Some(id) = self.local(&mut state, *ptr) else { return Vec::new() };
                start_life(&mut state, id, *ptr);
                vec![state]
            }
            InstKind::LifetimeEnd { ptr } => {
                let Some(id) = self.local(&mut state, *ptr) else { return Vec::new() };
                end_life(&mut state, id, Life::OutOfScope);
                vec![state]
            }
            InstKind::Store { ty, ptr, value, .. } => self.store(state, *ptr, *ty, *value),
            InstKind::MemCopy { kind, dst, src, len } => {
                let (dst, src) = (self.eval(&mut state, *dst), self.eval(&mut state, *src));
                let len = self.eval(&mut state, *len);
                self.copy_block(state, *kind, &dst, &src, len)
            }
            InstKind::MemSet { dst, byte, len } => {
                let (dst, byte) = (self.eval(&mut state, *dst), self.eval(&mut state, *byte));
                let len = self.eval(&mut state, *len);
                self.set_block(state, &dst, &byte, len)
            }
            InstKind::Assume { cond } => {
                let cond = self.eval(&mut state, *cond);
                let mut on = Vec::new();
                for (mut state, truth) in self.as_bit(state, &cond) {
                    if truth {
                        on.push(state);
                    } else if self.leaks {
                        self.collect(&mut state, &[], live);
                    }
                }
                on
            }
            InstKind::Require { cond, what } => {
                let cond = self.eval(&mut state, *cond);
                let mut on = Vec::new();
                for (state, truth) in self.as_bit(state, &cond) {
                    if truth {
                        on.push(state);
                    } else {
                        self.bug(BugKind::of_requirement(*what), "a requirement may be broken");
                    }
                }
                on
            }
            InstKind::VaStart { .. } => {
                self.unsupported("variable arguments");
                Vec::new()
            }
            InstKind::Unsupported(unsupported) => {
                self.unsupported(unsupported.what.clone());
                Vec::new()
            }
            InstKind::Bind { .. } | InstKind::Unbind { .. } => vec![state],
            ir::insts!(words)
            | ir::insts!(floats)
            | ir::insts!(choices)
            | InstKind::Alloca { .. }
            | InstKind::StackSave
            | InstKind::Load { .. }
            | InstKind::Call(_) => panic!("invariant: they define registers"),
        }
    }

    /// The variable whose scope begins or ends, by its start. A state that has forgotten which one it is would keep what others
    /// know of it.
    fn local(&mut self, state: &mut State, ptr: Operand) -> Option<ObjectId> {
        if let Value::Pointer { object, offset } = self.eval(state, ptr)
            && offset.as_constant() == Some(0)
            && state.object(object).is_some_and(|object| object.storage == Storage::Stack)
        {
            return Some(object);
        }
        self.unsupported("scope of a variable that is not known");
        None
    }

    /// Is there no way to write down what fits such a word? Then there is none to see what does not.
    pub(super) fn is_too_wide(&mut self, width: u16) -> bool {
        let too_wide = width > 1 && range(width, Reading::Signed).is_none();
        if too_wide {
            self.unsupported(format!("arithmetic on integers of {width} bits"));
        }
        too_wide
    }

    fn binary(&mut self, state: State, op: BinOp, width: u16, nsw: bool, a: Value, b: Value) -> Results {
        if self.is_too_wide(width) {
            return Vec::new();
        }
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul if width == 1 => {
                let op = if op == BinOp::Mul { BinOp::And } else { BinOp::Xor };
                self.bitwise(state, op, 1, a, b)
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul => self.sum(state, op, width, nsw, a, b),
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr
                if width == 1 =>
            {
                self.unsupported("division or shift of a single bit");
                Vec::new()
            }
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => self.divide(state, op, width, a, b),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shift(state, op, width, nsw, a, b),
            BinOp::And | BinOp::Or | BinOp::Xor => self.bitwise(state, op, width, a, b),
        }
    }

    fn overflows(&mut self, state: State, op: OverflowOp, signed: bool, width: u16, a: Value, b: Value) -> Results {
        if self.is_too_wide(width) {
            return Vec::new();
        }
        let reading = if signed { Reading::Signed } else { Reading::Unsigned };
        let mut results = Vec::new();
        let read = |machine: &mut Self, state, value| {
            if signed { machine.as_signed(state, value, width) } else { machine.as_unsigned(state, value, width) }
        };
        for (state, a) in read(self, state, a) {
            for (mut state, b) in read(self, state, b.clone()) {
                let exact = match op {
                    OverflowOp::Add => a.add(&b),
                    OverflowOp::Sub => a.sub(&b),
                    OverflowOp::Mul => match (a.as_constant(), b.as_constant()) {
                        (_, Some(factor)) => a.scale(factor),
                        (Some(factor), None) => b.scale(factor),
                        (None, None) => None,
                    },
                };
                let (Some(exact), Some((least, most))) = (exact, range(width, reading)) else {
                    let value = self.indeterminate(&mut state, Type::BOOL);
                    results.push((state, value));
                    continue;
                };
                let (least, most) = (Linear::constant(least), Linear::constant(most));
                for fact in [Fact::lt(&exact, &least), Fact::gt(&exact, &most)] {
                    results.extend(self.assumed(state.clone(), fact).map(|state| (state, Value::known(true))));
                }
                let fits = self.assumed(state, Fact::ge(&exact, &least));
                let fits = fits.and_then(|state| self.assumed(state, Fact::le(&exact, &most)));
                results.extend(fits.map(|state| (state, Value::known(false))));
            }
        }
        results
    }

    fn offset(&mut self, mut state: State, base: Operand, terms: Vec<(Operand, i64)>, constant: i64) -> Results {
        let base = self.eval(&mut state, base);
        let width = self.pointer_width();
        let mut sums = vec![(state, Some(Linear::constant(i128::from(constant))))];
        for (value, scale) in terms {
            let mut next = Vec::new();
            for (mut state, sum) in sums {
                let value = self.eval(&mut state, value);
                for (state, number) in self.as_signed(state, value, width) {
                    let scaled = number.scale(i128::from(scale));
                    let sum = sum.as_ref().and_then(|sum| sum.add(&scaled?));
                    next.push((state, sum));
                }
            }
            sums = next;
        }
        let mut results = Vec::new();
        for (mut state, sum) in sums {
            match (&base, sum) {
                (Value::Pointer { object, offset }, Some(sum)) => {
                    let offset = offset.add(&sum).unwrap_or_else(|| state.fresh());
                    let value = Value::Pointer { object: *object, offset };
                    results.push((state, value));
                }
                (Value::Pointer { object, .. }, None) => {
                    let value = Value::Pointer { object: *object, offset: state.fresh() };
                    results.push((state, value));
                }
                (Value::Number { form, reading }, Some(sum)) => {
                    let exact = form.add(&sum).filter(|_| *reading != Reading::Mathematical);
                    results.extend(self.wrapped(state, exact, width, Reading::Unsigned));
                }
                (Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Last { .. } | Value::Any, _) => {
                    let value = state.unknown(width, Reading::Unsigned);
                    results.push((state, value));
                }
            }
        }
        results
    }

    fn input(&mut self, state: &mut State, ty: Type, kind: NondetKind) -> Value {
        let Type::Int(width) = ty else { return self.indeterminate(state, ty) };
        if width == 1 || range(width, Reading::Signed).is_none() {
            return self.indeterminate(state, ty);
        }
        let reading = match kind {
            NondetKind::Unsigned | NondetKind::Bool => Reading::Unsigned,
            NondetKind::Signed
            | NondetKind::Char
            | NondetKind::Pointer
            | NondetKind::Float
            | NondetKind::StdinByte
            | NondetKind::Outside => Reading::Signed,
        };
        let value = state.unknown(width, reading);
        let between = match kind {
            NondetKind::Bool => Some((0, 1)),
            NondetKind::StdinByte => Some((-1, 255)),
            NondetKind::Signed
            | NondetKind::Unsigned
            | NondetKind::Char
            | NondetKind::Pointer
            | NondetKind::Float
            | NondetKind::Outside => None,
        };
        if let (Value::Number { form, .. }, Some((least, most))) = (&value, between) {
            state.learn(Fact::ge(form, &Linear::constant(least)));
            state.learn(Fact::le(form, &Linear::constant(most)));
        }
        value
    }

    fn alloca(&mut self, mut state: State, size: Operand, dynamic: bool) -> Results {
        let size = self.eval(&mut state, size);
        let mut results = Vec::new();
        let largest = i128::from(self.module.data_model.max_object_size());
        for (state, size) in self.as_unsigned(state, size, self.pointer_width()) {
            // No stack has a place for more (assumption 12): such runs end here. That all do is nothing to build a proof on.
            let Some(mut state) = self.assumed(state, Fact::le(&size, &Linear::constant(largest))) else {
                self.unsupported("stack object that is larger than any can be");
                continue;
            };
            let size = state.knowledge.reduce(&size);
            let value = self.new_object(&mut state, Storage::Stack, size, dynamic, Vec::new());
            results.push((state, value));
        }
        results
    }

    pub(super) fn new_object(
        &mut self,
        state: &mut State,
        storage: Storage,
        size: Linear,
        dynamic: bool,
        fills: Vec<Content>,
    ) -> Value {
        let fill = |content| Fill { from: Linear::constant(0), to: size.clone(), content };
        let fills = fills.into_iter().map(fill).collect();
        let (life, cells) = (Life::Live, Vec::new());
        let object =
            state.add_object(Object { storage, life, size, dynamic, held: false, cells, fills, structure: None });
        Value::Pointer { object, offset: Linear::constant(0) }
    }

    fn call(&mut self, mut state: State, call: &Call) -> Step {
        let func = match call.callee {
            Callee::Direct(func) => func,
            Callee::Indirect(target) => match self.eval(&mut state, target) {
                Value::Function(func) => {
                    let signature = &self.module.funcs[func].signature;
                    if !call.signature.may_reach(signature) || call.args.len() < signature.params.len() {
                        self.bug(BugKind::InvalidCall, "a function is called with another type than it has");
                        return Step::On(Vec::new());
                    }
                    func
                }
                Value::Number { .. } | Value::Pointer { .. } | Value::Truth(_) | Value::Last { .. } | Value::Any => {
                    self.bug(BugKind::InvalidCall, "a call goes through a pointer to no known function");
                    return Step::On(Vec::new());
                }
            },
        };
        let function = &self.module.funcs[func];
        if self.prepared.is_error_function(func) {
            self.bug(BugKind::ErrorCall, format!("`{}` may be called", function.name));
        }
        match function.body {
            FuncBody::Defined if function.model && function.name == "printf" => self.print(state, call, 0),
            FuncBody::Defined if function.model && function.name == "fprintf" => self.print_to(state, call),
            FuncBody::Defined if function.model && function.name == "snprintf" => self.print_into_bounded(state, call),
            FuncBody::Defined if function.model && function.name == "sprintf" => self.print_into(state, call),
            FuncBody::Defined if function.signature.variadic => {
                self.unsupported(format!("call of `{}`, which takes variable arguments", function.name));
                Step::On(Vec::new())
            }
            FuncBody::Defined => Step::Enter(state, func),
            FuncBody::Builtin(builtin) => self.call_builtin(state, builtin, func, call),
            FuncBody::External => {
                self.unsupported(format!("call of `{}`, which has no body", function.name));
                Step::On(Vec::new())
            }
        }
    }

    /// Sums of an address and a number, and differences of addresses in one object.
    pub(super) fn pointer_sum(
        &mut self,
        state: &mut State,
        op: BinOp,
        width: u16,
        a: &Value,
        b: &Value,
    ) -> Option<Value> {
        if width != self.pointer_width() {
            return None;
        }
        match (op, a, b) {
            (BinOp::Sub, Value::Pointer { object, offset }, Value::Pointer { object: other, offset: there })
                if object == other =>
            {
                // No object is so large that a difference of places in it would not fit.
                let form = offset.sub(there)?;
                let known = state.object(*object)?.size.clone();
                let inside = [offset, there]
                    .into_iter()
                    .all(|place| self.at_least(state, place, 0) && self.implies(state, Fact::le(place, &known)));
                inside.then_some(Value::Number { form, reading: Reading::Signed })
            }
            (BinOp::Add, Value::Pointer { object, offset }, Value::Number { form, reading: Reading::Signed })
            | (BinOp::Add, Value::Number { form, reading: Reading::Signed }, Value::Pointer { object, offset }) => {
                Some(Value::Pointer { object: *object, offset: offset.add(form)? })
            }
            (BinOp::Sub, Value::Pointer { object, offset }, Value::Number { form, reading: Reading::Signed }) => {
                Some(Value::Pointer { object: *object, offset: offset.sub(form)? })
            }
            // Any other operands are no place in an object and a distance.
            _ => None,
        }
    }
}

/// The scope of a variable begins. If it has ended before, that is another object, to which the register leads from now on:
/// pointers from the time before still dangle.
fn start_life(state: &mut State, id: ObjectId, ptr: Operand) {
    let Some(object) = state.object_mut(id) else { return };
    if object.life == Life::Live {
        object.cells.clear();
        object.fills.clear();
        object.structure = None;
        return;
    }
    let again = Object { life: Life::Live, cells: Vec::new(), fills: Vec::new(), structure: None, ..object.clone() };
    if let Operand::Reg(reg) = ptr {
        let object = state.add_object(again);
        state.set_register(reg, Value::Pointer { object, offset: Linear::constant(0) });
    }
}

/// Pointers to it dangle.
pub(super) fn end_life(state: &mut State, id: ObjectId, life: Life) {
    if let Some(object) = state.object_mut(id) {
        object.life = life;
        object.cells.clear();
        object.fills.clear();
        object.structure = None;
    }
}
