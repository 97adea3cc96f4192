//! Instructions and terminators as terms.
//!
//! Reads what computes numbers from numbers. Memory, calls, inputs and floats are no business of a reading: whoever walks
//! the program handles them, and gives their results as words.

use ir::{BinOp, DataModel, Inst, InstKind, Operand, Requirement, Target, TermKind, Type, insts};
use smt::{Term, Terms};

use crate::reading::Reading;

/// What an instruction that computes means.
#[derive(Clone, Debug)]
pub struct Meaning<W> {
    /// Of the register that it defines.
    pub result: Option<W>,
    /// It has no meaning where one of these holds.
    pub undefined: Vec<(Cause, Term)>,
    /// Runs go on only where this holds.
    pub assumed: Option<Term>,
}

/// Why an instruction may have no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Of the operation itself: see [`Reading::undefined`].
    Operation(BinOp),
    /// The zeros of 0 are counted.
    BitScanOfZero,
    Broken(Requirement),
}

/// An instruction in a reading.
#[derive(Clone, Debug)]
pub enum Read<W> {
    Computes(Meaning<W>),
    /// Memory, a call, an input, a float: not read here.
    Elsewhere,
    /// The reading cannot express it, or an operand has no word.
    Inexpressible,
}

/// Reads one instruction; `operand` gives the words of its operands.
pub fn read<R: Reading>(
    reading: &mut R,
    model: DataModel,
    inst: &Inst,
    mut operand: impl FnMut(&mut R, Operand) -> Option<R::Word>,
) -> Read<R::Word> {
    if !computes(&inst.kind) {
        return Read::Elsewhere;
    }
    meaning(reading, model, inst, &mut operand).map_or(Read::Inexpressible, Read::Computes)
}

/// Does it compute a number, or a condition, from numbers?
fn computes(kind: &InstKind) -> bool {
    match kind {
        InstKind::Cast { from, to, .. } => !is_float(*from) && !is_float(*to),
        InstKind::Select { ty, .. } => !is_float(*ty),
        insts!(words) | insts!(conditions) | insts!(bindings) => true,
        insts!(floats)
        | insts!(accesses)
        | insts!(lifetimes)
        | insts!(choices)
        | InstKind::Alloca { .. }
        | InstKind::Call(_)
        | InstKind::Unsupported(_) => false,
    }
}

fn is_float(ty: Type) -> bool {
    match ty {
        Type::Float(_) => true,
        Type::Int(_) | Type::Ptr => false,
    }
}

