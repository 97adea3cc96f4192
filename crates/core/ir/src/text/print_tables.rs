//! Printing of what is not code: globals, files and C types.

use std::fmt::{self, Write};

use super::print::Printer;
use crate::ctype::{CType, Field, Record, RecordKind};
use crate::describe;
use crate::ids::Id;
use crate::module::{Global, InitPiece};

impl<W: Write> Printer<'_, W> {
    pub fn global(&mut self, global: &Global) -> fmt::Result {
        self.out.write_str("global ")?;
        self.symbol(&global.name)?;
        write!(self.out, ": {} align {}", global.size, global.align)?;
        if global.constant {
            self.out.write_str(" const")?;
        }
        if global.anonymous {
            self.out.write_str(" anonymous")?;
        }
        self.of(global.ty)?;
        self.place(None, global.loc)?;
        if let Some(pieces) = &global.init {
            self.out.write_str(" = ")?;
            self.braced(pieces, |printer, piece| printer.piece(piece))?;
        }
        self.out.write_char('\n')
    }

    fn piece(&mut self, piece: &InitPiece) -> fmt::Result {
        match piece {
            InitPiece::Zero(size) => write!(self.out, "zero {size}"),
            InitPiece::Bytes(bytes) => {
                self.out.write_str("bytes ")?;
                self.byte_string(bytes)
            }
            InitPiece::Address { value, size } => {
                write!(self.out, "address {size} ")?;
                self.constant(*value, None)
            }
            InitPiece::Difference { plus, minus, addend, size } => {
                write!(self.out, "difference {size} ")?;
                self.constant(*plus, None)?;
                self.out.write_str(" - ")?;
                self.constant(*minus, None)?;
                write!(self.out, " + {addend}")
            }
            InitPiece::Undef(size) => write!(self.out, "undef {size}"),
            InitPiece::Outside(size) => write!(self.out, "outside {size}"),
            InitPiece::Unsupported { size, what } => {
                write!(self.out, "unsupported {size} ")?;
                self.string(what)
            }
        }
    }

    pub fn tables(&mut self) -> fmt::Result {
        let module = self.module;
        if !module.places.files.is_empty() {
            self.out.write_char('\n')?;
        }
        for (id, file) in module.places.files.iter_enumerated() {
            write!(self.out, "file f{} ", id.index())?;
            self.string(&file.path)?;
            self.out.write_str(if file.model { " model\n" } else { "\n" })?;
        }
        if !module.types.is_empty() {
            self.out.write_char('\n')?;
        }
        for (id, ty) in module.types.iter_enumerated() {
            write!(self.out, "type #{} = ", id.index())?;
            self.c_type(ty)?;
            let comment = describe::type_name(module, id);
            let comment: String = comment.chars().filter(|character| !character.is_control()).collect();
            writeln!(self.out, "   // {comment}")?;
        }
        Ok(())
    }

    fn c_type(&mut self, ty: &CType) -> fmt::Result {
        match ty {
            CType::Void => self.out.write_str("void"),
            CType::Base { name, size, encoding } => {
                self.out.write_str("base ")?;
                self.string(name)?;
                write!(self.out, " {size} {}", encoding.name())
            }
            CType::Pointer { to } => {
                self.out.write_str("pointer ")?;
                self.type_ref(*to)
            }
            CType::Array { of, count } => {
                self.out.write_str("array ")?;
                self.type_ref(*of)?;
                match count {
                    Some(count) => write!(self.out, " {count}"),
                    None => self.out.write_str(" ?"),
                }
            }
            CType::Record(record) => self.record(record),
            CType::Enum { name, size, constants } => {
                self.out.write_str("enum ")?;
                self.optional_name(name.as_deref())?;
                write!(self.out, " {size} ")?;
                self.braced(constants, |printer, (name, value)| {
                    printer.string(name)?;
                    write!(printer.out, " = {value}")
                })
            }
            CType::Typedef { name, of } => {
                self.out.write_str("typedef ")?;
                self.string(name)?;
                self.out.write_char(' ')?;
                self.type_ref(*of)
            }
            CType::Function { ret, params, variadic } => {
                self.out.write_str("function ")?;
                self.type_ref(*ret)?;
                self.out.write_str(" (")?;
                self.list(params, |printer, param| printer.type_ref(*param))?;
                self.out.write_str(match (variadic, params.is_empty()) {
                    (false, _) => ")",
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                })
            }
            CType::Qualified { qualifier, of } => {
                write!(self.out, "{} ", qualifier.name())?;
                self.type_ref(*of)
            }
        }
    }

    fn record(&mut self, record: &Record) -> fmt::Result {
        self.out.write_str(match record.kind {
            RecordKind::Struct => "struct ",
            RecordKind::Union => "union ",
        })?;
        self.optional_name(record.name.as_deref())?;
        write!(self.out, " {} ", record.size)?;
        self.braced(&record.fields, |printer, field| printer.field(field))
    }

    fn field(&mut self, field: &Field) -> fmt::Result {
        self.optional_name(field.name.as_deref())?;
        self.out.write_char(' ')?;
        self.type_ref(field.ty)?;
        write!(self.out, " {} {}", field.offset_bits, field.size_bits)?;
        self.out.write_str(if field.bit_field { " bits" } else { "" })
    }

    fn optional_name(&mut self, name: Option<&str>) -> fmt::Result {
        match name {
            Some(name) => self.string(name),
            None => self.out.write_char('?'),
        }
    }
}
