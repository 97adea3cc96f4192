//! What the arguments, property files and a task definition ask for.

use std::path::PathBuf;

use anyhow::Result;
use engine::Property;
use ir::DataModel;

use crate::args::{Program, Question};
use crate::exit::usage;
use crate::given;
use crate::load::Sources;

/// Calls that violate `unreach-call` when no property file says otherwise.
pub fn error_functions() -> Vec<String> {
    ["reach_error", "__VERIFIER_error", "__assert_fail"].map(str::to_string).into()
}

#[derive(Debug)]
pub struct Asked {
    pub sources: Sources,
    /// `None`: all that apply.
    pub properties: Option<Vec<Property>>,
    pub entry: Option<String>,
    pub error_functions: Vec<String>,
}

impl Asked {
    pub fn new(args: &Question) -> Result<Asked> {
        let (sources, of_task) = Sources::with_task(&args.program.inputs)?;
        let mut files: Vec<PathBuf> = args.prp.iter().cloned().collect();
        if files.is_empty() && args.property.is_empty() {
            files.extend(of_task);
        }
        let mut asked = Asked {
            sources,
            properties: (!args.property.is_empty()).then(|| args.property.clone()),
            entry: args.program.entry.clone(),
            error_functions: Vec::new(),
        };
        for path in &files {
            let file = given::property_file(path)?;
            let properties = asked.properties.get_or_insert_default();
            properties.extend(file.properties.iter().copied());
            asked.error_functions.extend(file.error_functions);
            match &asked.entry {
                None => asked.entry = Some(file.entry),
                Some(entry) if *entry == file.entry || args.program.entry.is_some() => {}
                Some(entry) => {
                    let shown = path.display();
                    return Err(usage(format!(
                        "{shown} starts from `{}`, the property files before it from `{entry}`: give one at a time with --prp",
                        file.entry
                    )));
                }
            }
        }
        if let Some(properties) = &mut asked.properties {
            let mut seen = Vec::new();
            properties.retain(|property| {
                !seen.contains(property) && {
                    seen.push(*property);
                    true
                }
            });
        }
        if asked.error_functions.is_empty() {
            asked.error_functions = error_functions();
        }
        // `main` is what everybody starts from: naming it is no special wish.
        asked.entry = asked.entry.filter(|entry| entry != "main");
        Ok(asked)
    }

    /// The options with which `run` means the same program.
    pub fn run_options(&self, program: &Program) -> Vec<String> {
        let mut options = Vec::new();
        options.extend(self.entry.iter().map(|entry| format!("--entry={entry}")));
        match self.sources.options.data_model {
            DataModel::Lp64 => {}
            DataModel::Ilp32 => options.push("--data-model=ilp32".to_string()),
        }
        if program.malloc_may_fail {
            options.push("--malloc-may-fail".to_string());
        }
        options.extend(program.world.words());
        if self.error_functions != error_functions() {
            options.extend(self.error_functions.iter().map(|name| format!("--error-function={name}")));
        }
        options
    }
}
