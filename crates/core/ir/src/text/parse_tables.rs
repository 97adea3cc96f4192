//! Parsing of what is not code: globals, C types, constants.

use super::lexer::Token;
use super::parse::{Parsed, Parser, decimal};
use crate::constant::{Const, truncate};
use crate::ctype::{CType, Encoding, Field, Qualifier, Record, RecordKind};
use crate::ids::TypeId;
use crate::module::{Global, InitPiece};
use crate::types::{FloatKind, Type};

impl Parser<'_> {
    pub fn global(&mut self) -> Parsed<Global> {
        self.expect_word("global")?;
        let name = self.plain_symbol().and_then(|raw| self.name_of(raw))?.into_owned();
        self.advance()?;
        self.expect_punct(b':')?;
        let size = self.natural()?;
        self.expect_word("align")?;
        let align = self.natural()?;
        let constant = self.eat_word("const")?;
        let anonymous = self.eat_word("anonymous")?;
        let ty = self.of()?;
        self.near = None;
        let loc = self.place()?;
        let init = if self.eat_punct(b'=')? { Some(self.init()?) } else { None };
        Ok(Global { name, size, align, constant, anonymous, init, ty, loc })
    }

    fn init(&mut self) -> Parsed<Vec<InitPiece>> {
        self.expect_punct(b'{')?;
        let mut pieces = Vec::new();
        self.list_until(b'}', |parser| {
            pieces.push(parser.piece()?);
            Ok(())
        })?;
        Ok(pieces)
    }

    fn piece(&mut self) -> Parsed<InitPiece> {
        let Token::Word(kind) = self.token else {
            return Err(self.expected("a piece of an initialiser"));
        };
        if !matches!(kind, "zero" | "bytes" | "address" | "difference" | "undef" | "outside" | "unsupported") {
            return Err(self.expected("`zero`, `bytes`, `address`, `difference`, `undef`, `outside` or `unsupported`"));
        }
        self.advance()?;
        if kind == "bytes" {
            return self.bytes().map(InitPiece::Bytes);
        }
        let size = self.natural()?;
        match kind {
            "zero" => Ok(InitPiece::Zero(size)),
            "undef" => Ok(InitPiece::Undef(size)),
            "outside" => Ok(InitPiece::Outside(size)),
            "unsupported" => Ok(InitPiece::Unsupported { size, what: self.string()? }),
            "address" => Ok(InitPiece::Address { value: self.constant(None)?, size }),
            _ => {
                let plus = self.constant(None)?;
                self.expect_punct(b'-')?;
                let minus = self.constant(None)?;
                self.expect_punct(b'+')?;
                let addend = self.integer()?;
                Ok(InitPiece::Difference { plus, minus, addend, size })
            }
        }
    }

    /// A constant; without an `expected` type, numbers must have theirs before them.
    pub fn constant(&mut self, expected: Option<Type>) -> Parsed<Const> {
        match self.token {
            Token::Word("null") => {
                self.advance()?;
                Ok(Const::Null)
            }
            Token::Symbol { name, offset } => {
                let id = self.global_id(name)?;
                self.advance()?;
                Ok(Const::Global { id, offset })
            }
            Token::Word("fn") => {
                self.advance()?;
                self.func_ref().map(Const::Func)
            }
            Token::Word("label") => {
                self.advance()?;
                let func = self.func_ref()?;
                self.expect_punct(b':')?;
                let block = self.block()?;
                Ok(Const::Block { func, block })
            }
            Token::Word("true" | "false") | Token::Number(_) | Token::Punct(b'-') => match expected {
                Some(ty) => self.number(ty),
                None => Err(self.error("what type has this constant? Write it before the value, as in `i32 5`")),
            },
            Token::Word(word) => match Type::named(word) {
                Some(ty) => {
                    self.advance()?;
                    self.number(ty)
                }
                None => Err(self.expected("a constant")),
            },
            Token::End
            | Token::Str(_)
            | Token::Reg(_)
            | Token::Var(_)
            | Token::Type(_)
            | Token::Place { .. }
            | Token::Arrow
            | Token::Dots
            | Token::Punct(_) => Err(self.expected("a constant")),
        }
    }

    fn number(&mut self, ty: Type) -> Parsed<Const> {
        match ty {
            Type::Int(width @ 1..=128) => Ok(Const::Int { width, value: self.int(width)? }),
            Type::Int(_) => Err(self.error(format!("{ty} is no type: integers have 1 to 128 bits"))),
            Type::Float(kind) => Ok(Const::Float { kind, bits: self.float(kind)? }),
            Type::Ptr => Err(self.expected("an address, such as `null` or `@x`")),
        }
    }

    /// A number that fits the width, as signed or as unsigned.
    pub fn int(&mut self, width: u16) -> Parsed<u128> {
        if width == 1 && self.eat_word("false")? {
            return Ok(0);
        }
        if width == 1 && self.eat_word("true")? {
            return Ok(1);
        }
        let at = self.at;
        let negative = self.eat_punct(b'-')?;
        let magnitude: u128 = self.natural()?;
        let least = 1_u128 << (width - 1);
        let fits = if negative { magnitude <= least } else { truncate(magnitude, width) == magnitude };
        if !fits {
            return Err(self.error_at(at, format!("this number does not fit i{width}")));
        }
        Ok(if negative { truncate(magnitude.wrapping_neg(), width) } else { magnitude })
    }

    fn float(&mut self, kind: FloatKind) -> Parsed<u128> {
        let at = self.at;
        let negative = self.eat_punct(b'-')?;
        let Token::Number(digits) = self.token else {
            return Err(self.expected("a floating-point number"));
        };
        let bits = match digits.strip_prefix("0x") {
            Some(_) if negative => None,
            Some(digits) if digits.starts_with('+') => None,
            Some(digits) => {
                u128::from_str_radix(digits, 16).ok().filter(|bits| truncate(*bits, kind.bits() as u16) == *bits)
            }
            None => decimal_float(kind, digits, negative),
        };
        let Some(bits) = bits else {
            let message = format!("not a value of {}; its bits can be written as 0x…", kind.name());
            return Err(self.error_at(at, message));
        };
        self.advance()?;
        Ok(bits)
    }

    pub fn c_type_item(&mut self, number: usize) -> Parsed<CType> {
        self.expect_word("type")?;
        if !matches!(self.token, Token::Type(id) if id as usize == number) {
            return Err(self.expected(&format!("`#{number}`")));
        }
        self.advance()?;
        self.expect_punct(b'=')?;
        self.c_type()
    }

    fn c_type(&mut self) -> Parsed<CType> {
        const EXPECTED: &str = "`void`, `base`, `pointer`, `array`, `struct`, `union`, `enum`, `typedef`, `function` or a \
                                qualifier";
        let Token::Word(kind) = self.token else {
            return Err(self.expected(EXPECTED));
        };
        let at = self.at;
        self.advance()?;
        match kind {
            "void" => Ok(CType::Void),
            "base" => Ok(CType::Base {
                name: self.string()?,
                size: self.natural()?,
                encoding: self.one_of("an encoding such as `signed`", Encoding::named)?,
            }),
            "pointer" => Ok(CType::Pointer { to: self.type_ref()? }),
            "array" => {
                let of = self.type_ref()?;
                let count = if self.eat_punct(b'?')? { None } else { Some(self.natural()?) };
                Ok(CType::Array { of, count })
            }
            "struct" => self.record(RecordKind::Struct),
            "union" => self.record(RecordKind::Union),
            "enum" => self.c_enum(),
            "typedef" => Ok(CType::Typedef { name: self.string()?, of: self.type_ref()? }),
            "function" => self.function_type(),
            word => match Qualifier::named(word) {
                Some(qualifier) => Ok(CType::Qualified { qualifier, of: self.type_ref()? }),
                None => Err(self.error_at(at, format!("expected {EXPECTED}, found `{word}`"))),
            },
        }
    }

    fn record(&mut self, kind: RecordKind) -> Parsed<CType> {
        let name = self.optional_name()?;
        let size = self.natural()?;
        let mut fields = Vec::new();
        self.expect_punct(b'{')?;
        self.list_until(b'}', |parser| {
            fields.push(Field {
                name: parser.optional_name()?,
                ty: parser.type_ref()?,
                offset_bits: parser.natural()?,
                size_bits: parser.natural()?,
                bit_field: parser.eat_word("bits")?,
            });
            Ok(())
        })?;
        Ok(CType::Record(Record { kind, name, size, fields }))
    }

    fn c_enum(&mut self) -> Parsed<CType> {
        let name = self.optional_name()?;
        let size = self.natural()?;
        let mut constants = Vec::new();
        self.expect_punct(b'{')?;
        self.list_until(b'}', |parser| {
            let name = parser.string()?;
            parser.expect_punct(b'=')?;
            constants.push((name, parser.integer()?));
            Ok(())
        })?;
        Ok(CType::Enum { name, size, constants })
    }

    fn function_type(&mut self) -> Parsed<CType> {
        let ret = self.type_ref()?;
        let mut params: Vec<TypeId> = Vec::new();
        let mut variadic = false;
        self.expect_punct(b'(')?;
        self.list_until(b')', |parser| {
            if variadic {
                return Err(parser.expected("`)`"));
            }
            if parser.token == Token::Dots {
                variadic = true;
                return parser.advance();
            }
            params.push(parser.type_ref()?);
            Ok(())
        })?;
        Ok(CType::Function { ret, params, variadic })
    }

    fn optional_name(&mut self) -> Parsed<Option<String>> {
        if self.eat_punct(b'?')? { Ok(None) } else { self.string().map(Some) }
    }
}

/// The bits of a finite decimal; other formats than C's two common ones are written as bits.
fn decimal_float(kind: FloatKind, digits: &str, negative: bool) -> Option<u128> {
    let plain =
        decimal(digits).is_some() || digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'+' | b'-'));
    if !plain {
        return None;
    }
    match kind {
        FloatKind::F32 => {
            let value: f32 = digits.parse().ok().filter(|value: &f32| value.is_finite())?;
            Some(u128::from((if negative { -value } else { value }).to_bits()))
        }
        FloatKind::F64 => {
            let value: f64 = digits.parse().ok().filter(|value: &f64| value.is_finite())?;
            Some(u128::from((if negative { -value } else { value }).to_bits()))
        }
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F80 | FloatKind::F128 => None,
    }
}
