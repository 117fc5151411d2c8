// Made from `standard/vax_g.datarep` by `cargo xtask standard`: do not edit.

/// VAX with G_floating for double precision; otherwise the same as `vax_d`.
///
/// Values above 9.0e307 are an error when they are written.
///
/// Equals: Intel `VAXG`; CDF `ALPHAVMSg` (15); HDF5 `H5T_VAX_F32`, `H5T_VAX_F64`; PDS `VAXG_REAL`, `VAX_INTEGER`.
///
/// Datarep `vax_g` (`standard/vax_g.datarep:12:1`).
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
/// | `MPI_DOUBLE`, `MPI_DOUBLE_PRECISION`, `MPI_REAL8` | `vax_g` | 8 |
/// | `MPI_LONG_DOUBLE`, `MPI_REAL16` | `vax_h` | 16 |
/// | `MPI_C_COMPLEX`, `MPI_C_FLOAT_COMPLEX`, `MPI_CXX_FLOAT_COMPLEX`, `MPI_COMPLEX`, `MPI_COMPLEX8` | 2 × `vax_f` | 8 |
/// | `MPI_C_DOUBLE_COMPLEX`, `MPI_CXX_DOUBLE_COMPLEX`, `MPI_DOUBLE_COMPLEX`, `MPI_COMPLEX16` | 2 × `vax_g` | 16 |
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
pub mod vax_g {
    use ::datarep::codegen as rt;
    /// The representation `vax_g` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct VaxG;
    impl rt::Representation for VaxG {
        const NAME: &'static str = "vax_g";
        const DATAREP: &'static rt::Datarep = DATAREP;
    }
    /// The representation as a value: what is registered, and found by name.
    pub const DATAREP: &rt::Datarep = &rt::Datarep::compiled(DESCRIPTOR);
    /// What it does with each predefined type. A constant, so that only what a program uses is compiled.
    const DESCRIPTOR: &rt::Descriptor = {
        const CHARACTER1: rt::Entry = rt::Entry::Character(
            rt::Functions::of::<super::vax_d::conversions::Character1>(),
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
            rt::Functions::of::<super::vax_d::conversions::Integer8AsTwos32>(),
        );
        const INTEGER8_AS_TWOS64: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<super::vax_d::conversions::Integer8AsTwos64>(),
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
            rt::Functions::of::<super::vax_d::conversions::Unsigned8AsUnsigned32>(),
        );
        const UNSIGNED8_AS_UNSIGNED64: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<super::vax_d::conversions::Unsigned8AsUnsigned64>(),
        );
        const REAL4: rt::Entry = rt::Entry::F32(
            rt::Functions::of::<super::vax_d::conversions::Real4>(),
        );
        const REAL8: rt::Entry = rt::Entry::F64(
            rt::Functions::of::<conversions::Real8>(),
        );
        const LONG_DOUBLE16: rt::Entry = rt::Entry::LongDouble(
            rt::Functions::of::<super::vax_d::conversions::LongDouble16>(),
        );
        const COMPLEX_REAL4: rt::Entry = rt::Entry::ComplexF32(
            rt::Functions::of_complex::<super::vax_d::conversions::Real4>(),
        );
        const COMPLEX_REAL8: rt::Entry = rt::Entry::ComplexF64(
            rt::Functions::of_complex::<conversions::Real8>(),
        );
        const COMPLEX_LONG_DOUBLE16: rt::Entry = rt::Entry::ComplexLongDouble(
            rt::Functions::of_complex::<super::vax_d::conversions::LongDouble16>(),
        );
        const BOOL1: rt::Entry = rt::Entry::Bool(
            rt::Functions::of::<super::external32::conversions::Bool1>(),
        );
        const LOGICAL4: rt::Entry = rt::Entry::Logical4(
            rt::Functions::of::<super::vax_d::conversions::Logical4>(),
        );
        const REAL16: rt::Entry = rt::Entry::F128(
            rt::Functions::of::<super::vax_d::conversions::Real16>(),
        );
        const COMPLEX_REAL16: rt::Entry = rt::Entry::ComplexF128(
            rt::Functions::of_complex::<super::vax_d::conversions::Real16>(),
        );
        const LOGICAL1: rt::Entry = rt::Entry::Logical1(
            rt::Functions::of::<super::vax_d::conversions::Logical1>(),
        );
        const LOGICAL2: rt::Entry = rt::Entry::Logical2(
            rt::Functions::of::<super::vax_d::conversions::Logical2>(),
        );
        const LOGICAL8: rt::Entry = rt::Entry::Logical8(
            rt::Functions::of::<super::vax_d::conversions::Logical8>(),
        );
        &rt::Descriptor::new(
            "vax_g",
            "VAX with G_floating for double precision; otherwise the same as `vax_d`.\n\nValues above 9.0e307 are an error when they are written.\n\nEquals: Intel `VAXG`; CDF `ALPHAVMSg` (15); HDF5 `H5T_VAX_F32`, `H5T_VAX_F64`; PDS `VAXG_REAL`, `VAX_INTEGER`.",
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
    pub const fn extent<T: rt::Item<VaxG>>() -> usize {
        rt::extent::<VaxG, T>()
    }
    /// Converts `file`, bytes of a `vax_g` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<VaxG>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<VaxG, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `vax_g` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<VaxG>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<VaxG, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<VaxG>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<VaxG, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<VaxG>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<VaxG, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<VaxG>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<VaxG, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<VaxG>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<VaxG, T>(native)
    }
    impl rt::Item<VaxG> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<VaxG> for i16 {
        type Plan = rt::Scalar<super::little_endian::conversions::Integer2>;
    }
    impl rt::Item<VaxG> for i32 {
        type Plan = rt::Scalar<super::little_endian::conversions::Integer4>;
    }
    impl rt::Item<VaxG> for i64 {
        type Plan = rt::Scalar<super::vax_d::conversions::Integer8AsTwos64>;
    }
    impl rt::Item<VaxG> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<VaxG> for u16 {
        type Plan = rt::Scalar<super::little_endian::conversions::Unsigned2>;
    }
    impl rt::Item<VaxG> for u32 {
        type Plan = rt::Scalar<super::little_endian::conversions::Unsigned4>;
    }
    impl rt::Item<VaxG> for u64 {
        type Plan = rt::Scalar<super::vax_d::conversions::Unsigned8AsUnsigned64>;
    }
    impl rt::Item<VaxG> for f32 {
        type Plan = rt::Scalar<super::vax_d::conversions::Real4>;
    }
    impl rt::Item<VaxG> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<super::vax_d::conversions::Real4>;
    }
    impl rt::Item<VaxG> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<VaxG> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<VaxG> for rt::LongDouble {
        type Plan = rt::Scalar<super::vax_d::conversions::LongDouble16>;
    }
    impl rt::Item<VaxG> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<super::vax_d::conversions::LongDouble16>;
    }
    impl rt::Item<VaxG> for rt::F128 {
        type Plan = rt::Scalar<super::vax_d::conversions::Real16>;
    }
    impl rt::Item<VaxG> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<super::vax_d::conversions::Real16>;
    }
    impl rt::Item<VaxG> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<VaxG> for rt::Logical1 {
        type Plan = rt::Scalar<super::vax_d::conversions::Logical1>;
    }
    impl rt::Item<VaxG> for rt::Logical2 {
        type Plan = rt::Scalar<super::vax_d::conversions::Logical2>;
    }
    impl rt::Item<VaxG> for rt::Logical {
        type Plan = rt::Scalar<super::vax_d::conversions::Logical4>;
    }
    impl rt::Item<VaxG> for rt::Logical8 {
        type Plan = rt::Scalar<super::vax_d::conversions::Logical8>;
    }
    impl rt::Item<VaxG> for rt::Character {
        type Plan = rt::Scalar<super::vax_d::conversions::Character1>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `real 8 => vax_g` (`standard/vax_g.datarep:13:12`).
        ///
        /// `float vax_g = S1 E11 F52 where value = 0.1F * 2^(E - 1024) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }` (`standard/family/dec.datarep:43:1`)
        ///
        /// 8 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1.0 | `<=>` | `0x4010_0000_0000_0000` |
        /// | -7.5 | `<=>` | `0xc03e_0000_0000_0000` |
        pub struct Real8;
        impl rt::Convert for Real8 {
            type Native = f64;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 8 => vax_g";
            const FORMAT: &'static str = "vax_g";
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
                let exponent = (word >> 52 & 0x7ff) as i32;
                let fraction = word & 0xf_ffff_ffff_ffff;
                let zero = exponent == 0 && sign == 0;
                let reserved = exponent == 0 && sign == 1;
                let significand = 0x10_0000_0000_0000 | fraction;
                /// `significand × 2^(exponent - 1077)`, for 1077 = 1024 + 53.
                let made = rt::make_f64(
                    negative,
                    significand,
                    exponent - 1077,
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
                    precision: 53,
                    radix_bits: 1,
                    smallest: -1076,
                    steps: 2046,
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
                let word = (exponent & 0x7ff) << 52
                    | rounded.significand & 0xf_ffff_ffff_ffff;
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
            /// Ordinary: E from 3 to 2047, and zero.
            /// Value: `±(2^52 + F) × 2^(E - 1077)` of the word's fields.
            /// The native float's exponent field is `E - 2`, its 52 bits of fraction `F`.
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
                let odd = magnitude.wrapping_sub(3 << 52) >= 2045 << 52 && !zero;
                /// The native exponent field exceeds this one by -2 = 1023 - 1024 - 1.
                let number = magnitude.wrapping_add_signed(-2 << 52);
                let number = if zero { 0 } else { number };
                rt::Ordinary::new(f64::from_bits(number | sign), odd, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: native exponent fields e from 1 to 2045, and zero.
            /// Value: `±(2^52 + F) × 2^(E - 1077)` of the word's fields.
            /// Of a native float with `2^(e - 1023) × (1 + f × 2^-52)` E is `e + 2`, and behind the leading one is `f`.
            #[inline(always)]
            fn write_ordinary(native: f64) -> rt::Ordinary<[u8; 8]> {
                let bits = native.to_bits();
                let magnitude = bits & 0x7fff_ffff_ffff_ffff;
                let zero = bits == 0;
                let odd = magnitude.wrapping_sub(1 << 52) >= 2045 << 52 && !zero;
                /// The exponent's count exceeds the native field by 2 = 1024 - 1023 + 1.
                let moved = magnitude.wrapping_add(2 << 52);
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
    }
    #[cfg(test)]
    mod tests {
        use ::datarep::codegen as rt;
        use super::conversions;
        #[test]
        fn real8_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Real8,
            >([0x10, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], 1.0_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(1.0_f64, [0x10, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Real8,
            >([0x3e, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], -7.5_f64);
            rt::assert_writes::<
                conversions::Real8,
            >(-7.5_f64, [0x3e, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
        }
    }
}
