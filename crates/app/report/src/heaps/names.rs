//! What people call the roots, objects and fields of a state.
//!
//! Names decide nothing: where several fit, the first does.

use std::cell::OnceCell;

use ir::describe::{field_path, field_type, pointee, size_of, type_name};
use ir::{BlockId, FuncId, IdVec, InstKind, LocId, Module, Operand, RegId, Type, TypeId};
use rustc_hash::FxHashMap;

use crate::bindings::{self, Bound};
use smg::graph::{Fill, Object, ObjectId, State, Storage, Value};

/// Names of a program's objects, by where they come from.
#[derive(Debug)]
pub struct Names<'m> {
    pub module: &'m Module,
    locals: FxHashMap<LocId, (FuncId, &'m str)>,
    /// What the results of calls are used as.
    results: FxHashMap<LocId, TypeId>,
    /// Where the variables of a function are at the start of its blocks: found once, however many states are shown.
    bound: IdVec<FuncId, OnceCell<FxHashMap<BlockId, Bound>>>,
}

/// A place from which the program sees a value.
#[derive(Clone, Debug)]
pub struct Root {
    /// A C expression, or words if `plain`.
    pub name: String,
    pub plain: bool,
    pub value: Value,
}

impl<'m> Names<'m> {
    pub fn new(module: &'m Module) -> Self {
        let bound = module.funcs.iter().map(|_| OnceCell::new()).collect();
        let mut names = Names { module, locals: FxHashMap::default(), results: FxHashMap::default(), bound };
        for (id, func) in module.funcs.iter_enumerated() {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                if let InstKind::Alloca { name: Some(name), .. } = &inst.kind {
                    names.locals.entry(inst.loc).or_insert((id, name));
                }
                if let Some(call) = inst.kind.as_call()
                    && let Some(of) = call.rets.first().and_then(|ret| func.regs[*ret].of)
                    && let Some(of) = pointee(module, of).filter(|of| size_of(module, *of).is_some_and(|size| size > 1))
                {
                    names.results.entry(inst.loc).or_insert(of);
                }
            }
        }
        names
    }

    /// The variable that a stack object is, and its function.
    pub fn local(&self, object: &Object) -> Option<(FuncId, &'m str)> {
        if object.storage == Storage::Stack { self.locals.get(&object.site).copied() } else { None }
    }

    /// What the object is called where `func` runs, if it has a name there.
    pub fn own_name(&self, id: ObjectId, object: &Object, func: FuncId) -> Option<String> {
        match id.as_global() {
            Some(global) => Some(self.module.globals[global].name.clone()),
            None => self.local(object).filter(|(of, _)| *of == func).map(|(_, name)| name.to_string()),
        }
    }

    /// C types of the objects, as far as declarations, allocations and the pointers to them tell.
    pub fn types(&self, state: &State) -> FxHashMap<ObjectId, TypeId> {
        let mut types = FxHashMap::default();
        for (id, object) in state.graph.objects() {
            let guesses = [self.results.get(&object.site).copied(), object.ty].into_iter().flatten();
            let exact = guesses.clone().find(|ty| matches!(self.elements(object, *ty), Elements::One));
            if let Some(ty) = exact.or(guesses.clone().next()).filter(|ty| self.fits(object, *ty)) {
                types.insert(id, ty);
            }
        }
        let function = &self.module.funcs[state.frame().func];
        for (reg, value) in &state.frame().regs {
            self.learn(state, *value, function.regs[*reg].of, &mut types);
        }
        for (var, value) in &state.frame().vars {
            self.learn(state, *value, function.vars[*var].ty, &mut types);
        }
        loop {
            let known = types.len();
            for (id, object) in state.graph.objects() {
                let Some(ty) = types.get(&id).copied() else { continue };
                for field in &object.fields {
                    let of = field_type(self.module, ty, self.in_element(ty, field.offset), field.size as u64);
                    self.learn(state, field.value, of, &mut types);
                }
            }
            if types.len() == known {
                return types;
            }
        }
    }

    /// A pointer to the start of an object tells its type.
    fn learn(&self, state: &State, value: Value, pointer: Option<TypeId>, types: &mut FxHashMap<ObjectId, TypeId>) {
        let Some(addr) = value.as_addr().filter(|addr| addr.offset == 0 && addr.plus.is_none()) else { return };
        let Some(ty) = pointer.and_then(|pointer| pointee(self.module, pointer)) else { return };
        if self.fits(state.graph.object(addr.object), ty) {
            types.entry(addr.object).or_insert(ty);
        }
    }

    fn fits(&self, object: &Object, ty: TypeId) -> bool {
        let Some(size) = size_of(self.module, ty).and_then(|size| i64::try_from(size).ok()) else { return false };
        size > 0 && object.size.as_int().is_none_or(|whole| size <= whole)
    }

    /// An offset within the element of an array that it is in.
    fn in_element(&self, ty: TypeId, offset: i64) -> u64 {
        let size = size_of(self.module, ty).filter(|size| *size > 0).unwrap_or(u64::MAX);
        u64::try_from(offset).unwrap_or(0) % size
    }

    /// `next`, `[2].link.prev`; empty for the whole object, `None` if nothing is known.
    pub fn field(&self, object: &Object, ty: Option<TypeId>, offset: i64, size: i64) -> Option<String> {
        let ty = ty?;
        let path = field_path(self.module, ty, self.in_element(ty, offset), u64::try_from(size).ok()?)?;
        match self.elements(object, ty) {
            Elements::One => Some(path),
            Elements::Some(_) | Elements::Unknown => {
                let index = u64::try_from(offset).ok()? / size_of(self.module, ty)?;
                let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
                Some(format!("[{index}]{dot}{path}"))
            }
        }
    }

    pub fn is_pointer(&self, ty: Option<TypeId>, offset: i64, size: i64) -> bool {
        let part = ty.and_then(|ty| field_type(self.module, ty, self.in_element(ty, offset), size as u64));
        part.is_some_and(|part| pointee(self.module, part).is_some())
    }

    fn elements(&self, object: &Object, ty: TypeId) -> Elements {
        let each = size_of(self.module, ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX);
        match object.size {
            Value::Int(whole) if whole < each.saturating_mul(2) => Elements::One,
            Value::Int(whole) => Elements::Some(whole / each),
            Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..) => Elements::Unknown,
        }
    }

    /// `` `struct node` ``, `block of 16 bytes`, `` array of 3 `int` ``.
    pub fn noun(&self, object: &Object, ty: Option<TypeId>) -> String {
        match (ty, object.size) {
            (Some(ty), _) => {
                let name = type_name(self.module, ty);
                match self.elements(object, ty) {
                    Elements::One => format!("`{name}`"),
                    Elements::Some(count) => format!("array of {count} `{name}`"),
                    Elements::Unknown => format!("array of `{name}`"),
                }
            }
            (None, Value::Int(size)) => format!("block of {size} bytes"),
            (None, Value::Sym(_) | Value::Addr(_) | Value::Func(_) | Value::Label(..)) => "block".to_string(),
        }
    }

    /// What the running function can name: its variables in the order of their declaration, then values without a name
    /// that it still needs.
    pub fn roots(&self, state: &State, head: BlockId) -> Vec<Root> {
        let frame = state.frame();
        let function = &self.module.funcs[frame.func];
        let bound = self.bound_at(frame.func, head);
        let mut roots: Vec<Root> = Vec::new();
        let mut named: Vec<RegId> = Vec::new();
        for (var, info) in function.vars.iter_enumerated() {
            let held = bound.and_then(|bound| bound.get(&var)).map(Vec::as_slice).unwrap_or_default();
            let regs: Vec<RegId> = held.iter().filter_map(register).collect();
            let known = regs.iter().find_map(|reg| frame.regs.iter().find(|(other, _)| other == reg));
            let kept = frame.vars.iter().find(|(other, _)| *other == var);
            named.extend(regs.iter().copied());
            if let Some(value) = known.map(|(_, value)| *value).or(kept.map(|(_, value)| *value))
                && (matches!(value, Value::Addr(_)) || info.ty.is_some_and(|ty| pointee(self.module, ty).is_some()))
            {
                roots.push(Root { name: info.name.clone(), plain: false, value });
            }
        }
        for (reg, value) in &frame.regs {
            if matches!(value, Value::Addr(_)) && !named.contains(reg) && !self.is_own_object(state, *value) {
                roots.push(Root { name: "a value that is needed later".to_string(), plain: true, value: *value });
            }
        }
        roots
    }

    /// The named numbers that the function still needs.
    pub fn numbers(&self, state: &State, head: BlockId) -> Vec<(String, Value)> {
        let frame = state.frame();
        let function = &self.module.funcs[frame.func];
        let bound = self.bound_at(frame.func, head);
        let mut numbers = Vec::new();
        for (var, info) in function.vars.iter_enumerated() {
            let held = bound.and_then(|bound| bound.get(&var)).map(Vec::as_slice).unwrap_or_default();
            let known =
                held.iter().filter_map(register).find_map(|reg| frame.regs.iter().find(|(other, _)| *other == reg));
            if let Some((reg, value @ (Value::Int(_) | Value::Sym(_)))) = known
                && function.regs[*reg].ty != Type::Ptr
            {
                numbers.push((info.name.clone(), *value));
            }
        }
        numbers
    }

    fn bound_at(&self, func: FuncId, block: BlockId) -> Option<&Bound> {
        self.bound[func].get_or_init(|| bindings::at_blocks(&self.module.funcs[func])).get(&block)
    }

    fn is_own_object(&self, state: &State, value: Value) -> bool {
        let Some(addr) = value.as_addr() else { return false };
        self.own_name(addr.object, state.graph.object(addr.object), state.frame().func).is_some()
    }

    /// The parts of an object that hold pointers, as far as they are known: offset and value.
    pub fn pointers(&self, object: &Object, ty: Option<TypeId>) -> Vec<(i64, i64, Value)> {
        let size = self.module.data_model.pointer_size() as i64;
        let is_address = |value: Value| matches!(value, Value::Addr(_) | Value::Func(_));
        let mut pointers: Vec<(i64, i64, Value)> = object
            .fields
            .iter()
            .filter(|field| is_address(field.value))
            .map(|field| (field.offset, field.size, field.value))
            .collect();
        let end = object.size.as_int().unwrap_or(0).min(FARTHEST) - size;
        for offset in 0..=end {
            let zero = match object.overlapping(offset, offset + size) {
                [] => object.fill == Fill::Zero,
                [field] => field.value == Value::NULL && field.offset <= offset && offset + size <= field.end(),
                _ => false,
            };
            if zero && self.is_pointer(ty, offset, size) {
                pointers.push((offset, size, Value::NULL));
            }
        }
        pointers.sort_by_key(|(offset, _, _)| *offset);
        pointers
    }
}

/// Nulls further inside an object are not looked for.
const FARTHEST: i64 = 1024;

fn register(operand: &Operand) -> Option<RegId> {
    match operand {
        Operand::Reg(reg) => Some(*reg),
        Operand::Const(_) => None,
    }
}

enum Elements {
    One,
    Some(i64),
    Unknown,
}
