//! Ids of dead objects are reused once nothing refers to them, so that a long run with many short-lived objects stays
//! small, while every dangling pointer still knows what it pointed to.

use super::{Memory, OVERHEAD, ObjectId, State};

/// Dead objects that may pile up before the first collection.
pub(super) const FIRST_AT: usize = 1 << 16;

impl<T: Copy + Default + PartialEq> Memory<T> {
    #[inline]
    pub fn collection_is_due(&self) -> bool {
        self.dead >= self.collect_at
    }

    /// Frees the ids of dead objects that neither `roots` nor the contents of live objects mention. `roots` has the
    /// objects of all values outside of memory.
    pub fn collect(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut used = vec![false; self.objects.len()];
        roots.for_each(|id| used[id.index()] = true);
        for object in self.objects.iter().filter(|object| object.is_live()) {
            object.contents.for_each_pointer(|fragment| used[fragment.object.index()] = true);
        }
        for (index, object) in self.objects.iter_mut().enumerate() {
            let dead = match object.state {
                State::Freed(_) | State::OutOfScope(_) => true,
                State::Live | State::Vacant => false,
            };
            // A number may still point to an exposed object.
            if dead && !used[index] && !object.exposed {
                object.state = State::Vacant;
                self.vacant.push(ObjectId::from_index(index));
                self.dead -= 1;
                self.used -= OVERHEAD.min(self.used);
            }
        }
        self.collect_at = FIRST_AT + 2 * self.dead + (self.objects.len() - self.vacant.len() - self.dead);
    }
}
