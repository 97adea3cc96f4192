//! Entailment: does one state stand for all that another stands for?
//!
//! Paper: [AProVE] section 3.1, generalisation with instantiation μ, conditions (b) to (f).
//! DIVERGENCE: μ maps variables to linear forms; condition (f), about variable identities, is that what belongs to the entry
//! state is mapped to itself. A pointer may be forgotten: a number that nothing is known of stands for it.
//! Loses precision when: variables of the general state occur only in facts, or only in places of cells that several cells
//! fit.

mod fill;
mod structure;

use ir::{FuncId, RegId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::Machine;
use crate::number::{Fact, Knowledge, Linear, Relation, Var};
use crate::state::{Cell, Condition, Fill, Life, Object, ObjectId, Reading, State, Storage, Value, range};

/// How the one state stands for the other.
#[derive(Clone, Debug)]
pub struct Match {
    /// μ: what the variables of the general state are in the special one.
    pub vars: Vec<Linear>,
    pub objects: FxHashMap<ObjectId, ObjectId>,
    /// Objects of the special state that belong to structures of the general one, and are not the first of them.
    pub absorbed: Vec<ObjectId>,
    /// What is known of the special state, and of numbers that stand for what has none.
    pub knowledge: Knowledge,
}

impl Match {
    /// A form over the general state's variables as one over the special state's.
    pub fn form(&self, form: &Linear) -> Option<Linear> {
        form.substitute(&|var| self.vars.get(var.0 as usize).cloned())
    }
}

/// What the two states have in common before they are compared.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    /// Variables and objects with numbers below these are the same in both.
    pub vars: u32,
    pub objects: u32,
    /// How wide registers are: those of a function, or its results.
    pub registers: Registers,
    /// No live heap object of the special state may be forgotten.
    pub keeps_heap: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Registers {
    Of(FuncId),
    ResultsOf(FuncId),
}

/// `Some` if the general state stands for all that the special one stands for.
pub fn covers(machine: &mut Machine<'_, '_>, general: &State, special: &State, common: Common) -> Option<Match> {
    let mut matching = Matching {
        vars: vec![None; general.var_bound() as usize],
        objects: FxHashMap::default(),
        taken: FxHashMap::default(),
        special: special.clone(),
        equations: Vec::new(),
        pairs: Vec::new(),
        absorbed: Vec::new(),
        told: FxHashSet::default(),
        lasts: Vec::new(),
        last_of: FxHashMap::default(),
        machine,
    };
    for var in 0..common.vars.min(general.var_bound()) {
        matching.vars[var as usize] = Some(Linear::var(Var(var)));
    }
    for (id, _) in general.objects() {
        let given = match id {
            ObjectId::Global(_) => true,
            ObjectId::Made(number) => *number < common.objects,
        };
        if given && !matching.pair(*id, *id) {
            return None;
        }
    }
    for (reg, value) in general.registers() {
        let width = register_width(matching.machine, common.registers, *reg)?;
        let other = special.register(*reg)?.clone();
        if !matching.value(value, &other, width) {
            return None;
        }
    }
    if !matching.objects(general) || !matching.equations() {
        return None;
    }
    let found = matching.finish(general)?;
    if common.keeps_heap {
        let kept = |id: ObjectId| found.objects.values().chain(&found.absorbed).any(|other| *other == id);
        let loses = |(id, object): &(ObjectId, std::sync::Arc<Object>)| {
            object.storage == Storage::Heap && object.life == Life::Live && !kept(*id)
        };
        if special.objects().iter().any(loses) {
            return None;
        }
    }
    Some(found)
}

fn register_width(machine: &Machine<'_, '_>, registers: Registers, reg: RegId) -> Option<u16> {
    let ty = match registers {
        Registers::Of(func) => machine.module.funcs[func].regs.get(reg)?.ty,
        Registers::ResultsOf(func) => *machine.module.funcs[func].signature.rets.get(ir::Id::index(reg))?,
    };
    u16::try_from(ty.bits(machine.module.data_model)).ok()
}

struct Matching<'a, 'p, 'm> {
    machine: &'a mut Machine<'p, 'm>,
    /// With numbers for what has none.
    special: State,
    vars: Vec<Option<Linear>>,
    objects: FxHashMap<ObjectId, ObjectId>,
    taken: FxHashMap<ObjectId, ObjectId>,
    /// A form of the general state, and what it has to be.
    equations: Vec<(Linear, Linear)>,
    /// Objects whose contents are to be compared.
    pairs: Vec<(ObjectId, ObjectId)>,
    /// Objects behind the first of a structure.
    absorbed: Vec<ObjectId>,
    /// Cells of the special state that cells of the general one were compared with.
    told: FxHashSet<(ObjectId, usize)>,
    /// What the general state says of last objects of its structures: the place in it, and what has to be there.
    lasts: Vec<(ObjectId, Linear, Value)>,
    /// Which those are.
    last_of: FxHashMap<ObjectId, Last>,
}

