//! The meaning of a text that has passed every check: everything that the generator receives.
//!
//! A [`Model`] is complete and sound. Every name is resolved, every predefined type of every representation is mapped
//! or declared unsupported, and every rule that a lossy mapping needs is present. Generation from a model therefore
//! cannot fail. A model does not depend on how the text was written, and this module does no input or output.

mod bits;
mod count;
mod decimal;
mod decimal_float;
mod digit_fields;
mod event;
mod float;
pub(crate) mod native;
mod order;
mod page;
mod policy;
mod posit;
mod printed;
mod record;
pub mod word;

pub use bits::BitRange;
pub use count::{ComputedCount, CountChoice, CountFault, CountFields, CountOperation, CountTerm};
pub use decimal::{Decimal, DecimalSign, DigitCode, DigitSet, Plus};
pub use decimal_float::{DecimalFloat, DecimalWord, SignificandCode};
pub use digit_fields::{
    BitRanges, DigitExponentCode, DigitFields, DigitSign, DigitUnit, DigitWord, ZeroWords,
};
pub use event::{Event, Events};
pub use float::{
    Class, Comparison, Condition, ExponentCode, Field, Float, LeadingBit, LowPart, Negation, PairSum,
    QuietBit, SpecialEncoding,
};
pub use native::{Native, NativeFloat, NativeKind};
pub use order::{ByteOrder, Container};
pub use page::{CodePage, MixedForm, MixedPage, MixedSet, PageFamily};
pub use policy::{
    InvalidRule, MissingRule, NoncanonicalRule, OverflowRule, Policy, Rounding, RuleDirection, SpecialRule,
    UnderflowRule, UnmappedRule, ZeroRule,
};

pub use posit::Posit;
pub use printed::{
    CurrencySign, MOST_CURRENCY, MOST_PRINTED, PictureFault, PictureNumber, PrintedPicture, PrintedStyle,
};
pub use record::{
    Alternative, Case, CaseValue, Choice, Count, Decision, FieldKind, NullCase, Nulls, Padding, Record,
    RecordField, RecordId, StatedRules, TextField, Trim, find_case, format_path,
};

use crate::predefined::Predefined;
use crate::source::Origin;

/// A checked text: formats, representations and test lines, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The `//!` lines of the text.
    pub doc: String,
    /// The formats of this text, then all others that a representation or a test of it names. No two have the same
    /// name: the library's format is `ieee::f32` if the text has its own `f32`.
    pub formats: Vec<Format>,
    /// The representations that this text defines.
    pub datareps: Vec<Datarep>,
    /// The records that this text defines.
    pub records: Vec<Record>,
    /// The test lines of this text, already proven right by the check.
    pub tests: Vec<TestLine>,
}

/// Index of a format in [`Model::formats`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatId(pub usize);

/// How one item is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    /// The name that messages and generated code use: `hfp64`, or `twos(24)` for a built-in family.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Where it was written.
    pub origin: Origin,
    /// Width of the canonical word. Bit 0 is the least significant.
    pub bits: u32,
    /// The format's own order of bytes. With `None` the representation decides.
    pub order: Option<ByteOrder>,
    /// What the bits mean.
    pub kind: FormatKind,
}

impl Format {
    /// Whether the format is two words of the same width, the high one first.
    pub fn is_pair(&self) -> bool {
        // A `low` word continues the significand of the first one. A sum of two floats has no fields of its own.
        let goes_on = self.kind.float().is_some_and(|float| float.low.is_some());
        goes_on || matches!(self.kind, FormatKind::PairSum(_))
    }
}

/// What the bits of a format mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatKind {
    /// A floating-point number.
    Float(Float),
    /// The sum of two floats.
    PairSum(PairSum),
    /// An integer, or a fixed-point number.
    Integer(Integer),
    /// A number in decimal digits.
    Decimal(Decimal),
    /// A floating-point number in tens.
    DecimalFloat(DecimalFloat),
    /// A floating-point number whose exponent field grows with the distance of the number from one.
    Posit(Posit),
    /// A truth value.
    Logical(Logical),
    /// A character.
    Character(Charset),
}

