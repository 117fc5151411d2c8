//! Ordinary numbers: zero, and the numbers that are normal on both sides, without the rules for anything else.
//!
//! The exact body of a conversion handles infinities, NaNs, subnormal numbers, roundings and overflows, and applies the
//! rules to them. Most items of most files need none of that. If a number is normal in the format and in the native
//! float, a few shifts or one multiplication convert it, and a loop of these is vectorized. That is the ordinary form.
//! It reports for each item whether its result is right. Items for which it is not are *odd*, and the exact body
//! converts them.
//!
//! Which numbers are ordinary is decided here, before any item is known. The result is a range of exponent fields in
//! which the format has no special encodings and the numbers of the other side are normal. So the form asks one
//! question about an item, whether its exponent is in the range, and usually one more, whether it is zero.
//!
//! # Reading: an example
//!
//! System/370 writes -118.625 as `0xC276_A000_0000_0000`. The format is `S1 E7 F56 where value = 0.F * 16^(E - 64)`: a
//! sign, seven bits of exponent and 14 hexadecimal digits after the point. As an integer, F is 2^56 times the
//! significand `0.F`. A digit has four bits. So the value is `±F × 2^(4 × E - 312)`, where 312 is 4 × 64 + 56. The
//! documentation of a body contains this formula. There is no hidden bit, so the leading one can be at any of four
//! places in the first digit, and no constant shift moves it to its place in a double. The processor's conversion of
//! integers to floats does that:
//!
//! | step | | here |
//! |---|---|---|
//! | `sign` | the sign bit at its place in a double | `0x8000_0000_0000_0000` |
//! | `exponent` | E | 66 |
//! | `significand` | F, an integer | `0x76_A000_0000_0000` |
//! | `power` | 2^(4 × 66 - 312) = 2^-48 as a double's word: the field is 4 × 66 + 711 = 975, for 711 = 1023 - 312 | `975 << 52` |
//! | `number` | F as a double, rounded if it has more than 53 bits, times the power, which is exact | 118.625 |
//! | `odd` | the power is not one of those for which everything is normal | false |
//! | the item | the number's word with the sign | -118.625 |
//!
//! Here all exponents from 0 to 127 give normal doubles: the smallest power is 2^-312, the largest 2^196. So nothing is
//! odd except what the rules forbid, such as a zero that would lose its sign. Zero needs no step of its own: its
//! significand is zero, and zero times a finite power is zero.
//!
//! # Writing: the same example
//!
//! The double is `0xC05D_A800_0000_0000`. Its exponent field e is 1029, its fraction f is 0.853515625, and its value is
//! -(1 + f) × 2^(1029 - 1023). The exponent in the format counts digits of four bits, so the leading one of 118.625 is
//! at one of the four places of the first digit. One sum yields both the exponent and the place:
//!
//! | step | | here |
//! |---|---|---|
//! | `magnitude` | the word without its sign | `0x405D_A800_0000_0000` |
//! | `counted` | 4 × E + place = e - 763, for -763 = 4 × 64 + 4 - 1023 | 266 above 52 bits of fraction |
//! | `exponent` | 266 / 4: without its two lowest bits | 66 |
//! | `place` | these two bits, the remainder of the division | 2 |
//! | `significand` | 2^52 + f × 2^52, shifted up to its place | `0x1D_A800_0000_0000 << 2` = `0x76_A000_0000_0000` |
//! | `odd` | e is not one of those for which E is from 0 to 127 | false |
//! | the word | `exponent << 56`, the significand, the sign | `0xC276_A000_0000_0000` |
//!
//! The number -763 has three parts. The native bias of 1023 is subtracted, 64 digits of 4 bits are added, and so are 4
//! more bits, because the leading one of `0.F` is right of the point. So the first digit is never zero, as the machine
//! expects. A shorter significand is rounded, which may carry to the next digit.
//!
//! # The forms
//!
//! | reading | for | how |
//! |---|---|---|
//! | `moved` | radix 2 with a leading one | exponent and fraction are moved together, and a constant is added to the exponent |
//! | `magnitude` | no hidden bit, a sign beside the significand | as in the example |
//! | `complement` | sign and significand are one number in two's complement | as in the example, with a signed integer |
//! | `scaled` | all others, up to 128 bits | as in the example, but zero is detected separately, and bits beyond 63 are combined in one |
//!
//! | writing | for | how |
//! |---|---|---|
//! | `moved` | radix 2 | the opposite move; rounding is a sum that carries to the exponent |
//! | `digits` | radices above 2 | as in the example |
//! | `gradual` | four bits of exponent or fewer | a sum that the processor rounds; subnormal numbers and overflows are ordinary too |
//!
//! Integers and fixed point have forms of their own for native floats, in [`fixed`].
//!
//! Exponent fields of every code are counted from their smallest number. All arithmetic between two fields is on that
//! *count*. So excess, complement, sign and magnitude, and rotated fields differ only in the steps that make a count of
//! a field and a field of a count.
//!
//! # Formats without an ordinary form
//!
//! Pairs of floats and native floats of more than 64 bits have no ordinary form. Neither have conversions that must
//! round in a direction, because the processor rounds to the nearest. Words above 64 bits are computed in integers of
//! 128 bits. They are not vectorized, but have no branches either.

mod facts;
mod fields;
pub(crate) mod fixed;
mod formula;
mod read;
mod write;

use datarep_dsl::model::{Float, Format, Native, Policy};

use crate::conversion::OrdinaryBody;

/// File to native: from the word of a float format to a native float.
pub(crate) fn plan_reading(format: &Format, float: &Float, native: Native, policy: &Policy) -> OrdinaryBody {
    read::plan_form(format, float, native, policy)
}

/// Native to file: from a native float to the word of a float format.
pub(crate) fn plan_writing(format: &Format, float: &Float, native: Native, policy: &Policy) -> OrdinaryBody {
    write::plan_form(format, float, native, policy)
}

#[cfg(test)]
mod tests;
