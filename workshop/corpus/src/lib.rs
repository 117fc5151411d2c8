//! The formats that a corpus names, described in the language, and the generated code for them.
//!
//! It is a package of its own because of its size: eleven megabytes of conversions, which would be compiled with each program
//! and each test of `xtask`. What their results must be, the walk over the corpus knows, in `xtask::corpus`.

use datarep::{Error, F16, F128, LongDouble};

datarep::datarep! {
    //! One representation for each name of a format.

    use aerospace::*;
    use calculator::*;
    use cdc::*;
    use cray::*;
    use dec::*;
    use hp::*;
    use ibm::*;
    use intel::*;
    use micro::*;
    use ml::*;
    use univac::*;

    /// What all have in common: values that no item can hold are told, not changed.
    datarep base {
        order big;
        others => unsupported;
        on read  { overflow => error }
        on write { overflow => error, infinity | nan => error }
    }

    /// Reading rounds as IEEE arithmetic does.
    datarep floats extends base {
        on read  { overflow => infinity, reserved => nan, infinity | nan => keep }
        on write { infinity | nan => keep }
    }

    datarep i8be extends base { order big; integer => twos(8); }
    datarep i8le extends base { order little; integer => twos(8); }
    datarep u8be extends base { order big; unsigned => unsigned(8); }
    datarep u8le extends base { order little; unsigned => unsigned(8); }
    datarep i16be extends base { order big; integer => twos(16); }
    datarep i16le extends base { order little; integer => twos(16); }
    datarep u16be extends base { order big; unsigned => unsigned(16); }
    datarep u16le extends base { order little; unsigned => unsigned(16); }
    datarep i24be extends base { order big; integer => twos(24); }
    datarep i24le extends base { order little; integer => twos(24); }
    datarep u24be extends base { order big; unsigned => unsigned(24); }
    datarep u24le extends base { order little; unsigned => unsigned(24); }
    datarep i32be extends base { order big; integer => twos(32); }
    datarep i32le extends base { order little; integer => twos(32); }
    datarep u32be extends base { order big; unsigned => unsigned(32); }
    datarep u32le extends base { order little; unsigned => unsigned(32); }
    datarep i40be extends base { order big; integer => twos(40); }
    datarep i40le extends base { order little; integer => twos(40); }
    datarep u40be extends base { order big; unsigned => unsigned(40); }
    datarep u40le extends base { order little; unsigned => unsigned(40); }
    datarep i48be extends base { order big; integer => twos(48); }
    datarep i48le extends base { order little; integer => twos(48); }
    datarep u48be extends base { order big; unsigned => unsigned(48); }
    datarep u48le extends base { order little; unsigned => unsigned(48); }
    datarep i56be extends base { order big; integer => twos(56); }
    datarep i56le extends base { order little; integer => twos(56); }
    datarep u56be extends base { order big; unsigned => unsigned(56); }
    datarep u56le extends base { order little; unsigned => unsigned(56); }
    datarep i64be extends base { order big; integer => twos(64); }
    datarep i64le extends base { order little; integer => twos(64); }
    datarep u64be extends base { order big; unsigned => unsigned(64); }
    datarep u64le extends base { order little; unsigned => unsigned(64); }

    datarep f16be  extends floats { order big;    real => f16; }
    datarep f16le  extends floats { order little; real => f16; }
    datarep bf16be extends floats { order big;    real => bf16; }
    datarep bf16le extends floats { order little; real => bf16; }
    datarep f32be  extends floats { order big;    real => f32; }
    datarep f32le  extends floats { order little; real => f32; }
    datarep f64be  extends floats { order big;    real => f64; }
    datarep f64le  extends floats { order little; real => f64; }
    datarep f128be extends floats { order big;    real => f128; }
    datarep f128le extends floats { order little; real => f128; }

    /// 128 bits with the exponent of binary64.
    float wide64 = S1 E11 F116 where value = 1.F * 2^(E - 1023) { ieee; }
    datarep wide64be extends floats { order big; real => wide64; }

    datarep x87be   extends floats { real => x87_80 big; }
    datarep x87le   extends floats { real => x87_80; }
    datarep x87le16 extends floats { real => x87_128; }

    datarep float8_e4m3fn extends floats { real => f8e4m3fn; }
    datarep float8_e5m2   extends floats { real => f8e5m2; }

    datarep ibm32             extends floats { order big;    real => hfp32; }
    datarep ibm32_byteswapped extends floats { order little; real => hfp32; }
    datarep ibm64             extends floats { order big;    real => hfp64; }

    datarep ibm128 extends floats { order big; real => hfp128; }

    /// SAS: an IBM double without its last bytes. One of `.`, `_`, `A` to `Z` and zeros is a missing value.
    datarep sas extends floats { on read { missing => nan } }
    datarep ibm64_2 extends sas { real => xport16; }
    datarep ibm64_3 extends sas { real => xport24; }
    datarep ibm64_4 extends sas { real => xport32; }
    datarep ibm64_5 extends sas { real => xport40; }
    datarep ibm64_6 extends sas { real => xport48; }
    datarep ibm64_7 extends sas { real => xport56; }
    datarep ibm64_8 extends sas { real => xport64; }

    datarep vaxf extends floats { real => vax_f; }
    datarep vaxd extends floats { real => vax_d; }
    datarep vaxg extends floats { real => vax_g; }
    datarep vaxh extends floats { real => vax_h; }

    datarep pdp11f extends floats { real => pdp11_f; }
    datarep pdp11d extends floats { real => pdp11_d; }

    datarep cray1 extends floats { real => cray64; }

    datarep mbf32     extends floats { real => mbf32; }
    datarep mbf64     extends floats { real => mbf64; }
    datarep xs128     extends floats { real => mbf40; }
    datarep borland48 extends floats { real => borland48; }
    datarep apple     extends floats { real => apple2_32; }

    datarep xs256  extends floats { real => hp3000_32; }
    datarep xs256d extends floats { real => hp3000_64; }

    datarep mil1750a32 extends floats { real => m1750_32; }
    datarep mil1750a48 extends floats { real => m1750_48; }

    datarep cdc60_word    extends floats { real => cdc60; }
    datarep univac36_word extends floats { real => univac36; }
    datarep univac72_word extends floats { real => univac72; }

    datarep dec32 extends floats { real => decimal32_dpd; }
    datarep dec64 extends floats { real => decimal64_dpd; }
    datarep dec128 extends floats { real => decimal128_dpd; }

    /// Digits of calculators: there are no infinities.
    datarep tens extends base { on read { overflow => infinity, reserved => nan } }

    datarep wang        extends tens { order little; real => wang2200; }
    datarep hp_10_digit extends tens { real => hp_classic; }
    datarep saturn      extends tens { real => hp48_real right_justified(11); }
    datarep saturn_x    extends tens { real => hp48_long_real big; }
    datarep c51_float   extends tens { order little; real => c51_bcd32; }
    datarep c51_double  extends tens { order little; real => c51_bcd48; }
    datarep c51_long    extends tens { order little; real => c51_bcd56; }

    datarep cdc_double extends floats { real => cdc120 [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]; }
}

