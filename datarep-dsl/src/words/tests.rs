//! Words, their neighbors, and what is written for values.

use super::*;
use crate::source::Source;

fn format(text: &str) -> Format {
    let source = Source { name: "words.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    crate::compile(&source).expect("a sound text").formats.remove(0)
}

fn number(format: &Format, word: u128) -> Number {
    match meaning(format, word) {
        Meaning::Number(number) => number,
        other => panic!("{word:#X} is {other:?}"),
    }
}

#[test]
fn doubles_are_themselves_and_have_the_neighbors_of_the_processor() {
    let double = format("float d = S1 E11 F52 where value = 1.F * 2^(E - 1023) { ieee; }");
    let mut word = 0x0000_0000_0000_0001_u64;
    let mut checked = 0;
    while word < f64::INFINITY.to_bits() - 1 {
        for word in [word, word | 1 << 63] {
            let value = f64::from_bits(word);
            let here = number(&double, u128::from(word));
            assert_eq!(here.nearest_f64().to_bits(), word, "{word:#X}");
            assert!(equals_double(&here, value) && !equals_double(&here, value.next_up()), "{word:#X}");
            let [below, above] =
                neighbors(&double, &here).map(|next| next.map(|(_, next)| next.nearest_f64()));
            assert_eq!(below, Some(value.next_down()), "{word:#X}");
            assert_eq!(above, Some(value.next_up()), "{word:#X}");
            checked += 1;
        }
        word += 0x000F_EDCB_A987_6543 / 3;
    }
    assert!(checked > 2000, "{checked}");
    let zero = number(&double, 0);
    let ends = neighbors(&double, &zero).map(|next| next.map(|(_, next)| next.nearest_f64()));
    assert_eq!(ends, [Some(-5e-324), Some(5e-324)]);
    let last = number(&double, u128::from(f64::MAX.to_bits()));
    assert_eq!(neighbors(&double, &last)[1], None);
    let largest = number(&format("integer i = unsigned(128);"), u128::MAX).nearest_f64();
    assert_eq!(largest.to_bits(), 2_f64.powi(128).to_bits());
    // Beyond the largest double, above and below the next power of two.
    let quadruple = format("float q = S1 E15 F112 where value = 1.F * 2^(E - 16383) { ieee; }");
    for text in ["2.7e308", "-3.5e308", "4e308", "1e4900"] {
        let word = encode_value(&quadruple, text).expect("a number").word;
        let expected = if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
        assert_eq!(number(&quadruple, word).nearest_f64().to_bits(), expected.to_bits(), "{text}");
    }
}

#[test]
fn numbers_beyond_128_bits_are_refused() {
    for text in ["binary_decimal(128, 0)", "binary_decimal(128, 0, unsigned)", "unsigned(128)", "twos(128)"] {
        let integer = format(&format!("integer i = {text};"));
        for beyond in ["1e39", "2e39", "4e38", "1e40", "1e400", "123e38"] {
            let result = encode_value(&integer, beyond);
            assert_eq!(result, Err(EncodeError::Because("is beyond the format's range")), "{text}: {beyond}");
        }
        let within = encode_value(&integer, "1e38").expect("a number");
        assert_eq!((within.word, within.off), (10_u128.pow(38), None), "{text}");
    }
}

#[test]
fn what_is_rounded_is_told() {
    let single = format("float s = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }");
    let tenth = encode_value(&single, "0.1").expect("a number");
    assert_eq!(tenth.word, u128::from(0.1_f32.to_bits()));
    assert_eq!(tenth.off.map(|off| off.format_rounded(3)).as_deref(), Some("1.49e-9"));
    assert_eq!(tenth.relative.map(|part| part.format_rounded(3)).as_deref(), Some("1.49e-8"));
    let exact = encode_value(&single, "-118.625").expect("a number");
    assert_eq!((exact.off, exact.relative), (None, None));
    assert_eq!(encode_value(&single, "1e39"), Err(EncodeError::Because("is beyond the format's range")));
    assert_eq!(encode_value(&single, "-inf").map(|written| written.word), Ok(0xFF80_0000));
    assert_eq!(encode_value(&single, "ten"), Err(EncodeError::NoValue));
    assert_eq!(
        encode_value(&single, "1e-99").map(|written| written.off.map(|off| off.format_rounded(2))),
        Ok(Some("-1e-99".to_owned()))
    );
}

#[test]
fn numbers_far_from_one_have_words() {
    let long = format(
        "float long = S4 D15 E20 _20 where value = D.D * 10^E { negative nine; exponent tens_complement; reserved if E < -50000 || E > 49999; }",
    );
    let word = |value: &str| encode_value(&long, value).map(|written| (written.means, written.off));
    let rounded = |value: &str| match word(value) {
        Ok((Meaning::Number(number), off)) => (number.to_string(), off.map(|off| off.format_rounded(2))),
        other => panic!("{value}: {other:?}"),
    };
    let exactly = |value: &str| (value.to_owned(), None);
    assert_eq!(rounded("1e21000"), exactly("1e21000"));
    assert_eq!(rounded("-9.99999999999999e49999"), exactly("-9.99999999999999e49999"));
    assert_eq!(rounded("1e-49999"), exactly("1e-49999"));
    assert_eq!(rounded("1.0000000000000004e21000"), ("1e21000".to_owned(), Some("-4e20984".to_owned())));
    assert_eq!(word("1e50000"), Err(EncodeError::Because(BEYOND)));
    assert_eq!(word("1e999999999999"), Err(EncodeError::Because(BEYOND)));
    assert_eq!(rounded("1e-99999").0, "0");
    // The smallest number of a posit is written for everything that is smaller.
    let posit = format("float p = posit(16, 2);");
    assert_eq!(encode_value(&posit, "1e-21000").map(|written| written.word), Ok(1));
    assert_eq!(encode_value(&posit, "-1e-999999999").map(|written| written.word), Ok(0xFFFF));
    let decimal64 = format("float d = decimal_float(64, bid);");
    assert!(
        matches!(encode_value(&decimal64, "1e-21000"), Ok(WrittenWord { means: Meaning::Number(zero), .. }) if zero.is_zero())
    );
}

#[test]
fn integers_and_decimals_have_neighbors() {
    let neighbor_texts = |format: &Format, word| {
        neighbors(format, &number(format, word)).map(|next| next.map(|(_, next)| next.to_string()))
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(neighbor_texts(&format("integer i = twos(8);"), 0x80), [None, some("-127")]);
    assert_eq!(
        neighbor_texts(&format("integer i = fixed(16, 15);"), 0),
        [some("-3.0517578125e-5"), some("3.0517578125e-5")]
    );
    assert_eq!(neighbor_texts(&format("integer i = packed_decimal(3, 2);"), 0x999C), [some("9.98"), None]);
}
