//! What can be wrong with an input or with the machine. Each message names the file and what to do.

use std::path::PathBuf;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    #[error("no input files")]
    NoInput,
    #[error("{}: no such file", path.display())]
    NoSuchFile { path: PathBuf },
    #[error("{}: is a directory; name the C files in it instead", path.display())]
    IsDirectory { path: PathBuf },
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}: the file is empty; there is no program in it", path.display())]
    Empty { path: PathBuf },
    #[error("{}: the file is not text; pass C source, LLVM bitcode as .bc, or Cairn's own text form as .cir", path.display())]
    NotText { path: PathBuf },
    #[error("{}: cannot tell what kind of file it is; expected .c, .i, .cpp, .cc, .ii, .bc, .ll or .cir", path.display())]
    UnknownKind { path: PathBuf },
    #[error(
        "{}: a .cir file is a whole program and cannot be combined with other inputs; pass it alone",
        path.display()
    )]
    CombinedTextIr { path: PathBuf },
    #[error(
        "the headers of clang 19 were not found; install them (Debian: apt install libclang-common-19-dev) or set CAIRN_CLANG_HEADERS to the folder that contains their `include`"
    )]
    HeadersMissing,
    #[error("there is no thread to compile in: {source}")]
    NoThread { source: std::io::Error },
    #[error("{}: does not compile\n{message}", path.display())]
    CompileError { path: PathBuf, message: String },
    #[error("{}: clang crashed on it\n{message}", path.display())]
    ClangCrashed { path: PathBuf, message: String },
    #[error(
        "{}: not bitcode that LLVM 19 can read ({message}); compile the program again with clang 14 to 19, or pass its C source",
        path.display()
    )]
    BadBitcode { path: PathBuf, message: String },
    #[error("{}: is for a machine that is not modelled ({target}); compile it for x86-64 or i386", path.display())]
    Target { path: PathBuf, target: String },
    #[error("{}: has {found}-bit pointers, but the data model is {wanted}; choose the other one with --data-model", path.display())]
    DataModel { path: PathBuf, found: u32, wanted: ir::DataModel },
    #[error("{}: cannot be linked with the files before it: {message}", path.display())]
    Link { path: PathBuf, message: String },
    #[error("{}: {error}", path.display())]
    TextIr { path: PathBuf, error: ir::ParseError },
    #[error("{}: is not a valid program in text form:\n{message}", path.display())]
    InvalidTextIr { path: PathBuf, message: String },
    /// A mistake of ours.
    #[error("internal error: {message}\nPlease report this, with the input.")]
    Internal { message: String },
}
