//! What a text means once every check has passed: all that crosses to the generator.
//!
//! A [`Model`] is complete and sound: every name is resolved, every predefined type of every
//! representation is mapped or said to be unsupported, every rule that a lossy mapping needs is
//! there. Generation from a model therefore cannot fail. Nothing here knows how a text was
//! written, and nothing here reads or writes anything.

use crate::predefined::Predefined;
use crate::source::Origin;

/// A checked text: formats, representations and test lines, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The `//!` lines of the text.
    pub doc: String,
    /// The formats of this text, then all others that a representation or a test of it names. No two
    /// have the same name: `ieee::f32` is the library's where the text has its own `f32`.
    pub formats: Vec<Format>,
    /// The representations that this text defines.
    pub datareps: Vec<Datarep>,
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
    /// Its own order of octets; `None` leaves that to the representation.
    pub order: Option<Order>,
    /// What the bits mean.
    pub kind: FormatKind,
}

impl Format {
    /// Whether it is two words of the same width, the high one first.
    pub fn is_pair(&self) -> bool {
        match &self.kind {
            FormatKind::Float(float) => float.low.is_some(),
            FormatKind::Pair(_) => true,
            FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::Logical(_)
            | FormatKind::Character(_) => false,
        }
    }
}

/// What the bits of a format mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatKind {
    /// A floating-point number.
    Float(Float),
    /// The sum of two floats.
    Pair(PairSum),
    /// An integer, or a fixed-point number.
    Integer(Integer),
    /// A number in decimal digits.
    Decimal(Decimal),
    /// A truth value.
    Logical(Logical),
    /// A character.
    Character(Charset),
}

/// A range of bits of the canonical word, both ends included, `high >= low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitRange {
    /// Most significant bit.
    pub high: u32,
    /// Least significant bit.
    pub low: u32,
}

impl BitRange {
    /// Number of bits in the range.
    pub fn width(self) -> u32 {
        self.high - self.low + 1
    }
}

/// A floating-point format: `value = (-1)^negative * significand * 2^-fraction_bits * radix^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Float {
    /// How a negative number is written.
    pub negation: Negation,
    /// The sign bit. In [`Negation::TwosWord`] and [`Negation::OnesWord`] the top bit.
    pub sign: Option<u32>,
    /// The exponent's bits, most significant range first. Empty for a format without one.
    pub exponent: Vec<BitRange>,
    /// How the exponent field stands for a number.
    pub code: ExponentCode,
    /// Subtracted from the field's number to give the exponent.
    pub bias: i64,
    /// The significand's stored bits without sign and leading bit, most significant range first.
    pub significand: Vec<BitRange>,
    /// The bit above the significand's stored bits.
    pub leading: Leading,
    /// How many bits of the significand stand right of the radix point.
    pub fraction_bits: i32,
    /// 2, 8 or 16.
    pub radix: u32,
    /// Encodings that do not follow the formula, in the order of their precedence.
    pub specials: Vec<Special>,
    /// Where quiet and signaling NaN are told apart.
    pub quiet: Quiet,
    /// The sign and exponent of a second word that goes on with the significand.
    pub low: Option<LowPart>,
}

/// Sign and exponent of the low word of two that are one number: written, and ignored when read.
///
/// Where the number is neither zero nor a special encoding they say what the low word is worth on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowPart {
    /// The low word's sign bit: as that of the high word.
    pub sign: u32,
    /// The low word's exponent field.
    pub exponent: Vec<BitRange>,
    /// How much less it is than that of the high word, modulo what the field can be.
    pub less: i64,
}

/// Two floats of the same IEEE format whose values are added, the larger first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairSum {
    /// The format of both.
    pub part: Float,
    /// Bits of one of them.
    pub part_bits: u32,
}

/// How a negative number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Negation {
    /// There are no negative numbers.
    None,
    /// A sign bit beside the magnitude.
    SignMagnitude,
    /// The two's complement of the whole word.
    TwosWord,
    /// The one's complement of the whole word.
    OnesWord,
    /// Sign bit and significand are one two's-complement number.
    TwosSignificand,
    /// As [`Negation::TwosSignificand`], with an implied bit behind the sign that is its complement.
    ImpliedComplement,
}

