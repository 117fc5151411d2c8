//! Rules for numbers that a conversion rounds: none may be left out as impossible where it is not.

use datarep_dynamic::{Format, Text};

/// 9,999,999 tens: more than 24 bits, of which the five of each ten takes two or three.
const NINES: [u8; 4] = [0x99, 0x99, 0x99, 0x9C];

#[test]
fn a_negative_scale_is_rounded_by_the_rule() {
    let format = |rules: &str| Format::named("packed_decimal(7, -1)").unwrap().with_rules(rules);
    let (nearest, loss) = format("").to_vec::<f32>(&NINES).unwrap();
    assert_eq!((f64::from(nearest[0]), loss.inexact), (99_999_992.0, 1));
    assert!(format("on read { inexact => error }").to_vec::<f32>(&NINES).is_err());
    // The neighbors of 99,999,990 are 8 apart: 99,999,984 and 99,999,992.
    for (rule, number) in [("toward_zero", 99_999_984.0), ("up", 99_999_992.0), ("down", 99_999_984.0)] {
        let (values, _) = format(&format!("on read {{ inexact => {rule} }}")).to_vec::<f32>(&NINES).unwrap();
        let [value] = values[..] else { panic!("one item") };
        assert_eq!(f64::from(value).to_bits(), f64::to_bits(number), "{rule}");
    }
    let (exact, loss) = format("on read { inexact => error }").to_vec::<f64>(&NINES).unwrap();
    assert!(exact == [99_999_990.0] && loss.is_none());
}

#[test]
fn a_negative_scale_is_rounded_in_every_float() {
    let wide = [0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9C];
    let format = Format::named("packed_decimal(15, -3)").unwrap().with_rules("on read { inexact => error }");
    assert!(format.to_vec::<f64>(&wide).is_err());
    // 4995 is odd: as tens it is beyond the 11 bits of a half.
    let half = Format::named("packed_decimal(3, -1)").unwrap().with_rules("on read { inexact => error }");
    assert!(half.to_vec::<datarep::F16>(&[0x49, 0x9C]).is_err());
    assert!(half.to_vec::<datarep::F16>(&[0x12, 0x8C]).is_ok());
}

#[test]
fn a_sum_of_two_floats_that_are_far_apart_is_rounded_by_the_rule() {
    // -4.98 and 3.97e-13: the sum has more than 53 bits, and lies nearer to zero than the first.
    let bytes = [0xC0, 0x9F, 0x6C, 0xD8, 0x2A, 0xDD, 0x96, 0xDF];
    let [high, low] = [0xC09F_6CD8_u32, 0x2ADD_96DF].map(|bits| f64::from(f32::from_bits(bits)));
    let text = Text::parse("float two = pair(f32, f32) { order big; }").unwrap();
    let format = |rules: &str| text.format("two").unwrap().with_rules(rules);
    let (nearest, loss) = format("").to_vec::<f64>(&bytes).unwrap();
    assert_eq!((nearest[0].to_bits(), loss.inexact), ((high + low).to_bits(), 1));
    assert!(format("on read { inexact => error }").to_vec::<f64>(&bytes).is_err());
    // The rounding error of the sum is exact (Dekker): it says on which side the nearest number lies.
    let sum = high + low;
    let rest = low - (sum - high);
    let toward_zero = if rest > 0.0 { f64::from_bits(sum.to_bits() - 1) } else { sum };
    let (values, _) = format("on read { inexact => toward_zero }").to_vec::<f64>(&bytes).unwrap();
    assert_eq!(values, [toward_zero]);
}

#[test]
fn numbers_below_the_normal_ones_follow_the_rule_for_underflow() {
    // 1e-38 lies between the subnormal numbers of `f32`.
    let format = Format::named("zoned_decimal(2, 38)").unwrap();
    let strict = format.with_rules("on read { underflow => error, inexact => nearest_even }");
    assert!(strict.to_vec::<f32>(&[0xF0, 0xF1]).is_err());
    let zero = Format::named("zoned_decimal(2, 38)").unwrap().with_rules("on read { underflow => zero }");
    assert_eq!(zero.to_vec::<f32>(&[0xF0, 0xF1]).unwrap().0, [0.0]);
}

#[test]
fn a_format_whose_words_are_all_normalized_has_a_rule_for_underflow() {
    let text = "float whole = S1 E8 I1 F22 where value = I.F * 2^(E - 127) {
        order big; zero if E == 0 && I == 0 && F == 0; invalid if I == 0;
    }";
    let format = Text::parse(text).unwrap().format("whole").unwrap();
    let strict = format.with_rules("on write { underflow => error, inexact => error }");
    assert!(strict.to_bytes(&[1e-39_f32]).is_err());
    assert!(strict.to_bytes(&[1.0_f32]).is_ok());
}
