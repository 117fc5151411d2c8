//! Formats at the corners of the language, as a program uses them: one item and long slices, at every level of the
//! processor.

mod items;
mod levels;

use datarep::error::ErrorKind;
use datarep::{Datarep, Event, F16, F128};
use items::{Bits, LENGTHS, is, reads, writes};
use levels::at_every_level;

datarep::datarep! {
    use cray::cray64;
    use dec::vax_g;

    /// No exponent is negative, so that one's complement does not matter.
    float ones_above = S1 E8 F23 where value = 1.F * 2^(E + 1) { exponent excess_ones_complement; order big; }
    float ones_at = S1 E8 F23 where value = 1.F * 2^E { exponent excess_ones_complement; order big; }
    /// All exponents are negative.
    float ones_below = S1 E8 F23 where value = 1.F * 2^(E - 300) { exponent excess_ones_complement; order big; }
    float ones_digits = S1 E6 F25 where value = 0.F * 16^(E + 2) { exponent excess_ones_complement; order big; }
    float ones_long = S1 E6 F85 F12 where value = 0.F * 16^(E + 50) { exponent excess_ones_complement; order big; }
    /// The significand above the exponent, as IBM's 1130 and Prime have it.
    float prime = S1 F23 E8 where value = S.F * 2^(E - 128) { order big; }
    float long_prime = S1 F36 E11 where value = S.F * 2^(E - 1024) { order big; }
    float split_prime = E11 S1 F52 where value = S.F * 2^(E - 1024) { order big; }
    float endless_prime = S1 F23 E8 where value = S.F * 2^(E - 128) { infinity if E == max; order big; }
    float endless_implied = S1 F23 E8 where value = S!S.F * 2^(E - 128) { zero if E == 0; infinity if E == max; order big; }
    /// No negative numbers, and an infinity.
    float positive = E5 F11 where value = 1.F * 2^(E - 15) { negative none; ieee; order big; }
    /// No exponent: the multiples of a unit.
    float share = S1 F31 where value = 0.F { order big; }
    float ones_share = S1 F15 where value = 0.F { negative ones_complement; order big; }
    float twos_share = S1 F15 where value = S.F { order big; }
    /// The widest exponents.
    float wide = S1 E30 F33 where value = 1.F * 2^(E - 536870912) { order big; }
    float wide_digits = S1 E28 F35 where value = 0.F * 16^(E - 134217728) { order big; }
    /// The largest exponent is good for zero alone; the format has one bit of significand.
    float one_bit = _1 E6 F1 where value = 0.F * 2^(E - 30) { nan if E == max && F != 0; order big; }
    /// All numbers are subnormal, and have a bit before the point.
    float below = S1 E1 F29 I1 where value = I.F * 2^(E - 1) { ieee; order big; }
    /// The power of two farthest from zero is an infinity, at the one exponent of numbers.
    float short = S1 E1 F14 where value = S!S.F * 2^(E - 1) { zero if E == 0; infinity if E == max && F == 0; order big; }
    /// A pair whose words have numbers below the smallest normal one.
    float part = S1 E7 F8 where value = 0.F * 2^(E - 60) { subnormal if E == 0; order big; }
    float parts = pair(part, part) where low.E = high.E - 8;
    /// Of negative numbers those at the smallest exponent alone are not normalized.
    float one_bit_signed = S1 E6 F1 where value = S.F * 2^(E - 30) { order big; }
    /// Minus one is a number at the exponent of the smallest normal numbers alone, which is also that of the subnormal ones.
    float claimed_above = S1 E2 F4 where value = S.F * 2^(E + 2) {
        exponent sign_magnitude;
        subnormal if E == -1;
        infinity if E == max && F == 0;
        order right_justified(1);
    }
    /// Minus a power of two has the significand of ones alone, as that of zeros stands for what is missing.
    float claimed = S1 E6 F1 where value = S.F * 2^(E - 30) { missing if F == 0 && E != 0; order big; }
    float doubled = pair(f32, f32);
    float quadrupled = pair(f64, f64);

    datarep rules {
        others => unsupported;
        on read  { overflow => infinity, infinity | nan => keep, reserved => nan }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep in_ones_above extends rules { real { 4 => ones_above, 8 => ones_above } }
    datarep in_ones_at extends rules { real { 4 => ones_at, 8 => ones_at } }
    datarep in_ones_below extends rules { real { 4 => ones_below, 8 => ones_below } }
    datarep in_ones_digits extends rules { real { 4 => ones_digits, 8 => ones_digits } }
    datarep in_ones_long extends rules { real { 4 => ones_long, 8 => ones_long } }
    datarep in_prime extends rules { real { 4 => prime, 8 => prime } }
    datarep in_long_prime extends rules { real { 4 => long_prime, 8 => long_prime } }
    datarep in_split_prime extends rules { real { 4 => split_prime, 8 => split_prime } }
    datarep in_few extends rules { real { 2 => short, 4 => below, 8 => parts, 16 => one_bit } }
    datarep in_one_bit extends rules { real { 4 => one_bit_signed } }
    datarep in_claimed_above extends rules { real { 4 => claimed_above, 8 => claimed_above } }
    datarep in_claimed extends rules { real { 4 => claimed, 8 => claimed } on read { missing => nan } }
    datarep in_wide extends rules { real { 4 => wide, 8 => wide, 16 => wide } }
    datarep in_wide_digits extends rules { real { 4 => wide_digits, 8 => wide_digits, 16 => wide_digits } }

    datarep endless {
        others => unsupported;
        real { 4 => endless_prime, 8 => endless_implied, 2 => positive }
        on read  { overflow => infinity, infinity | nan => keep, reserved => nan }
        on write { overflow => infinity, infinity => keep, nan => zero }
    }
    datarep shares {
        others => unsupported;
        real { 2 => ones_share, 4 => twos_share, 8 => share }
        on read  { overflow => infinity }
        on write { overflow | infinity => saturate, nan => zero, underflow => zero }
    }
    datarep pairs {
        others => unsupported;
        real { 4 => doubled, 8 => doubled, 16 => doubled }
        on read  { overflow => infinity }
        on write { overflow => saturate }
    }
    datarep long_pairs extends pairs { real { 4 => quadrupled, 8 => quadrupled, 16 => quadrupled } }
    datarep pairs_without_minus extends pairs { on write { negative_zero => zero } }

    datarep signed {
        others => unsupported;
        real { 2 => fixed(64, 60), 4 => vax_g, 8 => cray64 }
        on read  { overflow => infinity, reserved => nan }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep unsigned extends signed { on read { negative_zero => zero } }
    datarep signed_digits {
        others => unsupported;
        real { 2 => packed_decimal(5, 9) }
        on read  { overflow => infinity }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep unsigned_digits extends signed_digits { on read { negative_zero => zero } }
    datarep signed_units extends signed_digits { real { 2 => binary_decimal(16, 14) } }
    datarep unsigned_units extends signed_units { on read { negative_zero => zero } }

    datarep flushed {
        others => unsupported;
        real { 4 => vax_g { on read { underflow => zero } } }
        on read  { overflow => infinity, reserved => nan }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep refused extends flushed { real { 4 => vax_g { on read { underflow => error } } } }

    datarep strict {
        others => unsupported;
        real { 4 => vax_g { on read { underflow => error } }, 8 => cray64 }
        integer => ones(16);
        unsigned => packed_decimal(3, 0);
        character => ascii;
        logical => logical(8) { };
        on read  { overflow | reserved | negative_zero | unmapped | invalid => error }
        on write { overflow | infinity | nan | inexact | negative_zero | unmapped => error }
    }
    datarep roughly extends strict { on read { inexact => error } }

    datarep from_a_thousand {
        others => unsupported;
        integer => offset(128, 1000);
        unsigned => offset(128, 1000);
        DATAREP_UINT128 => offset(128, 1000);
        on read  { overflow => saturate }
        on write { overflow => saturate }
    }
    datarep from_zero extends from_a_thousand { integer => offset(128, 0); unsigned => offset(128, 0); DATAREP_UINT128 => offset(128, 0); }
    datarep from_a_thousand_strictly extends from_a_thousand { on read { overflow => error } }
}

datarep::datarep! {
    /// Words of 9 to 16 bytes: signs of every kind, in both orders, and exponents of every code.
    float twos_16 = S1 E7 F120 where value = 0.F * 2^(E - 62) { negative twos_complement; order little; }
    float ones_16 = S1 E7 F120 where value = 0.F * 2^(E - 62) { negative ones_complement; order big; }
    float signed_16 = S1 E15 F112 where value = 0.F * 2^(E - 16384) { order little; }
    float hidden_16 = S1 E11 F116 where value = 1.F * 2^E { exponent sign_magnitude; zero if E == -1023 && F == 0; order little; }
    float digits_16 = S1 E7 F120 where value = 0.F * 16^(E - 64) { negative twos_complement; order big; }
    float complement_15 = S1 F108 E11 where value = S.F * 2^(E - 1024) { order little; }
    float implied_14 = S1 F99 E12 where value = S!S.F * 2^(E - 2048) { zero if E == 0; order big; }
    float twos_13 = S1 E11 F92 where value = 1.F * 2^(E - 1023) { negative twos_complement; order little; }
    float ones_12 = S1 E11 F84 where value = 1.F * 2^(E - 1023) { negative ones_complement; order little; exponent excess_ones_complement; }
    float octal_11 = S1 E8 F79 where value = 0.F * 8^E { exponent twos_complement; order little; }
    float extended_10 = S1 E15 I1 F63 where value = I.F * 2^(E - 16383) { ieee; order little; }
    float rotated_9 = S1 F60 E11 where value = S.F * 2^E { exponent rotated; order little; }
    float positive_9 = E11 F61 where value = 1.F * 2^(E - 1023) { negative none; order little; }

    datarep long {
        others => unsupported;
        order little;
        on read  { overflow => infinity, infinity | nan => keep, reserved => nan }
        on write { overflow | infinity => saturate, nan => zero }
    }
    datarep in_twos_16 extends long { real { 4 => twos_16, 8 => twos_16 } }
    datarep in_ones_16 extends long { real { 4 => ones_16, 8 => ones_16 } }
    datarep in_signed_16 extends long { real { 4 => signed_16, 8 => signed_16 } }
    datarep in_hidden_16 extends long { real { 4 => hidden_16, 8 => hidden_16 } }
    datarep in_digits_16 extends long { real { 4 => digits_16, 8 => digits_16 } }
    datarep in_complement_15 extends long { real { 4 => complement_15, 8 => complement_15 } }
    datarep in_implied_14 extends long { real { 4 => implied_14, 8 => implied_14 } }
    datarep in_twos_13 extends long { real { 4 => twos_13, 8 => twos_13 } }
    datarep in_ones_12 extends long { real { 4 => ones_12, 8 => ones_12 } }
    datarep in_octal_11 extends long { real { 4 => octal_11, 8 => octal_11 } }
    datarep in_extended_10 extends long { real { 4 => extended_10, 8 => extended_10 } }
    datarep in_rotated_9 extends long { real { 4 => rotated_9, 8 => rotated_9 } }
    datarep in_positive_9 extends long { real { 4 => positive_9, 8 => positive_9 } }
    datarep long_integers {
        others => unsupported;
        on read  { overflow => saturate }
        on write { overflow => saturate }
    }
    datarep in_ones extends long_integers { integer { 8 => ones(128), 16 => ones(128) } unsigned { 8 => ones(72) } }
    datarep in_magnitudes extends long_integers { integer { 8 => sign_magnitude(96), 16 => sign_magnitude(128) } unsigned { 8 => sign_magnitude(128) } }
    datarep in_offsets extends long_integers { integer { 8 => offset(64, 0x4000_0000_0000_0001), 16 => offset(128, 77) } unsigned { 8 => offset(64, 0x4000_0000_0000_0001) } }
    datarep in_decimals extends long_integers { integer { 8 => packed_decimal(31, 0), 16 => packed_decimal(31, 0) } unsigned { 8 => packed_decimal(18, 0) } }
}

#[test]
fn ones_complement_of_exponents_that_are_all_positive() {
    is(in_ones_above::DATAREP, &[2, 0, 0, 0], 32.0_f32);
    is(in_ones_above::DATAREP, &[2, 0, 0, 0], 32.0_f64);
    is(in_ones_above::DATAREP, &[0x80, 0, 0, 1], -2.0 - 2_f64.powi(-22));
    is(in_ones_at::DATAREP, &[2, 0, 0, 0], 16.0_f32);
    is(in_ones_at::DATAREP, &[0, 0, 0, 1], 1.0 + 2_f64.powi(-23));
    is(in_ones_digits::DATAREP, &[7, 0, 0, 0], 524_288.0_f32);
    is(in_ones_digits::DATAREP, &[7, 0, 0, 0], 524_288.0_f64);
    // 2^431 is half of 16^(58 + 50), and the exponent field is 58.
    is(in_ones_long::DATAREP, &[0x75, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 2_f64.powi(431));
    for native in [-1.681_155_040_312_863_7e130, 1e70] {
        let (word, _) = in_ones_long::DATAREP.to_bytes(&[native]).expect("a number of the format");
        is(in_ones_long::DATAREP, &word, native);
    }
}

#[test]
fn ones_complement_of_exponents_that_are_all_negative() {
    is(in_ones_below::DATAREP, &[0x64, 0, 0, 0], power(-99));
    is(in_ones_below::DATAREP, &[0x64, 0, 0, 0], 2_f64.powi(-99));
    is(in_ones_below::DATAREP, &[0x80, 0, 0, 1], -2_f64.powi(-299) * (1.0 + 2_f64.powi(-23)));
}

#[test]
fn small_exponents_below_a_significand() {
    is(in_prime::DATAREP, &[0x40, 0, 0, 0x0B], power(-118));
    is(in_prime::DATAREP, &[0x40, 0, 0, 0x0B], 2_f64.powi(-118));
    is(in_prime::DATAREP, &[0x40, 0, 0, 0], power(-129));
    is(in_prime::DATAREP, &[0xA0, 0, 0, 1], -1.5 * power(-128));
    is(in_prime::DATAREP, &[0, 0, 0, 0], 0.0_f32);
    is(in_prime::DATAREP, &[0x40, 0, 0, 0x81], 1.0_f32);
    is(in_long_prime::DATAREP, &[0x40, 0, 0, 0, 0, 30], 2_f64.powi(-995));
    is(in_long_prime::DATAREP, &[0, 0, 0, 0, 0, 0], 0.0_f64);
    is(in_split_prime::DATAREP, &(30_u64 << 53 | 1 << 51).to_be_bytes(), 2_f64.powi(-995));
}

#[test]
fn infinities_of_signed_significands_have_their_sign() {
    is(endless::DATAREP, &[0, 0, 0, 0xFF], f32::INFINITY);
    is(endless::DATAREP, &[0x80, 0, 0, 0xFF], f32::NEG_INFINITY);
    writes(endless::DATAREP, -f32::MAX, &[0x80, 0, 0, 0xFF], Some(Event::Overflow));
    is(endless::DATAREP, &[0x80, 0, 0, 0xFF], f64::NEG_INFINITY);
    writes(endless::DATAREP, -f64::MAX, &[0x80, 0, 0, 0xFF], Some(Event::Overflow));
}

#[test]
fn what_is_below_zero_is_not_infinite() {
    for below in [-1.0, -1e-7, -65504.0] {
        writes(endless::DATAREP, half(below), &[0, 0], Some(Event::Overflow));
    }
    writes(endless::DATAREP, F16::from_bits(0xFC00), &[0, 0], Some(Event::Overflow));
    writes(endless::DATAREP, F16::from_bits(0x8000), &[0, 0], Some(Event::NegativeZero));
    is(endless::DATAREP, &[0xF8, 0], F16::from_bits(0x7C00));
    is(endless::DATAREP, &[0x78, 0], half(1.0));
}

/// The nearest number of 16 bits, computed from powers of two.
fn half(number: f64) -> F16 {
    let (item, _) = datarep::standard::big_endian::DATAREP
        .to_vec::<F16>(&half_bits(number).to_be_bytes())
        .expect("two bytes");
    item[0]
}

fn half_bits(number: f64) -> u16 {
    let sign = u16::from(number < 0.0) << 15;
    let least = 2_f64.powi(-24);
    (0..0x7C00_u16)
        .map(|word| sign | word)
        .min_by(|one, other| {
            let apart = |word: u16| {
                let (field, fraction) = (i32::from(word >> 10 & 31), f64::from(word & 0x3FF));
                let value = if field == 0 { fraction } else { (fraction + 1024.0) * 2_f64.powi(field - 1) };
                (value * least - number.abs()).abs()
            };
            apart(*one).total_cmp(&apart(*other))
        })
        .expect("some words")
}

#[test]
fn without_an_exponent_nothing_underflows() {
    is(shares::DATAREP, &[0x20, 0, 0, 0], 0.25);
    is(shares::DATAREP, &[0x80, 0, 0, 1], -2_f64.powi(-31));
    writes(shares::DATAREP, 0.3, &644_245_094_u32.to_be_bytes(), Some(Event::Inexact));
    writes(shares::DATAREP, 1e-20, &[0, 0, 0, 0], Some(Event::Inexact));
    writes(shares::DATAREP, -1e-20, &[0x80, 0, 0, 0], Some(Event::Inexact));
    is(shares::DATAREP, &[0x20, 0], half(0.25));
    is(shares::DATAREP, &[0xDF, 0xFF], half(-0.25));
    is(shares::DATAREP, &[0x20, 0], 0.25_f32);
    is(shares::DATAREP, &[0xFF, 0xFF], -power(-15));
    writes(shares::DATAREP, 1e-20_f32, &[0, 0], Some(Event::Inexact));
}

#[test]
fn the_widest_exponents() {
    let one = 536_870_912_u64 << 33;
    is(in_wide::DATAREP, &one.to_be_bytes(), 1.0_f32);
    is(in_wide::DATAREP, &one.to_be_bytes(), 1.0_f64);
    is(in_wide::DATAREP, &(1 << 63 | (one - (1022 << 33))).to_be_bytes(), -f64::MIN_POSITIVE);
    reads(in_wide::DATAREP, &1_u64.to_be_bytes(), 0.0, Some(Event::Underflow));
    reads(in_wide::DATAREP, &(u64::MAX >> 1).to_be_bytes(), f64::INFINITY, Some(Event::Overflow));
    let one = 134_217_729_u64 << 35 | 1 << 31;
    is(in_wide_digits::DATAREP, &one.to_be_bytes(), 1.0_f32);
    is(in_wide_digits::DATAREP, &one.to_be_bytes(), 1.0_f64);
    reads(in_wide_digits::DATAREP, &1_u64.to_be_bytes(), 0.0, Some(Event::Underflow));
    reads(in_wide_digits::DATAREP, &(u64::MAX >> 1).to_be_bytes(), f64::INFINITY, Some(Event::Overflow));
    reads(
        in_wide_digits::DATAREP,
        &(u64::MAX >> 1).to_be_bytes(),
        F128::from_bits(0x7FFF << 112),
        Some(Event::Overflow),
    );
    is(in_wide_digits::DATAREP, &one.to_be_bytes(), F128::from_bits(16383 << 112));
}

/// A power of two, exactly, even if it is subnormal.
fn power(exponent: i32) -> f32 {
    let word = if exponent < -126 { 1 << (exponent + 149) } else { (exponent + 127) << 23 };
    f32::from_bits(word.cast_unsigned())
}

/// The words of a pair, one after the other.
fn pair(high: f32, low: f32) -> [u8; 8] {
    (u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())).to_be_bytes()
}

#[test]
fn pairs_are_added_exactly() {
    // 1 + 2^-n: a one after n zeros, as far as 112 digits reach.
    for apart in 24..=112 {
        let expected = F128::from_bits(16383 << 112 | 1 << (112 - apart));
        is(pairs::DATAREP, &pair(1.0, power(-apart)), expected);
    }
    // 1 - 2^-n: n ones.
    for apart in 25..=113 {
        let ones = u128::MAX >> (128 - apart) << (113 - apart);
        let expected = F128::from_bits(16382 << 112 | (ones & (u128::MAX >> 16)));
        is(pairs::DATAREP, &pair(1.0, -power(-apart)), expected);
    }
    let nearest = F128::from_bits(16383 << 112);
    reads(pairs::DATAREP, &pair(1.0, power(-113)), nearest, Some(Event::Inexact));
    reads(pairs::DATAREP, &pair(1.0, power(-140)), nearest, Some(Event::Inexact));
}

#[test]
fn what_vanishes_in_a_pair_keeps_its_sign() {
    writes(pairs::DATAREP, -1e-60, &pair(-0.0, 0.0), Some(Event::Underflow));
    writes(pairs::DATAREP, 1e-60, &pair(0.0, 0.0), Some(Event::Underflow));
    is(pairs::DATAREP, &pair(-0.0, 0.0), -0.0);
    writes(pairs_without_minus::DATAREP, -1e-60, &pair(0.0, 0.0), Some(Event::Underflow));
    writes(pairs_without_minus::DATAREP, -0.0, &pair(0.0, 0.0), Some(Event::NegativeZero));
    let tiny = F128::from_bits(1 << 127 | 1);
    let minus = [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    writes(long_pairs::DATAREP, tiny, &minus, Some(Event::Underflow));
}

#[test]
fn what_vanishes_has_no_sign_where_the_rule_says_so() {
    let (tiny, _) = datarep::standard::vax_g::to_bytes(&[-1e-60]).expect("a number of VAX");
    reads(signed::DATAREP, &tiny, -0.0_f32, Some(Event::Underflow));
    reads(unsigned::DATAREP, &tiny, 0.0_f32, Some(Event::Underflow));
    // Below the machine's range.
    let small = (1_u64 << 63 | 0o17_777 << 48 | 1 << 47).to_be_bytes();
    reads(signed::DATAREP, &small, -0.0_f64, Some(Event::Underflow));
    reads(unsigned::DATAREP, &small, 0.0_f64, Some(Event::Underflow));
    let unit = (-1_i64).to_be_bytes();
    reads(signed::DATAREP, &unit, F16::from_bits(0x8000), Some(Event::Underflow));
    reads(unsigned::DATAREP, &unit, F16::from_bits(0), Some(Event::Underflow));
    reads(signed_digits::DATAREP, &[0, 0, 0x1D], F16::from_bits(0x8000), Some(Event::Underflow));
    reads(unsigned_digits::DATAREP, &[0, 0, 0x1D], F16::from_bits(0), Some(Event::Underflow));
    reads(signed_units::DATAREP, &[0xFF, 0xFF], F16::from_bits(0x8000), Some(Event::Underflow));
    reads(unsigned_units::DATAREP, &[0xFF, 0xFF], F16::from_bits(0), Some(Event::Underflow));
}

#[test]
fn an_error_refuses_what_zero_would_flush() {
    let word = |value: f64| datarep::standard::vax_g::to_bytes(&[value]).expect("a number of VAX").0;
    // Exactly a subnormal number of `f32`.
    let small = word(2_f64.powi(-130));
    reads(flushed::DATAREP, &small, 0.0_f32, Some(Event::Underflow));
    reads(signed::DATAREP, &small, power(-130), None);
    at_every_level(|_| {
        for length in LENGTHS {
            let mut file = word(1.0).repeat(length);
            file.splice(8 * (length - 1).., small.iter().copied());
            let error = refused::DATAREP.to_vec::<f32>(&file).expect_err("an underflow");
            let ErrorKind::Conversion { fault, .. } = error.kind() else { panic!("{error}") };
            assert_eq!((fault.item, fault.event), (length - 1, Event::Underflow), "{length} items");
        }
    });
    reads(refused::DATAREP, &word(2_f64.powi(-126)), power(-126), None);
}

/// A value rounded to a number below the smallest normal one is an underflow. A value rounded up to the smallest normal
/// one is not.
#[test]
fn an_underflow_ends_where_rounding_reaches_a_normal_number() {
    let normal = f32::MIN_POSITIVE;
    let below = f64::from_bits(0x380F_FFFF_FFFF_FFFF);
    let (word, _) = datarep::standard::vax_g::to_bytes(&[below]).expect("a number of VAX");
    reads(signed::DATAREP, &word, normal, Some(Event::Inexact));
    reads(flushed::DATAREP, &word, normal, Some(Event::Inexact));
    let farther = below * (1.0 - 2_f64.powi(-23));
    let (word, _) = datarep::standard::vax_g::to_bytes(&[farther]).expect("a number of VAX");
    reads(signed::DATAREP, &word, f32::from_bits(normal.to_bits() - 1), Some(Event::Underflow));
    reads(flushed::DATAREP, &word, 0.0_f32, Some(Event::Underflow));
}

#[test]
fn offsets_of_words_as_long_as_the_longest_integer() {
    let word = |number: u128| number.to_be_bytes();
    let over = Some(Event::Overflow);
    is(from_a_thousand::DATAREP, &word(1000 - 7), -7_i64);
    is(from_a_thousand::DATAREP, &word(0), -1000_i128);
    is(from_a_thousand::DATAREP, &word(1000 + i128::MAX.cast_unsigned()), i128::MAX);
    is(from_a_thousand::DATAREP, &word(u128::MAX), u128::MAX - 1000);
    reads(from_a_thousand::DATAREP, &word(u128::MAX), i64::MAX, over);
    reads(from_a_thousand::DATAREP, &word(u128::MAX), i128::MAX, over);
    reads(from_a_thousand::DATAREP, &word(1001 + i128::MAX.cast_unsigned()), i128::MAX, over);
    reads(from_a_thousand::DATAREP, &word(0), 0_u64, over);
    reads(from_a_thousand::DATAREP, &word(0), 0_u128, over);
    writes(from_a_thousand::DATAREP, i64::MIN, &word(0), over);
    writes(from_a_thousand::DATAREP, u128::MAX, &word(u128::MAX), over);
    assert!(from_a_thousand_strictly::DATAREP.to_vec::<i64>(&[0xFF; 16]).is_err());
    assert!(from_a_thousand_strictly::DATAREP.to_vec::<i128>(&[0xFF; 16]).is_err());
    is(from_zero::DATAREP, &word(u128::MAX), u128::MAX);
    reads(from_zero::DATAREP, &word(u128::MAX), i128::MAX, over);
    writes(from_zero::DATAREP, -1_i128, &word(0), over);
}

/// Slices at every level have the results of single items, in both directions.
fn slices_are_items<T: Bits>(datarep: &Datarep, native: &[T]) {
    let one = |item: &T| datarep.to_bytes(&[*item]).expect("no rule is an error").0;
    let expected = native.iter().flat_map(one).collect::<Vec<u8>>();
    let extent = expected.len() / native.len();
    let item = |word: &[u8]| datarep.to_vec::<T>(word).expect("no rule is an error").0[0].bits();
    let back = expected.chunks(extent).map(item).collect::<Vec<u128>>();
    at_every_level(|level| {
        let (file, _) = datarep.to_bytes(native).expect("no rule is an error");
        for ((word, expected), native) in file.chunks(extent).zip(expected.chunks(extent)).zip(native) {
            assert_eq!(word, expected, "{native:?} in `{}`, {level}", datarep.name());
        }
        let (items, _) = datarep.to_vec::<T>(&file).expect("no rule is an error");
        for ((item, expected), word) in items.iter().zip(&back).zip(file.chunks(extent)) {
            assert_eq!(item.bits(), *expected, "{word:02x?} of `{}`, {level}", datarep.name());
        }
    });
}

#[test]
fn words_longer_than_a_register() {
    let whole = |count: i32| (1..=count).flat_map(|number| [-number, number, -number, -number]);
    let floats: [&Datarep; 13] = [
        in_twos_16::DATAREP,
        in_ones_16::DATAREP,
        in_signed_16::DATAREP,
        in_hidden_16::DATAREP,
        in_digits_16::DATAREP,
        in_complement_15::DATAREP,
        in_implied_14::DATAREP,
        in_twos_13::DATAREP,
        in_ones_12::DATAREP,
        in_octal_11::DATAREP,
        in_extended_10::DATAREP,
        in_rotated_9::DATAREP,
        in_positive_9::DATAREP,
    ];
    for datarep in floats {
        for scale in [1.0, 1.0 / 1024.0, 1.1] {
            let native: Vec<f64> = whole(160).map(|number| f64::from(number) * scale).collect();
            slices_are_items(datarep, &native);
            let positive: Vec<f64> = native.iter().map(|number| number.abs()).collect();
            slices_are_items(datarep, &positive);
            let negative: Vec<f64> = positive.iter().map(|number| -number).collect();
            slices_are_items(datarep, &negative);
        }
        let native: Vec<f32> = whole(160).map(power_of_two_and_more).collect();
        slices_are_items(datarep, &native);
        let negative: Vec<f32> = native.iter().map(|number| -number.abs()).collect();
        slices_are_items(datarep, &negative);
    }
    for datarep in [in_ones::DATAREP, in_magnitudes::DATAREP, in_offsets::DATAREP, in_decimals::DATAREP] {
        let native: Vec<i64> = whole(160).map(i64::from).collect();
        slices_are_items(datarep, &native);
        let large: Vec<i64> = native.iter().map(|number| number << 55).collect();
        slices_are_items(datarep, &large);
        let longer: Vec<i128> = large.iter().map(|number| i128::from(*number) << 64).collect();
        slices_are_items(datarep, &longer);
        let natural: Vec<u64> = large.iter().map(|number| number.cast_unsigned()).collect();
        slices_are_items(datarep, &natural);
    }
}

/// A number with a few digits. Each has another exponent.
fn power_of_two_and_more(number: i32) -> f32 {
    let sign = if number < 0 { -1.0 } else { 1.0 };
    sign * 1.375 * power(number.abs() % 60 - 30)
}

/// Checks that reading fails at this word among others, which items are read before it, and what is stored in its
/// place.
fn fails_to_read<T: Bits>(datarep: &Datarep, good: (&[u8], T), bad: &[u8], event: Event, left: T) {
    at_every_level(|level| {
        for length in LENGTHS {
            let title = format!("{bad:02x?} of `{}`, {length} items, {level}", datarep.name());
            let mut file = good.0.repeat(length);
            let at = length / 2;
            file[at * bad.len()..][..bad.len()].copy_from_slice(bad);
            let mut native = vec![T::default(); length];
            let error = datarep.read(&file, &mut native).expect_err("an error by the rule");
            let ErrorKind::Conversion { fault, .. } = error.kind() else { panic!("{title}: {error}") };
            assert_eq!((fault.item, fault.event), (at, event), "{title}");
            assert!(native[..at].iter().all(|item| item.bits() == good.1.bits()), "{title}");
            assert_eq!(native[at].bits(), left.bits(), "{title}: {:?}", native[at]);
        }
    });
}

/// Checks that writing fails at this number among others, which items are written before it, and what is stored in its
/// place.
fn fails_to_write<T: Bits>(datarep: &Datarep, good: (&[u8], T), bad: T, event: Event, left: &[u8]) {
    at_every_level(|level| {
        for length in LENGTHS {
            let title = format!("{bad:?} in `{}`, {length} items, {level}", datarep.name());
            let mut native = vec![good.1; length];
            let at = length / 2;
            native[at] = bad;
            let mut file = vec![0xA5; length * left.len()];
            let error = datarep.write(&native, &mut file).expect_err("an error by the rule");
            let ErrorKind::Conversion { fault, .. } = error.kind() else { panic!("{title}: {error}") };
            assert_eq!((fault.item, fault.event), (at, event), "{title}");
            assert_eq!(file[..at * left.len()], good.0.repeat(at), "{title}");
            assert_eq!(&file[at * left.len()..][..left.len()], left, "{title}");
        }
    });
}

/// As `docs/language.md` says.
#[test]
fn what_an_error_leaves_in_the_place_of_the_item() {
    let vax = |value: f64| datarep::standard::vax_g::to_bytes(&[value]).expect("a number of VAX").0;
    let (one, tiny, third) = (vax(1.0), vax(-1e-40), vax(1.0 / 3.0));
    let reserved = [0, 0x80, 0, 0, 0, 0, 0, 0];
    let strict = strict::DATAREP;
    fails_to_read(strict, (&one, 1.0_f32), &vax(-1e300), Event::Overflow, f32::NEG_INFINITY);
    fails_to_read(strict, (&one, 1.0_f32), &tiny, Event::Underflow, 0.0);
    fails_to_read(strict, (&one, 1.0_f32), &reserved, Event::Reserved, -f32::NAN);
    fails_to_read(roughly::DATAREP, (&one, 1.0_f32), &third, Event::Inexact, 1.0 / 3.0);
    fails_to_read(strict, (&[0, 7], 7_i16), &[0xFF, 0xFF], Event::NegativeZero, 0);
    fails_to_read(strict, (&[0, 7], 7_i8), &[0x80, 0], Event::Overflow, i8::MIN);
    fails_to_read(strict, (&[0, 0x7C], 7_u8), &[0xFF, 0x7C], Event::Invalid, 0);
    fails_to_write(strict, (&one, 1.0_f32), f32::INFINITY, Event::Infinity, &[0; 8]);
    fails_to_write(strict, (&one, 1.0_f32), f32::NAN, Event::Nan, &[0; 8]);
    fails_to_write(strict, (&one, 1.0_f32), -0.0, Event::NegativeZero, &[0; 8]);
    let (cray, _) = datarep::standard::cray::to_bytes(&[1.0]).expect("a number of Cray");
    let (nearest, _) = datarep::standard::cray::to_bytes(&[1.0 / 3.0]).expect("a number of Cray");
    fails_to_write(strict, (&cray, 1.0_f64), 1.0 / 3.0, Event::Inexact, &nearest);
    fails_to_write(strict, (&[0, 7], 7_i32), -1_000_000, Event::Overflow, &[0x80, 0]);
    fails_to_write(strict, (&[0, 0x7C], 7_u16), 1000, Event::Overflow, &[0x99, 0x9C]);
}

/// Formats with few exponents, at their ends.
#[test]
fn numbers_end_where_their_words_do() {
    let datarep = in_few::DATAREP;
    // 0.1 in binary, at the exponent below the largest.
    is(datarep, &[0x7D], F128::from_bits((16383 + 31) << 112));
    writes(datarep, F128::from_bits((16383 + 1000) << 112), &[0x7D], Some(Event::Overflow));
    // All ones, including the bit before the point.
    writes(datarep, 1e30_f32, &[0x3F, 0xFF, 0xFF, 0xFF], Some(Event::Overflow));
    is(datarep, &[0x20, 0, 0, 1], 0.75_f32);
    // Only the bit before the point.
    is(datarep, &[0, 0, 0, 1], 0.5_f32);
    // -2 has the word of infinity.
    writes(datarep, F16::from_bits(half_bits(-2.0)), &[0xC0, 0x01], Some(Event::Overflow));
}

/// Two's complement of one bit: the smallest negative number is half of the first positive one.
#[test]
fn the_smallest_signed_significand() {
    let datarep = in_one_bit::DATAREP;
    let half = power(-31);
    is(datarep, &[0x81], -half);
    is(datarep, &[0x01], half);
    writes(datarep, -1.125 * half, &[0x81], Some(Event::Underflow));
    is(datarep, &[0x80], -2.0 * half);
}

/// A word that a clause removes from the numbers is not written for a number.
#[test]
fn a_claimed_power_of_two_is_not_written() {
    let datarep = in_claimed::DATAREP;
    for exponent in 2..64_u8 {
        let power = power(i32::from(exponent) - 31);
        is(datarep, &[0x81 | exponent << 1], -power);
        if exponent < 63 {
            writes(datarep, -1.75 * power, &[0x83 + (exponent << 1)], Some(Event::Inexact));
        }
    }
}

/// Nor is one at the smallest exponent, if the word at the next exponent is claimed: the number has a word there.
#[test]
fn a_power_of_two_that_is_claimed_above_is_not_written() {
    let datarep = in_claimed_above::DATAREP;
    is(datarep, &[0x58], -4.0_f64);
    is(datarep, &[0x58], -4.0_f32);
    writes(datarep, -4.25, &[0x58], Some(Event::Inexact));
    writes(datarep, -3.9, &[0x58], Some(Event::Inexact));
    reads(datarep, &[0x40], -4.0_f64, None);
    is(datarep, &[0x51], -7.5_f64);
}

/// The exponent of the low word is that of the high one minus the pair's difference, for every number.
#[test]
fn low_words_of_small_numbers() {
    let datarep = in_few::DATAREP;
    // An exponent field of zero has the weight of one. That of the low word is 0 - 8, modulo 128.
    let unit = power_of_two(1 - 60 - 16);
    is(datarep, &[0x00, 0x40, 0x78, 0x01], f64::from(0x4001) * unit);
    is(datarep, &[0x01, 0x80, 0x79, 0x01], f64::from(0x8001) * unit);
}

fn power_of_two(exponent: i32) -> f64 {
    2_f64.powi(exponent)
}
