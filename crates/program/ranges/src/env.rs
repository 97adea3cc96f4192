//! What is known of registers at one point of a function, and what conditions there add to it.
//!
//! In SSA form, `r = f(a)` holds wherever the definition of `r` dominates: between the last time that `r` was computed and any
//! such point, `a` was not computed again. So what is learned of `r` is learned of `a`, and holds in all blocks that the point
//! dominates.

use engine::Range;
use ir::{BinOp, CastOp, Const, Function, Id, InstKind, Module, Operand, OverflowOp, Predicate, RegId, Type, insts};

use crate::interval::{
    WIDEST, as_exact, exactly, full, meet, of_signed, of_unsigned, signed, signed_limits, unsigned, unsigned_limit,
};
use crate::refine::{compared, negation, without};
use crate::transfer;

/// How many definitions one condition is followed through.
const DEEPEST: u32 = 8;

pub struct Env<'a> {
    module: &'a Module,
    func: &'a Function,
    /// The instruction that defines a register, where it computes it from operands alone.
    definitions: Vec<Option<&'a InstKind>>,
    /// By register; meaningless where its definition does not dominate.
    now: Vec<Option<Range>>,
    /// What was narrowed, with what it was before.
    log: Vec<(RegId, Option<Range>)>,
}

/// The width of a type that has ranges.
pub fn width_of(ty: Type) -> Option<u16> {
    match ty {
        Type::Int(width) if width <= WIDEST => Some(width),
        Type::Int(_) | Type::Ptr | Type::Float(_) => None,
    }
}

