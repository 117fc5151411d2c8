fn main() {
    // The numbers farthest from zero do not overflow.
    let (file, loss) = both_ends::to_bytes(&[-32736.0_f64, 32704.0, -32704.0]).expect("numbers");
    assert_eq!(file, [0xFC, 0x01, 0x7F, 0xFE, 0xFC, 0x02]);
    assert_eq!(loss, datarep::Loss::default());
    // The largest exponent of one's complement is minus one, 127 as a field.
    let (file, loss) = both_ends::to_bytes(&[0.03125_f32, -0.001953125, 0.0625]).expect("a rule");
    assert_eq!(file, [0x7F, 0x80, 0, 0, 0xFE, 0x80, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF]);
    assert_eq!(loss.overflow, 1);
    assert_eq!(both_ends::to_vec::<f32>(&file[..8]).expect("numbers").0, [0.03125, -0.001953125]);

    let (file, loss) = both_ends::to_bytes(&[-32768.0_f64, 32736.0]).expect("a rule");
    assert_eq!((file, loss.overflow), (vec![0xFC, 0x01, 0x7F, 0xFE], 2));
}
