//! Words of one format become words of another, with nothing but the exact number between them.
//!
//! A number is either decimal digits with a power of ten, which are moved without big integers, or a ratio of big
//! integers. It is rounded once, by the target. Between decimal floats the digits and the exponent go as they are, so
//! that 1.10 stays 1.10 where the target has that word.

use num_bigint::BigUint;

use super::{Meaning, Number, meaning};
use crate::exact::{
    self, Decimal, EncodeResult, ExactValue, FloatConverter, Ratio, Rounded, Signed, SmallDecimal,
};
use crate::model::{
    self, Class, DecimalFloat, DecimalWord, Event, Float, Format, FormatKind, Integer, IntegerSign, Policy,
    Rounding, ZeroRule,
};

/// Converts words of one format to words of another.
///
/// ```
/// use datarep_dsl::{compile, model::{Event, Policy}, source::Source, words::{ConvertedWord, WordConverter}};
/// let text = "float wide = decimal_float(64, bid); float narrow = decimal_float(32, bid);";
/// let source = Source { name: "two.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let formats = compile(&source).expect("the text is sound").formats;
/// let between = WordConverter::new(&formats[0], &formats[1], &Policy::DEFAULT).expect("both have words");
/// assert_eq!(between.convert(0x31C0_0000_0000_0001), Some(ConvertedWord { word: 0x3280_0001, lost: None }));
/// // 12345678 has one digit too many.
/// let rounded = ConvertedWord { word: 0x3312_D688, lost: Some(Event::Inexact) };
/// assert_eq!(between.convert(0x31C0_0000_00BC_614E), Some(rounded));
/// ```
#[derive(Debug, Clone)]
pub struct WordConverter {
    from: Format,
    to: Format,
    reader: Option<FloatConverter<'static>>,
    writer: Option<FloatConverter<'static>>,
    /// The smallest normal magnitude of either sign of a float, or of the parts of a pair.
    normal: [Option<Ratio>; 2],
    rounding: Rounding,
    /// Whether numbers below the smallest normal one are written as they are.
    keeps_tiny: bool,
    /// Whether a number that is rounded to zero keeps its sign, if the target has such a zero.
    keeps_sign: bool,
}

/// The result of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConvertedWord {
    /// The word of the target.
    pub word: u128,
    /// What the number lost: [`Event::Inexact`] or [`Event::Underflow`] if it was rounded.
    pub lost: Option<Event>,
}

/// Why an item has no word of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConvertError {
    /// Its number is beyond the target's range, once it is rounded.
    Beyond {
        /// Whether the number is negative.
        negative: bool,
    },
    /// Its number becomes a zero of a binary format, or is below the smallest normal number and the rules do not keep it.
    Vanished {
        /// Whether the number is negative.
        negative: bool,
    },
    /// It is zero or no number.
    NoNumber,
}

/// The exact number of a word of the source, other than zero.
enum ExactNumber {
    Decimal(SmallDecimal),
    Ratio(bool, Ratio),
}

impl WordConverter {
    /// Prepares the conversion under the target's rules for writing; `None` if a format has no numbers, or more than 128
    /// bits and no decimal digits.
    pub fn new(from: &Format, to: &Format, rules: &Policy) -> Option<WordConverter> {
        if !WordConverter::has_numbers(from) || !WordConverter::has_numbers(to) {
            return None;
        }
        // The machine owns its float, so that it lives as long as the conversion.
        let machine = |float: &Float, bits| FloatConverter::from_owned(float.clone(), bits);
        let float = |format: &Format| match &format.kind {
            FormatKind::Float(float) => Some(machine(float, format.bits)),
            _ => None,
        };
        let writer = float(to);
        // The rule of underflow for a sum of two floats is that of its parts.
        let part = match &to.kind {
            FormatKind::PairSum(pair) => Some(machine(&pair.part, pair.part_bits)),
            _ => None,
        };
        let parts = part.as_ref().or(writer.as_ref());
        let normal = [false, true].map(|negative| Some(parts?.find_smallest_numbers(negative)?.normal));
        Some(WordConverter {
            from: from.clone(),
            to: to.clone(),
            reader: float(from),
            writer,
            normal,
            rounding: rules.rounding,
            keeps_tiny: !rules.underflow.discards_subnormals(),
            keeps_sign: rules.negative_zero == ZeroRule::Keep,
        })
    }

