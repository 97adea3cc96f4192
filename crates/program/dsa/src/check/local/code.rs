//! The instructions of one function.

use engine::CodePlace;
use ir::{BinOp, BlockId, FuncId, Inst, InstKind, LocId, OffsetTerm, Operand, RegId, TermKind, Terminator, insts};
use rustc_hash::FxHashSet;

use super::super::failure::Failure;
use super::super::numbers::is_number_of;
use super::lost;
use super::targets::Contexts;
use super::values::{Value, Values, keeps_bytes, leads};
use crate::graph::{Cell, Flags, NodeId, Site};
use crate::result::PointsTo;

/// A function whose instructions are checked one after the other.
pub struct Code<'a, 'm> {
    pub points_to: &'a PointsTo<'m>,
    pub contexts: &'a Contexts,
    pub values: Values<'a, 'm>,
    pub func: FuncId,
    /// Of the instruction.
    at: LocId,
    /// Does it call functions outside of the program?
    pub leaves: bool,
    /// Nodes that are handed to the unknown.
    pub escaped: FxHashSet<NodeId>,
    failures: Vec<Failure>,
}

impl<'a, 'm> Code<'a, 'm> {
    pub fn new(points_to: &'a PointsTo<'m>, contexts: &'a Contexts, func: FuncId) -> Code<'a, 'm> {
        let values = lost::values(points_to, func);
        let at = points_to.module().funcs[func].loc;
        Code {
            points_to,
            contexts,
            values,
            func,
            at,
            leaves: false,
            escaped: FxHashSet::default(),
            failures: Vec::new(),
        }
    }

    pub fn check(mut self) -> Vec<Failure> {
        for (block, code) in self.values.function.blocks.iter_enumerated() {
            for (index, inst) in code.insts.iter().enumerate() {
                self.at = inst.loc;
                self.inst(block, index, inst);
            }
            self.at = code.term.loc;
            self.terminator(&code.term);
        }
        self.outside();
        self.failures
    }

    pub fn fail(&mut self, what: impl Into<String>) {
        self.failures.push(Failure { func: Some(self.func), at: self.at, what: what.into() });
    }

    fn inst(&mut self, block: BlockId, index: usize, inst: &'m Inst) {
        let site = CodePlace { func: self.func, block, inst: index as u32 };
        match &inst.kind {
            InstKind::Binary { op, a, b, .. } => self.binary(inst, *op, *a, *b),
            InstKind::Bits { a, .. } => self.number(inst, &[*a]),
            InstKind::Cast { op, a, .. } if keeps_bytes(*op) => self.same(inst.dst, *a),
            InstKind::Cast { .. } => {}
            InstKind::Select { a, b, .. } => {
                self.same(inst.dst, *a);
                self.same(inst.dst, *b);
            }
            InstKind::Offset { base, terms, constant, .. } => self.offset(inst, *base, terms, *constant),
            InstKind::Alloca { .. } => self.born(inst.dst, site, Flags::STACK),
            InstKind::Load { ty, ptr, of, .. } => self.load(inst.dst, *ty, *ptr, *of),
            InstKind::Store { ty, ptr, value, of, .. } => self.store(*ty, *ptr, *value, *of),
            InstKind::MemCopy { dst, src, len, .. } => self.copy(*dst, *src, *len),
            InstKind::MemSet { dst, byte, len } => self.fill(*dst, *byte, *len),
            InstKind::Call(call) => self.call(site, call),
            InstKind::VaStart { list } => self.va_start(*list),
            InstKind::Unsupported(unsupported) => {
                unsupported.args.iter().for_each(|arg| self.escapes(*arg));
                unsupported.rets.iter().for_each(|ret| self.comes_from_outside(*ret));
            }
            insts!(floats)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Overflows { .. }
            | InstKind::Compare { .. } => {}
        }
    }

    fn terminator(&mut self, term: &Terminator) {
        if let TermKind::Return(values) = &term.kind {
            for (index, value) in values.iter().enumerate() {
                let result = self.points_to.result(self.func, index);
                match (self.values.value(*value), result) {
                    (Value::Number, _) => {}
                    (Value::Address(from), Some(to)) if leads(self.points_to, from, to) => {}
                    (Value::Address(_) | Value::Lost, _) => self.fail("the result is not what is returned"),
                }
            }
        }
        let function = self.values.function;
        term.for_each_target(|target| {
            for (param, arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                self.same(Some(*param), *arg);
            }
        });
    }

