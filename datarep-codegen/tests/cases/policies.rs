fn main() {
    use datarep::{F16, LongDouble};

    // The 28 missing values of SAS survive the way there and back, in every native width.
    let bytes: Vec<u8> = std::iter::once(b'.').chain(std::iter::once(b'_')).chain(b'A'..=b'Z').collect();
    for byte in bytes {
        let mut file = [0; 16];
        file[0] = byte;
        file[8..].copy_from_slice(&[0x41, 0x10, 0, 0, 0, 0, 0, 0]);
        let (values, loss) = transport::to_vec::<f64>(&file).expect("a rule");
        assert_eq!(values[0].to_bits(), 0x7FF8_0000_0000_0000 | u64::from(byte));
        assert!(values[1] == 1.0 && loss.is_none());
        let (again, loss) = transport::to_bytes(&values).expect("a rule");
        assert!(again == file && loss.is_none());
        let (values, _) = transport::to_vec::<f32>(&file[..4]).expect("a rule");
        assert_eq!(values[0].to_bits(), 0x7FC0_0000 | u32::from(byte));
        assert_eq!(transport::to_bytes(&values).expect("a rule").0, file[..4]);
        let (values, _) = transport::to_vec::<LongDouble>(&file[..8]).expect("a rule");
        assert!(values[0].to_bits() >> 64 == 0x7FFF);
        assert_eq!(transport::to_bytes(&values).expect("a rule").0, file[..8]);
        let (values, loss) = plain::to_vec::<f64>(&file).expect("a rule");
        assert_eq!((values[0].is_nan(), loss.missing), (true, 1));
        let (values, loss) = plain::to_vec::<f32>(&file[..4]).expect("a rule");
        assert_eq!((values[0].to_bits(), loss.missing), (0, 1));
        assert!(plain::to_vec::<LongDouble>(&file[..8]).is_err());
    }
    // Any other NaN follows the rule of NaN, and a zero is a zero.
    for nan in [f64::NAN, f64::from_bits(0x7FF8_0000_0000_0040), f64::from_bits(0x7FF8_0000_0001_0041), f64::from_bits(0x7FF0_0000_0000_0041)] {
        assert!(transport::to_bytes(&[nan]).is_err());
    }
    assert_eq!(plain::to_bytes(&[f32::NAN]).expect("a rule").0, [0; 4]);
    assert_eq!(transport::to_vec::<f64>(&[0x40, 0, 0, 0, 0, 0, 0, 0]).expect("zero").0, [0.0]);
    assert_eq!(transport::to_bytes(&[0.0_f64]).expect("zero").0, [0; 8]);
    let error = plain::to_vec::<LongDouble>(&[b'.', 0, 0, 0, 0, 0, 0, 0]).expect_err("missing");
    assert!(error.to_string().contains("2e 00 00 00 00 00 00 00 is a missing value of `sas64`"), "{error}");

    // One, unnormalized: little-endian 0x4201_0000_0000_0000.
    let unnormalized = [0, 0, 0, 0, 0, 0, 0x01, 0x42];
    let error = strict::to_vec::<f64>(&unnormalized).expect_err("not as it is written");
    assert!(error.to_string().contains("is not how `sas64` writes that value"), "{error}");
    assert!(error.to_string().ends_with("on read: noncanonical => error)"), "{error}");
    assert_eq!(strict::loss::<f64>(&unnormalized).expect("a count").noncanonical, 1);
    assert_eq!(strict::to_vec::<f64>(&[0, 0, 0, 0, 0, 0, 0x10, 0x41]).expect("one").0, [1.0]);
    // A dirty zero of the VAX, kept and counted; a clean one.
    let (values, loss) = strict::to_vec::<f32>(&[0x01, 0, 0, 0, 0, 0, 0, 0]).expect("rules");
    assert_eq!((values, loss.noncanonical), (vec![0.0, 0.0], 1));
    let (values, loss) = strict::to_vec::<f32>(&[0, 0x80, 0, 0]).expect("a rule");
    assert_eq!((values[0].to_bits(), loss.reserved), (0, 1));
    assert_eq!(strict::to_bytes(&[f32::NAN]).expect("a rule").0, [0, 0x80, 0, 0]);
    // A padding bit that is set.
    let (values, loss) = strict::to_vec::<F16>(&[0x00, 0x9F, 0x00, 0x1F]).expect("rules");
    assert_eq!((values[0], values[1], loss.noncanonical), (F16::from_bits(0x3C00), F16::from_bits(0x3C00), 1));
    // Bits beside a word in its container.
    assert_eq!(strict::to_vec::<i32>(&[0, 0x0F, 0xFF, 0xFF]).expect("a number").0, [-1]);
    assert!(strict::to_vec::<i32>(&[0x80, 0x0F, 0xFF, 0xFF]).is_err());
    let (file, loss) = strict::to_bytes(&[0x0123_4567_i32]).expect("a rule");
    assert_eq!((file, loss.overflow), (vec![0, 0x03, 0x45, 0x67], 1));
    // Another word for true.
    let (values, loss) = strict::to_vec::<bool>(&[1, 0, 7]).expect("rules");
    assert_eq!((values, loss.noncanonical), (vec![true, false, true], 1));
}
