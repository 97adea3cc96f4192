//! The first object of a structure, told apart from the others before something is done with it.

use std::sync::Arc;

use ir::{Callee, FuncBody, Inst, InstKind, Operand};

use super::Machine;
use crate::number::{Fact, Linear};
use crate::state::{Back, Cell, Inner, Life, Link, Object, ObjectId, State, Storage, Structure, Target, Value};

impl Machine<'_, '_> {
    /// States that together stand for what the state stands for, in which no object that the instruction accesses is several.
    pub(super) fn unfolded(&mut self, mut state: State, inst: &Inst) -> Vec<State> {
        if state.objects().iter().all(|(_, object)| object.structure.is_none()) {
            return vec![state];
        }
        let mut accessed: Vec<Operand> = Vec::new();
        match &inst.kind {
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => accessed.push(*ptr),
            InstKind::MemCopy { dst, src, .. } => accessed.extend([*dst, *src]),
            InstKind::MemSet { dst, .. } => accessed.push(*dst),
            InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => accessed.push(*ptr),
            InstKind::Call(call) => {
                let enters = match call.callee {
                    Callee::Direct(func) => matches!(self.module.funcs[func].body, FuncBody::Defined),
                    Callee::Indirect(_) => false,
                };
                if !enters {
                    accessed.extend(call.args.iter().map(|arg| arg.value));
                }
            }
            // Any other instruction leaves memory alone.
            _ => return vec![state],
        }
        let mut firsts: Vec<ObjectId> = Vec::new();
        for operand in accessed {
            firsts.extend(self.eval(&mut state, operand).target());
        }
        firsts.sort_unstable();
        firsts.dedup();
        let mut states = vec![state];
        for first in firsts {
            states = states.into_iter().flat_map(|state| self.unfold(state, first)).collect();
        }
        if let InstKind::Load { ptr, .. } = &inst.kind {
            states = states.into_iter().flat_map(|state| self.with_last(state, *ptr)).collect();
        }
        states
    }

    /// If what is loaded is a pointer to the last object of a structure, this one is told apart.
    fn with_last(&mut self, mut state: State, ptr: Operand) -> Vec<State> {
        let Value::Pointer { object, offset } = self.eval(&mut state, ptr) else { return vec![state] };
        let place = state.knowledge.reduce(&offset).as_constant().and_then(|place| u64::try_from(place).ok());
        let bytes = u64::from(self.pointer_width() / 8);
        let held = place.and_then(|place| state.object(object)?.word_at(place, bytes));
        match held {
            Some(Value::Last { of, .. }) => self.unfold_last(state, of),
            Some(_) | None => vec![state],
        }
    }

    /// The structure is one object, or the last one is another than the first.
    fn unfold_last(&mut self, state: State, id: ObjectId) -> Vec<State> {
        let Some(object) = state.object(id).cloned() else { return vec![state] };
        let Some(structure) = object.structure.clone() else { return vec![state] };
        let Some(link) = structure.only_link().filter(|_| structure.links.len() == 1) else { return vec![state] };
        let (one, two) = (Linear::constant(1), Linear::constant(2));
        let mut states = Vec::new();
        if let Some(state) = self.assumed(state.clone(), Fact::eq(&structure.count, &one)) {
            states.extend(self.unfold(state, id));
        }
        if let Some(mut state) = self.assumed(state, Fact::ge(&structure.count, &two)) {
            let last = ObjectId::Made(state.object_bound());
            // What led to the last object leads to the new one; what is said of the last one from here on is said of the one before.
            state.replace_last(id, &|offset| Value::Pointer { object: last, offset: offset.clone() });
            let object = state.object(id).cloned().unwrap_or(object);
            let mut rest = object.structure.clone().unwrap_or_else(|| structure.clone());
            let mut node = Object { held: false, structure: None, ..object.clone() };
            let bytes = u64::from(self.pointer_width() / 8);
            let end = std::mem::replace(&mut rest.end, pointer(last, link));
            hold(&mut node, link.at, bytes, end);
            if let Some(back) = &rest.back {
                let offset = Linear::constant(i128::from(back.into));
                hold(&mut node, back.at, bytes, Value::Last { of: id, offset });
            }
            rest.count = rest.count.add_constant(-1).unwrap_or_else(|| state.fresh());
            state.put_object(id, Arc::new(Object { structure: Some(rest), ..object }));
            state.put_object(last, Arc::new(node));
            states.push(state);
        }
        states
    }

