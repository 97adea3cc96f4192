//! Lets `cargo test` and `cargo run` load the solver wherever the target directory is.
//!
//! The linker finds Z3 through the cargo configuration of the checkout. At run time, programs below the checkout's own
//! `target/` find it through their relative rpath; for any other target directory cargo puts the search paths that lie
//! inside it on the loader's path, so one link to the library is placed there.

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::{env, fs};

const LIBRARY: &str = "libz3.so.5.4";

fn main() {
    let variable = |name| PathBuf::from(env::var_os(name).expect("cargo sets this for build scripts"));
    let root = variable("CARGO_MANIFEST_DIR").join("../../..");
    let library = root.join(".deps/z3/lib").join(LIBRARY);
    println!("cargo:rerun-if-changed={}", library.display());
    let Ok(library) = library.canonicalize() else {
        panic!("{} is missing: run scripts/setup once", library.display());
    };
    let directory = variable("OUT_DIR");
    for name in [LIBRARY, "libz3.so"] {
        let link = directory.join(name);
        if fs::read_link(&link).is_ok_and(|old| old == library) {
            continue;
        }
        // Absent on the first build.
        let _ = fs::remove_file(&link);
        symlink(&library, &link).expect("the build directory is writable");
    }
    println!("cargo:rustc-link-search=native={}", directory.display());
}
