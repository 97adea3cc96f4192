//! Sets of functions, each stored once, so that sets are compared and united by number.
//!
//! Thousands of nodes may stand for the same hundreds of functions: the operations of all drivers, say.

use ir::FuncId;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct SetId(u32);

#[derive(Clone, Debug)]
pub(crate) struct FuncSets {
    /// Sorted; the first is empty.
    sets: Vec<Vec<FuncId>>,
    ids: FxHashMap<Vec<FuncId>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
}

impl FuncSets {
    pub const EMPTY: SetId = SetId(0);

    pub fn new() -> FuncSets {
        let ids = FxHashMap::from_iter([(Vec::new(), FuncSets::EMPTY)]);
        FuncSets { sets: vec![Vec::new()], ids, unions: FxHashMap::default() }
    }

    pub fn get(&self, id: SetId) -> &[FuncId] {
        &self.sets[id.0 as usize]
    }

    /// The set of these functions.
    pub fn of(&mut self, mut funcs: Vec<FuncId>) -> SetId {
        funcs.sort_unstable();
        funcs.dedup();
        if let Some(id) = self.ids.get(&funcs) {
            return *id;
        }
        let id = SetId(u32::try_from(self.sets.len()).expect("invariant: fewer than 2^32 sets"));
        self.sets.push(funcs.clone());
        self.ids.insert(funcs, id);
        id
    }

    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == FuncSets::EMPTY {
            return b;
        }
        if let Some(id) = self.unions.get(&(a, b)) {
            return *id;
        }
        let id = self.of([self.get(a), self.get(b)].concat());
        self.unions.insert((a, b), id);
        id
    }
}

#[cfg(test)]
mod tests {
    use ir::Id;

    use super::*;

    #[test]
    fn equal_sets_have_equal_numbers() {
        let mut sets = FuncSets::new();
        let func = FuncId::from_index;
        let (a, b) = (sets.of(vec![func(1), func(2)]), sets.of(vec![func(3), func(2), func(3)]));
        let both = sets.union(a, b);
        assert_eq!(sets.get(both), [func(1), func(2), func(3)]);
        assert_eq!(sets.union(b, a), both);
        assert_eq!(sets.union(both, a), both);
        assert_eq!(sets.union(FuncSets::EMPTY, a), a);
        assert_eq!(sets.of(Vec::new()), FuncSets::EMPTY);
    }
}
