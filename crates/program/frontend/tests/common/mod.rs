//! Shared by the tests: programs from text, IR to text.

use std::path::PathBuf;

use frontend::{Error, Loaded, Options, load};
use ir::DataModel;

/// Compiles one source of the given name.
pub fn load_source(name: &str, source: &[u8], data_model: DataModel) -> Result<Loaded, Error> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, source).expect("a temporary file can be written");
    load(&[path], &Options { data_model, ..Options::default() })
}
