//! What one analysis knows of a program and others may use.
//!
//! Engines do not know each other; they meet here. A fact is computed when it is first asked for, at most once for all
//! engines, so that whoever needs none pays nothing.

use std::fmt;
use std::sync::Arc;

use ir::{BlockId, FuncId, GlobalId, Operand};

use crate::{Flows, Ranges};

/// A region of memory as one function sees it. Ids are meaningful for one [`Regions`]; regions that all functions share
/// have the same id everywhere, others belong to one function or to functions that call each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(pub u32);

/// A byte of a region, counted from the region's origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionByte {
    pub region: RegionId,
    pub offset: i64,
}

/// An instruction of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodePlace {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: u32,
}

/// Where the memory of a region comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    Allocation(CodePlace),
    Global(GlobalId),
}

/// A region that a function, or what it calls, touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Touch {
    pub region: RegionId,
    pub read: bool,
    pub modified: bool,
}

/// Memory divided into regions, for every function.
///
/// Soundness condition: in one activation of a function, with everything it calls, no byte is in two regions of which
/// one is modified; at a call no two regions of the callee, one of them modified, are one region of the caller. A program
/// in which every region is an array of its own, passed to calls and returned from them, therefore means the same.
pub trait Regions: Send + Sync {
    /// What the operand points to; `None` for what holds no address.
    fn target(&self, func: FuncId, operand: Operand) -> Option<RegionByte>;

    /// May so many bytes at the one and the other overlap, in one activation? `false` is a proof.
    fn may_alias(&self, func: FuncId, a: Operand, a_bytes: u64, b: Operand, b_bytes: u64) -> bool;

    /// Regions that the function, or what it calls, reads or modifies, in ascending order.
    fn touched(&self, func: FuncId) -> Vec<Touch>;

    /// For each of the callee's regions that the caller can reach, where its origin is among the caller's. Regions that
    /// all functions share are themselves and left out.
    fn passed(&self, call: CodePlace, callee: FuncId) -> Vec<(RegionId, RegionByte)>;

    /// Where memory of the region may have been allocated, whoever calls the function.
    fn origins(&self, func: FuncId, region: RegionId) -> Vec<Origin>;

    /// Functions that the call may reach.
    fn callees(&self, call: CodePlace) -> Vec<FuncId>;
}

/// Computes facts about one program when they are asked for, and keeps them.
pub trait FactSource: Sync {
    fn flows(&self) -> &Arc<Flows<'_>>;

    fn regions(&self) -> &dyn Regions;

    fn ranges(&self) -> &dyn Ranges;
}

/// Facts about one program, or none.
#[derive(Clone, Copy, Default)]
pub struct Facts<'m> {
    source: Option<&'m dyn FactSource>,
}

impl<'m> Facts<'m> {
    /// Nothing is known.
    pub fn none() -> Self {
        Facts::default()
    }

    pub fn of(source: &'m dyn FactSource) -> Self {
        Facts { source: Some(source) }
    }

    /// Whoever needs it in any case asks [`Task::flows`](crate::Task::flows).
    pub fn flows(&self) -> Option<&'m Arc<Flows<'m>>> {
        self.source.map(FactSource::flows)
    }

    pub fn regions(&self) -> Option<&'m dyn Regions> {
        self.source.map(FactSource::regions)
    }

    pub fn ranges(&self) -> Option<&'m dyn Ranges> {
        self.source.map(FactSource::ranges)
    }
}

impl fmt::Debug for Facts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.source.is_some() { "Facts(on demand)" } else { "Facts(none)" })
    }
}
