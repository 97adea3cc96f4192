//! Runs against the certificates of `smg`: what a run has become where a block of the entry function begins must be
//! covered by one of the states that the certificate claims for that block.
//!
//! The concrete state is written down as a graph without unknowns, with everything that the claimed state speaks of:
//! registers that may still be read, variables, locals, globals, and what can be reached from there. What callees do
//! shows when they have returned; blocks of theirs are not compared, because there the certificate speaks of the part
//! of the heap that they can reach.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Budget, Facts, Outcome, Property, Step, Task};
use interp::{Observer, SeededInputs, Snapshot, Thing, Word};
use ir::{BlockId, FuncId, GlobalId, Id, InitPiece, InstKind, Module, RegId};
use smg::graph::{
    Addr, Field, Fill, Frame, Kind, Life, Local, Object, ObjectId, State, Storage, SymInfo, Value, Which,
};
use smg::proof::Proof;

use crate::subject::ERROR_FUNCTIONS;

/// Steps of one run, and states of it that are compared; later ones less and less often.
const RUN_STEPS: u64 = 200_000;
const MOST_STATES: usize = 24;
/// Entailment gives up on longer lists, although they are covered.
const MOST_OBJECTS: usize = 60;

/// What was compared, and what was not covered.
#[derive(Clone, Debug, Default)]
pub struct Covering {
    /// Certificates, and states of runs that were compared with them.
    pub proofs: usize,
    pub states: u64,
    pub failures: Vec<String>,
}

/// Asks for a certificate and compares runs with it.
pub fn check(module: &Module, entry: FuncId, steps: u64, seeds: u64) -> Covering {
    match proof(module, entry, steps) {
        Some(proof) => check_proof(module, entry, &proof, seeds),
        None => Covering::default(),
    }
}

/// A certificate for as much as can be proved within so many steps.
pub fn proof(module: &Module, entry: FuncId, steps: u64) -> Option<Arc<Proof>> {
    let facts = portfolio::ProgramFacts::new(module, entry);
    let task = Task {
        error_functions: ERROR_FUNCTIONS.map(str::to_string).into(),
        facts: Facts::of(&facts),
        ..Task::new(module, entry, vec![Property::ValidMemsafety, Property::UnreachCall])
    };
    let answers = engine::answers(&smg_search::engine::Smg, &task, &Budget::of_steps(steps));
    answers.into_iter().find_map(|answer| match answer.outcome {
        Outcome::Proved(certificate) => {
            let certificate: &dyn Any = &*certificate;
            certificate.downcast_ref::<smg::proof::Covered>().map(|covered| covered.0.clone())
        }
        Outcome::Refuted(_) | Outcome::Suspected(..) | Outcome::Unknown(_) => None,
    })
}

/// Compares runs with a finished certificate.
pub fn check_proof(module: &Module, entry: FuncId, proof: &Proof, seeds: u64) -> Covering {
    let mut covering = Covering { proofs: 1, ..Covering::default() };
    for seed in 0..seeds {
        let options = interp::Options {
            max_steps: RUN_STEPS,
            max_memory: 1 << 28,
            error_functions: ERROR_FUNCTIONS.map(str::to_string).into(),
            ..interp::Options::default()
        };
        let mut watcher = Watcher { module, entry, proof, initial: None, heads: 0, seen: 0, failure: None };
        let mut inputs = SeededInputs::new(seed);
        interp::run(module, entry, &options, &mut inputs, &mut (), &mut watcher, &Budget::new());
        covering.states += watcher.seen as u64;
        covering.failures.extend(watcher.failure.map(|failure| format!("seed {seed}: {failure}")));
    }
    covering
}

struct Watcher<'a> {
    module: &'a Module,
    entry: FuncId,
    proof: &'a Proof,
    /// Globals before anything was written.
    initial: Option<BTreeMap<GlobalId, interp::Object>>,
    heads: u64,
    seen: usize,
    failure: Option<String>,
}

