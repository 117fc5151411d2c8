//! Native types that Rust lacks, as plain wrappers of their bits.

#[cfg(not(feature = "rust_decimal"))]
mod parse_decimal;

use std::fmt;

use crate::error::{Error, ErrorKind};

/// A character of one byte, in ISO 8859-1: MPI's `MPI_CHAR`.
///
/// Texts in files are arrays of them, filled with blanks. [`Character::array`] makes such an array of a `str`, and
/// [`Character::text`] shows one.
///
/// ```
/// use datarep::{Character, standard::ibm370};
/// let name: [Character; 8] = Character::array("Zürich")?;
/// let (file, _) = ibm370::to_bytes(&[name])?;
/// assert_eq!(file, [0xE9, 0xDC, 0x99, 0x89, 0x83, 0x88, 0x40, 0x40]);
///
/// let (names, _) = ibm370::to_vec::<[Character; 8]>(&file)?;
/// assert_eq!(Character::text(&names[0]).to_string(), "Zürich  ");
/// assert_eq!(Character::text(&names[0]).trim_end(), "Zürich");
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Character(pub u8);

impl Character {
    /// The characters of a text, followed by blanks.
    ///
    /// ```
    /// use datarep::Character;
    /// assert_eq!(Character::array("ok")?, [Character(b'o'), Character(b'k'), Character(b' ')]);
    /// let error = Character::array::<3>("none").unwrap_err();
    /// assert_eq!(error.to_string(), "`Character::array`: the text has 4 characters, the array 3");
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Arg` if the text has more characters than the array, or a character that is not in ISO 8859-1.
    pub fn array<const N: usize>(text: &str) -> Result<[Character; N], Error> {
        let refused = |reason| Error::from(ErrorKind::Argument { routine: "Character::array", reason });
        let length = text.chars().count();
        if length > N {
            return Err(refused(format!("the text has {length} characters, the array {N}")));
        }
        let mut array = [Character(b' '); N];
        for (place, character) in array.iter_mut().zip(text.chars()) {
            *place = Character::try_from(character)?;
        }
        Ok(array)
    }

    /// A slice of characters as a text that can be shown or compared.
    pub const fn text(characters: &[Character]) -> Text<'_> {
        Text(characters)
    }
}

/// Characters as a text: see [`Character::text`].
///
/// ```
/// use datarep::Character;
/// let name: [Character; 4] = Character::array("ok")?;
/// let text = Character::text(&name);
/// assert_eq!(format!("{text}|{text:?}"), "ok  |\"ok  \"");
/// assert!(text == "ok  " && text.trim_end() == "ok");
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(&'a [Character]);

impl Text<'_> {
    /// The text without the blanks and zero bytes at its end.
    #[must_use]
    pub fn trim_end(self) -> Self {
        // Fortran fills up with spaces, and C ends a text with a zero.
        let last = self.0.iter().rposition(|Character(byte)| !matches!(byte, b' ' | 0));
        Text(&self.0[..last.map_or(0, |last| last + 1)])
    }

    /// The characters of the text, as Rust's `char`.
    pub fn chars(self) -> impl Iterator<Item = char> {
        self.0.iter().map(|&character| character.into())
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.chars().collect::<String>())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.chars().collect::<String>(), f)
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(*self), f)
    }
}

impl fmt::Debug for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&char::from(*self), f)
    }
}

impl TryFrom<char> for Character {
    type Error = Error;

    /// The character. Fails with class `Arg` if it is not in ISO 8859-1.
    fn try_from(character: char) -> Result<Character, Error> {
        u8::try_from(character).map(Character).map_err(|_| {
            let reason = format!("{character:?} is no character of ISO 8859-1");
            ErrorKind::Argument { routine: "Character", reason }.into()
        })
    }
}

impl From<Character> for char {
    fn from(Character(byte): Character) -> char {
        char::from(byte)
    }
}

impl From<u8> for Character {
    fn from(byte: u8) -> Character {
        Character(byte)
    }
}

