//! Decimal floats with fields. Reading joins all digits to a number at once. For writing, the runtime takes a number
//! apart.
//!
//! # An example
//!
//! An Atari stores 117.5 as `41 01 17 50 00 00`. The digits are `0x0117500000`, one in each half byte. From each byte,
//! six times its upper half is subtracted. The upper half then counts ten instead of sixteen, and each byte is a number
//! below a hundred. From each pair of bytes, 156 times the upper byte is subtracted, which leaves a number below ten
//! thousand. This continues until one number is left, 117500000. The exponent is one: it is counted from 64, for a
//! radix of a hundred. Eight of the ten digits are after the point. So the power of ten is `2 × 1 - 8`, and the runtime
//! receives `117500000 × 10^-6`.

use datarep_dsl::model::{BitRange, DigitExponentCode, DigitFields, DigitSign, DigitUnit};

use crate::builder::{BodyBuilder, Cond, Value, decimal, hex};
use crate::float::fields::{gather_field, scatter_field};
use crate::primitive::Primitive;
use crate::types::{Type, mask};

/// The type of the words in which digits are written.
const WIDE: Type = Type::Unsigned(128);

/// The type of exponents.
const POWER: Type = Type::Signed(32);

/// The runtime computes powers of ten from minus this number to this number. A number with any other power is too large
/// or too small for every native float.
const FARTHEST: i64 = 6176;

/// The parts of a word.
pub(crate) struct DigitParts<'b> {
    pub(crate) negative: Cond<'b>,
    /// The number without its point. It is zero if the word is not a number.
    pub(crate) significand: Value<'b>,
    /// The power of ten. It is zero if the number is zero.
    pub(crate) power: Value<'b>,
    pub(crate) reserved: Cond<'b>,
}

