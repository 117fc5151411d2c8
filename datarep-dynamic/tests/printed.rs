//! Printed numbers, interpreted.

use crate::reference::{self, Draw, Picture};
use datarep::{Event, Loss};
use datarep_dsl::source::Source;
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::Format;

/// The rows of the table that the tests of generated code have, too: picture, words, value and text.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = include_str!("../../runtime/tests/printed/table.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut parts = line.split('|');
        Some([parts.next()?, parts.next()?, parts.next()?, parts.next()?])
    })
}

/// The call of a format in ASCII.
fn call(picture: &str, words: &str) -> String {
    match words.strip_prefix("currency=") {
        Some(currency) => format!("printed_decimal(\"{picture}\", \"{currency}\", ascii)"),
        None if words.is_empty() => format!("printed_decimal(\"{picture}\", ascii)"),
        None => format!("printed_decimal(\"{picture}\", ascii, {words})"),
    }
}

fn format(call: &str) -> Format {
    Format::named(call).unwrap_or_else(|error| panic!("{call}: {error}"))
}

/// The number without its point that a value has in a format of a given scale.
fn count_units(value: &str, scale: i32) -> i128 {
    let (digits, places) = value.split_once('.').unwrap_or((value, ""));
    let mut all = format!("{digits}{places}");
    let mut lacking = scale - i32::try_from(places.len()).expect("it is right");
    while lacking > 0 {
        all.push('0');
        lacking -= 1;
    }
    let number: i128 = all.parse().expect("it is right");
    number / 10_i128.pow(lacking.unsigned_abs())
}

/// The scale of a picture, by its own text.
fn find_scale(picture: &str, words: &str) -> i32 {
    let spelled = reference::spell(picture);
    let point = if words == "decimal_comma" { ',' } else { '.' };
    Picture::new(&spelled, point).scale()
}

#[test]
fn pictures_print_what_compilers_and_manuals_say() {
    let mut count = 0;
    for [picture, words, value, text] in rows() {
        let call = call(picture, words);
        let format = format(&call);
        let units = count_units(value, find_scale(picture, words));
        let (bytes, loss) = format.to_bytes(&[units]).expect("it is right");
        assert_eq!(String::from_utf8(bytes).expect("it is right"), text, "{call} of {value}");
        if !words.starts_with("currency") {
            let point = if words == "decimal_comma" { ',' } else { '.' };
            let second = Picture::new(&reference::spell(picture), point);
            assert_eq!(
                second.print(units, words == "blank_when_zero"),
                text,
                "the second editor: {call} of {value}"
            );
        }
        assert!(loss.is_none());
        let (numbers, loss) = format.to_vec::<i128>(text.as_bytes()).expect("it is right");
        assert_eq!((numbers, loss), (vec![units], Loss::default()), "{call}: {text:?}");
        count += 1;
    }
    assert!(count > 240, "{count}");
}

#[test]
fn bytes_of_ebcdic_are_those_of_the_same_characters() {
    let page = format("ebcdic(cp037)");
    for [picture, words, value, text] in rows() {
        let letters: Vec<char> = text.chars().collect();
        let (wanted, _) = page.to_bytes(&letters).expect("it is right");
        let format = format(&call(picture, words).replace(", ascii", ""));
        let units = count_units(value, find_scale(picture, words));
        assert_eq!(format.to_bytes(&[units]).expect("it is right").0, wanted, "{picture} of {value}");
        assert_eq!(format.to_vec::<i128>(&wanted).expect("it is right").0, [units], "{picture} of {value}");
    }
}

/// What a text means in a picture; `None` if it is invalid.
fn read(call: &str, text: &str) -> Option<i128> {
    let format = format(call).with_rules("on read { invalid => zero }");
    let (numbers, loss) = format.to_vec::<i128>(text.as_bytes()).expect("it is right");
    assert_eq!(numbers.len(), 1, "{call} {text:?}");
    if loss.of(Event::Invalid) == 1 { None } else { Some(numbers[0]) }
}

