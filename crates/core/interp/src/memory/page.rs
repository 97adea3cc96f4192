//! Contents of up to [`PAGE`] consecutive bytes: data, state of every byte, pointers and tags among them.
//!
//! Invariants: fragments and tag runs are sorted, disjoint and not empty; a byte has the `POINTER` bit exactly when a
//! fragment covers it, and the `TAGGED` bit exactly when a tag run does. So a word whose states are all `INIT` is a
//! plain number, and a word without those bits can be overwritten without looking at the lists.

use super::ObjectId;

pub(crate) const PAGE: usize = 4096;

/// Never written: its value is not chosen yet.
pub(crate) const UNINIT: u8 = 0;
/// Never written, but read: the value is chosen and stays, yet means nothing.
pub(crate) const CHOSEN: u8 = 1;
pub(crate) const INIT: u8 = 2;
/// What the two lowest bits of a state say.
const BASE: u8 = 3;
const POINTER: u8 = 4;
const TAGGED: u8 = 8;

/// Bytes `first ..` of an address in `object`, stored at `at`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fragment {
    pub at: u16,
    pub len: u8,
    pub first: u8,
    pub object: ObjectId,
}

/// A value of `len` bytes with a tag, stored whole at `at`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TagRun<T> {
    pub at: u16,
    pub len: u8,
    pub tag: T,
}

#[derive(Clone, Debug)]
pub(crate) struct Page<T> {
    /// Data, then states: one allocation.
    cells: Box<[u8]>,
    fragments: Vec<Fragment>,
    tags: Vec<TagRun<T>>,
}

/// What lies in a range of a page, to be put elsewhere; positions count from the start of the range.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt<T> {
    pub data: Vec<u8>,
    /// Only the base states; pointer and tag bits follow from the lists.
    pub states: Vec<u8>,
    pub fragments: Vec<Fragment>,
    pub tags: Vec<TagRun<T>>,
    /// A tag reached over the end of the range and is not in it.
    pub lost_tag: bool,
}

/// A scalar of up to 16 bytes as it lies in a page.
#[derive(Clone, Debug)]
pub(crate) struct Raw<T> {
    pub bits: u128,
    /// Bit i: byte i is `UNINIT`.
    pub missing: u16,
    pub indeterminate: bool,
    pub pointers: Pointers,
    /// The tag if a run covers exactly these bytes; `None`: there was one that could not be kept.
    pub tag: Option<T>,
}

/// Provenance of the bytes of a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pointers {
    None,
    /// The low `len` bytes are consecutive bytes of one address, the others are plain.
    One {
        object: ObjectId,
        first: u8,
        len: u8,
    },
    /// Anything else that involves these objects.
    Mixed(Vec<ObjectId>),
}

impl<T: Copy + Default + PartialEq> Page<T> {
    /// `size` bytes in the given state, zero.
    pub fn new(size: usize, state: u8) -> Self {
        let mut cells = vec![0; 2 * size].into_boxed_slice();
        if state != 0 {
            cells[size..].fill(state);
        }
        Page { cells, fragments: Vec::new(), tags: Vec::new() }
    }

    #[inline]
    fn size(&self) -> usize {
        self.cells.len() / 2
    }

