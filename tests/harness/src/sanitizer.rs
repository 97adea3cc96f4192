//! What a native report of a bug looks like.

use crate::native::Build;

/// A text that the report of this kind contains, in pieces that must follow each other on one line.
type Pattern = &'static [&'static str];

/// How a bug shows natively. `None`: a code that no native run shows.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    pub build: Build,
    /// Any of these will do.
    pub patterns: &'static [Pattern],
    /// The report names the line of the bug.
    pub places: bool,
    /// `LSAN_OPTIONS`.
    pub leaks: &'static str,
}

const SEGV: Pattern = &["SEGV on unknown address"];

pub fn sign(code: &str) -> Option<Sign> {
    let address = |patterns: &'static [Pattern]| Sign { build: Build::Address, patterns, places: true, leaks: "" };
    Some(match code {
        "null-deref" => address(&[&["null pointer"], SEGV]),
        "use-after-free" => address(&[&["heap-use-after-free"]]),
        "use-after-scope" => address(&[&["stack-use-after-scope"], &["stack-use-after-return"]]),
        "out-of-bounds" => address(&[
            &["-buffer-overflow"],
            &["-buffer-underflow"],
            &["stack-overflow"],
            &["index ", " out of bounds"],
            &["negative-size-param"],
            SEGV,
        ]),
        "uninit-deref" => {
            Sign { build: Build::Memory, patterns: &[&["use-of-uninitialized-value"]], places: true, leaks: "" }
        }
        "wild-deref" => address(&[SEGV, &["misaligned address"]]),
        "readonly-write" => address(&[SEGV]),
        "invalid-call" => address(&[&["incorrect function type"], SEGV, &["null pointer"]]),
        "invalid-free" => address(&[&["attempting free on address which was not malloc"], &[" in free "]]),
        "double-free" => address(&[&["attempting double-free"]]),
        "bad-realloc" => address(&[
            &["attempting double-free"],
            &["attempting free on address which was not malloc"],
            &["attempting to call malloc_usable_size"],
            &["heap-use-after-free"],
        ]),
        "overlapping-copy" => address(&[&["-param-overlap"]]),
        // Reported with the place of the allocation, not of the loss. `main`'s locals are dead when it looks, and
        // stale copies of pointers in dead frames would hide the leak.
        "leak" => leaking("use_stacks=0:use_registers=0"),
        "leak-at-exit" => leaking("use_globals=0:use_stacks=0:use_registers=0:use_tls=0"),
        "signed-overflow" => address(&[
            &["signed integer overflow"],
            &["negation of ", " cannot be represented"],
            &["division of ", " by -1 cannot be represented"],
            &["left shift of"],
        ]),
        "div-by-zero" => address(&[&["division by zero"]]),
        "shift-out-of-range" => address(&[&["shift exponent"]]),
        "bit-scan-of-zero" => address(&[&["passing zero to"]]),
        "error-call" => Sign {
            build: Build::Address,
            patterns: &[&["Assertion ", " failed"], &["reach_error called"], &["__VERIFIER_error called"]],
            places: false,
            leaks: "",
        },
        "array-size" => address(&[&["variable length array bound"]]),
        "unreachable-reached" => address(&[&["unreachable program point"]]),
        _ => return None,
    })
}

fn leaking(leaks: &'static str) -> Sign {
    Sign { build: Build::Address, patterns: &[&["LeakSanitizer: detected memory leaks"]], places: false, leaks }
}

/// Does this text contain any report of a sanitizer or a failed assertion?
pub fn any(text: &str) -> bool {
    ["runtime error:", "Sanitizer", "Assertion", "reach_error called", "__VERIFIER_error called"]
        .iter()
        .any(|sign| text.contains(sign))
}

impl Sign {
    /// `file` is the source's name without folders.
    pub fn fits(&self, text: &str, file: &str, line: u32) -> bool {
        let kind = text.lines().any(|text| self.patterns.iter().any(|pattern| contains_all(text, pattern)));
        // A jump into data leaves no frame of the caller behind.
        let placed = |text: &str| names_line(text, file, line) || text.contains("PC is at a non-executable region");
        kind && (!self.places || text.lines().any(placed))
    }
}

fn contains_all(mut text: &str, pattern: Pattern) -> bool {
    for piece in pattern {
        match text.find(piece) {
            Some(at) => text = &text[at + piece.len()..],
            None => return false,
        }
    }
    true
}

fn names_line(text: &str, file: &str, line: u32) -> bool {
    let wanted = format!("{file}:{line}");
    text.match_indices(&wanted).any(|(at, _)| !text[at + wanted.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_recognised_by_kind_and_line() {
        let text = "x.c:12:7: runtime error: index 9 out of bounds for type 'int[4]'";
        let sign = sign("out-of-bounds").expect("a known code");
        assert!(sign.fits(text, "x.c", 12));
        assert!(!sign.fits(text, "x.c", 1));
        assert!(!sign.fits("x.c:12:7: runtime error: division by zero", "x.c", 12));
    }
}
