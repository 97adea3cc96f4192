//! From characters to tokens.

use super::ParseError;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'s> {
    End,
    /// A keyword, a mnemonic, a type, `bb3`.
    Word(&'s str),
    /// Digits, and whatever letters and dots follow them.
    Number(&'s str),
    /// A quoted string without its quotes, escapes as written.
    Str(&'s str),
    /// `@name` or, without a blank, `@name+8`; the name may be quoted, and then keeps its quotes.
    Symbol {
        name: &'s str,
        offset: i64,
    },
    /// `%name.3` or `%3`.
    Reg(Numbered<'s>),
    /// `$name.3`.
    Var(Numbered<'s>),
    /// `#5`
    Type(u32),
    /// `!12:7`, or `!f2:12:7`.
    Place {
        file: Option<u32>,
        line: u32,
        column: u32,
    },
    /// `->`
    Arrow,
    /// `...`
    Dots,
    Punct(u8),
}

impl<'s> Token<'s> {
    /// The text of a word; empty, which no word is, for every other token.
    pub(super) fn word(self) -> &'s str {
        if let Token::Word(word) = self { word } else { "" }
    }
}

/// A number with a name for people, which may be quoted and then keeps its quotes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Numbered<'s> {
    pub name: Option<&'s str>,
    pub id: u32,
}

#[derive(Clone)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// Where the token that was last returned begins.
    start: usize,
}

impl<'s> Lexer<'s> {
    pub fn new(text: &'s str) -> Self {
        Lexer { text, at: 0, start: 0 }
    }

    /// Where the token that was last returned begins.
    pub fn start(&self) -> usize {
        self.start
    }

    pub fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, at, message.into())
    }

    pub fn next(&mut self) -> Result<Token<'s>, ParseError> {
        self.skip_blanks();
        self.start = self.at;
        let Some(first) = self.peek() else {
            return Ok(Token::End);
        };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok(Token::Word(self.name_characters())),
            b'0'..=b'9' => Ok(Token::Number(self.number())),
            b'"' => self.string().map(|quoted| Token::Str(&quoted[1..quoted.len() - 1])),
            b'@' => self.symbol(),
            b'%' => self.numbered().map(Token::Reg),
            b'$' => self.numbered().map(Token::Var),
            b'#' => {
                self.at += 1;
                self.digits().map(Token::Type)
            }
            b'!' => self.place(),
            b'-' if self.text[self.at..].starts_with("->") => {
                self.at += 2;
                Ok(Token::Arrow)
            }
            b'.' if self.text[self.at..].starts_with("...") => {
                self.at += 3;
                Ok(Token::Dots)
            }
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=' | b'+' | b'-' | b'*' | b'?' => {
                self.at += 1;
                Ok(Token::Punct(first))
            }
            _ => {
                let found = self.text[self.at..].chars().next().unwrap_or('\u{fffd}');
                Err(self.error(self.at, format!("unexpected character {found:?}")))
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn name_characters(&mut self) -> &'s str {
        let start = self.at;
        while self.peek().is_some_and(is_name_byte) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn number(&mut self) -> &'s str {
        let start = self.at;
        let hexadecimal = self.text[start..].starts_with("0x");
        while let Some(byte) = self.peek() {
            let sign = matches!(byte, b'+' | b'-') && !hexadecimal && self.text.as_bytes()[self.at - 1] == b'e';
            if !byte.is_ascii_alphanumeric() && byte != b'.' && !(sign && self.at > start) {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A quoted string with its quotes.
    fn string(&mut self) -> Result<&'s str, ParseError> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                None | Some(b'\n') => return Err(self.error(start, "this string does not end on its line")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(&self.text[start..self.at]);
                }
                Some(b'\\') if matches!(self.text.as_bytes().get(self.at + 1), Some(b'"' | b'\\')) => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn symbol(&mut self) -> Result<Token<'s>, ParseError> {
        self.at += 1;
        let name = match self.peek() {
            Some(b'"') => self.string()?,
            Some(byte) if is_name_byte(byte) => self.name_characters(),
            Some(_) | None => return Err(self.error(self.at, "expected a name after `@`")),
        };
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        if !matches!(rest, [b'+' | b'-', b'0'..=b'9', ..]) {
            return Ok(Token::Symbol { name, offset: 0 });
        }
        let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += 1 + digits;
        match self.text[start..self.at].parse() {
            Ok(offset) => Ok(Token::Symbol { name, offset }),
            Err(_) => Err(self.error(start, "this offset does not fit 64 bits")),
        }
    }

    fn numbered(&mut self) -> Result<Numbered<'s>, ParseError> {
        self.at += 1;
        if self.peek() == Some(b'"') {
            let name = self.string()?;
            if self.peek() != Some(b'.') {
                return Err(self.error(self.at, "expected `.` and a number after the quoted name"));
            }
            self.at += 1;
            let id = self.digits()?;
            return Ok(Numbered { name: Some(name), id });
        }
        let start = self.at;
        let all = self.name_characters();
        let (name, digits) = match all.rsplit_once('.') {
            Some((name, digits)) => (Some(name), digits),
            None => (None, all),
        };
        match canonical_number(digits) {
            Some(id) => Ok(Numbered { name, id }),
            None => Err(self.error(start, "expected a number, or a name, `.` and a number")),
        }
    }

    fn digits(&mut self) -> Result<u32, ParseError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        canonical_number(&self.text[start..self.at]).ok_or_else(|| self.error(start, "expected a number below 2^32"))
    }

    fn place(&mut self) -> Result<Token<'s>, ParseError> {
        self.at += 1;
        let mut file = None;
        if self.peek() == Some(b'f') {
            self.at += 1;
            file = Some(self.digits()?);
            self.colon()?;
        }
        let line = self.digits()?;
        self.colon()?;
        let column = self.digits()?;
        Ok(Token::Place { file, line, column })
    }

    fn colon(&mut self) -> Result<(), ParseError> {
        if self.peek() != Some(b':') {
            return Err(self.error(self.at, "expected `:` in this place"));
        }
        self.at += 1;
        Ok(())
    }
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn canonical_number(digits: &str) -> Option<u32> {
    let leading_zero = digits.len() > 1 && digits.starts_with('0');
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if leading_zero || !all_digits { None } else { digits.parse().ok() }
}

/// The bytes of a string as written.
pub(super) fn unescape(raw: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let (value, tail) = match tail {
            [b'n', tail @ ..] => (b'\n', tail),
            [b't', tail @ ..] => (b'\t', tail),
            [b'"', tail @ ..] => (b'"', tail),
            [b'\\', tail @ ..] => (b'\\', tail),
            [b'x', high, low, tail @ ..] => {
                let digit = |byte: &u8| (*byte as char).to_digit(16);
                ((digit(high)? * 16 + digit(low)?) as u8, tail)
            }
            _ => return None,
        };
        bytes.push(value);
        rest = tail;
    }
    Some(bytes)
}
