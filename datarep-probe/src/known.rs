//! A format in a byte order, and what is known about its words before any is read.

use datarep::Datarep;
use datarep_dsl::model::{BitRange, ByteOrder, Class, Container, Format, FormatKind, LeadingBit};

use super::prior;
use datarep_dynamic::Endianness;

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
    /// The order of the bytes, if the words are those of IEEE's `f32`, or differ from them in the bias only: such words
    /// have no gap where the leading digit of an IBM float is zero.
    pub(crate) binary_order: Option<Endianness>,
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

/// The bytes that the format writes for zero. Empty if it cannot write zero.
pub(super) fn encode_zero(datarep: &Datarep, grain: &Grain) -> Vec<u8> {
    let written =
        if *grain == Grain::Truth { datarep.to_bytes(&[false]) } else { datarep.to_bytes(&[0.0_f64]) };
    written.map(|(bytes, _)| bytes).unwrap_or_default()
}

/// The logarithm of the number of words that are not numbers, roughly: the words of one exponent. The bits of a
/// container are part of a word.
pub(super) fn estimate_nan_bits(format: &Format, order: &ByteOrder) -> f64 {
    let bits = 8.0 * f64::from(order.extent(format.bits));
    match format.kind.float() {
        // Words without their leading bit are no numbers either, whatever their exponent is.
        Some(float) if matches!(float.leading, LeadingBit::Explicit(_)) => bits,
        // Words that are no numbers usually have one value of the exponent, so the exponent's bits are known.
        Some(float) => bits - f64::from(float.exponent.iter().map(|range| range.width()).sum::<u32>()),
        None => bits,
    }
}

/// The bits of a word that can be packed: one that is right-justified, and does not fill its bytes.
pub(super) fn find_packed_bits(format: &Format, order: &ByteOrder) -> Option<u32> {
    let is_right = matches!(order, ByteOrder::Contained(Container::RightJustified { big: true, .. }));
    (is_right && format.bits <= 64 && !format.bits.is_multiple_of(8)).then_some(format.bits)
}

/// The order of the bytes, for words with a sign, eight bits of exponent, and a fraction.
pub(super) fn find_binary_order(format: &Format, order: &ByteOrder) -> Option<Endianness> {
    let float = format.kind.float().filter(|float| float.radix == 2 && format.bits == 32)?;
    let is_usual =
        float.exponent.len() == 1 && float.exponent.iter().all(|range| (range.low, range.high) == (23, 30));
    match order {
        ByteOrder::Big if is_usual => Some(Endianness::Big),
        ByteOrder::Little if is_usual => Some(Endianness::Little),
        _ => None,
    }
}

pub(super) fn has_missing_values(format: &Format) -> bool {
    let specials = format.kind.float().map(|float| float.specials.as_slice()).unwrap_or_default();
    specials.iter().any(|special| special.class == Class::Missing)
}

/// The logarithm of the number of words for each value.
pub(super) fn estimate_low_bits(format: &Format, order: &ByteOrder) -> f64 {
    let bits = 8.0 * f64::from(order.extent(format.bits));
    let digits = |count: u32| 1.0 + f64::from(count) * 10_f64.log2();
    match &format.kind {
        FormatKind::Decimal(decimal) => (bits - digits(decimal.digits)).max(FEW_WORDS),
        FormatKind::DecimalFloat(decimal) => match decimal.fields() {
            Some(fields) => {
                let (low, high) = fields.exponents;
                let exponents = f64::from(i32::try_from(high - low).unwrap_or(i32::MAX)).max(1.0).log2();
                (bits - digits(decimal.digits()) - exponents).max(FEW_WORDS)
            }
            None => 2.0 * FEW_WORDS,
        },
        _ => FEW_WORDS,
    }
}

/// Bits that identify one of a few words with the same value: zeros, signs, subnormal numbers.
const FEW_WORDS: f64 = 3.0;

