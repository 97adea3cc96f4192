//! Lowers a program, prints its IR and how long each step took.
//!
//! `lower [--ilp32] [--quiet] [--threads N] FILE… [-- CLANG-ARGS…]`

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut options = frontend::Options::default();
    let mut quiet = false;
    let mut files: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--ilp32" => options.data_model = ir::DataModel::Ilp32,
            "--quiet" => quiet = true,
            "--threads" => options.threads = arguments.next().and_then(|count| count.parse().ok()),
            "--" => options.clang_args = arguments.by_ref().collect(),
            file => files.push(file.into()),
        }
    }
    match frontend::load(&files, &options) {
        Ok(loaded) => {
            if !quiet {
                print!("{}", loaded.module);
            }
            let times = loaded.times;
            eprintln!(
                "clang {:?}, read {:?}, link {:?}, lower {:?}, verify {:?}: {:.1} % of clang",
                times.clang,
                times.read,
                times.link,
                times.lower,
                times.verify,
                100.0 * times.after_clang().as_secs_f64() / times.clang.as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
