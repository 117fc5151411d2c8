//! The primitives of plans: computations of the runtime, applied to the items of columns.
//!
//! The primitives of ordinary bodies have their own loops, which the compiler vectorizes. The others are long
//! computations that are called item by item. Their arguments and results are passed as numbers of 128 bits.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use datarep::codegen::{self as rt, Processor};
use datarep::interpreter::Direction;
use datarep_dsl::model::{Charset, CodePage, Native};
use datarep_plan::primitive::{Beyond, Primitive, RoundingTarget};
use datarep_plan::types::{ResultPart, Type};

use super::compiler::{ColumnPlaces, StepCompiler};
use super::digits::{compile_digit_read, compile_digit_write};
use super::results::{RESULTS, store_numbers, store_rounded, to_runtime_rounding as how};
use super::tens;
use super::value::{
    Lane, LaneValue, WordSlot, column_word, kinds_to_bits, native_size, pack_decimal, unpack_decimal,
};
use crate::columns::{ColumnId, ColumnWord, Columns, Width};
use crate::loops::{self, ByLevel};

/// Defines functions of an item. Each returns a number and a truth value: whether the number is inexact, or for a
/// character whether it is known.
macro_rules! by_level {
    ($($name:ident: $from:ty => $to:ty, |$item:ident| $body:expr;)*) => { $(
        #[derive(Clone, Copy)]
        struct $name;

        impl ByLevel<$from, $to, $to> for $name {
            #[inline(always)]
            fn compute_pair<P: Processor>($item: $from) -> ($to, $to) {
                let (number, inexact) = $body;
                (number, <$to>::mask_from(inexact))
            }
        }
    )* };
}

by_level! {
    Double: u64 => u64, |item| (rt::double::<P>(item).to_bits(), false);
    SignedDouble: u64 => u64, |item| (rt::signed_double::<P>(item.cast_signed()).to_bits(), false);
    NearestDouble: u64 => u64, |item| {
        let (number, inexact) = rt::nearest_double::<P>(item);
        (number.to_bits(), inexact)
    };
    NearestSignedDouble: u64 => u64, |item| {
        let (number, inexact) = rt::nearest_signed_double::<P>(item.cast_signed());
        (number.to_bits(), inexact)
    };
    NearestHexadecimal: u32 => u32, |item| rt::nearest_hexadecimal(item);
    FromUcs2: u32 => u32, |item| {
        let (character, known) = rt::from_ucs2(item);
        (u32::from(character), known)
    };
    FromUtf32: u32 => u32, |item| {
        let (character, known) = rt::from_utf32(item);
        (u32::from(character), known)
    };
    ToUcs2: u32 => u32, |item| rt::to_ucs2(to_character(item));
    ToUtf32: u32 => u32, |item| rt::to_utf32(to_character(item));
}

/// The character of a word that is a valid one.
#[inline(always)]
fn to_character(word: u32) -> char {
    // Conversions check the characters of both sides before, so that the default is never used. A panic would need a
    // branch in the loop.
    char::from_u32(word).unwrap_or_default()
}