/// The last of the objects that a structure stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    Object(ObjectId),
    /// The last one of a structure.
    Of(ObjectId),
}

impl Matching<'_, '_, '_> {
    fn pair(&mut self, general: ObjectId, special: ObjectId) -> bool {
        // Code names globals: one that stood for another object, or another object for it, would be two when it is named.
        let is_global = |id: ObjectId| matches!(id, ObjectId::Global(_));
        if general != special && (is_global(general) || is_global(special)) {
            return false;
        }
        match (self.objects.get(&general), self.taken.get(&special)) {
            (Some(known), _) => *known == special,
            (None, Some(_)) => false,
            (None, None) => {
                self.objects.insert(general, special);
                self.taken.insert(special, general);
                self.pairs.push((general, special));
                true
            }
        }
    }

    fn value(&mut self, general: &Value, special: &Value, width: u16) -> bool {
        match (general, special) {
            (Value::Any, _) => true,
            (Value::Number { form, reading }, Value::Number { form: other, reading: read }) => {
                if !self.reads(other, *read, *reading, width) {
                    return false;
                }
                self.equations.push((form.clone(), other.clone()));
                true
            }
            (Value::Number { form, reading: Reading::Unsigned }, Value::Pointer { .. } | Value::Function(_)) => {
                // It has an address, whichever that is.
                let address = self.special.fresh();
                self.special.learn_range(&address, width, Reading::Unsigned);
                self.equations.push((form.clone(), address));
                true
            }
            (Value::Pointer { object, offset }, Value::Pointer { object: to, offset: there }) => {
                self.equations.push((offset.clone(), there.clone()));
                self.pair(*object, *to)
            }
            (Value::Last { of, offset }, special) => {
                self.lasts.push((*of, offset.clone(), special.clone()));
                true
            }
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Truth(Condition::Known(a)), Value::Truth(Condition::Known(b))) => a == b,
            (Value::Truth(Condition::If(fact)), Value::Truth(truth)) => self.truth(fact, truth),
            (
                Value::Number { .. },
                Value::Pointer { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any,
            )
            | (Value::Pointer { .. }, _)
            | (Value::Function(_), _)
            | (Value::Truth(_), _) => false,
        }
    }

    /// A bit that is open in the general state is a variable of its own: set where it is at least 1.
    fn truth(&mut self, fact: &Fact, truth: &Condition) -> bool {
        let [(var, 1)] = fact.form.terms() else { return false };
        if fact.relation != Relation::AtLeastZero || fact.form.constant_term() != -1 {
            return false;
        }
        let bit = match truth {
            Condition::Known(truth) => Linear::constant(i128::from(*truth)),
            Condition::If(_) => {
                let bit = self.special.fresh();
                self.special.learn_range(&bit, 1, Reading::Unsigned);
                bit
            }
        };
        self.equations.push((Linear::var(*var), bit));
        true
    }

    /// May a number of the one reading be read in the other?
    fn reads(&mut self, form: &Linear, from: Reading, to: Reading, width: u16) -> bool {
        if from == to || (from, to) == (Reading::Signed, Reading::Mathematical) {
            return true;
        }
        let wanted = match to {
            Reading::Mathematical => Reading::Signed,
            Reading::Signed | Reading::Unsigned => to,
        };
        range(width, wanted).is_some_and(|(least, most)| {
            self.implies(Fact::ge(form, &Linear::constant(least)))
                && self.implies(Fact::le(form, &Linear::constant(most)))
        })
    }

    fn implies(&mut self, fact: Option<Fact>) -> bool {
        fact.is_some_and(|fact| self.machine.prover.implies(&self.special.knowledge, &fact))
    }

    /// A form with all its variables mapped; `None` if one is not.
    fn mapped(&self, form: &Linear) -> Option<Linear> {
        if form.vars().any(|var| self.vars.get(var.0 as usize).is_none_or(Option::is_none)) {
            return None;
        }
        form.substitute(&|var| self.vars[var.0 as usize].clone())
    }

    /// Takes from an equation what it says of a variable that is not mapped yet.
    fn bind(&mut self, general: &Linear, special: &Linear) -> bool {
        let mut open = general.terms().iter().filter(|(var, _)| self.vars[var.0 as usize].is_none());
        let (Some(&(var, coefficient)), None) = (open.next(), open.next()) else { return false };
        let rest = Linear::var(var).scale(coefficient).and_then(|part| general.sub(&part));
        let Some(rest) = rest.and_then(|rest| self.mapped(&rest)) else { return false };
        let value = special.sub(&rest).and_then(|value| self.special.knowledge.reduce(&value).divide(coefficient));
        self.vars[var.0 as usize] = value;
        self.vars[var.0 as usize].is_some()
    }

    /// Maps variables by the equations as far as these determine them.
    fn determine(&mut self) {
        loop {
            let equations = self.equations.clone();
            let mut bound = false;
            for (general, special) in &equations {
                bound |= self.bind(general, special);
            }
            if !bound {
                return;
            }
        }
    }

    /// All equations hold.
    fn equations(&mut self) -> bool {
        self.determine();
        let equations = std::mem::take(&mut self.equations);
        equations.iter().all(|(general, special)| match self.mapped(general) {
            Some(form) if form == *special => true,
            Some(form) => self.implies(Fact::eq(&form, special)),
            None => false,
        })
    }

    fn objects(&mut self, general: &State) -> bool {
        let mut open: Vec<(ObjectId, Cell)> = Vec::new();
        let mut fills: Vec<(ObjectId, Fill)> = Vec::new();
        let mut structures: Vec<(ObjectId, ObjectId)> = Vec::new();
        loop {
            while let Some((id, other)) = self.pairs.pop() {
                let Some(object) = general.object(id) else { continue };
                let Some(there) = self.special.object(other).cloned() else { return false };
                if !self.same_kind(object, &there) {
                    return false;
                }
                self.equations.push((object.size.clone(), there.size.clone()));
                match (&object.structure, &there.structure) {
                    (Some(_), _) => structures.push((id, other)),
                    (None, None) => {}
                    (None, Some(_)) => return false,
                }
                open.extend(object.cells.iter().map(|cell| (other, cell.clone())));
                fills.extend(object.fills.iter().map(|fill| (other, fill.clone())));
            }
            self.determine();
            // First those whose places are known, then those of which least is open.
            let unknown = |cell: &Cell| cell.offset.vars().filter(|var| self.vars[var.0 as usize].is_none()).count();
            let at = (0..open.len()).min_by_key(|at| unknown(&open[*at].1));
            let (object, cell) = match at {
                Some(at) => open.remove(at),
                None => {
                    // Where a structure ends is seen best when everything else has its place.
                    let Some((id, first)) = structures.pop() else { break };
                    if !general.object(id).is_some_and(|object| self.structure(id, object, first)) {
                        return false;
                    }
                    continue;
                }
            };
            if !self.cell(object, &cell) {
                return false;
            }
        }
        self.are_last() && fills.iter().all(|(object, fill)| self.fill(*object, fill))
    }

    /// What leads to the last object of a structure of the general state leads to the one that is it in the special state.
    fn are_last(&mut self) -> bool {
        let lasts = std::mem::take(&mut self.lasts);
        lasts.into_iter().all(|(of, offset, special)| {
            let (there, known) = match special {
                Value::Pointer { object, offset } => (offset, Last::Object(object)),
                Value::Last { of, offset } => (offset, Last::Of(of)),
                Value::Number { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => return false,
            };
            self.equations.push((offset, there));
            self.last_of.get(&of) == Some(&known)
        })
    }

    fn same_kind(&self, general: &Object, special: &Object) -> bool {
        general.storage == special.storage
            && general.life == special.life
            && general.dynamic == special.dynamic
            && (!general.held || special.held)
    }

    /// A cell of the special state says what the general one says.
    fn cell(&mut self, object: ObjectId, cell: &Cell) -> bool {
        let Some(there) = self.special.object(object) else { return false };
        let same_size = there.cells.iter().enumerate().filter(|(_, other)| other.bytes == cell.bytes);
        let mut fitting: Vec<(usize, Cell)> = same_size.map(|(at, other)| (at, other.clone())).collect();
        let width = u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX);
        let Some(offset) = self.mapped(&cell.offset) else {
            // Whichever says the same of it; rather one that says nothing else yet.
            fitting.sort_by_key(|(at, _)| self.told.contains(&(object, *at)));
            return fitting.into_iter().any(|(at, other)| {
                let before = (self.vars.clone(), self.equations.len(), self.special.clone());
                let pairs = (self.objects.clone(), self.taken.clone(), self.pairs.len());
                let lasts = self.lasts.len();
                self.equations.push((cell.offset.clone(), other.offset.clone()));
                self.determine();
                if self.mapped(&cell.offset).is_some() && self.cell_value(cell, &other, width) {
                    self.told.insert((object, at));
                    return true;
                }
                (self.vars, self.special) = (before.0, before.2);
                self.equations.truncate(before.1);
                (self.objects, self.taken) = (pairs.0, pairs.1);
                self.pairs.truncate(pairs.2);
                self.lasts.truncate(lasts);
                false
            });
        };
        let same = fitting.iter().position(|(_, other)| other.offset == offset);
        let same =
            same.or_else(|| fitting.iter().position(|(_, other)| self.implies(Fact::eq(&other.offset, &offset))));
        if let Some(at) = same {
            let (at, other) = &fitting[at];
            self.told.insert((object, *at));
            return self.value(&cell.value, &other.value, width);
        }
        let Value::Number { form, reading } = &cell.value else { return false };
        // Zeros need no cell of their own; and whatever bytes hold is some number.
        if self.is_zero(object, &offset, cell.bytes) {
            self.equations.push((form.clone(), Linear::constant(0)));
            return true;
        }
        let within = if *reading == Reading::Mathematical { Reading::Signed } else { *reading };
        if range(width, within).is_none() || !self.exists(object, &offset, cell.bytes) {
            return false;
        }
        let number = self.special.fresh();
        self.special.learn_range(&number, width, within);
        self.equations.push((form.clone(), number));
        true
    }

    /// Are there such bytes, once? Each object of a structure has its own, and a cell of a structure says the same of all.
    fn exists(&mut self, object: ObjectId, offset: &Linear, bytes: u64) -> bool {
        let one = |there: &&Object| there.life == Life::Live && there.structure.is_none();
        let Some(there) = self.special.object(object).filter(one) else { return false };
        let (size, end) = (there.size.clone(), offset.add_constant(i128::from(bytes)));
        self.implies(Fact::ge(offset, &Linear::constant(0))) && self.implies(end.and_then(|end| Fact::le(&end, &size)))
    }

    fn cell_value(&mut self, cell: &Cell, other: &Cell, width: u16) -> bool {
        // A value that is determined already has to be the same.
        if let (Value::Number { form, .. }, Value::Number { form: there, .. }) = (&cell.value, &other.value)
            && let Some(form) = self.mapped(form)
            && !self.implies(Fact::eq(&form, there))
        {
            return false;
        }
        self.value(&cell.value, &other.value, width)
    }

    fn finish(mut self, general: &State) -> Option<Match> {
        let mut vars = Vec::with_capacity(self.vars.len());
        for var in std::mem::take(&mut self.vars) {
            // Of those that nothing mentions, nothing is known.
            vars.push(var.unwrap_or_else(|| self.special.fresh()));
        }
        let (objects, absorbed) = (std::mem::take(&mut self.objects), std::mem::take(&mut self.absorbed));
        let found = Match { vars, objects, absorbed, knowledge: Knowledge::new() };
        for fact in general.knowledge.facts() {
            let fact = Fact { form: found.form(&fact.form)?, relation: fact.relation };
            if !self.implies(Some(fact)) {
                return None;
            }
        }
        Some(Match { knowledge: self.special.knowledge.clone(), ..found })
    }
}
