//! What is wrong with a text, and where.

use thiserror::Error;

/// Why a text is no system; line and column count from 1, the column in characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct FormatError {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

/// The same while reading: with an offset into the text, since lines are counted only for the one error that is shown.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: usize,
    pub what: String,
}

impl Fault {
    pub fn new(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: what.into() }
    }

    pub fn arithmetic(at: usize) -> Fault {
        Fault::new(at, "a number here does not fit 128 bits, or a product is too large")
    }

    pub fn place(self, text: &str) -> FormatError {
        let before = text.get(..self.at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        FormatError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            what: self.what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_characters() {
        let text = "aß\nÄb\n\nc";
        let shown = |at: usize| Fault::new(at, "here").place(text).to_string();
        assert_eq!(shown(0), "line 1, column 1: here");
        assert_eq!(shown(3), "line 1, column 3: here");
        assert_eq!(shown(4), "line 2, column 1: here");
        assert_eq!(shown(6), "line 2, column 2: here");
        assert_eq!(shown(8), "line 3, column 1: here");
        assert_eq!(shown(9), "line 4, column 1: here");
        assert_eq!(shown(10), "line 4, column 2: here");
        // In the middle of a character, or behind the text: at its end.
        assert_eq!((shown(2), shown(99)), (shown(10), shown(10)));
    }
}
