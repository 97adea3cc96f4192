//! Whatever bitcode LLVM accepts, the front end makes a module of it or says what is wrong: it never calls it an error of its
//! own, panics or hangs. `CAIRN_RANDOM_MODULES=5000 cargo test -p frontend --test random_ir` tries more.

#[path = "../common/mod.rs"]
mod common;
mod mutation;
mod program;
mod rng;
mod types;

use std::panic::catch_unwind;
use std::path::Path;
use std::process::Command;

use common::load_source;
use frontend::Error;
use ir::DataModel;
use rng::Rng;

fn wanted(few: u64) -> u64 {
    std::env::var("CAIRN_RANDOM_MODULES").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

/// What went wrong in us, or how the input was refused.
enum Problem {
    Ours(String),
    Refused(String),
}

fn lower(name: &str, source: &[u8]) -> Result<(), Problem> {
    match catch_unwind(|| load_source(name, source, DataModel::Lp64)) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error @ Error::Internal { .. })) => Err(Problem::Ours(error.to_string())),
        Ok(Err(error)) => Err(Problem::Refused(error.to_string())),
        Err(_) => Err(Problem::Ours("panics".to_string())),
    }
}

/// Keeps an input that did harm, and says where.
fn kept(name: &str, source: &[u8], problem: &str) -> String {
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, source).expect("a temporary file can be written");
    format!("{}: {problem}", path.display())
}

fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn random_modules_are_lowered() {
    let mut problems = Vec::new();
    for seed in 0..wanted(30) {
        let text = program::module(&mut Rng::new(seed));
        if let Err(Problem::Ours(problem) | Problem::Refused(problem)) = lower("random.ll", text.as_bytes()) {
            problems.push(kept(&format!("cairn-random-{seed}.ll"), text.as_bytes(), &problem));
        }
    }
    assert_none(&problems);
}

/// A test program as clang compiles it.
fn compiled(program: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/ui").join(program);
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-g", "-w", "-emit-llvm", "-Xclang", "-disable-O0-optnone"]);
    clang.args(["-Xclang", "-fsanitize-address-use-after-scope"]);
    clang.args(["-fsanitize=shift-base,vla-bound", "-fsanitize-trap=shift-base,vla-bound"]);
    let output = clang.args(["-S", "-o", "-"]).arg(path).output().expect("clang can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("clang writes text")
}

const PROGRAMS: [&str; 8] = [
    "lang/compound_literals_ok.c",
    "lang/computed_goto_ok.c",
    "lang/globals_aggregates_ok.c",
    "lang/old_style_definitions_ok.c",
    "lang/shifts_ok.c",
    "lang/struct_by_value_small_ok.c",
    "lang/variadic_mixed_ok.c",
    "lang/vla_goto_scope_ok.c",
];

#[test]
fn replaced_tokens_do_no_harm() {
    let texts = PROGRAMS.map(compiled);
    let mut problems = Vec::new();
    let mut lowered = 0;
    let count = wanted(60);
    for seed in 0..count {
        let rng = &mut Rng::new(seed);
        let original = &texts[rng.below(texts.len())];
        let text = mutation::mutate(rng, original);
        match lower("mutated.ll", text.as_bytes()) {
            Ok(()) => lowered += 1,
            Err(Problem::Refused(_)) => {}
            Err(Problem::Ours(problem)) => {
                problems.push(kept(&format!("cairn-mutated-{seed}.ll"), text.as_bytes(), &problem));
            }
        }
    }
    assert_none(&problems);
    assert!(lowered > count / 10, "hardly any mutant is a module: {lowered} of {count}");
}
