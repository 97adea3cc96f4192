//! What regions are called: after the object, where there is one, else after a pointer that leads there, as C writes it.
//!
//! Names depend on the program alone. Those that all functions share are the same in all of them.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use dsa::graph::{Flags, NodeId, Site};
use dsa::pure::Pure;
use dsa::result::{Names, PointsTo};
use ir::{Callee, FuncId, Id, InstKind, Module, Operand};

pub(super) struct RegionNames {
    shared: HashMap<NodeId, String>,
    own: Vec<HashMap<NodeId, String>>,
}

impl RegionNames {
    pub fn new(pure: &Pure<'_, '_>) -> RegionNames {
        let points_to = pure.points_to();
        let module = points_to.module();
        let types = Names::new(points_to);
        let mut regions: Vec<Vec<NodeId>> = Vec::with_capacity(module.funcs.len());
        for func in module.funcs.ids() {
            let interface = pure.interface(func);
            regions.push(interface.inputs.iter().chain(&interface.local).copied().collect());
        }
        let is_shared = |region: &NodeId| points_to.flags(*region).contains(Flags::SHARED);
        let all_shared: BTreeSet<NodeId> = regions.iter().flatten().copied().filter(is_shared).collect();
        let mut shared = Naming::new(points_to, &types, HashSet::new());
        let mut ordered: Vec<NodeId> = all_shared.into_iter().collect();
        ordered.sort_by_key(|region| (first_global(points_to, *region), *region));
        shared.objects(&ordered, |site| matches!(site, Site::Global(_)));
        shared.follow();
        shared.rest(&ordered);
        let shared = shared.names;
        let taken: HashSet<String> = shared.values().cloned().collect();
        let own = module.funcs.ids().map(|func| {
            let mut naming = Naming::new(points_to, &types, taken.clone());
            let regions: Vec<NodeId> =
                regions[func.index()].iter().copied().filter(|region| !is_shared(region)).collect();
            naming.objects(&regions, |site| match site {
                Site::Global(_) => true,
                Site::Inst(place) => place.func == func,
            });
            naming.variables(func);
            naming.follow();
            naming.rest(&regions);
            naming.names
        });
        let own = own.collect();
        RegionNames { shared, own }
    }

    pub fn of(&self, func: FuncId, region: NodeId) -> &str {
        let name = self.own[func.index()].get(&region).or_else(|| self.shared.get(&region));
        name.expect("invariant: all regions of a function have names")
    }
}

fn first_global(points_to: &PointsTo<'_>, region: NodeId) -> usize {
    let globals = points_to.node(region).sites.iter().filter_map(|(site, _)| match site {
        Site::Global(id) => Some(id.index()),
        Site::Inst(_) => None,
    });
    globals.min().unwrap_or(usize::MAX)
}

struct Naming<'a, 'm> {
    points_to: &'a PointsTo<'m>,
    module: &'m Module,
    types: &'a Names,
    names: HashMap<NodeId, String>,
    taken: HashSet<String>,
    /// Regions whose fields were not followed yet, with what C calls an object there.
    work: VecDeque<(NodeId, Object)>,
}

/// An object in C's words.
struct Object {
    name: String,
    /// The pointer, where it is what a pointer points to.
    pointer: Option<String>,
}

impl<'a, 'm> Naming<'a, 'm> {
    fn new(points_to: &'a PointsTo<'m>, types: &'a Names, taken: HashSet<String>) -> Self {
        let names = HashMap::new();
        Naming { points_to, module: points_to.module(), types, names, taken, work: VecDeque::new() }
    }

