//! Lines of the user's source files, read once each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::rc::Rc;

use ir::{Loc, LocId, Module};

/// Source files of a module; a file that cannot be read has no lines, and its diagnostics no snippets.
#[derive(Debug)]
pub(crate) struct Sources<'m> {
    module: &'m Module,
    files: RefCell<BTreeMap<String, Rc<str>>>,
}

impl<'m> Sources<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        Sources { module, files: RefCell::default() }
    }

    pub(crate) fn module(&self) -> &'m Module {
        self.module
    }

    /// A place in the user's files; places inside library models are none of the user's business.
    pub(crate) fn place(&self, id: LocId) -> Option<(Loc, &'m str)> {
        let loc = self.module.places.get(id)?;
        let file = &self.module.places.files[loc.file];
        (!file.model).then_some((loc, file.path.as_str()))
    }

    /// The line, without its end.
    pub(crate) fn line(&self, path: &str, number: u32) -> Option<String> {
        let text = self.text(path);
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        text.lines().nth(index).map(str::to_string)
    }

    fn text(&self, path: &str) -> Rc<str> {
        let mut files = self.files.borrow_mut();
        if let Some(text) = files.get(path) {
            return text.clone();
        }
        let text: Rc<str> = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into();
        files.insert(path.to_string(), text.clone());
        text
    }
}

/// The bytes of `line` that a diagnostic at this column (1-based, in bytes, 0 unknown) underlines: the word or number
/// there, else one character.
pub(crate) fn underlined(line: &str, column: u32) -> std::ops::Range<usize> {
    let indent = line.len() - line.trim_start().len();
    let mut start = if column == 0 { indent } else { (column as usize - 1).min(line.len()) };
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = &line[start..];
    let length = rest.find(|c: char| !word(c)).unwrap_or(rest.len());
    let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
    start..start + length
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn underlines_the_word() {
        let line = "    n->next = make(3);";
        assert_eq!(&line[underlined(line, 8)], "next");
        assert_eq!(&line[underlined(line, 5)], "n");
        assert_eq!(&line[underlined(line, 6)], "-");
        assert_eq!(&line[underlined(line, 0)], "n");
        assert_eq!(underlined(line, 400), line.len()..line.len());
    }

    proptest! {
        #[test]
        fn never_leaves_the_line(line in "\\PC*", column in 0u32..200) {
            let range = underlined(&line, column);
            prop_assert!(line.get(range).is_some());
        }
    }
}
