//! Property files and task definitions that the user names.

use std::fs;
use std::path::Path;

use anyhow::Result;
use tasks::{EXAMPLE, PropertyFile, TaskFile};

use crate::exit::usage;

pub fn property_file(path: &Path) -> Result<PropertyFile> {
    let shown = path.display();
    let text = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => usage(format!("{shown}: no such property file; check the path")),
        _ => usage(format!("{shown}: cannot read the property file: {error}")),
    })?;
    let text = std::str::from_utf8(&text)
        .map_err(|_| usage(format!("{shown}: not a property file: it is not text; it should look like {EXAMPLE}")))?;
    PropertyFile::parse(text).map_err(|error| usage(format!("{shown}:{error}; a property file looks like {EXAMPLE}")))
}

pub fn task_file(path: &Path) -> Result<TaskFile> {
    let shown = path.display();
    let text = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => usage(format!("{shown}: no such task definition; check the path")),
        _ => usage(format!("{shown}: cannot read the task definition: {error}")),
    })?;
    let text = String::from_utf8(text).map_err(|_| usage(format!("{shown}: not a task definition: it is not text")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    TaskFile::parse(&text, folder).map_err(|error| usage(format!("{shown}: {error}")))
}
