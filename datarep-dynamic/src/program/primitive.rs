//! The primitives of plans: computations of the runtime, applied to the items of columns.
//!
//! The primitives of ordinary bodies have their own loops, which the compiler vectorizes. The others are long
//! computations that are called item by item. Their arguments and results are passed as numbers of 128 bits.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use datarep::codegen::{self as rt, Processor};
use datarep_dsl::model::{Charset, Native};
use datarep_plan::primitive::{Beyond, Primitive, Target};
use datarep_plan::types::{Part, Type};

use super::compiler::{Compiler, Places};
use super::digits::{read_digits, write_digits};
use super::results::{RESULTS, rounded, rounding as how, set};
use super::tens;
use super::value::{Lane, Slot, Value, bits, bytes_of, column, packed, unpacked};
use crate::columns::{Column, Columns, Width, Word};
use crate::loops::{self, ByLevel};

/// Defines functions of an item. Each returns a number and a truth value: whether the number is inexact, or for a
/// character whether it is known.
macro_rules! by_level {
    ($($name:ident: $from:ty => $to:ty, |$item:ident| $body:expr;)*) => { $(
        #[derive(Clone, Copy)]
        struct $name;

        impl ByLevel<$from, $to, $to> for $name {
            #[inline(always)]
            fn of<P: Processor>($item: $from) -> ($to, $to) {
                let (number, inexact) = $body;
                (number, <$to>::mask(inexact))
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
    ToUcs2: u32 => u32, |item| rt::to_ucs2(character(item));
    ToUtf32: u32 => u32, |item| rt::to_utf32(character(item));
}

/// The character of a word that is a valid one.
#[inline(always)]
fn character(word: u32) -> char {
    char::from_u32(word).unwrap_or_default()
}

/// The value of a primitive.
pub(super) fn call(compiler: &mut Compiler, primitive: Primitive, arguments: &[&Value]) -> Value {
    let first = || arguments[0].lane();
    let both = |names: [Part; 2], [one, other]: [Lane; 2]| {
        let [name, more] = names;
        Value::Record(vec![(name, Value::Word(one)), (more, Value::Word(other))])
    };
    match primitive {
        Primitive::Single | Primitive::SignedSingle => {
            let number = |word: u32| rt::signed_single(word.cast_signed()).to_bits();
            Value::Word(compiler.convert::<u32, u32>(first(), number))
        }
        Primitive::OddDouble => {
            Value::Word(compiler.convert::<u64, u64>(first(), |word| rt::odd_double(word).to_bits()))
        }
        Primitive::Double => Value::Word(by_level::<u64, _>(compiler, first(), Double)[0]),
        Primitive::SignedDouble => Value::Word(by_level::<u64, _>(compiler, first(), SignedDouble)[0]),
        Primitive::NearestDouble => {
            both([Part::Number, Part::Inexact], by_level::<u64, _>(compiler, first(), NearestDouble))
        }
        Primitive::NearestSignedDouble => {
            both([Part::Number, Part::Inexact], by_level::<u64, _>(compiler, first(), NearestSignedDouble))
        }
        Primitive::NearestHexadecimal => both(
            [Part::Significand, Part::Inexact],
            by_level::<u32, _>(compiler, first(), NearestHexadecimal),
        ),
        Primitive::FromSet(Charset::Ucs2) => {
            both([Part::Character, Part::Known], by_level::<u32, _>(compiler, first(), FromUcs2))
        }
        Primitive::FromSet(Charset::Utf32) => {
            both([Part::Character, Part::Known], by_level::<u32, _>(compiler, first(), FromUtf32))
        }
        Primitive::ToSet(Charset::Ucs2) => {
            both([Part::Word, Part::Known], by_level::<u32, _>(compiler, first(), ToUcs2))
        }
        Primitive::ToSet(Charset::Utf32) => {
            both([Part::Word, Part::Known], by_level::<u32, _>(compiler, first(), ToUtf32))
        }
        Primitive::ReadDigits(digits) => read_digits(compiler, digits, arguments[0]),
        Primitive::WriteDigits(digits) => {
            write_digits(compiler, digits, [arguments[0].lane(), arguments[1].lane()])
        }
        _ => item_by_item(compiler, primitive, arguments),
    }
}

/// Two new columns that `f` computes from one.
fn by_level<T: Word, F: ByLevel<T, T, T>>(compiler: &mut Compiler, lane: Lane, f: F) -> [Lane; 2] {
    let a = compiler.in_column(lane);
    let (y, z) = (compiler.column(T::WIDTH), compiler.column(T::WIDTH));
    compiler.push(&[a], &[y, z], move |at| loops::pair::<T, T, T, F>(at.of(a), (at.of(y), at.of(z)), f));
    [column(y), column(z)]
}

/// Creates a column for each word of a type, appends them to `columns`, and returns the value that they form.
pub(super) fn places(compiler: &mut Compiler, ty: Type, columns: &mut Vec<Written>) -> Value {
    let width = match ty {
        Type::Record(record) => {
            let parts = record.parts().into_iter();
            return Value::Record(parts.map(|(part, ty)| (part, places(compiler, ty, columns))).collect());
        }
        Type::Unsigned(bits) | Type::Signed(bits) => Width::of_bits(bits),
        Type::Single | Type::Character | Type::Events | Type::Bool => Width::W32,
        Type::Double => Width::W64,
        Type::Native(native) => Width::of_bits(8 * bytes_of(native)),
        Type::Bytes(_) => unreachable!("digits have steps of their own"),
    };
    let place = compiler.column(width);
    columns.push((place, ty == Type::Bool));
    Value::Word(column(place))
}

/// Appends the words of a value to `all`.
fn words(value: &Value, all: &mut Vec<Lane>) {
    match value {
        Value::Word(lane) => all.push(*lane),
        Value::Record(parts) => {
            for (_, value) in parts {
                words(value, all);
            }
        }
        Value::Bytes(_) => unreachable!("digits have steps of their own"),
    }
}

/// A column that is written, and whether it holds truth values.
pub(super) type Written = (Column, bool);

pub(super) fn only(columns: &[Written]) -> Vec<Column> {
    columns.iter().map(|(column, _)| *column).collect()
}

pub(super) fn located(at: &Places, columns: &[Written]) -> Vec<Written> {
    columns.iter().map(|&(column, is_truth)| (at.column(column), is_truth)).collect()
}

/// Stores the words of a result in the columns.
pub(super) fn store(all: &mut Columns, columns: &[Written], item: usize, made: &[u128]) {
    for (&(column, is_truth), &number) in columns.iter().zip(made) {
        all.set(column, item, if is_truth { u128::mask(number != 0) } else { number });
    }
}

/// Compiles a primitive that is called for each item.
fn item_by_item(compiler: &mut Compiler, primitive: Primitive, arguments: &[&Value]) -> Value {
    let mut lanes = Vec::new();
    for value in arguments {
        words(value, &mut lanes);
    }
    let reads: Vec<Column> = lanes
        .iter()
        .filter_map(|lane| match lane.slot {
            Slot::Column(column) => Some(column),
            Slot::Known(_) => None,
        })
        .collect();
    let mut columns = Vec::new();
    let (_, ty) = primitive.signature();
    let value = places(compiler, ty, &mut columns);
    compiler.push(&reads, &only(&columns), move |at| {
        let slots: Vec<Slot> = lanes.iter().map(|lane| at.slot(lane.slot)).collect();
        let columns = located(at, &columns);
        Box::new(move |all, _, items| {
            let (mut given, mut made) = ([0; 2 * RESULTS], [0; RESULTS]);
            for item in 0..items {
                for (given, slot) in given.iter_mut().zip(&slots) {
                    *given = match slot {
                        Slot::Known(number) => *number,
                        Slot::Column(column) => all.get(*column, item),
                    };
                }
                evaluate(primitive, &given, &mut made);
                store(all, &columns, item, &made);
            }
        })
    });
    value
}

/// Calls a primitive with the words of an item, and stores the words of its result in `made` in their order.
fn evaluate(primitive: Primitive, given: &[u128], made: &mut [u128; RESULTS]) {
    let [a, b, c] = [given[0], given[1], given[2]];
    let exponent = |word: u128| u32::low(word).cast_signed();
    match primitive {
        Primitive::Unpack { native, width } => unpack(native, width, a, made),
        Primitive::Round { width, targets: (target, negative), rounding } => {
            let target = target_of(negative.filter(|_| a != 0).unwrap_or(target));
            let rounding = how(rounding);
            if width == 64 {
                rounded(rt::round_u64(a != 0, u64::low(b), exponent(c), target, rounding), made);
            } else {
                rounded(rt::round_u128(a != 0, b, exponent(c), target, rounding), made);
            }
        }
        Primitive::Make { native, width, rounding, beyond, flush } => {
            let how = (how(rounding), self::beyond(beyond), flush);
            make(native, width, (a != 0, b, exponent(c)), how, made);
        }
        Primitive::Whole { width, rounding } => {
            let rounding = how(rounding);
            if width == 64 {
                let whole = rt::whole_u64(a != 0, u64::low(b), exponent(c), rounding);
                set(made, [whole.magnitude.into(), whole.inexact.into(), whole.beyond.into()]);
            } else {
                let whole = rt::whole_u128(a != 0, b, exponent(c), rounding);
                set(made, [whole.magnitude, whole.inexact.into(), whole.beyond.into()]);
            }
        }
        _ => evaluate_other(primitive, given, made),
    }
}

/// [`evaluate`] for sums, characters, truth values and decimals.
fn evaluate_other(primitive: Primitive, given: &[u128], made: &mut [u128; RESULTS]) {
    let [a, b, c] = [given[0], given[1], given[2]];
    let exponent = |word: u128| u32::low(word).cast_signed();
    match primitive {
        Primitive::IsInvalid => set(made, [rt::is_invalid(rt::LongDouble::from_bits(a)).into()]),
        Primitive::Sum(part) => {
            let sum = if part == 32 {
                rt::sum_f32(u32::low(a), u32::low(b))
            } else {
                rt::sum_f64(u64::low(a), u64::low(b))
            };
            unpacked_float(sum, made);
        }
        Primitive::Split { part, rounding } => {
            let value = rt::Unpacked {
                negative: a != 0,
                significand: b,
                exponent: exponent(c),
                infinite: given[3] != 0,
                nan: given[4] != 0,
            };
            let rounding = how(rounding);
            let (word, tiny) =
                if part == 32 { rt::split_f32(value, rounding) } else { rt::split_f64(value, rounding) };
            set(made, [word.word, bits(word.kinds), tiny.into()]);
        }
        Primitive::FromSet(_) | Primitive::ToSet(_) | Primitive::Narrow | Primitive::Widen => {
            evaluate_character(primitive, a, made);
        }
        Primitive::FromBool(_) | Primitive::ToBool(_) => set(made, [u128::from(a != 0)]),
        Primitive::ToBinary { .. }
        | Primitive::ToDecimal { .. }
        | Primitive::ToNativeDecimal { .. }
        | Primitive::FromNativeDecimal { .. } => evaluate_scaled(primitive, [a, b, c], made),
        Primitive::LeadingZeros(width) => set(made, [(a.leading_zeros() + width - 128).into()]),
        Primitive::FromDeclets(_)
        | Primitive::ToDeclets(_)
        | Primitive::ToHalves(_)
        | Primitive::ToCentesimals(_)
        | Primitive::TenToTwo
        | Primitive::TwoToTen { .. }
        | Primitive::TenToTen { .. }
        | Primitive::TenToNative { .. }
        | Primitive::NativeToTen => tens::evaluate(primitive, a, (a != 0, b, exponent(c)), made),
        Primitive::Unpack { .. }
        | Primitive::Round { .. }
        | Primitive::Make { .. }
        | Primitive::Whole { .. }
        | Primitive::Single
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

/// [`evaluate`] for characters.
fn evaluate_character(primitive: Primitive, a: u128, made: &mut [u128; RESULTS]) {
    match primitive {
        Primitive::FromSet(charset) => {
            let (character, known) = from_set(charset, u32::low(a));
            set(made, [u32::from(character).into(), known.into()]);
        }
        Primitive::ToSet(charset) => {
            let (word, known) = to_set(charset, character(u32::low(a)));
            set(made, [word.into(), known.into()]);
        }
        Primitive::Narrow => {
            let (native, known) = rt::to_character(character(u32::low(a)));
            set(made, [native.0.into(), known.into()]);
        }
        Primitive::Widen => set(made, [u32::from(char::from(u8::low(a))).into()]),
        _ => unreachable!("it is not about characters"),
    }
}

/// [`evaluate`] for decimals with a scale.
fn evaluate_scaled(primitive: Primitive, [a, b, c]: [u128; 3], made: &mut [u128; RESULTS]) {
    match primitive {
        Primitive::ToBinary { scale, precision } => {
            let (significand, exponent) = rt::to_binary(a, scale, precision);
            set(made, [significand, exponent.cast_unsigned().into()]);
        }
        Primitive::ToDecimal { scale, rounding } => {
            let whole = rt::to_decimal(a != 0, b, u32::low(c).cast_signed(), scale, how(rounding));
            set(made, [whole.number, whole.inexact.into(), whole.beyond.into()]);
        }
        Primitive::ToNativeDecimal { scale, rounding } => {
            let (decimal, kinds) = rt::to_native_decimal(a != 0, b, scale, how(rounding));
            set(made, [packed(decimal), bits(kinds)]);
        }
        Primitive::FromNativeDecimal { scale, rounding } => {
            let (negative, whole) = rt::from_native_decimal(unpacked(a), scale, how(rounding));
            set(made, [negative.into(), whole.number, whole.inexact.into(), whole.beyond.into()]);
        }
        _ => unreachable!("it has no scale"),
    }
}

fn unpacked_float<T: Into<u128>>(value: rt::Unpacked<T>, made: &mut [u128; RESULTS]) {
    let rt::Unpacked { negative, significand, exponent, infinite, nan } = value;
    let exponent = exponent.cast_unsigned().into();
    set(made, [negative.into(), significand.into(), exponent, infinite.into(), nan.into()]);
}

/// Takes apart the native float that `word` is.
fn unpack(native: Native, width: u32, word: u128, made: &mut [u128; RESULTS]) {
    let wide = width == 128;
    match native {
        Native::F16 if wide => unpacked_float(rt::unpack_wide_f16(rt::F16::from_bits(u16::low(word))), made),
        Native::F16 => unpacked_float(rt::unpack_f16(rt::F16::from_bits(u16::low(word))), made),
        Native::Bf16 if wide => {
            unpacked_float(rt::unpack_wide_bf16(rt::Bf16::from_bits(u16::low(word))), made);
        }
        Native::Bf16 => unpacked_float(rt::unpack_bf16(rt::Bf16::from_bits(u16::low(word))), made),
        Native::F32 if wide => unpacked_float(rt::unpack_wide_f32(f32::from_bits(u32::low(word))), made),
        Native::F32 => unpacked_float(rt::unpack_f32(f32::from_bits(u32::low(word))), made),
        Native::F64 if wide => unpacked_float(rt::unpack_wide_f64(f64::from_bits(u64::low(word))), made),
        Native::F64 => unpacked_float(rt::unpack_f64(f64::from_bits(u64::low(word))), made),
        Native::LongDouble => {
            unpacked_float(rt::unpack_long_double(rt::LongDouble::from_bits(word)), made);
        }
        Native::F128 => unpacked_float(rt::unpack_f128(rt::F128::from_bits(word)), made),
        _ => unreachable!("no native float"),
    }
}

/// The word of the native float nearest to a value, and its events.
fn make(
    native: Native,
    width: u32,
    (negative, significand, exponent): (bool, u128, i32),
    (rounding, beyond, flush): (rt::Rounding, rt::Beyond, bool),
    made: &mut [u128; RESULTS],
) {
    fn word<T: Into<u128>>(of: rt::Made<T>, made: &mut [u128; RESULTS]) {
        set(made, [of.word.into(), bits(of.kinds)]);
    }
    let (wide, narrow) = (width == 128, u64::low(significand));
    match native {
        Native::F16 if wide => {
            word(rt::make_wide_f16(negative, significand, exponent, rounding, beyond, flush), made);
        }
        Native::F16 => word(rt::make_f16(negative, narrow, exponent, rounding, beyond, flush), made),
        Native::Bf16 if wide => {
            word(rt::make_wide_bf16(negative, significand, exponent, rounding, beyond, flush), made);
        }
        Native::Bf16 => word(rt::make_bf16(negative, narrow, exponent, rounding, beyond, flush), made),
        Native::F32 if wide => {
            word(rt::make_wide_f32(negative, significand, exponent, rounding, beyond, flush), made);
        }
        Native::F32 => word(rt::make_f32(negative, narrow, exponent, rounding, beyond, flush), made),
        Native::F64 if wide => {
            word(rt::make_wide_f64(negative, significand, exponent, rounding, beyond, flush), made);
        }
        Native::F64 => word(rt::make_f64(negative, narrow, exponent, rounding, beyond, flush), made),
        Native::LongDouble => {
            word(rt::make_long_double(negative, significand, exponent, rounding, beyond, flush), made);
        }
        Native::F128 => word(rt::make_f128(negative, significand, exponent, rounding, beyond, flush), made),
        _ => unreachable!("no native float"),
    }
}

fn from_set(charset: Charset, word: u32) -> (char, bool) {
    match charset {
        Charset::Ascii => rt::from_ascii(word),
        Charset::Latin1 => rt::from_latin1(word),
        Charset::EbcdicCp037 => rt::from_cp037(word),
        Charset::EbcdicCp500 => rt::from_cp500(word),
        Charset::EbcdicCp1047 => rt::from_cp1047(word),
        Charset::EbcdicCp1140 => rt::from_cp1140(word),
        Charset::Ucs2 => rt::from_ucs2(word),
        Charset::Utf32 => rt::from_utf32(word),
    }
}

fn to_set(charset: Charset, character: char) -> (u32, bool) {
    match charset {
        Charset::Ascii => rt::to_ascii(character),
        Charset::Latin1 => rt::to_latin1(character),
        Charset::EbcdicCp037 => rt::to_cp037(character),
        Charset::EbcdicCp500 => rt::to_cp500(character),
        Charset::EbcdicCp1047 => rt::to_cp1047(character),
        Charset::EbcdicCp1140 => rt::to_cp1140(character),
        Charset::Ucs2 => rt::to_ucs2(character),
        Charset::Utf32 => rt::to_utf32(character),
    }
}

fn target_of(target: Target) -> rt::Target {
    let Target { precision, radix_bits, smallest, steps, negative_one } = target;
    let [smallest, steps] = [smallest, steps].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    rt::Target { precision, radix_bits, smallest, steps, negative_one }
}

fn beyond(beyond: Beyond) -> rt::Beyond {
    match beyond {
        Beyond::Saturate => rt::Beyond::Saturate,
        Beyond::Infinity => rt::Beyond::Infinity,
        Beyond::Nan => rt::Beyond::Nan,
    }
}
