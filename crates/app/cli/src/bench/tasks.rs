//! Which tasks a benchmark consists of.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use command::exit::usage;
use command::given;
use ir::DataModel;
use tasks::{TaskProperty, is_task_file};

/// One task definition and one of its properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    pub category: String,
    pub task: String,
    pub source: Source,
    pub property_file: PathBuf,
    /// The property file's name without `.prp`.
    pub property: String,
    pub expected: Option<bool>,
    pub expected_part: Option<String>,
}

/// The program of a task; several tasks may ask about the same one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    pub inputs: Vec<PathBuf>,
    pub data_model: DataModel,
}

impl Job {
    pub fn key(&self) -> (String, String) {
        (self.task.clone(), self.property.clone())
    }
}

/// Tasks under folders, in sets, or named themselves; sorted, each once.
pub fn find(roots: &[PathBuf]) -> Result<Vec<Job>> {
    let mut files = Vec::new();
    for root in roots {
        if root.is_dir() {
            walk(root, &mut files)?;
        } else if !root.exists() {
            return Err(usage(format!("{}: no such folder or set; check the path", root.display())));
        } else if is_task_file(root) {
            files.push(root.clone());
        } else {
            read_set(root, &mut files)?;
        }
    }
    files.sort();
    files.dedup();
    let mut jobs = Vec::new();
    for file in &files {
        jobs.extend(jobs_of(file)?);
    }
    Ok(jobs)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let problem = |error: std::io::Error| usage(format!("{}: cannot read the folder: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if is_task_file(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// One glob a line, relative to the set; empty lines and lines that start with `#` do not count.
fn read_set(set: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let shown = set.display();
    let text = fs::read(set).map_err(|error| usage(format!("{shown}: cannot read the set: {error}")))?;
    let text = String::from_utf8(text).map_err(|_| {
        usage(format!("{shown}: not a set: a set is a text file with one glob such as `lists/*.yml` a line"))
    })?;
    let folder = glob::Pattern::escape(&set.parent().unwrap_or(Path::new("")).to_string_lossy());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let pattern = if folder.is_empty() { line.to_string() } else { format!("{folder}/{line}") };
        let paths =
            glob::glob(&pattern).map_err(|error| usage(format!("{shown}:{}: not a glob: {error}", index + 1)))?;
        files.extend(paths.flatten().filter(|path| is_task_file(path)));
    }
    Ok(())
}

fn jobs_of(file: &Path) -> Result<Vec<Job>> {
    let task = given::task_file(file)?;
    let folder = file.parent().and_then(Path::file_name);
    let job = |property: TaskProperty| Job {
        category: folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        task: file.display().to_string(),
        source: Source { inputs: task.inputs.clone(), data_model: task.data_model.unwrap_or(DataModel::Lp64) },
        property: property.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        property_file: property.file,
        expected: property.expected,
        expected_part: property.subproperty,
    };
    Ok(task.properties.into_iter().map(job).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: PathBuf, text: &str) {
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }

    #[test]
    fn folders_sets_and_files_name_the_same_tasks() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        let task = |input: &str| {
            format!(
                "input_files: {input}\nproperties:\n  - property_file: ../p/termination.prp\n    expected_verdict: true\n"
            )
        };
        write(at("lists/a.yml"), &task("a.c"));
        write(at("lists/b.yml"), &task("b.c"));
        write(at("trees/c.yml"), &task("c.c"));
        write(at("all.set"), "# everything\n\nlists/*.yml\ntrees/c.yml\nlists/a.yml\n");
        let by_folder = find(&[folder.path().to_path_buf()]).expect("tasks");
        assert_eq!(by_folder.len(), 3);
        assert_eq!(find(&[at("all.set")]).expect("tasks"), by_folder);
        assert_eq!(find(&[at("lists/b.yml")]).expect("tasks"), by_folder[1..2]);
        assert_eq!(by_folder[2].category, "trees");
        assert_eq!(by_folder[2].property, "termination");
        assert!(find(&[at("none")]).is_err());
    }
}
