fn main() {
    let file = [0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0x00, 0x00];
    let (values, loss) = mainframe::to_vec::<f32>(&file).expect("plain numbers");
    assert_eq!(values, [-118.625, 1.0]);
    assert!(loss.is_none());
    assert_eq!(mainframe::to_bytes(&values).expect("plain numbers").0, file);

    // 16^62 is beyond f32.
    let large = [0x7F, 0x10, 0, 0];
    let (values, loss) = mainframe::to_vec::<f32>(&large).expect("a rule for overflow");
    assert_eq!((values[0], loss.overflow), (f32::INFINITY, 1));
    assert_eq!(lenient::to_vec::<f32>(&large).expect("a rule").0, [f32::MAX]);

    // An unnormalized number reads as what it is.
    assert_eq!(mainframe::to_vec::<f32>(&[0x42, 0x01, 0, 0]).expect("a number").0, [1.0]);

    // A tie goes to the even neighbor: 56 bits to 53.
    let tie = [0x41, 0x10, 0, 0, 0, 0, 0, 0x08];
    let (values, loss) = mainframe::to_vec::<f64>(&[0x41, 0x80, 0, 0, 0, 0, 0, 0x04]).expect("a number");
    assert_eq!((values[0], loss.inexact), (8.0, 1));
    assert!(mainframe::to_vec::<f64>(&tie).expect("a number").1.is_none());

    let error = mainframe::to_bytes(&[1.0, f64::NAN]).expect_err("a NaN");
    assert_eq!(error.to_string(), "item 1 of datarep `mainframe`: NaN cannot be kept in `hfp64` (`real 8 => hfp64`, on write: nan => error)");
    let (bytes, loss) = lenient::to_bytes(&[f64::NAN, f64::NEG_INFINITY, -0.0, 1e300]).expect("rules for all");
    assert_eq!(bytes[..8], [0; 8]);
    assert_eq!(bytes[8..16], [0xFF; 8]);
    assert_eq!(bytes[16..24], [0; 8]);
    assert_eq!((loss.nan, loss.infinity, loss.negative_zero, loss.overflow), (1, 1, 1, 1));

    // Underflow is zero and is counted.
    let (bytes, loss) = mainframe::to_bytes(&[1e-300_f64]).expect("a rule");
    assert_eq!((bytes, loss.underflow), (vec![0; 8], 1));
}
