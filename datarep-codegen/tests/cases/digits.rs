fn main() {
    use datarep::Decimal;

    let bytes_of = |words: &[u64], count: usize| {
        words.iter().flat_map(|word| word.to_be_bytes()[8 - count..].to_vec()).collect::<Vec<u8>>()
    };

    // Seven digits of radix 100. The first two bytes of a negative number are the complement. Two zero bytes are zero,
    // independent of the bytes that follow.
    let words = [0x4001_3907_6020_435F, 0xBFFF_3907_6020_435F, 0x0000_1234_5678_9ABC, 0x3F32_0000_0000_0000, 0x4001_6400_0000_0000];
    let (values, loss) = home::to_vec::<f64>(&bytes_of(&words, 8)).expect("rules for all");
    assert_eq!(values[..4], [1.570_796_326_795, -1.570_796_326_795, 0.0, 0.5]);
    assert!(values[2].is_sign_positive() && values[4].is_nan());
    assert_eq!((loss.reserved, loss.negative_zero), (1, 0));
    let (bytes, loss) = home::to_bytes(&[127.0_f64, -0.5, -0.0, 1e200, 1e-200]).expect("rules for all");
    let words = [0x4101_1B00_0000_0000, 0xC0CE_0000_0000_0000, 0, 0x7F63_6363_6363_6363, 0];
    assert_eq!(bytes, bytes_of(&words, 8));
    assert_eq!((loss.negative_zero, loss.overflow, loss.underflow), (1, 1, 1));

    // Ten digits, of which the first two are one of the radix.
    let words = [0x4037_5000_0000, 0xC101_1780_9625, 0x403A_0000_0000, 0x7101_0000_0000];
    let (values, loss) = home::to_vec::<f32>(&bytes_of(&words, 6)).expect("rules for all");
    assert_eq!(values[..2], [37.5, -117.809_625]);
    assert_eq!((loss.reserved, loss.inexact), (2, 1));
    let (bytes, _) = home::to_bytes(&[12_345_678.0_f32, 0.12, 1e38]).expect("they fit");
    assert_eq!(bytes, bytes_of(&[0x4312_3456_7800, 0x3F11_9999_9973, 0x5299_9999_9680], 6));

    // Digits as they are, both ways.
    let number = Decimal::try_from_i128_with_scale(-9_765_625, 10).expect("it fits");
    let (bytes, loss) = home::to_bytes(&[number]).expect("it fits");
    assert_eq!((bytes, loss.is_none()), (bytes_of(&[0x9409_7656_2500_0000], 8), true));
    let (values, loss) = home::to_vec::<Decimal>(&bytes_of(&[0x9409_7656_2500_0000, 0x0301_0240_0000_0000], 8)).expect("numbers");
    assert_eq!([values[0].to_string(), values[1].to_string()], ["-0.0009765625000000", "1024.000000000"]);
    assert!(loss.is_none());

    assert!(strict::to_vec::<f64>(&bytes_of(&[0x4001_6400_0000_0000], 8)).is_err());
    assert!(strict::to_bytes(&[1e-200_f64]).is_err());
    assert!(strict::to_bytes(&[1e-100_f64, 0.0]).is_ok());
}
