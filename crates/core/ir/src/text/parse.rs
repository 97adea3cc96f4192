//! Parsing: the module as a whole, and what all parts of the parser share.
//!
//! The grammar has no nesting, so nothing here recurses, and every token is looked at a bounded number of times. A first
//! pass numbers the globals and functions, which may be used before the text defines them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::ParseError;
use super::lexer::{Lexer, Numbered, Token, unescape};
use super::parse_func::RegTable;
use crate::ctype::{CType, CTypes};
use crate::ids::{BlockId, FileId, FuncId, GlobalId, Id, IdVec, LocId, TypeId};
use crate::module::Module;
use crate::place::{Loc, Places, SourceFile};
use crate::types::{DataModel, Type};

/// Reads the text form. What it accepts is complete, but [`crate::verify`] decides whether it makes sense.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let mut parser = Parser::new(text)?;
    parser.module()?;
    Ok(parser.module)
}

pub(super) type Parsed<T> = Result<T, ParseError>;

pub(super) struct Parser<'s> {
    lexer: Lexer<'s>,
    pub token: Token<'s>,
    /// Where `token` begins.
    pub at: usize,
    pub module: Module,
    globals: HashMap<Cow<'s, str>, GlobalId>,
    funcs: HashMap<Cow<'s, str>, FuncId>,
    pub regs: RegTable<'s>,
    /// The file of places that name none.
    pub near: Option<FileId>,
    /// The largest numbers in use, and where: the tables they index come later.
    last_file: Option<(u32, usize)>,
    last_type: Option<(u32, usize)>,
}

impl<'s> Parser<'s> {
    fn new(text: &'s str) -> Parsed<Self> {
        let (globals, funcs) = symbols(text)?;
        let mut lexer = Lexer::new(text);
        let token = lexer.next()?;
        let at = lexer.start();
        Ok(Parser {
            lexer,
            token,
            at,
            module: Module::new(DataModel::Lp64),
            globals,
            funcs,
            regs: RegTable::new(text.len()),
            near: None,
            last_file: None,
            last_type: None,
        })
    }

    fn module(&mut self) -> Parsed<()> {
        self.expect_word("module")?;
        self.module.data_model = self.one_of("`lp64` or `ilp32`", |word| match word {
            "lp64" => Some(DataModel::Lp64),
            "ilp32" => Some(DataModel::Ilp32),
            _ => None,
        })?;
        let mut files: IdVec<FileId, SourceFile> = IdVec::new();
        let mut types: CTypes = CTypes::new();
        while self.token != Token::End {
            match self.token.word() {
                "global" => {
                    let global = self.global()?;
                    self.module.globals.push(global);
                }
                "func" => {
                    let func = self.function()?;
                    self.module.funcs.push(func);
                }
                "file" => {
                    let file = self.file(files.len())?;
                    files.push(file);
                }
                "type" => {
                    let ty: CType = self.c_type_item(types.len())?;
                    types.push(ty);
                }
                _ => return Err(self.expected("`global`, `func`, `file` or `type`")),
            }
        }
        if let Some((id, at)) = self.last_file.filter(|(id, _)| *id as usize >= files.len()) {
            return Err(self.error_at(at, format!("there is no file f{id}")));
        }
        if let Some((id, at)) = self.last_type.filter(|(id, _)| *id as usize >= types.len()) {
            return Err(self.error_at(at, format!("there is no type #{id}")));
        }
        self.module.places.files = files;
        self.module.types = types;
        Ok(())
    }

    fn file(&mut self, number: usize) -> Parsed<SourceFile> {
        self.expect_word("file")?;
        self.numbered_word("f", number)?;
        let path = self.string()?;
        let model = self.eat_word("model")?;
        Ok(SourceFile { path, model })
    }

    /// `f3`, `bb3`: the number must be the next one.
    pub fn numbered_word(&mut self, prefix: &str, number: usize) -> Parsed<()> {
        if number_after(self.token.word(), prefix) != Some(number) {
            return Err(self.expected(&format!("`{prefix}{number}`")));
        }
        self.advance()
    }

    pub fn block(&mut self) -> Parsed<BlockId> {
        let Some(number) = number_after(self.token.word(), "bb") else {
            return Err(self.expected("a block"));
        };
        self.advance()?;
        Ok(BlockId::from_index(number))
    }

    pub fn advance(&mut self) -> Parsed<()> {
        self.token = self.lexer.next()?;
        self.at = self.lexer.start();
        Ok(())
    }

