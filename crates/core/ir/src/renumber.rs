//! Moving functions from one module to another.
//!
//! A function names constants, places, C types and other functions by ids of its own module. Whoever takes it over makes
//! a [`Renumbering`] of all these ids and applies it. Matches are exhaustive and without `..` over fields, so that an id in
//! a new field cannot be forgotten.

use crate::block::Block;
use crate::constant::Const;
use crate::ctype::{CType, Field, Record};
use crate::ids::{ConstId, FuncId, GlobalId, IdVec, LocId, TypeId};
use crate::inst::{Arg, Call, Callee, Inst, InstKind, OffsetTerm, Operand, Target, TermKind, Terminator, Unsupported};
use crate::module::{Function, RegInfo, Var};

/// For each id of the old module, the id of the same thing in the new one.
#[derive(Clone, Debug, Default)]
pub struct Renumbering {
    pub consts: IdVec<ConstId, ConstId>,
    pub locs: IdVec<LocId, LocId>,
    pub types: IdVec<TypeId, TypeId>,
    pub funcs: IdVec<FuncId, FuncId>,
    pub globals: IdVec<GlobalId, GlobalId>,
}

impl Renumbering {
    pub fn constant(&self, constant: Const) -> Const {
        match constant {
            Const::Global { id, offset } => Const::Global { id: self.globals[id], offset },
            Const::Func(id) => Const::Func(self.funcs[id]),
            Const::Block { func, block } => Const::Block { func: self.funcs[func], block },
            Const::Int { .. } | Const::Null | Const::Float { .. } => constant,
        }
    }

    pub fn c_type(&self, ty: &mut CType) {
        match ty {
            CType::Pointer { to: of }
            | CType::Array { of, count: _ }
            | CType::Typedef { name: _, of }
            | CType::Qualified { qualifier: _, of } => self.ty(of),
            CType::Function { ret, params, variadic: _ } => {
                self.ty(ret);
                params.iter_mut().for_each(|param| self.ty(param));
            }
            CType::Record(record) => self.record(record),
            CType::Void
            | CType::Base { name: _, size: _, encoding: _ }
            | CType::Enum { name: _, size: _, constants: _ } => {}
        }
    }

    fn record(&self, record: &mut Record) {
        let Record { kind: _, name: _, size: _, fields } = record;
        for Field { name: _, offset_bits: _, size_bits: _, bit_field: _, ty } in fields {
            self.ty(ty);
        }
    }

    pub fn function(&self, func: &mut Function) {
        let Function {
            name: _,
            signature: _,
            params: _,
            body: _,
            regs,
            vars,
            blocks,
            ty,
            loc,
            model: _,
            assumed: _,
            struct_return: _,
        } = func;
        for RegInfo { ty: _, name: _, of } in regs.iter_mut() {
            self.optional(of);
        }
        for Var { name: _, ty, loc } in vars.iter_mut() {
            self.optional(ty);
            self.loc(loc);
        }
        for Block { params: _, insts, term } in blocks.iter_mut() {
            insts.iter_mut().for_each(|inst| self.inst(inst));
            self.terminator(term);
        }
        self.optional(ty);
        self.loc(loc);
    }

    fn ty(&self, ty: &mut TypeId) {
        *ty = self.types[*ty];
    }

    fn optional(&self, ty: &mut Option<TypeId>) {
        if let Some(ty) = ty {
            self.ty(ty);
        }
    }

    fn loc(&self, loc: &mut LocId) {
        *loc = self.locs[*loc];
    }

    #[inline]
    fn operand(&self, operand: &mut Operand) {
        match operand {
            Operand::Reg(_) => {}
            Operand::Const(id) => *id = self.consts[*id],
        }
    }

