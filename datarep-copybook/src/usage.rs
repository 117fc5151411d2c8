//! How compilers of COBOL store items: the words of the clause `USAGE`, and the bytes of binary numbers.
//!
//! Sources: Enterprise COBOL for z/OS, Language Reference, "USAGE clause", and Programming Guide, "Pointer data items with AMODE 64
//! programs"; Micro Focus, Language Reference, "USAGE clause"; `GnuCOBOL`, Programmer's Guide, "USAGE"; ISO/IEC 1989:2014.

use super::options::BinarySizes;

/// Digits of the widest binary number whose bytes most compilers agree on.
pub(super) const AGREED_DIGITS: u64 = 18;

/// How an item is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CobolUsage {
    Display,
    /// `COMP`, `COMP-4`, `BINARY`
    Binary,
    /// `COMP-5`: in the order of the machine.
    NativeBinary,
    /// `COMP-9`: little-endian, whatever the machine is.
    LittleBinary,
    /// `COMP-X`, big-endian, and `COMP-N`, in the order of the machine: as few bytes as the digits need.
    Short {
        is_native: bool,
    },
    /// `BINARY-CHAR` and the like, in the order of the machine: so many bytes without a picture.
    Sized {
        bytes: u64,
        is_signed: bool,
    },
    /// `COMP-1`, `FLOAT-SHORT`
    Single,
    /// `COMP-2`, `FLOAT-LONG`
    Double,
    /// `FLOAT-BINARY-32` and the like: of IEEE 754, on every machine.
    FloatBinary {
        bytes: u64,
    },
    /// `FLOAT-DECIMAL-16`, `FLOAT-DECIMAL-34`
    FloatDecimal {
        bytes: u64,
    },
    /// `COMP-3`, `PACKED-DECIMAL`
    Packed,
    /// `COMP-6`, `COMP-3U`: packed without a sign.
    UnsignedPacked,
    /// `DISPLAY-1`: characters of a double-byte set.
    Dbcs,
    /// `NATIONAL`: UTF-16.
    National,
    /// An address or an index of a program. Files seldom have one, and it is kept as bytes.
    Address(AddressUsage),
}

/// Items that hold places in a program's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressUsage {
    Index,
    Pointer,
    /// `POINTER-32`: four bytes, whatever the program's addresses have.
    Pointer32,
    Procedure,
    Function,
    Object,
}

impl CobolUsage {
    /// The word of COBOL for messages about items without a picture.
    pub(super) fn to_message_word(self) -> &'static str {
        match self {
            CobolUsage::Single => "COMP-1",
            CobolUsage::Double => "COMP-2",
            CobolUsage::FloatBinary { .. } => "FLOAT-BINARY",
            CobolUsage::FloatDecimal { .. } => "FLOAT-DECIMAL",
            CobolUsage::Address(AddressUsage::Index) => "INDEX",
            CobolUsage::Address(AddressUsage::Pointer) => "POINTER",
            CobolUsage::Address(AddressUsage::Pointer32) => "POINTER-32",
            CobolUsage::Address(AddressUsage::Procedure) => "PROCEDURE-POINTER",
            CobolUsage::Address(AddressUsage::Function) => "FUNCTION-POINTER",
            CobolUsage::Address(AddressUsage::Object) => "OBJECT REFERENCE",
            _ => "no picture",
        }
    }

    /// The word of COBOL for lists, of several with the same meaning the one that is used most.
    pub(super) fn to_listing_word(self) -> String {
        let word = match self {
            CobolUsage::Display => "DISPLAY",
            CobolUsage::Binary => "COMP",
            CobolUsage::NativeBinary => "COMP-5",
            CobolUsage::LittleBinary => "COMP-9",
            CobolUsage::Short { is_native: false } => "COMP-X",
            CobolUsage::Short { is_native: true } => "COMP-N",
            CobolUsage::Packed => "COMP-3",
            CobolUsage::UnsignedPacked => "COMP-6",
            CobolUsage::Dbcs => "DISPLAY-1",
            CobolUsage::National => "NATIONAL",
            CobolUsage::Sized { bytes, is_signed } => {
                let word = match bytes {
                    1 => "BINARY-CHAR",
                    2 => "BINARY-SHORT",
                    4 => "BINARY-LONG",
                    _ => "BINARY-DOUBLE",
                };
                return if is_signed { word.to_owned() } else { format!("{word} UNSIGNED") };
            }
            CobolUsage::FloatBinary { bytes } => return format!("FLOAT-BINARY-{}", 8 * bytes),
            CobolUsage::FloatDecimal { bytes: 8 } => "FLOAT-DECIMAL-16",
            CobolUsage::FloatDecimal { .. } => "FLOAT-DECIMAL-34",
            CobolUsage::Single | CobolUsage::Double | CobolUsage::Address(_) => self.to_message_word(),
        };
        word.to_owned()
    }

    /// Whether items have no picture.
    pub(super) fn has_no_picture(self) -> bool {
        matches!(
            self,
            CobolUsage::Single
                | CobolUsage::Double
                | CobolUsage::Sized { .. }
                | CobolUsage::FloatBinary { .. }
                | CobolUsage::FloatDecimal { .. }
                | CobolUsage::Address(_)
        )
    }
}

