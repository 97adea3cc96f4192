//! Colours, or none.

use std::fmt;

/// Whether the output goes to a terminal that wants colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    pub colour: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    Error,
    Warning,
    Note,
    Good,
    Bold,
    Faint,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Paint::Error => "\x1b[1;31m",
            Paint::Warning => "\x1b[1;33m",
            Paint::Note => "\x1b[1;36m",
            Paint::Good => "\x1b[1;32m",
            Paint::Bold => "\x1b[1m",
            Paint::Faint => "\x1b[2m",
        }
    }
}

pub(crate) struct Painted<T> {
    text: T,
    paint: Option<Paint>,
}

impl Style {
    pub const PLAIN: Style = Style { colour: false };

    /// Text that says that something is wrong.
    pub fn error(self, text: &str) -> impl fmt::Display {
        self.paint(Paint::Error, text)
    }

    pub(crate) fn paint<T: fmt::Display>(self, paint: Paint, text: T) -> Painted<T> {
        Painted { text, paint: self.colour.then_some(paint) }
    }
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.paint {
            Some(paint) => write!(f, "{}{}\x1b[0m", paint.code(), self.text),
            None => self.text.fmt(f),
        }
    }
}
