//! A format in an order of bytes, and what is known of its words before any is read.

use datarep::Datarep;

use super::prior;

/// What the words of a format hold beside its value, and how far apart two values are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Grain {
    /// All values are multiples of this.
    Fixed(f64),
    /// Turning the bit of this byte changes the value by so many times what the last bit of the significand is worth that is no slack.
    Last {
        /// The byte of the item, and the bit of it.
        bit: (usize, u8),
        /// The power of two that it is worth more than the last one.
        above: i32,
        /// The least significand of a normalized word, in last bits; zero where all are.
        normal: f64,
    },
    /// So many decimal digits, the first of which is not zero; by twos where digits are those of a hundred.
    Digits {
        /// How many.
        count: i32,
        /// Digits that an exponent counts.
        each: i32,
    },
    /// More digits than a double has: those of the double.
    Double,
    /// A truth value.
    Truth,
}

/// A format with an order of bytes.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    /// As a mapping names it: `hfp32`, `twos(24)`.
    pub(crate) expression: String,
    /// The order, as a mapping names it; `None` where the format has it anyway.
    pub(crate) order: Option<String>,
    /// The family of the library, the path of a text, or nothing.
    pub(crate) from: String,
    /// Bytes of an item.
    pub(crate) extent: usize,
    /// The conversion.
    pub(crate) datarep: Datarep,
    /// What its words hold.
    pub(crate) grain: Grain,
    /// For each byte of an item the bits that do not tell in the value as a double.
    pub(crate) slack: Vec<u8>,
    /// Digits can be none.
    pub(crate) digits: bool,
    /// The word that is written for zero.
    pub(crate) zero: Vec<u8>,
    /// Bits that tell a word that is no number from the others.
    pub(crate) nan_bits: f64,
    /// Words that are no number are one of 28 letters before zeros: missing values.
    pub(crate) missing: bool,
    /// Bits that tell a word from the one that is written for its value.
    pub(crate) low_bits: f64,
    /// Bits that naming it costs: what is rare in files costs more.
    pub(crate) prior: f64,
}

impl Known {
    /// Whether few files have it: a format of few machines, or a usual one with its bytes exchanged.
    pub(crate) fn is_rare(&self) -> bool {
        self.prior >= prior::UNUSUAL - prior::SYNONYM
    }

    /// The format as `--as` and `--from` of the command take it.
    pub(crate) fn title(&self) -> String {
        match &self.order {
            Some(order) => format!("{} {order}", self.expression),
            None => self.expression.clone(),
        }
    }
}
