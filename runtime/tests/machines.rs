//! Features of few machines, as a program uses them: complements of a part of the word, digits of any width, words with
//! separate signs. One item and long slices, at every level of the processor.

mod items;
mod levels;

use datarep::{Event, F128, Loss};
use items::{is, reads, writes};
use levels::at_every_level;

datarep::datarep! {
    datarep rules {
        others => unsupported;
        on read  { overflow => infinity, infinity | nan => keep, reserved => nan }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep shares {
        others => unsupported;
        on read  { overflow => infinity }
        on write { overflow | infinity => saturate, nan => zero, underflow => zero }
    }

    /// Complements of words whose sign is not their top bit: below the exponent, amid the significand, below a mark.
    float low_sign = E8 S1 F23 where value = 0.F * 2^(E - 128) { negative twos_complement; order big; }
    float inner_sign = F7 S1 E8 F16 where value = 0.F * 2^(E - 128) { negative ones_complement; order big; }
    float marked = _4 S1 E8 F27 where value = 0.F * 2^(E - 128) { negative twos_complement; order big; }
    /// One's complement of the exponent alone, of the significand alone, and of each by itself.
    float ones_exponent = S1 E8 F23 where value = 1.F * 2^E { exponent ones_complement; zero if E == -127 && F == 0; order big; }
    float ones_significand = E8 S1 F23 where value = S.F * 2^(E - 128) { negative ones_complement; order big; }
    float ones_each = S1 F23 E8 where value = S.F * 2^E { negative ones_complement; exponent ones_complement; order big; }
    /// Of an exponent of one bit with a sign both words are zero.
    float one_bit_ones = S1 F6 E1 where value = 0.F * 2^(E + 1) { exponent ones_complement; order big; }
    float one_bit_signed = S1 F6 E1 where value = 0.F * 2^(E + 1) { exponent sign_magnitude; order big; }
    /// Two's complement in digits of three bits, of four, and of a byte.
    float octal = E8 S1 F23 where value = S.F * 8^(E - 128) { order big; }
    float hexadecimal = S1 F24 E7 where value = S.F * 16^(E - 64) { order big; }
    float bytewise = S1 E7 F24 where value = 0.F * 256^(E - 64) { order big; }
    float bitwise = S1 E8 F23 where value = 0.F * 4^(E - 128) { negative twos_complement; order big; }
    float broad = S1 E8 F87 where value = F * 65536^(E - 130) { order big; }
    float fivefold = S1 E7 F40 where value = 0.F * 32^(E - 64) { order big; }
    /// Two's complement without minus one: no power of two borrows from the exponent.
    float forbidden = E8 S1 F23 where value = S.F * 2^(E - 128) { invalid if S == 1 && F == 0; order big; }
    float forbidden_octal = S1 F23 E8 where value = S.F * 8^(E - 128) { invalid if S == 1 && F == 0; order big; }
    /// Words with signs of their own, in cells of their own.
    integer half = fixed(15, 14, ones_complement) { order right_justified(2); }
    integer halves = pair(half, half);
    integer thirds = triple(half, half, half);
    integer digit = sign_magnitude(7) { order left_justified(1); }
    integer digits = triple(digit, digit, digit);

    /// Fixed point with two zeros, as floats without an exponent.
    float ones_share = S1 F15 where value = 0.F { negative ones_complement; order big; }
    float signed_share = S1 F15 where value = 0.F { order big; }

    datarep in_low_sign extends rules { real { 4 => low_sign, 8 => low_sign } }
    datarep in_inner_sign extends rules { real { 4 => inner_sign, 8 => inner_sign } }
    datarep in_marked extends rules { real { 4 => marked, 8 => marked } }
    datarep in_ones_exponent extends rules { real { 4 => ones_exponent, 8 => ones_exponent } }
    datarep in_ones_significand extends rules { real { 4 => ones_significand, 8 => ones_significand } }
    datarep in_ones_each extends rules { real { 4 => ones_each, 8 => ones_each } }
    datarep in_one_bit_ones extends rules { real { 4 => one_bit_ones, 8 => one_bit_ones } }
    datarep in_one_bit_signed extends rules { real { 4 => one_bit_signed, 8 => one_bit_signed } }
    datarep in_octal extends rules { real { 4 => octal, 8 => octal } }
    datarep in_hexadecimal extends rules { real { 4 => hexadecimal, 8 => hexadecimal } }
    datarep in_bytewise extends rules { real { 4 => bytewise, 8 => bytewise } }
    datarep in_bitwise extends rules { real { 4 => bitwise, 8 => bitwise } }
    datarep in_broad extends rules { real { 4 => broad, 8 => broad } }
    datarep in_fivefold extends rules { real { 4 => fivefold, 8 => fivefold } }
    datarep in_forbidden extends rules { real { 4 => forbidden, 8 => forbidden } }
    datarep in_forbidden_octal extends rules { real { 4 => forbidden_octal, 8 => forbidden_octal } }
    datarep in_halves {
        others => unsupported;
        real { 4 => halves, 8 => halves, 16 => thirds }
        integer => digits;
        on read  { overflow => saturate }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep in_ones_share extends shares { real { 4 => ones_share, 8 => ones_share } }
    datarep in_ones_fixed extends shares { real { 4 => fixed(16, 15, ones_complement), 8 => fixed(16, 15, ones_complement) } }
    datarep in_signed_share extends shares { real { 4 => signed_share, 8 => signed_share } }
    datarep in_signed_fixed extends shares { real { 4 => fixed(16, 15, sign_magnitude), 8 => fixed(16, 15, sign_magnitude) } }
}

#[test]
fn complements_of_words_whose_sign_is_not_on_top() {
    for (datarep, one, minus_one) in [
        (in_low_sign::DATAREP, &[0x81, 0x40, 0, 0][..], &[0x7E, 0xC0, 0, 0][..]),
        (in_inner_sign::DATAREP, &[0x80, 0x81, 0, 0], &[0x7F, 0x7E, 0xFF, 0xFF]),
        (in_marked::DATAREP, &[4, 0x0C, 0, 0, 0], &[0x0B, 0xF4, 0, 0, 0]),
    ] {
        is(datarep, one, 1.0_f32);
        is(datarep, one, 1.0_f64);
        is(datarep, minus_one, -1.0_f32);
        is(datarep, minus_one, -1.0_f64);
    }
    // Only the lowest bit below the sign: the exponent is inverted, and nothing is carried into it.
    reads(in_low_sign::DATAREP, &[0x7E, 0xFF, 0xFF, 0xFF], -2_f64.powi(-22), None);
    // Zeros below the sign are not the complement of a number.
    reads(in_low_sign::DATAREP, &[0x7E, 0x80, 0, 0], 0.0_f64, None);
    // A mark is not part of a complement.
    reads(in_marked::DATAREP, &[0xFB, 0xF4, 0, 0, 0], -1.0_f64, None);
}

#[test]
fn ones_complement_of_an_exponent_or_a_significand() {
    for (datarep, half, minus_three) in [
        (in_ones_exponent::DATAREP, &[0x7F, 0, 0, 0], &[0x80, 0xC0, 0, 0]),
        (in_ones_significand::DATAREP, &[0x80, 0x40, 0, 0], &[0x82, 0x9F, 0xFF, 0xFF]),
        (in_ones_each::DATAREP, &[0x40, 0, 0, 0], &[0x9F, 0xFF, 0xFF, 2]),
    ] {
        is(datarep, half, 0.5_f32);
        is(datarep, half, 0.5_f64);
        is(datarep, minus_three, -3.0_f32);
        is(datarep, minus_three, -3.0_f64);
    }
    // The exponent's negative zero is read, but not written.
    reads(in_ones_exponent::DATAREP, &[0x7F, 0x80, 0, 0], 1.0_f64, None);
    reads(in_ones_each::DATAREP, &[0x40, 0, 0, 0xFF], 0.5_f32, None);
    is(in_ones_exponent::DATAREP, &[0, 0, 0, 0], 1.0_f64);
    is(in_ones_exponent::DATAREP, &[0x40, 0, 0, 1], 2_f64.powi(-127) * (1.0 + 2_f64.powi(-23)));
    is(in_ones_each::DATAREP, &[0xBF, 0xFF, 0xFF, 0xFE], -0.25_f64);
    // A negative zero is one with any exponent.
    is(in_ones_significand::DATAREP, &[0, 0xFF, 0xFF, 0xFF], -0.0_f64);
    reads(in_ones_significand::DATAREP, &[0x80, 0xFF, 0xFF, 0xFF], -0.0_f32, None);
    is(in_ones_each::DATAREP, &[0xFF, 0xFF, 0xFF, 0], -0.0_f32);
}

#[test]
fn an_exponent_of_one_bit_that_is_a_sign() {
    for datarep in [in_one_bit_ones::DATAREP, in_one_bit_signed::DATAREP] {
        for word in (0x40..0x80).step_by(2) {
            let number = f64::from(word) / 64.0;
            is(datarep, &[word], number);
            reads(datarep, &[word + 1], number, None);
            reads(datarep, &[0x80 | word], -number, None);
        }
    }
}

#[test]
fn digits_of_any_width() {
    // A half, minus the inverse of the radix, which is minus one at the next smaller exponent, and -1.5.
    for (digit, datarep, words) in [
        (3, in_octal::DATAREP, [&[0x80, 0x40, 0, 0][..], &[0x7F, 0x80, 0, 0], &[0x81, 0xE8, 0, 0]]),
        (4, in_hexadecimal::DATAREP, [&[0x40, 0, 0, 64], &[0x80, 0, 0, 63], &[0xF4, 0, 0, 65]]),
        (8, in_bytewise::DATAREP, [&[0x40, 0x80, 0, 0], &[0xC0, 1, 0, 0], &[0xC1, 1, 0x80, 0]]),
        (2, in_bitwise::DATAREP, [&[0x40, 0x40, 0, 0], &[0xBF, 0xE0, 0, 0], &[0xBF, 0x50, 0, 0]]),
        (
            5,
            in_fivefold::DATAREP,
            [&[0x40, 0x80, 0, 0, 0, 0], &[0xC0, 8, 0, 0, 0, 0], &[0xC1, 0x0C, 0, 0, 0, 0]],
        ),
    ] {
        for (word, native) in words.into_iter().zip([0.5, -(2_f32.powi(-digit)), -1.5]) {
            is(datarep, word, native);
            is(datarep, word, f64::from(native));
        }
    }
    // A first digit with fifteen leading zeros: the bits below the significant ones are slightly more than half of the
    // last.
    let word = (130_u128 << 87 | 1 << 71 | 1 << 18 | 1).to_be_bytes();
    reads(in_broad::DATAREP, &word[4..], 2_f64.powi(71) + 2_f64.powi(19), Some(Event::Inexact));
    // Rounded to minus a power of the radix, whose exponent is one smaller again.
    writes(in_octal::DATAREP, -0.125 - 2_f64.powi(-30), &[0x7F, 0x80, 0, 0], Some(Event::Inexact));
    writes(in_octal::DATAREP, -1.0 + 2_f64.powi(-40), &[0x80, 0x80, 0, 0], Some(Event::Inexact));
    writes(in_octal::DATAREP, 1.0 - 2_f64.powi(-40), &[0x81, 0x10, 0, 0], Some(Event::Inexact));
    writes(in_bytewise::DATAREP, 1.0 - 2_f64.powi(-40), &[0x41, 1, 0, 0], Some(Event::Inexact));
}

#[test]
fn a_significand_of_minus_one_that_is_forbidden() {
    is(in_forbidden::DATAREP, &[0x80, 0xC0, 0, 0], -0.5_f32);
    is(in_forbidden::DATAREP, &[0x81, 0xC0, 0, 0], -1.0_f64);
    is(in_forbidden_octal::DATAREP, &[0xF0, 0, 0, 0x81], -1.0_f32);
    is(in_forbidden_octal::DATAREP, &[0xF0, 0, 0, 0x80], -0.125_f64);
    reads(in_forbidden::DATAREP, &[0x81, 0x80, 0, 0], -f32::NAN, Some(Event::Reserved));
    reads(in_forbidden_octal::DATAREP, &[0x80, 0, 0, 3], -f64::NAN, Some(Event::Reserved));
    // Rounded up to a power of two, and beyond the largest number: both ends are equal.
    writes(in_forbidden::DATAREP, -1.0 + 2_f64.powi(-40), &[0x81, 0xC0, 0, 0], Some(Event::Inexact));
    writes(in_forbidden::DATAREP, -(2_f64.powi(127)), &[0xFF, 0x80, 0, 1], Some(Event::Overflow));
    writes(in_forbidden::DATAREP, 2_f64.powi(127), &[0xFF, 0x7F, 0xFF, 0xFF], Some(Event::Overflow));
}

#[test]
fn words_with_signs_of_their_own_are_added() {
    let halves = in_halves::DATAREP;
    let unit = 2_f64.powi(-28);
    is(halves, &[0x20, 0, 0, 0], 0.5_f32);
    is(halves, &[0x5F, 0xFF, 0x7F, 0xFE], -0.5 - unit);
    is(halves, &[0x3F, 0xFF, 0x3F, 0xFF], 1.0 - unit);
    is(halves, &[0x40, 0, 0x40, 0], -1.0 + unit);
    // Different signs, bits beside the words, and zeros of which one has a sign.
    reads(halves, &[0x20, 0, 0x7F, 0xFE], 0.5 - unit, None);
    reads(halves, &[0xDF, 0xFF, 0x80, 1], -0.5 + unit, None);
    reads(halves, &[0, 0, 0x7F, 0xFF], 0.0_f64, None);
    reads(halves, &[0x7F, 0xFF, 0, 0], 0.0_f32, None);
    is(halves, &[0x7F, 0xFF, 0x7F, 0xFF], -0.0_f64);
    writes(halves, 1.0_f64, &[0x3F, 0xFF, 0x3F, 0xFF], Some(Event::Overflow));
    writes(halves, unit * -1.5, &[0x7F, 0xFF, 0x7F, 0xFD], Some(Event::Inexact));
    let third = F128::from_bits((0x3FFF - 42) << 112);
    is(halves, &[0, 0, 0, 0, 0, 1], third);
    // Six bits and a sign at the high end of each of three bytes.
    is(halves, &[0x02, 0x04, 0x06], 4096 + 2 * 64 + 3_i32);
    is(halves, &[0x82, 0x84, 0x86], -4096 - 2 * 64 - 3_i64);
    reads(halves, &[0x02, 0x84, 0x07], 4096 - 2 * 64 + 3_i64, None);
    writes(halves, -300_000_i32, &[0xFE, 0xFE, 0xFE], Some(Event::Overflow));
    reads(halves, &[0x80, 0x80, 0x80], 0_i32, Some(Event::NegativeZero));
    reads(halves, &[0x80, 0, 0x80], 0_i32, None);
}

/// Compared with the sum of both words, each by itself.
#[test]
fn words_with_signs_of_their_own_are_what_their_sum_is() {
    let mut state = 1_u64;
    let words: Vec<u32> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 32).expect("32 bits") & 0x7FFF_7FFF
    })
    .take(20_000)
    .collect();
    let one = |word: u32| {
        let word = f64::from(word & 0x7FFF);
        if word >= 16_384.0 { word - 32_767.0 } else { word }
    };
    let file: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let (read, loss) = in_halves::DATAREP.to_vec::<f64>(&file).expect("no rule is an error");
    assert_eq!(loss, Loss::default());
    for (item, word) in read.iter().zip(&words) {
        let (found, expected) = (*item * 2_f64.powi(28), one(word >> 16) * 16_384.0 + one(*word));
        assert_eq!(found.to_bits(), expected.to_bits(), "{word:#x}: {found}, not {expected}");
    }
    let (written, _) = in_halves::DATAREP.to_bytes(&read).expect("no rule is an error");
    let (again, _) = in_halves::DATAREP.to_vec::<f64>(&written).expect("no rule is an error");
    assert_eq!(again, read);
}

