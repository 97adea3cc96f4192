//! Parsing of functions and blocks, and the registers of the function at hand.

use smallvec::SmallVec;

use super::ParseError;
use super::lexer::{Numbered, Token};
use super::parse::{Parsed, Parser};
use crate::block::Block;
use crate::builtin::Builtin;
use crate::ids::{Id, IdVec, RegId, TypeId};
use crate::inst::{Inst, InstKind, Signature};
use crate::module::{Assumed, FuncBody, Function, RegInfo, Var};
use crate::place::Places;
use crate::types::Type;

/// A register where the text defines it; the type may follow from the instruction.
pub(super) struct Definition<'s> {
    reg: Numbered<'s>,
    at: usize,
    ty: Option<Type>,
    of: Option<TypeId>,
}

pub(super) type Definitions<'s> = SmallVec<[Definition<'s>; 2]>;

impl<'s> Parser<'s> {
    pub fn function(&mut self) -> Parsed<Function> {
        self.expect_word("func")?;
        self.near = None;
        self.regs.next_function();
        let name = self.plain_symbol().and_then(|raw| self.name_of(raw))?.into_owned();
        self.advance()?;
        let mut func = Function {
            name,
            signature: Signature::default(),
            params: Vec::new(),
            body: FuncBody::Defined,
            regs: IdVec::new(),
            vars: IdVec::new(),
            blocks: IdVec::new(),
            ty: None,
            loc: Places::nowhere(),
            model: false,
            assumed: None,
            struct_return: None,
        };
        self.params(&mut func)?;
        if self.token == Token::Arrow {
            self.advance()?;
            func.signature.rets = self.rets()?;
        }
        if self.eat_word("builtin")? {
            func.body = FuncBody::Builtin(self.one_of("the name of a builtin function", Builtin::named)?);
        } else if self.eat_word("extern")? {
            func.body = FuncBody::External;
        }
        func.model = self.eat_word("model")?;
        if self.eat_word("assumed")? {
            func.assumed = Some(self.one_of("`pure`, `havoc` or `summary`", Assumed::named)?);
        }
        if self.eat_word("struct")? {
            func.struct_return = Some(self.natural()?);
        }
        func.ty = self.of()?;
        func.loc = self.place()?;
        match func.body {
            FuncBody::Defined => self.body(&mut func)?,
            FuncBody::Builtin(_) | FuncBody::External if !func.params.is_empty() => {
                return Err(self.error("a function without a body gives the types of its parameters, not registers"));
            }
            FuncBody::Builtin(_) | FuncBody::External => {}
        }
        Ok(func)
    }

    fn params(&mut self, func: &mut Function) -> Parsed<()> {
        self.expect_punct(b'(')?;
        self.list_until(b')', |parser| {
            if func.signature.variadic {
                return Err(parser.expected("`)`"));
            }
            if parser.token == Token::Dots {
                func.signature.variadic = true;
                return parser.advance();
            }
            let ty = if let Token::Reg(_) = parser.token {
                let param = parser.definition()?;
                let (reg, ty) = parser.define(&param, None)?;
                func.params.push(reg);
                ty
            } else {
                parser.ty()?
            };
            func.signature.params.push(ty);
            Ok(())
        })
    }

    /// The types of results: `void`, `i32` or `{i64, i64}`.
    pub fn rets(&mut self) -> Parsed<Vec<Type>> {
        if self.eat_word("void")? {
            return Ok(Vec::new());
        }
        if !self.eat_punct(b'{')? {
            return Ok(vec![self.ty()?]);
        }
        let mut types = Vec::new();
        self.list_until(b'}', |parser| {
            types.push(parser.ty()?);
            Ok(())
        })?;
        Ok(types)
    }