impl FormatKind {
    /// The float of a single formula. `None` for a sum of two floats, and for formats that are no floats.
    pub fn float(&self) -> Option<&Float> {
        if let FormatKind::Float(float) = self { Some(float) } else { None }
    }

    /// The float of a single formula, or the one of which the format is the sum of two.
    pub fn part(&self) -> Option<&Float> {
        match self {
            FormatKind::Float(float) => Some(float),
            FormatKind::PairSum(pair) => Some(&pair.part),
            FormatKind::DecimalFloat(_)
            | FormatKind::Posit(_)
            | FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::Logical(_)
            | FormatKind::Character(_) => None,
        }
    }

    /// Whether every word is a value, a NaN or an infinity, so that reading it as this native type
    /// is never one of the events `invalid`, `reserved` and `unmapped`. False for formats of which
    /// that is not obvious.
    pub fn is_always_valid(&self, native: Native) -> bool {
        let has_no_holes = |float: &Float| {
            // Words of the classes `Overflow`, `Underflow` and `Missing` raise events of their own, which are not
            // asked for here.
            !float.specials.iter().any(|special| matches!(special.class, Class::Reserved | Class::Invalid))
        };
        match self {
            FormatKind::Float(float) => has_no_holes(float),
            FormatKind::PairSum(pair) => has_no_holes(&pair.part),
            // The one word of a posit that is no real number is a NaN, which is not one of these events.
            FormatKind::Integer(_) | FormatKind::Posit(_) => true,
            // Digits in half bytes or characters have words with digits above nine. Every binary number is a value.
            FormatKind::Decimal(decimal) => decimal.is_binary(),
            FormatKind::Character(charset) => {
                // `unmapped` has two causes: a code without a character, and a character that eight bits cannot hold.
                charset.is_full() && (native == Native::WideCharacter || charset.is_narrow())
            }
            FormatKind::DecimalFloat(_) | FormatKind::Logical(_) => false,
        }
    }

    /// The decimal digits, in the order in which a person writes them; `None` for other formats.
    pub fn digits(&self) -> Option<Decimal> {
        if let FormatKind::Decimal(decimal) = self { Some(*decimal) } else { None }
    }

    /// The character set; `None` for formats other than characters.
    pub fn charset(&self) -> Option<Charset> {
        if let FormatKind::Character(charset) = self { Some(*charset) } else { None }
    }
}

/// An integer or fixed-point format: `value = number * 2^-scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    /// How the number is written.
    pub sign: IntegerSign,
    /// Bits right of the binary point.
    pub scale: u32,
}

/// How an integer's sign is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegerSign {
    /// There are no negative numbers.
    Unsigned,
    /// Two's complement.
    Twos,
    /// One's complement.
    Ones,
    /// Sign bit, then magnitude.
    SignMagnitude,
    /// The number plus this offset, unsigned.
    Offset(i128),
    /// Several words, each with its own sign.
    Words(SignedWords),
}

impl IntegerSign {
    /// Whether zero has a word with a sign and one without.
    pub fn has_two_zeros(self) -> bool {
        match self {
            IntegerSign::Ones | IntegerSign::SignMagnitude | IntegerSign::Words(_) => true,
            IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Offset(_) => false,
        }
    }
}

/// Several words, each a number with its own sign, the most significant first. The bits of the words without their
/// signs are the bits of one number.
///
/// When a number is written, all words have its sign. When it is read, the signs may differ, and the words are added.
///
/// ```
/// use datarep_dsl::model::SignedWords;
/// let agc = SignedWords { count: 2, bits: 15, cell: 16, low: 0, ones: true };
/// assert_eq!(agc.precision(), 28);
/// assert_eq!(agc.places().collect::<Vec<_>>(), [(16, 14), (0, 0)]);
/// assert_eq!(agc.encode_number(-1), Some(0x7FFF_7FFE));
/// assert_eq!(agc.decode_word(0x0001_7FFE), 0x3FFF);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedWords {
    /// The number of words.
    pub count: u32,
    /// Bits of each word, including its sign.
    pub bits: u32,
    /// Bits from one word to the next.
    pub cell: u32,
    /// Unused bits below a word in its cell.
    pub low: u32,
    /// Whether a negative word is the one's complement of the positive one. Otherwise its sign bit is set.
    pub ones: bool,
}