macro_rules! logicals {
    ($($(#[$doc:meta])* $name:ident($word:ty);)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[repr(transparent)]
        pub struct $name(pub(crate) $word);

        impl From<bool> for $name {
            #[inline(always)]
            fn from(value: bool) -> $name {
                $name(<$word>::from(value))
            }
        }

        impl From<$name> for bool {
            #[inline(always)]
            fn from($name(word): $name) -> bool {
                word != 0
            }
        }
    )* };
}

logicals! {
    /// A Fortran logical of four bytes: MPI's `MPI_LOGICAL` and `MPI_LOGICAL4`. True is one and false is zero, as in
    /// GNU Fortran.
    ///
    /// ```
    /// use datarep::Logical;
    /// assert!(bool::from(Logical::from(true)));
    /// ```
    Logical(u32);
    /// A [`Logical`] of one byte: `MPI_LOGICAL1`.
    Logical1(u8);
    /// A [`Logical`] of two bytes: `MPI_LOGICAL2`.
    Logical2(u16);
    /// A [`Logical`] of eight bytes: `MPI_LOGICAL8`.
    Logical8(u64);
    /// A [`Logical`] of 16 bytes: `MPI_LOGICAL16`.
    Logical16(u128);
}

macro_rules! bits {
    ($(#[$doc:meta])* $name:ident($bits:ty), align $align:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        #[repr(C, align($align))]
        pub struct $name($bits);

        impl $name {
            /// Makes the number from its bits.
            #[inline(always)]
            pub const fn from_bits(bits: $bits) -> Self {
                $name(bits)
            }

            /// The bits of the number.
            #[inline(always)]
            pub const fn to_bits(self) -> $bits {
                self.0
            }
        }
    };
}

bits! {
    /// IEEE binary128: MPI's `MPI_REAL16`.
    ///
    /// Two numbers are equal if their bits are.
    ///
    /// ```
    /// use datarep::F128;
    /// assert_eq!(F128::from_bits(0x3FFF << 112).to_string(), "0x3fff0000000000000000000000000000");
    /// ```
    F128(u128), align 16
}

bits! {
    /// The C `long double` of x86-64: 80-bit extended in the low bytes, the rest zero.
    ///
    /// Two numbers are equal if their bits are. MPI's `MPI_LONG_DOUBLE`.
    ///
    /// ```
    /// use datarep::LongDouble;
    /// let one = LongDouble::from_bits(0x3FFF_8000_0000_0000_0000);
    /// assert_eq!(one.to_string(), "0x3fff8000000000000000");
    /// ```
    LongDouble(u128), align 16
}

impl fmt::Display for F128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:032x}", self.0)
    }
}

impl fmt::Debug for F128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F128({self})")
    }
}

impl fmt::Display for LongDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:020x}", self.0)
    }
}

impl fmt::Debug for LongDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LongDouble({self})")
    }
}

#[cfg(feature = "half")]
pub use half::{bf16 as Bf16, f16 as F16};

#[cfg(not(feature = "half"))]
bits! {
    /// IEEE binary16. With the feature `half` it is that crate's type.
    ///
    /// ```
    /// use datarep::F16;
    /// assert_eq!(F16::from_bits(0x3C00).to_bits(), 0x3C00);
    /// ```
    F16(u16), align 2
}

#[cfg(not(feature = "half"))]
bits! {
    /// bfloat16. With the feature `half` it is that crate's type.
    ///
    /// ```
    /// use datarep::Bf16;
    /// assert_eq!(Bf16::from_bits(0x3F80).to_bits(), 0x3F80);
    /// ```
    Bf16(u16), align 2
}

#[cfg(not(feature = "half"))]
impl fmt::Debug for F16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F16(0x{:04x})", self.0)
    }
}

#[cfg(not(feature = "half"))]
impl fmt::Debug for Bf16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bf16(0x{:04x})", self.0)
    }
}

#[cfg(feature = "num-complex")]
pub use num_complex::Complex;

/// A complex number. With the feature `num-complex` it is that crate's type.
///
/// ```
/// use datarep::Complex;
/// let z = Complex { re: 1.0, im: -1.0 };
/// assert_eq!(z.re + z.im, 0.0);
/// ```
#[cfg(not(feature = "num-complex"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Complex<T> {
    /// Real part.
    pub re: T,
    /// Imaginary part.
    pub im: T,
}

#[cfg(not(feature = "rust_decimal"))]
pub use parse_decimal::ParseDecimalError;
#[cfg(feature = "rust_decimal")]
pub use rust_decimal::Decimal;