    /// Whether the numbers of a format can be converted.
    pub fn has_numbers(format: &Format) -> bool {
        match format.kind {
            FormatKind::Decimal(_) => true,
            FormatKind::Logical(_) | FormatKind::Character(_) => false,
            _ => format.bits <= 128,
        }
    }

    /// Whether the exponent of a number is kept, too: both formats are decimal floats.
    pub fn keeps_exponents(&self) -> bool {
        matches!((&self.from.kind, &self.to.kind), (FormatKind::DecimalFloat(_), FormatKind::DecimalFloat(_)))
    }

    /// As [`WordConverter::convert`], of items as bytes, the most significant one first. They may have more than 128 bits.
    ///
    /// # Errors
    ///
    /// Returns why there is no word.
    pub fn convert_bytes(&self, item: &[u8]) -> Result<(Vec<u8>, Option<Event>), ConvertError> {
        // Of longer items this is the lower part, which is only used where the source has at most 128 bits.
        let word = item.iter().fold(0, |word, byte| word << 8 | u128::from(*byte));
        let bytes = |ConvertedWord { word, lost }| {
            let count = self.to.bits.div_ceil(8) as usize;
            (word.to_be_bytes()[16 - count..].to_vec(), lost)
        };
        // The way by words also keeps the exponents of decimal floats.
        if self.from.bits <= 128 && self.to.bits <= 128 {
            return self.convert_word(word).map(bytes);
        }
        let number = match &self.from.kind {
            FormatKind::Decimal(from) => ExactNumber::read_digits(*from, item),
            _ => self.read_number(word),
        };
        let number = number.ok_or(ConvertError::NoNumber)?;
        match &self.to.kind {
            FormatKind::Decimal(to) => {
                let bytes = self.write_digits(*to, &number)?;
                Ok((bytes.value, (!bytes.is_exact).then_some(Event::Inexact)))
            }
            _ => self.convert_number(&number).map(bytes),
        }
    }

    /// The target's word for a word of the source. The result is `None` for words that are zero or no number, for
    /// numbers beyond the target's range, for those that become a zero of a binary format, and for those below the
    /// smallest normal number if the rules do not keep them.
    ///
    /// Zeros of decimal floats have a word where the exponent has one.
    pub fn convert(&self, word: u128) -> Option<ConvertedWord> {
        let has_words = self.from.bits <= 128 && self.to.bits <= 128;
        if has_words { self.convert_word(word).ok() } else { None }
    }

    /// The target's word for a word of the source, both of at most 128 bits.
    fn convert_word(&self, word: u128) -> Result<ConvertedWord, ConvertError> {
        // Digits and exponent go as they are, where they can: 1.10 stays 1.10.
        if let (FormatKind::DecimalFloat(from), FormatKind::DecimalFloat(to)) =
            (&self.from.kind, &self.to.kind)
            && let Some(word) = encode_same_digits(*from, *to, word)
        {
            return Ok(ConvertedWord { word, lost: None });
        }
        self.convert_number(&self.read_number(word).ok_or(ConvertError::NoNumber)?)
    }

    /// The target's word for a number.
    fn convert_number(&self, number: &ExactNumber) -> Result<ConvertedWord, ConvertError> {
        let Rounded { value: word, is_exact } = self.write_number(number)?;
        // An exact number is tiny only if the rules refuse all such numbers.
        let is_tiny = (!is_exact || !self.keeps_tiny) && self.is_tiny(word);
        if is_tiny && !self.keeps_tiny {
            return Err(ConvertError::Vanished { negative: number.is_negative() });
        }
        let event = if is_tiny { Event::Underflow } else { Event::Inexact };
        Ok(ConvertedWord { word, lost: (!is_exact).then_some(event) })
    }

    /// The number of a word; `None` if it is zero or no number.
    fn read_number(&self, word: u128) -> Option<ExactNumber> {
        match &self.from.kind {
            FormatKind::DecimalFloat(from) => {
                let DecimalWord::Number(digits @ 1.., exponent) = from.meaning(word) else { return None };
                let power = from.power(i64::try_from(exponent).ok()?);
                Some(ExactNumber::Decimal(SmallDecimal { negative: from.is_negative(word), digits, power }))
            }
            FormatKind::Decimal(from) => {
                ExactNumber::read_digits(*from, &word.to_be_bytes()[16 - from.bytes() as usize..])
            }
            FormatKind::Float(_) => match self.reader.as_ref()?.decode(word) {
                ExactValue::Finite { negative, magnitude } => Some(ExactNumber::Ratio(negative, magnitude)),
                _ => None,
            },
            _ => {
                let Meaning::Number(number) = meaning(&self.from, word) else { return None };
                let Number { negative, magnitude } = number;
                let magnitude = magnitude?;
                // Integers are decimal digits, too.
                let digits = match &self.from.kind {
                    // Whole numbers of up to 128 bits move without big integers.
                    FormatKind::Integer(Integer { scale: 0, .. }) => {
                        u128::try_from(&magnitude.numerator).ok()
                    }
                    _ => None,
                };
                Some(match digits {
                    Some(digits) => ExactNumber::Decimal(SmallDecimal { negative, digits, power: 0 }),
                    None => ExactNumber::Ratio(negative, magnitude),
                })
            }
        }
    }

