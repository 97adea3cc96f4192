//! What kind of file an input is, and whether it is worth giving to a compiler.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    C,
    PreprocessedC,
    Cpp,
    PreprocessedCpp,
    Bitcode,
    TextBitcode,
    /// Cairn's own text form.
    TextIr,
}

impl Kind {
    /// By the name's ending, as compilers do.
    pub fn of(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "c" => Some(Kind::C),
            "i" => Some(Kind::PreprocessedC),
            "cpp" | "cc" | "cxx" | "C" | "c++" => Some(Kind::Cpp),
            "ii" => Some(Kind::PreprocessedCpp),
            "bc" => Some(Kind::Bitcode),
            "ll" => Some(Kind::TextBitcode),
            "cir" => Some(Kind::TextIr),
            _ => None,
        }
    }

    /// What clang calls it.
    pub fn language(self) -> &'static str {
        match self {
            Kind::C => "c",
            Kind::PreprocessedC => "cpp-output",
            Kind::Cpp => "c++",
            Kind::PreprocessedCpp => "c++-cpp-output",
            Kind::Bitcode | Kind::TextBitcode | Kind::TextIr => unreachable!("invariant: only C and C++ are compiled"),
        }
    }

    pub fn is_c(self) -> bool {
        matches!(self, Kind::C | Kind::PreprocessedC)
    }

    pub fn is_bitcode(self) -> bool {
        matches!(self, Kind::Bitcode | Kind::TextBitcode)
    }
}

/// How much of a file is looked at before a compiler reads it.
const LOOK: u64 = 64 * 1024;

/// Is there a file, and could it be of its kind?
pub fn check(path: &Path) -> Result<Kind, Error> {
    let owned = || path.to_path_buf();
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Error::NoSuchFile { path: owned() }),
        Err(source) => return Err(Error::Unreadable { path: owned(), source }),
    };
    if metadata.is_dir() {
        return Err(Error::IsDirectory { path: owned() });
    }
    let kind = Kind::of(path).ok_or_else(|| Error::UnknownKind { path: owned() })?;
    // A pipe can be read only once; the compiler will say what is wrong with it.
    if !metadata.is_file() {
        return Ok(kind);
    }
    if metadata.len() == 0 {
        return Err(Error::Empty { path: owned() });
    }
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LOOK).read_to_end(&mut head));
    if let Err(source) = read {
        return Err(Error::Unreadable { path: owned(), source });
    }
    if kind == Kind::Bitcode {
        if !has_bitcode_magic(&head) {
            let message = "it does not start as bitcode does".to_string();
            return Err(Error::BadBitcode { path: owned(), message });
        }
    } else if head.contains(&0) {
        return Err(Error::NotText { path: owned() });
    }
    Ok(kind)
}

/// Raw bitcode, or the wrapper that some systems put around it.
fn has_bitcode_magic(head: &[u8]) -> bool {
    head.starts_with(b"BC\xC0\xDE") || head.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}