/// The generated code for a format, by native type.
#[derive(Debug, Clone)]
pub enum GeneratedCode {
    /// An integer format.
    Integer {
        /// The number of bytes of an item.
        bytes: usize,
        /// The native types that hold every item.
        natives: Vec<IntegerNative>,
    },
    /// A floating-point format.
    Float {
        /// The number of bytes of an item.
        bytes: usize,
        /// The native types.
        natives: Vec<FloatNative>,
        /// Whether the bytes of an item are those that writing its value gives.
        canonical: fn(&[u8]) -> bool,
    },
}

/// Conversion between a format and a native integer type.
#[derive(Debug, Clone, Copy)]
pub struct IntegerNative {
    /// The name of the type.
    pub name: &'static str,
    /// The smallest number of the type.
    pub least: i128,
    /// The greatest number of the type.
    pub greatest: i128,
    /// Converts from the file to native numbers.
    pub read: fn(&[u8]) -> Result<Vec<i128>, Error>,
    /// Converts native numbers from `least` to `greatest` to the file.
    pub write: fn(&[i128]) -> Result<Vec<u8>, Error>,
}

/// Conversion between a format and a native floating-point type, by the bits of the latter.
#[derive(Debug, Clone, Copy)]
pub struct FloatNative {
    /// The name of the type.
    pub name: &'static str,
    /// The format of the bits.
    pub format: NativeFormat,
    /// Converts from the file to native numbers.
    pub read: fn(&[u8]) -> Result<Vec<u128>, Error>,
    /// Converts native numbers to the file.
    pub write: fn(&[u128]) -> Result<Vec<u8>, Error>,
}

/// The format of a native floating-point type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeFormat {
    /// IEEE 754's format of 16 bits.
    Binary16,
    /// Its format of 32 bits.
    Binary32,
    /// Its format of 64 bits.
    Binary64,
    /// Its format of 128 bits.
    Binary128,
    /// The 80 bits of the x87.
    Extended,
}

