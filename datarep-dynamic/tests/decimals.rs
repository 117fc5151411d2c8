//! Decimals of every number of digits in every form, against words that this test puts together from digits.

use datarep::{Decimal, Event, F16, Loss};
use datarep_dynamic::{Format, Text};

/// A form of digits: the call after `digits, scale`, and the bytes of a number.
struct Form {
    family: &'static str,
    words: &'static str,
    signed: bool,
    bytes: fn(&Number) -> Vec<u8>,
}

/// A number of a format: its digits with leading zeros, how many are before the point, and its sign.
struct Number {
    digits: String,
    before: usize,
    negative: bool,
}

const FORMS: [Form; 14] = [
    Form {
        family: "packed_decimal",
        words: "",
        signed: true,
        bytes: |number| write_packed(number, ["C", "D"]),
    },
    Form {
        family: "packed_decimal",
        words: ", unsigned",
        signed: false,
        bytes: |number| write_packed(number, ["F", "F"]),
    },
    Form {
        family: "packed_decimal",
        words: ", no_sign",
        signed: false,
        bytes: |number| write_packed(number, ["F", "F"]),
    },
    Form {
        family: "zoned_decimal",
        words: ", no_sign",
        signed: false,
        bytes: |number| number.digits.bytes().map(|digit| 0xC0 + digit).collect(),
    },
    Form {
        family: "unsigned_packed_decimal",
        words: "",
        signed: false,
        bytes: |number| write_packed(number, ["", ""]),
    },
    Form { family: "packed_decimal", words: ", ibm4690", signed: true, bytes: write_floating },
    Form { family: "zoned_decimal", words: "", signed: true, bytes: |number| write_zoned(number, false) },
    Form {
        family: "zoned_decimal",
        words: ", leading",
        signed: true,
        bytes: |number| write_zoned(number, true),
    },
    Form {
        family: "zoned_decimal",
        words: ", leading, point",
        signed: true,
        bytes: |number| insert_point(number, write_zoned(number, true), 0),
    },
    Form {
        family: "zoned_decimal",
        words: ", point",
        signed: true,
        bytes: |number| insert_point(number, write_zoned(number, false), 0),
    },
    Form {
        family: "zoned_decimal",
        words: ", separate, leading",
        signed: true,
        bytes: |number| write_sign_before(number),
    },
    Form {
        family: "zoned_decimal",
        words: ", separate",
        signed: true,
        bytes: |number| write_sign_behind(number),
    },
    Form {
        family: "zoned_decimal",
        words: ", separate, leading, point",
        signed: true,
        bytes: |number| insert_point(number, write_sign_before(number), 1),
    },
    Form {
        family: "zoned_decimal",
        words: ", separate, point",
        signed: true,
        bytes: |number| insert_point(number, write_sign_behind(number), 0),
    },
];

/// Bytes of hexadecimal digits.
fn parse_hexadecimal(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().as_chunks::<2>().0.iter();
    pairs.map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16).expect("hexadecimal")).collect()
}

fn write_packed(number: &Number, signs: [&str; 2]) -> Vec<u8> {
    let text = format!("{}{}", number.digits, signs[usize::from(number.negative)]);
    parse_hexadecimal(&if text.len() % 2 == 0 { text } else { format!("0{text}") })
}

/// A minus before the first digit that is not zero, and `F` before it.
fn write_floating(number: &Number) -> Vec<u8> {
    let length = (number.digits.len() + 1).next_multiple_of(2);
    let kept = number.digits.trim_start_matches('0');
    let kept = if kept.is_empty() { "0" } else { kept };
    let text = format!("{}{kept}", if number.negative { "D" } else { "" });
    parse_hexadecimal(&format!("{}{text}", "F".repeat(length - text.len())))
}

fn write_zoned(number: &Number, leading: bool) -> Vec<u8> {
    let mut bytes = write_plain(number);
    let place = if leading { 0 } else { bytes.len() - 1 };
    bytes[place] = bytes[place] & 0xF | if number.negative { 0xD0 } else { 0xC0 };
    bytes
}

fn write_plain(number: &Number) -> Vec<u8> {
    number.digits.bytes().map(|digit| 0xF0 | (digit - b'0')).collect()
}

fn write_sign(number: &Number) -> Vec<u8> {
    vec![if number.negative { 0x60 } else { 0x4E }]
}