#[test]
fn leading_zeros_may_be_printed_or_not() {
    for (picture, text, number) in [
        ("Z,ZZ9.99-", "0,012.50-", Some(-1250)),
        ("Z,ZZ9.99-", "  012.50 ", Some(1250)),
        ("Z,ZZ9.99-", "     .50 ", Some(50)),
        ("9,999", "   12", Some(12)),
        ("9999", "  12", Some(12)),
        ("99/99/99", " 1/02/03", Some(10203)),
        ("ZZ/ZZ/ZZ", "  /  / 3", Some(3)),
        ("**9.99", "  5.00", Some(500)),
        ("**9.99", "**5.00", Some(500)),
        ("-(4)9", "-   5", Some(-5)),
        ("-(4)9", "-0005", Some(-5)),
        ("$$$9", "$  5", Some(5)),
        ("+++9", " +05", Some(5)),
        ("ZZZ.ZZ", "  0.00", Some(0)),
        // A plus may be printed or blank.
        ("Z,ZZ9.99-", "    1.50+", Some(150)),
        ("-9(8)", "+78449737", Some(78_449_737)),
        ("999+", "012 ", Some(12)),
        ("---9", "  +5", Some(5)),
        ("+++9", "   5", Some(5)),
        ("Z9.9-", " 0.0-", Some(0)),
        // Nothing that a picture prints.
        ("9999", "    ", None),
        ("Z,ZZ9.99-", "  12.50  ", None),
        ("Z,ZZ9.99-", "0 012.50 ", None),
        ("Z,ZZ9.99-", "1 234.50 ", None),
        ("Z,ZZ9.99-", "    1.50*", None),
        ("Z,ZZ9.99-", "    1.5  ", None),
        ("Z,ZZ9.99-", "    1,50 ", None),
        ("Z,ZZ9.99-", "    a.50 ", None),
        ("**9.99", "* 5.00", None),
        ("ZZ9.99", "**5.00", None),
        ("$$$9", "   5", None),
        ("$$$9", "$$ 5", None),
        ("$$$9", "  5$", None),
        ("+++9", "  5+", None),
        ("+++9", "++ 5", None),
        ("ZZ9CR", "  5C ", None),
        ("ZZ9CR", "  5cr", None),
        ("ZZ9CR", "  5DB", None),
        ("ZZ9", "5  ", None),
        ("ZZ9", "   ", None),
        ("***.**", "******", None),
        ("***", "  *", None),
    ] {
        let call = call(picture, "");
        assert_eq!(read(&call, text), number, "{call} {text:?}");
    }
}

#[test]
fn values_that_do_not_fit_follow_the_rules() {
    let one = format("printed_decimal(\"ZZ9.99\", ascii)");
    assert!(one.to_bytes(&[100_000_i64]).is_err() && one.to_bytes(&[-1_i64]).is_err());
    let bounded = one.clone().with_rules("on write { overflow => saturate }");
    let (bytes, loss) = bounded.to_bytes(&[100_000_i64, -1, 7]).expect("it is right");
    assert_eq!((bytes.as_slice(), loss.of(Event::Overflow)), (&b"999.99  0.00  0.07"[..], 2));
    let wrapped = one.clone().with_rules("on write { overflow => wrap }");
    assert_eq!(wrapped.to_bytes(&[123_456_i64]).expect("it is right").0, b"234.56");
    let (bytes, loss) = one.to_bytes(&[1.5_f64, 0.005, 0.125]).expect("it is right");
    assert_eq!((bytes.as_slice(), loss.of(Event::Inexact)), (&b"  1.50  0.01  0.12"[..], 2));
    assert!(one.to_vec::<f64>(b"  1,50").is_err());
    // What is read and would be printed otherwise can be refused.
    let strict = one.with_rules("on read { noncanonical => error }");
    assert!(strict.to_vec::<i64>(b"001.50").is_err() && strict.to_vec::<i64>(b"  1.50").is_ok());
}