/// Takes a word apart.
pub(crate) fn split_word(fields: DigitFields, bits: u32, item: Value<'_>) -> DigitParts<'_> {
    let (negative, no_sign, word) = take_sign(fields.sign, bits, item);
    let ranges = fields.significand.list();
    let exponent = gather_field(word, &fields.exponent.list()).cast(Type::Unsigned(32)).with_name("field");
    // All places are in one word, so one comparison tests all of them.
    let digits = gather_field(word, &ranges).with_name("digits");
    let claimed = is_claimed_zero(fields, exponent, digits);
    let unit = if fields.unit == DigitUnit::Decimal { 4 } else { 8 };
    let no_digits = has_invalid_digit(digits, fields.significand.width(), unit);
    let number = join_digits(digits, fields.significand.width(), unit, "").with_name("joined");
    let (exponent, no_exponent) = decode_exponent(fields, exponent);
    let (low, high) = fields.code.range(fields.exponent.width());
    let (least, most) = fields.exponents;
    let below = if least > low - fields.bias { exponent.is_below(decimal(least)) } else { Cond::Never };
    let above = if most < high - fields.bias { exponent.is_above(decimal(most)) } else { Cond::Never };
    // Zero digits are zero at any exponent, so only numbers can be outside the range.
    let strange = no_digits | no_exponent | (below | above) & number.differs(0);
    let reserved = (no_sign | strange & !claimed).with_name("reserved");
    let significand = (claimed | reserved).select(number.zero(), number).cast(WIDE).with_name("number");
    // The runtime has whole numbers: the point is taken into the power of ten.
    let behind = i64::from(fields.digits()) - i64::from(fields.whole);
    let power = exponent * decimal(fields.tens) - decimal(behind);
    let is_zero = significand.equals(0);
    let (first, last) = (fields.least_power(), i64::from(fields.tens) * most - behind);
    let power = if first < -FARTHEST { power.maximum(decimal(-FARTHEST)) } else { power };
    let power = if last > FARTHEST { power.minimum(decimal(FARTHEST)) } else { power };
    let power = is_zero.select(power.zero(), power).with_name("power");
    let negative = match fields.sign {
        DigitSign::Bit(_) | DigitSign::Nine(_) => negative,
        // The complement of zero is zero.
        DigitSign::TwosTop(_) => negative & (!is_zero | reserved),
    };
    DigitParts { negative, significand, power, reserved }
}

/// The condition that a word is negative, the condition that its sign is invalid, and the word of its magnitude.
fn take_sign(sign: DigitSign, bits: u32, item: Value<'_>) -> (Cond<'_>, Cond<'_>, Value<'_>) {
    match sign {
        DigitSign::Bit(bit) => ((item >> bit & 1).differs(0).with_name("negative"), Cond::Never, item),
        DigitSign::Nine(low) => {
            let sign = (item >> low & 0xF).with_name("sign");
            // Nine is minus, and zero plus. Any other digit is no sign.
            let negative = sign.equals(decimal(9)).with_name("negative");
            (negative, sign.differs(0) & !negative, item)
        }
        DigitSign::TwosTop(top) => {
            let negative = (item >> (bits - 1)).differs(0).with_name("negative");
            (negative, Cond::Never, complement_top(item, bits, top, negative).with_name("magnitude"))
        }
    }
}

/// A word whose highest `top` bits are replaced by their two's complement if the condition holds.
fn complement_top<'b>(word: Value<'b>, bits: u32, top: u32, condition: Cond<'b>) -> Value<'b> {
    let below = bits - top;
    let high = (word >> below).negate() & mask(top);
    condition.select(high << below | word & mask(below), word)
}

/// The condition that a word is zero, whatever its other digits are.
fn is_claimed_zero<'b>(fields: DigitFields, exponent: Value<'b>, digits: Value<'b>) -> Cond<'b> {
    // A digit of the radix, which has two decimal digits if the radix is a hundred.
    let first = digits >> (fields.significand.width() - fields.radix_bits());
    match (fields.zero.exponent, fields.zero.first) {
        (None, false) => Cond::Never,
        (Some(zero), false) => exponent.equals(hex(zero)).with_name("zero"),
        (None, true) => first.equals(0).with_name("zero"),
        (Some(zero), true) => (exponent.equals(hex(zero)) & first.equals(0)).with_name("zero"),
    }
}

/// The exponent of the formula, and the condition that its digits are invalid.
fn decode_exponent(fields: DigitFields, value: Value<'_>) -> (Value<'_>, Cond<'_>) {
    let width = fields.exponent.width();
    let has_sign = fields.code.has_sign();
    let below = width - u32::from(has_sign);
    let digits = if has_sign { value & mask(below) } else { value };
    let (number, strange) = if fields.code.is_decimal() {
        (join_digits(digits, below, 4, "exponent_"), has_invalid_digit(digits, below, 4))
    } else {
        (digits, Cond::Never)
    };
    let number = number.cast(POWER);
    let count = fields.code.modulus(width);
    let number = match fields.code {
        DigitExponentCode::Binary | DigitExponentCode::Decimal => number,
        DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal => {
            (value >> below).differs(0).select(number.zero() - number, number)
        }
        DigitExponentCode::Twos | DigitExponentCode::Tens => {
            number.is_at_least(decimal(count / 2)).select(number - decimal(count), number)
        }
    };
    ((number - decimal(fields.bias)).with_name("exponent"), strange)
}

/// A mask of the lowest `lane` bits in every group of `2 * lane` bits.
fn alternating_mask(lane: u32, width: u32) -> u128 {
    let stretches = (0..width.div_ceil(2 * lane)).map(|stretch| mask(lane) << (2 * lane * stretch));
    stretches.sum::<u128>() & mask(width)
}

/// A word that contains the number in each of its units, which have `unit` bits.
fn repeat_in_units(number: u128, unit: u32, width: u32) -> u128 {
    (0..width / unit).map(|place| number << (unit * place)).sum()
}

/// The condition that a unit of four bits is above nine, or a unit of eight bits above 99.
fn has_invalid_digit(digits: Value<'_>, width: u32, unit: u32) -> Cond<'_> {
    let all = |number: u128| repeat_in_units(number, unit, width);
    if unit == 4 {
        // A half byte is above nine if its highest bit is set together with one of the two below it: 101x and 11xx.
        (digits >> 3 & (digits >> 2 | digits >> 1) & all(1)).differs(0)
    } else {
        // A number of at least 100 carries into the highest bit.
        let carried = (digits & all(0x7F)) + hex(all(128 - 100));
        ((carried | digits) & all(0x80)).differs(0)
    }
}

/// The number of a word of digits: one in each unit of four bits, or two in each unit of eight
/// bits. If a digit is invalid, the result means nothing. The names of intermediate values begin
/// with `of`.
fn join_digits<'b>(digits: Value<'b>, width: u32, unit: u32, of: &str) -> Value<'b> {
    let (mut all, mut lane, mut radix) = (digits, unit, if unit == 4 { 10 } else { 100_u128 });
    while lane < width {
        // Every second unit, moved down to the place of the one below it.
        let upper = all >> lane & alternating_mask(lane, width - lane);
        let name = match lane {
            4 => "pairs",
            8 => "fours",
            16 => "eights",
            32 => "sixteens",
            _ => "all",
        };
        // The upper unit counts `2^lane`, and is meant to count `radix`. The difference is taken away.
        all = (all - upper * decimal_constant((1 << lane) - radix)).with_name(format!("{of}{name}"));
        if lane == unit {
            let reason = match unit {
                4 => "What is above a digit counts ten, not sixteen, and so on with more digits.",
                _ => "What is above a digit counts a hundred, not 256, and so on with more digits.",
            };
            all = all.with_reason(reason);
        }
        // Two units are one now, which is twice as long and counts the square.
        (lane, radix) = (2 * lane, radix.saturating_mul(radix));
    }
    all
}

