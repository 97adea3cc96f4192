//! The analysis as facts for other engines.

use engine::{CodePlace, Origin, RegionByte, RegionId, Regions, Touch};
use ir::{FuncId, Operand};

use super::points_to::PointsTo;
use crate::graph::{Cell, ENDLESS, Flags, NodeId, Site};

impl Regions for PointsTo<'_> {
    fn target(&self, func: FuncId, operand: Operand) -> Option<RegionByte> {
        self.cell(func, operand).map(byte)
    }

    fn may_alias(&self, func: FuncId, a: Operand, a_bytes: u64, b: Operand, b_bytes: u64) -> bool {
        let width = |bytes: u64| i64::try_from(bytes).unwrap_or(ENDLESS).min(ENDLESS);
        self.may_alias(func, a, width(a_bytes), b, width(b_bytes))
    }

    fn touched(&self, func: FuncId) -> Vec<Touch> {
        let mut regions = self.regions(func);
        regions.retain(|region| !self.flags(*region).contains(Flags::SHARED));
        regions.extend(self.shared_effects(func));
        regions.sort_unstable();
        let touch = |region: NodeId| {
            let effect = self.effect(func, region);
            let (read, modified) = (effect.contains(Flags::READ), effect.contains(Flags::MODIFIED));
            (read || modified).then_some(Touch { region: region_id(region), read, modified })
        };
        regions.into_iter().filter_map(touch).collect()
    }

    fn passed(&self, call: CodePlace, callee: FuncId) -> Vec<(RegionId, RegionByte)> {
        let target = self.call(call).and_then(|call| call.targets.iter().find(|target| target.callee == callee));
        let Some(target) = target else { return Vec::new() };
        if target.inner {
            let itself = |region: NodeId| (region_id(region), byte(Cell::new(region, 0)));
            return self.regions(callee).into_iter().map(itself).collect();
        }
        target.images.iter().map(|(region, cell)| (region_id(*region), byte(*cell))).collect()
    }

    fn origins(&self, func: FuncId, region: RegionId) -> Vec<Origin> {
        let origin = |site: Site| match site {
            Site::Inst(place) => Origin::Allocation(place),
            Site::Global(id) => Origin::Global(id),
        };
        self.allocation_sites(func, NodeId::new(region.0 as usize)).into_iter().map(origin).collect()
    }

    fn callees(&self, call: CodePlace) -> Vec<FuncId> {
        self.callees(call).collect()
    }
}

fn region_id(node: NodeId) -> RegionId {
    RegionId(node.index() as u32)
}

fn byte(cell: Cell) -> RegionByte {
    RegionByte { region: region_id(cell.node), offset: cell.offset }
}
