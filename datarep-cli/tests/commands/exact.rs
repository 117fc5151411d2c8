//! `datarep convert` between formats whose numbers no native type holds.

use datarep_dsl::words::{Meaning, encode_value, meaning};
use datarep_dynamic::{Described, Format};

use crate::{Done, Place};

fn describe(name: &str) -> Described {
    Format::named(name)
        .and_then(|format| format.described())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The bytes of numbers in a format.
fn bytes(name: &str, numbers: &[&str]) -> Vec<u8> {
    let Described { format, order, .. } = describe(name);
    let word =
        |number: &&str| encode_value(&format, number).unwrap_or_else(|_| panic!("{number} in {name}")).word;
    numbers.iter().flat_map(|number| order.store(word(number), format.bits)).collect()
}

/// The numbers of bytes, with all their digits.
fn numbers(name: &str, bytes: &[u8]) -> Vec<String> {
    let Described { format, order, .. } = describe(name);
    let items = bytes.chunks_exact(order.extent(format.bits) as usize);
    let number = |item| match meaning(&format, order.load(item, format.bits)) {
        Meaning::Number(number) => number.format_exact(200).unwrap_or_else(|| number.format_rounded(40)),
        other => format!("{other:?}"),
    };
    items.map(number).collect()
}

fn convert(from: &str, to: &str, input: &[u8], more: &[&str]) -> (Done, Vec<u8>) {
    let place = Place::new();
    place.write("in", input);
    place.write("out", b"");
    let done = place.run(&[&["convert", "in", "out", "--force", "--from", from, "--to", to], more].concat());
    let made = place.read("out");
    (done, made)
}

/// Converts numbers that both formats have, there and back.
fn check_kept(from: &str, to: &str, kept: &[&str]) {
    let input = bytes(from, kept);
    let (done, made) = convert(from, to, &input, &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{from} to {to}");
    assert_eq!(numbers(to, &made), numbers(from, &input), "{from} to {to}");
    let (done, back) = convert(to, from, &made, &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{to} to {from}");
    assert_eq!(numbers(from, &back), numbers(from, &input), "{to} to {from}");
}

/// What both have arrives with its digits, by whichever way it goes.
#[test]
fn decimals_keep_their_digits() {
    let prices = ["9400325.8", "-0.1", "9999999.9", "0.7", "-4.5", "0", "12345.6"];
    let zoned = ["zoned_decimal(9, 1)", "zoned_decimal(9, 1, ascii)"];
    let floats = [
        "decimal64_dpd",
        "decimal64_bid",
        "decimal128_dpd",
        "decimal128_bid",
        "hp48_real",
        "hp48_long_real",
        "hp_classic",
        "ti83_real",
        "ti99_radix100",
        "msx_double",
        "c51_bcd48",
        "packed_decimal(31, 7)",
        "packed_decimal(15, 3)",
    ];
    for from in ["packed_decimal(8, 1)", zoned[0], zoned[1]] {
        for to in floats {
            check_kept(from, to, &prices);
        }
    }
    for to in ["decimal32_dpd", "decimal32_bid", "msx_single", "c51_bcd32"] {
        check_kept("packed_decimal(7, 1)", to, &["94003.5", "-0.1", "0.3", "99999.9"]);
    }
    let hundreds = ["99999999999999900", "-12300", "100", "0"];
    for to in [
        "packed_decimal(17, 0)",
        "packed_decimal(31, 5)",
        "decimal128_bid",
        "decimal64_dpd",
        "twos(64)",
        "x87_80",
    ] {
        check_kept("packed_decimal(15, -2)", to, &hundreds);
    }
    for to in ["packed_decimal(31, 2)", "zoned_decimal(15, -2)", "packed_decimal(13, -4)"] {
        check_kept("packed_decimal(15, -2)", to, &["9990000", "-10000"]);
    }
    let wide =
        ["170141183460469231731687303715884105727", "-170141183460469231731687303715884105728", "12345"];
    check_kept("twos(128)", "vax_h", &wide[2..]);
    check_kept("twos(128)", "decimal128_dpd", &["-9999999999999999999999999999999999", "1"]);
    check_kept("twos(128)", "double_double", &["1267650600228229401496703205377", "-12345"]);
}

/// COBOL's longest numbers have more than 128 bits.
#[test]
fn decimals_of_many_bytes_keep_their_digits() {
    let zoned: Vec<u8> = (0..18).map(|place| if place == 17 { 0xD7 } else { 0xF0 + place % 10 }).collect();
    // -0123456789012345.67
    let (done, made) = convert("zoned_decimal(18, 2)", "decimal64_dpd", &zoned, &[]);
    assert!(done.stderr.contains("1 inexact when written: item 0 at byte 0 (f0 f1"), "{}", done.stderr);
    assert_eq!(numbers("decimal64_dpd", &made), ["-123456789012345.7"]);
    let (_, wide) = convert("zoned_decimal(18, 2)", "decimal128_bid", &zoned, &[]);
    assert_eq!(numbers("decimal128_bid", &wide), ["-123456789012345.67"]);
    for order in ["", " little"] {
        let packed = format!("packed_decimal(38, 12){order}");
        let (done, long) = convert("decimal128_bid", &packed, &wide, &[]);
        assert_eq!((done.code, done.stderr.as_str(), long.len()), (Some(0), "", 20), "{packed}");
        let (done, back) = convert(&packed, "zoned_decimal(18, 2)", &long, &[]);
        assert_eq!((done.code, done.stderr.as_str(), back), (Some(0), "", zoned.clone()), "{packed}");
    }
}

/// Coefficients and exponents of IEEE 754 are kept where the target has them; so are signs of zeros.
#[test]
fn decimal_floats_keep_their_words() {
    for bits in [32_u32, 64, 128] {
        let [dpd, bid] = ["dpd", "bid"].map(|code| format!("decimal{bits}_{code}"));
        let words = |name: &str| {
            let Described { format, order, .. } = describe(name);
            let datarep_dsl::model::FormatKind::DecimalFloat(tens) = format.kind else { panic!("{name}") };
            let last = tens.last_exponent().unsigned_abs();
            let words = [
                (false, 150, 90),
                (true, 1500, 100),
                (false, 0, 0),
                (true, 0, 5),
                (true, tens.largest_significand(), last.into()),
                (false, 1, 0),
                (false, tens.largest_significand(), 0),
                (true, 1, u128::from(last)),
            ];
            words
                .map(|(sign, digits, exponent)| tens.assemble_word(sign, digits, exponent))
                .into_iter()
                .flat_map(|word| order.store(word, bits))
                .collect::<Vec<u8>>()
        };
        for (from, to) in [(&dpd, &bid), (&bid, &dpd)] {
            let (done, made) = convert(from, to, &words(from), &[]);
            assert_eq!((done.code, done.stderr.as_str(), made), (Some(0), "", words(to)), "{from} to {to}");
        }
        // Infinities stay. A NaN stays one; what it carries, or that it signals, is reported.
        let input = [0x78_u8, 0xF8, 0x7C].map(|first| {
            let mut item = vec![0; bits as usize / 8];
            item[0] = first;
            item
        });
        let (done, made) = convert(&dpd, &bid, &input.concat(), &[]);
        assert_eq!((done.code, done.stderr.as_str(), made), (Some(0), "", input.concat()), "{dpd}");
        let mut signaling = input[2].clone();
        (signaling[0], signaling[bits as usize / 8 - 1]) = (0x7E, 1);
        let (done, made) = convert(&dpd, &bid, &signaling, &[]);
        assert_eq!((done.code, made), (Some(0), input[2].clone()), "{dpd}");
        assert!(done.stderr.contains("1 nan when"), "{}", done.stderr);
    }
    // 1.50 has its zero in a wider format and in a narrower one.
    let one = describe("decimal128_bid").order.store(0x303C_0000_0000_0000_0000_0000_0000_0096, 128);
    let (_, made) = convert("decimal128_bid", "decimal32_bid", &one, &[]);
    assert_eq!(describe("decimal32_bid").order.load(&made, 32), 0x3180_0096);
}

/// A number is rounded once, to nearest, even if the way through a native type would end in a tie.
#[test]
fn numbers_are_rounded_once() {
    // A little above the middle between two floats of 24 bits, by less than an `f64` tells.
    let above = "16777217.00000000000000000001";
    for from in ["decimal128_bid", "packed_decimal(31, 21)"] {
        let (done, made) = convert(from, "f32", &bytes(from, &[above, "16777217", "-16777217"]), &[]);
        assert_eq!(numbers("f32", &made), ["16777218", "16777216", "-16777216"], "{from}");
        assert!(
            done.stderr.contains("3 inexact when written: item 0 at byte 0 (16777217"),
            "{}",
            done.stderr
        );
    }
    // Half a cent is a tie only in decimal digits.
    let input = bytes("decimal64_bid", &["1.005", "1.015", "1.025", "-0.005", "0.0050000000000001"]);
    let (_, made) = convert("decimal64_bid", "packed_decimal(7, 2)", &input, &[]);
    let zero = numbers("packed_decimal(7, 2)", &made[12..16]);
    assert_eq!(zero[0].trim_start_matches('-'), "0");
    assert_eq!(numbers("packed_decimal(7, 2)", &made[..12]), ["1", "1.02", "1.02"]);
    assert_eq!(numbers("packed_decimal(7, 2)", &made[16..]), ["0.01"]);
    // The target's rules decide.
    let rule = ["--on-write", "inexact => toward_zero"];
    let (_, made) = convert("decimal64_bid", "packed_decimal(7, 2)", &input[..24], &rule);
    assert_eq!(numbers("packed_decimal(7, 2)", &made), ["1", "1.01", "1.02"]);
    let (_, made) = convert("decimal64_bid", "f32", &bytes("decimal64_bid", &["0.1"]), &rule);
    assert_eq!(made, 0x3DCC_CCCC_u32.to_be_bytes());
    let (done, _) = convert(
        "decimal64_bid",
        "f32",
        &bytes("decimal64_bid", &["0.5", "0.1"]),
        &["--on-write", "inexact => error"],
    );
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.starts_with("error: item 1 at byte 8 cannot be written in `f32`: inexact (0.1)"),
        "{}",
        done.stderr
    );
}

/// A number that has no word of the target is counted once, as the event that it is to the target.
#[test]
fn numbers_without_a_word_are_counted_once() {
    let to = "packed_decimal(7, 2)";
    // Half a cent more than the largest number, which is a tie only in decimal digits.
    let input = bytes("decimal64_bid", &["99999.995", "-99999.995", "99999.994", "1e300"]);
    let (done, _) = convert("decimal64_bid", to, &input, &["--dry-run"]);
    let report = done.text();
    let overflows = "3 overflow when written: item 0 at byte 0 (99999.995), item 1 at byte 8 (-99999.995), item 3 at byte 24 (1e300)\n";
    assert!(report.contains(overflows), "{report}");
    assert!(report.contains("1 inexact when written: item 2 at byte 16 (99999.994)\n"), "{report}");
    assert_eq!(report.matches("when").count(), 2, "{report}");
    let (_, made) = convert("decimal64_bid", to, &input, &["--on-write", "overflow => saturate"]);
    assert_eq!(numbers(to, &made), ["99999.99", "-99999.99", "99999.99", "99999.99"]);
    let (done, _) = convert("decimal64_bid", to, &input[8..], &[]);
    let refused =
        "error: item 0 at byte 0 cannot be written in `packed_decimal(7, 2)`: overflow (-99999.995)";
    assert!(done.stderr.starts_with(refused), "{}", done.stderr);
    // Below half of the smallest number of `f32`: no binary float has this one.
    let input = bytes("decimal64_bid", &["1e-300", "-1e-390"]);
    let (done, made) = convert("decimal64_bid", "f32", &input, &[]);
    assert_eq!(made, [0, 0, 0, 0, 0x80, 0, 0, 0]);
    let underflows = "2 underflow when written: item 0 at byte 0 (1e-300), item 1 at byte 8 (-1e-390)\n";
    assert!(done.stderr.contains(underflows), "{}", done.stderr);
    assert_eq!(done.stderr.matches("when").count(), 1, "{}", done.stderr);
}

/// Items are looked at together: what is far behind has its own place, in either way.
#[test]
fn places_are_those_of_the_file() {
    let mut texts = vec!["1.5"; 1000];
    (texts[130], texts[700]) = ("0.1", "1e40");
    let (done, _) = convert("decimal64_dpd", "f32", &bytes("decimal64_dpd", &texts), &["--dry-run"]);
    let report = done.text();
    assert!(report.contains("1 inexact when written: item 130 at byte 1040 (0.1)"), "{report}");
    assert!(report.contains("1 overflow when written: item 700 at byte 5600 (1e40)"), "{report}");
    texts[700] = "2.5";
    let (_, made) = convert("decimal64_dpd", "f32", &bytes("decimal64_dpd", &texts), &[]);
    let all = made.as_chunks::<4>().0.iter().map(|item| f32::from_be_bytes(*item)).collect::<Vec<_>>();
    let expected = texts.iter().map(|text| text.parse::<f32>().expect("a number")).collect::<Vec<_>>();
    assert_eq!(all, expected);
}

/// Integers become numbers with a point, not digits without one.
#[test]
fn integers_have_a_value_where_there_is_a_point() {
    for from in [
        "twos(32)",
        "packed_decimal(7, 0)",
        "packed_decimal(31, 0)",
        "unsigned(64)",
        "twos(128)",
        "zoned_decimal(5, 0)",
    ] {
        for to in [
            "packed_decimal(15, 2)",
            "packed_decimal(15, -2)",
            "packed_decimal(31, 20)",
            "zoned_decimal(12, 3)",
            "fixed(64, 8)",
        ] {
            check_kept(from, to, &["12300", "100", "0", "99900"]);
        }
    }
}
