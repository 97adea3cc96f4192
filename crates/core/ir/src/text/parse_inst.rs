//! Parsing of instructions and terminators.

use super::lexer::Token;
use super::parse::{Parsed, Parser};
use crate::ids::{Id, VarId};
use crate::inst::{
    Arg, BinOp, BitOp, ByValue, Call, Callee, CastOp, CopyKind, ExitKind, FloatBinOp, FloatPredicate, FloatUnOp,
    InstKind, NondetKind, OffsetTerm, Operand, OverflowOp, Predicate, Requirement, Signature, Target, TermKind,
    Terminator, Unsupported,
};
use crate::module::Function;
use crate::types::Type;

impl<'s> Parser<'s> {
    pub fn inst_kind(&mut self, func: &Function) -> Parsed<InstKind> {
        let Token::Word(mnemonic) = self.token else {
            return Err(self.expected("an instruction"));
        };
        let at = self.at;
        self.advance()?;
        let word = self.module.data_model.pointer_int();
        match mnemonic {
            "overflows" => self.overflows(),
            "cmp" => {
                let pred = self.one_of("a predicate such as `eq`", Predicate::named)?;
                let (ty, a, b) = self.typed_pair()?;
                Ok(InstKind::Compare { pred, ty, a, b })
            }
            "fcmp" => {
                let pred = self.one_of("a predicate such as `oeq`", FloatPredicate::named)?;
                let (ty, a, b) = self.typed_pair()?;
                Ok(InstKind::FloatCompare { pred, ty, a, b })
            }
            "fclass" => {
                let mask = self.natural()?;
                let (ty, a) = self.typed()?;
                Ok(InstKind::FloatClass { mask, ty, a })
            }
            "select" => {
                let ty = self.ty()?;
                let cond = self.operand(Type::BOOL)?;
                let a = self.next_operand(ty)?;
                let b = self.next_operand(ty)?;
                Ok(InstKind::Select { ty, cond, a, b })
            }
            "offset" => self.offset(),
            "alloca" => self.alloca(word),
            "stacksave" => Ok(InstKind::StackSave),
            "stackrestore" => Ok(InstKind::StackRestore { mark: self.operand(word)? }),
            "lifetime.start" => Ok(InstKind::LifetimeStart { ptr: self.operand(Type::Ptr)? }),
            "lifetime.end" => Ok(InstKind::LifetimeEnd { ptr: self.operand(Type::Ptr)? }),
            "load" => {
                let ty = self.ty()?;
                let ptr = self.operand(Type::Ptr)?;
                Ok(InstKind::Load { ty, ptr, align: self.align()?, of: self.of()? })
            }
            "store" => {
                let (ty, value) = self.typed()?;
                self.expect_word("to")?;
                let ptr = self.operand(Type::Ptr)?;
                Ok(InstKind::Store { ty, ptr, value, align: self.align()?, of: self.of()? })
            }
            "memcpy" => self.copy(CopyKind::Copy, word),
            "memmove" => self.copy(CopyKind::Move, word),
            "memset" => {
                let dst = self.operand(Type::Ptr)?;
                let byte = self.next_operand(Type::Int(8))?;
                let len = self.next_operand(word)?;
                Ok(InstKind::MemSet { dst, byte, len })
            }
            "call" => self.call(),
            "nondet" => {
                let kind = self.one_of("a kind of input such as `signed`", NondetKind::named)?;
                Ok(InstKind::Nondet { ty: self.ty()?, kind })
            }
            "undef" => Ok(InstKind::Undef { ty: self.ty()? }),
            "assume" => Ok(InstKind::Assume { cond: self.operand(Type::BOOL)? }),
            "require" => {
                let what = self.one_of("a rule such as `assumption`", Requirement::named)?;
                Ok(InstKind::Require { cond: self.operand(Type::BOOL)?, what })
            }
            "va_start" => Ok(InstKind::VaStart { list: self.operand(Type::Ptr)? }),
            "bind" => {
                let var = self.var_ref(func)?;
                self.expect_punct(b',')?;
                Ok(InstKind::Bind { var, value: self.any_operand()? })
            }
            "unbind" => Ok(InstKind::Unbind { var: self.var_ref(func)? }),
            "unsupported" => {
                let what = self.string()?;
                let mut args = Vec::new();
                self.expect_punct(b'(')?;
                self.list_until(b')', |parser| {
                    args.push(parser.any_operand()?);
                    Ok(())
                })?;
                Ok(InstKind::Unsupported(Box::new(Unsupported { what, args, rets: Vec::new() })))
            }
            _ => match self.arithmetic(mnemonic)? {
                Some(kind) => Ok(kind),
                None => Err(self.error_at(at, format!("expected an instruction, found `{mnemonic}`"))),
            },
        }
    }

