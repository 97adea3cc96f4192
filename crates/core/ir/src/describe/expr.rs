//! Operands as C expressions, by following definitions back to variables.

use std::cell::Cell;

use super::path::{array_at_start, field_path, field_type, plain, pointee, size_of};
use crate::constant::Const;
use crate::ctype::CType;
use crate::ids::{GlobalId, Id, RegId, TypeId, VarId};
use crate::inst::{BinOp, Callee, Inst, InstKind, OffsetTerm, Operand, OverflowOp, Predicate};
use crate::insts;
use crate::module::{Function, Module};
use crate::types::{FloatKind, Type};

/// Definitions followed one after the other; beyond that, only the kind of value is given.
const MAX_DEPTH: usize = 12;
/// Definitions followed in all for one description.
const MAX_STEPS: usize = 300;
/// Bytes of an expression that a person would still read.
const MAX_LENGTH: usize = 80;

/// A C expression for the operand: `x->next`, `a[i]`, `&s.f`, `42`; at worst "a pointer".
pub fn operand(module: &Module, func: &Function, operand: Operand) -> String {
    Describer::new(module, func).operand(operand)
}

/// A C expression for the `size` bytes that a pointer points to: `x->next` for the address of that field.
pub fn pointed_to(module: &Module, func: &Function, ptr: Operand, size: u64) -> String {
    Describer::new(module, func).pointed_to(ptr, size)
}

/// Describes many operands of one function.
#[derive(Debug)]
pub struct Describer<'a> {
    module: &'a Module,
    func: &'a Function,
    defs: Vec<Option<&'a Inst>>,
    /// The variable first bound to a register.
    vars: Vec<Option<VarId>>,
    steps: Cell<usize>,
}

/// An expression, and how tightly its outermost operator binds.
struct Expr {
    text: String,
    strength: Strength,
    /// The C type, where it is known.
    ty: Option<TypeId>,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Strength {
    Binary,
    Unary,
    Postfix,
}

impl Expr {
    fn new(text: impl Into<String>, strength: Strength, ty: Option<TypeId>) -> Expr {
        Expr { text: text.into(), strength, ty }
    }

    fn at_least(self, strength: Strength) -> String {
        if self.strength < strength { format!("({})", self.text) } else { self.text }
    }
}

impl<'a> Describer<'a> {
    pub fn new(module: &'a Module, func: &'a Function) -> Self {
        let mut defs = vec![None; func.regs.len()];
        let mut vars = vec![None; func.regs.len()];
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            inst.for_each_def(|reg| defs[reg.index()] = Some(inst));
            if let InstKind::Bind { var, value: Operand::Reg(reg) } = inst.kind {
                vars[reg.index()].get_or_insert(var);
            }
        }
        Describer { module, func, defs, vars, steps: Cell::new(0) }
    }

    pub fn operand(&self, operand: Operand) -> String {
        self.steps.set(0);
        match self.value(operand, MAX_DEPTH) {
            Some(expr) => expr.text,
            None => self.vaguely(operand),
        }
    }

    pub fn pointed_to(&self, ptr: Operand, size: u64) -> String {
        self.steps.set(0);
        match self.object(ptr, size, MAX_DEPTH) {
            Some(expr) => expr.text,
            None => "memory".to_string(),
        }
    }

    fn vaguely(&self, operand: Operand) -> String {
        let of = match operand {
            Operand::Reg(reg) => self.func.regs[reg].of,
            Operand::Const(_) => None,
        };
        if let Some(ty) = of {
            return format!("a value of type {}", super::type_name(self.module, ty));
        }
        match self.module.operand_type(self.func, operand) {
            Type::Ptr => "a pointer".to_string(),
            Type::Int(_) => "a number".to_string(),
            Type::Float(_) => "a floating-point number".to_string(),
        }
    }

    fn value(&self, operand: Operand, depth: usize) -> Option<Expr> {
        match operand {
            Operand::Const(id) => self.constant(self.module.consts.get(id)),
            Operand::Reg(reg) => self.named(reg).or_else(|| self.computed(reg, depth.checked_sub(1)?)),
        }
    }

