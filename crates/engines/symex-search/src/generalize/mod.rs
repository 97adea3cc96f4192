//! A state that stands for two others.
//!
//! Paper: [AProVE] section 3.1 and 5.1, merging.
//! DIVERGENCE: what is kept of the numbers is not only what the first state says and the second confirms: equations that
//! hold in both are computed as for affine hulls, and bounds of sums and differences are tried.
//! Guarantees: none; the result is compared with both before it is used.

mod affine;
mod facts;
mod fills;
mod fold;
mod kinds;
mod links;
mod pairs;

use std::sync::Arc;

use ir::{FuncId, RegId, Type};
use rustc_hash::FxHashMap;
use symex::cover::Registers;
use symex::exec::{Machine, initial_number};
use symex::number::{Fact, Linear};
use symex::state::{
    Back, Cell, Condition, Content, Fill, Link, Object, ObjectId, Reading, State, Structure, Value, range,
};

pub use fold::Folding;
pub use kinds::Kinds;
pub use pairs::FACTORS;

use pairs::Pairs;

/// What both states have, and how they are generalised.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// Variables and objects with numbers below these are the same in both and in the result.
    pub vars: u32,
    pub objects: u32,
    /// Variables with numbers below this are the same in both, but need not occur in the result: the new state was reached from
    /// the old one.
    pub shared: u32,
    pub registers: Registers,
    /// Shapes that differ are forgotten; otherwise they keep states apart.
    pub forgets_shapes: bool,
    pub keeps: Keeps,
    /// The new state comes from the old one, and others will come from both: bounds that have moved will move on.
    pub widens: bool,
    /// Where bounds may come to rest, ascending: the program compares with these.
    pub rests: &'a [i128],
    pub kinds: &'a Kinds,
}

/// What is known in common: what is tried gets less with every try, so that there is a last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    /// Whatever either state says and the other confirms.
    All,
    /// … unless it gets less with every round.
    Steady,
    /// No bounds of single numbers but the old ones.
    Relations,
    /// What the old state says and the new one confirms.
    Old,
}

impl Keeps {
    pub fn after(tries: u32) -> Keeps {
        match tries {
            0 => Keeps::All,
            1 => Keeps::Steady,
            2..=4 => Keeps::Relations,
            _ => Keeps::Old,
        }
    }
}

/// Bytes of objects whose parts all get names.
const MOST_NAMED: i128 = 64;

/// `None` if they are too different: also when linked objects are taken as structures.
pub fn generalize(machine: &mut Machine<'_, '_>, old: &State, new: &State, manner: Manner<'_>) -> Option<State> {
    let exactly = Manner { forgets_shapes: false, ..manner };
    if let Some(general) = join(machine, old, new, exactly) {
        return Some(general);
    }
    let bytes = machine.module.data_model.pointer_size();
    for folding in [Folding::Strict, Folding::Loose] {
        let [first, second] = [old, new].map(|state| fold::folded(state, manner.objects, bytes, manner.kinds, folding));
        if first.is_some() || second.is_some() {
            let (old, new) = (first.as_ref().unwrap_or(old), second.as_ref().unwrap_or(new));
            if let Some(general) = join(machine, old, new, exactly) {
                return Some(general);
            }
        }
    }
    if manner.forgets_shapes { join(machine, old, new, manner) } else { None }
}

/// The state with structures as large as they can be without forgetting much; `None` if they are. It has to be compared with the
/// state before it is used.
pub fn tidied(state: &State, given: u32, pointer_bytes: u64, kinds: &Kinds, folding: Folding) -> Option<State> {
    renumbered(&fold::folded(state, given, pointer_bytes, kinds, folding)?, given)
}

/// With objects numbered one by one: those of an entry state are.
fn renumbered(state: &State, given: u32) -> Option<State> {
    let mut result = State::default();
    result.reserve_vars(state.var_bound());
    result.knowledge = state.knowledge.clone();
    let mut next = given;
    let mut names: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    for (id, _) in state.objects() {
        let name = match id {
            ObjectId::Made(number) if *number >= given => {
                next += 1;
                ObjectId::Made(next - 1)
            }
            ObjectId::Made(_) | ObjectId::Global(_) => *id,
        };
        names.insert(*id, name);
    }
    let mut same = |form: &Linear| Some(form.clone());
    let mut name = |id: ObjectId| Some(names.get(&id).copied().unwrap_or(id));
    for (reg, value) in state.registers() {
        result.set_register(*reg, value.map(&mut same, &mut name)?);
    }
    for (id, object) in state.objects() {
        result.put_object(names[id], Arc::new(object.map(&mut same, &mut name)?));
    }
    result.reserve_objects(next);
    Some(result)
}