impl<'a> Env<'a> {
    pub fn new(module: &'a Module, func: &'a Function) -> Self {
        let mut definitions = vec![None; func.regs.len()];
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            if let (insts!(words), Some(dst)) = (&inst.kind, inst.dst) {
                definitions[dst.index()] = Some(&inst.kind);
            }
        }
        Env { module, func, definitions, now: vec![None; func.regs.len()], log: Vec::new() }
    }

    pub fn width(&self, reg: RegId) -> Option<u16> {
        width_of(self.func.regs[reg].ty)
    }

    /// `None` for what has no ranges.
    pub fn operand(&self, operand: Operand) -> Option<Range> {
        match operand {
            Operand::Reg(reg) => self.width(reg).map(|width| self.reg(reg, width)),
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Int { width, value } if width <= WIDEST => Some(exactly(width, value as u64)),
                Const::Int { .. }
                | Const::Null
                | Const::Global { .. }
                | Const::Func(_)
                | Const::Block { .. }
                | Const::Float { .. } => None,
            },
        }
    }

    fn reg(&self, reg: RegId, width: u16) -> Range {
        self.now[reg.index()].unwrap_or_else(|| full(width))
    }

    pub fn define(&mut self, reg: RegId, range: Range) {
        self.now[reg.index()] = Some(range);
    }

    pub fn mark(&self) -> usize {
        self.log.len()
    }

    pub fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            let (reg, before) = self.log.pop().expect("invariant: longer than the mark");
            self.now[reg.index()] = before;
        }
    }

    /// What was narrowed since the mark, as it is now, in the order of registers.
    pub fn narrowed_since(&self, mark: usize) -> Vec<(RegId, Range)> {
        let mut regs: Vec<RegId> = self.log[mark..].iter().map(|(reg, _)| *reg).collect();
        regs.sort_unstable();
        regs.dedup();
        regs.into_iter().filter_map(|reg| self.now[reg.index()].map(|range| (reg, range))).collect()
    }

    /// The condition has this truth value. False if it cannot.
    pub fn assume(&mut self, cond: Operand, holds: bool) -> bool {
        self.restrict(cond, 1, exactly(1, u64::from(holds)), 0)
    }

    pub fn keep_within(&mut self, operand: Operand, width: u16, to: Range) -> bool {
        self.restrict(operand, width, to, 0)
    }

    /// The operand is any number but one.
    pub fn differs(&mut self, operand: Operand, width: u16, bits: u64) -> bool {
        let now = self.operand(operand).unwrap_or_else(|| full(width));
        without(width, now, bits).is_some_and(|to| self.restrict(operand, width, to, 0))
    }

    /// The exact result of the operation fits the type.
    pub fn fits(&mut self, op: OverflowOp, is_signed: bool, width: u16, a: Operand, b: Operand) -> bool {
        self.invert(op, is_signed, width, a, b, limits(is_signed, width), 0)
    }

    fn restrict(&mut self, operand: Operand, width: u16, to: Range, depth: u32) -> bool {
        let Some(now) = self.operand(operand) else { return true };
        let Some(narrowed) = meet(width, now, to) else { return false };
        let Operand::Reg(reg) = operand else { return true };
        if narrowed == now {
            return true;
        }
        self.log.push((reg, self.now[reg.index()]));
        self.now[reg.index()] = Some(narrowed);
        match self.definitions[reg.index()] {
            Some(kind) if depth < DEEPEST => self.explain(kind, width, narrowed, depth + 1),
            Some(_) | None => true,
        }
    }

    /// What the operands must be for the result to lie in the range.
    fn explain(&mut self, kind: &InstKind, width: u16, result: Range, depth: u32) -> bool {
        match *kind {
            InstKind::Compare { pred, ty, a, b } => match (width_of(ty), as_exact(result)) {
                (Some(width), Some(bit)) => {
                    self.compare(if bit == 1 { pred } else { negation(pred) }, width, a, b, depth)
                }
                (Some(_) | None, _) => true,
            },
            InstKind::Cast { op, from, a, .. } => {
                width_of(from).is_none_or(|from| self.explain_cast(op, from, width, a, result, depth))
            }
            InstKind::Binary { op, nsw, a, b, .. } => self.explain_binary(op, width, nsw, a, b, result, depth),
            InstKind::Overflows { op, signed, ty, a, b } => match (width_of(ty), as_exact(result)) {
                (Some(width), Some(0)) => self.invert(op, signed, width, a, b, limits(signed, width), depth),
                (Some(_) | None, _) => true,
            },
            InstKind::Bits { .. }
            | InstKind::Select { .. }
            | InstKind::Offset { .. }
            | insts!(floats)
            | insts!(accesses)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Alloca { .. }
            | InstKind::Call(_)
            | InstKind::Unsupported(_) => true,
        }
    }

    fn compare(&mut self, pred: Predicate, width: u16, a: Operand, b: Operand, depth: u32) -> bool {
        let (Some(x), Some(y)) = (self.operand(a), self.operand(b)) else { return true };
        compared(pred, width, x, y)
            .is_some_and(|(x, y)| self.restrict(a, width, x, depth) && self.restrict(b, width, y, depth))
    }

    fn explain_cast(&mut self, op: CastOp, from: u16, to: u16, a: Operand, result: Range, depth: u32) -> bool {
        let Some(now) = self.operand(a) else { return true };
        let operand = match op {
            CastOp::ZExt => of_unsigned(from, unsigned(result)),
            CastOp::SExt => of_signed(from, signed(result)),
            // Where nothing is cut off.
            CastOp::Trunc if unsigned(now).1 <= unsigned_limit(to) => of_unsigned(from, unsigned(result)),
            CastOp::Trunc if signed_limits(to).0 <= signed(now).0 && signed(now).1 <= signed_limits(to).1 => {
                of_signed(from, signed(result))
            }
            CastOp::Trunc
            | CastOp::Bitcast
            | CastOp::PtrToInt
            | CastOp::IntToPtr
            | CastOp::FloatToSigned
            | CastOp::FloatToUnsigned
            | CastOp::SignedToFloat
            | CastOp::UnsignedToFloat
            | CastOp::FloatToFloat => return true,
        };
        operand.is_some_and(|operand| self.restrict(a, from, operand, depth))
    }

    #[allow(clippy::too_many_arguments)]
    fn explain_binary(
        &mut self,
        op: BinOp,
        width: u16,
        nsw: bool,
        a: Operand,
        b: Operand,
        result: Range,
        depth: u32,
    ) -> bool {
        let exact = match op {
            BinOp::Add => OverflowOp::Add,
            BinOp::Sub => OverflowOp::Sub,
            BinOp::And | BinOp::Or | BinOp::Xor if width == 1 => return self.explain_logic(op, a, b, result, depth),
            BinOp::Mul
            | BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor => return true,
        };
        for (is_signed, bounds) in [(true, signed(result)), (false, unsigned(result))] {
            let (Some(x), Some(y)) = (self.operand(a), self.operand(b)) else { return true };
            let inside = nsw && is_signed || transfer::overflows(exact, is_signed, width, x, y) == Some(false);
            if inside && !self.invert(exact, is_signed, width, a, b, bounds, depth) {
                return false;
            }
        }
        true
    }

    /// The exact result lies within the bounds; says nothing about products.
    #[allow(clippy::too_many_arguments)]
    fn invert(
        &mut self,
        op: OverflowOp,
        is_signed: bool,
        width: u16,
        a: Operand,
        b: Operand,
        result: (i128, i128),
        depth: u32,
    ) -> bool {
        let (Some(x), Some(y)) = (self.operand(a), self.operand(b)) else { return true };
        let read = if is_signed { signed } else { unsigned };
        let write = if is_signed { of_signed } else { of_unsigned };
        let (x, y) = (read(x), read(y));
        let (first, second) = match op {
            OverflowOp::Add => ((result.0 - y.1, result.1 - y.0), (result.0 - x.1, result.1 - x.0)),
            OverflowOp::Sub => ((result.0 + y.0, result.1 + y.1), (x.0 - result.1, x.1 - result.0)),
            OverflowOp::Mul => return true,
        };
        [(a, first), (b, second)]
            .into_iter()
            .all(|(operand, bounds)| write(width, bounds).is_some_and(|to| self.restrict(operand, width, to, depth)))
    }

    /// Operations on single bits.
    fn explain_logic(&mut self, op: BinOp, a: Operand, b: Operand, result: Range, depth: u32) -> bool {
        let Some(bit) = as_exact(result) else { return true };
        let both = match op {
            BinOp::And => (bit == 1).then_some((1, 1)),
            BinOp::Or => (bit == 0).then_some((0, 0)),
            BinOp::Xor => {
                let known = |operand| self.operand(operand).and_then(as_exact);
                match (known(a), known(b)) {
                    (Some(a), _) => Some((a, bit ^ a)),
                    (None, Some(b)) => Some((bit ^ b, b)),
                    (None, None) => None,
                }
            }
            BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::UDiv
            | BinOp::SDiv
            | BinOp::URem
            | BinOp::SRem
            | BinOp::Shl
            | BinOp::LShr
            | BinOp::AShr => None,
        };
        both.is_none_or(|(x, y)| self.restrict(a, 1, exactly(1, x), depth) && self.restrict(b, 1, exactly(1, y), depth))
    }
}

fn limits(is_signed: bool, width: u16) -> (i128, i128) {
    if is_signed { signed_limits(width) } else { (0, unsigned_limit(width)) }
}
