//! Runs of text, of one repeated byte, and of other bytes in a file.

use std::fmt;

/// Bytes of a block. Each block has one kind.
const BLOCK: usize = 128;

/// The kind of the bytes in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Printable ASCII characters.
    Ascii,
    /// Printable EBCDIC characters.
    Ebcdic,
    /// One repeated byte.
    Fill(u8),
    /// Other bytes, such as numbers or compressed data.
    Other,
}

/// What the bytes are, in words: `text in ASCII`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Ascii => f.write_str("text in ASCII"),
            Kind::Ebcdic => f.write_str("text in EBCDIC"),
            Kind::Fill(byte) => write!(f, "only bytes {byte:02X}"),
            Kind::Other => f.write_str("numbers, or something packed"),
        }
    }
}

/// Consecutive bytes of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first byte.
    pub start: usize,
    /// The index after the last byte.
    pub end: usize,
    /// The kind of the bytes.
    pub kind: Kind,
}

/// Divides bytes into runs. Each block of 128 bytes belongs to one run.
///
/// ```
/// use datarep_probe::{Kind, runs};
/// let bytes = [[b'a'; 256].as_slice(), &[0x40; 128], &[1, 200, 33, 7].repeat(64)].concat();
/// let kinds: Vec<Kind> = runs(&bytes).into_iter().map(|run| run.kind).collect();
/// assert_eq!(kinds, [Kind::Fill(b'a'), Kind::Fill(0x40), Kind::Other]);
/// ```
pub fn runs(bytes: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (index, block) in bytes.chunks(BLOCK).enumerate() {
        let (start, kind) = (index * BLOCK, classify_block(block));
        match runs.last_mut() {
            Some(last) if last.kind == kind => last.end = start + block.len(),
            _ => runs.push(Run { start, end: start + block.len(), kind }),
        }
    }
    join_runs(runs)
}

/// Joins runs: short runs of one repeated byte become part of the text or the numbers before them.
fn join_runs(runs: Vec<Run>) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        // A gap of up to a kilobyte in a text, or zeros among numbers, does not divide them.
        let short = matches!(run.kind, Kind::Fill(_)) && run.end - run.start <= 8 * BLOCK;
        match joined.last_mut() {
            Some(last) if last.kind == run.kind => last.end = run.end,
            Some(last) if short && can_join(last.kind, run.kind) => last.end = run.end,
            _ => joined.push(run),
        }
    }
    joined
}

fn can_join(kind: Kind, fill: Kind) -> bool {
    match (kind, fill) {
        (Kind::Ascii, Kind::Fill(byte)) => is_ascii(byte) || byte == 0,
        (Kind::Ebcdic, Kind::Fill(byte)) => is_ebcdic(byte) || byte == 0,
        (Kind::Other, Kind::Fill(_)) => true,
        _ => false,
    }
}

/// The kind of a block. About a third of random bytes are printable, so nineteen of twenty must be for text.
fn classify_block(block: &[u8]) -> Kind {
    if block.iter().all(|&byte| byte == block[0]) {
        return Kind::Fill(block[0]);
    }
    let share = |is: fn(u8) -> bool| block.iter().filter(|&&byte| is(byte)).count() * 20 >= block.len() * 19;
    // A quarter has to be letters, digits and spaces: bytes of numbers may be printable, but are rarely letters.
    let letters = |is: fn(u8) -> bool| block.iter().filter(|&&byte| is(byte)).count() * 4 >= block.len();
    if share(is_ascii) && letters(|byte| byte.is_ascii_alphanumeric() || byte == b' ') {
        return Kind::Ascii;
    }
    if share(is_ebcdic) && letters(is_ebcdic_letter) {
        return Kind::Ebcdic;
    }
    Kind::Other
}

fn is_ascii(byte: u8) -> bool {
    (0x20..0x7F).contains(&byte) || matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Whether the byte is a letter, a digit or the space.
fn is_ebcdic_letter(byte: u8) -> bool {
    // EBCDIC has its letters in three rows, with small ones from 0x81 on and large ones from 0xC1 on. The mask joins
    // both.
    let letter = matches!(byte & 0x3F, 0x01..=0x09 | 0x11..=0x19 | 0x22..=0x29) && byte >= 0x80;
    letter || (0xF0..=0xF9).contains(&byte) || byte == 0x40
}

/// Whether the byte is printable in all EBCDIC code pages: letters, digits, and most of the signs between them.
fn is_ebcdic(byte: u8) -> bool {
    is_ebcdic_letter(byte)
        || matches!(byte, 0x4A..=0x50 | 0x5A..=0x61 | 0x6A..=0x6F | 0x79..=0x7F | 0x15 | 0x25)
}
