//! The walk: which places are next, and in which order points are come to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::Budget;
use ir::{BlockId, FuncId, Id, Operand, RegId, TermKind, Type};
use rustc_hash::FxHashMap;
use smt::{Horn, Term, Terms};

use super::Unencodable;
use super::cells::Element;
use super::condition::Condition;
use super::given::Given;
use super::program::Program;
use super::state::{Arrival, Content, Memory, State};
use crate::memory::{Holds, ObjectId, Slot};
use crate::numbers::Numbers;
use crate::system::{AskedInput, CallSite, Excluded, Instance, Part, Place, Relation, SlotId, System, What};

/// Before an instruction, or, after the last one, before the terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Point {
    pub instance: usize,
    pub block: BlockId,
    pub inst: usize,
}

/// Orders points so that nobody comes before those that lead to it: of each call that is under way, the function, the place of
/// the block in reverse post-order, and the instruction.
type Order = Vec<(u32, u32, u32)>;

pub(super) struct Walker<'a, 'm, R: Numbers> {
    pub program: &'a Program<'m>,
    pub terms: &'a Terms,
    pub reading: R,
    pub budget: &'a Budget,
    pub horn: Horn,
    pub relations: Vec<Relation>,
    pub by_place: FxHashMap<Place, usize>,
    pub instances: Vec<Instance>,
    pub by_call: FxHashMap<(Option<CallSite>, FuncId), usize>,
    pub obligations: Vec<Vec<Excluded>>,
    /// Objects whose accesses were taken to be valid.
    pub assumed: BTreeSet<ObjectId>,
    pub walk_of: Vec<usize>,
    /// Of the walks that are done.
    pub inputs: Vec<Vec<AskedInput>>,
    pub sources: VecDeque<usize>,
    /// What constants hold, everywhere.
    constants: Memory<R::Word>,
    pub walk: Walk<R::Word>,
}

/// From one place.
pub(super) struct Walk<W> {
    /// The relation's atom; `None` where the program begins.
    pub source: Option<Term>,
    /// The numbers of known elements; then arguments and memory with which the function with a summary was called.
    pub called_with: Vec<Term>,
    pub registers: FxHashMap<(usize, RegId), W>,
    /// What holds of variables, with the variables.
    pub given: Given,
    arrivals: BTreeMap<Order, (Point, Arrival<W>)>,
    pub broken: Vec<Excluded>,
    pub inputs: Vec<AskedInput>,
    /// Of arrays of which some elements are known, which were read, and that the known ones were.
    pub read: Vec<Element<W>>,
    pub reads: Vec<Term>,
}

impl<W> Walk<W> {
    fn new(source: Option<Term>) -> Self {
        Walk {
            source,
            called_with: Vec::new(),
            registers: FxHashMap::default(),
            given: Given::default(),
            arrivals: BTreeMap::new(),
            broken: Vec::new(),
            inputs: Vec::new(),
            read: Vec::new(),
            reads: Vec::new(),
        }
    }
}

