//! How many nodes lists have, where the program counts them.
//!
//! Loses precision when: both sides count, but not by a number that the result has too.

use super::joiner::{Joiner, LEFT, RIGHT};
use smg::graph::{ObjectId, Range, Value};

impl Joiner<'_> {
    /// When everything has been paired: a length that is related to another number on both sides stays so.
    pub(super) fn join_lengths(&mut self) {
        let is_list = |id: ObjectId| {
            let object = self.dest.object(id);
            object.level == 0 && object.segment().is_some_and(|segment| !segment.optional)
        };
        let mut lists: Vec<(ObjectId, [Option<ObjectId>; 2])> =
            self.sources.iter().map(|(into, from)| (*into, *from)).filter(|(into, _)| is_list(*into)).collect();
        lists.sort_unstable();
        for (into, from) in lists {
            // A list that one side does not have is empty there.
            let count = |side: usize| match from[side] {
                Some(id) => self.sides[side].object(id).count(),
                None => Some(Value::Int(0)),
            };
            if let (Some(a), Some(b)) = (count(LEFT), count(RIGHT)) {
                let length = self.related(a, b);
                self.dest.object_mut(into).length = length;
                // Where the other side's number gave way, the list's still holds.
                let least = i64::from(self.dest.object(into).min_len());
                if let Some(Value::Sym(linear)) = length {
                    let _ = self.dest.restrict(linear, Range { lo: least, hi: i64::MAX, align: 0 });
                }
            }
        }
    }

    /// The number that stands for both, if there is one already.
    fn related(&mut self, a: Value, b: Value) -> Option<Value> {
        let status = self.status;
        let known: Vec<smg::graph::SymId> = self.dest.syms().iter().map(|(sym, _)| *sym).collect();
        let joined = self.join_numbers(a, b, 0, false).ok();
        self.status = status;
        let joined = joined?;
        match joined.symbol() {
            Some(sym) if known.binary_search(&sym).is_err() => {
                self.dest.retain_syms(|other| other != sym);
                self.numbers.retain(|_, (other, _)| *other != sym);
                None
            }
            Some(_) | None => Some(joined),
        }
    }
}
