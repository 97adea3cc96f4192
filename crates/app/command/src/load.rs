//! From the files of the command line to a program with an entry function.

use std::path::PathBuf;

use anyhow::Result;
use ir::{FuncId, Module};
use tasks::is_task_file;

use crate::args::{Inputs, World};
use crate::exit::{DATA, Failure, INTERNAL, UNAVAILABLE, USAGE, data, usage};
use crate::{given, output};

/// What to read, after a task definition has been looked into.
#[derive(Debug)]
pub struct Sources {
    pub files: Vec<PathBuf>,
    pub options: frontend::Options,
}

impl Sources {
    pub fn new(inputs: &Inputs, files: Vec<PathBuf>, of_task: Option<ir::DataModel>) -> Sources {
        let data_model = inputs.data_model.map(ir::DataModel::from).or(of_task).unwrap_or(ir::DataModel::Lp64);
        let options =
            frontend::Options { data_model, clang_args: inputs.clang_args.clone(), ..frontend::Options::default() };
        Sources { files, options }
    }

    /// The inputs, and the property files when the input is a task definition.
    pub fn with_task(inputs: &Inputs) -> Result<(Sources, Vec<PathBuf>)> {
        let Some(task) = inputs.files.iter().find(|file| is_task_file(file)) else {
            return Ok((Sources::new(inputs, inputs.files.clone(), None), Vec::new()));
        };
        if inputs.files.len() > 1 {
            return Err(usage(format!("{}: a task definition must be the only input", task.display())));
        }
        let task = given::task_file(task)?;
        let properties = task.properties.into_iter().map(|property| property.file).collect();
        Ok((Sources::new(inputs, task.inputs, task.data_model), properties))
    }

    /// The inputs, whatever is to be checked.
    pub fn of(inputs: &Inputs) -> Result<Sources> {
        Ok(Sources::with_task(inputs)?.0)
    }

    pub fn load(&self) -> Result<frontend::Loaded> {
        let loaded = frontend::load(&self.files, &self.options).map_err(failure)?;
        if !loaded.warnings.is_empty() && tracing::enabled!(tracing::Level::WARN) {
            // Asked for with an argument for clang, so shown as clang shows it.
            output::say(loaded.warnings.trim_end());
        }
        Ok(loaded)
    }

    /// The program with what the user says of the world around it.
    pub fn load_in(&self, world: &World) -> Result<frontend::Loaded> {
        let mut loaded = self.load()?;
        world.supply(&mut loaded.module)?;
        Ok(loaded)
    }

    /// As the user wrote them.
    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.display().to_string()).collect()
    }
}

/// The function to start from. `asked` is the user's wish; without one it is `main`.
pub fn entry(module: &Module, asked: Option<&str>, files: &[String]) -> Result<FuncId> {
    let name = asked.unwrap_or("main");
    let found = module.func_named(name);
    if let Some(id) = found.filter(|id| module.funcs[*id].is_defined()) {
        return Ok(id);
    }
    let files = files.join(" ");
    let problem = match found {
        Some(_) => format!("the entry function `{name}` is declared but not defined in {files}"),
        None => format!("there is no function `{name}` in {files}"),
    };
    let remedy = match some_functions(module) {
        None => "no function is defined there at all".to_string(),
        Some(names) => format!("name another with --entry (there are {names}), or add the file that defines it"),
    };
    let message = format!("{problem}: {remedy}");
    Err(if asked.is_some() { usage(message) } else { data(message) })
}

/// Names of functions that the program itself defines, as many as a message has room for.
pub fn some_functions(module: &Module) -> Option<String> {
    const SHOWN: usize = 8;
    let own = module.funcs.iter().filter(|func| func.is_defined() && !func.model);
    let own: Vec<&str> = own.map(|func| func.name.as_str()).collect();
    let more = if own.len() > SHOWN { ", …" } else { "" };
    (!own.is_empty()).then(|| format!("{}{more}", own[..own.len().min(SHOWN)].join(", ")))
}

/// What the user can do something about has a status of its own.
fn failure(error: frontend::Error) -> anyhow::Error {
    use frontend::Error;
    let status = match &error {
        Error::NoInput
        | Error::NoSuchFile { .. }
        | Error::IsDirectory { .. }
        | Error::Unreadable { .. }
        | Error::UnknownKind { .. }
        | Error::CombinedTextIr { .. }
        | Error::DataModel { .. } => USAGE,
        Error::Empty { .. }
        | Error::NotText { .. }
        | Error::CompileError { .. }
        | Error::ClangCrashed { .. }
        | Error::BadBitcode { .. }
        | Error::Target { .. }
        | Error::Link { .. }
        | Error::TextIr { .. }
        | Error::InvalidTextIr { .. } => DATA,
        Error::HeadersMissing | Error::NoThread { .. } => UNAVAILABLE,
        Error::Internal { .. } => INTERNAL,
    };
    let remedy = match &error {
        Error::NoSuchFile { .. } => "; check the path",
        _ => "",
    };
    Failure { status, message: format!("{error}{remedy}") }.into()
}
