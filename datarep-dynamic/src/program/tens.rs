//! The primitives of decimal floats, item by item.

use datarep::codegen as rt;
use datarep_plan::primitive::{DecimalTarget, Primitive};

use super::results::{RESULTS, store_numbers, store_rounded, to_runtime_rounding as how};
use super::value::{kinds_to_bits, pack_decimal, unpack_decimal};
use crate::columns::ColumnWord;

/// Calls a primitive of decimal floats with a word, or with a sign, a number and a power, and stores its results in
/// `results`.
pub(super) fn evaluate_decimal(
    primitive: Primitive,
    word: u128,
    (negative, number, power): (bool, u128, i32),
    results: &mut [u128; RESULTS],
) {
    match primitive {
        Primitive::TwoToTen { target, rounding } => {
            let (target, rounding) = (to_runtime_decimal_target(target), how(rounding));
            store_rounded(rt::two_to_ten(negative, number, power, target, rounding), results);
        }
        Primitive::TenToTen { target, rounding } => {
            let (target, rounding) = (to_runtime_decimal_target(target), how(rounding));
            store_rounded(rt::ten_to_ten(negative, number, power, target, rounding), results);
        }
        Primitive::TenToNative { rounding } => {
            let (decimal, kinds) = rt::ten_to_native(negative, number, power, how(rounding));
            store_numbers(results, [pack_decimal(decimal), kinds_to_bits(kinds)]);
        }
        Primitive::FromDeclets(count) => store_numbers(results, [rt::from_declets(word, count)]),
        Primitive::ToDeclets(count) => store_numbers(results, [rt::to_declets(word, count)]),
        Primitive::ToHalves(count) => store_numbers(results, [rt::to_halves(word, count)]),
        Primitive::ToCentesimals(count) => store_numbers(results, [rt::to_centesimals(word, count)]),
        Primitive::NativeToTen => {
            let (negative, number, power) = rt::native_to_ten(unpack_decimal(word));
            store_numbers(results, [negative.into(), number, power.cast_unsigned().into()]);
        }
        // What is left is `TenToTwo`, whose power comes as the second argument. `evaluate_primitive` sends no other
        // primitive here.
        _ => {
            let (significand, power) = rt::ten_to_two(word, u32::from_low_bits(number).cast_signed());
            store_numbers(results, [significand, power.cast_unsigned().into()]);
        }
    }
}

fn to_runtime_decimal_target(target: DecimalTarget) -> rt::DecimalTarget {
    let DecimalTarget { digits, bias, steps, tens, normalized } = target;
    // The plan's numbers are wider than those of any format, so that nothing is cut off.
    let [bias, steps] = [bias, steps].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    rt::DecimalTarget { digits, bias, steps, tens, normalized }
}