    /// The register holds what the operand does. Where it has no cell, it is lost.
    pub fn same(&mut self, dst: Option<RegId>, operand: Operand) {
        let Some(to) = dst.and_then(|dst| self.values.cell(dst)) else { return };
        match self.values.value(operand) {
            Value::Number => {}
            Value::Address(from) if leads(self.points_to, from, to) => {}
            Value::Address(from) => self.fail(format!("a value of {from:?} is in a register of {to:?}")),
            Value::Lost => self.fail(format!("an address that has no cell is in a register of {to:?}")),
        }
    }

    /// The register holds a number that is computed from the operands.
    fn number(&mut self, inst: &Inst, operands: &[Operand]) {
        let Some(to) = inst.dst.and_then(|dst| self.values.cell(dst)) else { return };
        for operand in operands {
            match self.values.value(*operand) {
                Value::Number => {}
                Value::Address(of) if is_number_of(self.points_to, to.node, of.node) => {}
                Value::Address(of) => self.fail(format!("{to:?} does not know that it is computed from {of:?}")),
                Value::Lost => self.fail(format!("{to:?} is computed from an address that has no cell")),
            }
        }
    }

    /// The register holds an address so many bytes further on.
    fn moved(&mut self, to: Cell, from: Cell, distance: i128) {
        // Addresses wrap around, and layouts do not: who goes far may come back to another byte when he does it again.
        let far = match self.points_to.module().data_model {
            ir::DataModel::Lp64 => 1 << 31,
            ir::DataModel::Ilp32 => 1 << 28,
        };
        let near = (-far..far).contains(&distance);
        let there = near && self.points_to.normal(from.plus(distance as i64)) == to;
        if !there && !is_number_of(self.points_to, to.node, from.node) {
            self.fail(format!("{to:?} is not {distance} bytes after {from:?}"));
        }
    }

    fn binary(&mut self, inst: &Inst, op: BinOp, a: Operand, b: Operand) {
        if op == BinOp::Sub && self.values.is_distance(a, b) {
            return;
        }
        match self.values.moved(inst) {
            Some((base, distance)) => {
                let to = inst.dst.and_then(|dst| self.values.cell(dst));
                match (self.values.value(base), to) {
                    (Value::Address(from), Some(to)) => self.moved(to, from, i128::from(distance)),
                    (Value::Lost, Some(_)) => self.number(inst, &[base]),
                    (Value::Number, _) | (_, None) => {}
                }
            }
            None => self.number(inst, &[a, b]),
        }
    }

    fn offset(&mut self, inst: &Inst, base: Operand, terms: &[OffsetTerm], constant: i64) {
        let Some(to) = inst.dst.and_then(|dst| self.values.cell(dst)) else { return };
        let from = match self.values.value(base) {
            Value::Address(from) => from,
            Value::Lost => return self.fail(format!("{to:?} is computed from an address that has no cell")),
            // What is added to the address of a label leads to a label.
            Value::Number if self.values.is_label(base) => return,
            // `(char *)0 + address`.
            Value::Number => {
                let values: Vec<Operand> = terms.iter().map(|term| term.value).collect();
                return self.number(inst, &values);
            }
        };
        let mut distance = i128::from(constant);
        for term in terms {
            match self.values.constant(term.value) {
                Some(value) => distance += i128::from(value) * i128::from(term.scale),
                None => self.index(from, term.scale),
            }
        }
        self.moved(to, from, distance);
    }

    /// Any multiple of the scale may be added to the address.
    fn index(&mut self, cell: Cell, scale: i64) {
        let modulus = self.points_to.node(cell.node).modulus;
        if !scale.unsigned_abs().is_multiple_of(modulus) {
            self.fail(format!("{cell:?} is no element of a sequence of {} bytes", scale.unsigned_abs()));
        }
    }

    /// A new object begins at the register's cell.
    pub fn born(&mut self, dst: Option<RegId>, site: CodePlace, flags: Flags) {
        // Nobody can use an object whose address is nowhere.
        let Some(cell) = dst.and_then(|dst| self.values.cell(dst)) else { return };
        let node = self.points_to.node(cell.node);
        let base = (Site::Inst(site), node.normal(cell.offset));
        if node.sites.binary_search(&base).is_err() || !self.points_to.flags(cell.node).contains(flags) {
            self.fail(format!("{cell:?} does not know that an object begins there"));
        }
    }
}
