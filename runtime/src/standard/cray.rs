// Made from `standard/cray.datarep` by `cargo xtask standard`: do not edit.

/// Cray vector machines: words of 64 bits for integers, reals and logicals, ASCII characters.
///
/// Reals of four bytes are whole words too, so that their files are twice as large. The machine has no infinities and
/// no NaN: writing one is an error. An exponent above the machine's range, or beyond the native type's, is read as an
/// infinity, one below as zero. An integer that is read and does not fit its native type is an error. A logical is
/// true where its sign is set, and is written as all ones. Integers and C logicals of one byte keep their size.
/// Reals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none; so are
/// reals of 16 bytes, as the layout of its double precision is not settled.
///
/// What Fortran compilers do with reals of four bytes is not settled.
///
/// Equals: Intel `CRAY` for reals of eight bytes.
///
/// Datarep `cray` (`standard/cray.datarep:19:1`).
///
/// | types | in the file | bytes |
/// |---|---|---|
/// | `MPI_PACKED`, `MPI_BYTE` | as it is | 1 |
/// | `MPI_CHAR`, `MPI_CHARACTER` | `ascii` | 1 |
/// | `MPI_SIGNED_CHAR`, `MPI_INT8_T`, `MPI_INTEGER1` | `twos(8)` | 1 |
/// | `MPI_SHORT`, `MPI_INT`, `MPI_LONG`, `MPI_LONG_LONG_INT`, `MPI_INT16_T`, `MPI_INT32_T`, `MPI_INT64_T`, `MPI_AINT`, `MPI_OFFSET`, `MPI_COUNT`, `MPI_INTEGER`, `MPI_INTEGER2`, `MPI_INTEGER4`, `MPI_INTEGER8` | `twos(64)` | 8 |
/// | `MPI_UNSIGNED_CHAR`, `MPI_UINT8_T` | `unsigned(8)` | 1 |
/// | `MPI_UNSIGNED_SHORT`, `MPI_UNSIGNED`, `MPI_UNSIGNED_LONG`, `MPI_UNSIGNED_LONG_LONG`, `MPI_UINT16_T`, `MPI_UINT32_T`, `MPI_UINT64_T` | `unsigned(64)` | 8 |
/// | `MPI_FLOAT`, `MPI_DOUBLE`, `MPI_REAL`, `MPI_DOUBLE_PRECISION`, `MPI_REAL4`, `MPI_REAL8` | `cray64` | 8 |
/// | `MPI_C_COMPLEX`, `MPI_C_FLOAT_COMPLEX`, `MPI_C_DOUBLE_COMPLEX`, `MPI_CXX_FLOAT_COMPLEX`, `MPI_CXX_DOUBLE_COMPLEX`, `MPI_COMPLEX`, `MPI_DOUBLE_COMPLEX`, `MPI_COMPLEX8`, `MPI_COMPLEX16` | 2 × `cray64` | 16 |
/// | `MPI_C_BOOL`, `MPI_CXX_BOOL` | `logical(8)` | 1 |
/// | `MPI_LOGICAL`, `MPI_LOGICAL1`, `MPI_LOGICAL2`, `MPI_LOGICAL4`, `MPI_LOGICAL8` | `cray_logical` | 8 |
/// | `MPI_LONG_DOUBLE`, `MPI_C_LONG_DOUBLE_COMPLEX`, `MPI_CXX_LONG_DOUBLE_COMPLEX`, `MPI_WCHAR`, `MPI_INTEGER16`, `MPI_REAL2`, `MPI_REAL16`, `MPI_COMPLEX4`, `MPI_COMPLEX32`, `MPI_LOGICAL16`, `DATAREP_BFLOAT16`, `DATAREP_UINT128`, `DATAREP_DECIMAL` | unsupported | – |
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unused_doc_comments,
    unused_parens,
    unreachable_pub,
    reason = "generated code"
)]
pub mod cray {
    use ::datarep::codegen as rt;
    /// The representation `cray` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Cray;
    impl rt::Representation for Cray {
        const NAME: &'static str = "cray";
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
            rt::Functions::of::<conversions::Integer2>(),
        );
        const INTEGER4: rt::Entry = rt::Entry::I32(
            rt::Functions::of::<conversions::Integer4>(),
        );
        const INTEGER8: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<super::external64::conversions::Integer8>(),
        );
        const UNSIGNED1: rt::Entry = rt::Entry::U8(
            rt::Functions::of::<super::external32::conversions::Unsigned1>(),
        );
        const UNSIGNED2: rt::Entry = rt::Entry::U16(
            rt::Functions::of::<conversions::Unsigned2>(),
        );
        const UNSIGNED4: rt::Entry = rt::Entry::U32(
            rt::Functions::of::<conversions::Unsigned4>(),
        );
        const UNSIGNED8: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<super::external64::conversions::Unsigned8>(),
        );
        const REAL4: rt::Entry = rt::Entry::F32(
            rt::Functions::of::<conversions::Real4>(),
        );
        const REAL8: rt::Entry = rt::Entry::F64(
            rt::Functions::of::<conversions::Real8>(),
        );
        const COMPLEX_REAL4: rt::Entry = rt::Entry::ComplexF32(
            rt::Functions::of_complex::<conversions::Real4>(),
        );
        const COMPLEX_REAL8: rt::Entry = rt::Entry::ComplexF64(
            rt::Functions::of_complex::<conversions::Real8>(),
        );
        const BOOL1: rt::Entry = rt::Entry::Bool(
            rt::Functions::of::<super::external32::conversions::Bool1>(),
        );
        const LOGICAL4: rt::Entry = rt::Entry::Logical4(
            rt::Functions::of::<conversions::Logical4>(),
        );
        const LOGICAL1: rt::Entry = rt::Entry::Logical1(
            rt::Functions::of::<conversions::Logical1>(),
        );
        const LOGICAL2: rt::Entry = rt::Entry::Logical2(
            rt::Functions::of::<conversions::Logical2>(),
        );
        const LOGICAL8: rt::Entry = rt::Entry::Logical8(
            rt::Functions::of::<conversions::Logical8>(),
        );
        &rt::Descriptor::new(
            "cray",
            "Cray vector machines: words of 64 bits for integers, reals and logicals, ASCII characters.\n\nReals of four bytes are whole words too, so that their files are twice as large. The machine has no infinities and\nno NaN: writing one is an error. An exponent above the machine's range, or beyond the native type's, is read as an\ninfinity, one below as zero. An integer that is read and does not fit its native type is an error. A logical is\ntrue where its sign is set, and is written as all ones. Integers and C logicals of one byte keep their size.\nReals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none; so are\nreals of 16 bytes, as the layout of its double precision is not settled.\n\nWhat Fortran compilers do with reals of four bytes is not settled.\n\nEquals: Intel `CRAY` for reals of eight bytes.",
            [
                rt::Entry::Bytes,
                rt::Entry::Bytes,
                CHARACTER1,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8,
                INTEGER8,
                UNSIGNED1,
                UNSIGNED2,
                UNSIGNED4,
                UNSIGNED8,
                UNSIGNED8,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8,
                UNSIGNED1,
                UNSIGNED2,
                UNSIGNED4,
                UNSIGNED8,
                INTEGER8,
                INTEGER8,
                INTEGER8,
                REAL4,
                REAL8,
                rt::Entry::Unsupported,
                COMPLEX_REAL4,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                rt::Entry::Unsupported,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                rt::Entry::Unsupported,
                BOOL1,
                BOOL1,
                rt::Entry::Unsupported,
                CHARACTER1,
                LOGICAL4,
                INTEGER4,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8,
                rt::Entry::Unsupported,
                REAL4,
                REAL8,
                rt::Entry::Unsupported,
                REAL4,
                REAL8,
                rt::Entry::Unsupported,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                rt::Entry::Unsupported,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                rt::Entry::Unsupported,
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
    pub const fn extent<T: rt::Item<Cray>>() -> usize {
        rt::extent::<Cray, T>()
    }
    /// Converts `file`, bytes of a `cray` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<Cray>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<Cray, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `cray` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<Cray>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<Cray, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<Cray>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<Cray, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<Cray>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<Cray, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<Cray>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<Cray, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<Cray>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<Cray, T>(native)
    }
    impl rt::Item<Cray> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<Cray> for i16 {
        type Plan = rt::Scalar<conversions::Integer2>;
    }
    impl rt::Item<Cray> for i32 {
        type Plan = rt::Scalar<conversions::Integer4>;
    }
    impl rt::Item<Cray> for i64 {
        type Plan = rt::Scalar<super::external64::conversions::Integer8>;
    }
    impl rt::Item<Cray> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<Cray> for u16 {
        type Plan = rt::Scalar<conversions::Unsigned2>;
    }
    impl rt::Item<Cray> for u32 {
        type Plan = rt::Scalar<conversions::Unsigned4>;
    }
    impl rt::Item<Cray> for u64 {
        type Plan = rt::Scalar<super::external64::conversions::Unsigned8>;
    }
    impl rt::Item<Cray> for f32 {
        type Plan = rt::Scalar<conversions::Real4>;
    }
    impl rt::Item<Cray> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<conversions::Real4>;
    }
    impl rt::Item<Cray> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<Cray> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<Cray> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<Cray> for rt::Logical1 {
        type Plan = rt::Scalar<conversions::Logical1>;
    }
    impl rt::Item<Cray> for rt::Logical2 {
        type Plan = rt::Scalar<conversions::Logical2>;
    }
    impl rt::Item<Cray> for rt::Logical {
        type Plan = rt::Scalar<conversions::Logical4>;
    }
    impl rt::Item<Cray> for rt::Logical8 {
        type Plan = rt::Scalar<conversions::Logical8>;
    }
    impl rt::Item<Cray> for rt::Character {
        type Plan = rt::Scalar<conversions::Character1>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `character => ascii` (`standard/cray.datarep:30:5`).
        ///
        /// `ascii` (`standard/cray.datarep:30:23`)
        ///
        /// 1 byte of file.
        pub struct Character1;
        impl rt::Convert for Character1 {
            type Native = rt::Character;
            type File = [u8; 1];
            const MAPPING: &'static str = "character => ascii";
            const FORMAT: &'static str = "ascii";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 1]) -> (rt::Character, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                let (character, known) = rt::from_ascii(u32::from(word));
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
                let (word, mapped) = rt::to_ascii(char::from(native.0));
                let word = if mapped { word } else { rt::to_ascii('\0').0 };
                ((word as u8).to_be_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 2 => twos(64)` (`standard/cray.datarep:21:16`).
        ///
        /// `twos(64)` (`standard/external32.datarep:17:65`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1 | `<=>` | `0x0000_0000_0000_0001` |
        /// | -1 | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | 9223372036854775807 | `<=>` | `0x7fff_ffff_ffff_ffff` |
        pub struct Integer2;
        impl rt::Convert for Integer2 {
            type Native = i16;
            type File = [u8; 8];
            const MAPPING: &'static str = "integer 2 => twos(64)";
            const FORMAT: &'static str = "twos(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (i16, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let number = word.cast_signed();
                let overflow = number < -0x8000 || number > 0x7fff;
                let number = number.max(-0x8000).min(0x7fff);
                (number as i16, rt::Kinds::OVERFLOW.when(overflow))
            }
            #[inline(always)]
            fn write(native: i16) -> ([u8; 8], rt::Kinds) {
                (i64::from(native).cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 4 => twos(64)` (`standard/cray.datarep:21:31`).
        ///
        /// `twos(64)` (`standard/external32.datarep:17:65`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1 | `<=>` | `0x0000_0000_0000_0001` |
        /// | -1 | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | 9223372036854775807 | `<=>` | `0x7fff_ffff_ffff_ffff` |
        pub struct Integer4;
        impl rt::Convert for Integer4 {
            type Native = i32;
            type File = [u8; 8];
            const MAPPING: &'static str = "integer 4 => twos(64)";
            const FORMAT: &'static str = "twos(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (i32, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let number = word.cast_signed();
                let overflow = number < -0x8000_0000 || number > 0x7fff_ffff;
                let number = number.max(-0x8000_0000).min(0x7fff_ffff);
                (number as i32, rt::Kinds::OVERFLOW.when(overflow))
            }
            #[inline(always)]
            fn write(native: i32) -> ([u8; 8], rt::Kinds) {
                (i64::from(native).cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `unsigned 2 => unsigned(64)` (`standard/cray.datarep:22:16`).
        ///
        /// `unsigned(64)` (`standard/external32.datarep:18:77`)
        ///
        /// 8 bytes of file.
        pub struct Unsigned2;
        impl rt::Convert for Unsigned2 {
            type Native = u16;
            type File = [u8; 8];
            const MAPPING: &'static str = "unsigned 2 => unsigned(64)";
            const FORMAT: &'static str = "unsigned(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (u16, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let overflow = word > 0xffff;
                let number = word.min(0xffff);
                (number as u16, rt::Kinds::OVERFLOW.when(overflow))
            }
            #[inline(always)]
            fn write(native: u16) -> ([u8; 8], rt::Kinds) {
                (u64::from(native).to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `unsigned 4 => unsigned(64)` (`standard/cray.datarep:22:35`).
        ///
        /// `unsigned(64)` (`standard/external32.datarep:18:77`)
        ///
        /// 8 bytes of file.
        pub struct Unsigned4;
        impl rt::Convert for Unsigned4 {
            type Native = u32;
            type File = [u8; 8];
            const MAPPING: &'static str = "unsigned 4 => unsigned(64)";
            const FORMAT: &'static str = "unsigned(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (u32, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let overflow = word > 0xffff_ffff;
                let number = word.min(0xffff_ffff);
                (number as u32, rt::Kinds::OVERFLOW.when(overflow))
            }
            #[inline(always)]
            fn write(native: u32) -> ([u8; 8], rt::Kinds) {
                (u64::from(native).to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 4 => cray64` (`standard/cray.datarep:25:9`).
        ///
        /// `float cray64 { bits 64; sign = bit 63; exponent = bits 62..=48; significand = bits 47..=0; value = 0.F * 2^(E - 0o40000); zero if F == 0; overflow if E >= 0o60000; underflow if E < 0o20000; }` (`standard/family/cray.datarep:14:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4001_8000_0000_0000` |
        /// | -7.5 | `<=>` | `0xc003_f000_0000_0000` |
        pub struct Real4;
        impl rt::Convert for Real4 {
            type Native = f32;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 4 => cray64";
            const FORMAT: &'static str = "cray64";
            const READ_ERRORS: rt::Kinds = rt::Kinds::RESERVED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f32, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63;
                let negative = sign != 0;
                let exponent = (word >> 48 & 0x7fff) as i32;
                let fraction = word & 0xffff_ffff_ffff;
                let zero = fraction == 0;
                let overflow = exponent >= 24576;
                let underflow = exponent < 8192;
                /// `significand × 2^(exponent - 16432)`, for 16432 = 16384 + 48.
                let made = rt::make_f32(
                    negative,
                    fraction,
                    exponent - 16432,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(underflow, 0, rt::Kinds::UNDERFLOW);
                let made = made.or(overflow, 0x7f80_0000, rt::Kinds::OVERFLOW);
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (
                    f32::from_bits((made.word | u64::from(negative) << 31) as u32),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: f32) -> ([u8; 8], rt::Kinds) {
                let value = rt::unpack_f32(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 48,
                    radix_bits: 1,
                    smallest: -8240,
                    steps: 16383,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 8192) as u64;
                let word = (exponent & 0x7fff) << 48
                    | rounded.significand & 0xffff_ffff_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made
                    .but(rounded.tiny && rounded.inexact, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(rounded.overflow, 0x5fff_ffff_ffff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 63,
                    ..made
                };
                let made = made
                    .or(
                        rounded.significand == 0 && value.significand != 0,
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
            /// Ordinary: E from 16306 to 16511, and zero.
            /// Value: `±F × 2^(E - 16432)` of the word's fields.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 8]) -> rt::Ordinary<f32> {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63 << 31;
                let exponent = word >> 48 & 0x7fff;
                let significand = word & 0xffff_ffff_ffff;
                /// `2^(exponent - 16432)`, whose own exponent field is `exponent - 15409`: -15409 = 1023 - 16384 - 48.
                let power = exponent.wrapping_add_signed(-15409) << 52;
                /// Rounded once more, to the shorter float, it is what the integer itself would be.
                let wide = rt::nearest_double::<P>(significand).0
                    * f64::from_bits(power);
                let number = wide as f32;
                let inexact = f64::from(number) != wide;
                let odd = exponent.wrapping_add_signed(-16306) > 205
                    && word & 0x7fff_ffff_ffff_ffff != 0;
                rt::Ordinary::new(
                    f32::from_bits(number.to_bits() | sign as u32),
                    odd,
                    inexact,
                )
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: native exponent fields e from 1 to 254, and zero.
            /// Value: `±F × 2^(E - 16432)` of the word's fields.
            /// Of a native float with `2^(e - 127) × (1 + f × 2^-23)` E is `e + 16258`, and behind the leading one is `f × 2^24`.
            #[inline(always)]
            fn write_ordinary(native: f32) -> rt::Ordinary<[u8; 8]> {
                let bits = u64::from(native.to_bits());
                let magnitude = bits & 0x7fff_ffff;
                let zero = magnitude == 0;
                let odd = magnitude.wrapping_sub(1 << 23) >= 254 << 23 && !zero;
                /// The exponent's count exceeds the native field by 16258 = 16384 - 127 + 1.
                let moved = (magnitude << 24).wrapping_add(16258 << 47);
                let word = moved >> 47 << 48 | moved & 0x7fff_ffff_ffff
                    | 0x8000_0000_0000;
                let word = if zero { 0 } else { word };
                let word = word | bits >> 31 << 63;
                rt::Ordinary::new(word.to_be_bytes(), odd, false)
            }
        }
        /// `real 8 => cray64` (`standard/cray.datarep:26:9`).
        ///
        /// `float cray64 { bits 64; sign = bit 63; exponent = bits 62..=48; significand = bits 47..=0; value = 0.F * 2^(E - 0o40000); zero if F == 0; overflow if E >= 0o60000; underflow if E < 0o20000; }` (`standard/family/cray.datarep:14:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4001_8000_0000_0000` |
        /// | -7.5 | `<=>` | `0xc003_f000_0000_0000` |
        pub struct Real8;
        impl rt::Convert for Real8 {
            type Native = f64;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 8 => cray64";
            const FORMAT: &'static str = "cray64";
            const READ_ERRORS: rt::Kinds = rt::Kinds::RESERVED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f64, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63;
                let negative = sign != 0;
                let exponent = (word >> 48 & 0x7fff) as i32;
                let fraction = word & 0xffff_ffff_ffff;
                let zero = fraction == 0;
                let overflow = exponent >= 24576;
                let underflow = exponent < 8192;
                /// `significand × 2^(exponent - 16432)`, for 16432 = 16384 + 48.
                let made = rt::make_f64(
                    negative,
                    fraction,
                    exponent - 16432,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(underflow, 0, rt::Kinds::UNDERFLOW);
                let made = made.or(overflow, 0x7ff0_0000_0000_0000, rt::Kinds::OVERFLOW);
                let made = made.or(zero, 0, rt::Kinds::NONE);
                (f64::from_bits(made.word | u64::from(negative) << 63), made.kinds)
            }
            #[inline(always)]
            fn write(native: f64) -> ([u8; 8], rt::Kinds) {
                let value = rt::unpack_f64(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 48,
                    radix_bits: 1,
                    smallest: -8240,
                    steps: 16383,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 8192) as u64;
                let word = (exponent & 0x7fff) << 48
                    | rounded.significand & 0xffff_ffff_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made
                    .but(rounded.tiny && rounded.inexact, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(rounded.overflow, 0x5fff_ffff_ffff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 63,
                    ..made
                };
                let made = made
                    .or(
                        rounded.significand == 0 && value.significand != 0,
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
            /// Ordinary: E from 15410 to 17407, and zero.
            /// Value: `±F × 2^(E - 16432)` of the word's fields.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 8]) -> rt::Ordinary<f64> {
                let word = u64::from_be_bytes(file);
                let sign = word >> 63 << 63;
                let exponent = word >> 48 & 0x7fff;
                let significand = word & 0xffff_ffff_ffff;
                /// `2^(exponent - 16432)`, whose own exponent field is `exponent - 15409`: -15409 = 1023 - 16384 - 48.
                let power = exponent.wrapping_add_signed(-15409) << 52;
                let number = rt::double::<P>(significand) * f64::from_bits(power);
                let odd = exponent.wrapping_add_signed(-15410) > 1997
                    && word & 0x7fff_ffff_ffff_ffff != 0;
                rt::Ordinary::new(f64::from_bits(number.to_bits() | sign), odd, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
            const WRITES_ROUNDED: bool = true;
            /// Ordinary: native exponent fields e from 1 to 2046, and zero.
            /// Value: `±F × 2^(E - 16432)` of the word's fields.
            /// Of a native float with `2^(e - 1023) × (1 + f × 2^-52)` E is `e + 15362`, and behind the leading one is `f × 2^-5`, rounded.
            #[inline(always)]
            fn write_ordinary(native: f64) -> rt::Ordinary<[u8; 8]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff_ffff_ffff;
                let zero = magnitude == 0;
                let odd = magnitude.wrapping_sub(1 << 52) >= 2046 << 52 && !zero;
                /// The exponent's count exceeds the native field by 15362 = 16384 - 1023 + 1. To the nearest: half of the last bit is added, one less if that bit is even.
                let moved = (magnitude.wrapping_add((magnitude >> 5 & 1) + 0xf) >> 5)
                    .wrapping_add(15362 << 47);
                let inexact = magnitude & 0x1f != 0;
                let word = moved >> 47 << 48 | moved & 0x7fff_ffff_ffff
                    | 0x8000_0000_0000;
                let word = if zero { 0 } else { word };
                let word = word | bits >> 63 << 63;
                rt::Ordinary::new(word.to_be_bytes(), odd, inexact)
            }
        }
        /// `logical 4 => cray_logical` (`standard/cray.datarep:29:35`).
        ///
        /// `logical cray_logical = logical(64) { true if sign_bit; write -1; }` (`standard/cray.datarep:41:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | false | `<=>` | `0x0000_0000_0000_0000` |
        /// | false | `<=` | `0x0000_0000_0000_0001` |
        pub struct Logical4;
        impl rt::Convert for Logical4 {
            type Native = rt::Logical;
            type File = [u8; 8];
            const MAPPING: &'static str = "logical 4 => cray_logical";
            const FORMAT: &'static str = "cray_logical";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (rt::Logical::from(word >> 63 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0xffff_ffff_ffff_ffff
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `MPI_LOGICAL1 => cray_logical` (`standard/cray.datarep:34:5`).
        ///
        /// `logical cray_logical = logical(64) { true if sign_bit; write -1; }` (`standard/cray.datarep:41:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | false | `<=>` | `0x0000_0000_0000_0000` |
        /// | false | `<=` | `0x0000_0000_0000_0001` |
        pub struct Logical1;
        impl rt::Convert for Logical1 {
            type Native = rt::Logical1;
            type File = [u8; 8];
            const MAPPING: &'static str = "MPI_LOGICAL1 => cray_logical";
            const FORMAT: &'static str = "cray_logical";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical1, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (rt::Logical1::from(word >> 63 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical1) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0xffff_ffff_ffff_ffff
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 2 => cray_logical` (`standard/cray.datarep:29:16`).
        ///
        /// `logical cray_logical = logical(64) { true if sign_bit; write -1; }` (`standard/cray.datarep:41:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | false | `<=>` | `0x0000_0000_0000_0000` |
        /// | false | `<=` | `0x0000_0000_0000_0001` |
        pub struct Logical2;
        impl rt::Convert for Logical2 {
            type Native = rt::Logical2;
            type File = [u8; 8];
            const MAPPING: &'static str = "logical 2 => cray_logical";
            const FORMAT: &'static str = "cray_logical";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical2, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (rt::Logical2::from(word >> 63 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical2) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0xffff_ffff_ffff_ffff
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 8 => cray_logical` (`standard/cray.datarep:29:54`).
        ///
        /// `logical cray_logical = logical(64) { true if sign_bit; write -1; }` (`standard/cray.datarep:41:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0xffff_ffff_ffff_ffff` |
        /// | false | `<=>` | `0x0000_0000_0000_0000` |
        /// | false | `<=` | `0x0000_0000_0000_0001` |
        pub struct Logical8;
        impl rt::Convert for Logical8 {
            type Native = rt::Logical8;
            type File = [u8; 8];
            const MAPPING: &'static str = "logical 8 => cray_logical";
            const FORMAT: &'static str = "cray_logical";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical8, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (rt::Logical8::from(word >> 63 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical8) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0xffff_ffff_ffff_ffff
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
    }
    #[cfg(test)]
    mod tests {
        use ::datarep::codegen as rt;
        use super::conversions;
        #[test]
        fn integer2_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer2,
            >([0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Integer2,
            >(1, [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Integer2,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer2,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn integer4_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer4,
            >([0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Integer4,
            >(1, [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Integer4,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer4,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn real4_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Real4,
            >([0x40, 0x01, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00], 1.0_f32);
            rt::assert_writes::<
                conversions::Real4,
            >(1.0_f32, [0x40, 0x01, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Real4,
            >([0xc0, 0x03, 0xf0, 0x00, 0x00, 0x00, 0x00, 0x00], -7.5_f32);
            rt::assert_writes::<
                conversions::Real4,
            >(-7.5_f32, [0xc0, 0x03, 0xf0, 0x00, 0x00, 0x00, 0x00, 0x00]);
        }
        #[test]
        fn real8_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Real8,
            >([0x40, 0x01, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00], 1.0_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(1.0_f64, [0x40, 0x01, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Real8,
            >([0xc0, 0x03, 0xf0, 0x00, 0x00, 0x00, 0x00, 0x00], -7.5_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(-7.5_f64, [0xc0, 0x03, 0xf0, 0x00, 0x00, 0x00, 0x00, 0x00]);
        }
    }
}
