//! Primitives of decimal floats.
//!
//! Those that scale by a power of ten are not looked into: `floating` argues that they are what is said here. Neither are
//! those that write digits, as a body and the specification ask for the digits of the same number. For a number that is
//! known, all of them are computed, with integers of any size.

use datarep_dsl::model::Rounding;
use datarep_plan::primitive::{DecimalTarget, Primitive};
use datarep_plan::types::ResultPart;
use num_bigint::BigUint;

use super::super::lower::Value;
use super::super::target::is_above;
use super::super::term::{Term, Terms, ones};

/// The bits of a significand that stands for `number × 10^power`, of which the lowest stands for all below it.
pub(crate) const SCALED_BITS: u32 = 126;

/// A number rounded to a decimal float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nearest {
    pub(crate) significand: u128,
    /// The power of ten of its last digit.
    pub(crate) power: i64,
    pub(crate) step: i64,
    pub(crate) inexact: bool,
    pub(crate) overflow: bool,
    pub(crate) tiny: bool,
}

/// The name under which a primitive is called that is not looked into.
pub(crate) fn name_function(primitive: Primitive) -> String {
    format!("{primitive:?}")
}

/// The widths of the results of [`Primitive::TwoToTen`]: significand, step, and what is told of them.
pub(crate) const ROUNDED_WIDTHS: [u32; 5] = [128, 32, 1, 1, 1];

const ROUNDED_PARTS: [ResultPart; 5] =
    [ResultPart::Significand, ResultPart::Step, ResultPart::Inexact, ResultPart::Overflow, ResultPart::Tiny];

/// The result of a primitive of decimal floats.
///
/// # Errors
///
/// It is another primitive.
pub(super) fn call(terms: &mut Terms, primitive: Primitive, arguments: &[Term]) -> Result<Value, String> {
    let numbers: Option<Vec<u128>> = arguments.iter().map(|&argument| terms.number(argument)).collect();
    let (widths, parts): (&[u32], &[ResultPart]) = match primitive {
        Primitive::TenToTwo => (&[128, 32], &[ResultPart::Significand, ResultPart::Exponent]),
        Primitive::TwoToTen { .. } => (&ROUNDED_WIDTHS, &ROUNDED_PARTS),
        _ => (&[128], &[]),
    };
    let results: Vec<Term> = match numbers {
        Some(numbers) => {
            let numbers = compute(primitive, &numbers)?;
            numbers.into_iter().zip(widths).map(|(number, &width)| terms.constant(number, width)).collect()
        }
        None if parts.is_empty() => vec![call_digits(terms, primitive, arguments[0])],
        None => {
            demand_domain(terms, primitive, arguments);
            terms.call_function(&name_function(primitive), arguments, widths)
        }
    };
    if parts.is_empty() {
        return Ok(Value::Word(results[0]));
    }
    Ok(Value::record(parts.iter().copied().zip(results)))
}

/// Demands that a function that scales is asked for what it is argued to compute.
fn demand_domain(terms: &mut Terms, primitive: Primitive, arguments: &[Term]) {
    let (number, bits, power, most) = match (primitive, arguments) {
        (Primitive::TenToTwo, &[number, power]) => (number, 113, power, 6176),
        (_, &[_, number, power]) => (number, 113, power, 16_000),
        _ => return,
    };
    let above = is_above(terms, number, ones(bits));
    let [least, most] = [-most, most].map(|power| terms.constant(i128::from(power).cast_unsigned(), 32));
    let (below, beyond) = (terms.below_signed(power, least), terms.below_signed(most, power));
    let far = terms.or(below, beyond);
    let outside = terms.or(above, far);
    let (inside, none) = (terms.not(outside), terms.equals(number, 0));
    let demand = terms.or(none, inside);
    terms.demand(demand);
}

