//! Floats with digits in fields, every word of formats of 16 bits: what is interpreted against exact arithmetic.

use datarep_dsl::compile;
use datarep_dsl::source::Source;
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::Text;

/// One for each code of signs and exponents, each radix and each way to be zero.
const TEXT: &str = "
    float nine = S4 E4 D2 where value = D.D * 10^E { order big; negative nine; exponent tens_complement; }
    float complement = S1 E7 C1 where value = C.C * 100^(E - 64) { order big; negative twos_complement; zero if E == 0 && C == 0; }
    float top = S1 E3 D3 where value = 0.D * 10^(E - 4) { order big; negative twos_complement(8); zero if E == 0 && D == 0; }
    float hundred = S1 E7 D2 where value = 0.D * 100^(E - 64) { order big; zero if E == 0; reserved if E < 60 || E > 68; }
    float signed = E4 S1 _3 D2 where value = D * 10^E { order big; exponent sign_magnitude; zero if D == 0; unused written 5; }
    float parts {
        bits 16; exponent = bit 0, bits 15..=12; digits = bits 11..=8, bits 5..=2; sign = bit 1; unused = bits 7..=6;
        value = 0.D * 10^(E + 1); exponent decimal_sign_magnitude; order big;
    }
    float two = S1 E3 D3 where value = D.D * 10^E { order big; exponent twos_complement; reserved if E > 2; }
    float late = S1 E3 D3 where value = 0.D * 10^(E - 4) { order big; zero if E == 0 && D == 0; reserved if E < 3; }
    float later = S1 E7 C1 where value = C * 100^(E - 64) { order big; reserved if E < 60 || E > 80; zero if E == 0 && C == 0; }
    float one_digit = E4 S4 D2 where value = 0.D * 10^(E - 5) { order big; negative nine; exponent decimal; }
";

#[test]
fn every_word_means_what_it_says_and_comes_back() {
    let source = Source { name: "digits.datarep".to_owned(), text: TEXT.to_owned(), first_line: 1 };
    let model = compile(&source).unwrap();
    let text = Text::parse(TEXT).unwrap();
    let file: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_be_bytes).collect();
    for format in &model.formats {
        let ours = text.format(&format.name).unwrap().with_rules("on read { reserved => nan }");
        let (values, loss) = ours.to_vec::<f64>(&file).unwrap();
        let (mut numbers, mut wanted, mut reserved) = (Vec::new(), Vec::new(), 0);
        for (word, value) in (0..=u128::from(u16::MAX)).zip(&values) {
            let Meaning::Number(number) = words::meaning(format, word) else {
                assert!(value.is_nan(), "{} {word:#06x}: {value:e}", format.name);
                reserved += 1;
                continue;
            };
            let exact = number.nearest_f64();
            assert_eq!(value.to_bits(), exact.to_bits(), "{} {word:#06x}: {value:e}, {exact:e}", format.name);
            // The digits of a number survive the way through a double.
            let written = words::encode_value(format, &format!("{value:.2e}")).map(|written| written.word);
            numbers.push(*value);
            wanted.push((word, written.unwrap()));
        }
        assert_eq!(loss.reserved, reserved, "{}", format.name);
        let (again, _) = ours.to_bytes(&numbers).unwrap();
        for (((word, wanted), again), number) in
            wanted.into_iter().zip(again.as_chunks::<2>().0).zip(&numbers)
        {
            let again = u128::from(u16::from_be_bytes(*again));
            assert_eq!(again, wanted, "{} {word:#06x}", format.name);
            let is_same = matches!(words::meaning(format, again), Meaning::Number(again) if again.nearest_f64().total_cmp(number).is_eq());
            let vanishes =
                ["complement", "top", "signed"].contains(&format.name.as_str()) && number.abs() < 1e-2;
            assert!(is_same || vanishes, "{} {word:#06x}: {number:e}", format.name);
        }
        assert!(numbers.len() >= 2_000 && reserved > 1_000, "{}: {} numbers", format.name, numbers.len());
    }
}

/// Zero has the smallest exponent of the field, which no number has: words with leading zeros are numbers.
#[test]
fn small_numbers_keep_their_leading_zeros() {
    let cases = [
        (
            "S1 E7 D6 where value = 0.D * 10^(E - 60) { zero if E == 0 && D == 0; reserved if E < 60; }",
            0.0005,
        ),
        (
            "S1 E7 D23 _4 where value = D * 10^(E - 64) { zero if E == 0 && D == 0; reserved if E < 60; }",
            60544.0,
        ),
        (
            "S1 E7 C11 where value = C * 100^(E - 64) { zero if E == 0 && C == 0; reserved if E < 63; }",
            60544.0,
        ),
    ];
    for (format, value) in cases {
        let text = format!("float f = {format}");
        let ours = Text::parse(&text).unwrap().format("f").unwrap().with_rules("on read { reserved => nan }");
        let (bytes, _) = ours.to_bytes(&[value, -value]).unwrap();
        assert_eq!(ours.to_vec::<f64>(&bytes).unwrap().0, [value, -value], "{format}");
        let source = Source { name: "digits.datarep".to_owned(), text, first_line: 1 };
        let written = words::encode_value(&compile(&source).unwrap().formats[0], &value.to_string()).unwrap();
        let word = bytes[..bytes.len() / 2].iter().fold(0, |word, byte| word << 8 | u128::from(*byte));
        assert_eq!(word, written.word, "{format}");
    }
}
