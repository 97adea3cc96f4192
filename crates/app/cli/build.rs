//! Lets the binary find the solver in the checkout even when the target directory lies outside it.

use std::env;

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets this for build scripts");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{root}/../../../.deps/z3/lib");
}
