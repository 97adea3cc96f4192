//! C types of regions, for people.
//!
//! Nothing in the analysis reads them. A region has the type that names most of its fields: one that a variable is
//! declared with, that a pointer to it has, or that the region of a callee has that this one is there.

use engine::CodePlace;
use ir::describe::{field_path, field_type, pointee, size_of};
use ir::{CType, InstKind, Module, Operand, TypeId};
use rustc_hash::FxHashMap;

use super::order::Order;
use super::points_to::PointsTo;
use crate::graph::{Cell, ENDLESS, Field, Node, NodeId, Site};

/// The C type of a region: values of it begin `base` bytes from the region's origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    pub ty: TypeId,
    pub base: i64,
}

/// Types of all regions that have one.
#[derive(Clone, Debug, Default)]
pub struct Names {
    of: FxHashMap<NodeId, Typed>,
}

/// More types for one region come from confusion.
const MOST_CANDIDATES: usize = 16;
/// Calls in calls that a type is carried out of; more only costs names.
const MOST_ROUNDS: usize = 32;
/// Arrays of arrays; types in text that somebody wrote may be cyclic.
const MOST_LAYERS: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Candidate {
    typed: Typed,
    declared: bool,
    votes: u32,
}

impl Names {
    pub fn new(points_to: &PointsTo<'_>) -> Names {
        let mut gathering = Gathering { points_to, candidates: FxHashMap::default() };
        gathering.gather_from_pointers();
        gathering.gather_from_regions();
        gathering.gather_from_callees();
        let choose = |(id, candidates): (&NodeId, &Vec<Candidate>)| {
            let node = points_to.node(*id);
            Some((*id, best(points_to.module(), node, candidates)?))
        };
        Names { of: gathering.candidates.iter().filter_map(choose).collect() }
    }

    pub fn of(&self, region: NodeId) -> Option<Typed> {
        self.of.get(&region).copied()
    }
}

impl Typed {
    /// What C calls a field of the region: `next`, `[2].x`, empty for a whole value; `None` when no part of the type is there.
    pub fn field(self, module: &Module, node: &Node, field: &Field) -> Option<String> {
        let (offset, width) = self.bytes(module, node, field)?;
        field_path(module, self.ty, offset, width)
    }

    pub fn field_type(self, module: &Module, node: &Node, field: &Field) -> Option<TypeId> {
        let (offset, width) = self.bytes(module, node, field)?;
        field_type(module, self.ty, offset, width)
    }

    /// Where the field is in a value of the type, when the region's layout still tells.
    fn bytes(self, module: &Module, node: &Node, field: &Field) -> Option<(u64, u64)> {
        if node.collapsed || field.shape.width >= ENDLESS {
            return None;
        }
        if node.modulus != 0 && size_of(module, self.ty)? > node.modulus {
            return None;
        }
        let offset = node.normal(field.offset.wrapping_sub(self.base));
        Some((u64::try_from(offset).ok()?, u64::try_from(field.shape.width).ok()?))
    }
}

struct Gathering<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    candidates: FxHashMap<NodeId, Vec<Candidate>>,
}

impl Gathering<'_, '_> {
    /// A value of the type may begin at the cell. Is that new?
    fn add(&mut self, cell: Cell, ty: TypeId, declared: bool) -> bool {
        let module = self.points_to.module();
        let node = self.points_to.node(cell.node);
        let ty = element(module, ty, node);
        if size_of(module, ty).is_none_or(|size| size == 0) {
            return false;
        }
        let typed = Typed { ty, base: node.normal(cell.offset) };
        let candidates = self.candidates.entry(cell.node).or_default();
        if let Some(there) = candidates.iter_mut().find(|there| there.typed == typed) {
            there.votes += 1;
            let new = declared && !there.declared;
            there.declared |= declared;
            return new;
        }
        let room = candidates.len() < MOST_CANDIDATES;
        if room {
            candidates.push(Candidate { typed, declared, votes: 1 });
        }
        room
    }