    /// The word of a number.
    fn write_number(&self, number: &ExactNumber) -> Result<Rounded<u128>, ConvertError> {
        let rounding = self.rounding;
        let negative = number.is_negative();
        let encoded = match (&self.to.kind, number) {
            (FormatKind::DecimalFloat(to), ExactNumber::Decimal(tens)) => {
                exact::decimal_float::encode_tens(*to, *tens, rounding)
            }
            (FormatKind::DecimalFloat(to), ExactNumber::Ratio(_, ratio)) => {
                exact::decimal_float::encode(*to, negative, ratio, rounding)
            }
            (FormatKind::Decimal(to), _) => {
                let bytes = self.write_digits(*to, number)?;
                let join = |bytes: Vec<u8>| bytes.iter().fold(0, |word, byte| word << 8 | u128::from(*byte));
                return Ok(bytes.map(join));
            }
            (FormatKind::Integer(to), _) => return self.write_integer(*to, number),
            (FormatKind::Float(_), _) => {
                let writer = self.writer.as_ref().ok_or(ConvertError::NoNumber)?;
                writer.encode(negative, &number.to_ratio(), rounding)
            }
            // A sum of two floats has no other rounding here.
            (FormatKind::PairSum(pair), _) if rounding == Rounding::NearestEven => exact::pair::encode(
                &FloatConverter::new(&pair.part, pair.part_bits),
                negative,
                &number.to_ratio(),
            ),
            (FormatKind::Posit(to), _) => exact::posit::encode(*to, negative, &number.to_ratio(), rounding),
            (FormatKind::PairSum(_) | FormatKind::Logical(_) | FormatKind::Character(_), _) => {
                return Err(ConvertError::NoNumber);
            }
        };
        match (encoded, &self.to.kind) {
            (EncodeResult::Word { word, is_exact }, _) => Ok(Rounded { value: word, is_exact }),
            // Half of the smallest number is a tie in no native type.
            (EncodeResult::Zero, FormatKind::DecimalFloat(to)) => {
                // A zero of a decimal float has a word for a number that is rounded to it, and the loss is told.
                let zero = to.special_word(Class::Zero, negative && self.keeps_sign);
                let zero = zero.ok_or(ConvertError::Vanished { negative })?;
                Ok(Rounded { value: zero, is_exact: false })
            }
            (EncodeResult::Zero, _) => Err(ConvertError::Vanished { negative }),
            (EncodeResult::Overflow, _) => Err(ConvertError::Beyond { negative }),
        }
    }

    fn write_digits(
        &self,
        to: model::Decimal,
        number: &ExactNumber,
    ) -> Result<Rounded<Vec<u8>>, ConvertError> {
        let (scale, rounding) = (i64::from(to.scale), self.rounding);
        let beyond = ConvertError::Beyond { negative: number.is_negative() };
        let Rounded { value: units, is_exact } = match number {
            ExactNumber::Decimal(tens) => tens.round_to_units(-scale, rounding),
            // No digit takes less than a bit, or more than eight.
            ExactNumber::Ratio(negative, ratio) => {
                let per_one = exact::power_of_ten(scale);
                // As many decimal digits as there are bits make a number below `2^(4 × bits)`.
                let parts = divide_by_unit(ratio, *negative, &per_one, self.to.bits * 4, rounding);
                let Rounded { value: units, is_exact } = parts.ok_or(beyond)?;
                Rounded { value: u128::try_from(units).map_err(|_| beyond)?, is_exact }
            }
        };
        // A number that is rounded to zero has a sign only if the rules and the format keep it.
        let negative = number.is_negative() && (units != 0 || self.keeps_sign && to.is_signed());
        let bytes = exact::write_decimal_bytes(to, negative, units).ok_or(beyond)?;
        Ok(Rounded { value: bytes, is_exact })
    }

