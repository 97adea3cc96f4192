//! Printing of functions, blocks and instructions.

use std::fmt::{self, Write};

use smallvec::SmallVec;

use super::print::Printer;
use crate::ids::{Id, RegId, VarId};
use crate::inst::{
    Arg, Call, Callee, CopyKind, Inst, InstKind, OffsetTerm, Operand, Signature, Target, TermKind, Terminator,
};
use crate::module::{FuncBody, Function, Module};
use crate::types::Type;

/// One instruction as in the text of the whole module.
pub(crate) fn inst_text(module: &Module, func: &Function, inst: &Inst) -> String {
    let mut printer = Printer { module, out: String::new(), bare: false };
    printer.inst(func, inst).expect("invariant: writing to a string succeeds");
    printer.out
}

/// One terminator as in the text of the whole module.
pub(crate) fn term_text(module: &Module, func: &Function, term: &Terminator) -> String {
    let mut printer = Printer { module, out: String::new(), bare: false };
    printer.term(func, term).expect("invariant: writing to a string succeeds");
    printer.out
}

/// Pieces of a function's text for people: without places and C types.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'m> {
    pub module: &'m Module,
    pub func: &'m Function,
}

impl Pieces<'_> {
    pub fn inst(&self, inst: &Inst) -> String {
        self.printed(|printer| printer.inst(self.func, inst))
    }

    /// Constants come with their type.
    pub fn operand(&self, operand: Operand) -> String {
        self.printed(|printer| printer.any_operand(self.func, operand))
    }

    pub fn reg(&self, reg: RegId) -> String {
        self.printed(|printer| printer.reg(self.func, reg))
    }

    /// A register with its type, where it gets its value.
    pub fn definition(&self, reg: RegId) -> String {
        self.printed(|printer| printer.definition(self.func, reg, None))
    }

    fn printed(&self, print: impl FnOnce(&mut Printer<'_, String>) -> fmt::Result) -> String {
        let mut printer = Printer { module: self.module, out: String::new(), bare: true };
        print(&mut printer).expect("invariant: writing to a string succeeds");
        printer.out
    }
}

/// `@name`, of a function or a global.
pub fn symbol(module: &Module, name: &str) -> String {
    let mut printer = Printer { module, out: String::new(), bare: true };
    printer.symbol(name).expect("invariant: writing to a string succeeds");
    printer.out
}

