//! Rules for numbers that a conversion cannot keep: what is stored, what is counted, and what is an error.

use datarep::error::ErrorKind;
use datarep::{Event, Loss};
use datarep_dynamic::{Error, Format, Text};

/// 9,999,999 tens: more than 24 bits, of which the five of each ten takes two or three.
const NINES: [u8; 4] = [0x99, 0x99, 0x99, 0x9C];

#[test]
fn a_negative_scale_is_rounded_by_the_rule() {
    let format = |rules: &str| Format::named("packed_decimal(7, -1)").unwrap().with_rules(rules);
    let [below, above] = [0x4CBE_BC1E, 0x4CBE_BC1F].map(f32::from_bits);
    let (nearest, loss) = format("").to_vec::<f32>(&NINES).unwrap();
    assert_eq!((nearest, loss.inexact), (vec![above], 1));
    assert!(format("on read { inexact => error }").to_vec::<f32>(&NINES).is_err());
    // The neighbors of 99,999,990 are 8 apart: 99,999,984 and 99,999,992.
    for (rule, number) in [("toward_zero", below), ("up", above), ("down", below)] {
        let (values, _) = format(&format!("on read {{ inexact => {rule} }}")).to_vec::<f32>(&NINES).unwrap();
        assert_eq!(values, [number], "{rule}");
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

fn wrapped(expression: &str, order: &str) -> Format {
    let format =
        Format::named(expression).expect("it is of the language").with_rules("on write { overflow => wrap }");
    if order.is_empty() { format } else { format.with_order(order) }
}

#[test]
fn an_integer_that_wraps_keeps_its_low_bits_alone() {
    let number = 0x2897_1F24_i32;
    for (expression, order, bytes) in [
        ("unsigned(12)", "right_justified(4, little)", &[0x24, 0x0F, 0, 0][..]),
        ("unsigned(12)", "left_justified(4)", &[0xF2, 0x40, 0, 0]),
        ("unsigned(12)", "six_in_eight", &[0x3C, 0x24]),
        ("unsigned(24)", "little", &[0x24, 0x1F, 0x97]),
        ("twos(12)", "right_justified(4, little)", &[0x24, 0x0F, 0, 0]),
        ("offset(12, 100)", "right_justified(2)", &[0x0F, 0x88]),
        ("offset(8, 7)", "", &[0x2B]),
        ("offset(20, 0x7FFFF)", "right_justified(4)", &[0, 0x0F, 0x1F, 0x23]),
    ] {
        let (written, loss) = wrapped(expression, order).to_bytes(&[number]).unwrap();
        assert_eq!((written.as_slice(), loss.overflow), (bytes, 1), "{expression} {order}");
    }
    // The sum of the number and the offset is beyond the native type.
    let (written, _) = wrapped("offset(8, 7)", "").to_bytes(&[i16::MAX]).unwrap();
    assert_eq!(written, [0x06]);
}

#[test]
fn a_decimal_that_wraps_keeps_its_low_digits_and_its_sign() {
    for (expression, thousand, more) in [
        ("packed_decimal(3, 0)", &[0x00, 0x0D][..], &[0x23, 0x4D][..]),
        ("packed_decimal(3, 1)", &[0x00, 0x0D], &[0x23, 0x4D]),
        ("packed_decimal(3, 0, ibm4690)", &[0xFF, 0xD0], &[0xD2, 0x34]),
        ("packed_decimal(3, 0, unsigned)", &[0x00, 0x0F], &[0x23, 0x4F]),
        ("zoned_decimal(3, 0)", &[0xF0, 0xF0, 0xD0], &[0xF2, 0xF3, 0xD4]),
        ("zoned_decimal(3, 0, ascii)", b"00}", b"23M"),
        ("zoned_decimal(3, 0, ascii, leading)", b"}00", b"K34"),
        ("zoned_decimal(3, 0, ascii, leading, separate)", b"-000", b"-234"),
        ("zoned_decimal(3, 0, ascii, separate)", b"000-", b"234-"),
        ("zoned_decimal(3, 0, unsigned)", &[0xF0, 0xF0, 0xF0], &[0xF2, 0xF3, 0xF4]),
    ] {
        let format = wrapped(expression, "");
        for (number, bytes) in [(-1000_i32, thousand), (-1234, more)] {
            let (written, loss) = format.to_bytes(&[number]).unwrap();
            assert_eq!((written.as_slice(), loss.overflow), (bytes, 1), "{expression}: {number}");
        }
    }
    let (written, loss) = wrapped("x87_bcd", "").to_bytes(&[-1_000_000_000_000_000_000_i64]).unwrap();
    assert_eq!((written, loss.overflow), (vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80], 1));
}

#[test]
fn only_whole_numbers_wrap() {
    let format = wrapped("packed_decimal(3, 0)", "");
    let number = datarep::Decimal::try_from_i128_with_scale(-1234, 0).unwrap();
    let error = format.to_bytes(&[number]).unwrap_err().to_string();
    assert!(error.contains("overflow => error"), "{error}");
    // A rule of a representation that cannot be followed is skipped.
    let text = "datarep mine {
        others => unsupported; complex => unsupported;
        DATAREP_DECIMAL => packed_decimal(3, 0);
        on read { invalid => error } on write { overflow => wrap }
    }";
    assert!(Text::parse(text).unwrap_err().to_string().contains("no rule for values that do not fit"));
}