    fn write_integer(&self, to: Integer, number: &ExactNumber) -> Result<Rounded<u128>, ConvertError> {
        let (scale, negative) = (i64::from(to.scale), number.is_negative());
        let beyond = ConvertError::Beyond { negative };
        // Units per one, not ones per unit: a fixed-point format has `2^scale` of them.
        let per_one = Ratio::from_binary(BigUint::from(1_u8), scale);
        // An offset may be as large as the word.
        let bits = self.to.bits + if matches!(to.sign, IntegerSign::Offset(_)) { 130 } else { 2 };
        let parts = divide_by_unit(&number.to_ratio(), negative, &per_one, bits, self.rounding);
        let Rounded { value: units, is_exact } = parts.ok_or(beyond)?;
        let is_zero = units == BigUint::ZERO;
        // `n / 2^k = n × 5^k / 10^k`: the decimal that the writer takes is exact.
        let fives = BigUint::from(5_u8).pow(to.scale);
        let decimal = Decimal {
            negative: negative && (!is_zero || self.keeps_sign),
            digits: (units * fives).to_string(),
            exponent: -scale,
        };
        let word = exact::write_integer(to, self.to.bits, &decimal).map_err(|_| beyond)?;
        Ok(Rounded { value: word, is_exact })
    }

    /// Whether the number of a word of the target is below the smallest normal one.
    fn is_tiny(&self, word: u128) -> bool {
        if let FormatKind::DecimalFloat(to) = &self.to.kind {
            return exact::decimal_float::is_tiny(*to, word);
        }
        let number = match self.writer.as_ref().map(|writer| writer.decode(word)) {
            Some(ExactValue::Finite { negative, magnitude }) => Some((negative, magnitude)),
            Some(_) => None,
            None => match meaning(&self.to, word) {
                Meaning::Number(Number { negative, magnitude: Some(magnitude) }) => {
                    Some((negative, magnitude))
                }
                _ => None,
            },
        };
        number.is_some_and(|(negative, magnitude)| {
            // Each sign has its own smallest number, as in complements with an implied bit.
            let normal = &self.normal[usize::from(negative)];
            normal.as_ref().is_some_and(|normal| magnitude.compare(normal).is_lt())
        })
    }
}

impl ExactNumber {
    fn read_digits(from: model::Decimal, bytes: &[u8]) -> Option<ExactNumber> {
        let Signed { negative, magnitude: digits @ 1.. } = exact::read_decimal_bytes(from, bytes)? else {
            return None;
        };
        Some(ExactNumber::Decimal(SmallDecimal { negative, digits, power: -i64::from(from.scale) }))
    }

    fn is_negative(&self) -> bool {
        match self {
            ExactNumber::Decimal(tens) => tens.negative,
            ExactNumber::Ratio(negative, _) => *negative,
        }
    }

    fn to_ratio(&self) -> std::borrow::Cow<'_, Ratio> {
        match self {
            ExactNumber::Decimal(tens) => std::borrow::Cow::Owned(tens.to_ratio()),
            ExactNumber::Ratio(_, ratio) => std::borrow::Cow::Borrowed(ratio),
        }
    }
}

/// The same digits and power of ten as a word of another decimal float.
fn encode_same_digits(from: DecimalFloat, to: DecimalFloat, word: u128) -> Option<u128> {
    let DecimalWord::Number(significand, exponent) = from.meaning(word) else { return None };
    // Formats with a field for their digits have one word for a number, which is found by its value.
    // A significand of a wider format may have more digits than the target holds.
    if from.fields().is_some() || to.fields().is_some() || significand > to.largest_significand() {
        return None;
    }
    let power = from.power(i64::try_from(exponent).ok()?);
    let exponent = power - to.power(0);
    // The target has no such exponent. The number may still have a word with other digits.
    if exponent < 0 || exponent > to.last_exponent() {
        return None;
    }
    Some(to.assemble_word(from.is_negative(word), significand, exponent.unsigned_abs().into()))
}

/// A number in units of which there are `per_one` in one; `None` if there are `2^bits` or more. A far exponent would
/// make an integer of as many bits.
fn divide_by_unit(
    number: &Ratio,
    negative: bool,
    per_one: &Ratio,
    bits: u32,
    rounding: Rounding,
) -> Option<Rounded<BigUint>> {
    let product = number.multiply(per_one);
    // Tested by the powers alone, before anything is shifted.
    let is_small = product.rough_binary_exponent() <= i64::from(bits);
    is_small.then(|| exact::divide_rounded(&product, product.exponent, negative, rounding))
}