impl GeneratedCode {
    /// The number of bytes of an item.
    pub fn bytes(&self) -> usize {
        match self {
            GeneratedCode::Integer { bytes, .. } | GeneratedCode::Float { bytes, .. } => *bytes,
        }
    }
}

/// The bits of a native number in the low bits of an integer.
macro_rules! float_native {
    ($module:ident, $native:ident, $bits:ty, $format:expr) => {
        FloatNative {
            name: stringify!($native),
            format: $format,
            read: |file| {
                let (values, _) = $module::to_vec::<$native>(file)?;
                Ok(values.into_iter().map(|value| u128::from(value.to_bits())).collect())
            },
            write: |values| {
                let native =
                    |bits: &u128| $native::from_bits(<$bits>::try_from(*bits).unwrap_or(<$bits>::MAX));
                let values: Vec<$native> = values.iter().map(native).collect();
                Ok($module::to_bytes(&values)?.0)
            },
        }
    };
}

macro_rules! float {
    ($module:ident, $canonical:expr) => {
        GeneratedCode::Float {
            bytes: $module::extent::<f64>(),
            natives: vec![
                float_native!($module, f64, u64, NativeFormat::Binary64),
                float_native!($module, f32, u32, NativeFormat::Binary32),
                float_native!($module, F16, u16, NativeFormat::Binary16),
                float_native!($module, F128, u128, NativeFormat::Binary128),
                float_native!($module, LongDouble, u128, NativeFormat::Extended),
            ],
            canonical: $canonical,
        }
    };
}

macro_rules! integer {
    ($module:ident, $bits:literal: $($native:ident),*) => {
        GeneratedCode::Integer {
            bytes: $bits / 8,
            natives: vec![$(IntegerNative {
                name: stringify!($native),
                least: i128::from($native::MIN),
                greatest: i128::from($native::MAX),
                read: |file| {
                    let (values, _) = $module::to_vec::<$native>(file)?;
                    Ok(values.into_iter().map(i128::from).collect())
                },
                write: |values| {
                    let native = |value: &i128| $native::try_from(*value).unwrap_or($native::MAX);
                    let values: Vec<$native> = values.iter().map(native).collect();
                    Ok($module::to_bytes(&values)?.0)
                },
            }),*],
        }
    };
}

/// The generated code for a format of this name.
///
/// # Errors
///
/// Returns the reason why there is none.
pub fn find_generated_code(format: &str) -> Result<GeneratedCode, &'static str> {
    let kinds: [fn(&str) -> Option<GeneratedCode>; 6] = [
        find_integer,
        find_ieee_float,
        find_hexadecimal_float,
        find_dec_float,
        find_other_float,
        find_decimal_float,
    ];
    kinds.iter().find_map(|kind| kind(format)).ok_or("no representation of this name")
}

/// The integers.
fn find_integer(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        "i8be" => integer!(i8be, 8: i8, i16, i32, i64),
        "i8le" => integer!(i8le, 8: i8, i16, i32, i64),
        "u8be" => integer!(u8be, 8: u8, u16, u32, u64),
        "u8le" => integer!(u8le, 8: u8, u16, u32, u64),
        "i16be" => integer!(i16be, 16: i16, i32, i64),
        "i16le" => integer!(i16le, 16: i16, i32, i64),
        "u16be" => integer!(u16be, 16: u16, u32, u64),
        "u16le" => integer!(u16le, 16: u16, u32, u64),
        "i24be" => integer!(i24be, 24: i32, i64),
        "i24le" => integer!(i24le, 24: i32, i64),
        "u24be" => integer!(u24be, 24: u32, u64),
        "u24le" => integer!(u24le, 24: u32, u64),
        "i32be" => integer!(i32be, 32: i32, i64),
        "i32le" => integer!(i32le, 32: i32, i64),
        "u32be" => integer!(u32be, 32: u32, u64),
        "u32le" => integer!(u32le, 32: u32, u64),
        "i40be" => integer!(i40be, 40: i64),
        "i40le" => integer!(i40le, 40: i64),
        "u40be" => integer!(u40be, 40: u64),
        "u40le" => integer!(u40le, 40: u64),
        "i48be" => integer!(i48be, 48: i64),
        "i48le" => integer!(i48le, 48: i64),
        "u48be" => integer!(u48be, 48: u64),
        "u48le" => integer!(u48le, 48: u64),
        "i56be" => integer!(i56be, 56: i64),
        "i56le" => integer!(i56le, 56: i64),
        "u56be" => integer!(u56be, 56: u64),
        "u56le" => integer!(u56le, 56: u64),
        "i64be" => integer!(i64be, 64: i64),
        "i64le" => integer!(i64le, 64: i64),
        "u64be" => integer!(u64be, 64: u64),
        "u64le" => integer!(u64le, 64: u64),
        _ => return None,
    })
}