impl SignedWords {
    /// Bits of a magnitude.
    pub fn precision(&self) -> u32 {
        self.count * (self.bits - 1)
    }

    /// The lowest bit of each word and the power of two that this bit is worth, the most significant word first.
    pub fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        // Word 0 is the least significant. Each word brings one bit less than it has, because its sign carries no
        // digit.
        let SignedWords { count, bits, cell, low, .. } = *self;
        (0..count).rev().map(move |index| (index * cell + low, index * (bits - 1)))
    }

    /// The bits that differ in the word of a number's negative.
    pub fn inverted_bits(&self) -> u128 {
        // A complement inverts the digits, too. In sign and magnitude only the sign, the top bit of the word,
        // differs.
        let inverted = if self.ones { word::mask(self.bits) } else { 1 << (self.bits - 1) };
        self.places().fold(0, |bits, (place, _)| bits | inverted << place)
    }

    /// The word of a magnitude.
    pub fn spread_magnitude(&self, magnitude: u128) -> u128 {
        // The digits above the last word's are cut off here. `encode_number` refuses such a magnitude.
        let digits = word::mask(self.bits - 1);
        self.places().fold(0, |bits, (place, power)| bits | (magnitude >> power & digits) << place)
    }

    /// The number of a word.
    pub fn decode_word(&self, word: u128) -> i128 {
        let half = 1_i128 << (self.bits - 1);
        self.places().fold(0, |sum, (place, power)| {
            let bits = (word >> place & word::mask(self.bits)).cast_signed();
            // In one's complement 15 bits count from `2^15 - 1` downward: 0x7FFE - 0x7FFF = -1. In sign and magnitude
            // `bits` includes the sign, whose weight is `half`, so the difference is the negated magnitude.
            let number = match (bits < half, self.ones) {
                (true, _) => bits,
                (false, true) => bits - (2 * half - 1),
                (false, false) => half - bits,
            };
            sum + (number << power)
        })
    }

    /// The word of a number; `None` where it does not fit.
    pub fn encode_number(&self, number: i128) -> Option<u128> {
        let magnitude = number.unsigned_abs();
        // A magnitude that is too large loses digits here. Its word is dropped by the comparison below.
        let word = self.spread_magnitude(magnitude) ^ if number < 0 { self.inverted_bits() } else { 0 };
        (magnitude <= word::mask(self.precision())).then_some(word)
    }
}

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Logical {
    /// Which words are true.
    pub truth: Truth,
    /// The word that is written for true; zero is written for false.
    pub written: u128,
}

impl Logical {
    /// Whether a word of `bits` bits is true; `None` if it is neither true nor false.
    pub fn truth_of(&self, word: u128, bits: u32) -> Option<bool> {
        match self.truth {
            Truth::Nonzero => Some(word != 0),
            Truth::LowBit => Some(word & 1 == 1),
            Truth::SignBit => Some(word >> (bits - 1) & 1 == 1),
            Truth::Equals(true_word) if word == true_word => Some(true),
            Truth::Equals(_) if word == 0 => Some(false),
            Truth::Equals(_) => None,
        }
    }
}

/// Which words are true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// Any but zero.
    Nonzero,
    /// The lowest bit is set.
    LowBit,
    /// The highest bit is set.
    SignBit,
    /// Exactly this word is true, zero is false; any other is unmapped.
    Equals(u128),
}

/// A character set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Charset {
    /// ASCII in bytes; 0x80 and above are unmapped.
    Ascii,
    /// ISO 8859-1.
    Latin1,
    /// A page of at most 256 characters, of EBCDIC or of another machine; bytes without a character are unmapped.
    Page(CodePage),
    /// Characters of one and of two bytes, which only a whole text has.
    Mixed(MixedSet),
    /// One UTF-16 unit: characters of the basic plane; others and surrogates are unmapped.
    Ucs2,
    /// One UTF-32 unit.
    Utf32,
}