fn join(machine: &mut Machine<'_, '_>, old: &State, new: &State, manner: Manner<'_>) -> Option<State> {
    let mut result = State::default();
    result.reserve_vars(manner.vars);
    result.reserve_objects(manner.objects);
    let mut joining = Joining {
        machine,
        old,
        new,
        manner,
        pairs: Pairs::new(manner.vars),
        result,
        objects: FxHashMap::default(),
        taken: FxHashMap::default(),
        work: Vec::new(),
    };
    joining.join()?;
    let Joining { machine, mut result, pairs, .. } = joining;
    result.reserve_vars(pairs.bound());
    facts::learn_common(machine, &mut result, &pairs, old, new, manner)?;
    Some(result)
}

struct Joining<'a, 'p, 'm> {
    machine: &'a mut Machine<'p, 'm>,
    old: &'a State,
    new: &'a State,
    manner: Manner<'a>,
    pairs: Pairs,
    result: State,
    /// Objects of both states, and the one that stands for them.
    objects: FxHashMap<(ObjectId, ObjectId), ObjectId>,
    taken: FxHashMap<ObjectId, ()>,
    work: Vec<(ObjectId, ObjectId, ObjectId)>,
}

impl Joining<'_, '_, '_> {
    fn join(&mut self) -> Option<()> {
        // Given objects and globals first: they keep their names.
        for (id, _) in self.old.objects() {
            let given = match id {
                ObjectId::Global(_) => true,
                ObjectId::Made(number) => *number < self.manner.objects,
            };
            if given && self.new.object(*id).is_some() {
                self.objects.insert((*id, *id), *id);
                self.work.push((*id, *id, *id));
            }
        }
        for (reg, value) in self.old.registers() {
            let Some(other) = self.new.register(*reg) else { continue };
            let width = self.width(*reg)?;
            let value = self.value(value, other, width)?;
            self.result.set_register(*reg, value);
        }
        self.pairs.are_of_registers();
        while let Some((old, new, id)) = self.work.pop() {
            let object = self.object(old, new)?;
            self.result.put_object(id, Arc::new(object));
        }
        Some(())
    }

    fn width(&self, reg: RegId) -> Option<u16> {
        let ty: Type = match self.manner.registers {
            Registers::Of(func) => self.func(func).regs.get(reg)?.ty,
            Registers::ResultsOf(func) => *self.func(func).signature.rets.get(ir::Id::index(reg))?,
        };
        u16::try_from(ty.bits(self.machine.module.data_model)).ok()
    }

    fn func(&self, func: FuncId) -> &ir::Function {
        &self.machine.module.funcs[func]
    }

    fn form(&mut self, old: &Linear, new: &Linear) -> Linear {
        let (old, new) = (self.old.knowledge.reduce(old), self.new.knowledge.reduce(new));
        self.pairs.form(&old, &new)
    }

    fn value(&mut self, old: &Value, new: &Value, width: u16) -> Option<Value> {
        match (old, new) {
            (Value::Number { form: a, reading: x }, Value::Number { form: b, reading: y }) => {
                match self.reading((a, *x), (b, *y), width) {
                    Some(reading) => Some(Value::Number { form: self.form(a, b), reading }),
                    None => Some(Value::Any),
                }
            }
            (Value::Pointer { object: a, offset: x }, Value::Pointer { object: b, offset: y }) => {
                if self.are_different_links((*a, x), (*b, y)) && !self.manner.forgets_shapes {
                    return None;
                }
                match self.pair(*a, *b) {
                    Some(object) => Some(Value::Pointer { object, offset: self.form(x, y) }),
                    None => self.unlike(),
                }
            }
            (
                Value::Last { of: a, offset: x } | Value::Pointer { object: a, offset: x },
                Value::Last { of: b, offset: y } | Value::Pointer { object: b, offset: y },
            ) => match self.pair(*a, *b) {
                Some(of) => Some(Value::Last { of, offset: self.form(x, y) }),
                None => self.unlike(),
            },
            (Value::Function(a), Value::Function(b)) if a == b => Some(old.clone()),
            (Value::Truth(Condition::Known(a)), Value::Truth(Condition::Known(b))) if a == b => Some(old.clone()),
            (Value::Truth(_), Value::Truth(_)) => {
                let var = Linear::var(self.pairs.fresh_open());
                Fact::ge(&var, &Linear::constant(1)).map(|fact| Value::Truth(Condition::If(fact)))
            }
            (Value::Any, _) | (_, Value::Any) => Some(Value::Any),
            (
                Value::Number { .. }
                | Value::Pointer { .. }
                | Value::Last { .. }
                | Value::Function(_)
                | Value::Truth(_),
                Value::Number { .. }
                | Value::Pointer { .. }
                | Value::Last { .. }
                | Value::Function(_)
                | Value::Truth(_),
            ) => self.unlike(),
        }
    }

    /// Two places in objects of one kind at which there are pointers: which of them it is matters more than what is between.
    fn are_different_links(&self, old: (ObjectId, &Linear), new: (ObjectId, &Linear)) -> bool {
        let bytes = self.machine.module.data_model.pointer_size();
        let is_link = |state: &State, (id, offset): (ObjectId, &Linear)| {
            let place = offset.as_constant().and_then(|place| u64::try_from(place).ok());
            let (Some(object), Some(place)) = (state.object(id), place) else { return false };
            let linked = object.structure.as_ref().is_some_and(|known| known.links.iter().any(|link| link.at == place));
            linked || object.word_at(place, bytes).is_some_and(|value| value.is_null() || value.target().is_some())
        };
        let apart = matches!((old.1.as_constant(), new.1.as_constant()), (Some(a), Some(b)) if a != b);
        apart && is_link(self.old, old) && is_link(self.new, new)
    }

    /// Something that is a pointer in one and no pointer, or another one, in the other.
    fn unlike(&self) -> Option<Value> {
        self.manner.forgets_shapes.then_some(Value::Any)
    }

    fn reading(&mut self, old: (&Linear, Reading), new: (&Linear, Reading), width: u16) -> Option<Reading> {
        if old.1 == new.1 {
            return Some(old.1);
        }
        let candidates = match (old.1, new.1) {
            (Reading::Mathematical, _) | (_, Reading::Mathematical) => [Reading::Mathematical, Reading::Mathematical],
            (Reading::Signed | Reading::Unsigned, Reading::Signed | Reading::Unsigned) => {
                [Reading::Unsigned, Reading::Signed]
            }
        };
        candidates.into_iter().find(|reading| {
            let wanted = if *reading == Reading::Mathematical { Reading::Signed } else { *reading };
            let Some((least, most)) = range(width, wanted) else { return false };
            [(self.old, old), (self.new, new)].into_iter().all(|(state, (form, from))| {
                from == *reading
                    || (from, *reading) == (Reading::Signed, Reading::Mathematical)
                    || [Fact::ge(form, &Linear::constant(least)), Fact::le(form, &Linear::constant(most))]
                        .into_iter()
                        .all(|fact| fact.is_some_and(|fact| self.machine.prover.implies(&state.knowledge, &fact)))
            })
        })
    }

    /// The object that stands for both.
    fn pair(&mut self, old: ObjectId, new: ObjectId) -> Option<ObjectId> {
        if let Some(known) = self.objects.get(&(old, new)) {
            return Some(*known);
        }
        let given = |id| match id {
            ObjectId::Global(_) => true,
            ObjectId::Made(number) => number < self.manner.objects,
        };
        if given(old) || given(new) || self.taken.contains_key(&old) {
            return None;
        }
        if self.objects.keys().any(|(_, other)| *other == new) {
            return None;
        }
        let (a, b) = (self.old.object(old)?, self.new.object(new)?);
        if a.storage != b.storage || a.life != b.life || a.dynamic != b.dynamic {
            return None;
        }
        let id = ObjectId::Made(self.result.object_bound());
        self.result.reserve_objects(self.result.object_bound() + 1);
        self.objects.insert((old, new), id);
        self.taken.insert(old, ());
        self.work.push((old, new, id));
        Some(id)
    }

    fn object(&mut self, old: ObjectId, new: ObjectId) -> Option<Object> {
        let (mut old, mut new) = (self.old.object(old)?.clone(), self.new.object(new)?.clone());
        if old.storage != new.storage || old.life != new.life {
            return None;
        }
        self.name_cells_of(&new, &mut old);
        self.name_cells_of(&old, &mut new);
        let size = self.form(&old.size, &new.size);
        let structure = self.structure(&old, &new)?;
        let is_link = |cell: &Cell| {
            let at = |place: u64| cell.offset.as_constant() == Some(i128::from(place));
            structure.as_ref().is_some_and(|structure| {
                let back = structure.back.as_ref();
                structure.links.iter().any(|link| at(link.at)) || back.is_some_and(|back| at(back.at))
            })
        };
        let mut cells = Vec::new();
        let mut used = vec![false; new.cells.len()];
        for cell in old.cells.iter().filter(|cell| !is_link(cell)) {
            let Some((at, offset)) = self.partner(cell, &new.cells, &used) else {
                self.is_like_zeros(cell, &new)?;
                continue;
            };
            let width = u16::try_from(cell.bytes * 8).unwrap_or(u16::MAX);
            let value = self.value(&cell.value, &new.cells[at].value, width)?;
            used[at] = true;
            if value != Value::Any {
                cells.push(Cell { offset, bytes: cell.bytes, value });
            }
        }
        for (_, cell) in new.cells.iter().enumerate().filter(|(at, cell)| !used[*at] && !is_link(cell)) {
            self.is_like_zeros(cell, &old)?;
        }
        // What only one of them knows is some number in the other. Arrays have too many places for that.
        let few = size.as_constant().is_some_and(|size| size <= MOST_NAMED);
        let alone = |cells: &[Cell], cell: &Cell| {
            let same = |other: &Cell| other.offset == cell.offset && other.bytes == cell.bytes;
            cell.offset.as_constant().is_some() && !cells.iter().any(same)
        };
        for (one, other) in [(&old.cells, &new.cells), (&new.cells, &old.cells)] {
            for cell in one.iter().filter(|cell| few && structure.is_none() && alone(other, cell)) {
                if let Value::Number { reading, .. } = &cell.value
                    && alone(&cells, cell)
                {
                    let form = Linear::var(self.pairs.fresh_open());
                    let value = Value::Number { form, reading: *reading };
                    cells.push(Cell { value, ..cell.clone() });
                }
            }
        }
        let mut fills = Vec::new();
        if structure.is_none() {
            fills = fills::common(&self.pairs, (self.old, &old), (self.new, &new));
        }
        Some(Object { size, cells, fills, structure, held: old.held && new.held, ..old })
    }

    /// Numbers that the other object has cells for, and this one only knows among others: zeros, and what initialisers say.
    fn name_cells_of(&self, other: &Object, object: &mut Object) {
        for cell in &other.cells {
            let Some(place) = cell.offset.as_constant() else { continue };
            let Value::Number { reading, .. } = &cell.value else { continue };
            let is_there = |known: &Cell| known.offset == cell.offset && known.bytes == cell.bytes;
            if object.cells.iter().any(is_there) {
                continue;
            }
            let end = place.saturating_add(i128::from(cell.bytes));
            let covers = |fill: &&Fill| {
                fill.from.as_constant().is_some_and(|from| from <= place)
                    && fill.to.as_constant().is_some_and(|to| end <= to)
            };
            let number = object.fills.iter().filter(covers).find_map(|fill| match &fill.content {
                Content::Zero => Some(0),
                Content::Initial { of, behind } => {
                    let at = u64::try_from(place.checked_add(i128::from(*behind))?).ok()?;
                    initial_number(self.machine.module, *of, at, cell.bytes)
                }
                Content::Words(_) => None,
            });
            if let Some(number) = number {
                let reading = if number == 0 { *reading } else { Reading::Signed };
                let value = Value::Number { form: Linear::constant(number), reading };
                object.cells.push(Cell { value, ..cell.clone() });
            }
        }
    }

    /// A pointer where the other object has zeros is something else; `None` if that keeps them apart.
    fn is_like_zeros(&self, cell: &Cell, other: &Object) -> Option<()> {
        let place = cell.offset.as_constant().and_then(|place| u64::try_from(place).ok());
        let Some(place) = place.filter(|_| cell.value.mentioned().is_some()) else { return Some(()) };
        let differs = other.word_at(place, cell.bytes).is_some_and(|value| value.is_null());
        (!differs || self.manner.forgets_shapes).then_some(())
    }

    /// The structure that both are, if one of them is; `None` if the other is not.
    fn structure(&mut self, old: &Object, new: &Object) -> Option<Option<Structure>> {
        let none: &[Link] = &[];
        let [a, b] = [old, new].map(|object| object.structure.as_ref().map_or(none, |structure| &structure.links));
        if a.is_empty() && b.is_empty() {
            return Some(None);
        }
        let bytes = self.machine.module.data_model.pointer_size();
        let mut links = links::union(a, b)?;
        links::with_none(&mut links, old, bytes);
        links::with_none(&mut links, new, bytes);
        let outside = |_: &Value| false;
        let part = |state: &State, object: &Object| {
            let pointers = fold::pointers(state);
            let is_owned = |id: ObjectId| pointers.get(&id).is_some_and(|from| from.len() == 1);
            links::part(state, object, &links, bytes, &outside, &is_owned)
        };
        let (first, second) = (part(self.old, old)?, part(self.new, new)?);
        let count = self.form(&first.count, &second.count);
        let totals = first.totals.iter().zip(&second.totals).map(|((_, a), (_, b))| self.form(a, b)).collect();
        let width = u16::try_from(bytes * 8).ok()?;
        let end = self.value(&first.end, &second.end, width)?;
        let back = self.back(old, new, width);
        Some(Some(Structure { count, totals, links, end, back }))
    }

    /// The pointers back that both have; one object has them wherever it likes.
    fn back(&mut self, old: &Object, new: &Object, width: u16) -> Option<Back> {
        let back = |object: &Object| object.structure.as_ref().and_then(|structure| structure.back.clone());
        let Back { at, into, .. } = back(old).or_else(|| back(new))?;
        let first = |object: &Object| match &object.structure {
            Some(_) => back(object).filter(|back| (back.at, back.into) == (at, into)).map(|back| back.first),
            None => Some(object.word_at(at, u64::from(width / 8)).unwrap_or(Value::Any)),
        };
        let (old, new) = (first(old)?, first(new)?);
        let first = match (&old, &new) {
            (Value::Pointer { object: a, .. }, Value::Pointer { object: b, .. })
                if !self.objects.contains_key(&(*a, *b)) =>
            {
                Value::Any
            }
            (old, new) => self.value(old, new, width).unwrap_or(Value::Any),
        };
        Some(Back { at, into, first })
    }

    /// The cell at the same place, and the place.
    fn partner(&mut self, cell: &Cell, others: &[Cell], used: &[bool]) -> Option<(usize, Linear)> {
        let here = self.old.knowledge.reduce(&cell.offset);
        let fitting = |at: &usize| !used[*at] && others[*at].bytes == cell.bytes;
        if here.as_constant().is_some()
            && let Some(at) = (0..others.len()).filter(fitting).find(|at| others[*at].offset == here)
        {
            return Some((at, here));
        }
        for at in (0..others.len()).filter(fitting) {
            let there = self.new.knowledge.reduce(&others[at].offset);
            if let Some(offset) = self.pairs.express(&here, &there) {
                return Some((at, offset));
            }
        }
        // A constant that is somewhere in both, such as the end of a string.
        let constant = |value: &Value| match value {
            Value::Number { form, .. } => form.as_constant(),
            Value::Pointer { .. } | Value::Last { .. } | Value::Function(_) | Value::Truth(_) | Value::Any => None,
        };
        let wanted = constant(&cell.value)?;
        let at = (0..others.len()).filter(fitting).find(|at| constant(&others[*at].value) == Some(wanted))?;
        let there = self.new.knowledge.reduce(&others[at].offset);
        Some((at, self.pairs.form(&here, &there)))
    }
}
