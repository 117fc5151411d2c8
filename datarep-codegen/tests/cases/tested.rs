fn main() {
    // The numbers farthest from zero are no overflows.
    let (file, loss) = both_ends::to_bytes(&[-32736.0_f64, 32704.0, -32704.0]).expect("numbers");
    assert_eq!(file, [0xFC, 0x01, 0x7F, 0xFE, 0xFC, 0x02]);
    assert_eq!(loss, datarep::Loss::default());
    let (file, loss) = both_ends::to_bytes(&[-32768.0_f64, 32736.0]).expect("a rule");
    assert_eq!((file, loss.overflow), (vec![0xFC, 0x01, 0x7F, 0xFE], 2));
}
