//! Which mutant is active, by the environment. This is a crate of the copy of the workspace that is mutated.
//!
//! With `CAIRN_MUTANT=NUMBER` that mutant is active. With `CAIRN_MUTANT_REACHED=FILE` none is, and the number of each that
//! a run comes to is added to the file, a line each.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::{Add, Sub};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const MOST: usize = 1 << 17;

/// Numbers of mutants are smaller than these.
const NONE: u32 = u32::MAX - 2;
const RECORDED: u32 = u32::MAX - 1;
const NOT_ASKED: u32 = u32::MAX;

static CHOSEN: AtomicU32 = AtomicU32::new(NOT_ASKED);
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];
static FILE: OnceLock<Option<File>> = OnceLock::new();

#[inline]
pub fn active(number: u32) -> bool {
    let chosen = CHOSEN.load(Ordering::Relaxed);
    if chosen >= RECORDED { look(number) } else { chosen == number }
}

#[cold]
fn look(number: u32) -> bool {
    let file = FILE.get_or_init(|| {
        let chosen = std::env::var("CAIRN_MUTANT").ok().and_then(|text| text.parse().ok());
        let path = std::env::var_os("CAIRN_MUTANT_REACHED").filter(|_| chosen.is_none());
        let open = |path| OpenOptions::new().append(true).create(true).open(path).expect("the file can be written");
        let file = path.map(open);
        CHOSEN.store(chosen.unwrap_or(if file.is_some() { RECORDED } else { NONE }), Ordering::Relaxed);
        file
    });
    if let Some(mut file) = file.as_ref()
        && !REACHED[number as usize].swap(true, Ordering::Relaxed)
    {
        file.write_all(format!("{number}\n").as_bytes()).expect("the file can be written");
    }
    CHOSEN.load(Ordering::Relaxed) == number
}

pub fn lt<A: PartialOrd<B>, B>(number: u32, a: &A, b: &B) -> bool {
    if active(number) { a <= b } else { a < b }
}

pub fn le<A: PartialOrd<B>, B>(number: u32, a: &A, b: &B) -> bool {
    if active(number) { a < b } else { a <= b }
}

pub fn gt<A: PartialOrd<B>, B>(number: u32, a: &A, b: &B) -> bool {
    if active(number) { a >= b } else { a > b }
}

pub fn ge<A: PartialOrd<B>, B>(number: u32, a: &A, b: &B) -> bool {
    if active(number) { a > b } else { a >= b }
}

pub fn add<A: Add<B, Output = O> + Sub<B, Output = O>, B, O>(number: u32, a: A, b: B) -> O {
    if active(number) { a - b } else { a + b }
}

pub fn sub<A: Add<B, Output = O> + Sub<B, Output = O>, B, O>(number: u32, a: A, b: B) -> O {
    if active(number) { a + b } else { a - b }
}

/// Numbers that literals stand for.
pub trait Number {
    fn more(self) -> Self;
    fn less(self) -> Self;
}

macro_rules! numbers {
    ($($ty:ty)*) => {
        $(impl Number for $ty {
            fn more(self) -> Self {
                self.wrapping_add(1)
            }
            fn less(self) -> Self {
                self.wrapping_sub(1)
            }
        })*
    };
}
numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

pub fn more<T: Number>(number: u32, value: T) -> T {
    if active(number) { value.more() } else { value }
}

pub fn less<T: Number>(number: u32, value: T) -> T {
    if active(number) { value.less() } else { value }
}
