fn main() {
    let (read, _) = integers::to_vec::<i8>(&[0x00, 0x7F, 0x80, 0xFF]).expect("every byte is a number");
    assert_eq!(read, [-128, -1, 0, 127]);
    assert_eq!(integers::to_bytes(&read).expect("the same way back").0, [0x00, 0x7F, 0x80, 0xFF]);

    assert_eq!(integers::to_vec::<i16>(&[0x00, 0x00]).expect("a number").0, [-7]);
    let (bytes, loss) = integers::to_bytes(&[-8_i16, 0, i16::MAX]).expect("a rule");
    assert_eq!((bytes.as_slice(), loss.overflow), ([0x00, 0x00, 0x00, 0x07, 0x80, 0x06].as_slice(), 1));

    let numbers = [0_i32, 1, -1, 8_388_607, -8_388_607];
    let (bytes, loss) = integers::to_bytes(&numbers).expect("all fit");
    assert_eq!((bytes.len(), loss.overflow), (15, 0));
    assert_eq!(bytes[6..9], [0x80, 0x00, 0x01]);
    assert_eq!(integers::to_vec::<i32>(&bytes).expect("the same way back").0, numbers);
    let (bytes, loss) = integers::to_bytes(&[i32::MIN, i32::MAX]).expect("a rule");
    assert_eq!((bytes.as_slice(), loss.overflow), ([0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF].as_slice(), 2));

    assert_eq!(integers::to_bytes(&[-1_i64]).expect("it fits").0, [0xFF, 0xFF, 0xFF, 0xFF, 0xFE]);
    assert_eq!(integers::to_vec::<i64>(&[0x80, 0, 0, 0, 0]).expect("a number").0, [-549_755_813_887]);
}
