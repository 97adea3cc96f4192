//! Property files of the software-verification competition.
//!
//! ```text
//! CHECK( init(main()), LTL(G ! call(reach_error())) )
//! CHECK( init(main()), LTL(G valid-free) )
//! CHECK( init(main()), LTL(F end) )
//! ```

use engine::Property;

/// What a property file asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    pub entry: String,
    /// The three parts of memory safety together are one property.
    pub properties: Vec<Property>,
    pub error_functions: Vec<String>,
}

impl PropertyFile {
    pub fn parse(text: &str) -> Result<PropertyFile, BadProperty> {
        let mut parser = Parser { rest: text, line: 1 };
        let mut file: Option<PropertyFile> = None;
        loop {
            parser.skip_space();
            if parser.rest.is_empty() {
                break;
            }
            let line = parser.line;
            let (entry, property, error_function) = parser.check()?;
            let file = file.get_or_insert_with(|| PropertyFile {
                entry: entry.clone(),
                properties: Vec::new(),
                error_functions: Vec::new(),
            });
            if file.entry != entry {
                let message =
                    format!("expected the entry function `{}` of the lines before, found `{entry}`", file.entry);
                return Err(BadProperty { line, message });
            }
            if !file.properties.contains(&property) {
                file.properties.push(property);
            }
            file.error_functions.extend(error_function);
        }
        let mut file =
            file.ok_or(BadProperty { line: 1, message: "expected `CHECK`, found the end of the file".into() })?;
        file.unite_memsafety();
        Ok(file)
    }

    fn unite_memsafety(&mut self) {
        let parts = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];
        if parts.iter().all(|part| self.properties.contains(part)) {
            self.properties.retain(|property| !parts.contains(property));
            self.properties.insert(0, Property::ValidMemsafety);
        }
    }
}

/// What such a file looks like, for people who wrote another one.
pub const EXAMPLE: &str = "`CHECK( init(main()), LTL(G ! call(reach_error())) )`";

/// A text that is no property file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}: {message}")]
pub struct BadProperty {
    pub line: u32,
    pub message: String,
}

struct Parser<'t> {
    rest: &'t str,
    line: u32,
}

impl<'t> Parser<'t> {
    /// `CHECK ( init ( NAME ( ) ) , LTL ( FORMULA ) )`
    fn check(&mut self) -> Result<(String, Property, Option<String>), BadProperty> {
        for token in ["CHECK", "(", "init", "("] {
            self.expect(token)?;
        }
        let entry = self.name("the name of the entry function")?;
        for token in ["(", ")", ")", ",", "LTL", "("] {
            self.expect(token)?;
        }
        let (property, error_function) = self.formula()?;
        self.expect(")")?;
        self.expect(")")?;
        Ok((entry.to_string(), property, error_function))
    }

    fn formula(&mut self) -> Result<(Property, Option<String>), BadProperty> {
        let line = self.line;
        let word = self.name("`G` or `F`")?;
        match word {
            "F" => {
                self.expect("end")?;
                Ok((Property::Termination, None))
            }
            "G" if self.accept("!") => self.never(),
            "G" => {
                let line = self.line;
                let name = self.name("`!` or the name of a property")?;
                let always =
                    [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::ValidMemcleanup];
                let property = always.into_iter().find(|property| property.name() == name);
                property.map(|property| (property, None)).ok_or_else(|| BadProperty {
                    line,
                    message: format!(
                        "expected `valid-deref`, `valid-free`, `valid-memtrack` or `valid-memcleanup`, found `{name}`"
                    ),
                })
            }
            other => Err(BadProperty { line, message: format!("expected `G` or `F`, found `{other}`") }),
        }
    }

    /// After `G !`.
    fn never(&mut self) -> Result<(Property, Option<String>), BadProperty> {
        let line = self.line;
        match self.name("`call` or `overflow`")? {
            "overflow" => Ok((Property::NoOverflow, None)),
            "call" => {
                self.expect("(")?;
                let function = self.name("the name of a function")?;
                for token in ["(", ")", ")"] {
                    self.expect(token)?;
                }
                Ok((Property::UnreachCall, Some(function.to_string())))
            }
            other => Err(BadProperty { line, message: format!("expected `call` or `overflow`, found `{other}`") }),
        }
    }

