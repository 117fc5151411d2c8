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

/// What the bits of a format mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatKind {
    /// A floating-point number.
    Float(Float),
    /// An integer, or a fixed-point number.
    Integer(Integer),
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
    /// Where it was written.
    pub origin: Origin,
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
            Order::Big => (0..octets).collect(),
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
    /// This code point of the target's set; for logicals 0 is false and 1 is true.
    Substitute(u32),
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
