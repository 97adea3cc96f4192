//! What people call the numbers of a state.
//!
//! Names decide nothing: where several fit, the first does. Variables of C come first, then what lies in memory, then places
//! in objects.

use ir::describe::{field_path, field_type, pointee, size_of};
use ir::{CType, Function, InstKind, Module, Operand, RegId, TypeId, VarId};
use rustc_hash::FxHashMap;
use symex::number::{Linear, Var};
use symex::proof::{Place, Proof};
use symex::state::{Cell, ObjectId, State, Value, range};

use super::heads::{Head, Heads};
use super::sum::{Aim, Counted, Quantity, Spot, Sum};
use super::words::{Objects, code, shown};

/// A pointer that C can name.
#[derive(Clone, Debug)]
pub struct Pointer {
    pub name: String,
    to: Option<TypeId>,
    pub object: ObjectId,
    pub offset: Linear,
}

/// A number that C can name.
#[derive(Clone, Debug)]
pub struct Number {
    pub name: String,
    pub form: Linear,
    pub is_pointer: bool,
    /// Of its type.
    pub range: Option<(i128, i128)>,
}

/// An object that is a variable.
#[derive(Clone, Debug)]
struct Own {
    object: ObjectId,
    name: String,
    ty: Option<TypeId>,
}

/// One state with names.
#[derive(Debug)]
pub struct View<'a> {
    module: &'a Module,
    pub state: &'a State,
    own: Vec<Own>,
    pub pointers: Vec<Pointer>,
    pub numbers: Vec<Number>,
    known: FxHashMap<Var, Sum>,
}

/// Pointers in memory are followed so far.
const DEPTH: usize = 3;

