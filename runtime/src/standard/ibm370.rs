// Made from `standard/ibm370.datarep` by `cargo xtask standard`: do not edit.

/// IBM mainframes: hexadecimal floats, EBCDIC characters, big-endian two's-complement integers.
///
/// The machine has no infinities and no NaN: writing one is an error, as is writing a value above 7.2e75. Values below
/// 5.4e-79 are written as zero. An hfp32 that is read into an `f32` and does not fit becomes an infinity.
/// Reals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none.
///
/// Fortran compilers that know it keep characters in ASCII.
///
/// Equals: Intel `IBM`.
///
/// Datarep `ibm370` (`standard/ibm370.datarep:16:1`).
///
/// | types | in the file | bytes |
/// |---|---|---|
/// | `MPI_PACKED`, `MPI_BYTE` | as it is | 1 |
/// | `MPI_CHAR`, `MPI_CHARACTER` | `ebcdic(cp037)` | 1 |
/// | `MPI_SIGNED_CHAR`, `MPI_INT8_T`, `MPI_INTEGER1` | `twos(8)` | 1 |
/// | `MPI_SHORT`, `MPI_INT16_T`, `MPI_INTEGER2` | `twos(16)` | 2 |
/// | `MPI_INT`, `MPI_LONG`, `MPI_INT32_T`, `MPI_INTEGER`, `MPI_INTEGER4` | `twos(32)` | 4 |
/// | `MPI_LONG_LONG_INT`, `MPI_INT64_T`, `MPI_AINT`, `MPI_OFFSET`, `MPI_COUNT`, `MPI_INTEGER8` | `twos(64)` | 8 |
/// | `MPI_UNSIGNED_CHAR`, `MPI_UINT8_T` | `unsigned(8)` | 1 |
/// | `MPI_UNSIGNED_SHORT`, `MPI_UINT16_T` | `unsigned(16)` | 2 |
/// | `MPI_UNSIGNED`, `MPI_UNSIGNED_LONG`, `MPI_UINT32_T` | `unsigned(32)` | 4 |
/// | `MPI_UNSIGNED_LONG_LONG`, `MPI_UINT64_T` | `unsigned(64)` | 8 |
/// | `MPI_FLOAT`, `MPI_REAL`, `MPI_REAL4` | `hfp32` | 4 |
/// | `MPI_DOUBLE`, `MPI_DOUBLE_PRECISION`, `MPI_REAL8` | `hfp64` | 8 |
/// | `MPI_LONG_DOUBLE`, `MPI_REAL16` | `hfp128` | 16 |
/// | `MPI_C_COMPLEX`, `MPI_C_FLOAT_COMPLEX`, `MPI_CXX_FLOAT_COMPLEX`, `MPI_COMPLEX`, `MPI_COMPLEX8` | 2 × `hfp32` | 8 |
/// | `MPI_C_DOUBLE_COMPLEX`, `MPI_CXX_DOUBLE_COMPLEX`, `MPI_DOUBLE_COMPLEX`, `MPI_COMPLEX16` | 2 × `hfp64` | 16 |
/// | `MPI_C_LONG_DOUBLE_COMPLEX`, `MPI_CXX_LONG_DOUBLE_COMPLEX`, `MPI_COMPLEX32` | 2 × `hfp128` | 32 |
/// | `MPI_C_BOOL`, `MPI_CXX_BOOL`, `MPI_LOGICAL1` | `logical(8)` | 1 |
/// | `MPI_LOGICAL`, `MPI_LOGICAL4` | `logical(32)` | 4 |
/// | `MPI_LOGICAL2` | `logical(16)` | 2 |
/// | `MPI_LOGICAL8` | `logical(64)` | 8 |
/// | `MPI_WCHAR`, `MPI_INTEGER16`, `MPI_REAL2`, `MPI_COMPLEX4`, `MPI_LOGICAL16`, `DATAREP_BFLOAT16`, `DATAREP_UINT128`, `DATAREP_DECIMAL` | unsupported | – |
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unused_doc_comments,
    unused_parens,
    unreachable_pub,
    reason = "generated code"
)]
pub mod ibm370 {
    use ::datarep::codegen as rt;
    /// The representation `ibm370` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Ibm370;
    impl rt::Representation for Ibm370 {
        const NAME: &'static str = "ibm370";
        const DATAREP: &'static rt::Datarep = DATAREP;
    }
    /// The representation as a value: what is registered, and found by name.
    pub const DATAREP: &rt::Datarep = &rt::Datarep::compiled(DESCRIPTOR);
    /// What it does with each predefined type. A constant, so that only what a program uses is compiled.
    const DESCRIPTOR: &rt::Descriptor = {
        const CHARACTER1: rt::Entry = rt::Entry::Character(
            rt::Functions::of::<conversions::Character1>(),
        );
        const INTEGER1: rt::Entry = rt::Entry::I8(
            rt::Functions::of::<super::external32::conversions::Integer1>(),
        );
        const INTEGER2: rt::Entry = rt::Entry::I16(
            rt::Functions::of::<super::external32::conversions::Integer2>(),
        );
        const INTEGER4: rt::Entry = rt::Entry::I32(
            rt::Functions::of::<super::external32::conversions::Integer4>(),
        );
        const INTEGER8_AS_TWOS32: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<super::external32::conversions::Integer8AsTwos32>(),
        );
        const INTEGER8_AS_TWOS64: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<super::external32::conversions::Integer8AsTwos64>(),
        );
        const UNSIGNED1: rt::Entry = rt::Entry::U8(
            rt::Functions::of::<super::external32::conversions::Unsigned1>(),
        );
        const UNSIGNED2: rt::Entry = rt::Entry::U16(
            rt::Functions::of::<super::external32::conversions::Unsigned2>(),
        );
        const UNSIGNED4: rt::Entry = rt::Entry::U32(
            rt::Functions::of::<super::external32::conversions::Unsigned4>(),
        );
        const UNSIGNED8_AS_UNSIGNED32: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<super::external32::conversions::Unsigned8AsUnsigned32>(),
        );
        const UNSIGNED8_AS_UNSIGNED64: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<super::external32::conversions::Unsigned8AsUnsigned64>(),
        );
        const REAL4: rt::Entry = rt::Entry::F32(
            rt::Functions::of::<conversions::Real4>(),
        );
        const REAL8: rt::Entry = rt::Entry::F64(
            rt::Functions::of::<conversions::Real8>(),
        );
        const LONG_DOUBLE16: rt::Entry = rt::Entry::LongDouble(
            rt::Functions::of::<conversions::LongDouble16>(),
        );
        const COMPLEX_REAL4: rt::Entry = rt::Entry::ComplexF32(
            rt::Functions::of_complex::<conversions::Real4>(),
        );
        const COMPLEX_REAL8: rt::Entry = rt::Entry::ComplexF64(
            rt::Functions::of_complex::<conversions::Real8>(),
        );
        const COMPLEX_LONG_DOUBLE16: rt::Entry = rt::Entry::ComplexLongDouble(
            rt::Functions::of_complex::<conversions::LongDouble16>(),
        );
        const BOOL1: rt::Entry = rt::Entry::Bool(
            rt::Functions::of::<super::external32::conversions::Bool1>(),
        );
        const LOGICAL4: rt::Entry = rt::Entry::Logical4(
            rt::Functions::of::<super::external32::conversions::Logical4>(),
        );
        const REAL16: rt::Entry = rt::Entry::F128(
            rt::Functions::of::<conversions::Real16>(),
        );
        const COMPLEX_REAL16: rt::Entry = rt::Entry::ComplexF128(
            rt::Functions::of_complex::<conversions::Real16>(),
        );
        const LOGICAL1: rt::Entry = rt::Entry::Logical1(
            rt::Functions::of::<super::external32::conversions::Logical1>(),
        );
        const LOGICAL2: rt::Entry = rt::Entry::Logical2(
            rt::Functions::of::<super::external32::conversions::Logical2>(),
        );
        const LOGICAL8: rt::Entry = rt::Entry::Logical8(
            rt::Functions::of::<super::external32::conversions::Logical8>(),
        );
        &rt::Descriptor::new(
            "ibm370",
            "IBM mainframes: hexadecimal floats, EBCDIC characters, big-endian two's-complement integers.\n\nThe machine has no infinities and no NaN: writing one is an error, as is writing a value above 7.2e75. Values below\n5.4e-79 are written as zero. An hfp32 that is read into an `f32` and does not fit becomes an infinity.\nReals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none.\n\nFortran compilers that know it keep characters in ASCII.\n\nEquals: Intel `IBM`.",
            [
                rt::Entry::Bytes,
                rt::Entry::Bytes,
                CHARACTER1,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8_AS_TWOS32,
                INTEGER8_AS_TWOS64,
                UNSIGNED1,
                UNSIGNED2,
                UNSIGNED4,
                UNSIGNED8_AS_UNSIGNED32,
                UNSIGNED8_AS_UNSIGNED64,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8_AS_TWOS64,
                UNSIGNED1,
                UNSIGNED2,
                UNSIGNED4,
                UNSIGNED8_AS_UNSIGNED64,
                INTEGER8_AS_TWOS64,
                INTEGER8_AS_TWOS64,
                INTEGER8_AS_TWOS64,
                REAL4,
                REAL8,
                LONG_DOUBLE16,
                COMPLEX_REAL4,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                COMPLEX_LONG_DOUBLE16,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                COMPLEX_LONG_DOUBLE16,
                BOOL1,
                BOOL1,
                rt::Entry::Unsupported,
                CHARACTER1,
                LOGICAL4,
                INTEGER4,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8_AS_TWOS64,
                rt::Entry::Unsupported,
                REAL4,
                REAL8,
                rt::Entry::Unsupported,
                REAL4,
                REAL8,
                REAL16,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                rt::Entry::Unsupported,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                COMPLEX_REAL16,
                LOGICAL1,
                LOGICAL2,
                LOGICAL4,
                LOGICAL8,
                rt::Entry::Unsupported,
                rt::Entry::Unsupported,
                rt::Entry::Unsupported,
                rt::Entry::Unsupported,
            ],
        )
    };
    /// Bytes that one item of each predefined type takes in the file.
    pub static EXTENTS: [Option<usize>; rt::Predefined::COUNT] = DESCRIPTOR.extents();
    /// Bytes that one `T` takes in the file.
    pub const fn extent<T: rt::Item<Ibm370>>() -> usize {
        rt::extent::<Ibm370, T>()
    }
    /// Converts `file`, bytes of a `ibm370` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<Ibm370>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<Ibm370, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `ibm370` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<Ibm370>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<Ibm370, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<Ibm370>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<Ibm370, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<Ibm370>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<Ibm370, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<Ibm370>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<Ibm370, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<Ibm370>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<Ibm370, T>(native)
    }
    impl rt::Item<Ibm370> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<Ibm370> for i16 {
        type Plan = rt::Scalar<super::external32::conversions::Integer2>;
    }
    impl rt::Item<Ibm370> for i32 {
        type Plan = rt::Scalar<super::external32::conversions::Integer4>;
    }
    impl rt::Item<Ibm370> for i64 {
        type Plan = rt::Scalar<super::external32::conversions::Integer8AsTwos64>;
    }
    impl rt::Item<Ibm370> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<Ibm370> for u16 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned2>;
    }
    impl rt::Item<Ibm370> for u32 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned4>;
    }
    impl rt::Item<Ibm370> for u64 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned8AsUnsigned64>;
    }
    impl rt::Item<Ibm370> for f32 {
        type Plan = rt::Scalar<conversions::Real4>;
    }
    impl rt::Item<Ibm370> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<conversions::Real4>;
    }
    impl rt::Item<Ibm370> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<Ibm370> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<Ibm370> for rt::LongDouble {
        type Plan = rt::Scalar<conversions::LongDouble16>;
    }
    impl rt::Item<Ibm370> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<conversions::LongDouble16>;
    }
    impl rt::Item<Ibm370> for rt::F128 {
        type Plan = rt::Scalar<conversions::Real16>;
    }
    impl rt::Item<Ibm370> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<conversions::Real16>;
    }
    impl rt::Item<Ibm370> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<Ibm370> for rt::Logical1 {
        type Plan = rt::Scalar<super::external32::conversions::Logical1>;
    }
    impl rt::Item<Ibm370> for rt::Logical2 {
        type Plan = rt::Scalar<super::external32::conversions::Logical2>;
    }
    impl rt::Item<Ibm370> for rt::Logical {
        type Plan = rt::Scalar<super::external32::conversions::Logical4>;
    }
    impl rt::Item<Ibm370> for rt::Logical8 {
        type Plan = rt::Scalar<super::external32::conversions::Logical8>;
    }
    impl rt::Item<Ibm370> for rt::Character {
        type Plan = rt::Scalar<conversions::Character1>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `character => ebcdic(cp037)` (`standard/ibm370.datarep:21:5`).
        ///
        /// `ebcdic(cp037)` (`standard/ibm370.datarep:21:23`)
        ///
        /// 1 byte of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 'A' | `<=>` | `0xc1` |
        /// | ' ' | `<=>` | `0x40` |
        /// | '0' | `<=>` | `0xf0` |
        /// | '[' | `<=>` | `0xba` |
        /// | '^' | `<=>` | `0xb0` |
        pub struct Character1;
        impl rt::Convert for Character1 {
            type Native = rt::Character;
            type File = [u8; 1];
            const MAPPING: &'static str = "character => ebcdic(cp037)";
            const FORMAT: &'static str = "ebcdic(cp037)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const READ_TABLE: Option<&'static rt::Table> = Some(
                &rt::pages::CP037_TABLES.read,
            );
            const WRITE_TABLE: Option<&'static rt::Table> = Some(
                &rt::pages::CP037_TABLES.write,
            );
            #[inline(always)]
            fn read(file: [u8; 1]) -> (rt::Character, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                let (character, known) = rt::from_page(
                    &rt::pages::CP037,
                    u32::from(word),
                );
                let (native, mapped) = rt::to_character(
                    if known { character } else { '\0' },
                );
                (
                    if mapped { native } else { rt::to_character('\0').0 },
                    rt::Kinds::UNMAPPED.when(!known || !mapped),
                )
            }
            #[inline(always)]
            fn write(native: rt::Character) -> ([u8; 1], rt::Kinds) {
                let (word, mapped) = rt::to_page(
                    &rt::pages::CP037,
                    char::from(native.0),
                );
                let word = if mapped {
                    word
                } else {
                    rt::to_page(&rt::pages::CP037, '\0').0
                };
                ((word as u8).to_be_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 4 => hfp32` (`standard/ibm370.datarep:19:33`).
        ///
        /// `float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);` (`standard/family/ibm.datarep:17:1`)
        ///
        /// 4 bytes of file.
        pub struct Real4;
        impl rt::Convert for Real4 {
            type Native = f32;
            type File = [u8; 4];
            const MAPPING: &'static str = "real 4 => hfp32";
            const FORMAT: &'static str = "hfp32";
            const READ_ERRORS: rt::Kinds = rt::Kinds::RESERVED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (f32, rt::Kinds) {
                let word = u32::from_be_bytes(file);
                let word = u64::from(word);
                let sign = word >> 31;
                let negative = sign != 0;
                let exponent = (word >> 24 & 0x7f) as i32;
                let fraction = word & 0xff_ffff;
                let zero = fraction == 0;
                /// `significand × 2^(4 × exponent - 280)`, for 280 = 4 × 64 + 24.
                let made = rt::make_f32(
                    negative,
                    fraction,
                    4 * exponent - 280,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (
                    f32::from_bits((made.word | u64::from(negative) << 31) as u32),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: f32) -> ([u8; 4], rt::Kinds) {
                let value = rt::unpack_f32(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 24,
                    radix_bits: 4,
                    smallest: -280,
                    steps: 127,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = rounded.step as u64;
                let word = (exponent & 0x7f) << 24 | rounded.significand & 0xff_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made
                    .but(rounded.tiny && rounded.inexact, rt::Kinds::UNDERFLOW);
                let made = made.or(rounded.overflow, 0x7fff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 31,
                    ..made
                };
                let made = made
                    .or(
                        rounded.significand == 0 && value.significand != 0,
                        u64::from(value.negative) << 31,
                        rt::Kinds::UNDERFLOW,
                    );
                let made = made
                    .or(
                        value.significand == 0,
                        u64::from(value.negative) << 31,
                        rt::Kinds::NONE,
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                ((made.word as u32).to_be_bytes(), made.kinds)
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: E from 39 to 95, and zero.
            /// Value: `±F × 2^(4 × E - 280)` of the word's fields.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 4]) -> rt::Ordinary<f32> {
                let word = u32::from_be_bytes(file);
                let sign = word >> 31 << 31;
                let exponent = word >> 24 & 0x7f;
                let significand = word & 0xff_ffff;
                /// `2^(4 × exponent - 280)`, whose own exponent field is `4 × exponent - 153`: -153 = 127 - 4 × 64 - 24.
                let power = (4 * exponent).wrapping_add_signed(-153) << 23;
                let number = rt::single(significand) * f32::from_bits(power);
                let odd = power > 227 << 23 && word & 0x7fff_ffff != 0;
                rt::Ordinary::new(
                    f32::from_bits(number.to_bits() & 0x7fff_ffff | sign),
                    odd,
                    false,
                )
            }
            const WRITES_IN_BLOCKS: bool = true;
            const WRITES_ROUNDED: bool = true;
            /// Ordinary: native exponent fields e from 1 to 254, and zero.
            /// Value: `±F × 2^(4 × E - 280)` of the word's fields.
            /// Of a native float with `2^(e - 127) × (1 + f × 2^-23)` E is `(e + 133) / 4`, the rest of that is the leading one's place in its digit, and F is `(2^23 + f) × 2^(place - 3)`, rounded.
            #[inline(always)]
            fn write_ordinary(native: f32) -> rt::Ordinary<[u8; 4]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff;
                let zero = magnitude == 0;
                let odd = magnitude.wrapping_sub(1 << 23) >= 254 << 23 && !zero;
                /// `4 × exponent + place` exceeds the native field by 133 = 4 × 64 + 4 - 127.
                let counted = magnitude.wrapping_add(133 << 23);
                let exponent = counted >> 25;
                let (significand, inexact) = rt::nearest_hexadecimal(counted);
                let word = exponent << 24 | significand;
                let word = if zero { 0 } else { word };
                let word = word | bits >> 31 << 31;
                rt::Ordinary::new(word.to_be_bytes(), odd, inexact)
            }
        }
        /// `real 8 => hfp64` (`standard/ibm370.datarep:19:45`).
        ///
        /// `float hfp64 = S1 E7 F56 where value = 0.F * 16^(E - 64);` (`standard/family/ibm.datarep:25:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4110_0000_0000_0000` |
        /// | -7.5 | `<=>` | `0xc178_0000_0000_0000` |
        pub struct Real8;
        impl rt::Convert for Real8 {
            type Native = f64;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 8 => hfp64";
            const FORMAT: &'static str = "hfp64";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f64, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63;
                let negative = sign != 0;
                let exponent = (word >> 56 & 0x7f) as i32;
                let fraction = word & 0xff_ffff_ffff_ffff;
                let zero = fraction == 0;
                /// `significand × 2^(4 × exponent - 312)`, for 312 = 4 × 64 + 56.
                let made = rt::make_f64(
                    negative,
                    fraction,
                    4 * exponent - 312,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (f64::from_bits(made.word | u64::from(negative) << 63), made.kinds)
            }
            #[inline(always)]
            fn write(native: f64) -> ([u8; 8], rt::Kinds) {
                let value = rt::unpack_f64(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 56,
                    radix_bits: 4,
                    smallest: -312,
                    steps: 127,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = rounded.step as u64;
                let word = (exponent & 0x7f) << 56
                    | rounded.significand & 0xff_ffff_ffff_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made
                    .or(rounded.overflow, 0x7fff_ffff_ffff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 63,
                    ..made
                };
                let made = made
                    .or(
                        rounded.tiny,
                        u64::from(value.negative) << 63,
                        rt::Kinds::UNDERFLOW,
                    );
                let made = made
                    .or(
                        value.significand == 0,
                        u64::from(value.negative) << 63,
                        rt::Kinds::NONE,
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                (made.word.to_be_bytes(), made.kinds)
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: E from 0 to 127, and zero.
            /// Value: `±F × 2^(4 × E - 312)` of the word's fields.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 8]) -> rt::Ordinary<f64> {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63 << 63;
                let exponent = word >> 56 & 0x7f;
                let significand = word & 0xff_ffff_ffff_ffff;
                /// `2^(4 × exponent - 312)`, whose own exponent field is `4 × exponent + 711`: 711 = 1023 - 4 × 64 - 56.
                let power = (4 * exponent).wrapping_add(711) << 52;
                let (number, inexact) = rt::nearest_double::<P>(significand);
                let number = number * f64::from_bits(power);
                rt::Ordinary::new(
                    f64::from_bits(number.to_bits() | sign),
                    false,
                    inexact,
                )
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: native exponent fields e from 763 to 1274, and zero.
            /// Value: `±F × 2^(4 × E - 312)` of the word's fields.
            /// Of a native float with `2^(e - 1023) × (1 + f × 2^-52)` E is `(e - 763) / 4`, the rest of that is the leading one's place in its digit, and F is `(2^52 + f) × 2^place`.
            #[inline(always)]
            fn write_ordinary(native: f64) -> rt::Ordinary<[u8; 8]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff_ffff_ffff;
                let zero = magnitude == 0;
                let odd = magnitude.wrapping_sub(763 << 52) >= 512 << 52 && !zero;
                /// `4 × exponent + place` exceeds the native field by -763 = 4 × 64 + 4 - 1023.
                let counted = magnitude.wrapping_add_signed(-763 << 52);
                let exponent = counted >> 54;
                let place = counted >> 52 & 3;
                let significand = magnitude & 0xf_ffff_ffff_ffff | 0x10_0000_0000_0000;
                let significand = significand << place;
                let word = exponent << 56 | significand;
                let word = if zero { 0 } else { word };
                let word = word | bits >> 63 << 63;
                rt::Ordinary::new(word.to_be_bytes(), odd, false)
            }
        }
        /// `real 16 => hfp128` (`standard/ibm370.datarep:19:57`).
        ///
        /// `float hfp128 = pair(hfp64, hfp64) where low.E = high.E - 14;` (`standard/family/ibm.datarep:34:1`)
        ///
        /// 16 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4110_0000_0000_0000_3300_0000_0000_0000` |
        /// | 0.1 | `=>` | `0x4019_9999_9999_9999_3299_9999_9999_999a` |
        pub struct LongDouble16;
        impl rt::Convert for LongDouble16 {
            type Native = rt::LongDouble;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => hfp128";
            const FORMAT: &'static str = "hfp128";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::LongDouble, rt::Kinds) {
                let word = u128::from_be_bytes(file);
                let sign = word >> 127;
                let negative = sign != 0;
                let exponent = (word >> 120 & 0x7f) as i32;
                let fraction = (word >> 64 & 0xff_ffff_ffff_ffff) << 56
                    | word & 0xff_ffff_ffff_ffff;
                let zero = fraction == 0;
                /// `significand × 2^(4 × exponent - 368)`, for 368 = 4 × 64 + 112.
                let made = rt::make_long_double(
                    negative,
                    fraction,
                    4 * exponent - 368,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (
                    rt::LongDouble::from_bits(made.word | u128::from(negative) << 79),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: rt::LongDouble) -> ([u8; 16], rt::Kinds) {
                let value = rt::unpack_long_double(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 112,
                    radix_bits: 4,
                    smallest: -368,
                    steps: 127,
                    negative_one: false,
                };
                let rounded = rt::round_u128(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = rounded.step as u128;
                let low = (rounded.step - 14) as u128 & 0x7f;
                let word = (exponent & 0x7f) << 120 | low << 56
                    | (rounded.significand >> 56 & 0xff_ffff_ffff_ffff) << 64
                    | rounded.significand & 0xff_ffff_ffff_ffff;
                let made = rt::Made::<u128>::rounded(word, rounded.inexact);
                let made = made
                    .or(
                        rounded.overflow,
                        0x7fff_ffff_ffff_ffff_71ff_ffff_ffff_ffff,
                        rt::Kinds::OVERFLOW,
                    );
                let made = rt::Made {
                    word: made.word | u128::from(value.negative) << 127
                        | u128::from(value.negative) << 63,
                    ..made
                };
                let made = made
                    .or(
                        rounded.tiny,
                        u128::from(value.negative) << 127
                            | u128::from(value.negative) << 63,
                        rt::Kinds::UNDERFLOW,
                    );
                let made = made
                    .or(
                        value.significand == 0,
                        u128::from(value.negative) << 127
                            | u128::from(value.negative) << 63,
                        rt::Kinds::NONE,
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                let made = made.but(rt::is_invalid(native), rt::Kinds::NAN);
                (made.word.to_be_bytes(), made.kinds)
            }
        }
        /// `real 16 => hfp128` (`standard/ibm370.datarep:19:57`).
        ///
        /// `float hfp128 = pair(hfp64, hfp64) where low.E = high.E - 14;` (`standard/family/ibm.datarep:34:1`)
        ///
        /// 16 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4110_0000_0000_0000_3300_0000_0000_0000` |
        /// | 0.1 | `=>` | `0x4019_9999_9999_9999_3299_9999_9999_999a` |
        pub struct Real16;
        impl rt::Convert for Real16 {
            type Native = rt::F128;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => hfp128";
            const FORMAT: &'static str = "hfp128";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::F128, rt::Kinds) {
                let word = u128::from_be_bytes(file);
                let sign = word >> 127;
                let negative = sign != 0;
                let exponent = (word >> 120 & 0x7f) as i32;
                let fraction = (word >> 64 & 0xff_ffff_ffff_ffff) << 56
                    | word & 0xff_ffff_ffff_ffff;
                let zero = fraction == 0;
                /// `significand × 2^(4 × exponent - 368)`, for 368 = 4 × 64 + 112.
                let made = rt::make_f128(
                    negative,
                    fraction,
                    4 * exponent - 368,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (
                    rt::F128::from_bits(made.word | u128::from(negative) << 127),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: rt::F128) -> ([u8; 16], rt::Kinds) {
                let value = rt::unpack_f128(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 112,
                    radix_bits: 4,
                    smallest: -368,
                    steps: 127,
                    negative_one: false,
                };
                let rounded = rt::round_u128(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = rounded.step as u128;
                let low = (rounded.step - 14) as u128 & 0x7f;
                let word = (exponent & 0x7f) << 120 | low << 56
                    | (rounded.significand >> 56 & 0xff_ffff_ffff_ffff) << 64
                    | rounded.significand & 0xff_ffff_ffff_ffff;
                let made = rt::Made::<u128>::rounded(word, rounded.inexact);
                let made = made
                    .or(
                        rounded.overflow,
                        0x7fff_ffff_ffff_ffff_71ff_ffff_ffff_ffff,
                        rt::Kinds::OVERFLOW,
                    );
                let made = rt::Made {
                    word: made.word | u128::from(value.negative) << 127
                        | u128::from(value.negative) << 63,
                    ..made
                };
                let made = made
                    .or(
                        rounded.tiny,
                        u128::from(value.negative) << 127
                            | u128::from(value.negative) << 63,
                        rt::Kinds::UNDERFLOW,
                    );
                let made = made
                    .or(
                        value.significand == 0,
                        u128::from(value.negative) << 127
                            | u128::from(value.negative) << 63,
                        rt::Kinds::NONE,
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                (made.word.to_be_bytes(), made.kinds)
            }
        }
    }
    #[cfg(test)]
    mod tests {
        use ::datarep::codegen as rt;
        use super::conversions;
        #[test]
        fn character1_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Character1>([0xc1], rt::Character(0x41));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x41), [0xc1]);
            rt::assert_reads::<conversions::Character1>([0x40], rt::Character(0x20));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x20), [0x40]);
            rt::assert_reads::<conversions::Character1>([0xf0], rt::Character(0x30));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x30), [0xf0]);
            rt::assert_reads::<conversions::Character1>([0xba], rt::Character(0x5b));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x5b), [0xba]);
            rt::assert_reads::<conversions::Character1>([0xb0], rt::Character(0x5e));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x5e), [0xb0]);
        }
        #[test]
        fn real8_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Real8,
            >([0x41, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], 1.0_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(1.0_f64, [0x41, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Real8,
            >([0xc1, 0x78, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], -7.5_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(-7.5_f64, [0xc1, 0x78, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
        }
    }
}