/// A decimal number: 96 bits and a sign, with 0 to 28 digits right of the point. With the feature `rust_decimal` it
/// is that crate's type, which has the methods of this one and more.
///
/// Two decimals are equal if number and scale are: 1.0 is not 1.00.
///
/// ```
/// use datarep::Decimal;
/// let price = Decimal::try_from_i128_with_scale(-12_345, 2).expect("it fits");
/// assert_eq!(price.to_string(), "-123.45");
/// assert_eq!((price.mantissa(), price.scale()), (-12_345, 2));
/// assert_eq!("-123.45".parse(), Ok(price));
/// ```
#[cfg(not(feature = "rust_decimal"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Decimal {
    low: u64,
    high: u32,
    /// The scale, and the sign in the top bit.
    flags: u32,
}

#[cfg(not(feature = "rust_decimal"))]
impl Decimal {
    const NEGATIVE: u32 = 1 << 31;

    /// Zero.
    pub const ZERO: Decimal = Decimal { low: 0, high: 0, flags: 0 };

    /// `number × 10^-scale`.
    ///
    /// # Errors
    ///
    /// Returns an error if the number has more than 96 bits or the scale is above 28.
    pub fn try_from_i128_with_scale(number: i128, scale: u32) -> Result<Decimal, Error> {
        let reason = match number.unsigned_abs() {
            _ if scale > 28 => "a scale above 28",
            // `unsigned_abs`, as the least number of 128 bits has no positive counterpart.
            magnitude if magnitude >> 96 != 0 => "a number of more than 96 bits",
            magnitude => return Ok(decimal_from_parts(number < 0, magnitude, scale)),
        };
        Err(ErrorKind::Argument { routine: "Decimal::try_from_i128_with_scale", reason: reason.into() }
            .into())
    }

    /// The number without its decimal point.
    pub fn mantissa(&self) -> i128 {
        let magnitude = i128::from(self.high) << 64 | i128::from(self.low);
        if self.flags & Self::NEGATIVE != 0 { -magnitude } else { magnitude }
    }

    /// The number of digits right of the decimal point.
    pub const fn scale(&self) -> u32 {
        self.flags & !Self::NEGATIVE
    }
}

#[cfg(not(feature = "rust_decimal"))]
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, scale) = (self.mantissa(), self.scale() as usize);
        let sign = if number < 0 { "-" } else { "" };
        // One digit more than the scale, so that there is always one before the point.
        let digits = format!("{:0>width$}", number.unsigned_abs(), width = scale + 1);
        let (whole, rest) = digits.split_at(digits.len() - scale);
        if rest.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

// The number alone, as errors show the `Debug` of a value, and as `rust_decimal` has it.
#[cfg(not(feature = "rust_decimal"))]
impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A decimal from its sign, a number of at most 96 bits, and a scale of at most 28.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a number of 96 bits")]
pub(crate) fn decimal_from_parts(negative: bool, number: u128, scale: u32) -> Decimal {
    #[cfg(feature = "rust_decimal")]
    return Decimal::from_parts(number as u32, (number >> 32) as u32, (number >> 64) as u32, negative, scale);
    #[cfg(not(feature = "rust_decimal"))]
    // The scale is at most 28, and never reaches the bit of the sign.
    Decimal { low: number as u64, high: (number >> 64) as u32, flags: scale | u32::from(negative) << 31 }
}

/// Sign, number and scale of a decimal. There is no negative zero.
pub(crate) fn decimal_to_parts(value: Decimal) -> (bool, u128, u32) {
    // Computed from the stored parts: in loops with vectors of 512 bits the compiler loses the sign of some negated
    // integers of 128 bits.
    #[cfg(feature = "rust_decimal")]
    let (negative, number) = {
        let parts = value.unpack();
        let number = u128::from(parts.hi) << 64 | u128::from(parts.mid) << 32 | u128::from(parts.lo);
        (parts.negative, number)
    };
    #[cfg(not(feature = "rust_decimal"))]
    let (negative, number) =
        (value.flags & Decimal::NEGATIVE != 0, u128::from(value.high) << 64 | u128::from(value.low));
    (negative && number != 0, number, value.scale())
}
