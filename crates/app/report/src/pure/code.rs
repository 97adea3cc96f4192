//! Blocks, instructions and terminators over regions.

use std::io::{self, Write};

use dsa::graph::{NodeId, Site};
use dsa::pure::{Touched, Versions};
use ir::{BlockId, FuncId, Function, Id, Inst, InstKind, Operand, Pieces, Target, TermKind, Type, insts};

use super::{Text, both, defines, is_silent, pieces};

pub(super) struct Code<'t, 'm> {
    pub text: &'t Text<'t, 'm>,
    pub func: FuncId,
    pub function: &'m Function,
    pub pieces: Pieces<'m>,
    versions: Versions,
}

impl<'t, 'm> Code<'t, 'm> {
    pub fn new(text: &'t Text<'t, 'm>, func: FuncId) -> Self {
        let function = &text.module.funcs[func];
        Code { text, func, function, pieces: pieces(text.module, function), versions: text.pure.versions(func) }
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} {{", self.text.head(self.func))?;
        let known = self.text.known_outside(self.func);
        if known.len() > 1 {
            writeln!(out, "  // the outside knows {}: they may be the same memory", known.join(", "))?;
        }
        let local = self.text.pure.interface(self.func).local.iter();
        let (constant, fresh): (Vec<NodeId>, Vec<NodeId>) = local.partition(|region| self.is_constant(**region));
        for (word, regions) in [("constant", constant), ("fresh", fresh)] {
            if !regions.is_empty() {
                let names: Vec<String> = regions.iter().map(|region| self.text.declared(self.func, *region)).collect();
                writeln!(out, "  {word} {}", names.join(", "))?;
            }
        }
        for (block, code) in self.function.blocks.iter_enumerated().filter(|(id, _)| self.versions.is_reachable(*id)) {
            let params: Vec<String> = code.params.iter().map(|param| self.pieces.definition(*param)).collect();
            let regions = self.versions.params(block).iter();
            let regions: Vec<String> =
                regions.map(|(region, version)| self.text.version(self.func, *region, *version)).collect();
            match (params.as_slice(), regions.as_slice()) {
                ([], []) => writeln!(out, "bb{}:", block.index())?,
                (_, _) => writeln!(out, "bb{}({}):", block.index(), both(&params, &regions))?,
            }
            for (index, inst) in code.insts.iter().enumerate() {
                for line in self.inst(block, index, inst) {
                    writeln!(out, "  {line}")?;
                }
            }
            writeln!(out, "  {}", self.terminator(block, &code.term.kind))?;
        }
        writeln!(out, "}}")
    }

    /// Memory that nobody can write to: functions need not pass it to each other.
    fn is_constant(&self, region: NodeId) -> bool {
        let sites = &self.text.pure.points_to().node(region).sites;
        let constant = |site: &Site| match site {
            Site::Global(id) => self.text.module.globals[*id].constant,
            Site::Inst(_) => false,
        };
        !sites.is_empty() && sites.iter().all(|(site, _)| constant(site))
    }

    pub fn before(&self, touched: &Touched) -> String {
        self.text.version(self.func, touched.region, touched.before)
    }

    pub fn after(&self, touched: &Touched) -> Option<String> {
        Some(self.text.version(self.func, touched.region, touched.after?))
    }

    pub fn operand(&self, operand: Operand) -> String {
        self.pieces.operand(operand)
    }

    fn is_value(&self, touched: &Touched) -> Option<Type> {
        self.text.pure.scalar(touched.region)
    }

    /// The region behind a pointer.
    fn behind<'a>(&self, pointer: Operand, touched: &'a [Touched]) -> Option<&'a Touched> {
        let region = self.text.pure.points_to().cell(self.func, pointer)?.node;
        touched.iter().find(|touched| touched.region == region)
    }

    fn array(&self, touched: Option<&Touched>) -> String {
        touched.map_or_else(|| "no_object".to_string(), |touched| self.before(touched))
    }

    /// A new version of the region behind the pointer.
    fn made(&self, pointer: Operand, touched: &[Touched], what: &str, rest: &[String]) -> String {
        let region = self.behind(pointer, touched);
        let parts = [self.array(region), self.operand(pointer)].into_iter().chain(rest.iter().cloned());
        let call = format!("{what}({})", parts.collect::<Vec<_>>().join(", "));
        defines(&region.and_then(|region| self.after(region)).into_iter().collect::<Vec<_>>(), &call)
    }

    fn inst(&self, block: BlockId, index: usize, inst: &Inst) -> Vec<String> {
        let touched = self.versions.touched(block, index);
        let one = match &inst.kind {
            kind if is_silent(kind) => return Vec::new(),
            InstKind::Load { ptr, .. } => self.load(inst, *ptr, touched),
            InstKind::Store { ptr, value, .. } => self.store(*ptr, *value, touched),
            InstKind::LifetimeStart { ptr } => match self.behind(*ptr, touched) {
                None => return Vec::new(),
                Some(region) => match (self.is_value(region), self.after(region)) {
                    (Some(ty), Some(after)) => format!("{after} = undef {ty}"),
                    (_, _) => self.made(*ptr, touched, "havoc", &[]),
                },
            },
            InstKind::MemCopy { dst, src, len, .. } => {
                let rest = [self.array(self.behind(*src, touched)), self.operand(*src), self.operand(*len)];
                self.made(*dst, touched, "copy", &rest)
            }
            InstKind::MemSet { dst, byte, len } => {
                self.made(*dst, touched, "fill", &[self.operand(*byte), self.operand(*len)])
            }
            InstKind::Call(call) => return self.call(block, index, call, touched),
            InstKind::VaStart { .. } | InstKind::Unsupported(_) => {
                let havoc = |region| Some(format!("{} = havoc({})", self.after(region)?, self.before(region)));
                return std::iter::once(self.pieces.inst(inst)).chain(touched.iter().filter_map(havoc)).collect();
            }
            insts!(words)
            | insts!(floats)
            | insts!(bindings)
            | insts!(choices)
            | insts!(conditions)
            | InstKind::LifetimeEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. }
            | InstKind::Alloca { .. } => self.pieces.inst(inst),
        };
        vec![one]
    }

    fn load(&self, inst: &Inst, pointer: Operand, touched: &[Touched]) -> String {
        let region = self.behind(pointer, touched);
        let value = match region {
            Some(region) if self.is_value(region).is_some() => self.before(region),
            Some(_) | None => format!("{}[{}]", self.array(region), self.operand(pointer)),
        };
        defines(&inst.dst.map(|dst| self.pieces.definition(dst)).into_iter().collect::<Vec<_>>(), &value)
    }

    fn store(&self, pointer: Operand, value: Operand, touched: &[Touched]) -> String {
        let region = self.behind(pointer, touched);
        match region.filter(|region| self.is_value(region).is_some()).and_then(|region| self.after(region)) {
            Some(after) => format!("{after} = {}", self.operand(value)),
            None => self.made(pointer, touched, "store", &[self.operand(value)]),
        }
    }

    fn terminator(&self, block: BlockId, kind: &TermKind) -> String {
        match kind {
            TermKind::Jump(target) => format!("jump {}", self.target(block, target)),
            TermKind::Branch { cond, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|target| self.target(block, target));
                format!("branch {}, {then}, {otherwise}", self.operand(*cond))
            }
            TermKind::Switch { value, cases, default, .. } => {
                let cases =
                    cases.iter().map(|(case, target)| format!("\n    {case} -> {}", self.target(block, target)));
                let default = format!("\n    default -> {}\n  }}", self.target(block, default));
                format!("switch {} {{{}{default}", self.operand(*value), cases.collect::<String>())
            }
            TermKind::IndirectJump { addr, targets } => {
                let targets: Vec<String> = targets.iter().map(|target| self.target(block, target)).collect();
                format!("goto {} [{}]", self.operand(*addr), targets.join(", "))
            }
            TermKind::Return(values) => {
                let values: Vec<String> = values.iter().map(|value| self.operand(*value)).collect();
                let outputs = self.text.pure.interface(self.func).outputs.iter();
                let at_end = |region| self.text.version(self.func, region, self.versions.at_end(block, region));
                let outputs: Vec<String> = outputs.map(|region| at_end(*region)).collect();
                match (values.as_slice(), outputs.as_slice()) {
                    ([], []) => "return".to_string(),
                    ([], outputs) => format!("return; {}", outputs.join(", ")),
                    (_, _) => format!("return {}", both(&values, &outputs)),
                }
            }
            TermKind::Unreachable => "unreachable".to_string(),
            TermKind::Exit { kind, status } => format!("{} {}", kind.name(), self.operand(*status)),
            TermKind::Unsupported { what } => format!("unsupported_end \"{what}\""),
        }
    }

    fn target(&self, from: BlockId, target: &Target) -> String {
        let args: Vec<String> = target.args.iter().map(|arg| self.operand(*arg)).collect();
        let regions = self.versions.params(target.block).iter();
        let at_end = |region| self.text.version(self.func, region, self.versions.at_end(from, region));
        let regions: Vec<String> = regions.map(|(region, _)| at_end(*region)).collect();
        match (args.as_slice(), regions.as_slice()) {
            ([], []) => format!("bb{}", target.block.index()),
            (_, _) => format!("bb{}({})", target.block.index(), both(&args, &regions)),
        }
    }
}
