//! Decimal floats and posits, interpreted: what generated code makes of the same items.

use datarep::interpreter::decimal_from_parts;
use datarep::{Decimal, F128};
use datarep_dynamic::Text;

const TEXT: &str = "float tens = decimal_float(64, dpd) { order big; }
    float binary = decimal_float(128, bid) { order big; }
    float regimes = posit(16, 2) { order big; }
    float ten = posit(10, 0) { order right_justified(2); }";

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

#[test]
fn decimal_floats_are_what_generated_code_makes() {
    let text = Text::parse(TEXT).unwrap();
    let format = text.format("tens").unwrap();
    let words = [
        0x2234_0000_0000_0015,
        0x77FC_FF3F_CFF3_FCFF,
        0xF800_0000_0000_0000,
        0x2230_0000_0000_00D0,
        0xA238_0000_0000_0000,
    ];
    let (values, loss) = format.to_vec::<F128>(&bytes(&words)).unwrap();
    assert!(loss.inexact == 1 && loss.events().count() == 1, "{loss}");
    let (again, _) = format.to_bytes(&values).unwrap();
    assert_eq!(again, bytes(&[words[0], words[1], words[2], words[0], words[4]]));
    let (values, loss) = format.to_vec::<f64>(&bytes(&words[3..])).unwrap();
    assert_eq!((values[0], values[1].to_bits(), loss.is_none()), (1.5, 1 << 63, true));
    let (bytes, _) = format.to_bytes(&[100.0_f64, 0.5, 0.1, 1e20]).unwrap();
    let expected =
        [0x2238_0000_0000_0080, 0x2234_0000_0000_0005, 0x2234_0000_0000_0001, 0x264C_0000_0000_0000];
    assert_eq!(bytes, self::bytes(&expected));
}

#[test]
fn native_decimals_keep_their_zeros() {
    let text = Text::parse(TEXT).unwrap();
    let rules = "on read { overflow => saturate, infinity => saturate, nan => zero }";
    let format = text.format("binary").unwrap().with_rules(rules);
    let prices = [decimal_from_parts(true, 150, 2), decimal_from_parts(false, u128::MAX >> 32, 28)];
    let (bytes, loss) = format.to_bytes(&prices).unwrap();
    assert!(loss.is_none());
    assert_eq!(bytes[..16], 0xB03C_0000_0000_0000_0000_0000_0000_0096_u128.to_be_bytes());
    assert_eq!(format.to_vec::<Decimal>(&bytes).unwrap().0, prices);
}

#[test]
fn every_posit_of_16_bits_comes_back() {
    let text = Text::parse(TEXT).unwrap();
    let format = text.format("regimes").unwrap();
    let words: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_be_bytes).collect();
    let (values, loss) = format.to_vec::<f64>(&words).unwrap();
    assert!(loss.is_none(), "{loss}");
    assert_eq!((values[0x5C00], values[0xC000]), (12.0, -1.0));
    assert!(values[0x8000].is_nan());
    let (again, loss) = format.to_bytes(&values).unwrap();
    assert!(loss.is_none() && again == words, "{loss}");
    let (bytes, _) = text.format("ten").unwrap().to_bytes(&[0.75_f32, -2.0]).unwrap();
    assert_eq!(bytes, [0x00, 0xC0, 0x02, 0x80]);
}

#[test]
fn digits_in_fields_are_what_generated_code_makes() {
    let text = "
        float home = S1 E7 C7 where value = C.C * 100^(E - 64) { order big; negative twos_complement(16); zero if E == 0 && C == 0; }
        float price = S1 _3 E8 D13 where value = D.D * 10^E { order big; exponent tens_complement; }
        float signed = E4 S1 _3 D2 where value = D * 10^E { exponent sign_magnitude; zero if D == 0; unused written 5; order big; }";
    let text = Text::parse(text).unwrap();
    let format = text.format("home").unwrap();
    let words = [0xBFFF_3907_6020_435F, 0x0000_1234_5678_9ABC, 0x3F32_0000_0000_0000, 0x4001_6400_0000_0000];
    let (values, loss) =
        format.with_rules("on read { reserved => zero }").to_vec::<f64>(&bytes(&words)).unwrap();
    // The word has twelve digits of half of pi.
    assert_eq!((values, loss.reserved), (vec!["-1.570796326795".parse().unwrap(), 0.0, 0.5, 0.0], 1));
    let rules = "on read { overflow => saturate, reserved => zero }";
    let format = text.format("price").unwrap().with_rules(rules);
    let price = decimal_from_parts(true, 150, 2);
    let (bytes, loss) = format.to_bytes(&[price]).unwrap();
    assert_eq!((bytes.as_slice(), loss.is_none()), (&0x8001_5000_0000_0000_u64.to_be_bytes()[..], true));
    // Zeros before the digits of small numbers, and zero where the first digit says so.
    let signed = text.format("signed").unwrap();
    let words = [0x0542_u16, 0x9D42, 0x7D99, 0x0505];
    let file: Vec<u8> = words.into_iter().flat_map(u16::to_be_bytes).collect();
    let (values, _) = signed.to_vec::<f64>(&file).unwrap();
    assert_eq!(values, [42.0, -4.2, -99e7, 0.0]);
    assert_eq!(signed.to_bytes(&values[..3]).unwrap().0, file[..6]);
}