/// How an exponent field stands for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExponentCode {
    /// As an unsigned number (the formula subtracts the bias).
    Excess,
    /// As a two's-complement number.
    Twos,
    /// A sign bit (the field's top bit), then the magnitude.
    SignMagnitude,
    /// Unsigned, where negative exponents are one less than in [`ExponentCode::Excess`] (CDC).
    ExcessOnes,
    /// Two's complement, rotated left by one so that its sign is the lowest bit (HP 2100).
    Rotated,
}

/// The bit above the significand's stored bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leading {
    /// The stored bits are the whole significand.
    None,
    /// A one that is not stored.
    Hidden,
    /// Stored in this bit of the word.
    Explicit(u32),
}

/// Where quiet and signaling NaN are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// The significand's top stored bit set means quiet.
    Set,
    /// The significand's top stored bit clear means quiet.
    Clear,
}

/// A class of encodings that does not follow the formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Special {
    /// What such a word means.
    pub class: Class,
    /// Which words belong to it.
    pub condition: Condition,
    /// The word that is written for this class; `None` where it is never written. Its sign bit is clear
    /// unless the condition wants it set, as VAX's reserved operand does.
    pub written: Option<u128>,
    /// The text names that word.
    pub named: bool,
    /// Where it was written.
    pub origin: Origin,
}

impl Float {
    /// Whether zero has one sign: its word is named by the text, and is written for a negative zero too.
    pub fn has_one_zero(&self) -> bool {
        self.specials.iter().find(|special| special.class == Class::Zero).is_some_and(|zero| zero.named)
    }

    /// The bits of a word of `bits` bits that are in no field: zero when written, and no part of a complement.
    pub fn unused(&self, bits: u32) -> u128 {
        let leading = match self.leading {
            Leading::Explicit(bit) => Some(bit),
            Leading::None | Leading::Hidden => None,
        };
        let low = self.low.as_ref();
        let single = [self.sign, leading, low.map(|low| low.sign)].into_iter().flatten();
        let single = single.map(|bit| BitRange { high: bit, low: bit });
        let low = low.into_iter().flat_map(|low| low.exponent.iter().copied());
        let ranges = self.exponent.iter().chain(&self.significand).copied().chain(single).chain(low);
        let ones = |width: u32| if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        ranges.fold(ones(bits), |unused, range| unused & !(ones(range.width()) << range.low))
    }
}

/// What a special encoding means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Zero, with the sign bit's sign where the format has one outside the condition.
    Zero,
    /// A number without its hidden bit, at the smallest exponent.
    Subnormal,
    /// Infinity.
    Infinity,
    /// Not a number.
    Nan,
    /// A reserved operand.
    Reserved,
    /// An encoding that the machine refuses.
    Invalid,
    /// An exponent above the machine's range: read as overflow.
    Overflow,
    /// An exponent below the machine's range: read as underflow.
    Underflow,
    /// A value that is not there; which one of them the word's first octet says (SAS).
    Missing,
}

/// A condition on the fields of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A field compared with a number. `E` is the field's number under its exponent code.
    Compare(Field, Comparison, i128),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// At least one holds.
    Or(Box<Condition>, Box<Condition>),
}

/// A field that a condition can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// `S`
    Sign,
    /// `E`
    Exponent,
    /// `F`: the stored significand without leading bit.
    Significand,
    /// `I`: the explicit leading bit.
    Leading,
}

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
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
    /// The number plus this, unsigned.
    Offset(i128),
}

/// A number in decimal digits: `value = (-1)^negative * number * 10^-scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    /// How many digits, at most 38.
    pub digits: u32,
    /// Digits right of the decimal point; above `digits` where zeros follow the point, negative where zeros
    /// precede it.
    pub scale: i32,
    /// How a digit is written.
    pub code: DigitCode,
    /// How the sign is written.
    pub sign: DecimalSign,
}

impl Decimal {
    /// Whether there are negative numbers.
    pub fn is_signed(&self) -> bool {
        !matches!(self.sign, DecimalSign::None | DecimalSign::Digit { plus: Plus::Only, .. })
    }

    /// Octets that do not depend on the order: digits, signs and unused nibbles.
    pub fn octets(&self) -> u32 {
        match (self.code, self.sign) {
            (DigitCode::Packed | DigitCode::PackedLow, DecimalSign::None) => self.digits.div_ceil(2),
            (DigitCode::Packed | DigitCode::PackedLow, DecimalSign::TopOctet) => self.digits.div_ceil(2) + 1,
            (DigitCode::Packed | DigitCode::PackedLow, _) => self.digits / 2 + 1,
            (DigitCode::Zoned { point, .. }, sign) => {
                let separate = matches!(sign, DecimalSign::Separate { .. });
                self.digits + u32::from(point) + u32::from(separate)
            }
        }
    }
}

