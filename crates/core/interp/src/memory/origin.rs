//! Which uninitialised bytes are one and the same arbitrary byte.
//!
//! A byte that nobody has written or read has no value yet, but it has an identity: the life of the contents it began in,
//! and its offset there. A copy keeps the identity, and the first read of any of the copies decides for all of them.
//! Nothing is noted for bytes that stay where they began, so that uninitialised memory costs nothing until it is copied;
//! a copied range costs one run, whatever its length.

use std::collections::BTreeMap;

/// An arbitrary byte: byte `offset` of contents that were uninitialised when their life `life` began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Identity {
    pub life: u64,
    pub offset: u64,
}

/// Consecutive bytes with consecutive identities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub len: u64,
    pub first: Identity,
}

impl Run {
    /// The part that starts `skip` bytes later.
    fn after(self, skip: u64) -> Run {
        let first = Identity { offset: self.first.offset + skip, ..self.first };
        Run { len: self.len - skip, first }
    }
}

/// The value of an arbitrary byte, once it is chosen: byte `index` of a scalar of `len` bytes with a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<T> {
    pub byte: u8,
    pub tag: T,
    pub index: u8,
    pub len: u8,
}

/// What one object knows of the identities of its bytes. It says nothing about bytes that have a value.
///
/// Invariant: runs are disjoint and not empty.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    /// Never used twice in a run of the program.
    pub life: u64,
    /// Some byte has the identity of one of these, elsewhere or at another offset.
    pub copied: bool,
    /// By the offset of their first byte; all other bytes are where they began.
    runs: BTreeMap<u64, Run>,
}

impl Origins {
    pub fn new(life: u64) -> Self {
        Origins { life, copied: false, runs: BTreeMap::new() }
    }

    /// Runs that are kept, for the memory limit.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Is no byte another one's copy, nor has it copies?
    pub fn are_plain(&self) -> bool {
        !self.copied && self.runs.is_empty()
    }

    /// The identity of a byte, and whether other bytes may have the same.
    pub fn identity(&self, at: u64) -> (Identity, bool) {
        let run = self.runs.range(..=at).next_back().filter(|(start, run)| at - **start < run.len);
        match run {
            Some((start, run)) => (run.after(at - start).first, true),
            None => (Identity { life: self.life, offset: at }, self.copied),
        }
    }

    /// The identities of a range, in order.
    pub fn range(&self, at: u64, len: u64) -> Vec<Run> {
        let mut found = Vec::new();
        let mut here = at;
        let own = |from: u64, to: u64| Run { len: to - from, first: Identity { life: self.life, offset: from } };
        let before = self.runs.range(..at).next_back().map(|(start, run)| (*start, *run));
        for (start, run) in before.into_iter().chain(self.runs.range(at..at + len).map(|(start, run)| (*start, *run))) {
            let (from, to) = (start.max(at), (start + run.len).min(at + len));
            if from >= to {
                continue;
            }
            if here < from {
                found.push(own(here, from));
            }
            found.push(Run { len: to - from, ..run.after(from - start) });
            here = to;
        }
        if here < at + len {
            found.push(own(here, at + len));
        }
        found
    }

    /// Gives the bytes from `at` on these identities.
    pub fn set(&mut self, at: u64, runs: &[Run]) {
        let len: u64 = runs.iter().map(|run| run.len).sum();
        self.clear(at, at + len);
        let mut here = at;
        for run in runs {
            if run.first != (Identity { life: self.life, offset: here }) {
                self.insert(here, *run);
            }
            here += run.len;
        }
    }

    fn insert(&mut self, at: u64, run: Run) {
        if let Some((start, before)) = self.runs.range_mut(..at).next_back()
            && start + before.len == at
            && before.first.life == run.first.life
            && before.first.offset + before.len == run.first.offset
        {
            before.len += run.len;
            return;
        }
        self.runs.insert(at, run);
    }

    fn clear(&mut self, from: u64, to: u64) {
        let before = self.runs.range(..from).next_back().map(|(start, run)| (*start, *run));
        if let Some((start, run)) = before
            && start + run.len > from
        {
            self.runs.insert(start, Run { len: from - start, ..run });
            if start + run.len > to {
                self.runs.insert(to, run.after(to - start));
                return;
            }
        }
        while let Some((start, run)) = self.runs.range(from..to).next().map(|(start, run)| (*start, *run)) {
            self.runs.remove(&start);
            if start + run.len > to {
                self.runs.insert(to, run.after(to - start));
            }
        }
    }
}
