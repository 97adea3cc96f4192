//! The command that shows a violation again.

use certify::Refutation;
use ir::Module;

use crate::inputs::{reads_stdin, show_inputs, show_repeated};

/// What `verify` was told that matters to `run`, too.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// Options that both commands have.
    pub options: &'a [String],
    pub files: &'a [String],
    /// What followed `--`.
    pub clang_args: &'a [String],
}

/// Longer texts are no argument to any program on Linux.
const LONGEST: usize = 100_000;
/// As many steps as `cairn run` takes without being told.
pub const USUAL_STEPS: u64 = 1_000_000_000;

impl Again<'_> {
    /// The words of a command; none when the run takes more inputs than a command has room for.
    pub fn words(&self, refutation: &Refutation, module: &Module) -> Option<Vec<String>> {
        let lap =
            refutation.laps.as_ref().and_then(|laps| refutation.inputs.get(laps.stem_inputs..)).unwrap_or_default();
        let inputs = [show_inputs(&refutation.inputs), show_repeated(lap)].concat().join(",");
        if inputs.len() > LONGEST {
            return None;
        }
        let mut words = vec!["cairn".to_string(), "run".to_string()];
        // What another property forbids would end the run earlier.
        words.push(format!("--property={}", refutation.part));
        words.extend(self.options.iter().cloned());
        if refutation.steps >= USUAL_STEPS {
            words.push(format!("--max-steps={}", refutation.steps.saturating_add(1)));
        }
        // A run without inputs must not wait for standard input either.
        if !refutation.inputs.is_empty() || reads_stdin(module) {
            words.push(format!("--inputs={inputs}"));
        }
        let file = |name: &String| if name.starts_with('-') { format!("./{name}") } else { name.clone() };
        words.extend(self.files.iter().map(file));
        if !self.clang_args.is_empty() {
            words.push("--".to_string());
            words.extend(self.clang_args.iter().cloned());
        }
        Some(words)
    }

    /// As a line for a shell.
    pub fn command(&self, refutation: &Refutation, module: &Module) -> Option<String> {
        let words = self.words(refutation, module)?;
        Some(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
    }
}

/// The word as every shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./,:=+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("--inputs=3,u-1,0x10:5"), "--inputs=3,u-1,0x10:5");
        assert_eq!(quoted("my file.c"), "'my file.c'");
        assert_eq!(quoted("-DNAME=\"a b\""), "'-DNAME=\"a b\"'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("$HOME/*.c"), "'$HOME/*.c'");
        assert_eq!(quoted(""), "''");
    }
}
