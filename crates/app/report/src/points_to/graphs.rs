//! From a finished analysis to what is said about it.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use dsa::graph::{Cell, ENDLESS, Field, Flags, NodeId, Site};
use dsa::result::{CallFacts, TargetFacts};
use engine::CodePlace;
use ir::describe::type_name;
use ir::{Callee, FuncId, Id, InstKind, Module, Operand, RegId};

use super::Report;
use super::document::{
    AllocationSite, CallMap, CalleeMap, Document, FieldOf, FunctionGraph, Mode, Place, Region, RegionMap, SharedUse,
    Variable,
};
use super::labels::Labels;
use crate::json::location;
use crate::{TOOL, VERSION};

pub fn document(report: &Report<'_, '_>) -> Document {
    let labels = Labels::new(report.points_to, report.context_insensitive);
    let shared = labels.shared_regions(report.functions);
    let graphs = Graphs::new(&labels, shared.iter().copied().collect());
    let module = report.points_to.module();
    Document {
        tool: TOOL.to_string(),
        version: VERSION.to_string(),
        file: report.files.join(" "),
        mode: Mode { context_sensitive: !report.context_insensitive, type_aware: report.type_aware },
        functions: report.functions.iter().map(|func| graphs.function(*func)).collect(),
        // The names of shared regions are the same in all functions.
        shared: (report.functions.first().iter())
            .flat_map(|any| shared.iter().map(|id| graphs.region(**any, *id)))
            .collect(),
        stats: report.stats.map(super::stats::numbers),
        check: report.check.map(|checked| super::check::result(checked, module)),
    }
}

struct Graphs<'l, 'm> {
    labels: &'l Labels<'l, 'm>,
    /// By caller, in the order of its code.
    calls: Vec<Vec<&'l CallFacts>>,
    /// Shared regions that are shown; others belong to library models.
    shared: HashSet<NodeId>,
    /// Those that were mentioned.
    sites: RefCell<HashMap<Site, Rc<AllocationSite>>>,
}

impl<'l, 'm> Graphs<'l, 'm> {
    fn new(labels: &'l Labels<'l, 'm>, shared: HashSet<NodeId>) -> Graphs<'l, 'm> {
        let mut calls = vec![Vec::new(); labels.module.funcs.len()];
        for call in labels.points_to.calls() {
            calls[call.site.func.index()].push(call);
        }
        calls.iter_mut().for_each(|of_func: &mut Vec<&CallFacts>| of_func.sort_by_key(|call| call.site));
        Graphs { labels, calls, shared, sites: RefCell::default() }
    }

    fn function(&self, func: FuncId) -> FunctionGraph {
        let (labels, points_to) = (self.labels, self.labels.points_to);
        let function = &labels.module.funcs[func];
        let results = (0..function.signature.rets.len()).filter_map(|index| points_to.result(func, index));
        FunctionGraph {
            name: function.name.clone(),
            location: location(function.loc, labels.module),
            regions: labels.own_regions(func).iter().map(|id| self.region(func, *id)).collect(),
            variables: self.variables(func),
            returns: places(results.filter_map(|cell| labels.place(func, cell))),
            shared: self.shared_uses(func),
            calls: self.calls[func.index()].iter().map(|call| self.call(call)).collect(),
        }
    }

    fn region(&self, func: FuncId, id: NodeId) -> Region {
        let labels = self.labels;
        let (node, flags) = (labels.points_to.node(id), labels.points_to.flags(id));
        let endless = node.fields.iter().any(|field| field.shape.width >= ENDLESS);
        let used = node.extent().map(|(first, last)| last.saturating_sub(first.min(labels.base(id))));
        Region {
            name: labels.region(func, id).expect("invariant: only regions with a name are shown"),
            kinds: kinds(flags, !node.funcs.is_empty()),
            element: node.is_sequence().then_some(node.modulus),
            collapsed: node.collapsed,
            size: match node.modulus {
                0 if endless => None,
                0 => Some(used.unwrap_or(0) as u64),
                _ if node.collapsed => None,
                modulus => Some(modulus),
            },
            ty: labels.names.of(id).map(|typed| type_name(labels.module, typed.ty)),
            read: flags.contains(Flags::READ),
            modified: flags.contains(Flags::MODIFIED),
            fields: merged(node.fields.iter().map(|field| self.field(func, id, field))),
            allocated: labels.points_to.allocation_sites(func, id).into_iter().map(|site| self.site(site)).collect(),
            functions: node.funcs.iter().map(|func| labels.module.funcs[*func].name.clone()).collect(),
        }
    }