    fn inst(&self, inst: &mut Inst) {
        let Inst { dst: _, loc, kind } = inst;
        self.loc(loc);
        match kind {
            InstKind::Binary { op: _, ty: _, a, b, nsw: _ }
            | InstKind::Overflows { op: _, signed: _, ty: _, a, b }
            | InstKind::Compare { pred: _, ty: _, a, b }
            | InstKind::FloatBinary { op: _, ty: _, a, b }
            | InstKind::FloatCompare { pred: _, ty: _, a, b } => {
                self.operand(a);
                self.operand(b);
            }
            InstKind::Bits { op: _, ty: _, a, nonzero: _ }
            | InstKind::FloatUnary { op: _, ty: _, a }
            | InstKind::FloatClass { mask: _, ty: _, a }
            | InstKind::Cast { op: _, from: _, to: _, a } => self.operand(a),
            InstKind::Select { ty: _, cond, a, b } => {
                self.operand(cond);
                self.operand(a);
                self.operand(b);
            }
            InstKind::Offset { base, terms, constant: _, of } => {
                self.operand(base);
                for OffsetTerm { value, scale: _ } in terms {
                    self.operand(value);
                }
                self.optional(of);
            }
            InstKind::Alloca { size, align: _, dynamic: _, name: _, of } => {
                self.operand(size);
                self.optional(of);
            }
            InstKind::Load { ty: _, ptr, align: _, of } => {
                self.operand(ptr);
                self.optional(of);
            }
            InstKind::Store { ty: _, ptr, value, align: _, of } => {
                self.operand(ptr);
                self.operand(value);
                self.optional(of);
            }
            InstKind::MemCopy { kind: _, dst: a, src: b, len: c } | InstKind::MemSet { dst: a, byte: b, len: c } => {
                self.operand(a);
                self.operand(b);
                self.operand(c);
            }
            InstKind::Call(call) => self.call(call),
            InstKind::StackRestore { mark: value }
            | InstKind::LifetimeStart { ptr: value }
            | InstKind::LifetimeEnd { ptr: value }
            | InstKind::Assume { cond: value }
            | InstKind::Require { cond: value, what: _ }
            | InstKind::VaStart { list: value }
            | InstKind::Bind { var: _, value } => self.operand(value),
            InstKind::Unsupported(unsupported) => {
                let Unsupported { what: _, args, rets: _ } = &mut **unsupported;
                args.iter_mut().for_each(|arg| self.operand(arg));
            }
            InstKind::StackSave
            | InstKind::Nondet { ty: _, kind: _ }
            | InstKind::Undef { ty: _ }
            | InstKind::Unbind { var: _ } => {}
        }
    }

    fn call(&self, call: &mut Call) {
        let Call { rets: _, callee, args, signature: _ } = call;
        match callee {
            Callee::Direct(id) => *id = self.funcs[*id],
            Callee::Indirect(target) => self.operand(target),
        }
        for Arg { value, by_value: _ } in args {
            self.operand(value);
        }
    }

    fn terminator(&self, term: &mut Terminator) {
        let Terminator { loc, kind } = term;
        self.loc(loc);
        match kind {
            TermKind::Jump(target) => self.target(target),
            TermKind::Branch { cond, then, otherwise } => {
                self.operand(cond);
                self.target(then);
                self.target(otherwise);
            }
            TermKind::Switch { ty: _, value, cases, default } => {
                self.operand(value);
                cases.iter_mut().for_each(|(_, target)| self.target(target));
                self.target(default);
            }
            TermKind::IndirectJump { addr, targets } => {
                self.operand(addr);
                targets.iter_mut().for_each(|target| self.target(target));
            }
            TermKind::Return(values) => values.iter_mut().for_each(|value| self.operand(value)),
            TermKind::Exit { kind: _, status } => self.operand(status),
            TermKind::Unreachable | TermKind::Unsupported { what: _ } => {}
        }
    }

    fn target(&self, target: &mut Target) {
        let Target { block: _, args } = target;
        args.iter_mut().for_each(|arg| self.operand(arg));
    }
}
