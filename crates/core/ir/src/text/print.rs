//! Printing: what all parts of the text share.
//!
//! The printer also serves the verifier's messages, so it must get through modules that are wrong: an id out of range
//! prints as its number.

use std::fmt::{self, Write};

use super::lexer::is_name_byte;
use crate::constant::Const;
use crate::ids::{BlockId, FuncId, GlobalId, Id, LocId, RegId, TypeId};
use crate::inst::Operand;
use crate::module::{Function, Module};
use crate::types::{FloatKind, Type};

pub(super) struct Printer<'m, W> {
    pub module: &'m Module,
    pub out: W,
    /// Without places and C types, which only those read who look for them.
    pub bare: bool,
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer { module: self, out: f, bare: false };
        writeln!(printer.out, "module {}", self.data_model)?;
        if !self.globals.is_empty() {
            printer.out.write_char('\n')?;
        }
        for global in self.globals.iter() {
            printer.global(global)?;
        }
        for func in self.funcs.iter() {
            printer.out.write_char('\n')?;
            printer.function(func)?;
        }
        printer.tables()
    }
}

impl<W: Write> Printer<'_, W> {
    pub fn reg(&mut self, func: &Function, reg: RegId) -> fmt::Result {
        let name = func.regs.get(reg).and_then(|info| info.name.as_deref());
        self.numbered('%', name, reg.index())
    }

    pub fn numbered(&mut self, sigil: char, name: Option<&str>, number: usize) -> fmt::Result {
        self.out.write_char(sigil)?;
        if let Some(name) = name {
            if name.bytes().all(is_name_byte) {
                self.out.write_str(name)?;
            } else {
                self.string(name)?;
            }
            self.out.write_char('.')?;
        }
        write!(self.out, "{number}")
    }

    /// An operand where the reader knows to expect `expected`.
    pub fn operand(&mut self, func: &Function, operand: Operand, expected: Type) -> fmt::Result {
        self.operand_in(func, operand, Some(expected))
    }

    /// An operand where nothing is known about its type.
    pub fn any_operand(&mut self, func: &Function, operand: Operand) -> fmt::Result {
        self.operand_in(func, operand, None)
    }

    pub fn operand_in(&mut self, func: &Function, operand: Operand, expected: Option<Type>) -> fmt::Result {
        match operand {
            Operand::Reg(reg) => self.reg(func, reg),
            Operand::Const(id) if self.module.consts.contains(id) => {
                self.constant(self.module.consts.get(id), expected)
            }
            Operand::Const(id) => write!(self.out, "const?{}", id.index()),
        }
    }

    pub fn constant(&mut self, constant: Const, expected: Option<Type>) -> fmt::Result {
        match constant {
            Const::Int { width, value } => {
                if expected != Some(Type::Int(width)) {
                    write!(self.out, "i{width} ")?;
                }
                self.int(width, value)
            }
            Const::Null => self.out.write_str("null"),
            Const::Global { id, offset } => {
                self.global_name(id)?;
                match offset {
                    0 => Ok(()),
                    _ => write!(self.out, "{offset:+}"),
                }
            }
            Const::Func(id) => {
                self.out.write_str("fn ")?;
                self.func_name(id)
            }
            Const::Block { func, block } => {
                self.out.write_str("label ")?;
                self.func_name(func)?;
                self.out.write_char(':')?;
                self.block_name(block)
            }
            Const::Float { kind, bits } => {
                if expected != Some(Type::Float(kind)) {
                    write!(self.out, "{} ", kind.name())?;
                }
                self.float(kind, bits)
            }
        }
    }

    pub fn int(&mut self, width: u16, value: u128) -> fmt::Result {
        match (width, value) {
            (1, 0) => self.out.write_str("false"),
            (1, 1) => self.out.write_str("true"),
            (1..=127, value) if value >> width != 0 => write!(self.out, "{value}"),
            (1..=128, value) => write!(self.out, "{}", crate::constant::sign_extend(value, width)),
            (_, value) => write!(self.out, "{value}"),
        }
    }

    /// As a decimal where that is exact, else as its bits.
    fn float(&mut self, kind: FloatKind, bits: u128) -> fmt::Result {
        match kind {
            FloatKind::F32 if bits <= u128::from(u32::MAX) && f32::from_bits(bits as u32).is_finite() => {
                write!(self.out, "{:?}", f32::from_bits(bits as u32))
            }
            FloatKind::F64 if bits <= u128::from(u64::MAX) && f64::from_bits(bits as u64).is_finite() => {
                write!(self.out, "{:?}", f64::from_bits(bits as u64))
            }
            FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64 | FloatKind::F80 | FloatKind::F128 => {
                write!(self.out, "0x{bits:x}")
            }
        }
    }

    pub fn global_name(&mut self, id: GlobalId) -> fmt::Result {
        match self.module.globals.get(id) {
            Some(global) => self.symbol(&global.name),
            None => write!(self.out, "@global?{}", id.index()),
        }
    }

    pub fn func_name(&mut self, id: FuncId) -> fmt::Result {
        match self.module.funcs.get(id) {
            Some(func) => self.symbol(&func.name),
            None => write!(self.out, "@func?{}", id.index()),
        }
    }

    pub fn block_name(&mut self, block: BlockId) -> fmt::Result {
        write!(self.out, "bb{}", block.index())
    }

    pub fn symbol(&mut self, name: &str) -> fmt::Result {
        self.out.write_char('@')?;
        if !name.is_empty() && name.bytes().all(is_name_byte) { self.out.write_str(name) } else { self.string(name) }
    }

    pub fn type_ref(&mut self, id: TypeId) -> fmt::Result {
        write!(self.out, "#{}", id.index())
    }

    pub fn of(&mut self, id: Option<TypeId>) -> fmt::Result {
        match id {
            Some(id) if !self.bare => write!(self.out, " of #{}", id.index()),
            Some(_) | None => Ok(()),
        }
    }

    /// A place, relative to the file of the function around it.
    pub fn place(&mut self, around: Option<&Function>, id: LocId) -> fmt::Result {
        let places = &self.module.places;
        if self.bare {
            return Ok(());
        }
        if !places.contains(id) {
            return write!(self.out, " !?{}", id.index());
        }
        let Some(loc) = places.get(id) else {
            return Ok(());
        };
        let file = around.filter(|func| places.contains(func.loc)).and_then(|func| places.get(func.loc));
        if file.is_some_and(|near| near.file == loc.file) {
            write!(self.out, " !{}:{}", loc.line, loc.column)
        } else {
            write!(self.out, " !f{}:{}:{}", loc.file.index(), loc.line, loc.column)
        }
    }

    pub fn string(&mut self, text: &str) -> fmt::Result {
        self.out.write_char('"')?;
        for character in text.chars() {
            match character {
                ' '..='~' if character != '"' && character != '\\' => self.out.write_char(character)?,
                _ if character.is_ascii() || character.is_control() => {
                    let mut buffer = [0; 4];
                    let bytes = character.encode_utf8(&mut buffer).as_bytes();
                    bytes.iter().try_for_each(|byte| self.escaped(*byte))?;
                }
                _ => self.out.write_char(character)?,
            }
        }
        self.out.write_char('"')
    }

    pub fn byte_string(&mut self, bytes: &[u8]) -> fmt::Result {
        self.out.write_char('"')?;
        for byte in bytes {
            match byte {
                b' '..=b'~' if *byte != b'"' && *byte != b'\\' => self.out.write_char(*byte as char)?,
                _ => self.escaped(*byte)?,
            }
        }
        self.out.write_char('"')
    }

    fn escaped(&mut self, byte: u8) -> fmt::Result {
        match byte {
            b'\n' => self.out.write_str("\\n"),
            b'\t' => self.out.write_str("\\t"),
            b'"' => self.out.write_str("\\\""),
            b'\\' => self.out.write_str("\\\\"),
            _ => write!(self.out, "\\x{byte:02x}"),
        }
    }

    /// Calls `f` on every item, with commas between.
    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut f: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.write_str(", ")?;
            }
            f(self, item)?;
        }
        Ok(())
    }

    /// `{ a, b }`, or `{}`.
    pub fn braced<T>(
        &mut self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
        f: impl FnMut(&mut Self, T) -> fmt::Result,
    ) -> fmt::Result {
        let items = items.into_iter();
        if items.len() == 0 {
            return self.out.write_str("{}");
        }
        self.out.write_str("{ ")?;
        self.list(items, f)?;
        self.out.write_str(" }")
    }
}
