//! `cairn doctor`.

use std::fs;
use std::io::Write;

use anyhow::Result;
use command::exit;
use command::output;
use ir::DataModel;

/// Something that Cairn needs.
struct Finding {
    what: &'static str,
    /// What was found, or what to do.
    state: Result<String, String>,
}

pub fn command() -> Result<u8> {
    let findings = [
        Finding { what: "clang", state: Ok(format!("{}, built in", frontend::clang_version())) },
        Finding { what: "headers of clang", state: headers_of_clang() },
        Finding { what: "headers for lp64", state: headers(DataModel::Lp64, "libc6-dev") },
        Finding { what: "headers for ilp32", state: headers(DataModel::Ilp32, "libc6-dev-i386") },
        Finding { what: "solver", state: solver() },
    ];
    let mut text = Vec::new();
    for Finding { what, state } in &findings {
        match state {
            Ok(found) => writeln!(text, "ok       {what}: {found}")?,
            Err(remedy) => writeln!(text, "MISSING  {what}: {remedy}")?,
        }
    }
    output::print(&text)?;
    let healthy = findings.iter().all(|finding| finding.state.is_ok());
    Ok(if healthy { exit::HOLDS } else { exit::UNAVAILABLE })
}

fn headers_of_clang() -> Result<String, String> {
    frontend::clang_headers().map(|folder| folder.display().to_string()).map_err(|error| error.to_string())
}

/// Can a file that includes headers of the C library be read, all the way to the IR?
fn headers(data_model: DataModel, package: &str) -> Result<String, String> {
    let file = tempfile::Builder::new().suffix(".c").tempfile().map_err(|error| error.to_string())?;
    let source = "#include <stdlib.h>\n#include <stdio.h>\nint main(void) { return EXIT_SUCCESS; }\n";
    fs::write(file.path(), source).map_err(|error| error.to_string())?;
    let options = frontend::Options { data_model, ..frontend::Options::default() };
    match frontend::load(&[file.path().to_path_buf()], &options) {
        Ok(_) => Ok("found".to_string()),
        Err(frontend::Error::CompileError { .. }) => {
            Err(format!("clang does not find the C library's; install them with `apt-get install {package}`"))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn solver() -> Result<String, String> {
    smt::check_version().map(str::to_string).map_err(|error| error.to_string())
}