#[test]
fn currency_signs_are_those_of_their_page() {
    for (call, bytes) in [
        ("printed_decimal(\"$$9\", \"€\", cp1140)", [0x40, 0x9F, 0xF5]),
        ("printed_decimal(\"€€9\", \"€\", cp1140)", [0x40, 0x9F, 0xF5]),
        ("printed_decimal(\"€€9\", \"€\", cp1252)", [0x20, 0x80, 0x35]),
        ("printed_decimal(\"$$9\", \"£\")", [0x40, 0xB1, 0xF5]),
        ("printed_decimal(\"$$9\", cp285)", [0x40, 0x4A, 0xF5]),
        ("printed_decimal(\"$$9\")", [0x40, 0x5B, 0xF5]),
    ] {
        assert_eq!(format(call).to_bytes(&[5_u8]).expect("it is right").0, bytes, "{call}");
        assert_eq!(format(call).to_vec::<u8>(&bytes).expect("it is right").0, [5], "{call}");
    }
}

#[test]
fn random_pictures_print_as_a_second_editor_does() {
    let mut draw = Draw(1);
    for _ in 0..3_000 {
        let picture = draw.picture();
        let blank = !picture.spelling().contains('*') && draw.below(5) == 0;
        let call = call(&picture.spelling(), if blank { "blank_when_zero" } else { "" });
        let format = format(&call);
        let end = 10_u64.pow(picture.digits());
        let units: Vec<i128> = (0..12)
            .map(|index| {
                // Numbers of any length, and zero.
                let end = end / 10_u64.pow(index % (picture.digits() + 1));
                let number = i128::from(draw.below(end.max(1)));
                if picture.is_signed() && draw.below(2) == 0 { -number } else { number }
            })
            .collect();
        let texts: Vec<String> = units.iter().map(|units| picture.print(*units, blank)).collect();
        let (bytes, loss) = format.to_bytes(&units).expect("it is right");
        assert_eq!(String::from_utf8(bytes).expect("it is right"), texts.concat(), "{call} of {units:?}");
        assert!(loss.is_none(), "{call}");
        assert_eq!(
            format.to_vec::<i128>(texts.concat().as_bytes()).expect("it is right").0,
            units,
            "{call} of {texts:?}"
        );
    }
}

/// A text with one or two of its characters changed.
fn change(draw: &mut Draw, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=draw.below(2) {
        let place = usize::try_from(draw.below(letters.len() as u64)).expect("it is right");
        let others = "  00159,.+-*$/CRDB";
        letters[place] =
            others.chars().nth(usize::try_from(draw.below(18)).expect("it is right")).expect("it is right");
    }
    letters.into_iter().collect()
}