/// The value of a primitive.
pub(super) fn compile_call(
    compiler: &mut StepCompiler,
    primitive: Primitive,
    arguments: &[&LaneValue],
) -> LaneValue {
    let first = || arguments[0].expect_word();
    let make_pair = |names: [ResultPart; 2], [first_lane, second_lane]: [Lane; 2]| {
        let [name, more] = names;
        LaneValue::Record(vec![(name, LaneValue::Word(first_lane)), (more, LaneValue::Word(second_lane))])
    };
    match primitive {
        Primitive::Single | Primitive::SignedSingle => {
            // A number of 24 bits is positive as a signed one, too, and processors convert signed integers by one
            // instruction.
            let number = |word: u32| rt::signed_single(word.cast_signed()).to_bits();
            LaneValue::Word(compiler.apply_to_one::<u32, u32>(first(), number))
        }
        Primitive::OddDouble => {
            LaneValue::Word(compiler.apply_to_one::<u64, u64>(first(), |word| rt::odd_double(word).to_bits()))
        }
        Primitive::Double => LaneValue::Word(compile_level_function::<u64, _>(compiler, first(), Double)[0]),
        Primitive::SignedDouble => {
            LaneValue::Word(compile_level_function::<u64, _>(compiler, first(), SignedDouble)[0])
        }
        Primitive::NearestDouble => make_pair(
            [ResultPart::Number, ResultPart::Inexact],
            compile_level_function::<u64, _>(compiler, first(), NearestDouble),
        ),
        Primitive::NearestSignedDouble => make_pair(
            [ResultPart::Number, ResultPart::Inexact],
            compile_level_function::<u64, _>(compiler, first(), NearestSignedDouble),
        ),
        Primitive::NearestHexadecimal => make_pair(
            [ResultPart::Significand, ResultPart::Inexact],
            compile_level_function::<u32, _>(compiler, first(), NearestHexadecimal),
        ),
        Primitive::FromSet(Charset::Page(page)) => make_pair(
            [ResultPart::Character, ResultPart::Known],
            compile_page_lookup(compiler, first(), page, Direction::Read),
        ),
        Primitive::ToSet(Charset::Page(page)) => make_pair(
            [ResultPart::Word, ResultPart::Known],
            compile_page_lookup(compiler, first(), page, Direction::Write),
        ),
        Primitive::FromSet(Charset::Ucs2) => make_pair(
            [ResultPart::Character, ResultPart::Known],
            compile_level_function::<u32, _>(compiler, first(), FromUcs2),
        ),
        Primitive::FromSet(Charset::Utf32) => make_pair(
            [ResultPart::Character, ResultPart::Known],
            compile_level_function::<u32, _>(compiler, first(), FromUtf32),
        ),
        Primitive::ToSet(Charset::Ucs2) => make_pair(
            [ResultPart::Word, ResultPart::Known],
            compile_level_function::<u32, _>(compiler, first(), ToUcs2),
        ),
        Primitive::ToSet(Charset::Utf32) => make_pair(
            [ResultPart::Word, ResultPart::Known],
            compile_level_function::<u32, _>(compiler, first(), ToUtf32),
        ),
        Primitive::ReadDigits(digits) => compile_digit_read(compiler, digits, arguments[0]),
        Primitive::WriteDigits(digits) => {
            compile_digit_write(compiler, digits, [arguments[0].expect_word(), arguments[1].expect_word()])
        }
        _ => compile_item_by_item(compiler, primitive, arguments),
    }
}

/// The character of each byte of a page, or the byte of each character, and whether there is one.
fn compile_page_lookup(
    compiler: &mut StepCompiler,
    lane: Lane,
    page: CodePage,
    direction: Direction,
) -> [Lane; 2] {
    // A lookup goes to memory for each item, so that vectors would not help.
    let page = to_runtime_page(page);
    if direction == Direction::Read {
        return compile_lookup(compiler, lane, move |word| {
            let (character, is_mapped) = rt::from_page(page, word);
            (u32::from(character), u32::mask_from(is_mapped))
        });
    }
    compile_lookup(compiler, lane, move |code| {
        let (word, is_mapped) = rt::to_page(page, to_character(code));
        (word, u32::mask_from(is_mapped))
    })
}

/// The runtime's page: both have the pages in one order.
fn to_runtime_page(page: CodePage) -> &'static rt::Page {
    rt::pages::ALL[page.index()]
}

/// Two new columns that `find` looks up for the words of one.
fn compile_lookup(
    compiler: &mut StepCompiler,
    lane: Lane,
    find: impl Fn(u32) -> (u32, u32) + Copy + Send + Sync + 'static,
) -> [Lane; 2] {
    let a = compiler.ensure_column(lane);
    let (y, z) = (compiler.add_column(Width::W32), compiler.add_column(Width::W32));
    compiler.push_step(&[a], &[y, z], move |at| {
        loops::step_to_pair_by_lookup::<u32, u32, u32>(at.place_of(a), (at.place_of(y), at.place_of(z)), find)
    });
    [column_word(y), column_word(z)]
}

/// Two new columns that `f` computes from one.
fn compile_level_function<T: ColumnWord, F: ByLevel<T, T, T>>(
    compiler: &mut StepCompiler,
    lane: Lane,
    f: F,
) -> [Lane; 2] {
    let a = compiler.ensure_column(lane);
    let (y, z) = (compiler.add_column(T::WIDTH), compiler.add_column(T::WIDTH));
    compiler.push_step(&[a], &[y, z], move |at| {
        loops::step_to_pair::<T, T, T, F>(at.place_of(a), (at.place_of(y), at.place_of(z)), f)
    });
    [column_word(y), column_word(z)]
}

