fn main() {
    use datarep::{Decimal, ErrorClass, Predefined};

    let bytes_of = |words: &[u64]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();

    // Digits in declets: 1.5, 9999999999999999 × 10^369, infinity, a NaN with a payload, a zero.
    let words = [
        0x2234_0000_0000_0015,
        0x77FC_FF3F_CFF3_FCFF,
        0xF800_0000_0000_0000,
        0x7C00_0000_0000_0001,
        0xA238_0000_0000_0000,
    ];
    let (values, loss) = market::to_vec::<f64>(&bytes_of(&words)).expect("rules for all");
    assert_eq!(values[..3], [1.5, f64::INFINITY, f64::NEG_INFINITY]);
    assert!(values[3].is_nan() && values[4].is_sign_negative());
    assert_eq!((loss.overflow, loss.nan, loss.inexact), (1, 1, 0));

    // Of all words with a number, the one whose power is nearest to zero is written.
    let (bytes, loss) = market::to_bytes(&[100.0_f64, 0.5, 0.1, 1e20, -0.0]).expect("they fit");
    let words = [
        0x2238_0000_0000_0080,
        0x2234_0000_0000_0005,
        0x2234_0000_0000_0001,
        0x264C_0000_0000_0000,
        0xA238_0000_0000_0000,
    ];
    assert_eq!(bytes, bytes_of(&words));
    assert_eq!((loss.inexact, loss.negative_zero), (1, 0));

    // Seven digits as a binary number. Where its leading bits are an eight or a nine, it is stored in another way. A
    // number of more than seven digits is zero.
    let file = [0x6C, 0xB8, 0x96, 0x7F, 0x6C, 0xB8, 0x96, 0x80, 0x32, 0x80, 0x00, 0x01];
    let (values, loss) = market::to_vec::<f32>(&file).expect("numbers");
    assert_eq!(values, [9_999_999.0, 0.0, 1.0]);
    assert!(loss.is_none());
    assert_eq!(market::to_bytes(&[9_999_999.0_f32, 16_777_216.0]).expect("they fit").0[..4], file[..4]);

    // A rule refuses an encoding that would not be written.
    let error = strict::to_vec::<f64>(&bytes_of(&[0x31C0_0000_0000_0001, 0x31A0_0000_0000_000A])).expect_err("1.0");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(error.to_string().starts_with("item 1 of datarep `strict`"), "{error}");
    assert!(strict::to_bytes(&[0.1_f64]).is_err(), "0.1 has 55 digits");
    let (bytes, loss) = strict::to_bytes(&[f64::INFINITY, f64::NAN, -0.0]).expect("rules for all");
    assert_eq!(bytes, bytes_of(&[0x77FB_86F2_6FC0_FFFF, 0x31C0_0000_0000_0000, 0x31C0_0000_0000_0000]));
    assert_eq!((loss.infinity, loss.nan, loss.negative_zero), (1, 1, 1));

    // The native decimal keeps its zeros both ways.
    let price = Decimal::try_from_i128_with_scale(-150, 2).expect("it fits");
    let (bytes, loss) = market::to_bytes(&[price]).expect("it fits");
    assert_eq!(u64::from_le_bytes(bytes[..].try_into().expect("eight")), 0xA230_0000_0000_00D0);
    assert!(loss.is_none());
    let (values, loss) = market::to_vec::<Decimal>(&bytes).expect("a price");
    assert_eq!((values[0].to_string().as_str(), loss.is_none()), ("-1.50", true));
    let file = [0x77FC_FF3F_CFF3_FCFF_u64, 0x7800_0000_0000_0000, 0x7C00_0000_0000_0000].map(u64::to_le_bytes).concat();
    let (values, loss) = market::to_vec::<Decimal>(&file).expect("rules for all");
    assert_eq!((values[0], values[1].to_string().as_str()), (values[1], "79228162514264337593543950335"));
    assert_eq!((loss.overflow, loss.infinity, loss.nan), (1, 1, 1));
    assert_eq!(market::DATAREP.extent(Predefined::DoublePrecision), Some(16));
}