impl<'a, 'm, R> Walker<'a, 'm, R>
where
    R: Numbers,
    R::Word: PartialEq,
{
    pub fn new(program: &'a Program<'m>, terms: &'a Terms, reading: R, budget: &'a Budget) -> Self {
        Walker {
            program,
            terms,
            reading,
            budget,
            horn: Horn::new(terms),
            relations: Vec::new(),
            by_place: FxHashMap::default(),
            instances: Vec::new(),
            by_call: FxHashMap::default(),
            obligations: Vec::new(),
            assumed: BTreeSet::new(),
            walk_of: Vec::new(),
            inputs: Vec::new(),
            sources: VecDeque::new(),
            constants: Memory::default(),
            walk: Walk::new(None),
        }
    }

    pub fn system(mut self) -> Result<System, Unencodable> {
        let entry = self.program.entry;
        let root = self.instance(None, entry)?;
        self.choose();
        self.constants = self.initial_memory(|global| global.constant);
        let mut state = State { condition: Condition::default(), memory: self.initial_memory(|_| true) };
        if self.program.follows_many {
            self.nothing_allocated(&mut state);
        }
        if self.program.has_summary(entry) {
            let params = self.program.module.funcs[entry].params.clone();
            let args = params.iter().map(|_| None).collect::<Vec<_>>();
            let head = self.entry_head(entry, &args, &state);
            self.emit(&state.condition, &[], Some(head));
            self.end_walk();
        } else {
            let point = Point { instance: root, block: self.program.module.funcs[entry].entry(), inst: 0 };
            self.come(point, Arrival { state, values: Vec::new() });
            self.follow()?;
        }
        while let Some(relation) = self.sources.pop_front() {
            self.walk_from(relation)?;
        }
        Ok(System {
            terms: self.terms.clone(),
            horn: self.horn,
            copied: None,
            relations: self.relations,
            instances: self.instances,
            objects: self.program.known_objects(),
            assumed: self.assumed.into_iter().collect(),
            obligations: self.obligations,
            walk_of: self.walk_of,
            inputs: self.inputs,
        })
    }

    fn walk_from(&mut self, relation: usize) -> Result<(), Unencodable> {
        let Relation { symbol, place, args } = self.relations[relation].clone();
        let variables: Vec<Term> = args.iter().map(|arg| self.variable(arg)).collect();
        self.walk = Walk::new(Some(self.terms.apply(symbol, &variables)));
        let mut memory = self.constants.clone();
        for (arg, variable) in args.iter().zip(&variables) {
            self.given_range(*variable, arg);
            let word = |walker: &Self| walker.reading.word_of(*variable, arg.width, arg.signed);
            let content = |walker: &Self| {
                if arg.array { Content::Array(*variable) } else { Content::Word(word(walker)) }
            };
            match arg.what {
                What::Chosen(_) | What::Parameter(_) | What::Before(_) => self.walk.called_with.push(*variable),
                What::Register { instance, reg } => {
                    let word = word(self);
                    self.walk.registers.insert((instance, reg), word);
                }
                What::Memory(slot) => memory.set(slot, content(self)),
                What::Result(_) => {}
            }
            match (place, arg.what) {
                (Place::Entry(func), What::Parameter(index)) => {
                    let (root, word) = (self.instance(None, func)?, word(self));
                    let param = self.program.module.funcs[func].params[index];
                    if self.program.module.funcs[func].regs[param].ty == Type::Ptr {
                        let targets = self.targets(root, Operand::Reg(param));
                        self.believe(word, &targets);
                    }
                    self.walk.registers.insert((root, param), word);
                }
                (Place::Entry(_), What::Before(slot)) => memory.set(slot, content(self)),
                // Any other argument is what it is now.
                _ => {}
            }
        }
        let point = match place {
            Place::Entry(func) => {
                let instance = self.instance(None, func)?;
                Point { instance, block: self.program.module.funcs[func].entry(), inst: 0 }
            }
            Place::Head { instance, block } => Point { instance, block, inst: 0 },
            Place::Behind { instance, block, inst } => Point { instance, block, inst: inst + 1 },
            Place::Exit(_) => return Ok(()),
        };
        let state = State { condition: Condition::default(), memory };
        self.come(point, Arrival { state, values: Vec::new() });
        self.follow()
    }

    fn end_walk(&mut self) {
        self.inputs.push(std::mem::take(&mut self.walk.inputs));
    }

    /// Goes all ways from where it stands.
    fn follow(&mut self) -> Result<(), Unencodable> {
        while let Some((_, (point, arrival))) = self.walk.arrivals.pop_first() {
            if let Some(limit) = self.budget.exhausted() {
                return Err(Unencodable::Limit(limit));
            }
            for (reg, word) in arrival.values {
                self.set_register(point.instance, reg, word);
            }
            self.block(point, arrival.state)?;
        }
        self.emit_broken();
        self.end_walk();
        Ok(())
    }

    fn block(&mut self, point: Point, mut state: State<R::Word>) -> Result<(), Unencodable> {
        let func = self.func_of(point.instance);
        let block = &self.program.module.funcs[func].blocks[point.block];
        for (index, inst) in block.insts.iter().enumerate().skip(point.inst) {
            self.budget.step(1);
            if state.condition.is_false(self.terms) {
                return Ok(());
            }
            let here = Point { inst: index, ..point };
            let before = state.condition.clone();
            let goes_on = self.step(here, inst, &mut state)?;
            self.take_side_conditions(&before);
            if !goes_on {
                return Ok(());
            }
        }
        self.leave(point, func, state, &block.term)
    }

    fn leave(
        &mut self,
        point: Point,
        func: FuncId,
        mut state: State<R::Word>,
        term: &ir::Terminator,
    ) -> Result<(), Unencodable> {
        match &term.kind {
            TermKind::Return(values) => return self.come_back(point, func, state, (values, term.loc)),
            TermKind::Unreachable => {
                self.bug(&mut state, engine::BugKind::UnreachableReached, self.terms.tt(), term.loc);
                return Ok(());
            }
            TermKind::Exit { .. } => {
                self.ends(Point { inst: usize::MAX, ..point }, &mut state, term.loc);
                return Ok(());
            }
            TermKind::Unsupported { what } => {
                self.unsupported(&mut state, what.clone(), term.loc);
                return Ok(());
            }
            TermKind::IndirectJump { .. } => {
                self.beyond(&mut state, "a computed goto is not modelled", term.loc);
                return Ok(());
            }
            TermKind::Jump(_) | TermKind::Branch { .. } | TermKind::Switch { .. } => {}
        }
        let (program, terms) = (self.program, self.terms);
        let mut words = FxHashMap::default();
        term.for_each_operand(|operand| {
            let ty = program.module.operand_type(&program.module.funcs[func], operand);
            if let Some(word) = self.word_of_type(point.instance, operand, ty) {
                words.insert(operand, word);
            }
        });
        let model = program.module.data_model;
        let edges = encode::inst::edges(&mut self.reading, terms, model, &term.kind, |_, at| words.get(&at).copied());
        match edges {
            Some(edges) => {
                let ways = edges.into_iter().map(|(taken, target)| {
                    let mut way = state.clone();
                    way.condition.and(terms, taken);
                    (way, target)
                });
                for (way, target) in ways.collect::<Vec<_>>() {
                    self.go(point, func, way, target);
                }
            }
            None => self.unsupported(&mut state, "a choice by a number that is too wide".to_string(), term.loc),
        }
        Ok(())
    }

    /// To another block of the function.
    fn go(&mut self, from: Point, func: FuncId, mut state: State<R::Word>, target: &ir::Target) {
        if state.condition.is_false(self.terms) {
            return;
        }
        let function = &self.program.module.funcs[func];
        let params = &function.blocks[target.block].params;
        let values: Vec<(RegId, Option<R::Word>)> = params
            .iter()
            .zip(&target.args)
            .map(|(param, arg)| (*param, self.word_of_type(from.instance, *arg, function.regs[*param].ty)))
            .collect();
        let point = Point { instance: from.instance, block: target.block, inst: 0 };
        let cfg = self.program.flows.func(func).cfg();
        if is_head(cfg, target.block) {
            let loc = function.blocks[from.block].term.loc;
            self.nothing_lost(Point { inst: usize::MAX, ..from }, &mut state, loc);
            self.arrive_at_head(point, &state, &values);
        } else {
            self.come(point, Arrival { state, values });
        }
    }

    fn arrive_at_head(&mut self, point: Point, state: &State<R::Word>, values: &[(RegId, Option<R::Word>)]) {
        let place = Place::Head { instance: point.instance, block: point.block };
        let relation = self.relation(place);
        let head = self.head(relation, state, |reg| {
            let value = values.iter().find(|(param, _)| reg == (point.instance, *param));
            value.map(|(_, word)| *word)
        });
        self.emit(&state.condition, &[], Some(head));
    }

    /// Joins what comes to a point from several sides.
    pub fn come(&mut self, point: Point, arrival: Arrival<R::Word>) {
        let order = self.order(point);
        let Some((_, mut old)) = self.walk.arrivals.remove(&order) else {
            self.walk.arrivals.insert(order, (point, arrival));
            return;
        };
        let new = arrival;
        let is_new = new.state.condition.term(self.terms);
        old.state.condition = old.state.condition.or(self.terms, &new.state.condition);
        let mut memory = old.state.memory.clone();
        memory.join(&new.state.memory, |slot, old, new| self.either(slot, is_new, new, old));
        old.state.memory = memory;
        let func = self.func_of(point.instance);
        for ((reg, old), (_, new)) in old.values.iter_mut().zip(&new.values) {
            let ty = self.program.module.funcs[func].regs[*reg].ty;
            *old = match (*new, *old) {
                (Some(new), Some(old)) if new == old => Some(old),
                (Some(new), Some(old)) => self.select(ty, is_new, new, old),
                (None, _) | (_, None) => None,
            };
        }
        self.walk.arrivals.insert(order, (point, old));
    }

    /// What a slot holds behind two ways, of which one was taken where the condition holds. What is not known of the one may still be
    /// known of the other.
    pub fn either(
        &mut self,
        slot: SlotId,
        cond: Term,
        a: Option<Content<R::Word>>,
        b: Option<Content<R::Word>>,
    ) -> Option<Content<R::Word>> {
        let a = a.or_else(|| self.any_content(slot))?;
        let b = b.or_else(|| self.any_content(slot))?;
        match (a, b) {
            (Content::Array(a), Content::Array(b)) => Some(Content::Array(self.terms.ite(cond, a, b))),
            (Content::Word(a), Content::Word(b)) => {
                let width = self.slot(slot).1;
                self.select(Type::Int(width), cond, a, b).map(Content::Word)
            }
            (Content::Array(_), Content::Word(_)) | (Content::Word(_), Content::Array(_)) => None,
        }
    }

    fn select(&mut self, ty: Type, cond: Term, a: R::Word, b: R::Word) -> Option<R::Word> {
        let width = self.width(ty)?;
        let cond = self.reading.word_of(cond, 1, false);
        self.reading.select(width, cond, a, b)
    }

    fn order(&self, point: Point) -> Order {
        let mut order = Vec::new();
        let mut at = Some((point.instance, point.block, point.inst));
        while let Some((instance, block, inst)) = at {
            let Instance { func, call } = self.instances[instance];
            let index = self.program.flows.func(func).cfg().rpo_index(block).unwrap_or(usize::MAX);
            order.push((func.index() as u32, index as u32, inst as u32));
            at = call;
        }
        order.reverse();
        order
    }

    /// The bits of a type; `None` for floats.
    pub fn width(&self, ty: Type) -> Option<u16> {
        match ty {
            Type::Int(_) | Type::Ptr => u16::try_from(ty.bits(self.program.module.data_model)).ok(),
            Type::Float(_) => None,
        }
    }

    pub fn pointer_width(&self) -> u16 {
        self.width(Type::Ptr).expect("invariant: addresses are words")
    }

    /// The slot, and the width of what it holds.
    pub fn slot(&self, id: SlotId) -> (Slot, u16) {
        let object = self.program.objects.get(id.object).expect("invariant: slots are of known objects");
        let number = |bytes: u64| Slot { offset: 0, bytes, signed: false, holds: Holds::Number };
        match id.part {
            Part::Over => (number(1), 1),
            Part::Size => (number(u64::from(self.pointer_width() / 8)), self.pointer_width()),
            Part::All | Part::Element(_) => {
                let slot = object.layout.slots[id.slot];
                (slot, width_of(&slot).unwrap_or(u16::MAX))
            }
        }
    }

    pub fn set_register(&mut self, instance: usize, reg: RegId, word: Option<R::Word>) {
        match word {
            Some(word) => self.walk.registers.insert((instance, reg), word),
            None => self.walk.registers.remove(&(instance, reg)),
        };
    }
}

/// Does control come back to the block?
fn is_head(cfg: &ir::Cfg, block: BlockId) -> bool {
    let Some(here) = cfg.rpo_index(block) else { return false };
    cfg.preds(block).iter().any(|from| cfg.rpo_index(*from).is_some_and(|from| from >= here))
}

pub(super) fn width_of(slot: &Slot) -> Option<u16> {
    u16::try_from(slot.bytes.checked_mul(8)?).ok()
}