/// Creates a column for each word of a type, appends them to `columns`, and returns the value that they form.
pub(super) fn add_result_columns(
    compiler: &mut StepCompiler,
    ty: Type,
    columns: &mut Vec<ResultColumn>,
) -> LaneValue {
    let width = match ty {
        Type::Record(record) => {
            let parts = record.parts().into_iter();
            return LaneValue::Record(
                parts.map(|(part, ty)| (part, add_result_columns(compiler, ty, columns))).collect(),
            );
        }
        Type::Unsigned(bits) | Type::Signed(bits) => Width::of_bits(bits),
        Type::Single | Type::Character | Type::Events | Type::Bool => Width::W32,
        Type::Double => Width::W64,
        Type::Native(native) => Width::of_bits(8 * native_size(native)),
        Type::Bytes(_) => unreachable!("digits have steps of their own"),
    };
    let place = compiler.add_column(width);
    // The runtime returns `bool`s as 0 or 1. `store_results` makes masks of those.
    columns.push((place, ty == Type::Bool));
    LaneValue::Word(column_word(place))
}

/// Appends the words of a value to `lanes`.
fn append_lanes(value: &LaneValue, lanes: &mut Vec<Lane>) {
    match value {
        LaneValue::Word(lane) => lanes.push(*lane),
        LaneValue::Record(parts) => {
            for (_, value) in parts {
                append_lanes(value, lanes);
            }
        }
        LaneValue::Bytes(_) => unreachable!("digits have steps of their own"),
    }
}

/// A column that is written, and whether it holds truth values.
pub(super) type ResultColumn = (ColumnId, bool);

pub(super) fn list_column_ids(columns: &[ResultColumn]) -> Vec<ColumnId> {
    columns.iter().map(|(column, _)| *column).collect()
}

pub(super) fn place_result_columns(at: &ColumnPlaces, columns: &[ResultColumn]) -> Vec<ResultColumn> {
    columns.iter().map(|&(column, is_truth)| (at.place_column(column), is_truth)).collect()
}

/// Stores the words of a result in the columns.
pub(super) fn store_results(frame: &mut Columns, columns: &[ResultColumn], item: usize, results: &[u128]) {
    for (&(column, is_truth), &number) in columns.iter().zip(results) {
        frame.set_number(column, item, if is_truth { u128::mask_from(number != 0) } else { number });
    }
}

/// Compiles a primitive that is called for each item.
fn compile_item_by_item(
    compiler: &mut StepCompiler,
    primitive: Primitive,
    arguments: &[&LaneValue],
) -> LaneValue {
    let mut lanes = Vec::new();
    for value in arguments {
        append_lanes(value, &mut lanes);
    }
    // Known arguments have no columns: they are passed as they are.
    let reads: Vec<ColumnId> = lanes
        .iter()
        .filter_map(|lane| match lane.slot {
            WordSlot::Column(column) => Some(column),
            WordSlot::Known(_) => None,
        })
        .collect();
    let mut columns = Vec::new();
    let (_, ty) = primitive.signature();
    let value = add_result_columns(compiler, ty, &mut columns);
    compiler.push_step(&reads, &list_column_ids(&columns), move |at| {
        let slots: Vec<WordSlot> = lanes.iter().map(|lane| at.place_slot(lane.slot)).collect();
        let columns = place_result_columns(at, &columns);
        Box::new(move |frame, _, items| {
            // An argument may be a record as large as a result, and there are at most two of them.
            let (mut argument_words, mut results) = ([0; 2 * RESULTS], [0; RESULTS]);
            for item in 0..items {
                for (argument_words, slot) in argument_words.iter_mut().zip(&slots) {
                    *argument_words = match slot {
                        WordSlot::Known(number) => *number,
                        WordSlot::Column(column) => frame.get(*column, item),
                    };
                }
                evaluate_primitive(primitive, &argument_words, &mut results);
                store_results(frame, &columns, item, &results);
            }
        })
    });
    value
}

