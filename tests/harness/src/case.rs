//! Annotated test programs: what `tests/README.md` describes, read from their text.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{BugKind, Property};
use ir::DataModel;

use crate::settled::{Record, Settled};

#[derive(Clone, Debug)]
pub struct Case {
    pub path: PathBuf,
    /// Relative to the root of the project.
    pub name: String,
    /// Empty: everything that applies.
    pub properties: Vec<Property>,
    pub expected: Expected,
    /// What each engine settled when it was last recorded.
    pub of_engines: Record,
    pub inputs: Vec<String>,
    /// `None` without the header. With one, `true` is a statement about runs that read this.
    pub stdin: Option<Vec<u8>>,
    pub clang_args: Vec<String>,
    /// What `main` gets after the program's name.
    pub arguments: Vec<String>,
    pub data_model: DataModel,
    /// The sanitizers cannot see the defect.
    pub unseen_by_sanitizers: bool,
    /// There is a native run to compare with.
    pub native: bool,
    pub mark: Option<Mark>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    CompileError,
    NoEntry,
    Verdict(Verdict),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    True,
    /// With the violated part.
    False(Property),
    Unknown,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::True => f.write_str("true"),
            Verdict::False(part) => write!(f, "false({part})"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

/// `//~ BUG code`, `//~ FP code: reason`, `//~ FN code: reason`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub kind: MarkKind,
    pub bug: BugKind,
    pub line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// It is there, and the interpreter says so.
    Bug,
    /// A known gap: the interpreter says so, and is wrong.
    FalseAlarm,
    /// A known gap: it is there, and the interpreter does not say so.
    Missed,
}

/// The programs to look at, if not all: their names, separated by commas.
const SOME: &str = "CAIRN_PROGRAMS";

/// Was a part of the programs asked for? Their number then says nothing.
pub fn is_part() -> bool {
    std::env::var_os(SOME).is_some()
}

/// Every annotated program below the folders, in a fixed order, or the part of them that was asked for. The error lists
/// all that are badly annotated.
pub fn collect(root: &Path, folders: &[&str]) -> Result<Vec<Case>, String> {
    let mut files = Vec::new();
    for folder in folders {
        walk(&root.join(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    }
    files.sort();
    let asked = std::env::var(SOME).ok();
    let mut cases = Vec::new();
    let mut problems = Vec::new();
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if asked.as_ref().is_some_and(|asked| asked.split(',').all(|asked| asked != name)) {
            continue;
        }
        match read(&path, &name) {
            Ok(case) => cases.push(case),
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    if problems.is_empty() { Ok(cases) } else { Err(problems.join("\n")) }
}

/// All C files below the folder.
pub fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path, name: &str) -> Result<Case, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut case = Case {
        path: path.to_path_buf(),
        name: name.to_string(),
        properties: Vec::new(),
        expected: Expected::NoEntry,
        of_engines: Vec::new(),
        inputs: Vec::new(),
        stdin: None,
        clang_args: Vec::new(),
        arguments: Vec::new(),
        data_model: DataModel::Lp64,
        unseen_by_sanitizers: false,
        native: true,
        mark: None,
    };
    let mut expected = None;
    for line in text.lines() {
        let Some(header) = line.strip_prefix("//@") else { continue };
        let (key, value) = header.trim().split_once(':').ok_or_else(|| format!("no `:` in `{line}`"))?;
        let value = value.trim();
        match key.trim() {
            "property" => {
                for name in value.split(',') {
                    let property = Property::named(name.trim());
                    case.properties.push(property.ok_or_else(|| format!("no property `{name}`"))?);
                }
            }
            "verdict" => expected = Some(Expected::Verdict(verdict(value)?)),
            "compile" => {
                expected = Some(match value {
                    "error" => Expected::CompileError,
                    "no-entry" => Expected::NoEntry,
                    _ => return Err(format!("`compile: {value}`")),
                })
            }
            "inputs" => case.inputs = value.split_whitespace().map(str::to_string).collect(),
            "stdin" => case.stdin = Some(unescape(value)),
            "args" => case.clang_args = value.split_whitespace().map(str::to_string).collect(),
            "arguments" => case.arguments = value.split_whitespace().map(str::to_string).collect(),
            "data-model" if value == "ilp32" => case.data_model = DataModel::Ilp32,
            "sanitizer" => {
                with_reason(value)?;
                case.unseen_by_sanitizers = true;
            }
            "native" => {
                with_reason(value)?;
                case.native = false;
            }
            key => {
                let engine = key.strip_prefix("verdict[").and_then(|rest| rest.strip_suffix(']'));
                let engine = engine.ok_or_else(|| format!("no header `{key}`"))?;
                if case.of_engines.iter().any(|(other, _)| other == engine) {
                    return Err(format!("a second `{key}`"));
                }
                case.of_engines.push((engine.to_string(), Settled::parse(value)?));
            }
        }
    }
    case.expected = match expected {
        Some(expected) => expected,
        None if bytes.is_empty() => Expected::NoEntry,
        None => return Err("no `//@ verdict:`".to_string()),
    };
    case.mark = mark(&text)?;
    consistent(&case)?;
    Ok(case)
}

fn verdict(text: &str) -> Result<Verdict, String> {
    // A reason may follow as a comment.
    let text = text.split("//").next().unwrap_or(text).trim();
    match text {
        "true" => Ok(Verdict::True),
        "unknown" => Ok(Verdict::Unknown),
        _ => text
            .strip_prefix("false(")
            .and_then(|rest| rest.strip_suffix(')'))
            .and_then(Property::named)
            .map(Verdict::False)
            .ok_or_else(|| format!("no verdict `{text}`")),
    }
}

fn with_reason(value: &str) -> Result<(), String> {
    match value.split_once(' ') {
        Some(("none", reason)) if !reason.trim().is_empty() => Ok(()),
        _ => Err(format!("`{value}` should be `none` and the reason")),
    }
}

fn mark(text: &str) -> Result<Option<Mark>, String> {
    let mut found = None;
    for (number, line) in text.lines().enumerate() {
        let Some((_, mark)) = line.split_once("//~") else { continue };
        let line = number as u32 + 1;
        let (word, rest) = mark.trim().split_once(' ').ok_or_else(|| format!("line {line}: `//~{mark}`"))?;
        let kind = match word {
            "BUG" => MarkKind::Bug,
            "FP" => MarkKind::FalseAlarm,
            "FN" => MarkKind::Missed,
            _ => return Err(format!("line {line}: no mark `{word}`")),
        };
        let (code, reason) = rest.trim().split_once([' ', ':']).unwrap_or((rest.trim(), ""));
        let bug = BugKind::with_code(code).ok_or_else(|| format!("line {line}: no code `{code}`"))?;
        if kind != MarkKind::Bug && reason.trim_matches([' ', ':']).is_empty() {
            return Err(format!("line {line}: `{word}` needs its reason: `//~ {word} {code}: why`"));
        }
        if found.replace(Mark { kind, bug, line }).is_some() {
            return Err(format!("line {line}: a second mark"));
        }
    }
    Ok(found)
}

/// The verdict goes with the mark. A bug that ends the run violates nothing that was not asked for.
fn consistent(case: &Case) -> Result<(), String> {
    let Expected::Verdict(verdict) = case.expected else { return Ok(()) };
    let real = case.mark.filter(|mark| mark.kind != MarkKind::FalseAlarm);
    let wanted = match (real, verdict) {
        (None, Verdict::True | Verdict::Unknown) => return Ok(()),
        (None, Verdict::False(_)) => return Err(format!("{verdict} needs a mark")),
        (Some(mark), _) => {
            let asked = |property: &Property| {
                case.properties.is_empty() || case.properties.iter().any(|asked| asked.includes(*property))
            };
            mark.bug.violates().filter(asked).map_or(Verdict::Unknown, Verdict::False)
        }
    };
    if wanted == verdict { Ok(()) } else { Err(format!("the mark means {wanted}, the header says {verdict}")) }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(other) => other,
                None => b'\\',
            },
            other => other,
        });
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_need_reasons_and_bugs_are_single() {
        assert!(mark("x; //~ FN leak").is_err());
        let found = mark("a;\nx; //~ FN leak: no model of it\n").expect("well formed").expect("one mark");
        assert_eq!((found.kind, found.bug, found.line), (MarkKind::Missed, BugKind::Leak, 2));
        assert!(mark("x; //~ BUG leak\ny; //~ BUG leak").is_err());
        assert!(mark("x; //~ BUG nonsense").is_err());
        assert_eq!(mark("int x;"), Ok(None));
    }

    #[test]
    fn verdicts_parse() {
        assert_eq!(verdict("false(valid-deref)"), Ok(Verdict::False(Property::ValidDeref)));
        assert_eq!(verdict("unknown          // no pointer arithmetic there"), Ok(Verdict::Unknown));
        assert!(verdict("false").is_err());
    }

    #[test]
    fn standard_input_is_unescaped() {
        assert_eq!(unescape(r"a\tb\n\\"), b"a\tb\n\\");
    }
}