    pub fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        self.lexer.error(at, message)
    }

    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.at, message)
    }

    pub fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", found(self.token)))
    }

    pub fn is_punct(&self, byte: u8) -> bool {
        self.token == Token::Punct(byte)
    }

    pub fn eat_punct(&mut self, byte: u8) -> Parsed<bool> {
        let here = self.is_punct(byte);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    pub fn expect_punct(&mut self, byte: u8) -> Parsed<()> {
        if self.eat_punct(byte)? { Ok(()) } else { Err(self.expected(&format!("`{}`", byte as char))) }
    }

    pub fn eat_word(&mut self, word: &str) -> Parsed<bool> {
        let here = self.token == Token::Word(word);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word)? { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// A word that `named` knows.
    pub fn one_of<T>(&mut self, what: &str, named: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        if let Token::Word(word) = self.token
            && let Some(value) = named(word)
        {
            self.advance()?;
            return Ok(value);
        }
        Err(self.expected(what))
    }

    /// Items with commas between, up to and with the closing character.
    pub fn list_until(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.eat_punct(close)? {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat_punct(close)? {
                return Ok(());
            }
            if !self.eat_punct(b',')? {
                return Err(self.expected(&format!("`,` or `{}`", close as char)));
            }
        }
    }

    pub fn ty(&mut self) -> Parsed<Type> {
        self.one_of("a type such as `i32` or `ptr`", Type::named)
    }

    /// A number without a sign.
    pub fn natural<T: TryFrom<u128>>(&mut self) -> Parsed<T> {
        let Token::Number(digits) = self.token else {
            return Err(self.expected("a number"));
        };
        let value = decimal(digits).and_then(|value| T::try_from(value).ok());
        let value = value.ok_or_else(|| self.error("this number is too large or not a decimal"))?;
        self.advance()?;
        Ok(value)
    }

    pub fn integer<T: TryFrom<i128>>(&mut self) -> Parsed<T> {
        let at = self.at;
        let negative = self.eat_punct(b'-')?;
        let magnitude: u128 = self.natural()?;
        let value = if negative { 0_i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() };
        let value = value.and_then(|value| T::try_from(value).ok());
        value.ok_or_else(|| self.error_at(at, "this number is too large"))
    }

    pub fn string(&mut self) -> Parsed<String> {
        let Token::Str(raw) = self.token else {
            return Err(self.expected("a string"));
        };
        let text = self.text_of(raw)?.into_owned();
        self.advance()?;
        Ok(text)
    }

    pub fn bytes(&mut self) -> Parsed<Vec<u8>> {
        let Token::Str(raw) = self.token else {
            return Err(self.expected("a string"));
        };
        let bytes = unescape(raw).ok_or_else(|| self.error("this string has an unknown escape"))?;
        self.advance()?;
        Ok(bytes)
    }

    fn text_of(&self, raw: &'s str) -> Parsed<Cow<'s, str>> {
        unescaped(raw).ok_or_else(|| self.error("this string has an unknown escape or is not UTF-8"))
    }

    /// A name that keeps its quotes if it has any.
    pub fn name_of(&self, raw: &'s str) -> Parsed<Cow<'s, str>> {
        name(raw).ok_or_else(|| self.error("this name has an unknown escape or is not UTF-8"))
    }

    pub fn global_id(&mut self, raw: &'s str) -> Parsed<GlobalId> {
        let name = self.name_of(raw)?;
        self.globals.get(&name).copied().ok_or_else(|| self.error(format!("there is no global @{name}")))
    }

    pub fn func_ref(&mut self) -> Parsed<FuncId> {
        let raw = self.plain_symbol()?;
        let name = self.name_of(raw)?;
        let Some(id) = self.funcs.get(&name).copied() else {
            return Err(self.error(format!("there is no function @{name}")));
        };
        self.advance()?;
        Ok(id)
    }

    /// The name in the current token, which stays.
    pub fn plain_symbol(&self) -> Parsed<&'s str> {
        let Token::Symbol { name, offset: 0 } = self.token else {
            return Err(self.expected("a name such as `@main`"));
        };
        Ok(name)
    }

    pub fn type_ref(&mut self) -> Parsed<TypeId> {
        let Token::Type(id) = self.token else {
            return Err(self.expected("a C type such as `#3`"));
        };
        if self.last_type.is_none_or(|(last, _)| last < id) {
            self.last_type = Some((id, self.at));
        }
        self.advance()?;
        Ok(TypeId::from_index(id as usize))
    }

    pub fn optional_type_ref(&mut self) -> Parsed<Option<TypeId>> {
        if let Token::Type(_) = self.token { self.type_ref().map(Some) } else { Ok(None) }
    }

    /// `of #3`, if it is there.
    pub fn of(&mut self) -> Parsed<Option<TypeId>> {
        if self.eat_word("of")? { self.type_ref().map(Some) } else { Ok(None) }
    }

    /// A place, if it is there.
    pub fn place(&mut self) -> Parsed<LocId> {
        let Token::Place { file, line, column } = self.token else {
            return Ok(Places::nowhere());
        };
        let file = match (file, self.near) {
            (Some(id), _) => {
                if self.last_file.is_none_or(|(last, _)| last < id) {
                    self.last_file = Some((id, self.at));
                }
                FileId::from_index(id as usize)
            }
            (None, Some(near)) => near,
            (None, None) => {
                return Err(self.error("this place names no file, and there is no function's to fall back on"));
            }
        };
        self.advance()?;
        Ok(self.module.places.intern(Loc { file, line, column }))
    }

    /// A variable's number and name; the token stays the current one.
    pub fn var_token(&self) -> Parsed<Numbered<'s>> {
        let Token::Var(numbered) = self.token else {
            return Err(self.expected("a variable such as `$x.0`"));
        };
        Ok(numbered)
    }
}

type Symbols<'s> = (HashMap<Cow<'s, str>, GlobalId>, HashMap<Cow<'s, str>, FuncId>);

/// Numbers the globals and functions of a text.
fn symbols(text: &str) -> Parsed<Symbols<'_>> {
    let mut lexer = Lexer::new(text);
    let (mut globals, mut funcs) = (HashMap::new(), HashMap::new());
    let mut depth = 0_usize;
    let mut before = Token::End;
    loop {
        let token = lexer.next()?;
        match token {
            Token::End => return Ok((globals, funcs)),
            Token::Punct(b'{') => depth += 1,
            Token::Punct(b'}') => depth = depth.saturating_sub(1),
            Token::Symbol { name: raw, .. } if depth == 0 => {
                let named = || {
                    name(raw)
                        .ok_or_else(|| lexer.error(lexer.start(), "this name has an unknown escape or is not UTF-8"))
                };
                let twice = match before.word() {
                    "global" => {
                        let id = GlobalId::from_index(globals.len());
                        globals.insert(named()?, id).is_some()
                    }
                    "func" => {
                        let id = FuncId::from_index(funcs.len());
                        funcs.insert(named()?, id).is_some()
                    }
                    _ => false,
                };
                if twice {
                    return Err(lexer.error(lexer.start(), format!("@{raw} is defined twice")));
                }
            }
            Token::Word(_)
            | Token::Number(_)
            | Token::Str(_)
            | Token::Symbol { .. }
            | Token::Reg(_)
            | Token::Var(_)
            | Token::Type(_)
            | Token::Place { .. }
            | Token::Arrow
            | Token::Dots
            | Token::Punct(_) => {}
        }
        before = token;
    }
}

