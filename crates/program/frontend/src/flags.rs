//! How C becomes bitcode; shared with the build script, which compiles the library models.

/// Nothing is optimised, so that no undefined behaviour disappears.
///
/// `-fsanitize-address-use-after-scope` makes clang mark the scopes of variables. `shift-base` is the only trace that
/// C's signed left shift leaves in bitcode; `vla-bound` keeps the sign of an array's size.
/// `-flto` makes clang write plain bitcode, without the orders of use lists.
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

/// A struct that a function returns is a copy of its own, not the caller's object: without this, clang lets a local variable
/// that is returned live there. C++ allows that, C does not.
pub const C_FLAG: &str = "-fno-elide-constructors";

/// The C that is compiled when nobody asks for another.
pub const DEFAULT_STANDARD: &str = "-std=gnu11";