/// The event that a call failed with.
fn event<T>(result: Result<T, Error>) -> Option<Event> {
    match result {
        Err(Error::Conversion(error)) => match error.kind() {
            ErrorKind::Conversion { fault, .. } => Some(fault.event),
            _ => None,
        },
        Ok(_) | Err(_) => None,
    }
}

#[test]
fn an_error_names_an_event_that_is_counted() {
    let single = |rules: &str| Format::named("f32").unwrap().with_rules(rules);
    let underflow = |loss: Loss| (loss.underflow, loss.inexact);
    let strict = single("on read { inexact => error } on write { inexact => error }");
    // A third of the smallest subnormal number, one between two of them, and one of them.
    let items = [f64::from_bits(0x3695_5555_5555_5555), 1.5e-45, f64::from(f32::from_bits(1))];
    for (item, counted) in items.into_iter().zip([1, 1, 0]) {
        let failed = event(strict.to_bytes(&[item]));
        let loss = strict.loss_on_write(&[item]).unwrap();
        assert_eq!(
            (failed, underflow(loss)),
            ((counted == 1).then_some(Event::Underflow), (counted, 0)),
            "{item}"
        );
    }
    assert_eq!(event(strict.to_bytes(&[0.1_f64])), Some(Event::Inexact));
    // Both rules name the same items.
    let both = single("on write { inexact => error, underflow => error }");
    assert_eq!(event(both.to_bytes(&[1.5e-45_f64])), Some(Event::Underflow));
    // What the rule for underflows accepts is no error.
    let zero = single("on write { inexact => error, underflow => zero }");
    let (bytes, loss) = zero.to_bytes(&[1.5e-45_f64]).unwrap();
    assert_eq!((bytes, underflow(loss)), (vec![0; 4], (1, 0)));
    let double = Format::named("f64").unwrap().with_rules("on read { inexact => error }");
    let file = 1.5e-45_f64.to_be_bytes();
    assert_eq!(event(double.to_vec::<f32>(&file)), Some(Event::Underflow));
    assert_eq!(underflow(double.loss::<f32>(&file).unwrap()), (1, 0));
}

