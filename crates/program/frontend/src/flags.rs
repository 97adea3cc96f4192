//! How C becomes bitcode; shared by the driver and by the build script, which compiles the library models.

/// Where clang is looked for, in this order, when `CAIRN_CLANG` does not name it.
pub const CLANG_CANDIDATES: [&str; 2] = ["clang-19", "/usr/lib/llvm-19/bin/clang"];

/// The environment variable that names the compiler.
pub const CLANG_VARIABLE: &str = "CAIRN_CLANG";

/// Nothing is optimised, so that no undefined behaviour disappears.
///
/// `-fsanitize-address-use-after-scope` makes clang mark the scopes of variables. `shift-base` is the only trace that
/// C's signed left shift leaves in bitcode; `vla-bound` keeps the sign of an array's size. `-flto` makes clang write plain bitcode, without the orders of use lists.
pub const BITCODE_FLAGS: [&str; 13] = [
    "-c",
    "-O0",
    "-g",
    "-flto",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-fsanitize=shift-base,vla-bound",
    "-fsanitize-trap=shift-base,vla-bound",
    "-fno-color-diagnostics",
];

/// The C that is compiled when nobody asks for another.
pub const DEFAULT_STANDARD: &str = "-std=gnu11";
