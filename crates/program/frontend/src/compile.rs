//! C and C++ to LLVM's modules, by the clang that is built in.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ir::DataModel;

use crate::Options;
use crate::error::Error;
use crate::flags::{BITCODE_FLAGS, C_FLAG, DEFAULT_STANDARD};
use crate::headers;
use crate::input::Kind;
use crate::llvm::{self, Compilation};

/// Longer messages help nobody.
const MAX_MESSAGE: usize = 64 * 1024;

/// How clang says that it computed a constant expression that overflows, and that its code shows only the wrapped result.
const FOLDED_OVERFLOW: &str = "[-Winteger-overflow]";

/// With these, such an expression leaves a check that fails.
const OVERFLOW_CHECKS: [&str; 2] = ["-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"];

/// Which clang this would be if it were a program; other compilers' headers are looked for beside it.
const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

/// What clang made of one input.
#[derive(Debug)]
pub struct Compiled {
    pub module: llvm::Module,
    pub warnings: String,
}

/// Compiles one input.
pub fn compile(path: &Path, kind: Kind, options: &Options) -> Result<Compiled, Error> {
    let headers = &headers::folder()?;
    llvm::prepare_for_clang();
    let run = |checks: &[&str]| {
        let arguments = arguments(path, kind, options, headers, checks);
        let (compilation, said) = llvm::compile(&arguments);
        (compilation, clip(&said))
    };
    let (compilation, said) = run(&[]);
    let path = path.to_path_buf();
    match compilation {
        Compilation::Compiled(module) => match said.contains(FOLDED_OVERFLOW).then(|| run(&OVERFLOW_CHECKS).0) {
            Some(Compilation::Compiled(checked)) => Ok(Compiled { module: *checked, warnings: said }),
            Some(Compilation::Refused | Compilation::Crashed) | None => {
                Ok(Compiled { module: *module, warnings: said })
            }
        },
        Compilation::Refused => Err(Error::CompileError { path, message: said }),
        Compilation::Crashed => Err(Error::ClangCrashed { path, message: said }),
    }
}

fn arguments(path: &Path, kind: Kind, options: &Options, headers: &Path, checks: &[&str]) -> Vec<CString> {
    let mut arguments: Vec<CString> =
        [CLANG.as_bytes(), b"-resource-dir", headers.as_os_str().as_bytes()].into_iter().map(text).collect();
    let mut add = |argument: &str| arguments.push(text(argument.as_bytes()));
    BITCODE_FLAGS.into_iter().for_each(&mut add);
    // Messages are for whoever reads them later, on whatever it is that has columns.
    add("-fmessage-length=0");
    // Old C is compiled, silently; whoever wants warnings asks for them.
    ["-Wno-everything", "-Winteger-overflow"].into_iter().chain(checks.iter().copied()).for_each(&mut add);
    if kind.is_c() {
        add(C_FLAG);
    }
    if kind.is_c() && !options.clang_args.iter().any(|argument| argument.starts_with("-std=")) {
        add(DEFAULT_STANDARD);
    }
    add(match options.data_model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    });
    // Silence is the rule already, and would hide what has to be seen.
    options.clang_args.iter().map(String::as_str).filter(|argument| *argument != "-w").for_each(&mut add);
    // In one word: an argument before it that lacks its value takes the next.
    add(&format!("-x{}", kind.language()));
    // A name that starts with a dash is no option.
    let is_like_option = path.is_relative() && path.as_os_str().as_bytes().first() == Some(&b'-');
    let path: PathBuf = if is_like_option { Path::new(".").join(path) } else { path.to_path_buf() };
    arguments.push(text(path.as_os_str().as_bytes()));
    arguments
}

/// What comes after a zero byte is not seen, as in every argument of a command.
fn text(argument: &[u8]) -> CString {
    let end = argument.iter().position(|byte| *byte == 0).unwrap_or(argument.len());
    CString::new(&argument[..end]).unwrap_or_default()
}

fn clip(message: &[u8]) -> String {
    let text = String::from_utf8_lossy(&message[..message.len().min(MAX_MESSAGE)]);
    text.trim_end().to_string()
}
