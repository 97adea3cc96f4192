//! Paths of a function, one block after the other, with their conditions in a solver.
//!
//! The solver keeps what all paths that begin in the same way have in common: a step forward adds a scope, a step back
//! takes it away.

use ir::{Block, BlockId, Function};
use smt::{SatAnswer, Solver, Term};

use crate::block::{BlockReader, Condition, Meaning, Registers, Unreadable, Way, World};
use crate::inputs::Inputs;
use crate::reading::Reading;

/// A path under way. Stands before a block, which was read.
#[derive(Debug)]
pub struct Path<'a, R: Reading, W> {
    func: &'a Function,
    reader: BlockReader<'a, R>,
    solver: &'a mut Solver,
    inputs: Inputs,
    stops: Vec<Stop<R::Word, W>>,
}

/// A block on the path.
#[derive(Debug)]
struct Stop<W, O> {
    block: BlockId,
    /// At the end of the block.
    registers: Registers<W>,
    world: O,
    meaning: Meaning<W>,
    /// Inputs asked for before the block.
    inputs_before: usize,
}

impl<W, O> Stop<W, O> {
    fn passed(&self) -> Vec<Term> {
        self.meaning.conditions.iter().map(|condition| condition.holds).collect()
    }
}

impl<'a, R: Reading, W: World<R>> Path<'a, R, W> {
    /// The path of length 0, with these words of the parameters.
    pub fn new(
        func: &'a Function,
        reader: BlockReader<'a, R>,
        solver: &'a mut Solver,
        world: W,
        params: &[Option<R::Word>],
    ) -> Result<Self, Unreadable> {
        let mut registers = Registers::of(func);
        for (param, word) in func.params.iter().zip(params) {
            registers.set(*param, *word);
        }
        let mut path = Path { func, reader, solver, inputs: Inputs::default(), stops: Vec::new() };
        path.arrive(func.entry(), registers, world, None)?;
        Ok(path)
    }

    /// The block before which it stands.
    pub fn block(&self) -> BlockId {
        self.last().block
    }

    /// All blocks, from the entry on.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.stops.iter().map(|stop| stop.block)
    }

    pub fn conditions(&self) -> &[Condition] {
        &self.last().meaning.conditions
    }

    pub fn ways(&self) -> &[Way<R::Word>] {
        &self.last().meaning.ways
    }

    /// Goes on by one of the ways; on failure it stands where it stood.
    pub fn take(&mut self, way: usize) -> Result<(), Unreadable> {
        let here = self.last();
        let Way { taken, to, ref args } = here.meaning.ways[way];
        let (mut registers, world) = (here.registers.clone(), here.world.clone());
        for (param, word) in self.func.blocks[to].params.iter().zip(args) {
            registers.set(*param, *word);
        }
        let taken = self.reader.terms.and(here.passed().into_iter().chain([taken]));
        self.arrive(to, registers, world, Some(taken))
    }

    /// Goes one step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        if self.stops.len() == 1 {
            return false;
        }
        let stop = self.stops.pop().expect("invariant: there is the entry");
        self.inputs.truncate(stop.inputs_before);
        self.solver.pop();
        true
    }

    /// Is there a run that comes to the block before which it stands?
    pub fn comes(&mut self) -> SatAnswer {
        self.solver.check()
    }

    /// Is there one that comes to the end of the block?
    pub fn passes(&mut self) -> SatAnswer {
        let formulas = self.last().passed();
        self.solver.check_assuming(&formulas)
    }

    /// Is there one that goes on by this way?
    pub fn goes(&mut self, way: usize) -> SatAnswer {
        let here = self.last();
        let mut formulas = here.passed();
        formulas.push(here.meaning.ways[way].taken);
        self.solver.check_assuming(&formulas)
    }

    /// Is there one that ends at this condition of the block, which does not hold, while those before it do?
    pub fn ends(&mut self, condition: usize) -> SatAnswer {
        let conditions = &self.last().meaning.conditions;
        let mut formulas: Vec<Term> = conditions[..condition].iter().map(|condition| condition.holds).collect();
        formulas.push(self.reader.terms.not(conditions[condition].holds));
        self.solver.check_assuming(&formulas)
    }

    /// After an answer `Sat`: the inputs of such a run, in the order in which it asks for them.
    pub fn inputs(&mut self) -> Option<Vec<u128>> {
        let mut values = Vec::new();
        self.inputs.from_model::<R>(self.solver, &mut values)?;
        Some(values)
    }

    /// After an answer `Sat`: what a term is in such a run.
    pub fn value(&mut self, term: Term) -> Option<smt::Value> {
        self.solver.value(term)
    }

    /// The word that an operand has at the end of the block.
    pub fn word(&mut self, operand: ir::Operand) -> Option<R::Word> {
        let stop = self.stops.last_mut().expect("invariant: there is the entry");
        self.reader.word(&stop.registers, &mut stop.world, operand)
    }

    fn last(&self) -> &Stop<R::Word, W> {
        self.stops.last().expect("invariant: there is the entry")
    }

    fn arrive(
        &mut self,
        block: BlockId,
        mut registers: Registers<R::Word>,
        mut world: W,
        taken: Option<Term>,
    ) -> Result<(), Unreadable> {
        let inputs_before = self.inputs.len();
        let body: &Block = &self.func.blocks[block];
        let meaning = match self.reader.read(body, &mut registers, &mut world, &mut self.inputs) {
            Ok(meaning) => meaning,
            Err(unreadable) => {
                self.inputs.truncate(inputs_before);
                return Err(unreadable);
            }
        };
        self.solver.push();
        taken.into_iter().chain(meaning.given.iter().copied()).for_each(|formula| self.solver.assert(formula));
        self.stops.push(Stop { block, registers, world, meaning, inputs_before });
        Ok(())
    }
}

/// Whoever uses the solver next finds it as it was.
impl<R: Reading, W> Drop for Path<'_, R, W> {
    fn drop(&mut self) {
        self.stops.iter().for_each(|_| self.solver.pop());
    }
}
