//! Functions: structure, single assignment, dominance.

use rustc_hash::FxHashSet;

use super::{Errors, VerifyError};
use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::{BlockId, ConstId, Id, LocId, RegId, TypeId};
use crate::inst::Operand;
use crate::module::{Function, Module};
use crate::text::{inst_text, term_text};
use crate::types::{MAX_INT_WIDTH, Type};

/// Where a register gets its value.
#[derive(Clone, Copy)]
struct Def {
    /// `NOWHERE` if nothing defines it.
    block: u32,
    /// 0 for parameters, 1 for the block's first instruction.
    position: u32,
    ty: Type,
}

const NOWHERE: u32 = u32::MAX;

pub(super) fn check(module: &Module, errors: &mut Errors) {
    let mut names = FxHashSet::with_capacity_and_hasher(module.funcs.len(), Default::default());
    let const_types: Vec<Type> = module.consts.iter().map(|constant| constant.ty()).collect();
    let mut defs = Vec::new();
    let mut cases = Vec::new();
    for func in module.funcs.iter() {
        let mut checker = Checker {
            module,
            func,
            const_types: &const_types,
            places: module.places.len(),
            errors,
            defs: &mut defs,
            cases: &mut cases,
            dominators: None,
            block: BlockId::from_index(0),
            position: None,
        };
        if !names.insert(func.name.as_str()) {
            checker.report("another function has the same name");
        }
        checker.function();
        if errors.enough() {
            return;
        }
    }
}

/// Checks one function; knows where it is, for messages and for dominance.
pub(super) struct Checker<'a> {
    pub module: &'a Module,
    pub func: &'a Function,
    const_types: &'a [Type],
    places: usize,
    errors: &'a mut Errors,
    defs: &'a mut Vec<Def>,
    pub cases: &'a mut Vec<u128>,
    /// `None` while definitions are collected, and in functions of one block.
    dominators: Option<Dominators>,
    block: BlockId,
    /// `None` outside of blocks; else as in [`Def`], one more than the instructions for the terminator.
    position: Option<u32>,
}

