// Made from `standard/vax_d.datarep` by `cargo xtask standard`: do not edit.

/// VAX: F_floating, D_floating and H_floating, little-endian integers, ASCII characters.
///
/// The machine has no infinities and no NaN: writing one is an error, as is writing a value above 1.7e38. Smaller values
/// than it has are written as zero. A reserved operand is read as NaN. A logical is true where its lowest bit is set, and
/// is written as all ones; C's of one byte are as in C.
/// Reals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none.
///
/// Equals: Intel `VAXD`; CDF `VAX` (3), `ALPHAVMSd` (14); HDF5 `H5T_VAX_F32`; PDS `VAX_REAL`, `VAX_INTEGER`.
///
/// Datarep `vax_d` (`standard/vax_d.datarep:15:1`).
///
/// | types | in the file | bytes |
/// |---|---|---|
/// | `MPI_PACKED`, `MPI_BYTE` | as it is | 1 |
/// | `MPI_CHAR`, `MPI_CHARACTER` | `ascii` | 1 |
/// | `MPI_SIGNED_CHAR`, `MPI_INT8_T`, `MPI_INTEGER1` | `twos(8)` | 1 |
/// | `MPI_SHORT`, `MPI_INT16_T`, `MPI_INTEGER2` | `twos(16)` | 2 |
/// | `MPI_INT`, `MPI_LONG`, `MPI_INT32_T`, `MPI_INTEGER`, `MPI_INTEGER4` | `twos(32)` | 4 |
/// | `MPI_LONG_LONG_INT`, `MPI_INT64_T`, `MPI_AINT`, `MPI_OFFSET`, `MPI_COUNT`, `MPI_INTEGER8` | `twos(64)` | 8 |
/// | `MPI_UNSIGNED_CHAR`, `MPI_UINT8_T` | `unsigned(8)` | 1 |
/// | `MPI_UNSIGNED_SHORT`, `MPI_UINT16_T` | `unsigned(16)` | 2 |
/// | `MPI_UNSIGNED`, `MPI_UNSIGNED_LONG`, `MPI_UINT32_T` | `unsigned(32)` | 4 |
/// | `MPI_UNSIGNED_LONG_LONG`, `MPI_UINT64_T` | `unsigned(64)` | 8 |
/// | `MPI_FLOAT`, `MPI_REAL`, `MPI_REAL4` | `vax_f` | 4 |
/// | `MPI_DOUBLE`, `MPI_DOUBLE_PRECISION`, `MPI_REAL8` | `vax_d` | 8 |
/// | `MPI_LONG_DOUBLE`, `MPI_REAL16` | `vax_h` | 16 |
/// | `MPI_C_COMPLEX`, `MPI_C_FLOAT_COMPLEX`, `MPI_CXX_FLOAT_COMPLEX`, `MPI_COMPLEX`, `MPI_COMPLEX8` | 2 × `vax_f` | 8 |
/// | `MPI_C_DOUBLE_COMPLEX`, `MPI_CXX_DOUBLE_COMPLEX`, `MPI_DOUBLE_COMPLEX`, `MPI_COMPLEX16` | 2 × `vax_d` | 16 |
/// | `MPI_C_LONG_DOUBLE_COMPLEX`, `MPI_CXX_LONG_DOUBLE_COMPLEX`, `MPI_COMPLEX32` | 2 × `vax_h` | 32 |
/// | `MPI_C_BOOL`, `MPI_CXX_BOOL` | `logical(8)` | 1 |
/// | `MPI_LOGICAL`, `MPI_LOGICAL4` | `vax_logical` | 4 |
/// | `MPI_LOGICAL1` | `dec8` | 1 |
/// | `MPI_LOGICAL2` | `dec16` | 2 |
/// | `MPI_LOGICAL8` | `dec64` | 8 |
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
pub mod vax_d {
    use ::datarep::codegen as rt;
    /// The representation `vax_d` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct VaxD;
    impl rt::Representation for VaxD {
        const NAME: &'static str = "vax_d";
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
            rt::Functions::of::<super::little_endian::conversions::Integer2>(),
        );
        const INTEGER4: rt::Entry = rt::Entry::I32(
            rt::Functions::of::<super::little_endian::conversions::Integer4>(),
        );
        const INTEGER8_AS_TWOS32: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8AsTwos32>(),
        );
        const INTEGER8_AS_TWOS64: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8AsTwos64>(),
        );
        const UNSIGNED1: rt::Entry = rt::Entry::U8(
            rt::Functions::of::<super::external32::conversions::Unsigned1>(),
        );
        const UNSIGNED2: rt::Entry = rt::Entry::U16(
            rt::Functions::of::<super::little_endian::conversions::Unsigned2>(),
        );
        const UNSIGNED4: rt::Entry = rt::Entry::U32(
            rt::Functions::of::<super::little_endian::conversions::Unsigned4>(),
        );
        const UNSIGNED8_AS_UNSIGNED32: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<conversions::Unsigned8AsUnsigned32>(),
        );
        const UNSIGNED8_AS_UNSIGNED64: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<conversions::Unsigned8AsUnsigned64>(),
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
            rt::Functions::of::<conversions::Logical4>(),
        );
        const REAL16: rt::Entry = rt::Entry::F128(
            rt::Functions::of::<conversions::Real16>(),
        );
        const COMPLEX_REAL16: rt::Entry = rt::Entry::ComplexF128(
            rt::Functions::of_complex::<conversions::Real16>(),
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
            "vax_d",
            "VAX: F_floating, D_floating and H_floating, little-endian integers, ASCII characters.\n\nThe machine has no infinities and no NaN: writing one is an error, as is writing a value above 1.7e38. Smaller values\nthan it has are written as zero. A reserved operand is read as NaN. A logical is true where its lowest bit is set, and\nis written as all ones; C's of one byte are as in C.\nReals of two bytes, integers and logicals of 16 and wide characters are unsupported, as the machine has none.\n\nEquals: Intel `VAXD`; CDF `VAX` (3), `ALPHAVMSd` (14); HDF5 `H5T_VAX_F32`; PDS `VAX_REAL`, `VAX_INTEGER`.",
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
    pub const fn extent<T: rt::Item<VaxD>>() -> usize {
        rt::extent::<VaxD, T>()
    }
    /// Converts `file`, bytes of a `vax_d` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<VaxD>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<VaxD, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `vax_d` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<VaxD>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<VaxD, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<VaxD>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<VaxD, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<VaxD>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<VaxD, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<VaxD>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<VaxD, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<VaxD>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<VaxD, T>(native)
    }
    impl rt::Item<VaxD> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<VaxD> for i16 {
        type Plan = rt::Scalar<super::little_endian::conversions::Integer2>;
    }
    impl rt::Item<VaxD> for i32 {
        type Plan = rt::Scalar<super::little_endian::conversions::Integer4>;
    }
    impl rt::Item<VaxD> for i64 {
        type Plan = rt::Scalar<conversions::Integer8AsTwos64>;
    }
    impl rt::Item<VaxD> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<VaxD> for u16 {
        type Plan = rt::Scalar<super::little_endian::conversions::Unsigned2>;
    }
    impl rt::Item<VaxD> for u32 {
        type Plan = rt::Scalar<super::little_endian::conversions::Unsigned4>;
    }
    impl rt::Item<VaxD> for u64 {
        type Plan = rt::Scalar<conversions::Unsigned8AsUnsigned64>;
    }
    impl rt::Item<VaxD> for f32 {
        type Plan = rt::Scalar<conversions::Real4>;
    }
    impl rt::Item<VaxD> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<conversions::Real4>;
    }
    impl rt::Item<VaxD> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<VaxD> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<VaxD> for rt::LongDouble {
        type Plan = rt::Scalar<conversions::LongDouble16>;
    }
    impl rt::Item<VaxD> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<conversions::LongDouble16>;
    }
    impl rt::Item<VaxD> for rt::F128 {
        type Plan = rt::Scalar<conversions::Real16>;
    }
    impl rt::Item<VaxD> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<conversions::Real16>;
    }
    impl rt::Item<VaxD> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<VaxD> for rt::Logical1 {
        type Plan = rt::Scalar<conversions::Logical1>;
    }
    impl rt::Item<VaxD> for rt::Logical2 {
        type Plan = rt::Scalar<conversions::Logical2>;
    }
    impl rt::Item<VaxD> for rt::Logical {
        type Plan = rt::Scalar<conversions::Logical4>;
    }
    impl rt::Item<VaxD> for rt::Logical8 {
        type Plan = rt::Scalar<conversions::Logical8>;
    }
    impl rt::Item<VaxD> for rt::Character {
        type Plan = rt::Scalar<conversions::Character1>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `character => ascii` (`standard/vax_d.datarep:20:5`).
        ///
        /// `ascii` (`standard/vax_d.datarep:20:23`)
        ///
        /// 1 byte of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 'A' | `<=>` | `0x41` |
        /// | '\u{7f}' | `<=>` | `0x7f` |
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
        /// `MPI_LONG => twos(32)` (`standard/external32.datarep:24:5`).
        ///
        /// `twos(32)` (`standard/external32.datarep:17:50`)
        ///
        /// 4 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1 | `<=>` | `0x0000_0001` |
        /// | -2 | `<=>` | `0xffff_fffe` |
        /// | 2147483647 | `<=>` | `0x7fff_ffff` |
        pub struct Integer8AsTwos32;
        impl rt::Convert for Integer8AsTwos32 {
            type Native = i64;
            type File = [u8; 4];
            const MAPPING: &'static str = "MPI_LONG => twos(32)";
            const FORMAT: &'static str = "twos(32)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 4]) -> (i64, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                let number = word.cast_signed();
                (i64::from(number), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i64) -> ([u8; 4], rt::Kinds) {
                let overflow = native < -0x8000_0000 || native > 0x7fff_ffff;
                let number = native.max(-0x8000_0000).min(0x7fff_ffff);
                (
                    (number as i32).cast_unsigned().to_le_bytes(),
                    rt::Kinds::OVERFLOW.when(overflow),
                )
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 8 => twos(64)` (`standard/external32.datarep:17:60`).
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
        pub struct Integer8AsTwos64;
        impl rt::Convert for Integer8AsTwos64 {
            type Native = i64;
            type File = [u8; 8];
            const MAPPING: &'static str = "integer 8 => twos(64)";
            const FORMAT: &'static str = "twos(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (i64, rt::Kinds) {
                let word = u64::from_le_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i64) -> ([u8; 8], rt::Kinds) {
                (native.cast_unsigned().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `MPI_UNSIGNED_LONG => unsigned(32)` (`standard/external32.datarep:25:5`).
        ///
        /// `unsigned(32)` (`standard/external32.datarep:18:58`)
        ///
        /// 4 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 0 | `<=>` | `0x0000_0000` |
        /// | 1 | `<=>` | `0x0000_0001` |
        /// | 4294967295 | `<=>` | `0xffff_ffff` |
        pub struct Unsigned8AsUnsigned32;
        impl rt::Convert for Unsigned8AsUnsigned32 {
            type Native = u64;
            type File = [u8; 4];
            const MAPPING: &'static str = "MPI_UNSIGNED_LONG => unsigned(32)";
            const FORMAT: &'static str = "unsigned(32)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            #[inline(always)]
            fn read(file: [u8; 4]) -> (u64, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                (u64::from(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u64) -> ([u8; 4], rt::Kinds) {
                let overflow = native > 0xffff_ffff;
                let number = native.min(0xffff_ffff);
                ((number as u32).to_le_bytes(), rt::Kinds::OVERFLOW.when(overflow))
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `unsigned 8 => unsigned(64)` (`standard/external32.datarep:18:72`).
        ///
        /// `unsigned(64)` (`standard/external32.datarep:18:77`)
        ///
        /// 8 bytes of file.
        pub struct Unsigned8AsUnsigned64;
        impl rt::Convert for Unsigned8AsUnsigned64 {
            type Native = u64;
            type File = [u8; 8];
            const MAPPING: &'static str = "unsigned 8 => unsigned(64)";
            const FORMAT: &'static str = "unsigned(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (u64, rt::Kinds) {
                let word = u64::from_le_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u64) -> ([u8; 8], rt::Kinds) {
                (native.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 4 => vax_f` (`standard/vax_d.datarep:18:33`).
        ///
        /// `float vax_f = S1 E8 F23 where value = 0.1F * 2^(E - 128) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }` (`standard/family/dec.datarep:19:1`)
        ///
        /// 4 bytes of file.
        pub struct Real4;
        impl rt::Convert for Real4 {
            type Native = f32;
            type File = [u8; 4];
            const MAPPING: &'static str = "real 4 => vax_f";
            const FORMAT: &'static str = "vax_f";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (f32, rt::Kinds) {
                let word = u32::from_le_bytes([file[2], file[3], file[0], file[1]]);
                let word = u64::from(word);
                let sign = word >> 31;
                let negative = sign != 0;
                let exponent = (word >> 23 & 0xff) as i32;
                let fraction = word & 0x7f_ffff;
                let zero = exponent == 0 && sign == 0;
                let reserved = exponent == 0 && sign == 1;
                let significand = 0x80_0000 | fraction;
                /// `significand × 2^(exponent - 152)`, for 152 = 128 + 24.
                let made = rt::make_f32(
                    negative,
                    significand,
                    exponent - 152,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(reserved, 0x7fc0_0000, rt::Kinds::RESERVED);
                let made = made.or(zero, 0, rt::Kinds::NONE);
                let negative = negative && !zero;
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
                    radix_bits: 1,
                    smallest: -151,
                    steps: 254,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 1) as u64;
                let word = (exponent & 0xff) << 23 | rounded.significand & 0x7f_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made.or(rounded.overflow, 0x7fff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 31,
                    ..made
                };
                let made = made.or(rounded.tiny, 0, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(
                        value.significand == 0,
                        0,
                        rt::Kinds::NEGATIVE_ZERO.when(value.negative),
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                let bytes = (made.word as u32).to_le_bytes();
                ([bytes[2], bytes[3], bytes[0], bytes[1]], made.kinds)
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: E from 3 to 255, and zero.
            /// Value: `±(2^23 + F) × 2^(E - 152)` of the word's fields.
            /// The native float's exponent field is `E - 2`, its 23 bits of fraction `F`.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 4]) -> rt::Ordinary<f32> {
                let word = u32::from_le_bytes([file[2], file[3], file[0], file[1]]);
                let sign = word >> 31 << 31;
                let magnitude = word & 0x7fff_ffff;
                let zero = word == 0;
                let odd = magnitude.wrapping_sub(3 << 23) >= 253 << 23 && !zero;
                /// The native exponent field exceeds this one by -2 = 127 - 128 - 1.
                let number = magnitude.wrapping_add_signed(-2 << 23);
                let number = if zero { 0 } else { number };
                rt::Ordinary::new(f32::from_bits(number | sign), odd, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: native exponent fields e from 1 to 253, and zero.
            /// Value: `±(2^23 + F) × 2^(E - 152)` of the word's fields.
            /// Of a native float with `2^(e - 127) × (1 + f × 2^-23)` E is `e + 2`, and behind the leading one is `f`.
            #[inline(always)]
            fn write_ordinary(native: f32) -> rt::Ordinary<[u8; 4]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff;
                let zero = bits == 0;
                let odd = magnitude.wrapping_sub(1 << 23) >= 253 << 23 && !zero;
                /// The exponent's count exceeds the native field by 2 = 128 - 127 + 1.
                let moved = magnitude.wrapping_add(2 << 23);
                let word = if zero { 0 } else { moved };
                let word = word | bits >> 31 << 31;
                let bytes = word.to_le_bytes();
                rt::Ordinary::new([bytes[2], bytes[3], bytes[0], bytes[1]], odd, false)
            }
        }
        /// `real 8 => vax_d` (`standard/vax_d.datarep:18:45`).
        ///
        /// `float vax_d = S1 E8 F55 where value = 0.1F * 2^(E - 128) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }` (`standard/family/dec.datarep:31:1`)
        ///
        /// 8 bytes of file.
        pub struct Real8;
        impl rt::Convert for Real8 {
            type Native = f64;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 8 => vax_d";
            const FORMAT: &'static str = "vax_d";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f64, rt::Kinds) {
                let word = u64::from_le_bytes([
                    file[6],
                    file[7],
                    file[4],
                    file[5],
                    file[2],
                    file[3],
                    file[0],
                    file[1],
                ]);
                let sign = word >> 63;
                let negative = sign != 0;
                let exponent = (word >> 55 & 0xff) as i32;
                let fraction = word & 0x7f_ffff_ffff_ffff;
                let zero = exponent == 0 && sign == 0;
                let reserved = exponent == 0 && sign == 1;
                let significand = 0x80_0000_0000_0000 | fraction;
                /// `significand × 2^(exponent - 184)`, for 184 = 128 + 56.
                let made = rt::make_f64(
                    negative,
                    significand,
                    exponent - 184,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made.or(reserved, 0x7ff8_0000_0000_0000, rt::Kinds::RESERVED);
                let made = made.or(zero, 0, rt::Kinds::NONE);
                let negative = negative && !zero;
                (f64::from_bits(made.word | u64::from(negative) << 63), made.kinds)
            }
            #[inline(always)]
            fn write(native: f64) -> ([u8; 8], rt::Kinds) {
                let value = rt::unpack_f64(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 56,
                    radix_bits: 1,
                    smallest: -183,
                    steps: 254,
                    negative_one: false,
                };
                let rounded = rt::round_u64(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 1) as u64;
                let word = (exponent & 0xff) << 55
                    | rounded.significand & 0x7f_ffff_ffff_ffff;
                let made = rt::Made::<u64>::rounded(word, rounded.inexact);
                let made = made
                    .or(rounded.overflow, 0x7fff_ffff_ffff_ffff, rt::Kinds::OVERFLOW);
                let made = rt::Made {
                    word: made.word | u64::from(value.negative) << 63,
                    ..made
                };
                let made = made.or(rounded.tiny, 0, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(
                        value.significand == 0,
                        0,
                        rt::Kinds::NEGATIVE_ZERO.when(value.negative),
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                let bytes = made.word.to_le_bytes();
                (
                    [
                        bytes[6],
                        bytes[7],
                        bytes[4],
                        bytes[5],
                        bytes[2],
                        bytes[3],
                        bytes[0],
                        bytes[1],
                    ],
                    made.kinds,
                )
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: E from 1 to 255, and zero.
            /// Value: `±(2^55 + F) × 2^(E - 184)` of the word's fields.
            /// The native float's exponent field is `E + 894`, its 52 bits of fraction `F × 2^-3`, rounded.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 8]) -> rt::Ordinary<f64> {
                let word = u64::from_le_bytes([
                    file[6],
                    file[7],
                    file[4],
                    file[5],
                    file[2],
                    file[3],
                    file[0],
                    file[1],
                ]);
                let sign = word >> 63 << 63;
                let magnitude = word & 0x7fff_ffff_ffff_ffff;
                let zero = word == 0;
                let odd = magnitude.wrapping_sub(1 << 55) >= 255 << 55 && !zero;
                /// To the nearest: half of the last bit is added, one less if that bit is even.
                let rounded = magnitude.wrapping_add((magnitude >> 3 & 1) + 3) >> 3;
                /// The native exponent field exceeds this one by 894 = 1023 - 128 - 1.
                let number = rounded.wrapping_add(894 << 52);
                let number = if zero { 0 } else { number };
                let inexact = magnitude & 7 != 0;
                rt::Ordinary::new(f64::from_bits(number | sign), odd, inexact)
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: native exponent fields e from 895 to 1149, and zero.
            /// Value: `±(2^55 + F) × 2^(E - 184)` of the word's fields.
            /// Of a native float with `2^(e - 1023) × (1 + f × 2^-52)` E is `e - 894`, and behind the leading one is `f × 2^3`.
            #[inline(always)]
            fn write_ordinary(native: f64) -> rt::Ordinary<[u8; 8]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff_ffff_ffff;
                let zero = bits == 0;
                let odd = magnitude.wrapping_sub(895 << 52) >= 255 << 52 && !zero;
                /// The exponent's count exceeds the native field by -894 = 128 - 1023 + 1: modulo 2^9 that is 130.
                let moved = (magnitude << 3).wrapping_add(130 << 55);
                let word = if zero { 0 } else { moved };
                let word = word | bits >> 63 << 63;
                let bytes = word.to_le_bytes();
                rt::Ordinary::new(
                    [
                        bytes[6],
                        bytes[7],
                        bytes[4],
                        bytes[5],
                        bytes[2],
                        bytes[3],
                        bytes[0],
                        bytes[1],
                    ],
                    odd,
                    false,
                )
            }
        }
        /// `real 16 => vax_h` (`standard/vax_d.datarep:18:57`).
        ///
        /// `float vax_h = S1 E15 F112 where value = 0.1F * 2^(E - 16384) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }` (`standard/family/dec.datarep:55:1`)
        ///
        /// 16 bytes of file.
        pub struct LongDouble16;
        impl rt::Convert for LongDouble16 {
            type Native = rt::LongDouble;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => vax_h";
            const FORMAT: &'static str = "vax_h";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::LongDouble, rt::Kinds) {
                let word = u128::from_le_bytes([
                    file[14],
                    file[15],
                    file[12],
                    file[13],
                    file[10],
                    file[11],
                    file[8],
                    file[9],
                    file[6],
                    file[7],
                    file[4],
                    file[5],
                    file[2],
                    file[3],
                    file[0],
                    file[1],
                ]);
                let sign = word >> 127;
                let negative = sign != 0;
                let exponent = (word >> 112 & 0x7fff) as i32;
                let fraction = word & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let zero = exponent == 0 && sign == 0;
                let reserved = exponent == 0 && sign == 1;
                let significand = 0x1_0000_0000_0000_0000_0000_0000_0000 | fraction;
                /// `significand × 2^(exponent - 16497)`, for 16497 = 16384 + 113.
                let made = rt::make_long_double(
                    negative,
                    significand,
                    exponent - 16497,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made
                    .or(reserved, 0x7fff_c000_0000_0000_0000, rt::Kinds::RESERVED);
                let made = made.or(zero, 0, rt::Kinds::NONE);
                let negative = negative && !zero;
                (
                    rt::LongDouble::from_bits(made.word | u128::from(negative) << 79),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: rt::LongDouble) -> ([u8; 16], rt::Kinds) {
                let value = rt::unpack_long_double(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 113,
                    radix_bits: 1,
                    smallest: -16496,
                    steps: 32766,
                    negative_one: false,
                };
                let rounded = rt::round_u128(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 1) as u128;
                let word = (exponent & 0x7fff) << 112
                    | rounded.significand & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let made = rt::Made::<u128>::rounded(word, rounded.inexact);
                let made = made
                    .or(
                        rounded.overflow,
                        0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
                        rt::Kinds::OVERFLOW,
                    );
                let made = rt::Made {
                    word: made.word | u128::from(value.negative) << 127,
                    ..made
                };
                let made = made.or(rounded.tiny, 0, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(
                        value.significand == 0,
                        0,
                        rt::Kinds::NEGATIVE_ZERO.when(value.negative),
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                let made = made.but(rt::is_invalid(native), rt::Kinds::NAN);
                let bytes = made.word.to_le_bytes();
                (
                    [
                        bytes[14],
                        bytes[15],
                        bytes[12],
                        bytes[13],
                        bytes[10],
                        bytes[11],
                        bytes[8],
                        bytes[9],
                        bytes[6],
                        bytes[7],
                        bytes[4],
                        bytes[5],
                        bytes[2],
                        bytes[3],
                        bytes[0],
                        bytes[1],
                    ],
                    made.kinds,
                )
            }
        }
        /// `logical 4 => vax_logical` (`standard/vax_d.datarep:19:44`).
        ///
        /// `logical vax_logical = logical(32) { true if low_bit; write 0xFFFF_FFFF; }` (`standard/vax_d.datarep:29:1`)
        ///
        /// 4 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0xffff_ffff` |
        /// | false | `<=>` | `0x0000_0000` |
        /// | true | `<=` | `0x0000_0001` |
        /// | false | `<=` | `0x0000_0002` |
        pub struct Logical4;
        impl rt::Convert for Logical4 {
            type Native = rt::Logical;
            type File = [u8; 4];
            const MAPPING: &'static str = "logical 4 => vax_logical";
            const FORMAT: &'static str = "vax_logical";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 4]) -> (rt::Logical, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                (rt::Logical::from(word & 1 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical) -> ([u8; 4], rt::Kinds) {
                let word: u32 = if bool::from(native) { 0xffff_ffff } else { 0 };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 16 => vax_h` (`standard/vax_d.datarep:18:57`).
        ///
        /// `float vax_h = S1 E15 F112 where value = 0.1F * 2^(E - 16384) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }` (`standard/family/dec.datarep:55:1`)
        ///
        /// 16 bytes of file.
        pub struct Real16;
        impl rt::Convert for Real16 {
            type Native = rt::F128;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => vax_h";
            const FORMAT: &'static str = "vax_h";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW
                .and(rt::Kinds::INFINITY)
                .and(rt::Kinds::NAN)
                .and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::F128, rt::Kinds) {
                let word = u128::from_le_bytes([
                    file[14],
                    file[15],
                    file[12],
                    file[13],
                    file[10],
                    file[11],
                    file[8],
                    file[9],
                    file[6],
                    file[7],
                    file[4],
                    file[5],
                    file[2],
                    file[3],
                    file[0],
                    file[1],
                ]);
                let sign = word >> 127;
                let negative = sign != 0;
                let exponent = (word >> 112 & 0x7fff) as i32;
                let fraction = word & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let zero = exponent == 0 && sign == 0;
                let reserved = exponent == 0 && sign == 1;
                let significand = 0x1_0000_0000_0000_0000_0000_0000_0000 | fraction;
                /// `significand × 2^(exponent - 16497)`, for 16497 = 16384 + 113.
                let made = rt::make_f128(
                    negative,
                    significand,
                    exponent - 16497,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let made = made
                    .or(
                        reserved,
                        0x7fff_8000_0000_0000_0000_0000_0000_0000,
                        rt::Kinds::RESERVED,
                    );
                let made = made.or(zero, 0, rt::Kinds::NONE);
                let negative = negative && !zero;
                (
                    rt::F128::from_bits(made.word | u128::from(negative) << 127),
                    made.kinds,
                )
            }
            #[inline(always)]
            fn write(native: rt::F128) -> ([u8; 16], rt::Kinds) {
                let value = rt::unpack_f128(native);
                const TARGET: rt::Target = rt::Target {
                    precision: 113,
                    radix_bits: 1,
                    smallest: -16496,
                    steps: 32766,
                    negative_one: false,
                };
                let rounded = rt::round_u128(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (rounded.step + 1) as u128;
                let word = (exponent & 0x7fff) << 112
                    | rounded.significand & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let made = rt::Made::<u128>::rounded(word, rounded.inexact);
                let made = made
                    .or(
                        rounded.overflow,
                        0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
                        rt::Kinds::OVERFLOW,
                    );
                let made = rt::Made {
                    word: made.word | u128::from(value.negative) << 127,
                    ..made
                };
                let made = made.or(rounded.tiny, 0, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(
                        value.significand == 0,
                        0,
                        rt::Kinds::NEGATIVE_ZERO.when(value.negative),
                    );
                let made = made.or(value.infinite, 0, rt::Kinds::INFINITY);
                let made = made.or(value.nan, 0, rt::Kinds::NAN);
                let bytes = made.word.to_le_bytes();
                (
                    [
                        bytes[14],
                        bytes[15],
                        bytes[12],
                        bytes[13],
                        bytes[10],
                        bytes[11],
                        bytes[8],
                        bytes[9],
                        bytes[6],
                        bytes[7],
                        bytes[4],
                        bytes[5],
                        bytes[2],
                        bytes[3],
                        bytes[0],
                        bytes[1],
                    ],
                    made.kinds,
                )
            }
        }
        /// `MPI_LOGICAL1 => dec8` (`standard/vax_d.datarep:22:5`).
        ///
        /// `logical dec8 = logical(8) { true if low_bit; write -1; }` (`standard/family/dec.datarep:160:1`)
        ///
        /// 1 byte of file.
        pub struct Logical1;
        impl rt::Convert for Logical1 {
            type Native = rt::Logical1;
            type File = [u8; 1];
            const MAPPING: &'static str = "MPI_LOGICAL1 => dec8";
            const FORMAT: &'static str = "dec8";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 1]) -> (rt::Logical1, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                (rt::Logical1::from(word & 1 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical1) -> ([u8; 1], rt::Kinds) {
                let word: u8 = if bool::from(native) { 0xff } else { 0 };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 2 => dec16` (`standard/vax_d.datarep:19:32`).
        ///
        /// `logical dec16 = logical(16) { true if low_bit; write -1; }` (`standard/family/dec.datarep:166:1`)
        ///
        /// 2 bytes of file.
        pub struct Logical2;
        impl rt::Convert for Logical2 {
            type Native = rt::Logical2;
            type File = [u8; 2];
            const MAPPING: &'static str = "logical 2 => dec16";
            const FORMAT: &'static str = "dec16";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::Logical2, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                (rt::Logical2::from(word & 1 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical2) -> ([u8; 2], rt::Kinds) {
                let word: u16 = if bool::from(native) { 0xffff } else { 0 };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 8 => dec64` (`standard/vax_d.datarep:19:62`).
        ///
        /// `logical dec64 = logical(64) { true if low_bit; write -1; }` (`standard/family/dec.datarep:178:1`)
        ///
        /// 8 bytes of file.
        pub struct Logical8;
        impl rt::Convert for Logical8 {
            type Native = rt::Logical8;
            type File = [u8; 8];
            const MAPPING: &'static str = "logical 8 => dec64";
            const FORMAT: &'static str = "dec64";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical8, rt::Kinds) {
                let word = u64::from_le_bytes(file);
                (rt::Logical8::from(word & 1 != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical8) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0xffff_ffff_ffff_ffff
                } else {
                    0
                };
                (word.to_le_bytes(), rt::Kinds::NONE)
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
        fn character1_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Character1>([0x41], rt::Character(0x41));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x41), [0x41]);
            rt::assert_reads::<conversions::Character1>([0x7f], rt::Character(0x7f));
            rt::assert_writes::<conversions::Character1>(rt::Character(0x7f), [0x7f]);
        }
        #[test]
        fn integer8_as_twos32_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0x01, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(1, [0x01, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0xfe, 0xff, 0xff, 0xff], -2);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(-2, [0xfe, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0xff, 0xff, 0xff, 0x7f], 2147483647);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(2147483647, [0xff, 0xff, 0xff, 0x7f]);
        }
        #[test]
        fn integer8_as_twos64_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(1, [0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 9223372036854775807);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(9223372036854775807, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
        }
        #[test]
        fn unsigned8_as_unsigned32_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Unsigned8AsUnsigned32,
            >([0x00, 0x00, 0x00, 0x00], 0);
            rt::assert_writes::<
                conversions::Unsigned8AsUnsigned32,
            >(0, [0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Unsigned8AsUnsigned32,
            >([0x01, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<
                conversions::Unsigned8AsUnsigned32,
            >(1, [0x01, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Unsigned8AsUnsigned32,
            >([0xff, 0xff, 0xff, 0xff], 4294967295);
            rt::assert_writes::<
                conversions::Unsigned8AsUnsigned32,
            >(4294967295, [0xff, 0xff, 0xff, 0xff]);
        }
    }
}
