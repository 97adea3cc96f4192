//! How many questions a thread has asked, for whoever wants to know what its work costs.

use std::cell::Cell;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Questions that this thread has asked so far, to whatever solver.
pub fn questions() -> u64 {
    ASKED.get()
}

pub(crate) fn count() {
    ASKED.set(ASKED.get() + 1);
}
