//! Pseudorandom numbers, the same for the same seed.

/// An xorshift generator with multiplied output. Numbers are taken from given bytes first.
#[derive(Debug, Clone)]
pub struct Chance {
    state: u64,
    /// Two bytes for each number, the last ones first.
    bytes: Vec<u8>,
}

impl Chance {
    /// Creates a generator. Consecutive seeds give unrelated numbers.
    pub fn new(seed: u64) -> Chance {
        Chance { state: hash_index(seed) | 1, bytes: Vec::new() }
    }

    /// Creates a generator that takes its first numbers from `bytes`, two for each number. The numbers after the last
    /// byte do not depend on `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Chance {
        Chance { state: 1, bytes: bytes.iter().rev().copied().collect() }
    }

    /// The next number: 128 bits by chance, or one of 16 bits from the given bytes.
    pub fn next_u128(&mut self) -> u128 {
        if let Some(high) = self.bytes.pop() {
            let low = self.bytes.pop().unwrap_or(0);
            return u128::from(u16::from_be_bytes([high, low]));
        }
        let state = &mut self.state;
        let mut half = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            u128::from(state.wrapping_mul(0x2545_F491_4F6C_DD1D))
        };
        half() << 64 | half()
    }

    /// A number below a limit, or 0 if the limit is 0.
    #[expect(clippy::cast_possible_truncation, reason = "it is below the limit")]
    pub fn draw_below(&mut self, limit: u32) -> u32 {
        (self.next_u128() % u128::from(limit.max(1))) as u32
    }

    /// Returns `true` with a probability of `percent` in a hundred.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.draw_below(100) < percent
    }

    /// A number from `least` to `most`, both included.
    pub fn draw_between(&mut self, least: u32, most: u32) -> u32 {
        least + self.draw_below(most - least + 1)
    }

    /// One of the given items.
    pub fn draw_one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.draw_below(u32::try_from(of.len()).unwrap_or(1)) as usize]
    }

    /// Puts items in any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw_below(u32::try_from(last + 1).unwrap_or(1)) as usize;
            items.swap(last, other);
        }
    }
}

/// A pseudorandom number for an index: the finalizer of `SplitMix64`.
pub fn hash_index(index: u64) -> u64 {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
