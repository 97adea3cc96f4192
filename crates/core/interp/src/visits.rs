//! Where a run comes back to: what a search for laps asks of one. Nothing here has to be believed.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use engine::{Budget, Cell, Flows, Input};
use ir::{BlockId, FuncId, Id, Type};
use rustc_hash::{FxHashMap, FxHasher};

use crate::exec::{Exec, State, load};
use crate::laps::{number_at, paused};
use crate::leak::Roots;
use crate::likeness::{Difference, Pinned, alike, inside};
use crate::memory::Kind;
use crate::shadow::Shadowed;
use crate::{End, InputSource, NoObserver, Options, Shadow};

/// A block that jumps lead back to, so many calls deep; or the entry of a function that calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Anchor {
    /// 0 for the entry of a function: however deep.
    pub depth: usize,
    pub func: FuncId,
    pub block: BlockId,
}

/// The run comes back to an anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Steps done.
    pub step: u64,
    /// A hash of the blocks since the visit before.
    pub way: u64,
}

/// Where a run came back to.
#[derive(Clone, Debug)]
pub struct Visits {
    /// In the order of the first visits, which are all by jumps back; then functions, with the calls that had not returned in
    /// the end, each inside the one before.
    pub anchors: Vec<(Anchor, Vec<Visit>)>,
    /// Nested calls of the innermost frame that stayed through the second half of the run.
    pub depth: usize,
    /// Why the run ended, if it did within the steps.
    pub end: Option<End>,
}

/// Two states of a run that are alike but for some numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    pub cells: Vec<Cell>,
    /// How many inputs the run had asked for when it came to each of them.
    pub inputs: (usize, usize),
}

/// What two states hold in the same places.
#[derive(Clone, Debug)]
pub struct Ends<T> {
    /// Width, value in the first state and in the second.
    pub numbers: Vec<(u16, Shadowed<T>, Shadowed<T>)>,
}

/// A run that can be done again and again.
#[derive(Clone, Copy, Debug)]
pub struct Rerun<'a> {
    pub flows: &'a Flows<'a>,
    pub entry: FuncId,
    pub options: &'a Options,
    pub budget: &'a Budget,
}

