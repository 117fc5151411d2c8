//! The places of a word's bytes in a file.

use super::bits::BitRange;

/// The order of a canonical word's bytes in the file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Most significant first.
    Big,
    /// Least significant first.
    Little,
    /// Units of `bits` bits each. The order of the units and the order of the bytes inside a unit are independent.
    Units {
        /// Width of a unit, a multiple of 8.
        bits: u32,
        /// Whether the most significant unit comes first.
        units_big: bool,
        /// Whether the most significant byte of a unit comes first.
        bytes_big: bool,
    },
    /// Entry `i` is the canonical byte (0 the most significant) that stands at file byte `i`.
    Bytes(Vec<u8>),
    /// A word that does not fill its bytes, or does not fill them in their order.
    Contained(Container),
}

/// How the bits of a word lie in bytes that it does not fill.
///
/// The other bits are zero when written and ignored when read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    /// The lowest bits of a wider word of `bytes` bytes.
    RightJustified {
        /// Bytes of an item.
        bytes: u32,
        /// Whether the most significant byte comes first.
        big: bool,
    },
    /// The highest bits of a wider word of `bytes` bytes.
    LeftJustified {
        /// Bytes of an item.
        bytes: u32,
        /// Whether the most significant byte comes first.
        big: bool,
    },
    /// Six bits in the low end of each byte, the most significant first (Univac).
    SixInEight,
    /// Each 36 bits in five bytes, with the last four bits in the low half of the fifth byte (PDP-10).
    CoreDump,
}

impl Container {
    /// Whether the container can hold words of `bits` bits.
    pub fn holds(self, bits: u32) -> bool {
        match self {
            Container::RightJustified { bytes, .. } | Container::LeftJustified { bytes, .. } => {
                // The number of bytes comes from a text, and may be so large that the product overflows.
                bits <= bytes.saturating_mul(8)
            }
            Container::SixInEight => bits.is_multiple_of(6),
            Container::CoreDump => bits.is_multiple_of(36),
        }
    }

    /// The number of bytes that a word of `bits` bits takes.
    pub fn count_bytes(self, bits: u32) -> u32 {
        match self {
            Container::RightJustified { bytes, .. } | Container::LeftJustified { bytes, .. } => bytes,
            Container::SixInEight => bits / 6,
            Container::CoreDump => bits / 36 * 5,
        }
    }

    /// For each byte of the file, the bits of the word in it and the bit of the byte at which they begin.
    ///
    /// ```
    /// use datarep_dsl::model::{BitRange, Container};
    /// let core_dump = Container::CoreDump.places(36);
    /// assert_eq!(core_dump[3], Some((BitRange { high: 11, low: 4 }, 0)));
    /// assert_eq!(core_dump[4], Some((BitRange { high: 3, low: 0 }, 0)));
    /// ```
    pub fn places(self, bits: u32) -> Vec<Option<(BitRange, u32)>> {
        // Places are counted from the most significant bit down, as the bytes of these containers follow each other.
        let range = |above: u32, width: u32| BitRange { high: above - 1, low: above - width };
        match self {
            Container::RightJustified { bytes, big } | Container::LeftJustified { bytes, big } => {
                let whole = bytes * 8;
                let right = matches!(self, Container::RightJustified { .. });
                // The bit of the wider word at which the word's lowest bit stands.
                let base = if right { 0 } else { whole - bits };
                let mut places: Vec<_> = (0..bytes)
                    .map(|byte| {
                        let low = whole - 8 * (byte + 1);
                        // The part of the word that falls into this byte: the bits of the byte, cut by those of the
                        // word.
                        let (from, to) = (low.max(base), (low + 8).min(base + bits));
                        (from < to).then(|| (BitRange { high: to - 1 - base, low: from - base }, from - low))
                    })
                    .collect();
                // The places were found from the most significant byte on.
                if !big {
                    places.reverse();
                }
                places
            }
            Container::SixInEight => (0..bits / 6).map(|byte| Some((range(bits - 6 * byte, 6), 0))).collect(),
            Container::CoreDump => (0..bits / 36)
                .flat_map(|word| {
                    let above = bits - 36 * word;
                    // A word of 36 bits is four whole bytes and four bits, which are the low half of the fifth byte.
                    [(0, 8), (8, 8), (16, 8), (24, 8), (32, 4)]
                        .map(|(below, width)| Some((range(above - below, width), 0)))
                })
                .collect(),
        }
    }
}

