//! What functions without a body do to memory, as a table that users can extend.
//!
//! One function a line, `name: effect; effect; …`; arguments are counted from 0. A later line for the same name
//! replaces the earlier one. Effects:
//!
//! | effect | meaning |
//! |---|---|
//! | `returns new` | a new heap object |
//! | `returns 0` | argument 0 itself |
//! | `returns within 0` | a pointer somewhere into what argument 0 points to |
//! | `returns external` | memory of the library's own |
//! | `reads 0`, `writes 0`, `frees 0` | what argument 0 points to |
//! | `copies 1 to 0` | addresses in what argument 1 points to are afterwards also in what argument 0 points to |
//! | `stores 1 in 0` | argument 1 is stored somewhere in what argument 0 points to |
//! | `keeps 0` | the library goes on using what argument 0 points to |
//! | `nothing` | no effect on memory |

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Returns(Result),
    Reads(usize),
    Writes(usize),
    Frees(usize),
    Copies { from: usize, to: usize },
    Stores { value: usize, into: usize },
    Keeps(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    New,
    Argument(usize),
    Within(usize),
    External,
}

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadSummary {
    pub line: usize,
    pub what: String,
}

#[derive(Clone, Debug)]
pub struct Summaries {
    of: FxHashMap<String, Vec<Effect>>,
}

const BUILT_IN: &str = include_str!("summaries.txt");

impl Default for Summaries {
    fn default() -> Self {
        let mut all = Summaries { of: FxHashMap::default() };
        all.extend(BUILT_IN).expect("invariant: the table that Cairn comes with is well-formed");
        all
    }
}

impl Summaries {
    pub fn get(&self, name: &str) -> Option<&[Effect]> {
        self.of.get(name).map(Vec::as_slice)
    }

    /// Adds the lines of a table.
    pub fn extend(&mut self, text: &str) -> std::result::Result<(), BadSummary> {
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |what: String| BadSummary { line: index + 1, what };
            let (name, effects) =
                line.split_once(':').ok_or_else(|| wrong("expected `name: effect; effect`".to_string()))?;
            let name = name.trim();
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(wrong(format!("`{name}` is no name of a function")));
            }
            let mut list = Vec::new();
            for text in effects.split(';').map(str::trim).filter(|text| !text.is_empty()) {
                match effect(text) {
                    Some(effect) => list.extend(effect),
                    None => return Err(wrong(format!("`{text}` is no effect that is known here"))),
                }
            }
            self.of.insert(name.to_string(), list);
        }
        Ok(())
    }
}

/// `Some(None)` for the effect that is none.
fn effect(text: &str) -> Option<Option<Effect>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let argument = |word: &str| word.parse::<usize>().ok();
    Some(Some(match *words.as_slice() {
        ["nothing"] => return Some(None),
        ["returns", "new"] => Effect::Returns(Result::New),
        ["returns", "external"] => Effect::Returns(Result::External),
        ["returns", "within", index] => Effect::Returns(Result::Within(argument(index)?)),
        ["returns", index] => Effect::Returns(Result::Argument(argument(index)?)),
        ["reads", index] => Effect::Reads(argument(index)?),
        ["writes", index] => Effect::Writes(argument(index)?),
        ["frees", index] => Effect::Frees(argument(index)?),
        ["keeps", index] => Effect::Keeps(argument(index)?),
        ["copies", from, "to", to] => Effect::Copies { from: argument(from)?, to: argument(to)? },
        ["stores", value, "in", into] => Effect::Stores { value: argument(value)?, into: argument(into)? },
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_lines_replace_earlier_ones() {
        let mut table = Summaries::default();
        table.extend("mine: reads 0; stores 1 in 0 # why\n\nmine: returns within 2").expect("well-formed");
        assert_eq!(table.get("mine"), Some(&[Effect::Returns(Result::Within(2))][..]));
        assert_eq!(table.get("yours"), None);
        table.extend("quiet: nothing").expect("well-formed");
        assert_eq!(table.get("quiet"), Some(&[][..]));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_line() {
        let mut table = Summaries::default();
        let error = table.extend("ok: reads 0\nbad: eats 0").expect_err("no such effect");
        assert_eq!(error.to_string(), "line 2: `eats 0` is no effect that is known here");
        assert_eq!(table.extend("no colon").expect_err("no name").line, 1);
        assert_eq!(table.extend(": reads 0").expect_err("no name").line, 1);
        assert_eq!(table.extend("f: reads -1").expect_err("no argument").line, 1);
    }
}