    fn name(&mut self, region: NodeId, object: Object) {
        if self.names.contains_key(&region) {
            return;
        }
        let mut name = object.name.clone();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{}#{number}", object.name);
        }
        self.names.insert(region, name);
        self.work.push_back((region, object));
    }

    /// Regions with a single place where their memory comes from.
    fn objects(&mut self, regions: &[NodeId], wanted: impl Fn(&Site) -> bool) {
        for region in regions {
            if let [(site, _)] = self.points_to.node(*region).sites.as_slice()
                && wanted(site)
            {
                self.name(*region, Object { name: self.site(*site), pointer: None });
            }
        }
    }

    fn site(&self, site: Site) -> String {
        match site {
            Site::Global(id) => self.module.globals[id].name.clone(),
            Site::Inst(place) => {
                let inst = &self.module.funcs[place.func].blocks[place.block].insts[place.inst as usize];
                let line = self.module.places.get(inst.loc).map_or("?".to_string(), |loc| loc.line.to_string());
                if let InstKind::Alloca { name: Some(name), .. } = &inst.kind {
                    return name.to_string();
                }
                match inst.kind.as_call().map(|call| call.callee) {
                    Some(Callee::Direct(callee)) => format!("{}@{line}", self.module.funcs[callee].name),
                    Some(Callee::Indirect(_)) => format!("call@{line}"),
                    None => format!("alloca@{line}"),
                }
            }
        }
    }

    /// What the function's parameters and variables in registers point to, and what it returns.
    fn variables(&mut self, func: FuncId) {
        let function = &self.module.funcs[func];
        let params = function.params.iter().map(|param| (function.regs[*param].name.as_deref(), Operand::Reg(*param)));
        let bound = function.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| {
            let InstKind::Bind { var, value } = inst.kind else { return None };
            Some((Some(function.vars[var].name.as_str()), value))
        });
        for (name, value) in params.chain(bound) {
            if let (Some(name), Some(cell)) = (name, self.points_to.cell(func, value))
                && !self.is_shared(cell.node)
            {
                self.pointed_to(cell.node, name.to_string());
            }
        }
        for index in 0..function.signature.rets.len() {
            if let Some(cell) = self.points_to.result(func, index).filter(|cell| !self.is_shared(cell.node)) {
                self.pointed_to(cell.node, "result".to_string());
            }
        }
        let varargs = self.points_to.varargs(func);
        varargs.into_iter().for_each(|area| self.name(area.node, Object { name: "...".to_string(), pointer: None }));
    }

    /// Those have one name in all functions, whatever leads to them in one.
    fn is_shared(&self, region: NodeId) -> bool {
        self.points_to.flags(region).contains(Flags::SHARED)
    }

    fn pointed_to(&mut self, region: NodeId, pointer: String) {
        self.name(region, Object { name: format!("*{pointer}"), pointer: Some(pointer) });
    }

    /// What pointers in named regions point to.
    fn follow(&mut self) {
        while let Some((region, object)) = self.work.pop_front() {
            let node = self.points_to.node(region);
            let typed = self.types.of(region);
            for field in &node.fields {
                let Some(content) = field.content else { continue };
                let content = self.points_to.normal(content).node;
                let name = typed.and_then(|typed| typed.field(self.module, node, field));
                let pointer = match (name.as_deref(), &object.pointer) {
                    (Some(""), _) => object.name.clone(),
                    (Some(name), Some(pointer)) if is_simple(pointer) && !name.starts_with('[') => {
                        format!("{pointer}->{name}")
                    }
                    (Some(name), _) if name.starts_with('[') => format!("{}{name}", object.name),
                    (Some(name), _) => format!("{}.{name}", object.name),
                    (None, _) if node.fields.len() == 1 => object.name.clone(),
                    (None, _) => format!("({}+{})", object.name, field.offset),
                };
                if self.is_shared(content) == self.is_shared(region) {
                    self.pointed_to(content, pointer);
                }
            }
        }
    }

    /// Whatever no name leads to.
    fn rest(&mut self, regions: &[NodeId]) {
        for region in regions {
            if !self.names.contains_key(region) {
                let first = self.points_to.node(*region).sites.first().map(|(site, _)| self.site(*site));
                self.name(*region, Object { name: first.unwrap_or_else(|| "memory".to_string()), pointer: None });
                self.follow();
            }
        }
    }
}

/// Does `->` behind it mean what one thinks?
fn is_simple(pointer: &str) -> bool {
    !pointer.starts_with(['*', '('])
}
