//! Source files and places in them.

use rustc_hash::FxHashMap;

use crate::ids::{FileId, Id, IdVec, LocId};

/// A place in a source file; lines and columns count from 1, and 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the compiler was told: relative to the working directory, or absolute.
    pub path: String,
    /// Part of Cairn's library models: diagnostics show the user's call instead.
    pub model: bool,
}

/// Interned places. Id 0 is "no place": what the compiler made up, or text without places.
#[derive(Clone, Debug)]
pub struct Places {
    pub files: IdVec<FileId, SourceFile>,
    locs: IdVec<LocId, Option<Loc>>,
    index: FxHashMap<Loc, LocId>,
}

impl Places {
    pub fn new() -> Self {
        Places { files: IdVec::new(), locs: vec![None].into(), index: FxHashMap::default() }
    }

    pub fn nowhere() -> LocId {
        LocId::from_index(0)
    }

    pub fn intern(&mut self, loc: Loc) -> LocId {
        *self.index.entry(loc).or_insert_with(|| self.locs.push(Some(loc)))
    }

    /// Makes room, so that this many more places can be interned quickly.
    pub fn reserve(&mut self, count: usize) {
        self.index.reserve(count);
    }

    #[inline]
    pub fn get(&self, id: LocId) -> Option<Loc> {
        self.locs[id]
    }

    /// All places, without "no place".
    pub fn iter(&self) -> impl Iterator<Item = Loc> + '_ {
        self.locs.iter().copied().flatten()
    }

    pub fn len(&self) -> usize {
        self.locs.len()
    }

    /// True when no place is known at all.
    pub fn is_empty(&self) -> bool {
        self.locs.len() == 1
    }

    pub fn contains(&self, id: LocId) -> bool {
        id.index() < self.locs.len()
    }

    /// A place that the user knows: neither nowhere nor inside a library model.
    pub fn is_of_user(&self, id: LocId) -> bool {
        self.get(id).is_some_and(|loc| !self.files[loc.file].model)
    }

    /// `list.c:12:7`, or `?` for nowhere.
    pub fn render(&self, id: LocId) -> String {
        match self.get(id) {
            Some(loc) => format!("{}:{}:{}", self.files[loc.file].path, loc.line, loc.column),
            None => "?".to_string(),
        }
    }
}

impl Default for Places {
    fn default() -> Self {
        Self::new()
    }
}