/// Calls a primitive with the words of an item, and stores the words of its result in `results` in their order.
#[expect(
    clippy::too_many_lines,
    reason = "a match over all primitives, so that a new one cannot be forgotten"
)]
fn evaluate_primitive(primitive: Primitive, arguments: &[u128], results: &mut [u128; RESULTS]) {
    // Arguments that a primitive does not have are zero here.
    let [a, b, c] = [arguments[0], arguments[1], arguments[2]];
    let exponent = |word: u128| u32::from_low_bits(word).cast_signed();
    match primitive {
        Primitive::Unpack { native, width } => unpack_native_float(native, width, a, results),
        Primitive::Round { width, targets: (target, negative), rounding } => {
            // Negative numbers have a target of their own if the numbers of the format begin elsewhere on their side.
            // `a` is the sign.
            let target = to_runtime_target(negative.filter(|_| a != 0).unwrap_or(target));
            let rounding = how(rounding);
            if width == 64 {
                store_rounded(
                    rt::round_u64(a != 0, u64::from_low_bits(b), exponent(c), target, rounding),
                    results,
                );
            } else {
                store_rounded(rt::round_u128(a != 0, b, exponent(c), target, rounding), results);
            }
        }
        Primitive::Make { native, width, rounding, beyond, flush } => {
            let how = (how(rounding), to_runtime_beyond(beyond), flush);
            store_native_float(native, width, (a != 0, b, exponent(c)), how, results);
        }
        Primitive::Whole { width, rounding } => {
            let rounding = how(rounding);
            if width == 64 {
                let whole = rt::whole_u64(a != 0, u64::from_low_bits(b), exponent(c), rounding);
                store_numbers(results, [whole.magnitude.into(), whole.inexact.into(), whole.beyond.into()]);
            } else {
                let whole = rt::whole_u128(a != 0, b, exponent(c), rounding);
                store_numbers(results, [whole.magnitude, whole.inexact.into(), whole.beyond.into()]);
            }
        }
        Primitive::IsInvalid => store_numbers(results, [rt::is_invalid(rt::LongDouble::from_bits(a)).into()]),
        Primitive::Sum(part) => {
            let sum = if part == 32 {
                rt::sum_f32(u32::from_low_bits(a), u32::from_low_bits(b))
            } else {
                rt::sum_f64(u64::from_low_bits(a), u64::from_low_bits(b))
            };
            store_unpacked(sum, results);
        }
        Primitive::Split { part, rounding } => {
            let value = rt::Unpacked {
                negative: a != 0,
                significand: b,
                exponent: exponent(c),
                infinite: arguments[3] != 0,
                nan: arguments[4] != 0,
            };
            let rounding = how(rounding);
            let (word, tiny) =
                if part == 32 { rt::split_f32(value, rounding) } else { rt::split_f64(value, rounding) };
            store_numbers(results, [word.word, kinds_to_bits(word.kinds), tiny.into()]);
        }
        Primitive::FromSet(_) | Primitive::ToSet(_) | Primitive::Narrow | Primitive::Widen => {
            evaluate_character(primitive, a, results);
        }
        Primitive::FromBool(_) | Primitive::ToBool(_) => store_numbers(results, [u128::from(a != 0)]),
        Primitive::ToBinary { .. }
        | Primitive::ToDecimal { .. }
        | Primitive::ToNativeDecimal { .. }
        | Primitive::FromNativeDecimal { .. } => evaluate_scaled(primitive, [a, b, c], results),
        Primitive::LeadingZeros(width) => store_numbers(results, [(a.leading_zeros() + width - 128).into()]),
        Primitive::FromDeclets(_)
        | Primitive::ToDeclets(_)
        | Primitive::ToHalves(_)
        | Primitive::ToCentesimals(_)
        | Primitive::TenToTwo
        | Primitive::TwoToTen { .. }
        | Primitive::TenToTen { .. }
        | Primitive::TenToNative { .. }
        | Primitive::NativeToTen => tens::evaluate_decimal(primitive, a, (a != 0, b, exponent(c)), results),
        // `compile_call` makes loops over columns of these, so that they are never called item by item.
        Primitive::Single
        | Primitive::SignedSingle
        | Primitive::Double
        | Primitive::SignedDouble
        | Primitive::NearestDouble
        | Primitive::NearestSignedDouble
        | Primitive::OddDouble
        | Primitive::NearestHexadecimal
        | Primitive::ReadDigits(_)
        | Primitive::WriteDigits(_) => unreachable!("it has a step of its own"),
    }
}