    /// Every way in which the first object of a structure can have its links.
    fn unfold(&mut self, state: State, id: ObjectId) -> Vec<State> {
        let Some(object) = state.object(id).cloned() else { return vec![state] };
        let Some(structure) = object.structure.clone() else { return vec![state] };
        let ways = ways(&structure);
        ways.iter().filter_map(|way| self.unfolded_so(state.clone(), id, &object, &structure, way)).collect()
    }

    fn unfolded_so(
        &mut self,
        mut state: State,
        id: ObjectId,
        object: &Object,
        structure: &Structure,
        way: &[Held],
    ) -> Option<State> {
        let parts = way.iter().filter(|held| matches!(held, Held::Next { .. })).count();
        // A number that cannot be written down is some number.
        let behind = structure.count.add_constant(-1).unwrap_or_else(|| state.fresh());
        let (mut state, counts) = self.shared_out(state, &behind, parts, 1)?;
        // Objects of other kinds: those that belong to the first one, and those of the parts.
        let mut inners: Vec<(Value, Vec<Linear>)> = Vec::new();
        let others = structure.links.iter().zip(way).filter_map(|(link, held)| match &link.to {
            Target::Other(inner) => Some((link, inner, held)),
            Target::Next => None,
        });
        for ((link, inner, held), total) in others.zip(&structure.totals) {
            let (value, count) = match held {
                Held::Inner => {
                    let (object, count) = add_inner(&mut state, inner);
                    (pointer(object, link), count)
                }
                Held::Null | Held::End | Held::Next { .. } => (Value::null(), Linear::constant(0)),
            };
            let behind = total.sub(&count).unwrap_or_else(|| state.fresh());
            let (shared, totals) = self.shared_out(state, &behind, parts, 0)?;
            state = shared;
            inners.push((value, totals));
        }
        let mut first = Object { structure: None, ..object.clone() };
        let bytes = u64::from(self.pointer_width() / 8);
        if let Some(back) = &structure.back {
            hold(&mut first, back.at, bytes, back.first.clone());
        }
        let at_start = |offset: &Linear| Value::Pointer { object: id, offset: offset.clone() };
        let mut last: Option<ObjectId> = None;
        let (mut part, mut inner) = (0, inners.iter());
        for (link, held) in structure.links.iter().zip(way) {
            let value = match (&link.to, held) {
                (Target::Other(_), _) => inner.next().map_or(Value::Any, |(value, _)| value.clone()),
                (Target::Next, Held::Null | Held::Inner) => Value::null(),
                (Target::Next, Held::End) => structure.end.clone(),
                (Target::Next, Held::Next { with_end }) => {
                    let end = if *with_end { structure.end.clone() } else { Value::null() };
                    let before =
                        |back: &Back| Value::Pointer { object: id, offset: Linear::constant(i128::from(back.into)) };
                    let back = structure.back.as_ref().map(|back| Back { first: before(back), ..*back });
                    let totals = inners.iter().map(|(_, totals)| totals[part].clone()).collect();
                    let count = counts[part].clone();
                    let rest = Structure { count, totals, links: structure.links.clone(), end, back };
                    part += 1;
                    let rest = state.add_object(Object { held: false, structure: Some(rest), ..object.clone() });
                    last = Some(rest);
                    pointer(rest, link)
                }
            };
            hold(&mut first, link.at, bytes, value);
        }
        state.put_object(id, Arc::new(first));
        // The last object is the same as before, and the last one of what is behind the first, if there is something.
        match (structure.only_link(), last) {
            (Some(_), None) => state.replace_last(id, &at_start),
            (Some(_), Some(rest)) => {
                state.replace_last(id, &|offset| Value::Last { of: rest, offset: offset.clone() });
            }
            (None, _) => state.replace_last(id, &|_| Value::Any),
        }
        Some(state)
    }

