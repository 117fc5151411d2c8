//! Casts from floats to integers whose range is known, as the processor's instruction requires.

#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

/// The float nearest to an integer, ties to even, and whether it differs from the integer.
///
/// If the compiler sees that the top bit is clear, one conversion back and a comparison remain.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the loss is what is asked for")]
pub(crate) fn nearest(integer: u64) -> (f64, bool) {
    let low = integer & (u64::MAX >> 1);
    // SAFETY: an integer below 2^63 becomes a float of at most 2^63, which is not NaN, not negative, and fits. If one
    // did not fit, `floats_fit_at_the_borders` would fail under Miri.
    let back = unsafe { (low as f64).to_int_unchecked::<u64>() };
    let inexact = if integer >> 63 == 0 {
        back != integer
    } else {
        // Whether the lowest set bit lies below the 53 bits that are kept.
        (integer.wrapping_sub(1) & !integer) < integer >> 53
    };
    (integer as f64, inexact)
}

/// The float nearest to a signed integer above -2^62 and below 2^62, ties to even, and whether it differs from the
/// integer.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the loss is what is asked for")]
pub(crate) fn nearest_signed(integer: i64) -> (f64, bool) {
    // The compiler removes these shifts if it sees that the two top bits are equal.
    let near = (integer << 1 >> 1) as f64;
    // SAFETY: a float from -2^62 to 2^62 is not NaN, and fits. The same test checks it.
    let back = unsafe { near.to_int_unchecked::<i64>() };
    (near, back != integer)
}

/// The hexadecimal significand of six digits nearest to a number, ties to even, and whether it differs from the number.
///
/// The lowest 23 bits of `word` are the number's fraction. The two bits above say where its leading one stands in the
/// first digit. Higher bits are ignored.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "all are exact but the first difference")]
pub(crate) fn nearest_hexadecimal(word: u32) -> (u32, bool) {
    const END: f32 = 16_777_216.0;
    // At least 2^20 and below 2^24. The last bit of its difference from 2^24 stands for one, or the difference is
    // exact.
    let number = f32::from_bits((word & 0x1FF_FFFF) + (147 << 23));
    let nearest = END - (END - number);
    // SAFETY: a float from 2^20 to 2^24 is not NaN, and fits. The same test checks it.
    let integer = unsafe { nearest.to_int_unchecked::<i32>() };
    (integer.cast_unsigned(), nearest != number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The floats that are cast back fit, for the least and the greatest integers. Only an interpreter notices if they
    /// do not.
    #[test]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the loss is what is compared, in integers that hold every one of these floats"
    )]
    fn floats_fit_at_the_borders() {
        let told = |(float, inexact): (f64, bool)| (float.to_bits(), inexact);
        let powers = (0..64).map(|bit| 1_u64 << bit);
        let near = powers.flat_map(|power| [power.wrapping_sub(1), power, power.wrapping_add(1)]);
        for integer in near.chain([0, u64::MAX, u64::MAX - (1 << 10), u64::MAX - (1 << 11) + 1]) {
            let float = integer as f64;
            let inexact = float as u128 != u128::from(integer);
            assert_eq!(told(nearest(integer)), (float.to_bits(), inexact), "{integer:x}");
            let below = (integer >> 2).cast_signed();
            for signed in [below, -below] {
                let float = signed as f64;
                let inexact = float as i128 != i128::from(signed);
                assert_eq!(told(nearest_signed(signed)), (float.to_bits(), inexact), "{signed:x}");
            }
        }
        // Integers out of the range have another result, and fit all the same.
        assert_eq!([i64::MAX, i64::MIN].map(|integer| told(nearest_signed(integer)).1), [true; 2]);
        for word in [0, 1, 0x1FF_FFFF, 0x1FF_FFFE, 0x180_0000, 0xFE00_0000, u32::MAX] {
            let (significand, _) = nearest_hexadecimal(word);
            assert!((1 << 20..=1 << 24).contains(&significand), "{word:x}: {significand:x}");
        }
    }
}
