//! The primitives of plans: computations of the runtime, applied to the items of columns.
//!
//! The primitives of ordinary bodies have their own loops, which the compiler vectorizes. The others are long
//! computations that are called item by item. Their arguments and results are passed as numbers of 128 bits.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use datarep::codegen::{self as rt, Processor};
use datarep_dsl::model::{Charset, DigitSet, Native, Plus};
use datarep_plan::primitive::{Beyond, DigitForm, Digits, PackedSign, Primitive, Target, ZonedSign};
use datarep_plan::types::{Part, Record, Type};

use super::compiler::{Compiler, Places};
use super::results::{RESULTS, rounded, rounding as how, set};
use super::tens;
use super::value::{Byte, Lane, Slot, Value, bits, bytes_of, column, packed, unpacked};
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
fn places(compiler: &mut Compiler, ty: Type, columns: &mut Vec<Written>) -> Value {
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
type Written = (Column, bool);

fn only(columns: &[Written]) -> Vec<Column> {
    columns.iter().map(|(column, _)| *column).collect()
}

fn located(at: &Places, columns: &[Written]) -> Vec<Written> {
    columns.iter().map(|&(column, is_truth)| (at.column(column), is_truth)).collect()
}

/// Stores the words of a result in the columns.
fn store(all: &mut Columns, columns: &[Written], item: usize, made: &[u128]) {
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

/// Reads the number that the decimal digits in an item's bytes form.
fn read_digits(compiler: &mut Compiler, digits: Digits, bytes: &Value) -> Value {
    let Value::Bytes(bytes) = bytes else { unreachable!("a plan's types are right") };
    let count = bytes.len();
    let mut columns = Vec::new();
    let value = places(compiler, Type::Record(Record::Digits(digits.width)), &mut columns);
    let input: Option<Vec<usize>> = bytes
        .iter()
        .map(|byte| match byte {
            Byte::Input(index) => Some(*index),
            Byte::Of(..) => None,
        })
        .collect();
    if let Some(places) = input {
        compiler.push(&[], &only(&columns), move |at| {
            let columns = located(at, &columns);
            Box::new(move |all, bytes, items| {
                let size = bytes.input.len() / items;
                let mut ordered = [0; MOST_BYTES];
                for (item, from) in bytes.input.chunks_exact(size).take(items).enumerate() {
                    for (to, &place) in ordered.iter_mut().zip(&places) {
                        *to = from[place];
                    }
                    store(all, &columns, item, &digits_of(digits, &ordered[..count]));
                }
            })
        });
        return value;
    }
    let from = compiler.in_columns(bytes);
    compiler.push(&from.clone(), &only(&columns), move |at| {
        let columns = located(at, &columns);
        let from: Vec<usize> = from.iter().map(|column| at.of(*column)).collect();
        Box::new(move |all, _, items| {
            let mut ordered = [0; MOST_BYTES];
            for item in 0..items {
                for (to, &index) in ordered.iter_mut().zip(&from) {
                    *to = all.of::<u8>(index, items)[item];
                }
                store(all, &columns, item, &digits_of(digits, &ordered[..count]));
            }
        })
    });
    value
}

/// Writes a number as bytes of decimal digits.
fn write_digits(compiler: &mut Compiler, digits: Digits, [negative, number]: [Lane; 2]) -> Value {
    let columns: Vec<Column> = (0..digits.bytes).map(|_| compiler.column(Width::W8)).collect();
    let value = Value::Bytes(columns.iter().map(|byte| Byte::Of(column(*byte), 0)).collect());
    let [negative, number] = [negative, number].map(|lane| compiler.in_column(lane));
    compiler.push(&[negative, number], &columns.clone(), move |at| {
        let [negative, number] = [negative, number].map(|column| at.column(column));
        let columns: Vec<Column> = columns.iter().map(|column| at.column(*column)).collect();
        Box::new(move |all, _, items| {
            let mut bytes = [0; MOST_BYTES];
            for item in 0..items {
                let (negative, number) = (all.get(negative, item) != 0, all.get(number, item));
                bytes_of_digits(digits, negative, number, &mut bytes[..columns.len()]);
                for (column, byte) in columns.iter().zip(bytes) {
                    all.set(*column, item, byte.into());
                }
            }
        })
    });
    value
}

/// The most bytes that an item of digits has.
const MOST_BYTES: usize = 64;

/// An array of bytes, as the runtime's functions take it.
fn fixed<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or([0; N])
}

/// Calls a function that is not inlined here.
///
/// The runtime's functions of digits are always inlined, and a debug build keeps the variables of each copy. A hundred
/// copies in one function need a frame of 2 MB, which is all the stack that a thread has.
#[inline(never)]
fn call_apart<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Evaluates an expression with the number of bytes as a constant. The second argument is the largest number of bytes.
macro_rules! of_count {
    ($count:expr, 6, $n:ident => $body:expr) => {
        of_count!($count; $n => $body; 1 2 3 4 5 6)
    };
    ($count:expr, 10, $n:ident => $body:expr) => {
        of_count!($count; $n => $body; 1 2 3 4 5 6 7 8 9 10)
    };
    ($count:expr, 18, $n:ident => $body:expr) => {
        of_count!($count; $n => $body; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)
    };
    ($count:expr, 25, $n:ident => $body:expr) => {
        of_count!($count; $n => $body; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25)
    };
    ($count:expr, 50, $n:ident => $body:expr) => {
        of_count!(
            $count; $n => $body;
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38
            39 40 41 42 43 44 45 46 47 48 49 50
        )
    };
    ($count:expr; $n:ident => $body:expr; $($number:literal)*) => {
        match $count {
            $($number => {
                const $n: usize = $number;
                call_apart(|| $body)
            })*
            count => unreachable!("the language has no digits in {count} bytes"),
        }
    };
}

/// The sign, the number, and whether a digit is invalid.
fn digits_of(digits: Digits, bytes: &[u8]) -> [u128; 3] {
    fn parts<T: Into<u128>>(read: rt::Digits<T>) -> [u128; 3] {
        [read.negative.into(), read.number.into(), read.invalid.into()]
    }
    let count = digits.count as usize;
    match (digits.form, digits.width) {
        (DigitForm::Packed(sign), 32) => {
            let sign = packed_sign(sign);
            of_count!(bytes.len(), 6, N => parts(rt::read_packed_u32::<N>(fixed(bytes), count, sign)))
        }
        (DigitForm::Packed(sign), 64) => {
            let sign = packed_sign(sign);
            of_count!(bytes.len(), 10, N => parts(rt::read_packed_u64::<N>(fixed(bytes), count, sign)))
        }
        (DigitForm::Packed(sign), _) => {
            let sign = packed_sign(sign);
            of_count!(bytes.len(), 25, N => parts(rt::read_packed_u128::<N>(fixed(bytes), count, sign)))
        }
        (DigitForm::Zoned(set, sign, point), width) => {
            let (set, sign) = (digit_set(set), zoned_sign(sign));
            let point = point.and_then(|point| usize::try_from(point).ok());
            match width {
                32 => {
                    of_count!(bytes.len(), 10, N => parts(rt::read_zoned_u32::<N>(fixed(bytes), count, set, sign, point)))
                }
                64 => {
                    of_count!(bytes.len(), 18, N => parts(rt::read_zoned_u64::<N>(fixed(bytes), count, set, sign, point)))
                }
                _ => {
                    of_count!(bytes.len(), 50, N => parts(rt::read_zoned_u128::<N>(fixed(bytes), count, set, sign, point)))
                }
            }
        }
    }
}

fn bytes_of_digits(digits: Digits, negative: bool, number: u128, bytes: &mut [u8]) {
    let count = digits.count as usize;
    let length = bytes.len();
    match (digits.form, digits.width) {
        (DigitForm::Packed(sign), 32) => {
            let (sign, number) = (packed_sign(sign), u32::low(number));
            of_count!(length, 6, N => bytes.copy_from_slice(&rt::write_packed_u32::<N>(negative, number, sign)));
        }
        (DigitForm::Packed(sign), 64) => {
            let (sign, number) = (packed_sign(sign), u64::low(number));
            of_count!(length, 10, N => bytes.copy_from_slice(&rt::write_packed_u64::<N>(negative, number, sign)));
        }
        (DigitForm::Packed(sign), _) => {
            let sign = packed_sign(sign);
            of_count!(length, 25, N => bytes.copy_from_slice(&rt::write_packed_u128::<N>(negative, number, sign)));
        }
        (DigitForm::Zoned(set, sign, point), width) => {
            let (set, sign) = (digit_set(set), zoned_sign(sign));
            let point = point.and_then(|point| usize::try_from(point).ok());
            match width {
                32 => of_count!(length, 10, N => bytes.copy_from_slice(
                    &rt::write_zoned_u32::<N>(negative, u32::low(number), count, set, sign, point)
                )),
                64 => of_count!(length, 18, N => bytes.copy_from_slice(
                    &rt::write_zoned_u64::<N>(negative, u64::low(number), count, set, sign, point)
                )),
                _ => of_count!(length, 50, N => bytes.copy_from_slice(
                    &rt::write_zoned_u128::<N>(negative, number, count, set, sign, point)
                )),
            }
        }
    }
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

fn digit_set(set: DigitSet) -> rt::DigitSet {
    match set {
        DigitSet::Ebcdic => rt::DigitSet::Ebcdic,
        DigitSet::Ascii => rt::DigitSet::Ascii,
    }
}

fn packed_sign(sign: PackedSign) -> rt::PackedSign {
    match sign {
        PackedSign::None => rt::PackedSign::None,
        PackedSign::Last(plus) => rt::PackedSign::Last(self::plus(plus)),
        PackedSign::Floating => rt::PackedSign::Floating,
        PackedSign::TopByte => rt::PackedSign::TopByte,
    }
}

fn zoned_sign(sign: ZonedSign) -> rt::ZonedSign {
    match sign {
        ZonedSign::First(plus) => rt::ZonedSign::First(self::plus(plus)),
        ZonedSign::Last(plus) => rt::ZonedSign::Last(self::plus(plus)),
        ZonedSign::Before => rt::ZonedSign::Before,
        ZonedSign::Behind => rt::ZonedSign::Behind,
    }
}

fn plus(plus: Plus) -> rt::Plus {
    match plus {
        Plus::Preferred => rt::Plus::Preferred,
        Plus::Plain => rt::Plus::Plain,
        Plus::Only => rt::Plus::Only,
    }
}