    /// A register that has the name of a variable or parameter.
    fn named(&self, reg: RegId) -> Option<Expr> {
        let info = &self.func.regs[reg];
        if let Some(var) = self.vars[reg.index()].and_then(|var| self.func.vars.get(var)) {
            return Some(Expr::new(&var.name, Strength::Postfix, var.ty.or(info.of)));
        }
        let hinted = self.defs[reg.index()].is_none();
        let name = info.name.as_deref().filter(|_| hinted)?;
        Some(Expr::new(name, Strength::Postfix, info.of))
    }

    fn computed(&self, reg: RegId, depth: usize) -> Option<Expr> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS {
            return None;
        }
        self.expression(reg, depth).filter(|expr| expr.text.len() <= MAX_LENGTH)
    }

    fn expression(&self, reg: RegId, depth: usize) -> Option<Expr> {
        let of = self.func.regs[reg].of;
        let inst = self.defs[reg.index()]?;
        match &inst.kind {
            InstKind::Load { ty, ptr, of: loaded, .. } => {
                let mut expr = self.object(*ptr, ty.store_size(self.module.data_model), depth)?;
                expr.ty = of.or(*loaded).or(expr.ty);
                Some(expr)
            }
            InstKind::Alloca { .. } | InstKind::Offset { .. } => {
                let object = self.object(Operand::Reg(reg), 0, depth)?;
                Some(Expr { ty: of, ..self.address_of(object) })
            }
            InstKind::Cast { a, .. } => self.value(*a, depth),
            InstKind::Binary { op, a, b, .. } => self.infix(*a, binary_symbol(*op), *b, depth),
            InstKind::Compare { pred, a, b, .. } => self.infix(*a, predicate_symbol(*pred), *b, depth),
            InstKind::Overflows { op, a, b, .. } => self.infix(*a, overflow_symbol(*op), *b, depth),
            InstKind::Call(call) => match call.callee {
                Callee::Direct(id) => {
                    let name = &self.module.funcs.get(id)?.name;
                    Some(Expr::new(format!("{name}(…)"), Strength::Postfix, of))
                }
                Callee::Indirect(target) => {
                    let target = self.value(target, depth)?.at_least(Strength::Postfix);
                    Some(Expr::new(format!("{target}(…)"), Strength::Postfix, of))
                }
            },
            insts!(floats)
            | insts!(lifetimes)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::Bits { .. }
            | InstKind::Select { .. }
            | InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::VaStart { .. }
            | InstKind::Unsupported(_) => None,
        }
    }

    fn infix(&self, a: Operand, symbol: &str, b: Operand, depth: usize) -> Option<Expr> {
        let a = self.value(a, depth)?.at_least(Strength::Unary);
        let b = self.value(b, depth)?.at_least(Strength::Unary);
        Some(Expr::new(format!("{a} {symbol} {b}"), Strength::Binary, None))
    }

    fn constant(&self, constant: Const) -> Option<Expr> {
        let text = match constant {
            Const::Int { width: 1, value } => value.to_string(),
            Const::Int { .. } => constant.as_signed()?.to_string(),
            Const::Null => "NULL".to_string(),
            Const::Global { id, offset } => return self.global_address(id, offset),
            Const::Func(id) => self.module.funcs.get(id)?.name.clone(),
            Const::Block { .. } => return None,
            Const::Float { kind: FloatKind::F64, bits } => f64::from_bits(bits as u64).to_string(),
            Const::Float { kind: FloatKind::F32, bits } => f32::from_bits(bits as u32).to_string(),
            Const::Float { .. } => return None,
        };
        let strength = if text.starts_with('-') { Strength::Unary } else { Strength::Postfix };
        Some(Expr::new(text, strength, None))
    }

    fn global_address(&self, id: GlobalId, offset: i64) -> Option<Expr> {
        if self.module.globals.get(id)?.anonymous {
            return Some(Expr::new("a string literal", Strength::Postfix, None));
        }
        self.global_object(id, offset, 0).map(|object| self.address_of(object))
    }

    /// `&x`; `p` for `*p`, and an array is its own address.
    fn address_of(&self, object: Expr) -> Expr {
        if let Some(pointer) = object.text.strip_prefix('*') {
            return Expr::new(pointer, Strength::Unary, None);
        }
        let ty = object.ty.map(|ty| plain(self.module, ty));
        if matches!(ty.and_then(|ty| self.module.types.get(ty)), Some(CType::Array { .. })) {
            return Expr { ty: None, ..object };
        }
        Expr::new(format!("&{}", object.at_least(Strength::Postfix)), Strength::Unary, None)
    }

    fn global_object(&self, id: GlobalId, offset: i64, size: u64) -> Option<Expr> {
        let global = self.module.globals.get(id)?;
        if global.anonymous {
            return Some(Expr::new("a string literal", Strength::Postfix, None));
        }
        self.part(Expr::new(&global.name, Strength::Postfix, global.ty), offset, size)
    }

    /// The memory of `size` bytes that a pointer points to; with size 0, whatever begins there.
    fn object(&self, ptr: Operand, size: u64, depth: usize) -> Option<Expr> {
        let depth = depth.checked_sub(1)?;
        let reg = match ptr {
            Operand::Const(id) => match self.module.consts.get(id) {
                Const::Global { id, offset } => return self.global_object(id, offset, size),
                Const::Int { .. } | Const::Null | Const::Func(_) | Const::Block { .. } | Const::Float { .. } => {
                    return self.dereferenced(ptr, size, depth);
                }
            },
            Operand::Reg(reg) => reg,
        };
        match self.defs[reg.index()].map(|inst| &inst.kind) {
            Some(InstKind::Alloca { name: Some(name), of, .. }) => {
                self.part(Expr::new(&**name, Strength::Postfix, *of), 0, size)
            }
            Some(InstKind::Offset { base, terms, constant, of }) if self.vars[reg.index()].is_none() => {
                self.displaced(*base, terms, *constant, *of, size, depth)
            }
            Some(InstKind::Cast { a, from: Type::Ptr, .. }) => self.object(*a, size, depth),
            Some(_) | None => self.dereferenced(ptr, size, depth),
        }
    }

    /// `*p`, or the field of it that the size says.
    fn dereferenced(&self, ptr: Operand, size: u64, depth: usize) -> Option<Expr> {
        let pointer = self.value(ptr, depth)?;
        let to = pointer.ty.and_then(|ty| pointee(self.module, ty));
        Some(self.arrow(pointer, to, 0, size))
    }

    fn displaced(
        &self,
        base: Operand,
        terms: &[OffsetTerm],
        constant: i64,
        of: Option<TypeId>,
        size: u64,
        depth: usize,
    ) -> Option<Expr> {
        match terms {
            [] => self.displaced_by_constant(base, constant, of, size, depth),
            [term] => {
                let index = self.value(term.value, depth)?.text;
                self.element(base, term.scale, &index, constant, of, size, depth)
            }
            [_, _, ..] => None,
        }
    }

    fn displaced_by_constant(
        &self,
        base: Operand,
        constant: i64,
        of: Option<TypeId>,
        size: u64,
        depth: usize,
    ) -> Option<Expr> {
        if let Some(whole) = self.object(base, 0, depth)
            && !whole.text.starts_with('*')
        {
            let ty = whole.ty.or(of);
            return self.part(Expr { ty, ..whole }, constant, size);
        }
        let pointer = self.value(base, depth)?;
        let to = pointer.ty.and_then(|ty| pointee(self.module, ty)).or(of);
        Some(self.arrow(pointer, to, constant, size))
    }

    /// `base[index]`, then `constant` bytes on.
    #[allow(clippy::too_many_arguments)]
    fn element(
        &self,
        base: Operand,
        scale: i64,
        index: &str,
        constant: i64,
        of: Option<TypeId>,
        size: u64,
        depth: usize,
    ) -> Option<Expr> {
        let scale = u64::try_from(scale).ok()?;
        let indexed = |expr: String, ty| Expr::new(format!("{expr}[{index}]"), Strength::Postfix, ty);
        if let Some(whole) = self.object(base, 0, depth)
            && !whole.text.starts_with('*')
        {
            let found = whole.ty.and_then(|ty| array_at_start(self.module, ty, scale));
            let (path, element) = found.map_or_else(|| (String::new(), of), |(path, ty)| (path, Some(ty)));
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            let array = format!("{}{dot}{path}", whole.at_least(Strength::Postfix));
            return self.part(indexed(array, element), constant, size);
        }
        let pointer = self.value(base, depth)?;
        let to = pointer.ty.and_then(|ty| pointee(self.module, ty)).or(of);
        let to = to.filter(|to| size_of(self.module, *to) == Some(scale));
        self.part(indexed(pointer.at_least(Strength::Postfix), to), constant, size)
    }

    /// Some bytes of an object.
    fn part(&self, whole: Expr, offset: i64, size: u64) -> Option<Expr> {
        let place = u64::try_from(offset).ok().zip(whole.ty);
        let found = place.and_then(|(offset, ty)| {
            let path = field_path(self.module, ty, offset, size)?;
            Some((path, field_type(self.module, ty, offset, size)?))
        });
        match found {
            Some((path, _)) if path.is_empty() => Some(whole),
            Some((path, ty)) => {
                let dot = if path.starts_with('[') { "" } else { "." };
                Some(Expr::new(
                    format!("{}{dot}{path}", whole.at_least(Strength::Postfix)),
                    Strength::Postfix,
                    Some(ty),
                ))
            }
            None if offset == 0 => Some(whole),
            None => {
                let text = format!("byte {offset} of {}", whole.text);
                Some(Expr::new(text, Strength::Binary, None))
            }
        }
    }

    /// `p->next`, `*p`, `p[2]`: bytes at a distance from what a pointer of known type points to.
    fn arrow(&self, pointer: Expr, to: Option<TypeId>, offset: i64, size: u64) -> Expr {
        let found = u64::try_from(offset).ok().zip(to).and_then(|(offset, to)| {
            let path = field_path(self.module, to, offset, size)?;
            Some((path, field_type(self.module, to, offset, size)?))
        });
        match found {
            Some((path, ty)) if path.is_empty() => {
                Expr::new(format!("*{}", pointer.at_least(Strength::Unary)), Strength::Unary, Some(ty))
            }
            Some((path, ty)) if path.starts_with('[') => {
                let text = format!("(*{}){path}", pointer.at_least(Strength::Unary));
                Expr::new(text, Strength::Postfix, Some(ty))
            }
            Some((path, ty)) => {
                let text = format!("{}->{path}", pointer.at_least(Strength::Postfix));
                Expr::new(text, Strength::Postfix, Some(ty))
            }
            None => self.indexed(pointer, to, offset),
        }
    }

    /// A constant index, where the distance is a multiple of the size.
    fn indexed(&self, pointer: Expr, to: Option<TypeId>, offset: i64) -> Expr {
        let each = to.and_then(|to| size_of(self.module, to)).and_then(|each| i64::try_from(each).ok());
        match each {
            _ if offset == 0 => Expr::new(format!("*{}", pointer.at_least(Strength::Unary)), Strength::Unary, to),
            Some(each) if each > 0 && offset % each == 0 => {
                let text = format!("{}[{}]", pointer.at_least(Strength::Postfix), offset / each);
                Expr::new(text, Strength::Postfix, to)
            }
            Some(_) | None => {
                let sign = if offset < 0 { '-' } else { '+' };
                let text = format!("*({} {sign} {} bytes)", pointer.at_least(Strength::Unary), offset.unsigned_abs());
                Expr::new(text, Strength::Unary, None)
            }
        }
    }
}

fn binary_symbol(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::UDiv | BinOp::SDiv => "/",
        BinOp::URem | BinOp::SRem => "%",
        BinOp::Shl => "<<",
        BinOp::LShr | BinOp::AShr => ">>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
    }
}

fn overflow_symbol(op: OverflowOp) -> &'static str {
    match op {
        OverflowOp::Add => "+",
        OverflowOp::Sub => "-",
        OverflowOp::Mul => "*",
    }
}

fn predicate_symbol(pred: Predicate) -> &'static str {
    match pred {
        Predicate::Eq => "==",
        Predicate::Ne => "!=",
        Predicate::Ult | Predicate::Slt => "<",
        Predicate::Ule | Predicate::Sle => "<=",
        Predicate::Ugt | Predicate::Sgt => ">",
        Predicate::Uge | Predicate::Sge => ">=",
    }
}