impl ByteOrder {
    /// For each of `bytes` file bytes, the canonical byte (0 the most significant) that stands there.
    ///
    /// ```
    /// use datarep_dsl::model::ByteOrder;
    /// let pdp = ByteOrder::Units { bits: 16, units_big: true, bytes_big: false };
    /// assert_eq!(pdp.byte_permutation(4), [1, 0, 3, 2]);
    /// assert_eq!(ByteOrder::Little.byte_permutation(3), [2, 1, 0]);
    /// ```
    pub fn byte_permutation(&self, bytes: usize) -> Vec<usize> {
        match self {
            ByteOrder::Big | ByteOrder::Contained(_) => (0..bytes).collect(),
            ByteOrder::Little => (0..bytes).rev().collect(),
            ByteOrder::Units { bits, units_big, bytes_big } => {
                // A unit has at least one byte. Zero would make `chunks` panic.
                let unit = (*bits / 8).max(1) as usize;
                let mut units: Vec<Vec<usize>> =
                    (0..bytes).collect::<Vec<_>>().chunks(unit).map(<[usize]>::to_vec).collect();
                // The two orders are independent: PDP-11 has the units of a word big-endian and the bytes in them
                // little-endian.
                if !units_big {
                    units.reverse();
                }
                if !bytes_big {
                    for unit in &mut units {
                        unit.reverse();
                    }
                }
                units.concat()
            }
            ByteOrder::Bytes(list) => list.iter().map(|&byte| usize::from(byte)).collect(),
        }
    }

    /// The number of bytes that a word of `bits` bits takes in the file.
    pub fn extent(&self, bits: u32) -> u32 {
        match self {
            ByteOrder::Contained(container) => container.count_bytes(bits),
            ByteOrder::Big | ByteOrder::Little | ByteOrder::Units { .. } | ByteOrder::Bytes(_) => {
                bits.div_ceil(8)
            }
        }
    }

    /// The bytes of a word of `bits` bits.
    ///
    /// ```
    /// use datarep_dsl::model::{ByteOrder, Container};
    /// assert_eq!(ByteOrder::Little.store(0x0102_03, 24), [3, 2, 1]);
    /// let order = ByteOrder::Contained(Container::SixInEight);
    /// assert_eq!(order.store(0o777_777_000_001, 36), [0o77, 0o77, 0o77, 0, 0, 1]);
    /// assert_eq!(order.load(&[0o77, 0o377, 0o77, 0, 0, 1], 36), 0o777_777_000_001);
    /// ```
    pub fn store(&self, word: u128, bits: u32) -> Vec<u8> {
        self.places(bits)
            .into_iter()
            .map(|place| {
                let Some((range, low)) = place else { return 0 };
                // A place has at most eight bits, so neither the mask nor the byte overflows.
                let part = word >> range.low & ((1 << range.width()) - 1);
                u8::try_from(part << low).unwrap_or(0)
            })
            .collect()
    }

    /// The word of `bits` bits that the bytes hold. Bits outside it are ignored.
    pub fn load(&self, file: &[u8], bits: u32) -> u128 {
        // `zip` ends with the shorter one: bytes that are missing count as zeros.
        self.places(bits).into_iter().zip(file).fold(0, |word, (place, byte)| {
            let Some((range, low)) = place else { return word };
            let part = u128::from(*byte) >> low & ((1 << range.width()) - 1);
            word | part << range.low
        })
    }

    /// The bytes of an item of `bits` bits, the most significant one first.
    ///
    /// ```
    /// use datarep_dsl::model::ByteOrder;
    /// let file: Vec<u8> = (0..20).collect();
    /// let bytes = ByteOrder::Little.load_bytes(&file, 160);
    /// assert_eq!((bytes[0], ByteOrder::Little.store_bytes(&bytes, 160)), (19, file));
    /// ```
    pub fn load_bytes(&self, file: &[u8], bits: u32) -> Vec<u8> {
        let count = bits.div_ceil(8) as usize;
        // Only such words are numbers of 128 bits. Longer ones are digits, whose order moves whole bytes.
        if bits <= 128 {
            return self.load(file, bits).to_be_bytes()[16 - count..].to_vec();
        }
        let mut bytes = vec![0; count];
        for (canonical, byte) in self.byte_permutation(count).into_iter().zip(file) {
            bytes[canonical] = *byte;
        }
        bytes
    }

    /// The reverse of [`ByteOrder::load_bytes`].
    pub fn store_bytes(&self, bytes: &[u8], bits: u32) -> Vec<u8> {
        if bits <= 128 {
            return self.store(bytes.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)), bits);
        }
        self.byte_permutation(bytes.len()).into_iter().map(|canonical| bytes[canonical]).collect()
    }

    /// For each byte of the file, the bits of the word in it and the bit of the byte at which they begin.
    pub fn places(&self, bits: u32) -> Vec<Option<(BitRange, u32)>> {
        // A container has bits between bytes, so its places are not whole bytes.
        let bytes = match self {
            ByteOrder::Contained(container) => return container.places(bits),
            ByteOrder::Big | ByteOrder::Little | ByteOrder::Units { .. } | ByteOrder::Bytes(_) => {
                bits.div_ceil(8)
            }
        };
        self.byte_permutation(bytes as usize)
            .into_iter()
            .map(|canonical| {
                // Canonical byte 0 is the most significant one, and the last one begins at bit 0.
                let low = 8 * (bytes - 1 - u32::try_from(canonical).unwrap_or(0));
                Some((BitRange { high: low + 7, low }, 0))
            })
            .collect()
    }
}