    fn skip_space(&mut self) {
        let after = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - after.len()];
        self.line += skipped.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = after;
    }

    /// Letters, digits, `_`, `$`, and `-` as in `valid-free`.
    fn word(&self) -> &'t str {
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
        let end = self.rest.find(|c: char| !in_word(c)).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    fn name(&mut self, what: &str) -> Result<&'t str, BadProperty> {
        self.skip_space();
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected(what));
        }
        self.rest = &self.rest[word.len()..];
        Ok(word)
    }

    fn accept(&mut self, token: &str) -> bool {
        self.skip_space();
        let is_word = token.starts_with(char::is_alphabetic);
        let found = if is_word { self.word() == token } else { self.rest.starts_with(token) };
        if found {
            self.rest = &self.rest[token.len()..];
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), BadProperty> {
        if self.accept(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    fn unexpected(&self, expected: &str) -> BadProperty {
        let found: String = match self.word() {
            "" => self.rest.chars().take(1).collect(),
            word => word.chars().take(40).collect(),
        };
        let found =
            if found.is_empty() { "the end of the file".to_string() } else { format!("`{}`", found.escape_debug()) };
        BadProperty { line: self.line, message: format!("expected {expected}, found {found}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn properties(text: &str) -> Vec<Property> {
        PropertyFile::parse(text).expect("it is a property file").properties
    }

    fn error(text: &str) -> String {
        PropertyFile::parse(text).expect_err("it is no property file").to_string()
    }

    #[test]
    fn every_form_of_the_competition() {
        let check = |formula: &str| properties(&format!("CHECK( init(main()), LTL({formula}) )\n"));
        assert_eq!(check("G ! call(reach_error())"), [Property::UnreachCall]);
        assert_eq!(check("G ! overflow"), [Property::NoOverflow]);
        assert_eq!(check("F end"), [Property::Termination]);
        assert_eq!(check("G valid-free"), [Property::ValidFree]);
        assert_eq!(check("G valid-memcleanup"), [Property::ValidMemcleanup]);
    }

    #[test]
    fn three_parts_are_memory_safety() {
        let line = |part: &str| format!("CHECK( init(main()), LTL(G {part}) )\n");
        let all = [line("valid-free"), line("valid-deref"), line("valid-memtrack")].concat();
        assert_eq!(properties(&all), [Property::ValidMemsafety]);
        let two = [line("valid-free"), line("valid-deref")].concat();
        assert_eq!(properties(&two), [Property::ValidFree, Property::ValidDeref]);
    }

    #[test]
    fn entry_and_error_function_come_from_the_file() {
        let file = PropertyFile::parse("CHECK(init(start()),LTL(G!call(oops())))").expect("spaces are free");
        assert_eq!((file.entry.as_str(), file.error_functions), ("start", vec!["oops".to_string()]));
    }

    #[test]
    fn errors_name_line_and_expectation() {
        assert_eq!(error(""), "1: expected `CHECK`, found the end of the file");
        assert_eq!(error("\n\nCHEK( init(main()) )"), "3: expected `CHECK`, found `CHEK`");
        assert_eq!(error("CHECK( init(main()), LTL(X end) )"), "1: expected `G` or `F`, found `X`");
        assert_eq!(
            error("CHECK( init(main()),\n LTL(G ! data-race) )"),
            "2: expected `call` or `overflow`, found `data-race`"
        );
        assert_eq!(error("CHECK( init(main()), LTL(G ! overflow)"), "1: expected `)`, found the end of the file");
        assert_eq!(
            error("CHECK( init(f()), LTL(F end) )\nCHECK( init(g()), LTL(F end) )"),
            "2: expected the entry function `f` of the lines before, found `g`"
        );
    }

    proptest! {
        #[test]
        fn garbage_is_an_error_not_a_panic(text in "\\PC*") {
            let _ = PropertyFile::parse(&text);
        }

        #[test]
        fn almost_property_files_do_not_panic(
            pieces in prop::collection::vec(
                prop::sample::select(vec!["CHECK", "(", ")", "init", "main", ",", "LTL", "G", "!", "F", "end", "call",
                    "overflow", "valid-free", "\n", " ", "é", "-"]), 0..40)
        ) {
            let _ = PropertyFile::parse(&pieces.concat());
        }
    }
}
