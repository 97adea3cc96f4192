//! Contents of one object, page by page, so that a huge array costs only what is touched.
//!
//! Offsets are checked by the caller: every range lies in the object.

use rustc_hash::FxHashMap;

use super::ObjectId;
use super::origin::{Origins, Run};
use super::page::{Excerpt, Fragment, INIT, PAGE, Page, Pointers, Raw, TagRun, UNINIT, join_pieces};
use crate::value::{Meta, Value};

/// What bytes hold that nobody has written yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Uninit,
    Zero,
}

impl Fill {
    fn state(self) -> u8 {
        match self {
            Fill::Uninit => UNINIT,
            Fill::Zero => INIT,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Contents<T> {
    size: u64,
    fill: Fill,
    pages: Pages<T>,
    /// Of bytes that are `UNINIT`.
    pub(super) origins: Origins,
}

#[derive(Clone, Debug)]
enum Pages<T> {
    /// At most [`PAGE`] bytes, or nothing written yet.
    One(Option<Page<T>>),
    /// `index` has one entry per page: 0, or 1 + the place in `pages`.
    Table { index: Vec<u32>, pages: Vec<Page<T>> },
    /// As above, for objects too large for an entry per page.
    Sparse { index: FxHashMap<u64, u32>, pages: Vec<Page<T>> },
}

/// Rough cost of a run of identities, for the memory limit.
const RUN_COST: u64 = 64;

/// Objects up to 256 MiB have an index with an entry per page.
const TABLE_LIMIT: u64 = 1 << 28;

impl<T: Copy + Default + PartialEq> Contents<T> {
    /// `life`: see [`Origins`].
    pub fn new(size: u64, fill: Fill, life: u64) -> Self {
        let pages = if size <= PAGE as u64 {
            Pages::One(None)
        } else if size <= TABLE_LIMIT {
            Pages::Table { index: vec![0; size.div_ceil(PAGE as u64) as usize], pages: Vec::new() }
        } else {
            Pages::Sparse { index: FxHashMap::default(), pages: Vec::new() }
        };
        Contents { size, fill, pages, origins: Origins::new(life) }
    }

    /// Forgets everything; the object is dead.
    pub fn drop_pages(&mut self) -> u64 {
        let freed = self.footprint();
        self.pages = Pages::One(None);
        self.origins = Origins::new(self.origins.life);
        freed
    }

    pub fn footprint(&self) -> u64 {
        let index = match &self.pages {
            Pages::One(_) => 0,
            Pages::Table { index, .. } => 4 * index.len() as u64,
            Pages::Sparse { index, .. } => 16 * index.len() as u64,
        };
        let origins = RUN_COST * self.origins.len() as u64;
        index + origins + self.pages().iter().map(Page::footprint).sum::<u64>()
    }

    fn pages(&self) -> &[Page<T>] {
        match &self.pages {
            Pages::One(page) => page.as_slice(),
            Pages::Table { pages, .. } | Pages::Sparse { pages, .. } => pages,
        }
    }

    /// The objects that pointers in here point to, in a fixed order.
    pub fn for_each_pointer(&self, mut f: impl FnMut(&Fragment)) {
        self.pages().iter().for_each(|page| page.fragments().iter().for_each(&mut f));
    }

    /// The page of an offset, if it was ever written, and the offset in it.
    #[inline]
    fn page(&self, at: u64) -> (Option<&Page<T>>, usize) {
        match &self.pages {
            Pages::One(page) => (page.as_ref(), at as usize),
            Pages::Table { index, pages } => {
                let slot = index[(at / PAGE as u64) as usize];
                (slot.checked_sub(1).map(|slot| &pages[slot as usize]), at as usize % PAGE)
            }
            Pages::Sparse { index, pages } => {
                let slot = index.get(&(at / PAGE as u64)).copied().unwrap_or(0);
                (slot.checked_sub(1).map(|slot| &pages[slot as usize]), at as usize % PAGE)
            }
        }
    }

    /// The page of an offset, made when it is not there; adds what that costs to `used`.
    #[inline]
    fn page_mut(&mut self, at: u64, used: &mut u64) -> (&mut Page<T>, usize) {
        let (size, state) = (self.size, self.fill.state());
        let mut add = |pages: &mut Vec<Page<T>>| {
            let start = at / PAGE as u64 * PAGE as u64;
            let page = Page::new((size - start).min(PAGE as u64) as usize, state);
            *used += page.footprint();
            pages.push(page);
            u32::try_from(pages.len()).expect("invariant: the memory limit is below 2^32 pages")
        };
        match &mut self.pages {
            Pages::One(page) => {
                let page = page.get_or_insert_with(|| {
                    let page = Page::new(size as usize, state);
                    *used += page.footprint();
                    page
                });
                (page, at as usize)
            }
            Pages::Table { index, pages } => {
                let slot = &mut index[(at / PAGE as u64) as usize];
                if *slot == 0 {
                    *slot = add(pages);
                }
                (&mut pages[*slot as usize - 1], at as usize % PAGE)
            }
            Pages::Sparse { index, pages } => {
                let slot = *index.entry(at / PAGE as u64).or_insert_with(|| add(pages));
                (&mut pages[slot as usize - 1], at as usize % PAGE)
            }
        }
    }

    #[inline]
    pub fn load_plain<const N: usize>(&self, at: u64) -> Option<[u8; N]> {
        let (page, at) = self.page(at);
        page?.load_plain(at)
    }

    #[inline]
    pub fn load_pointer<const N: usize>(&self, at: u64) -> Option<([u8; N], ObjectId)> {
        let (page, at) = self.page(at);
        page?.load_pointer(at)
    }

    #[inline]
    pub fn store_plain<const N: usize>(&mut self, at: u64, bytes: [u8; N]) -> bool {
        let (page, at) = match &mut self.pages {
            Pages::One(Some(page)) => (page, at as usize),
            Pages::Table { index, pages } => match index[(at / PAGE as u64) as usize] {
                0 => return false,
                slot => (&mut pages[slot as usize - 1], at as usize % PAGE),
            },
            Pages::One(None) | Pages::Sparse { .. } => return false,
        };
        page.store_plain(at, bytes)
    }

    /// Pieces of a range, one per page: offset and length.
    fn pieces(&self, at: u64, len: u64) -> impl DoubleEndedIterator<Item = (u64, usize)> + use<T> {
        let single = matches!(self.pages, Pages::One(_));
        let page = if single { u64::MAX } else { PAGE as u64 };
        let (first, last) = if len == 0 { (1, 0) } else { (at / page, (at + len - 1) / page) };
        (first..=last).map(move |number| {
            let start = at.max(number.saturating_mul(page));
            let stop = (at + len).min(number.saturating_mul(page).saturating_add(page));
            (start, (stop - start) as usize)
        })
    }

    /// Reads a scalar of 1 to 16 bytes.
    pub fn read(&self, at: u64, len: usize) -> Raw<T> {
        let mut pieces = self.pieces(at, len as u64);
        let (start, length) = pieces.next().expect("invariant: a scalar has bytes");
        let low = self.read_piece(start, length);
        let Some((start, length)) = pieces.next() else { return low };
        let high = self.read_piece(start, length);
        let shift = len - length;
        let fragments = [(0, low.pointers), (shift, high.pointers)].into_iter().filter_map(|(at, p)| match p {
            Pointers::None => None,
            Pointers::One { object, first, len } => Some((at, Fragment { at: 0, len, first, object })),
            // Keeps the parts from joining: nothing of an address starts here.
            Pointers::Mixed(objects) => Some((usize::MAX, Fragment { at: 0, len: 0, first: 0, object: objects[0] })),
        });
        Raw {
            bits: low.bits | high.bits << (8 * shift),
            missing: low.missing | high.missing << shift,
            indeterminate: low.indeterminate || high.indeterminate,
            pointers: join_pieces(fragments),
            tag: match (low.tag, high.tag) {
                (Some(low), Some(high)) if low == T::default() && high == T::default() => Some(low),
                (Some(_), Some(_)) | (None, _) | (_, None) => None,
            },
        }
    }

    fn read_piece(&self, at: u64, len: usize) -> Raw<T> {
        match self.page(at) {
            (Some(page), at) => page.read(at, len),
            (None, _) => Raw {
                bits: 0,
                missing: match self.fill {
                    Fill::Uninit => ((1u32 << len) - 1) as u16,
                    Fill::Zero => 0,
                },
                indeterminate: false,
                pointers: Pointers::None,
                tag: Some(T::default()),
            },
        }
    }

    /// Writes a scalar of 1 to 16 bytes; true when a tag is lost.
    pub fn write(&mut self, at: u64, len: usize, value: &Value<T>, used: &mut u64) -> bool {
        let bytes = value.bits().to_le_bytes();
        let state = if value.meta.is_indeterminate() { super::page::CHOSEN } else { INIT };
        let tagged = value.tag != T::default();
        let mut lost = false;
        let mut done = 0;
        for (start, length) in self.pieces(at, len as u64) {
            let (page, offset) = self.page_mut(start, used);
            lost |= page.write(offset, &bytes[done..done + length], state);
            if let Some(fragment) = fragment_of(value.meta, done, length) {
                page.add_fragment(Fragment { at: offset as u16, ..fragment });
            }
            if tagged && length == len {
                page.add_tag(TagRun { at: offset as u16, len: len as u8, tag: value.tag });
            } else {
                lost |= tagged;
            }
            done += length;
        }
        lost
    }

    /// Writes initialised bytes.
    pub fn write_bytes(&mut self, at: u64, bytes: &[u8], used: &mut u64) {
        let mut done = 0;
        for (start, length) in self.pieces(at, bytes.len() as u64) {
            let (page, offset) = self.page_mut(start, used);
            page.write(offset, &bytes[done..done + length], INIT);
            done += length;
        }
    }

    /// Gives the bytes of `missing`, which are uninitialised, the bytes of `bits`, and all of them the tag.
    pub fn choose(&mut self, at: u64, len: usize, missing: u16, bits: u128, tag: T, used: &mut u64) {
        for index in (0..len).filter(|index| missing >> index & 1 != 0) {
            let (page, offset) = self.page_mut(at + index as u64, used);
            page.choose(offset, (bits >> (8 * index)) as u8);
        }
        if tag != T::default() && self.pieces(at, len as u64).count() == 1 {
            let (page, offset) = self.page_mut(at, used);
            page.add_tag(TagRun { at: offset as u16, len: len as u8, tag });
        }
    }

    /// Sets a range to one initialised byte; true when a tag is lost.
    pub fn set(&mut self, at: u64, len: u64, byte: u8, used: &mut u64) -> bool {
        // A global of a terabyte is zeroed before every run: nothing is written yet, and nothing has to be.
        if byte == 0 && self.fill == Fill::Zero && self.pages().is_empty() {
            return false;
        }
        let mut lost = false;
        for (start, length) in self.pieces(at, len) {
            if byte == 0 && self.fill == Fill::Zero && self.page(start).0.is_none() {
                continue;
            }
            let (page, offset) = self.page_mut(start, used);
            lost |= page.fill(offset, length, byte, INIT);
        }
        lost
    }

    /// Makes the bytes of a range indeterminate that are no part of an address.
    pub fn forget_numbers(&mut self, at: u64, len: u64, used: &mut u64) {
        for (start, length) in self.pieces(at, len) {
            if self.fill == Fill::Zero || self.page(start).0.is_some() {
                let (page, offset) = self.page_mut(start, used);
                page.forget_numbers(offset, length);
            }
        }
    }

    /// Makes everything indeterminate again, in a new life.
    pub fn forget(&mut self, life: u64, used: &mut u64) {
        *used -= self.drop_pages().min(*used);
        *self = Contents::new(self.size, Fill::Uninit, life);
    }

    /// Gives the bytes from `at` on these identities; it matters where they are `UNINIT`.
    pub(super) fn set_origins(&mut self, at: u64, runs: &[Run], used: &mut u64) {
        let before = self.origins.len() as u64;
        self.origins.set(at, runs);
        *used = (*used + RUN_COST * self.origins.len() as u64).saturating_sub(RUN_COST * before);
    }

    /// How many of the `len` bytes from `at` on have no page: each is as `fill` says.
    pub fn blank_from(&self, at: u64, len: u64) -> u64 {
        let left = len.min(self.size - at);
        match &self.pages {
            Pages::One(None) => left,
            Pages::One(Some(_)) => 0,
            Pages::Table { index, .. } => {
                let from = (at / PAGE as u64) as usize;
                let most = left.div_ceil(PAGE as u64) as usize + 1;
                let blank = index[from..].iter().take(most).take_while(|slot| **slot == 0).count();
                ((from + blank) as u64 * PAGE as u64).saturating_sub(at).min(left)
            }
            Pages::Sparse { pages, .. } if pages.is_empty() => left,
            Pages::Sparse { index, .. } if index.contains_key(&(at / PAGE as u64)) => 0,
            Pages::Sparse { .. } => self.room(at).min(left),
        }
    }

    /// Are uninitialised bytes of it copies of others, or the other way round?
    pub fn has_copies(&self) -> bool {
        self.origins.copied || self.origins.len() > 0
    }

    pub fn fill(&self) -> Fill {
        self.fill
    }

    /// The part of a range that lies in the page of its first byte (`len` bytes at least 1).
    pub fn excerpt(&self, at: u64, len: usize) -> Excerpt<T> {
        match self.page(at) {
            (Some(page), at) => page.excerpt(at, len),
            (None, _) => Excerpt {
                data: vec![0; len],
                states: vec![self.fill.state(); len],
                fragments: Vec::new(),
                tags: Vec::new(),
                lost_tag: false,
            },
        }
    }

    /// Puts down an excerpt that lies in one page here; true when a tag is lost.
    pub fn put(&mut self, at: u64, excerpt: &Excerpt<T>, used: &mut u64) -> bool {
        let blank = excerpt.fragments.is_empty()
            && excerpt.tags.is_empty()
            && excerpt.data.iter().all(|byte| *byte == 0)
            && excerpt.states.iter().all(|state| *state == self.fill.state());
        if blank && self.page(at).0.is_none() {
            return excerpt.lost_tag;
        }
        let (page, offset) = self.page_mut(at, used);
        page.put(offset, excerpt) | excerpt.lost_tag
    }

    /// How far from `at` the page goes.
    pub fn room(&self, at: u64) -> u64 {
        match self.pages {
            Pages::One(_) => self.size - at,
            Pages::Table { .. } | Pages::Sparse { .. } => PAGE as u64 - at % PAGE as u64,
        }
    }

    /// As [`Contents::room`], backwards: how many bytes before `end` lie in the page of `end - 1`.
    pub fn room_before(&self, end: u64) -> u64 {
        match self.pages {
            Pages::One(_) => end,
            Pages::Table { .. } | Pages::Sparse { .. } => (end - 1) % PAGE as u64 + 1,
        }
    }
}

/// The part of a value's provenance that lies in its bytes `from .. from + len`.
fn fragment_of(meta: Meta, from: usize, len: usize) -> Option<Fragment> {
    let object = meta.object()?;
    let stop = usize::from(meta.len()).min(from + len);
    (stop > from).then(|| Fragment { at: 0, len: (stop - from) as u8, first: meta.first() + from as u8, object })
}
