//! Symbolic expressions.

use std::fmt;

/// Deeper ones are refused: whoever reads them calls itself.
const MOST_DEPTH: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    pub(crate) fn atom(&self) -> Option<&str> {
        if let Sexp::Atom(text) = self { Some(text) } else { None }
    }

    pub(crate) fn list(&self) -> Option<&[Sexp]> {
        if let Sexp::List(items) = self { Some(items) } else { None }
    }

    /// How deep lists are in each other, but for the bodies of `let`, which follow one another.
    fn depth(&self) -> usize {
        let (mut deepest, mut open) = (0, vec![(self, 0)]);
        while let Some((sexp, depth)) = open.pop() {
            deepest = deepest.max(depth);
            if let Sexp::List(items) = sexp {
                let is_let = items.first().and_then(Sexp::atom) == Some("let");
                let last = items.len().saturating_sub(1);
                open.extend(
                    items
                        .iter()
                        .enumerate()
                        .map(|(index, item)| (item, if is_let && index == last { depth } else { depth + 1 })),
                );
            }
        }
        deepest
    }
}

/// Not by calling itself: what is too deep to be read can be dropped.
impl Drop for Sexp {
    fn drop(&mut self) {
        let Sexp::List(items) = self else { return };
        let mut open = std::mem::take(items);
        while let Some(mut sexp) = open.pop() {
            if let Sexp::List(items) = &mut sexp {
                open.append(items);
            }
        }
    }
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sexp::Atom(text) => f.write_str(text),
            Sexp::List(items) => write!(f, "({} …)", items.first().and_then(Sexp::atom).unwrap_or("")),
        }
    }
}

/// All expressions of a text.
pub(crate) fn parse(text: &str) -> Result<Vec<Sexp>, String> {
    let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let atom_end = match first {
            '(' => {
                open.push(Vec::new());
                // Bodies of `let` may be many; all else is not so deep.
                if open.len() > 100 * MOST_DEPTH {
                    return Err("parentheses that are too deep".to_string());
                }
                0
            }
            ')' => {
                let list = Sexp::List(open.pop().expect("invariant: there is one"));
                open.last_mut().ok_or("a parenthesis that closes nothing")?.push(list);
                0
            }
            ';' => {
                rest = after.find('\n').map_or("", |end| &after[end..]);
                continue;
            }
            '|' => after.find('|').ok_or("a symbol that does not end")? + 2,
            '"' => after.find('"').ok_or("a text that does not end")? + 2,
            _ if first.is_whitespace() => 0,
            _ => rest.find(|c: char| c.is_whitespace() || "();|\"".contains(c)).unwrap_or(rest.len()),
        };
        if atom_end == 0 {
            rest = after;
            continue;
        }
        let atom = rest[..atom_end].trim_matches('|').to_string();
        open.last_mut().expect("invariant: there is one").push(Sexp::Atom(atom));
        rest = &rest[atom_end..];
    }
    match (open.pop(), open.is_empty()) {
        (Some(all), true) if all.iter().all(|sexp| sexp.depth() <= MOST_DEPTH) => Ok(all),
        (Some(_), true) => Err("expressions that are too deep".to_string()),
        // Any other form is refused.
        _ => Err("a parenthesis that is not closed".to_string()),
    }
}