/// How many numbers may vary: more are hardly those of a loop that never ends.
const MOST_CELLS: usize = 16;
/// Bytes of an object, and of all objects, that a fingerprint covers.
const LARGE_OBJECT: u64 = 4096;
const MOST_BYTES: u64 = 1 << 16;
/// Of the hash of a way: odd, so that no block is lost.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'a> Rerun<'a> {
    /// Does something with the run when it has begun.
    fn begin<S: Shadow, R>(
        &self,
        inputs: &mut dyn InputSource,
        shadow: &mut S,
        body: impl FnOnce(&mut Exec<'_, S, NoObserver>) -> Option<R>,
    ) -> Option<R> {
        let (program, state) = load(self.flows.module(), self.options).ok()?;
        let mut observer = NoObserver;
        let mut exec = Exec::new(&program, state, self.entry, inputs, shadow, &mut observer, self.budget);
        exec.enter_entry().ok()?;
        exec.pack_frame();
        body(&mut exec)
    }

    /// Where the run comes back to within so many steps.
    pub fn visits(&self, inputs: &mut dyn InputSource, steps: u64) -> Option<Visits> {
        self.begin(inputs, &mut (), |exec| {
            let mut anchors: Vec<(Anchor, Vec<Visit>)> = Vec::new();
            let mut known: FxHashMap<Anchor, (usize, u64, u64)> = FxHashMap::default();
            // Of all blocks so far: their number, and a hash from which that of every part can be told.
            let (mut blocks, mut hash) = (0u64, 0u64);
            let (mut depth, mut end) = (usize::MAX, None);
            let mut last = place(&exec.state)?;
            let mut calls = vec![Begun { func: last.0.func, step: 0, blocks, hash }];
            for step in 1..=steps {
                if let Err(why) = paused(exec.go(step)) {
                    let crate::NoLap::Ended(why) = why else { return None };
                    end = Some(why);
                    break;
                }
                let here = place(&exec.state)?;
                if step >= steps / 2 {
                    depth = depth.min(here.0.depth);
                }
                let (anchor, pc) = here;
                calls.truncate(anchor.depth);
                if pc == 0 {
                    blocks += 1;
                    hash = hash.wrapping_mul(FACTOR).wrapping_add(block_hash(anchor));
                    if calls.len() < anchor.depth {
                        calls.push(Begun { func: anchor.func, step, blocks, hash });
                    }
                    let back = last.0.depth == anchor.depth && last.0.func == anchor.func;
                    if back && anchor.block <= last.0.block {
                        let (index, since, from) = *known.entry(anchor).or_insert_with(|| {
                            anchors.push((anchor, Vec::new()));
                            (anchors.len() - 1, blocks, hash)
                        });
                        let way = hash.wrapping_sub(from.wrapping_mul(power(FACTOR, blocks - since)));
                        anchors[index].1.push(Visit { step, way });
                        known.insert(anchor, (index, blocks, hash));
                    }
                }
                last = here;
            }
            anchors.extend(recursions(self.flows.module(), &calls));
            Some(Visits { anchors, depth, end })
        })
    }

    /// Hashes of what the run has become after each of these steps, which ascend. Equal states have equal ones; of the stack
    /// only the innermost call counts, if that is wanted.
    pub fn fingerprints(&self, inputs: &mut dyn InputSource, steps: &[u64], innermost: bool) -> Vec<u64> {
        let mut found = Vec::with_capacity(steps.len());
        self.begin(inputs, &mut (), |exec| {
            for step in steps {
                paused(exec.go(*step)).ok()?;
                found.push(fingerprint(self.flows, &exec.state, innermost));
            }
            Some(())
        });
        found
    }

    /// Of pairs of steps: the numbers in which the states differ, where it is nothing else.
    pub fn compare(&self, inputs: &mut dyn InputSource, pairs: &[(u64, u64)]) -> Vec<Option<Compared>> {
        // What begins at a step and how long it has to be kept, and what ends there.
        let mut until: BTreeMap<u64, u64> = BTreeMap::new();
        let mut ends: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (index, (from, to)) in pairs.iter().enumerate() {
            let last = until.entry(*from).or_insert(*to);
            *last = (*last).max(*to);
            ends.entry(*to).or_default().push(index);
        }
        let steps: BTreeSet<u64> = until.keys().chain(ends.keys()).copied().collect();
        let mut found = vec![None; pairs.len()];
        self.begin(inputs, &mut (), |exec| {
            let mut kept: FxHashMap<u64, State<()>> = FxHashMap::default();
            for step in steps {
                paused(exec.go(step)).ok()?;
                for index in ends.get(&step).into_iter().flatten() {
                    found[*index] = kept.get(&pairs[*index].0).and_then(|before| {
                        let cells = differing_cells(self.flows, before, &exec.state)?;
                        Some(Compared { cells, inputs: (before.inputs.len(), exec.state.inputs.len()) })
                    });
                }
                kept.retain(|from, _| until[from] > step);
                if until.get(&step).is_some_and(|last| *last > step) {
                    kept.insert(step, exec.state.clone());
                }
            }
            Some(())
        });
        found
    }

    /// Does the run come to the same place after each of so many laps, and to a state that is like the one after the stem but
    /// for the cells after the last?
    pub fn repeats(&self, inputs: &mut dyn InputSource, (stem, period): (u64, u64), cells: &[Cell], laps: u64) -> bool {
        let repeated = self.begin(inputs, &mut (), |exec| {
            paused(exec.go(stem)).ok()?;
            let before = exec.state.clone();
            // However deep: a recursion gets deeper with every lap.
            let place = |state: &State<()>| place(state).map(|(at, pc)| (at.func, at.block, pc));
            let at = place(&before)?;
            for lap in 1..=laps {
                paused(exec.go(stem + lap * period)).ok()?;
                (place(&exec.state)? == at).then_some(())?;
            }
            alike(self.flows, &before, &exec.state, cells, true).ok()
        });
        repeated.is_some()
    }

    /// What the numbers of two states are to a shadow that saw the whole run: those in the cells, and all that it has a tag
    /// for in the second one. `None` if the states differ in something else.
    pub fn ends<S: Shadow>(
        &self,
        inputs: &mut dyn InputSource,
        shadow: &mut S,
        (from, to): (u64, u64),
        cells: &[Cell],
    ) -> Option<(Ends<S::Tag>, Vec<Input>)> {
        let module = self.flows.module();
        self.begin(inputs, shadow, |exec| {
            paused(exec.go(from)).ok()?;
            let before = exec.state.clone();
            paused(exec.go(to)).ok()?;
            let alike = alike(self.flows, &before, &exec.state, cells, true).ok()?;
            let mut numbers = Vec::new();
            for (cell, after) in cells.iter().zip(alike.after) {
                let (width, bits) = number_at(module, &before, *cell)?;
                let tag = tag_at(&before, *cell)?;
                numbers.push((width, Shadowed { bits, tag, is_address: false }, after));
            }
            for Pinned { value, before, ty } in alike.pinned {
                if let Type::Int(width) = ty {
                    numbers.push((width, before, value));
                }
            }
            Some((Ends { numbers }, std::mem::take(&mut exec.state.inputs)))
        })
    }
}