#[test]
fn a_nan_that_loses_a_part_of_its_payload_is_counted_and_stays() {
    let single = Format::named("f32").unwrap();
    for (bits, kept, counted) in [
        (0x7FF8_0000_2000_0000, 0x7FC0_0001_u32, 0),
        (0x7FF8_0000_2000_0001, 0x7FC0_0001, 1),
        (0xFFF0_0000_0000_0001, 0xFFC0_0000, 1),
    ] {
        let (bytes, loss) = single.to_bytes(&[f64::from_bits(bits)]).unwrap();
        assert_eq!((bytes, loss.nan), (kept.to_be_bytes().to_vec(), counted), "{bits:x}");
    }
}

fn two_floats(rules: &str) -> Format {
    let text = Text::parse("float two = pair(f32, f32) { order big; }").expect("a sound text");
    text.format("two").expect("it is in the text").with_rules(rules)
}

fn words(bytes: &[u8]) -> [f32; 2] {
    [0, 4].map(|at| f32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
}

#[test]
fn the_high_word_is_the_number_nearest_to_the_sum() {
    // Numbers from below the smallest subnormal one to where the low word has all its bits.
    let mut numbers = Vec::new();
    for exponent in -152..-101_i32 {
        for fraction in
            [1.0, 1.25, 1.5, 1.75, 1.0 + 1.0 / 3.0, 1.999_999_999_9, 1.000_000_1, 1.500_000_059_604_644_8]
        {
            numbers.extend([fraction, -fraction].map(|fraction| fraction * f64::powi(2.0, exponent)));
        }
    }
    for rule in ["nearest_even", "toward_zero", "nearest_away", "up", "down"] {
        let format = two_floats(&format!("on write {{ inexact => {rule} }}"));
        let (bytes, _) = format.to_bytes(&numbers).unwrap();
        for (number, bytes) in numbers.iter().zip(bytes.chunks_exact(8)) {
            let [high, low] = words(bytes);
            // Both are multiples of 2^-149 below 2^-100, so that the sum is exact.
            let sum = f64::from(high) + f64::from(low);
            #[expect(clippy::cast_possible_truncation, reason = "the nearest number is wanted")]
            let nearest = sum as f32;
            assert_eq!(
                (high, high.is_sign_negative()),
                (nearest, *number < 0.0),
                "{rule}: {number:e} is {high:e} and {low:e}"
            );
            let is_kept = match rule {
                "toward_zero" => sum.abs() <= number.abs(),
                "up" => sum >= *number,
                "down" => sum <= *number,
                _ => (sum - number).abs() <= f64::powi(2.0, -150),
            };
            assert!(is_kept, "{rule}: {number:e} is {sum:e}");
        }
        // What is read is written as the same words.
        let (sums, loss) = format.to_vec::<f64>(&bytes).unwrap();
        assert!(loss.is_none());
        assert_eq!(format.to_bytes(&sums).unwrap().0, bytes);
    }
}

#[test]
fn a_tie_of_the_low_word_is_rounded_as_that_of_the_value() {
    // The rest is negative: -(2^-26 + 3 * 2^-50), in the middle of two numbers.
    let [two_26, two_49, two_50] = [-26, -49, -50].map(|power| f64::powi(2.0, power));
    let value = 1.0 + f64::powi(2.0, -23) - two_26 - 3.0 * two_50;
    for sign in [1.0, -1.0] {
        for (rule, low) in [("nearest_away", -two_26 - two_49), ("nearest_even", -two_26 - 2.0 * two_49)] {
            let format = two_floats(&format!("on write {{ inexact => {rule} }}"));
            let (bytes, loss) = format.to_bytes(&[sign * value]).unwrap();
            let [high, written] = words(&bytes).map(f64::from);
            assert_eq!(
                (high, written, loss.inexact),
                (sign * (1.0 + f64::powi(2.0, -23)), sign * low, 1),
                "{rule}"
            );
        }
    }
}

#[test]
fn a_nan_in_place_of_another_value_has_its_sign() {
    let format = two_floats("on write { overflow | infinity => nan }");
    let (bytes, loss) = format.to_bytes(&[f64::NEG_INFINITY, -1e300, 1e300]).unwrap();
    assert_eq!((loss.infinity, loss.overflow), (1, 2));
    let high: Vec<u32> = bytes.chunks_exact(8).map(|bytes| words(bytes)[0].to_bits()).collect();
    assert_eq!(high, [0xFFC0_0000, 0xFFC0_0000, 0x7FC0_0000]);
}

#[test]
fn words_of_a_number_keep_their_order() {
    let text = "
        float single = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; order little; }
        float two = pair(single, single);
        float own = pair(single, single) { order big; }
        float reversed = pair(f32, f32) { order little; }
        float pdp = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; order pdp; }
        float two_pdp = pair(pdp, pdp);
        float hex = S1 E7 F24 where value = 0.F * 16^(E - 64) { order little; }
        float two_hex = pair(hex, hex) where low.E = high.E - 6;
        integer word = ones(16) { order little; }
        integer two_words = pair(word, word);
        integer three_words = triple(word, word, word);
        integer cell = ones(15) { order right_justified(2); }
        integer two_cells = pair(cell, cell);
    ";
    let text = Text::parse(text).unwrap();
    let reals = [
        ("two", [0, 0, 0xC0, 0x3F, 0, 0, 0, 0]),
        ("own", [0x3F, 0xC0, 0, 0, 0, 0, 0, 0]),
        ("reversed", [0, 0, 0, 0, 0, 0, 0xC0, 0x3F]),
        ("two_pdp", [0xC0, 0x3F, 0, 0, 0, 0, 0, 0]),
        ("two_hex", [0, 0, 0x18, 0x41, 0, 0, 0, 0x3B]),
    ];
    for (name, bytes) in reals {
        let format = text.format(name).unwrap();
        assert_eq!(format.to_bytes(&[1.5_f64]).unwrap().0, bytes, "{name}");
        assert_eq!(format.to_vec::<f64>(&bytes).unwrap().0, [1.5], "{name}");
    }
    let whole: [(&str, &[u8]); 3] = [
        ("two_words", &[0xFE, 0xFF, 0xFD, 0xFF]),
        ("three_words", &[0xFF, 0xFF, 0xFE, 0xFF, 0xFD, 0xFF]),
        ("two_cells", &[0x7F, 0xFE, 0x7F, 0xFD]),
    ];
    for (name, bytes) in whole {
        // One in the second word from below, and two in the lowest one.
        let number = if name == "two_cells" { -(1 << 14) - 2 } else { -(1 << 15) - 2 };
        let format = text.format(name).unwrap();
        assert_eq!(format.to_bytes(&[number]).unwrap().0, bytes, "{name}");
        assert_eq!(format.to_vec::<i64>(bytes).unwrap().0, [number], "{name}");
    }
    let mixed = "
        float a = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; order little; }
        float b = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; order big; }
        float two = pair(a, b);
    ";
    assert!(Text::parse(mixed).unwrap_err().to_string().contains("two words of the same format"));
}

