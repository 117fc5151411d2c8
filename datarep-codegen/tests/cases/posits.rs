fn main() {
    use datarep::{Bf16, F16, F128};

    // One, minus one, 12, the largest, the smallest, zero, and NaR (not a real).
    let words = [0x4000_u16, 0xC000, 0x5C00, 0x7FFF, 0x0001, 0, 0x8000].map(u16::to_be_bytes).concat();
    let (values, loss) = careful::to_vec::<f64>(&words[..12]).expect("numbers");
    assert_eq!(values, [1.0, -1.0, 12.0, 72_057_594_037_927_936.0, 1.0 / 72_057_594_037_927_936.0, 0.0]);
    assert!(loss.is_none());
    assert!(careful::to_vec::<f64>(&words).is_err(), "by the rule for NaN");
    assert_eq!(careful::to_bytes(&values).expect("they fit").0, words[..12]);

    // Values beyond the ends follow the rules.
    let values = [1e30, -1e-30, f64::INFINITY, f64::NAN, 0.1];
    let (bytes, loss) = careful::to_bytes(&values).expect("rules for all");
    assert_eq!(bytes, [0x7FFF_u16, 0, 0x8000, 0, 0x24CC].map(u16::to_be_bytes).concat());
    assert_eq!((loss.overflow, loss.underflow, loss.infinity, loss.nan, loss.inexact), (1, 1, 1, 1, 1));
    assert!(careful::to_bytes(&[-0.0]).is_err(), "there is one zero");

    // By default no number becomes zero. Halfway values are those of the standard, the words with one more bit.
    let (bytes, loss) = posits::to_bytes(&[F16::from_bits(1), F16::from_bits(0x8001), F16::from_bits(0x7BFF)]).expect("they fit");
    assert_eq!(bytes, [0x01, 0xFF, 0x7C]);
    assert_eq!((loss.underflow, loss.inexact), (0, 1));
    let (bytes, _) = posits::to_bytes(&[1e-300_f64, -1e-300, 0.1]).expect("they fit");
    assert_eq!(bytes, [1_u64, u64::MAX, 0x24CC_CCCC_CCCC_CD00].map(u64::to_be_bytes).concat());

    // 60 bits of a significand are rounded to 53, and kept by wider floats.
    let (values, loss) = posits::to_vec::<f64>(&0x3FFF_FFFF_FFFF_FFFF_u64.to_be_bytes()).expect("a number");
    assert_eq!((values[0], loss.inexact), (1.0, 1));
    let (values, loss) = posits::to_vec::<F128>(&0x7000_u16.to_be_bytes()).expect("a number");
    assert_eq!((values[0].to_bits() >> 112, loss.is_none()), (0x3FFF + 4, true));

    // Ten bits in the low end of two bytes.
    let (values, loss) = posits::to_vec::<Bf16>(&[0x00, 0xC0, 0x02, 0x80]).expect("numbers");
    assert_eq!([values[0], values[1]].map(Bf16::to_bits), [0x3F40, 0xC000]);
    assert!(loss.is_none());
}
