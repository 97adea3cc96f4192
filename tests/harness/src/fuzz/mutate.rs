//! Inputs made of seeds by a few changes.
//!
//! Changes are of two kinds: of bytes, which break things anywhere, and of tokens, which keep enough of an input's form
//! that a reader goes on to what lies behind its first check. Tokens come from the seeds themselves.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::generate::rng::Rng;

/// No input becomes longer: time and memory are held against readers, and both may grow with the input.
const MOST_BYTES: usize = 128 << 10;
/// A change more for every second input, up to this many.
const MOST_CHANGES: u32 = 12;
/// Bytes of a chunk that is moved or removed.
const LONGEST_CHUNK: u64 = 200;
/// Times that a piece is repeated, at most: 2 to the power of this.
const MOST_DOUBLINGS: u64 = 14;
const LONGEST_TOKEN: usize = 40;

/// Numbers at the ends of types, and beyond.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "-1",
    "-0",
    "127",
    "255",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999999999999999999999999",
    "0x7fffffffffffffff",
    "1e999999999",
];

/// Seeds, and the words that are in them.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    /// Otherwise whatever is not moved stays where it is: in bitcode every bit behind an insertion changes its meaning.
    is_text: bool,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    /// There is at least one seed.
    pub fn new(seeds: Vec<Vec<u8>>) -> Mutator {
        let words = |seed: &Vec<u8>| tokens(seed).map(|token| seed[token].to_vec()).collect::<Vec<_>>();
        let words: BTreeSet<Vec<u8>> =
            seeds.iter().flat_map(words).filter(|word| word.len() <= LONGEST_TOKEN && !is_space(word[0])).collect();
        let words = if words.is_empty() { vec![vec![b'0']] } else { words.into_iter().collect() };
        let is_text = seeds.iter().all(|seed| std::str::from_utf8(seed).is_ok());
        Mutator { seeds, is_text, words }
    }

    /// The first inputs are the seeds themselves.
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        if let Some(unchanged) = self.seeds.get(number as usize) {
            return unchanged.clone();
        }
        let mut rng = Rng::new(seed.wrapping_mul(0x0100_0000_01b3) ^ number);
        let mut input = self.seeds[rng.index(self.seeds.len())].clone();
        let changes = (1 + rng.next().trailing_zeros()).min(MOST_CHANGES);
        for _ in 0..changes {
            if self.is_text || rng.chance(5) {
                self.change(&mut input, &mut rng);
            } else {
                overwrite(&mut input, &mut rng);
            }
            input.truncate(MOST_BYTES);
        }
        input
    }

    fn change(&self, input: &mut Vec<u8>, rng: &mut Rng) {
        match rng.below(16) {
            0 => flip(input, rng),
            1 => {
                let at = place(input, rng);
                input.insert(at, rng.next() as u8);
            }
            2 => {
                input.drain(chunk(input, rng));
            }
            3 => {
                let piece = input[chunk(input, rng)].to_vec();
                let at = place(input, rng);
                input.splice(at..at, piece);
            }
            4 => {
                let other = &self.seeds[rng.index(self.seeds.len())];
                let piece = other[chunk(other, rng)].to_vec();
                let gone = chunk(input, rng);
                input.splice(gone, piece);
            }
            5 => repeat(input, rng),
            6 => input.truncate(place(input, rng)),
            7 | 8 => lines(input, rng),
            9 | 10 => self.number(input, rng),
            11 | 12 => self.insert_word(input, rng),
            13 => swap_tokens(input, rng),
            _ => self.replace_word(input, rng),
        }
    }

    fn number(&self, input: &mut Vec<u8>, rng: &mut Rng) {
        let digits: Vec<Range<usize>> = tokens(input).filter(|token| input[token.start].is_ascii_digit()).collect();
        if !digits.is_empty() {
            input.splice(digits[rng.index(digits.len())].clone(), rng.pick(&NUMBERS).bytes());
        }
    }

    fn insert_word(&self, input: &mut Vec<u8>, rng: &mut Rng) {
        let all: Vec<Range<usize>> = tokens(input).collect();
        let at = if all.is_empty() { 0 } else { all[rng.index(all.len())].start };
        let mut word = self.words[rng.index(self.words.len())].clone();
        word.push(b' ');
        input.splice(at..at, word);
    }

    fn replace_word(&self, input: &mut Vec<u8>, rng: &mut Rng) {
        let all: Vec<Range<usize>> = tokens(input).filter(|token| !is_space(input[token.start])).collect();
        if !all.is_empty() {
            let gone = all[rng.index(all.len())].clone();
            input.splice(gone, self.words[rng.index(self.words.len())].iter().copied());
        }
    }
}

