//! How much memory an engine has, counted for whoever a thread works for.
//!
//! A thread pays into one account at a time. Memory is what the program asks its allocator for, when the allocator is wrapped
//! in [`Counting`]; a thread notes it for itself and passes it on in chunks, so that counting costs a few instructions.
//! What one engine allocates and another frees moves from the one account to the other; hardly anything does.
//!
//! Not counted: memory of libraries that do not use Rust's allocator, which for us is the solver; of that only the process
//! as a whole knows how much there is: [`process`].

#![allow(unsafe_code)]

mod counting;
pub mod process;

pub use counting::Counting;

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// What a thread notes for itself before it passes it on.
const CHUNK: u64 = 64 << 10;

/// Bytes of all threads that work for one engine.
#[derive(Debug, Default)]
pub struct Account {
    bytes: AtomicI64,
    peak: AtomicI64,
}

/// A thread's notes. Nothing in it has to be dropped: the allocator is used until a thread's very end.
struct Notes {
    account: Cell<Option<&'static Account>>,
    /// Counted from [`CHUNK`], so that one comparison tells whether there are too many of them or too few.
    bytes: Cell<u64>,
}

thread_local! {
    static NOTES: Notes = const { Notes { account: Cell::new(None), bytes: Cell::new(CHUNK) } };
}

impl Account {
    /// A new account. It stays for as long as the process: a thread may still free something when everybody else has
    /// forgotten about the engine.
    pub fn open() -> &'static Account {
        Box::leak(Box::default())
    }

    /// This thread pays into the account from now on.
    pub fn enter(&'static self) {
        NOTES.with(|notes| {
            notes.pass_on();
            notes.account.set(Some(self));
        });
    }

    /// This thread pays into no account any more.
    pub fn leave() {
        NOTES.with(|notes| {
            notes.pass_on();
            notes.account.set(None);
        });
    }

    /// In use, to within a chunk for each thread.
    pub fn bytes(&self) -> u64 {
        u64::try_from(self.bytes.load(Ordering::Relaxed)).unwrap_or(0)
    }

    pub fn peak_bytes(&self) -> u64 {
        u64::try_from(self.peak.load(Ordering::Relaxed)).unwrap_or(0)
    }
}

#[inline]
fn count_bytes(bytes: i64) {
    NOTES.with(|notes| {
        let noted = notes.bytes.get().wrapping_add_signed(bytes);
        notes.bytes.set(noted);
        if noted > 2 * CHUNK {
            notes.pass_on();
        }
    });
}

impl Notes {
    /// Inlined: a call would make every allocation save registers for it.
    #[inline(always)]
    fn pass_on(&self) {
        let noted = self.bytes.replace(CHUNK).wrapping_sub(CHUNK).cast_signed();
        if let Some(account) = self.account.get() {
            let now = account.bytes.fetch_add(noted, Ordering::Relaxed) + noted;
            account.peak.fetch_max(now, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::System;
    use std::thread;

    #[global_allocator]
    static ALLOCATOR: Counting<System> = Counting(System);

    const BLOCK: usize = 1 << 20;

    #[test]
    fn a_thread_pays_into_its_account_and_no_other() {
        let (one, other) = (Account::open(), Account::open());
        thread::scope(|scope| {
            for account in [one, other] {
                scope.spawn(move || {
                    account.enter();
                    let block = vec![1u8; if std::ptr::eq(account, one) { BLOCK } else { 3 * BLOCK }];
                    let grown = [block.clone(), vec![0; BLOCK]].concat();
                    drop((block, grown));
                    Account::leave();
                    drop(vec![1u8; 9 * BLOCK]);
                });
            }
        });
        let mib = |bytes: u64| bytes as usize / BLOCK;
        assert_eq!((mib(one.peak_bytes()), mib(other.peak_bytes())), (5, 11));
        assert_eq!((mib(one.bytes()), mib(other.bytes())), (0, 0));
    }

    #[test]
    fn small_things_add_up() {
        let account = Account::open();
        thread::scope(|scope| {
            scope.spawn(|| {
                account.enter();
                let many: Vec<Box<[u8; 64]>> = (0..10_000).map(|_| Box::new([0; 64])).collect();
                assert!(account.bytes() > 600_000, "{}", account.bytes());
                drop(many);
                Account::leave();
            });
        });
        assert!(account.bytes() < 1_000, "{}", account.bytes());
    }

    #[test]
    fn what_grows_in_place_is_counted_once() {
        let account = Account::open();
        thread::scope(|scope| {
            scope.spawn(|| {
                account.enter();
                let mut bytes: Vec<u8> = Vec::with_capacity(BLOCK);
                bytes.reserve_exact(2 * BLOCK);
                Account::leave();
                assert_eq!(account.bytes() as usize / BLOCK, 2);
            });
        });
    }
}