/// Numbers of one sign alone have words that are not normalized, with the smallest exponent.
#[test]
fn a_zero_that_names_its_sign_leaves_the_rule_for_underflow() {
    let text =
        "float low = S1 E7 F56 where value = 0.F * 2^(E - 100) { zero if S == 0 && E == 0; order big; }";
    let format = |rules: &str| Text::parse(text).unwrap().format("low").unwrap().with_rules(rules);
    // 2^-139, a subnormal number of `f32`.
    let word = [0x01, 0, 0, 0, 0, 1, 0, 0];
    assert_eq!(format("").to_vec::<f32>(&word).unwrap().0, [f32::from_bits(1 << 10)]);
    let (zero, loss) = format("on read { underflow => zero }").to_vec::<f32>(&word).unwrap();
    assert_eq!((zero, loss.underflow), (vec![0.0], 1));
    assert!(format("on read { underflow => error }").to_vec::<f32>(&word).is_err());
}

#[test]
fn a_number_that_becomes_zero_follows_the_rule_for_its_sign() {
    // A negative word has no negative zero, but a class that is too small for a number.
    let text = "float low = S1 E7 F24 where value = 1.F * 2^(E - 67) {
        negative twos_complement; zero if E == 0 && F == 0; underflow if E <= 32; order big;
    }";
    let format = |rules: &str| Text::parse(text).unwrap().format("low").unwrap().with_rules(rules);
    let word = 0xFF00_0000_u32.to_be_bytes();
    // No number of the format is rounded in an `f64`, but such a word is lost.
    let strict = format("on read { inexact => error }");
    assert_eq!(event(strict.to_vec::<f64>(&word)), Some(Event::Underflow));
    let bits = |format: Format| format.to_vec::<f64>(&word).unwrap().0[0].to_bits();
    assert_eq!(bits(format("")), (-0.0_f64).to_bits());
    assert_eq!(bits(format("on read { negative_zero => zero }")), 0);
}