fn write_sign_before(number: &Number) -> Vec<u8> {
    [write_sign(number), write_plain(number)].concat()
}

fn write_sign_behind(number: &Number) -> Vec<u8> {
    [write_plain(number), write_sign(number)].concat()
}

fn insert_point(number: &Number, mut bytes: Vec<u8>, begin: usize) -> Vec<u8> {
    bytes.insert(begin + number.before, 0x4B);
    bytes
}

fn parse_format(text: &str) -> Format {
    Text::parse(text).expect(text).format("d").expect(text)
}

/// Numbers below 10^`digits` that a double holds, small and large ones.
fn choose_numbers(digits: u32) -> Vec<u128> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u128 << 40 | u128::from(digits);
    let mut next = || {
        state =
            state.wrapping_mul(0xDA94_2042_E4DD_58B5_2545_F491_4F6C_DD1D).wrapping_add(1442695040888963407);
        state ^ state >> 61
    };
    let below = 10_u128.pow(digits);
    let keep = |number: u128| {
        let extra = (128 - number.leading_zeros()).saturating_sub(53);
        number >> extra << extra
    };
    let mut numbers: Vec<u128> =
        (0..40).map(|round| keep(next() % 10_u128.pow(1 + round % digits))).collect();
    numbers.extend([0, 1, 9, keep(below - 1), keep(below / 10)]);
    numbers
}

#[test]
fn digits_of_every_count_and_form_are_read_and_written() {
    for form in &FORMS {
        for digits in 1..=38 {
            check_form(form, digits);
        }
    }
}

fn check_form(form: &Form, digits: u32) {
    // A double is divided by a power of ten exactly enough up to 15 digits.
    let scale = if digits <= 15 { digits / 2 } else { 0 };
    let text = format!("integer d = {}({digits}, {scale}{});", form.family, form.words);
    let format = parse_format(&text);
    let (mut file, mut values) = (Vec::new(), Vec::new());
    for (index, number) in choose_numbers(digits).into_iter().enumerate() {
        let negative = form.signed && index % 2 == 1 && number != 0;
        let text = format!("{number:0width$}", width = digits as usize);
        let number_of = Number { digits: text, before: (digits - scale) as usize, negative };
        file.extend((form.bytes)(&number_of));
        #[expect(clippy::cast_precision_loss, reason = "a double holds the number")]
        let value = number as f64 / 10_f64.powi(scale.cast_signed());
        values.push(if negative { -value } else { value });
    }
    let (read, loss) = format.to_vec::<f64>(&file).expect(&text);
    assert_eq!(read, values, "{text}");
    assert_eq!(loss.invalid, 0, "{text}");
    assert_eq!(format.to_bytes(&values).expect(&text).0, file, "{text}");
}

#[test]
fn a_wrong_digit_of_every_count_and_form_is_found() {
    for form in &FORMS {
        for digits in 1..=38_usize {
            let text = format!("integer d = {}({digits}, 0{});", form.family, form.words);
            let format = parse_format(&text);
            let number = Number { digits: "1".repeat(digits), before: digits, negative: false };
            let right = (form.bytes)(&number);
            // The digits, and no sign or point beside them.
            let places = (0..right.len()).filter(|&place| ![0x4E, 0x4B].contains(&right[place]));
            for place in places {
                let mut wrong = right.clone();
                wrong[place] = 0xBB;
                assert!(format.to_vec::<f64>(&wrong).is_err(), "{text}: {wrong:02X?}");
            }
            assert!(format.to_vec::<f64>(&right).is_ok(), "{text}: {right:02X?}");
        }
    }
}

/// What the two bytes of a form mean: a number, and whether its sign is a minus, or `None` for wrong digits.
type Meaning = fn([u8; 2]) -> Option<(i64, bool)>;

/// A number of digits in halves of bytes, and a half for the sign: `B` and `D` are a minus.
fn join_halves(digits: &[u8], sign: u8) -> Option<(i64, bool)> {
    let is_right = digits.iter().all(|digit| *digit < 10) && sign >= 10;
    let number = digits.iter().fold(0, |number, digit| number * 10 + i64::from(*digit));
    is_right.then_some((number, matches!(sign, 0xB | 0xD)))
}

