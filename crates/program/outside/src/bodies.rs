//! Bodies for functions that have none.
//!
//! Guarantees: what a body does is what [`ir::Assumed`] or the summary says, no more; an effect that no IR says is an
//! `Unsupported` node that names it. The module satisfies `ir::verify` if it did before.

use ir::{
    Arg, Assumed, BlockId, Builtin, Call, Callee, Const, ExitKind, FuncBody, FuncId, Function, Id, InitPiece, Inst,
    InstKind, LocId, Module, NondetKind, Operand, Places, RegId, Signature, Target, TermKind, Terminator, Type,
    Unsupported,
};

use crate::assembly::call_assembly;
use crate::summaries::{Effect, Given, Size, Summaries};

/// What functions without a body, and without a summary, are taken to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externs {
    /// Nothing is known of them.
    #[default]
    Unknown,
    /// They return anything and change nothing.
    Pure,
    /// They also write anything to memory that their arguments lead to.
    Havoc,
}

/// Gives bodies to the functions without one that a summary speaks of, or `externs` does; with the latter, variables
/// that are defined elsewhere hold anything when the program starts, and inline assembly writes anything to memory that its
/// operands lead to.
pub fn supply(module: &mut Module, externs: Externs, summaries: &Summaries) {
    let assumed = match externs {
        Externs::Unknown => None,
        Externs::Pure => Some(Assumed::Pure),
        Externs::Havoc => Some(Assumed::Havoc),
    };
    let assembly = if assumed.is_some() { call_assembly(module) } else { Vec::new() };
    let functions: Vec<FuncId> = module.funcs.ids().filter(|id| module.funcs[*id].body == FuncBody::External).collect();
    let calls = Calls::of(module);
    for id in functions {
        match (summaries.get(&module.funcs[id].name), assumed) {
            (Some(effects), _) => Body::new(module, id, Assumed::Summary).of_summary(effects),
            (None, Some(_)) if assembly.contains(&id) => Body::new(module, id, Assumed::Havoc).of_policy(&calls),
            (None, Some(assumed)) => Body::new(module, id, assumed).of_policy(&calls),
            (None, None) => {}
        }
    }
    if assumed.is_some() {
        for global in module.globals.iter_mut().filter(|global| global.init.is_none() && global.size > 0) {
            global.init = Some(vec![InitPiece::Outside(global.size)]);
        }
    }
}

/// What the program's calls tell of the functions that they call.
struct Calls {
    /// Calls, and those that are followed by what the compiler calls unreachable.
    counts: Vec<(u32, u32)>,
    /// Pointers that stand for a copy, which the compiler makes: the caller's object is not the callee's to write to.
    by_value: Vec<(FuncId, usize)>,
    /// Functions that may also be called through a pointer.
    addressed: Vec<FuncId>,
}

impl Calls {
    fn of(module: &Module) -> Calls {
        let mut calls =
            Calls { counts: vec![(0, 0); module.funcs.len()], by_value: Vec::new(), addressed: addressed(module) };
        for block in module.funcs.iter().flat_map(|func| func.blocks.iter()) {
            let last = block.insts.len().saturating_sub(1);
            for (index, inst) in block.insts.iter().enumerate() {
                if let Some(call) = inst.kind.as_call()
                    && let Callee::Direct(callee) = call.callee
                {
                    let (all, last_words) = &mut calls.counts[callee.index()];
                    *all += 1;
                    *last_words += u32::from(index == last && matches!(block.term.kind, TermKind::Unreachable));
                    let copies = call.args.iter().enumerate().filter(|(_, arg)| arg.by_value.is_some());
                    calls.by_value.extend(copies.map(|(at, _)| (callee, at)));
                }
            }
        }
        calls
    }

    /// Is every call followed by what the compiler calls unreachable? A run in which it returns has no meaning then.
    fn never_returns(&self, id: FuncId) -> bool {
        let (all, last_words) = self.counts[id.index()];
        all > 0 && all == last_words && !self.addressed.contains(&id)
    }
}

fn addressed(module: &Module) -> Vec<FuncId> {
    let mut found = Vec::new();
    let mut look = |constant: Const| {
        if let Const::Func(id) = constant {
            found.push(id);
        }
    };
    module.consts.iter().for_each(|constant| look(*constant));
    for piece in module.globals.iter().flat_map(|global| global.init.iter().flatten()) {
        match *piece {
            InitPiece::Address { value, .. } => look(value),
            InitPiece::Difference { plus, minus, .. } => [plus, minus].into_iter().for_each(&mut look),
            InitPiece::Zero(_)
            | InitPiece::Bytes(_)
            | InitPiece::Undef(_)
            | InitPiece::Outside(_)
            | InitPiece::Unsupported { .. } => {}
        }
    }
    found
}