    /// A plain, initialised number of `N` bytes; `None` when it is anything else.
    #[inline]
    pub fn load_plain<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let states = self.cells.get(self.size() + at..)?.first_chunk::<N>()?;
        if *states == [INIT; N] { self.cells.get(at..)?.first_chunk::<N>().copied() } else { None }
    }

    /// A whole, initialised address of `N` bytes and its object.
    #[inline]
    pub fn load_pointer<const N: usize>(&self, at: usize) -> Option<([u8; N], ObjectId)> {
        let states = self.cells.get(self.size() + at..)?.first_chunk::<N>()?;
        if *states != [INIT | POINTER; N] {
            return None;
        }
        let place = self.fragments.partition_point(|fragment| usize::from(fragment.at) < at);
        let fragment = self.fragments.get(place)?;
        let whole = usize::from(fragment.at) == at && usize::from(fragment.len) == N && fragment.first == 0;
        if whole { Some((*self.cells.get(at..)?.first_chunk::<N>()?, fragment.object)) } else { None }
    }

    /// Stores a plain number over bytes without pointers and tags; `false` when it could not.
    #[inline]
    pub fn store_plain<const N: usize>(&mut self, at: usize, bytes: [u8; N]) -> bool {
        let size = self.size();
        let (data, states) = self.cells.split_at_mut(size);
        let (Some(data), Some(states)) = (
            data.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()),
            states.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()),
        ) else {
            return false;
        };
        let mut seen = 0;
        for state in states.iter() {
            seen |= state;
        }
        if seen & (POINTER | TAGGED) != 0 {
            return false;
        }
        *states = [INIT; N];
        *data = bytes;
        true
    }

    pub fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// Bytes this page takes, roughly, for the memory limit.
    pub fn footprint(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Removes pointers and tags from a range; true when a tag reached over its ends and is lost for the rest.
    fn clear_lists(&mut self, at: usize, len: usize) -> bool {
        let end = at + len;
        let size = self.size();
        let mut lost = false;
        let states = &self.cells[size + at..size + end];
        let has = states.iter().fold(0, |seen, state| seen | state);
        if has & POINTER != 0 {
            self.clear_fragments(at, end);
        }
        if has & TAGGED != 0 {
            let from = self.tags.partition_point(|run| usize::from(run.at) + usize::from(run.len) <= at);
            let to = self.tags.partition_point(|run| usize::from(run.at) < end);
            for run in self.tags.drain(from..to) {
                let (start, stop) = (usize::from(run.at), usize::from(run.at) + usize::from(run.len));
                lost |= start < at || stop > end;
                self.cells[size + start..size + stop].iter_mut().for_each(|state| *state &= !TAGGED);
            }
        }
        lost
    }

    fn clear_fragments(&mut self, at: usize, end: usize) {
        let from = self.fragments.partition_point(|f| usize::from(f.at) + usize::from(f.len) <= at);
        let to = self.fragments.partition_point(|f| usize::from(f.at) < end);
        let mut kept: Vec<Fragment> = Vec::new();
        for fragment in &self.fragments[from..to] {
            let (start, stop) = (usize::from(fragment.at), usize::from(fragment.at) + usize::from(fragment.len));
            if start < at {
                kept.push(Fragment { len: (at - start) as u8, ..*fragment });
            }
            if stop > end {
                let cut = end - start;
                kept.push(Fragment {
                    at: end as u16,
                    len: (stop - end) as u8,
                    first: fragment.first + cut as u8,
                    ..*fragment
                });
            }
        }
        self.fragments.splice(from..to, kept);
    }

    /// Overwrites a range with base states and data; true when a tag is lost for bytes outside of the range.
    pub fn write(&mut self, at: usize, data: &[u8], state: u8) -> bool {
        let lost = self.clear_lists(at, data.len());
        let size = self.size();
        self.cells[at..at + data.len()].copy_from_slice(data);
        self.cells[size + at..size + at + data.len()].fill(state);
        lost
    }

    /// Overwrites a range with one byte.
    pub fn fill(&mut self, at: usize, len: usize, byte: u8, state: u8) -> bool {
        let lost = self.clear_lists(at, len);
        let size = self.size();
        self.cells[at..at + len].fill(byte);
        self.cells[size + at..size + at + len].fill(state);
        lost
    }

    /// Makes the bytes of a range uninitialised that are no part of an address.
    pub fn forget_numbers(&mut self, at: usize, len: usize) {
        let size = self.size();
        for index in at..at + len {
            if self.cells[size + index] & POINTER == 0 {
                self.fill(index, 1, 0, UNINIT);
            }
        }
    }

    /// Gives bytes that are `UNINIT` a value.
    pub fn choose(&mut self, at: usize, byte: u8) {
        let size = self.size();
        debug_assert_eq!(self.cells[size + at], UNINIT);
        self.cells[at] = byte;
        self.cells[size + at] = CHOSEN;
    }

    /// Puts a fragment over bytes that were just written.
    pub fn add_fragment(&mut self, fragment: Fragment) {
        let size = self.size();
        let at = usize::from(fragment.at);
        self.cells[size + at..size + at + usize::from(fragment.len)].iter_mut().for_each(|state| *state |= POINTER);
        let place = self.fragments.partition_point(|other| other.at < fragment.at);
        self.fragments.insert(place, fragment);
    }

    /// Puts a tag on bytes that were just written, or just chosen.
    pub fn add_tag(&mut self, run: TagRun<T>) {
        let size = self.size();
        let at = usize::from(run.at);
        self.cells[size + at..size + at + usize::from(run.len)].iter_mut().for_each(|state| *state |= TAGGED);
        let place = self.tags.partition_point(|other| other.at < run.at);
        self.tags.insert(place, run);
    }

    /// Reads a scalar of up to 16 bytes that lies wholly in the page.
    pub fn read(&self, at: usize, len: usize) -> Raw<T> {
        let size = self.size();
        let mut bits = 0;
        let mut missing = 0;
        let mut seen = 0;
        let mut indeterminate = false;
        for index in 0..len {
            bits |= u128::from(self.cells[at + index]) << (8 * index);
            let state = self.cells[size + at + index];
            seen |= state;
            match state & BASE {
                UNINIT => missing |= 1 << index,
                CHOSEN => indeterminate = true,
                _ => {}
            }
        }
        let pointers = if seen & POINTER == 0 { Pointers::None } else { self.pointers(at, len) };
        let tag = if seen & TAGGED == 0 {
            Some(T::default())
        } else {
            let place = self.tags.partition_point(|run| usize::from(run.at) < at);
            self.tags
                .get(place)
                .filter(|run| usize::from(run.at) == at && usize::from(run.len) == len)
                .map(|run| run.tag)
        };
        Raw { bits, missing, indeterminate, pointers, tag }
    }

    fn pointers(&self, at: usize, len: usize) -> Pointers {
        let clipped = self.clipped_fragments(at, at + len);
        join_pieces(clipped.into_iter().map(|f| (usize::from(f.at), f)))
    }

    fn clipped_fragments(&self, at: usize, end: usize) -> Vec<Fragment> {
        let from = self.fragments.partition_point(|f| usize::from(f.at) + usize::from(f.len) <= at);
        let to = self.fragments.partition_point(|f| usize::from(f.at) < end);
        self.fragments[from..to]
            .iter()
            .map(|fragment| {
                let start = usize::from(fragment.at).max(at);
                let stop = (usize::from(fragment.at) + usize::from(fragment.len)).min(end);
                let skipped = start - usize::from(fragment.at);
                Fragment {
                    at: (start - at) as u16,
                    len: (stop - start) as u8,
                    first: fragment.first + skipped as u8,
                    object: fragment.object,
                }
            })
            .collect()
    }

    pub fn excerpt(&self, at: usize, len: usize) -> Excerpt<T> {
        let size = self.size();
        let end = at + len;
        let mut lost_tag = false;
        let mut tags = Vec::new();
        let from = self.tags.partition_point(|run| usize::from(run.at) + usize::from(run.len) <= at);
        let to = self.tags.partition_point(|run| usize::from(run.at) < end);
        for run in &self.tags[from..to] {
            let start = usize::from(run.at);
            if start < at || start + usize::from(run.len) > end {
                lost_tag = true;
            } else {
                tags.push(TagRun { at: (start - at) as u16, ..*run });
            }
        }
        Excerpt {
            data: self.cells[at..end].to_vec(),
            states: self.cells[size + at..size + end].iter().map(|state| state & BASE).collect(),
            fragments: self.clipped_fragments(at, end),
            tags,
            lost_tag,
        }
    }

    /// Puts an excerpt down; true when a tag is lost for bytes outside of the range.
    pub fn put(&mut self, at: usize, excerpt: &Excerpt<T>) -> bool {
        let lost = self.write(at, &excerpt.data, UNINIT);
        let size = self.size();
        self.cells[size + at..size + at + excerpt.states.len()].copy_from_slice(&excerpt.states);
        for fragment in &excerpt.fragments {
            self.add_fragment(Fragment { at: fragment.at + at as u16, ..*fragment });
        }
        for run in &excerpt.tags {
            self.add_tag(TagRun { at: run.at + at as u16, ..*run });
        }
        lost
    }
}

/// Do fragments at these positions, counted from the lowest byte of a scalar, make one address or a piece of one?
pub(crate) fn join_pieces(fragments: impl Iterator<Item = (usize, Fragment)>) -> Pointers {
    let mut joined = Pointers::None;
    for (at, fragment) in fragments {
        joined = match joined {
            Pointers::None if at == 0 => {
                Pointers::One { object: fragment.object, first: fragment.first, len: fragment.len }
            }
            Pointers::None => Pointers::Mixed(vec![fragment.object]),
            Pointers::One { object, first, len }
                if object == fragment.object && usize::from(len) == at && first + len == fragment.first =>
            {
                Pointers::One { object, first, len: len + fragment.len }
            }
            Pointers::One { object, .. } => Pointers::Mixed(vec![object, fragment.object]),
            Pointers::Mixed(mut objects) => {
                objects.push(fragment.object);
                Pointers::Mixed(objects)
            }
        };
    }
    joined
}
