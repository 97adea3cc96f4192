//! Words of the infix format.

use super::error::Fault;
use super::sexp::shortened;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    Name(&'t str),
    Number(&'t str),
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    /// `->`, also with costs: `-{1}>`.
    Arrow,
    /// `:|:`.
    If,
    Operator(Operator),
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Or,
    And,
    Not,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Power,
}

/// Longer spellings before their beginnings.
const SPELLINGS: [(&str, Token<'static>); 26] = [
    (":|:", Token::If),
    ("->", Token::Arrow),
    ("&&", Token::Operator(Operator::And)),
    ("/\\", Token::Operator(Operator::And)),
    ("||", Token::Operator(Operator::Or)),
    ("\\/", Token::Operator(Operator::Or)),
    ("==", Token::Operator(Operator::Equal)),
    ("!=", Token::Operator(Operator::Different)),
    ("<>", Token::Operator(Operator::Different)),
    ("<=", Token::Operator(Operator::AtMost)),
    (">=", Token::Operator(Operator::AtLeast)),
    ("=<", Token::Operator(Operator::AtMost)),
    ("=", Token::Operator(Operator::Equal)),
    ("<", Token::Operator(Operator::Less)),
    (">", Token::Operator(Operator::Greater)),
    ("!", Token::Operator(Operator::Not)),
    ("+", Token::Operator(Operator::Plus)),
    ("-", Token::Operator(Operator::Minus)),
    ("*", Token::Operator(Operator::Times)),
    ("^", Token::Operator(Operator::Power)),
    ("(", Token::Open),
    (")", Token::Close),
    ("[", Token::OpenBracket),
    ("]", Token::CloseBracket),
    (",", Token::Comma),
    ("&", Token::Operator(Operator::And)),
];

pub(super) struct Tokens<'t> {
    text: &'t str,
    /// Behind the last token that was taken.
    end: usize,
    /// The next one, with where it starts and ends.
    next: Option<(Token<'t>, usize, usize)>,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, end: 0, next: None }
    }

    fn look(&mut self) -> Result<(Token<'t>, usize, usize), Fault> {
        let next = match self.next {
            Some(next) => next,
            None => scan(self.text, self.end)?,
        };
        self.next = Some(next);
        Ok(next)
    }

    pub fn peek(&mut self) -> Result<Token<'t>, Fault> {
        Ok(self.look()?.0)
    }

    /// Where the next token starts.
    pub fn at(&mut self) -> Result<usize, Fault> {
        Ok(self.look()?.1)
    }

    pub fn take(&mut self) -> Result<Token<'t>, Fault> {
        let (token, _, end) = self.look()?;
        self.end = end;
        self.next = None;
        Ok(token)
    }

    /// Takes the next token if it is that one.
    pub fn next_if(&mut self, token: Token<'_>) -> Result<bool, Fault> {
        let found = self.peek()? == token;
        if found {
            self.take()?;
        }
        Ok(found)
    }

    pub fn expect(&mut self, token: Token<'_>) -> Result<(), Fault> {
        let at = self.at()?;
        if self.next_if(token)? { Ok(()) } else { Err(Fault::new(at, format!("{} is expected here", shown(token)))) }
    }

    pub fn peek_name(&mut self) -> Result<Option<&'t str>, Fault> {
        Ok(if let Token::Name(name) = self.peek()? { Some(name) } else { None })
    }

    pub fn name(&mut self) -> Result<&'t str, Fault> {
        let (name, at) = (self.peek_name()?, self.at()?);
        self.take()?;
        name.ok_or_else(|| Fault::new(at, "a name is expected here"))
    }

    /// Over any text to behind the parenthesis that closes the section opened before `from`.
    pub fn skip_to_closing(&mut self, from: usize) -> Result<(), Fault> {
        let mut open = 1;
        for (at, c) in self.text[self.end..].char_indices() {
            open += i64::from(c == '(') - i64::from(c == ')');
            if open == 0 {
                self.end += at + 1;
                self.next = None;
                return Ok(());
            }
        }
        Err(Fault::new(from, "this section is never closed"))
    }
}

fn scan(text: &str, from: usize) -> Result<(Token<'_>, usize, usize), Fault> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        if !text[at..].starts_with('#') {
            break;
        }
        at = text[at..].find('\n').map_or(text.len(), |length| at + length);
    }
    let rest = &text[at..];
    let Some(first) = rest.chars().next() else { return Ok((Token::End, at, at)) };
    let word = |legal: fn(char) -> bool| &rest[..rest.find(|c| !legal(c)).unwrap_or(rest.len())];
    if first.is_ascii_digit() {
        let digits = word(|c| c.is_ascii_digit());
        return Ok((Token::Number(digits), at, at + digits.len()));
    }
    if first.is_alphabetic() || first == '_' {
        let name = word(|c| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.'));
        return Ok((Token::Name(name), at, at + name.len()));
    }
    if rest.starts_with("-{") {
        let length = rest.find("}>").ok_or_else(|| Fault::new(at, "this arrow has no end"))?;
        return Ok((Token::Arrow, at, at + length + "}>".len()));
    }
    let found = SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling));
    let (spelling, token) = found.ok_or_else(|| Fault::new(at, format!("`{first}` means nothing here")))?;
    Ok((*token, at, at + spelling.len()))
}

/// A token for a message.
fn shown(token: Token<'_>) -> String {
    let spelling = SPELLINGS.iter().find(|(_, known)| *known == token).map(|(spelling, _)| format!("`{spelling}`"));
    spelling.unwrap_or_else(|| match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Number(digits) => shortened(digits),
        Token::End => "the end of the text".to_string(),
        Token::Open | Token::Close | Token::OpenBracket | Token::CloseBracket | Token::Comma => String::new(),
        Token::Arrow | Token::If | Token::Operator(_) => String::new(),
    })
}
