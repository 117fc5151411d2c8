fn main() {
    assert_eq!(first::to_bytes(&[1.0_f32]).expect("a number").0, [0x41, 0x10, 0, 0]);
    assert_eq!(second::to_bytes(&[1.0_f32]).expect("a number").0, [0x41, 0x10, 0, 0]);
    assert_eq!(first::to_bytes(&[1_i32]).expect("an integer").0, [0, 0, 0, 1]);
    assert_eq!(second::to_bytes(&[1_i32]).expect("an integer").0, [1, 0, 0, 0]);
}
