//! Laps: parts of a run that lead from a state to one like it.

use engine::{Budget, Cell, Flows, Input, Limit};
use ir::{FuncId, LocId, Module, Type};

use crate::exec::{Exec, Reason, State, load};
use crate::likeness::{Difference, Pinned, alike, inside};
use crate::memory::Pointers;
use crate::shadow::Shadowed;
use crate::value::{Meta, Value};
use crate::{End, InputSource, NoObserver, Options, Shadow};

/// A lap, as a shadow saw it.
#[derive(Clone, Debug)]
pub struct Lap<T> {
    /// Of each cell, its width, its value when the lap begins, and its value when it ends.
    pub cells: Vec<(u16, u128, Shadowed<T>)>,
    /// Values, with their widths, that have to be these bits whatever is in the cells: otherwise the states are not alike.
    pub pinned: Vec<(u16, Shadowed<T>)>,
    /// Where it begins.
    pub loc: LocId,
    pub stack: Vec<engine::Frame>,
    pub inputs: Vec<Input>,
    /// How many of them come before it.
    pub stem_inputs: usize,
}

/// Why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLap {
    /// The run ends before.
    Ended(End),
    /// What the run has become is something else.
    Differs(String),
}

/// Runs for `stem` steps, gives the cells tags (`tag` gets their index, width and bits), and runs for `period` steps more.
#[allow(clippy::too_many_arguments)]
pub fn lap<S: Shadow>(
    module: &Module,
    entry: FuncId,
    options: &Options,
    inputs: &mut dyn InputSource,
    shadow: &mut S,
    (stem, period): (u64, u64),
    cells: &[Cell],
    mut tag: impl FnMut(&mut S, usize, u16, u128) -> S::Tag,
    budget: &Budget,
) -> Result<Lap<S::Tag>, NoLap> {
    let end = stem.checked_add(period).filter(|_| period > 0);
    let end = end.ok_or_else(|| NoLap::Differs("a lap has steps, and not too many".to_string()))?;
    let Ok((program, state)) = load(module, options) else { return Err(NoLap::Ended(End::Limit(Limit::Memory))) };
    let mut observer = NoObserver;
    let mut exec = Exec::new(&program, state, entry, inputs, shadow, &mut observer, budget);
    if let Err(stop) = exec.enter_entry() {
        return Err(ended(stop.reason()));
    }
    exec.pack_frame();
    paused(exec.go(stem))?;
    if cells.iter().enumerate().any(|(index, cell)| cells[..index].iter().any(|other| overlap(*cell, *other))) {
        return Err(NoLap::Differs("numbers that vary overlap".to_string()));
    }
    let mut begun = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let found = number_at(module, &exec.state, *cell);
        let (width, bits) = found.ok_or_else(|| NoLap::Differs("what varies is no number".to_string()))?;
        let tag = tag(&mut *exec.shadow, index, width, bits);
        if !mark(&mut exec.state, *cell, bits, tag) {
            return Err(NoLap::Differs("a number that varies cannot be followed".to_string()));
        }
        begun.push((width, bits));
    }
    let before = exec.state.clone();
    let (loc, stack) = exec.next_place();
    // Does the call in which the lap begins go on until it ends?
    let mut stays = true;
    for step in stem + 1..=end {
        paused(exec.go(step))?;
        stays &= exec.state.frames.len() >= before.frames.len();
    }
    let alike =
        alike(&Flows::of(module), &before, &exec.state, cells, stays).map_err(|difference| match difference {
            Difference::Number(cell) => NoLap::Differs(format!("another number stands at {cell:?}")),
            Difference::Other(what) => NoLap::Differs(what),
        })?;
    let width = |ty: Type| u16::try_from(ty.bits(module.data_model)).expect("invariant: values have at most 128 bits");
    Ok(Lap {
        cells: begun.into_iter().zip(alike.after).map(|((width, bits), after)| (width, bits, after)).collect(),
        pinned: alike.pinned.into_iter().map(|Pinned { value, ty, .. }| (width(ty), value)).collect(),
        loc,
        stack,
        inputs: std::mem::take(&mut exec.state.inputs),
        stem_inputs: before.inputs.len(),
    })
}

fn ended(reason: Reason) -> NoLap {
    match reason {
        Reason::End(end) => NoLap::Ended(end),
        Reason::Pause => NoLap::Differs("the run has not begun".to_string()),
    }
}

pub(crate) fn paused(reason: Reason) -> Result<(), NoLap> {
    match reason {
        Reason::Pause => Ok(()),
        Reason::End(end) => Err(NoLap::Ended(end)),
    }
}

/// Width and bits of what stands in a cell, if it is a number.
pub(crate) fn number_at<T: Copy + Default + PartialEq>(
    module: &Module,
    state: &State<T>,
    cell: Cell,
) -> Option<(u16, u128)> {
    match cell {
        Cell::Register { depth, reg } => {
            let frame = state.frames.get(depth as usize)?;
            let Type::Int(width) = module.funcs[frame.func].regs.get(reg)?.ty else { return None };
            let value = &state.regs[frame.regs + ir::Id::index(reg)];
            (value.meta == Meta::PLAIN).then(|| (width, value.bits()))
        }
        Cell::Memory { address, bytes } => {
            if !(1..=16).contains(&bytes) {
                return None;
            }
            let (_, object) = state.memory.objects().find(|(_, object)| {
                object.is_live() && !object.is_code() && inside(object, address, bytes).is_some()
            })?;
            let raw = object.contents.read(inside(object, address, bytes)?, usize::from(bytes));
            let is_number = raw.missing == 0 && !raw.indeterminate && raw.pointers == Pointers::None;
            is_number.then(|| (8 * u16::from(bytes), raw.bits))
        }
    }
}

fn overlap(a: Cell, b: Cell) -> bool {
    match (a, b) {
        (Cell::Memory { address: a, bytes: of_a }, Cell::Memory { address: b, bytes: of_b }) => {
            a < b.saturating_add(of_b.into()) && b < a.saturating_add(of_a.into())
        }
        (Cell::Register { .. }, Cell::Register { .. } | Cell::Memory { .. })
        | (Cell::Memory { .. }, Cell::Register { .. }) => a == b,
    }
}

/// Gives a number its tag; false if it cannot keep it.
fn mark<T: Copy + Default + PartialEq>(state: &mut State<T>, cell: Cell, bits: u128, tag: T) -> bool {
    let value = Value::wide(bits).with_tag(tag);
    match cell {
        Cell::Register { depth, reg } => {
            let base = state.frames[depth as usize].regs;
            state.regs[base + ir::Id::index(reg)] = value;
            true
        }
        Cell::Memory { address, bytes } => {
            let place = state
                .memory
                .objects()
                .find(|(_, object)| object.is_live() && !object.is_code() && inside(object, address, bytes).is_some());
            match place.and_then(|(id, object)| Some((id, inside(object, address, bytes)?))) {
                Some((id, offset)) => !state.memory.write(id, offset, usize::from(bytes), &value),
                None => false,
            }
        }
    }
}
