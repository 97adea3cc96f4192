//! What functions without a body do to memory, as a table that users can extend.
//!
//! One function a line, `name: effect; effect; …` (a comma does as well); arguments are counted from 0 and written `0` or
//! `arg0`. A later line for the same name replaces the earlier one. Effects:
//!
//! | effect | meaning |
//! |---|---|
//! | `returns new`, `returns fresh` | a new heap object, of a size that is not known |
//! | `returns fresh SIZE bytes` | of this size: a number, `arg0`, or a product of the two (`arg0*arg1`) |
//! | `returns arg0` | argument 0 itself |
//! | `returns within 0` | a pointer somewhere into what argument 0 points to |
//! | `returns external` | memory of the library's own |
//! | `returns null` | a null pointer |
//! | `returns -1..255` | some number in this range |
//! | `returns any` | any value, as without `returns` |
//! | `returns fresh 8 bytes or null` | one of several |
//! | `reads 0`, `writes 0`, `frees 0` | what argument 0 points to |
//! | `copies 1 to 0` | addresses in what argument 1 points to are afterwards also in what argument 0 points to |
//! | `stores 1 in 0` | argument 1 is stored somewhere in what argument 0 points to |
//! | `keeps 0` | the library goes on using what argument 0 points to |
//! | `exits`, `aborts` | the program ends, as by `exit` or `abort` |
//! | `nothing` | no effect on memory |

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// One of those that the function has.
    Returns(Given),
    Reads(usize),
    Writes(usize),
    Frees(usize),
    Copies {
        from: usize,
        to: usize,
    },
    Stores {
        value: usize,
        into: usize,
    },
    Keeps(usize),
    Exits,
    Aborts,
}

/// What a function gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// `None`: of a size that is not known.
    New(Option<Size>),
    Argument(usize),
    Within(usize),
    External,
    Null,
    /// Both ends belong to it.
    Between(i64, i64),
    Any,
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    Bytes(u64),
    Argument(usize),
    Product(usize, usize),
}

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadSummary {
    pub line: usize,
    pub what: String,
}

/// The table of effects. [`Summaries::default`] has what points-to analysis knows of libraries, [`Summaries::none`]
/// nothing.
#[derive(Clone, Debug)]
pub struct Summaries {
    of: FxHashMap<String, Vec<Effect>>,
}

const BUILT_IN: &str = include_str!("summaries.txt");

impl Default for Summaries {
    fn default() -> Self {
        let mut all = Summaries::none();
        all.extend(BUILT_IN).expect("invariant: the table that Cairn comes with is well-formed");
        all
    }
}

impl Summaries {
    pub fn none() -> Self {
        Summaries { of: FxHashMap::default() }
    }

    pub fn get(&self, name: &str) -> Option<&[Effect]> {
        self.of.get(name).map(Vec::as_slice)
    }

    /// Adds the lines of a table.
    pub fn extend(&mut self, text: &str) -> Result<(), BadSummary> {
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
            for text in effects.split([';', ',']).map(str::trim).filter(|text| !text.is_empty()) {
                match effects_of(text) {
                    Some(effects) => list.extend(effects),
                    None => return Err(wrong(format!("`{text}` is no effect that is known here"))),
                }
            }
            self.of.insert(name.to_string(), list);
        }
        Ok(())
    }
}

fn effects_of(text: &str) -> Option<Vec<Effect>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(vec![match *words.as_slice() {
        ["nothing"] => return Some(Vec::new()),
        ["exits"] => Effect::Exits,
        ["aborts"] => Effect::Aborts,
        ["returns", ref given @ ..] => {
            return given.split(|word| *word == "or").map(|words| Some(Effect::Returns(given_by(words)?))).collect();
        }
        ["reads", index] => Effect::Reads(argument(index)?),
        ["writes", index] => Effect::Writes(argument(index)?),
        ["frees", index] => Effect::Frees(argument(index)?),
        ["keeps", index] => Effect::Keeps(argument(index)?),
        ["copies", from, "to", to] => Effect::Copies { from: argument(from)?, to: argument(to)? },
        ["stores", value, "in", into] => Effect::Stores { value: argument(value)?, into: argument(into)? },
        _ => return None,
    }])
}

fn given_by(words: &[&str]) -> Option<Given> {
    Some(match *words {
        ["new" | "fresh"] => Given::New(None),
        ["new" | "fresh", size, "bytes"] => Given::New(Some(bytes(size)?)),
        ["external"] => Given::External,
        ["null"] => Given::Null,
        ["any"] => Given::Any,
        ["within", index] => Given::Within(argument(index)?),
        [word] => match word.split_once("..") {
            Some((least, most)) => {
                let (least, most) = (least.parse().ok()?, most.parse().ok()?);
                (least <= most).then_some(Given::Between(least, most))?
            }
            None => Given::Argument(argument(word)?),
        },
        _ => return None,
    })
}

fn bytes(word: &str) -> Option<Size> {
    if let Some((a, b)) = word.split_once('*') {
        return Some(Size::Product(a.strip_prefix("arg")?.parse().ok()?, b.strip_prefix("arg")?.parse().ok()?));
    }
    Some(match word.strip_prefix("arg") {
        Some(index) => Size::Argument(index.parse().ok()?),
        None => Size::Bytes(word.parse().ok()?),
    })
}

fn argument(word: &str) -> Option<usize> {
    word.strip_prefix("arg").unwrap_or(word).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_lines_replace_earlier_ones() {
        let mut table = Summaries::default();
        table.extend("mine: reads 0; stores 1 in 0 # why\n\nmine: returns within 2").expect("well-formed");
        assert_eq!(table.get("mine"), Some(&[Effect::Returns(Given::Within(2))][..]));
        assert_eq!(table.get("yours"), None);
        table.extend("quiet: nothing").expect("well-formed");
        assert_eq!(table.get("quiet"), Some(&[][..]));
    }

    #[test]
    fn results_are_read() {
        let mut table = Summaries::none();
        table
            .extend("f: returns fresh arg0*arg1 bytes or null, frees arg2; returns -1..255; exits")
            .expect("well-formed");
        let expected = [
            Effect::Returns(Given::New(Some(Size::Product(0, 1)))),
            Effect::Returns(Given::Null),
            Effect::Frees(2),
            Effect::Returns(Given::Between(-1, 255)),
            Effect::Exits,
        ];
        assert_eq!(table.get("f"), Some(&expected[..]));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_line() {
        let mut table = Summaries::default();
        let error = table.extend("ok: reads 0\nbad: eats 0").expect_err("no such effect");
        assert_eq!(error.to_string(), "line 2: `eats 0` is no effect that is known here");
        for wrong in
            ["no colon", ": reads 0", "f: reads -1", "f: returns", "f: returns 3..1", "f: returns fresh x bytes"]
        {
            assert_eq!(table.extend(wrong).expect_err("no sense").line, 1, "{wrong}");
        }
    }
}