#[test]
fn a_word_of_one_digit_and_few_bits_is_a_format() {
    let text = "float short = S1 E2 D1 where value = 0.D * 10^(E - 2) { order right_justified(1); }";
    let format = Text::parse(text).unwrap().format("short").unwrap();
    // The digit 5, before it the exponent 1: 0.5 * 10^-1.
    let (bytes, _) = format.to_bytes(&[0.05_f64]).unwrap();
    assert_eq!((bytes.as_slice(), format.to_vec::<f64>(&bytes).unwrap().0), (&[0x15][..], vec![0.05]));
}

/// Subnormal words do not lose the hidden bit of `S!S.F`, so that there are no smaller numbers.
#[test]
fn an_implied_complement_keeps_no_numbers_below_the_normal_ones() {
    let text = "float far = S1 E11 F80 where value = S!S.F * 2^(E + 1) {
        exponent rotated; zero if E == -1024 && F == 0; subnormal if E == -1024; order left_justified(12);
    }";
    let format = |rules: &str| Text::parse(text).unwrap().format("far").unwrap().with_rules(rules);
    let small = [f64::from_bits(2)];
    assert_eq!(format("").loss_on_write(&small).unwrap().underflow, 1);
    assert_eq!(event(format("on write { underflow => error }").to_bytes(&small)), Some(Event::Underflow));
}

/// Words that are written have no such sum, so that no rule is required, but one that is there applies.
#[test]
fn a_sum_beyond_the_native_type_follows_the_rule_for_overflow() {
    let half = 0x7FE0_0000_0000_0000_u64;
    let word = [half, half + 1].map(u64::to_be_bytes).concat();
    let text = Text::parse("float two = pair(f64, f64) { order big; }").unwrap();
    let format = |rules: &str| text.format("two").unwrap().with_rules(rules);
    let (values, loss) = format("").to_vec::<f64>(&word).unwrap();
    assert_eq!((values, loss.overflow), (vec![f64::INFINITY], 1));
    let (values, _) = format("on read { overflow => saturate }").to_vec::<f64>(&word).unwrap();
    assert_eq!(values, [f64::MAX]);
    assert_eq!(event(format("on read { overflow => error }").to_vec::<f64>(&word)), Some(Event::Overflow));
}

#[test]
fn a_format_with_one_zero_does_not_follow_a_rule_that_keeps_the_other() {
    let text = Text::parse(
        "float low = S1 E7 F24 where value = 0.F * 2^(E - 64) { zero if S == 0 && E == 0; order big; }
        datarep parent {
            others => unsupported; complex => unsupported;
            on read { overflow => infinity } on write { overflow | infinity => saturate, nan => zero, negative_zero => error }
        }
        datarep child extends parent { MPI_DOUBLE => low; on write { negative_zero => keep } }",
    );
    let text = text.unwrap();
    let child = text.representation("child").unwrap();
    let error = child.to_bytes(&[-0.0_f64]).unwrap_err().to_string();
    assert!(error.contains("negative_zero => error"), "{error}");
    // By the formula this word is a zero, too.
    let (values, loss) = child.to_vec::<f64>(&[0x80, 0, 0, 0]).unwrap();
    assert_eq!((values[0].to_bits(), loss.is_none()), (0, true));
}

