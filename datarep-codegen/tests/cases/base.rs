fn main() {
    assert_eq!(base::to_bytes(&[1.0_f64]).expect("a number").0, [0x3F, 0xF0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(base::to_vec::<i16>(&[0xFF, 0xFE]).expect("an integer").0, [-2]);
}
