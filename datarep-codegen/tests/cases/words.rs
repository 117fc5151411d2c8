fn main() {
    use datarep::Logical;

    // A PDP-10's one, octal 201400000000, and minus one, octal 576400000000.
    let file = [0x40, 0xC0, 0, 0, 0, 0xBF, 0x40, 0, 0, 0];
    assert_eq!(tape::extent::<f32>(), 5);
    assert_eq!(tape::to_vec::<f64>(&file).expect("numbers").0, [1.0, -1.0]);
    assert_eq!(tape::to_bytes(&[1.0_f32, -1.0]).expect("numbers").0, file);
    // The upper half of the fifth byte is ignored.
    assert_eq!(tape::to_vec::<f32>(&[0x40, 0xC0, 0, 0, 0xF0]).expect("one").0, [1.0]);
    // The lowest four bits are in its lower half.
    assert_eq!(tape::to_bytes(&[-2_i32]).expect("a number").0, [0xFF, 0xFF, 0xFF, 0xFF, 0x0E]);
    assert_eq!(tape::to_vec::<i32>(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFE]).expect("a number").0, [-2]);
    let (values, loss) = tape::to_vec::<i32>(&[0x7F, 0xFF, 0xFF, 0xFF, 0x0F]).expect("a rule");
    assert_eq!((values[0], loss.overflow), (i32::MAX, 1));
    // Two words for one integer.
    assert_eq!(tape::to_bytes(&[-2_i64]).expect("a number").0, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0x0E]);
    assert_eq!(tape::to_vec::<i64>(&[0, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 0x05]).expect("a number").0, [0x12345]);
    // The mapping's own container.
    assert_eq!(tape::to_bytes(&[0x1234_u16]).expect("a number").0, [0x34, 0x12, 0, 0, 0, 0, 0, 0]);
    assert_eq!(tape::to_vec::<u16>(&[0x34, 0x12, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF]).expect("a number").0, [0x1234]);

    // A Univac's minus seven and a half, octal 574037777777: two digits to a byte.
    let file = [0o57, 0o40, 0o37, 0o77, 0o77, 0o77];
    assert_eq!(sixbit::to_vec::<f64>(&file).expect("a number").0, [-7.5]);
    assert_eq!(sixbit::to_bytes(&[-7.5_f64]).expect("a number").0, file);
    let dirty = file.map(|byte| byte | 0xC0);
    assert_eq!(sixbit::to_vec::<f64>(&dirty).expect("a number").0, [-7.5]);
    assert_eq!(sixbit::to_vec::<i32>(&[0o77; 6]).expect("a rule"), (vec![0], {
        let mut loss = datarep::Loss::default();
        loss.negative_zero = 1;
        loss
    }));
    assert_eq!(sixbit::to_bytes(&[-1_i32]).expect("a number").0, [0o77, 0o77, 0o77, 0o77, 0o77, 0o76]);
    // 36 bits from the left of 40.
    assert_eq!(sixbit::to_bytes(&[1.0_f32]).expect("one").0, [0x40, 0xC0, 0, 0, 0]);
    assert_eq!(sixbit::to_bytes(&[-7.5_f32]).expect("a number").0, [0xBE, 0x07, 0xFF, 0xFF, 0xF0]);
    assert_eq!(sixbit::to_vec::<f32>(&[0xBE, 0x07, 0xFF, 0xFF, 0xFF]).expect("a number").0, [-7.5]);

    // A CDC's word in the low 60 of 64 bits.
    let file = [0x03, 0xD0, 0x80, 0, 0, 0, 0, 0];
    assert_eq!(low60::to_vec::<f64>(&file).expect("one").0, [1.0]);
    assert_eq!(low60::to_vec::<f64>(&[0xF3, 0xD0, 0x80, 0, 0, 0, 0, 0]).expect("one").0, [1.0]);
    assert_eq!(low60::to_bytes(&[1.0_f64]).expect("one").0, file);
    assert_eq!(low60::to_bytes(&[-1.0_f64]).expect("one").0, [0x0C, 0x2F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(low60::to_bytes(&[-5_i64]).expect("a number").0, [0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFA]);
    assert_eq!(low60::to_vec::<i64>(&[0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFA]).expect("a number").0, [-5]);
    assert_eq!(low60::to_bytes(&[1_i64 << 60]).expect_err("60 bits").class(), datarep::ErrorClass::Conversion);
    assert_eq!(low60::to_bytes(&[Logical::from(true)]).expect("a word").0, [0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(bool::from(low60::to_vec::<Logical>(&[0x08, 0, 0, 0, 0, 0, 0, 0]).expect("a word").0[0]));
    // Widths that are not a multiple of a byte, from the left and from the right.
    assert_eq!(low60::to_bytes(&[-2_i32]).expect("18 bits").0, [0xFF, 0xFF, 0x80]);
    assert_eq!(low60::to_vec::<i32>(&[0x7F, 0xFF, 0xFF]).expect("18 bits").0, [0x1FFFF]);
    assert_eq!(low60::to_bytes(&[-2_i16]).expect("12 bits").0, [0x0F, 0xFE]);
    assert_eq!(low60::to_vec::<i16>(&[0xFF, 0xFE]).expect("12 bits").0, [-2]);
    assert_eq!(low60::to_bytes(&[-2_i8]).expect("6 bits").0, [0xF8]);
    assert_eq!(low60::to_vec::<i8>(&[0x83]).expect("6 bits").0, [-32]);
    assert_eq!(low60::to_bytes(&[1_u64]).expect("60 bits").0, [0x10, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(low60::to_vec::<u64>(&[0xFF; 8]).expect("60 bits").0, [(1 << 60) - 1]);

    // Dry runs: the losses when reading a file, and when writing one.
    assert_eq!(tape::loss::<i32>(&[0x7F, 0xFF, 0xFF, 0xFF, 0x0F]).expect("one item").overflow, 1);
    assert_eq!(low60::loss_on_write(&[1_i64, 1 << 60]).overflow, 1);
    assert_eq!(low60::loss::<i64>(&[0; 7]).expect_err("straddles").class(), datarep::ErrorClass::Count);
}