/// A constant in decimal digits.
fn decimal_constant(number: u128) -> crate::builder::Constant {
    decimal(i128::try_from(number).unwrap_or(i128::MAX))
}

/// The word of digits and an exponent, without a sign. `step`: the exponent, counted from the smallest.
pub(crate) fn assemble_word<'b>(
    fields: DigitFields,
    builder: &'b BodyBuilder,
    significand: Value<'b>,
    step: Value<'b>,
) -> Value<'b> {
    let ranges = |list: Vec<BitRange>, value: Value<'b>| scatter_field(value, &list);
    let digits = match fields.unit {
        DigitUnit::Decimal => Primitive::ToHalves(fields.digits()),
        DigitUnit::Centesimal => Primitive::ToCentesimals(fields.digits() / 2),
    };
    let digits = builder.call_primitive(digits, &[significand]).with_name("digits");
    let number = (step + decimal(fields.exponents.0 + fields.bias)).with_name("exponent");
    let width = fields.exponent.width();
    let below = width - u32::from(fields.code.has_sign());
    let negative = number.is_below(0);
    let magnitude = match fields.code {
        DigitExponentCode::Binary | DigitExponentCode::Decimal => number,
        DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal => {
            negative.select(number.zero() - number, number)
        }
        DigitExponentCode::Twos | DigitExponentCode::Tens => {
            // -1 is `count - 1`: 99 in ten's complement of two digits.
            negative.select(number + decimal(fields.code.modulus(width)), number)
        }
    };
    let field = magnitude.cast(WIDE);
    let field = if fields.code.is_decimal() {
        builder.call_primitive(Primitive::ToHalves(below / 4), &[field])
    } else {
        field
    };
    let field =
        if fields.code.has_sign() { field | negative.to_value(builder).cast(WIDE) << below } else { field };
    let placed = ranges(fields.exponent.list(), field) | ranges(fields.significand.list(), digits);
    placed | fields.constant
}

/// A positive word that is made negative if the condition holds.
pub(crate) fn apply_sign<'b>(
    fields: DigitFields,
    bits: u32,
    word: Value<'b>,
    negative: Cond<'b>,
) -> Value<'b> {
    let builder = word.builder();
    match fields.sign {
        DigitSign::Bit(bit) => word | negative.to_value(builder).cast(WIDE) << bit,
        DigitSign::Nine(low) => word | negative.select(builder.constant(WIDE, hex(9 << low)), word.zero()),
        DigitSign::TwosTop(top) => complement_top(word, bits, top, negative),
    }
}
