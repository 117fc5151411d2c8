//! Bytes from which decisions are taken: what a campaign does next, and with which numbers.
//!
//! Decisions after the end of the bytes are zero, so that every input is complete.

/// A hash of the bytes, by which a campaign decides what it does with them. Neighbors get other remainders.
pub(super) fn hash(bytes: &[u8]) -> u32 {
    let sum =
        bytes.iter().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    sum >> 8
}

/// Bytes that are taken from their beginning.
#[derive(Debug, Clone)]
pub(super) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below a limit of at most 256.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    pub(super) fn word(&mut self) -> u64 {
        let mut bytes = [0; 8];
        bytes.fill_with(|| self.byte());
        u64::from_le_bytes(bytes)
    }

    /// A number: mostly a small one, otherwise one near a power of two, one near an end of the range, or any other.
    pub(super) fn number(&mut self) -> i64 {
        let kind = self.byte();
        match kind {
            0..160 => i64::from(kind % 24) - 4,
            160..220 => {
                let near = self.byte();
                let power = (1_i64 << (near & 63)).wrapping_add(i64::from(kind % 5) - 2);
                if near & 64 == 0 { power } else { power.wrapping_neg() }
            }
            220..236 => i64::MAX - i64::from(kind & 3),
            236..246 => i64::MIN + i64::from(kind & 3),
            _ => self.word().cast_signed(),
        }
    }

    /// A number that is not negative, so that few of them are refused at once.
    pub(super) fn count(&mut self) -> i64 {
        self.number().saturating_abs()
    }

    /// A list of at most `most` items. The input gives their number.
    pub(super) fn list<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(most + 1);
        (0..count).map(|_| one(self)).collect()
    }

    /// The bytes up to the first zero as a text, and the bytes after it.
    pub(super) fn text(&self) -> (String, Input<'a>) {
        let (text, rest) = match self.0.iter().position(|byte| *byte == 0) {
            Some(end) => (&self.0[..end], &self.0[end + 1..]),
            None => (self.0, &[][..]),
        };
        (String::from_utf8_lossy(text).into_owned(), Input(rest))
    }

    /// The bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.0
    }
}