/// A body under construction.
struct Body<'m> {
    module: &'m mut Module,
    id: FuncId,
    loc: LocId,
    /// Where the next instruction goes.
    block: BlockId,
}

impl<'m> Body<'m> {
    fn new(module: &'m mut Module, id: FuncId, assumed: Assumed) -> Self {
        let func = &mut module.funcs[id];
        func.body = FuncBody::Defined;
        func.model = true;
        func.assumed = Some(assumed);
        let types = func.signature.params.clone();
        func.params = types.into_iter().map(|ty| func.new_reg(ty)).collect();
        let loc = Places::nowhere();
        let term = Terminator { loc, kind: TermKind::Unreachable };
        let block = func.blocks.push(ir::Block { params: Vec::new(), insts: Vec::new(), term });
        Body { module, id, loc, block }
    }

    fn func(&mut self) -> &mut Function {
        &mut self.module.funcs[self.id]
    }

    fn of_policy(mut self, calls: &Calls) {
        if calls.never_returns(self.id) {
            return self.stop();
        }
        self.return_struct();
        if self.func().assumed == Some(Assumed::Havoc) {
            if self.func().signature.variadic {
                let name = self.func().name.clone();
                self.unsupported_as(format!("`{name}`, which has no body and may write through variable arguments"));
            }
            for (index, param) in self.func().params.clone().into_iter().enumerate() {
                if !calls.by_value.contains(&(self.id, index)) {
                    self.havoc(param, u64::MAX);
                }
            }
        }
        let given = self.any_results();
        self.end(TermKind::Return(given));
    }

    fn of_summary(mut self, effects: &[Effect]) {
        self.return_struct();
        let mut given: Vec<Given> = Vec::new();
        for effect in effects {
            match *effect {
                Effect::Returns(one) => given.push(one),
                Effect::Reads(_) => {}
                Effect::Writes(index) => {
                    if let Some(pointer) = self.pointer(index) {
                        self.havoc(pointer, u64::MAX);
                    }
                }
                Effect::Frees(index) => {
                    if let Some(pointer) = self.pointer(index) {
                        self.call(Builtin::Free, &[Operand::Reg(pointer)]);
                    }
                }
                Effect::Copies { .. } => self.unsupported("`copies`, whose extent is not known"),
                Effect::Stores { .. } => self.unsupported("`stores`, whose place is not known"),
                Effect::Keeps(_) => self.unsupported("`keeps`"),
                Effect::Exits => return self.exit(ExitKind::Exit),
                Effect::Aborts => return self.exit(ExitKind::Abort),
            }
        }
        let [ty] = self.func().signature.rets[..] else {
            let given = self.any_results();
            return self.end(TermKind::Return(given));
        };
        // One of several: inputs decide.
        while given.len() > 1 {
            let one = given.pop().expect("invariant: there are two");
            let chosen = self.define(Type::BOOL, InstKind::Nondet { ty: Type::BOOL, kind: NondetKind::Bool });
            let (yes, no) = (self.new_block(), self.new_block());
            let target = |block| Target { block, args: Vec::new() };
            self.end_block(TermKind::Branch { cond: chosen, then: target(yes), otherwise: target(no) });
            self.block = yes;
            self.give(one, ty);
            self.block = no;
        }
        self.give(given.pop().unwrap_or(Given::Any), ty);
    }

    /// Returns what the summary says.
    fn give(&mut self, given: Given, ty: Type) {
        let value = match (given, ty) {
            (Given::Any | Given::External, _) => self.any(ty),
            (Given::Null, Type::Ptr) => self.constant(Const::Null),
            (Given::Argument(index), _) => match self.param(index) {
                Some(param) if self.func().regs[param].ty == ty => Operand::Reg(param),
                Some(_) | None => self.unsupported_value(ty, "an argument of another type than the result"),
            },
            (Given::New(Some(size)), Type::Ptr) => self.allocated(size),
            (Given::New(None), Type::Ptr) => {
                self.unsupported_value(ty, "a new object of unknown size (`returns fresh SIZE bytes` says which)")
            }
            (Given::Between(least, most), Type::Int(width)) => self.between(least, most, width),
            (Given::Within(_), _) => self.unsupported_value(ty, "`returns within`"),
            (Given::Null | Given::New(_) | Given::Between(..), _) => {
                self.unsupported_value(ty, "a result of another type than the function's")
            }
        };
        self.end_block(TermKind::Return(vec![value]));
    }