/// How a decimal digit is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitCode {
    /// Two in an octet, the first in the high half.
    Packed,
    /// Two in an octet, the first in the low half.
    PackedLow,
    /// One in an octet, as a character.
    Zoned {
        /// The character set of the digits and the signs.
        charset: DigitSet,
        /// The decimal point is written, as an octet.
        point: bool,
    },
}

/// A character set of digits and signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitSet {
    /// EBCDIC: digits from 0xF0, a sign in the high half of its digit.
    Ebcdic,
    /// ASCII: digits from 0x30, a sign that shares the octet of its digit as in EBCDIC's characters: `{`, `A` to
    /// `I`, `}`, `J` to `R`.
    Ascii,
}

/// How a decimal number's sign is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalSign {
    /// There is none.
    None,
    /// Packed: the last half of an octet. Zoned: in the octet of the first or the last digit.
    Digit {
        /// With the first digit.
        leading: bool,
        /// How a plus sign is written.
        plus: Plus,
    },
    /// An octet of its own, `+` or `-`.
    Separate {
        /// Before the first digit.
        leading: bool,
    },
    /// 0xD before the first digit that is not a leading zero, and 0xF in what is left (IBM 4690).
    Floating,
    /// The top bit of an octet of its own, above the digits (x87).
    TopOctet,
}

/// How a plus sign is written that shares an octet with a digit. What IBM's instructions take is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plus {
    /// As 0xC.
    Preferred,
    /// As 0xF; in ASCII as the digit itself.
    Plain,
    /// As [`Plus::Plain`], and there is no minus.
    Only,
}

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Logical {
    /// Which words are true.
    pub truth: Truth,
    /// The word that is written for true; zero is written for false.
    pub written: u128,
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
    /// ASCII in octets; 0x80 and above are unmapped.
    Ascii,
    /// ISO 8859-1.
    Latin1,
    /// EBCDIC code page 037.
    EbcdicCp037,
    /// EBCDIC code page 500.
    EbcdicCp500,
    /// EBCDIC code page 1047.
    EbcdicCp1047,
    /// EBCDIC code page 1140: 037 with the euro sign in the place of the currency sign.
    EbcdicCp1140,
    /// One UTF-16 unit: characters of the basic plane; others and surrogates are unmapped.
    Ucs2,
    /// One UTF-32 unit.
    Utf32,
}

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

/// What becomes of one predefined type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeMapping {
    /// It cannot be in such a file.
    Unsupported,
    /// Octets, copied as they are (`MPI_BYTE`, `MPI_PACKED`).
    Octets,
    /// Converted item by item: an index into [`Datarep::conversions`].
    Scalar(usize),
    /// Two of the same, real part first: an index into [`Datarep::conversions`].
    Complex(usize),
}

/// A native scalar and the format it has in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion {
    /// The native type.
    pub native: Native,
    /// The file's format.
    pub format: FormatId,
    /// The order of the octets in the file: the mapping's, else the format's, else the representation's.
    pub order: Order,
    /// The rules for file to native.
    pub read: Policy,
    /// The rules for native to file.
    pub write: Policy,
    /// The mapping as written, `real 8 => hfp64`.
    pub title: String,
    /// The line that decided it.
    pub origin: Origin,
}

/// A native scalar type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Native {
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `i128`
    I128,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `u128`
    U128,
    /// IEEE binary16.
    F16,
    /// bfloat16.
    Bf16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// The platform's C `long double`: 80-bit extended in 16 octets.
    LongDouble,
    /// IEEE binary128.
    F128,
    /// `bool`, one octet.
    Bool,
    /// A Fortran logical of four octets.
    Logical4,
    /// An 8-bit character, in the native set ISO 8859-1.
    Character,
    /// A wide character of four octets, `char`.
    WideCharacter,
    /// A decimal of 96 bits with 0 to 28 decimal places.
    Decimal,
}

