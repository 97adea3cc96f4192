//! Lets the binary find the solver in the checkout even when the target directory lies outside it, and start at once.

use std::env;

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets this for build scripts");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{root}/../../../.deps/z3/lib");
    // At a fixed address: clang and LLVM hold a quarter of a million addresses of their own, and to put each right takes the
    // loader longer than all else that a start takes.
    println!("cargo:rustc-link-arg-bins=-no-pie");
}
