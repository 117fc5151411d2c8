// Made from `standard/external32.datarep` by `cargo xtask standard`: do not edit.

/// MPI's portable representation: big-endian, byte-aligned, two's-complement integers, IEEE floats.
///
/// `MPI_LONG` and `MPI_UNSIGNED_LONG` have four bytes and `MPI_WCHAR` has two, so that native values may not fit:
/// writing one is an error. `MPI_LONG_DOUBLE` is a binary128; one that is read and does not fit becomes an infinity.
///
/// XDR is the same, but for integers of one and two bytes, which have four there.
///
/// Equals: Intel `BIG_ENDIAN`; CDF `NETWORK` (1), `SUN` (2), `SGi` (5), `IBMRS` (7), `PPC` (9), `HP` (11), `NeXT` (12), `ARM_BIG`
/// (18); HDF5 `H5T_IEEE_F32BE`, `H5T_STD_I32BE` and so on; PDS `IEEE_REAL`, `MSB_INTEGER`; gfortran `big_endian`.
///
/// Datarep `external32` (`standard/external32.datarep:14:1`).
///
/// | types | in the file | bytes |
/// |---|---|---|
/// | `MPI_PACKED`, `MPI_BYTE` | as it is | 1 |
/// | `MPI_CHAR`, `MPI_CHARACTER` | `latin1` | 1 |
/// | `MPI_SIGNED_CHAR`, `MPI_INT8_T`, `MPI_INTEGER1` | `twos(8)` | 1 |
/// | `MPI_SHORT`, `MPI_INT16_T`, `MPI_INTEGER2` | `twos(16)` | 2 |
/// | `MPI_INT`, `MPI_LONG`, `MPI_INT32_T`, `MPI_INTEGER`, `MPI_INTEGER4` | `twos(32)` | 4 |
/// | `MPI_LONG_LONG_INT`, `MPI_INT64_T`, `MPI_AINT`, `MPI_OFFSET`, `MPI_COUNT`, `MPI_INTEGER8` | `twos(64)` | 8 |
/// | `MPI_UNSIGNED_CHAR`, `MPI_UINT8_T` | `unsigned(8)` | 1 |
/// | `MPI_UNSIGNED_SHORT`, `MPI_UINT16_T` | `unsigned(16)` | 2 |
/// | `MPI_UNSIGNED`, `MPI_UNSIGNED_LONG`, `MPI_UINT32_T` | `unsigned(32)` | 4 |
/// | `MPI_UNSIGNED_LONG_LONG`, `MPI_UINT64_T` | `unsigned(64)` | 8 |
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
pub mod external32 {
    use ::datarep::codegen as rt;
    /// The representation `external32` as a type.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct External32;
    impl rt::Representation for External32 {
        const NAME: &'static str = "external32";
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
            rt::Functions::of::<conversions::Integer1>(),
        );
        const INTEGER2: rt::Entry = rt::Entry::I16(
            rt::Functions::of::<conversions::Integer2>(),
        );
        const INTEGER4: rt::Entry = rt::Entry::I32(
            rt::Functions::of::<conversions::Integer4>(),
        );
        const INTEGER8_AS_TWOS32: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8AsTwos32>(),
        );
        const INTEGER8_AS_TWOS64: rt::Entry = rt::Entry::I64(
            rt::Functions::of::<conversions::Integer8AsTwos64>(),
        );
        const UNSIGNED1: rt::Entry = rt::Entry::U8(
            rt::Functions::of::<conversions::Unsigned1>(),
        );
        const UNSIGNED2: rt::Entry = rt::Entry::U16(
            rt::Functions::of::<conversions::Unsigned2>(),
        );
        const UNSIGNED4: rt::Entry = rt::Entry::U32(
            rt::Functions::of::<conversions::Unsigned4>(),
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
            rt::Functions::of::<conversions::Bool1>(),
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
            rt::Functions::of::<conversions::Logical1>(),
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
        &rt::Descriptor::new(
            "external32",
            "MPI's portable representation: big-endian, byte-aligned, two's-complement integers, IEEE floats.\n\n`MPI_LONG` and `MPI_UNSIGNED_LONG` have four bytes and `MPI_WCHAR` has two, so that native values may not fit:\nwriting one is an error. `MPI_LONG_DOUBLE` is a binary128; one that is read and does not fit becomes an infinity.\n\nXDR is the same, but for integers of one and two bytes, which have four there.\n\nEquals: Intel `BIG_ENDIAN`; CDF `NETWORK` (1), `SUN` (2), `SGi` (5), `IBMRS` (7), `PPC` (9), `HP` (11), `NeXT` (12), `ARM_BIG`\n(18); HDF5 `H5T_IEEE_F32BE`, `H5T_STD_I32BE` and so on; PDS `IEEE_REAL`, `MSB_INTEGER`; gfortran `big_endian`.",
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
                WIDE_CHARACTER4,
                CHARACTER1,
                LOGICAL4,
                INTEGER4,
                INTEGER1,
                INTEGER2,
                INTEGER4,
                INTEGER8_AS_TWOS64,
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
    pub const fn extent<T: rt::Item<External32>>() -> usize {
        rt::extent::<External32, T>()
    }
    /// Converts `file`, bytes of a `external32` file, to native items.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
    /// an event whose rule is `error`: the items before it are converted.
    pub fn read<T: rt::Item<External32>>(
        file: &[u8],
        native: &mut [T],
    ) -> Result<rt::Loss, rt::Error> {
        rt::read::<External32, T>(file, native)
    }
    /// Converts native items to `file`, bytes of a `external32` file.
    ///
    /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
    ///
    /// # Errors
    ///
    /// As [`read`].
    pub fn write<T: rt::Item<External32>>(
        native: &[T],
        file: &mut [u8],
    ) -> Result<rt::Loss, rt::Error> {
        rt::write::<External32, T>(native, file)
    }
    /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete.
    pub fn loss<T: rt::Item<External32>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
        rt::loss::<External32, T>(file)
    }
    /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
    pub fn loss_on_write<T: rt::Item<External32>>(native: &[T]) -> rt::Loss {
        rt::loss_on_write::<External32, T>(native)
    }
    /// [`read`] into a new vector.
    ///
    /// # Errors
    ///
    /// As [`read`]; class `Count` if the last item is incomplete.
    pub fn to_vec<T: rt::Item<External32>>(
        file: &[u8],
    ) -> Result<(Vec<T>, rt::Loss), rt::Error> {
        rt::to_vec::<External32, T>(file)
    }
    /// [`write()`] into new bytes.
    ///
    /// # Errors
    ///
    /// As [`write()`].
    pub fn to_bytes<T: rt::Item<External32>>(
        native: &[T],
    ) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
        rt::to_bytes::<External32, T>(native)
    }
    impl rt::Item<External32> for i8 {
        type Plan = rt::Scalar<conversions::Integer1>;
    }
    impl rt::Item<External32> for i16 {
        type Plan = rt::Scalar<conversions::Integer2>;
    }
    impl rt::Item<External32> for i32 {
        type Plan = rt::Scalar<conversions::Integer4>;
    }
    impl rt::Item<External32> for i64 {
        type Plan = rt::Scalar<conversions::Integer8AsTwos64>;
    }
    impl rt::Item<External32> for i128 {
        type Plan = rt::Scalar<conversions::Integer16>;
    }
    impl rt::Item<External32> for u8 {
        type Plan = rt::Scalar<conversions::Unsigned1>;
    }
    impl rt::Item<External32> for u16 {
        type Plan = rt::Scalar<conversions::Unsigned2>;
    }
    impl rt::Item<External32> for u32 {
        type Plan = rt::Scalar<conversions::Unsigned4>;
    }
    impl rt::Item<External32> for u64 {
        type Plan = rt::Scalar<conversions::Unsigned8AsUnsigned64>;
    }
    impl rt::Item<External32> for rt::F16 {
        type Plan = rt::Scalar<conversions::Real2>;
    }
    impl rt::Item<External32> for rt::Complex<rt::F16> {
        type Plan = rt::ComplexOf<conversions::Real2>;
    }
    impl rt::Item<External32> for f32 {
        type Plan = rt::Scalar<conversions::Real4>;
    }
    impl rt::Item<External32> for rt::Complex<f32> {
        type Plan = rt::ComplexOf<conversions::Real4>;
    }
    impl rt::Item<External32> for f64 {
        type Plan = rt::Scalar<conversions::Real8>;
    }
    impl rt::Item<External32> for rt::Complex<f64> {
        type Plan = rt::ComplexOf<conversions::Real8>;
    }
    impl rt::Item<External32> for rt::LongDouble {
        type Plan = rt::Scalar<conversions::LongDouble16>;
    }
    impl rt::Item<External32> for rt::Complex<rt::LongDouble> {
        type Plan = rt::ComplexOf<conversions::LongDouble16>;
    }
    impl rt::Item<External32> for rt::F128 {
        type Plan = rt::Scalar<conversions::Real16>;
    }
    impl rt::Item<External32> for rt::Complex<rt::F128> {
        type Plan = rt::ComplexOf<conversions::Real16>;
    }
    impl rt::Item<External32> for bool {
        type Plan = rt::Scalar<conversions::Bool1>;
    }
    impl rt::Item<External32> for rt::Logical1 {
        type Plan = rt::Scalar<conversions::Logical1>;
    }
    impl rt::Item<External32> for rt::Logical2 {
        type Plan = rt::Scalar<conversions::Logical2>;
    }
    impl rt::Item<External32> for rt::Logical {
        type Plan = rt::Scalar<conversions::Logical4>;
    }
    impl rt::Item<External32> for rt::Logical8 {
        type Plan = rt::Scalar<conversions::Logical8>;
    }
    impl rt::Item<External32> for rt::Logical16 {
        type Plan = rt::Scalar<conversions::Logical16>;
    }
    impl rt::Item<External32> for rt::Character {
        type Plan = rt::Scalar<conversions::Character1>;
    }
    impl rt::Item<External32> for char {
        type Plan = rt::Scalar<conversions::WideCharacter4>;
    }
    pub(super) mod conversions {
        use ::datarep::codegen as rt;
        /// `character => latin1` (`standard/external32.datarep:21:5`).
        ///
        /// `latin1` (`standard/external32.datarep:21:23`)
        ///
        /// 1 byte of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 'A' | `<=>` | `0x41` |
        /// | 'é' | `<=>` | `0xe9` |
        pub struct Character1;
        impl rt::Convert for Character1 {
            type Native = rt::Character;
            type File = [u8; 1];
            const MAPPING: &'static str = "character => latin1";
            const FORMAT: &'static str = "latin1";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 1]) -> (rt::Character, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                let (character, known) = rt::from_latin1(u32::from(word));
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
                let (word, mapped) = rt::to_latin1(char::from(native.0));
                let word = if mapped { word } else { rt::to_latin1('\0').0 };
                ((word as u8).to_be_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `integer 1 => twos(8)` (`standard/external32.datarep:17:16`).
        ///
        /// `twos(8)` (`standard/external32.datarep:17:21`)
        ///
        /// 1 byte of file.
        pub struct Integer1;
        impl rt::Convert for Integer1 {
            type Native = i8;
            type File = [u8; 1];
            const MAPPING: &'static str = "integer 1 => twos(8)";
            const FORMAT: &'static str = "twos(8)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 1]) -> (i8, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i8) -> ([u8; 1], rt::Kinds) {
                (native.cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (i16, rt::Kinds) {
                let word = u16::from_be_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i16) -> ([u8; 2], rt::Kinds) {
                (native.cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (i32, rt::Kinds) {
                let word = u32::from_be_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i32) -> ([u8; 4], rt::Kinds) {
                (native.cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
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
                let word = u32::from_be_bytes(file);
                let number = word.cast_signed();
                (i64::from(number), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i64) -> ([u8; 4], rt::Kinds) {
                let overflow = native < -0x8000_0000 || native > 0x7fff_ffff;
                let number = native.max(-0x8000_0000).min(0x7fff_ffff);
                (
                    (number as i32).cast_unsigned().to_be_bytes(),
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
        /// `unsigned 1 => unsigned(8)` (`standard/external32.datarep:18:16`).
        ///
        /// `unsigned(8)` (`standard/external32.datarep:18:21`)
        ///
        /// 1 byte of file.
        pub struct Unsigned1;
        impl rt::Convert for Unsigned1 {
            type Native = u8;
            type File = [u8; 1];
            const MAPPING: &'static str = "unsigned 1 => unsigned(8)";
            const FORMAT: &'static str = "unsigned(8)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::OVERFLOW;
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 1]) -> (u8, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u8) -> ([u8; 1], rt::Kinds) {
                (native.to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (u16, rt::Kinds) {
                let word = u16::from_be_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u16) -> ([u8; 2], rt::Kinds) {
                (native.to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (u32, rt::Kinds) {
                let word = u32::from_be_bytes(file);
                (word, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u32) -> ([u8; 4], rt::Kinds) {
                (native.to_be_bytes(), rt::Kinds::NONE)
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
                let word = u32::from_be_bytes(file);
                (u64::from(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: u64) -> ([u8; 4], rt::Kinds) {
                let overflow = native > 0xffff_ffff;
                let number = native.min(0xffff_ffff);
                ((number as u32).to_be_bytes(), rt::Kinds::OVERFLOW.when(overflow))
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 4]) -> (f32, rt::Kinds) {
                let word = u32::from_be_bytes(file);
                (f32::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: f32) -> ([u8; 4], rt::Kinds) {
                (native.to_bits().to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 8]) -> (f64, rt::Kinds) {
                let word = u64::from_be_bytes(file);
                (f64::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: f64) -> ([u8; 8], rt::Kinds) {
                (native.to_bits().to_be_bytes(), rt::Kinds::NONE)
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
                let word = u128::from_be_bytes(file);
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
                (made.word.to_be_bytes(), made.kinds)
            }
        }
        /// `logical 1 => logical(8)` (`standard/external32.datarep:20:16`).
        ///
        /// `logical(8)` (`standard/external32.datarep:20:21`)
        ///
        /// 1 byte of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0x01` |
        /// | false | `<=>` | `0x00` |
        /// | true | `<=` | `0x80` |
        pub struct Bool1;
        impl rt::Convert for Bool1 {
            type Native = bool;
            type File = [u8; 1];
            const MAPPING: &'static str = "logical 1 => logical(8)";
            const FORMAT: &'static str = "logical(8)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 1]) -> (bool, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                (word != 0, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: bool) -> ([u8; 1], rt::Kinds) {
                let word: u8 = if native { 0x01 } else { 0 };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `wide_character => ucs2` (`standard/external32.datarep:22:5`).
        ///
        /// `ucs2` (`standard/external32.datarep:22:23`)
        ///
        /// 2 bytes of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | 'A' | `<=>` | `0x0041` |
        /// | '€' | `<=>` | `0x20ac` |
        pub struct WideCharacter4;
        impl rt::Convert for WideCharacter4 {
            type Native = char;
            type File = [u8; 2];
            const MAPPING: &'static str = "wide_character => ucs2";
            const FORMAT: &'static str = "ucs2";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 2]) -> (char, rt::Kinds) {
                let word = u16::from_be_bytes(file);
                let (character, known) = rt::from_ucs2(u32::from(word));
                (if known { character } else { '\0' }, rt::Kinds::UNMAPPED.when(!known))
            }
            #[inline(always)]
            fn write(native: char) -> ([u8; 2], rt::Kinds) {
                let (word, mapped) = rt::to_ucs2(native);
                let word = if mapped { word } else { rt::to_ucs2('\0').0 };
                ((word as u16).to_be_bytes(), rt::Kinds::UNMAPPED.when(!mapped))
            }
            const READS_IN_BLOCKS: bool = true;
            /// Ordinary: all but surrogates and what is beyond Unicode.
            #[inline(always)]
            fn read_ordinary<P: rt::Processor>(file: [u8; 2]) -> rt::Ordinary<char> {
                let word = u16::from_be_bytes(file);
                let (character, known) = rt::from_ucs2(u32::from(word));
                rt::Ordinary::new(character, !known, false)
            }
            const WRITES_IN_BLOCKS: bool = true;
            /// Ordinary: all of the basic plane.
            #[inline(always)]
            fn write_ordinary(native: char) -> rt::Ordinary<[u8; 2]> {
                let (word, known) = rt::to_ucs2(native);
                rt::Ordinary::new((word as u16).to_be_bytes(), !known, false)
            }
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
                let word = u32::from_be_bytes(file);
                (rt::Logical::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical) -> ([u8; 4], rt::Kinds) {
                let word: u32 = if bool::from(native) { 0x0000_0001 } else { 0 };
                (word.to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (i128, rt::Kinds) {
                let word = u128::from_be_bytes(file);
                let number = word.cast_signed();
                (number, rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: i128) -> ([u8; 16], rt::Kinds) {
                (native.cast_unsigned().to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 2]) -> (rt::F16, rt::Kinds) {
                let word = u16::from_be_bytes(file);
                (rt::F16::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::F16) -> ([u8; 2], rt::Kinds) {
                (native.to_bits().to_be_bytes(), rt::Kinds::NONE)
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
            const ORDER: Option<rt::ByteOrder> = Some(rt::ByteOrder::Big);
            #[inline(always)]
            fn read(file: [u8; 16]) -> (rt::F128, rt::Kinds) {
                let word = u128::from_be_bytes(file);
                (rt::F128::from_bits(word), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::F128) -> ([u8; 16], rt::Kinds) {
                (native.to_bits().to_be_bytes(), rt::Kinds::NONE)
            }
            const READS_IN_BLOCKS: bool = true;
            const WRITES_IN_BLOCKS: bool = true;
        }
        /// `logical 1 => logical(8)` (`standard/external32.datarep:20:16`).
        ///
        /// `logical(8)` (`standard/external32.datarep:20:21`)
        ///
        /// 1 byte of file.
        ///
        /// | value | | word |
        /// |---|---|---|
        /// | true | `<=>` | `0x01` |
        /// | false | `<=>` | `0x00` |
        /// | true | `<=` | `0x80` |
        pub struct Logical1;
        impl rt::Convert for Logical1 {
            type Native = rt::Logical1;
            type File = [u8; 1];
            const MAPPING: &'static str = "logical 1 => logical(8)";
            const FORMAT: &'static str = "logical(8)";
            const READ_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            const WRITE_ERRORS: rt::Kinds = rt::Kinds::UNMAPPED;
            #[inline(always)]
            fn read(file: [u8; 1]) -> (rt::Logical1, rt::Kinds) {
                let word = u8::from_be_bytes(file);
                (rt::Logical1::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical1) -> ([u8; 1], rt::Kinds) {
                let word: u8 = if bool::from(native) { 0x01 } else { 0 };
                (word.to_be_bytes(), rt::Kinds::NONE)
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
                let word = u16::from_be_bytes(file);
                (rt::Logical2::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical2) -> ([u8; 2], rt::Kinds) {
                let word: u16 = if bool::from(native) { 0x0001 } else { 0 };
                (word.to_be_bytes(), rt::Kinds::NONE)
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
                let word = u64::from_be_bytes(file);
                (rt::Logical8::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical8) -> ([u8; 8], rt::Kinds) {
                let word: u64 = if bool::from(native) {
                    0x0000_0000_0000_0001
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
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
                let word = u128::from_be_bytes(file);
                (rt::Logical16::from(word != 0), rt::Kinds::NONE)
            }
            #[inline(always)]
            fn write(native: rt::Logical16) -> ([u8; 16], rt::Kinds) {
                let word: u128 = if bool::from(native) {
                    0x0000_0000_0000_0000_0000_0000_0000_0001
                } else {
                    0
                };
                (word.to_be_bytes(), rt::Kinds::NONE)
            }
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
            rt::assert_reads::<conversions::Character1>([0xe9], rt::Character(0xe9));
            rt::assert_writes::<conversions::Character1>(rt::Character(0xe9), [0xe9]);
        }
        #[test]
        fn integer2_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Integer2>([0x00, 0x01], 1);
            rt::assert_writes::<conversions::Integer2>(1, [0x00, 0x01]);
            rt::assert_reads::<conversions::Integer2>([0xff, 0xff], -1);
            rt::assert_writes::<conversions::Integer2>(-1, [0xff, 0xff]);
            rt::assert_reads::<conversions::Integer2>([0x7f, 0xff], 32767);
            rt::assert_writes::<conversions::Integer2>(32767, [0x7f, 0xff]);
            rt::assert_reads::<conversions::Integer2>([0x80, 0x00], -32768);
            rt::assert_writes::<conversions::Integer2>(-32768, [0x80, 0x00]);
            rt::assert_reads::<conversions::Integer2>([0x00, 0x00], 0);
            rt::assert_writes::<conversions::Integer2>(0, [0x00, 0x00]);
        }
        #[test]
        fn integer4_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Integer4>([0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<conversions::Integer4>(1, [0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<conversions::Integer4>([0xff, 0xff, 0xff, 0xfe], -2);
            rt::assert_writes::<conversions::Integer4>(-2, [0xff, 0xff, 0xff, 0xfe]);
            rt::assert_reads::<
                conversions::Integer4,
            >([0x7f, 0xff, 0xff, 0xff], 2147483647);
            rt::assert_writes::<
                conversions::Integer4,
            >(2147483647, [0x7f, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn integer8_as_twos32_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(1, [0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0xff, 0xff, 0xff, 0xfe], -2);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(-2, [0xff, 0xff, 0xff, 0xfe]);
            rt::assert_reads::<
                conversions::Integer8AsTwos32,
            >([0x7f, 0xff, 0xff, 0xff], 2147483647);
            rt::assert_writes::<
                conversions::Integer8AsTwos32,
            >(2147483647, [0x7f, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn integer8_as_twos64_keeps_its_test_lines() {
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(1, [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -1);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(-1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
            rt::assert_reads::<
                conversions::Integer8AsTwos64,
            >([0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 9223372036854775807);
            rt::assert_writes::<
                conversions::Integer8AsTwos64,
            >(9223372036854775807, [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn unsigned4_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Unsigned4>([0x00, 0x00, 0x00, 0x00], 0);
            rt::assert_writes::<conversions::Unsigned4>(0, [0x00, 0x00, 0x00, 0x00]);
            rt::assert_reads::<conversions::Unsigned4>([0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<conversions::Unsigned4>(1, [0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Unsigned4,
            >([0xff, 0xff, 0xff, 0xff], 4294967295);
            rt::assert_writes::<
                conversions::Unsigned4,
            >(4294967295, [0xff, 0xff, 0xff, 0xff]);
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
            >([0x00, 0x00, 0x00, 0x01], 1);
            rt::assert_writes::<
                conversions::Unsigned8AsUnsigned32,
            >(1, [0x00, 0x00, 0x00, 0x01]);
            rt::assert_reads::<
                conversions::Unsigned8AsUnsigned32,
            >([0xff, 0xff, 0xff, 0xff], 4294967295);
            rt::assert_writes::<
                conversions::Unsigned8AsUnsigned32,
            >(4294967295, [0xff, 0xff, 0xff, 0xff]);
        }
        #[test]
        fn bool1_keeps_its_test_lines() {
            rt::assert_reads::<conversions::Bool1>([0x01], true);
            rt::assert_writes::<conversions::Bool1>(true, [0x01]);
            rt::assert_reads::<conversions::Bool1>([0x00], false);
            rt::assert_writes::<conversions::Bool1>(false, [0x00]);
        }
        #[test]
        fn wide_character4_keeps_its_test_lines() {
            rt::assert_reads::<conversions::WideCharacter4>([0x00, 0x41], 'A');
            rt::assert_writes::<conversions::WideCharacter4>('A', [0x00, 0x41]);
            rt::assert_reads::<conversions::WideCharacter4>([0x20, 0xac], '€');
            rt::assert_writes::<conversions::WideCharacter4>('€', [0x20, 0xac]);
        }
    }
}