impl<W: Write> Printer<'_, W> {
    pub fn function(&mut self, func: &Function) -> fmt::Result {
        self.header(func)?;
        if !func.is_defined() {
            return self.out.write_char('\n');
        }
        self.out.write_str(" {\n")?;
        for (id, var) in func.vars.iter_enumerated() {
            self.out.write_str("  var ")?;
            self.var(func, id)?;
            self.of(var.ty)?;
            self.place(Some(func), var.loc)?;
            self.out.write_char('\n')?;
        }
        for reg in never_defined(func) {
            self.out.write_str("  unused ")?;
            self.definition(func, reg, None)?;
            self.out.write_char('\n')?;
        }
        for (id, block) in func.blocks.iter_enumerated() {
            self.block_name(id)?;
            if !block.params.is_empty() {
                self.out.write_char('(')?;
                self.list(&block.params, |printer, param| printer.definition(func, *param, None))?;
                self.out.write_char(')')?;
            }
            self.out.write_str(":\n")?;
            for inst in &block.insts {
                self.out.write_str("  ")?;
                self.inst(func, inst)?;
                self.out.write_char('\n')?;
            }
            self.out.write_str("  ")?;
            self.term(func, &block.term)?;
            self.out.write_char('\n')?;
        }
        self.out.write_str("}\n")
    }

    fn header(&mut self, func: &Function) -> fmt::Result {
        self.out.write_str("func ")?;
        self.symbol(&func.name)?;
        self.out.write_char('(')?;
        if func.is_defined() {
            self.list(&func.params, |printer, param| printer.definition(func, *param, None))?;
        } else {
            self.list(&func.signature.params, |printer, param| write!(printer.out, "{param}"))?;
        }
        self.out.write_str(match (func.signature.variadic, func.signature.params.is_empty()) {
            (false, _) => ")",
            (true, true) => "...)",
            (true, false) => ", ...)",
        })?;
        if !func.signature.rets.is_empty() {
            self.out.write_str(" -> ")?;
            self.rets(&func.signature)?;
        }
        match func.body {
            FuncBody::Defined => {}
            FuncBody::Builtin(builtin) => write!(self.out, " builtin {}", builtin.name())?,
            FuncBody::External => self.out.write_str(" extern")?,
        }
        if func.model {
            self.out.write_str(" model")?;
        }
        if let Some(assumed) = func.assumed {
            write!(self.out, " assumed {}", assumed.name())?;
        }
        if let Some(size) = func.struct_return {
            write!(self.out, " struct {size}")?;
        }
        self.of(func.ty)?;
        self.place(None, func.loc)
    }

    fn rets(&mut self, signature: &Signature) -> fmt::Result {
        match signature.rets.as_slice() {
            [] => self.out.write_str("void"),
            [ty] => write!(self.out, "{ty}"),
            several => {
                self.out.write_char('{')?;
                self.list(several, |printer, ty| write!(printer.out, "{ty}"))?;
                self.out.write_char('}')
            }
        }
    }

    fn var(&mut self, func: &Function, var: VarId) -> fmt::Result {
        self.numbered('$', func.vars.get(var).map(|var| var.name.as_str()), var.index())
    }

    /// A register where it gets its value; `implied` is the type that the reader knows already.
    fn definition(&mut self, func: &Function, reg: RegId, implied: Option<Type>) -> fmt::Result {
        self.reg(func, reg)?;
        let Some(info) = func.regs.get(reg) else {
            return Ok(());
        };
        if implied != Some(info.ty) {
            write!(self.out, ": {}", info.ty)?;
        }
        match info.of.filter(|_| !self.bare) {
            Some(of) => {
                self.out.write_char(' ')?;
                self.type_ref(of)
            }
            None => Ok(()),
        }
    }

    pub fn inst(&mut self, func: &Function, inst: &Inst) -> fmt::Result {
        let mut rets = SmallVec::<[RegId; 2]>::new();
        inst.for_each_def(|reg| rets.push(reg));
        self.list(rets.iter().enumerate(), |printer, (index, reg)| {
            let implied = match &inst.kind {
                InstKind::Call(call) => call.signature.rets.get(index).copied(),
                kind => kind.result_type(printer.module.data_model),
            };
            printer.definition(func, *reg, implied)
        })?;
        self.out.write_str(if rets.is_empty() { "" } else { " = " })?;
        self.inst_kind(func, &inst.kind)?;
        self.place(Some(func), inst.loc)
    }

    fn inst_kind(&mut self, func: &Function, kind: &InstKind) -> fmt::Result {
        let word = self.module.data_model.pointer_int();
        match kind {
            InstKind::Binary { op, ty, a, b, nsw } => {
                let nsw = if *nsw { " nsw" } else { "" };
                write!(self.out, "{}{nsw} {ty} ", op.name())?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::Overflows { op, signed, ty, a, b } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                write!(self.out, "overflows {sign} {} {ty} ", op.name())?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::Bits { op, ty, a, nonzero } => {
                let nonzero = if *nonzero { " nonzero" } else { "" };
                write!(self.out, "{}{nonzero} {ty} ", op.name())?;
                self.operand(func, *a, *ty)
            }
            InstKind::Compare { pred, ty, a, b } => {
                write!(self.out, "cmp {} {ty} ", pred.name())?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::FloatBinary { op, ty, a, b } => {
                write!(self.out, "{} {ty} ", op.name())?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::FloatUnary { op, ty, a } => {
                write!(self.out, "{} {ty} ", op.name())?;
                self.operand(func, *a, *ty)
            }
            InstKind::FloatCompare { pred, ty, a, b } => {
                write!(self.out, "fcmp {} {ty} ", pred.name())?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::FloatClass { mask, ty, a } => {
                write!(self.out, "fclass {mask} {ty} ")?;
                self.operand(func, *a, *ty)
            }
            InstKind::Cast { op, from, to, a } => {
                write!(self.out, "{} {from} ", op.name())?;
                self.operand(func, *a, *from)?;
                write!(self.out, " to {to}")
            }
            InstKind::Select { ty, cond, a, b } => {
                write!(self.out, "select {ty} ")?;
                self.operand(func, *cond, Type::BOOL)?;
                self.out.write_str(", ")?;
                self.operands(func, *ty, &[*a, *b])
            }
            InstKind::Offset { base, terms, constant, of } => {
                self.out.write_str("offset ")?;
                self.operand(func, *base, Type::Ptr)?;
                for OffsetTerm { value, scale } in terms {
                    self.out.write_str(" + ")?;
                    self.any_operand(func, *value)?;
                    write!(self.out, "*{scale}")?;
                }
                match *constant {
                    0 => {}
                    constant if constant < 0 => write!(self.out, " - {}", constant.unsigned_abs())?,
                    constant => write!(self.out, " + {constant}")?,
                }
                self.of(*of)
            }
            InstKind::Alloca { size, align, dynamic, name, of } => {
                self.out.write_str(if *dynamic { "alloca dynamic " } else { "alloca " })?;
                self.operand(func, *size, word)?;
                write!(self.out, " align {align}")?;
                if let Some(name) = name {
                    self.out.write_char(' ')?;
                    self.string(name)?;
                }
                self.of(*of)
            }
            InstKind::StackSave => self.out.write_str("stacksave"),
            InstKind::StackRestore { mark } => self.one(func, "stackrestore", *mark, word),
            InstKind::LifetimeStart { ptr } => self.one(func, "lifetime.start", *ptr, Type::Ptr),
            InstKind::LifetimeEnd { ptr } => self.one(func, "lifetime.end", *ptr, Type::Ptr),
            InstKind::Load { ty, ptr, align, of } => {
                write!(self.out, "load {ty} ")?;
                self.operand(func, *ptr, Type::Ptr)?;
                write!(self.out, " align {align}")?;
                self.of(*of)
            }
            InstKind::Store { ty, ptr, value, align, of } => {
                write!(self.out, "store {ty} ")?;
                self.operand(func, *value, *ty)?;
                self.out.write_str(" to ")?;
                self.operand(func, *ptr, Type::Ptr)?;
                write!(self.out, " align {align}")?;
                self.of(*of)
            }
            InstKind::MemCopy { kind, dst, src, len } => {
                self.out.write_str(match kind {
                    CopyKind::Copy => "memcpy ",
                    CopyKind::Move => "memmove ",
                })?;
                self.operands(func, Type::Ptr, &[*dst, *src])?;
                self.out.write_str(", ")?;
                self.operand(func, *len, word)
            }
            InstKind::MemSet { dst, byte, len } => {
                self.out.write_str("memset ")?;
                self.operand(func, *dst, Type::Ptr)?;
                self.out.write_str(", ")?;
                self.operand(func, *byte, Type::Int(8))?;
                self.out.write_str(", ")?;
                self.operand(func, *len, word)
            }
            InstKind::Call(call) => self.call(func, call),
            InstKind::Nondet { ty, kind } => write!(self.out, "nondet {} {ty}", kind.name()),
            InstKind::Undef { ty } => write!(self.out, "undef {ty}"),
            InstKind::Assume { cond } => self.one(func, "assume", *cond, Type::BOOL),
            InstKind::Require { cond, what } => {
                write!(self.out, "require {} ", what.name())?;
                self.operand(func, *cond, Type::BOOL)
            }
            InstKind::VaStart { list } => self.one(func, "va_start", *list, Type::Ptr),
            InstKind::Bind { var, value } => {
                self.out.write_str("bind ")?;
                self.var(func, *var)?;
                self.out.write_str(", ")?;
                self.any_operand(func, *value)
            }
            InstKind::Unbind { var } => {
                self.out.write_str("unbind ")?;
                self.var(func, *var)
            }
            InstKind::Unsupported(unsupported) => {
                self.out.write_str("unsupported ")?;
                self.string(&unsupported.what)?;
                self.out.write_char('(')?;
                self.list(&unsupported.args, |printer, arg| printer.any_operand(func, *arg))?;
                self.out.write_char(')')
            }
        }
    }

    fn one(&mut self, func: &Function, mnemonic: &str, operand: Operand, expected: Type) -> fmt::Result {
        write!(self.out, "{mnemonic} ")?;
        self.operand(func, operand, expected)
    }

    fn operands(&mut self, func: &Function, expected: Type, operands: &[Operand]) -> fmt::Result {
        self.list(operands, |printer, operand| printer.operand(func, *operand, expected))
    }

    fn call(&mut self, func: &Function, call: &Call) -> fmt::Result {
        self.out.write_str("call ")?;
        self.rets(&call.signature)?;
        self.out.write_char(' ')?;
        match call.callee {
            Callee::Direct(id) => self.func_name(id)?,
            Callee::Indirect(target) => {
                self.out.write_char('*')?;
                self.operand(func, target, Type::Ptr)?;
            }
        }
        self.out.write_char('(')?;
        let declared = call.signature.params.len();
        self.list(call.args.iter().enumerate(), |printer, (index, arg)| {
            if index == declared && call.signature.variadic {
                printer.out.write_str("... ")?;
            }
            printer.arg(func, arg, call.signature.params.get(index).copied())
        })?;
        if call.signature.variadic && call.args.len() <= declared {
            self.out.write_str(if call.args.is_empty() { "..." } else { ", ..." })?;
        }
        self.out.write_char(')')
    }

    fn arg(&mut self, func: &Function, arg: &Arg, declared: Option<Type>) -> fmt::Result {
        if let Some(ty) = declared {
            write!(self.out, "{ty} ")?;
        }
        self.operand_in(func, arg.value, declared)?;
        match arg.by_value {
            Some(by_value) => write!(self.out, " byval {} align {}", by_value.size, by_value.align),
            None => Ok(()),
        }
    }

    pub fn term(&mut self, func: &Function, term: &Terminator) -> fmt::Result {
        match &term.kind {
            TermKind::Jump(target) => {
                self.out.write_str("jump ")?;
                self.target(func, target)?;
            }
            TermKind::Branch { cond, then, otherwise } => {
                self.one(func, "branch", *cond, Type::BOOL)?;
                self.out.write_str(", ")?;
                self.target(func, then)?;
                self.out.write_str(", ")?;
                self.target(func, otherwise)?;
            }
            TermKind::Switch { ty, value, cases, default } => {
                write!(self.out, "switch {ty} ")?;
                self.operand(func, *value, *ty)?;
                self.out.write_str(" {\n")?;
                for (case, target) in cases {
                    self.out.write_str("    ")?;
                    self.case(*ty, *case)?;
                    self.out.write_str(" -> ")?;
                    self.target(func, target)?;
                    self.out.write_char('\n')?;
                }
                self.out.write_str("    default -> ")?;
                self.target(func, default)?;
                self.out.write_str("\n  }")?;
            }
            TermKind::IndirectJump { addr, targets } => {
                self.one(func, "goto", *addr, Type::Ptr)?;
                self.out.write_str(" [")?;
                self.list(targets, |printer, target| printer.target(func, target))?;
                self.out.write_char(']')?;
            }
            TermKind::Return(values) => {
                self.out.write_str(if values.is_empty() { "return" } else { "return " })?;
                self.list(values.iter().enumerate(), |printer, (index, value)| {
                    printer.operand_in(func, *value, func.signature.rets.get(index).copied())
                })?;
            }
            TermKind::Unreachable => self.out.write_str("unreachable")?,
            TermKind::Exit { kind, status } => self.one(func, kind.name(), *status, Type::Int(32))?,
            TermKind::Unsupported { what } => {
                self.out.write_str("unsupported_end ")?;
                self.string(what)?;
            }
        }
        self.place(Some(func), term.loc)
    }

    fn case(&mut self, ty: Type, value: u128) -> fmt::Result {
        match ty {
            Type::Int(width) => self.int(width, value),
            Type::Ptr | Type::Float(_) => write!(self.out, "{value}"),
        }
    }

    fn target(&mut self, func: &Function, target: &Target) -> fmt::Result {
        self.block_name(target.block)?;
        if target.args.is_empty() {
            return Ok(());
        }
        self.out.write_char('(')?;
        self.list(&target.args, |printer, arg| printer.any_operand(func, *arg))?;
        self.out.write_char(')')
    }
}

fn never_defined(func: &Function) -> impl Iterator<Item = RegId> {
    let mut defined = vec![false; func.regs.len()];
    let mut define = |reg: RegId| {
        if let Some(slot) = defined.get_mut(reg.index()) {
            *slot = true;
        }
    };
    func.params.iter().copied().for_each(&mut define);
    for block in func.blocks.iter() {
        block.params.iter().copied().for_each(&mut define);
        block.insts.iter().for_each(|inst| inst.for_each_def(&mut define));
    }
    defined.into_iter().enumerate().filter(|(_, defined)| !defined).map(|(index, _)| RegId::from_index(index))
}