    /// The user's numbers are those of C: whether the result is signed shows in how large they are.
    fn between(&mut self, least: i64, most: i64, width: u16) -> Operand {
        let ty = Type::Int(width);
        let (least, most) = (i128::from(least), i128::from(most));
        let half = 1i128 << (width.min(100) - 1);
        let unsigned = least >= 0 && most >= half;
        let (from, to) = if unsigned { (0, 2 * half - 1) } else { (-half, half - 1) };
        if least > to || most < from || least > most {
            return self.unsupported_value(ty, "a result that the function's type does not have");
        }
        let (at_least, at_most) =
            if unsigned { (ir::Predicate::Uge, ir::Predicate::Ule) } else { (ir::Predicate::Sge, ir::Predicate::Sle) };
        let value = self.any(ty);
        for (pred, bound) in [(at_least, least.max(from)), (at_most, most.min(to))] {
            let bound = Operand::Const(self.module.consts.int(width, bound as u128));
            let cond = self.define(Type::BOOL, InstKind::Compare { pred, ty, a: value, b: bound });
            self.push(None, InstKind::Assume { cond });
        }
        value
    }

    fn allocated(&mut self, size: Size) -> Operand {
        let word = self.module.data_model.pointer_int();
        let argument = |body: &mut Self, index: usize| {
            let param = body.param(index)?;
            let from = body.func().regs[param].ty;
            let value = Operand::Reg(param);
            match (from, word) {
                (Type::Int(narrow), Type::Int(wide)) if narrow < wide => {
                    let kind = InstKind::Cast { op: ir::CastOp::ZExt, from, to: word, a: value };
                    Some(body.define(word, kind))
                }
                (Type::Int(_) | Type::Ptr | Type::Float(_), _) => (from == word).then_some(value),
            }
        };
        let (builtin, args) = match size {
            Size::Bytes(bytes) => {
                let Type::Int(width) = word else { panic!("sizes are integers") };
                if width < 64 && bytes >> width != 0 {
                    return self.unsupported_value(Type::Ptr, "a size that is more than all memory");
                }
                let bytes = Operand::Const(self.module.consts.int(width, u128::from(bytes)));
                (Builtin::Malloc, Some(vec![bytes]))
            }
            Size::Argument(index) => (Builtin::Malloc, argument(self, index).map(|size| vec![size])),
            Size::Product(a, b) => {
                let (a, b) = (argument(self, a), argument(self, b));
                (Builtin::Calloc, a.zip(b).map(|(a, b)| vec![a, b]))
            }
        };
        match args {
            Some(args) => {
                let address = self.call(builtin, &args).expect("invariant: an allocation gives an address");
                // `calloc` knows what to do when the product is too large; what the object holds is not said.
                if let (Builtin::Calloc, Operand::Reg(pointer)) = (builtin, address) {
                    self.havoc(pointer, u64::MAX);
                }
                address
            }
            None => self.unsupported_value(Type::Ptr, "a size that is no argument of the function"),
        }
    }

    /// The parameter of an argument; the place for a struct that is returned is none of those that the user counts.
    fn param(&mut self, index: usize) -> Option<RegId> {
        let first = usize::from(self.func().struct_return.is_some());
        self.func().params.get(first + index).copied()
    }

    /// A parameter that is a pointer; what else the summary names cannot be written to or freed.
    fn pointer(&mut self, index: usize) -> Option<RegId> {
        let param = self.param(index).filter(|param| self.func().regs[*param].ty == Type::Ptr);
        if param.is_none() {
            self.unsupported("an effect on an argument that is no pointer");
        }
        param
    }

    /// A struct that is returned in memory.
    fn return_struct(&mut self) {
        if let (Some(size), Some(&place)) = (self.func().struct_return, self.func().params.first()) {
            self.havoc(place, size);
        }
    }