/// [`evaluate_primitive`] for characters.
fn evaluate_character(primitive: Primitive, a: u128, results: &mut [u128; RESULTS]) {
    match primitive {
        Primitive::FromSet(charset) => {
            let (character, is_mapped) = decode_character(charset, u32::from_low_bits(a));
            store_numbers(results, [u32::from(character).into(), is_mapped.into()]);
        }
        Primitive::ToSet(charset) => {
            let (word, is_mapped) = encode_character(charset, to_character(u32::from_low_bits(a)));
            store_numbers(results, [word.into(), is_mapped.into()]);
        }
        Primitive::Narrow => {
            let (native, is_mapped) = rt::to_character(to_character(u32::from_low_bits(a)));
            store_numbers(results, [native.0.into(), is_mapped.into()]);
        }
        Primitive::Widen => store_numbers(results, [u32::from(char::from(u8::from_low_bits(a))).into()]),
        _ => unreachable!("it is not about characters"),
    }
}

/// [`evaluate_primitive`] for decimals with a scale.
fn evaluate_scaled(primitive: Primitive, [a, b, c]: [u128; 3], results: &mut [u128; RESULTS]) {
    match primitive {
        Primitive::ToBinary { scale, precision } => {
            let (significand, exponent) = rt::to_binary(a, scale, precision);
            store_numbers(results, [significand, exponent.cast_unsigned().into()]);
        }
        Primitive::ToDecimal { scale, rounding } => {
            let whole = rt::to_decimal(a != 0, b, u32::from_low_bits(c).cast_signed(), scale, how(rounding));
            store_numbers(results, [whole.number, whole.inexact.into(), whole.beyond.into()]);
        }
        Primitive::ToNativeDecimal { scale, rounding } => {
            let (decimal, kinds) = rt::to_native_decimal(a != 0, b, scale, how(rounding));
            store_numbers(results, [pack_decimal(decimal), kinds_to_bits(kinds)]);
        }
        Primitive::FromNativeDecimal { scale, rounding } => {
            let (negative, whole) = rt::from_native_decimal(unpack_decimal(a), scale, how(rounding));
            store_numbers(
                results,
                [negative.into(), whole.number, whole.inexact.into(), whole.beyond.into()],
            );
        }
        _ => unreachable!("it has no scale"),
    }
}

fn store_unpacked<T: Into<u128>>(value: rt::Unpacked<T>, results: &mut [u128; RESULTS]) {
    let rt::Unpacked { negative, significand, exponent, infinite, nan } = value;
    let exponent = exponent.cast_unsigned().into();
    store_numbers(results, [negative.into(), significand.into(), exponent, infinite.into(), nan.into()]);
}

/// Takes apart the native float that `word` is.
fn unpack_native_float(native: Native, width: u32, word: u128, results: &mut [u128; RESULTS]) {
    let wide = width == 128;
    match native {
        Native::F16 if wide => {
            store_unpacked(rt::unpack_wide_f16(rt::F16::from_bits(u16::from_low_bits(word))), results);
        }
        Native::F16 => store_unpacked(rt::unpack_f16(rt::F16::from_bits(u16::from_low_bits(word))), results),
        Native::Bf16 if wide => {
            store_unpacked(rt::unpack_wide_bf16(rt::Bf16::from_bits(u16::from_low_bits(word))), results);
        }
        Native::Bf16 => {
            store_unpacked(rt::unpack_bf16(rt::Bf16::from_bits(u16::from_low_bits(word))), results);
        }
        Native::F32 if wide => {
            store_unpacked(rt::unpack_wide_f32(f32::from_bits(u32::from_low_bits(word))), results);
        }
        Native::F32 => store_unpacked(rt::unpack_f32(f32::from_bits(u32::from_low_bits(word))), results),
        Native::F64 if wide => {
            store_unpacked(rt::unpack_wide_f64(f64::from_bits(u64::from_low_bits(word))), results);
        }
        Native::F64 => store_unpacked(rt::unpack_f64(f64::from_bits(u64::from_low_bits(word))), results),
        Native::LongDouble => {
            store_unpacked(rt::unpack_long_double(rt::LongDouble::from_bits(word)), results);
        }
        Native::F128 => store_unpacked(rt::unpack_f128(rt::F128::from_bits(word)), results),
        _ => unreachable!("no native float"),
    }
}

