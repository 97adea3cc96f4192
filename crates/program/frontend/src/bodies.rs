//! How large the functions of a program are, from its bitcode alone.
//!
//! LLVM's C API tells nothing about a body that it has not read. The bitstream format lets a reader skip blocks by their
//! length: only the records of the module itself have to be decoded.
//!
//! Format: <https://llvm.org/docs/BitCodeFormat.html>.

use std::ops::Range;

const MAGIC: u64 = u32::from_le_bytes(*b"BC\xC0\xDE") as u64;
const MODULE_BLOCK: u64 = 8;
const FUNCTION_BLOCK: u64 = 12;

/// Abbreviation ids that mean the same in every block.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// Outside of all blocks, abbreviation ids have two bits.
const TOP_LEVEL_WIDTH: u32 = 2;

/// The sizes of the module's function bodies, in the order of its definitions. `None` for what is no plain bitcode.
pub fn sizes(bitcode: &[u8]) -> Option<Vec<usize>> {
    let mut bits = Bits { bytes: bitcode, at: 0 };
    (bits.fixed(32)? == MAGIC).then_some(())?;
    loop {
        (bits.fixed(TOP_LEVEL_WIDTH)? == ENTER_SUBBLOCK).then_some(())?;
        let block = bits.enter_block()?;
        if block.id == MODULE_BLOCK {
            return in_module(&mut bits, block.id_width);
        }
        bits.skip(block.bytes)?;
    }
}

fn in_module(bits: &mut Bits<'_>, id_width: u32) -> Option<Vec<usize>> {
    let mut sizes = Vec::new();
    let mut abbreviations: Vec<Vec<Encoding>> = Vec::new();
    loop {
        match bits.fixed(id_width)? {
            END_BLOCK => return Some(sizes),
            ENTER_SUBBLOCK => {
                let block = bits.enter_block()?;
                if block.id == FUNCTION_BLOCK {
                    sizes.push(block.bytes);
                }
                bits.skip(block.bytes)?;
            }
            DEFINE_ABBREV => abbreviations.push(bits.abbreviation()?),
            UNABBREV_RECORD => {
                bits.variable(6)?;
                for _ in 0..bits.variable(6)? {
                    bits.variable(6)?;
                }
            }
            id => bits.skip_record(abbreviations.get((id - FIRST_ABBREV) as usize)?)?,
        }
    }
}

/// Cuts a list of things of these sizes into this many parts of about the same size.
pub fn parts(sizes: &[usize], count: usize) -> Vec<Range<usize>> {
    let total: usize = sizes.iter().sum();
    let mut parts = Vec::with_capacity(count);
    let (mut end, mut before) = (0, 0);
    for part in 1..=count {
        let start = end;
        // The one that lies across the border belongs to the side that has more of it.
        while end < sizes.len() && (before + sizes[end] / 2) * count < total * part {
            before += sizes[end];
            end += 1;
        }
        parts.push(start..end);
    }
    parts
}

/// How an operand of an abbreviated record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Literal,
    Fixed(u32),
    Variable(u32),
    /// The next encoding is that of the elements.
    Array,
    Char6,
    Blob,
}

struct BlockHeader {
    id: u64,
    id_width: u32,
    bytes: usize,
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn fixed(&mut self, width: u32) -> Option<u64> {
        let mut value = 0;
        for bit in 0..width {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= u64::from(byte >> (self.at % 8) & 1).checked_shl(bit)?;
            self.at += 1;
        }
        Some(value)
    }

    /// Chunks of `width` bits, of which the highest says whether another one follows.
    fn variable(&mut self, width: u32) -> Option<u64> {
        let more = 1 << width.checked_sub(1)?;
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = self.fixed(width)?;
            value |= (chunk & (more - 1)).checked_shl(shift)?;
            if chunk & more == 0 {
                return Some(value);
            }
            shift += width - 1;
        }
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.at = self.at.checked_add(bytes.checked_mul(8)?)?;
        Some(())
    }

    fn enter_block(&mut self) -> Option<BlockHeader> {
        let id = self.variable(8)?;
        let id_width = u32::try_from(self.variable(4)?).ok()?;
        self.align();
        let bytes = self.fixed(32)? as usize * 4;
        Some(BlockHeader { id, id_width, bytes })
    }

    fn abbreviation(&mut self) -> Option<Vec<Encoding>> {
        let mut encodings = Vec::new();
        for _ in 0..self.variable(5)? {
            let is_literal = self.fixed(1)? == 1;
            encodings.push(if is_literal {
                self.variable(8)?;
                Encoding::Literal
            } else {
                match self.fixed(3)? {
                    1 => Encoding::Fixed(u32::try_from(self.variable(5)?).ok()?),
                    2 => Encoding::Variable(u32::try_from(self.variable(5)?).ok()?),
                    3 => Encoding::Array,
                    4 => Encoding::Char6,
                    5 => Encoding::Blob,
                    _ => return None,
                }
            });
        }
        Some(encodings)
    }

    fn skip_record(&mut self, encodings: &[Encoding]) -> Option<()> {
        let mut encodings = encodings.iter();
        while let Some(&encoding) = encodings.next() {
            match encoding {
                Encoding::Array => {
                    let element = *encodings.next()?;
                    for _ in 0..self.variable(6)? {
                        self.skip_scalar(element)?;
                    }
                }
                Encoding::Blob => {
                    let bytes = self.variable(6)? as usize;
                    self.align();
                    self.skip(bytes)?;
                    self.align();
                }
                scalar => self.skip_scalar(scalar)?,
            }
        }
        Some(())
    }

    fn skip_scalar(&mut self, encoding: Encoding) -> Option<()> {
        match encoding {
            Encoding::Literal => {}
            Encoding::Fixed(width) => self.at += width as usize,
            Encoding::Variable(width) => {
                self.variable(width)?;
            }
            Encoding::Char6 => self.at += 6,
            Encoding::Array | Encoding::Blob => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_once_and_are_balanced() {
        assert_eq!(parts(&[1, 1, 1, 1], 2), [0..2, 2..4]);
        assert_eq!(parts(&[9, 1, 1], 2), [0..1, 1..3]);
        assert_eq!(parts(&[1, 1, 9], 2), [0..2, 2..3]);
        assert_eq!(parts(&[], 3), [0..0, 0..0, 0..0]);
        for count in 1..6 {
            let parts = parts(&[3, 0, 7, 1, 1, 40, 2], count);
            let all: Vec<usize> = parts.into_iter().flatten().collect();
            assert_eq!(all, [0, 1, 2, 3, 4, 5, 6]);
        }
    }

    #[test]
    fn what_is_no_bitcode_has_no_sizes() {
        assert_eq!(sizes(b""), None);
        assert_eq!(sizes(b"BC\xC0\xDE"), None);
        assert_eq!(sizes(&[0xFF; 64]), None);
        let mut endless = b"BC\xC0\xDE".to_vec();
        endless.extend([0xFF; 256]);
        assert_eq!(sizes(&endless), None);
    }
}