impl Observer for Watcher<'_> {
    const ACTIVE: bool = false;
    const BLOCKS: bool = true;

    fn step(&mut self, _step: Step) {}

    fn wants_block(&mut self, func: FuncId, depth: usize) -> bool {
        if self.initial.is_none() {
            return true;
        }
        if func != self.entry || depth != 1 || self.failure.is_some() || self.seen >= MOST_STATES {
            return false;
        }
        self.heads += 1;
        self.heads < 32 || self.heads.is_multiple_of(self.heads / 16)
    }

    fn block(&mut self, snapshot: Snapshot) {
        if self.initial.is_none() {
            self.initial = Some(globals(&snapshot).map(|(_, id, object)| (id, object.clone())).collect());
        }
        if snapshot.func != self.entry || snapshot.depth != 1 {
            return;
        }
        self.seen += 1;
        let initial = self.initial.as_ref().expect("invariant: set above");
        let claimed = claims(self.proof, snapshot.func, snapshot.block);
        let mut shown = String::new();
        for state in claimed {
            let Some(concrete) = Concrete::of(self.module, &snapshot, initial, state) else { return };
            if let Err(why) = smg::graph::check_consistency(&concrete) {
                self.failure = Some(format!("the concrete state is none: {why}\n{concrete}"));
                return;
            }
            if concrete.graph.object_count() > MOST_OBJECTS || smg::cover::covers(self.module, state, &concrete) {
                return;
            }
            shown = format!("{shown}claimed:\n{state}\nfound:\n{concrete}\n");
        }
        let name = &self.module.funcs[snapshot.func].name;
        let count = claimed.len();
        self.failure = Some(format!("`{name}` {:?}: none of {count} states covers a run\n{shown}", snapshot.block));
    }
}

fn globals(snapshot: &Snapshot) -> impl Iterator<Item = (u32, GlobalId, &interp::Object)> {
    snapshot.things.iter().filter_map(|(number, thing)| match thing {
        Thing::Object(object) => match object.kind {
            interp::ObjectKind::Global(id) => Some((*number, id, object)),
            interp::ObjectKind::Heap
            | interp::ObjectKind::Stack { .. }
            | interp::ObjectKind::VarArgs
            | interp::ObjectKind::Environment
            | interp::ObjectKind::Outside => None,
        },
        Thing::Function(_) | Thing::Label(..) => None,
    })
}

/// What the certificate claims of a block of the entry function; the first context is its.
fn claims(proof: &Proof, func: FuncId, block: BlockId) -> &[State] {
    let context = proof.contexts.first().filter(|context| context.func == func);
    let states = context.and_then(|context| context.blocks.iter().find(|(at, _)| *at == block));
    states.map_or(&[], |(_, states)| states)
}

/// A concrete state on its way into a graph.
struct Concrete<'a> {
    module: &'a Module,
    things: BTreeMap<u32, &'a Thing>,
    initial: &'a BTreeMap<GlobalId, interp::Object>,
    state: State,
    known: BTreeMap<u32, ObjectId>,
    work: Vec<u32>,
    /// Numbers that are compared as wholes: sizes by offset.
    words: BTreeMap<i64, i64>,
    /// Something was too large to be looked at.
    hidden: bool,
}

impl<'a> Concrete<'a> {
    /// With the registers and variables that `general` has. `None` when it could not be looked at.
    fn of(
        module: &'a Module,
        snapshot: &'a Snapshot,
        initial: &'a BTreeMap<GlobalId, interp::Object>,
        general: &State,
    ) -> Option<State> {
        let mut concrete = Concrete {
            module,
            things: snapshot.things.iter().map(|(id, thing)| (*id, thing)).collect(),
            initial,
            state: State { frames: vec![Frame::new(snapshot.func, general.frame().called_at)], ..State::default() },
            known: BTreeMap::new(),
            work: Vec::new(),
            words: words(general),
            hidden: false,
        };
        concrete.add_frame(snapshot, general.frame());
        for (number, global, object) in globals(snapshot) {
            if initial.get(&global) != Some(object) {
                concrete.object(number);
            }
        }
        while let Some(number) = concrete.work.pop() {
            concrete.fill(number);
        }
        (!concrete.hidden).then_some(concrete.state)
    }