    /// So many numbers, each at least the least, whose sum is the number. `None` if there are none.
    fn shared_out(
        &mut self,
        mut state: State,
        sum: &Linear,
        parts: usize,
        least: i128,
    ) -> Option<(State, Vec<Linear>)> {
        let least = Linear::constant(least);
        match parts {
            0 => Some((self.assumed(state, Fact::eq(sum, &Linear::constant(0)))?, Vec::new())),
            1 => Some((self.assumed(state, Fact::ge(sum, &least))?, vec![sum.clone()])),
            _ => {
                let (mut numbers, mut rest) = (Vec::with_capacity(parts), sum.clone());
                for _ in 1..parts {
                    let number = state.fresh();
                    state.learn(Fact::ge(&number, &least));
                    rest = rest.sub(&number).unwrap_or_else(|| state.fresh());
                    numbers.push(number);
                }
                numbers.push(rest.clone());
                Some((self.assumed(state, Fact::ge(&rest, &least))?, numbers))
            }
        }
    }
}

fn hold(object: &mut Object, at: u64, bytes: u64, value: Value) {
    if value != Value::Any {
        object.remember(Cell { offset: Linear::constant(i128::from(at)), bytes, value });
    }
}

/// What a link of the first object holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    Null,
    /// What the structure ends with.
    End,
    /// Another object, to which the rest of the structure belongs, or a part of it.
    Next {
        with_end: bool,
    },
    /// The first object of another structure.
    Inner,
}

/// All combinations of what the links may hold: what the structure ends with is in exactly one place.
fn ways(structure: &Structure) -> Vec<Vec<Held>> {
    let goes_on = structure.goes_on();
    let mut ways: Vec<Vec<Held>> = vec![Vec::new()];
    for link in &structure.links {
        let held: &[Held] = match &link.to {
            Target::Next if goes_on => {
                &[Held::Null, Held::Next { with_end: false }, Held::End, Held::Next { with_end: true }]
            }
            Target::Next => &[Held::Null, Held::Next { with_end: false }],
            Target::Other(inner) if inner.may_be_none => &[Held::Null, Held::Inner],
            Target::Other(_) => &[Held::Inner],
        };
        let longer = |way: &Vec<Held>| held.iter().map(|held| [&way[..], &[*held]].concat()).collect::<Vec<_>>();
        ways = ways.iter().flat_map(longer).collect();
    }
    let ends = |way: &Vec<Held>| {
        let end = |held: &&Held| matches!(held, Held::End | Held::Next { with_end: true });
        way.iter().filter(end).count() == usize::from(goes_on)
    };
    ways.retain(ends);
    ways
}

fn pointer(object: ObjectId, link: &Link) -> Value {
    Value::Pointer { object, offset: Linear::constant(i128::from(link.into)) }
}

/// The first object of a structure of another kind, and how many belong to it.
fn add_inner(state: &mut State, inner: &Inner) -> (ObjectId, Linear) {
    let one = Linear::constant(1);
    let at_least = |state: &mut State, least: i128| {
        let number = state.fresh();
        state.learn(Fact::ge(&number, &Linear::constant(least)));
        number
    };
    let has_next = inner.links.iter().any(|link| link.to == Target::Next);
    let count = if has_next { at_least(state, 1) } else { one };
    let structure = (!inner.links.is_empty()).then(|| {
        let others = inner.links.iter().filter(|link| link.to != Target::Next);
        let totals = others.map(|_| at_least(state, 0)).collect();
        Structure { count: count.clone(), totals, links: inner.links.clone(), end: Value::null(), back: None }
    });
    let size = Linear::constant(i128::from(inner.size));
    let (storage, life) = (Storage::Heap, Life::Live);
    let (cells, fills) = (Vec::new(), Vec::new());
    let object = Object { storage, life, size, dynamic: false, held: false, cells, fills, structure };
    (state.add_object(object), count)
}