/// The distance of a format's values, and the bits of each byte that do not change the value as a double.
pub(super) fn measure_grain(format: &Format, order: &ByteOrder) -> (Grain, Vec<u8>) {
    let places = order.places(format.bits);
    let word_mask = if format.bits >= 128 { u128::MAX } else { (1 << format.bits) - 1 };
    // Bits outside all fields and bits of a container do not change the value either.
    let slack = |unused: u128| {
        let of = |place: &Option<(BitRange, u32)>| match place {
            None => 0xFF,
            Some((range, low)) => {
                let used_bits = !unused & word_mask & (((1 << range.width()) - 1) << range.low);
                !u8::try_from((used_bits >> range.low) << low).unwrap_or(0xFF)
            }
        };
        places.iter().map(of).collect()
    };
    let last = |bit: u32, above: i32, normal: f64| {
        let bit_place = places.iter().enumerate().find_map(|(byte, place)| {
            let (range, low) = (*place)?;
            (range.low..=range.high).contains(&bit).then(|| (byte, 1_u8 << (bit - range.low + low)))
        });
        bit_place.map_or(Grain::Double, |bit| Grain::Last { bit, above, normal })
    };
    match &format.kind {
        FormatKind::Integer(integer) => (Grain::Fixed((-f64::from(integer.scale)).exp2()), slack(0)),
        FormatKind::Decimal(decimal) => (Grain::Fixed(10_f64.powi(-decimal.scale)), slack(0)),
        FormatKind::Logical(_) => (Grain::Truth, slack(0)),
        FormatKind::Float(float) => {
            // Low enough in the significand to be a small step, and high enough that a double holds it.
            let above = float.precision().saturating_sub(50);
            let digit = float.radix.trailing_zeros();
            let normal = (f64::from(float.precision()) - f64::from(digit)).exp2();
            let normal = if float.exponent.is_empty() { 0.0 } else { normal };
            let bit = find_significand_bit(&float.significand, above);
            // Up to three bits beyond a double are no slack: `beside` counts them as the finer grain of the format.
            if above < 4 {
                return (last(bit.place, above.cast_signed(), normal), slack(float.unused_bits(format.bits)));
            }
            // The bits below are slack.
            let normal = normal * (-f64::from(above)).exp2();
            (last(bit.place, 0, normal), slack(bit.below | float.unused_bits(format.bits)))
        }
        FormatKind::Posit(posit) => {
            let above = posit.precision().saturating_sub(50);
            (last(above, above.cast_signed(), 0.0), slack(0))
        }
        FormatKind::DecimalFloat(decimal) => {
            let count = decimal.digits().cast_signed();
            (Grain::Digits { count, each: decimal.tens().cast_signed() }, slack(0))
        }
        FormatKind::PairSum(pair) => (Grain::Double, slack((1 << pair.part_bits) - 1)),
        FormatKind::Character(_) => (Grain::Double, slack(0)),
    }
}

/// The bits of each byte that the others imply: the sign and the exponent of a low part.
pub(super) fn mask_implied_bits(format: &Format, order: &ByteOrder) -> Vec<u8> {
    let low = format.kind.float().and_then(|float| float.low.as_ref());
    let ranges = low
        .into_iter()
        .flat_map(|low| low.exponent.iter().copied().chain([BitRange { high: low.sign, low: low.sign }]));
    let implied = ranges.fold(0_u128, |bits, range| bits | ((1 << range.width()) - 1) << range.low);
    let mask = |place: Option<(BitRange, u32)>| {
        let (range, low) = place?;
        u8::try_from((implied >> range.low & ((1 << range.width()) - 1)) << low).ok()
    };
    order.places(format.bits).into_iter().map(|place| mask(place).unwrap_or(0)).collect()
}

/// A bit of a significand, and the significand's bits below it.
struct SignificandBit {
    /// Its place in the word.
    place: u32,
    /// The bits of the word that are worth less, as a mask.
    below: u128,
}

/// Finds the bit that is `above` bits above the last one of a significand, which lies in `ranges`.
fn find_significand_bit(ranges: &[BitRange], above: u32) -> SignificandBit {
    let (mut remaining, mut below) = (above, 0);
    for range in ranges.iter().rev() {
        // The last range has the lowest bits of the significand, so that it is used up first.
        let take = remaining.min(range.width());
        below |= ((1_u128 << take) - 1) << range.low;
        if remaining < range.width() {
            return SignificandBit { place: range.low + remaining, below };
        }
        remaining -= take;
    }
    SignificandBit { place: 0, below }
}
