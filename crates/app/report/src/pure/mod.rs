//! The program without side effects, as text for people: `cairn ir --pure`.
//!
//! The text of the IR ([`ir::Pieces`]) with memory made explicit: `{r}` is the array of a region, `r` alone a region of a
//! single cell, which is a value; `{r}.1`, `{r}.2` are its later versions.

mod calls;
mod code;
mod names;

use std::io::{self, Write};

use dsa::graph::NodeId;
use dsa::pure::{Pure, Version};
use ir::{FuncId, Function, InstKind, Module, symbol};

use code::Code;
use names::RegionNames;

/// All functions of the program itself; of library models what they take and give back, if somebody here calls them.
pub fn write_pure(pure: &Pure<'_, '_>, out: &mut dyn Write) -> io::Result<()> {
    let module = pure.points_to().module();
    let text = Text { pure, module, names: RegionNames::new(pure) };
    let own = |func: &FuncId| module.funcs[*func].is_defined() && !module.funcs[*func].model;
    for (index, func) in module.funcs.ids().filter(own).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        Code::new(&text, func).write(out)?;
    }
    let mut called: Vec<FuncId> = pure
        .points_to()
        .calls()
        .iter()
        .filter(|call| own(&call.site.func))
        .flat_map(|call| call.targets.iter().map(|target| target.callee))
        .collect();
    called.retain(|func| module.funcs[*func].model && module.funcs[*func].is_defined());
    called.sort_unstable();
    called.dedup();
    if !called.is_empty() {
        writeln!(out)?;
    }
    called.into_iter().try_for_each(|func| writeln!(out, "{} model", text.head(func)))
}

struct Text<'a, 'm> {
    pure: &'a Pure<'a, 'm>,
    module: &'m Module,
    names: RegionNames,
}

impl Text<'_, '_> {
    /// `func @f(%x.0: i32; {*p}) -> (i32; {*p})`.
    fn head(&self, func: FuncId) -> String {
        let function = &self.module.funcs[func];
        let pieces = ir::Pieces { module: self.module, func: function };
        let interface = self.pure.interface(func);
        let mut params: Vec<String> = function.params.iter().map(|param| pieces.definition(*param)).collect();
        params.extend(function.signature.variadic.then(|| "...".to_string()));
        let inputs: Vec<String> = interface.inputs.iter().map(|region| self.declared(func, *region)).collect();
        let rets: Vec<String> = function.signature.rets.iter().map(ToString::to_string).collect();
        let outputs: Vec<String> = interface.outputs.iter().map(|region| self.version(func, *region, 0)).collect();
        let results = match (rets.as_slice(), outputs.as_slice()) {
            ([], []) => String::new(),
            ([one], []) => format!(" -> {one}"),
            (_, _) => format!(" -> ({})", both(&rets, &outputs)),
        };
        format!("func {}({}){results}", symbol(self.module, &function.name), both(&params, &inputs))
    }

    /// A region where it begins: values have a type.
    fn declared(&self, func: FuncId, region: NodeId) -> String {
        let name = self.version(func, region, 0);
        match self.pure.scalar(region) {
            Some(ty) => format!("{name}: {ty}"),
            None => name,
        }
    }

    fn version(&self, func: FuncId, region: NodeId, version: Version) -> String {
        let name = self.names.of(func, region);
        let name = if self.pure.scalar(region).is_some() { name.to_string() } else { format!("{{{name}}}") };
        match version {
            0 => name,
            later => format!("{name}.{later}"),
        }
    }

    /// Regions of a function that may be the same memory after all.
    fn known_outside(&self, func: FuncId) -> Vec<String> {
        let interface = self.pure.interface(func);
        let regions = interface.inputs.iter().chain(&interface.local);
        let known = regions.filter(|region| self.pure.is_known_outside(**region));
        known.map(|region| self.version(func, *region, 0)).collect()
    }
}

/// Registers and regions, with what there is of each.
fn both(registers: &[String], regions: &[String]) -> String {
    match (registers, regions) {
        (registers, []) => registers.join(", "),
        ([], regions) => format!("; {}", regions.join(", ")),
        (registers, regions) => format!("{}; {}", registers.join(", "), regions.join(", ")),
    }
}

/// Scopes and bindings of variables say nothing about values.
fn is_silent(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Bind { .. } | InstKind::Unbind { .. } | InstKind::LifetimeEnd { .. })
}

/// Lines of a function that begin with what they define.
fn defines(defined: &[String], what: &str) -> String {
    if defined.is_empty() { what.to_string() } else { format!("{} = {what}", defined.join(", ")) }
}

fn pieces<'m>(module: &'m Module, func: &'m Function) -> ir::Pieces<'m> {
    ir::Pieces { module, func }
}