/// The usage that people mean by a word that is none: `COMP3`, `PACKED`.
pub(super) fn suggest_usage(word: &str) -> Option<&'static str> {
    let plain =
        |word: &str| word.to_ascii_uppercase().replace(['-', '_'], "").replace("COMPUTATIONAL", "COMP");
    let plain_word = plain(word);
    let words = || USAGES.iter().map(|(usage_word, _)| *usage_word);
    let exact = words().find(|usage_word| plain(usage_word) == plain_word);
    let longer =
        || words().find(|usage_word| plain_word.len() >= 3 && plain(usage_word).starts_with(&plain_word));
    exact.or_else(longer)
}

/// The words of usages, those that are used most first, and what they mean.
const USAGES: &[(&str, CobolUsage)] = &[
    ("COMP-3", CobolUsage::Packed),
    ("PACKED-DECIMAL", CobolUsage::Packed),
    ("COMP", CobolUsage::Binary),
    ("COMP-4", CobolUsage::Binary),
    ("COMP-5", CobolUsage::NativeBinary),
    ("BINARY", CobolUsage::Binary),
    ("COMP-1", CobolUsage::Single),
    ("COMP-2", CobolUsage::Double),
    ("COMP-6", CobolUsage::UnsignedPacked),
    ("COMP-9", CobolUsage::LittleBinary),
    ("COMP-X", CobolUsage::Short { is_native: false }),
    ("COMP-N", CobolUsage::Short { is_native: true }),
    ("COMP-0", CobolUsage::Binary),
    ("COMP-3U", CobolUsage::UnsignedPacked),
    ("DISPLAY", CobolUsage::Display),
    ("DISPLAY-1", CobolUsage::Dbcs),
    ("NATIONAL", CobolUsage::National),
    ("BINARY-CHAR", signed_binary(1)),
    ("BINARY-SHORT", signed_binary(2)),
    ("BINARY-LONG", signed_binary(4)),
    ("BINARY-DOUBLE", signed_binary(8)),
    ("BINARY-INT", signed_binary(4)),
    ("FLOAT-SHORT", CobolUsage::Single),
    ("FLOAT-LONG", CobolUsage::Double),
    ("FLOAT-BINARY-32", CobolUsage::FloatBinary { bytes: 4 }),
    ("FLOAT-BINARY-64", CobolUsage::FloatBinary { bytes: 8 }),
    ("FLOAT-BINARY-128", CobolUsage::FloatBinary { bytes: 16 }),
    ("FLOAT-DECIMAL-16", CobolUsage::FloatDecimal { bytes: 8 }),
    ("FLOAT-DECIMAL-34", CobolUsage::FloatDecimal { bytes: 16 }),
    ("SIGNED-SHORT", signed_binary(2)),
    ("SIGNED-INT", signed_binary(4)),
    ("SIGNED-LONG", signed_binary(8)),
    ("UNSIGNED-SHORT", unsigned_binary(2)),
    ("UNSIGNED-INT", unsigned_binary(4)),
    ("UNSIGNED-LONG", unsigned_binary(8)),
    ("INDEX", CobolUsage::Address(AddressUsage::Index)),
    ("POINTER", CobolUsage::Address(AddressUsage::Pointer)),
    ("POINTER-32", CobolUsage::Address(AddressUsage::Pointer32)),
    ("PROCEDURE-POINTER", CobolUsage::Address(AddressUsage::Procedure)),
    ("PROGRAM-POINTER", CobolUsage::Address(AddressUsage::Procedure)),
    ("FUNCTION-POINTER", CobolUsage::Address(AddressUsage::Function)),
    ("BINARY-LONG-LONG", signed_binary(8)),
    ("BINARY-C-LONG", signed_binary(8)),
    ("OBJECT", CobolUsage::Address(AddressUsage::Object)),
];