/// Every word is read in a slice with all others, and its events are those of the definition.
#[test]
fn every_word_of_two_bytes_has_the_value_and_the_events_of_its_definition() {
    let forms: [(&str, Meaning); 3] = [
        ("packed_decimal(3, 0)", |[a, b]| join_halves(&[a >> 4, a & 15, b >> 4], b & 15)),
        ("packed_decimal(2, 0)", |[a, b]| join_halves(&[a & 15, b >> 4], b & 15).filter(|_| a < 16)),
        ("zoned_decimal(2, 0)", |[a, b]| join_halves(&[a & 15, b & 15], b >> 4).filter(|_| a >= 0xF0)),
    ];
    for (call, find_meaning) in forms {
        let text = format!("integer d = {call};");
        let format = parse_format(&text).with_rules("on read { invalid => zero, negative_zero => zero }");
        let words: Vec<[u8; 2]> = (0..=u16::MAX).map(u16::to_be_bytes).collect();
        let meanings: Vec<_> = words.iter().map(|word| find_meaning(*word)).collect();
        let values = meanings.iter().map(|meaning| match meaning {
            Some((number, true)) => -number,
            Some((number, false)) => *number,
            None => 0,
        });
        let values: Vec<i64> = values.collect();
        let mut expected = Loss::default();
        expected.invalid = meanings.iter().filter(|meaning| meaning.is_none()).count() as u64;
        expected.negative_zero =
            meanings.iter().filter(|meaning| **meaning == Some((0, true))).count() as u64;
        assert_ne!([expected.invalid, expected.negative_zero], [0; 2]);
        assert_eq!(format.to_vec::<i64>(words.as_flattened()).expect(&text), (values.clone(), expected));
        let decimals = values
            .iter()
            .map(|value| Decimal::try_from_i128_with_scale((*value).into(), 0).expect("two bytes"))
            .collect();
        assert_eq!(format.to_vec::<Decimal>(words.as_flattened()).expect(&text), (decimals, expected));
        // Valid words alone, which the loop for ordinary ones takes if there is no minus before a zero.
        for is_zero_left in [true, false] {
            let kept: Vec<_> = (words.iter().zip(&meanings).zip(&values))
                .filter_map(|((word, meaning), value)| meaning.map(|meaning| (word, meaning, value)))
                .filter(|(_, meaning, _)| !is_zero_left || *meaning != (0, true))
                .collect();
            let file: Vec<u8> = kept.iter().flat_map(|(word, ..)| **word).collect();
            let values: Vec<i64> = kept.iter().map(|(.., value)| **value).collect();
            let mut loss = Loss::default();
            loss.negative_zero = if is_zero_left { 0 } else { expected.negative_zero };
            assert_eq!(format.to_vec::<i64>(&file).expect(&text), (values, loss), "{text}");
        }
    }
}

/// The sign of these is in a byte above the digits, which no other form has.
#[test]
fn digits_of_the_x87_are_read_and_written() {
    let format = parse_format("integer d = x87_bcd;");
    for (value, text) in [
        (0.0, "00000000000000000000"),
        (123_456_789_012_345.0, "00000123456789012345"),
        (-98.0, "80000000000000000098"),
        (2_f64.powi(59), "00576460752303423488"),
        (-1e17, "80100000000000000000"),
    ] {
        let mut bytes = parse_hexadecimal(text);
        bytes.reverse();
        assert_eq!(format.to_vec::<f64>(&bytes).expect(text).0, [value], "{text}");
        assert_eq!(format.to_bytes(&[value]).expect(text).0, bytes, "{text}");
    }
}