/// `None` where the reading cannot express it.
fn meaning<R: Reading>(
    reading: &mut R,
    model: DataModel,
    inst: &Inst,
    operand: &mut impl FnMut(&mut R, Operand) -> Option<R::Word>,
) -> Option<Meaning<R::Word>> {
    let width = |ty: Type| u16::try_from(ty.bits(model)).ok();
    let mut meaning = Meaning { result: None, undefined: Vec::new(), assumed: None };
    match &inst.kind {
        InstKind::Binary { op, ty, a, b, nsw } => {
            let (width, a, b) = (width(*ty)?, operand(reading, *a)?, operand(reading, *b)?);
            let undefined = reading.undefined(*op, width, *nsw, a, b)?;
            meaning.undefined.push((Cause::Operation(*op), reading.truth(undefined)?));
            meaning.result = Some(reading.binary(*op, width, a, b)?);
        }
        InstKind::Overflows { op, signed, ty, a, b } => {
            let (width, a, b) = (width(*ty)?, operand(reading, *a)?, operand(reading, *b)?);
            meaning.result = Some(reading.overflows(*op, *signed, width, a, b)?);
        }
        InstKind::Bits { op, ty, a, nonzero } => {
            let (width, a) = (width(*ty)?, operand(reading, *a)?);
            if *nonzero {
                let zero = reading.constant(width, 0)?;
                let of_zero = reading.compare(ir::Predicate::Eq, width, a, zero)?;
                meaning.undefined.push((Cause::BitScanOfZero, reading.truth(of_zero)?));
            }
            meaning.result = Some(reading.bit_op(*op, width, a)?);
        }
        InstKind::Compare { pred, ty, a, b } => {
            let (width, a, b) = (width(*ty)?, operand(reading, *a)?, operand(reading, *b)?);
            meaning.result = Some(reading.compare(*pred, width, a, b)?);
        }
        InstKind::Cast { op, from, to, a } => {
            let (from, to, a) = (width(*from)?, width(*to)?, operand(reading, *a)?);
            meaning.result = Some(reading.cast(*op, from, to, a)?);
        }
        InstKind::Select { ty, cond, a, b } => {
            let (width, cond) = (width(*ty)?, operand(reading, *cond)?);
            let (a, b) = (operand(reading, *a)?, operand(reading, *b)?);
            meaning.result = Some(reading.select(width, cond, a, b)?);
        }
        InstKind::Offset { base, terms, constant, .. } => {
            let width = width(Type::Ptr)?;
            let number = |reading: &mut R, value: i64| reading.constant(width, i128::from(value) as u128);
            let mut sum = operand(reading, *base)?;
            for term in terms {
                let (value, scale) = (operand(reading, term.value)?, number(reading, term.scale)?);
                let scaled = reading.binary(BinOp::Mul, width, value, scale)?;
                sum = reading.binary(BinOp::Add, width, sum, scaled)?;
            }
            let constant = number(reading, *constant)?;
            meaning.result = Some(reading.binary(BinOp::Add, width, sum, constant)?);
        }
        InstKind::Assume { cond } => {
            let cond = operand(reading, *cond)?;
            meaning.assumed = Some(reading.truth(cond)?);
        }
        InstKind::Require { cond, what } => {
            let no = reading.constant(1, 0)?;
            let cond = operand(reading, *cond)?;
            let broken = reading.compare(ir::Predicate::Eq, 1, cond, no)?;
            meaning.undefined.push((Cause::Broken(*what), reading.truth(broken)?));
        }
        insts!(bindings) => {}
        insts!(floats)
        | insts!(accesses)
        | insts!(lifetimes)
        | insts!(choices)
        | InstKind::Alloca { .. }
        | InstKind::Call(_)
        | InstKind::Unsupported(_) => return None,
    }
    Some(meaning)
}

/// The ways out of a block that stay in the function, each with the formula under which it is taken; `None` if the reading
/// cannot express one.
pub fn edges<'k, R: Reading>(
    reading: &mut R,
    terms: &Terms,
    model: DataModel,
    kind: &'k TermKind,
    mut operand: impl FnMut(&mut R, Operand) -> Option<R::Word>,
) -> Option<Vec<(Term, &'k Target)>> {
    match kind {
        TermKind::Jump(target) => Some(vec![(terms.tt(), target)]),
        TermKind::Branch { cond, then, otherwise } => {
            let word = operand(reading, *cond)?;
            let cond = reading.truth(word)?;
            Some(vec![(cond, then), (terms.not(cond), otherwise)])
        }
        TermKind::Switch { ty, value, cases, default } => {
            let width = u16::try_from(ty.bits(model)).ok()?;
            let value = operand(reading, *value)?;
            let mut edges = Vec::with_capacity(cases.len() + 1);
            let mut none = terms.tt();
            for (case, target) in cases {
                let number = reading.constant(width, *case)?;
                let same = reading.compare(ir::Predicate::Eq, width, value, number)?;
                let same = reading.truth(same)?;
                edges.push((same, target));
                none = terms.and([none, terms.not(same)]);
            }
            edges.push((none, default));
            Some(edges)
        }
        // Which label an address is of, no number tells.
        TermKind::IndirectJump { .. } => None,
        TermKind::Return(_) | TermKind::Unreachable | TermKind::Exit { .. } | TermKind::Unsupported { .. } => {
            Some(Vec::new())
        }
    }
}
