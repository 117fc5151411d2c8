//! Integers and fixed point as native floats, without the rules. The processor's arithmetic rounds once.
//!
//! Reading makes a float of the magnitude and multiplies it by a power of two, which is exact. Writing multiplies
//! first. Then it rounds to an integer by adding a number so large that its last bit is worth one. The integer is then
//! in the last bits of the sum, in two's complement.
//!
//! For example, -1.2509 is written with 16 bits, eight of them after the point. Times 2^8 it is -320.2304. Adding
//! 3 × 2^51 gives a sum whose last bit is worth one, so the sum is 3 × 2^51 - 320. Its last 16 bits are `0xFEC0`, which
//! is -320 in two's complement. Subtracting 3 × 2^51 again leaves -320. That differs from -320.2304, so the number was
//! rounded.

use datarep_dsl::model::{
    Format, Integer, IntegerSign, Native, NativeFloat, NoncanonicalRule, OverflowRule, Policy, Rounding,
};

use crate::builder::{BodyBuilder, Cond, Value, hex, shift_up};
use crate::conversion::{Meets, OrdinaryBody};
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// Bits of the longest integer that is written by an addition to an `f32`. The sum needs one bit more, and a sign.
const MOST_IN_SINGLE: u32 = 21;

/// Bits of the longest integer that is written by an addition to an `f64`.
const MOST_IN_DOUBLE: u32 = 50;

/// The largest scale. Up to it, all powers of two are normal, and so are all scaled numbers.
const MOST_SCALE: u32 = 60;

/// Whether the processor's floats can convert the format: the native type is one of them, the
/// format is one word of at most 64 bits, and its scale is not too large.
fn suits_processor_floats(format: &Format, integer: Integer, native: Native) -> bool {
    // A word of several signed parts has its sign in each of them.
    let is_one_word = !matches!(integer.sign, IntegerSign::Words(_));
    Type::from_native(native).is_float() && format.bits <= 64 && integer.scale <= MOST_SCALE && is_one_word
}

/// File to native: from the word of an integer or a fixed-point number to a native float.
pub(crate) fn plan_reading(
    format: &Format,
    integer: Integer,
    native: Native,
    policy: &Policy,
) -> OrdinaryBody {
    let has_negative_zero = integer.sign.has_two_zeros();
    // Bits of the longest magnitude.
    let bits = format.bits - u32::from(has_negative_zero);
    let item = Type::from_native(native);
    let precision = native.float().map_or(0, NativeFloat::precision);
    // Either nothing is rounded, or the processor rounds by the rule that is asked for.
    let fits = bits <= precision
        || (policy.rounding == Rounding::NearestEven && policy.overflow != OverflowRule::Wrap);
    if !suits_processor_floats(format, integer, native)
        || !fits
        || policy.noncanonical != NoncanonicalRule::Ignore
    {
        return OrdinaryBody::None;
    }
    let builder = BodyBuilder::default();
    // An `f32` holds 24 bits exactly. Shorter integers give the processor more of them at once.
    let lane = if item == Type::Single && bits <= 24 { 32 } else { 64 };
    let word = builder.input(Type::word(format.bits), mask(format.bits));
    let word = word.cast(Type::Unsigned(lane)).with_name("word");
    let (negative, magnitude) = split_sign(word, format.bits, integer.sign);
    // A negative zero has rules of its own, and comes seldom, so it is left to the exact body.
    let odd = if has_negative_zero { negative & magnitude.equals(0) } else { Cond::Never };
    let (number, inexact) = convert_magnitude(magnitude, bits, integer.scale, item);
    let signed = negative.select(number.negate(), number);
    let all = if has_negative_zero { "all but a negative zero" } else { "all" };
    let doc = vec![format!("Ordinary: {all}."), format_formula(integer)];
    let body = builder.finish_ordinary(signed, odd.with_name("odd"), inexact.with_name("inexact"), doc);
    OrdinaryBody::Form { body, meets: Meets::Nothing }
}

/// The formula of a word's value, for people.
fn format_formula(integer: Integer) -> String {
    let scale = integer.scale;
    if scale == 0 { "Value: the integer.".to_owned() } else { format!("Value: `integer × 2^-{scale}`.") }
}

/// 2^`exponent` as a float.
fn power_of_two(builder: &BodyBuilder, float: Type, exponent: i32) -> Value<'_> {
    let (lane, fraction, bias) = if float == Type::Single { (32, 23, 127) } else { (64, 52, 1023) };
    // The word of a power of two is its exponent field, with a fraction of zeros.
    builder.constant(Type::Unsigned(lane), shift_up(bias + exponent, fraction)).float_from_bits(float)
}

