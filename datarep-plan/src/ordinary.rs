//! Ordinary numbers: what is normal on both sides, and zero, without the rules for anything else.
//!
//! The exact body of a conversion knows infinities, NaNs, subnormal numbers, roundings, overflows, and what the rules make of
//! them. Most items of most files need none of that: where a number is normal in the format and in the native float, a few shifts
//! or one multiplication convert it, and a loop of these is vectorized. That is the ordinary form. It says of each item
//! whether it is right: items for which it is not are *odd*, and go by the exact body.
//!
//! Which numbers are ordinary is settled here, before any item is seen: a range of exponent fields in which the format has
//! no special encodings and the numbers of the other side are normal. So the form asks an item one question, whether its
//! exponent is in the range, and mostly one more, whether it is zero.
//!
//! # Reading, by one number
//!
//! System/370 writes -118.625 as `0xC276_A000_0000_0000`. The format is `S1 E7 F56 where value = 0.F * 16^(E - 64)`: a sign, seven
//! bits of exponent and 14 hexadecimal digits after the point. As an integer the significand weighs 2^-56 less, and a digit has
//! four bits, so the value is `±F × 2^(4 × E - 312)`, where 312 is 4 × 64 + 56. This is the formula in the documentation of a body.
//! There is no hidden bit, so the leading one can be in any of four places, and no constant number of bits moves it to where a
//! double has it. The processor's conversion of integers to floats does:
//!
//! | step | | here |
//! |---|---|---|
//! | `sign` | the sign bit where a double has it | `0x8000_0000_0000_0000` |
//! | `exponent` | E | 66 |
//! | `significand` | F, an integer | `0x76_A000_0000_0000` |
//! | `power` | 2^(4 × 66 - 312) = 2^-48 as a double's word: the field is 4 × 66 + 711 = 975, for 711 = 1023 - 312 | `975 << 52` |
//! | `number` | F as a double, rounded where it has more than 53 bits; times the power, which is exact | 118.625 |
//! | `odd` | the power is not one of those for which all is normal | false |
//! | the item | the number's word with the sign | -118.625 |
//!
//! Here all exponents from 0 to 127 give normal doubles: the smallest power is 2^-312, the largest 2^196. So nothing is odd but
//! what the rules forbid, a zero that would lose its sign, say. Zero comes by itself: its significand is zero, and zero times a
//! finite power is zero.
//!
//! # Writing, by the same number
//!
//! The double is `0xC05D_A800_0000_0000`: its exponent field e is 1029, its fraction f is 0.853515625, and it is
//! -(1 + f) × 2^(1029 - 1023). The format wants a multiple of four for an exponent, so the leading one of 118.625 stands in
//! one of the four places of the first digit. Both come from one sum:
//!
//! | step | | here |
//! |---|---|---|
//! | `magnitude` | the word without its sign | `0x405D_A800_0000_0000` |
//! | `counted` | 4 × E + place = e - 763, for -763 = 4 × 64 + 4 - 1023 | 266 above 52 bits of fraction |
//! | `exponent` | 266 / 4: without its two lowest bits | 66 |
//! | `place` | these: what is left of the division | 2 |
//! | `significand` | 2^52 + f × 2^52, moved up to its place | `0x1D_A800_0000_0000 << 2` = `0x76_A000_0000_0000` |
//! | `odd` | e is not one of those for which E is from 0 to 127 | false |
//! | the word | `exponent << 56`, the significand, the sign | `0xC276_A000_0000_0000` |
//!
//! The numbers of the formula are these: the native bias of 1023 is taken off, 64 digits of 4 bits are added, and 4 more, as
//! `0.F` has its leading one right of the point. The first digit is never zero then, as the machine wants it. A shorter significand
//! is rounded, which may carry to the next digit.
//!
//! # The forms
//!
//! | reading | for | how |
//! |---|---|---|
//! | `moved` | radix 2 with a leading one | exponent and fraction are moved together, and a constant is added to the exponent |
//! | `magnitude` | no hidden bit, a sign beside the significand | as above |
//! | `complement` | sign and significand one number in two's complement | as above, of a signed integer, which has its sign |
//! | `scaled` | what is left, up to 128 bits | as above, zero asked for, bits beyond 63 as one |
//!
//! | writing | for | how |
//! |---|---|---|
//! | `moved` | radix 2 | the same moved back, rounded by a sum that carries to the exponent |
//! | `digits` | radices above 2 | as above |
//! | `gradual` | four bits of exponent or less | a sum that the processor rounds: what is subnormal and what overflows is ordinary too |
//!
//! Integers and fixed point as floats have forms of their own, in [`fixed`].
//!
//! Exponent fields of every code are counted from their smallest number on: what is between is arithmetic on that *count*. So
//! excess, complement, sign and magnitude, and rotated fields differ in the steps that make a count of a field and a field of
//! a count, and nowhere else.
//!
//! # Where there is none
//!
//! Pairs of floats, native floats of more than 64 bits, and directed roundings where something is rounded have no ordinary
//! form: the processor would round to the nearest. Words above 64 bits go by integers of 128, which are not vectorized, but have
//! no branches either.

mod facts;
mod fields;
pub(crate) mod fixed;
mod formula;
mod read;
mod write;

use datarep_dsl::model::{Float, Format, Native, Policy};

use crate::conversion::Ordinary;

/// File to native: from the word of a float format to a native float.
pub(crate) fn read(format: &Format, float: &Float, native: Native, policy: &Policy) -> Ordinary {
    read::plan(format, float, native, policy)
}

/// Native to file: from a native float to the word of a float format.
pub(crate) fn write(format: &Format, float: &Float, native: Native, policy: &Policy) -> Ordinary {
    write::plan(format, float, native, policy)
}

#[cfg(test)]
mod tests;