impl<'a> View<'a> {
    /// Of a state that is kept. What no name holds any more has the one that it had where the function began.
    pub fn new(heads: &Heads<'a>, proof: &'a Proof, place: Place) -> View<'a> {
        let mut view = View::of(heads, Head::of(proof, place), proof.state(place));
        if place.cut.is_some() {
            let start = Place { cut: None, ..place };
            let entry = View::of(heads, Head::of(proof, start), proof.state(start));
            let name = &heads.module.funcs[proof.contexts[place.context].func].name;
            for (var, sum) in entry.known.iter().filter(|(_, sum)| sum.is_named()) {
                let given = || Sum::of(Quantity::Given(format!("{} when `{name}` was called", shown(sum, &entry))));
                view.known.entry(*var).or_insert_with(given);
            }
        }
        view
    }

    fn of(heads: &Heads<'a>, head: Head, state: &'a State) -> View<'a> {
        let module = heads.module;
        let function = &module.funcs[head.func];
        let (own, known) = (own_objects(module, function, state), FxHashMap::default());
        let mut view = View { module, state, own, pointers: Vec::new(), numbers: Vec::new(), known };
        for (var, operands) in held(heads, head) {
            let registers = operands.iter().filter_map(register);
            let Some((reg, value)) = registers.filter_map(|reg| Some((reg, state.register(reg)?))).next() else {
                continue;
            };
            let info = &function.vars[var];
            let bits = function.regs[reg].ty.bits(module.data_model);
            view.add(&info.name, info.ty, u64::from(bits), value);
        }
        view.resolve_numbers();
        let mut named: Vec<(ObjectId, usize)> = Vec::new();
        for _ in 0..DEPTH {
            view.name_cells(&mut named, false);
        }
        let pointers = view.pointers.clone();
        for pointer in &pointers {
            let Pointer { name, object, offset, .. } = pointer;
            let step = view.step(pointer);
            let at = |unit: u64| Quantity::Position(*object, Spot::Pointer(Aim { name: name.clone(), step, unit }));
            view.resolve(&at(1), offset);
            if let Some(elements) = divided(offset, step) {
                view.resolve(&at(step), &elements);
            }
        }
        for (id, object) in state.objects() {
            view.resolve(&Quantity::Position(*id, Spot::End), &object.size);
            if let Some(structure) = &object.structure {
                let linked = if structure.own_links().count() > 1 { Counted::Tree } else { Counted::List };
                view.resolve(&Quantity::Count(*id, linked), &structure.count);
                for (at, total) in structure.totals.iter().enumerate() {
                    view.resolve(&Quantity::Count(*id, Counted::Inside(at)), total);
                }
            }
        }
        view.name_cells(&mut named, true);
        for (id, object) in state.objects() {
            for cell in &object.cells {
                if is_zero(&cell.value) {
                    view.resolve(&Quantity::Position(*id, Spot::Zero), &cell.offset);
                }
            }
        }
        view
    }

    /// A form of the state in terms that have names.
    pub fn sum(&self, form: &Linear) -> Option<Sum> {
        let mut sum = Sum::constant(form.constant_term());
        for (var, factor) in form.terms() {
            sum = match self.known.get(var) {
                Some(known) => sum.plus(known, *factor)?,
                None => sum.plus_term(&Quantity::Unnamed(*var), *factor)?,
            };
        }
        Some(sum)
    }

    /// What the variable of the state is; `None` if nothing that has a name holds it.
    pub fn variable(&self, var: Var) -> Option<&Sum> {
        self.known.get(&var)
    }

    /// What arithmetic on the pointer counts in.
    pub fn step(&self, pointer: &Pointer) -> u64 {
        pointer.to.and_then(|to| size_of(self.module, to)).filter(|step| *step > 0).unwrap_or(1)
    }

    /// The variable that an object is.
    pub fn own_name(&self, object: ObjectId) -> Option<&str> {
        self.own.iter().find(|own| own.object == object).map(|own| own.name.as_str())
    }

    fn add(&mut self, name: &str, ty: Option<TypeId>, bits: u64, value: &Value) {
        let name = name.to_string();
        match value {
            Value::Number { form, reading } => {
                let range = u16::try_from(bits).ok().and_then(|bits| range(bits, *reading));
                let is_pointer = ty.is_some_and(|ty| pointee(self.module, ty).is_some());
                self.numbers.push(Number { name, form: form.clone(), is_pointer, range });
            }
            Value::Pointer { object, offset } => {
                let to = ty.and_then(|ty| pointee(self.module, ty));
                self.pointers.push(Pointer { name, to, object: *object, offset: offset.clone() });
            }
            Value::Function(_) | Value::Last { .. } | Value::Truth(_) | Value::Any => {}
        }
    }

    fn resolve_numbers(&mut self) {
        let numbers = self.numbers.clone();
        // What a variable is by itself is the better name.
        for number in numbers.iter().filter(|number| number.form.as_var().is_some()).chain(&numbers) {
            self.resolve(&Quantity::Value(number.name.clone()), &number.form);
        }
    }

    /// Finds what the only unknown variable of a form is, if there is one.
    fn resolve(&mut self, quantity: &Quantity, form: &Linear) {
        let mut unknown = form.terms().iter().filter(|(var, _)| !self.known.contains_key(var));
        let (Some((var, factor @ (1 | -1))), None) = (unknown.next(), unknown.next()) else { return };
        let mut rest = Sum::constant(form.constant_term());
        for (other, times) in form.terms().iter().filter(|(other, _)| other != var) {
            match self.known.get(other).and_then(|known| rest.clone().plus(known, *times)) {
                Some(sum) => rest = sum,
                None => return,
            }
        }
        let found = Sum::of(quantity.clone()).plus(&rest, -1).and_then(|sum| Sum::default().plus(&sum, *factor));
        if let Some(found) = found {
            self.known.insert(*var, found);
        }
    }

    /// Names for what lies in memory; those at places that vary come last.
    fn name_cells(&mut self, named: &mut Vec<(ObjectId, usize)>, varying: bool) {
        for (id, object) in self.state.objects() {
            for (index, cell) in object.cells.iter().enumerate() {
                if named.contains(&(*id, index)) || !varying && cell.offset.as_constant().is_none() {
                    continue;
                }
                if let Some((name, ty)) = self.cell_name(*id, cell) {
                    named.push((*id, index));
                    self.add(&name, ty, cell.bytes.saturating_mul(8), &cell.value);
                }
            }
        }
        self.resolve_numbers();
    }

    /// `x`, `s.len`, `a[i]`, `*p`, `p->len`, with its type.
    pub fn cell_name(&self, object: ObjectId, cell: &Cell) -> Option<(String, Option<TypeId>)> {
        let own = self.own.iter().filter(|own| own.object == object);
        let declared = own.filter_map(|own| self.part_of(&own.name, own.ty?, &cell.offset, cell.bytes));
        let pointed = self.pointers.iter().filter(|pointer| pointer.object == object);
        declared.chain(pointed.filter_map(|pointer| self.behind(pointer, cell))).next()
    }

    /// A part of a variable.
    fn part_of(&self, name: &str, ty: TypeId, offset: &Linear, bytes: u64) -> Option<(String, Option<TypeId>)> {
        if let Some(offset) = offset.as_constant().and_then(|offset| u64::try_from(offset).ok()) {
            let path = field_path(self.module, ty, offset, bytes)?;
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            return Some((format!("{name}{dot}{path}"), field_type(self.module, ty, offset, bytes)));
        }
        if self.element(ty) != Some(bytes) {
            return None;
        }
        let index = code(&self.sum(offset)?.divided(i128::from(bytes))?, self)?;
        Some((format!("{name}[{index}]"), field_type(self.module, ty, 0, bytes)))
    }

    /// What lies where a pointer points to, or beside it.
    fn behind(&self, pointer: &Pointer, cell: &Cell) -> Option<(String, Option<TypeId>)> {
        let (name, to) = (&pointer.name, pointer.to?);
        let size = size_of(self.module, to).filter(|size| *size > 0)?;
        let distance = cell.offset.sub(&pointer.offset)?;
        if let Some(distance) = distance.as_constant().and_then(|distance| u64::try_from(distance).ok())
            && distance < size
        {
            let path = field_path(self.module, to, distance, cell.bytes)?;
            let ty = field_type(self.module, to, distance, cell.bytes);
            return Some(match path.as_str() {
                "" => (format!("*{name}"), ty),
                path if path.starts_with('[') => (format!("(*{name}){path}"), ty),
                path => (format!("{name}->{path}"), ty),
            });
        }
        let sum = self.sum(&distance).filter(Sum::is_named)?;
        let index = code(&sum.divided(i128::from(size))?, self)?;
        (cell.bytes == size).then(|| (format!("{name}[{index}]"), Some(to)))
    }

    /// A C expression for an address in the object that does not move: its name, which byte it is, what its arithmetic counts in.
    fn base_of(&self, object: ObjectId) -> Option<(String, i128, u64)> {
        if let Some(own) = self.own.iter().find(|own| own.object == object) {
            let ty = own.ty?;
            let element = self.element(ty);
            let name = if element.is_some() { own.name.clone() } else { format!("&{}", own.name) };
            return Some((name, 0, element.or(size_of(self.module, ty))?));
        }
        let constant = |pointer: &&Pointer| pointer.object == object && pointer.offset.as_constant().is_some();
        let pointer = self.pointers.iter().find(constant)?;
        Some((pointer.name.clone(), pointer.offset.as_constant()?, self.step(pointer)))
    }

    /// Bytes of the elements, if the type is an array.
    fn element(&self, ty: TypeId) -> Option<u64> {
        // The whole of it, without typedefs.
        match self.module.types.get(field_type(self.module, ty, 0, 0)?)? {
            CType::Array { of, .. } => size_of(self.module, *of),
            _ => None,
        }
    }
}

