//! The interface for generated code. It has everything that generated code names, and generated code names nothing
//! else.
//!
//! It is not meant for people. It may change with any release, because generated code is made anew for each.

pub use crate::bytes::Bytes;
pub use crate::chars::{
    Chars, MixedChars, Spaces, TrimBoth, TrimLeft, TrimNone, Unpadded, WideSpaces, Zeros,
};
pub use crate::convert::count::{
    CountFault, add_counts, count_remainder, divide_counts, multiply_counts, subtract_counts, to_count,
};
pub use crate::convert::mixed::{MixedOf, MixedRule};
pub use crate::convert::null::{NullRule, NullValue, Nullable, fill_repeated, is_repeated};
#[cfg(feature = "parallel")]
pub use crate::convert::parallel::{divide_at_most, divide_everything};
pub use crate::convert::record::{
    KeptByte, Record, TextOf, loss_of_records, loss_of_records_on_write, read_records, records_to_bytes,
    records_to_vec, write_records,
};
pub use crate::convert::variable::{
    Fields, FieldsMut, Overlaid, Refusal, VariableRecord, first_record, loss_of_variable,
    loss_of_variable_on_write, variable_to_bytes, variable_to_vec,
};
pub use crate::convert::{
    Array, ByteOrder, ComplexOf, Convert, Datatype, Ordinary, Plan, Scalar, Tally, assert_reads,
    assert_writes,
};
#[cfg(feature = "file")]
pub use crate::datatype::Typemap;
pub use crate::decimal::{
    DecimalTarget, DigitSet, Digits, PackedSign, Plus, PrintedPicture, PrintedStyle, Whole, ZonedSign,
    from_declets, from_native_decimal, native_to_ten, read_packed_u32, read_packed_u64, read_packed_u128,
    read_printed_u32, read_printed_u64, read_printed_u128, read_zoned_u32, read_zoned_u64, read_zoned_u128,
    swap_halves, ten_to_native, ten_to_ten, ten_to_two, to_binary, to_centesimals, to_decimal, to_declets,
    to_halves, to_native_decimal, two_to_ten, write_packed_u32, write_packed_u64, write_packed_u128,
    write_printed_u32, write_printed_u64, write_printed_u128, write_zoned_u32, write_zoned_u64,
    write_zoned_u128,
};
pub use crate::descriptor::{Descriptor, Entry, Functions};
pub use crate::error::{Error, Fault};
pub use crate::float::{
    Beyond, Integral, Made, Rounded, Rounding, Target, Unpacked, double, is_invalid, make_bf16, make_f16,
    make_f32, make_f64, make_f128, make_long_double, make_wide_bf16, make_wide_f16, make_wide_f32,
    make_wide_f64, nearest_double, nearest_hexadecimal, nearest_signed_double, odd_double, round_u64,
    round_u128, signed_double, signed_single, single, split_f32, split_f64, sum_f32, sum_f64, unpack_bf16,
    unpack_f16, unpack_f32, unpack_f64, unpack_f128, unpack_long_double, unpack_wide_bf16, unpack_wide_f16,
    unpack_wide_f32, unpack_wide_f64, whole_u64, whole_u128,
};
pub use crate::item::{Item, Representation, extent, loss, loss_on_write, read, to_bytes, to_vec, write};
pub use crate::kernel::dense::Dense;
pub use crate::kernel::table::Table;
pub use crate::kernel::{AnyProcessor, Avx2Processor, Avx512Processor, Processor, force_level, levels};
pub use crate::loss::{Kinds, Loss};
pub use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble,
};
pub use crate::predefined::Predefined;
pub use crate::representation::Datarep;
pub use crate::text::mixed::{MixedFaults, MixedForm, MixedPage, MixedSet};
pub use crate::text::page::{Page, from_page, to_page};
pub use crate::text::{
    from_ascii, from_latin1, from_mixed, from_ucs2, from_utf32, pages, to_ascii, to_character, to_latin1,
    to_mixed, to_ucs2, to_utf32,
};
#[cfg(feature = "file")]
pub use crate::typed::{Layout, load_field, store_field, structure};

/// Keeps the items that a struct needs to be in files, because the library has files.
#[cfg(feature = "file")]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_files {
    ($($item:tt)*) => { $($item)* };
}

/// Drops the items, because the library has no files.
#[cfg(not(feature = "file"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_files {
    ($($item:tt)*) => {};
}

pub use crate::__with_files as with_files;
