//! Task definitions of the software-verification competition (YAML, format 2.0).

use std::path::{Path, PathBuf};

use ir::DataModel;
use serde::Deserialize;

/// A task definition, with paths relative to the working directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskFile {
    pub inputs: Vec<PathBuf>,
    pub properties: Vec<TaskProperty>,
    pub data_model: Option<DataModel>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    pub file: PathBuf,
    pub expected: Option<bool>,
    pub subproperty: Option<String>,
}

/// A text that is no task definition: what is wrong with it, and what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadTask(String);

#[derive(Deserialize)]
struct Raw {
    format_version: Option<String>,
    input_files: Option<OneOrMany>,
    #[serde(default)]
    properties: Vec<RawProperty>,
    options: Option<RawOptions>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct RawProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize)]
struct RawOptions {
    data_model: Option<String>,
}

/// Does the name say that it is a task definition?
pub fn is_task_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

impl TaskFile {
    /// `folder`: what the paths in the text are relative to.
    pub fn parse(text: &str, folder: &Path) -> Result<TaskFile, BadTask> {
        let raw: Raw = serde_saphyr::from_str(text).map_err(|error| {
            let place = error.location().map(|at| format!("line {}: ", at.line())).unwrap_or_default();
            let message = error.without_snippet().to_string();
            BadTask(format!("not a task definition of format 2.0: {place}{message}"))
        })?;
        if let Some(version) = raw.format_version.as_deref().filter(|version| !version.starts_with("2.")) {
            return Err(BadTask(format!("task definition of format {version}; Cairn reads format 2.0")));
        }
        let inputs = match raw.input_files {
            Some(OneOrMany::One(file)) => vec![file],
            Some(OneOrMany::Many(files)) => files,
            None => Vec::new(),
        };
        if inputs.iter().all(|file| file.trim().is_empty()) {
            let message = "the task names no input; add a line such as `input_files: 'program.c'`";
            return Err(BadTask(message.to_string()));
        }
        let data_model =
            match raw.options.and_then(|options| options.data_model) {
                None => None,
                Some(name) => Some(data_model(&name).ok_or_else(|| {
                    BadTask(format!("`data_model: {name}` is none that Cairn knows; use LP64 or ILP32"))
                })?),
            };
        Ok(TaskFile {
            inputs: inputs.iter().map(|file| folder.join(file)).collect(),
            properties: raw
                .properties
                .into_iter()
                .map(|property| TaskProperty {
                    file: folder.join(property.property_file),
                    expected: property.expected_verdict,
                    subproperty: property.subproperty,
                })
                .collect(),
            data_model,
        })
    }
}

fn data_model(name: &str) -> Option<DataModel> {
    [DataModel::Lp64, DataModel::Ilp32].into_iter().find(|model| name.eq_ignore_ascii_case(model.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TASK: &str = "format_version: '2.0'
input_files: 'list.i'
properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: termination.prp
options:
  language: C
  data_model: ILP32
";

    fn error(text: &str) -> String {
        TaskFile::parse(text, Path::new("")).expect_err("it is no task definition").to_string()
    }

    #[test]
    fn reads_a_task() {
        let task = TaskFile::parse(TASK, Path::new("set")).expect("it is a task definition");
        assert_eq!(task.inputs, [Path::new("set/list.i")]);
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
        assert_eq!(task.properties.len(), 2);
        assert_eq!(task.properties[0].file, Path::new("set/../properties/valid-memsafety.prp"));
        assert_eq!(task.properties[0].expected, Some(false));
        assert_eq!(task.properties[0].subproperty.as_deref(), Some("valid-deref"));
        assert_eq!(task.properties[1].expected, None);
    }

    #[test]
    fn reads_several_inputs_and_an_unquoted_version() {
        let text = "format_version: 2.0\ninput_files:\n  - a.c\n  - b.c\n";
        let task = TaskFile::parse(text, Path::new("")).expect("it is a task definition");
        assert_eq!(task.inputs, [Path::new("a.c"), Path::new("b.c")]);
    }

    #[test]
    fn errors_say_what_to_do() {
        assert!(error("format_version: '2.0'\nproperties: []\n").contains("add a line such as `input_files"));
        assert!(error("format_version: '2.0'\ninput_files: []\n").contains("names no input"));
        assert!(error("format_version: '1.0'\ninput_files: a.c\n").contains("format 1.0; Cairn reads format 2.0"));
        assert!(error("input_files: a.c\noptions:\n  data_model: LP128\n").contains("use LP64 or ILP32"));
        assert!(error("- just\n- a list\n").contains("not a task definition"));
    }

    proptest! {
        #[test]
        fn garbage_is_an_error_not_a_panic(text in "\\PC*") {
            let _ = TaskFile::parse(&text, Path::new(""));
        }

        #[test]
        fn cut_off_tasks_do_not_panic(length in 0..TASK.len()) {
            let _ = TaskFile::parse(&TASK[..length], Path::new(""));
        }
    }
}