impl Objects for View<'_> {
    fn base(&self, object: ObjectId) -> Option<(String, i128, u64)> {
        self.base_of(object)
    }

    fn name(&self, object: ObjectId) -> String {
        match (self.own_name(object), self.pointers.iter().find(|pointer| pointer.object == object)) {
            (Some(name), _) => format!("`{name}`"),
            (None, Some(pointer)) => format!("what `{}` points to", pointer.name),
            (None, None) => "an object".to_string(),
        }
    }
}

/// Which operands hold the variables of C; in the order of their declaration.
pub fn held(heads: &Heads<'_>, head: Head) -> Vec<(VarId, Vec<Operand>)> {
    let function = &heads.module.funcs[head.func];
    match head.block {
        Some(block) => {
            let bound = heads.bound_at(head.func, block).into_iter().flatten();
            let mut held: Vec<(VarId, Vec<Operand>)> = bound.map(|(var, operands)| (*var, operands.clone())).collect();
            held.sort_by_key(|(var, _)| *var);
            held
        }
        // Parameters are bound first of all.
        None => {
            let insts = &function.blocks[function.entry()].insts;
            let bound = insts.iter().filter_map(|inst| match inst.kind {
                InstKind::Bind { var, value } => Some((var, vec![value])),
                _ => None,
            });
            bound.filter(|(_, values)| register(&values[0]).is_some_and(|reg| function.params.contains(&reg))).collect()
        }
    }
}

/// Globals and locals that lie in memory.
fn own_objects(module: &Module, function: &Function, state: &State) -> Vec<Own> {
    let mut own = Vec::new();
    for (object, _) in state.objects() {
        if let ObjectId::Global(id) = object
            && !module.globals[*id].anonymous
        {
            own.push(Own { object: *object, name: module.globals[*id].name.clone(), ty: module.globals[*id].ty });
        }
    }
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Alloca { name: Some(name), of, .. } = &inst.kind
            && let Some(Value::Pointer { object, offset }) = inst.dst.and_then(|dst| state.register(dst))
            && offset.as_constant() == Some(0)
        {
            own.push(Own { object: *object, name: name.to_string(), ty: *of });
        }
    }
    own
}

/// An exact quotient.
fn divided(form: &Linear, by: u64) -> Option<Linear> {
    let exact = |number: i128| (number % i128::from(by) == 0).then(|| number / i128::from(by));
    let mut quotient = Linear::constant(exact(form.constant_term())?);
    for (var, factor) in form.terms() {
        quotient = quotient.combine(&Linear::var(*var), exact(*factor)?)?;
    }
    Some(quotient)
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Number { form, .. } if form.as_constant() == Some(0))
}

fn register(operand: &Operand) -> Option<RegId> {
    match operand {
        Operand::Reg(reg) => Some(*reg),
        Operand::Const(_) => None,
    }
}
