//! Blocks as terms: what they compute, under which conditions runs go on, and where to.

use ir::{Block, BlockId, Const, Id, Inst, InstKind, Module, NondetKind, Operand, RegId, Type};
use smt::{Term, Terms};

use crate::inputs::{Inputs, bounds};
use crate::inst::{Cause, Read, edges, read};
use crate::reading::Reading;

/// The words of a function's registers; a register without a word has no value that a reading knows.
#[derive(Clone, Debug)]
pub struct Registers<W> {
    words: Vec<Option<W>>,
}

impl<W: Copy> Registers<W> {
    pub fn of(func: &ir::Function) -> Self {
        Registers { words: vec![None; func.regs.len()] }
    }

    pub fn get(&self, reg: RegId) -> Option<W> {
        self.words[reg.index()]
    }

    pub fn set(&mut self, reg: RegId, word: Option<W>) {
        self.words[reg.index()] = word;
    }
}

/// What surrounds the numbers: memory, calls, floats, addresses. Cloned where paths part.
pub trait World<R: Reading>: Clone {
    /// Sets what the instruction defines, and gives the formulas under which runs go on after it, in order; `None` if it is
    /// not modelled.
    fn inst(&mut self, reading: &mut R, inst: &Inst, registers: &mut Registers<R::Word>) -> Option<Vec<(Kind, Term)>>;

    /// The word of a constant that is no number; `None` if it has none.
    fn constant(&mut self, reading: &mut R, constant: Const) -> Option<R::Word>;
}

/// Numbers alone; everything else is not modelled.
#[derive(Clone, Copy, Debug)]
pub struct OnlyNumbers;

impl<R: Reading> World<R> for OnlyNumbers {
    fn inst(&mut self, _: &mut R, _: &Inst, _: &mut Registers<R::Word>) -> Option<Vec<(Kind, Term)>> {
        None
    }

    fn constant(&mut self, _: &mut R, _: Const) -> Option<R::Word> {
        None
    }
}

/// Why a run may not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It does not count then.
    Assumed,
    /// It has no meaning then.
    Defined(Cause),
    /// It is a violation then that whoever models the world knows of.
    Allowed(u32),
}

/// Runs go on only where it holds.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// Index of the instruction.
    pub inst: usize,
    pub kind: Kind,
    pub holds: Term,
}

/// A way out of a block that stays in the function.
#[derive(Clone, Debug)]
pub struct Way<W> {
    /// It is taken where this holds and all conditions of the block do.
    pub taken: Term,
    pub to: BlockId,
    /// For the parameters of the block it leads to.
    pub args: Vec<Option<W>>,
}

/// What a block means.
#[derive(Clone, Debug)]
pub struct Meaning<W> {
    /// What is known of the inputs that it asks for, and the side conditions of the reading: whoever comes to the block may
    /// take it for granted.
    pub given: Vec<Term>,
    /// In the order of the instructions; each is reached where those before it hold.
    pub conditions: Vec<Condition>,
    pub ways: Vec<Way<W>>,
}

/// The block cannot be read, because of this instruction; `None`: its terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable {
    pub inst: Option<usize>,
}

/// Reads blocks of a module.
#[derive(Debug)]
pub struct BlockReader<'a, R> {
    pub module: &'a Module,
    pub terms: &'a Terms,
    pub reading: R,
}

