fn main() {
    use datarep::{Decimal, ErrorClass};

    // A native integer is the number without its point.
    let file = [0x01, 0x23, 0x45, 0x6D, 0x00, 0x00, 0x00, 0x0F];
    let (values, loss) = ledger::to_vec::<i32>(&file).expect("two amounts");
    assert_eq!(values, [-123_456, 0]);
    assert!(loss.is_none());
    assert_eq!(ledger::to_bytes(&[-123_456, 0]).expect("they fit").0, [0x01, 0x23, 0x45, 0x6D, 0, 0, 0, 0x0C]);
    let (values, loss) = ledger::to_vec::<i32>(&[0, 0, 0, 0x0B]).expect("a negative zero");
    assert_eq!((values[0], loss.negative_zero), (0, 1));
    let error = ledger::to_vec::<i32>(&[0, 0, 0, 0x1C, 0, 0, 0xA0, 0x0C]).expect_err("no digit");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert_eq!(
        error.to_string(),
        "item 1 of datarep `ledger`: 00 00 a0 0c are not decimal digits of `amount` \
         (`MPI_INT => amount`, on read: invalid => error)"
    );
    assert!(ledger::to_vec::<i32>(&[0, 0, 0, 0x19]).is_err(), "9 is no sign");
    assert!(ledger::to_bytes(&[10_000_000_i32]).is_err(), "eight digits");

    // The ends of a narrower native.
    let (values, loss) = ledger::to_vec::<i16>(&[0x09, 0x99, 0x99, 0x9D]).expect("a rule");
    assert_eq!((values[0], loss.overflow), (i16::MIN, 1));

    // Without a sign, and with a rule for invalid digits.
    assert_eq!(ledger::to_bytes(&[9999_u16]).expect("four digits").0, [0x09, 0x99, 0x9F]);
    let (values, loss) = ledger::to_vec::<u16>(&[0x00, 0x12, 0x3D, 0x12, 0x34, 0x5C]).expect("a rule");
    assert_eq!((values, loss.invalid), (vec![0, 0], 2));
    assert_eq!(ledger::to_bytes(&[1_234_567_u64]).expect("a rule").0, [0x04, 0x56, 0x7F]);

    // IBM 4690: the sign stands before the first digit.
    assert_eq!(ledger::to_vec::<i64>(&[0xFF, 0xD1, 0x23]).expect("a number").0, [-123]);
    let (bytes, loss) = ledger::to_bytes(&[-1_200_005_i64, -5_000_000]).expect("a rule");
    assert_eq!((bytes, loss.overflow), (vec![0xFF, 0xFF, 0xD5, 0xFF, 0xFF, 0xD0], 2));

    // 37 digits in EBCDIC.
    let mut file = [0xF7; 37];
    file[36] = 0xD7;
    let sevens = -7_777_777_777_777_777_777_777_777_777_777_777_777_i128;
    assert_eq!(ledger::to_vec::<i128>(&file).expect("a number").0, [sevens]);
    assert_eq!(ledger::to_bytes(&[sevens]).expect("it fits").0, file);
    assert_eq!(ledger::to_vec::<u128>(&file).expect("a rule"), (vec![0], {
        let mut loss = datarep::Loss::default();
        loss.overflow = 1;
        loss
    }));
    file[3] = 0xC7;
    assert!(ledger::to_vec::<i128>(&file).is_err(), "a zone in the middle");

    // The lower digit in the lower half, and 32 bits of ten digits.
    let (values, loss) = ledger::to_vec::<u32>(&[0x99, 0x99, 0x99, 0x99, 0x99]).expect("a rule");
    assert_eq!((values[0], loss.overflow), (9_999_999_999_u64 as u32, 1));

    // Reals: the value with its point, rounded once.
    assert_eq!(ledger::to_vec::<f64>(&[0x01, 0x23, 0x45, 0x6D]).expect("a number").0, [-1234.56]);
    assert!(ledger::to_bytes(&[1e300_f64]).is_err(), "too large");
    let values = [0.125, 0.375, f64::NEG_INFINITY, f64::NAN];
    let (bytes, loss) = ledger::to_bytes(&values).expect("rules for all");
    assert_eq!(bytes, [0, 0, 0x01, 0x2C, 0, 0, 0x03, 0x8C, 0x99, 0x99, 0x99, 0x9D, 0, 0, 0, 0x0C]);
    assert_eq!((loss.inexact, loss.infinity, loss.nan), (2, 1, 1));
    assert_eq!(ledger::to_bytes(&[-0.0_f64, -0.001]).expect("negative zeros").0, [0, 0, 0, 0x0D, 0, 0, 0, 0x0D]);
    let text = *b"000123456-";
    assert_eq!(ledger::to_vec::<f32>(&text).expect("a number").0, [-1234.56]);
    assert_eq!(ledger::to_bytes(&[-1234.56_f32]).expect("nine digits").0, text);
    assert!(ledger::to_vec::<f32>(b"000123456 ").is_err(), "a blank is no sign");

    // A native decimal has 28 places.
    let file = [0x01, 0x23, 0x45, 0x67, 0x89, 0x01, 0x23, 0x45, 0x67, 0x89, 0x01, 0x23, 0x45, 0x67, 0x89, 0x0D];
    let (values, loss) = ledger::to_vec::<Decimal>(&file).expect("rounded");
    assert_eq!((values[0].to_string().as_str(), loss.inexact), ("-0.1234567890123456789012345679", 1));
    let (bytes, loss) = ledger::to_bytes(&values).expect("it fits");
    assert_eq!(bytes, [
        0x01, 0x23, 0x45, 0x67, 0x89, 0x01, 0x23, 0x45, 0x67, 0x89, 0x01, 0x23, 0x45, 0x67, 0x90, 0x0D,
    ]);
    assert!(loss.is_none());
}