/// The floats of IEEE 754, of Intel, and of machine learning.
fn find_ieee_float(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        "f16be" => float!(f16be, is_always_canonical),
        "f16le" => float!(f16le, is_always_canonical),
        "bf16be" => float!(bf16be, is_always_canonical),
        "bf16le" => float!(bf16le, is_always_canonical),
        "f32be" => float!(f32be, is_always_canonical),
        "f32le" => float!(f32le, is_always_canonical),
        "f64be" => float!(f64be, is_always_canonical),
        "f64le" => float!(f64le, is_always_canonical),
        "f128be" => float!(f128be, is_always_canonical),
        "f128le" => float!(f128le, is_always_canonical),
        "float[16 bytes be sign@127 exp@116:11 man@0:116 bias 1023]" => float!(wide64be, is_always_canonical),
        "x87be" => float!(x87be, |bytes| is_leading_bit_canonical([bytes[0], bytes[1]], bytes[2])),
        "x87le" => float!(x87le, |bytes| is_leading_bit_canonical([bytes[9], bytes[8]], bytes[7])),
        "x87le16" => float!(x87le16, |bytes| {
            is_leading_bit_canonical([bytes[9], bytes[8]], bytes[7]) && bytes[10..] == [0; 6]
        }),
        "float8_e4m3fn" => float!(float8_e4m3fn, is_always_canonical),
        "float8_e5m2" => float!(float8_e5m2, is_always_canonical),
        _ => return None,
    })
}

/// IBM's hexadecimal floats.
fn find_hexadecimal_float(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        "ibm32" => float!(ibm32, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm32_byteswapped" => {
            float!(ibm32_byteswapped, |bytes| is_hexadecimal_normal(bytes[3], bytes[2]))
        }
        "ibm64" => float!(ibm64, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:2" => float!(ibm64_2, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:3" => float!(ibm64_3, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:4" => float!(ibm64_4, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:5" => float!(ibm64_5, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:6" => float!(ibm64_6, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:7" => float!(ibm64_7, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm64:8" => float!(ibm64_8, |bytes| is_hexadecimal_normal(bytes[0], bytes[1])),
        "ibm128" => float!(ibm128, |bytes| {
            let low = bytes[0].wrapping_sub(14) & 0x7F | bytes[0] & 0x80;
            is_hexadecimal_normal(bytes[0], bytes[1]) && (bytes[8] == low || is_zero(bytes))
        }),
        _ => return None,
    })
}

/// The floats of the VAX and the PDP-11.
fn find_dec_float(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        // The exponent of F and D is in the upper byte of the first word and the top bit of its lower byte.
        "vaxf" => float!(vaxf, |bytes| bytes[1] & 0x7F != 0 || bytes[0] & 0x80 != 0 || is_zero(bytes)),
        "vaxd" => float!(vaxd, |bytes| bytes[1] & 0x7F != 0 || bytes[0] & 0x80 != 0 || is_zero(bytes)),
        "vaxg" => float!(vaxg, |bytes| bytes[1] & 0x7F != 0 || bytes[0] & 0xF0 != 0 || is_zero(bytes)),
        "vaxh" => float!(vaxh, |bytes| bytes[1] & 0x7F != 0 || bytes[0] != 0 || is_zero(bytes)),
        "pdp11f" => {
            float!(pdp11f, |bytes| bytes[1] & 0x7F != 0 || bytes[0] & 0x80 != 0 || is_zero(bytes))
        }
        "pdp11d" => {
            float!(pdp11d, |bytes| bytes[1] & 0x7F != 0 || bytes[0] & 0x80 != 0 || is_zero(bytes))
        }
        _ => return None,
    })
}