impl<R: Reading> BlockReader<'_, R> {
    /// Reads a block whose parameters have their words. `registers` are then those at its end, and `inputs` has those that
    /// it asks for, numbered in this order.
    ///
    /// Guarantees, for an exact reading and world: a run that comes to the block with values of these words goes on by the
    /// way whose formula they satisfy if they satisfy all conditions, and otherwise ends at the first that they do not.
    pub fn read<W: World<R>>(
        &mut self,
        block: &Block,
        registers: &mut Registers<R::Word>,
        world: &mut W,
        inputs: &mut Inputs,
    ) -> Result<Meaning<R::Word>, Unreadable> {
        let mut given = Vec::new();
        let mut conditions = Vec::new();
        for (index, inst) in block.insts.iter().enumerate() {
            let found =
                self.inst(inst, registers, world, inputs, &mut given).ok_or(Unreadable { inst: Some(index) })?;
            conditions.extend(found.into_iter().map(|(kind, holds)| Condition { inst: index, kind, holds }));
        }
        let (module, terms) = (self.module, self.terms);
        let operand = |reading: &mut R, at| word(module, reading, registers, world, at);
        let targets = edges(&mut self.reading, terms, module.data_model, &block.term.kind, operand)
            .ok_or(Unreadable { inst: None })?;
        let ways = targets.into_iter().map(|(taken, target)| {
            let args = target.args.iter().map(|arg| word(module, &mut self.reading, registers, world, *arg)).collect();
            Way { taken, to: target.block, args }
        });
        let ways = ways.collect();
        given.extend(self.reading.side_conditions());
        Ok(Meaning { given, conditions, ways })
    }

    /// The word of an operand, if it has one.
    pub fn word<W: World<R>>(
        &mut self,
        registers: &Registers<R::Word>,
        world: &mut W,
        operand: Operand,
    ) -> Option<R::Word> {
        word(self.module, &mut self.reading, registers, world, operand)
    }

    fn inst<W: World<R>>(
        &mut self,
        inst: &Inst,
        registers: &mut Registers<R::Word>,
        world: &mut W,
        inputs: &mut Inputs,
        given: &mut Vec<Term>,
    ) -> Option<Vec<(Kind, Term)>> {
        let (module, terms) = (self.module, self.terms);
        if let InstKind::Nondet { ty: Type::Int(width), kind } = inst.kind
            && let Some(dst) = inst.dst
        {
            let (word, range) = self.input(width, kind, inputs)?;
            registers.set(dst, Some(word));
            given.extend(range);
            return Some(Vec::new());
        }
        let operand = |reading: &mut R, at| word(module, reading, registers, world, at);
        match read(&mut self.reading, module.data_model, inst, operand) {
            Read::Computes(meaning) => {
                if let Some(dst) = inst.dst {
                    registers.set(dst, meaning.result);
                }
                let defined = meaning.undefined.into_iter().map(|(cause, at)| (Kind::Defined(cause), terms.not(at)));
                let assumed = meaning.assumed.map(|holds| (Kind::Assumed, holds));
                Some(defined.chain(assumed).collect())
            }
            Read::Elsewhere => world.inst(&mut self.reading, inst, registers),
            Read::Inexpressible => None,
        }
    }

    /// The next input, and what is known of it besides its width.
    fn input(&mut self, width: u16, kind: NondetKind, inputs: &mut Inputs) -> Option<(R::Word, Option<Term>)> {
        let index = u32::try_from(inputs.len()).ok()?;
        let reading = &mut self.reading;
        let word = inputs.unknown(reading, index, width, None)?;
        let Some((least, most)) = bounds(kind, width) else { return Some((word, None)) };
        let least = reading.constant(width, least)?;
        let most = reading.constant(width, most)?;
        let least = reading.compare(ir::Predicate::Sle, width, least, word)?;
        let most = reading.compare(ir::Predicate::Sle, width, word, most)?;
        Some((word, Some(self.terms.and([reading.truth(least)?, reading.truth(most)?]))))
    }
}

fn word<R: Reading, W: World<R>>(
    module: &Module,
    reading: &mut R,
    registers: &Registers<R::Word>,
    world: &mut W,
    operand: Operand,
) -> Option<R::Word> {
    let id = match operand {
        Operand::Reg(reg) => return registers.get(reg),
        Operand::Const(id) => id,
    };
    match module.consts.get(id) {
        Const::Int { width, value } => reading.constant(width, value),
        Const::Null => reading.constant(u16::try_from(Type::Ptr.bits(module.data_model)).ok()?, 0),
        other @ (Const::Global { .. } | Const::Func(_) | Const::Block { .. } | Const::Float { .. }) => {
            world.constant(reading, other)
        }
    }
}
