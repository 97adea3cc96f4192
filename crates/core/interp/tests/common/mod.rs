//! Small text-IR programs and how their runs end, in one word each.
#![allow(dead_code)]

use engine::Budget;
use interp::{End, ListedInputs, NoObserver, Options, Run};
use ir::Module;

const BUILTINS: &str = "
func @malloc(i64) -> ptr builtin malloc
func @calloc(i64, i64) -> ptr builtin calloc
func @realloc(ptr, i64) -> ptr builtin realloc
func @free(ptr) -> void builtin free
func @memcpy(ptr, ptr, i64) -> ptr builtin memcpy
func @abort() -> void builtin abort
func @reach_error() -> void builtin reach_error
func @__assert_fail(ptr, ptr, i32, ptr) -> void builtin __assert_fail
func @__cairn_write(i32, ptr, i64) -> void builtin __cairn_write
func @__cairn_exit(i32) -> void builtin __cairn_exit
func @__cairn_format_double(ptr, i64, f64, i8, i32, i32, i32) -> i32 builtin __cairn_format_double
func @__cairn_format_long_double(ptr, i64, f80, i8, i32, i32, i32) -> i32 builtin __cairn_format_long_double
func @__cairn_parse_double(ptr, i64) -> f64 builtin __cairn_parse_double
func @outside(i32) -> i32 extern
";

/// A module of the given definitions, with the builtins declared.
pub fn module(definitions: &str) -> Module {
    module_of("lp64", definitions)
}

pub fn module_of(model: &str, definitions: &str) -> Module {
    let builtins = if model == "lp64" { BUILTINS.to_string() } else { BUILTINS.replace("i64", "i32") };
    let text = format!("module {model}\n{builtins}\n{definitions}\nfile f0 \"t.c\"\n");
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = ir::verify(&module) {
        panic!("{}\n{text}", errors[0]);
    }
    module
}

/// `main` with this body; its blocks start at `bb0`, which is opened here.
pub fn main_of(body: &str) -> String {
    format!("func @main() -> i32 !f0:1:0 {{\nbb0:\n{body}\n}}\n")
}

pub fn run_with(module: &Module, options: &Options, inputs: &[i128]) -> Run {
    let entry = module.func_named("main").expect("the program has a main");
    let mut inputs = ListedInputs::new(inputs.iter().map(|value| *value as u128).collect());
    interp::run(module, entry, options, &mut inputs, &mut (), &mut NoObserver, &Budget::new())
}

pub fn leak_options() -> Options {
    Options { check_leaks: true, max_steps: 2_000_000, ..Options::default() }
}

/// `exit 3`, `null-deref 7` (with the line), `limit effort`, …
pub fn summary(module: &Module, run: &Run) -> String {
    match &run.end {
        End::Exited(status) => format!("exit {status}"),
        End::Aborted => "abort".to_string(),
        End::AssumeFailed => "assume".to_string(),
        End::Violation(violation) => {
            let line = module.places.get(violation.loc).map_or(0, |loc| loc.line);
            format!("{} {line}", violation.kind)
        }
        End::Limit(limit) => format!("limit {limit:?}").to_lowercase(),
        End::Unsupported { what, .. } => format!("unsupported {what}"),
    }
}

/// How the program ends, with leak checks.
pub fn outcome(definitions: &str) -> String {
    let module = module(definitions);
    let run = run_with(&module, &leak_options(), &[]);
    summary(&module, &run)
}

/// How a `main` with this body ends.
pub fn body(text: &str) -> String {
    outcome(&main_of(text))
}

/// As [`body`], without leak checks.
pub fn body_without_leaks(text: &str) -> String {
    let module = module(&main_of(text));
    let run = run_with(&module, &Options::default(), &[]);
    summary(&module, &run)
}