    /// Instructions whose mnemonic is the name of an operation.
    fn arithmetic(&mut self, mnemonic: &str) -> Parsed<Option<InstKind>> {
        if let Some(op) = BinOp::named(mnemonic) {
            let nsw = self.eat_word("nsw")?;
            let (ty, a, b) = self.typed_pair()?;
            return Ok(Some(InstKind::Binary { op, ty, a, b, nsw }));
        }
        if let Some(op) = CastOp::named(mnemonic) {
            let (from, a) = self.typed()?;
            self.expect_word("to")?;
            return Ok(Some(InstKind::Cast { op, from, to: self.ty()?, a }));
        }
        if let Some(op) = BitOp::named(mnemonic) {
            let nonzero = self.eat_word("nonzero")?;
            let (ty, a) = self.typed()?;
            return Ok(Some(InstKind::Bits { op, ty, a, nonzero }));
        }
        if let Some(op) = FloatBinOp::named(mnemonic) {
            let (ty, a, b) = self.typed_pair()?;
            return Ok(Some(InstKind::FloatBinary { op, ty, a, b }));
        }
        if let Some(op) = FloatUnOp::named(mnemonic) {
            let (ty, a) = self.typed()?;
            return Ok(Some(InstKind::FloatUnary { op, ty, a }));
        }
        Ok(None)
    }

    fn overflows(&mut self) -> Parsed<InstKind> {
        let signed = self.eat_word("signed")?;
        if !signed {
            self.expect_word("unsigned")?;
        }
        let op = self.one_of("`add`, `sub` or `mul`", OverflowOp::named)?;
        let (ty, a, b) = self.typed_pair()?;
        Ok(InstKind::Overflows { op, signed, ty, a, b })
    }

    fn offset(&mut self) -> Parsed<InstKind> {
        let base = self.operand(Type::Ptr)?;
        let mut terms = Vec::new();
        let mut constant = 0;
        loop {
            if self.is_punct(b'-') {
                constant = self.integer()?;
                break;
            }
            if !self.eat_punct(b'+')? {
                break;
            }
            if matches!(self.token, Token::Number(_)) {
                constant = self.natural()?;
                break;
            }
            let value = self.any_operand()?;
            self.expect_punct(b'*')?;
            terms.push(OffsetTerm { value, scale: self.integer()? });
        }
        Ok(InstKind::Offset { base, terms: terms.into(), constant, of: self.of()? })
    }

    fn alloca(&mut self, word: Type) -> Parsed<InstKind> {
        let dynamic = self.eat_word("dynamic")?;
        let size = self.operand(word)?;
        let align = self.align()?;
        let name = if let Token::Str(_) = self.token { Some(self.string()?.into_boxed_str()) } else { None };
        Ok(InstKind::Alloca { size, align, dynamic, name, of: self.of()? })
    }

    fn copy(&mut self, kind: CopyKind, word: Type) -> Parsed<InstKind> {
        let dst = self.operand(Type::Ptr)?;
        let src = self.next_operand(Type::Ptr)?;
        let len = self.next_operand(word)?;
        Ok(InstKind::MemCopy { kind, dst, src, len })
    }

    fn call(&mut self) -> Parsed<InstKind> {
        let mut signature = Signature { rets: self.rets()?, ..Signature::default() };
        let callee = if self.eat_punct(b'*')? {
            Callee::Indirect(self.operand(Type::Ptr)?)
        } else {
            Callee::Direct(self.func_ref()?)
        };
        let mut args = Vec::new();
        self.expect_punct(b'(')?;
        self.list_until(b')', |parser| {
            if parser.token == Token::Dots && !signature.variadic {
                signature.variadic = true;
                parser.advance()?;
                if parser.is_punct(b')') {
                    return Ok(());
                }
            }
            let declared = if signature.variadic { None } else { Some(parser.ty()?) };
            signature.params.extend(declared);
            let value = parser.operand_in(declared)?;
            let by_value = if parser.eat_word("byval")? {
                Some(ByValue { size: parser.natural()?, align: parser.align()? })
            } else {
                None
            };
            args.push(Arg { value, by_value });
            Ok(())
        })?;
        Ok(InstKind::Call(Box::new(Call { rets: Vec::new(), callee, args, signature })))
    }