    fn body(&mut self, func: &mut Function) -> Parsed<()> {
        if func.params.len() != func.signature.params.len() {
            return Err(self.error("a function with a body needs a register for every parameter, as in `%x.0: i32`"));
        }
        self.near = self.module.places.get(func.loc).map(|loc| loc.file);
        self.expect_punct(b'{')?;
        loop {
            match self.token.word() {
                "var" => {
                    let var = self.var(func.vars.len())?;
                    func.vars.push(var);
                }
                "unused" => {
                    self.advance()?;
                    let definition = self.definition()?;
                    self.define(&definition, None)?;
                }
                _ => break,
            }
        }
        while !self.is_punct(b'}') {
            let block = self.basic_block(func)?;
            func.blocks.push(block);
        }
        func.regs = self.regs.finish().map_err(|(at, message)| self.error_at(at, message))?;
        self.advance()
    }

    fn var(&mut self, number: usize) -> Parsed<Var> {
        self.expect_word("var")?;
        let Numbered { name, id } = self.var_token()?;
        if id as usize != number {
            return Err(self.expected(&format!("the variable ${number}")));
        }
        let Some(name) = name else {
            return Err(self.error("a variable needs a name, as in `$x.0`"));
        };
        let name = self.name_of(name)?.into_owned();
        self.advance()?;
        Ok(Var { name, ty: self.of()?, loc: self.place()? })
    }

    fn basic_block(&mut self, func: &Function) -> Parsed<Block> {
        self.numbered_word("bb", func.blocks.len())?;
        let mut params = Vec::new();
        if self.eat_punct(b'(')? {
            self.list_until(b')', |parser| {
                let param = parser.definition()?;
                params.push(parser.define(&param, None)?.0);
                Ok(())
            })?;
        }
        self.expect_punct(b':')?;
        let mut insts = Vec::new();
        loop {
            if let Some(term) = self.terminator(func)? {
                return Ok(Block { params, insts, term });
            }
            insts.push(self.inst(func)?);
        }
    }

    fn inst(&mut self, func: &Function) -> Parsed<Inst> {
        let mut definitions = Definitions::new();
        if matches!(self.token, Token::Reg(_)) {
            loop {
                definitions.push(self.definition()?);
                if !self.eat_punct(b',')? {
                    break;
                }
            }
            self.expect_punct(b'=')?;
        }
        let at = self.at;
        let mut kind = self.inst_kind(func)?;
        let mut dst = None;
        match &mut kind {
            InstKind::Call(call) => {
                for (index, definition) in definitions.iter().enumerate() {
                    let implied = call.signature.rets.get(index).copied();
                    call.rets.push(self.define(definition, implied)?.0);
                }
            }
            InstKind::Unsupported(unsupported) => {
                for definition in &definitions {
                    unsupported.rets.push(self.define(definition, None)?.0);
                }
            }
            kind => {
                let implied = kind.result_type(self.module.data_model);
                match definitions.as_slice() {
                    [] => {}
                    [definition] if implied.is_some() => dst = Some(self.define(definition, implied)?.0),
                    [_] => return Err(self.error_at(at, "this instruction has no result")),
                    [_, second, ..] => return Err(self.error_at(second.at, "this instruction has only one result")),
                }
            }
        }
        Ok(Inst { dst, loc: self.place()?, kind })
    }

    /// `%x.3: i32 #5`, the type and the C type if they are there.
    fn definition(&mut self) -> Parsed<Definition<'s>> {
        let at = self.at;
        let Token::Reg(reg) = self.token else {
            return Err(self.expected("a register"));
        };
        self.advance()?;
        let ty = if self.eat_punct(b':')? { Some(self.ty()?) } else { None };
        Ok(Definition { reg, at, ty, of: self.optional_type_ref()? })
    }

    fn define(&mut self, definition: &Definition<'s>, implied: Option<Type>) -> Parsed<(RegId, Type)> {
        let Some(ty) = definition.ty.or(implied) else {
            return Err(self.error_at(definition.at, "what type has this register? Write it as in `%x.0: i32`"));
        };
        let defined = self.regs.define(definition, ty);
        defined.map(|reg| (reg, ty)).map_err(|message| self.error_at(definition.at, message))
    }

    /// The register in the current token, read.
    pub fn use_of(&mut self, reg: Numbered<'s>) -> Result<RegId, ParseError> {
        let reg = self.regs.mention(reg, self.at).map_err(|message| self.error(message))?;
        self.advance()?;
        Ok(reg)
    }
}

