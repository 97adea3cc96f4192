//! Concrete runs against the graphs.
//!
//! Every access of a run is mapped to the cell of the pointer it goes through. In one call of a function, what its
//! callees did included, a byte must not be two different cells: that would be an alias that the graphs deny. Besides,
//! the region must know where the object was allocated, and calls must reach functions that the graphs know.

use engine::{Budget, CodePlace, Step};
use interp::{MemoryEvent, ObjectKind, Observer, Point, SeededInputs, Through};
use ir::{FuncId, InstKind, Module, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use super::failure::Failure;
use crate::graph::{Cell, Flags, NodeId, Site};
use crate::result::PointsTo;

/// What runs were compared with the graphs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunChecks {
    pub accesses: u64,
    pub calls: u64,
    pub failures: Vec<Failure>,
}

/// Failures after which a run says no more.
const MOST_FAILURES: usize = 8;
/// More bytes than objects have.
const EVERYTHING: u64 = 1 << 60;

/// Runs the program with inputs chosen from the seed, for at most this many steps.
pub fn check_run(points_to: &PointsTo<'_>, entry: FuncId, seed: u64, max_steps: u64) -> RunChecks {
    let options = interp::Options { max_steps, max_memory: 1 << 28, ..interp::Options::default() };
    let mut watcher = Watcher {
        points_to,
        frames: Vec::new(),
        born: FxHashMap::default(),
        sites: FxHashMap::default(),
        checks: RunChecks::default(),
    };
    let mut inputs = SeededInputs::new(seed);
    let budget = Budget::new();
    interp::run(points_to.module(), entry, &options, &mut inputs, &mut (), &mut watcher, &budget);
    watcher.checks
}

struct Watcher<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    frames: Vec<Frame>,
    born: FxHashMap<u64, Site>,
    sites: FxHashMap<(FuncId, NodeId), FxHashSet<Site>>,
    checks: RunChecks,
}

/// A call in progress.
struct Frame {
    func: FuncId,
    site: Option<CodePlace>,
    seen: FxHashMap<u64, Vec<Seen>>,
}

/// Bytes of an object that were touched as cells of a region.
#[derive(Clone, Debug)]
struct Seen {
    /// `None`: through a region of a callee that this function cannot see.
    region: Option<Place>,
    bytes: Bytes,
    written: Bytes,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    node: NodeId,
    /// Where the object's first byte is in the node; `None` where the event does not tell.
    base: Option<i64>,
}

impl Observer for Watcher<'_, '_> {
    const ACTIVE: bool = false;
    const MEMORY: bool = true;

    fn step(&mut self, _step: Step) {}

    fn memory(&mut self, event: MemoryEvent) {
        if self.checks.failures.len() >= MOST_FAILURES {
            return;
        }
        match event {
            MemoryEvent::Enter { func, call } => self.enter(func, call),
            MemoryEvent::Leave => self.leave(),
            MemoryEvent::Access { at, through, object, kind, offset, size, write } => {
                self.checks.accesses += 1;
                self.access(at, through, object, kind, offset, size, write);
            }
            MemoryEvent::Allocate { at, object, kind, .. } => {
                let site = match kind {
                    ObjectKind::Heap => Some(Site::Inst(site_of(at))),
                    ObjectKind::Stack { func, block, inst } => Some(Site::Inst(CodePlace { func, block, inst })),
                    ObjectKind::Global(_) | ObjectKind::VarArgs | ObjectKind::Environment | ObjectKind::Outside => None,
                };
                if let Some(site) = site {
                    self.born.insert(object, site);
                }
            }
            // The end of an object is a change of all its bytes.
            MemoryEvent::Free { at, object } => {
                self.access(at, Through::Destination, object, ObjectKind::Heap, 0, EVERYTHING, true)
            }
            MemoryEvent::IndirectCall { at, callee } => {
                self.checks.calls += 1;
                if !self.points_to.callees(site_of(at)).any(|known| known == callee) {
                    let name = &self.points_to.module().funcs[callee].name;
                    self.fail(at, format!("the call reaches {name}, which the graphs do not know"));
                }
            }
        }
    }
}

fn site_of(at: Point) -> CodePlace {
    CodePlace { func: at.func, block: at.block, inst: at.inst }
}

impl Watcher<'_, '_> {
    fn fail(&mut self, at: Point, what: String) {
        self.checks.failures.push(Failure { func: Some(at.func), at: at.loc, what });
    }