    fn field(&self, func: FuncId, id: NodeId, field: &Field) -> FieldOf {
        let (labels, module) = (self.labels, self.labels.module);
        let node = labels.points_to.node(id);
        let typed = labels.names.of(id);
        let ty = typed.and_then(|typed| typed.field_type(module, node, field)).or(field.shape.of);
        FieldOf {
            name: typed.and_then(|typed| typed.field(module, node, field)),
            offset: labels.offset(Cell::new(id, field.offset)),
            bytes: (field.shape.width < ENDLESS).then_some(field.shape.width),
            ty: ty.map(|ty| type_name(module, ty)),
            read: field.flags.contains(Flags::READ),
            modified: field.flags.contains(Flags::MODIFIED),
            points_to: field.content.and_then(|cell| labels.place(func, cell)),
        }
    }

    fn site(&self, site: Site) -> Rc<AllocationSite> {
        self.sites.borrow_mut().entry(site).or_insert_with(|| Rc::new(self.new_site(site))).clone()
    }

    fn new_site(&self, site: Site) -> AllocationSite {
        let module = self.labels.module;
        match site {
            Site::Global(id) => {
                let global = &module.globals[id];
                AllocationSite {
                    kind: "global".to_string(),
                    name: (!global.anonymous).then(|| global.name.clone()),
                    function: None,
                    location: location(global.loc, module),
                    library: false,
                }
            }
            Site::Inst(CodePlace { func, block, inst }) => {
                let function = &module.funcs[func];
                let inst = &function.blocks[block].insts[inst as usize];
                let (kind, name) = if let InstKind::Alloca { name, .. } = &inst.kind {
                    ("stack", name.as_deref().map(str::to_string))
                } else {
                    ("heap", called(module, &inst.kind))
                };
                AllocationSite {
                    kind: kind.to_string(),
                    name,
                    function: Some(function.name.clone()),
                    location: location(inst.loc, module),
                    library: function.model,
                }
            }
        }
    }