/// A binary number of so many bytes with a sign.
const fn signed_binary(bytes: u64) -> CobolUsage {
    CobolUsage::Sized { bytes, is_signed: true }
}

/// A binary number of so many bytes without a sign.
const fn unsigned_binary(bytes: u64) -> CobolUsage {
    CobolUsage::Sized { bytes, is_signed: false }
}

/// The usage that a word names.
pub(super) fn find_usage(word: &str) -> Option<CobolUsage> {
    // `COMPUTATIONAL-3` is the long form of `COMP-3`.
    let short = word.to_ascii_uppercase().replace("COMPUTATIONAL", "COMP");
    USAGES.iter().find(|(usage_word, _)| *usage_word == short).map(|(_, usage)| *usage)
}

/// The bytes of a binary number.
///
/// Sources: Enterprise COBOL for z/OS, Language Reference, "Computational items", where the option ARITH(EXTEND) allows more than
/// 18 digits; for other sizes `GnuCOBOL`, Programmer's Guide, "binary-size", and Micro Focus, Language Reference, "COMP-X".
pub(super) fn count_binary_bytes(digits: u64, signed: bool, sizes: BinarySizes) -> Option<u64> {
    // A sign decides for 7 and 12 digits: 2^23 < 9_999_999 < 2^24, and 2^39 < 999_999_999_999 < 2^40.
    let exact: u64 = match (digits, signed) {
        (..=2, _) => 1,
        (3..=4, _) => 2,
        (5..=6, _) | (7, false) => 3,
        (7..=9, _) => 4,
        (10..=11, _) | (12, false) => 5,
        (12..=14, _) => 6,
        (15..=16, _) => 7,
        (17..=18, _) => 8,
        (19..=38, _) => 16,
        _ => return None,
    };
    Some(match sizes {
        BinarySizes::Any => exact,
        BinarySizes::Powers => exact.next_power_of_two(),
        BinarySizes::Long if digits > AGREED_DIGITS => {
            let largest = 10_u128.checked_pow(u32::try_from(digits).ok()?)? - 1;
            // One more bit for the sign.
            u64::from((u128::BITS - largest.leading_zeros() + 1).div_ceil(8))
        }
        BinarySizes::Halfwords | BinarySizes::Long => exact.next_power_of_two().max(2),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_usage_suggest_one() {
        for (word, usage) in USAGES {
            assert_eq!(find_usage(word), Some(*usage), "{word}");
            assert_eq!(suggest_usage(&word.replace('-', "_")), Some(*word));
        }
        for (word, meant) in [
            ("COMP3", Some("COMP-3")),
            ("comp_3", Some("COMP-3")),
            ("COMPUTATIONAL3", Some("COMP-3")),
            ("PACKED", Some("PACKED-DECIMAL")),
            ("PackedDecimal", Some("PACKED-DECIMAL")),
            ("BIN", Some("BINARY")),
            ("COMPX", Some("COMP-X")),
            ("ZZZ", None),
            ("C", None),
        ] {
            assert_eq!(suggest_usage(word), meant, "{word}");
        }
    }
}