    fn gather_from_pointers(&mut self) {
        let module = self.points_to.module();
        for (func, function) in module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined()) {
            for (reg, info) in function.regs.iter_enumerated() {
                let to = info.of.and_then(|ty| pointee(module, ty));
                if let (Some(to), Some(cell)) = (to, self.points_to.cell(func, Operand::Reg(reg))) {
                    self.add(cell, to, false);
                }
            }
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                if let InstKind::Bind { var, value } = inst.kind {
                    let to = function.vars[var].ty.and_then(|ty| pointee(module, ty));
                    if let (Some(to), Some(cell)) = (to, self.points_to.cell(func, value)) {
                        self.add(cell, to, false);
                    }
                }
            }
        }
    }

    fn gather_from_regions(&mut self) {
        let module = self.points_to.module();
        let order = Order::new(self.points_to);
        let defined = module.funcs.iter_enumerated().filter(|(_, function)| function.is_defined());
        let roots = defined.flat_map(|(func, _)| order.cells(func)).map(|cell| cell.node);
        for id in order.reachable(roots) {
            let node = self.points_to.node(id);
            for (site, offset) in &node.sites {
                let ty = match *site {
                    Site::Global(id) => module.globals[id].ty,
                    Site::Inst(CodePlace { func, block, inst }) => {
                        let inst = &module.funcs[func].blocks[block].insts[inst as usize];
                        if let InstKind::Alloca { of, .. } = &inst.kind { *of } else { None }
                    }
                };
                if let Some(ty) = ty {
                    self.add(Cell::new(id, *offset), ty, true);
                }
            }
            for field in &node.fields {
                let to = field.shape.of.and_then(|ty| pointee(module, ty));
                if let (Some(to), Some(content)) = (to, field.content) {
                    self.add(self.points_to.normal(content), to, false);
                }
            }
        }
    }

    /// What a callee calls its regions, its callers may call them, too.
    fn gather_from_callees(&mut self) {
        let points_to = self.points_to;
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for target in points_to.calls().iter().flat_map(|call| &call.targets) {
                for (inner, outer) in &target.images {
                    let of_inner = self.candidates.get(inner).cloned().unwrap_or_default();
                    for Candidate { typed, declared, .. } in of_inner {
                        let cell = points_to.normal(outer.plus(typed.base));
                        changed |= self.add(cell, typed.ty, declared);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// The type of an element of a sequence whose arrays were folded, without qualifiers, which say nothing about layout.
fn element(module: &Module, mut ty: TypeId, node: &Node) -> TypeId {
    for _ in 0..MOST_LAYERS {
        match module.types.get(ty) {
            Some(CType::Qualified { of, .. }) => ty = *of,
            Some(CType::Array { of, .. }) if node.modulus != 0 && size_of(module, ty) != Some(node.modulus) => {
                ty = *of;
            }
            Some(
                CType::Array { .. }
                | CType::Void
                | CType::Base { .. }
                | CType::Pointer { .. }
                | CType::Record(_)
                | CType::Enum { .. }
                | CType::Typedef { .. }
                | CType::Function { .. },
            )
            | None => return ty,
        }
    }
    ty
}

fn best(module: &Module, node: &Node, candidates: &[Candidate]) -> Option<Typed> {
    let worth = |candidate: &&Candidate| {
        let Candidate { typed, declared, votes } = **candidate;
        let named = node.fields.iter().filter(|field| typed.field(module, node, field).is_some()).count();
        let record = matches!(module.types.get(typed.ty), Some(CType::Record(_) | CType::Typedef { .. }));
        (named, declared, record, votes, std::cmp::Reverse((typed.base, ir::Id::index(typed.ty))))
    };
    candidates.iter().max_by_key(worth).map(|candidate| candidate.typed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::result::analyze;

    /// Names of the fields of everything that a function reaches.
    fn named(module: &Module, func: &str) -> Vec<String> {
        let points_to = analyze(module, &Options::default());
        let names = Names::new(&points_to);
        let func = module.func_named(func).expect("the program has the function");
        let order = Order::new(&points_to);
        let mut found = Vec::new();
        for id in order.reachable(order.cells(func).iter().map(|cell| cell.node)) {
            let node = points_to.node(id);
            let Some(typed) = names.of(id) else { continue };
            let fields = node.fields.iter().filter_map(|field| typed.field(module, node, field));
            let fields: Vec<String> = fields.collect();
            found.push(format!("{}: {}", ir::describe::type_name(module, typed.ty), fields.join(" ")));
        }
        found
    }

    #[test]
    fn callers_learn_the_names_of_their_callees() {
        let module = ir::parse(include_str!("../../tests/fixtures/cons.cir")).expect("the program parses");
        assert_eq!(named(&module, "cons"), ["struct node: next"]);
        // `value` is accessed in callees only; an element of the table is one field without a name.
        assert_eq!(named(&module, "main"), ["struct node: value next", "struct node *: ", "struct node: next"]);
    }
}