/// The binary floats of other machines.
fn find_other_float(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        "cray64" => float!(cray1, |bytes| bytes[2] & 0x80 != 0 || is_zero(bytes)),
        "mbf32" => float!(mbf32, |bytes| bytes[3] != 0 || is_zero(bytes)),
        "mbf64" => float!(mbf64, |bytes| bytes[7] != 0 || is_zero(bytes)),
        "xs128" => float!(xs128, |bytes| bytes[0] != 0 || is_zero(bytes)),
        "borland48" => float!(borland48, |bytes| bytes[0] != 0 || is_zero(bytes)),
        "xs256" => float!(xs256, |bytes| bytes != [0x80, 0, 0, 0]),
        "xs256d" => float!(xs256d, |bytes| bytes != [0x80, 0, 0, 0, 0, 0, 0, 0]),
        "mil1750a32" => float!(mil1750a32, is_signed_significand_normal),
        "mil1750a48" => float!(mil1750a48, is_signed_significand_normal),
        "cdc60_word" => float!(cdc60_word, |bytes| is_control_data_normal(bytes, 4)),
        "univac36_word" => float!(univac36_word, |bytes| is_univac_normal(bytes, 28, 9)),
        "univac72_word" => float!(univac72_word, |bytes| is_univac_normal(bytes, 0, 12)),
        "other_cdc_double" => float!(cdc_double, |bytes| {
            let word: Vec<u8> = bytes.iter().rev().copied().collect();
            is_control_data_normal(&word, 0)
        }),
        "other_apple" => float!(apple, |bytes| is_signed_significand_normal(&bytes[1..])),
        _ => return None,
    })
}

/// The decimal floats.
fn find_decimal_float(format: &str) -> Option<GeneratedCode> {
    Some(match format {
        "other_ieee_dec32" => float!(dec32, is_last_digit_nonzero),
        "other_ieee_dec64" => float!(dec64, is_last_digit_nonzero),
        "other_ieee_dec128" => float!(dec128, is_last_digit_nonzero),
        // These words are canonical if the first digit is not zero.
        "other_wang2200" => float!(wang, |bytes| bytes[6] & 0xF != 0 || is_zero(bytes)),
        "other_hp_classic" => float!(hp_10_digit, |bytes| bytes[0] & 0xF != 0),
        "other_saturn" => float!(saturn, |bytes| bytes[1] >> 4 != 0),
        "other_saturn_x" => float!(saturn_x, |bytes| bytes[0] & 0xF != 0),
        "other_c51_bcd_float" => float!(c51_float, is_first_digit_nonzero),
        "other_c51_bcd_double" => float!(c51_double, is_first_digit_nonzero),
        "other_c51_bcd_long_double" => float!(c51_long, is_first_digit_nonzero),
        _ => return None,
    })
}

fn is_always_canonical(_: &[u8]) -> bool {
    true
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

/// Whether the first digit is not zero or the exponent is the smallest. Then no other word has the same value.
fn is_hexadecimal_normal(exponent: u8, first: u8) -> bool {
    first >> 4 != 0 || matches!(exponent, 0 | 0x80)
}

/// Whether the stored leading bit is set, unless the exponent is the smallest.
fn is_leading_bit_canonical(exponent: [u8; 2], first: u8) -> bool {
    (first >> 7 == 1) == (u16::from_be_bytes(exponent) & 0x7FFF != 0)
}

/// A bit of the bytes, counted from the highest bit of the first byte.
fn bit(bytes: &[u8], place: usize) -> bool {
    bytes[place / 8] >> (7 - place % 8) & 1 == 1
}

/// Whether the exponent is one of numbers and the significand is normalized. `sign` is the place of the sign. A
/// negative word is the ones' complement of a positive one.
fn is_control_data_normal(bytes: &[u8], sign: usize) -> bool {
    let negative = bit(bytes, sign);
    let exponent =
        (sign + 1..sign + 12).fold(0, |number, place| number << 1 | u16::from(bit(bytes, place) != negative));
    bit(bytes, sign + 12) != negative && !matches!(exponent, 0 | 0o1777 | 0o3777)
}

/// Whether the fraction is normalized: its first bit, `first` places after the sign, differs from the sign.
fn is_univac_normal(bytes: &[u8], sign: usize, first: usize) -> bool {
    bit(bytes, sign) != bit(bytes, sign + first)
}

/// Whether the last digit is not zero. Then no other word of the number has an exponent nearer to zero, since the
/// vectors have no exponents above zero.
fn is_last_digit_nonzero(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(|byte| byte & 0xF != 0)
}

/// Whether the first digit of little-endian bytes is not zero.
fn is_first_digit_nonzero(bytes: &[u8]) -> bool {
    bytes.last().is_some_and(|byte| byte >> 4 != 0)
}

/// Whether the significand is normalized, or the number is zero.
fn is_signed_significand_normal(bytes: &[u8]) -> bool {
    bytes[0] >> 7 != bytes[0] >> 6 & 1 || is_zero(bytes)
}
