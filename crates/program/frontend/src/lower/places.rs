//! Source places.

use std::path::{Path, PathBuf};

use ir::{FileId, IdVec, Loc, LocId, Places, SourceFile};
use rustc_hash::FxHashMap;

use crate::llvm::{Meta, Module};
use crate::models::MODEL_PREFIX;

/// Turns debug locations into places, each once.
#[derive(Debug)]
pub struct PlaceCache<'m> {
    module: &'m Module,
    here: PathBuf,
    locs: FxHashMap<Meta<'m>, LocId>,
    scopes: FxHashMap<Meta<'m>, Option<FileId>>,
    files: FxHashMap<Meta<'m>, FileId>,
    by_path: FxHashMap<String, FileId>,
    last: Option<(Meta<'m>, LocId)>,
}

impl<'m> PlaceCache<'m> {
    pub fn new(module: &'m Module) -> Self {
        PlaceCache {
            module,
            here: std::env::current_dir().unwrap_or_default(),
            locs: FxHashMap::default(),
            scopes: FxHashMap::default(),
            files: FxHashMap::default(),
            by_path: FxHashMap::default(),
            last: None,
        }
    }

    /// Forgets locations, which belong to one function each: a small table stays in the processor's cache.
    pub fn enter_function(&mut self) {
        self.locs.clear();
        self.last = None;
    }

    /// The place of an instruction. Line 0 is what the compiler made up, and no place.
    pub fn of(&mut self, places: &mut Places, location: Option<Meta<'m>>) -> LocId {
        let Some(location) = location else { return Places::nowhere() };
        if let Some((last, loc)) = self.last
            && last == location
        {
            return loc;
        }
        let loc = match self.locs.get(&location) {
            Some(&loc) => loc,
            None => {
                let loc = self.compute(places, location);
                self.locs.insert(location, loc);
                loc
            }
        };
        self.last = Some((location, loc));
        loc
    }

    fn compute(&mut self, places: &mut Places, location: Meta<'m>) -> LocId {
        let (line, column, scope) = location.location();
        let file = scope.and_then(|scope| self.scope_file(places, scope));
        match file {
            Some(file) if line != 0 => places.intern(Loc { file, line, column }),
            Some(_) | None => Places::nowhere(),
        }
    }

    fn scope_file(&mut self, places: &mut Places, scope: Meta<'m>) -> Option<FileId> {
        if let Some(&file) = self.scopes.get(&scope) {
            return file;
        }
        let file = scope.scope_file().map(|file| self.file(places, file));
        self.scopes.insert(scope, file);
        file
    }

    /// A line of a file, for what has no column (functions, variables).
    pub fn line(&mut self, places: &mut Places, file: Option<Meta<'m>>, line: u32) -> LocId {
        match file {
            Some(file) if line != 0 => {
                let file = self.file(places, file);
                places.intern(Loc { file, line, column: 0 })
            }
            Some(_) | None => Places::nowhere(),
        }
    }

    fn file(&mut self, places: &mut Places, file: Meta<'m>) -> FileId {
        if let Some(&id) = self.files.get(&file) {
            return id;
        }
        let (directory, name) = file.file_path(self.module);
        let path = self.display_path(directory, name);
        let id = self.file_at(places, path);
        self.files.insert(file, id);
        id
    }

    fn file_at(&mut self, places: &mut Places, path: String) -> FileId {
        if let Some(&id) = self.by_path.get(&path) {
            return id;
        }
        let model = path.starts_with(MODEL_PREFIX);
        let id = places.files.push(SourceFile { path: path.clone(), model });
        self.by_path.insert(path, id);
        id
    }

    /// Adds the places of another table, in its order. Gives the new ids.
    pub fn adopt(&mut self, places: &mut Places, theirs: &Places) -> IdVec<LocId, LocId> {
        let files: IdVec<FileId, FileId> =
            theirs.files.iter().map(|file| self.file_at(places, file.path.clone())).collect();
        places.reserve(theirs.len());
        let known = theirs.iter().map(|loc| places.intern(Loc { file: files[loc.file], ..loc }));
        std::iter::once(Places::nowhere()).chain(known).collect()
    }

    /// As the user typed it: relative names are relative to the compiler's directory, which is usually ours.
    fn display_path(&self, directory: &str, name: &str) -> String {
        let name = name.strip_prefix("./").unwrap_or(name);
        if name.starts_with(MODEL_PREFIX) || Path::new(name).is_absolute() {
            return name.to_string();
        }
        let directory = Path::new(directory);
        if directory == self.here || directory.as_os_str().is_empty() {
            return name.to_string();
        }
        directory.join(name).to_string_lossy().into_owned()
    }
}