    fn havoc(&mut self, pointer: RegId, bytes: u64) {
        if self.func().regs[pointer].ty == Type::Ptr {
            let Type::Int(width) = self.module.data_model.pointer_int() else { panic!("sizes are integers") };
            let bytes = Operand::Const(self.module.consts.int(width, u128::from(bytes)));
            self.call(Builtin::Havoc, &[Operand::Reg(pointer), bytes]);
        }
    }

    fn any(&mut self, ty: Type) -> Operand {
        self.define(ty, InstKind::Nondet { ty, kind: NondetKind::Outside })
    }

    fn any_results(&mut self) -> Vec<Operand> {
        let types = self.func().signature.rets.clone();
        types.into_iter().map(|ty| self.any(ty)).collect()
    }

    /// The run ends here, and nothing is said about how.
    fn stop(mut self) {
        let never = Operand::Const(self.module.consts.int(1, 0));
        self.push(None, InstKind::Assume { cond: never });
    }

    fn exit(self, kind: ExitKind) {
        let status = Operand::Const(self.module.consts.int(32, 1));
        self.end(TermKind::Exit { kind, status });
    }

    fn unsupported(&mut self, what: &str) {
        let what = self.words(what);
        self.unsupported_as(what);
    }

    fn unsupported_as(&mut self, what: String) {
        let kind = InstKind::Unsupported(Box::new(Unsupported { what, args: Vec::new(), rets: Vec::new() }));
        self.push(None, kind);
    }

    fn unsupported_value(&mut self, ty: Type, what: &str) -> Operand {
        let what = self.words(what);
        let ret = self.func().new_reg(ty);
        self.push(None, InstKind::Unsupported(Box::new(Unsupported { what, args: Vec::new(), rets: vec![ret] })));
        Operand::Reg(ret)
    }

    fn words(&mut self, what: &str) -> String {
        format!("the summary of `{}`: {what}", self.func().name)
    }

    fn constant(&mut self, constant: Const) -> Operand {
        Operand::Const(self.module.consts.intern(constant))
    }

    fn define(&mut self, ty: Type, kind: InstKind) -> Operand {
        let reg = self.func().new_reg(ty);
        self.push(Some(reg), kind);
        Operand::Reg(reg)
    }

    fn push(&mut self, dst: Option<RegId>, kind: InstKind) {
        let (block, loc) = (self.block, self.loc);
        self.func().blocks[block].insts.push(Inst { dst, loc, kind });
    }

    fn call(&mut self, builtin: Builtin, args: &[Operand]) -> Option<Operand> {
        let callee = self.builtin(builtin);
        let signature = self.module.funcs[callee].signature.clone();
        let rets: Vec<RegId> = signature.rets.iter().map(|ty| self.module.funcs[self.id].new_reg(*ty)).collect();
        let result = rets.first().map(|ret| Operand::Reg(*ret));
        let args = args.iter().map(|value| Arg { value: *value, by_value: None }).collect();
        self.push(None, InstKind::Call(Box::new(Call { rets, callee: Callee::Direct(callee), args, signature })));
        result
    }

    /// The builtin as a function of the module; a program that has its own function of that name has not this one.
    fn builtin(&mut self, builtin: Builtin) -> FuncId {
        let is_it = |func: &Function| func.body == FuncBody::Builtin(builtin);
        if let Some((id, _)) = self.module.funcs.iter_enumerated().find(|(_, func)| is_it(func)) {
            return id;
        }
        let taken = |name: &str| self.module.func_named(name).is_some();
        let mut name = builtin.name().to_string();
        while taken(&name) {
            name.push('\'');
        }
        let signature: Signature = builtin.signature(self.module.data_model);
        self.module.funcs.push(Function {
            name,
            signature,
            params: Vec::new(),
            body: FuncBody::Builtin(builtin),
            regs: ir::IdVec::new(),
            vars: ir::IdVec::new(),
            blocks: ir::IdVec::new(),
            ty: None,
            loc: Places::nowhere(),
            model: false,
            assumed: None,
            struct_return: None,
        })
    }

    fn new_block(&mut self) -> BlockId {
        let term = Terminator { loc: self.loc, kind: TermKind::Unreachable };
        self.func().blocks.push(ir::Block { params: Vec::new(), insts: Vec::new(), term })
    }

    fn end_block(&mut self, kind: TermKind) {
        let (block, loc) = (self.block, self.loc);
        self.func().blocks[block].term = Terminator { loc, kind };
    }

    fn end(mut self, kind: TermKind) {
        self.end_block(kind);
    }
}