/// The word of the native float nearest to a value, and its events.
fn store_native_float(
    native: Native,
    width: u32,
    (negative, significand, exponent): (bool, u128, i32),
    (rounding, beyond, flush): (rt::Rounding, rt::Beyond, bool),
    results: &mut [u128; RESULTS],
) {
    fn store_made<T: Into<u128>>(of: rt::Made<T>, results: &mut [u128; RESULTS]) {
        store_numbers(results, [of.word.into(), kinds_to_bits(of.kinds)]);
    }
    // The word of 64 bits is the same number where the plan has chosen that width.
    let (wide, narrow) = (width == 128, u64::from_low_bits(significand));
    match native {
        Native::F16 if wide => {
            store_made(rt::make_wide_f16(negative, significand, exponent, rounding, beyond, flush), results);
        }
        Native::F16 => store_made(rt::make_f16(negative, narrow, exponent, rounding, beyond, flush), results),
        Native::Bf16 if wide => {
            store_made(rt::make_wide_bf16(negative, significand, exponent, rounding, beyond, flush), results);
        }
        Native::Bf16 => {
            store_made(rt::make_bf16(negative, narrow, exponent, rounding, beyond, flush), results);
        }
        Native::F32 if wide => {
            store_made(rt::make_wide_f32(negative, significand, exponent, rounding, beyond, flush), results);
        }
        Native::F32 => store_made(rt::make_f32(negative, narrow, exponent, rounding, beyond, flush), results),
        Native::F64 if wide => {
            store_made(rt::make_wide_f64(negative, significand, exponent, rounding, beyond, flush), results);
        }
        Native::F64 => store_made(rt::make_f64(negative, narrow, exponent, rounding, beyond, flush), results),
        Native::LongDouble => {
            store_made(
                rt::make_long_double(negative, significand, exponent, rounding, beyond, flush),
                results,
            );
        }
        Native::F128 => {
            store_made(rt::make_f128(negative, significand, exponent, rounding, beyond, flush), results);
        }
        _ => unreachable!("no native float"),
    }
}

fn decode_character(charset: Charset, word: u32) -> (char, bool) {
    match charset {
        Charset::Ascii => rt::from_ascii(word),
        Charset::Latin1 => rt::from_latin1(word),
        Charset::Page(page) => rt::from_page(to_runtime_page(page), word),
        // A byte of such a text alone is no character. Its records convert whole texts.
        Charset::Mixed(_) => ('\0', false),
        Charset::Ucs2 => rt::from_ucs2(word),
        Charset::Utf32 => rt::from_utf32(word),
    }
}

fn encode_character(charset: Charset, character: char) -> (u32, bool) {
    match charset {
        Charset::Ascii => rt::to_ascii(character),
        Charset::Latin1 => rt::to_latin1(character),
        Charset::Page(page) => rt::to_page(to_runtime_page(page), character),
        // As in `decode_character`: the records of such a text convert it as a whole.
        Charset::Mixed(_) => (0, false),
        Charset::Ucs2 => rt::to_ucs2(character),
        Charset::Utf32 => rt::to_utf32(character),
    }
}

fn to_runtime_target(target: RoundingTarget) -> rt::Target {
    let RoundingTarget { precision, radix_bits, smallest, steps, negative_one } = target;
    // The fields are `i64` for exact arithmetic of the planner, and no format of the language goes beyond `i32`.
    let [smallest, steps] = [smallest, steps].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    rt::Target { precision, radix_bits, smallest, steps, negative_one }
}

fn to_runtime_beyond(beyond: Beyond) -> rt::Beyond {
    match beyond {
        Beyond::Saturate => rt::Beyond::Saturate,
        Beyond::Infinity => rt::Beyond::Infinity,
        Beyond::Nan => rt::Beyond::Nan,
    }
}
