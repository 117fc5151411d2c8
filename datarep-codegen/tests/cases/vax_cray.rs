fn main() {
    use datarep::ErrorClass;

    // The word of one is 0x4010_0000_0000_0000, in units of 16 bits.
    let one = [0x10, 0x40, 0, 0, 0, 0, 0, 0];
    assert_eq!(wide::to_vec::<f64>(&one).expect("one").0, [1.0]);
    assert_eq!(wide::to_bytes(&[1.0_f64]).expect("one").0, one);
    let (values, loss) = wide::to_vec::<f64>(&[0x00, 0x80, 1, 0, 0, 0, 0, 0]).expect("a rule");
    assert!(values[0].is_nan());
    assert_eq!(loss.reserved, 1);
    // A dirty zero.
    assert_eq!(wide::to_vec::<f64>(&[0x0F, 0x00, 1, 0, 0, 0, 0, 0]).expect("zero").0, [0.0]);
    assert_eq!(wide::to_bytes(&[-0.0_f64]).expect("zero"), (vec![0; 8], {
        let mut loss = datarep::Loss::default();
        loss.negative_zero = 1;
        loss
    }));

    // The representation's order holds for formats that have none.
    assert_eq!(wide::to_bytes(&[1.0_f32]).expect("one").0, [0, 0, 0, 0, 0, 0x80, 0x01, 0x40]);
    let (values, loss) = wide::to_vec::<f32>(&[0, 0, 0, 0, 0, 0x80, 0xFF, 0x5F]).expect("a rule");
    assert_eq!((values[0], loss.overflow), (f32::INFINITY, 1));

    assert_eq!(wide::to_bytes(&[-2_i32]).expect("it fits").0, [0xFE, 0xFF, 0xFF]);
    assert_eq!(wide::to_vec::<i32>(&[0xFE, 0xFF, 0xFF]).expect("it fits").0, [-2]);
    let error = wide::to_bytes(&[1, 1 << 23_i32]).expect_err("24 bits");
    assert_eq!(error.class(), ErrorClass::Conversion);
    let (bytes, loss) = wide::to_bytes(&[i64::MIN]).expect("a rule");
    assert_eq!((bytes, loss.overflow), (vec![0, 0, 0, 0x80], 1));
    assert_eq!(wide::to_vec::<u16>(&[1, 2, 3, 0]).expect("a rule").0, [0x0201]);
    assert_eq!(wide::to_bytes(&[5_u32]).expect("it fits").0, [12, 0, 0, 0]);
    assert_eq!(wide::to_vec::<u32>(&[3, 0, 0, 0]).expect_err("below zero").class(), ErrorClass::Conversion);

    // The last item is incomplete.
    assert_eq!(wide::to_vec::<i32>(&[0; 7]).expect_err("a rest").class(), ErrorClass::Count);
    assert_eq!(wide::read(&[0; 7], &mut [0_i32; 2]).expect_err("short").class(), ErrorClass::Count);
}