/// Words, spaces, and everything else byte by byte.
fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let kind = |byte: u8| match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => 1,
        byte if is_space(byte) => 2,
        _ => 0,
    };
    let mut start = 0;
    std::iter::from_fn(move || {
        let first = kind(*text.get(start)?);
        let more = text[start + 1..].iter().take_while(|byte| first != 0 && kind(**byte) == first).count();
        let token = start..start + 1 + more;
        start = token.end;
        Some(token)
    })
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn place(input: &[u8], rng: &mut Rng) -> usize {
    rng.index(input.len() + 1)
}

fn chunk(input: &[u8], rng: &mut Rng) -> Range<usize> {
    let start = place(input, rng);
    let length = 1 + rng.below(LONGEST_CHUNK) as usize;
    start..(start + length).min(input.len())
}

fn flip(input: &mut [u8], rng: &mut Rng) {
    if !input.is_empty() {
        let at = rng.index(input.len());
        input[at] ^= 1 << rng.below(8);
    }
}

/// A bit, or a few bytes by others of the input.
fn overwrite(input: &mut [u8], rng: &mut Rng) {
    if rng.chance(80) {
        return flip(input, rng);
    }
    let from = chunk(input, rng);
    let from = from.start..from.end.min(from.start + 8);
    let to = rng.index(input.len() - from.len() + 1);
    input.copy_within(from, to);
}

/// A short piece again and again: nesting, long lists, long names.
fn repeat(input: &mut Vec<u8>, rng: &mut Rng) {
    let at = place(input, rng);
    let piece = input[at..(at + 1 + rng.below(12) as usize).min(input.len())].to_vec();
    let times = 1_usize << rng.below(MOST_DOUBLINGS + 1);
    let room = MOST_BYTES.saturating_sub(input.len()) / piece.len().max(1);
    input.splice(at..at, piece.repeat(times.min(room)));
}

/// Removes, doubles or moves a line.
fn lines(input: &mut Vec<u8>, rng: &mut Rng) {
    let mut all: Vec<Vec<u8>> = input.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if all.is_empty() {
        return;
    }
    let (from, to) = (rng.index(all.len()), rng.index(all.len()));
    match rng.below(3) {
        0 => drop(all.remove(from)),
        1 => all.insert(to, all[from].clone()),
        _ => all.swap(from, to),
    }
    *input = all.concat();
}

fn swap_tokens(input: &mut Vec<u8>, rng: &mut Rng) {
    let all: Vec<Range<usize>> = tokens(input).collect();
    if all.len() < 2 {
        return;
    }
    let (one, other) = (rng.index(all.len()), rng.index(all.len()));
    let (first, second) = (all[one.min(other)].clone(), all[one.max(other)].clone());
    if first != second {
        let moved = input[first.clone()].to_vec();
        let moved = input.splice(second, moved).collect::<Vec<u8>>();
        input.splice(first, moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_determined_by_seed_and_number() {
        let mutator = || Mutator::new(vec![b"(rule (f x 12) g)\n".to_vec(), b"some other text\nof lines\n".to_vec()]);
        let inputs = |seed: u64| (0..200).map(|number| mutator().input(seed, number)).collect::<Vec<_>>();
        assert_eq!(inputs(3), inputs(3));
        assert_ne!(inputs(3), inputs(4));
        assert_eq!(inputs(3)[0], b"(rule (f x 12) g)\n");
        assert!(inputs(3)[2..].iter().any(|input| !input.starts_with(b"(rule (f x 12")));
    }

    #[test]
    fn tokens_cover_the_text() {
        let text = b"ab_1 +=  \xff12";
        let found: Vec<&[u8]> = tokens(text).map(|token| &text[token]).collect();
        assert_eq!(found, [&b"ab_1"[..], b" ", b"+", b"=", b"  ", b"\xff", b"12"]);
        assert_eq!(tokens(b"").count(), 0);
    }

    #[test]
    fn nothing_becomes_huge() {
        let mutator = Mutator::new(vec![vec![b'('; MOST_BYTES], Vec::new()]);
        assert!((0..500).all(|number| mutator.input(0, number).len() <= MOST_BYTES));
    }
}