/// The numbers at the ends of a binary word's range and of a limit, beside these, and around zero.
fn choose_binary_numbers(bits: u32, is_signed: bool, most: i128) -> Vec<i128> {
    let largest = if is_signed || bits == 128 { i128::MAX >> (128 - bits) } else { (1_i128 << bits) - 1 };
    let lowest = if is_signed { -largest - 1 } else { 0 };
    let ends = [lowest, lowest + 1, largest - 1, largest, 0, 1, 42, -1, -42];
    let around = [most - 1, most, most + 1].into_iter().flat_map(|number| [number, -number]);
    let mut numbers: Vec<i128> =
        ends.into_iter().chain(around).filter(|number| (lowest..=largest).contains(number)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The bytes of a number in two's complement.
fn store_binary(number: i128, bytes: usize, is_little: bool) -> Vec<u8> {
    let mut stored = number.to_be_bytes()[16 - bytes..].to_vec();
    if is_little {
        stored.reverse();
    }
    stored
}

#[test]
fn binary_numbers_of_every_width_are_read_and_written() {
    for bytes in 1..=16_u32 {
        for (is_signed, is_little) in [(true, false), (true, true), (false, false), (false, true)] {
            // The largest of these numbers are no numbers of the `i128` with which they are compared.
            if bytes == 16 && !is_signed {
                continue;
            }
            let digits = (bytes * 8 - 1) * 3 / 10;
            for most in [None, Some(digits.min(38)), Some(1)] {
                check_binary(bytes, is_signed, is_little, most);
            }
        }
    }
}

fn check_binary(bytes: u32, is_signed: bool, is_little: bool, digits: Option<u32>) {
    let words = [
        digits.map(|digits| format!(", {digits}")).unwrap_or_default(),
        if is_signed { String::new() } else { ", unsigned".to_owned() },
    ];
    let order = if is_little { "little" } else { "big" };
    let text = format!("integer d = binary_decimal({}, 2{}) {{ order {order}; }}", bytes * 8, words.concat());
    let format = parse_format(&text);
    let most = digits.map_or(i128::MAX - 1, |digits| 10_i128.pow(digits) - 1);
    let numbers = choose_binary_numbers(bytes * 8, is_signed, most);
    let store = |number: &i128| store_binary(*number, bytes as usize, is_little);
    let file: Vec<u8> = numbers.iter().flat_map(store).collect();
    let (read, loss) = format.to_vec::<i128>(&file).expect(&text);
    assert_eq!((&read, loss), (&numbers, Loss::default()), "{text}");
    for number in &numbers {
        // What a limit does not allow is refused, and not cut.
        let written = format.to_bytes(&[*number]).map(|(bytes, _)| bytes).ok();
        let is_allowed = digits.is_none() || number.unsigned_abs() <= most.unsigned_abs();
        assert_eq!(written, is_allowed.then(|| store(number)), "{text}: {number}");
        // A native decimal has 96 bits. A wider word is none, without a rule for what does not fit.
        if bytes <= 12 {
            let value = Decimal::try_from_i128_with_scale(*number, 2).expect("96 bits");
            assert_eq!(format.to_vec::<Decimal>(&store(number)).expect(&text).0, [value], "{text}: {number}");
            let written = format.to_bytes(&[value]).map(|(bytes, _)| bytes).ok();
            assert_eq!(written, is_allowed.then(|| store(number)), "{text}: {number}");
        }
        let nearest: f64 = format!("{number}e-2").parse().expect("a number");
        assert_eq!(format.to_vec::<f64>(&store(number)).expect(&text).0, [nearest], "{text}: {number}");
        if number.unsigned_abs() < 1 << 50 {
            let written = format.to_bytes(&[nearest]).map(|(bytes, _)| bytes).ok();
            assert_eq!(written, is_allowed.then(|| store(number)), "{text}: {number}");
        }
    }
}

/// A binary number has no negative zero, but a float that it is rounded to has one.
#[test]
fn a_negative_binary_number_that_is_rounded_to_zero_keeps_its_sign() {
    let read = |rules: &str| {
        let text = format!("record row {{ n: binary_decimal(16, 14) as f16 {{ {rules} }}; }}");
        let text = Text::parse(&text).expect(&text);
        let row = text.record("row").expect("it is in the text");
        let file = [0xFF, 0xFF, 0x00, 0x01, 0x00, 0x00];
        let (values, losses) =
            row.rows(&file).expect("three numbers").column::<F16>("n").expect("small numbers");
        let bits: Vec<u16> = values.into_iter().map(F16::to_bits).collect();
        (bits, losses.loss.of(Event::Underflow), losses.loss.of(Event::NegativeZero))
    };
    assert_eq!(read(""), (vec![0x8000, 0, 0], 2, 0));
    assert_eq!(read("on read { negative_zero => zero }"), (vec![0, 0, 0], 2, 0));
    assert_eq!(read("on read { underflow => zero }"), (vec![0x8000, 0, 0], 2, 0));
}