impl Charset {
    /// Whether every code has a character.
    pub fn is_full(self) -> bool {
        match self {
            Charset::Latin1 => true,
            // A page has only 256 codes, so they are asked one by one.
            Charset::Page(page) => (0..=u8::MAX).all(|byte| page.character(byte).is_some()),
            // UTF-16 units have surrogates, and UTF-32 has codes above 0x10FFFF. Bytes of a mixed text are no
            // characters alone.
            Charset::Ascii | Charset::Mixed(_) | Charset::Ucs2 | Charset::Utf32 => false,
        }
    }

    /// Whether all characters of the set are in ISO 8859-1.
    pub fn is_narrow(self) -> bool {
        match self {
            Charset::Ascii | Charset::Latin1 => true,
            Charset::Page(page) => page.is_narrow(),
            Charset::Mixed(_) | Charset::Ucs2 | Charset::Utf32 => false,
        }
    }

    /// The pages of a set whose characters only a whole text has.
    pub fn mixed(self) -> Option<MixedSet> {
        if let Charset::Mixed(set) = self { Some(set) } else { None }
    }
}

/// A named file representation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Datarep {
    /// Its name, as registered.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Where it was written.
    pub origin: Origin,
    /// The representation it extends.
    pub parent: Option<String>,
    /// The distinct conversions of this representation, in the order of the text.
    pub conversions: Vec<Conversion>,
    /// One entry for each of [`Predefined::all`], in that order.
    pub types: Vec<TypeEntry>,
}

/// What a representation does with one predefined type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeEntry {
    /// The type.
    pub predefined: Predefined,
    /// Its place in the file.
    pub mapping: TypeMapping,
    /// The line that decided it.
    pub origin: Origin,
}

/// How one predefined type is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeMapping {
    /// The type cannot be in such a file.
    Unsupported,
    /// Bytes, copied as they are (`MPI_BYTE`, `MPI_PACKED`).
    Bytes,
    /// Converted item by item: an index into [`Datarep::conversions`].
    Scalar(usize),
    /// Two numbers of the same kind, real part first: an index into [`Datarep::conversions`].
    Complex(usize),
}

/// A native scalar and the format it has in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    /// The native type.
    pub native: Native,
    /// The file's format.
    pub format: FormatId,
    /// The order of the bytes in the file: the mapping's if it has one, else the format's, else the representation's.
    pub order: ByteOrder,
    /// The rules for file to native.
    pub read: Policy,
    /// The rules for native to file.
    pub write: Policy,
    /// The mapping as written, `real 8 => hfp64`.
    pub title: String,
    /// The line that decided it.
    pub origin: Origin,
}

/// One line of a `test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestLine {
    /// The format under test.
    pub format: FormatId,
    /// The value's text as written, `-118.625`.
    pub text: String,
    /// The value.
    pub value: TestValue,
    /// The canonical word.
    pub word: u128,
    /// The bytes of an item in a file, if the line has them in place of the word. They also claim the format's order.
    pub bytes: Option<Vec<u8>>,
    /// The directions that the line claims.
    pub direction: TestDirection,
    /// Whether a conversion of the format can be generated, so that the line can also be a unit test.
    pub generated: bool,
    /// Where it was written.
    pub origin: Origin,
}

/// The value of a test line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestValue {
    /// A number: `digits * 10^exponent`, negated if `negative`. `digits` is decimal, `0` for zero.
    Decimal {
        /// Whether a minus sign stood before the number.
        negative: bool,
        /// Its decimal digits without point and leading zeros.
        digits: String,
        /// The power of ten.
        exponent: i64,
    },
    /// Infinity, negated if true.
    Infinity(bool),
    /// NaN.
    Nan,
    /// A reserved operand.
    Reserved,
    /// A truth value.
    Logical(bool),
    /// A character.
    Character(char),
}

/// The directions that a test line claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestDirection {
    /// `value <=> word`: exactly this value, both ways.
    Both,
    /// `word => value`: reading gives the value, rounded where it must be.
    Read,
    /// `value => word`: writing the value gives the word, rounded to nearest even.
    Write,
}