/// The digits of a number, by a primitive that is not looked into. Digits beyond its count are dropped.
pub(crate) fn call_digits(terms: &mut Terms, primitive: Primitive, number: Term) -> Term {
    let known = terms.number(number).and_then(|number| compute(primitive, &[number]).ok());
    if let Some(digits) = known {
        return terms.constant(digits[0], 128);
    }
    let digits = terms.call_function(&name_function(primitive), &[number], &[128])[0];
    if let Primitive::FromDeclets(count) = primitive {
        let is_above = is_above(terms, digits, 1000_u128.pow(count) - 1);
        let fact = terms.not(is_above);
        terms.add_fact(fact);
    }
    if let Primitive::ToHalves(count) = primitive {
        for number_without in [0, 10_u128.pow(count)] {
            let (is_number, is_zero) = (terms.equals(number, number_without), terms.equals(digits, 0));
            let other = terms.not(is_number);
            let fact = terms.or(other, is_zero);
            terms.add_fact(fact);
        }
    }
    digits
}

/// The results of a primitive as numbers.
fn compute(primitive: Primitive, arguments: &[u128]) -> Result<Vec<u128>, String> {
    let signed = |number: u128| i64::from(i32::from_le_bytes(low_bytes(number)));
    let unsigned = |number: i64| i128::from(number).cast_unsigned();
    Ok(match (primitive, arguments) {
        (Primitive::FromDeclets(count), &[word]) => vec![join_declets(word, count)],
        (Primitive::ToDeclets(count), &[number]) => vec![split_number(number, count, 1000, 10, find_declet)],
        (Primitive::ToHalves(count), &[number]) => vec![split_number(number, count, 10, 4, |digit| digit)],
        (Primitive::ToCentesimals(count), &[number]) => {
            vec![split_number(number, count, 100, 8, |digit| digit)]
        }
        (Primitive::TenToTwo, &[0, _]) => vec![0, 0],
        (Primitive::TenToTwo, &[number, power]) => {
            let (significand, exponent) = scale_by_ten(number, signed(power), SCALED_BITS);
            vec![significand, unsigned(exponent)]
        }
        (Primitive::TwoToTen { target, .. }, &[_, 0, _]) => {
            vec![0, unsigned(target.bias / i64::from(target.tens)), 0, 0, 0]
        }
        (Primitive::TwoToTen { target, rounding }, &[negative, significand, exponent]) => {
            let number = (negative != 0, significand, signed(exponent));
            let Nearest { significand, step, inexact, overflow, tiny, .. } =
                find_nearest(number, target, rounding);
            vec![significand, unsigned(step), inexact.into(), overflow.into(), tiny.into()]
        }
        _ => return Err(format!("`{primitive:?}` is no primitive of decimal floats")),
    })
}

fn low_bytes(number: u128) -> [u8; 4] {
    let [first, second, third, fourth, ..] = number.to_le_bytes();
    [first, second, third, fourth]
}

/// The number of the digits of declets, the highest first.
pub(crate) fn join_declets(word: u128, count: u32) -> u128 {
    (0..count).rev().fold(0, |all, place| 1000 * all + find_digits(word >> (10 * place) & 0x3FF))
}

/// The three digits of a declet, by the standard's table: a small digit takes three bits, and a large one, 8 or 9, one.
fn find_digits(declet: u128) -> u128 {
    let [high, middle, low] = [7, 4, 0].map(|place| declet >> place & 7);
    let large = |digit: u128| 8 | digit & 1;
    // The last bit of a small digit that has its upper bits elsewhere.
    let small = |upper: u128, digit: u128| upper & 6 | digit & 1;
    let [first, second, third] = match (declet >> 3 & 1, low >> 1, middle >> 1) {
        (0, ..) => [high, middle, low],
        (_, 0, _) => [high, middle, large(low)],
        (_, 1, _) => [high, large(middle), small(middle, low)],
        (_, 2, _) => [large(high), middle, small(high, low)],
        (_, _, 0) => [large(high), large(middle), small(high, low)],
        (_, _, 1) => [large(high), small(high, middle), large(low)],
        (_, _, 2) => [high, large(middle), large(low)],
        _ => [large(high), large(middle), large(low)],
    };
    100 * first + 10 * second + third
}

