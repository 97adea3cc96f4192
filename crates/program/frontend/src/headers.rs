//! Where the headers are that belong to clang itself (`stddef.h`, `stdarg.h` and the like).

use std::path::{Path, PathBuf};

use crate::error::Error;

/// The environment variable that names the folder they are in, which contains `include`.
pub const VARIABLE: &str = "CAIRN_CLANG_HEADERS";

/// Below the folder that a clang was installed into.
const INSIDE: &str = "lib/clang/19";

/// Where clang 19 may have been installed, beside the folder in which Cairn is.
const PREFIXES: [&str; 3] = ["/usr/lib/llvm-19", "/usr", "/usr/local"];

/// The folder that contains `include`.
pub fn folder() -> Result<PathBuf, Error> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if has_headers(&named) { Ok(named) } else { Err(Error::HeadersMissing) };
    }
    let own = std::env::current_exe().ok().and_then(|cairn| Some(cairn.parent()?.parent()?.to_path_buf()));
    let prefixes = own.into_iter().chain(PREFIXES.iter().map(PathBuf::from));
    prefixes.map(|prefix| prefix.join(INSIDE)).find(|folder| has_headers(folder)).ok_or(Error::HeadersMissing)
}

fn has_headers(folder: &Path) -> bool {
    folder.join("include/stddef.h").is_file()
}
