//! Sets grow until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use ir::{BitSet, CallGraph, Footprints, FuncId, Id, InitPiece, Module, Operand, RegId, Type};

use super::contents::Contents;
use super::set::Targets;
use super::sets::Sets;
use crate::memory::derived::ObjectId;
use crate::memory::place::Place;

/// Rounds over the program after which nothing is known.
const MOST_ROUNDS: usize = 60;

/// What the flow of addresses needs to know of the program.
pub struct Followed<'a> {
    pub module: &'a Module,
    pub calls: &'a CallGraph,
    pub footprints: &'a Footprints,
    pub malloc_may_fail: bool,
    /// Is the function not read, but may do anything with what it gets?
    pub is_skipped: &'a dyn Fn(FuncId) -> bool,
}

impl std::fmt::Debug for Followed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Followed").finish_non_exhaustive()
    }
}

/// Sets, while they grow.
#[derive(Debug)]
pub struct Flow<'a> {
    pub(super) program: &'a Followed<'a>,
    pub(super) sets: Sets,
    /// Functions that runs may come to.
    reached: BitSet<FuncId>,
    changed: bool,
}

impl<'a> Flow<'a> {
    /// The sets, in which these objects have a place unless they are given away, and the functions that runs may come to. `None`
    /// if it takes too long.
    pub fn of(program: &'a Followed<'a>, entry: FuncId, objects: BTreeSet<ObjectId>) -> Option<(Sets, BitSet<FuncId>)> {
        let module = program.module;
        let sets = Sets {
            inside: objects,
            registers: module.funcs.iter().map(|func| vec![Targets::default(); func.regs.len()]).collect(),
            results: module.funcs.iter().map(|func| vec![Targets::default(); func.signature.rets.len()]).collect(),
            contents: BTreeMap::new(),
        };
        let mut flow = Flow { program, sets, reached: BitSet::new(module.funcs.len()), changed: false };
        flow.reached.insert(entry);
        for param in &module.funcs[entry].params {
            flow.set(entry, *param, &Targets::outside());
        }
        for _ in 0..MOST_ROUNDS {
            flow.changed = false;
            flow.initialisers();
            for func in flow.reached.iter().collect::<Vec<_>>() {
                flow.function(func);
            }
            if !flow.changed {
                return Some((flow.sets, flow.reached));
            }
        }
        None
    }

    pub(super) fn operand(&self, func: FuncId, operand: Operand) -> Targets {
        self.sets.operand(self.program.module, func, operand)
    }

    pub(super) fn set(&mut self, func: FuncId, reg: RegId, targets: &Targets) {
        if self.program.module.funcs[func].regs[reg].ty == Type::Ptr {
            self.changed |= self.sets.registers[func.index()][reg.index()].add(targets);
        }
    }

    pub(super) fn returns(&mut self, func: FuncId, index: usize, targets: &Targets) {
        if let Some(result) = self.sets.results[func.index()].get_mut(index) {
            self.changed |= result.add(targets);
        }
    }

    pub(super) fn reach(&mut self, func: FuncId) {
        self.changed |= self.reached.insert(func);
    }

    fn contents(&mut self, object: ObjectId) -> &mut Contents {
        self.sets.contents.entry(object).or_default()
    }

    /// Bytes of everything that a pointer may lead to may hold this.
    pub(super) fn put(&mut self, to: &Targets, bytes: u64, value: &Targets) {
        for (object, place) in &to.objects {
            self.changed |= self.contents(*object).add(*place, bytes, value);
        }
        if to.outside {
            self.give_away(value);
        }
    }

    /// Somewhere in it.
    pub(super) fn put_anywhere(&mut self, to: &Targets, value: &Targets) {
        for object in to.objects.keys() {
            self.changed |= self.contents(*object).add(Place::ALL, 1, value);
        }
        if to.outside {
            self.give_away(value);
        }
    }

    /// What bytes of everything that a pointer may lead to may hold.
    pub(super) fn get(&self, from: &Targets, bytes: u64) -> Targets {
        let mut found = Targets { outside: from.outside, ..Targets::default() };
        for (object, place) in &from.objects {
            found.add(&self.sets.held(*object, *place, bytes));
        }
        found
    }

    /// Bytes are copied; how many is not known where there is no length.
    pub(super) fn copy(&mut self, to: &Targets, from: &Targets, len: Option<u64>) {
        if from.outside {
            self.put_anywhere(to, &Targets::outside());
        }
        for (target, there) in &to.objects {
            self.changed |= self.contents(*target).cut(*there, len);
        }
        for (source, start) in &from.objects {
            let contents = self.sets.contents.get(source).cloned().unwrap_or_default();
            for (place, bytes, held) in contents.entries() {
                let mut held = self.sets.inside(held);
                let is_whole = place == Place::ALL || len.is_some_and(|len| start.contains(len, place, bytes));
                let is_copied = len.is_none_or(|len| start.meets(len, place, bytes));
                if held == Targets::default() || !is_copied {
                    continue;
                }
                // A piece of a pointer is a number; what is everywhere may be cut anywhere.
                let has_pointers = !held.objects.is_empty() || !held.functions.is_empty();
                held.outside |= !is_whole || place == Place::ALL && has_pointers;
                for (target, there) in &to.objects {
                    let is_known = start.step == 0 && there.step == 0 && place != Place::ALL;
                    let distance = there.constant.wrapping_sub(start.constant);
                    let place = if is_known { place.plus(self.program.module, distance, 0) } else { Place::ALL };
                    self.changed |= self.contents(*target).add(place, bytes, &held);
                }
                if to.outside {
                    self.give_away(&held);
                }
            }
        }
    }

    /// The outside may know these, and all that can be reached from them.
    pub(super) fn give_away(&mut self, targets: &Targets) {
        let mut work: Vec<ObjectId> = targets.objects.keys().copied().collect();
        while let Some(object) = work.pop() {
            if self.sets.inside.remove(&object) {
                self.changed = true;
                let held = self.sets.contents.get(&object).map(Contents::all).unwrap_or_default();
                work.extend(held.objects.into_keys());
            }
        }
    }

    /// What globals hold when the program begins.
    fn initialisers(&mut self) {
        let module = self.program.module;
        for (id, global) in module.globals.iter_enumerated() {
            let object = self.sets.object(ObjectId::Global(id));
            let Some(init) = &global.init else {
                self.put_anywhere(&object, &Targets::outside());
                continue;
            };
            let mut offset = 0i64;
            for piece in init {
                let there = object.clone().plus(module, offset, 0);
                match piece {
                    InitPiece::Zero(_) => self.put_anywhere(&object, &Targets::null()),
                    InitPiece::Address { value, .. } => {
                        let targets = self.sets.constant(module, *value);
                        self.put(&there, piece.size(), &targets);
                    }
                    InitPiece::Difference { plus, minus, .. } => {
                        for value in [*plus, *minus] {
                            let targets = self.sets.constant(module, value);
                            self.give_away(&targets);
                        }
                        self.put(&there, piece.size(), &Targets::outside());
                    }
                    InitPiece::Bytes(_)
                    | InitPiece::Undef(_)
                    | InitPiece::Outside(_)
                    | InitPiece::Unsupported { .. } => {
                        self.put(&there, piece.size(), &Targets::outside());
                    }
                }
                offset = offset.wrapping_add_unsigned(piece.size());
            }
        }
    }
}
