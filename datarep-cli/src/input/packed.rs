//! Packed words of a file as items of whole bytes, and items as packed words.
//!
//! Words stand back to back. At a stride, the first word of each row begins at a byte.

use std::io::{self, Read};

use datarep_dynamic::names::Packing;

/// Words that are unpacked together: whole bytes of any width.
const TOGETHER: usize = 1 << 12;

/// Where an item begins in a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BitPlace {
    pub(crate) byte: u64,
    /// The bit in that byte.
    pub(crate) bit: u64,
}

/// Where packed words are in a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PackedPlaces {
    packing: Packing,
    /// The byte at which the first word begins.
    at: u64,
    /// Words in a row, and bytes from one row to the next if each begins at a byte.
    row: u64,
    stride: Option<u64>,
}

impl PackedPlaces {
    pub(super) fn new(packing: Packing, at: u64, row: u64, stride: Option<u64>) -> PackedPlaces {
        PackedPlaces { packing, at, row: row.max(1), stride }
    }

    /// Bytes of a row.
    pub(super) fn row_bytes(self) -> u64 {
        (self.row * u64::from(self.packing.bits())).div_ceil(8)
    }

    /// What is wrong with the end of a file, of whose unpacked words whole rows end at byte `at`, and `rest` more bytes
    /// follow. A word has `item` bytes when it is unpacked. `missing` is the number of rows that are wanted and not there.
    pub(super) fn describe_end(
        self,
        name: &str,
        at: u64,
        rest: u64,
        item: u64,
        missing: Option<u64>,
    ) -> String {
        let (whole, rest, bits) = ((at - self.at) / item, rest / item, self.packing.bits());
        let BitPlace { byte, bit } = self.locate(whole);
        let place = if bit == 0 { format!("byte {byte}") } else { format!("bit {bit} of byte {byte}") };
        match missing {
            _ if rest > 0 => {
                format!(
                    "{name} ends within a row: {rest} of its {} words of {bits} bits from {place} on",
                    self.row
                )
            }
            Some(missing) if self.row == 1 => {
                format!("{name} has {whole} words of {bits} bits, and {missing} more would be needed")
            }
            missing => {
                let (rows, missing, row) = (whole / self.row, missing.unwrap_or_default(), self.row);
                format!(
                    "{name} has {rows} rows of {row} words of {bits} bits, and {missing} more would be needed"
                )
            }
        }
    }

    /// The byte and the bit in it at which an item begins.
    pub(crate) fn locate(self, item: u64) -> BitPlace {
        let bits = u64::from(self.packing.bits());
        let bit = match self.stride {
            // Each row begins at a byte, so only the place in the row is counted in bits.
            Some(stride) => item / self.row * stride * 8 + item % self.row * bits,
            None => item * bits,
        };
        BitPlace { byte: self.at + bit / 8, bit: bit % 8 }
    }
}

/// The items of packed words.
#[derive(Debug)]
pub(super) struct UnpackedWords<R> {
    file: R,
    places: PackedPlaces,
    /// Words that were unpacked before, and those of `items` that were read.
    words: u64,
    items: Vec<u8>,
    read: usize,
    is_first: bool,
    /// What is wrong behind the words that are unpacked.
    failure: Option<io::Error>,
}

impl<R: Read> UnpackedWords<R> {
    pub(super) fn new(file: R, places: PackedPlaces) -> UnpackedWords<R> {
        UnpackedWords { file, places, words: 0, items: Vec::new(), read: 0, is_first: true, failure: None }
    }

    /// Unpacks the next words. There are none at the end.
    fn unpack(&mut self) -> io::Result<()> {
        let packing = self.places.packing;
        let bits = packing.bits() as usize;
        // 4096 words fill whole bytes, whatever their width is. At a stride each row is read by itself, because the
        // word behind it does not follow at the next bit.
        let wanted_bytes = match self.places.stride {
            None => TOGETHER * bits / 8,
            Some(stride) => {
                let row = self.places.row_bytes();
                if !self.is_first {
                    // Skipped when the next row is asked for, and not behind each one: behind the last row that is
                    // wanted nothing is read, which a pipe may never give.
                    let gap = stride - row;
                    io::copy(&mut self.file.by_ref().take(gap), &mut io::sink())?;
                }
                usize::try_from(row).unwrap_or(usize::MAX)
            }
        };
        self.is_first = false;
        let mut bytes = Vec::new();
        self.file.by_ref().take(wanted_bytes as u64).read_to_end(&mut bytes)?;
        // The bits that fill the last byte of a row may have room for a word: 3 words of 2 bits fill one byte, which
        // has room for 4.
        let most_words = if self.places.stride.is_some() { self.places.row } else { u64::MAX };
        let words = (bytes.len() * 8 / bits).min(usize::try_from(most_words).unwrap_or(usize::MAX));
        if bytes.len() < wanted_bytes && !packing.is_filled(&bytes, words) {
            let byte = self.places.locate(self.words + words as u64).byte;
            let text = format!("it ends within a word of {bits} bits, which begins in byte {byte}");
            // Reported after the whole words before it.
            self.failure = Some(io::Error::new(io::ErrorKind::UnexpectedEof, text));
        }
        self.items = packing.unpack(&bytes);
        // `unpack` makes a word of fill bits, too, where they have room for one.
        self.items.truncate(words * packing.extent());
        self.words += words as u64;
        self.read = 0;
        Ok(())
    }
}

impl<R: Read> Read for UnpackedWords<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.read == self.items.len() && self.failure.is_none() {
            self.unpack()?;
        }
        if self.read == self.items.len()
            && let Some(failure) = self.failure.take()
        {
            return Err(failure);
        }
        let count = to.len().min(self.items.len() - self.read);
        to[..count].copy_from_slice(&self.items[self.read..][..count]);
        self.read += count;
        Ok(count)
    }
}

/// Packs the items of a new file, block by block.
#[derive(Debug)]
pub(crate) struct Packer {
    packing: Option<Packing>,
    /// Items that do not fill bytes by themselves.
    rest: Vec<u8>,
}

impl Packer {
    /// Prepares to pack items. Without a packing, items stay as they are.
    pub(crate) fn new(packing: Option<Packing>) -> Packer {
        Packer { packing, rest: Vec::new() }
    }

    /// Replaces items by the bytes of their words, except the last few items that do not fill bytes.
    pub(crate) fn pack(&mut self, items: &mut Vec<u8>) {
        let Some(packing) = self.packing else { return };
        self.rest.append(items);
        // Eight words fill bytes.
        let unit = 8 * packing.extent();
        let whole_bytes = self.rest.len() / unit * unit;
        *items = packing.pack(&self.rest[..whole_bytes]);
        self.rest.drain(..whole_bytes);
    }

    /// The bytes of the last items, with zeros in the bits that fill the last byte.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.packing.map_or_else(Vec::new, |packing| packing.pack(&self.rest))
    }
}