/// A clause for one word of a negative zero leaves the others, which are read, although none is written.
#[test]
fn a_negative_zero_that_is_only_read_follows_the_rule() {
    let text = "float signed = E7 F17 _4 S1 I1 where value = I.F * 2^(E - 65) {
        reserved if S == 1 && E == 0; order right_justified(4);
    }";
    let format = |rules: &str| Text::parse(text).unwrap().format("signed").unwrap().with_rules(rules);
    let word = (1_u32 << 23 | 0b10).to_be_bytes();
    let bits = |format: Format| format.to_vec::<f32>(&word).unwrap().0[0].to_bits();
    assert_eq!(bits(format("")), (-0.0_f32).to_bits());
    assert_eq!(bits(format("on read { negative_zero => zero }")), 0);
    assert_eq!(
        event(format("on read { negative_zero => error }").to_vec::<f32>(&word)),
        Some(Event::NegativeZero)
    );
}

/// Where no word has its full significand outside of the subnormal ones, those with it count as normal.
#[test]
fn subnormal_numbers_alone_follow_the_rule_for_underflow() {
    let text = "float small = S1 F14 E1 where value = F * 2^(E - 11) { zero if E == 0 && F == 0; ieee; }";
    let format = |rules: &str| Text::parse(text).unwrap().format("small").unwrap().with_rules(rules);
    let unit = [2.0_f32.powi(-11), 4.0];
    assert_eq!(format("").to_bytes(&unit).unwrap().0, [0, 2, 0x40, 0]);
    let (bytes, loss) = format("on write { underflow => zero }").to_bytes(&unit).unwrap();
    assert_eq!((bytes.as_slice(), loss.underflow), (&[0, 0, 0x40, 0][..], 1));
    assert_eq!(event(format("on write { underflow => error }").to_bytes(&unit)), Some(Event::Underflow));
}

/// The numbers of each sign begin where they do: a clause can take the smallest exponent from one sign alone.
#[test]
fn numbers_that_only_one_sign_has_are_no_underflow() {
    // The smallest number of `f32` has a word if it is negative, and is below all numbers if it is positive.
    let text =
        "float low = S1 E8 F23 where value = 1.F * 2^(E - 149) { zero if S == 0 && E == 0; order big; }";
    let format = |rules: &str| Text::parse(text).unwrap().format("low").unwrap().with_rules(rules);
    let least = f32::from_bits(1);
    for rules in ["", "on write { underflow => error }", "on write { underflow => zero }"] {
        let (bytes, loss) = format(rules).to_bytes(&[-least]).unwrap();
        assert_eq!((bytes.as_slice(), loss.is_none()), (&[0x80, 0, 0, 0][..], true), "{rules}");
    }
    let strict = format("on write { underflow => error }");
    assert_eq!(event(strict.to_bytes(&[least])), Some(Event::Underflow));
}

/// The word of the smallest positive significand is an infinity, which must not be written for zero.
#[test]
fn a_format_without_zero_whose_signs_begin_apart_is_refused() {
    let text = "float far = S1 E1 F7 where value = S!S.F * 2^(E + 2) {
        infinity if E == max && F == 0; underflow if E <= 0; order right_justified(2);
    }";
    let format = Text::parse(text).unwrap().format("far").unwrap();
    let fault = format.to_bytes(&[0.0_f32]).unwrap_err().to_string();
    assert!(fault.contains("floats without a zero"), "{fault}");
}