/// A call that has not returned: when it began, and what was known of blocks then.
struct Begun {
    func: FuncId,
    step: u64,
    blocks: u64,
    hash: u64,
}

fn recursions(module: &ir::Module, calls: &[Begun]) -> Vec<(Anchor, Vec<Visit>)> {
    let mut found: Vec<(Anchor, Vec<Visit>)> = Vec::new();
    let mut last: FxHashMap<FuncId, &Begun> = FxHashMap::default();
    for call in calls {
        let anchor = Anchor { depth: 0, func: call.func, block: module.funcs[call.func].entry() };
        let way = match last.insert(call.func, call) {
            Some(Begun { blocks, hash, .. }) => way(call, *blocks, *hash),
            None => 0,
        };
        let visit = Visit { step: call.step, way };
        match found.iter_mut().find(|(known, _)| *known == anchor) {
            Some((_, visits)) => visits.push(visit),
            None => found.push((anchor, vec![visit])),
        }
    }
    found
}

/// A hash of the blocks since there were so many.
fn way(call: &Begun, blocks: u64, hash: u64) -> u64 {
    call.hash.wrapping_sub(hash.wrapping_mul(power(FACTOR, call.blocks - blocks)))
}

fn place<T>(state: &State<T>) -> Option<(Anchor, usize)> {
    let top = state.frames.last()?;
    Some((Anchor { depth: state.frames.len(), func: top.func, block: top.block }, top.pc))
}

fn block_hash(anchor: Anchor) -> u64 {
    let mut hasher = FxHasher::default();
    (anchor.func, anchor.block).hash(&mut hasher);
    hasher.finish()
}

fn power(factor: u64, exponent: u64) -> u64 {
    let (mut result, mut square, mut left) = (1u64, factor, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left >>= 1;
    }
    result
}

fn tag_at<T: Copy + Default + PartialEq>(state: &State<T>, cell: Cell) -> Option<T> {
    match cell {
        Cell::Register { depth, reg } => {
            let frame = state.frames.get(depth as usize)?;
            Some(state.regs[frame.regs + reg.index()].tag)
        }
        Cell::Memory { address, bytes } => {
            let mut live = state.memory.objects().filter(|(_, object)| object.is_live() && !object.is_code());
            let (object, offset) = live.find_map(|(_, object)| Some((object, inside(object, address, bytes)?)))?;
            object.contents.read(offset, usize::from(bytes)).tag
        }
    }
}

/// Pointers count as they are: an object that was made anew is another one.
fn fingerprint(flows: &Flows<'_>, state: &State<()>, innermost: bool) -> u64 {
    let mut hasher = FxHasher::default();
    let mut roots = Roots::new(flows);
    let first = if innermost { state.frames.len().saturating_sub(1) } else { 0 };
    for frame in &state.frames[first..] {
        (frame.func, frame.block, frame.pc).hash(&mut hasher);
        for reg in roots.registers(frame.func, frame.block, frame.pc) {
            state.regs[frame.regs + reg.index()].bits().hash(&mut hasher);
        }
    }
    state.memory.live_heap().hash(&mut hasher);
    let mut left = MOST_BYTES;
    for (_, object) in state.memory.objects() {
        let hidden = innermost && matches!(object.kind, Kind::Stack { .. });
        if hidden || !object.is_live() || object.is_code() || object.readonly || object.size > LARGE_OBJECT.min(left) {
            continue;
        }
        left -= object.size;
        let mut at = 0;
        while at < object.size {
            let blank = object.contents.blank_from(at, object.size - at);
            at += blank;
            if blank == 0 {
                let len = object.contents.room(at).min(object.size - at);
                object.contents.excerpt(at, len as usize).data.hash(&mut hasher);
                at += len;
            }
        }
    }
    hasher.finish()
}

/// The numbers in which two states differ, if it is nothing else.
fn differing_cells(flows: &Flows<'_>, before: &State<()>, after: &State<()>) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    loop {
        match alike(flows, before, after, &cells, true) {
            Ok(_) => return Some(cells),
            Err(Difference::Number(cell)) if cells.len() < MOST_CELLS && !cells.contains(&cell) => cells.push(cell),
            Err(Difference::Number(_) | Difference::Other(_)) => return None,
        }
    }
}
