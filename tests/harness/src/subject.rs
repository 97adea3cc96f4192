//! Cairn's side of a comparison: lowering with its own checks, and runs of the interpreter.

use std::fmt::Display;
use std::path::Path;

use engine::{Budget, Violation};
use interp::{End, ListedInputs, NoObserver, Run};
use ir::{DataModel, FuncId, Module};

/// Calls that violate `unreach-call` when no property file says otherwise.
pub const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__assert_fail"];

pub fn load(path: &Path, data_model: DataModel, clang_args: &[String]) -> Result<frontend::Loaded, frontend::Error> {
    let options = frontend::Options { data_model, clang_args: clang_args.to_vec(), ..frontend::Options::default() };
    frontend::load(&[path.to_path_buf()], &options)
}

/// As the task definition beside the program says; 64 bits without one.
pub fn data_model(file: &Path) -> DataModel {
    let task = std::fs::read_to_string(file.with_extension("yml")).unwrap_or_default();
    if task.lines().any(|line| line.trim() == "data_model: ILP32") { DataModel::Ilp32 } else { DataModel::Lp64 }
}

/// The module satisfies the verifier, and its text means the same module.
pub fn check_module(module: &Module) -> Result<(), String> {
    ir::verify(module).map_err(|errors| format!("the IR does not verify:\n{}", list(&errors)))?;
    let text = module.to_string();
    let again = ir::parse(&text).map_err(|error| format!("the IR text does not parse: {error}"))?;
    ir::verify(&again).map_err(|errors| format!("the IR does not verify after a round trip:\n{}", list(&errors)))?;
    let second = again.to_string();
    if text == second {
        Ok(())
    } else {
        Err(format!("the IR text changes in a round trip\n{}", difference(&text, &second)))
    }
}

fn list(errors: &[impl Display]) -> String {
    errors.iter().take(5).map(|error| format!("  {error}\n")).collect()
}

/// What a run of the interpreter gets.
#[derive(Clone, Debug)]
pub struct Setting {
    pub inputs: Vec<String>,
    pub stdin: Vec<u8>,
    /// What `main` gets after the program's name.
    pub arguments: Vec<String>,
    pub check_cleanup: bool,
    /// Whether calls of error functions end the run.
    pub check_errors: bool,
    pub max_steps: u64,
}

pub fn interpret(module: &Module, entry: FuncId, setting: &Setting) -> Result<Run, String> {
    let values: Option<Vec<u128>> = setting.inputs.iter().map(|text| number(text)).collect();
    let Some(values) = values else { return Err(format!("inputs that are not whole numbers: {:?}", setting.inputs)) };
    let options = interp::Options {
        max_steps: setting.max_steps,
        check_leaks: true,
        check_cleanup: setting.check_cleanup,
        error_functions: if setting.check_errors { ERROR_FUNCTIONS.map(str::to_string).into() } else { Vec::new() },
        stdin: Some(setting.stdin.clone()),
        ..interp::Options::default()
    };
    let mut inputs = ListedInputs::new(values).with_arguments(&setting.arguments);
    let budget = Budget::new();
    Ok(interp::run(module, entry, &options, &mut inputs, &mut (), &mut NoObserver, &budget))
}

/// As the native runtime reads it; a number with a point is a `double`.
fn number(text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u128::from_str_radix(digits, 16).ok();
    }
    if let Ok(value) = text.parse::<i128>() {
        return Some(value as u128);
    }
    text.parse::<f64>().ok().map(|value| u128::from(value.to_bits()))
}

/// `null-deref at list.c:3:5: …`
pub fn describe(module: &Module, violation: &Violation) -> String {
    format!("{} at {}: {}", violation.kind, module.places.render(violation.loc), violation.message)
}

pub fn describe_end(module: &Module, end: &End) -> String {
    match end {
        End::Exited(status) => format!("exit status {status}"),
        End::Aborted => "abort".to_string(),
        End::AssumeFailed => "an assumption does not hold".to_string(),
        End::Violation(violation) => describe(module, violation),
        End::Limit(limit) => format!("limit: {limit:?}"),
        End::Unsupported { what, at } => format!("unsupported: {what} at {}", module.places.render(*at)),
    }
}

/// The line of a violation.
pub fn line_of(module: &Module, violation: &Violation) -> u32 {
    module.places.get(violation.loc).map_or(0, |loc| loc.line)
}

/// The first lines that differ, with what comes before them.
pub fn difference(expected: &str, found: &str) -> String {
    let (left, right): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let at = (0..left.len().max(right.len())).find(|&at| left.get(at) != right.get(at)).unwrap_or(0);
    let mut text = format!("  first difference at line {}\n", at + 1);
    for line in &left[at.saturating_sub(2).min(left.len())..at.min(left.len())] {
        text.push_str(&format!("      {}\n", clipped(line)));
    }
    for (sign, lines) in [("-", &left), ("+", &right)] {
        for line in lines.iter().skip(at).take(3) {
            text.push_str(&format!("    {sign} {}\n", clipped(line)));
        }
    }
    text
}

fn clipped(line: &str) -> String {
    if line.chars().count() <= 160 { line.to_string() } else { line.chars().take(159).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_show_both_sides() {
        assert_eq!(
            difference("a\nb\nc", "a\nx\nc"),
            "  first difference at line 2\n      a\n    - b\n    - c\n    + x\n    + c\n"
        );
    }

    #[test]
    fn inputs_are_read_as_natively() {
        assert_eq!(number("-1"), Some(u128::MAX));
        assert_eq!(number("0x10"), Some(16));
        assert_eq!(number("0.5"), Some(u128::from(0.5f64.to_bits())));
        assert_eq!(number("x"), None);
    }
}
