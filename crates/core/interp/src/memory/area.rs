//! Where objects lie. Every kind of object has an area of the address space, and no address is used twice.
//!
//! The areas are inside what user programs of the platform can have: 47 bits for lp64, so that a program that keeps tags in
//! the upper bits of its pointers behaves as it really would.

use ir::DataModel;

use super::{Kind, OutOfMemory};
use crate::options::Layout;

/// Bytes between neighbours, so that a pointer that strays does not land in another object.
const GAP: u64 = 32;

/// The free part of every area.
#[derive(Clone, Debug)]
pub(super) struct Areas {
    code: Area,
    globals: Area,
    heap: Area,
    stack: Area,
}

#[derive(Clone, Debug)]
pub(super) struct Area {
    start: u64,
    end: u64,
    from_the_top: bool,
    /// Objects are aligned as they have to be and no better: what holds only because addresses happen to be round does not
    /// hold here.
    is_odd: bool,
}

impl Area {
    pub fn take(&mut self, size: u64, align: u64) -> Result<u64, OutOfMemory> {
        let align = align.max(1);
        if self.from_the_top {
            let lowest = self.end.checked_sub(size).ok_or(OutOfMemory)?;
            let base = lowest - lowest % align;
            self.end = base.checked_sub(GAP).filter(|&end| end >= self.start).ok_or(OutOfMemory)?;
            return Ok(base);
        }
        let round = self.start.checked_next_multiple_of(align).ok_or(OutOfMemory)?;
        let is_too_round = self.is_odd && (round / align).is_multiple_of(2);
        let base = if is_too_round { round.checked_add(align).ok_or(OutOfMemory)? } else { round };
        let next = base.checked_add(size).and_then(|end| end.checked_add(GAP)).ok_or(OutOfMemory)?;
        if next > self.end {
            return Err(OutOfMemory);
        }
        self.start = next;
        Ok(base)
    }
}

impl Areas {
    pub fn new(model: DataModel, layout: Layout) -> Areas {
        // No object lies at an address whose low bits are zero only because nothing lies before it.
        let shift: u64 = match (layout, model) {
            (Layout::Usual, _) => 0x1040,
            (Layout::Shifted | Layout::Reversed, DataModel::Lp64) => 0x12_3456_7000,
            (Layout::Shifted | Layout::Reversed, DataModel::Ilp32) => 0x12_3000,
        };
        let (from_the_top, is_odd) = (layout == Layout::Reversed, layout == Layout::Shifted);
        let area = |start: u64, end: u64| Area { start: start + shift, end: end - shift, from_the_top, is_odd };
        match model {
            DataModel::Lp64 => Areas {
                code: Area { start: 0x40_0000, end: 0x1_0000_0000, from_the_top, is_odd },
                globals: area(0x1_0000_0000, 0x1000_0000_0000),
                heap: area(0x1000_0000_0000, 0x7000_0000_0000),
                stack: area(0x7000_0000_0000, 0x7fff_ffff_0000),
            },
            DataModel::Ilp32 => Areas {
                code: Area { start: 0x10_0000, end: 0x100_0000, from_the_top, is_odd },
                globals: area(0x100_0000, 0x4000_0000),
                heap: area(0x4000_0000, 0xb000_0000),
                stack: area(0xb000_0000, 0xfff0_0000),
            },
        }
    }

    pub fn of_kind(&mut self, kind: Kind) -> &mut Area {
        match kind {
            Kind::Heap | Kind::Outside => &mut self.heap,
            Kind::Stack { .. } | Kind::VarArgs | Kind::Environment => &mut self.stack,
            Kind::Global(_) => &mut self.globals,
            Kind::Function(_) | Kind::Label { .. } => &mut self.code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of an object that has to lie at a multiple of 8, nobody knows whether it lies at one of 16.
    #[test]
    fn alignment_is_no_better_than_it_has_to_be() {
        let mut is_round = [Layout::Usual, Layout::Shifted].map(|layout| {
            let Areas { mut stack, .. } = Areas::new(DataModel::Lp64, layout);
            stack.take(8, 8).expect("the areas are large").is_multiple_of(16)
        });
        is_round.sort_unstable();
        assert_eq!(is_round, [false, true]);
    }

    #[test]
    fn first_objects_have_no_special_addresses() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            for layout in [Layout::Usual, Layout::Shifted, Layout::Reversed] {
                let Areas { code, globals, heap, stack } = Areas::new(model, layout);
                for mut area in [code, globals, heap, stack] {
                    let base = area.take(8, 16).expect("the areas are large");
                    assert_ne!(base as u32, 0, "{model:?} {layout:?}");
                }
            }
        }
    }
}