    fn add_frame(&mut self, snapshot: &Snapshot, general: &Frame) {
        let function = &self.module.funcs[snapshot.func];
        let marks: Vec<RegId> = (function.blocks.iter().flat_map(|block| &block.insts))
            .filter(|inst| matches!(inst.kind, InstKind::StackSave))
            .filter_map(|inst| inst.dst)
            .collect();
        for (reg, claimed) in &general.regs {
            // How many objects the stack has is counted in different ways.
            let value = if marks.contains(reg) {
                *claimed
            } else {
                let bits = function.regs[*reg].ty.bits(self.module.data_model);
                self.value(snapshot.regs[reg.index()], bits)
            };
            self.state.frame_mut().set_reg(*reg, value);
        }
        for (var, claimed) in &general.vars {
            // Where in its object a variable points is not known of runs, and what it holds if it is no address neither:
            // only the object counts, but for what a register also holds. Null may be the address of an empty list.
            let object = snapshot.vars[var.index()];
            let holder = general.regs.iter().find(|(_, value)| value == claimed).map(|(reg, _)| *reg);
            let held = holder.map(|reg| self.state.frame().reg(reg)).filter(|value| match value {
                Value::Addr(address) => object.and_then(|number| self.known.get(&number)) == Some(&address.object),
                _ => false,
            });
            let value = match (object, claimed) {
                (Some(_), _) if held.is_some() => held.expect("invariant: just looked"),
                (Some(number), Value::Addr(claimed)) => {
                    let object = self.object(number);
                    Value::Addr(Addr { object, which: Which::Region, offset: claimed.offset, plus: None })
                }
                (Some(number), _) => Value::region(self.object(number), 0),
                (None, _) => Value::NULL,
            };
            self.state.frame_mut().vars.push((*var, value));
        }
        // In order of creation, which a scope that is entered again changes in runs only.
        let order = |number: u32| match self.things.get(&number) {
            Some(Thing::Object(interp::Object { kind: interp::ObjectKind::Stack { block, inst, .. }, .. })) => {
                (block.index(), *inst)
            }
            _ => (usize::MAX, u32::MAX),
        };
        let (mut locals, dynamic): (Vec<_>, Vec<_>) = snapshot.locals.iter().partition(|(_, dynamic)| !dynamic);
        locals.sort_by_key(|(number, _)| order(*number));
        locals.extend(dynamic);
        for (number, dynamic) in locals {
            let address = Value::region(self.object(number), 0);
            self.state.frame_mut().locals.push(Local { address, dynamic });
        }
    }

    fn value(&mut self, word: Word, bits: u32) -> Value {
        match word {
            Word::Number(number) if bits <= 64 => Value::Int(signed(number as u64, bits)),
            Word::Number(0) => Value::Int(0),
            Word::Number(_) | Word::Piece => {
                let range = smg::graph::Range::of_width(bits);
                Value::sym(self.state.graph.add_sym(SymInfo::unknown(range)))
            }
            Word::Address { thing, offset } => match (self.things.get(&thing), offset) {
                (Some(Thing::Function(func)), 0) => Value::Func(*func),
                (Some(Thing::Label(func, block)), 0) => Value::Label(*func, *block),
                _ => Value::region(self.object(thing), offset),
            },
        }
    }

    /// The object in the graph; it is filled later.
    fn object(&mut self, number: u32) -> ObjectId {
        if let Some(id) = self.known.get(&number) {
            return *id;
        }
        let (mut life, mut storage, mut size, mut global) = (Life::OutOfScope, Storage::Stack, 0, None);
        if let Some(Thing::Object(object)) = self.things.get(&number) {
            life = match object.life {
                interp::Life::Live => Life::Live,
                interp::Life::Freed => Life::Freed,
                interp::Life::OutOfScope => Life::OutOfScope,
            };
            size = object.size as i64;
            storage = match object.kind {
                interp::ObjectKind::Heap => Storage::Heap,
                interp::ObjectKind::Global(id) => {
                    global = Some(id);
                    Storage::Global { constant: self.module.globals[id].constant }
                }
                interp::ObjectKind::Stack { .. }
                | interp::ObjectKind::VarArgs
                | interp::ObjectKind::Environment
                | interp::ObjectKind::Outside => Storage::Stack,
            };
        }
        let fill = match (life, global) {
            (Life::Live, Some(global)) => match &self.module.globals[global].init {
                None => Fill::Unknown,
                Some(pieces) if pieces.iter().all(|piece| matches!(piece, InitPiece::Zero(_))) => Fill::Zero,
                Some(_) => Fill::Init(global),
            },
            (Life::Live, None) => Fill::Zero,
            (Life::Freed | Life::OutOfScope, _) => Fill::Unknown,
        };
        let site = ir::Places::nowhere();
        let size = Value::Int(size);
        let object = Object {
            kind: Kind::Region,
            size,
            level: 0,
            length: None,
            life,
            storage,
            fill,
            fields: Vec::new(),
            site,
            ty: None,
        };
        let id = match global {
            Some(global) => {
                let id = ObjectId::of_global(global);
                self.state.graph.insert_object(id, Arc::new(object));
                id
            }
            None => self.state.graph.add_object(object),
        };
        self.known.insert(number, id);
        self.work.push(number);
        id
    }

