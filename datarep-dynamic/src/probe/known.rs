//! A format in a byte order, and what is known about its words before any is read.

use datarep::Datarep;

use super::prior;

/// How far apart two neighboring values of a format are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Grain {
    /// All values are multiples of this.
    Fixed(f64),
    /// Flipping `bit` changes the value by 2^`above` times the worth of the last bit of the significand that is not
    /// slack.
    Last {
        /// The byte of the item, and the bit in it as a mask.
        bit: (usize, u8),
        /// The power of two by which the bit is worth more than the last one.
        above: i32,
        /// The least significand of a normalized word, in units of the last bit. Zero if all words are normalized.
        normal: f64,
    },
    /// Decimal digits, the first of which is not zero. Where the radix is a hundred, they come in pairs.
    Digits {
        /// The number of decimal digits.
        count: i32,
        /// The number of decimal digits that one step of the exponent is worth.
        each: i32,
    },
    /// The format has more digits than a double, so the double decides.
    Double,
    /// A truth value.
    Truth,
}

/// A format with a byte order.
#[derive(Debug, Clone)]
pub(crate) struct KnownFormat {
    /// As a mapping names it: `hfp32`, `twos(24)`.
    pub(crate) expression: String,
    /// The order, as a mapping names it, or `None` if the format has it by default.
    pub(crate) order: Option<String>,
    /// The family in the library, or the path of a text, or empty.
    pub(crate) from: String,
    /// Bytes of an item.
    pub(crate) extent: usize,
    /// The bits of a word, if the items are words right-justified in bytes, the most significant byte first. Such
    /// words may also be packed.
    pub(crate) packed_bits: Option<u32>,
    /// Whether the first byte is the most significant one, if the words are those of IEEE's `f32`, or differ from them
    /// in the bias only: such words have no gap where the leading digit of an IBM float is zero.
    pub(crate) binary_order: Option<bool>,
    /// The conversion.
    pub(crate) datarep: Datarep,
    /// The distance of its values.
    pub(crate) grain: Grain,
    /// For each byte of an item, the bits that do not change the value as a double.
    pub(crate) slack: Vec<u8>,
    /// For each byte of an item, the bits that the others imply: the sign and the exponent of a low part. They do not
    /// change the value either, but the format writes them in one way only.
    pub(crate) implied: Vec<u8>,
    /// Whether digits can be invalid.
    pub(crate) digits: bool,
    /// The word that is written for zero.
    pub(crate) zero: Vec<u8>,
    /// Bits that identify a word among those that are not numbers.
    pub(crate) nan_bits: f64,
    /// Whether the words that are not numbers are missing values: one of 28 letters, followed by zeros.
    pub(crate) missing: bool,
    /// Bits that identify a word among those with the same value.
    pub(crate) low_bits: f64,
    /// The cost of naming the format, in bits. Formats that are rare in files cost more.
    pub(crate) prior: f64,
}

impl KnownFormat {
    /// Whether few files have this format: few machines have it, or its bytes are exchanged.
    pub(crate) fn is_rare(&self) -> bool {
        self.prior >= prior::UNUSUAL - prior::SYNONYM
    }

    /// The format as the options `--as` and `--from` of the command take it.
    pub(crate) fn option_text(&self) -> String {
        match &self.order {
            Some(order) => format!("{} {order}", self.expression),
            None => self.expression.clone(),
        }
    }
}
