fn main() {
    use datarep::{F16, F128, LongDouble};

    // Q15: a half, minus one; one is beyond, and saturates.
    assert_eq!(points::to_bytes(&[0.5_f32, -1.0]).expect("numbers").0, [0x40, 0, 0x80, 0]);
    assert_eq!(points::to_vec::<f32>(&[0x40, 0, 0x80, 0]).expect("numbers").0, [0.5, -1.0]);
    let (bytes, loss) = points::to_bytes(&[1.0_f32, -1.5, f32::NEG_INFINITY, f32::NAN, 0.1, -0.0]).expect("rules");
    assert_eq!(bytes, [0x7F, 0xFF, 0x80, 0, 0x80, 0, 0, 0, 0x0C, 0xCD, 0, 0]);
    assert_eq!((loss.overflow, loss.infinity, loss.nan, loss.inexact, loss.negative_zero), (2, 1, 1, 1, 1));
    // Half a unit is a tie, which goes to the even number.
    let unit = 1.0 / 32768.0_f32;
    assert_eq!(points::to_bytes(&[unit * 0.5, unit * 1.5, -unit * 2.5]).expect("numbers").0, [0, 0, 0, 2, 0xFF, 0xFE]);

    assert_eq!(points::to_vec::<f64>(&[0xFF, 0x66, 0x80, 0]).expect("a number").0, [-153.5]);
    assert_eq!(points::to_bytes(&[-153.5_f64]).expect("a number").0, [0xFF, 0x66, 0x80, 0]);
    // Every word of 24 bits that f16 can hold comes back; what it cannot is rounded.
    let (read, loss) = points::to_vec::<F16>(&[0, 0x08, 0x00, 0, 0x08, 0x01, 0xFF, 0xFF, 0xFF]).expect("rules");
    assert_eq!((read[0].to_bits(), read[1].to_bits(), read[2].to_bits()), (0x6800, 0x6800, 0xBC00));
    assert_eq!(loss.inexact, 1);

    // 1.5 in an 80-bit extended float, and a number of 128 bits below two.
    let long = LongDouble::from_bits(0x3FFF_C000_0000_0000_0000);
    assert_eq!(points::to_bytes(&[long]).expect("a number").0, [0, 0, 0, 1, 0x80, 0, 0, 0]);
    assert_eq!(points::to_vec::<LongDouble>(&[0, 0, 0, 1, 0x80, 0, 0, 0]).expect("a number").0, [long]);
    let quad = F128::from_bits(0xBFFF << 112 | 1 << 111);
    let bytes = points::to_bytes(&[quad]).expect("a number").0;
    assert_eq!(bytes[..2], [0xA0, 0]);
    assert_eq!(points::to_vec::<F128>(&bytes).expect("a number").0, [quad]);

    // Unsigned words: what is exact passes, what is not fails by name.
    assert_eq!(counts::to_bytes(&[4294967040.0_f32]).expect("exact").0, [0xFF, 0xFF, 0xFF, 0]);
    let error = counts::to_bytes(&[1.0_f32, 0.5]).expect_err("between two");
    assert_eq!(
        error.to_string(),
        "item 1 of datarep `counts`: 0.5 is not exactly a value of `unsigned(32)` (`real 4 => unsigned(32)`, on write: inexact => error)"
    );
    assert!(counts::to_bytes(&[-1.0_f32]).is_err());
    assert!(counts::to_bytes(&[4294967296.0_f32]).is_err());
    // 2^32 - 1 toward zero.
    let (read, loss) = counts::to_vec::<f32>(&[0xFF; 4]).expect("a rule");
    assert_eq!((read[0], loss.inexact), (4294967040.0, 1));
    // The other zero of one's complement is minus zero, both ways.
    let minus_zero = [0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    let (read, loss) = counts::to_vec::<f64>(&minus_zero).expect("a number");
    assert!(read[0] == 0.0 && read[0].is_sign_negative() && loss.is_none());
    assert_eq!(counts::to_bytes(&read).expect("a number").0, minus_zero);
    assert_eq!(counts::to_bytes(&[-5.0_f64]).expect("a number").0, [0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFA]);
    // An offset of 128.
    assert_eq!(counts::to_vec::<F16>(&[0, 0x80, 0xFF]).expect("numbers").0.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [0xD800, 0, 0x57F0]);
    assert_eq!(counts::to_bytes(&[F16::from_bits(0xD800), F16::from_bits(0x57F0)]).expect("numbers").0, [0, 0xFF]);
    // 2^127 and 2^128 - 2^15 in 128 bits.
    let largest = F128::from_bits((16383 + 127) << 112 | ((1 << 112) - 1));
    let mut word = [0xFF; 16];
    word[14] = 0x80;
    word[15] = 0;
    assert_eq!(counts::to_bytes(&[largest]).expect("exact").0, word);
    assert_eq!(counts::to_vec::<F128>(&word).expect("exact").0, [largest]);
    let (read, loss) = counts::to_vec::<F128>(&[0xFF; 16]).expect("a rule");
    assert_eq!((read[0], loss.inexact), (largest, 1));
    let least = LongDouble::from_bits(0xC07E_8000_0000_0000_0000);
    word = [0; 16];
    word[0] = 0x80;
    assert_eq!(counts::to_bytes(&[least]).expect("exact").0, word);
    assert_eq!(counts::to_vec::<LongDouble>(&word).expect("exact").0, [least]);

    let (bytes, loss) = signs::to_bytes(&[-0.0_f32, -0.5, 0.5, 1e9, -1e9, f32::NAN, f32::NEG_INFINITY]).expect("rules");
    assert_eq!(bytes, [0x80, 0, 0x80, 0, 0, 1, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]);
    assert_eq!((loss.overflow, loss.inexact, loss.nan, loss.infinity), (2, 2, 1, 1));
    let (read, loss) = signs::to_vec::<f32>(&[0x80, 0, 0x80, 1]).expect("rules");
    assert!(read[0].is_sign_positive());
    assert_eq!((read[1], loss.negative_zero), (-1.0, 1));
    assert_eq!(signs::to_bytes(&[-0.5_f64, 0.5]).expect("rules").0, [0xFF, 0xFE, 0, 0]);
    assert!(signs::to_bytes(&[-0.0_f64]).is_err());
    let (read, loss) = signs::to_vec::<F16>(&[0, 1, 0, 0, 0x80, 0, 0, 0]).expect("a rule");
    assert_eq!((read[0].to_bits(), read[1].to_bits(), loss.overflow), (0x7BFF, 0xFBFF, 2));
}