    fn enter(&mut self, func: FuncId, call: Option<Point>) {
        if let Some(at) = call {
            self.checks.calls += 1;
            if !self.points_to.callees(site_of(at)).any(|known| known == func) {
                let name = &self.points_to.module().funcs[func].name;
                self.fail(at, format!("the call enters {name}, which the graphs do not know"));
            }
        }
        self.frames.push(Frame { func, site: call.map(site_of), seen: FxHashMap::default() });
    }

    /// What the callee did becomes what its caller did, in the caller's terms.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let Some(site) = frame.site else { return };
        let module = self.points_to.module();
        let inst = &module.funcs[site.func].blocks[site.block].insts[site.inst as usize];
        let at = Point { func: site.func, block: site.block, inst: site.inst, loc: inst.loc };
        let call = self.points_to.call(site);
        let target = call.and_then(|call| call.targets.iter().find(|target| target.callee == frame.func));
        let Some(target) = target else { return };
        for (object, entries) in frame.seen {
            for seen in entries {
                let region = seen.region.and_then(|place| {
                    let image = target.image(self.points_to, Cell::new(place.node, place.base.unwrap_or(0)))?;
                    Some(Place { node: image.node, base: place.base.map(|_| image.offset) })
                });
                let first = self.note(at, object, Seen { region, ..seen.clone() });
                if let Some(place) = region {
                    self.check_effect(at, place.node, Flags::MODIFIED, !seen.written.is_empty());
                    self.check_effect(at, place.node, Flags::READ, seen.written != seen.bytes);
                    if first && let Some(site) = self.born.get(&object).copied() {
                        self.check_site(at, site, place.node);
                    }
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn access(
        &mut self,
        at: Point,
        through: Through,
        object: u64,
        kind: ObjectKind,
        offset: u64,
        size: u64,
        write: bool,
    ) {
        let Some((cell, exact)) = self.cell_of(at, through, kind) else { return };
        let (offset, size) = (offset as i64, size as i64);
        self.check_effect(at, cell.node, if write { Flags::MODIFIED } else { Flags::READ }, true);
        let base = exact.then(|| self.points_to.normal(cell.plus(offset.wrapping_neg())).offset);
        let place = Place { node: cell.node, base };
        let bytes = Bytes::from(offset, offset + size);
        let written = if write { bytes.clone() } else { Bytes::default() };
        if self.note(at, object, Seen { region: Some(place), bytes, written }) {
            let site = match kind {
                ObjectKind::Global(id) => Some(Site::Global(id)),
                ObjectKind::Heap | ObjectKind::Stack { .. } => self.born.get(&object).copied(),
                ObjectKind::VarArgs | ObjectKind::Environment | ObjectKind::Outside => None,
            };
            if let Some(site) = site {
                self.check_site(at, site, place.node);
            }
        }
    }

    /// Whoever did something to a region, or called somebody who did, is said to.
    fn check_effect(&mut self, at: Point, node: NodeId, flag: Flags, happened: bool) {
        if happened && !self.points_to.effect(at.func, node).contains(flag) {
            let did = if flag == Flags::MODIFIED { "modifies" } else { "reads" };
            self.fail(at, format!("{} {did} region {node:?} without the graphs saying so", self.name(at.func)));
        }
    }

    fn name(&self, func: FuncId) -> &str {
        &self.points_to.module().funcs[func].name
    }

    /// The cell of the pointer, and whether the access begins exactly there.
    fn cell_of(&mut self, at: Point, through: Through, kind: ObjectKind) -> Option<(Cell, bool)> {
        let module: &Module = self.points_to.module();
        let inst = module.funcs[at.func].blocks[at.block].insts.get(at.inst as usize)?;
        let (operand, exact) = match (&inst.kind, through) {
            (InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. }, Through::Pointer) => (*ptr, true),
            (InstKind::MemCopy { dst, .. } | InstKind::MemSet { dst, .. }, Through::Destination) => (*dst, true),
            (InstKind::MemCopy { src, .. }, Through::Source) => (*src, true),
            (InstKind::VaStart { list }, Through::VaList) => (*list, false),
            (InstKind::VaStart { .. }, Through::VarArg(_)) => {
                // The caller's side of a struct among variable arguments belongs to the caller.
                let area = self.points_to.varargs(at.func).filter(|_| kind == ObjectKind::VarArgs)?;
                return Some((area, false));
            }
            (InstKind::Call(call), Through::Destination) => (call.args.first()?.value, true),
            (InstKind::Call(call), Through::Source) => (call.args.get(1)?.value, true),
            (InstKind::Call(call), Through::Argument(index)) => (call.args.get(index as usize)?.value, false),
            (InstKind::Call(call), Through::Result) => (Operand::Reg(*call.rets.first()?), true),
            // A failed allocation sets `errno`, which no pointer of the program is needed for.
            (_, Through::Errno) => return None,
            (other, through) => {
                self.fail(at, format!("an access through {through:?} at {other:?} is not understood"));
                return None;
            }
        };
        match self.points_to.cell(at.func, operand) {
            Some(cell) => Some((cell, exact)),
            None => {
                self.fail(at, "an access goes through an operand that has no cell".to_string());
                None
            }
        }
    }

    /// Remembers an access in the current frame; is it the first of these cells?
    fn note(&mut self, at: Point, object: u64, new: Seen) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let func = frame.func;
        let entries = frame.seen.entry(object).or_default();
        if let Some(there) = entries.iter_mut().find(|there| there.region == new.region) {
            there.bytes.add(&new.bytes);
            there.written.add(&new.written);
            if entries.len() == 1 {
                return false;
            }
        } else {
            entries.push(new.clone());
        }
        let first = entries.len() == 1 || entries.last().is_some_and(|last| last.region == new.region);
        let conflict =
            entries.iter().find(|there| there.region != new.region && denied(self.points_to, func, there, &new));
        if let Some(there) = conflict.cloned() {
            let show = |seen: &Seen| match seen.region {
                Some(place) => format!("region {:?} based at {:?}", place.node, place.base),
                None => "a region of a callee that cannot be seen here".to_string(),
            };
            self.fail(at, format!("one byte is in {} and in {}", show(&there), show(&new)));
        }
        first
    }

    fn check_site(&mut self, at: Point, site: Site, node: NodeId) {
        let points_to = self.points_to;
        let known = self
            .sites
            .entry((at.func, node))
            .or_insert_with(|| points_to.allocation_sites(at.func, node).into_iter().collect());
        if !known.contains(&site) {
            self.fail(at, format!("region {node:?} does not know the allocation site {site:?}"));
        }
    }
}

/// Do the graphs deny that two accesses, which share a byte, do?
fn denied(points_to: &PointsTo<'_>, func: FuncId, a: &Seen, b: &Seen) -> bool {
    if !a.bytes.meets(&b.bytes) {
        return false;
    }
    let modified = a.written.meets(&b.bytes) || a.bytes.meets(&b.written);
    match (a.region, b.region) {
        (None, None) => false,
        // A constant that a callee has a region of its own for.
        (None, Some(_)) | (Some(_), None) => modified,
        (Some(x), Some(y)) if x.node == y.node => match (x.base, y.base) {
            (Some(of_a), Some(of_b)) => {
                let (a, b) = (Cell::new(x.node, of_a), Cell::new(x.node, of_b));
                !points_to.may_overlap(func, a, 1, b, 1)
            }
            (_, _) => false,
        },
        (Some(x), Some(y)) => {
            let external = [x, y].iter().all(|place| points_to.flags(place.node).contains(Flags::EXTERNAL));
            !points_to.may_be_one(func, x.node, y.node) || (modified && !external)
        }
    }
}

/// A set of bytes as sorted ranges with gaps between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Bytes(Vec<(i64, i64)>);

impl Bytes {
    fn from(start: i64, end: i64) -> Bytes {
        Bytes(vec![(start, end)])
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, other: &Bytes) {
        for (start, end) in &other.0 {
            let from = self.0.partition_point(|range| range.1 < *start);
            let to = self.0.partition_point(|range| range.0 <= *end);
            let start = self.0.get(from).filter(|_| from < to).map_or(*start, |range| range.0.min(*start));
            let end = if from < to { self.0[to - 1].1.max(*end) } else { *end };
            self.0.splice(from..to, [(start, end)]);
        }
    }

    fn meets(&self, other: &Bytes) -> bool {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            if x.0 < y.1 && y.0 < x.1 {
                return true;
            }
            if x.1 <= y.1 {
                a.next()
            } else {
                b.next()
            };
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn ranges_grow_together() {
        let mut bytes = Bytes::default();
        for (start, end) in [(8, 12), (0, 4), (20, 24), (4, 8), (11, 20)] {
            bytes.add(&Bytes::from(start, end));
        }
        assert_eq!(bytes, Bytes::from(0, 24));
        assert!(bytes.meets(&Bytes::from(23, 30)));
        assert!(!bytes.meets(&Bytes::from(24, 30)));
        assert!(!Bytes::default().meets(&bytes));
    }
}
