// Made from `standard/little_endian.datarep` by `cargo xtask standard`: do not edit.

/// Little-endian, with the sizes that 64-bit systems have.
///
/// The same as `big_endian` in the other order.
///
/// Equals: Intel `LITTLE_ENDIAN`; CDF `DECSTATION` (4), `IBMPC` (6), `ALPHAOSF1` (13), `ALPHAVMSi` (16), `ARM_LITTLE` (17); HDF5
/// `H5T_IEEE_F64LE`, `H5T_STD_I64LE` and so on; PDS `PC_REAL`, `LSB_INTEGER`; gfortran `little_endian`.
///
/// Datarep `little_endian` (`standard/little_endian.datarep:9:1`).
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
pub mod little_endian {
    use ::datarep::codegen as rt;
    /// The representation `little_endian` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct LittleEndian;
    impl rt::Representation for LittleEndian {
        const NAME: &'static str = "little_endian";
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
            rt::Functions::of::<conversions::Integer2>(),
        );
        const INTEGER4: rt::Entry = rt::Entry::I32(
            rt::Functions::of::<conversions::Integer4>(),
        );
        const INTEGER8: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8>(),
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
            rt::Functions::of::<conversions::Unsigned8>(),
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
        const WIDE_CHARACTER4: rt::Entry = rt::Entry::WideCharacter(
            rt::Functions::of::<conversions::WideCharacter4>(),
        );
        const LOGICAL4: rt::Entry = rt::Entry::Logical4(
            rt::Functions::of::<conversions::Logical4>(),
        );
        const INTEGER16: rt::Entry = rt::Entry::I128(
            rt::Functions::of::<conversions::Integer16>(),
        );
        const REAL2: rt::Entry = rt::Entry::F16(
            rt::Functions::of::<conversions::Real2>(),
        );
        const REAL16: rt::Entry = rt::Entry::F128(
            rt::Functions::of::<conversions::Real16>(),
        );
        const COMPLEX_REAL2: rt::Entry = rt::Entry::ComplexF16(
            rt::Functions::of_complex::<conversions::Real2>(),
        );
        const COMPLEX_REAL16: rt::Entry = rt::Entry::ComplexF128(
            rt::Functions::of_complex::<conversions::Real16>(),
        );
        const LOGICAL1: rt::Entry = rt::Entry::Logical1(
            rt::Functions::of::<super::external32::conversions::Logical1>(),
        );
        const LOGICAL2: rt::Entry = rt::Entry::Logical2(
            rt::Functions::of::<conversions::Logical2>(),
        );
        const LOGICAL8: rt::Entry = rt::Entry::Logical8(
            rt::Functions::of::<conversions::Logical8>(),
        );
        const LOGICAL16: rt::Entry = rt::Entry::Logical16(
            rt::Functions::of::<conversions::Logical16>(),
        );
        const BFLOAT2: rt::Entry = rt::Entry::Bf16(
            rt::Functions::of::<conversions::Bfloat2>(),
        );
        const UNSIGNED16: rt::Entry = rt::Entry::U128(
            rt::Functions::of::<conversions::Unsigned16>(),
        );
        &rt::Descriptor::new(
            "little_endian",
            "Little-endian, with the sizes that 64-bit systems have.\n\nThe same as `big_endian` in the other order.\n\nEquals: Intel `LITTLE_ENDIAN`; CDF `DECSTATION` (4), `IBMPC` (6), `ALPHAOSF1` (13), `ALPHAVMSi` (16), `ARM_LITTLE` (17); HDF5\n`H5T_IEEE_F64LE`, `H5T_STD_I64LE` and so on; PDS `PC_REAL`, `LSB_INTEGER`; gfortran `little_endian`.",
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
    pub const fn extent<T: rt::Item<LittleEndian>>() -> usize {
        rt::extent::<LittleEndian, T>()
    }
    /// Converts `file`, bytes of a `little_endian` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<LittleEndian>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<LittleEndian, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `little_endian` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<LittleEndian>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<LittleEndian, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<LittleEndian>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<LittleEndian, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<LittleEndian>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<LittleEndian, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<LittleEndian>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<LittleEndian, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<LittleEndian>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<LittleEndian, T>(native)
    }
    impl rt::Item<LittleEndian> for i8 {
        type Plan = rt::Scalar<super::external32::conversions::Integer1>;
    }
    impl rt::Item<LittleEndian> for i16 {
        type Plan = rt::Scalar<conversions::Integer2>;
    }
    impl rt::Item<LittleEndian> for i32 {
        type Plan = rt::Scalar<conversions::Integer4>;
    }
    impl rt::Item<LittleEndian> for i64 {
        type Plan = rt::Scalar<conversions::Integer8>;
    }
    impl rt::Item<LittleEndian> for i128 {
        type Plan = rt::Scalar<conversions::Integer16>;
    }
    impl rt::Item<LittleEndian> for u8 {
        type Plan = rt::Scalar<super::external32::conversions::Unsigned1>;
    }
    impl rt::Item<LittleEndian> for u16 {
        type Plan = rt::Scalar<conversions::Unsigned2>;
    }
    impl rt::Item<LittleEndian> for u32 {
        type Plan = rt::Scalar<conversions::Unsigned4>;
    }
    impl rt::Item<LittleEndian> for u64 {
        type Plan = rt::Scalar<conversions::Unsigned8>;
    }
    impl rt::Item<LittleEndian> for u128 {
        type Plan = rt::Scalar<conversions::Unsigned16>;
    }
    impl rt::Item<LittleEndian> for rt::F16 {
        type Plan = rt::Scalar<conversions::Real2>;
    }
    impl rt::Item<LittleEndian> for rt::Complex<rt::F16> {
        type Plan = rt::ComplexOf<conversions::Real2>;
    }
    impl rt::Item<LittleEndian> for rt::Bf16 {
        type Plan = rt::Scalar<conversions::Bfloat2>;
    }
    impl rt::Item<LittleEndian> for f32 {
        type Plan = rt::Scalar<conversions::Real4>;
    }
    impl rt::Item<LittleEndian> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<conversions::Real4>;
    }
    impl rt::Item<LittleEndian> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<LittleEndian> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<LittleEndian> for rt::LongDouble {
        type Plan = rt::Scalar<conversions::LongDouble16>;
    }
    impl rt::Item<LittleEndian> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<conversions::LongDouble16>;
    }
    impl rt::Item<LittleEndian> for rt::F128 {
        type Plan = rt::Scalar<conversions::Real16>;
    }
    impl rt::Item<LittleEndian> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<conversions::Real16>;
    }
    impl rt::Item<LittleEndian> for bool {
        type Plan = rt::Scalar<super::external32::conversions::Bool1>;
    }
    impl rt::Item<LittleEndian> for rt::Logical1 {
        type Plan = rt::Scalar<super::external32::conversions::Logical1>;
    }
    impl rt::Item<LittleEndian> for rt::Logical2 {
        type Plan = rt::Scalar<conversions::Logical2>;
    }
    impl rt::Item<LittleEndian> for rt::Logical {
        type Plan = rt::Scalar<conversions::Logical4>;
    }
    impl rt::Item<LittleEndian> for rt::Logical8 {
        type Plan = rt::Scalar<conversions::Logical8>;
    }
    impl rt::Item<LittleEndian> for rt::Logical16 {
        type Plan = rt::Scalar<conversions::Logical16>;
    }
    impl rt::Item<LittleEndian> for rt::Character {
        type Plan = rt::Scalar<super::external32::conversions::Character1>;
    }
    impl rt::Item<LittleEndian> for char {
        type Plan = rt::Scalar<conversions::WideCharacter4>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `integer 2 => twos(16)` (`standard/external32.datarep:17:30`).
        ///
        /// `twos(16)` (`standard/external32.datarep:17:35`)
        ///
        /// 2 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 1 | `<=>` | `0x0001` |
        /// | -1 | `<=>` | `0xffff` |
        /// | 32767 | `<=>` | `0x7fff` |
        /// | -32768 | `<=>` | `0x8000` |
        /// | 0 | `<=>` | `0x0000` |
        pub struct Integer2;
        impl rt::Convert for Integer2 {
            type Native = i16;
            type File = [u8; 2];
            const MAPPING: &'static str = "integer 2 => twos(16)";
            const FORMAT: &'static str = "twos(16)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (i16, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i16) -> ([u8; 2], rt::Kinds) {
                (native.cast_unsigned().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 4 => twos(32)` (`standard/external32.datarep:17:45`).
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
        pub struct Integer4;
        impl rt::Convert for Integer4 {
            type Native = i32;
            type File = [u8; 4];
            const MAPPING: &'static str = "integer 4 => twos(32)";
            const FORMAT: &'static str = "twos(32)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (i32, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i32) -> ([u8; 4], rt::Kinds) {
                (native.cast_unsigned().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `MPI_LONG => twos(64)` (`standard/big_endian.datarep:12:5`).
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
        /// `unsigned 2 => unsigned(16)` (`standard/external32.datarep:18:34`).
        ///
        /// `unsigned(16)` (`standard/external32.datarep:18:39`)
        ///
        /// 2 bytes of file.
        pub struct Unsigned2;
        impl rt::Convert for Unsigned2 {
            type Native = u16;
            type File = [u8; 2];
            const MAPPING: &'static str = "unsigned 2 => unsigned(16)";
            const FORMAT: &'static str = "unsigned(16)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (u16, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u16) -> ([u8; 2], rt::Kinds) {
                (native.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `unsigned 4 => unsigned(32)` (`standard/external32.datarep:18:53`).
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
        pub struct Unsigned4;
        impl rt::Convert for Unsigned4 {
            type Native = u32;
            type File = [u8; 4];
            const MAPPING: &'static str = "unsigned 4 => unsigned(32)";
            const FORMAT: &'static str = "unsigned(32)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (u32, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u32) -> ([u8; 4], rt::Kinds) {
                (native.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `MPI_UNSIGNED_LONG => unsigned(64)` (`standard/big_endian.datarep:13:5`).
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
        /// `real 4 => f32` (`standard/external32.datarep:19:26`).
        ///
        /// `float f32 = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }` (`standard/family/ieee.datarep:31:1`)
        ///
        /// 4 bytes of file.
        pub struct Real4;
        impl rt::Convert for Real4 {
            type Native = f32;
            type File = [u8; 4];
            const MAPPING: &'static str = "real 4 => f32";
            const FORMAT: &'static str = "f32";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (f32, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                (f32::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: f32) -> ([u8; 4], rt::Kinds) {
                (native.to_bits().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 8 => f64` (`standard/external32.datarep:19:36`).
        ///
        /// `float f64 = S1 E11 F52 where value = 1.F * 2^(E - 1023) { ieee; }` (`standard/family/ieee.datarep:39:1`)
        ///
        /// 8 bytes of file.
        pub struct Real8;
        impl rt::Convert for Real8 {
            type Native = f64;
            type File = [u8; 8];
            const MAPPING: &'static str = "real 8 => f64";
            const FORMAT: &'static str = "f64";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f64, rt::Kinds) {
                let word = u64::from_le_bytes(file);
                (f64::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: f64) -> ([u8; 8], rt::Kinds) {
                (native.to_bits().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 16 => f128` (`standard/external32.datarep:19:46`).
        ///
        /// `float f128 = S1 E15 F112 where value = 1.F * 2^(E - 16383) { ieee; }` (`standard/family/ieee.datarep:46:1`)
        ///
        /// 16 bytes of file.
        pub struct LongDouble16;
        impl rt::Convert for LongDouble16 {
            type Native = rt::LongDouble;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => f128";
            const FORMAT: &'static str = "f128";
            const READ_ERRORS: rt::Kinds = rt::Kinds::RESERVED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::LongDouble, rt::Kinds) {
                let word = u128::from_le_bytes(file);
                let sign = word >> 127;
                let negative = sign != 0;
                let exponent = (word >> 112 & 0x7fff) as i32;
                let fraction = word & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let zero = exponent == 0 && fraction == 0;
                let subnormal = exponent == 0;
                let infinity = exponent == 32767 && fraction == 0;
                let nan = exponent == 32767 && fraction != 0;
                let significand = fraction | u128::from(!subnormal) << 112;
                let exponent = if subnormal { 1 } else { exponent };
                /// `significand × 2^(exponent - 16495)`, for 16495 = 16383 + 112.
                let made = rt::make_long_double(
                    negative,
                    significand,
                    exponent - 16495,
                    rt::Rounding::NearestEven,
                    rt::Beyond::Infinity,
                    false,
                );
                let payload = fraction >> 49;
                /// Without a payload it would be an infinity.
                let payload = if payload == 0 { 0x4000_0000_0000_0000 } else { payload };
                let made = made
                    .or(
                        nan,
                        0x7fff_8000_0000_0000_0000 | payload,
                        rt::Kinds::NAN.when(fraction & 0x1_ffff_ffff_ffff != 0),
                    );
                let made = made
                    .or(infinity, 0x7fff_8000_0000_0000_0000, rt::Kinds::NONE);
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
                    precision: 113,
                    radix_bits: 1,
                    smallest: -16494,
                    steps: 32765,
                    negative_one: false,
                };
                let rounded = rt::round_u128(
                    value.negative,
                    value.significand,
                    value.exponent,
                    TARGET,
                    rt::Rounding::NearestEven,
                );
                let exponent = (if rounded.tiny || rounded.significand == 0 {
                    0
                } else {
                    rounded.step + 1
                }) as u128;
                let word = (exponent & 0x7fff) << 112
                    | rounded.significand & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff;
                let made = rt::Made::<u128>::rounded(word, rounded.inexact);
                let made = made
                    .but(rounded.tiny && rounded.inexact, rt::Kinds::UNDERFLOW);
                let made = made
                    .or(
                        rounded.overflow,
                        0x7ffe_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
                        rt::Kinds::OVERFLOW,
                    );
                let made = rt::Made {
                    word: made.word | u128::from(value.negative) << 127,
                    ..made
                };
                let made = made
                    .or(
                        rounded.significand == 0 && value.significand != 0,
                        u128::from(value.negative) << 127,
                        rt::Kinds::UNDERFLOW,
                    );
                let made = made
                    .or(
                        value.significand == 0,
                        u128::from(value.negative) << 127,
                        rt::Kinds::NONE,
                    );
                let made = made
                    .or(
                        value.infinite,
                        0x7fff_0000_0000_0000_0000_0000_0000_0000
                            | u128::from(value.negative) << 127,
                        rt::Kinds::NONE,
                    );
                let fraction = value.significand & 0x7fff_ffff_ffff_ffff;
                let payload = fraction << 49;
                /// Without a payload it would be an infinity.
                let payload = if payload == 0 {
                    0x8000_0000_0000_0000_0000_0000_0000
                } else {
                    payload
                };
                let made = made
                    .or(
                        value.nan,
                        0x7fff_0000_0000_0000_0000_0000_0000_0000 | payload
                            | u128::from(value.negative) << 127,
                        rt::Kinds::NONE,
                    );
                let made = made.but(rt::is_invalid(native), rt::Kinds::NAN);
                (made.word.to_le_bytes(), made.kinds)
            }
        }
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
                let word = u32::from_le_bytes(file);
                let (character, known) = rt::from_utf32(word);
                (if known { character } else { '\0' }, rt::Kinds::UNMAPPED.when(!known))
            }
            #[inline(always)]
            fn write(native: char) -> ([u8; 4], rt::Kinds) {
                let (word, mapped) = rt::to_utf32(native);
                let word = if mapped { word } else { rt::to_utf32('\0').0 };
                (word.to_le_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: all but surrogates and what is beyond Unicode.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 4]) -> rt::Ordinary<char> {
                let word = u32::from_le_bytes(file);
                let (character, known) = rt::from_utf32(word);
                rt::Ordinary::new(character, !known, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 4 => logical(32)` (`standard/external32.datarep:20:51`).
        ///
        /// `logical(32)` (`standard/external32.datarep:20:56`)
        ///
        /// 4 bytes of file.
        pub struct Logical4;
        impl rt::Convert for Logical4 {
            type Native = rt::Logical;
            type File = [u8; 4];
            const MAPPING: &'static str = "logical 4 => logical(32)";
            const FORMAT: &'static str = "logical(32)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 4]) -> (rt::Logical, rt::Kinds) {
                let word = u32::from_le_bytes(file);
                (rt::Logical::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical) -> ([u8; 4], rt::Kinds) {
                let word: u32 = if bool::from(native) { 0x0000_0001 } else { 0 };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 16 => twos(128)` (`standard/external32.datarep:17:75`).
        ///
        /// `twos(128)` (`standard/external32.datarep:17:81`)
        ///
        /// 16 bytes of file.
        pub struct Integer16;
        impl rt::Convert for Integer16 {
            type Native = i128;
            type File = [u8; 16];
            const MAPPING: &'static str = "integer 16 => twos(128)";
            const FORMAT: &'static str = "twos(128)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (i128, rt::Kinds) {
                let word = u128::from_le_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i128) -> ([u8; 16], rt::Kinds) {
                (native.cast_unsigned().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 2 => f16` (`standard/external32.datarep:19:16`).
        ///
        /// `float f16 = S1 E5 F10 where value = 1.F * 2^(E - 15) { ieee; }` (`standard/family/ieee.datarep:15:1`)
        ///
        /// 2 bytes of file.
        pub struct Real2;
        impl rt::Convert for Real2 {
            type Native = rt::F16;
            type File = [u8; 2];
            const MAPPING: &'static str = "real 2 => f16";
            const FORMAT: &'static str = "f16";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::F16, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                (rt::F16::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::F16) -> ([u8; 2], rt::Kinds) {
                (native.to_bits().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `real 16 => f128` (`standard/external32.datarep:19:46`).
        ///
        /// `float f128 = S1 E15 F112 where value = 1.F * 2^(E - 16383) { ieee; }` (`standard/family/ieee.datarep:46:1`)
        ///
        /// 16 bytes of file.
        pub struct Real16;
        impl rt::Convert for Real16 {
            type Native = rt::F128;
            type File = [u8; 16];
            const MAPPING: &'static str = "real 16 => f128";
            const FORMAT: &'static str = "f128";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW.and(rt::Kinds::RESERVED);
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::F128, rt::Kinds) {
                let word = u128::from_le_bytes(file);
                (rt::F128::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::F128) -> ([u8; 16], rt::Kinds) {
                (native.to_bits().to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 2 => logical(16)` (`standard/external32.datarep:20:33`).
        ///
        /// `logical(16)` (`standard/external32.datarep:20:38`)
        ///
        /// 2 bytes of file.
        pub struct Logical2;
        impl rt::Convert for Logical2 {
            type Native = rt::Logical2;
            type File = [u8; 2];
            const MAPPING: &'static str = "logical 2 => logical(16)";
            const FORMAT: &'static str = "logical(16)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::Logical2, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                (rt::Logical2::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical2) -> ([u8; 2], rt::Kinds) {
                let word: u16 = if bool::from(native) { 0x0001 } else { 0 };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 8 => logical(64)` (`standard/external32.datarep:20:69`).
        ///
        /// `logical(64)` (`standard/external32.datarep:20:74`)
        ///
        /// 8 bytes of file.
        pub struct Logical8;
        impl rt::Convert for Logical8 {
            type Native = rt::Logical8;
            type File = [u8; 8];
            const MAPPING: &'static str = "logical 8 => logical(64)";
            const FORMAT: &'static str = "logical(64)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 8]) -> (rt::Logical8, rt::Kinds) {
                let word = u64::from_le_bytes(file);
                (rt::Logical8::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical8) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0x0000_0000_0000_0001
                } else {
                    0
                };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 16 => logical(128)` (`standard/external32.datarep:20:87`).
        ///
        /// `logical(128)` (`standard/external32.datarep:20:93`)
        ///
        /// 16 bytes of file.
        pub struct Logical16;
        impl rt::Convert for Logical16 {
            type Native = rt::Logical16;
            type File = [u8; 16];
            const MAPPING: &'static str = "logical 16 => logical(128)";
            const FORMAT: &'static str = "logical(128)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::Logical16, rt::Kinds) {
                let word = u128::from_le_bytes(file);
                (rt::Logical16::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical16) -> ([u8; 16], rt::Kinds) {
                let word: u128 = if bool::from(native) {
                    0x0000_0000_0000_0000_0000_0000_0000_0001
                } else {
                    0
                };
                (word.to_le_bytes(), rt::Kinds::NONE)
            }
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::Bf16, rt::Kinds) {
                let word = u16::from_le_bytes(file);
                (rt::Bf16::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Bf16) -> ([u8; 2], rt::Kinds) {
                (native.to_bits().to_le_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Little);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (u128, rt::Kinds) {
                let word = u128::from_le_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u128) -> ([u8; 16], rt::Kinds) {
                (native.to_le_bytes(), rt::Kinds::NONE)
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
            rt::assert_reads::<conversions::Integer2>([0x01, 0x00], 1);
            rt::assert_writes::<conversions::Integer2>(1, [0x01, 0x00]);
            rt::assert_reads::<conversions::Integer2>([0xff, 0xff], -1);
            rt::assert_writes::<conversions::Integer2>(-1, [0xff, 0xff]);
            rt::assert_reads::<conversions::Integer2>([0xff, 0x7f], 32767);
            rt::assert_writes::<conversions::Integer2>(32767, [0xff, 0x7f]);
            rt::assert_reads::<conversions::Integer2>([0x00, 0x80], -32768);
            rt::assert_writes::<conversions::Integer2>(-32768, [0x00, 0x80]);
            rt::assert_reads::<conversions::Integer2>([0x00, 0x00], 0);
            rt::assert_writes::<conversions::Integer2>(0, [0x00, 0x00]);
        }
        #[test]
        fn integer4_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Integer4>([0x01, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<conversions::Integer4>(1, [0x01, 0x00, 0x00, 0x00]);
            rt::assert_reads::<conversions::Integer4>([0xfe, 0xff, 0xff, 0xff], -2);
            rt::assert_writes::<conversions::Integer4>(-2, [0xfe, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer4,
            >([0xff, 0xff, 0xff, 0x7f], 2147483647);
            rt::assert_writes::<
                conversions::Integer4,
            >(2147483647, [0xff, 0xff, 0xff, 0x7f]);
        }
        #[test]
        fn integer8_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8,
            >([0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<
                conversions::Integer8,
            >(1, [0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Integer8,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer8,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer8,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 9223372036854775807);
            rt::assert_writes::<
                conversions::Integer8,
            >(9223372036854775807, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
        }
        #[test]
        fn unsigned4_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Unsigned4>([0x00, 0x00, 0x00, 0x00], 0);
            rt::assert_writes::<conversions::Unsigned4>(0, [0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<conversions::Unsigned4>([0x01, 0x00, 0x00, 0x00], 1);
            rt::assert_writes::<conversions::Unsigned4>(1, [0x01, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::Unsigned4,
            >([0xff, 0xff, 0xff, 0xff], 4294967295);
            rt::assert_writes::<
                conversions::Unsigned4,
            >(4294967295, [0xff, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn wide_character4_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::WideCharacter4,
            >([0x41, 0x00, 0x00, 0x00], 'A');
            rt::assert_writes::<
                conversions::WideCharacter4,
            >('A', [0x41, 0x00, 0x00, 0x00]);
            rt::assert_reads::<
                conversions::WideCharacter4,
            >([0x00, 0xf6, 0x01, 0x00], '😀');
            rt::assert_writes::<
                conversions::WideCharacter4,
            >('😀', [0x00, 0xf6, 0x01, 0x00]);
        }
        #[test]
        fn unsigned16_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Unsigned16,
            >(
                [
                    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                    0x00, 0x00, 0x00, 0x00, 0x00,
                ],
                1,
            );
            rt::assert_writes::<
                conversions::Unsigned16,
            >(
                1,
                [
                    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                    0x00, 0x00, 0x00, 0x00, 0x00,
                ],
            );
        }
    }
}
