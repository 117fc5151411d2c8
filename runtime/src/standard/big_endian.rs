// Made from `standard/big_endian.datarep` by `cargo xtask standard`: do not edit.

/// Big-endian, with the sizes that 64-bit systems have: eight bytes of `MPI_LONG`, four of `MPI_WCHAR`.
///
/// `MPI_LONG_DOUBLE` is a binary128; one that is read and does not fit becomes an infinity. Beyond MPI's types, bfloat16
/// and `u128` are mapped.
///
/// Equals: Intel `BIG_ENDIAN`; CDF as `external32`; HDF5 `H5T_IEEE_F64BE`, `H5T_STD_I64BE` and so on; PDS `IEEE_REAL`,
/// `MSB_INTEGER`; gfortran `big_endian`.
///
/// Datarep `big_endian` (`standard/big_endian.datarep:10:1`).
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
/// | `MPI_WCHAR` | `utf32` | 4 |
/// | `MPI_LOGICAL`, `MPI_LOGICAL4` | `logical(32)` | 4 |
/// | `MPI_INTEGER16` | `twos(128)` | 16 |
/// | `MPI_REAL2` | `f16` | 2 |
/// | `MPI_COMPLEX4` | 2 × `f16` | 4 |
/// | `MPI_LOGICAL2` | `logical(16)` | 2 |
/// | `MPI_LOGICAL8` | `logical(64)` | 8 |
/// | `MPI_LOGICAL16` | `logical(128)` | 16 |
/// | `DATAREP_BFLOAT16` | `bf16` | 2 |
/// | `DATAREP_UINT128` | `unsigned(128)` | 16 |
/// | `DATAREP_DECIMAL` | unsupported | – |
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unused_doc_comments,
    unused_parens,
    unreachable_pub,
    reason = "generated code"
)]
pub mod big_endian {
    use ::datarep::codegen as rt;
    /// The representation `big_endian` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct BigEndian;
    impl rt::Representation for BigEndian {
        const NAME: &'static str = "big_endian";
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
            rt::Functions::of::<super::external64::conversions::Integer8>(),
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
            rt::Functions::of::<super::external64::conversions::Unsigned8>(),
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
            rt::Functions::of::<conversions::WideCharacter4>(),
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
        const BFLOAT2: rt::Entry = rt::Entry::Bf16(
            rt::Functions::of::<conversions::Bfloat2>(),
        );
        const UNSIGNED16: rt::Entry = rt::Entry::U128(
            rt::Functions::of::<conversions::Unsigned16>(),
        );
        &rt::Descriptor::new(
            "big_endian",
            "Big-endian, with the sizes that 64-bit systems have: eight bytes of `MPI_LONG`, four of `MPI_WCHAR`.\n\n`MPI_LONG_DOUBLE` is a binary128; one that is read and does not fit becomes an infinity. Beyond MPI's types, bfloat16\nand `u128` are mapped.\n\nEquals: Intel `BIG_ENDIAN`; CDF as `external32`; HDF5 `H5T_IEEE_F64BE`, `H5T_STD_I64BE` and so on; PDS `IEEE_REAL`,\n`MSB_INTEGER`; gfortran `big_endian`.",
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
                BFLOAT2,
                UNSIGNED16,
                rt::Entry::Unsupported,
            ],
        )
    };
    /// Bytes that one item of each predefined type takes in the file.
    pub static EXTENTS: [Option<usize>; rt::Predefined::COUNT] = DESCRIPTOR.extents();
    /// Bytes that one `T` takes in the file.
    pub const fn extent<T: rt::Item<BigEndian>>() -> usize {
        rt::extent::<BigEndian, T>()
    }
    /// Converts `file`, bytes of a `big_endian` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<BigEndian>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<BigEndian, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `big_endian` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<BigEndian>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<BigEndian, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<BigEndian>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<BigEndian, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<BigEndian>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<BigEndian, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<BigEndian>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<BigEndian, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<BigEndian>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<BigEndian, T>(native)
    }
    impl rt::Item<BigEndian> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<BigEndian> for i16 {
        type Plan = rt::Scalar<super::external32::conversions::Integer2>;
    }
    impl rt::Item<BigEndian> for i32 {
        type Plan = rt::Scalar<super::external32::conversions::Integer4>;
    }
    impl rt::Item<BigEndian> for i64 {
        type Plan = rt::Scalar<super::external64::conversions::Integer8>;
    }
    impl rt::Item<BigEndian> for i128 {
        type Plan = rt::Scalar<super::external32::conversions::Integer16>;
    }
    impl rt::Item<BigEndian> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<BigEndian> for u16 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned2>;
    }
    impl rt::Item<BigEndian> for u32 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned4>;
    }
    impl rt::Item<BigEndian> for u64 {
        type Plan = rt::Scalar<super::external64::conversions::Unsigned8>;
    }
    impl rt::Item<BigEndian> for u128 {
        type Plan = rt::Scalar<conversions::Unsigned16>;
    }
    impl rt::Item<BigEndian> for rt::F16 {
        type Plan = rt::Scalar<super::external32::conversions::Real2>;
    }
    impl rt::Item<BigEndian> for rt::Complex<rt::F16> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real2>;
    }
    impl rt::Item<BigEndian> for rt::Bf16 {
        type Plan = rt::Scalar<conversions::Bfloat2>;
    }
    impl rt::Item<BigEndian> for f32 {
        type Plan = rt::Scalar<super::external32::conversions::Real4>;
    }
    impl rt::Item<BigEndian> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real4>;
    }
    impl rt::Item<BigEndian> for f64 {
        type Plan = rt::Scalar<super::external32::conversions::Real8>;
    }
    impl rt::Item<BigEndian> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real8>;
    }
    impl rt::Item<BigEndian> for rt::LongDouble {
        type Plan = rt::Scalar<super::external32::conversions::LongDouble16>;
    }
    impl rt::Item<BigEndian> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<super::external32::conversions::LongDouble16>;
    }
    impl rt::Item<BigEndian> for rt::F128 {
        type Plan = rt::Scalar<super::external32::conversions::Real16>;
    }
    impl rt::Item<BigEndian> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<super::external32::conversions::Real16>;
    }
    impl rt::Item<BigEndian> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<BigEndian> for rt::Logical1 {
        type Plan = rt::Scalar<super::external32::conversions::Logical1>;
    }
    impl rt::Item<BigEndian> for rt::Logical2 {
        type Plan = rt::Scalar<super::external32::conversions::Logical2>;
    }
    impl rt::Item<BigEndian> for rt::Logical {
        type Plan = rt::Scalar<super::external32::conversions::Logical4>;
    }
    impl rt::Item<BigEndian> for rt::Logical8 {
        type Plan = rt::Scalar<super::external32::conversions::Logical8>;
    }
    impl rt::Item<BigEndian> for rt::Logical16 {
        type Plan = rt::Scalar<super::external32::conversions::Logical16>;
    }
    impl rt::Item<BigEndian> for rt::Character {
        type Plan = rt::Scalar<super::external32::conversions::Character1>;
    }
    impl rt::Item<BigEndian> for char {
        type Plan = rt::Scalar<conversions::WideCharacter4>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `wide_character => utf32` (`standard/big_endian.datarep:14:5`).
        ///
        /// `utf32` (`standard/big_endian.datarep:14:26`)
        ///
        /// 4 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 'A' | `<=>` | `0x0000_0041` |
        /// | '😀' | `<=>` | `0x0001_f600` |
        pub struct WideCharacter4;
        impl rt::Convert for WideCharacter4 {
            type Native = char;
            type File = [u8; 4];
            const MAPPING: &'static str = "wide_character => utf32";
            const FORMAT: &'static str = "utf32";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 4]) -> (char, rt::Kinds) {
                let word = u32::from_be_bytes(file);
                let (character, known) = rt::from_utf32(word);
                (if known { character } else { '\0' }, rt::Kinds::UNMAPPED.when(!known))
            }
            #[inline(always)]
            fn write(native: char) -> ([u8; 4], rt::Kinds) {
                let (word, mapped) = rt::to_utf32(native);
                let word = if mapped { word } else { rt::to_utf32('\0').0 };
                (word.to_be_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: all but surrogates and what is beyond Unicode.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 4]) -> rt::Ordinary<char> {
                let word = u32::from_be_bytes(file);
                let (character, known) = rt::from_utf32(word);
                rt::Ordinary::new(character, !known, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `DATAREP_BFLOAT16 => bf16` (`standard/big_endian.datarep:15:5`).
        ///
        /// `float bf16 = S1 E8 F7 where value = 1.F * 2^(E - 127) { ieee; }` (`standard/family/ieee.datarep:23:1`)
        ///
        /// 2 bytes of file.
        pub struct Bfloat2;
        impl rt::Convert for Bfloat2 {
            type Native = rt::Bf16;
            type File = [u8; 2];
            const MAPPING: &'static str = "DATAREP_BFLOAT16 => bf16";
            const FORMAT: &'static str = "bf16";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::Bf16, rt::Kinds) {
                let word = u16::from_be_bytes(file);
                (rt::Bf16::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Bf16) -> ([u8; 2], rt::Kinds) {
                (native.to_bits().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `DATAREP_UINT128 => unsigned(128)` (`standard/big_endian.datarep:16:5`).
        ///
        /// `unsigned(128)` (`standard/big_endian.datarep:16:26`)
        ///
        /// 16 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1 | `<=>` | `0x0000_0000_0000_0000_0000_0000_0000_0001` |
        /// | 340282366920938463463374607431768211455 | `<=>` | `0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff` |
        pub struct Unsigned16;
        impl rt::Convert for Unsigned16 {
            type Native = u128;
            type File = [u8; 16];
            const MAPPING: &'static str = "DATAREP_UINT128 => unsigned(128)";
            const FORMAT: &'static str = "unsigned(128)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (u128, rt::Kinds) {
                let word = u128::from_be_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u128) -> ([u8; 16], rt::Kinds) {
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
        fn wide_character4_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::WideCharacter4,
            >([0x00, 0x00, 0x00, 0x41], 'A');
            rt::assert_writes::<
                conversions::WideCharacter4,
            >('A', [0x00, 0x00, 0x00, 0x41]);
            rt::assert_reads::<
                conversions::WideCharacter4,
            >([0x00, 0x01, 0xf6, 0x00], '😀');
            rt::assert_writes::<
                conversions::WideCharacter4,
            >('😀', [0x00, 0x01, 0xf6, 0x00]);
        }
        #[test]
        fn unsigned16_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Unsigned16,
            >(
                [
                    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                    0x00, 0x00, 0x00, 0x00, 0x01,
                ],
                1,
            );
            rt::assert_writes::<
                conversions::Unsigned16,
            >(
                1,
                [
                    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                    0x00, 0x00, 0x00, 0x00, 0x01,
                ],
            );
        }
    }
}