    /// The number at an offset where the claimed state has one, if no address is in the way.
    fn number(&self, object: &interp::Object, bytes: &[u8], at: u64) -> Option<i64> {
        let size = *self.words.get(&(at as i64))? as u64;
        let word = bytes.get(at as usize..(at + size) as usize)?;
        let in_the_way = |from: u64| (at..at + size).contains(&from);
        let whole = !object.addresses.iter().any(|(from, _)| in_the_way(*from));
        let plain = whole && !object.pieces.iter().any(|from| in_the_way(*from));
        let number = word.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        plain.then(|| signed(number, size as u32 * 8))
    }

    /// Fields for all bytes that are not as the object's fill says.
    fn fill(&mut self, number: u32) {
        let Some(Thing::Object(object)) = self.things.get(&number).copied() else { return };
        if object.life != interp::Life::Live {
            return;
        }
        let Some(bytes) = &object.bytes else {
            self.hidden = true;
            return;
        };
        let before = match object.kind {
            interp::ObjectKind::Global(id) => self.initial.get(&id),
            _ => None,
        };
        let width = i64::from(self.module.data_model.pointer_bits() / 8);
        let mut fields = Vec::new();
        let mut at = 0;
        while at < bytes.len() as u64 {
            let address =
                |of: &interp::Object| of.addresses.iter().find(|(from, _)| *from == at).map(|(_, word)| *word);
            if let Some(word) = address(object) {
                if before.and_then(address) != Some(word) {
                    let value = self.value(word, width as u32 * 8);
                    fields.push(Field { offset: at as i64, size: width, value });
                }
                at += width as u64;
                continue;
            }
            if before.is_none()
                && let Some(number) = self.number(object, bytes, at)
            {
                let size = self.words[&(at as i64)];
                fields.push(Field { offset: at as i64, size, value: Value::Int(number) });
                at += size as u64;
                continue;
            }
            let byte = bytes[at as usize];
            let same = match before {
                Some(before) => {
                    let in_address = |(from, _): &(u64, Word)| (*from..*from + width as u64).contains(&at);
                    let plain = !before.addresses.iter().any(in_address) && !before.pieces.contains(&at);
                    plain && before.bytes.as_ref().is_some_and(|old| old[at as usize] == byte)
                }
                None => byte == 0,
            };
            if object.pieces.contains(&at) {
                let value = self.value(Word::Piece, 8);
                fields.push(Field { offset: at as i64, size: 1, value });
            } else if !same {
                fields.push(Field { offset: at as i64, size: 1, value: Value::Int(signed(u64::from(byte), 8)) });
            }
            at += 1;
        }
        let id = self.known[&number];
        self.state.graph.object_mut(id).fields = fields;
    }
}

/// Where the state's lists have numbers that alternate, and how wide they are: only whole ones are compared.
fn words(state: &State) -> BTreeMap<i64, i64> {
    let segments = state.graph.objects().filter_map(|(_, object)| object.segment());
    segments.filter_map(|segment| segment.alternates).map(|numbers| (numbers.offset, numbers.size)).collect()
}

/// As graphs have numbers: in the signed range of their width, but for single bits.
fn signed(number: u64, bits: u32) -> i64 {
    match bits {
        1 => (number & 1) as i64,
        2..=63 => ((number << (64 - bits)) as i64) >> (64 - bits),
        _ => number as i64,
    }
}