impl Checker<'_> {
    fn function(&mut self) {
        let func = self.func;
        self.place(func.loc);
        self.c_type(func.ty);
        func.signature.params.iter().chain(&func.signature.rets).for_each(|ty| self.ty(*ty));
        if !func.is_defined() {
            if !func.blocks.is_empty() || !func.params.is_empty() {
                self.report("a function without a body has blocks or parameter registers");
            }
            return;
        }
        if func.blocks.is_empty() {
            return self.report("a defined function needs a block");
        }
        for var in func.vars.iter() {
            self.place(var.loc);
            self.c_type(var.ty);
        }
        let before = self.errors.0.len();
        self.definitions();
        self.parameters();
        self.targets();
        if self.errors.0.len() != before {
            return;
        }
        if func.blocks.len() > 1 {
            self.dominators = Some(Dominators::of(&Cfg::of(func)));
        }
        for (id, block) in func.blocks.iter_enumerated() {
            self.block = id;
            for (index, inst) in block.insts.iter().enumerate() {
                self.position = Some(index as u32 + 1);
                self.place(inst.loc);
                self.inst(inst);
            }
            self.position = Some(block.insts.len() as u32 + 1);
            self.place(block.term.loc);
            self.term(&block.term.kind);
            if self.errors.enough() {
                return;
            }
        }
    }

    /// Every register at most one definition.
    fn definitions(&mut self) {
        let func = self.func;
        self.defs.clear();
        for info in func.regs.iter() {
            self.ty(info.ty);
            self.c_type(info.of);
            self.defs.push(Def { block: NOWHERE, position: 0, ty: info.ty });
        }
        func.params.iter().for_each(|reg| self.define(*reg, 0));
        for (id, block) in func.blocks.iter_enumerated() {
            self.block = id;
            self.position = Some(0);
            block.params.iter().for_each(|reg| self.define(*reg, 0));
            for (index, inst) in block.insts.iter().enumerate() {
                let position = index as u32 + 1;
                self.position = Some(position);
                inst.for_each_def(|reg| self.define(reg, position));
            }
        }
        self.position = None;
    }

    #[inline]
    fn define(&mut self, reg: RegId, position: u32) {
        let block = self.block.index() as u32;
        match self.defs.get_mut(reg.index()) {
            Some(def) if def.block == NOWHERE => {
                def.block = block;
                def.position = position;
            }
            Some(_) => self.report(format!("the register %{} is defined twice", reg.index())),
            None => self.report(format!("there is no register %{}", reg.index())),
        }
    }

    fn parameters(&mut self) {
        let func = self.func;
        let wanted = &func.signature.params;
        if func.params.len() != wanted.len() {
            return self.report(format!("{} parameters, but {} in the signature", func.params.len(), wanted.len()));
        }
        for (index, (reg, ty)) in func.params.iter().zip(wanted).enumerate() {
            if self.defs.get(reg.index()).is_some_and(|def| def.ty != *ty) {
                self.report(format!("parameter {index} has another type in the signature"));
            }
        }
        if !func.blocks[func.entry()].params.is_empty() {
            self.report("the first block has parameters");
        }
    }

    /// Jumps lead to blocks of the function, and none back to the first.
    fn targets(&mut self) {
        let func = self.func;
        for (id, block) in func.blocks.iter_enumerated() {
            self.block = id;
            self.position = Some(block.insts.len() as u32 + 1);
            block.term.for_each_target(|target| {
                if target.block.index() >= func.blocks.len() {
                    self.report(format!("there is no block bb{}", target.block.index()));
                } else if target.block.index() == 0 {
                    self.report("a jump to the first block");
                }
            });
        }
        self.position = None;
    }

    /// The type of an operand, if it exists; checks that its definition dominates this point.
    #[inline]
    pub fn read(&mut self, operand: Operand) -> Option<Type> {
        match operand {
            Operand::Reg(reg) => match self.defs.get(reg.index()) {
                Some(def) => {
                    let def = *def;
                    self.dominance(reg, def);
                    Some(def.ty)
                }
                None => self.missing(format!("there is no register %{}", reg.index())),
            },
            Operand::Const(id) => match self.const_types.get(id.index()) {
                Some(ty) => Some(*ty),
                None => self.missing(no_constant(id)),
            },
        }
    }

    /// An operand that must have the type.
    #[inline]
    pub fn expect(&mut self, operand: Operand, ty: Type) {
        if let Some(found) = self.read(operand)
            && found != ty
        {
            self.mismatch(operand, found, ty);
        }
    }

    #[inline]
    fn dominance(&mut self, reg: RegId, def: Def) {
        let block = self.block.index() as u32;
        let position = self.position.unwrap_or(0);
        let fine = if def.block == block {
            def.position < position
        } else {
            def.block != NOWHERE
                && (self.dominators.as_ref())
                    .is_some_and(|tree| tree.dominates(BlockId::from_index(def.block as usize), self.block))
        };
        if !fine {
            self.undominated(reg, def);
        }
    }

    #[cold]
    fn undominated(&mut self, reg: RegId, def: Def) {
        let reg = reg.index();
        if def.block == NOWHERE {
            self.report(format!("the register %{reg} is read, but never defined"));
        } else {
            let block = def.block;
            self.report(format!("the register %{reg}, defined in bb{block}, is not defined on every path to here"));
        }
    }

    #[cold]
    fn missing(&mut self, message: String) -> Option<Type> {
        self.report(message);
        None
    }

    #[cold]
    fn mismatch(&mut self, operand: Operand, found: Type, ty: Type) {
        let operand = match operand {
            Operand::Reg(reg) => format!("the register %{}", reg.index()),
            Operand::Const(_) => "a constant".to_string(),
        };
        self.report(format!("{operand} has type {found} where {ty} is needed"));
    }

    #[inline]
    pub fn ty(&mut self, ty: Type) {
        match ty {
            Type::Int(1..=MAX_INT_WIDTH) | Type::Ptr | Type::Float(_) => {}
            Type::Int(_) => self.report(format!("{ty}: integers have 1 to 128 bits")),
        }
    }

    #[inline]
    pub fn c_type(&mut self, id: Option<TypeId>) {
        if id.is_some_and(|id| id.index() >= self.module.types.len()) {
            self.report("there is no such C type");
        }
    }

    #[inline]
    fn place(&mut self, id: LocId) {
        if id.index() >= self.places {
            self.report("there is no such place");
        }
    }

    #[inline]
    pub fn align(&mut self, align: u32) {
        if !align.is_power_of_two() {
            self.report("the alignment is no power of two");
        }
    }

    /// The type of a register, defined or not.
    pub fn reg_type(&self, reg: RegId) -> Option<Type> {
        self.defs.get(reg.index()).map(|def| def.ty)
    }

    #[cold]
    pub fn report(&mut self, message: impl Into<String>) {
        if self.errors.enough() {
            return;
        }
        let block = self.position.map(|_| self.block);
        let at = self.position.and_then(|position| self.text(position));
        self.errors.push(VerifyError { func: Some(self.func.name.clone()), block, at, message: message.into() });
    }

    fn text(&self, position: u32) -> Option<String> {
        let block = &self.func.blocks[self.block];
        let index = (position as usize).checked_sub(1)?;
        Some(match block.insts.get(index) {
            Some(inst) => inst_text(self.module, self.func, inst),
            None => term_text(self.module, self.func, &block.term),
        })
    }
}

fn no_constant(id: ConstId) -> String {
    format!("there is no constant {}", id.index())
}