    /// Variables in registers; those in memory are regions.
    fn variables(&self, func: FuncId) -> Vec<Variable> {
        let function = &self.labels.module.funcs[func];
        let mut bound: Vec<Vec<Operand>> = vec![Vec::new(); function.vars.len()];
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Bind { var, value } = inst.kind {
                bound[var.index()].push(value);
            }
        }
        let is_parameter = |values: &[Operand]| {
            let first = values.first();
            first.is_some_and(|value| matches!(value, Operand::Reg(reg) if function.params.contains(reg)))
        };
        // A parameter whose address is taken lives in memory, but arrives in a register.
        let in_memory = function.params.iter().filter(|param| {
            let first = bound.iter().filter_map(|values| values.first());
            !first.into_iter().any(|value| *value == Operand::Reg(**param))
        });
        let hinted = |param: &RegId| Some((function.regs[*param].name.as_deref()?.to_string(), *param));
        let arriving = in_memory.filter_map(hinted).map(|(name, param)| (name, true, vec![Operand::Reg(param)]));
        let of_vars = function.vars.iter().zip(bound.iter().cloned());
        let named = of_vars.map(|(var, values)| (var.name.clone(), is_parameter(&values), values));
        let variables = arriving.chain(named).filter_map(|(name, parameter, values)| {
            let cells = values.iter().filter_map(|value| self.labels.points_to.cell(func, *value));
            let points_to = places(cells.filter_map(|cell| self.labels.place(func, cell)));
            (!points_to.is_empty()).then_some(Variable { name, parameter, points_to })
        });
        let mut variables: Vec<Variable> = variables.collect();
        variables.sort_by_key(|variable| !variable.parameter);
        variables
    }

    fn shared_uses(&self, func: FuncId) -> Vec<SharedUse> {
        let (labels, points_to) = (self.labels, self.labels.points_to);
        let shown = points_to.shared_effects(func).into_iter().filter(|node| self.shared.contains(node));
        let uses = shown.filter_map(|node| {
            let effect = points_to.effect(func, node);
            Some((
                node,
                SharedUse {
                    region: labels.region(func, node)?,
                    read: effect.contains(Flags::READ),
                    modified: effect.contains(Flags::MODIFIED),
                },
            ))
        });
        let mut uses: Vec<(NodeId, SharedUse)> = uses.collect();
        uses.sort_by_key(|(node, _)| labels.number(*node));
        uses.into_iter().map(|(_, shared)| shared).collect()
    }

    fn call(&self, call: &CallFacts) -> CallMap {
        let module = self.labels.module;
        let site = call.site;
        let at = module.funcs[site.func].blocks[site.block].insts[site.inst as usize].loc;
        CallMap {
            location: location(at, module),
            indirect: call.indirect,
            callees: call.targets.iter().map(|target| self.callee(site.func, target)).collect(),
        }
    }

    fn callee(&self, caller: FuncId, target: &TargetFacts) -> CalleeMap {
        let labels = self.labels;
        let function = &labels.module.funcs[target.callee];
        let image = |node: &NodeId| {
            let start = Cell::new(*node, labels.base(*node));
            let outer = target.image(labels.points_to, start)?;
            Some(RegionMap { callee: labels.region(target.callee, *node)?, caller: labels.place(caller, outer)? })
        };
        CalleeMap {
            function: function.name.clone(),
            library: function.model || !function.is_defined(),
            regions: labels.own_regions(target.callee).iter().filter_map(image).collect(),
        }
    }
}

fn called(module: &Module, kind: &InstKind) -> Option<String> {
    match kind.as_call()?.callee {
        Callee::Direct(callee) => Some(module.funcs[callee].name.clone()),
        Callee::Indirect(_) => None,
    }
}

fn kinds(flags: Flags, functions: bool) -> Vec<String> {
    let all = [
        (Flags::HEAP, "heap"),
        (Flags::STACK, "stack"),
        (Flags::GLOBAL, "global"),
        (Flags::EXTERNAL, "external"),
        (Flags::VARARGS, "varargs"),
    ];
    let kinds = all.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, name)| *name);
    kinds.chain(functions.then_some("function")).map(str::to_string).collect()
}

/// The same bytes accessed in different ways, say by a load and by a copy, are one field to people.
fn merged(fields: impl Iterator<Item = FieldOf>) -> Vec<FieldOf> {
    let mut all: Vec<FieldOf> = Vec::new();
    for field in fields {
        // Contents of one place are one, unless types tell them apart.
        let contents_agree = |there: &FieldOf| match (&there.points_to, &field.points_to) {
            (Some(there), Some(this)) => there == this,
            (_, _) => true,
        };
        let same = |there: &&mut FieldOf| (there.offset, there.bytes) == (field.offset, field.bytes);
        match all.iter_mut().rfind(same).filter(|there| contents_agree(there)) {
            Some(there) => {
                there.points_to = there.points_to.take().or(field.points_to);
                there.read |= field.read;
                there.modified |= field.modified;
            }
            None => all.push(field),
        }
    }
    all.sort_by_key(|field| field.offset);
    all
}

/// Each place once, in order.
fn places(found: impl Iterator<Item = Place>) -> Vec<Place> {
    let mut all: Vec<Place> = Vec::new();
    for place in found {
        if !all.contains(&place) {
            all.push(place);
        }
    }
    all
}
