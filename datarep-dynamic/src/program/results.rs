//! The results of a primitive for an item, as numbers of 128 bits.

use datarep::codegen as rt;
use datarep_dsl::model::Rounding;

/// The largest number of values that a primitive returns.
pub(super) const RESULTS: usize = 5;

pub(super) fn store_numbers<const N: usize>(results: &mut [u128; RESULTS], numbers: [u128; N]) {
    results[..N].copy_from_slice(&numbers);
}

pub(super) fn store_rounded<T: Into<u128>>(rounded: rt::Rounded<T>, results: &mut [u128; RESULTS]) {
    let rt::Rounded { significand, step, inexact, overflow, tiny } = rounded;
    let step = step.cast_unsigned().into();
    store_numbers(results, [significand.into(), step, inexact.into(), overflow.into(), tiny.into()]);
}

pub(super) fn to_runtime_rounding(rounding: Rounding) -> rt::Rounding {
    match rounding {
        Rounding::NearestEven => rt::Rounding::NearestEven,
        Rounding::TowardZero => rt::Rounding::TowardZero,
        Rounding::NearestAway => rt::Rounding::NearestAway,
        Rounding::Up => rt::Rounding::Up,
        Rounding::Down => rt::Rounding::Down,
    }
}
