//! Inputs that are not one good C file: what is accepted, and what is refused with which words.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::load_source;
use frontend::{Error, Options, load};
use ir::DataModel;

fn refused(name: &str, content: &[u8]) -> Error {
    load_source(name, content, DataModel::Lp64).expect_err("the input is bad")
}

/// Several files of one folder.
fn write_all(files: &[(&str, &str)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let paths = files.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a temporary file can be written");
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

/// The compiler that the tests themselves need.
fn clang(arguments: &[&str], folder: &Path) {
    let status = Command::new("clang-19").args(arguments).current_dir(folder).status().expect("clang 19 is installed");
    assert!(status.success());
}

#[test]
fn no_input() {
    assert!(matches!(load(&[], &Options::default()), Err(Error::NoInput)));
}

#[test]
fn no_such_file() {
    let error = load(&["not/there.c".into()], &Options::default()).expect_err("there is no such file");
    assert!(matches!(error, Error::NoSuchFile { .. }));
    assert_eq!(error.to_string(), "not/there.c: no such file");
}

#[test]
fn directory() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let error = load(&[folder.path().into()], &Options::default()).expect_err("a folder is no program");
    assert!(matches!(error, Error::IsDirectory { .. }));
}

#[test]
fn empty_file() {
    assert!(matches!(refused("empty.c", b""), Error::Empty { .. }));
}

#[test]
fn noise() {
    let noise: Vec<u8> = (0..1_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(matches!(refused("noise.c", &noise), Error::NotText { .. }));
    assert!(matches!(refused("noise.bc", &noise), Error::BadBitcode { .. }));
    assert!(matches!(refused("noise.cir", &noise), Error::NotText { .. }));
    assert!(matches!(refused("noise.ll", &noise), Error::NotText { .. }));
}

#[test]
fn bytes_that_are_no_utf8_are_fine_in_comments() {
    let source = b"/* caf\xe9 */ int main(void) { return 0; }";
    assert!(load_source("latin.c", source, DataModel::Lp64).is_ok());
}

#[test]
fn text_ir_must_be_utf8() {
    assert!(matches!(refused("latin.cir", b"module lp64 // caf\xe9"), Error::NotText { .. }));
}

#[test]
fn unknown_kind() {
    assert!(matches!(refused("program.f90", b"end program"), Error::UnknownKind { .. }));
}

#[test]
fn compile_error_shows_the_words_of_clang() {
    let error = refused("wrong.c", b"int main(void) { return y; }");
    assert!(matches!(error, Error::CompileError { .. }));
    assert!(error.to_string().contains("use of undeclared identifier 'y'"), "{error}");
}

#[test]
fn damaged_bitcode() {
    let (folder, _) = write_all(&[("a.c", "int main(void) { return 0; }")]);
    clang(&["-c", "-emit-llvm", "-g", "a.c", "-o", "a.bc"], folder.path());
    let good = std::fs::read(folder.path().join("a.bc")).expect("clang wrote it");
    assert!(load_source("good.bc", &good, DataModel::Lp64).is_ok());
    assert!(matches!(refused("short.bc", &good[..(good.len() / 2) & !3]), Error::BadBitcode { .. }));
    // The identification block says which LLVM wrote the file.
    let text = "LLVM19";
    let mut strange = good.clone();
    let at = strange.windows(text.len()).position(|bytes| bytes == text.as_bytes());
    if let Some(at) = at {
        strange[at + 4..at + 6].copy_from_slice(b"99");
        assert!(load_source("strange.bc", &strange, DataModel::Lp64).is_ok(), "only the contents matter");
    }
    for at in (40..good.len()).step_by(97) {
        let mut damaged = good.clone();
        damaged[at] ^= 0x55;
        // Whatever comes of it, it is an answer.
        let _ = load_source("damaged.bc", &damaged, DataModel::Lp64);
    }
}

/// LLVM reads and verifies it: a structure has an array in the place of a number.
#[test]
fn a_constant_that_is_not_of_its_type() {
    let file = include_bytes!("../../../../tests/fuzz/bitcode/element_of_another_type.bc");
    let error = refused("odd.bc", file);
    assert!(matches!(error, Error::BadBitcode { .. }), "{error}");
    assert!(error.to_string().contains("elements of other types"), "{error}");
}

/// What a compile unit imports is no list: LLVM's reader crashes on it when it brings debug information up to date. Whatever
/// comes of it, this process goes on.
#[test]
fn bitcode_on_which_llvm_may_crash() {
    let file = include_bytes!("../../../../tests/fuzz/bitcode/imports_no_list.bc");
    let _ = load_source("imports.bc", file, DataModel::Lp64);
}

#[test]
fn bitcode_for_other_machines() {
    let text = |layout: &str, triple: &str| {
        format!("target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\ndefine i32 @main() {{ ret i32 0 }}\n")
    };
    let narrow = text("e-m:e-p:32:32-i64:64-f80:32-n8:16:32-S128", "i386-pc-linux-gnu");
    assert!(matches!(refused("narrow.ll", narrow.as_bytes()), Error::DataModel { found: 32, .. }));
    let big = text("E-m:e-i64:64-n32:64", "powerpc64-unknown-linux-gnu");
    assert!(matches!(refused("big.ll", big.as_bytes()), Error::Target { .. }));
}

#[test]
fn several_files_are_linked() {
    let (_folder, paths) = write_all(&[
        ("a.c", "int twice(int); static int own(void) { return 1; } int main(void) { return twice(own()); }"),
        ("b.c", "static int own(void) { return 2; } int twice(int x) { return x * own(); }"),
    ]);
    let module = load(&paths, &Options::default()).expect("both compile").module;
    let twice = module.func_named("twice").expect("it was linked");
    assert!(module.funcs[twice].is_defined());
    assert_eq!(module.funcs.iter().filter(|func| func.name.starts_with("own")).count(), 2);
}

#[test]
fn two_definitions_do_not_link() {
    let (_folder, paths) = write_all(&[("a.c", "int f(void) { return 1; }"), ("b.c", "int f(void) { return 2; }")]);
    let error = load(&paths, &Options::default()).expect_err("f is defined twice");
    assert!(matches!(error, Error::Link { .. }));
    assert!(error.to_string().contains("multiply defined"), "{error}");
}

#[test]
fn text_ir_is_read_back() {
    let source = b"int main(void) { return 3; }";
    let text = load_source("a.c", source, DataModel::Ilp32).expect("it compiles").module.to_string();
    let again = load_source("a.cir", text.as_bytes(), DataModel::Lp64).expect("it parses").module;
    assert_eq!(again.data_model, DataModel::Ilp32);
    assert_eq!(again.to_string(), text);
    assert!(matches!(refused("b.cir", b"module lp64\nfunc"), Error::TextIr { .. }));
}

#[test]
fn text_ir_stands_alone() {
    let (_folder, paths) = write_all(&[("a.cir", "module lp64\n"), ("b.c", "int x;")]);
    assert!(matches!(load(&paths, &Options::default()), Err(Error::CombinedTextIr { .. })));
}

#[test]
fn arguments_for_clang() {
    let (_folder, paths) = write_all(&[("a.c", "int f(void) { return SIZE; }")]);
    let options = Options { clang_args: vec!["-DSIZE=41".to_string()], ..Options::default() };
    let text = load(&paths, &options).expect("SIZE is defined").module.to_string();
    assert!(text.contains("return 41"));
    let options = Options { clang_args: vec!["-DSIZE=x+1; int g".to_string(), "-Wall".to_string()], ..options };
    assert!(matches!(load(&paths, &options), Err(Error::CompileError { .. })));
}

#[test]
fn arguments_in_a_file() {
    let (folder, paths) = write_all(&[("a.c", "int f(void) { return SIZE; }"), ("arguments", "-DSIZE=41")]);
    let argument = format!("@{}", folder.path().join("arguments").display());
    let options = Options { clang_args: vec![argument], ..Options::default() };
    assert!(load(&paths[..1], &options).is_ok());
}

#[test]
fn arguments_that_ask_for_something_else() {
    let (_folder, paths) = write_all(&[("a.c", "int f(void) { return 0; }")]);
    for arguments in [
        &["-E"][..],
        &["-fsyntax-only"],
        &["-S", "-fno-lto"],
        &["-mllvm", "-help"],
        &["-###"],
        &["--version"],
        &["-v"],
        &["--help"],
        &["-print-search-dirs"],
        &["-MJ", "commands.json"],
        &["-fmodules"],
        &["-fpass-plugin=/none.so"],
        &["-D"],
    ] {
        let clang_args = arguments.iter().map(ToString::to_string).collect();
        let error = load(&paths, &Options { clang_args, ..Options::default() }).expect_err("there is no module");
        assert!(matches!(error, Error::CompileError { .. }), "{arguments:?}: {error}");
    }
}

/// What builds have clang write besides is not written.
#[test]
fn nothing_is_written() {
    let (folder, paths) = write_all(&[("a.c", "#include <stddef.h>\nint f(void) { return 0; }")]);
    let file = |name: &str| folder.path().join(name).display().to_string();
    for arguments in [
        vec!["-MD".to_string(), "-MF".to_string(), file("a.d")],
        vec!["-serialize-diagnostics".to_string(), file("a.dia")],
        ["-Xclang", "-dependency-file", "-Xclang", &file("b.d"), "-Xclang", "-MT", "-Xclang", "x"]
            .map(str::to_string)
            .to_vec(),
        ["-Xclang", "-header-include-file", "-Xclang", &file("headers")].map(str::to_string).to_vec(),
        vec!["-Xclang".to_string(), format!("-stats-file={}", file("stats"))],
        vec!["-o".to_string(), file("a.o")],
        vec!["-save-temps".to_string()],
    ] {
        let options = Options { clang_args: arguments.clone(), ..Options::default() };
        // Some of them are refused.
        let _ = load(&paths, &options);
        let found = std::fs::read_dir(folder.path()).expect("the folder is there").count();
        assert_eq!(found, 1, "{arguments:?}");
    }
}

/// Clang follows the nesting of what it reads, and its stack ends somewhere.
#[test]
fn clang_may_crash_and_we_go_on() {
    let deep = format!("int x = {}1{};", "(".repeat(3_000_000), ")".repeat(3_000_000));
    let (_folder, paths) = write_all(&[("deep.c", &deep), ("good.c", "int main(void) { return 0; }")]);
    let options = Options { clang_args: vec!["-fbracket-depth=10000000".to_string()], ..Options::default() };
    for _ in 0..2 {
        let error = load(&paths[..1], &options).expect_err("it is too deep");
        assert!(matches!(error, Error::ClangCrashed { .. }), "{error}");
        assert!(load(&paths[1..], &options).is_ok());
    }
}

#[test]
fn types_nest_as_deep_as_one_likes() {
    let text = format!("int {}p; int main(void) {{ return p == 0; }}", "*".repeat(3_000));
    let (folder, paths) = write_all(&[("deep.c", &text)]);
    assert!(load(&paths, &Options::default()).is_ok());
    clang(&["-O0", "-g", "-c", "-emit-llvm", "deep.c", "-o", "deep.bc"], folder.path());
    assert!(load(&[folder.path().join("deep.bc")], &Options::default()).is_ok());
}

/// As with clang: what is wrong about places costs the places.
#[test]
fn wrong_debug_information_is_left_out() {
    let (folder, _) = write_all(&[("a.c", "int f(int x) { return x + 1; }\n")]);
    clang(&["-O0", "-g", "-S", "-emit-llvm", "a.c", "-o", "good.ll"], folder.path());
    let text = std::fs::read_to_string(folder.path().join("good.ll")).expect("clang has written it");
    let file = text.lines().find(|line| line.contains("= !DIFile(")).and_then(|line| line.split(' ').next());
    let file = file.expect("there is a source file");
    let is_add = |line: &&str| line.contains(" add nsw ");
    let wrong =
        text.lines().find(is_add).and_then(|line| line.split(", !dbg ").nth(1)).expect("an addition has a place");
    let text = text.replacen(&format!("1, !dbg {wrong}"), &format!("1, !dbg {file}"), 1);
    let path = folder.path().join("wrong.ll");
    std::fs::write(&path, text).expect("the folder is writable");
    let loaded = load(&[path], &Options::default()).expect("the program itself is well-formed");
    assert!(loaded.warnings.contains("ignoring invalid debug info"), "{}", loaded.warnings);
    let function = &loaded.module.funcs[loaded.module.func_named("f").expect("it is there")];
    assert!(loaded.module.places.get(function.loc).is_none());
}

#[test]
fn a_name_that_looks_like_an_option() {
    let (folder, _) = write_all(&[("-O3.c", "int f(void) { return 1; }")]);
    assert!(load(&[folder.path().join("-O3.c")], &Options::default()).is_ok());
}

#[test]
fn clang_is_named() {
    assert!(frontend::clang_version().contains("clang version 19"));
    assert!(frontend::clang_headers().expect("they are installed").join("include/stddef.h").is_file());
}

#[test]
fn the_same_input_gives_the_same_text() {
    let source = b"#include <stdio.h>\n#include <string.h>\nint main(int c, char **v) { printf(\"%d\", (int)strlen(v[0])); return c; }";
    let (folder, _) = write_all(&[("a.c", std::str::from_utf8(source).expect("it is text"))]);
    let once = || load(&[folder.path().join("a.c")], &Options::default()).expect("it compiles").module.to_string();
    assert_eq!(once(), once());
}