#[test]
fn what_is_read_is_what_a_picture_like_it_prints() {
    let mut draw = Draw(2);
    let (mut read_count, mut refused) = (0, 0);
    for _ in 0..4_000 {
        let picture = draw.picture();
        // Texts that float may stand farther left; the others have a rule that can be checked from both sides.
        if picture.floats() || picture.spelling().contains(['/', '0']) {
            continue;
        }
        let call = call(&picture.spelling(), "");
        let units = i128::from(draw.below(10_u64.pow(picture.digits().min(3))));
        let text = change(&mut draw, &picture.print(units, false));
        let letters: String = text.chars().filter(char::is_ascii_digit).collect();
        // What digits there are is the number, and the sign is where a picture has one.
        let number: i128 = letters.parse().unwrap_or(0);
        let whole = picture.whole_digits();
        let ends = if picture.spelling().contains(['.', 'V']) { whole } else { whole.saturating_sub(1) };
        let variants = (0..=ends)
            .map(|count| picture.with_suppressed(count))
            .chain([Picture::new(&picture.spelling(), '.')]);
        // A plus may be printed or blank.
        let sign = [0, text.len() - 1].into_iter().find(|at| picture.sign_at(*at, text.len()));
        let blank_plus = |text: &str| match sign {
            Some(at) if text[at..].starts_with('+') => format!("{} {}", &text[..at], &text[at + 1..]),
            _ => text.to_owned(),
        };
        let text_of = blank_plus(&text);
        let fits = |variant: &Picture, units: i128| {
            let (printed, text) = (blank_plus(&variant.print(units, false)), &text_of);
            // Blanks may stand for stars.
            printed == *text || printed.contains('*') && printed.replace('*', " ") == *text
        };
        let mut wanted = None;
        for variant in variants {
            let signs: &[i128] = if picture.is_signed() { &[1, -1] } else { &[1] };
            wanted = wanted
                .or_else(|| signs.iter().map(|sign| sign * number).find(|units| fits(&variant, *units)));
        }
        // A zero with a minus is zero.
        if wanted.is_none() && number == 0 && ["-", "CR", "DB"].iter().any(|sign| text.contains(sign)) {
            continue;
        }
        assert_eq!(read(&call, &text), wanted, "{call} {text:?}");
        if wanted.is_some() { read_count += 1 } else { refused += 1 }
    }
    assert!(read_count > 100 && refused > 500, "{read_count} read, {refused} refused");
}

/// What is known of single words, in exact arithmetic, is what the interpreter reads and writes.
#[test]
fn words_mean_what_is_read() {
    let mut draw = Draw(3);
    let drawn: Vec<Picture> = (0..600).map(|_| draw.picture()).collect();
    // A word has 128 bits.
    let pictures: Vec<Picture> =
        drawn.into_iter().filter(|one| one.print(1, false).len() <= 16 && one.digits() <= 12).collect();
    let calls: Vec<String> = pictures.iter().map(|one| call(&one.spelling(), "")).collect();
    let lines = calls.iter().enumerate().map(|(index, call)| format!("integer p{index} = {call};\n"));
    let source = Source { name: "printed".to_owned(), text: lines.collect(), first_line: 1 };
    let model = datarep_dsl::compile(&source).expect("it is right");
    let (mut numbers, mut invalid) = (0, 0);
    for ((picture, call), known) in pictures.iter().zip(&calls).zip(&model.formats) {
        for _ in 0..20 {
            let digits = draw.below(u64::from(picture.digits()) + 1).try_into().expect("it is right");
            let units = i128::from(draw.below(10_u64.pow(digits)));
            let units = if picture.is_signed() && draw.below(2) == 0 { -units } else { units };
            let text = picture.print(units, false);
            let value = format!("{units}e{}", -picture.scale());
            let written = words::encode_value(known, &value).expect("it is right");
            assert_eq!(written.word, join_bytes(&text), "{call} of {value}");
            let text = if draw.below(4) == 0 { text } else { change(&mut draw, &text) };
            let (word, read) = (join_bytes(&text), read(call, &text));
            match (words::meaning(known, word), read) {
                (Meaning::Number(number), Some(read)) => {
                    let scaled = number.nearest_f64() * 10_f64.powi(picture.scale());
                    #[expect(clippy::cast_precision_loss, reason = "twelve digits")]
                    let read = read as f64;
                    assert!((scaled - read).abs() < 1e-3, "{call}: {text:?} is {scaled}, not {read}");
                    numbers += 1;
                }
                (Meaning::Nothing, None) => invalid += 1,
                (meaning, read) => panic!("{call}: {text:?} is {meaning:?}, not {read:?}"),
            }
        }
    }
    assert!(numbers > 1_000 && invalid > 3_000, "{numbers} numbers, {invalid} invalid");
}

/// The bytes of a text as a word.
fn join_bytes(text: &str) -> u128 {
    text.bytes().fold(0, |word, byte| word << 8 | u128::from(byte))
}
