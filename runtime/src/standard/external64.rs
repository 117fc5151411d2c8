// Made from `standard/external64.datarep` by `cargo xtask standard`: do not edit.

/// MPI's portable representation with eight bytes for `MPI_LONG` and `MPI_UNSIGNED_LONG`; otherwise the same as
/// `external32`.
///
/// Equals: Intel `BIG_ENDIAN`; gfortran `big_endian`.
///
/// Datarep `external64` (`standard/external64.datarep:9:1`).
///
/// | types | in the file | bytes |
/// |---|---|---|
/// | `MPI_PACKED`, `MPI_BYTE` | as it is | 1 |
/// | `MPI_CHAR`, `MPI_CHARACTER` | `latin1` | 1 |
/// | `MPI_SIGNED_CHAR`, `MPI_INT8_T`, `MPI_INTEGER1` | `twos(8)` | 1 |
/// | `MPI_SHORT`, `MPI_INT16_T`, `MPI_INTEGER2` | `twos(16)` | 2 |
/// | `MPI_INT`, `MPI_INT32_T`, `MPI_INTEGER`, `MPI_INTEGER4` | `twos(32)` | 4 |
/// | `MPI_LONG`, `MPI_LONG_LONG_INT`, `MPI_INT64_T`, `MPI_AINT`, `MPI_OFFSET`, `MPI_COUNT`, `MPI_INTEGER8` | `twos(64)` | 8 |
/// | `MPI_UNSIGNED_CHAR`, `MPI_UINT8_T` | `unsigned(8)` | 1 |
/// | `MPI_UNSIGNED_SHORT`, `MPI_UINT16_T` | `unsigned(16)` | 2 |
/// | `MPI_UNSIGNED`, `MPI_UINT32_T` | `unsigned(32)` | 4 |
/// | `MPI_UNSIGNED_LONG`, `MPI_UNSIGNED_LONG_LONG`, `MPI_UINT64_T` | `unsigned(64)` | 8 |
/// | `MPI_FLOAT`, `MPI_REAL`, `MPI_REAL4` | `f32` | 4 |
/// | `MPI_DOUBLE`, `MPI_DOUBLE_PRECISION`, `MPI_REAL8` | `f64` | 8 |
/// | `MPI_LONG_DOUBLE`, `MPI_REAL16` | `f128` | 16 |
/// | `MPI_C_COMPLEX`, `MPI_C_FLOAT_COMPLEX`, `MPI_CXX_FLOAT_COMPLEX`, `MPI_COMPLEX`, `MPI_COMPLEX8` | 2 × `f32` | 8 |
/// | `MPI_C_DOUBLE_COMPLEX`, `MPI_CXX_DOUBLE_COMPLEX`, `MPI_DOUBLE_COMPLEX`, `MPI_COMPLEX16` | 2 × `f64` | 16 |
/// | `MPI_C_LONG_DOUBLE_COMPLEX`, `MPI_CXX_LONG_DOUBLE_COMPLEX`, `MPI_COMPLEX32` | 2 × `f128` | 32 |
/// | `MPI_C_BOOL`, `MPI_CXX_BOOL`, `MPI_LOGICAL1` | `logical(8)` | 1 |
/// | `MPI_WCHAR` | `ucs2` | 2 |
/// | `MPI_LOGICAL`, `MPI_LOGICAL4` | `logical(32)` | 4 |
/// | `MPI_INTEGER16` | `twos(128)` | 16 |
/// | `MPI_REAL2` | `f16` | 2 |
/// | `MPI_COMPLEX4` | 2 × `f16` | 4 |
/// | `MPI_LOGICAL2` | `logical(16)` | 2 |
/// | `MPI_LOGICAL8` | `logical(64)` | 8 |
/// | `MPI_LOGICAL16` | `logical(128)` | 16 |
/// | `DATAREP_BFLOAT16`, `DATAREP_UINT128`, `DATAREP_DECIMAL` | unsupported | – |
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unused_doc_comments,
    unused_parens,
    unreachable_pub,
    reason = "generated code"
)]
pub mod external64 {
    use ::datarep::codegen as rt;
    /// The representation `external64` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct External64;
    impl rt::Representation for External64 {
        const NAME: &'static str = "external64";
        const DATAREP: &'static rt::Datarep = DATAREP;
    }
    /// The representation as a value: what is registered, and found by name.
    pub const DATAREP: &rt::Datarep = &rt::Datarep::compiled(DESCRIPTOR);
    /// What it does with each predefined type. A constant, so that only what a program uses is compiled.
    const DESCRIPTOR: &rt::Descriptor = {
        const CHARACTER1: rt::Entry = rt::Entry::Character(
            rt::Functions::of::<super::external32::conversions::Character1>(),
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
        const INTEGER8: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8>(),
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
        const UNSIGNED8: rt::Entry = rt::Entry::U64(
            rt::Functions::of::<conversions::Unsigned8>(),
        );
        const REAL4: rt::Entry = rt::Entry::F32(
            rt::Functions::of::<super::external32::conversions::Real4>(),
        );
        const REAL8: rt::Entry = rt::Entry::F64(
            rt::Functions::of::<super::external32::conversions::Real8>(),
        );
        const LONG_DOUBLE16: rt::Entry = rt::Entry::LongDouble(
            rt::Functions::of::<super::external32::conversions::LongDouble16>(),
        );
        const COMPLEX_REAL4: rt::Entry = rt::Entry::ComplexF32(
            rt::Functions::of_complex::<super::external32::conversions::Real4>(),
        );
        const COMPLEX_REAL8: rt::Entry = rt::Entry::ComplexF64(
            rt::Functions::of_complex::<super::external32::conversions::Real8>(),
        );
        const COMPLEX_LONG_DOUBLE16: rt::Entry = rt::Entry::ComplexLongDouble(
            rt::Functions::of_complex::<super::external32::conversions::LongDouble16>(),
        );
        const BOOL1: rt::Entry = rt::Entry::Bool(
            rt::Functions::of::<super::external32::conversions::Bool1>(),
        );
        const WIDE_CHARACTER4: rt::Entry = rt::Entry::WideCharacter(
            rt::Functions::of::<super::external32::conversions::WideCharacter4>(),
        );
        const LOGICAL4: rt::Entry = rt::Entry::Logical4(
            rt::Functions::of::<super::external32::conversions::Logical4>(),
        );
        const INTEGER16: rt::Entry = rt::Entry::I128(
            rt::Functions::of::<super::external32::conversions::Integer16>(),
        );
        const REAL2: rt::Entry = rt::Entry::F16(
            rt::Functions::of::<super::external32::conversions::Real2>(),
        );
        const REAL16: rt::Entry = rt::Entry::F128(
            rt::Functions::of::<super::external32::conversions::Real16>(),
        );
        const COMPLEX_REAL2: rt::Entry = rt::Entry::ComplexF16(
            rt::Functions::of_complex::<super::external32::conversions::Real2>(),
        );
        const COMPLEX_REAL16: rt::Entry = rt::Entry::ComplexF128(
            rt::Functions::of_complex::<super::external32::conversions::Real16>(),
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
        const LOGICAL16: rt::Entry = rt::Entry::Logical16(
            rt::Functions::of::<super::external32::conversions::Logical16>(),
        );
        &rt::Descriptor::new(
            "external64",
            "MPI's portable representation with eight bytes for `MPI_LONG` and `MPI_UNSIGNED_LONG`; otherwise the same as\n`external32`.\n\nEquals: Intel `BIG_ENDIAN`; gfortran `big_endian`.",
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
                WIDE_CHARACTER4,
                CHARACTER1,
                LOGICAL4,
                INTEGER4,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8,
                INTEGER16,
                REAL4,
                REAL8,
                REAL2,
                REAL4,
                REAL8,
                REAL16,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                COMPLEX_REAL2,
                COMPLEX_REAL4,
                COMPLEX_REAL8,
                COMPLEX_REAL16,
                LOGICAL1,
                LOGICAL2,
                LOGICAL4,
                LOGICAL8,
                LOGICAL16,
                rt::Entry::Unsupported,
                rt::Entry::Unsupported,
                rt::Entry::Unsupported,
            ],
        )
    };
    /// Bytes that one item of each predefined type takes in the file.
    pub static EXTENTS: [Option<usize>; rt::Predefined::COUNT] = DESCRIPTOR.extents();
    /// Bytes that one `T` takes in the file.
    pub const fn extent<T: rt::Item<External64>>() -> usize {
        rt::extent::<External64, T>()
    }
    /// Converts `file`, bytes of a `external64` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<External64>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<External64, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `external64` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<External64>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<External64, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<External64>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<External64, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<External64>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<External64, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<External64>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<External64, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<External64>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<External64, T>(native)
    }
    impl rt::Item<External64> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<External64> for i16 {
        type Plan = rt::Scalar<super::external32::conversions::Integer2>;
    }
    impl rt::Item<External64> for i32 {
        type Plan = rt::Scalar<super::external32::conversions::Integer4>;
    }
    impl rt::Item<External64> for i64 {
        type Plan = rt::Scalar<conversions::Integer8>;
    }
    impl rt::Item<External64> for i128 {
        type Plan = rt::Scalar<super::external32::conversions::Integer16>;
    }
    impl rt::Item<External64> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<External64> for u16 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned2>;
    }
    impl rt::Item<External64> for u32 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned4>;
    }
    impl rt::Item<External64> for u64 {
        type Plan = rt::Scalar<conversions::Unsigned8>;
    }
    impl rt::Item<External64> for rt::F16 {
        type Plan = rt::Scalar<super::external32::conversions::Real2>;
    }
    impl rt::Item<External64> for rt::Complex<rt::F16> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real2>;
    }
    impl rt::Item<External64> for f32 {
        type Plan = rt::Scalar<super::external32::conversions::Real4>;
    }
    impl rt::Item<External64> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real4>;
    }
    impl rt::Item<External64> for f64 {
        type Plan = rt::Scalar<super::external32::conversions::Real8>;
    }
    impl rt::Item<External64> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real8>;
    }
    impl rt::Item<External64> for rt::LongDouble {
        type Plan = rt::Scalar<super::external32::conversions::LongDouble16>;
    }
    impl rt::Item<External64> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<super::external32::conversions::LongDouble16>;
    }
    impl rt::Item<External64> for rt::F128 {
        type Plan = rt::Scalar<super::external32::conversions::Real16>;
    }
    impl rt::Item<External64> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real16>;
    }
    impl rt::Item<External64> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<External64> for rt::Logical1 {
        type Plan = rt::Scalar<super::external32::conversions::Logical1>;
    }
    impl rt::Item<External64> for rt::Logical2 {
        type Plan = rt::Scalar<super::external32::conversions::Logical2>;
    }
    impl rt::Item<External64> for rt::Logical {
        type Plan = rt::Scalar<super::external32::conversions::Logical4>;
    }
    impl rt::Item<External64> for rt::Logical8 {
        type Plan = rt::Scalar<super::external32::conversions::Logical8>;
    }
    impl rt::Item<External64> for rt::Logical16 {
        type Plan = rt::Scalar<super::external32::conversions::Logical16>;
    }
    impl rt::Item<External64> for rt::Character {
        type Plan = rt::Scalar<super::external32::conversions::Character1>;
    }
    impl rt::Item<External64> for char {
        type Plan = rt::Scalar<super::external32::conversions::WideCharacter4>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `MPI_LONG => twos(64)` (`standard/external64.datarep:10:5`).
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
        pub struct Integer8;
        impl rt::Convert for Integer8 {
            type Native = i64;
            type File = [u8; 8];
            const MAPPING: &'static str = "MPI_LONG => twos(64)";
            const FORMAT: &'static str = "twos(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (i64, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i64) -> ([u8; 8], rt::Kinds) {
                (native.cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `MPI_UNSIGNED_LONG => unsigned(64)` (`standard/external64.datarep:11:5`).
        ///
        /// `unsigned(64)` (`standard/external32.datarep:18:77`)
        ///
        /// 8 bytes of file.
        pub struct Unsigned8;
        impl rt::Convert for Unsigned8 {
            type Native = u64;
            type File = [u8; 8];
            const MAPPING: &'static str = "MPI_UNSIGNED_LONG => unsigned(64)";
            const FORMAT: &'static str = "unsigned(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (u64, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u64) -> ([u8; 8], rt::Kinds) {
                (native.to_be_bytes(), rt::Kinds::NONE)
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
        fn integer8_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8,
            >([0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Integer8,
            >(1, [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Integer8,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer8,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer8,
            >([0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 9223372036854775807);
            rt::assert_writes::<
                conversions::Integer8,
            >(9223372036854775807, [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        }
    }
}