    /// The terminator at the current token, if it is one.
    pub fn terminator(&mut self, func: &Function) -> Parsed<Option<Terminator>> {
        let Token::Word(mnemonic) = self.token else {
            return Ok(None);
        };
        let kind = match mnemonic {
            "jump" => {
                self.advance()?;
                TermKind::Jump(self.target()?)
            }
            "branch" => {
                self.advance()?;
                let cond = self.operand(Type::BOOL)?;
                self.expect_punct(b',')?;
                let then = self.target()?;
                self.expect_punct(b',')?;
                TermKind::Branch { cond, then, otherwise: self.target()? }
            }
            "switch" => {
                self.advance()?;
                self.switch()?
            }
            "goto" => {
                self.advance()?;
                let addr = self.operand(Type::Ptr)?;
                let mut targets = Vec::new();
                self.expect_punct(b'[')?;
                self.list_until(b']', |parser| {
                    targets.push(parser.target()?);
                    Ok(())
                })?;
                TermKind::IndirectJump { addr, targets }
            }
            "return" => {
                self.advance()?;
                TermKind::Return(self.returned(&func.signature)?)
            }
            "unreachable" => {
                self.advance()?;
                TermKind::Unreachable
            }
            "unsupported_end" => {
                self.advance()?;
                TermKind::Unsupported { what: self.string()? }
            }
            word => match ExitKind::named(word) {
                Some(kind) => {
                    self.advance()?;
                    TermKind::Exit { kind, status: self.operand(Type::Int(32))? }
                }
                None => return Ok(None),
            },
        };
        Ok(Some(Terminator { loc: self.place()?, kind }))
    }

    fn switch(&mut self) -> Parsed<TermKind> {
        let (ty, value) = self.typed()?;
        let width = match ty {
            Type::Int(width @ 1..=128) => width,
            Type::Int(_) | Type::Ptr | Type::Float(_) => return Err(self.error("`switch` is for integers")),
        };
        let mut cases = Vec::new();
        self.expect_punct(b'{')?;
        while !self.eat_word("default")? {
            let case = self.int(width)?;
            self.arrow()?;
            cases.push((case, self.target()?));
        }
        self.arrow()?;
        let default = self.target()?;
        self.expect_punct(b'}')?;
        Ok(TermKind::Switch { ty, value, cases, default })
    }

    fn arrow(&mut self) -> Parsed<()> {
        if self.token == Token::Arrow { self.advance() } else { Err(self.expected("`->`")) }
    }

    /// Values up to the end of the terminator: none if what follows cannot begin one.
    fn returned(&mut self, signature: &Signature) -> Parsed<Vec<Operand>> {
        let mut values = Vec::new();
        let begins = match self.token {
            Token::Reg(_) | Token::Number(_) | Token::Symbol { .. } | Token::Punct(b'-') => true,
            Token::Word(word) => {
                matches!(word, "null" | "fn" | "label" | "true" | "false") || Type::named(word).is_some()
            }
            Token::End
            | Token::Str(_)
            | Token::Var(_)
            | Token::Type(_)
            | Token::Place { .. }
            | Token::Arrow
            | Token::Dots
            | Token::Punct(_) => false,
        };
        if !begins {
            return Ok(values);
        }
        loop {
            values.push(self.operand_in(signature.rets.get(values.len()).copied())?);
            if !self.eat_punct(b',')? {
                return Ok(values);
            }
        }
    }

    fn target(&mut self) -> Parsed<Target> {
        let block = self.block()?;
        let mut args = Vec::new();
        if self.eat_punct(b'(')? {
            self.list_until(b')', |parser| {
                args.push(parser.any_operand()?);
                Ok(())
            })?;
        }
        Ok(Target { block, args })
    }

    fn align(&mut self) -> Parsed<u32> {
        self.expect_word("align")?;
        self.natural()
    }

    fn var_ref(&mut self, func: &Function) -> Parsed<VarId> {
        let var = self.var_token()?;
        let id = VarId::from_index(var.id as usize);
        let Some(declared) = func.vars.get(id) else {
            return Err(self.error(format!("there is no variable ${}", var.id)));
        };
        if let Some(name) = var.name
            && self.name_of(name)? != declared.name
        {
            return Err(self.error(format!("the variable ${} is called `{}`", var.id, declared.name)));
        }
        self.advance()?;
        Ok(id)
    }

    fn typed(&mut self) -> Parsed<(Type, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    fn typed_pair(&mut self) -> Parsed<(Type, Operand, Operand)> {
        let (ty, a) = self.typed()?;
        Ok((ty, a, self.next_operand(ty)?))
    }

    fn next_operand(&mut self, expected: Type) -> Parsed<Operand> {
        self.expect_punct(b',')?;
        self.operand(expected)
    }

    fn operand(&mut self, expected: Type) -> Parsed<Operand> {
        self.operand_in(Some(expected))
    }

    fn any_operand(&mut self) -> Parsed<Operand> {
        self.operand_in(None)
    }

    fn operand_in(&mut self, expected: Option<Type>) -> Parsed<Operand> {
        if let Token::Reg(reg) = self.token {
            return self.use_of(reg).map(Operand::Reg);
        }
        let constant = self.constant(expected)?;
        Ok(Operand::Const(self.module.consts.intern(constant)))
    }
}
