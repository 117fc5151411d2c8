fn main() {
    // Numbers of few digits are the same after both ways, in blocks and one by one.
    let floats: Vec<f32> = (-400..400).map(|number: i16| f32::from(number) / 64.0).collect();
    let doubles: Vec<f64> = (-400..400).map(|number: i16| f64::from(number) / 64.0).collect();
    let (file, loss) = words::to_bytes(&floats).expect("numbers");
    assert_eq!((words::to_vec(&file).expect("numbers").0, loss.inexact), (floats.clone(), 0));
    let (file, loss) = words::to_bytes(&doubles).expect("numbers");
    assert_eq!((words::to_vec(&file).expect("numbers").0, loss.inexact), (doubles.clone(), 0));
    let (file, loss) = others_of_them::to_bytes(&floats).expect("numbers");
    assert_eq!((others_of_them::to_vec(&file).expect("numbers").0, loss.inexact), (floats, 0));
    let (file, loss) = others_of_them::to_bytes(&doubles).expect("numbers");
    assert_eq!((others_of_them::to_vec(&file).expect("numbers").0, loss.inexact), (doubles.clone(), 0));
    let (file, loss) = ends::to_bytes(&doubles).expect("numbers");
    assert_eq!((ends::to_vec(&file).expect("numbers").0, loss.inexact), (doubles, 0));

    // The significand of 0.1 has 24 bits, one more than fit after the sign. Its last bit makes a tie, which goes to the
    // even number.
    let (file, loss) = words::to_bytes(&[0.1_f32; 64]).expect("numbers");
    assert_eq!((&file[..4], loss.inexact), ([0x66, 0x66, 0x66, 0xFB].as_slice(), 64));
    // A negative power of two has the next lower exponent, and no bits after the sign.
    let (file, _) = words::to_bytes(&[-4.0_f32; 64]).expect("numbers");
    assert_eq!(file[252..], [0x80, 0x00, 0x00, 0x04]);

    // All words of eight bits except the NaN of each sign. They include the smallest numbers.
    let all: Vec<u8> = (0..=255).filter(|word| word & 0x7F != 0x7F).collect();
    let (values, _) = ends::to_vec::<f32>(&all).expect("numbers");
    assert_eq!((values[1], values[7], values[8]), (0.001953125, 0.013671875, 0.015625));
    assert_eq!(ends::to_bytes(&values).expect("numbers").0, all);
    // 122 bits after the leading one, rounded to 52.
    let mut file = vec![0xFF; 16];
    file[0] = 0x3F;
    let (values, loss) = ends::to_vec::<f64>(&file.repeat(64)).expect("numbers");
    assert_eq!((values[63], loss.inexact), (2.0, 64));

    // The rule refuses a word without its leading one.
    let mut file = others_of_them::to_bytes(&[1.5_f64; 65]).expect("numbers").0;
    file[647] &= 0x7F;
    assert!(others_of_them::to_vec::<f64>(&file).expect_err("no leading one").to_string().starts_with("item 64 "));
}
