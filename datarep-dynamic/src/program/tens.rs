//! The primitives of decimal floats, item by item.

use datarep::codegen as rt;
use datarep_plan::primitive::{DecimalTarget, Primitive};

use super::results::{RESULTS, rounded, rounding as how, set};
use super::value::{bits, packed, unpacked};
use crate::columns::Word;

/// Calls a primitive of decimal floats with a word, or with a sign, a number and a power, and stores its results in
/// `made`.
pub(super) fn evaluate(
    primitive: Primitive,
    word: u128,
    (negative, number, power): (bool, u128, i32),
    made: &mut [u128; RESULTS],
) {
    match primitive {
        Primitive::TwoToTen { target, rounding } => {
            let (target, rounding) = (decimal_target(target), how(rounding));
            rounded(rt::two_to_ten(negative, number, power, target, rounding), made);
        }
        Primitive::TenToTen { target, rounding } => {
            let (target, rounding) = (decimal_target(target), how(rounding));
            rounded(rt::ten_to_ten(negative, number, power, target, rounding), made);
        }
        Primitive::TenToNative { rounding } => {
            let (decimal, kinds) = rt::ten_to_native(negative, number, power, how(rounding));
            set(made, [packed(decimal), bits(kinds)]);
        }
        Primitive::FromDeclets(count) => set(made, [rt::from_declets(word, count)]),
        Primitive::ToDeclets(count) => set(made, [rt::to_declets(word, count)]),
        Primitive::ToHalves(count) => set(made, [rt::to_halves(word, count)]),
        Primitive::ToCentesimals(count) => set(made, [rt::to_centesimals(word, count)]),
        Primitive::NativeToTen => {
            let (negative, number, power) = rt::native_to_ten(unpacked(word));
            set(made, [negative.into(), number, power.cast_unsigned().into()]);
        }
        _ => {
            let (significand, power) = rt::ten_to_two(word, u32::low(number).cast_signed());
            set(made, [significand, power.cast_unsigned().into()]);
        }
    }
}

fn decimal_target(target: DecimalTarget) -> rt::DecimalTarget {
    let DecimalTarget { digits, bias, steps, tens, normalized } = target;
    let [bias, steps] = [bias, steps].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    rt::DecimalTarget { digits, bias, steps, tens, normalized }
}
