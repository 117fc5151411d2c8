//! Where the octets of a word stand in a file.

use super::BitRange;

/// The order of a canonical word's octets in the file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Order {
    /// Most significant first.
    Big,
    /// Least significant first.
    Little,
    /// Units of `bits` each, in their own order, their octets in theirs.
    Units {
        /// Width of a unit, a multiple of 8.
        bits: u32,
        /// The most significant unit comes first.
        units_big: bool,
        /// Inside a unit the most significant octet comes first.
        octets_big: bool,
    },
    /// Entry `i` is the canonical octet (0 the most significant) that stands at file octet `i`.
    Octets(Vec<u8>),
    /// A word that does not fill its octets, or not in their order.
    Contained(Container),
}

/// Where the bits of a word stand in octets that it does not fill.
///
/// The other bits are zero when written and ignored when read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    /// The lowest bits of a wider word of so many octets.
    RightJustified {
        /// Octets of an item.
        octets: u32,
        /// The most significant octet comes first.
        big: bool,
    },
    /// The highest bits of a wider word of so many octets.
    LeftJustified {
        /// Octets of an item.
        octets: u32,
        /// The most significant octet comes first.
        big: bool,
    },
    /// Six bits in the low end of each octet, the most significant first (Univac).
    SixInEight,
    /// Each 36 bits in five octets, the last four of them in the low half of the fifth (PDP-10).
    CoreDump,
}

impl Container {
    /// Whether words of so many bits can lie in it.
    pub fn holds(self, bits: u32) -> bool {
        match self {
            Container::RightJustified { octets, .. } | Container::LeftJustified { octets, .. } => {
                bits <= octets.saturating_mul(8)
            }
            Container::SixInEight => bits.is_multiple_of(6),
            Container::CoreDump => bits.is_multiple_of(36),
        }
    }

    /// Octets of a word of so many bits.
    pub fn octets(self, bits: u32) -> u32 {
        match self {
            Container::RightJustified { octets, .. } | Container::LeftJustified { octets, .. } => octets,
            Container::SixInEight => bits / 6,
            Container::CoreDump => bits / 36 * 5,
        }
    }

    /// For each octet of the file the bits of the word in it, and the octet's bit at which they begin.
    ///
    /// ```
    /// use datarep_dsl::model::{BitRange, Container};
    /// let core_dump = Container::CoreDump.places(36);
    /// assert_eq!(core_dump[3], Some((BitRange { high: 11, low: 4 }, 0)));
    /// assert_eq!(core_dump[4], Some((BitRange { high: 3, low: 0 }, 0)));
    /// ```
    pub fn places(self, bits: u32) -> Vec<Option<(BitRange, u32)>> {
        let range = |above: u32, width: u32| BitRange { high: above - 1, low: above - width };
        match self {
            Container::RightJustified { octets, big } | Container::LeftJustified { octets, big } => {
                let whole = octets * 8;
                let right = matches!(self, Container::RightJustified { .. });
                // The word's lowest bit is this bit of the wider word.
                let base = if right { 0 } else { whole - bits };
                let mut places: Vec<_> = (0..octets)
                    .map(|octet| {
                        let low = whole - 8 * (octet + 1);
                        let (from, to) = (low.max(base), (low + 8).min(base + bits));
                        (from < to).then(|| (BitRange { high: to - 1 - base, low: from - base }, from - low))
                    })
                    .collect();
                if !big {
                    places.reverse();
                }
                places
            }
            Container::SixInEight => {
                (0..bits / 6).map(|octet| Some((range(bits - 6 * octet, 6), 0))).collect()
            }
            Container::CoreDump => (0..bits / 36)
                .flat_map(|word| {
                    let above = bits - 36 * word;
                    [(0, 8), (8, 8), (16, 8), (24, 8), (32, 4)]
                        .map(|(below, width)| Some((range(above - below, width), 0)))
                })
                .collect(),
        }
    }
}

impl Order {
    /// The canonical octet (0 the most significant) that stands at each of `octets` file octets.
    ///
    /// ```
    /// use datarep_dsl::model::Order;
    /// let pdp = Order::Units { bits: 16, units_big: true, octets_big: false };
    /// assert_eq!(pdp.octets(4), [1, 0, 3, 2]);
    /// assert_eq!(Order::Little.octets(3), [2, 1, 0]);
    /// ```
    pub fn octets(&self, octets: usize) -> Vec<usize> {
        match self {
            Order::Big | Order::Contained(_) => (0..octets).collect(),
            Order::Little => (0..octets).rev().collect(),
            Order::Units { bits, units_big, octets_big } => {
                let unit = (*bits / 8).max(1) as usize;
                let mut units: Vec<Vec<usize>> =
                    (0..octets).collect::<Vec<_>>().chunks(unit).map(<[usize]>::to_vec).collect();
                if !units_big {
                    units.reverse();
                }
                if !octets_big {
                    for unit in &mut units {
                        unit.reverse();
                    }
                }
                units.concat()
            }
            Order::Octets(list) => list.iter().map(|&octet| usize::from(octet)).collect(),
        }
    }

    /// Octets that a word of so many bits takes in the file.
    pub fn extent(&self, bits: u32) -> u32 {
        match self {
            Order::Contained(container) => container.octets(bits),
            Order::Big | Order::Little | Order::Units { .. } | Order::Octets(_) => bits.div_ceil(8),
        }
    }

    /// The octets of a word of so many bits.
    ///
    /// ```
    /// use datarep_dsl::model::{Container, Order};
    /// assert_eq!(Order::Little.store(0x0102_03, 24), [3, 2, 1]);
    /// let order = Order::Contained(Container::SixInEight);
    /// assert_eq!(order.store(0o777_777_000_001, 36), [0o77, 0o77, 0o77, 0, 0, 1]);
    /// assert_eq!(order.load(&[0o77, 0o377, 0o77, 0, 0, 1], 36), 0o777_777_000_001);
    /// ```
    pub fn store(&self, word: u128, bits: u32) -> Vec<u8> {
        self.places(bits)
            .into_iter()
            .map(|place| {
                let Some((range, low)) = place else { return 0 };
                let part = word >> range.low & ((1 << range.width()) - 1);
                u8::try_from(part << low).unwrap_or(0)
            })
            .collect()
    }

    /// The word of so many bits that octets hold; bits beside it are ignored.
    pub fn load(&self, file: &[u8], bits: u32) -> u128 {
        self.places(bits).into_iter().zip(file).fold(0, |word, (place, octet)| {
            let Some((range, low)) = place else { return word };
            let part = u128::from(*octet) >> low & ((1 << range.width()) - 1);
            word | part << range.low
        })
    }

    /// For each octet of the file the bits of the word in it, and the octet's bit at which they begin.
    pub fn places(&self, bits: u32) -> Vec<Option<(BitRange, u32)>> {
        let octets = match self {
            Order::Contained(container) => return container.places(bits),
            Order::Big | Order::Little | Order::Units { .. } | Order::Octets(_) => bits.div_ceil(8),
        };
        self.octets(octets as usize)
            .into_iter()
            .map(|canonical| {
                let low = 8 * (octets - 1 - u32::try_from(canonical).unwrap_or(0));
                Some((BitRange { high: low + 7, low }, 0))
            })
            .collect()
    }
}
