//! S-expressions.
//!
//! A document is one flat list of nodes that refer to each other, read without recursion: no nesting is too deep for
//! it, neither to read nor to drop.

use super::error::Fault;

pub(super) struct Document<'t> {
    nodes: Vec<Node<'t>>,
    top: Vec<usize>,
}

struct Node<'t> {
    at: usize,
    form: Form<'t>,
}

enum Form<'t> {
    Symbol(&'t str),
    /// Between bars; never a number.
    Quoted(&'t str),
    List(Vec<usize>),
}

/// A node of a document.
#[derive(Clone, Copy)]
pub(super) struct Sexp<'d> {
    document: &'d Document<'d>,
    node: usize,
}

impl<'t> Document<'t> {
    pub fn read(text: &'t str) -> Result<Document<'t>, Fault> {
        let mut document = Document { nodes: Vec::new(), top: Vec::new() };
        // Lists that are still open, outermost first.
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut at = 0;
        while let Some(next) = text[at..].chars().next() {
            let end = at + next.len_utf8();
            let node = match next {
                _ if next.is_whitespace() => {
                    at = end;
                    continue;
                }
                ';' => {
                    at = text[at..].find('\n').map_or(text.len(), |length| at + length);
                    continue;
                }
                '(' => {
                    open.push((at, Vec::new()));
                    at = end;
                    continue;
                }
                ')' => {
                    let (start, items) = open.pop().ok_or_else(|| Fault::new(at, "this parenthesis closes nothing"))?;
                    at = end;
                    Node { at: start, form: Form::List(items) }
                }
                '|' => {
                    let length = text[end..].find('|').ok_or_else(|| Fault::new(at, "this bar is never closed"))?;
                    let start = at;
                    at = end + length + 1;
                    Node { at: start, form: Form::Quoted(&text[end..end + length]) }
                }
                _ => {
                    let delimits = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '|');
                    let start = at;
                    at = text[at..].find(delimits).map_or(text.len(), |length| at + length);
                    Node { at: start, form: Form::Symbol(&text[start..at]) }
                }
            };
            let id = document.nodes.len();
            document.nodes.push(node);
            open.last_mut().map_or(&mut document.top, |(_, items)| items).push(id);
        }
        match open.last() {
            Some((start, _)) => Err(Fault::new(*start, "this parenthesis is never closed")),
            None => Ok(document),
        }
    }

    /// The expressions that stand in no other.
    pub fn top(&self) -> impl Iterator<Item = Sexp<'_>> {
        self.top.iter().map(|node| Sexp { document: self, node: *node })
    }
}

impl<'d> Sexp<'d> {
    fn form(self) -> &'d Form<'d> {
        &self.document.nodes[self.node].form
    }

    pub fn at(self) -> usize {
        self.document.nodes[self.node].at
    }

    pub fn fault(self, what: impl Into<String>) -> Fault {
        Fault::new(self.at(), what)
    }

    /// The name this is, also between bars.
    pub fn name(self) -> Option<&'d str> {
        match self.form() {
            Form::Symbol(name) | Form::Quoted(name) => Some(name),
            Form::List(_) => None,
        }
    }

    pub fn expect_name(self) -> Result<&'d str, Fault> {
        self.name().ok_or_else(|| self.fault("a name is expected here"))
    }

    pub fn is(self, name: &str) -> bool {
        self.name() == Some(name)
    }

    pub fn list(self) -> Option<Vec<Sexp<'d>>> {
        match self.form() {
            Form::List(items) => Some(items.iter().map(|node| Sexp { node: *node, ..self }).collect()),
            Form::Symbol(_) | Form::Quoted(_) => None,
        }
    }

    pub fn expect_list(self) -> Result<Vec<Sexp<'d>>, Fault> {
        self.list().ok_or_else(|| self.fault("a list in parentheses is expected here"))
    }

    /// `(head argument …)`.
    pub fn application(self) -> Result<(&'d str, Vec<Sexp<'d>>), Fault> {
        let mut items = self.expect_list()?;
        if items.is_empty() {
            return Err(self.fault("an empty list means nothing here"));
        }
        let head = items.remove(0).expect_name()?;
        Ok((head, items))
    }

    /// The name in front of a list.
    pub fn head(self) -> Option<&'d str> {
        match self.form() {
            Form::List(items) => Sexp { node: *items.first()?, ..self }.name(),
            Form::Symbol(_) | Form::Quoted(_) => None,
        }
    }

    /// The number this is, `-7` included; `None` for what is no number.
    pub fn number(self) -> Option<Result<i128, Fault>> {
        let Form::Symbol(text) = self.form() else { return None };
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(text.parse().map_err(|_| self.fault(format!("the number {} does not fit 128 bits", shortened(text)))))
    }
}

/// Digits for a message, which is no place for a thousand of them.
pub(super) fn shortened(digits: &str) -> String {
    match digits.char_indices().nth(50) {
        Some((end, _)) => format!("{}…", &digits[..end]),
        None => digits.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (usize, String) {
        let fault = Document::read(text).err().expect("a broken text");
        (fault.at, fault.what)
    }

    #[test]
    fn whitespace_and_comments_are_free() {
        let document = Document::read("; all of it\n(a|b c|\t(d) ; end\n)e").expect("well formed");
        let top: Vec<Sexp> = document.top().collect();
        let items = top[0].list().expect("a list");
        assert_eq!(items.iter().map(|item| item.name()).collect::<Vec<_>>(), [Some("a"), Some("b c"), None]);
        assert_eq!((items[2].head(), items[2].at(), top[1].name()), (Some("d"), 20, Some("e")));
    }

    #[test]
    fn numbers_are_told_from_names() {
        let document = Document::read("-12 |12| 1a - 170141183460469231731687303715884105728").expect("well formed");
        let numbers: Vec<_> = document.top().map(|item| item.number().map(|number| number.ok())).collect();
        assert_eq!(numbers, [Some(Some(-12)), None, None, None, Some(None)]);
    }

    #[test]
    fn parentheses_must_match() {
        assert_eq!(fault("(a (b)"), (0, "this parenthesis is never closed".to_string()));
        assert_eq!(fault("(a))"), (3, "this parenthesis closes nothing".to_string()));
        assert_eq!(fault("(a |b)"), (3, "this bar is never closed".to_string()));
    }

    #[test]
    fn no_nesting_is_too_deep() {
        let deep = 1_000_000;
        assert!(Document::read(&("(".repeat(deep) + &")".repeat(deep))).is_ok());
    }

    #[test]
    fn long_numbers_are_shortened() {
        let digits = "1234567890".repeat(6);
        assert_eq!(shortened(&digits[..50]), digits[..50]);
        assert_eq!(shortened(&digits[..51]), format!("{}…", &digits[..50]));
        assert_eq!(shortened(&digits), format!("{}…", &digits[..50]));
    }
}
