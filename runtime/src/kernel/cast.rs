//! Casts from floats to integers whose range is known, which is what the processor's instruction needs.

#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

/// The float nearest to an integer, to nearest even, and whether it is another number.
///
/// Where the compiler sees that the top bit is clear, one conversion back and a comparison are left.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the loss is what is asked for")]
pub(crate) fn nearest(integer: u64) -> (f64, bool) {
    let low = integer & (u64::MAX >> 1);
    // SAFETY: an integer below 2^63 is made a float of at most 2^63, which is no NaN, not negative, and fits.
    let back = unsafe { (low as f64).to_int_unchecked::<u64>() };
    let inexact = if integer >> 63 == 0 {
        back != integer
    } else {
        // The lowest bit that is set stands behind the 53 that are kept.
        (integer.wrapping_sub(1) & !integer) < integer >> 53
    };
    (integer as f64, inexact)
}

/// The float nearest to a signed integer above -2^62 and below 2^62, to nearest even, and whether it is another number.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the loss is what is asked for")]
pub(crate) fn nearest_signed(integer: i64) -> (f64, bool) {
    // Nothing is left of this where the compiler sees that the two top bits are alike.
    let near = (integer << 1 >> 1) as f64;
    // SAFETY: a float from -2^62 to 2^62 is no NaN, and fits.
    let back = unsafe { near.to_int_unchecked::<i64>() };
    (near, back != integer)
}

/// The hexadecimal significand of six digits nearest to a number, to nearest even, and whether it is another number.
///
/// The lowest 23 bits of `word` are the number's fraction, the two above them the place of its leading one in the first digit.
/// What is above is ignored.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "all are exact but the first difference")]
pub(crate) fn nearest_hexadecimal(word: u32) -> (u32, bool) {
    const END: f32 = 16_777_216.0;
    // From 2^20 on and below 2^24, whose difference to 2^24 has its last bit at one, or is exact.
    let number = f32::from_bits((word & 0x1FF_FFFF) + (147 << 23));
    let nearest = END - (END - number);
    // SAFETY: a float from 2^20 to 2^24 is no NaN, and fits.
    let integer = unsafe { nearest.to_int_unchecked::<i32>() };
    (integer.cast_unsigned(), nearest != number)
}