/// The registers of one function. The table is kept from function to function, each with its own stamp, so that a text
/// with large numbers in many functions costs nothing extra.
pub(super) struct RegTable<'s> {
    entries: Vec<Entry<'s>>,
    stamp: u32,
    /// No text has this many registers.
    limit: usize,
    defined: usize,
    /// One more than the largest number mentioned.
    bound: usize,
}

#[derive(Clone, Copy)]
struct Entry<'s> {
    stamp: u32,
    name: Option<&'s str>,
    first_at: usize,
    defined: Option<(Type, Option<TypeId>)>,
}

const UNSEEN: Entry<'static> = Entry { stamp: 0, name: None, first_at: 0, defined: None };

impl<'s> RegTable<'s> {
    pub fn new(text_len: usize) -> Self {
        RegTable { entries: Vec::new(), stamp: 0, limit: text_len / 2, defined: 0, bound: 0 }
    }

    fn next_function(&mut self) {
        self.stamp += 1;
        self.defined = 0;
        self.bound = 0;
    }

    fn entry(&mut self, id: u32, at: usize) -> Result<&mut Entry<'s>, String> {
        let index = id as usize;
        if index >= self.limit {
            return Err(format!("the register %{id} is never defined"));
        }
        if index >= self.entries.len() {
            self.entries.resize(index + 1, UNSEEN);
        }
        self.bound = self.bound.max(index + 1);
        let entry = &mut self.entries[index];
        if entry.stamp != self.stamp {
            *entry = Entry { stamp: self.stamp, first_at: at, ..UNSEEN };
        }
        Ok(entry)
    }

    fn mention(&mut self, reg: Numbered<'s>, at: usize) -> Result<RegId, String> {
        let entry = self.entry(reg.id, at)?;
        if let Some(name) = reg.name {
            let fixed = entry.defined.is_some() || entry.name.is_some();
            if fixed && entry.name != Some(name) {
                return Err(format!("the register %{} has another name elsewhere", reg.id));
            }
            entry.name = Some(name);
        }
        Ok(RegId::from_index(reg.id as usize))
    }

    fn define(&mut self, definition: &Definition<'s>, ty: Type) -> Result<RegId, String> {
        let reg = definition.reg;
        let entry = self.entry(reg.id, definition.at)?;
        if entry.defined.is_some() {
            return Err(format!("the register %{} is defined twice", reg.id));
        }
        if entry.name.is_some() && entry.name != reg.name {
            return Err(format!("the register %{} has another name elsewhere", reg.id));
        }
        entry.name = reg.name;
        entry.defined = Some((ty, definition.of));
        self.defined += 1;
        Ok(RegId::from_index(reg.id as usize))
    }

    /// All registers, which must be numbered without gaps.
    fn finish(&mut self) -> Result<IdVec<RegId, RegInfo>, (usize, String)> {
        let mut regs = IdVec::with_capacity(self.defined);
        for (index, entry) in self.entries[..self.bound].iter().enumerate() {
            let current = entry.stamp == self.stamp;
            let Some((ty, of)) = entry.defined.filter(|_| current) else {
                let next = self.entries[index..self.bound].iter().find(|entry| entry.stamp == self.stamp);
                let at = next.map_or(0, |entry| entry.first_at);
                return Err((at, format!("the register %{index} is never defined")));
            };
            let name = match entry.name {
                Some(raw) => Some(super::parse::name(raw).ok_or((entry.first_at, "bad name".to_string()))?),
                None => None,
            };
            regs.push(RegInfo { ty, name: name.map(Into::into), of });
        }
        Ok(regs)
    }
}