/// What happens, in one direction, to what the target cannot hold.
///
/// A rule that can never come to pass in a mapping has its default here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// A finite value beyond the target's range.
    pub overflow: Overflow,
    /// A nonzero value below the target's smallest normal number.
    pub underflow: Underflow,
    /// Which neighbor a value between two becomes.
    pub rounding: Rounding,
    /// A value between two is an error.
    pub inexact_error: bool,
    /// An infinity.
    pub infinity: SpecialRule,
    /// A NaN.
    pub nan: SpecialRule,
    /// A reserved operand, an invalid encoding.
    pub reserved: SpecialRule,
    /// A negative zero.
    pub negative_zero: ZeroRule,
    /// A character or logical that the target has no place for.
    pub unmapped: UnmappedRule,
    /// Digits or a sign of a decimal number that are none.
    pub invalid: InvalidRule,
    /// A missing value. When writing, only [`MissingRule::Payload`] is of effect.
    pub missing: MissingRule,
    /// When reading, an encoding that writing would not give.
    pub noncanonical: NoncanonicalRule,
}

impl Policy {
    /// The rules where nothing is said and nothing can be lost.
    pub const DEFAULT: Policy = Policy {
        overflow: Overflow::Error,
        underflow: Underflow::Subnormal,
        rounding: Rounding::NearestEven,
        inexact_error: false,
        infinity: SpecialRule::Keep,
        nan: SpecialRule::Keep,
        reserved: SpecialRule::Error,
        negative_zero: ZeroRule::Keep,
        unmapped: UnmappedRule::Error,
        invalid: InvalidRule::Error,
        missing: MissingRule::Error,
        noncanonical: NoncanonicalRule::Ignore,
    };
}

/// A finite value beyond the target's range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The access fails.
    Error,
    /// The largest finite number of that sign.
    Saturate,
    /// Infinity of that sign.
    Infinity,
    /// NaN.
    Nan,
    /// The low bits (integers).
    Wrap,
}

/// A nonzero value below the target's smallest normal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Underflow {
    /// Gradual: the target's subnormal (or unnormalized) numbers, rounded. Where it has none, as [`Underflow::Zero`].
    Subnormal,
    /// Zero.
    Zero,
    /// The access fails.
    Error,
}

/// Which neighbor a value between two becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearer; of two the one with an even significand.
    NearestEven,
    /// The one nearer to zero.
    TowardZero,
    /// The nearer; of two the one farther from zero.
    NearestAway,
    /// The larger.
    Up,
    /// The smaller.
    Down,
}

/// An infinity, a NaN or a reserved operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialRule {
    /// Stays what it is. Only where the target has it.
    Keep,
    /// The access fails.
    Error,
    /// Zero.
    Zero,
    /// NaN.
    Nan,
    /// Infinity of that sign.
    Infinity,
    /// The largest finite number of that sign.
    Saturate,
    /// The target's reserved operand.
    Reserved,
}

/// A negative zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroRule {
    /// Stays negative. Only where the target has it.
    Keep,
    /// Positive zero.
    Zero,
    /// The access fails.
    Error,
}

/// A character or logical that the target has no place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnmappedRule {
    /// The access fails.
    Error,
    /// This character, by its Unicode code point, which the target's set has; for logicals 0 is false and 1 is true.
    Substitute(u32),
}

/// A missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissingRule {
    /// The access fails.
    Error,
    /// NaN.
    Nan,
    /// Zero.
    Zero,
    /// A quiet NaN whose eight lowest bits are the word's first octet; and back when written.
    Payload,
}

/// An encoding that writing would not give, though it is exactly a native value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoncanonicalRule {
    /// Read like any other, and not counted.
    Ignore,
    /// Read like any other, and counted.
    Keep,
    /// The access fails.
    Error,
}

/// Digits or a sign of a decimal number that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvalidRule {
    /// The access fails.
    Error,
    /// Zero.
    Zero,
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
    /// Which ways the line claims.
    pub direction: TestDirection,
    /// Where it was written.
    pub origin: Origin,
}

/// The value of a test line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestValue {
    /// A number: `digits * 10^exponent`, negated where `negative`. `digits` is decimal, `0` for zero.
    Decimal {
        /// A minus sign stood before it.
        negative: bool,
        /// Its decimal digits without point and leading zeros.
        digits: String,
        /// The power of ten.
        exponent: i64,
    },
    /// Infinity, negated where true.
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

/// Which ways a test line claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestDirection {
    /// `value <=> word`: exactly this value, both ways.
    Both,
    /// `word => value`: reading gives the value, rounded where it must be.
    Read,
    /// `value => word`: writing the value gives the word, rounded to nearest even.
    Write,
}
