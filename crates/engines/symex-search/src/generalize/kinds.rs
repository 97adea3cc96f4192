//! Kinds of trees that the program has, as far as it was seen.
//!
//! A tree that was looked into is many small cases: this one has a left child, that one a right one, another none. What is known to
//! be of a kind becomes one structure again as soon as nobody looks into it.

use rustc_hash::FxHashMap;
use symex::state::{Link, State};

use super::links::union;

/// Links of trees, by the sizes of their objects.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    by_size: FxHashMap<i128, Vec<Link>>,
}

impl Kinds {
    /// Adds the trees of a state. Lists are told apart well enough by what they are.
    pub fn note(&mut self, state: &State) {
        for (_, object) in state.objects() {
            let Some(structure) = object.structure.as_ref().filter(|known| known.own_links().count() > 1) else {
                continue;
            };
            let Some(size) = object.size.as_constant() else { continue };
            let links = self.by_size.entry(size).or_default();
            if let Some(both) = union(links, &structure.links) {
                *links = both;
            }
        }
    }

    pub(super) fn of_size(&self, size: Option<i128>) -> Option<&[Link]> {
        size.and_then(|size| self.by_size.get(&size)).map(Vec::as_slice)
    }
}
