fn words(high: f64, low: f64) -> [u8; 16] {
    let mut file = [0; 16];
    file[..8].copy_from_slice(&high.to_le_bytes());
    file[8..].copy_from_slice(&low.to_le_bytes());
    file
}

fn main() {
    use datarep::{F16, F128, LongDouble};

    // 0.1 as a quadruple: 112 bits of the hexadecimal number, whose low word has its own characteristic.
    let tenth = F128::from_bits(0x3FFB_9999_9999_9999_9999_9999_9999_999A);
    let file = mainframe::to_bytes(&[tenth]).expect("a number").0;
    assert_eq!(file, 0x4019_9999_9999_9999_3299_9999_9999_999A_u128.to_be_bytes());
    // A leading digit of one leaves 109 bits: reading is exact, and writing was rounded.
    let (back, loss) = mainframe::to_vec::<F128>(&file).expect("a number");
    assert_eq!((back[0], loss.is_none()), (F128::from_bits(0x3FFB_9999_9999_9999_9999_9999_9999_99A0), true));
    assert_eq!(mainframe::loss_on_write(&[tenth, back[0]]).inexact, 1);
    // The low word's sign and characteristic mean nothing.
    let odd = 0x4119_9999_9999_9999_FF99_9999_9999_999A_u128.to_be_bytes();
    assert_eq!(mainframe::to_vec::<f64>(&odd).expect("a number").0, [1.6]);
    // The published largest and smallest numbers: 16^63 less a bit, and 16^-51 whose low characteristic is below zero.
    assert_eq!(mainframe::to_bytes(&[1e300_f64]).expect("a rule").0[..], 0x7FFF_FFFF_FFFF_FFFF_71FF_FFFF_FFFF_FFFF_u128.to_be_bytes());
    let small = 2_f64.powi(-204);
    assert_eq!(mainframe::to_vec::<f64>(&0x0E10_0000_0000_0000_0000_0000_0000_0000_u128.to_be_bytes()).expect("a number").0, [small]);
    assert_eq!(mainframe::to_bytes(&[small]).expect("a number").0, 0x0E10_0000_0000_0000_0000_0000_0000_0000_u128.to_be_bytes());
    let smaller = 2_f64.powi(-208);
    assert_eq!(mainframe::to_bytes(&[smaller]).expect("a number").0, 0x0D10_0000_0000_0000_7F00_0000_0000_0000_u128.to_be_bytes());
    assert_eq!(mainframe::to_bytes(&[-0.0_f64]).expect("zero").0[8..], 0x8000_0000_0000_0000_u64.to_be_bytes());
    let third = LongDouble::from_bits(0x3FFD_AAAA_AAAA_AAAA_AAAB);
    assert_eq!(mainframe::to_vec::<LongDouble>(&mainframe::to_bytes(&[third]).expect("a number").0).expect("a number").0, [third]);

    // Two doubles: little-endian each, the larger first.
    assert_eq!(power::to_vec::<f64>(&words(1.0, -0.5)).expect("a number").0, [0.5]);
    assert_eq!(power::to_bytes(&[0.1_f64]).expect("a number").0, words(0.1, 0.0));
    let long = LongDouble::from_bits(0x3FFF_8000_0000_0000_0001);
    assert_eq!(power::to_bytes(&[long]).expect("64 bits").0, words(1.0, 2_f64.powi(-63)));
    let below = LongDouble::from_bits(0x3FFE_FFFF_FFFF_FFFF_FFFF);
    assert_eq!(power::to_bytes(&[below]).expect("64 bits").0, words(1.0, -(2_f64.powi(-64))));
    assert_eq!(power::to_vec::<LongDouble>(&words(1.0, -(2_f64.powi(-64)))).expect("64 bits").0, [below]);
    // A low word far below: a quadruple has not enough bits, and is rounded once.
    let (far, loss) = power::to_vec::<F128>(&{
        let mut file = words(1.0, 2_f64.powi(-900));
        file[..8].reverse();
        file[8..].reverse();
        file
    }).expect("a number");
    assert_eq!((far[0], loss.inexact), (F128::from_bits(0x3FFF << 112), 1));
    let file = power::to_bytes(&[tenth]).expect("a number");
    assert_eq!(file.0, 0x3FB9_9999_9999_999A_BC59_9999_9999_999A_u128.to_be_bytes());
    assert_eq!(file.1.inexact, 1);
    // Infinity, NaN with its payload, zeros.
    assert_eq!(power::to_bytes(&[f64::NEG_INFINITY, -0.0]).expect("kept").0, [words(f64::NEG_INFINITY, 0.0), words(-0.0, 0.0)].concat());
    let nan = f64::from_bits(0xFFF8_0000_0000_1234);
    assert_eq!(power::to_bytes(&[nan]).expect("kept").0, words(nan, 0.0));
    assert_eq!(power::to_vec::<f64>(&words(nan, 1.0)).expect("kept").0[0].to_bits(), nan.to_bits());
    assert_eq!(power::to_vec::<f64>(&words(-0.0, 0.0)).expect("kept").0[0].to_bits(), 1 << 63);
    assert!(power::to_vec::<f32>(&words(1e300, 0.0)).expect("a rule").0[0].is_infinite());
    let huge = F128::from_bits((16383 + 1024) << 112);
    assert_eq!(power::to_bytes(&[huge]).expect("a rule").0[..2], [0x7F, 0xF0]);
    let single = F16::from_bits(0x3C01);
    assert_eq!(power::to_bytes(&[single]).expect("a number").0[..4], 1.0009765625_f32.to_le_bytes());
    assert_eq!(power::to_vec::<F16>(&power::to_bytes(&[single]).expect("a number").0).expect("a number").0, [single]);

    // Saturated: the largest sum whose high word is the nearest to it.
    let (file, loss) = strict::to_bytes(&[LongDouble::from_bits(0x7FFE_8000_0000_0000_0000)]).expect("a rule");
    assert_eq!((file, loss.overflow), (0x7FEF_FFFF_FFFF_FFFF_7C8F_FFFF_FFFF_FFFF_u128.to_be_bytes().to_vec(), 1));
    let (file, loss) = strict::to_bytes(&[LongDouble::from_bits(0x3000_8000_0000_0000_0000)]).expect("a rule");
    assert_eq!((file, loss.underflow), (vec![0; 16], 1));
    let (values, loss) = strict::to_vec::<LongDouble>(&(1_u128 << 127).to_be_bytes()).expect("a rule");
    assert_eq!((values[0].to_bits(), loss.negative_zero), (0, 1));
    let up = strict::to_bytes(&[tenth, F128::from_bits(1 << 127), F128::from_bits(0x7FFF << 112 | 1), F128::from_bits(0xFFFF << 112)]).expect("rules");
    assert_eq!(up.0[..16], 0x3FB9_9999_9999_999A_BC59_9999_9999_9999_u128.to_be_bytes());
    assert_eq!(up.0[16..48], [0; 32]);
    assert_eq!(up.0[48..], 0xFFEF_FFFF_FFFF_FFFF_FC8F_FFFF_FFFF_FFFF_u128.to_be_bytes());
    assert_eq!((up.1.negative_zero, up.1.nan, up.1.infinity), (1, 1, 1));
    assert!(strict::to_vec::<F128>(&(0x7FF_u128 << 116).to_be_bytes()).is_err());
    // A CDC's pair of words, complemented together.
    assert_eq!(strict::extent::<f64>(), 15);
    let one = strict::to_bytes(&[1.0_f64, -1.0]).expect("numbers").0;
    assert_eq!(one[..15], 0x3D_0800_0000_0000_03A0_0000_0000_0000_u128.to_be_bytes()[1..]);
    assert_eq!(one[15..], (!0x3D_0800_0000_0000_03A0_0000_0000_0000_u128).to_be_bytes()[1..]);
    assert_eq!(strict::to_vec::<f64>(&one).expect("numbers").0, [1.0, -1.0]);
}
