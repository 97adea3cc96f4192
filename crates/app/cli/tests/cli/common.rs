//! Runs the real program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// A folder of files that goes away with it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        std::fs::write(&path, contents).expect("files can be written");
        path
    }

    /// Runs `cairn` inside the folder.
    pub fn cairn(&self, args: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
            .args(args)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .expect("cairn starts");
        let ran = Ran {
            status: output.status.code().expect("cairn ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("reports are text"),
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
        };
        for trace in ["panicked at", "RUST_BACKTRACE", "stack backtrace"] {
            assert!(!ran.stderr.contains(trace), "a stack trace: {}", ran.stderr);
        }
        ran
    }
}
