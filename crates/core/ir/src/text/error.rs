//! What is wrong with a text, and where.

/// Lines and columns count from 1; columns count bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl ParseError {
    pub(super) fn new(text: &str, at: usize, message: String) -> Self {
        let before = &text.as_bytes()[..at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        ParseError { line, column, message }
    }
}
