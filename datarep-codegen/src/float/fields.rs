//! Words and their fields, as plain numbers: facts, no emitted code.

use datarep_dsl::model::{BitRange, Class, Comparison, Condition, ExponentCode, Field, Float, Leading};

use crate::names::mask;

/// The fields of a word, as conditions see them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub(super) sign: bool,
    /// The number that the field stands for under its code.
    pub(super) exponent: i64,
    pub(super) fraction: u128,
    pub(super) leading: bool,
}

impl Fields {
    /// Those of a word, as they stand.
    pub(super) fn of(float: &Float, word: u128) -> Fields {
        let bit = |bit: u32| word >> bit & 1 != 0;
        Fields {
            sign: float.sign.is_some_and(bit),
            exponent: number(float.code, gather(word, &float.exponent), width(&float.exponent)),
            fraction: gather(word, &float.significand),
            leading: matches!(float.leading, Leading::Explicit(leading) if bit(leading)),
        }
    }

    /// The class of a word with these fields; `None` for an ordinary number.
    pub(super) fn class(self, float: &Float) -> Option<Class> {
        let special = float.specials.iter().find(|special| self.meet(&special.condition));
        special.map(|special| special.class)
    }

    /// Whether the condition holds.
    pub(super) fn meet(self, condition: &Condition) -> bool {
        match condition {
            Condition::Compare(field, comparison, number) => {
                let value = match field {
                    Field::Sign => i128::from(self.sign),
                    Field::Exponent => i128::from(self.exponent),
                    Field::Significand => i128::try_from(self.fraction).unwrap_or(i128::MAX),
                    Field::Leading => i128::from(self.leading),
                };
                match comparison {
                    Comparison::Equal => value == *number,
                    Comparison::NotEqual => value != *number,
                    Comparison::Less => value < *number,
                    Comparison::LessOrEqual => value <= *number,
                    Comparison::Greater => value > *number,
                    Comparison::GreaterOrEqual => value >= *number,
                }
            }
            Condition::And(left, right) => self.meet(left) && self.meet(right),
            Condition::Or(left, right) => self.meet(left) || self.meet(right),
        }
    }
}

/// The word of a number: `exponent` is what the field stands for, the significand has its leading bit.
pub(super) fn assemble(float: &Float, sign: bool, exponent: i64, significand: u128) -> u128 {
    let stored = width(&float.significand);
    let low = float.low.as_ref().map_or(0, |low| {
        let ones = float.code == ExponentCode::ExcessOnes;
        let number = exponent + i64::from(ones && exponent < float.bias) - low.less;
        let number = number - i64::from(ones && number < float.bias);
        let bits = width(&low.exponent);
        let field = spread(field(float.code, number.rem_euclid(1 << bits), bits), &low.exponent);
        field | u128::from(sign) << low.sign
    });
    let sign = float.sign.map_or(0, |bit| u128::from(sign) << bit);
    let leading = match float.leading {
        Leading::Explicit(bit) => (significand >> stored & 1) << bit,
        Leading::None | Leading::Hidden => 0,
    };
    sign | leading
        | low
        | spread(field(float.code, exponent, width(&float.exponent)), &float.exponent)
        | spread(significand & mask(stored), &float.significand)
}

/// Bits of all ranges together.
pub(super) fn width(ranges: &[BitRange]) -> u32 {
    ranges.iter().map(|range| range.width()).sum()
}

/// The number that an exponent field of so many bits stands for.
fn number(code: ExponentCode, field: u128, bits: u32) -> i64 {
    if bits == 0 {
        return 0;
    }
    let sign = bits - 1;
    let unsigned = |field: u128| i64::try_from(field).unwrap_or(i64::MAX);
    let twos = |field: u128| unsigned(field & mask(sign)) - unsigned(field >> sign << sign);
    match code {
        ExponentCode::Excess | ExponentCode::ExcessOnes => unsigned(field),
        ExponentCode::Twos => twos(field),
        ExponentCode::Rotated => twos(field >> 1 | (field & 1) << sign),
        ExponentCode::SignMagnitude => {
            let magnitude = unsigned(field & mask(sign));
            if field >> sign == 0 { magnitude } else { -magnitude }
        }
    }
}

/// The exponent field of so many bits that stands for a number.
fn field(code: ExponentCode, number: i64, bits: u32) -> u128 {
    let magnitude = u128::from(number.unsigned_abs());
    let negative = number < 0;
    let twos = (if negative { magnitude.wrapping_neg() } else { magnitude }) & mask(bits);
    match code {
        ExponentCode::Excess | ExponentCode::ExcessOnes | ExponentCode::Twos => twos,
        ExponentCode::Rotated => twos << 1 & mask(bits) | u128::from(negative),
        ExponentCode::SignMagnitude => u128::from(negative) << bits.saturating_sub(1) | magnitude,
    }
}

fn spread(value: u128, ranges: &[BitRange]) -> u128 {
    let mut below = width(ranges);
    ranges.iter().fold(0, |word, range| {
        below -= range.width();
        word | (value >> below & mask(range.width())) << range.low
    })
}

fn gather(word: u128, ranges: &[BitRange]) -> u128 {
    ranges.iter().fold(0, |value, range| value << range.width() | word >> range.low & mask(range.width()))
}