pub(super) fn name(raw: &str) -> Option<Cow<'_, str>> {
    match raw.strip_prefix('"') {
        Some(quoted) => unescaped(quoted.strip_suffix('"')?),
        None => Some(Cow::Borrowed(raw)),
    }
}

fn unescaped(raw: &str) -> Option<Cow<'_, str>> {
    if raw.contains('\\') { String::from_utf8(unescape(raw)?).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(raw)) }
}

fn number_after(word: &str, prefix: &str) -> Option<usize> {
    let digits = word.strip_prefix(prefix)?;
    let canonical = digits == "0" || !digits.starts_with('0');
    let number = if canonical { decimal(digits)? } else { return None };
    u32::try_from(number).ok().map(|number| number as usize)
}

pub(super) fn decimal(digits: &str) -> Option<u128> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn found(token: Token<'_>) -> String {
    match token {
        Token::End => "the end of the text".to_string(),
        Token::Word(word) => format!("`{}`", short(word)),
        Token::Number(digits) => format!("`{}`", short(digits)),
        Token::Str(_) => "a string".to_string(),
        Token::Symbol { name, .. } => format!("`@{}`", short(name)),
        Token::Reg(reg) => format!("the register %{}", reg.id),
        Token::Var(var) => format!("the variable ${}", var.id),
        Token::Type(id) => format!("the type #{id}"),
        Token::Place { .. } => "a place".to_string(),
        Token::Arrow => "`->`".to_string(),
        Token::Dots => "`...`".to_string(),
        Token::Punct(byte) => format!("`{}`", byte as char),
    }
}

/// Enough of a word to recognise it.
fn short(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_string(),
    }
}