/// `number × 2^exponent`.
fn scale_number(number: Value<'_>, exponent: i32) -> Value<'_> {
    if exponent == 0 { number } else { number * power_of_two(number.builder(), number.ty(), exponent) }
}

/// The sign and the magnitude of a word.
fn split_sign(word: Value<'_>, bits: u32, sign: IntegerSign) -> (Cond<'_>, Value<'_>) {
    // The highest bit is the sign, except in an offset code, whose sign is found below by a comparison.
    let negative = (word >> (bits - 1)).differs(0).with_name("negative");
    let (negative, magnitude) = match sign {
        IntegerSign::Unsigned => return (Cond::Never, word),
        IntegerSign::Twos => (negative, negative.select(word.negate() & hex(mask(bits)), word)),
        IntegerSign::Ones => (negative, negative.select(!word & hex(mask(bits)), word)),
        IntegerSign::SignMagnitude => (negative, word & hex(mask(bits - 1))),
        // A number of several words has no ordinary form.
        IntegerSign::Words(_) => (Cond::Never, word),
        IntegerSign::Offset(offset) => {
            // Words below the offset are negative numbers.
            let offset = hex(offset.unsigned_abs());
            (word.is_below(offset).with_name("negative"), word.abs_diff(offset))
        }
    };
    (negative, magnitude.with_name("magnitude"))
}

/// The native float of a magnitude of `bits` bits, scaled, and whether it was rounded.
fn convert_magnitude<'b>(magnitude: Value<'b>, bits: u32, scale: u32, item: Type) -> (Value<'b>, Cond<'b>) {
    let builder = magnitude.builder();
    let exponent = -scale.cast_signed();
    let one = |primitive: Primitive| builder.call_primitive(primitive, &[magnitude]);
    let narrowed = |wide: Value<'b>| {
        // A power of two scales exactly here, so only the last cast rounds.
        let wide = scale_number(wide, exponent).with_name("wide");
        let number = wide.cast(Type::Single).with_name("number");
        // Widening is exact, so a difference tells that the cast rounded.
        (number, number.cast(Type::Double).differs(wide))
    };
    match (item, bits) {
        (Type::Single, ..=24) => {
            (scale_number(one(Primitive::Single), exponent).with_name("number"), Cond::Never)
        }
        (Type::Single, ..=52) => narrowed(one(Primitive::Double)),
        // Two roundings are as one if the first makes the last bit odd where it lost something.
        (Type::Single, _) => narrowed(one(Primitive::OddDouble)),
        (_, ..=52) => (scale_number(one(Primitive::Double), exponent).with_name("number"), Cond::Never),
        (_, _) => {
            let nearest = one(Primitive::NearestDouble);
            let number = nearest.take_part(ResultPart::Number);
            (scale_number(number, exponent).with_name("number"), nearest.take_flag(ResultPart::Inexact))
        }
    }
}

/// Native to file: from a native float to the word of an integer or a fixed-point number.
pub(crate) fn plan_writing(
    format: &Format,
    integer: Integer,
    native: Native,
    policy: &Policy,
) -> OrdinaryBody {
    let bits = format.bits;
    let plain = matches!(integer.sign, IntegerSign::Twos | IntegerSign::Unsigned);
    // The addition rounds as the processor does.
    let nearest = policy.rounding == Rounding::NearestEven;
    if !suits_processor_floats(format, integer, native) || !plain || bits > MOST_IN_DOUBLE || !nearest {
        return OrdinaryBody::None;
    }
    let builder = BodyBuilder::default();
    let item = builder.input(Type::from_native(native), u128::MAX);
    let single = item.ty() == Type::Single && bits <= MOST_IN_SINGLE;
    let (float, fraction) = if single { (Type::Single, 23) } else { (Type::Double, 52) };
    let power = |exponent: u32| 2_f64.powi(exponent.cast_signed());
    let scaled = scale_number(item.cast(float), integer.scale.cast_signed()).with_name("scaled");
    // One and a half, so that a negative number does not take the sum below the power of two, where its last bit is
    // worth less.
    let large = builder.float_constant(float, 1.5 * power(fraction));
    let sum = (scaled + large).with_name("sum");
    let sum =
        sum.with_reason(format!("The last bit of 3 × 2^{} is worth one, so this sum rounds.", fraction - 1));
    // Exact, because both have the same exponent.
    let number = (sum - large).with_name("number");
    let (below, above) = match integer.sign {
        IntegerSign::Twos => (-power(bits - 1), power(bits - 1) - 1.0),
        // A word without a sign ends at `2^bits - 1`.
        _ => (0.0, power(bits) - 1.0),
    };
    let (below, above) = (builder.float_constant(float, below), builder.float_constant(float, above));
    // A NaN compares false with both ends, so it is not inside.
    let inside = number.is_at_least(below) & number.is_at_most(above);
    let bits_of_item = item.to_bits();
    let top = native.float().map_or(0, |float| float.bits - 1);
    // The word of a negative zero is its sign bit alone.
    let odd = (!inside | bits_of_item.equals(hex(1 << top))).with_name("odd");
    let inexact = number.differs(scaled).with_name("inexact");
    // The low bits of the sum are the integer in two's complement, as its exponent is fixed.
    let word = (sum.to_bits() & hex(mask(bits))).to_word(bits).with_name("word");
    let doc = vec!["Ordinary: all that fit, but a negative zero.".to_owned(), format_formula(integer)];
    OrdinaryBody::Form { body: builder.finish_ordinary(word, odd, inexact, doc), meets: Meets::Nothing }
}