/// The smallest declet with these three digits.
fn find_declet(digits: u128) -> u128 {
    (0..1024).find(|&declet| find_digits(declet) == digits).unwrap_or(0)
}

/// The lowest digits of a number in a radix, each in a field of `bits` bits.
fn split_number(number: u128, count: u32, radix: u128, bits: u32, spell: impl Fn(u128) -> u128) -> u128 {
    (0..count)
        .fold((0, number), |(word, rest), place| (word | spell(rest % radix) << (bits * place), rest / radix))
        .0
}

/// A significand of `bits` bits and a power of two that stand for `number × 10^power`, where the significand's lowest bit
/// stands for all that is below it. The number is not zero.
pub(crate) fn scale_by_ten(number: u128, power: i64, bits: u32) -> (u128, i64) {
    let [mut above, mut below] = find_fraction(&BigUint::from(number), power);
    // The quotient has as many bits as is wanted, or one more.
    let shift = i64::from(bits) - (length(&above) - length(&below));
    shift_one(&mut above, &mut below, shift);
    let mut quotient = &above / &below;
    let mut is_odd = &quotient * &below != above;
    let mut exponent = -shift;
    if length(&quotient) > i64::from(bits) {
        is_odd |= quotient.bit(0);
        quotient >>= 1_u32;
        exponent += 1;
    }
    (u128::try_from(quotient).unwrap_or(0) | u128::from(is_odd), exponent)
}

/// `number × 10^power` as a fraction.
fn find_fraction(number: &BigUint, power: i64) -> [BigUint; 2] {
    let ten = BigUint::from(10_u8).pow(u32::try_from(power.unsigned_abs()).unwrap_or(0));
    if power >= 0 { [number * ten, BigUint::from(1_u8)] } else { [number.clone(), ten] }
}

/// Multiplies a fraction by a power of two.
fn shift_one(above: &mut BigUint, below: &mut BigUint, shift: i64) {
    if shift >= 0 {
        *above <<= shift.unsigned_abs();
    } else {
        *below <<= shift.unsigned_abs();
    }
}

fn length(number: &BigUint) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

/// The number of a decimal float that is nearest to `significand × 2^exponent`, which is not zero. Its power is the
/// smallest one for which the digits suffice, and then, if the format does not normalize, as near to zero as possible.
pub(crate) fn find_nearest(
    (negative, significand, exponent): (bool, u128, i64),
    target: DecimalTarget,
    rounding: Rounding,
) -> Nearest {
    let tens = i64::from(target.tens);
    let most = BigUint::from(10_u8).pow(target.digits);
    let scale = |power: i64| {
        let [mut above, mut below] = find_fraction(&BigUint::from(significand), -power);
        shift_one(&mut above, &mut below, exponent);
        [above, below]
    };
    let mut step = 0;
    let [above, below] = loop {
        let [above, below] = scale(tens * step - target.bias);
        // The quotient is too long by about so many digits. The last ones are taken one by one.
        let surplus = (length(&above) - length(&below) - length(&most)) * 3 / 10;
        if above < &most * &below {
            break [above, below];
        }
        step += (surplus / tens - 1).max(1);
    };
    let quotient = &above / &below;
    let rest = &above - &quotient * &below;
    let order = (&rest << 1_u32).cmp(&below);
    let inexact = rest != BigUint::ZERO;
    let up = match rounding {
        Rounding::NearestEven => order.is_gt() || order.is_eq() && quotient.bit(0),
        Rounding::NearestAway => order.is_ge(),
        Rounding::TowardZero => false,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
    };
    let mut number = u128::try_from(quotient).unwrap_or(0) + u128::from(up);
    let least = 10_u128.pow(target.digits - target.tens);
    if number == 10_u128.pow(target.digits) {
        (number, step) = (least, step + 1);
    }
    let tiny = number < least;
    let mut power = tens * step - target.bias;
    while !target.normalized && power < 0 && number.is_multiple_of(10) {
        (number, power) = (number / 10, power + 1);
    }
    let step = (power + target.bias) / tens;
    Nearest { significand: number, power, step, inexact, overflow: step > target.steps, tiny }
}