/// A fixed-point number in one's complement or sign-magnitude equals the float without an exponent.
#[test]
fn fixed_point_with_two_zeros_is_a_float_without_an_exponent() {
    let words: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_be_bytes).collect();
    // Between the units, on them, halfway, and beyond the limits.
    let numbers: Vec<f64> = (-0x2_4000..=0x2_4000).map(|quarter| f64::from(quarter) / 131_072.0).collect();
    let mut singles: Vec<f32> =
        words.chunks(2).map(|word| f32::from_bits(u32::from_be_bytes([word[0], word[1], 0x5A, 1]))).collect();
    singles.extend([-0.0, f32::NAN, f32::NEG_INFINITY]);
    for (fixed, float) in [
        (in_ones_fixed::DATAREP, in_ones_share::DATAREP),
        (in_signed_fixed::DATAREP, in_signed_share::DATAREP),
    ] {
        at_every_level(|level| {
            let (read, loss) = fixed.to_vec::<f64>(&words).expect("no rule is an error");
            let (expected, losses) = float.to_vec::<f64>(&words).expect("no rule is an error");
            assert!(
                read.iter().map(|item| item.to_bits()).eq(expected.iter().map(|item| item.to_bits())),
                "{level}"
            );
            assert_eq!(loss, losses, "{level}");
            let read = fixed.to_vec::<f32>(&words).expect("no rule is an error");
            assert_eq!(read, float.to_vec::<f32>(&words).expect("no rule is an error"), "{level}");
            assert_eq!(
                fixed.to_bytes(&numbers).expect("no rule is an error"),
                float.to_bytes(&numbers).expect("no rule is an error"),
                "{level}"
            );
            assert_eq!(
                fixed.to_bytes(&singles).expect("no rule is an error"),
                float.to_bytes(&singles).expect("no rule is an error"),
                "{level}"
            );
        });
    }
}
